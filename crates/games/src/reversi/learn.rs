//! How the evaluation is learned: games against itself, their ends solved, and weights fitted to the results.
//!
//! Each generation plays with the weights of the one before, so that learning can stop and go on after any of them. The
//! result depends on the seed and the numbers of games alone, not on how many threads play.

use damier_core::Rng;

use super::bits::mobility;
use super::eval::{ANCHORS, DISC, Evaluation, between, file};
use super::patterns::{ENTRIES, FEATURES, KINDS, STARTS, features, free};
use super::probe::{FAR, each_branch, probe};
use super::solver::{EndgameRules, EndgameSolver};

/// From so many free cells on, games are solved.
const SOLVED: u32 = 12;
const EPOCHS: u32 = 12;
/// One game in so many is kept from learning and measures it.
const KEPT: usize = 40;

/// What the end of a game counts against what its players foresaw one ply later: the end alone is true, but a long way
/// off other things decide it.
const PATIENCE: f32 = 0.8;

/// A position and how many discs the side to move was ahead at the end, or about.
#[derive(Clone, Copy)]
struct Example {
    own: u64,
    other: u64,
    score: f32,
}

/// One generation: so many games, played by a search so many plies deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    /// How many games.
    pub games: u32,
    /// How deep the players look.
    pub depth: u32,
    /// The seed of the games.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
}

/// Learns from nothing in three generations, on so many threads, and returns the file of weights.
pub fn learn(games: u32, seed: u64, threads: usize, progress: &mut dyn FnMut(&str)) -> Vec<u8> {
    let mut weights = first();
    for (number, (games, depth)) in
        [(games / 6, 1), (games / 3, 2), (games - games / 2, 3)].into_iter().enumerate()
    {
        let plan =
            Generation { games: games.max(1), depth, seed: Rng::new(seed ^ number as u64).bits(), threads };
        weights = generation(&weights, plan, progress);
    }
    weights
}

/// Returns weights to begin with: moves and corners are good.
pub fn first() -> Vec<u8> {
    let mut weights = vec![[0.0; ANCHORS]; ENTRIES];
    for count in 0..KINDS[11].len() {
        weights[STARTS[11] + count] = [count as f32; ANCHORS];
        weights[STARTS[12] + count] = [-(count as f32); ANCHORS];
    }
    // The corner itself, and the cell diagonally inside a corner that is still free.
    for number in 0..KINDS[2].len() {
        let value = |digit: usize| [0.0, 1.0, -1.0][number / 3usize.pow(digit as u32) % 3];
        let corner = value(0);
        let weight = if corner == 0.0 { -3.0 * value(4) } else { 6.0 * corner };
        weights[STARTS[2] + number] = [weight; ANCHORS];
    }
    file(&weights)
}

/// Plays a generation of games with the weights of the one before, and fits new weights to them.
pub fn generation(before: &[u8], plan: Generation, progress: &mut dyn FnMut(&str)) -> Vec<u8> {
    let evaluation = Evaluation::read(before);
    let games = play(&evaluation, plan, progress);
    let kept: Vec<Example> = games.iter().step_by(KEPT).flatten().copied().collect();
    let mut examples: Vec<Example> = games
        .iter()
        .enumerate()
        .filter(|(at, _)| at % KEPT != 0)
        .flat_map(|(_, game)| game)
        .copied()
        .collect();
    let mut rng = Rng::new(plan.seed);
    let mut regression = Regression::new();
    for epoch in 0..EPOCHS {
        rng.shuffle(&mut examples);
        let rate = if epoch * 4 < EPOCHS * 3 { 0.2 } else { 0.07 };
        let error = regression.learn(&examples, rate);
        if epoch % 3 == 2 {
            let stages: Vec<String> = (0..6)
                .map(|stage| {
                    let of_stage = |example: &&Example| free(example.own, example.other) / 10 == stage;
                    let of_stage: Vec<Example> = kept.iter().filter(of_stage).copied().collect();
                    format!("{:.2}", regression.error(&of_stage))
                })
                .collect();
            let count = examples.len();
            progress(&format!(
                "{count} positions, epoch {epoch}: error {error:.2}, kept by tens of free cells {}",
                stages.join(" ")
            ));
        }
    }
    regression.file()
}

/// Plays the games, in the order of their numbers.
fn play(evaluation: &Evaluation, plan: Generation, progress: &mut dyn FnMut(&str)) -> Vec<Vec<Example>> {
    let threads = plan.threads.max(1) as u32;
    let mut games = Vec::new();
    // In portions, to tell the progress.
    let portion = (plan.games / 5).max(1);
    let mut from = 0;
    while from < plan.games {
        let to = plan.games.min(from + portion);
        let mut played: Vec<(u32, Vec<Example>)> = std::thread::scope(|scope| {
            let players: Vec<_> = (0..threads)
                .map(|thread| {
                    scope.spawn(move || {
                        let mut solver = EndgameSolver::new(1 << 21);
                        (from..to)
                            .filter(|number| number % threads == thread)
                            .map(|number| (number, game(evaluation, plan, number, &mut solver)))
                            .collect::<Vec<_>>()
                    })
                })
                .collect();
            players.into_iter().flat_map(|player| player.join().expect("players do not panic")).collect()
        });
        played.sort_by_key(|&(number, _)| number);
        games.extend(played.into_iter().map(|(_, examples)| examples));
        from = to;
        progress(&format!("{from} of {} games", plan.games));
    }
    games
}

/// Plays one game.
fn game(evaluation: &Evaluation, plan: Generation, number: u32, solver: &mut EndgameSolver) -> Vec<Example> {
    let mut rng = Rng::new(Rng::new(plan.seed).bits() ^ u64::from(number));
    // One game in five begins with the parallel discs.
    let (mut own, mut other) = if rng.below(5) == 0 {
        (0x0000_0000_1800_0000, 0x0000_0018_0000_0000)
    } else {
        (0x0000_0008_1000_0000, 0x0000_0010_0800_0000)
    };
    let random = 6 + rng.below(9);
    // The positions, and what the players foresaw in them, in discs; nothing before the random moves end.
    let (mut line, mut examples) = (Vec::new(), Vec::new());
    let mut plies = 0;
    while free(own, other) > SOLVED {
        let moves = mobility::<u64, 8>(own, other);
        if moves == 0 {
            if mobility::<u64, 8>(other, own) == 0 {
                break;
            }
            (own, other) = (other, own);
            line.push(None);
            continue;
        }
        if plies < random {
            let mut choices = Vec::new();
            each_branch::<8>(own, other, moves, |after| choices.push((after.own, after.other)));
            (own, other) = choices[rng.below(choices.len() as u32) as usize];
            line.push(None);
        } else {
            let (foreseen, next) = choose(evaluation, (own, other, moves), plan.depth, &mut rng);
            line.push(Some((own, other, foreseen as f32 / DISC as f32)));
            (own, other) = next;
        }
        plies += 1;
    }
    solver.forget();
    let mut score = solver.solve(own, other, EndgameRules::USUAL).score as f32;
    for place in line.into_iter().rev() {
        score = -score;
        if let Some((own, other, foreseen)) = place {
            examples.push(Example { own, other, score });
            score = PATIENCE * score + (1.0 - PATIENCE) * foreseen;
        }
    }
    finish(own, other, solver, &mut rng, &mut examples);
    examples
}

/// Plays the best move, or one that is about as good; returns what the best is worth, and the position after the move.
fn choose(evaluation: &Evaluation, place: (u64, u64, u64), depth: u32, rng: &mut Rng) -> (i32, (u64, u64)) {
    let (own, other, moves) = place;
    let mut best = (i32::MIN, (0, 0));
    let mut foreseen = i32::MIN;
    each_branch::<8>(own, other, moves, |after| {
        let noise = rng.below(3 * DISC as u32) as i32;
        let window = best.0.saturating_sub(3 * DISC).max(-FAR);
        let score = -probe(evaluation, after.position(), depth - 1, -FAR, -window, &mut 0);
        foreseen = foreseen.max(score);
        if score + noise > best.0 {
            best = (score + noise, (after.own, after.other));
        }
    });
    (foreseen, best.1)
}

/// Plays the end of a game, each position solved, now and then with a random move.
fn finish(
    mut own: u64,
    mut other: u64,
    solver: &mut EndgameSolver,
    rng: &mut Rng,
    examples: &mut Vec<Example>,
) {
    while free(own, other) > 3 {
        let moves = mobility::<u64, 8>(own, other);
        if moves == 0 {
            if mobility::<u64, 8>(other, own) == 0 {
                return;
            }
            (own, other) = (other, own);
            continue;
        }
        let solved = solver.solve(own, other, EndgameRules::USUAL);
        examples.push(Example { own, other, score: solved.score as f32 });
        let mut choices = Vec::new();
        each_branch::<8>(own, other, moves, |after| choices.push((after.cell, after.own, after.other)));
        let drawn = choices[rng.below(choices.len() as u32) as usize];
        let random = rng.below(3) == 0;
        let best = choices.iter().find(|&&(cell, ..)| !random && Some(usize::from(cell)) == solved.best);
        let &(_, next, before) = best.unwrap_or(&drawn);
        (own, other) = (next, before);
    }
}

/// Weights on their way.
struct Regression {
    /// Each entry's representative among it and its mirror image.
    alike: Vec<u32>,
    weights: Vec<[f32; ANCHORS]>,
    /// The sums of the squared slopes: the more a weight was told, the less it moves.
    slopes: Vec<[f32; ANCHORS]>,
    seen: Vec<u32>,
}

impl Regression {
    fn new() -> Regression {
        let mut alike = Vec::with_capacity(ENTRIES);
        for (kind, shape) in KINDS.iter().enumerate() {
            alike.extend(
                (0..shape.len()).map(|number| (STARTS[kind] + number.min(shape.mirrored(number))) as u32),
            );
        }
        let zero = vec![[0.0; ANCHORS]; ENTRIES];
        Regression { alike, weights: zero.clone(), slopes: zero, seen: vec![0; ENTRIES] }
    }

    fn entries(&self, example: &Example) -> [u32; FEATURES] {
        let (own, other) = (example.own, example.other);
        let counts = [mobility::<u64, 8>(own, other), mobility::<u64, 8>(other, own)].map(u64::count_ones);
        features(own, other, counts).map(|at| self.alike[at as usize])
    }

    /// Returns what the weights say of an example, with the anchors it lies between.
    fn guess(&self, example: &Example, entries: &[u32; FEATURES]) -> (f32, usize, f32) {
        let (at, share) = between(free(example.own, example.other));
        let sum =
            |anchor: usize| entries.iter().map(|&entry| self.weights[entry as usize][anchor]).sum::<f32>();
        (sum(at) * (1.0 - share) + sum(at + 1) * share, at, share)
    }

    /// Goes through the examples once and returns the mean error before each was told.
    fn learn(&mut self, examples: &[Example], rate: f32) -> f64 {
        let mut squares = 0.0;
        for example in examples {
            let entries = self.entries(example);
            let (guess, at, share) = self.guess(example, &entries);
            let error = example.score - guess;
            squares += f64::from(error * error);
            for (anchor, share) in [(at, 1.0 - share), (at + 1, share)] {
                let slope = error * share;
                if share == 0.0 {
                    continue;
                }
                for &entry in &entries {
                    let sum = &mut self.slopes[entry as usize][anchor];
                    *sum += slope * slope;
                    self.weights[entry as usize][anchor] += rate * slope / (*sum + 100.0).sqrt();
                }
            }
            for &entry in &entries {
                self.seen[entry as usize] += 1;
            }
        }
        (squares / examples.len().max(1) as f64).sqrt()
    }

    fn error(&self, examples: &[Example]) -> f64 {
        let squares: f64 = examples
            .iter()
            .map(|example| f64::from(example.score - self.guess(example, &self.entries(example)).0).powi(2))
            .sum();
        (squares / examples.len().max(1) as f64).sqrt()
    }

    /// Packs the weights. What was seen hardly ever counts nothing.
    fn file(&self) -> Vec<u8> {
        let of = |entry: usize| {
            let alike = self.alike[entry] as usize;
            if self.seen[alike] < 4 * EPOCHS { [0.0; ANCHORS] } else { self.weights[alike] }
        };
        file(&(0..ENTRIES).map(of).collect::<Vec<_>>())
    }
}
