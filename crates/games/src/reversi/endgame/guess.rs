//! A first look at a position before it is solved: a search over the evaluation, deeper step by step. It guesses the
//! score, and leaves good moves in the solver's memory.

use super::super::bits::mobility;
use super::super::eval::DISC;
use super::super::probe::{final_score, probe};
use super::Run;
use super::table::NONE;

/// Below this depth nothing is remembered.
const REMEMBERED: u32 = 3;
const SLOTS: usize = 1 << 15;

/// What was found about a position to some depth.
#[derive(Clone, Copy, Default)]
struct Found {
    own: u64,
    other: u64,
    depth: u32,
    low: i16,
    high: i16,
}

/// The memory of one guess.
pub(super) struct Guess {
    found: Vec<Found>,
}

impl Guess {
    pub(super) fn new() -> Guess {
        Guess { found: vec![Found::default(); SLOTS] }
    }

    fn at(own: u64, other: u64) -> usize {
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        (mixed >> 40) as usize % SLOTS
    }
}

impl Run<'_> {
    /// Guesses the score, in discs, by searches up to `depth` plies.
    pub(super) fn guess(&mut self, own: u64, other: u64, depth: u32) -> i32 {
        let mut memory = Guess::new();
        let moves = mobility::<u64, 8>(own, other);
        let mut score = 0;
        for depth in (depth % 2 + 2..=depth).step_by(2) {
            let (mut low, mut high) = (score - 3 * DISC, score + 3 * DISC);
            loop {
                let found = self.foresee(&mut memory, (own, other, moves), depth, low, high);
                if self.failed {
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
        memory: &mut Guess,
        (own, other, moves): (u64, u64, u64),
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if depth < REMEMBERED {
            return probe(self.evaluation, (own, other, moves), depth, alpha, beta, &mut self.nodes);
        }
        self.nodes += 1;
        if self.nodes - self.told >= self.batch {
            self.ask();
        }
        if self.over {
            self.failed = true;
            return alpha;
        }
        if moves == 0 {
            let theirs = mobility::<u64, 8>(other, own);
            if theirs == 0 {
                return final_score(own, other) * DISC;
            }
            return -self.foresee(memory, (other, own, theirs), depth, -beta, -alpha);
        }
        let slot = Guess::at(own, other);
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
            found = Found { own, other, depth, low: i16::MIN, high: i16::MAX };
        }
        let known = self.known(own, other);
        let steps = self.steps(own, other, moves);
        for at in steps.range() {
            let mut step = self.stack[at];
            let place = (step.own, step.other, step.moves);
            let look = u32::from(depth > 5);
            step.rank = -probe(self.evaluation, place, look, -65 * DISC, 65 * DISC, &mut self.nodes)
                - 8 * step.moves.count_ones() as i32;
            if known.moves[0] == step.cell as u8 {
                step.rank += 1 << 20;
            }
            self.stack[at] = step;
        }
        let (mut best, mut best_cell, mut raised) = (-65 * DISC, NONE, alpha);
        for at in 0..steps.count {
            let step = self.pick(steps, at);
            let place = (step.own, step.other, step.moves);
            let mut score = raised + 1;
            if at > 0 {
                score = -self.foresee(memory, place, depth - 1, -raised - 1, -raised);
            }
            if at == 0 || score > raised && score < beta {
                score = -self.foresee(memory, place, depth - 1, -beta, -raised);
            }
            if self.failed {
                return alpha;
            }
            if score > best {
                (best, best_cell) = (score, step.cell as u8);
                raised = raised.max(score);
                if raised >= beta {
                    break;
                }
            }
        }
        self.drop_steps(steps);
        if best > alpha {
            found.low = best as i16;
            self.table.put(own, other, [-64, 64], best_cell, 0);
        }
        if best < beta {
            found.high = best as i16;
        }
        memory.found[slot] = found;
        best
    }
}
