//! How the network is learned: from positions whose exact value a complete solution of the game knows.
//!
//! A third of the positions are drawn from all that there are, the others from random games; each is turned or mirrored at
//! random. The result depends on the seed and on how many positions there are, alone.

use damier_core::{Game, Indexed, Rng};
use damier_search::Value;
use damier_solve::{Job, Table, solve, value_of};
use damier_table::TuningPlan;

use super::eval::{HIDDEN, INPUTS, NARROW, Network, ROWS, SCALE, WIDE, rows};
use super::{Position, Simultana};

/// How often each position is looked at.
const EPOCHS: usize = 8;
/// One position in so many is kept from learning and measures it.
const KEPT: usize = 20;
/// Each game of a plan stands for so many positions: they cost no thinking.
const A_GAME: usize = 1_000;
/// How far a weight goes at first against the slope of the error.
const RATE: f32 = 0.04;
/// The longest random game from which positions are drawn.
const PLIES: usize = 120;

/// A position and the expected result of the side to move.
#[derive(Clone, Copy)]
pub(super) struct SolvedSample {
    pub(super) position: Position,
    pub(super) result: f32,
}

/// Solves the game and learns a network from it; returns its file, or that of the present network where this one knows
/// better.
pub(super) fn learn(game: &Simultana, plan: &TuningPlan, tell: &mut dyn FnMut(&str)) -> Vec<u8> {
    let present = include_str!("net.txt").as_bytes().to_vec();
    tell("solves all positions first: minutes, 1.3 GiB");
    let job = Job { threads: plan.threads, memory: 4 << 30, ..Job::new() };
    let table: Table = match solve(game, &job) {
        Ok(table) => table,
        Err(error) => {
            tell(&format!("the solution failed, the network stays as it is: {error}"));
            return present;
        }
    };
    let value = |position: &Position| match value_of(table.get(game.index(position))) {
        Some(Value::Win(_)) => 1.0,
        Some(Value::Loss(_)) => 0.0,
        _ => 0.5,
    };
    let count = plan.rounds as usize * plan.games as usize * A_GAME;
    let samples = draw(game, count, plan.seed, &value);
    let (kept, learned): (Vec<_>, Vec<_>) =
        samples.into_iter().enumerate().partition(|(number, _)| number % KEPT == 0);
    let [kept, mut learned] =
        [kept, learned].map(|part| part.into_iter().map(|(_, sample)| sample).collect::<Vec<_>>());
    let before = error(game, &Network::new(), &kept);
    let file = fit(game, &mut learned, plan.seed, &mut |epoch, net| {
        let now = error(game, net, &kept);
        tell(&format!(
            "epoch {epoch} of {EPOCHS}: error {now:.4} on {} positions, the present network {before:.4}",
            kept.len()
        ));
    });
    if error(game, &Network::read(&file), &kept) <= before { file.into_bytes() } else { present }
}

/// Draws positions that are not over, with their values.
pub(super) fn draw(
    game: &Simultana,
    count: usize,
    seed: u64,
    value: &dyn Fn(&Position) -> f32,
) -> Vec<SolvedSample> {
    let mut rng = Rng::new(seed);
    let mut samples = Vec::with_capacity(count);
    while samples.len() < count {
        let mut position = if rng.below(3) == 0 {
            match game.unindex(rng.bits() % game.size()) {
                Some(position) => position,
                None => continue,
            }
        } else {
            let mut position = game.start(&mut rng);
            for _ in 0..rng.below(PLIES as u32) {
                if game.outcome(&position).is_some() {
                    break;
                }
                let mv = game.random_move(&position, &mut rng);
                game.play(&mut position, mv);
            }
            position
        };
        if game.outcome(&position).is_some() {
            continue;
        }
        position = game.transform(&position, rng.below(game.symmetries() as u32) as usize);
        samples.push(SolvedSample { position, result: value(&position) });
    }
    samples
}

/// Fits a network to positions, from random weights, and returns its file. `tell` hears of every epoch.
pub(super) fn fit(
    game: &Simultana,
    samples: &mut [SolvedSample],
    seed: u64,
    tell: &mut dyn FnMut(usize, &Network),
) -> String {
    let mut weights = Weights::new(seed);
    let mut rng = Rng::new(seed);
    for epoch in 1..=EPOCHS {
        rng.shuffle(samples);
        for sample in &*samples {
            weights.step(&rows(game, &sample.position), sample.result);
        }
        tell(epoch, &Network::read(&weights.file()));
    }
    weights.file()
}

/// Returns how far the network's expectations are from the truth: the cross entropy, in nats a position, beyond that of a
/// network that knows all.
pub(super) fn error(game: &Simultana, net: &Network, samples: &[SolvedSample]) -> f64 {
    let entropy = |p: f64, q: f64| if p == 0.0 { 0.0 } else { -p * q.max(1e-9).ln() };
    let one = |sample: &SolvedSample| {
        let (expected, result) =
            (f64::from(chance(net.logit(game, &sample.position))), f64::from(sample.result));
        let both = |q: f64| entropy(result, q) + entropy(1.0 - result, 1.0 - q);
        both(expected) - both(result)
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The weights in the order of the file, and how much each was changed so far.
struct Weights {
    now: Vec<f32>,
    /// The sum of the squares of the slopes seen: what was changed much is changed little.
    slopes: Vec<f32>,
}

impl Weights {
    fn new(seed: u64) -> Weights {
        let mut rng = Rng::new(seed ^ 0x51);
        let mut even = |width: f32| (rng.below(2_001) as f32 / 1_000.0 - 1.0) * width;
        let count = HIDDEN + (WIDE + 1) * NARROW + NARROW + 1;
        let now: Vec<f32> = (0..count).map(|at| even(if at < HIDDEN { 0.2 } else { 0.3 })).collect();
        Weights { slopes: vec![1e-3; count], now }
    }

    /// Changes the weights a little, so that the result of these inputs is expected a little more.
    fn step(&mut self, rows: &[usize; ROWS], result: f32) {
        const BETWEEN: usize = HIDDEN;
        const SECOND: usize = BETWEEN + WIDE * NARROW;
        const LAST: usize = SECOND + NARROW;
        let first = 2 * INPUTS * WIDE;
        let mut wide = [0.0; WIDE];
        for row in rows.iter().map(|row| row * WIDE).chain([first]) {
            for (unit, weight) in wide.iter_mut().zip(&self.now[row..row + WIDE]) {
                *unit += weight;
            }
        }
        let wide = wide.map(|unit| unit.max(0.0));
        let mut narrow: [f32; NARROW] = std::array::from_fn(|unit| self.now[SECOND + unit]);
        for (at, unit) in wide.iter().enumerate().filter(|(_, unit)| **unit > 0.0) {
            let row = BETWEEN + at * NARROW;
            for (sum, weight) in narrow.iter_mut().zip(&self.now[row..row + NARROW]) {
                *sum += unit * weight;
            }
        }
        let narrow = narrow.map(|unit| unit.max(0.0));
        let output = narrow
            .iter()
            .zip(&self.now[LAST..])
            .fold(self.now[LAST + NARROW], |sum, (unit, weight)| sum + unit * weight);
        let slope = chance(output) - result;
        let back: [f32; NARROW] =
            std::array::from_fn(|unit| if narrow[unit] > 0.0 { slope * self.now[LAST + unit] } else { 0.0 });
        let below: [f32; WIDE] = std::array::from_fn(|at| {
            let row = BETWEEN + at * NARROW;
            if wide[at] > 0.0 {
                back.iter().zip(&self.now[row..row + NARROW]).map(|(slope, weight)| slope * weight).sum()
            } else {
                0.0
            }
        });
        self.change(LAST + NARROW, slope);
        for unit in 0..NARROW {
            self.change(LAST + unit, slope * narrow[unit]);
            self.change(SECOND + unit, back[unit]);
        }
        for (at, &unit) in wide.iter().enumerate().filter(|(_, unit)| **unit > 0.0) {
            for (into, slope) in back.iter().enumerate() {
                self.change(BETWEEN + at * NARROW + into, slope * unit);
            }
            for row in rows.iter().map(|row| row * WIDE).chain([first]) {
                self.change(row + at, below[at]);
            }
        }
    }

    fn change(&mut self, at: usize, slope: f32) {
        if slope != 0.0 {
            self.slopes[at] += slope * slope;
            self.now[at] -= RATE * slope / self.slopes[at].sqrt();
        }
    }

    /// Writes the weights as the network reads them.
    fn file(&self) -> String {
        let whole = |weight: &f32| format!("{}", (weight * SCALE).round() as i32);
        let lines: Vec<String> =
            self.now.chunks(WIDE).map(|line| line.iter().map(whole).collect::<Vec<_>>().join(" ")).collect();
        lines.join("\n") + "\n"
    }
}
