//! The cells of a square grid as bits of a word, and what a disc turns there, by tables of rays: what the solvers do
//! millions of times a second.
//!
//! A grid has sides of six or eight cells; cell `SIDE * row + file` is bit number `cell`. A smaller board lies in the
//! upper left corner of its grid: the cells outside are never filled, so that no line ever ends behind them.

use super::super::Word;

/// The ways from a cell to its neighbours, as rows and files: four to higher cells, and the four that lead back.
const DIRECTIONS: [[(i32, i32); 4]; 2] =
    [[(0, 1), (1, -1), (1, 0), (1, 1)], [(0, -1), (-1, 1), (-1, 0), (-1, -1)]];

/// Returns a cell's neighbour in a direction.
const fn neighbour(side: i32, cell: i32, (down, right): (i32, i32)) -> Option<i32> {
    let (row, file) = (cell / side + down, cell % side + right);
    let inside = row >= 0 && row < side && file >= 0 && file < side;
    if inside { Some(row * side + file) } else { None }
}

/// What each cell sees along its eight rays, in the order of [`DIRECTIONS`]. Like all tables here it is as long as the
/// larger grid's, so that any number below 64 is an index.
const fn rays(side: u32) -> [[[u64; 4]; 2]; 64] {
    let mut rays = [[[0; 4]; 2]; 64];
    let mut cell = 0;
    while cell < (side * side) as usize {
        let mut ray = 0;
        while ray < 8 {
            let direction = DIRECTIONS[ray / 4][ray % 4];
            let mut from = cell as i32;
            while let Some(next) = neighbour(side as i32, from, direction) {
                rays[cell][ray / 4][ray % 4] |= 1 << next;
                from = next;
            }
            ray += 1;
        }
        cell += 1;
    }
    rays
}

/// The cells around each cell.
const fn neighbours(side: u32) -> [u64; 64] {
    let mut sets = [0; 64];
    let mut cell = 0;
    while cell < (side * side) as usize {
        let mut ray = 0;
        while ray < 8 {
            if let Some(next) = neighbour(side as i32, cell as i32, DIRECTIONS[ray / 4][ray % 4]) {
                sets[cell] |= 1 << next;
            }
            ray += 1;
        }
        cell += 1;
    }
    sets
}

/// The two diagonals through each cell.
const fn diagonals(side: u32) -> [[u64; 2]; 64] {
    let rays = rays(side);
    let mut sets = [[0; 2]; 64];
    let mut cell = 0;
    while cell < (side * side) as usize {
        let [[_, up_left, _, up_right], [_, down_right, _, down_left]] = rays[cell];
        let this = 1 << cell;
        sets[cell] = [up_left | down_right | this, up_right | down_left | this];
        cell += 1;
    }
    sets
}

/// The row and the file of each cell.
const fn places(side: u32) -> [[u8; 2]; 64] {
    let mut places = [[0; 2]; 64];
    let mut cell = 0;
    while cell < (side * side) as usize {
        places[cell] = [(cell / side as usize) as u8, (cell % side as usize) as u8];
        cell += 1;
    }
    places
}

/// The cells of the first file.
const fn first_file(side: u32) -> u64 {
    let (mut set, mut row) = (0, 0);
    while row < side {
        set |= 1 << (side * row);
        row += 1;
    }
    set
}

/// The quadrant of each cell, as a bit.
const fn quadrants(side: u32) -> [u32; 64] {
    let (side, half) = (side as usize, side as usize / 2);
    let mut quadrants = [0; 64];
    let mut cell = 0;
    while cell < side * side {
        quadrants[cell] = 1 << (cell / (side * half) * 2 + cell % side / half);
        cell += 1;
    }
    quadrants
}

/// The cells of each set of quadrants.
const fn quadrant_cells(side: u32) -> [u64; 16] {
    let quadrants = quadrants(side);
    let mut sets = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut cell = 0;
        while cell < (side * side) as usize {
            if set & quadrants[cell] as usize != 0 {
                sets[set] |= 1 << cell;
            }
            cell += 1;
        }
        set += 1;
    }
    sets
}

/// How many discs a disc turns in a line whose other cells are all the enemy's, by its place and the own discs. Lines of
/// six are as the first six cells of lines of eight.
static TURNED_IN_LINE: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
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

/// Returns the cells around a cell.
#[inline(always)]
pub(super) fn around<const SIDE: u32>(cell: usize) -> u64 {
    let table = const { &neighbours(SIDE) };
    table[cell & 63]
}

/// Returns the quadrant of a cell, as a bit.
#[inline(always)]
pub(super) fn quadrant<const SIDE: u32>(cell: usize) -> u32 {
    let table = const { &quadrants(SIDE) };
    table[cell & 63]
}

/// Returns the cells of a set of quadrants.
#[inline(always)]
pub(super) fn cells_of_quadrants<const SIDE: u32>(quadrants: u32) -> u64 {
    let table = const { &quadrant_cells(SIDE) };
    table[quadrants as usize & 15]
}

/// Returns the quadrants with an odd number of free cells.
pub(super) fn parity<const SIDE: u32>(free: u64) -> u32 {
    let odd = |quadrant: u32| (free & cells_of_quadrants::<SIDE>(1 << quadrant)).count_ones() & 1;
    (0..4).fold(0, |set, quadrant| set | odd(quadrant) << quadrant)
}

/// Returns the discs of `other` that a disc of `own` set on the free `cell` turns.
#[inline(always)]
pub(super) fn turned<const SIDE: u32>(cell: usize, own: u64, other: u64) -> u64 {
    let [up, down] = &const { &rays(SIDE) }[cell & 63];
    let (stops, mut turned) = (!other, 0);
    for ray in up {
        // The first cell that is not the other's: the run is caught if it is one's own.
        let stop = ray & stops;
        let end = stop & stop.wrapping_neg() & own;
        turned |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in down {
        let stop = ray & stops;
        let end = (1 << 63 >> (stop | 1).leading_zeros()) & stop & own;
        turned |= (end.wrapping_neg() << 1) & ray;
    }
    turned
}

/// Returns the discs after a move: those of the side to move then, and the others.
#[inline(always)]
pub fn played<const SIDE: u32>(cell: usize, own: u64, other: u64) -> (u64, u64) {
    let turned = turned::<SIDE>(cell, own, other);
    (other ^ turned, own | turned | 1 << cell)
}

/// Counts the discs that a disc of `own` on `cell` turns, all other cells of the grid being the enemy's.
#[inline(always)]
pub(super) fn count_turned_by_last<const SIDE: u32>(cell: usize, own: u64) -> i32 {
    let cell = cell & 63;
    let places = const { &places(SIDE) };
    // Eight divides faster than a table is read.
    let [row, file] = if SIDE == 8 { [cell / 8, cell % 8] } else { places[cell].map(usize::from) };
    let top = |product: u64| (product >> (64 - SIDE)) as usize;
    // A product with the first file adds up all rows of a line in the highest bits.
    let gathered = |line: u64| top(line.wrapping_mul(const { first_file(SIDE) << (64 - SIDE * SIDE) }));
    // And this one, whose bits are `SIDE - 1` apart, brings the cells of the first file there side by side.
    let column = top(((own >> file) & const { first_file(SIDE) }).wrapping_mul(const { spaced_bits(SIDE) }));
    let [one, two] = const { &diagonals(SIDE) }[cell];
    let across = &TURNED_IN_LINE[file & 7];
    i32::from(across[(own >> (SIDE as usize * row)) as usize & ((1 << SIDE) - 1)])
        + i32::from(across[gathered(own & one)])
        + i32::from(across[gathered(own & two)])
        + i32::from(TURNED_IN_LINE[row & 7][column])
}

/// Returns as many bits as a side has cells, each one place less than a row above the last: they move cell 0 of row 0 to the
/// lowest of the highest `side` bits, and that of each later row one place above.
const fn spaced_bits(side: u32) -> u64 {
    let (mut set, mut bit) = (0, 0);
    while bit < side {
        set |= 1 << (64 - side - (side - 1) * bit);
        bit += 1;
    }
    set
}

/// Returns a set of cells of a board of `SIZE` × `SIZE` on the grid.
pub fn on_grid<W: Word, const SIZE: u32, const SIDE: u32>(set: W) -> u64 {
    let [size, side] = [SIZE, SIDE].map(|length| length as usize);
    set.cells().fold(0, |moved, cell| moved | 1 << (cell / size * side + cell % size))
}

/// Returns the number that a cell of the grid has on a board of `SIZE` × `SIZE`.
pub fn on_board<const SIZE: u32, const SIDE: u32>(cell: usize) -> usize {
    let [size, side] = [SIZE, SIDE].map(|length| length as usize);
    cell / side * size + cell % side
}

/// Returns the cells of a board of `size` × `size` on the grid.
pub(super) fn board<const SIDE: u32>(size: u32) -> u64 {
    (0..size).fold(0, |set, row| set | ((1 << size) - 1) << (SIDE * row))
}
