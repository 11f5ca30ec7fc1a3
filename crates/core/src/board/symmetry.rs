//! Symmetries of boards as tables of cells.

/// The symmetries of a board: for each, where every cell goes. Number 0 is the identity.
///
/// ```
/// use damier_core::board::{Origin, Square};
///
/// let board = Square::new(3, Origin::Bottom);
/// let symmetries = board.symmetries();
/// let corner = board.read("a1").expect("a cell");
/// let mut images: Vec<String> = (0..8).map(|symmetry| board.name(symmetries.map(symmetry, corner))).collect();
/// images.sort();
/// images.dedup();
/// assert_eq!(images, ["a1", "a3", "c1", "c3"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    maps: Vec<Vec<u16>>,
    inverses: Vec<usize>,
}

impl Symmetries {
    /// Makes the tables from the coordinates of the cells about the centre, and matrices `[a, b, c, d]` that take
    /// `(x, y)` to `(a x + b y, c x + d y)`, the identity first.
    ///
    /// # Panics
    /// If a matrix takes some cell off the board, or the inverse of a matrix is not among them.
    pub fn of_points(points: &[(i32, i32)], matrices: &[[i32; 4]]) -> Symmetries {
        let place = |wanted: (i32, i32)| points.iter().position(|&point| point == wanted);
        let maps: Vec<Vec<u16>> = matrices
            .iter()
            .map(|&[a, b, c, d]| {
                let image = |&(x, y): &(i32, i32)| place((a * x + b * y, c * x + d * y));
                points.iter().map(|point| image(point).expect("the board is symmetric") as u16).collect()
            })
            .collect();
        let undoes =
            |forth: &[u16], back: &[u16]| (0..forth.len()).all(|i| back[forth[i] as usize] as usize == i);
        let inverse = |map: &Vec<u16>| maps.iter().position(|other| undoes(map, other)).expect("a group");
        let inverses = maps.iter().map(inverse).collect();
        Symmetries { maps, inverses }
    }

    /// Returns how many there are, the identity included.
    pub fn count(&self) -> usize {
        self.maps.len()
    }

    /// Returns where a symmetry takes a cell.
    #[inline]
    pub fn map(&self, symmetry: usize, cell: usize) -> usize {
        self.maps[symmetry][cell] as usize
    }

    /// Returns the symmetry that undoes this one.
    pub fn inverse(&self, symmetry: usize) -> usize {
        self.inverses[symmetry]
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Hexagon, Origin, Rhombus, Square};

    #[test]
    fn inverses_undo() {
        let boards = [
            (Square::new(5, Origin::Top).symmetries(), 25),
            (Hexagon::new(4).symmetries(), 37),
            (Rhombus::new(6).symmetries(), 36),
        ];
        for (symmetries, cells) in boards {
            for s in 0..symmetries.count() {
                let back = symmetries.inverse(s);
                assert!((0..cells).all(|cell| symmetries.map(back, symmetries.map(s, cell)) == cell));
            }
            assert!((0..cells).all(|cell| symmetries.map(0, cell) == cell));
        }
    }
}
