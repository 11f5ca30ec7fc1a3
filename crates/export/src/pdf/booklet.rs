//! Words and boards that flow over as many upright sheets as they need.

use damier_core::Lang;

use super::{
    CAPTION, FOOTER, Frame, GAP, HEADING, LEADING, MARGIN, MILLIMETRE, PdfError, SHEET, Sheet, Typeface,
    UNIT, begin, finish, number, settings,
};
use damier_scene::text::{clean, wrap};
use damier_scene::{Anchor, Ink, Point, Scene, Style};

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

/// A document of A4 pages, upright, black on white.
#[derive(Clone, Debug)]
pub struct Booklet {
    /// What programs call the document.
    pub title: String,
    /// Its language.
    pub lang: Lang,
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
        let face = Typeface::new()?;
        let footers = lines(&face, &self.footer, ROOM, FOOTER);
        let mut layout = Layout::new(&face, footers.len());
        if let Some(stamp) = &self.stamp {
            layout.stamp(stamp);
        }
        self.blocks.iter().for_each(|block| layout.block(block));
        let mut document = begin(&self.title, self.lang);
        for (index, items) in layout.pages.iter().enumerate() {
            let (width, height) = SHEET;
            let mut page = document.start_page_with(settings(width, height)?);
            let mut sheet = Sheet { surface: page.surface(), face: &face, width, height };
            for item in items {
                match item {
                    Item::Line { at, size, anchor, text } => {
                        sheet.style(&Style::fill(Ink::Text), 1.0);
                        sheet.words(*at, *size, *anchor, text);
                    }
                    Item::Board(scene, frame) => sheet.board(scene, frame),
                }
            }
            sheet.foot(&footers, &number(index, layout.pages.len()));
        }
        finish(document)
    }
}

/// The width that is written on.
const ROOM: f64 = SHEET.0 - 2.0 * MARGIN;

/// Something at its place on a page.
enum Item<'a> {
    Line { at: Point, size: f64, anchor: Anchor, text: String },
    Board(&'a Scene, Frame),
}

/// Finds the places. Lengths are in points, y downwards.
struct Layout<'a> {
    face: &'a Typeface,
    pages: Vec<Vec<Item<'a>>>,
    /// How far the page is filled.
    y: f64,
    /// Where the page ends.
    bottom: f64,
    /// Where the stamp ends, on the page that has it.
    stamped: f64,
}

impl<'a> Layout<'a> {
    fn new(face: &'a Typeface, footers: usize) -> Layout<'a> {
        let bottom = SHEET.1 - MARGIN - FOOTER * LEADING * (footers.max(1) + 1) as f64;
        Layout { face, pages: vec![Vec::new()], y: MARGIN, bottom, stamped: 0.0 }
    }

    fn stamp(&mut self, scene: &'a Scene) {
        let (low, high) = scene.bounds();
        let scale = STAMP / (high.x - low.x).max(high.y - low.y);
        let corner = Point::new(SHEET.0 - MARGIN - STAMP, MARGIN);
        self.put(Item::Board(scene, Frame { low, scale, corner }));
        self.stamped = MARGIN + STAMP + GAP / 2.0;
    }

    fn block(&mut self, block: &'a Block) {
        match block {
            Block::Title(text) => self.text(text, HEADING, GAP / 2.0),
            Block::Heading(text) => {
                // A heading does not stand alone at the foot of a page.
                self.need(SECTION * LEADING + 4.0 * CAPTION * LEADING);
                self.y += if self.y > MARGIN { GAP / 2.0 } else { 0.0 };
                self.text(text, SECTION, GAP / 4.0);
            }
            Block::Text(text) => self.text(text, CAPTION, GAP / 3.0),
            Block::List(rows) => self.list(rows),
            Block::Figures { across, down, figures } => {
                self.figures((*across).max(1), (*down).max(1), figures);
            }
            Block::NewPage => self.turn(),
        }
    }

    fn put(&mut self, item: Item<'a>) {
        self.pages.last_mut().expect("there is a page from the beginning on").push(item);
    }

    fn line(&mut self, at: Point, size: f64, anchor: Anchor, text: &str) {
        self.put(Item::Line { at, size, anchor, text: text.to_string() });
    }

    /// Begins a new page, unless this one is still empty.
    fn turn(&mut self) {
        if self.y > MARGIN {
            self.pages.push(Vec::new());
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

    fn wrapped(&self, text: &str, room: f64, size: f64) -> Vec<String> {
        lines(self.face, text, room, size)
    }

    /// Writes a paragraph, beside the stamp if it is there, and leaves a gap.
    fn text(&mut self, text: &str, size: f64, gap: f64) {
        let room = if self.y < self.stamped { ROOM - STAMP - GUTTER } else { ROOM };
        for line in self.wrapped(text, room, size) {
            self.need(size * LEADING);
            self.line(Point::new(MARGIN, self.y + size * LEADING / 2.0), size, Anchor::Start, &line);
            self.y += size * LEADING;
        }
        self.y += gap;
    }

    /// Writes a list, down one column after the other.
    fn list(&mut self, rows: &[(String, String)]) {
        self.clear();
        let wide = |text: &str| self.face.width(&clean(text), LISTED);
        let widest = rows.iter().map(|(label, _)| wide(label)).fold(0.0, f64::max);
        let label = widest.min(ROOM / 3.0) + LISTED * 0.5;
        let mut lines = Vec::new();
        for (name, text) in rows {
            let broken = self.wrapped(text, ROOM - label, LISTED);
            let first = broken.first().cloned().unwrap_or_default();
            lines.push((clean(name), first));
            lines.extend(broken.into_iter().skip(1).map(|line| (String::new(), line)));
        }
        let column = label + lines.iter().map(|(_, text)| wide(text)).fold(0.0, f64::max);
        let columns = (((ROOM + GUTTER) / (column + GUTTER)) as usize).max(1);
        let leading = LISTED * LEADING;
        let mut rest = &lines[..];
        while !rest.is_empty() {
            self.need(leading);
            let fit = (((self.bottom - self.y) / leading) as usize).max(1);
            let deep = fit.min(rest.len().div_ceil(columns));
            let (now, later) = rest.split_at(rest.len().min(deep * columns));
            for (place, (name, text)) in now.iter().enumerate() {
                let left = MARGIN + (place / deep) as f64 * (column + GUTTER);
                let middle = self.y + leading * ((place % deep) as f64 + 0.5);
                self.line(Point::new(left + label - LISTED * 0.5, middle), LISTED, Anchor::End, name);
                self.line(Point::new(left + label, middle), LISTED, Anchor::Start, text);
            }
            self.y += leading * deep as f64;
            rest = later;
        }
        self.y += GAP / 2.0;
    }

    fn figures(&mut self, across: usize, down: usize, figures: &'a [Figure]) {
        self.clear();
        let part = |whole: f64, count: usize| (whole - GUTTER * (count - 1) as f64) / count as f64;
        let width = part(ROOM, across);
        // The rows of a page share what is left of this one, unless that is little.
        let left = self.bottom - self.y;
        let whole = self.bottom - MARGIN;
        let height = part(if left > whole / 2.0 { left } else { whole }, down);
        let said: Vec<[Vec<String>; 2]> = figures
            .iter()
            .map(|figure| [&figure.above, &figure.under].map(|text| self.wrapped(text, width, LABEL)))
            .collect();
        let most = |which: usize| said.iter().map(|texts| texts[which].len()).max().unwrap_or(0) as f64;
        let (above, under) = (most(0) * LABEL * LEADING, most(1) * LABEL * LEADING);
        let room = (height - above - under - GAP / 2.0).max(height / 4.0);
        let mut rows = 0;
        for (row, said) in figures.chunks(across).zip(said.chunks(across)) {
            let frames: Vec<(f64, f64, f64)> = row.iter().map(|figure| fit(figure, width, room)).collect();
            let tall = frames.iter().map(|(_, _, tall)| *tall).fold(0.0, f64::max);
            let all = above + tall + under + GAP / 2.0;
            let pages = self.pages.len();
            if rows == down {
                self.turn();
            }
            self.need(all);
            rows = if self.pages.len() > pages { 1 } else { rows + 1 };
            for (column, (figure, (scale, wide, tall))) in row.iter().zip(frames).enumerate() {
                let middle = MARGIN + width / 2.0 + column as f64 * (width + GUTTER);
                let top = self.y + above;
                let corner = Point::new(middle - wide / 2.0, top);
                self.centred(&said[column][0], middle, self.y);
                self.put(Item::Board(&figure.scene, Frame { low: figure.scene.bounds().0, scale, corner }));
                self.centred(&said[column][1], middle, top + tall + GAP / 4.0);
            }
            self.y += all + GUTTER / 2.0;
        }
        self.y += GAP / 2.0;
    }

    /// Writes what is said of a board, line by line about its middle.
    fn centred(&mut self, texts: &[String], middle: f64, top: f64) {
        for (index, text) in texts.iter().enumerate() {
            let at = Point::new(middle, top + LABEL * LEADING * (index as f64 + 0.5));
            self.line(at, LABEL, Anchor::Middle, text);
        }
    }
}

/// Returns the scale with which a board fills a place, and its width and height there.
fn fit(figure: &Figure, width: f64, height: f64) -> (f64, f64, f64) {
    let (low, high) = figure.scene.bounds();
    let (wide, tall) = (high.x - low.x, high.y - low.y);
    let scale = UNIT.min(width / wide).min(height / tall);
    (scale, scale * wide, scale * tall)
}

/// Breaks a text into lines: between words, and within a word that is longer than a line, as addresses and positions are.
fn lines(face: &Typeface, text: &str, room: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in wrap(&clean(text), room, |line| face.width(line, size)) {
        let mut width = 0.0;
        let mut part = String::new();
        for c in line.chars() {
            let more = face.width(c.encode_utf8(&mut [0; 4]), size);
            if width + more > room && !part.is_empty() {
                lines.push(std::mem::take(&mut part));
                width = 0.0;
            }
            part.push(c);
            width += more;
        }
        lines.push(part);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_are_broken_and_nothing_is_lost() {
        let face = Typeface::new().expect("readable");
        let text = format!("Position : {} w", "../".repeat(200));
        let broken = lines(&face, &text, 300.0, LABEL);
        assert!(broken.len() > 3);
        // Widths add up character by character, so that a rounding is allowed for.
        assert!(broken.iter().all(|line| face.width(line, LABEL) < 300.01));
        assert_eq!(broken.concat().replace(' ', ""), text.replace(' ', ""));
    }
}
