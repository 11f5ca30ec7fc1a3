//! The last plies: searches for one to a handful of free cells, without lists of moves and without memory.
//!
//! All of them ask whether the side to move can get more than `alpha`, and return a bound on that side of it.

use damier_core::board::Bits;

use super::super::bits::{corners, mobility};
use super::grid::{around, cells_of_quadrants, count_turned_by_last, played, quadrant, turned};
use super::stable::stable;

/// Less than any score.
const NOTHING: i32 = -100;

/// A board on a grid whose side is `SIDE`, how its games are scored, and how many positions were visited.
#[derive(Debug)]
pub(super) struct LastPlies<const SIDE: u32> {
    /// The cells of the board.
    pub board: u64,
    /// How many they are.
    pub cells: i32,
    winner_takes_free: bool,
    /// The positions visited, by those who search above too.
    pub nodes: u64,
}

impl<const SIDE: u32> LastPlies<SIDE> {
    /// Makes a board of these cells, where the winner takes the free cells at the end of a game or nobody does.
    pub(super) fn new(board: u64, winner_takes_free: bool) -> LastPlies<SIDE> {
        LastPlies { board, cells: board.count_ones() as i32, winner_takes_free, nodes: 0 }
    }

    /// Returns where the side to move may play.
    #[inline(always)]
    pub(super) fn moves(&self, own: u64, other: u64) -> u64 {
        mobility::<u64, SIDE>(own, other) & self.board
    }

    /// Returns the free cells.
    #[inline(always)]
    pub(super) fn free(&self, own: u64, other: u64) -> u64 {
        self.board & !(own | other)
    }

    /// Returns the score of a finished game for the side to move.
    #[inline]
    pub(super) fn end(&self, own: u64, other: u64) -> i32 {
        let [own, other] = [own.count_ones() as i32, other.count_ones() as i32];
        self.counted(own - other, self.cells - own - other)
    }

    /// Returns the score of a difference of discs with free cells left.
    #[inline]
    fn counted(&self, difference: i32, free: i32) -> i32 {
        if self.winner_takes_free { difference + difference.signum() * free } else { difference }
    }

    /// Returns a bound that is no more than `alpha` where the other's stable discs prove it: only on the whole grid of
    /// eight, for which there are tables of them.
    #[inline]
    pub(super) fn stable_bound(&self, own: u64, other: u64, alpha: i32, free: u32) -> Option<i32> {
        // Only where there may be enough of them.
        if SIDE != 8 || alpha < 2 * free as i32 - 4 || self.cells < 64 {
            return None;
        }
        let bound = 64 - 2 * stable(other, own).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }

    /// Sets a disc on each of some cells in turn, and returns the best score, or [`NOTHING`] where none turns a disc. Each
    /// cell comes with the cells that are free after it, and `search` is given the discs, a bound and those.
    #[inline(always)]
    fn best_of<const CELLS: usize, const LEFT: usize>(
        &mut self,
        own: u64,
        other: u64,
        alpha: i32,
        orders: [(usize, [usize; LEFT]); CELLS],
        search: impl Fn(&mut LastPlies<SIDE>, u64, u64, i32, [usize; LEFT]) -> i32,
    ) -> i32 {
        let mut best = NOTHING;
        for (cell, left) in orders {
            if around::<SIDE>(cell) & other != 0 {
                let turned = turned::<SIDE>(cell, own, other);
                if turned != 0 {
                    let score = -search(self, other ^ turned, own | turned | 1 << cell, -alpha - 1, left);
                    if score > alpha {
                        return score;
                    }
                    best = best.max(score);
                }
            }
        }
        best
    }

    /// Returns what `best_of` says of a position: of its moves, else of those after a pass, else of the end of the game.
    #[inline(always)]
    fn best_or_pass(
        &mut self,
        own: u64,
        other: u64,
        alpha: i32,
        best_of: impl Fn(&mut LastPlies<SIDE>, u64, u64, i32) -> i32,
    ) -> i32 {
        let best = best_of(self, own, other, alpha);
        if best > NOTHING {
            return best;
        }
        let best = best_of(self, other, own, -alpha - 1);
        if best > NOTHING { -best } else { self.end(own, other) }
    }

    /// Scores a position with one free cell exactly. All other discs are the other side's.
    #[inline]
    fn last_one(&mut self, own: u64, cell: usize) -> i32 {
        self.nodes += 1;
        let count = own.count_ones() as i32;
        let turned = count_turned_by_last::<SIDE>(cell, own);
        if turned > 0 {
            return 2 * (count + 1 + turned) - self.cells;
        }
        let other = self.board & !own & !(1 << cell);
        match count_turned_by_last::<SIDE>(cell, other) {
            0 => self.counted(2 * count + 1 - self.cells, 1),
            turned => 2 * (count - turned) - self.cells,
        }
    }

    /// Two free cells.
    #[inline]
    fn last_two(&mut self, own: u64, other: u64, alpha: i32, [x, y]: [usize; 2]) -> i32 {
        self.nodes += 1;
        let orders = [(x, [y]), (y, [x])];
        self.best_or_pass(own, other, alpha, |this, own, other, alpha| {
            this.best_of(own, other, alpha, orders, |this, own, _, _, [left]| this.last_one(own, left))
        })
    }

    /// Three free cells.
    #[inline]
    fn last_three(&mut self, own: u64, other: u64, alpha: i32, [x, y, z]: [usize; 3]) -> i32 {
        self.nodes += 1;
        // First the cell that is alone in its quadrant: who plays there keeps the last move in every region.
        let [of_x, of_y, of_z] = [x, y, z].map(quadrant::<SIDE>);
        let (x, y, z) = if of_y == of_z {
            (x, y, z)
        } else if of_x == of_z {
            (y, x, z)
        } else if of_x == of_y {
            (z, x, y)
        } else {
            (x, y, z)
        };
        let orders = [(x, [y, z]), (y, [x, z]), (z, [x, y])];
        self.best_or_pass(own, other, alpha, |this, own, other, alpha| {
            this.best_of(own, other, alpha, orders, LastPlies::last_two)
        })
    }

    /// Four free cells.
    fn last_four(&mut self, own: u64, other: u64, alpha: i32, parity: u32) -> i32 {
        self.nodes += 1;
        if let Some(bound) = self.stable_bound(own, other, alpha, 4) {
            return bound;
        }
        let free = self.free(own, other);
        let odd = free & cells_of_quadrants::<SIDE>(parity);
        let (mut cells, mut place) = ([0; 4], 0);
        for set in [odd, free & !odd] {
            for cell in set.cells() {
                cells[place & 3] = cell;
                place += 1;
            }
        }
        let [a, b, c, d] = cells;
        let orders = [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])];
        let best = self.best_of(own, other, alpha, orders, LastPlies::last_three);
        if best > NOTHING {
            return best;
        }
        if self.moves(other, own) == 0 {
            return self.end(own, other);
        }
        -self.last_four(other, own, -alpha - 1, parity)
    }

    /// Any number of free cells: odd regions first, and corners before other cells.
    pub(super) fn search(&mut self, own: u64, other: u64, alpha: i32, free: u32, parity: u32) -> i32 {
        if free <= 4 {
            return self.few(own, other, alpha, free, parity);
        }
        self.nodes += 1;
        if let Some(bound) = self.stable_bound(own, other, alpha, free) {
            return bound;
        }
        let moves = self.moves(own, other);
        if moves == 0 {
            if self.moves(other, own) == 0 {
                return self.end(own, other);
            }
            return -self.search(other, own, -alpha - 1, free, parity);
        }
        let (odd, corners) = (cells_of_quadrants::<SIDE>(parity), const { corners(SIDE) as u64 });
        let mut best = NOTHING;
        for set in
            [moves & odd & corners, moves & odd & !corners, moves & !odd & corners, moves & !odd & !corners]
        {
            for cell in set.cells() {
                let (after_own, after_other) = played::<SIDE>(cell, own, other);
                let parity = parity ^ quadrant::<SIDE>(cell);
                let score = if free == 5 {
                    -self.last_four(after_own, after_other, -alpha - 1, parity)
                } else {
                    -self.search(after_own, after_other, -alpha - 1, free - 1, parity)
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// Up to four free cells.
    fn few(&mut self, own: u64, other: u64, alpha: i32, free: u32, parity: u32) -> i32 {
        let mut cells = self.free(own, other);
        let mut next = || cells.take_lowest();
        match free {
            0 => self.end(own, other),
            1 => self.last_one(own, next()),
            2 => {
                let cells = [next(), next()];
                self.last_two(own, other, alpha, cells)
            }
            3 => {
                let cells = [next(), next(), next()];
                self.last_three(own, other, alpha, cells)
            }
            _ => self.last_four(own, other, alpha, parity),
        }
    }
}
