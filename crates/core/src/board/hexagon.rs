//! Hexagonal boards of hexagons.

use super::{Symmetries, read_number};
use crate::LetterGrid;

/// A hexagon of side `s`: rows `a`, `b`, … from the top, of length `s, s+1 … 2s-1 … s`. Cells are numbered in reading
/// order and named by their row's letter and their place in it, from 1.
///
/// ```
/// use damier_core::board::Hexagon;
///
/// // The board of DuLu.
/// let board = Hexagon::new(8);
/// assert_eq!(board.cells(), 169);
/// let centre = board.at((0, 0)).expect("the centre");
/// let right = board.step(centre, 0).expect("its neighbour");
/// assert_eq!(board.axial(right), (1, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Hexagon {
    side: usize,
    /// Axial coordinates about the centre: `q` rightwards in a row, `r` down the rows.
    axial: Vec<(i32, i32)>,
}

impl Hexagon {
    /// The six directions, in axial steps, in turn: right, lower right, lower left, left, upper left, upper right. The
    /// direction three further is the opposite one.
    pub const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

    /// Makes a board of side `side`.
    ///
    /// # Panics
    /// If the side is not in `1..=13`: the rows have one letter each.
    pub fn new(side: usize) -> Hexagon {
        assert!((1..=13).contains(&side));
        let reach = side as i32 - 1;
        let axial = (-reach..=reach)
            .flat_map(|r| ((-reach).max(-reach - r)..=reach.min(reach - r)).map(move |q| (q, r)))
            .collect();
        Hexagon { side, axial }
    }

    /// Returns the number of cells on a side.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.axial.len()
    }

    /// Returns the axial coordinates of a cell about the centre.
    pub fn axial(&self, cell: usize) -> (i32, i32) {
        self.axial[cell]
    }

    /// Returns the cell at axial coordinates, if it is on the board.
    pub fn at(&self, (q, r): (i32, i32)) -> Option<usize> {
        let reach = self.side as i32 - 1;
        if q.abs().max(r.abs()).max((q + r).abs()) > reach {
            return None;
        }
        let row_start: usize = self.rows()[..(r + reach) as usize].iter().sum();
        Some(row_start + (q - (-reach).max(-reach - r)) as usize)
    }

    /// Returns the neighbour of a cell in one of the six [`Hexagon::DIRECTIONS`].
    pub fn step(&self, cell: usize, direction: usize) -> Option<usize> {
        let ((q, r), (dq, dr)) = (self.axial[cell], Self::DIRECTIONS[direction]);
        self.at((q + dq, r + dr))
    }

    /// Returns the ring of a cell: 0 in the centre, `side - 1` on the rim.
    pub fn ring(&self, cell: usize) -> usize {
        let (q, r) = self.axial[cell];
        q.abs().max(r.abs()).max((q + r).abs()) as usize
    }

    /// Returns the row of a cell, from 0 at the top, and its place in it, from 0.
    pub fn row_and_place(&self, cell: usize) -> (usize, usize) {
        let mut place = cell;
        for (row, length) in self.rows().into_iter().enumerate() {
            if place < length {
                return (row, place);
            }
            place -= length;
        }
        panic!("cell {cell} is not on the board")
    }

    /// Appends the name of a cell.
    pub fn write(&self, cell: usize, out: &mut String) {
        let (row, place) = self.row_and_place(cell);
        out.push(char::from(b'a' + row as u8));
        out.push_str(&(place + 1).to_string());
    }

    /// Returns the name of a cell.
    pub fn name(&self, cell: usize) -> String {
        let mut name = String::new();
        self.write(cell, &mut name);
        name
    }

    /// Reads the name of a cell.
    pub fn read(&self, name: &str) -> Option<usize> {
        let letter = name.bytes().next().filter(u8::is_ascii_lowercase)?;
        let rows = self.rows();
        let row = usize::from(letter - b'a');
        let place = read_number(&name[1..], *rows.get(row)?)? - 1;
        Some(rows[..row].iter().sum::<usize>() + place)
    }

    /// Returns the length of every row, from the top.
    pub fn rows(&self) -> Vec<usize> {
        let side = self.side;
        (0..2 * side - 1).map(|row| if row < side { side + row } else { 3 * side - 2 - row }).collect()
    }

    /// Returns the grid of letters that [`crate::text::write_rows`] makes of the board.
    pub fn letter_grid(&self) -> LetterGrid {
        LetterGrid::new(&self.rows(), |cell| self.name(cell))
    }

    /// Returns the twelve symmetries.
    pub fn symmetries(&self) -> Symmetries {
        // In axial coordinates a turn by 60° takes (q, r) to (-r, q + r), and a reflection exchanges q and r.
        let times = |[a, b, c, d]: [i32; 4], [e, f, g, h]: [i32; 4]| {
            [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h]
        };
        let mut matrices = vec![[1, 0, 0, 1]];
        for turns in 0..5 {
            matrices.push(times([0, -1, 1, 1], matrices[turns]));
        }
        for turns in 0..6 {
            matrices.push(times([0, 1, 1, 0], matrices[turns]));
        }
        Symmetries::of_points(&self.axial, &matrices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_names_and_rings() {
        let agon = Hexagon::new(6);
        assert_eq!(agon.cells(), 91);
        assert_eq!(agon.rows(), [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]);
        assert_eq!(agon.ring(agon.read("f6").unwrap()), 0);
        assert_eq!((0..91).filter(|&cell| agon.ring(cell) == 5).count(), 30);
        assert!((0..91).all(|cell| agon.read(&agon.name(cell)) == Some(cell)));
        assert!((0..91).all(|cell| agon.at(agon.axial(cell)) == Some(cell)));
        for wrong in ["", "a0", "a7", "l1", "f12", "A1", "é1"] {
            assert_eq!(agon.read(wrong), None, "{wrong:?}");
        }
        assert_eq!(Hexagon::new(8).cells(), 169);
    }

    #[test]
    fn neighbours_are_those_of_the_rules() {
        // "left and right in its row, and the two cells it touches in the row above and the row below"
        let agon = Hexagon::new(6);
        let around = |name: &str| {
            let cell = agon.read(name).unwrap();
            let mut names: Vec<String> = (0..6)
                .filter_map(|direction| agon.step(cell, direction))
                .map(|cell| agon.name(cell))
                .collect();
            names.sort();
            names
        };
        assert_eq!(around("f6"), ["e5", "e6", "f5", "f7", "g5", "g6"]);
        assert_eq!(around("a1"), ["a2", "b1", "b2"]);
        assert_eq!(around("g1"), ["f1", "f2", "g2", "h1"]);
    }

    #[test]
    fn there_are_twelve_different_symmetries() {
        let symmetries = Hexagon::new(3).symmetries();
        assert_eq!(symmetries.count(), 12);
        let images: std::collections::BTreeSet<Vec<usize>> =
            (0..12).map(|s| (0..19).map(|cell| symmetries.map(s, cell)).collect()).collect();
        assert_eq!(images.len(), 12);
    }
}
