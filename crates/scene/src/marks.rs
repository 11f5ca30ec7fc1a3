//! Marks over a position: the last move, the selection, where one may go.

use crate::{Ink, Layer, Outline, Point, Scene, Style};

/// A mark on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The last move went here.
    Last,
    /// The last move came from here, or touched it on its way.
    Trace,
    /// The piece here is picked up.
    Selected,
    /// One may go here.
    Target,
    /// One may capture here.
    Capture,
    /// The computer advises this.
    Hint,
}

impl Mark {
    /// What the mark adds to a cell's description: French, English.
    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Mark::Last => ("dernier coup", "last move"),
            Mark::Trace => ("touchée par le dernier coup", "touched by the last move"),
            Mark::Selected => ("choisie", "selected"),
            Mark::Target => ("jouable", "playable"),
            Mark::Capture => ("prise possible", "may be captured"),
            Mark::Hint => ("conseillée", "advised"),
        }
    }
}

impl Scene {
    /// Marks the cell of this name; returns whether there is one.
    pub fn mark(&mut self, name: &str, mark: Mark) -> bool {
        let Some(cell) = self.cells.iter_mut().find(|cell| cell.name == name) else {
            return false;
        };
        cell.marks.push(mark);
        let (at, radius) = (cell.centre, cell.radius);
        let ring = |share: f64| Outline::Circle(at, radius * share);
        let stroke = |width: f64| Style::stroke(Ink::Accent, radius * width);
        match mark {
            Mark::Last => self.add(Layer::Marks, ring(0.36), stroke(0.22)),
            Mark::Trace => self.add(Layer::Marks, ring(0.14), Style::fill(Ink::Accent)),
            Mark::Selected => self.add(Layer::Marks, ring(0.98), stroke(0.2)),
            Mark::Target => self.add(Layer::Marks, ring(0.22), stroke(0.1)),
            Mark::Capture => self.add(Layer::Marks, ring(0.98), stroke(0.1)),
            Mark::Hint => self.add(Layer::Marks, ring(0.8), stroke(0.12).dashed()),
        }
        true
    }

    /// Draws an arrow from one named cell to another; returns whether both exist.
    pub fn arrow(&mut self, from: &str, to: &str) -> bool {
        let find = |name: &str| {
            self.cells.iter().find(|cell| cell.name == name).map(|cell| (cell.centre, cell.radius))
        };
        let (Some((from, radius)), Some((to, _))) = (find(from), find(to)) else {
            return false;
        };
        let angle = (to.y - from.y).atan2(to.x - from.x);
        let neck = to.polar(-radius * 0.6, angle);
        let shaft = vec![crate::Segment::Move(from), crate::Segment::Line(neck)];
        self.add(Layer::Marks, Outline::Path(shaft), Style::stroke(Ink::Accent, radius * 0.24));
        let side = |turn: f64| neck.polar(radius * 0.42, angle + turn);
        let head: Vec<Point> = vec![to, side(90f64.to_radians()), side(-90f64.to_radians())];
        self.add(Layer::Marks, Outline::Polygon(head), Style::fill(Ink::Accent));
        true
    }
}
