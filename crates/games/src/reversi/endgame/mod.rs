//! The end of the game, searched to its last disc: the exact difference of discs for the side to move.
//!
//! A null-window search with a memory. Near the leaves it knows parity and stable discs only; above
//! them it orders moves by what the other side can do after them, and high up by the estimate of a short search.

mod guess;
mod last;
mod stable;
mod steps;
mod table;
#[cfg(test)]
mod tests;

use damier_search::{Budget, Limits};

use super::bits::mobility;
use super::eval::{Evaluation, LEARNED};
use stable::stable;
use steps::Step;
use table::{Known, NONE, Table};

/// The quadrant of each cell, as a bit.
static QUADRANT: [u32; 64] = {
    let mut quadrants = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        quadrants[cell] = 1 << (cell / 32 * 2 + cell % 8 / 4);
        cell += 1;
    }
    quadrants
};

/// The cells of each set of quadrants.
static ODD: [u64; 16] = {
    let mut odd = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut cell = 0;
        while cell < 64 {
            if set & QUADRANT[cell] as usize != 0 {
                odd[set] |= 1 << cell;
            }
            cell += 1;
        }
        set += 1;
    }
    odd
};

/// Takes the lowest cell out of a set that is not empty.
#[inline(always)]
fn lowest(set: &mut u64) -> u32 {
    let cell = set.trailing_zeros();
    *set &= set.wrapping_sub(1);
    cell
}

/// From so many free cells on, positions are remembered.
const HASHED: u32 = 7;
/// From so many free cells on, a node looks for a cut-off among what is known of the positions after it.
const LOOK_AHEAD: u32 = 9;

/// A solver with what it remembers.
#[derive(Debug)]
pub struct Solver {
    table: Table,
}

/// How finished games are scored and how far the board goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The side of the board, up to 8. Smaller boards lie in the upper left corner.
    pub size: u32,
    /// Whether free cells count for the winner, as in tournaments; else they are nobody's.
    pub winner_takes_free: bool,
}

impl Frame {
    /// The usual board and the tournaments' score.
    pub const USUAL: Frame = Frame { size: 8, winner_takes_free: true };

    /// Returns the cells of the board.
    fn board(self) -> u64 {
        let row = (1 << self.size) - 1;
        (0..self.size).fold(0, |set, at| set | row << (8 * at))
    }
}

/// An exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The difference of discs at the end, for the side to move.
    pub score: i32,
    /// The best cell, unless the side to move has none.
    pub best: Option<u32>,
    /// How many positions were visited.
    pub nodes: u64,
}

impl Solver {
    /// Makes a solver whose memory takes at most so many bytes.
    pub fn new(bytes: usize) -> Solver {
        Solver { table: Table::new(bytes) }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Begins a new question: what is remembered of former ones is the first to be forgotten.
    pub fn begin(&mut self) {
        self.table.begin();
    }

    /// Solves a position exactly, however long it takes.
    pub fn solve(&mut self, own: u64, other: u64, frame: Frame) -> Solved {
        self.begin();
        let limits = Limits::nodes(u64::MAX);
        self.exact(own, other, [-64, 64], frame, &Budget::new(&limits)).expect("there is no limit")
    }

    /// Solves a position whose score is known to lie within bounds; `None` where the budget ends it.
    pub fn exact(
        &mut self,
        own: u64,
        other: u64,
        within: [i32; 2],
        frame: Frame,
        budget: &Budget,
    ) -> Option<Solved> {
        let mut run = self.run(frame, budget);
        let score = run.whole(own, other, within);
        let nodes = run.nodes;
        run.ask();
        if run.failed {
            return None;
        }
        let best = run.best(own, other, score)?;
        Some(Solved { score, best, nodes })
    }

    /// Asks whether the side to move gets more than `alpha`; returns a bound above it, or one that is not.
    pub fn more_than(
        &mut self,
        own: u64,
        other: u64,
        alpha: i32,
        frame: Frame,
        budget: &Budget,
    ) -> Option<i32> {
        let mut run = self.run(frame, budget);
        let moves = mobility::<u64, 8>(own, other) & run.board;
        let bound = run.null(own, other, alpha, moves, parity(run.board & !(own | other)));
        run.ask();
        (!run.failed).then_some(bound)
    }

    fn run<'a>(&'a mut self, frame: Frame, budget: &'a Budget<'a>) -> Run<'a> {
        Run {
            table: &mut self.table,
            evaluation: &LEARNED,
            board: frame.board(),
            cells: (frame.size * frame.size) as i32,
            winner_takes_free: frame.winner_takes_free,
            nodes: 0,
            told: 0,
            batch: (budget.left() / 64).clamp(1, 4096),
            budget,
            over: budget.is_over(),
            failed: false,
            stack: Vec::with_capacity(512),
        }
    }
}

/// One search.
struct Run<'a> {
    table: &'a mut Table,
    evaluation: &'a Evaluation,
    board: u64,
    cells: i32,
    winner_takes_free: bool,
    nodes: u64,
    /// The nodes that the budget knows of.
    told: u64,
    /// After so many nodes the budget is told.
    batch: u64,
    budget: &'a Budget<'a>,
    /// Whether to stop; scores mean nothing from then on.
    over: bool,
    /// Whether it did stop before its end.
    failed: bool,
    /// The moves of the positions on the way to the one that is searched.
    stack: Vec<Step>,
}

/// Returns the parity of the free cells in each quadrant.
fn parity(free: u64) -> u32 {
    (0..4)
        .filter(|&quadrant| (free & ODD[1 << quadrant]).count_ones() & 1 == 1)
        .fold(0, |set, at| set | 1 << at)
}

impl Run<'_> {
    /// Returns a bound that is no more than `alpha` where the other's stable discs prove it.
    #[inline]
    fn stable_bound(&self, own: u64, other: u64, alpha: i32, free: u32) -> Option<i32> {
        // Only where there may be enough of them.
        if alpha < 2 * free as i32 - 4 || self.cells < 64 {
            return None;
        }
        let bound = 64 - 2 * stable(other, own).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }

    /// Tells the budget what was spent, and asks whether to go on.
    fn ask(&mut self) {
        self.over |= self.budget.spend(self.nodes - self.told);
        self.told = self.nodes;
    }

    /// Returns what is remembered of a position.
    #[inline]
    fn known(&self, own: u64, other: u64) -> Known {
        self.table.get(own, other).unwrap_or(Known::NOTHING)
    }

    /// Asks whether the side to move can get more than `alpha`; returns a bound on that side of it.
    fn null(&mut self, own: u64, other: u64, alpha: i32, moves: u64, parity: u32) -> i32 {
        let free = (self.board & !(own | other)).count_ones();
        if free < HASHED {
            return self.shallow(own, other, alpha, free, parity);
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
            let moves = mobility::<u64, 8>(other, own) & self.board;
            if moves == 0 {
                return self.end(own, other);
            }
            return -self.null(other, own, -alpha - 1, moves, parity);
        }
        if let Some(bound) = self.stable_bound(own, other, alpha, free) {
            return bound;
        }
        let known = self.known(own, other);
        if i32::from(known.lower) > alpha {
            return i32::from(known.lower);
        }
        if i32::from(known.upper) <= alpha {
            return i32::from(known.upper);
        }
        let before = self.nodes;
        let steps = self.steps(own, other, moves);
        if free >= LOOK_AHEAD {
            for at in steps.range() {
                let step = self.stack[at];
                if let Some(after) = self.table.get(step.own, step.other)
                    && -i32::from(after.upper) > alpha
                {
                    let score = -i32::from(after.upper);
                    self.table.put(own, other, [score, 64], step.cell as u8, 0);
                    self.drop_steps(steps);
                    return score;
                }
            }
        }
        self.rank(steps, &known, parity, free);
        let (mut best, mut best_cell) = (-64 - 1, NONE);
        for at in 0..steps.count {
            let step = self.pick(steps, at);
            let parity = parity ^ QUADRANT[step.cell as usize & 63];
            let score = -self.null(step.own, step.other, -alpha - 1, step.moves, parity);
            if self.failed {
                return alpha;
            }
            if score > best {
                (best, best_cell) = (score, step.cell as u8);
                if score > alpha {
                    break;
                }
            }
        }
        self.drop_steps(steps);
        let cost = (self.nodes - before + 1).ilog2() as u8;
        let bounds = if best > alpha { [best, 64] } else { [-64, best] };
        self.table.put(own, other, bounds, best_cell, cost);
        best
    }

    /// Returns the value, by windows about a guess that widen as long as it is outside.
    fn whole(&mut self, own: u64, other: u64, [low, high]: [i32; 2]) -> i32 {
        let free = (self.board & !(own | other)).count_ones();
        let mut guess = 0;
        if self.cells == 64 && free >= HASHED {
            guess = self.guess(own, other, free.saturating_sub(12).clamp(2, 10));
        }
        guess = guess.clamp(low, high);
        let mut reach = 3;
        let (mut alpha, mut beta) = (guess - reach, guess + reach);
        loop {
            let score = self.exact(own, other, alpha.max(low - 1), beta.min(high + 1));
            if self.failed || alpha < score && score < beta {
                return score;
            }
            reach *= 2;
            (alpha, beta) =
                if score <= alpha { (score - reach, score + 1) } else { (score - 1, score + reach) };
        }
    }

    /// Returns the value if it is between `alpha` and `beta`, else a bound on that side.
    fn exact(&mut self, own: u64, other: u64, mut alpha: i32, beta: i32) -> i32 {
        let free = self.board & !(own | other);
        let parity = parity(free);
        let moves = mobility::<u64, 8>(own, other) & self.board;
        if free.count_ones() < HASHED + 2 || beta - alpha <= 1 {
            return self.narrow(own, other, alpha, beta);
        }
        self.nodes += 1;
        if moves == 0 {
            if mobility::<u64, 8>(other, own) & self.board == 0 {
                return self.end(own, other);
            }
            return -self.exact(other, own, -beta, -alpha);
        }
        let known = self.known(own, other);
        let [lower, upper] = [i32::from(known.lower), i32::from(known.upper)];
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        let (before, first) = (self.nodes, alpha);
        let steps = self.steps(own, other, moves);
        self.rank(steps, &known, parity, free.count_ones());
        let (mut best, mut best_cell) = (-64 - 1, NONE);
        for at in 0..steps.count {
            let step = self.pick(steps, at);
            let parity = parity ^ QUADRANT[step.cell as usize & 63];
            let mut score = alpha + 1;
            if at > 0 {
                score = -self.null(step.own, step.other, -alpha - 1, step.moves, parity);
            }
            if at == 0 || score > alpha && score < beta {
                score = -self.exact(step.own, step.other, -beta, -alpha);
            }
            if self.failed {
                return alpha;
            }
            if score > best {
                (best, best_cell) = (score, step.cell as u8);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.drop_steps(steps);
        let cost = (self.nodes - before + 1).ilog2() as u8;
        let bounds = match () {
            () if best >= beta => [best, 64],
            () if best <= first => [-64, best],
            () => [best, best],
        };
        self.table.put(own, other, bounds, best_cell, cost);
        best
    }

    /// Returns the best cell of a position that was solved, or `None` within where there is a pass; nothing at all where
    /// the budget ends it.
    fn best(&mut self, own: u64, other: u64, score: i32) -> Option<Option<u32>> {
        let moves = mobility::<u64, 8>(own, other) & self.board;
        if moves == 0 {
            return Some(None);
        }
        // What is remembered as best may have been so in another window: make sure of it.
        let known = self.known(own, other);
        let parity = parity(self.board & !(own | other));
        let steps = self.steps(own, other, moves);
        self.rank(steps, &known, parity, 0);
        for at in 0..steps.count {
            let step = self.pick(steps, at);
            let parity = parity ^ QUADRANT[step.cell as usize & 63];
            let bound = -self.null(step.own, step.other, -score, step.moves, parity);
            if self.failed {
                return None;
            }
            if bound >= score {
                return Some(Some(step.cell));
            }
        }
        None
    }

    /// As [`Run::exact`], by null windows alone.
    fn narrow(&mut self, own: u64, other: u64, alpha: i32, beta: i32) -> i32 {
        let parity = parity(self.board & !(own | other));
        let moves = mobility::<u64, 8>(own, other) & self.board;
        let (mut low, mut high) = (alpha.max(-self.cells), beta.min(self.cells));
        while low < high && !self.failed {
            // The score is above `middle` or not.
            let middle = low + (high - low - 1) / 2;
            let score = self.null(own, other, middle, moves, parity);
            if score > middle {
                low = score;
            } else {
                high = score;
            }
        }
        if low >= beta { low } else { high }
    }
}
