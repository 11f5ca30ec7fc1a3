//! Shapes in board units.

use crate::Ink;

/// A place in board units: x to the right, y downwards.
///
/// ```
/// use damier_scene::Point;
///
/// let right = Point::new(1.0, 1.0).moved(2.0, 0.0);
/// assert_eq!((right.x, right.y), (3.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Distance to the right.
    pub x: f64,
    /// Distance downwards.
    pub y: f64,
}

impl Point {
    /// Makes a point.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// Returns the point `(dx, dy)` further.
    pub const fn moved(self, dx: f64, dy: f64) -> Point {
        Point::new(self.x + dx, self.y + dy)
    }

    /// Returns the point at `distance` from here in the direction of `angle` (radians, clockwise from the right).
    pub fn polar(self, distance: f64, angle: f64) -> Point {
        self.moved(distance * angle.cos(), distance * angle.sin())
    }
}

/// Where the text stands about its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins at the point.
    Start,
    /// The text is centred on the point.
    Middle,
    /// The text ends at the point.
    End,
}

impl Anchor {
    /// Returns where the text stands once the picture is turned half round.
    pub const fn opposite(self) -> Anchor {
        match self {
            Anchor::Start => Anchor::End,
            Anchor::Middle => Anchor::Middle,
            Anchor::End => Anchor::Start,
        }
    }
}

/// A part of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Lifts the pen and goes to a point.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic Bézier curve with two control points.
    Curve(Point, Point, Point),
    /// A line back to the last `Move`.
    Close,
}

/// The geometry of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A closed polygon.
    Polygon(Vec<Point>),
    /// A circle by its centre and radius.
    Circle(Point, f64),
    /// A path of lines and curves.
    Path(Vec<Segment>),
    /// Text, centred vertically on its point; `size` is the height of the font.
    Words {
        /// Where it stands.
        at: Point,
        /// The height of the font.
        size: f64,
        /// How it stands about the point.
        anchor: Anchor,
        /// What it says.
        text: String,
    },
}

impl Outline {
    /// Changes every point of the outline. A circle keeps its radius, words their size.
    pub fn each_point(&mut self, mut change: impl FnMut(&mut Point)) {
        match self {
            Outline::Polygon(points) => points.iter_mut().for_each(change),
            Outline::Circle(centre, _) => change(centre),
            Outline::Path(segments) => {
                for segment in segments {
                    match segment {
                        Segment::Move(to) | Segment::Line(to) => change(to),
                        Segment::Curve(a, b, to) => [a, b, to].into_iter().for_each(&mut change),
                        Segment::Close => {}
                    }
                }
            }
            Outline::Words { at, .. } => change(at),
        }
    }

    /// Turns the outline half round about the origin. Words stay upright.
    pub(crate) fn turn(&mut self) {
        self.each_point(|point| *point = Point::new(-point.x, -point.y));
        if let Outline::Words { anchor, .. } = self {
            *anchor = anchor.opposite();
        }
    }

    /// Moves the outline.
    pub(crate) fn shift(&mut self, dx: f64, dy: f64) {
        self.each_point(|point| *point = point.moved(dx, dy));
    }
}

/// Which part of the picture a shape belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// The board.
    Board,
    /// The names of files, ranks and cells.
    Coords,
    /// What stands on the board: left out of empty boards.
    Pieces,
    /// The last move, the selection, hints.
    Marks,
}

/// How a shape is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// The inside.
    pub fill: Option<Ink>,
    /// The line.
    pub stroke: Option<Ink>,
    /// The width of the line in board units.
    pub width: f64,
    /// Whether the line is dashed.
    pub dashed: bool,
}

impl Style {
    /// Fills without a line.
    pub const fn fill(ink: Ink) -> Style {
        Style { fill: Some(ink), stroke: None, width: 0.0, dashed: false }
    }

    /// Draws a line without filling.
    pub const fn stroke(ink: Ink, width: f64) -> Style {
        Style { fill: None, stroke: Some(ink), width, dashed: false }
    }

    /// Adds a line to a filled style.
    pub const fn edged(self, ink: Ink, width: f64) -> Style {
        Style { stroke: Some(ink), width, ..self }
    }

    /// Makes the line dashed.
    pub const fn dashed(self) -> Style {
        Style { dashed: true, ..self }
    }

    /// The lengths of a dash and of the gap after it; the round ends of a dash reach into the gap.
    pub const fn dashes(&self) -> [f64; 2] {
        [2.0 * self.width, 2.4 * self.width]
    }
}

/// A painted shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Which part of the picture it belongs to.
    pub layer: Layer,
    /// Its geometry.
    pub outline: Outline,
    /// How it is painted.
    pub style: Style,
    /// The place among the scene's groups of the thing it is a part of, if it is a part of one.
    pub group: Option<u32>,
}

/// Returns the rectangle with these opposite corners.
pub fn rectangle(from: Point, to: Point) -> Outline {
    Outline::Polygon(vec![from, Point::new(to.x, from.y), to, Point::new(from.x, to.y)])
}

/// Returns the path of straight lines through these points.
pub fn polyline(points: impl IntoIterator<Item = Point>) -> Vec<Segment> {
    let segment = |(place, point)| if place == 0 { Segment::Move(point) } else { Segment::Line(point) };
    points.into_iter().enumerate().map(segment).collect()
}

/// Returns a regular hexagon; `first` is the angle of its first corner (radians, clockwise from the right).
pub fn hexagon(centre: Point, radius: f64, first: f64) -> Outline {
    Outline::Polygon(
        (0..6).map(|corner| centre.polar(radius, first + f64::from(corner) * 60f64.to_radians())).collect(),
    )
}

/// Returns the arc of a circle from one angle to another (radians, clockwise from the right) as curves; the first
/// segment is a `Move`.
pub fn arc(centre: Point, radius: f64, from: f64, to: f64) -> Vec<Segment> {
    let pieces = ((to - from).abs() / 90f64.to_radians()).ceil().max(1.0);
    let turn = (to - from) / pieces;
    // The usual length of control arms for a cubic that follows a circle.
    let arm = 4.0 / 3.0 * (turn / 4.0).tan() * radius;
    let mut segments = vec![Segment::Move(centre.polar(radius, from))];
    for piece in 0..pieces as u32 {
        let (start, end) = (from + turn * f64::from(piece), from + turn * f64::from(piece + 1));
        let quarter = 90f64.to_radians();
        segments.push(Segment::Curve(
            centre.polar(radius, start).polar(arm, start + quarter),
            centre.polar(radius, end).polar(arm, end - quarter),
            centre.polar(radius, end),
        ));
    }
    segments
}
