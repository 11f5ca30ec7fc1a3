//! Rectangular boards.

use super::{Symmetries, read_number};
use crate::LetterGrid;

/// On which side rank 1 lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Rank 1 is at the bottom, as on a chessboard.
    Bottom,
    /// Row 1 is at the top.
    Top,
}

/// The letters of the files, in order.
const FILES: &str = "abcdefghijklmnopqrstuvwxyz";

/// A rectangle of at most 26 × 99 cells. Cell `rank * width + file`, both from 0, is named by its file's letter and
/// its rank's number.
///
/// ```
/// use damier_core::board::{Origin, Square};
///
/// let board = Square::new(8, Origin::Bottom);
/// let e4 = board.read("e4").expect("a cell of the board");
/// assert_eq!((board.file(e4), board.rank(e4)), (4, 3));
/// assert_eq!(board.step(e4, (1, 2)).map(|cell| board.name(cell)).as_deref(), Some("f6"));
/// assert_eq!(board.symmetries().count(), 8);
/// ```
#[derive(Clone, Debug)]
pub struct Square {
    width: usize,
    height: usize,
    origin: Origin,
    files: &'static str,
}

impl Square {
    /// Makes a square board of `size` × `size`.
    pub const fn new(size: usize, origin: Origin) -> Square {
        Square::with_files(size, size, origin, FILES)
    }

    /// Makes a board whose files have letters of their own, as where `j` is left out.
    ///
    /// # Panics
    /// If there are fewer letters than files, or the board is empty or too high.
    pub const fn with_files(width: usize, height: usize, origin: Origin, files: &'static str) -> Square {
        assert!(width > 0 && height > 0 && width <= files.len() && height <= 99);
        Square { width, height, origin, files }
    }

    /// Returns the number of files.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of ranks.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns the number of cells.
    pub const fn cells(&self) -> usize {
        self.width * self.height
    }

    /// Returns on which side rank 1 lies.
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns the cell on a file and a rank, both from 0.
    #[inline]
    pub const fn cell(&self, file: usize, rank: usize) -> usize {
        rank * self.width + file
    }

    /// Returns the file of a cell, from 0.
    #[inline]
    pub const fn file(&self, cell: usize) -> usize {
        cell % self.width
    }

    /// Returns the rank of a cell, from 0.
    #[inline]
    pub const fn rank(&self, cell: usize) -> usize {
        cell / self.width
    }

    /// Returns the cell `(files, ranks)` away, if it is on the board.
    pub fn step(&self, cell: usize, (files, ranks): (i32, i32)) -> Option<usize> {
        let file = usize::try_from(self.file(cell) as i32 + files).ok().filter(|&file| file < self.width)?;
        let rank = usize::try_from(self.rank(cell) as i32 + ranks).ok().filter(|&rank| rank < self.height)?;
        Some(self.cell(file, rank))
    }

    /// Appends the name of a cell.
    pub fn write(&self, cell: usize, out: &mut String) {
        out.push(char::from(self.files.as_bytes()[self.file(cell)]));
        out.push_str(&(self.rank(cell) + 1).to_string());
    }

    /// Returns the name of a cell.
    pub fn name(&self, cell: usize) -> String {
        let mut name = String::new();
        self.write(cell, &mut name);
        name
    }

    /// Reads the name of a cell.
    pub fn read(&self, name: &str) -> Option<usize> {
        let letter = name.chars().next()?;
        let file = self.files[..self.width].find(letter)?;
        let rank = read_number(&name[letter.len_utf8()..], self.height)? - 1;
        Some(self.cell(file, rank))
    }

    /// Returns the letter of a file.
    pub fn file_letter(&self, file: usize) -> char {
        char::from(self.files.as_bytes()[file])
    }

    /// Returns the cell at a place in reading order: rows from the top of the picture, each from the left.
    pub const fn reading(&self, place: usize) -> usize {
        match self.origin {
            Origin::Top => place,
            Origin::Bottom => (self.height - 1 - place / self.width) * self.width + place % self.width,
        }
    }

    /// Returns the length of every row, as [`crate::text::read_rows`] wants it.
    pub fn rows(&self) -> Vec<usize> {
        vec![self.width; self.height]
    }

    /// Returns the grid of letters that [`crate::text::write_rows`] makes of the board.
    pub fn letter_grid(&self) -> LetterGrid {
        LetterGrid::new(&self.rows(), |place| self.name(self.reading(place)))
    }

    /// Returns the symmetries of the board: eight if it is square, else four.
    pub fn symmetries(&self) -> Symmetries {
        let (w, h) = (self.width as i32 - 1, self.height as i32 - 1);
        // Twice the distance from the centre, so that it is a whole number.
        let points: Vec<(i32, i32)> = (0..self.cells())
            .map(|cell| (2 * self.file(cell) as i32 - w, 2 * self.rank(cell) as i32 - h))
            .collect();
        let matrices = [
            [1, 0, 0, 1],
            [-1, 0, 0, 1],
            [1, 0, 0, -1],
            [-1, 0, 0, -1],
            [0, 1, 1, 0],
            [0, -1, 1, 0],
            [0, 1, -1, 0],
            [0, -1, -1, 0],
        ];
        Symmetries::of_points(&points, &matrices[..if w == h { 8 } else { 4 }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_reading_order() {
        let board = Square::with_files(10, 10, Origin::Bottom, "abcdefghik");
        assert_eq!(board.name(board.cell(9, 9)), "k10");
        assert_eq!(board.read("k10"), Some(99));
        for wrong in ["", "j1", "a0", "a11", "a01", "a+1", "é1", "a", "1a", "a1 "] {
            assert_eq!(board.read(wrong), None, "{wrong:?}");
        }
        assert!((0..100).all(|cell| board.read(&board.name(cell)) == Some(cell)));
        assert_eq!(board.name(board.reading(0)), "a10");
        assert_eq!(Square::new(8, Origin::Top).name(0), "a1");
        assert_eq!(board.step(0, (-1, 0)), None);
        assert_eq!(board.step(0, (1, 2)), board.read("b3"));
    }

    #[test]
    fn a_square_has_eight_symmetries() {
        let square = Square::new(3, Origin::Top).symmetries();
        assert_eq!(square.count(), 8);
        assert!((0..8).all(|s| square.map(s, 4) == 4));
        let images: std::collections::BTreeSet<usize> = (0..8).map(|s| square.map(s, 0)).collect();
        assert_eq!(images.into_iter().collect::<Vec<_>>(), [0, 2, 6, 8]);
        assert_eq!(Square::with_files(3, 2, Origin::Top, FILES).symmetries().count(), 4);
    }
}
