//! Marks over a position: the last move, the selection, where one may go.

use crate::{Ink, Layer, Outline, Point, Scene, Segment, Style, polyline};

/// A mark on a cell. Each has a shape of its own, and none hides the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The last move went here: four corners around the cell.
    Last,
    /// The last move came from here, or touched it on its way: a diamond.
    Trace,
    /// The last move took something here: a cross.
    Taken,
    /// The piece here is picked up: a ring.
    Selected,
    /// One may go here: a dot.
    Target,
    /// One may capture here: four strokes that point at it.
    Capture,
    /// One may not go here, though one might think so: a hatching.
    Forbidden,
    /// The computer advises this: a dashed ring.
    Hint,
    /// This is a part of what won: a double ring.
    Won,
}

impl Mark {
    /// What the mark adds to a cell's description: French, English.
    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Mark::Last => ("dernier coup", "last move"),
            Mark::Trace => ("touchée par le dernier coup", "touched by the last move"),
            Mark::Taken => ("prise par le dernier coup", "captured by the last move"),
            Mark::Selected => ("choisie", "selected"),
            Mark::Target => ("jouable", "playable"),
            Mark::Capture => ("prise possible", "may be captured"),
            Mark::Forbidden => ("interdite", "forbidden"),
            Mark::Hint => ("conseillée", "advised"),
            Mark::Won => ("gagnante", "part of the win"),
        }
    }
}

/// Returns straight strokes, each from one point to the next.
fn strokes(all: impl IntoIterator<Item = Vec<Point>>) -> Outline {
    Outline::Path(all.into_iter().flat_map(polyline).collect())
}

/// Returns the outline of a mark on a cell, with its style.
fn drawn(mark: Mark, at: Point, radius: f64) -> (Outline, Style) {
    let ring = |share: f64| Outline::Circle(at, radius * share);
    let stroke = |width: f64| Style::stroke(Ink::Accent, radius * width);
    let point = |x: f64, y: f64| at.moved(radius * x, radius * y);
    let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)];
    match mark {
        Mark::Last => {
            let corner = |(x, y): (f64, f64)| {
                vec![point(x * 1.16, y * 0.7), point(x * 1.16, y * 1.16), point(x * 0.7, y * 1.16)]
            };
            (strokes(corners.map(corner)), stroke(0.15))
        }
        Mark::Trace => {
            let diamond = [(0.0, -0.3), (0.3, 0.0), (0.0, 0.3), (-0.3, 0.0)];
            (Outline::Polygon(diamond.map(|(x, y)| point(x, y)).to_vec()), Style::fill(Ink::Accent))
        }
        Mark::Taken => {
            let cross = [[(-0.5, -0.5), (0.5, 0.5)], [(-0.5, 0.5), (0.5, -0.5)]];
            (strokes(cross.map(|ends| ends.map(|(x, y)| point(x, y)).to_vec())), stroke(0.16))
        }
        Mark::Selected => (ring(1.1), stroke(0.2)),
        Mark::Target => (ring(0.2), Style::fill(Ink::Accent)),
        Mark::Capture => {
            let inward = |(x, y): (f64, f64)| vec![point(x * 0.95, y * 0.95), point(x * 0.55, y * 0.55)];
            (strokes(corners.map(inward)), stroke(0.16))
        }
        Mark::Forbidden => {
            // The slanting lines of a square, on which the two coordinates add up to these.
            let slant = |sum: f64| {
                let (low, high) = ((sum - 1.0).max(-1.0), (sum + 1.0).min(1.0));
                vec![point(low, sum - low), point(high, sum - high)]
            };
            (
                strokes([-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5].map(slant)),
                Style::stroke(Ink::Text, radius * 0.06),
            )
        }
        Mark::Hint => (ring(1.1), stroke(0.14).dashed()),
        Mark::Won => (ring(1.16), Style::stroke(Ink::Win, radius * 0.2)),
    }
}

impl Scene {
    /// Marks the cell of this name; returns whether there is one. An empty board stays without marks.
    pub fn mark(&mut self, name: &str, mark: Mark) -> bool {
        let Some(cell) = self.cells.iter_mut().find(|cell| cell.name == name) else {
            return false;
        };
        if !self.view.pieces || cell.marks.contains(&mark) {
            return true;
        }
        cell.marks.push(mark);
        let (at, radius) = (cell.centre, cell.radius);
        let (outline, style) = drawn(mark, at, radius);
        self.group(format!("{name}~mark"), at, |scene| {
            scene.add_with_halo(Layer::Marks, outline, style, radius * 0.08);
        });
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
