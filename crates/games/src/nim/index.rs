//! Numbers for positions of few matches: what is left of each heap, and whose turn it is.

use damier_core::{Indexed, Side};

use super::rules::Matches;
use super::{Nim, Position};

/// Heaps of so many positions at most are numbered.
pub(super) const MOST_POSITIONS: u64 = 200_000;

impl Nim {
    /// Returns how many ways there are to leave something of the heaps of the start, or nothing; `None` where there are
    /// more than can be counted.
    pub(super) fn leavings(&self) -> Option<u64> {
        let ways = |[new, burnt]: Matches| (u64::from(new) + 1) * (u64::from(burnt) + 1);
        self.start.iter().try_fold(1u64, |product, &heap| product.checked_mul(ways(heap)))
    }
}

/// A position's number is twice the number of what is left, and one more for Second; what is left is nothing but at the
/// end, and then the winner stands in the place of the leavings.
impl Indexed for Nim {
    fn size(&self) -> u64 {
        2 * (self.leavings().unwrap_or(u64::MAX / 4) + 2)
    }

    fn index(&self, position: &Position) -> u64 {
        let left = match position.winner {
            Some(winner) => self.leavings().unwrap_or(0) + winner.index() as u64,
            None => self.start.iter().zip(&position.heaps).fold(0, |number, (&[new, burnt], &[n, b])| {
                (number * (u64::from(new) + 1) + u64::from(n)) * (u64::from(burnt) + 1) + u64::from(b)
            }),
        };
        2 * left + position.to_move.index() as u64
    }

    fn unindex(&self, index: u64) -> Option<Position> {
        let sides = [Side::First, Side::Second];
        let (mut left, to_move) = (index / 2, sides[(index % 2) as usize]);
        let leavings = self.leavings()?;
        let mut position = Position { heaps: [[0; 2]; super::rules::MOST_HEAPS], to_move, winner: None };
        if let Some(winner) = left.checked_sub(leavings) {
            position.winner = Some(*sides.get(winner as usize)?);
            return Some(position);
        }
        for (heap, &[new, burnt]) in position.heaps.iter_mut().zip(&self.start).rev() {
            heap[1] = (left % (u64::from(burnt) + 1)) as u8;
            left /= u64::from(burnt) + 1;
            heap[0] = (left % (u64::from(new) + 1)) as u8;
            left /= u64::from(new) + 1;
        }
        // Nothing is left only where there is a winner.
        position.heaps.iter().any(|&heap| heap != [0; 2]).then_some(position)
    }
}

#[cfg(test)]
mod tests {
    use damier_core::{Game, Rng};

    use super::*;

    #[test]
    fn numbers_are_read_back() {
        let game = Nim::new(&[[3, 1], [2, 2], [1, 3]]);
        let mut rng = Rng::new(1);
        for _ in 0..100 {
            let mut position = game.start(&mut rng);
            loop {
                let index = game.index(&position);
                assert!(index < game.size());
                assert_eq!(game.unindex(index), Some(position));
                if game.outcome(&position).is_some() {
                    break;
                }
                let mv = game.random_move(&position, &mut rng);
                game.play(&mut position, mv);
            }
        }
    }
}
