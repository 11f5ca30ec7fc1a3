//! The Hex board.

use super::{Origin, Square, Symmetries};

/// A rhombus of `size` × `size` hexagons: files `a`, `b`, … from the left, rows 1, 2, … from the top.
///
/// ```
/// use damier_core::board::Rhombus;
///
/// let board = Rhombus::new(5);
/// let around = |name| board.neighbours(board.grid().read(name).expect("a cell")).count();
/// assert_eq!([around("c3"), around("a1"), around("e1")], [6, 2, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct Rhombus {
    grid: Square,
}

impl Rhombus {
    /// The six neighbours as steps of file and row, in turn around the cell.
    pub const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

    /// Makes a board; `size` is in `1..=26`.
    pub const fn new(size: usize) -> Rhombus {
        Rhombus { grid: Square::new(size, Origin::Top) }
    }

    /// Returns the names, files and rows of the cells.
    pub const fn grid(&self) -> &Square {
        &self.grid
    }

    /// Visits the neighbours of a cell.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        Self::DIRECTIONS.into_iter().filter_map(move |step| self.grid.step(cell, step))
    }

    /// Returns the symmetries that keep each pair of edges: the identity and the half turn.
    pub fn symmetries(&self) -> Symmetries {
        let last = self.grid.width() as i32 - 1;
        let points: Vec<(i32, i32)> = (0..self.grid.cells())
            .map(|cell| (2 * self.grid.file(cell) as i32 - last, 2 * self.grid.rank(cell) as i32 - last))
            .collect();
        Symmetries::of_points(&points, &[[1, 0, 0, 1], [-1, 0, 0, -1]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_those_of_the_rules() {
        // "neighbours of (f,r): (f±1,r) (f,r±1) (f+1,r-1) (f-1,r+1)"
        let board = Rhombus::new(5);
        let around = |name: &str| {
            let cell = board.grid().read(name).unwrap();
            let mut names: Vec<String> = board.neighbours(cell).map(|cell| board.grid().name(cell)).collect();
            names.sort();
            names
        };
        assert_eq!(around("c3"), ["b3", "b4", "c2", "c4", "d2", "d3"]);
        assert_eq!(around("a1"), ["a2", "b1"]);
        assert_eq!(around("e1"), ["d1", "d2", "e2"]);
    }
}
