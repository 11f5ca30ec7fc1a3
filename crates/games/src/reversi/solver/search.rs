//! The search itself: null windows with a memory.
//!
//! Threads that share a memory search the same tree from its root. Where one of them is busy with a move, the others try
//! the moves after it first; what one finds out, the others read in the memory. When a position that a thread is working
//! below is settled by another, it drops what it does there.

use damier_search::Budget;

use super::super::probe::{Branch, Estimate};
use super::grid::{parity as parity_of, quadrant};
use super::last_plies::LastPlies;
use super::memory::{BoundsMemory, KnownBounds, NO_CELL};
use super::symmetry::image;
use super::team::Team;
use super::tuning::Tuning;

/// From so many free cells on, threads keep out of each other's way.
const SHARED: u32 = 16;
/// Bounds that cost so much, as the logarithm of the nodes, are handed to [`SearchHooks::proven`].
pub(super) const COSTLY: u8 = 20;

/// Bounds of a position's score that took long to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenBounds {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
    /// The score is at least and at most this.
    pub bounds: [i32; 2],
}

/// What a search calls on its way. Several threads may call at once.
#[derive(Clone, Copy)]
pub struct SearchHooks<'a> {
    /// Takes the nodes since the last call and says whether to stop.
    pub spend: &'a (dyn Fn(u64) -> bool + Sync),
    /// Takes bounds that took a million nodes and more.
    pub proven: &'a (dyn Fn(ProvenBounds) + Sync),
    /// After so many nodes a thread calls `spend`.
    pub batch: u64,
}

impl<'a> SearchHooks<'a> {
    /// Makes hooks that spend a budget, for one thread. `spend` is the budget's.
    pub(super) fn spending(spend: &'a (dyn Fn(u64) -> bool + Sync), budget: &Budget) -> SearchHooks<'a> {
        let batch = if budget.is_over() { 1 } else { (budget.left() / 64).clamp(1, 4096) };
        SearchHooks { spend, proven: &|_| (), batch }
    }
}

/// Why what a search returns means nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Interruption {
    /// It was told to stop.
    Stopped,
    /// Another thread settled the position with this number on the path.
    Settled(usize),
}

/// One thread's search of positions on a grid whose side is `SIDE`.
pub(super) struct GridSearch<'a, const SIDE: u32, M, E> {
    pub memory: M,
    pub estimate: &'a E,
    pub last_plies: LastPlies<SIDE>,
    hooks: SearchHooks<'a>,
    /// The threads that search together, if there may be several.
    team: Option<&'a Team>,
    /// The nodes that the hooks know of.
    spent: u64,
    /// Whether to stop.
    over: bool,
    interruption: Option<Interruption>,
    /// The codes of the positions on the way that threads share, and what is asked about them.
    path: Vec<(u64, i32)>,
    /// The moves of the positions on the way to the one that is searched.
    pub branches: Vec<Branch>,
}

impl<'a, const SIDE: u32, M: BoundsMemory, E: Estimate<SIDE>> GridSearch<'a, SIDE, M, E> {
    pub(super) const TUNING: Tuning = Tuning::of(SIDE);
    /// The greatest score.
    pub(super) const MOST: i32 = (SIDE * SIDE) as i32;

    pub(super) fn new(
        memory: M,
        estimate: &'a E,
        last_plies: LastPlies<SIDE>,
        hooks: SearchHooks<'a>,
        team: Option<&'a Team>,
    ) -> GridSearch<'a, SIDE, M, E> {
        GridSearch {
            memory,
            estimate,
            last_plies,
            hooks,
            team,
            spent: 0,
            over: false,
            interruption: None,
            path: Vec::new(),
            branches: Vec::with_capacity(512),
        }
    }

    /// Asks whether the side to move gets more than `alpha`; returns a bound on that side of it, or `None` where it was
    /// stopped, or where another thread that was asked the same has the answer.
    pub(super) fn ask(&mut self, own: u64, other: u64, alpha: i32) -> Option<i32> {
        let free = self.last_plies.free(own, other).count_ones();
        let (own, other) = image::<SIDE>((own, other), free, self.last_plies.cells);
        let bound = self.null_window_of(own, other, alpha);
        self.finished().then_some(bound)
    }

    /// Spends the last nodes. Says whether the search went on to its end.
    pub(super) fn finished(&mut self) -> bool {
        self.spend();
        let finished = !self.is_interrupted();
        if finished && let Some(team) = self.team {
            team.answer();
        }
        finished
    }

    /// Spends the nodes since the last time, and asks whether to go on.
    fn spend(&mut self) {
        self.over |= (self.hooks.spend)(self.last_plies.nodes - self.spent);
        self.spent = self.last_plies.nodes;
    }

    /// Visits a node. Says whether the search is to stop there.
    #[inline]
    pub(super) fn stops(&mut self) -> bool {
        self.last_plies.nodes += 1;
        if self.last_plies.nodes - self.spent >= self.hooks.batch {
            self.spend();
            self.over |= self.team.is_some_and(Team::is_answered);
        }
        if self.over {
            self.interruption = Some(Interruption::Stopped);
        }
        self.over
    }

    /// Says whether what is returned means nothing.
    #[inline]
    pub(super) fn is_interrupted(&self) -> bool {
        self.interruption.is_some()
    }

    /// Looks whether another thread settled a position on the way here.
    fn look_back(&mut self) {
        let settled = |&(code, alpha): &(u64, i32)| {
            self.memory.get(code).is_some_and(|known| known.decides(alpha).is_some())
        };
        if let Some(at) = self.path.iter().position(settled) {
            self.interruption = Some(Interruption::Settled(at));
        }
    }

    /// As [`GridSearch::null_window`], of discs alone.
    pub(super) fn null_window_of(&mut self, own: u64, other: u64, alpha: i32) -> i32 {
        let free = self.last_plies.free(own, other);
        let moves = self.last_plies.moves(own, other);
        self.null_window(own, other, alpha, (free.count_ones(), moves, parity_of::<SIDE>(free)))
    }

    /// Asks whether the side to move can get more than `alpha`; returns a bound on that side of it. Of the position it is
    /// given the number of free cells, the moves, and the quadrants with an odd number of free cells.
    pub(super) fn null_window(
        &mut self,
        own: u64,
        other: u64,
        alpha: i32,
        (free, moves, parity): (u32, u64, u32),
    ) -> i32 {
        if free < const { Self::TUNING.remembered } {
            return self.last_plies.search(own, other, alpha, free, parity);
        }
        if self.stops() {
            return alpha;
        }
        if moves == 0 {
            let moves = self.last_plies.moves(other, own);
            if moves == 0 {
                return self.last_plies.end(own, other);
            }
            return -self.null_window(other, own, -alpha - 1, (free, moves, parity));
        }
        if let Some(bound) = self.last_plies.stable_bound(own, other, alpha, free) {
            return bound;
        }
        let code = M::code(own, other);
        let known = self.memory.get(code).unwrap_or(KnownBounds::NOTHING);
        if let Some(bound) = known.decides(alpha) {
            return bound;
        }
        let shared = self.team.is_some() && free >= SHARED;
        if shared {
            self.look_back();
            if self.is_interrupted() {
                return alpha;
            }
            self.path.push((code, alpha));
        }
        let before = self.last_plies.nodes;
        let first = self.push_branches(own, other, moves, free);
        let mut best = self.cut_by_memory(first, alpha, free);
        if best.is_none() {
            self.rank(first, &known, parity, free);
            best = self.best_branch(first, alpha, (free, parity), code);
        }
        self.branches.truncate(first);
        if shared {
            self.path.pop();
        }
        let Some((best, cell)) = best else { return alpha };
        let cost = (self.last_plies.nodes - before + 1).ilog2() as u8;
        let bounds = if best > alpha { [best, Self::MOST] } else { [-Self::MOST, best] };
        self.memory.put(code, KnownBounds::new(bounds, cell, cost));
        if cost >= COSTLY {
            (self.hooks.proven)(ProvenBounds { own, other, bounds });
        }
        best
    }

    /// Returns a bound above `alpha` and its move where what is remembered of the positions after the moves has one.
    fn cut_by_memory(&self, first: usize, alpha: i32, free: u32) -> Option<(i32, u8)> {
        if free < const { Self::TUNING.look_ahead } {
            return None;
        }
        self.branches[first..].iter().find_map(|branch| {
            let after = self.memory.get(M::code(branch.own, branch.other))?;
            (-after.upper > alpha).then_some((-after.upper, branch.cell))
        })
    }

    /// Tries the moves from `first` on of the position with this code; returns the best bound and its move, or nothing
    /// where it was interrupted.
    fn best_branch(
        &mut self,
        first: usize,
        alpha: i32,
        (free, parity): (u32, u32),
        code: u64,
    ) -> Option<(i32, u8)> {
        let (mut best, mut best_cell) = (-Self::MOST - 1, NO_CELL);
        let mut waiting = self.branches.len();
        let mut at = first;
        while at < self.branches.len() {
            if at < waiting {
                self.bring_best(at, waiting);
            }
            let branch = self.branches[at];
            let team = self.team.filter(|_| free > SHARED && branch.moves != 0);
            let team = team.map(|team| (team, M::code(branch.own, branch.other)));
            if let Some((team, after)) = team {
                // Moves that another thread is busy with go to the end, once.
                if at > first && at < waiting && team.is_busy_with(after) {
                    waiting -= 1;
                    self.branches.swap(at, waiting);
                    continue;
                }
                team.begin(after);
            }
            let score = -self.null_window_after(&branch, -alpha - 1, free, parity);
            if let Some((team, after)) = team {
                team.leave(after);
            }
            if self.is_interrupted() {
                // Where it is this position that was settled, the answer is in the memory.
                let here = self.path.len().checked_sub(1).map(Interruption::Settled);
                if free < SHARED || self.interruption != here {
                    return None;
                }
                self.interruption = None;
                let known = self.memory.get(code);
                let Some(bound) = known.and_then(|known| known.decides(alpha)) else { continue };
                return Some((bound, known.map_or(NO_CELL, |known| known.best[0])));
            }
            if score > best {
                (best, best_cell) = (score, branch.cell);
                if score > alpha {
                    break;
                }
            }
            at += 1;
        }
        Some((best, best_cell))
    }

    /// As [`GridSearch::null_window`], of the position after a move where `free` cells were free and the quadrants of `parity` odd.
    #[inline]
    pub(super) fn null_window_after(&mut self, branch: &Branch, alpha: i32, free: u32, parity: u32) -> i32 {
        let &Branch { own, other, moves, cell, .. } = branch;
        let image = const { Self::TUNING.images }.is_some_and(|least| free > least);
        let parity = if image {
            parity_of::<SIDE>(self.last_plies.free(own, other))
        } else {
            parity ^ quadrant::<SIDE>(cell.into())
        };
        self.null_window(own, other, alpha, (free - 1, moves, parity))
    }
}
