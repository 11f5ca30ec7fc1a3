//! The end of a game on the usual board, searched to its last disc by one thread: the exact difference of discs for the
//! side to move.
//!
//! To the null windows that all boards share it adds what is known of stable discs, and a short search that guesses the
//! score and leaves good moves in the memory.

mod guess;
mod table;
#[cfg(test)]
mod tests;
mod windows;

use damier_search::{Budget, Limits};

use super::super::eval::{Evaluation, LEARNED};
use super::ExactScore;
use super::grid::board;
use super::last_plies::LastPlies;
use super::search::{GridSearch, SearchHooks};
use table::EndgameBounds;

/// A solver with what it remembers.
#[derive(Debug)]
pub struct EndgameSolver {
    bounds: EndgameBounds,
}

/// How finished games are scored and how far the board goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameRules {
    /// The side of the board, up to 8. Smaller boards lie in the upper left corner.
    pub size: u32,
    /// Whether free cells count for the winner, as in tournaments; else they are nobody's.
    pub winner_takes_free: bool,
}

impl EndgameRules {
    /// The usual board and the tournaments' score.
    pub const USUAL: EndgameRules = EndgameRules { size: 8, winner_takes_free: true };
}

/// A search of the usual board.
type EndgameSearch<'a> = GridSearch<'a, 8, &'a mut EndgameBounds, Evaluation>;

impl EndgameSolver {
    /// Makes a solver whose memory takes at most so many bytes.
    pub fn new(bytes: usize) -> EndgameSolver {
        EndgameSolver { bounds: EndgameBounds::new(bytes) }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.bounds.clear();
    }

    /// Begins a new question: what is remembered of former ones is the first to be forgotten.
    pub fn begin(&mut self) {
        self.bounds.begin();
    }

    /// Solves a position exactly, however long it takes.
    pub fn solve(&mut self, own: u64, other: u64, rules: EndgameRules) -> ExactScore {
        self.begin();
        let limits = Limits::nodes(u64::MAX);
        self.exact(own, other, [-64, 64], rules, &Budget::new(&limits)).expect("there is no limit")
    }

    /// Solves a position whose score is known to lie within bounds; `None` where the budget ends it.
    pub fn exact(
        &mut self,
        own: u64,
        other: u64,
        within: [i32; 2],
        rules: EndgameRules,
        budget: &Budget,
    ) -> Option<ExactScore> {
        let spend = |nodes| budget.spend(nodes);
        let mut search = self.search(rules, SearchHooks::spending(&spend, budget));
        let score = search.whole(own, other, within);
        if !search.finished() {
            return None;
        }
        let best = search.best(own, other, score)?;
        Some(ExactScore { score, best })
    }

    /// Asks whether the side to move gets more than `alpha`; returns a bound above it, or one that is not. `None` where
    /// the budget ends it.
    pub fn more_than(
        &mut self,
        own: u64,
        other: u64,
        alpha: i32,
        rules: EndgameRules,
        budget: &Budget,
    ) -> Option<i32> {
        let spend = |nodes| budget.spend(nodes);
        self.search(rules, SearchHooks::spending(&spend, budget)).ask(own, other, alpha)
    }

    fn search<'a>(&'a mut self, rules: EndgameRules, hooks: SearchHooks<'a>) -> EndgameSearch<'a> {
        let last_plies = LastPlies::new(board::<8>(rules.size), rules.winner_takes_free);
        GridSearch::new(&mut self.bounds, &*LEARNED, last_plies, hooks, None)
    }
}
