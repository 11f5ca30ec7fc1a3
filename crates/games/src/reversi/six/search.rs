//! The search itself: null windows with a memory that threads share.
//!
//! All threads search the same tree from its root. Where one of them is busy with a move, the others try the moves after
//! it first; what one finds out, the others read in the table. When a position that a thread is working below is settled
//! by another, it drops what it does there.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::super::bits::mobility;
use super::cells::{QUADRANT, canonical, lowest, parity, turned};
use super::last::end;
use super::table::{Known, MOST, NONE, Table, code};
use super::{Desk, Settled};

/// From so many free cells on, positions are remembered.
const HASHED: u32 = 8;
/// From so many free cells on, a node looks for a cut-off among what is known of the positions after it.
const LOOK_AHEAD: u32 = 10;
/// From so many free cells on, a position stands for its images.
const FOLDED: u32 = 15;
/// From so many free cells on, threads keep out of each other's way.
const SHARED: u32 = 16;
/// Places for the positions that threads are busy with.
const BUSY: usize = 1 << 8;

/// What all threads share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    /// The cells of the board.
    pub board: u64,
    pub desk: Desk<'a>,
    /// The codes of positions that some thread is searching.
    busy: [AtomicU64; BUSY],
    /// Whether some thread has the answer.
    done: AtomicBool,
}

impl<'a> Shared<'a> {
    pub(super) fn new(table: &'a Table, board: u64, desk: Desk<'a>) -> Shared<'a> {
        let busy = [const { AtomicU64::new(u64::MAX) }; BUSY];
        Shared { table, board, desk, busy, done: AtomicBool::new(false) }
    }

    fn busy(&self, code: u64) -> &AtomicU64 {
        &self.busy[code as usize % BUSY]
    }
}

/// From so much on, the logarithm of the nodes, what is known of a position is told.
pub(super) const TOLD: u8 = 20;

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

/// Returns the code under which a position is remembered.
pub(super) fn code_of(board: u64, own: u64, other: u64) -> u64 {
    let fold = board.count_ones() as i32 == MOST && (board & !(own | other)).count_ones() >= FOLDED;
    let (own, other) = if fold { canonical(own, other) } else { (own, other) };
    code(own, other)
}

/// What one thread does.
pub(super) struct Search<'a> {
    shared: &'a Shared<'a>,
    table: &'a Table,
    pub(super) board: u64,
    pub(super) cells: i32,
    pub(super) nodes: u64,
    /// The nodes that were told of.
    told: u64,
    /// Whether to stop: what is returned from then on means nothing.
    over: bool,
    /// How many positions of the path to keep, where one of them was settled by another thread: what is returned until
    /// then means nothing.
    keep: Option<usize>,
    /// The codes of the positions on the way that threads share, and what is asked about them.
    path: Vec<(u64, i32)>,
    /// The moves of the positions on the way to the one that is searched.
    pub(super) stack: Vec<Step>,
}

impl<'a> Search<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Search<'a> {
        Search {
            shared,
            table: shared.table,
            board: shared.board,
            cells: shared.board.count_ones() as i32,
            nodes: 0,
            told: 0,
            over: false,
            keep: None,
            path: Vec::new(),
            stack: Vec::with_capacity(1024),
        }
    }

    /// Asks whether the side to move gets more than `alpha`; returns a bound on that side of it, or `None` where it was
    /// stopped, or where another thread that was asked the same has the answer.
    pub(super) fn ask(&mut self, own: u64, other: u64, alpha: i32) -> Option<i32> {
        let free = self.board & !(own | other);
        let (own, other) = self.seen(own, other, free.count_ones());
        let moves = mobility::<u64, 6>(own, other) & self.board;
        let parity = parity(self.board & !(own | other));
        let bound = self.null(own, other, alpha, (free.count_ones(), moves, parity));
        let _ = (self.shared.desk.spend)(self.nodes - self.told);
        self.told = self.nodes;
        if self.over {
            return None;
        }
        self.shared.done.store(true, Ordering::Relaxed);
        Some(bound)
    }

    /// Returns the image of a position by which it is searched.
    #[inline]
    fn seen(&self, own: u64, other: u64, free: u32) -> (u64, u64) {
        // Boards that are smaller have no symmetry where they lie.
        if free >= FOLDED && self.cells == MOST { canonical(own, other) } else { (own, other) }
    }

    /// Says whether what is returned means nothing.
    fn lost(&self) -> bool {
        self.over || self.keep.is_some()
    }

    /// Looks whether another thread settled a position on the way here.
    fn look_back(&mut self) {
        for (at, &(code, alpha)) in self.path.iter().enumerate() {
            if self.table.get(code).is_some_and(|known| known.lower > alpha || known.upper <= alpha) {
                self.keep = Some(at);
                return;
            }
        }
    }

    /// Asks whether the side to move can get more than `alpha`; returns a bound on that side of it.
    fn null(&mut self, own: u64, other: u64, alpha: i32, (free, moves, parity): (u32, u64, u32)) -> i32 {
        if free < HASHED {
            return self.shallow(own, other, alpha, free, parity);
        }
        self.nodes += 1;
        if self.nodes - self.told >= self.shared.desk.batch {
            self.over |= (self.shared.desk.spend)(self.nodes - self.told);
            self.over |= self.shared.done.load(Ordering::Relaxed);
            self.told = self.nodes;
        }
        if self.over {
            return alpha;
        }
        if moves == 0 {
            let moves = mobility::<u64, 6>(other, own) & self.board;
            if moves == 0 {
                return end(own, other);
            }
            return -self.null(other, own, -alpha - 1, (free, moves, parity));
        }
        let code = code(own, other);
        let known = self.table.get(code).unwrap_or(Known::NOTHING);
        if known.lower > alpha {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        if free >= SHARED {
            self.look_back();
            if self.keep.is_some() {
                return alpha;
            }
            self.path.push((code, alpha));
        }
        let before = self.nodes;
        let steps = self.stack.len();
        self.steps(own, other, moves, free);
        let mut best = self.cut_by_memory(steps, alpha, free);
        if best.is_none() {
            self.rank(steps, known.best, parity, free);
            best = self.moves(steps, alpha, (free, parity), code);
        }
        self.stack.truncate(steps);
        if free >= SHARED {
            self.path.pop();
        }
        let Some((best, cell)) = best else { return alpha };
        let cost = (self.nodes - before + 1).ilog2() as u8;
        let [lower, upper] = if best > alpha { [best, MOST] } else { [-MOST, best] };
        let found = Known { lower, upper, best: cell as u8, cost };
        self.table.put(code, found);
        if cost >= TOLD {
            (self.shared.desk.settled)(Settled { own, other, bounds: [lower, upper] });
        }
        best
    }

    /// Puts the moves with the positions after them on the stack.
    fn steps(&mut self, own: u64, other: u64, mut moves: u64, free: u32) {
        while moves != 0 {
            let cell = lowest(&mut moves);
            let turned = turned(cell, own, other);
            let (own, other) = self.seen(other ^ turned, own | turned | 1 << cell, free - 1);
            let moves = mobility::<u64, 6>(own, other) & self.board;
            self.stack.push(Step { own, other, moves, cell, rank: 0 });
        }
    }

    /// Returns a bound above `alpha` and its move where what is remembered of the positions after the moves has one.
    fn cut_by_memory(&self, steps: usize, alpha: i32, free: u32) -> Option<(i32, u32)> {
        if free < LOOK_AHEAD {
            return None;
        }
        let cut = |step: &Step| {
            let after = self.table.get(code(step.own, step.other))?;
            (-after.upper > alpha).then_some((-after.upper, step.cell))
        };
        self.stack[steps..].iter().find_map(cut)
    }

    /// Tries the moves; returns the best bound and its move, or nothing where it was interrupted.
    fn moves(
        &mut self,
        steps: usize,
        alpha: i32,
        (free, parity): (u32, u32),
        code_here: u64,
    ) -> Option<(i32, u32)> {
        let (mut best, mut best_cell) = (-MOST - 1, u32::from(NONE));
        let mut waiting = self.stack.len();
        let mut at = steps;
        // Moves that another thread is busy with go to the end, once.
        while at < self.stack.len() {
            if at < waiting {
                self.bring_best(at, waiting);
            }
            let step = self.stack[at];
            let share = free > SHARED && step.moves != 0;
            let after = if share { code(step.own, step.other) } else { 0 };
            if share && at > steps && at < waiting && self.shared.busy(after).load(Ordering::Relaxed) == after
            {
                waiting -= 1;
                self.stack.swap(at, waiting);
                continue;
            }
            if share {
                self.shared.busy(after).store(after, Ordering::Relaxed);
            }
            let parity = if free > FOLDED {
                super::cells::parity(self.board & !(step.own | step.other))
            } else {
                parity ^ QUADRANT[step.cell as usize & 63]
            };
            let score = -self.null(step.own, step.other, -alpha - 1, (free - 1, step.moves, parity));
            if share {
                self.shared.busy(after).store(u64::MAX, Ordering::Relaxed);
            }
            if self.lost() {
                // Where it is this position that was settled, the answer is in the table.
                if self.over || free < SHARED || self.keep != Some(self.path.len() - 1) {
                    return None;
                }
                self.keep = None;
                match self.table.get(code_here) {
                    Some(known) if known.lower > alpha => return Some((known.lower, u32::from(known.best))),
                    Some(known) if known.upper <= alpha => return Some((known.upper, u32::from(known.best))),
                    _ => continue,
                }
            }
            if score > best {
                (best, best_cell) = (score, step.cell);
                if score > alpha {
                    break;
                }
            }
            at += 1;
        }
        Some((best, best_cell))
    }

    /// Brings the best of the moves of a range to its beginning.
    #[inline]
    fn bring_best(&mut self, from: usize, to: usize) {
        let list = &mut self.stack[from..to];
        let mut best = 0;
        for at in 1..list.len() {
            if list[at].rank > list[best].rank {
                best = at;
            }
        }
        list.swap(0, best);
    }
}
