//! The board as bits: ten ranks of ten cells, each followed by one bit that is no cell.
//!
//! That bit, and those from 110 on, take what steps over the edge, so that no step needs a check of its own.

use damier_core::board::{Origin, Square};

/// A set of cells.
pub(super) type NeoPettieCells = u128;

/// The board's names: files a to k without j, ranks 1 to 10 from the bottom.
pub(super) static SQUARE: Square = Square::with_files(10, 10, Origin::Bottom, "abcdefghik");

/// Bits in a rank, the one that is no cell included.
const WIDTH: usize = 11;

/// The four directions: E, N, W, S.
pub(super) const DIRECTIONS: usize = 4;

/// By how much a step in each direction turns a set of cells to the left.
const TURNS: [u32; DIRECTIONS] = [1, 11, 127, 117];

/// The cells of a rank, from 0.
const fn rank(number: usize) -> NeoPettieCells {
    0b11_1111_1111 << (WIDTH * number)
}

/// All hundred cells.
pub(super) const BOARD: NeoPettieCells = {
    let mut cells = 0;
    let mut number = 0;
    while number < 10 {
        cells |= rank(number);
        number += 1;
    }
    cells
};

/// White's start: ranks 7 and 2.
pub(super) const WHITE: NeoPettieCells = rank(6) | rank(1);
/// Black's start: ranks 9 and 4.
pub(super) const BLACK: NeoPettieCells = rank(8) | rank(3);

/// Moves every cell of a set one step. What leaves the board lies outside [`BOARD`].
#[inline]
pub(super) const fn shift(cells: NeoPettieCells, direction: usize) -> NeoPettieCells {
    cells.rotate_left(TURNS[direction])
}

/// Moves every cell of a set one step in the opposite direction.
#[inline]
pub(super) const fn shift_back(cells: NeoPettieCells, direction: usize) -> NeoPettieCells {
    cells.rotate_right(TURNS[direction])
}

/// Returns the bit of a cell that [`SQUARE`] numbers.
pub(super) const fn bit(cell: usize) -> usize {
    cell / 10 * WIDTH + cell % 10
}

/// Returns the number of a bit's cell in [`SQUARE`].
pub(super) const fn cell(bit: usize) -> usize {
    bit / WIDTH * 10 + bit % WIDTH
}
