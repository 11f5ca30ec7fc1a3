//! A volume: a title page, contents, leaflets, an index.

use damier_core::Lang;
use damier_scene::{Anchor, Ink, Point, Scene};

use super::text::{Measured, Words};
use super::{BOTTOM, COLUMN, GUTTER, LINE, Laid, Leaflet, ROOM, block, foot, label};
use crate::pdf::pages::{self, About, Goal, Item, Page, lines, set};
use crate::pdf::sheet::Frame;
use crate::pdf::typeface::{Face, Typefaces, typefaces};
use crate::pdf::{MARGIN, MILLIMETRE, PdfError, SHEET};

/// The sizes of what stands on the title page, of headings, and of what is listed.
const TITLE: f64 = 52.0;
const SUBTITLE: f64 = 18.0;
const SMALL: f64 = 10.0;
const HEADING: f64 = 24.0;
const LISTED: f64 = 12.0;
const ABOUT: f64 = 9.2;
const INDEXED: f64 = 9.5;
/// Between two rows of the index.
const BETWEEN: f64 = 4.3;
/// How many boards stand side by side on the title page, at most.
const ACROSS: usize = 5;

/// Several leaflets as one document, with a title page, contents and an index.
#[derive(Clone, Debug)]
pub struct Volume {
    /// Its name.
    pub title: String,
    /// Its language.
    pub lang: Lang,
    /// What stands under its name.
    pub subtitle: String,
    /// What stands at the foot of the title page.
    pub imprint: String,
    /// The heading of the contents.
    pub contents: String,
    /// The leaflets, each with a line that says what it is about.
    pub leaflets: Vec<(Leaflet, String)>,
    /// The index at the end.
    pub index: Index,
}

/// Words and the leaflets where one finds them.
#[derive(Clone, Debug)]
pub struct Index {
    /// Its heading.
    pub heading: String,
    /// What it says first.
    pub about: String,
    /// What is listed, in its order: the name, what it is, and the place of the leaflet.
    pub rows: Vec<(String, String, usize)>,
}

impl Volume {
    /// Writes the document.
    ///
    /// # Errors
    /// If a leaflet does not fit on its pages, or if the document cannot be put together.
    pub fn write(&self) -> Result<Vec<u8>, PdfError> {
        let laid: Vec<Laid> =
            self.leaflets.iter().map(|(leaflet, _)| leaflet.lay()).collect::<Result<_, _>>()?;
        let mut pages = vec![self.front()?];
        let contents = pages.len();
        // The contents take one page; each leaflet begins on the front of a sheet.
        let mut next = contents + 1;
        let mut firsts = Vec::new();
        for laid in &laid {
            next += next % 2;
            firsts.push(next);
            next += laid.pages.len();
        }
        pages.push(self.contents(&firsts, next)?);
        let mut outline = vec![(self.contents.clone(), contents)];
        for ((laid, (leaflet, _)), first) in laid.into_iter().zip(&self.leaflets).zip(&firsts) {
            while pages.len() < *first {
                pages.push(Page::new());
            }
            outline.push((leaflet.title.clone(), *first));
            for mut page in laid.pages {
                foot(&mut page, &leaflet.title, &(pages.len() + 1).to_string(), self.lang);
                pages.push(page);
            }
        }
        outline.push((self.index.heading.clone(), pages.len()));
        self.index(&firsts, &mut pages)?;
        pages::write(&About { title: &self.title, lang: self.lang, outline: &outline }, &pages)
    }

    fn set(&self, text: &str) -> String {
        set(text, self.lang)
    }

    /// The title page: the name over the boards of all leaflets.
    fn front(&self) -> Result<Page<'_>, PdfError> {
        let faces = typefaces()?;
        let mut page = Page::new();
        let middle = SHEET.0 / 2.0;
        let mut y = MARGIN + TITLE;
        page.items.push(label(
            Point::new(middle, y),
            TITLE,
            Anchor::Middle,
            Face::Bold,
            self.set(&self.title),
        ));
        y += TITLE * 0.85;
        for line in lines(faces, Face::Italic, &self.set(&self.subtitle), ROOM * 0.8, SUBTITLE) {
            page.items.push(label(Point::new(middle, y), SUBTITLE, Anchor::Middle, Face::Italic, line));
            y += SUBTITLE * LINE;
        }
        let imprint = lines(faces, Face::Serif, &self.set(&self.imprint), ROOM * 0.8, SMALL);
        let foot = SHEET.1 - MARGIN - SMALL * LINE * imprint.len() as f64;
        for (index, line) in imprint.into_iter().enumerate() {
            let at = Point::new(middle, foot + SMALL * LINE * (index as f64 + 0.5));
            page.items.push(label(at, SMALL, Anchor::Middle, Face::Serif, line));
        }
        let emblems: Vec<&Scene> = self.leaflets.iter().map(|(leaflet, _)| &leaflet.emblem).collect();
        grid(&emblems, y + SUBTITLE, foot - SUBTITLE, &mut page);
        Ok(page)
    }

    /// The contents: the names of the leaflets, what they are about, and their pages.
    fn contents(&self, firsts: &[usize], index: usize) -> Result<Page<'_>, PdfError> {
        let faces = typefaces()?;
        let mut page = Page::new();
        let mut y = heading(&self.set(&self.contents), &mut page);
        let rows = self.leaflets.iter().map(|(leaflet, about)| (leaflet.title.as_str(), about.as_str()));
        let rows = rows.zip(firsts.iter().copied()).chain([((self.index.heading.as_str(), ""), index)]);
        // All of them fit on the page, however many there are.
        let step = ((BOTTOM - y) / (self.leaflets.len() + 1) as f64).min(LISTED * 3.2);
        for ((name, about), first) in rows {
            let middle = y + LISTED * LINE / 2.0;
            let (name, number) = (self.set(name), (first + 1).to_string());
            let from = MARGIN + faces.width(Face::Bold, &name, LISTED) + LISTED * 0.4;
            let to = MARGIN + ROOM - faces.width(Face::Serif, &number, LISTED) - LISTED * 0.4;
            page.items.push(label(Point::new(MARGIN, middle), LISTED, Anchor::Start, Face::Bold, name));
            page.items.push(leader(faces, from, to, middle));
            page.items.push(label(
                Point::new(MARGIN + ROOM, middle),
                LISTED,
                Anchor::End,
                Face::Serif,
                number,
            ));
            let words = Measured::new(&Words::plain(Face::Italic, about), self.lang, faces);
            let at = Point::new(MARGIN, y + LISTED * LINE);
            page.items.extend(block(&words, at, ROOM * 0.88, ABOUT, Ink::Text).0);
            let (low, high) = (Point::new(MARGIN, y), Point::new(MARGIN + ROOM, y + step * 0.9));
            page.items.push(Item::Link { low, high, goal: Goal::Page(first) });
            y += step;
        }
        foot(&mut page, &self.contents, "2", self.lang);
        Ok(page)
    }

    /// The index, in two columns, on as many pages as it needs.
    fn index<'a>(&'a self, firsts: &[usize], pages: &mut Vec<Page<'a>>) -> Result<(), PdfError> {
        let faces = typefaces()?;
        let start = pages.len();
        pages.push(Page::new());
        let mut top = heading(&self.set(&self.index.heading), &mut pages[start]);
        let about = Measured::new(&Words::plain(Face::Italic, self.index.about.as_str()), self.lang, faces);
        let (items, end) = block(&about, Point::new(MARGIN, top), ROOM, ABOUT, Ink::Text);
        pages[start].items.extend(items);
        top = end + SMALL;
        let room = COLUMN - INDEXED * 2.4;
        let rows: Vec<(Measured, usize)> = self
            .index
            .rows
            .iter()
            .map(|(name, what, leaflet)| {
                let mut words = Words::plain(Face::Bold, name.as_str());
                words.push(Face::Serif, &format!(" – {what}"));
                (Measured::new(&words, self.lang, faces), *leaflet)
            })
            .collect();
        let tall = |words: &Measured| words.lines(room / INDEXED).len() as f64 * INDEXED * LINE;
        let whole: f64 = rows.iter().map(|(words, _)| tall(words) + BETWEEN).sum();
        // Rows that fit on one page fill both its columns alike.
        let end =
            if whole / 2.0 + 4.0 * INDEXED < BOTTOM - top { top + whole / 2.0 + INDEXED } else { BOTTOM };
        // The column, and how far it is filled.
        let (mut column, mut y) = (0, top);
        for (words, leaflet) in &rows {
            let bottom = if column == 0 { end } else { BOTTOM };
            if y + tall(words) > bottom && y > top {
                column += 1;
                y = top;
                if column % 2 == 0 {
                    pages.push(Page::new());
                    top = MARGIN;
                    y = top;
                }
            }
            let x = MARGIN + if column % 2 == 0 { 0.0 } else { COLUMN + GUTTER };
            let page = pages.last_mut().expect("one was pushed before");
            let (items, end) = block(words, Point::new(x, y), room, INDEXED, Ink::Text);
            page.items.extend(items);
            if let Some(first) = firsts.get(*leaflet) {
                let at = Point::new(x + COLUMN, y + INDEXED * LINE / 2.0);
                page.items.push(label(at, INDEXED, Anchor::End, Face::Serif, (first + 1).to_string()));
                let (low, high) = (Point::new(x, y), Point::new(x + COLUMN, end));
                page.items.push(Item::Link { low, high, goal: Goal::Page(*first) });
            }
            y = end + BETWEEN;
        }
        for (index, page) in pages[start..].iter_mut().enumerate() {
            foot(page, &self.index.heading, &(start + index + 1).to_string(), self.lang);
        }
        Ok(())
    }
}

/// Writes the heading of a page; returns where it ends.
fn heading(text: &str, page: &mut Page) -> f64 {
    let at = Point::new(MARGIN, MARGIN + HEADING * 0.5);
    page.items.push(label(at, HEADING, Anchor::Start, Face::Bold, text.to_string()));
    MARGIN + HEADING * 1.6
}

/// Draws the dots that lead from a name to its page.
fn leader<'a>(faces: &Typefaces, from: f64, to: f64, y: f64) -> Item<'a> {
    let dot = " .";
    // Many dots stand closer than one and one.
    let many = 50;
    let width = faces.width(Face::Serif, &dot.repeat(many), ABOUT) / many as f64;
    let count = ((to - from) / width).max(0.0) as usize;
    let (at, face, anchor) = (Point::new(to, y + 1.0), Face::Serif, Anchor::End);
    Item::Words { at, size: ABOUT, face, anchor, ink: Ink::Soft, text: dot.repeat(count) }
}

/// Draws boards in rows of about equally many, each as large as its place lets it be.
fn grid<'a>(scenes: &[&'a Scene], top: f64, bottom: f64, page: &mut Page<'a>) {
    let count = scenes.len();
    let rows = count.div_ceil(ACROSS).max(1);
    let gap = 7.0 * MILLIMETRE;
    let share = |whole: f64, parts: usize| (whole - gap * (parts - 1) as f64) / parts as f64;
    let (width, height) = (share(ROOM, ACROSS), share(bottom - top, rows));
    for row in 0..rows {
        let beside = &scenes[count * row / rows..count * (row + 1) / rows];
        // A row that is not full stands in the middle.
        let inset = (ROOM - (width + gap) * beside.len() as f64 + gap) / 2.0;
        for (place, scene) in beside.iter().enumerate() {
            let (low, high) = scene.bounds();
            let (wide, tall) = (high.x - low.x, high.y - low.y);
            let scale = (width / wide).min(height / tall);
            let x = MARGIN + inset + (width + gap) * place as f64 + (width - scale * wide) / 2.0;
            let y = top + (height + gap) * row as f64 + (height - scale * tall) / 2.0;
            page.items.push(Item::Board(scene, Frame { low, scale, corner: Point::new(x, y) }));
        }
    }
}
