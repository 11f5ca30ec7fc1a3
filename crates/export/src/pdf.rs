//! Writes scenes as a PDF document: a sheet of paper for each, or a [`Booklet`] of several with words between them.

mod booklet;

use damier_core::Lang;
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::{Fill, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use thiserror::Error;

use damier_scene::text::{BASELINE, clean, wrap};
use damier_scene::{Anchor, Ink, Layer, Outline, Point, Scene, Segment, Style, Theme, arc};

pub use booklet::{Block, Booklet, Figure};

/// Points in a millimetre.
const MILLIMETRE: f64 = 72.0 / 25.4;
/// The shorter and the longer side of an A4 sheet.
const SHEET: (f64, f64) = (210.0 * MILLIMETRE, 297.0 * MILLIMETRE);
/// What printers leave white, and a little more.
const MARGIN: f64 = 15.0 * MILLIMETRE;
/// The largest board unit: a small board does not swell to fill the sheet.
const UNIT: f64 = 25.0 * MILLIMETRE;

const HEADING: f64 = 16.0;
const CAPTION: f64 = 11.0;
const FOOTER: f64 = 8.0;
/// From one line of text to the next, in heights of the font.
const LEADING: f64 = 1.4;
/// Between the heading, the board and the captions.
const GAP: f64 = 6.0 * MILLIMETRE;

/// Why a document could not be written.
#[derive(Debug, Error)]
pub enum PdfError {
    /// There is no scene: a document has at least one page.
    #[error("a document needs at least one picture")]
    Empty,
    /// The typeface that is built in cannot be read.
    #[error("the typeface cannot be read")]
    Typeface,
    /// A page has no size.
    #[error("the page has no size")]
    PageSize,
    /// The library could not put the document together.
    #[error(transparent)]
    Document(Box<dyn std::error::Error + Send + Sync>),
}

/// Writes each scene on an A4 page of its own: its title, the board, its captions, and the footer at the bottom.
///
/// The sheets are in [`Theme::Print`], upright, or lying where a board is clearly wider than high. Equal scenes give
/// equal bytes.
///
/// # Errors
/// Fails if there is no scene, or if the document cannot be put together.
pub fn write(scenes: &[Scene], footer: &str) -> Result<Vec<u8>, PdfError> {
    let first = scenes.first().ok_or(PdfError::Empty)?;
    let face = Typeface::new()?;
    let mut document = begin(&first.title, first.view.lang);
    for (index, scene) in scenes.iter().enumerate() {
        let (low, high) = scene.bounds();
        let lying = high.x - low.x > 1.2 * (high.y - low.y);
        let (width, height) = if lying { (SHEET.1, SHEET.0) } else { SHEET };
        let mut page = document.start_page_with(settings(width, height)?);
        // Surface and page are finished where they are dropped.
        let mut sheet = Sheet { surface: page.surface(), face: &face, width, height };
        sheet.fill(scene, footer, &number(index, scenes.len()));
    }
    finish(document)
}

/// Begins a document.
fn begin(title: &str, lang: Lang) -> krilla::Document {
    let mut document = krilla::Document::new();
    document.set_metadata(
        Metadata::new().title(clean(title)).language(lang.code().to_string()).creator("Damier".to_string()),
    );
    document
}

fn finish(document: krilla::Document) -> Result<Vec<u8>, PdfError> {
    document.finish().map_err(|error| PdfError::Document(error.into()))
}

fn settings(width: f64, height: f64) -> Result<PageSettings, PdfError> {
    PageSettings::from_wh(width as f32, height as f32).ok_or(PdfError::PageSize)
}

/// Writes the number of a page; a page that is alone has none.
fn number(index: usize, pages: usize) -> String {
    if pages > 1 { format!("{}/{pages}", index + 1) } else { String::new() }
}

/// A page that is being drawn. Lengths are in points, y downwards.
struct Sheet<'a> {
    surface: Surface<'a>,
    face: &'a Typeface,
    width: f64,
    height: f64,
}

impl Sheet<'_> {
    fn fill(&mut self, scene: &Scene, footer: &str, number: &str) {
        let room = self.width - 2.0 * MARGIN;
        let bottom = self.height - MARGIN;
        let lines = |text: &str, size: f64| wrap(&clean(text), room, |line| self.face.width(line, size));
        let heading = lines(&scene.title, HEADING);
        let captions: Vec<String> =
            scene.captions.iter().flat_map(|caption| lines(caption, CAPTION)).collect();
        let footers = lines(footer, FOOTER);

        let top = MARGIN + height(&heading, HEADING);
        let below = height(&captions, CAPTION) + 2.0 * FOOTER * LEADING + height(&footers, FOOTER);
        let (low, high) = scene.bounds();
        // However long the texts are, the board keeps some room.
        let tall = (bottom - below - top).max(self.height / 4.0);
        let scale = UNIT.min(room / (high.x - low.x)).min(tall / (high.y - low.y));
        let left = (self.width - scale * (high.x - low.x)) / 2.0;
        let frame = Frame { low, scale, corner: Point::new(left, top) };

        self.text(&heading, Point::new(MARGIN, MARGIN), HEADING, Ink::Text);
        self.board(scene, &frame);
        let under = top + scale * (high.y - low.y) + GAP;
        self.text(&captions, Point::new(MARGIN, under), CAPTION, Ink::Text);
        self.foot(&footers, number);
    }

    fn board(&mut self, scene: &Scene, frame: &Frame) {
        for layer in [Layer::Board, Layer::Coords, Layer::Pieces, Layer::Marks] {
            for shape in scene.shapes.iter().filter(|shape| shape.layer == layer) {
                self.shape(&shape.outline, &shape.style, frame);
            }
        }
    }

    /// Writes the last lines of a page, and its number beside the first of them.
    fn foot(&mut self, lines: &[String], number: &str) {
        let foot = self.height - MARGIN - FOOTER * LEADING * lines.len().max(1) as f64;
        self.text(lines, Point::new(MARGIN, foot), FOOTER, Ink::Soft);
        self.style(&Style::fill(Ink::Soft), 1.0);
        self.words(
            Point::new(self.width - MARGIN, foot + FOOTER * LEADING / 2.0),
            FOOTER,
            Anchor::End,
            number,
        );
    }

    /// Writes lines of text from their upper left corner on.
    fn text(&mut self, lines: &[String], at: Point, size: f64, ink: Ink) {
        self.style(&Style::fill(ink), 1.0);
        for (index, line) in lines.iter().enumerate() {
            let middle = at.moved(0.0, size * LEADING * (index as f64 + 0.5));
            self.words(middle, size, Anchor::Start, line);
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
                self.words(frame.place(*at), size * frame.scale, *anchor, &clean(text));
            }
        }
    }

    /// Writes words with the middle of their capitals at the height of `at`.
    fn words(&mut self, at: Point, size: f64, anchor: Anchor, text: &str) {
        let back = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => self.face.width(text, size) / 2.0,
            Anchor::End => self.face.width(text, size),
        };
        let start = krilla::geom::Point::from_xy((at.x - back) as f32, (at.y + BASELINE * size) as f32);
        let (glyphs, font) = (self.face.glyphs(text), self.face.font.clone());
        self.surface.draw_glyphs(start, &glyphs, font, text, size as f32, false);
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

/// The height of some lines of text and of the gap that sets them off; nothing without lines.
fn height(lines: &[String], size: f64) -> f64 {
    if lines.is_empty() { 0.0 } else { size * LEADING * lines.len() as f64 + GAP }
}

/// How a scene lies on a sheet.
struct Frame {
    low: Point,
    scale: f64,
    corner: Point,
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

/// The typeface that is built in, and the widths of its characters.
struct Typeface {
    font: Font,
    reader: FontRef<'static>,
}

impl Typeface {
    fn new() -> Result<Typeface, PdfError> {
        let font = Font::new(crate::FONT.into(), 0);
        let made = font.zip(FontRef::new(crate::FONT).ok()).map(|(font, reader)| Typeface { font, reader });
        made.ok_or(PdfError::Typeface)
    }

    /// Returns the glyphs of a text. Labels need neither kerning nor ligatures: each character is one glyph.
    fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
        let (characters, metrics) =
            (self.reader.charmap(), self.reader.glyph_metrics(Size::new(1.0), LocationRef::default()));
        text.char_indices()
            .map(|(index, c)| {
                let glyph = characters.map(c).unwrap_or_default();
                let advance = metrics.advance_width(glyph).unwrap_or(0.0);
                let range = index..index + c.len_utf8();
                KrillaGlyph::new(GlyphId::new(glyph.to_u32()), advance, 0.0, 0.0, 0.0, range, None)
            })
            .collect()
    }

    fn width(&self, text: &str, size: f64) -> f64 {
        self.glyphs(text).iter().map(|glyph| f64::from(glyph.x_advance)).sum::<f64>() * size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_typeface_has_the_characters_of_both_languages() {
        let face = Typeface::new().expect("readable");
        let signs = "œŒ–—‘’“”«»…×½→○●■▲▼√\u{a0}\u{202f}".chars();
        for c in (' '..='~').chain('\u{a0}'..='ÿ').chain(signs) {
            assert!(face.reader.charmap().map(c).is_some(), "{c:?}");
        }
    }

    #[test]
    fn widths_add_up() {
        let face = Typeface::new().expect("readable");
        assert!((face.width("ii", 10.0) - 2.0 * face.width("i", 10.0)).abs() < 1e-6);
        assert!(face.width("m", 10.0) > face.width("i", 10.0));
        assert_eq!(face.width("", 10.0), 0.0);
    }
}
