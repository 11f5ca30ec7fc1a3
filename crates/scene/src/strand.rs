//! Lines that run through square cells from side to side, as on the tiles of path games.

use crate::{Hue, Layer, Outline, Point, Scene, Segment, Style};

/// A side of a square cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The upper side.
    North,
    /// The right side.
    East,
    /// The lower side.
    South,
    /// The left side.
    West,
}

impl Edge {
    /// Returns the step from the centre of a cell towards this side.
    const fn step(self) -> (i32, i32) {
        match self {
            Edge::North => (0, -1),
            Edge::East => (1, 0),
            Edge::South => (0, 1),
            Edge::West => (-1, 0),
        }
    }
}

impl Scene {
    /// The columns and lines that a cell takes in the text of a picture with strands: its [`Scene::text_scale`].
    pub const STRAND_SCALE: (f64, f64) = (6.0, 3.0);

    /// Draws a line through the cell of side 1 about `centre`, from the middle of one side to the middle of another: a
    /// quarter of a circle between neighbouring sides, straight between opposite ones. In the text it is a thin line
    /// that meets those of the cells beside it, if the scale is [`Scene::STRAND_SCALE`]; the middle of the cell stays
    /// free of curves.
    pub fn strand(&mut self, centre: Point, from: Edge, to: Edge, style: Style) {
        // The usual share for a quarter of a circle drawn as a cubic; towards the opposite side it gives a line.
        const ARM: f64 = 0.5 * (1.0 - 0.552);
        let on = |edge: Edge, distance: f64| {
            let (x, y) = edge.step();
            centre.moved(f64::from(x) * distance, f64::from(y) * distance)
        };
        let curve = Segment::Curve(on(from, ARM), on(to, ARM), on(to, 0.5));
        self.add(Layer::Pieces, Outline::Path(vec![Segment::Move(on(from, 0.5)), curve]), style);
        let mut put = |column: i32, line: i32, unicode: &str, ascii: &str| {
            let (columns, lines) = Scene::STRAND_SCALE;
            let at = centre.moved(f64::from(column) / columns, f64::from(line) / lines);
            self.glyph(at, unicode, ascii, Hue::Accent);
        };
        let (one, other) = (from.step(), to.step());
        match (one.0 + other.0, one.1 + other.1) {
            (0, 0) if one.0 == 0 => (-1..=1).for_each(|line| put(0, line, "│", "|")),
            (0, 0) => (-3..=2).for_each(|column| put(column, 0, "─", "-")),
            (right, down) => {
                // The corner that turns towards both sides, and the one that turns away from them.
                let ((near, plain), (far, plain_far)) = match (right, down) {
                    (-1, -1) => (("╯", "'"), ("╭", ".")),
                    (1, -1) => (("╰", "'"), ("╮", ".")),
                    (-1, 1) => (("╮", "."), ("╰", "'")),
                    _ => (("╭", "."), ("╯", "'")),
                };
                put(0, down, near, plain);
                put(right, down, "─", "-");
                put(2 * right, down, far, plain_far);
                put(2 * right, 0, near, plain);
                if right == -1 {
                    // Six columns have no middle one: the left half is longer.
                    put(-3, 0, "─", "-");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_core::Lang;

    use super::*;
    use crate::{Ink, View, terminal};

    const EDGES: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

    fn draw(strands: &[(f64, f64, Edge, Edge)]) -> Scene {
        let mut scene = Scene::new(&View::new(Lang::En));
        scene.text_scale = Scene::STRAND_SCALE;
        for &(x, y, from, to) in strands {
            scene.strand(Point::new(x, y), from, to, Style::stroke(Ink::Accent, 0.1));
        }
        scene
    }

    #[test]
    fn strands_meet_in_text() {
        let ring = [
            (0.0, 0.0, Edge::South, Edge::East),
            (1.0, 0.0, Edge::West, Edge::South),
            (1.0, 1.0, Edge::North, Edge::West),
            (0.0, 1.0, Edge::North, Edge::East),
        ];
        // The centres of the cells are six columns and three lines apart, and the ring goes through all four sides.
        let options = terminal::TerminalOptions { unicode: true, colour: false, captions: false };
        let text = terminal::write(&draw(&ring), &options);
        assert_eq!(text, "  ╭─╮\n╭─╯ ╰─╮\n╰─╮ ╭─╯\n  ╰─╯\n");
        let options = terminal::TerminalOptions { unicode: false, ..options };
        let cross = [(0.0, 0.0, Edge::East, Edge::West), (0.0, 0.0, Edge::South, Edge::North)];
        assert_eq!(terminal::write(&draw(&cross), &options), "   |\n---|--\n   |\n");
    }

    #[test]
    fn strands_run_from_middle_to_middle_inside_the_cell() {
        for from in EDGES {
            for to in EDGES.into_iter().filter(|&to| to != from) {
                let scene = draw(&[(0.0, 0.0, from, to)]);
                let Outline::Path(path) = &scene.shapes[0].outline else { panic!("no path") };
                let [Segment::Move(start), Segment::Curve(_, _, end)] = path[..] else { panic!("{path:?}") };
                let middle = |edge: Edge| {
                    let (x, y) = edge.step();
                    Point::new(f64::from(x) / 2.0, f64::from(y) / 2.0)
                };
                assert_eq!((start, end), (middle(from), middle(to)));
                assert!(scene.glyphs.iter().all(|glyph| glyph.at.x.abs() <= 0.5 && glyph.at.y.abs() <= 0.5));
            }
        }
    }
}
