//! What an engine thinks of a position of Simultana: a small neural network.
//!
//! It has learned from millions of positions whose value is known exactly, since all 9.6 thousand million positions can
//! be solved backwards from those where a side is blocked: a third of them as they are, the others from random games.
//! Its output is the logit of the expected result.

use damier_core::Game;
use damier_search::{Knowledge, Score};

use super::{CELLS, Move, Position, Simultana};

/// The steps that are told apart: so many, or more.
const MOST: usize = 10;
/// What the network is told for either side to move: own men, enemy men, own steps, enemy steps.
const INPUTS: usize = 2 * CELLS + 2 * (MOST + 1);
/// The units of the two hidden layers.
const WIDE: usize = 32;
const NARROW: usize = 16;
/// By how much the weights are multiplied in their file, to be whole numbers.
const SCALE: f32 = 256.0;

/// A network of two hidden layers, whose first has its own weights for each side to move.
pub struct Net {
    /// What each input adds to the first layer, for White to move and for Black.
    inputs: [[[f32; WIDE]; INPUTS]; 2],
    first: [f32; WIDE],
    /// What each unit of the first layer adds to the second.
    between: [[f32; NARROW]; WIDE],
    second: [f32; NARROW],
    last: [f32; NARROW],
    output: f32,
}

impl Net {
    /// Reads the weights that were learned.
    pub fn new() -> Net {
        Net::read(include_str!("net.txt"))
    }

    /// Reads the weights in the order of the fields; numbers that are missing count 0.
    pub fn read(text: &str) -> Net {
        let mut numbers =
            text.split_ascii_whitespace().map(|word| word.parse::<f32>().map_or(0.0, |n| n / SCALE));
        let mut next = || numbers.next().unwrap_or(0.0);
        let mut rows = |count: usize| -> Vec<[f32; WIDE]> {
            (0..count).map(|_| std::array::from_fn(|_| next())).collect()
        };
        let (men, steps) = (2 * CELLS, 2 * (MOST + 1));
        let (men, steps, first) = (rows(2 * men), rows(2 * steps), rows(1));
        let input = |side: usize, at: usize| {
            if at < 2 * CELLS {
                men[side * 2 * CELLS + at]
            } else {
                steps[side * 2 * (MOST + 1) + at - 2 * CELLS]
            }
        };
        Net {
            inputs: std::array::from_fn(|side| std::array::from_fn(|at| input(side, at))),
            first: first[0],
            between: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            second: std::array::from_fn(|_| next()),
            last: std::array::from_fn(|_| next()),
            output: next(),
        }
    }
}

impl Default for Net {
    fn default() -> Net {
        Net::new()
    }
}

/// Adds a row to a layer, times a factor.
#[inline]
fn add<const N: usize>(layer: &mut [f32; N], row: &[f32; N], factor: f32) {
    for (unit, weight) in layer.iter_mut().zip(row) {
        *unit += weight * factor;
    }
}

impl Knowledge<Simultana> for Net {
    fn evaluate(&self, game: &Simultana, position: &Position) -> Score {
        let side = position.to_move;
        let inputs = &self.inputs[side.index()];
        let mut wide = self.first;
        for (from, who) in [(0, side), (1, side.other())] {
            let mut men = position.men[who.index()];
            while men != 0 {
                add(&mut wide, &inputs[from * CELLS + men.trailing_zeros() as usize], 1.0);
                men &= men - 1;
            }
            let steps = game.count_moves(&Position { to_move: who, ..*position }) as usize;
            add(&mut wide, &inputs[2 * CELLS + from * (MOST + 1) + steps.min(MOST)], 1.0);
        }
        let mut narrow = self.second;
        for (unit, row) in wide.iter().zip(&self.between) {
            if *unit > 0.0 {
                add(&mut narrow, row, *unit);
            }
        }
        let output = narrow
            .iter()
            .zip(&self.last)
            .fold(self.output, |sum, (unit, weight)| sum + unit.max(0.0) * weight);
        (output * 100.0).round() as Score
    }

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
        assert_eq!(numbers.len(), (2 * INPUTS + 1) * WIDE + (WIDE + 1) * NARROW + NARROW + 1);
    }

    #[test]
    fn it_mostly_knows_who_wins() {
        let (game, net) = (Simultana::new(), Net::new());
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
}
