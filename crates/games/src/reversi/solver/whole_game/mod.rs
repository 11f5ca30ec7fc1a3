//! Whole games on boards of up to 6 × 6, searched by any number of threads: the exact difference of discs, free cells being
//! nobody's.

mod table;
#[cfg(test)]
mod tests;
mod weights;

use damier_search::Budget;

use super::super::bits::mobility;
use super::super::probe::{Branch, each_branch};
use super::ExactScore;
use super::grid::board;
use super::last_plies::LastPlies;
use super::memory::{BoundsMemory, KnownBounds, NO_CELL};
use super::search::{COSTLY, GridSearch, ProvenBounds, SearchHooks};
use super::symmetry::image;
use super::team::Team;
use table::SharedBounds;
use weights::HandWeights;

/// The greatest score.
const MOST: i32 = 36;

/// A solver with what it remembers.
#[derive(Debug)]
pub struct WholeGameSolver {
    bounds: SharedBounds,
    /// The cells of the board.
    board: u64,
    bytes: u64,
}

impl WholeGameSolver {
    /// Returns the bytes that a solver takes whose memory is to take at most `bytes`: 32 MiB at least.
    pub fn bytes(bytes: u64) -> u64 {
        SharedBounds::fitting(bytes)
    }

    /// Makes a solver for a board of `size` × `size`, 6 at most, whose memory takes at most `bytes`, or 32 MiB if that is
    /// more.
    ///
    /// # Panics
    /// If the board is larger.
    pub fn new(size: u32, bytes: u64) -> WholeGameSolver {
        assert!(size <= 6, "a board of {size} × {size} is too large");
        WholeGameSolver { bounds: SharedBounds::new(bytes), board: board::<6>(size), bytes }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.bounds = SharedBounds::new(self.bytes);
    }

    /// Remembers what was proven at another time.
    pub fn learn(&self, ProvenBounds { own, other, bounds }: ProvenBounds) {
        let mut memory = &self.bounds;
        memory.put(<&SharedBounds>::code(own, other), KnownBounds::new(bounds, NO_CELL, COSTLY));
    }

    /// Asks whether the side to move gets more than `alpha`; returns a bound above it, or one that is not. `None` where
    /// the budget ends it.
    pub fn more_than(&self, own: u64, other: u64, alpha: i32, budget: &Budget) -> Option<i32> {
        let spend = |nodes| budget.spend(nodes);
        self.ask(own, other, alpha, SearchHooks::spending(&spend, budget), |search| search())
    }

    /// Asks whether the side to move gets more than `alpha`; returns a bound above it, or one that is not. `None` where
    /// it was stopped. `start` is given what a thread is to do: it calls it in as many threads as it likes and returns
    /// what one of them returned that did return something.
    pub fn ask(
        &self,
        own: u64,
        other: u64,
        alpha: i32,
        hooks: SearchHooks,
        start: impl FnOnce(&(dyn Fn() -> Option<i32> + Sync)) -> Option<i32>,
    ) -> Option<i32> {
        let (team, weights) = (Team::new(), HandWeights { board: self.board });
        start(&|| {
            let last_plies = LastPlies::new(self.board, false);
            GridSearch::new(&self.bounds, &weights, last_plies, hooks, Some(&team)).ask(own, other, alpha)
        })
    }

    /// Solves a position whose score is known to lie within bounds; `None` where the budget ends it.
    pub fn exact(&self, own: u64, other: u64, within: [i32; 2], budget: &Budget) -> Option<ExactScore> {
        let score = narrow(within, 0, |alpha| self.more_than(own, other, alpha, budget))?;
        let best =
            self.best(own, other, score, |own, other, alpha| self.more_than(own, other, alpha, budget))?;
        Some(ExactScore { score, best })
    }

    /// Returns a best cell of a position with this score, `None` within where the side to move has none. `ask` is asked
    /// as in [`WholeGameSolver::more_than`], and what it does not answer ends this too.
    pub fn best(
        &self,
        own: u64,
        other: u64,
        score: i32,
        mut ask: impl FnMut(u64, u64, i32) -> Option<i32>,
    ) -> Option<Option<usize>> {
        let mut branches = Vec::new();
        let moves = mobility::<u64, 6>(own, other) & self.board;
        each_branch::<6>(own, other, moves, |branch| branches.push(branch));
        if branches.is_empty() {
            return Some(None);
        }
        // Those that are known to be as good come first, then the others in the order in which they look good.
        branches.sort_by_key(|branch| {
            let known = self.known(branch).unwrap_or(KnownBounds::new([-MOST, MOST], NO_CELL, 0));
            (known.upper > -score, known.lower > -score, known.upper)
        });
        for branch in branches {
            if -ask(branch.own, branch.other, -score)? >= score {
                return Some(Some(branch.cell.into()));
            }
        }
        unreachable!("some move has the score of its position")
    }

    /// Returns what is remembered of the position after a move.
    fn known(&self, &Branch { own, other, .. }: &Branch) -> Option<KnownBounds> {
        let free = (self.board & !(own | other)).count_ones();
        let (own, other) = image::<6>((own, other), free, self.board.count_ones() as i32);
        let memory = &self.bounds;
        memory.get(<&SharedBounds>::code(own, other))
    }
}

/// Returns a score that lies within bounds, by questions whether it is more than something. The first two make sure of a
/// guess; where it was wrong, steps that grow lead to bounds on both sides, and halves to the score. A question's answer
/// is a bound, above or not; what is not answered ends it.
pub fn narrow(within: [i32; 2], guess: i32, mut more_than: impl FnMut(i32) -> Option<i32>) -> Option<i32> {
    let [mut low, mut high] = within;
    let mut step = 0;
    while low < high {
        let alpha = match (low > within[0], high < within[1]) {
            (false, false) => guess - 1,
            (true, false) => low + step,
            (false, true) => high - 1 - step,
            (true, true) => low + (high - low - 1) / 2,
        };
        let alpha = alpha.clamp(low, high - 1);
        let bound = more_than(alpha)?;
        if bound > alpha {
            low = bound;
        } else {
            high = bound;
        }
        step = if step == 0 && low == guess { 0 } else { 2 * step + 1 };
    }
    Some(low)
}
