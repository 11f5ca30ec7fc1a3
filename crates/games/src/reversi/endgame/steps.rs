//! The moves of a position, and the order in which they are tried.

use super::super::CORNERS;
use super::super::bits::mobility;
use super::super::discs::turned;
use super::super::eval::DISC;
use super::super::probe::probe;
use super::table::Known;
use super::{ODD, Run, lowest};

/// From so many free cells on, moves are ordered by estimates after them, and from so many by searches one ply deeper.
const PROBED: [u32; 4] = [12, 15, 18, 21];
/// What a place to play after the move counts against it, beside estimates of a disc's [`DISC`]th, and alone.
const PLACE: [i32; 2] = [32, 16];

/// A move with the position after it, seen from the side to move there.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub own: u64,
    pub other: u64,
    /// Where the side to move there may play.
    pub moves: u64,
    pub cell: u32,
    /// High first.
    pub rank: i32,
}

/// The place of a position's moves on the stack.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    base: usize,
    pub count: usize,
}

impl Steps {
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.base..self.base + self.count
    }
}

impl Run<'_> {
    /// Puts the moves with the positions after them on the stack.
    pub(super) fn steps(&mut self, own: u64, other: u64, mut moves: u64) -> Steps {
        let base = self.stack.len();
        while moves != 0 {
            let cell = lowest(&mut moves);
            let turned = turned(cell, own, other);
            let (after, before) = (other ^ turned, own | turned | 1 << cell);
            let moves = mobility::<u64, 8>(after, before) & self.board;
            self.stack.push(Step { own: after, other: before, moves, cell, rank: 0 });
        }
        Steps { base, count: self.stack.len() - base }
    }

    /// Takes the moves off the stack.
    pub(super) fn drop_steps(&mut self, steps: Steps) {
        self.stack.truncate(steps.base);
    }

    /// Brings the best of the moves from number `from` on to that place and returns it.
    #[inline]
    pub(super) fn pick(&mut self, steps: Steps, from: usize) -> Step {
        let list = &mut self.stack[steps.range()];
        let mut best = from;
        for at in from + 1..list.len() {
            if list[at].rank > list[best].rank {
                best = at;
            }
        }
        list.swap(from, best);
        list[from]
    }

    /// Guesses which moves are good.
    pub(super) fn rank(&mut self, steps: Steps, known: &Known, parity: u32, free: u32) {
        let odd = ODD[parity as usize & 15];
        let depth = PROBED.iter().position(|&least| free < least).unwrap_or(PROBED.len());
        for at in steps.range() {
            let mut step = self.stack[at];
            let places = step.moves.count_ones() + (step.moves & CORNERS).count_ones();
            step.rank = -(places as i32) * PLACE[usize::from(depth == 0)];
            if depth > 0 {
                let place = (step.own, step.other, step.moves);
                step.rank -=
                    probe(self.evaluation, place, depth as u32 - 1, -65 * DISC, 65 * DISC, &mut self.nodes);
            }
            if odd >> step.cell & 1 == 1 {
                step.rank += 8;
            }
            if CORNERS >> step.cell & 1 == 1 {
                step.rank += 24;
            }
            if known.moves[0] == step.cell as u8 {
                step.rank += 1 << 20;
            } else if known.moves[1] == step.cell as u8 {
                step.rank += 1 << 19;
            }
            self.stack[at] = step;
        }
    }
}
