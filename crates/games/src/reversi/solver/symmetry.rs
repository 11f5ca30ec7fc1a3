//! Positions that the symmetries of the square make alike.

use super::tuning::Tuning;

/// Returns a set with its rows in reverse order.
fn flip<const SIDE: u32>(set: u64) -> u64 {
    let row = (1 << SIDE) - 1;
    (0..SIDE).fold(0, |image, at| image | (set >> (SIDE * at) & row) << (SIDE * (SIDE - 1 - at)))
}

/// Returns the cells of the diagonal from the upper left corner, and of those beside it to the right.
const fn slants(side: u32) -> [u64; 8] {
    let mut sets = [0; 8];
    let mut cell = 0;
    while cell < side * side {
        let (row, file) = (cell / side, cell % side);
        if file >= row {
            sets[(file - row) as usize] |= 1 << cell;
        }
        cell += 1;
    }
    sets
}

/// Returns a set with rows and files exchanged.
fn transpose<const SIDE: u32>(set: u64) -> u64 {
    let slants = const { slants(SIDE) };
    let mut image = set & slants[0];
    for step in 1..SIDE {
        // The cells `step` places right of the diagonal move down by so much for each of them, those left of it move up.
        let (right, down) = (slants[step as usize], (SIDE - 1) * step);
        image |= (set & right) << down;
        image |= set >> down & right;
    }
    image
}

/// Returns the least of the images of a position, on a board that fills the grid.
pub(super) fn canonical<const SIDE: u32>(own: u64, other: u64) -> (u64, u64) {
    let mut least = (own, other);
    let mut image = (own, other);
    for turn in 0..8 {
        let change = if turn % 2 == 0 { flip::<SIDE> } else { transpose::<SIDE> };
        image = (change(image.0), change(image.1));
        least = least.min(image);
    }
    least
}

/// Returns the image of a position by which it is searched, on a board of so many cells: itself where few cells are free.
#[inline]
pub(super) fn image<const SIDE: u32>(position: (u64, u64), free: u32, cells: i32) -> (u64, u64) {
    match const { Tuning::of(SIDE).images } {
        // Boards that are smaller than the grid have no symmetry where they lie.
        Some(least) if free >= least && cells == (SIDE * SIDE) as i32 => {
            canonical::<SIDE>(position.0, position.1)
        }
        _ => position,
    }
}
