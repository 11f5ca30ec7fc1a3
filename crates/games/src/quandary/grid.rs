//! The eight colours and their grids.

use damier_core::{Rng, Text};

use super::rules::{BOARD, CELLS, SIZE};

/// A colour of the board: its letter on the sheet, and its name.
pub(super) struct Colour {
    pub(super) letter: &'static str,
    pub(super) name: Text,
}

const fn colour(letter: &'static str, fr: &'static str, en: &'static str) -> Colour {
    Colour { letter, name: Text::new(fr, en) }
}

/// The eight colours, in the order of their letters, which is that of the inks.
pub(super) const COLOURS: [Colour; 8] = [
    colour("B", "bleu", "blue"),
    colour("G", "gris", "grey"),
    colour("J", "jaune", "yellow"),
    colour("M", "mauve", "mauve"),
    colour("N", "noir", "black"),
    colour("O", "orange", "orange"),
    colour("R", "rouge", "red"),
    colour("V", "vert", "green"),
];

/// The number of black, on which letters are light.
pub(super) const BLACK: u8 = 4;

/// The sheet's grid, from rank 12 down to rank 1.
const SHEET: [&str; SIZE] = [
    "BOGRJMVNRGBV",
    "JVNMOGRBMONJ",
    "GBRJVNMGJRVO",
    "MJONBOVRNMGB",
    "NRGVMGBOVBJM",
    "OMJBRVNJGNOR",
    "JVOGJMRBMRVN",
    "BNRMONGVOGBJ",
    "GJBNGRBMJNMR",
    "MRVOJVONBVGO",
    "VGNRMNGJMORV",
    "OBMJOBRVNJBG",
];

/// How many exchanges are tried for a drawn grid. About one in thirteen is made: each cell changes some twenty times.
const TRIES: usize = 20_000;

/// The colour, 0 to 7, of each cell.
pub(super) type Grid = [u8; CELLS];

/// Returns the sheet's grid.
pub(super) fn sheet() -> Grid {
    let mut grid = [0; CELLS];
    for (place, letter) in SHEET.iter().flat_map(|row| row.split_inclusive(|_| true)).enumerate() {
        let colour = COLOURS.iter().position(|colour| colour.letter == letter);
        grid[BOARD.reading(place)] = colour.expect("the sheet names eight colours") as u8;
    }
    grid
}

/// Returns the grid of a seed: 18 cells of each colour, no two equal ones adjacent, even diagonally. The same seed gives
/// the same grid on every machine.
///
/// The sheet's grid has both properties; it is stirred by exchanging cells at random wherever that keeps them. So every
/// seed has its grid, and none takes longer than another.
pub(super) fn stirred(seed: u64) -> Grid {
    let mut rng = Rng::new(seed);
    let mut grid = sheet();
    for _ in 0..TRIES {
        let [a, b] = [0; 2].map(|_: u8| rng.below(CELLS as u32) as usize);
        grid.swap(a, b);
        if !(alone(&grid, a) && alone(&grid, b)) {
            grid.swap(a, b);
        }
    }
    grid
}

/// Says whether no neighbour of a cell has its colour.
fn alone(grid: &Grid, cell: usize) -> bool {
    let near = |place: usize| place.saturating_sub(1)..=(place + 1).min(SIZE - 1);
    let (file, rank) = (BOARD.file(cell), BOARD.rank(cell));
    near(rank).all(|rank| {
        near(file).all(|file| {
            let other = BOARD.cell(file, rank);
            other == cell || grid[other] != grid[cell]
        })
    })
}
