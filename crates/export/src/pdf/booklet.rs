//! Words and boards that flow over as many sheets as they need.

use damier_core::Lang;

use super::pages::{self, About, Item, Page, lines, number, set};
use super::sheet::Frame;
use super::typeface::{Face, Typefaces, typefaces};
use super::{CAPTION, FOOTER, GAP, HEADING, LEADING, MARGIN, MILLIMETRE, PdfError, UNIT};
use damier_scene::text::clean;
use damier_scene::{Anchor, Ink, Point, Scene};

/// The height of the headings inside a booklet, of what stands with a board, and of lists.
const SECTION: f64 = 12.5;
const LABEL: f64 = 9.5;
const LISTED: f64 = 10.0;
/// The side of the stamp.
const STAMP: f64 = 26.0 * MILLIMETRE;
/// Between two boards, and between two columns of a list.
const GUTTER: f64 = 8.0 * MILLIMETRE;

/// What stands in a booklet, in its order.
#[derive(Clone, Debug)]
pub enum Block {
    /// What the whole is, large.
    Title(String),
    /// What follows, somewhat larger than the text.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Labels and what each of them stands for, in as many columns as there is room for.
    List(Vec<(String, String)>),
    /// Boards in rows, each as large as its place lets it be.
    Figures {
        /// How many stand side by side.
        across: usize,
        /// How many rows a page holds.
        down: usize,
        /// The boards.
        figures: Vec<Figure>,
    },
    /// What follows begins on a new page.
    NewPage,
}

/// A board with what is said of it.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The board; its own title and captions are left out.
    pub scene: Scene,
    /// Over the board.
    pub above: String,
    /// Under the board.
    pub under: String,
}

/// A document of A4 pages, black on white.
#[derive(Clone, Debug)]
pub struct Booklet {
    /// What programs call the document.
    pub title: String,
    /// Its language.
    pub lang: Lang,
    /// Whether its pages lie: longer across than down.
    pub lying: bool,
    /// What stands in it.
    pub blocks: Vec<Block>,
    /// A small picture in the upper right corner of the first page.
    pub stamp: Option<Scene>,
    /// What stands at the foot of every page.
    pub footer: String,
}

impl Booklet {
    /// Writes the document. Equal booklets give equal bytes.
    ///
    /// # Errors
    /// Fails if there is nothing in it, or if the document cannot be put together.
    pub fn write(&self) -> Result<Vec<u8>, PdfError> {
        if self.blocks.is_empty() {
            return Err(PdfError::Empty);
        }
        let mut layout = Layout::new(self, typefaces()?);
        if let Some(stamp) = &self.stamp {
            layout.stamp(stamp);
        }
        self.blocks.iter().for_each(|block| layout.block(block));
        layout.foot();
        pages::write(&About { title: &self.title, lang: self.lang, outline: &[] }, &layout.pages)
    }
}

/// Finds the places. Lengths are in points, y downwards.
struct Layout<'a> {
    faces: &'a Typefaces,
    lang: Lang,
    lying: bool,
    footers: Vec<String>,
    pages: Vec<Page<'a>>,
    /// How far the page is filled.
    y: f64,
    /// Where the page ends.
    bottom: f64,
    /// Where the stamp ends, on the page that has it.
    stamped: f64,
}

impl<'a> Layout<'a> {
    fn new(booklet: &Booklet, faces: &'a Typefaces) -> Layout<'a> {
        let (lang, lying) = (booklet.lang, booklet.lying);
        let (footers, pages) = (Vec::new(), Vec::new());
        let mut layout = Layout { faces, lang, lying, footers, pages, y: MARGIN, bottom: 0.0, stamped: 0.0 };
        layout.footers = layout.wrapped(&booklet.footer, layout.room() - MARGIN, FOOTER, Face::Serif);
        let feet = (layout.footers.len().max(1) + 1) as f64;
        layout.bottom = layout.page().size().1 - MARGIN - FOOTER * LEADING * feet;
        layout.pages.push(layout.page());
        layout
    }

    fn page(&self) -> Page<'a> {
        Page { lying: self.lying, ..Page::new() }
    }

    /// The width that is written on.
    fn room(&self) -> f64 {
        self.page().size().0 - 2.0 * MARGIN
    }

    /// Writes the last lines of every page.
    fn foot(&mut self) {
        let count = self.pages.len();
        for (index, page) in self.pages.iter_mut().enumerate() {
            page.foot(&self.footers, &number(index, count));
        }
    }

    fn stamp(&mut self, scene: &'a Scene) {
        let (low, high) = scene.bounds();
        let scale = STAMP / (high.x - low.x).max(high.y - low.y);
        let corner = Point::new(MARGIN + self.room() - STAMP, MARGIN);
        self.put(Item::Board(scene, Frame { low, scale, corner }));
        self.stamped = MARGIN + STAMP + GAP / 2.0;
    }

    fn block(&mut self, block: &'a Block) {
        match block {
            Block::Title(text) => self.text(text, HEADING, Face::Bold, GAP / 2.0),
            Block::Heading(text) => {
                // A heading does not stand alone at the foot of a page.
                self.need(SECTION * LEADING + 4.0 * CAPTION * LEADING);
                self.y += if self.y > MARGIN { GAP / 2.0 } else { 0.0 };
                self.text(text, SECTION, Face::Bold, GAP / 4.0);
            }
            Block::Text(text) => self.text(text, CAPTION, Face::Serif, GAP / 3.0),
            Block::List(rows) => self.list(rows),
            Block::Figures { across, down, figures } => {
                self.figures((*across).max(1), (*down).max(1), figures);
            }
            Block::NewPage => self.turn(),
        }
    }

    fn put(&mut self, item: Item<'a>) {
        self.pages.last_mut().expect("there is a page from the beginning on").items.push(item);
    }

    fn line(&mut self, at: Point, size: f64, anchor: Anchor, face: Face, text: &str) {
        self.put(Item::Words { at, size, face, anchor, ink: Ink::Text, text: text.to_string() });
    }

    /// Begins a new page, unless this one is still empty.
    fn turn(&mut self) {
        if self.y > MARGIN {
            self.pages.push(self.page());
            self.y = MARGIN;
            self.stamped = 0.0;
        }
    }

    /// Begins a new page where so much does not fit any more.
    fn need(&mut self, height: f64) {
        if self.y + height > self.bottom {
            self.turn();
        }
    }

    /// Comes below the stamp.
    fn clear(&mut self) {
        self.y = self.y.max(self.stamped);
    }

    fn wrapped(&self, text: &str, room: f64, size: f64, face: Face) -> Vec<String> {
        lines(self.faces, face, &set(text, self.lang), room, size)
    }

    /// Writes a paragraph, beside the stamp if it is there, and leaves a gap.
    fn text(&mut self, text: &str, size: f64, face: Face, gap: f64) {
        let room = self.room() - if self.y < self.stamped { STAMP + GUTTER } else { 0.0 };
        for line in self.wrapped(text, room, size, face) {
            self.need(size * LEADING);
            self.line(Point::new(MARGIN, self.y + size * LEADING / 2.0), size, Anchor::Start, face, &line);
            self.y += size * LEADING;
        }
        self.y += gap;
    }

    /// Writes a list, down one column after the other. What is listed are moves, not sentences: it is not set.
    fn list(&mut self, rows: &[(String, String)]) {
        self.clear();
        let faces = self.faces;
        let wide = |text: &str| faces.width(Face::Serif, &clean(text), LISTED);
        let widest = rows.iter().map(|(label, _)| wide(label)).fold(0.0, f64::max);
        let label = widest.min(self.room() / 3.0) + LISTED * 0.5;
        let mut all = Vec::new();
        for (name, text) in rows {
            let broken = lines(faces, Face::Serif, &clean(text), self.room() - label, LISTED);
            let first = broken.first().cloned().unwrap_or_default();
            all.push((clean(name), first));
            all.extend(broken.into_iter().skip(1).map(|line| (String::new(), line)));
        }
        let column = label + all.iter().map(|(_, text)| wide(text)).fold(0.0, f64::max);
        let columns = (((self.room() + GUTTER) / (column + GUTTER)) as usize).max(1);
        let leading = LISTED * LEADING;
        let mut rest = &all[..];
        while !rest.is_empty() {
            self.need(leading);
            let fit = (((self.bottom - self.y) / leading) as usize).max(1);
            let deep = fit.min(rest.len().div_ceil(columns));
            let (now, later) = rest.split_at(rest.len().min(deep * columns));
            for (place, (name, text)) in now.iter().enumerate() {
                let left = MARGIN + (place / deep) as f64 * (column + GUTTER);
                let middle = self.y + leading * ((place % deep) as f64 + 0.5);
                let at = Point::new(left + label - LISTED * 0.5, middle);
                self.line(at, LISTED, Anchor::End, Face::Serif, name);
                self.line(Point::new(left + label, middle), LISTED, Anchor::Start, Face::Serif, text);
            }
            self.y += leading * deep as f64;
            rest = later;
        }
        self.y += GAP / 2.0;
    }

    /// Draws boards in rows that share the page evenly.
    fn figures(&mut self, across: usize, down: usize, figures: &'a [Figure]) {
        self.clear();
        let width = part(self.room(), across);
        let whole = self.bottom - MARGIN;
        let mut rest = figures;
        while !rest.is_empty() {
            let rows = rest.len().div_ceil(across).min(down);
            // A page that is nearly full is left to what is on it.
            if part(self.bottom - self.y, rows) < 0.6 * part(whole, down) {
                self.turn();
            }
            // The boards of a last page are not larger than those before.
            let height = part(self.bottom - self.y, rows).min(part(whole, down));
            let (now, later) = rest.split_at(rest.len().min(rows * across));
            for row in now.chunks(across) {
                self.row(row, width, height);
                self.y += height + GUTTER;
            }
            self.y -= GUTTER;
            rest = later;
            if !rest.is_empty() {
                self.turn();
            }
        }
        self.y += GAP / 2.0;
    }

    /// Draws boards side by side, each in a place of this size.
    fn row(&mut self, row: &'a [Figure], width: f64, height: f64) {
        let said: Vec<[Vec<String>; 2]> = row
            .iter()
            .map(|figure| {
                [(&figure.above, Face::Bold), (&figure.under, Face::Serif)]
                    .map(|(text, face)| self.wrapped(text, width, LABEL, face))
            })
            .collect();
        let most = |which: usize| said.iter().map(|texts| texts[which].len()).max().unwrap_or(0) as f64;
        let (above, under) = (most(0) * LABEL * LEADING, most(1) * LABEL * LEADING);
        let room = (height - above - under - GAP / 2.0).max(height / 4.0);
        let frames: Vec<(f64, f64, f64)> = row.iter().map(|figure| fit(figure, width, room)).collect();
        let tall = frames.iter().map(|(_, _, tall)| *tall).fold(0.0, f64::max);
        let top = self.y + above + ((room - tall) / 2.0).max(0.0);
        for (column, ((figure, said), (scale, wide, tall))) in row.iter().zip(&said).zip(&frames).enumerate()
        {
            let middle = MARGIN + width / 2.0 + column as f64 * (width + GUTTER);
            let corner = Point::new(middle - wide / 2.0, top);
            self.centred(&said[0], middle, top - above, Face::Bold);
            self.put(Item::Board(
                &figure.scene,
                Frame { low: figure.scene.bounds().0, scale: *scale, corner },
            ));
            self.centred(&said[1], middle, top + tall + GAP / 4.0, Face::Serif);
        }
    }

    /// Writes what is said of a board, line by line about its middle.
    fn centred(&mut self, texts: &[String], middle: f64, top: f64, face: Face) {
        for (index, text) in texts.iter().enumerate() {
            let at = Point::new(middle, top + LABEL * LEADING * (index as f64 + 0.5));
            self.line(at, LABEL, Anchor::Middle, face, text);
        }
    }
}

/// The share of each of several that stand side by side.
fn part(whole: f64, count: usize) -> f64 {
    (whole - GUTTER * (count - 1) as f64) / count as f64
}

/// Returns the scale with which a board fills a place, and its width and height there.
fn fit(figure: &Figure, width: f64, height: f64) -> (f64, f64, f64) {
    let (low, high) = figure.scene.bounds();
    let (wide, tall) = (high.x - low.x, high.y - low.y);
    let scale = UNIT.min(width / wide).min(height / tall);
    (scale, scale * wide, scale * tall)
}
