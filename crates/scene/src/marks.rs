//! Marks over a position: the last move, the selection, where one may go.

use crate::{Ink, Layer, Outline, Scene, Segment, Style};

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
        let (outline, style) = match mark {
            Mark::Last => (ring(0.38), stroke(0.18)),
            Mark::Trace => (ring(0.22), Style::fill(Ink::Accent)),
            Mark::Selected => (ring(1.02), stroke(0.26)),
            Mark::Target => (ring(0.24), stroke(0.12)),
            Mark::Capture => (ring(1.12), stroke(0.12)),
            Mark::Hint => (ring(0.68), stroke(0.12).dashed()),
        };
        self.add_with_halo(Layer::Marks, outline, style, radius * 0.1);
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
        // The shaft leaves what stands on the first cell free, and the head hides its end.
        let (start, neck) = (from.polar(radius, angle), to.polar(-radius * 0.7, angle));
        let shaft = Outline::Path(vec![Segment::Move(start), Segment::Line(neck)]);
        let side = |turn: f64| neck.polar(radius * 0.46, angle + turn.to_radians());
        let head = Outline::Polygon(vec![to, side(90.0), side(-90.0)]);
        let halo = radius * 0.1;
        self.add_halo(Layer::Marks, &head, &Style::fill(Ink::Accent), halo);
        self.add_with_halo(Layer::Marks, shaft, Style::stroke(Ink::Accent, radius * 0.24), halo);
        self.add(Layer::Marks, head, Style::fill(Ink::Accent));
        true
    }

    /// Adds a shape on a halo, so that it is seen on light and dark pieces alike.
    pub(crate) fn add_with_halo(&mut self, layer: Layer, outline: Outline, style: Style, halo: f64) {
        self.add_halo(layer, &outline, &style, halo);
        self.add(layer, outline, style);
    }

    fn add_halo(&mut self, layer: Layer, outline: &Outline, style: &Style, halo: f64) {
        let ground = Style { fill: style.fill.map(|_| Ink::Card), ..Style::default() };
        self.add(layer, outline.clone(), ground.edged(Ink::Card, style.width + 2.0 * halo));
    }
}
