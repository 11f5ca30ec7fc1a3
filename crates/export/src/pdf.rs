//! Writes PDF documents of A4 sheets, black on white: a sheet for each scene, a [`Booklet`] of boards with words between
//! them, or [`leaflet`]s of words with boards between them.
//!
//! Words are set by the typography of their language, in a book serif that is built in; boards have their letters in a sans
//! serif. Equal contents give equal bytes.

mod booklet;
pub mod leaflet;
mod pages;
mod sheet;
mod typeface;

use thiserror::Error;

use damier_scene::{Anchor, Ink, Point, Scene};

use pages::{About, Item, Page, lines, number, set};
use sheet::Frame;
use typeface::typefaces;

pub use booklet::{Block, Booklet, Figure};
pub use typeface::Face;

/// Points in a millimetre.
const MILLIMETRE: f64 = 72.0 / 25.4;
/// The shorter and the longer side of an A4 sheet.
const SHEET: (f64, f64) = (210.0 * MILLIMETRE, 297.0 * MILLIMETRE);
/// What printers leave white, and a little more.
const MARGIN: f64 = 15.0 * MILLIMETRE;
/// The largest board unit: even a board of four by four fills a sheet, and a single cell does not.
const UNIT: f64 = 42.0 * MILLIMETRE;

const HEADING: f64 = 18.0;
const CAPTION: f64 = 11.0;
const FOOTER: f64 = 8.0;
/// From one line of text to the next, in heights of the font.
const LEADING: f64 = 1.35;
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
    /// A leaflet does not fit on its pages, however small it is set.
    #[error("\"{0}\" does not fit on its pages")]
    Long(String),
    /// The library could not put the document together.
    #[error(transparent)]
    Document(Box<dyn std::error::Error + Send + Sync>),
}

/// Writes each scene on an A4 page of its own: its title, the board, its captions, and the footer at the bottom.
///
/// The sheets are upright, or lying where a board is larger so.
///
/// # Errors
/// Fails if there is no scene, or if the document cannot be put together.
pub fn write(scenes: &[Scene], footer: &str) -> Result<Vec<u8>, PdfError> {
    let first = scenes.first().ok_or(PdfError::Empty)?;
    let mut pages = Vec::new();
    for (index, scene) in scenes.iter().enumerate() {
        let [upright, lying] = [page(scene, footer, false)?, page(scene, footer, true)?];
        let (mut page, _) = if lying.1 > 1.05 * upright.1 { lying } else { upright };
        let lang = scene.view.lang;
        let (width, _) = page.size();
        let footers = lines(typefaces()?, Face::Serif, &set(footer, lang), width - 3.0 * MARGIN, FOOTER);
        page.foot(&footers, &number(index, scenes.len()));
        pages.push(page);
    }
    pages::write(&About { title: &first.title, lang: first.view.lang, outline: &[] }, &pages)
}

/// Lays a scene out on a page; also returns the scale of its board.
fn page<'a>(scene: &'a Scene, footer: &str, lying: bool) -> Result<(Page<'a>, f64), PdfError> {
    let faces = typefaces()?;
    let mut page = Page { lying, ..Page::new() };
    let (width, height) = page.size();
    let room = width - 2.0 * MARGIN;
    let bottom = height - MARGIN;
    let lang = scene.view.lang;
    let broken = |face, text: &str, size| lines(faces, face, &set(text, lang), room, size);
    let heading = broken(Face::Bold, &scene.title, HEADING);
    let captions: Vec<String> =
        scene.captions.iter().flat_map(|caption| broken(Face::Serif, caption, CAPTION)).collect();
    let footers = broken(Face::Serif, footer, FOOTER);

    let top = MARGIN + tall(&heading, HEADING);
    let below = tall(&captions, CAPTION) + 2.0 * FOOTER * LEADING + tall(&footers, FOOTER);
    let (low, high) = scene.bounds();
    // However long the texts are, the board keeps some room.
    let room_down = (bottom - below - top).max(height / 4.0);
    let scale = UNIT.min(room / (high.x - low.x)).min(room_down / (high.y - low.y));
    let left = (width - scale * (high.x - low.x)) / 2.0;
    let mut write = |lines: Vec<String>, y: f64, size: f64, face: Face| {
        for (index, text) in lines.into_iter().enumerate() {
            let at = Point::new(MARGIN, y + size * LEADING * (index as f64 + 0.5));
            page.items.push(Item::Words { at, size, face, anchor: Anchor::Start, ink: Ink::Text, text });
        }
    };
    write(heading, MARGIN, HEADING, Face::Bold);
    write(captions, top + scale * (high.y - low.y) + GAP, CAPTION, Face::Serif);
    page.items.push(Item::Board(scene, Frame { low, scale, corner: Point::new(left, top) }));
    Ok((page, scale))
}

/// The height of some lines of text and of the gap that sets them off; nothing without lines.
fn tall(lines: &[String], size: f64) -> f64 {
    if lines.is_empty() { 0.0 } else { size * LEADING * lines.len() as f64 + GAP }
}
