//! The last cells: searches for one to a handful of free cells, without lists of moves and without memory.
//!
//! All of them ask whether the side to move can get more than `alpha`, and return a bound on that side of it.

use super::super::bits::mobility;
use super::cells::{AROUND, CORNERS, ODD, QUADRANT, count_last, lowest, turned};
use super::search::Search;

/// Less than any score.
const NOTHING: i32 = -100;

/// Returns the score of a finished game for the side to move: free cells are nobody's.
#[inline]
pub(super) fn end(own: u64, other: u64) -> i32 {
    own.count_ones() as i32 - other.count_ones() as i32
}

impl Search<'_> {
    /// Scores a position with one free cell exactly. All other discs are the other side's.
    #[inline(always)]
    fn last_one(&mut self, own: u64, cell: u32) -> i32 {
        self.nodes += 1;
        let count = own.count_ones() as i32;
        let turned = count_last(cell, own);
        if turned > 0 {
            return 2 * (count + 1 + turned) - self.cells;
        }
        let other = self.board & !own & !(1 << cell);
        match count_last(cell, other) {
            0 => 2 * count + 1 - self.cells,
            turned => 2 * (count - turned) - self.cells,
        }
    }

    /// Two free cells.
    #[inline]
    fn last_two(&mut self, own: u64, other: u64, alpha: i32, [x, y]: [u32; 2]) -> i32 {
        self.nodes += 1;
        let mut best = NOTHING;
        for (cell, left) in [(x, y), (y, x)] {
            if AROUND[cell as usize & 63] & other != 0 {
                let turned = turned(cell, own, other);
                if turned != 0 {
                    let score = -self.last_one(other ^ turned, left);
                    if score > alpha {
                        return score;
                    }
                    best = best.max(score);
                }
            }
        }
        if best > NOTHING {
            return best;
        }
        // A pass.
        let mut best = -NOTHING;
        for (cell, left) in [(x, y), (y, x)] {
            if AROUND[cell as usize & 63] & own != 0 {
                let turned = turned(cell, other, own);
                if turned != 0 {
                    let score = self.last_one(own ^ turned, left);
                    if score <= alpha {
                        return score;
                    }
                    best = best.min(score);
                }
            }
        }
        if best < -NOTHING { best } else { end(own, other) }
    }

    /// Three free cells.
    #[inline]
    fn last_three(&mut self, own: u64, other: u64, alpha: i32, [x, y, z]: [u32; 3]) -> i32 {
        self.nodes += 1;
        let orders = [(x, [y, z]), (y, [x, z]), (z, [x, y])];
        let mut best = NOTHING;
        for (cell, left) in orders {
            if AROUND[cell as usize & 63] & other != 0 {
                let turned = turned(cell, own, other);
                if turned != 0 {
                    let score = -self.last_two(other ^ turned, own | turned | 1 << cell, -alpha - 1, left);
                    if score > alpha {
                        return score;
                    }
                    best = best.max(score);
                }
            }
        }
        if best > NOTHING {
            return best;
        }
        let mut best = -NOTHING;
        for (cell, left) in orders {
            if AROUND[cell as usize & 63] & own != 0 {
                let turned = turned(cell, other, own);
                if turned != 0 {
                    let score = self.last_two(own ^ turned, other | turned | 1 << cell, alpha, left);
                    if score <= alpha {
                        return score;
                    }
                    best = best.min(score);
                }
            }
        }
        if best < -NOTHING { best } else { end(own, other) }
    }

    /// Four free cells.
    fn last_four(&mut self, own: u64, other: u64, alpha: i32, parity: u32) -> i32 {
        self.nodes += 1;
        let free = self.board & !(own | other);
        let odd = free & ODD[parity as usize & 15];
        let mut cells = [0; 4];
        let mut at = 0;
        for mut set in [odd, free & !odd] {
            while set != 0 {
                cells[at & 3] = lowest(&mut set);
                at += 1;
            }
        }
        // Where two quadrants have one free cell each and a third has two, those two are last: they stay last below.
        let [a, b, c, d] = cells;
        let orders = [(a, [b, c, d]), (b, [a, c, d]), (c, [d, a, b]), (d, [c, a, b])];
        let mut best = NOTHING;
        for (cell, left) in orders {
            if AROUND[cell as usize & 63] & other != 0 {
                let turned = turned(cell, own, other);
                if turned != 0 {
                    let score = -self.last_three(other ^ turned, own | turned | 1 << cell, -alpha - 1, left);
                    if score > alpha {
                        return score;
                    }
                    best = best.max(score);
                }
            }
        }
        if best > NOTHING {
            return best;
        }
        if mobility::<u64, 6>(other, own) & self.board == 0 {
            return end(own, other);
        }
        -self.last_four(other, own, -alpha - 1, parity)
    }

    /// Any number of free cells, without memory: odd regions first, and corners before other cells.
    pub(super) fn shallow(&mut self, own: u64, other: u64, alpha: i32, free: u32, parity: u32) -> i32 {
        if free <= 4 {
            return self.few(own, other, alpha, free, parity);
        }
        self.nodes += 1;
        let moves = mobility::<u64, 6>(own, other) & self.board;
        if moves == 0 {
            if mobility::<u64, 6>(other, own) & self.board == 0 {
                return end(own, other);
            }
            return -self.shallow(other, own, -alpha - 1, free, parity);
        }
        let odd = ODD[parity as usize & 15];
        let mut best = NOTHING;
        for mut set in
            [moves & odd & CORNERS, moves & odd & !CORNERS, moves & !odd & CORNERS, moves & !odd & !CORNERS]
        {
            while set != 0 {
                let cell = lowest(&mut set);
                let turned = turned(cell, own, other);
                let (after_own, after_other) = (other ^ turned, own | turned | 1 << cell);
                let parity = parity ^ QUADRANT[cell as usize & 63];
                let score = if free == 5 {
                    -self.last_four(after_own, after_other, -alpha - 1, parity)
                } else {
                    -self.shallow(after_own, after_other, -alpha - 1, free - 1, parity)
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
        let mut set = self.board & !(own | other);
        let mut next = || lowest(&mut set);
        match free {
            0 => end(own, other),
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
