//! Whole games on boards of up to 6 × 6: the exact difference of discs, free cells being nobody's.
//!
//! A null-window search over a memory that threads share. Positions with many free cells stand for their images under
//! the symmetries of the square. Near the leaves it knows parity only; above them it orders moves by what the other side
//! can do after them, and high up by the estimate of a short search.

mod cells;
mod last;
mod order;
mod search;
mod table;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering};

use damier_search::Budget;

use super::bits::{Word, mobility};
use cells::{SIDE, lowest, turned};
use search::{Search, Shared};
use table::{Known, Table, code};

/// A solver with what it remembers.
#[derive(Debug)]
pub struct Solver {
    table: Table,
    /// The cells of the board.
    board: u64,
    bytes: u64,
}

/// Bounds of a position's score that took long to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
    /// The score is at least and at most this.
    pub bounds: [i32; 2],
}

/// An exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The difference of discs at the end, for the side to move.
    pub score: i32,
    /// The best cell, unless the side to move has none.
    pub best: Option<u32>,
}

/// Whom a search asks and tells. Both may be called by several threads at once.
#[derive(Clone, Copy)]
pub struct Desk<'a> {
    /// Hears of the nodes since the last time, every few thousand of them: says whether to stop.
    pub spend: &'a (dyn Fn(u64) -> bool + Sync),
    /// Hears of positions that took a million nodes and more.
    pub settled: &'a (dyn Fn(Settled) + Sync),
    /// After so many nodes a thread calls `spend`.
    pub batch: u64,
}

impl<'a> Desk<'a> {
    /// Spends a budget, on one thread, and tells nobody.
    fn of(spend: &'a (dyn Fn(u64) -> bool + Sync), budget: &Budget) -> Desk<'a> {
        Desk { spend, settled: &|_| (), batch: (budget.left() / 64).clamp(1, 4096) }
    }
}

impl Solver {
    /// Returns the bytes that a solver takes whose memory is to take at most `bytes`: 32 MiB at least.
    pub fn bytes(bytes: u64) -> u64 {
        Table::fitting(bytes)
    }

    /// Makes a solver for a board of `side` × `side`, 6 at most, whose memory takes at most `bytes`, or 32 MiB if that is
    /// more.
    ///
    /// # Panics
    /// If the board is larger.
    pub fn new(side: u32, bytes: u64) -> Solver {
        assert!(side <= SIDE, "a board of {side} × {side} is too large");
        let row = (1 << side) - 1;
        let board = (0..side).fold(0, |set, at| set | row << (SIDE * at));
        Solver { table: Table::new(bytes), board, bytes }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.table = Table::new(self.bytes);
    }

    /// Remembers what was found out at another time.
    pub fn learn(&self, settled: &Settled) {
        let [lower, upper] = settled.bounds;
        let known = Known { lower, upper, best: table::NONE, cost: search::TOLD };
        self.table.put(code(settled.own, settled.other), known);
    }

    /// Asks whether the side to move gets more than `alpha`; returns a bound above it, or one that is not. `None` where
    /// the budget ends it.
    pub fn more_than(&self, own: u64, other: u64, alpha: i32, budget: &Budget) -> Option<i32> {
        let spend = |nodes| budget.spend(nodes);
        self.ask(own, other, alpha, Desk::of(&spend, budget), |search| search())
    }

    /// Asks whether the side to move gets more than `alpha`; returns a bound above it, or one that is not. `None` where
    /// it was stopped. `start` is given what a thread is to do: it calls it in as many threads as it likes and returns
    /// what one of them returned that did return something.
    pub fn ask(
        &self,
        own: u64,
        other: u64,
        alpha: i32,
        desk: Desk,
        start: impl FnOnce(&(dyn Fn() -> Option<i32> + Sync)) -> Option<i32>,
    ) -> Option<i32> {
        let shared = Shared::new(&self.table, self.board, desk);
        start(&|| Search::new(&shared).ask(own, other, alpha))
    }

    /// Solves a position whose score is known to lie within bounds; `None` where the budget ends it.
    pub fn exact(&self, own: u64, other: u64, within: [i32; 2], budget: &Budget) -> Option<Solved> {
        let score = narrow(within, 0, |alpha| self.more_than(own, other, alpha, budget))?;
        let best =
            self.best(own, other, score, |own, other, alpha| self.more_than(own, other, alpha, budget))?;
        Some(Solved { score, best })
    }

    /// Returns a best cell of a position with this score, `None` within where the side to move has none. `ask` is asked
    /// as in [`Solver::more_than`], and what it does not answer ends this too.
    pub fn best(
        &self,
        own: u64,
        other: u64,
        score: i32,
        mut ask: impl FnMut(u64, u64, i32) -> Option<i32>,
    ) -> Option<Option<u32>> {
        let mut after = self.after(own, other);
        if after.is_empty() {
            return Some(None);
        }
        // Those that are known to be as good come first, then the others in the order in which they look good.
        let known = |own, other| self.table.get(search::code_of(self.board, own, other));
        after.sort_by_key(|&(_, own, other)| {
            let known = known(own, other).unwrap_or(Known::NOTHING);
            (known.upper > -score, known.lower > -score, known.upper)
        });
        for (cell, own, other) in after {
            if -ask(own, other, -score)? >= score {
                return Some(Some(cell));
            }
        }
        unreachable!("some move has the score of its position")
    }

    /// Returns the cells where the side to move may play, each with the position after it: the discs of the side to move
    /// there and the others.
    pub fn after(&self, own: u64, other: u64) -> Vec<(u32, u64, u64)> {
        let mut moves = mobility::<u64, SIDE>(own, other) & self.board;
        let mut after = Vec::new();
        while moves != 0 {
            let cell = lowest(&mut moves);
            let turned = turned(cell, own, other);
            after.push((cell, other ^ turned, own | turned | 1 << cell));
        }
        after
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

/// Returns the least of the images of a position under the symmetries of the square; on 6 × 6 only.
pub fn canonical(own: u64, other: u64) -> (u64, u64) {
    cells::canonical(own, other)
}

/// Returns a set of cells as the solver wants it: rows of six.
pub fn spread<W: Word, const SIZE: u32>(mut set: W) -> u64 {
    let mut moved = 0;
    while set != W::NONE {
        let cell = set.lowest();
        moved |= 1 << (cell / SIZE * SIDE + cell % SIZE);
        set = set.rest();
    }
    moved
}

/// Returns the number that one of the solver's cells has on a board of `SIZE` × `SIZE`.
pub fn cell<const SIZE: u32>(cell: u32) -> u32 {
    cell / SIDE * SIZE + cell % SIDE
}

/// Counts nodes that threads spend.
#[derive(Debug, Default)]
pub struct Nodes(AtomicU64);

impl Nodes {
    /// Adds nodes and returns how many there were before.
    pub fn add(&self, nodes: u64) -> u64 {
        self.0.fetch_add(nodes, Ordering::Relaxed)
    }

    /// Returns how many there are.
    pub fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
