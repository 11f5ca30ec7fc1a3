//! The cells of a board of 6 × 6, and what a disc turns there.
//!
//! Cell 0 is the upper left corner; cells follow row by row. Smaller boards lie in that corner: the cells outside are
//! never filled, so that no line ever ends behind them.

/// The side of the board.
pub(super) const SIDE: u32 = 6;
/// The cells of the board.
pub(super) const CELLS: usize = 36;
/// The corners of the whole board.
pub(super) const CORNERS: u64 = 1 | 1 << 5 | 1 << 30 | 1 << 35;
/// The cells of the first file.
const FILE: u64 = 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24 | 1 << 30;

/// Returns what a cell sees in a direction.
const fn ray(cell: i32, down: i32, right: i32) -> u64 {
    let side = SIDE as i32;
    let (mut row, mut file, mut set) = (cell / side + down, cell % side + right, 0);
    while row >= 0 && row < side && file >= 0 && file < side {
        set |= 1 << (row * side + file);
        row += down;
        file += right;
    }
    set
}

/// Everything a cell sees along its eight rays: four towards higher cells, four towards lower ones.
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

/// The rays of each cell; the table is longer than the board so that any number below 64 is an index.
static RAYS: [Rays; 64] = {
    let mut rays = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut cell = 0;
    while cell < CELLS {
        let at = cell as i32;
        rays[cell].up = [ray(at, 0, 1), ray(at, 1, -1), ray(at, 1, 0), ray(at, 1, 1)];
        rays[cell].down = [ray(at, 0, -1), ray(at, -1, 1), ray(at, -1, 0), ray(at, -1, -1)];
        cell += 1;
    }
    rays
};

/// The cells around each cell.
pub(super) static AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut cell = 0;
    while cell < CELLS {
        let (mut row, near) = (-1, cell as i32);
        while row <= 1 {
            let mut file = -1;
            while file <= 1 {
                let (r, f) = (near / 6 + row, near % 6 + file);
                if (row != 0 || file != 0) && r >= 0 && r < 6 && f >= 0 && f < 6 {
                    around[cell] |= 1 << (r * 6 + f);
                }
                file += 1;
            }
            row += 1;
        }
        cell += 1;
    }
    around
};

/// The quadrant of each cell, as a bit.
pub(super) static QUADRANT: [u32; 64] = {
    let mut quadrants = [0; 64];
    let mut cell = 0;
    while cell < CELLS {
        quadrants[cell] = 1 << (cell / 18 * 2 + cell % 6 / 3);
        cell += 1;
    }
    quadrants
};

/// The cells of each set of quadrants.
pub(super) static ODD: [u64; 16] = {
    let mut odd = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut cell = 0;
        while cell < CELLS {
            if set & QUADRANT[cell] as usize != 0 {
                odd[set] |= 1 << cell;
            }
            cell += 1;
        }
        set += 1;
    }
    odd
};

/// Returns the quadrants with an odd number of free cells.
pub(super) fn parity(mut free: u64) -> u32 {
    let mut parity = 0;
    while free != 0 {
        parity ^= QUADRANT[lowest(&mut free) as usize & 63];
    }
    parity
}

/// Takes the lowest cell out of a set that is not empty.
#[inline(always)]
pub(super) fn lowest(set: &mut u64) -> u32 {
    let cell = set.trailing_zeros();
    *set &= set.wrapping_sub(1);
    cell
}

/// Returns the discs of `other` that a disc of `own` set on the free `cell` turns.
#[inline(always)]
pub(super) fn turned(cell: u32, own: u64, other: u64) -> u64 {
    let rays = &RAYS[cell as usize & 63];
    let (stops, mut turned) = (!other, 0);
    for ray in rays.up {
        // The first cell that is not the other's: the run is caught if it is one's own.
        let stop = ray & stops;
        let end = stop & stop.wrapping_neg() & own;
        turned |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in rays.down {
        let stop = ray & stops;
        let end = (1 << 63 >> (stop | 1).leading_zeros()) & stop & own;
        turned |= (end.wrapping_neg() << 1) & ray;
    }
    turned
}

/// How many discs a disc turns in a line of six whose other cells are all the enemy's, by place and own discs.
static IN_LINE: [[u8; 64]; 6] = {
    let mut counts = [[0; 64]; 6];
    let mut place = 0;
    while place < 6 {
        let mut own = 0;
        while own < 64 {
            let above = own >> (place + 1);
            let below = own & ((1 << place) - 1);
            if above != 0 {
                counts[place][own] += (above as u32).trailing_zeros() as u8;
            }
            if below != 0 {
                counts[place][own] += (place as u32 - 1 - (below as u32).ilog2()) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    counts
};

/// The two diagonals through each cell.
static SLANTS: [[u64; 2]; 64] = {
    let mut slants = [[0; 2]; 64];
    let mut cell = 0;
    while cell < CELLS {
        let (at, this) = (cell as i32, 1u64 << cell);
        slants[cell] = [ray(at, 1, 1) | ray(at, -1, -1) | this, ray(at, 1, -1) | ray(at, -1, 1) | this];
        cell += 1;
    }
    slants
};

/// The row and the file of each cell.
static ROW_FILE: [[u8; 2]; 64] = {
    let mut places = [[0; 2]; 64];
    let mut cell = 0;
    while cell < CELLS {
        places[cell] = [(cell / 6) as u8, (cell % 6) as u8];
        cell += 1;
    }
    places
};

/// Counts the discs that a disc of `own` on `cell` turns, all other cells of the board being the enemy's.
#[inline(always)]
pub(super) fn count_last(cell: u32, own: u64) -> i32 {
    let [row, file] = ROW_FILE[cell as usize & 63].map(u32::from);
    // A product with the first file adds up all rows in the last one.
    let gather = |line: u64| (line.wrapping_mul(FILE) >> 30) as usize & 63;
    let [one, two] = SLANTS[cell as usize & 63];
    // And this one brings a file's cells side by side: from cell 6 i to bit 25 + i.
    let column =
        ((own >> file) & FILE).wrapping_mul(1 | 1 << 5 | 1 << 10 | 1 << 15 | 1 << 20 | 1 << 25) >> 25;
    let across = &IN_LINE[file as usize % 6];
    i32::from(across[(own >> (6 * row)) as usize & 63])
        + i32::from(across[gather(own & one)])
        + i32::from(across[gather(own & two)])
        + i32::from(IN_LINE[row as usize % 6][column as usize & 63])
}

/// Returns a set with its rows in reverse order.
fn flip(set: u64) -> u64 {
    (0..6).fold(0, |image, row| image | (set >> (6 * row) & 63) << (6 * (5 - row)))
}

/// Returns a set with rows and files exchanged, by steps along the slants that cross the first diagonal.
fn transpose(set: u64) -> u64 {
    // The cells `step` places right of the diagonal move down by 5 for each of them, those left of it move up.
    const RIGHT: [u64; 6] = {
        let mut sets = [0; 6];
        let mut cell = 0;
        while cell < CELLS {
            let (row, file) = (cell / 6, cell % 6);
            if file >= row {
                sets[file - row] |= 1 << cell;
            }
            cell += 1;
        }
        sets
    };
    let mut image = set & RIGHT[0];
    for (step, right) in RIGHT.into_iter().enumerate().skip(1) {
        image |= (set & right) << (5 * step);
        image |= set >> (5 * step) & right;
    }
    image
}

/// Returns the least of the images of a position under the symmetries of the square, of the whole board only.
pub(super) fn canonical(own: u64, other: u64) -> (u64, u64) {
    let mut least = (own, other);
    let mut image = (own, other);
    for turn in 0..8 {
        image = if turn % 2 == 0 {
            (flip(image.0), flip(image.1))
        } else {
            (transpose(image.0), transpose(image.1))
        };
        least = least.min(image);
    }
    least
}
