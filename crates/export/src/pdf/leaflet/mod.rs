//! Leaflets: text with boards in two columns, on as many pages as one asks for and no more; and a volume of several.
//!
//! A leaflet is made to fit: its text is set as large as it can be, and its boards with it.

mod bricks;
mod columns;
mod text;
mod volume;

use damier_core::Lang;
use damier_scene::{Anchor, Ink, Point, Scene};

use bricks::{Brick, LINE, MeasuredPart, Scale, block, label};
use columns::{balance, stretch};
use text::Measured;

use super::pages::{self, About, Goal, Item, Page, number, set};
use super::sheet::Frame;
use super::typeface::{Face, typefaces};
use super::{FOOTER, LEADING, MARGIN, MILLIMETRE, PdfError, SHEET};

pub use text::Words;
pub use volume::{Index, Volume};

/// The width that is written on, and that of one of its two columns.
const ROOM: f64 = SHEET.0 - 2.0 * MARGIN;
const GUTTER: f64 = 8.0 * MILLIMETRE;
const COLUMN: f64 = (ROOM - GUTTER) / 2.0;
/// Where what stands above the foot of a page ends.
const BOTTOM: f64 = SHEET.1 - MARGIN - 2.2 * FOOTER * LEADING;
/// The name of a leaflet, what it begins with, and what stands at its end.
const NAME: f64 = 30.0;
const LEAD: f64 = 11.5;
const FACTS: f64 = 9.0;
const SOURCE: f64 = 8.2;
/// The side of the picture at its head, and of the code at its end.
const EMBLEM: f64 = 33.0 * MILLIMETRE;
const CODE: f64 = 19.0 * MILLIMETRE;
/// The largest and the smallest text, and the smallest one that a single page is worth.
const LARGEST: f64 = 10.6;
const SMALLEST: f64 = 8.0;
const SINGLE: f64 = 9.0;
/// Text of this size is read with ease.
const COMFORTABLE: f64 = 9.5;
/// The possible sizes of boards.
const BOARDS: [f64; 9] = [1.35, 1.25, 1.12, 1.0, 0.92, 0.84, 0.76, 0.68, 0.6];

/// A part of a leaflet.
#[derive(Clone, Debug)]
pub struct LeafletPart {
    /// What it is.
    pub content: Content,
    /// Whether it is a ruling: not from the source, but the house's.
    pub ruling: bool,
}

/// What a part is.
#[derive(Clone, Debug)]
pub enum Content {
    /// A heading, of level 0 or 1.
    Heading(usize, Words),
    /// A paragraph.
    Text(Words),
    /// A piece of a list.
    Piece {
        /// What stands before it: a bullet, a number.
        mark: String,
        /// How many lists it is in, the outermost left out.
        depth: usize,
        /// What it says.
        words: Words,
    },
    /// A board, lying and upright, and its caption.
    Figure(Box<[Scene; 2]>, Words),
    /// Rows of cells; the first row is the head.
    Table(Vec<Vec<Words>>),
}

/// A leaflet.
#[derive(Clone, Debug)]
pub struct Leaflet {
    /// Its name.
    pub title: String,
    /// Its language.
    pub lang: Lang,
    /// What stands over the name, small.
    pub series: String,
    /// What it begins with, across the page.
    pub lead: Words,
    /// A line of facts under that.
    pub facts: String,
    /// The picture at its head.
    pub emblem: Scene,
    /// Its parts, in two columns.
    pub parts: Vec<LeafletPart>,
    /// Where it comes from, at its end.
    pub source: Words,
    /// Where one finds more, if the address is known.
    pub address: Option<Address>,
}

/// An address, for people and for their telephones.
#[derive(Clone, Debug)]
pub struct Address {
    /// The address.
    pub text: String,
    /// What one finds there.
    pub about: String,
    /// Its QR code.
    pub code: Scene,
}

/// The most pages of a leaflet: both sides of a sheet.
pub const PAGES: usize = 2;

/// A leaflet at its places, before its pages have numbers.
struct Laid<'a> {
    pages: Vec<Page<'a>>,
    scale: Scale,
}

impl Leaflet {
    /// Writes the leaflet as a document of its own.
    ///
    /// # Errors
    /// If it does not fit on its pages, or if the document cannot be put together.
    pub fn write(&self) -> Result<Vec<u8>, PdfError> {
        let mut laid = self.lay()?;
        let count = laid.pages.len();
        for (index, page) in laid.pages.iter_mut().enumerate() {
            foot(page, &self.title, &number(index, count), self.lang);
        }
        pages::write(&About { title: &self.title, lang: self.lang, outline: &[] }, &laid.pages)
    }

    /// Returns the height of its text, in points, and how many pages it takes.
    ///
    /// # Errors
    /// If it does not fit on its pages.
    pub fn size(&self) -> Result<(f64, usize), PdfError> {
        let laid = self.lay()?;
        Ok((laid.scale.text, laid.pages.len()))
    }

    /// Finds the largest text and boards that fit: on one page if they are large enough there, or else on both.
    fn lay(&self) -> Result<Laid<'_>, PdfError> {
        let faces = typefaces()?;
        let parts: Vec<MeasuredPart> =
            self.parts.iter().map(|part| MeasuredPart::new(part, self.lang, faces)).collect();
        let (head, top) = self.head()?;
        let (tail, deep) = self.tail()?;
        let sizes: Vec<f64> =
            (0..).map(|step| LARGEST - 0.1 * f64::from(step)).take_while(|size| *size >= SMALLEST).collect();
        let mut scales: Vec<Scale> =
            sizes.iter().flat_map(|&text| BOARDS.map(|boards| Scale { text, boards })).collect();
        // Small text is hard to read; beyond what is comfortable, boards gain more by size than text does.
        let legible = |text: f64| text.min(COMFORTABLE) + (text - COMFORTABLE).max(0.0) / 3.0;
        let worth = |scale: &Scale| legible(scale.text) * scale.boards.powf(0.15);
        scales.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        let columns = |count: usize| -> Vec<f64> {
            let height = |page: usize| {
                let begin = if page == 0 { top } else { MARGIN };
                BOTTOM - begin - if page + 1 == count { deep } else { 0.0 }
            };
            (0..2 * count).map(|column| height(column / 2)).collect()
        };
        for count in 1..=PAGES {
            let heights = columns(count);
            for &scale in scales.iter().filter(|scale| count > 1 || scale.text >= SINGLE) {
                let mut bricks = Vec::new();
                parts.iter().for_each(|part| part.bricks(COLUMN, scale, &mut bricks));
                let Some(filling) = balance(&bricks, &heights, 2) else { continue };
                let mut laid = vec![Page::new(); count];
                laid[0].items.extend(head);
                let lowest = place(bricks, &filling, &heights, top, &mut laid);
                let below = (lowest + deep).min(BOTTOM) - deep;
                laid[count - 1].items.extend(tail.into_iter().map(|mut item| {
                    item.shift(0.0, below);
                    item
                }));
                return Ok(Laid { pages: laid, scale });
            }
        }
        Err(PdfError::Long(self.title.clone()))
    }

    /// Draws what stands above the columns of the first page; returns where it ends.
    fn head(&self) -> Result<(Vec<Item<'_>>, f64), PdfError> {
        let faces = typefaces()?;
        let mut items = Vec::new();
        let (low, high) = self.emblem.bounds();
        let scale = EMBLEM / (high.x - low.x).max(high.y - low.y);
        let wide = scale * (high.x - low.x);
        let corner = Point::new(MARGIN + ROOM - wide, MARGIN);
        items.push(Item::Board(&self.emblem, Frame { low, scale, corner }));
        let room = ROOM - wide - GUTTER;
        let mut y = MARGIN + FACTS * 0.5;
        let series = set(&self.series, self.lang);
        items.push(label(Point::new(MARGIN, y), FACTS, Anchor::Start, Face::Serif, series));
        y += FACTS * 0.9;
        let name = set(&self.title, self.lang);
        let size = NAME.min(room / faces.width(Face::Bold, &name, 1.0));
        items.push(label(Point::new(MARGIN, y + NAME * 0.6), size, Anchor::Start, Face::Bold, name));
        y += NAME * 1.2;
        let (lead, end) =
            block(&Measured::new(&self.lead, self.lang, faces), Point::new(MARGIN, y), room, LEAD, Ink::Text);
        items.extend(lead);
        y = end + FACTS * 0.5;
        let facts = Measured::new(&Words::plain(Face::Serif, self.facts.as_str()), self.lang, faces);
        let (facts, end) = block(&facts, Point::new(MARGIN, y), room, FACTS, Ink::Text);
        items.extend(facts);
        let y = end.max(MARGIN + scale * (high.y - low.y)) + FACTS * 0.7;
        let (from, to) = (Point::new(MARGIN, y), Point::new(MARGIN + ROOM, y));
        items.push(Item::Rule { from, to, width: 0.8, ink: Ink::Text });
        Ok((items, y + FACTS))
    }

    /// Draws what stands under the last columns, from the height 0 on; returns how high it is.
    fn tail(&self) -> Result<(Vec<Item<'_>>, f64), PdfError> {
        let faces = typefaces()?;
        let gap = SOURCE * 1.2;
        let (from, to) = (Point::new(MARGIN, gap), Point::new(MARGIN + ROOM, gap));
        let mut items = vec![Item::Rule { from, to, width: 0.4, ink: Ink::Text }];
        let mut y = gap + SOURCE * 0.6;
        let mut least = y;
        let mut left = MARGIN;
        if let Some(address) = &self.address {
            let (low, high) = address.code.bounds();
            let scale = CODE / (high.x - low.x);
            let corner = Point::new(MARGIN, y);
            items.push(Item::Board(&address.code, Frame { low, scale, corner }));
            let end = Point::new(MARGIN + CODE, y + CODE);
            items.push(Item::Link { low: corner, high: end, goal: Goal::Address(address.text.clone()) });
            left += CODE + GUTTER / 2.0;
            least = y + CODE;
            let mut words = Words::plain(Face::Bold, address.text.as_str());
            words.push(Face::Serif, &format!(" – {}", address.about));
            let words = Measured::new(&words, self.lang, faces);
            let (lines, end) =
                block(&words, Point::new(left, y), MARGIN + ROOM - left, SOURCE * 1.1, Ink::Text);
            items.extend(lines);
            y = end + SOURCE * 0.3;
        }
        let words = Measured::new(&self.source, self.lang, faces);
        let (lines, end) = block(&words, Point::new(left, y), MARGIN + ROOM - left, SOURCE, Ink::Text);
        items.extend(lines);
        Ok((items, end.max(least)))
    }
}

/// Puts bricks at their places; returns how low those of the last page reach.
fn place<'a>(
    bricks: Vec<Brick<'a>>,
    filling: &[(usize, usize)],
    heights: &[f64],
    top: f64,
    pages: &mut [Page<'a>],
) -> f64 {
    let last = pages.len() - 1;
    // The columns of a page end at about the same height.
    let aims: Vec<f64> = filling
        .iter()
        .enumerate()
        .map(|(column, _)| {
            let beside = [column - column % 2, column - column % 2 + 1];
            let tallest =
                beside.map(|column| columns::used(&bricks[filling[column].0..filling[column].1])).into_iter();
            if column / 2 == last { tallest.fold(0.0, f64::max) } else { heights[column] }
        })
        .collect();
    let stretches: Vec<f64> =
        filling.iter().zip(&aims).map(|(&(from, to), aim)| stretch(&bricks[from..to], *aim)).collect();
    let mut lowest: f64 = 0.0;
    let mut bricks = bricks.into_iter();
    for (column, (&(from, to), stretch)) in filling.iter().zip(stretches).enumerate() {
        let x = MARGIN + if column % 2 == 0 { 0.0 } else { COLUMN + GUTTER };
        let mut y = if column < 2 { top } else { MARGIN };
        for (index, brick) in bricks.by_ref().take(to - from).enumerate() {
            if index > 0 {
                y += brick.gap + if brick.stretches { stretch } else { 0.0 };
            }
            for mut item in brick.items {
                item.shift(x, y);
                pages[column / 2].items.push(item);
            }
            y += brick.height;
        }
        if column / 2 == last {
            lowest = lowest.max(y);
        }
    }
    lowest
}

/// Writes the foot of a page of a leaflet.
fn foot(page: &mut Page, title: &str, number: &str, lang: Lang) {
    let line = set(&format!("Damier · {title}"), lang);
    page.foot(&[line], number);
}
