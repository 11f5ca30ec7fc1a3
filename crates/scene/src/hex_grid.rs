//! Where the hexagons of a board lie.

use crate::{Outline, Point, hexagon};

/// The distance from the centre of a hexagon to a corner: the square root of a third.
const CORNER: f64 = 0.577_350_269_189_625_8;

/// The plane as a grid of hexagons, with the centres of neighbours 1 apart. A hexagon is known by its axial coordinates:
/// `q` along its row, and `r`, the row; every row begins half a hexagon further to the right than the one above it.
///
/// ```
/// use damier_scene::HexGrid;
///
/// let right_below = HexGrid::ACROSS.centre(0.0, 1.0);
/// assert!((right_below.x - 0.5).abs() < 1e-9 && (right_below.y - 0.75f64.sqrt()).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct HexGrid {
    /// By how much all is turned about the origin, clockwise, in radians.
    turn: f64,
}

impl HexGrid {
    /// The grid whose rows go across.
    pub const ACROSS: HexGrid = HexGrid { turn: 0.0 };

    /// Returns the grid that is turned clockwise by 30°: its files stand upright, its rows fall to the right.
    pub fn upright() -> HexGrid {
        HexGrid { turn: 30f64.to_radians() }
    }

    /// Returns the columns and lines of a terminal per board unit that give every row a line of its own: the
    /// [`text_scale`](crate::Scene::text_scale) of a picture with such rows.
    pub fn text_scale() -> (f64, f64) {
        (2.0, 1.0 / 0.75f64.sqrt())
    }

    /// Returns the centre of a hexagon.
    pub fn centre(self, q: f64, r: f64) -> Point {
        let across = Point::new(q + r / 2.0, r * 0.75f64.sqrt());
        let (sin, cos) = self.turn.sin_cos();
        Point::new(across.x * cos - across.y * sin, across.x * sin + across.y * cos)
    }

    /// Returns the corner of the hexagon about a centre at an angle, in degrees clockwise from the right before the grid is
    /// turned: 30, 90, …, 330.
    pub fn corner(self, centre: Point, degrees: f64) -> Point {
        centre.polar(CORNER, degrees.to_radians() + self.turn)
    }

    /// Returns the hexagon about a centre, its corners drawn in by `inset`: 0 is the whole cell.
    pub fn hexagon(self, centre: Point, inset: f64) -> Outline {
        hexagon(centre, CORNER - inset, 30f64.to_radians() + self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: Point, b: Point) -> f64 {
        (a.x - b.x).hypot(a.y - b.y)
    }

    #[test]
    fn six_neighbours_are_one_apart_and_share_two_corners() {
        for grid in [HexGrid::ACROSS, HexGrid::upright()] {
            let corners = |at: Point| {
                let Outline::Polygon(corners) = grid.hexagon(at, 0.0) else { panic!("a polygon") };
                corners
            };
            let centre = grid.centre(2.0, -1.0);
            for (q, r) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, -1.0)] {
                let near = grid.centre(2.0 + q, -1.0 + r);
                assert!((distance(centre, near) - 1.0).abs() < 1e-9);
                let shared =
                    |corner: &&Point| corners(near).iter().any(|other| distance(**corner, *other) < 1e-9);
                assert_eq!(corners(centre).iter().filter(shared).count(), 2);
            }
            for (number, corner) in corners(centre).into_iter().enumerate() {
                assert!(distance(corner, grid.corner(centre, 30.0 + 60.0 * number as f64)) < 1e-9);
            }
        }
    }

    #[test]
    fn an_upright_grid_has_its_files_upright() {
        let (first, next) = (HexGrid::upright().centre(3.0, 0.0), HexGrid::upright().centre(3.0, 1.0));
        assert!((first.x - next.x).abs() < 1e-9 && next.y > first.y);
    }
}
