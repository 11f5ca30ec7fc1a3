//! Learning the weights of an evaluation from games of the engine against itself.

use std::sync::Arc;

use damier_core::{Fault, Game, Outcome, Rng, Side};
use damier_search::{AlphaBeta, Features, Limits, Linear, Mind, Path};

use super::regression::{Sample, fit};

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TuningPlan {
    /// How many times to play, fit and compare.
    pub rounds: u32,
    /// Games a round.
    pub games: u32,
    /// Nodes a move.
    pub nodes: u64,
    /// Each game begins with up to so many random plies.
    pub opening: u32,
    /// A game that goes on for so many plies counts as drawn.
    pub plies: u32,
    /// How many games are played at once.
    pub threads: usize,
    /// The seed of whatever is drawn at random; the result depends on it and the plan alone.
    pub seed: u64,
}

impl Default for TuningPlan {
    fn default() -> TuningPlan {
        TuningPlan { rounds: 6, games: 400, nodes: 1000, opening: 8, plies: 300, threads: 1, seed: 1 }
    }
}

/// What learning needs of an evaluation.
pub(crate) trait Tuner<G: Game>: Send + Sync {
    fn names(&self, game: &G) -> Vec<String>;
    fn weights(&self) -> Vec<i32>;
    fn measure(&self, game: &G, position: &G::Position) -> Vec<(u32, f32)>;
    fn mind(&self, game: &G, weights: &[i32]) -> Box<dyn Mind<G>>;
}

/// A weighted sum whose weights can be learned.
pub(crate) struct LinearTuner<F>(Arc<Linear<F>>);

impl<F> LinearTuner<F> {
    pub(crate) fn new(linear: Arc<Linear<F>>) -> LinearTuner<F> {
        LinearTuner(linear)
    }
}

impl<G: Game, F: Features<G> + Clone> Tuner<G> for LinearTuner<F> {
    fn names(&self, game: &G) -> Vec<String> {
        let features = self.0.features();
        (0..features.count(game)).map(|weight| features.name(game, weight)).collect()
    }

    fn weights(&self) -> Vec<i32> {
        self.0.weights().to_vec()
    }

    fn measure(&self, game: &G, position: &G::Position) -> Vec<(u32, f32)> {
        let mut amounts: Vec<(u32, f32)> = Vec::new();
        self.0.features().measure(game, position, &mut |weight, amount| {
            amounts.push((weight as u32, amount as f32));
        });
        amounts
    }

    fn mind(&self, game: &G, weights: &[i32]) -> Box<dyn Mind<G>> {
        let features = self.0.features().clone();
        Box::new(AlphaBeta::new(Linear::new(game, features, weights.to_vec())))
    }
}

/// Plays, fits and compares, round after round; only weights that hold their own against those before are kept.
pub(crate) fn tune<G: Game>(
    game: &G,
    tuner: &dyn Tuner<G>,
    plan: &TuningPlan,
    tell: &mut dyn FnMut(&str),
) -> Vec<u8> {
    let mut weights = tuner.weights();
    let mut samples: Vec<Sample> = Vec::new();
    let mut kept = [0usize; 2];
    for round in 0..plan.rounds {
        let seed = plan.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(round));
        let played = in_parallel(plan.threads, plan.games, |number| {
            let mut rng = Rng::new(seed ^ u64::from(number) << 32);
            let mut mind = tuner.mind(game, &weights);
            sample_game(game, tuner, &mut *mind, plan, &mut rng)
        });
        // Games of the last three rounds count: the weights that played the older ones were worse.
        let fresh: Vec<Sample> = played.into_iter().flatten().collect();
        samples.drain(..kept[0]);
        kept = [kept[1], fresh.len()];
        samples.extend(fresh);
        let (fitted, loss) = fit(&samples, &weights, &mut Rng::new(seed));
        let pairs = plan.games.div_ceil(8);
        let points: f64 = in_parallel(plan.threads, 2 * pairs, |number| {
            let mut rng = Rng::new(seed ^ 0xabcd ^ u64::from(number / 2) << 32);
            let mut minds = [tuner.mind(game, &fitted), tuner.mind(game, &weights)];
            let new = if number % 2 == 0 { Side::First } else { Side::Second };
            compare(game, &mut minds, new, plan, &mut rng)
        })
        .into_iter()
        .sum();
        let share = points / f64::from(2 * pairs);
        let better = share >= 0.5;
        tell(&format!(
            "{}/{}: {} positions, loss {loss:.4}, {:.1} % {}",
            round + 1,
            plan.rounds,
            samples.len(),
            100.0 * share,
            if better { "+" } else { "-" }
        ));
        if better {
            weights = fitted;
        }
    }
    write_weights(&tuner.names(game), &weights).into_bytes()
}

/// Does the work of each number, on so many threads, and returns the results in order.
fn in_parallel<T: Send>(threads: usize, count: u32, work: impl Fn(u32) -> T + Sync) -> Vec<T> {
    let next = std::sync::atomic::AtomicU32::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            if number >= count {
                return done;
            }
            done.push((number, work(number)));
        }
    };
    let mut all: Vec<(u32, T)> = if threads <= 1 {
        run()
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("a game does not panic")).collect()
        })
    };
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, result)| result).collect()
}

/// Plays random plies that do not end the game.
fn open<G: Game>(game: &G, plies: u32, rng: &mut Rng) -> Path<G> {
    loop {
        let mut path = Path::new(game, game.start(rng));
        let over = (0..plies).any(|_| {
            let mv = game.random_move(path.position(), rng);
            path.play(game, mv).is_some()
        });
        if !over && path.outcome(game).is_none() {
            return path;
        }
    }
}

/// Plays a game of an engine against itself, now and then a random move, and returns its positions with the result.
fn sample_game<G: Game>(
    game: &G,
    tuner: &dyn Tuner<G>,
    mind: &mut dyn Mind<G>,
    plan: &TuningPlan,
    rng: &mut Rng,
) -> Vec<Sample> {
    let plies = rng.below(plan.opening + 1);
    let mut path = open(game, plies, rng);
    let mut samples: Vec<Sample> = Vec::new();
    let mut outcome: Option<Outcome> = None;
    for _ in 0..plan.plies {
        let thought = mind.think(game, &path, &Limits::nodes(plan.nodes), &mut |_| {});
        let Some(best) = thought.best() else { break };
        let side = game.side_to_move(path.position());
        let mover = best.value.expectation() as f32;
        let guess = if side == Side::First { mover } else { 1.0 - mover };
        let proven = best.value.exact().is_some();
        samples.push(Sample { amounts: tuner.measure(game, path.position()), guess, result: 0.5, proven });
        let mv = if rng.below(20) == 0 { game.random_move(path.position(), rng) } else { best.mv };
        outcome = path.play(game, mv);
        if outcome.is_some() {
            break;
        }
    }
    let result = outcome.map_or(0.5, |outcome| outcome.verdict.value_for(Side::First) as f32);
    for sample in &mut samples {
        sample.result = result;
    }
    samples
}

/// Plays a game between two engines and returns the points of the first of them.
fn compare<G: Game>(
    game: &G,
    minds: &mut [Box<dyn Mind<G>>; 2],
    side: Side,
    plan: &TuningPlan,
    rng: &mut Rng,
) -> f64 {
    let mut path = open(game, plan.opening.min(4), rng);
    for _ in 0..plan.plies {
        let own = game.side_to_move(path.position()) == side;
        let mind = &mut minds[usize::from(!own)];
        let thought = mind.think(game, &path, &Limits::nodes(plan.nodes), &mut |_| {});
        let Some(best) = thought.best() else { break };
        if let Some(outcome) = path.play(game, best.mv) {
            return outcome.verdict.value_for(side);
        }
    }
    0.5
}

/// Writes weights, one a line after its name.
pub fn write_weights(names: &[String], weights: &[i32]) -> String {
    names.iter().zip(weights).map(|(name, weight)| format!("{name} {weight}\n")).collect()
}

/// Reads weights: lines of a name and a whole number, in the order of the weights; lines that begin with `#` are notes.
///
/// # Errors
/// Says which line is wrong.
///
/// ```
/// use damier_table::{read_weights, write_weights};
///
/// let text = write_weights(&["men".to_string(), "tempo".to_string()], &[120, -7]);
/// assert_eq!(text, "men 120\ntempo -7\n");
/// assert_eq!(read_weights(&text)?, [120, -7]);
/// # Ok::<(), damier_core::Fault>(())
/// ```
pub fn read_weights(text: &str) -> Result<Vec<i32>, Fault> {
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(number, line)| {
            let weight = line.split_whitespace().nth(1).and_then(|weight| weight.parse().ok());
            weight.ok_or_else(|| {
                Fault::new(
                    format!("poids, ligne {} : « {line} » ; attendu : nom nombre", number + 1),
                    format!("weights, line {}: \"{line}\"; expected: name number", number + 1),
                )
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back() {
        let names = ["men".to_string(), "tempo".to_string()];
        let text = write_weights(&names, &[120, -7]);
        assert_eq!(text, "men 120\ntempo -7\n");
        assert_eq!(read_weights(&format!("# learned\n{text}\n")), Ok(vec![120, -7]));
        let fault = read_weights("men many").expect_err("no number");
        assert!(fault.to_string().contains("men many"));
    }

    #[test]
    fn work_is_shared_and_comes_back_in_order() {
        let squares: Vec<u32> = (0..50).map(|number| number * number).collect();
        assert_eq!(in_parallel(3, 50, |number| number * number), squares);
        assert_eq!(in_parallel(1, 50, |number| number * number), squares);
    }
}
