//! The order in which moves are tried.

use super::super::bits::mobility;
use super::cells::{CORNERS, ODD, lowest, turned};
use super::last::end;
use super::search::Search;

/// From so many free cells on, moves are ordered by estimates after them, and from so many by searches one ply deeper.
const PROBED: [u32; 4] = [10, 13, 16, 20];
/// So many units make a disc.
const DISC: i32 = 16;

/// Each corner with the cell diagonally inside and the two beside it.
const NEAR: [[u64; 3]; 4] = [
    [1, 1 << 7, 1 << 1 | 1 << 6],
    [1 << 5, 1 << 10, 1 << 4 | 1 << 11],
    [1 << 30, 1 << 25, 1 << 24 | 1 << 31],
    [1 << 35, 1 << 28, 1 << 29 | 1 << 34],
];

/// Returns all cells that touch a cell of the set.
#[inline]
fn around(set: u64) -> u64 {
    const LEFT: u64 = !(1 << 5 | 1 << 11 | 1 << 17 | 1 << 23 | 1 << 29 | 1 << 35);
    const RIGHT: u64 = !(1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24 | 1 << 30);
    let row = set | (set & LEFT) << 1 | (set & RIGHT) >> 1;
    row | row << 6 | row >> 6
}

/// Estimates how many units the side to move will be ahead. The weights were set by hand and kept where others took more
/// nodes, on positions with 18 and 22 free cells.
#[inline]
pub(super) fn weigh(own: u64, other: u64, moves: u64, board: u64) -> i32 {
    let count = |set: u64| set.count_ones() as i32;
    let ahead = |set: u64| count(own & set) - count(other & set);
    let free = board & !(own | other);
    let theirs = mobility::<u64, 6>(other, own) & board;
    let mut sum = 20 * (count(moves) - count(theirs));
    sum += 8 * (count(around(other) & free) - count(around(own) & free));
    for [corner, inside, beside] in NEAR {
        if (own | other) & corner == 0 {
            sum -= 40 * ahead(inside) + 16 * ahead(beside);
        } else {
            sum += 96 * ahead(corner) + 24 * ahead(beside) + 8 * ahead(inside);
        }
    }
    sum += 24 * (count(moves & CORNERS) - count(theirs & CORNERS));
    sum
}

impl Search<'_> {
    /// Guesses which moves are good.
    pub(super) fn rank(&mut self, steps: usize, best: u8, parity: u32, free: u32) {
        let odd = ODD[parity as usize & 15];
        let depth = PROBED.iter().position(|&least| free < least).unwrap_or(PROBED.len());
        for at in steps..self.stack.len() {
            let mut step = self.stack[at];
            if depth == 0 {
                let places = step.moves.count_ones() + (step.moves & CORNERS).count_ones();
                step.rank = -(places as i32) * 16;
            } else {
                step.rank = -(step.moves.count_ones() as i32) * 16;
                step.rank -=
                    self.probe(step.own, step.other, step.moves, depth as u32 - 1, -1 << 16, 1 << 16);
            }
            if odd >> step.cell & 1 == 1 {
                step.rank += 8;
            }
            if CORNERS >> step.cell & 1 == 1 {
                step.rank += if depth == 0 { 24 } else { 64 };
            }
            if u32::from(best) == step.cell {
                step.rank += 1 << 20;
            }
            self.stack[at] = step;
        }
    }

    /// Estimates by a search of `depth` plies.
    fn probe(&mut self, own: u64, other: u64, moves: u64, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if moves == 0 {
            let theirs = mobility::<u64, 6>(other, own) & self.board;
            if theirs == 0 {
                return 64 * DISC * end(own, other).signum() + DISC * end(own, other);
            }
            return -self.probe(other, own, theirs, depth, -beta, -alpha);
        }
        if depth == 0 {
            return weigh(own, other, moves, self.board);
        }
        let mut left = moves;
        let mut best = -1 << 16;
        while left != 0 {
            let cell = lowest(&mut left);
            let turned = turned(cell, own, other);
            let (own, other) = (other ^ turned, own | turned | 1 << cell);
            let moves = mobility::<u64, 6>(own, other) & self.board;
            let score = -self.probe(own, other, moves, depth - 1, -beta, -alpha);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
