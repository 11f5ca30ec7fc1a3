//! From bounds to a score: windows about a guess, and within them the search that looks for values.

use super::super::super::probe::{Branch, FAR};
use super::super::grid::parity;
use super::super::memory::{BoundsMemory, KnownBounds, NO_CELL};
use super::EndgameSearch;

/// From so many free cells on, values are looked for by more than null windows.
const WINDOWS: u32 = 9;

impl EndgameSearch<'_> {
    /// Returns the value, by windows about a guess that widen as long as it is outside.
    pub(super) fn whole(&mut self, own: u64, other: u64, [low, high]: [i32; 2]) -> i32 {
        let free = self.last_plies.free(own, other).count_ones();
        let mut guess = 0;
        if self.last_plies.cells == 64 && free >= Self::TUNING.remembered {
            guess = self.guess(own, other, free.saturating_sub(12).clamp(2, 10));
        }
        guess = guess.clamp(low, high);
        let mut reach = 3;
        let (mut alpha, mut beta) = (guess - reach, guess + reach);
        loop {
            let score = self.exact(own, other, alpha.max(low - 1), beta.min(high + 1));
            if self.is_interrupted() || alpha < score && score < beta {
                return score;
            }
            reach *= 2;
            (alpha, beta) =
                if score <= alpha { (score - reach, score + 1) } else { (score - 1, score + reach) };
        }
    }

    /// Returns the value if it is between `alpha` and `beta`, else a bound on that side.
    fn exact(&mut self, own: u64, other: u64, alpha: i32, beta: i32) -> i32 {
        let free = self.last_plies.free(own, other);
        if free.count_ones() < WINDOWS || beta - alpha <= 1 {
            return self.narrow(own, other, alpha, beta);
        }
        let moves = self.last_plies.moves(own, other);
        self.last_plies.nodes += 1;
        if moves == 0 {
            if self.last_plies.moves(other, own) == 0 {
                return self.last_plies.end(own, other);
            }
            return -self.exact(other, own, -beta, -alpha);
        }
        let code = <&mut super::EndgameBounds>::code(own, other);
        let known = self.memory.get(code).unwrap_or(KnownBounds::NOTHING);
        if known.lower >= beta || known.lower == known.upper {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        let before = self.last_plies.nodes;
        let (free, parity) = (free.count_ones(), parity::<8>(free));
        let first = self.push_branches(own, other, moves, free);
        self.rank(first, &known, parity, free);
        let found = self.best_by_windows(first, [alpha, beta], |search, branch, [alpha, beta]| {
            if beta - alpha == 1 {
                search.null_window_after(branch, alpha, free, parity)
            } else {
                search.exact(branch.own, branch.other, alpha, beta)
            }
        });
        let Some((best, best_cell)) = found else { return alpha };
        self.branches.truncate(first);
        let cost = (self.last_plies.nodes - before + 1).ilog2() as u8;
        let bounds = if best >= beta {
            [best, Self::MOST]
        } else if best <= alpha {
            [-Self::MOST, best]
        } else {
            [best, best]
        };
        self.memory.put(code, KnownBounds::new(bounds, best_cell, cost));
        best
    }

    /// Tries the moves from `first` on, the first of them with the whole window and the others with a null window as long
    /// as they do not prove better; returns the best score and its move, or nothing where it was interrupted.
    pub(super) fn best_by_windows(
        &mut self,
        first: usize,
        [mut alpha, beta]: [i32; 2],
        mut search: impl FnMut(&mut Self, &Branch, [i32; 2]) -> i32,
    ) -> Option<(i32, u8)> {
        let (mut best, mut best_cell) = (-FAR, NO_CELL);
        for at in first..self.branches.len() {
            let branch = self.bring_best(at, self.branches.len());
            let mut score = alpha + 1;
            if at > first {
                score = -search(self, &branch, [-alpha - 1, -alpha]);
            }
            if at == first || score > alpha && score < beta {
                score = -search(self, &branch, [-beta, -alpha]);
            }
            if self.is_interrupted() {
                return None;
            }
            if score > best {
                (best, best_cell) = (score, branch.cell);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        Some((best, best_cell))
    }

    /// As [`EndgameSearch::exact`], by null windows alone.
    fn narrow(&mut self, own: u64, other: u64, alpha: i32, beta: i32) -> i32 {
        let free = self.last_plies.free(own, other);
        let known = (free.count_ones(), self.last_plies.moves(own, other), parity::<8>(free));
        let (mut low, mut high) = (alpha.max(-self.last_plies.cells), beta.min(self.last_plies.cells));
        while low < high && !self.is_interrupted() {
            // The score is above `middle` or not.
            let middle = low + (high - low - 1) / 2;
            let score = self.null_window(own, other, middle, known);
            if score > middle {
                low = score;
            } else {
                high = score;
            }
        }
        if low >= beta { low } else { high }
    }

    /// Returns the best cell of a position that was solved, or `None` within where there is a pass; nothing at all where
    /// the budget ends it.
    pub(super) fn best(&mut self, own: u64, other: u64, score: i32) -> Option<Option<usize>> {
        let moves = self.last_plies.moves(own, other);
        if moves == 0 {
            return Some(None);
        }
        // What is remembered as best may have been so in another window: make sure of it.
        let code = <&mut super::EndgameBounds>::code(own, other);
        let known = self.memory.get(code).unwrap_or(KnownBounds::NOTHING);
        let free = self.last_plies.free(own, other);
        let (count, parity) = (free.count_ones(), parity::<8>(free));
        let first = self.push_branches(own, other, moves, count);
        self.rank(first, &known, parity, 0);
        for at in first..self.branches.len() {
            let branch = self.bring_best(at, self.branches.len());
            let bound = -self.null_window_after(&branch, -score, count, parity);
            if self.is_interrupted() {
                return None;
            }
            if bound >= score {
                return Some(Some(branch.cell.into()));
            }
        }
        None
    }
}
