//! What an engine thinks of a position of Simultana: a small neural network.
//!
//! It has learned from millions of positions whose value is known exactly, since all 9.6 thousand million positions can
//! be solved backwards from those where a side is blocked: `learn.rs` tells how. Its output is the logit of the expected
//! result.

use damier_core::Game;
use damier_core::board::Bits;
use damier_search::{Knowledge, MoveHints, Score};

use super::rules::{CELLS, MEN};
use super::{Move, Position, Simultana};

/// The steps that are told apart: so many, or more.
const MOST: usize = 10;
/// What the network is told for either side to move: own men, enemy men, own steps, enemy steps.
pub(super) const INPUTS: usize = 2 * CELLS + 2 * (MOST + 1);
/// The units of the two hidden layers.
pub(super) const WIDE: usize = 32;
pub(super) const NARROW: usize = 16;
/// By how much the weights are multiplied in their file, to be whole numbers.
pub(super) const SCALE: f32 = 256.0;

/// The weights of the first layer, its constant included.
pub(super) const HIDDEN: usize = (2 * INPUTS + 1) * WIDE;
/// How many inputs a position has: all men, and the steps of both sides.
pub(super) const ROWS: usize = 2 * MEN as usize + 2;

/// A network of two hidden layers, whose first has its own weights for each side to move.
pub struct Network {
    /// What each input adds to the first layer: men by side to move, owner and cell, then steps by side to move and owner.
    inputs: Vec<[f32; WIDE]>,
    first: [f32; WIDE],
    /// What each unit of the first layer adds to the second.
    between: [[f32; NARROW]; WIDE],
    second: [f32; NARROW],
    last: [f32; NARROW],
    output: f32,
}

impl Network {
    /// Reads the weights that were learned.
    pub fn new() -> Network {
        Network::read(include_str!("net.txt"))
    }

    /// Reads the weights in the order of the fields; numbers that are missing count 0.
    pub fn read(text: &str) -> Network {
        let mut numbers =
            text.split_ascii_whitespace().map(|word| word.parse::<f32>().map_or(0.0, |n| n / SCALE));
        let mut next = || numbers.next().unwrap_or(0.0);
        Network {
            inputs: (0..2 * INPUTS).map(|_| std::array::from_fn(|_| next())).collect(),
            first: std::array::from_fn(|_| next()),
            between: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            second: std::array::from_fn(|_| next()),
            last: std::array::from_fn(|_| next()),
            output: next(),
        }
    }

    /// Returns the logit of the expected result of the side to move.
    pub(super) fn logit(&self, game: &Simultana, position: &Position) -> f32 {
        let mut wide = self.first;
        for row in rows(game, position) {
            add(&mut wide, &self.inputs[row], 1.0);
        }
        let mut narrow = self.second;
        for (unit, row) in wide.iter().zip(&self.between) {
            if *unit > 0.0 {
                add(&mut narrow, row, *unit);
            }
        }
        narrow.iter().zip(&self.last).fold(self.output, |sum, (unit, weight)| sum + unit.max(0.0) * weight)
    }
}

impl Default for Network {
    fn default() -> Network {
        Network::new()
    }
}

/// Returns the numbers of the inputs that a position has.
#[inline]
pub(super) fn rows(game: &Simultana, position: &Position) -> [usize; ROWS] {
    const ALL_MEN: usize = 2 * 2 * CELLS;
    let side = position.to_move;
    let mut rows = [0; ROWS];
    let mut at = 0;
    for (from, who) in [(0, side), (1, side.other())] {
        let owner = 2 * side.index() + from;
        for man in position.men[who.index()].cells() {
            rows[at] = owner * CELLS + man;
            at += 1;
        }
        let steps = game.count_moves(&Position { to_move: who, ..*position }) as usize;
        rows[at] = ALL_MEN + owner * (MOST + 1) + steps.min(MOST);
        at += 1;
    }
    rows
}

/// Adds a row to a layer, times a factor.
#[inline]
fn add<const N: usize>(layer: &mut [f32; N], row: &[f32; N], factor: f32) {
    for (unit, weight) in layer.iter_mut().zip(row) {
        *unit += weight * factor;
    }
}

impl Knowledge<Simultana> for Network {
    fn evaluate(&self, game: &Simultana, position: &Position) -> Score {
        (self.logit(game, position) * 100.0).round() as Score
    }
}

impl MoveHints<Simultana> for Network {
    fn slot(&self, _game: &Simultana, mv: Move) -> Option<usize> {
        Some(mv.from as usize * CELLS + mv.to as usize)
    }
}

#[cfg(test)]
mod tests {
    use damier_core::{Indexed, Rng};
    use damier_search::{Path, is_decided, plain};

    use super::*;

    #[test]
    fn the_file_holds_exactly_the_weights() {
        let numbers: Vec<&str> = include_str!("net.txt").split_ascii_whitespace().collect();
        assert!(numbers.iter().all(|word| word.parse::<i32>().is_ok()));
        assert_eq!(numbers.len(), HIDDEN + (WIDE + 1) * NARROW + NARROW + 1);
    }

    #[test]
    fn it_mostly_knows_who_wins() {
        let (game, net) = (Simultana::new(), Network::new());
        let mut rng = Rng::new(6);
        let (mut right, mut known) = (0, 0);
        while known < 200 {
            let drawn = rng.bits() % game.size();
            let position = game.unindex(drawn).unwrap();
            if game.outcome(&position).is_some() {
                continue;
            }
            let truth = plain::minimax(&game, &net, &Path::new(&game, position), 4);
            if is_decided(truth) {
                known += 1;
                right += u32::from((net.evaluate(&game, &position) > 0) == (truth > 0));
            }
        }
        assert!(right >= 160, "{right} of {known}");
    }

    #[test]
    fn learning_depends_on_the_seed_alone_and_learns() {
        use super::super::learn::{draw, error, fit};
        let game = Simultana::new();
        // Not the truth, but something that can be learned from steps and men: more steps are better.
        let steps =
            |position: &Position, side| game.count_moves(&Position { to_move: side, ..*position }) as f32;
        let value = |position: &Position| {
            let (own, other) = (position.to_move, position.to_move.other());
            if steps(position, own) > steps(position, other) { 1.0 } else { 0.0 }
        };
        let samples = draw(&game, 4_000, 3, &value);
        let file = fit(&game, &mut samples.clone(), 3, &mut |_, _| {});
        assert_eq!(file, fit(&game, &mut samples.clone(), 3, &mut |_, _| {}));
        let unseen = draw(&game, 1_000, 4, &value);
        let [learned, empty] = [file.as_str(), ""].map(|file| error(&game, &Network::read(file), &unseen));
        assert!(learned < empty / 4.0, "{learned} {empty}");
    }
}
