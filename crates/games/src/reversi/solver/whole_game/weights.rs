//! What a position of a small board is worth, for the order of moves.

use super::super::super::bits::{corners, mobility, near_corners};
use super::super::super::probe::Estimate;

/// So many units make a disc.
const DISC: i32 = 16;

/// Returns all cells that touch a cell of the set.
#[inline]
fn touched(set: u64) -> u64 {
    const LEFT: u64 = !(1 << 5 | 1 << 11 | 1 << 17 | 1 << 23 | 1 << 29 | 1 << 35);
    const RIGHT: u64 = !(1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24 | 1 << 30);
    let row = set | (set & LEFT) << 1 | (set & RIGHT) >> 1;
    row | row << 6 | row >> 6
}

/// An estimate by weights that were set by hand and kept where others took more nodes, on positions with 18 and 22 free
/// cells.
#[derive(Debug)]
pub(super) struct HandWeights {
    /// The cells of the board.
    pub board: u64,
}

impl Estimate<6> for HandWeights {
    #[inline]
    fn board(&self) -> u64 {
        self.board
    }

    #[inline]
    fn ahead(&self, own: u64, other: u64, moves: u64) -> i32 {
        const CORNERS: u64 = corners(6) as u64;
        let count = |set: u64| set.count_ones() as i32;
        let ahead = |set: u64| count(own & set) - count(other & set);
        let free = self.board & !(own | other);
        let theirs = mobility::<u64, 6>(other, own) & self.board;
        let mut sum = 20 * (count(moves) - count(theirs));
        sum += 8 * (count(touched(other) & free) - count(touched(own) & free));
        for near in const { &near_corners(6) } {
            let [corner, diagonal, beside] = [near.corner, near.diagonal, near.beside].map(|set| set as u64);
            if (own | other) & corner == 0 {
                sum -= 40 * ahead(diagonal) + 16 * ahead(beside);
            } else {
                sum += 96 * ahead(corner) + 24 * ahead(beside) + 8 * ahead(diagonal);
            }
        }
        sum + 24 * (count(moves & CORNERS) - count(theirs & CORNERS))
    }

    #[inline]
    fn finished(&self, own: u64, other: u64) -> i32 {
        let score = own.count_ones() as i32 - other.count_ones() as i32;
        64 * DISC * score.signum() + DISC * score
    }
}
