//! Pages that are laid out, and the document that they make.

use damier_core::Lang;
use damier_core::typography::typeset;
use damier_scene::text::{clean, wrap};
use damier_scene::{Anchor, Ink, Point, Scene};
use krilla::action::{Action, LinkAction};
use krilla::annotation::{LinkAnnotation, Target};
use krilla::destination::XyzDestination;
use krilla::geom::Rect;
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;

use super::sheet::{Frame, Sheet};
use super::typeface::{Face, Typefaces, typefaces};
use super::{FOOTER, LEADING, MARGIN, PdfError, SHEET};

/// Something at its place on a page.
#[derive(Clone, Debug)]
pub(super) enum Item<'a> {
    Words { at: Point, size: f64, face: Face, anchor: Anchor, ink: Ink, text: String },
    Board(&'a Scene, Frame),
    Rule { from: Point, to: Point, width: f64, ink: Ink },
    Link { low: Point, high: Point, goal: Goal },
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// To a page of the document, counted from 0.
    Page(usize),
    /// To an address.
    Address(String),
}

impl Item<'_> {
    /// Moves the item.
    pub fn shift(&mut self, dx: f64, dy: f64) {
        let shift = |point: &mut Point| *point = point.moved(dx, dy);
        match self {
            Item::Words { at, .. } => shift(at),
            Item::Board(_, frame) => shift(&mut frame.corner),
            Item::Rule { from, to, .. } => [from, to].into_iter().for_each(shift),
            Item::Link { low, high, .. } => [low, high].into_iter().for_each(shift),
        }
    }
}

/// A page.
#[derive(Clone, Debug)]
pub(super) struct Page<'a> {
    pub items: Vec<Item<'a>>,
    /// Whether it lies: longer across than down.
    pub lying: bool,
}

impl Page<'_> {
    /// Makes an empty page, upright.
    pub fn new() -> Self {
        Page { items: Vec::new(), lying: false }
    }

    /// The width and the height.
    pub fn size(&self) -> (f64, f64) {
        if self.lying { (SHEET.1, SHEET.0) } else { SHEET }
    }

    /// Writes the last lines of a page, and its number beside the first of them.
    pub fn foot(&mut self, lines: &[String], number: &str) {
        let (width, height) = self.size();
        let foot = height - MARGIN - FOOTER * LEADING * lines.len().max(1) as f64;
        let (ink, face, size) = (Ink::Soft, Face::Serif, FOOTER);
        for (index, line) in lines.iter().enumerate() {
            let at = Point::new(MARGIN, foot + FOOTER * LEADING * (index as f64 + 0.5));
            self.items.push(Item::Words { at, size, face, anchor: Anchor::Start, ink, text: line.clone() });
        }
        let at = Point::new(width - MARGIN, foot + FOOTER * LEADING / 2.0);
        self.items.push(Item::Words { at, size, face, anchor: Anchor::End, ink, text: number.to_string() });
    }
}

/// What readers of the document are told besides its pages.
pub(super) struct About<'a> {
    pub title: &'a str,
    pub lang: Lang,
    /// The names under which one finds pages, counted from 0.
    pub outline: &'a [(String, usize)],
}

/// Writes pages as a document. Equal pages give equal bytes.
pub(super) fn write(about: &About, pages: &[Page]) -> Result<Vec<u8>, PdfError> {
    if pages.is_empty() {
        return Err(PdfError::Empty);
    }
    let faces = typefaces()?;
    let mut document = krilla::Document::new();
    document.set_metadata(
        Metadata::new()
            .title(set(about.title, about.lang))
            .language(about.lang.code().to_string())
            .creator("Damier".to_string()),
    );
    for page in pages {
        let (width, height) = page.size();
        let settings = PageSettings::from_wh(width as f32, height as f32).ok_or(PdfError::PageSize)?;
        let mut leaf = document.start_page_with(settings);
        let mut sheet = Sheet { surface: leaf.surface(), faces };
        for item in &page.items {
            match item {
                Item::Words { at, size, face, anchor, ink, text } => {
                    sheet.words(*at, *size, *anchor, *face, *ink, text);
                }
                Item::Board(scene, frame) => sheet.board(scene, frame),
                Item::Rule { from, to, width, ink } => sheet.rule(*from, *to, *width, *ink),
                Item::Link { .. } => {}
            }
        }
        drop(sheet);
        for item in &page.items {
            let Item::Link { low, high, goal } = item else { continue };
            let target = match goal {
                Goal::Page(number) if *number < pages.len() => Target::Destination(top(*number).into()),
                Goal::Page(_) => continue,
                Goal::Address(address) => Target::Action(Action::Link(LinkAction::new(address.clone()))),
            };
            let area = Rect::from_ltrb(low.x as f32, low.y as f32, high.x as f32, high.y as f32);
            let Some(area) = area else { continue };
            leaf.add_annotation(LinkAnnotation::new(area, target).into());
        }
    }
    if !about.outline.is_empty() {
        let mut outline = Outline::new();
        for (name, page) in about.outline.iter().filter(|(_, page)| *page < pages.len()) {
            outline.push_child(OutlineNode::new(set(name, about.lang), top(*page)));
        }
        document.set_outline(outline);
    }
    document.finish().map_err(|error| PdfError::Document(error.into()))
}

/// The top of a page.
fn top(page: usize) -> XyzDestination {
    XyzDestination::new(page, krilla::geom::Point::from_xy(0.0, 0.0))
}

/// Returns a text as it is set on paper: on one line, with the typography of its language.
pub(super) fn set(text: &str, lang: Lang) -> String {
    typeset(&clean(text), lang).into_owned()
}

/// Writes the number of a page; a page that is alone has none.
pub(super) fn number(index: usize, pages: usize) -> String {
    if pages > 1 { format!("{}/{pages}", index + 1) } else { String::new() }
}

/// Breaks a text that is set into lines: between words, and within a word that is longer than a line, as addresses and
/// positions are.
pub(super) fn lines(faces: &Typefaces, face: Face, text: &str, room: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in wrap(text, room, |line| faces.width(face, line, size)) {
        if faces.width(face, &line, size) <= room {
            lines.push(line);
            continue;
        }
        let mut width = 0.0;
        let mut part = String::new();
        for c in line.chars() {
            let more = faces.width(face, c.encode_utf8(&mut [0; 4]), size);
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
        let faces = typefaces().expect("readable");
        let text = format!("Position : {} w", "../".repeat(200));
        let broken = lines(faces, Face::Serif, &text, 300.0, 9.5);
        assert!(broken.len() > 3);
        // Widths add up character by character, so that a rounding and a kerning are allowed for.
        assert!(broken.iter().all(|line| faces.width(Face::Serif, line, 9.5) < 301.0));
        assert_eq!(broken.concat().replace(' ', ""), text.replace(' ', ""));
    }
}
