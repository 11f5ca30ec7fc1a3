//! A first look at a position before it is solved: a search over the evaluation, deeper step by step. It guesses the
//! score, and leaves good moves in the solver's memory.

use super::super::super::eval::DISC;
use super::super::super::probe::{Estimate, FAR, probe};
use super::super::memory::{BoundsMemory, KnownBounds};
use super::{EndgameBounds, EndgameSearch};

/// Below this depth nothing is remembered.
const REMEMBERED: u32 = 3;
const SLOTS: usize = 1 << 15;

/// What was found about a position to some depth.
#[derive(Clone, Copy, Default)]
struct FoundToDepth {
    own: u64,
    other: u64,
    depth: u32,
    low: i16,
    high: i16,
}

/// The memory of one guess.
pub(super) struct GuessMemory {
    found: Vec<FoundToDepth>,
}

impl GuessMemory {
    fn new() -> GuessMemory {
        GuessMemory { found: vec![FoundToDepth::default(); SLOTS] }
    }

    fn at(own: u64, other: u64) -> usize {
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        (mixed >> 40) as usize % SLOTS
    }
}

impl EndgameSearch<'_> {
    /// Guesses the score, in discs, by searches up to `depth` plies.
    pub(super) fn guess(&mut self, own: u64, other: u64, depth: u32) -> i32 {
        let mut memory = GuessMemory::new();
        let moves = self.last_plies.moves(own, other);
        let mut score = 0;
        for depth in (depth % 2 + 2..=depth).step_by(2) {
            let (mut low, mut high) = (score - 3 * DISC, score + 3 * DISC);
            loop {
                let found = self.foresee(&mut memory, (own, other, moves), depth, [low, high]);
                if self.is_interrupted() {
                    return score / DISC;
                }
                score = found;
                if found <= low && low > -65 * DISC {
                    low = -65 * DISC;
                } else if found >= high && high < 65 * DISC {
                    high = 65 * DISC;
                } else {
                    break;
                }
            }
        }
        score / DISC
    }

    /// As [`probe`], with memory.
    fn foresee(
        &mut self,
        memory: &mut GuessMemory,
        (own, other, moves): (u64, u64, u64),
        depth: u32,
        [alpha, beta]: [i32; 2],
    ) -> i32 {
        if depth < REMEMBERED {
            let position = (own, other, moves);
            return probe(self.estimate, position, depth, alpha, beta, &mut self.last_plies.nodes);
        }
        if self.stops() {
            return alpha;
        }
        if moves == 0 {
            let theirs = self.last_plies.moves(other, own);
            if theirs == 0 {
                return self.estimate.finished(own, other);
            }
            return -self.foresee(memory, (other, own, theirs), depth, [-beta, -alpha]);
        }
        let slot = GuessMemory::at(own, other);
        let mut found = memory.found[slot];
        if found.own == own && found.other == other && found.depth == depth {
            let [low, high] = [i32::from(found.low), i32::from(found.high)];
            if low >= beta || low == high {
                return low;
            }
            if high <= alpha {
                return high;
            }
        } else {
            found = FoundToDepth { own, other, depth, low: i16::MIN, high: i16::MAX };
        }
        let code = <&mut EndgameBounds>::code(own, other);
        let known = self.memory.get(code).unwrap_or(KnownBounds::NOTHING);
        let free = self.last_plies.free(own, other).count_ones();
        let first = self.push_branches(own, other, moves, free);
        for branch in &mut self.branches[first..] {
            let look = u32::from(depth > 5);
            branch.rank =
                -probe(self.estimate, branch.position(), look, -FAR, FAR, &mut self.last_plies.nodes)
                    - 8 * branch.moves.count_ones() as i32;
            if known.best[0] == branch.cell {
                branch.rank += 1 << 20;
            }
        }
        let tried = self.best_by_windows(first, [alpha, beta], |search, branch, window| {
            search.foresee(memory, branch.position(), depth - 1, window)
        });
        let Some((best, best_cell)) = tried else { return alpha };
        self.branches.truncate(first);
        if best > alpha {
            found.low = best as i16;
            self.memory.put(code, KnownBounds::new([-64, 64], best_cell, 0));
        }
        if best < beta {
            found.high = best as i16;
        }
        memory.found[slot] = found;
        best
    }
}
