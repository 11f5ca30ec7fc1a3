//! Draws on one page.

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder};
use krilla::paint::{Fill, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;

use damier_scene::text::{BASELINE, clean};
use damier_scene::{Anchor, Ink, Layer, Outline, Point, Scene, Segment, Style, Theme, arc};

use super::typeface::{Face, Run, Typefaces};

/// A page that is being drawn. Lengths are in points, y downwards.
pub(super) struct Sheet<'a> {
    pub surface: Surface<'a>,
    pub faces: &'a Typefaces,
}

impl Sheet<'_> {
    /// Draws a board.
    pub fn board(&mut self, scene: &Scene, frame: &Frame) {
        for layer in [Layer::Board, Layer::Coords, Layer::Pieces, Layer::Marks] {
            for shape in scene.shapes.iter().filter(|shape| shape.layer == layer) {
                self.shape(&shape.outline, &shape.style, frame);
            }
        }
    }

    fn shape(&mut self, outline: &Outline, style: &Style, frame: &Frame) {
        let Outline::Words { at, size, anchor, text } = outline else {
            self.style(style, frame.scale);
            if let Some(path) = frame.path(outline) {
                self.surface.draw_path(&path);
            }
            return;
        };
        // The line of a letter lies under its fill, as a halo.
        for part in [Style { fill: None, ..*style }, Style { stroke: None, ..*style }] {
            if part.fill.is_some() || part.stroke.is_some() {
                self.style(&part, frame.scale);
                let at = frame.place(*at);
                self.set(at, size * frame.scale, *anchor, Face::Sans, &clean(text));
            }
        }
    }

    /// Writes words with the middle of their capitals at the height of `at`.
    pub fn words(&mut self, at: Point, size: f64, anchor: Anchor, face: Face, ink: Ink, text: &str) {
        self.style(&Style::fill(ink), 1.0);
        self.set(at, size, anchor, face, text);
    }

    fn set(&mut self, at: Point, size: f64, anchor: Anchor, face: Face, text: &str) {
        let runs = self.faces.runs(face, text);
        let width = size * runs.iter().map(Run::width).sum::<f64>();
        let mut x = at.x
            - match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => width / 2.0,
                Anchor::End => width,
            };
        for run in &runs {
            let start = krilla::geom::Point::from_xy(x as f32, (at.y + BASELINE * size) as f32);
            let font = self.faces.font(run.face);
            self.surface.draw_glyphs(start, &run.glyphs, font, &run.text, size as f32, false);
            x += size * run.width();
        }
    }

    /// Draws a straight line.
    pub fn rule(&mut self, from: Point, to: Point, width: f64, ink: Ink) {
        self.style(&Style::stroke(ink, width), 1.0);
        let mut path = PathBuilder::new();
        path.move_to(from.x as f32, from.y as f32);
        path.line_to(to.x as f32, to.y as f32);
        if let Some(path) = path.finish() {
            self.surface.draw_path(&path);
        }
    }

    fn style(&mut self, style: &Style, scale: f64) {
        let paint = |ink: Ink| {
            let [_, red, green, blue] = Theme::Print.colour(ink).to_be_bytes();
            rgb::Color::new(red, green, blue).into()
        };
        self.surface.set_fill(style.fill.map(|ink| Fill { paint: paint(ink), ..Fill::default() }));
        let dash = style.dashed.then(|| StrokeDash {
            array: style.dashes().map(|length| (length * scale) as f32).to_vec(),
            offset: 0.0,
        });
        self.surface.set_stroke(style.stroke.map(|ink| Stroke {
            paint: paint(ink),
            width: (style.width * scale) as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash,
            ..Stroke::default()
        }));
    }
}

/// How a scene lies on a sheet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub low: Point,
    pub scale: f64,
    pub corner: Point,
}

impl Frame {
    fn place(&self, at: Point) -> Point {
        self.corner.moved((at.x - self.low.x) * self.scale, (at.y - self.low.y) * self.scale)
    }

    /// Returns the path of a shape, unless it is empty.
    fn path(&self, outline: &Outline) -> Option<Path> {
        let pair = |at: Point| {
            let at = self.place(at);
            (at.x as f32, at.y as f32)
        };
        let mut path = PathBuilder::new();
        let mut follow = |segment: &Segment| match *segment {
            Segment::Move(to) => path.move_to(pair(to).0, pair(to).1),
            Segment::Line(to) => path.line_to(pair(to).0, pair(to).1),
            Segment::Curve(a, b, to) => {
                let ((ax, ay), (bx, by), (x, y)) = (pair(a), pair(b), pair(to));
                path.cubic_to(ax, ay, bx, by, x, y);
            }
            Segment::Close => path.close(),
        };
        match outline {
            Outline::Polygon(points) => {
                follow(&Segment::Move(*points.first()?));
                points[1..].iter().for_each(|&point| follow(&Segment::Line(point)));
                follow(&Segment::Close);
            }
            Outline::Circle(centre, radius) => {
                arc(*centre, *radius, 0.0, 360f64.to_radians()).iter().for_each(&mut follow);
                follow(&Segment::Close);
            }
            Outline::Path(segments) => segments.iter().for_each(follow),
            Outline::Words { .. } => return None,
        }
        path.finish()
    }
}
