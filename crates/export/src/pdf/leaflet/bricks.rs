//! Parts of a leaflet as bricks: lines, boards and rows, each with its height, that columns are built of.

use damier_core::Lang;
use damier_scene::{Anchor, Ink, Point, Scene};

use super::text::{Measured, Words};
use super::{Content, LeafletPart};
use crate::pdf::MILLIMETRE;
use crate::pdf::pages::Item;
use crate::pdf::sheet::Frame;
use crate::pdf::typeface::{Face, Typefaces};

/// From a line to the next, in heights of the font.
pub(super) const LINE: f64 = 1.27;
/// The gap before a paragraph, before a piece of a list, and about a board, in heights of the font.
const PARAGRAPH: f64 = 0.42;
const PIECE: f64 = 0.24;
const BOARD: f64 = 0.65;
/// How far lists are indented.
const INDENT: f64 = 1.25;
/// The sizes of headings, of rulings, of captions and of tables, against that of the text.
const HEADINGS: [f64; 2] = [1.32, 1.06];
const RULING: f64 = 0.94;
const CAPTION: f64 = 0.88;
const TABLE: f64 = 0.93;
/// The largest board unit and the largest board, where boards have their full size.
const UNIT: f64 = 8.0 * MILLIMETRE;
const TALLEST: f64 = 60.0 * MILLIMETRE;

/// How large everything is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The height of the font of the text.
    pub text: f64,
    /// The share of their full size that boards have.
    pub boards: f64,
}

/// Something that stands in a column as a whole, drawn from its upper left corner.
pub(super) struct Brick<'a> {
    /// What is left free before it, except at the top of a column.
    pub gap: f64,
    /// Whether that may grow where a column has room to spare.
    pub stretches: bool,
    pub height: f64,
    /// Whether no column ends after it.
    pub keeps: bool,
    pub items: Vec<Item<'a>>,
}

/// A part with its words measured.
pub(super) struct MeasuredPart<'a> {
    kind: Kind<'a>,
    ruling: bool,
}

enum Kind<'a> {
    Heading(usize, Measured),
    Text(Measured),
    Piece { mark: Measured, depth: usize, words: Measured },
    Figure(&'a [Scene; 2], Measured),
    Table(Vec<Vec<Measured>>),
}

impl<'a> MeasuredPart<'a> {
    pub fn new(part: &'a LeafletPart, lang: Lang, faces: &Typefaces) -> MeasuredPart<'a> {
        let measure = |words: &Words| Measured::new(words, lang, faces);
        let kind = match &part.content {
            Content::Heading(level, words) => Kind::Heading((*level).min(HEADINGS.len() - 1), measure(words)),
            Content::Text(words) => Kind::Text(measure(words)),
            Content::Piece { mark, depth, words } => Kind::Piece {
                mark: measure(&Words::plain(Face::Serif, mark.as_str())),
                depth: *depth,
                words: measure(words),
            },
            Content::Figure(scenes, caption) => Kind::Figure(scenes, measure(caption)),
            Content::Table(rows) => {
                Kind::Table(rows.iter().map(|row| row.iter().map(measure).collect()).collect())
            }
        };
        MeasuredPart { kind, ruling: part.ruling }
    }

    /// Makes the bricks of this part in a column of this width.
    pub fn bricks(&self, column: f64, scale: Scale, into: &mut Vec<Brick<'a>>) {
        let base = scale.text * if self.ruling { RULING } else { 1.0 };
        // Rulings stand back behind a line of their own.
        let left = if self.ruling { base * 0.9 } else { 0.0 };
        let first = into.len();
        match &self.kind {
            Kind::Heading(level, words) => {
                let size = scale.text * HEADINGS[*level];
                let gap = scale.text * if *level == 0 { 1.15 } else { 0.85 };
                lines(words, Place { left: 0.0, column, size, gap, ink: Ink::Text }, into);
                // A heading stays with what follows.
                into[first..].iter_mut().for_each(|brick| brick.keeps = true);
                return;
            }
            Kind::Text(words) => {
                lines(words, Place { left, column, size: base, gap: base * PARAGRAPH, ink: Ink::Text }, into);
            }
            Kind::Piece { mark, depth, words } => {
                let hang = left + base * INDENT * (*depth as f64 + 1.0);
                let gap = base * if *depth > 0 { 0.1 } else { PIECE };
                lines(words, Place { left: hang, column, size: base, gap, ink: Ink::Text }, into);
                if let Some(brick) = into.get_mut(first) {
                    let all = (0, usize::from(mark.width() > 0.0));
                    let at = Point::new(hang - base * 0.38 - base * mark.width(), base * LINE / 2.0);
                    // Who listens to the page, or copies it, hears the mark first.
                    brick.items.splice(0..0, mark.draw(all, at, base, Ink::Text));
                }
            }
            Kind::Figure(scenes, caption) => figure(scenes, caption, left, column, scale, into),
            Kind::Table(rows) => table(rows, left, column, base * TABLE, into),
        }
        if self.ruling {
            let count = into.len() - first;
            for (index, brick) in into[first..].iter_mut().enumerate() {
                // The line runs through, from brick to brick.
                let inset = |ends: bool| if ends { base * 0.15 } else { 0.0 };
                let (x, end) = (base * 0.2, brick.height - inset(index + 1 == count));
                let (from, to) = (Point::new(x, inset(index == 0)), Point::new(x, end));
                brick.items.push(Item::Rule { from, to, width: 1.4, ink: Ink::Rule });
            }
        }
    }
}

/// Where and how lines are written.
struct Place {
    left: f64,
    column: f64,
    size: f64,
    gap: f64,
    ink: Ink,
}

/// Writes a paragraph, a brick for each line. Neither its first line nor its last is left alone in a column.
fn lines<'a>(words: &Measured, place: Place, into: &mut Vec<Brick<'a>>) {
    let Place { left, column, size, gap, ink } = place;
    let broken = words.lines((column - left) / size);
    let count = broken.len();
    let height = size * LINE;
    for (index, line) in broken.into_iter().enumerate() {
        let items = words.draw(line, Point::new(left, height / 2.0), size, ink);
        let keeps = index + 1 < count && (index == 0 || index + 2 == count);
        let gap = if index == 0 { gap } else { 0.0 };
        into.push(Brick { gap, stretches: index == 0, height, keeps, items });
    }
}

/// Draws a board and its caption, which stay together.
fn figure<'a>(
    scenes: &'a [Scene; 2],
    caption: &Measured,
    left: f64,
    column: f64,
    scale: Scale,
    into: &mut Vec<Brick<'a>>,
) {
    let room = column - left;
    let wide = |scene: &Scene| {
        let (low, high) = scene.bounds();
        let most =
            (room * scale.boards.min(1.0) / (high.x - low.x)).min(TALLEST * scale.boards / (high.y - low.y));
        (most.min(UNIT * scale.boards), high.x - low.x, high.y - low.y)
    };
    let [lying, upright] = [0, 1].map(|which| wide(&scenes[which]));
    let (scene, (unit, across, down)) =
        if upright.0 > 1.1 * lying.0 { (&scenes[1], upright) } else { (&scenes[0], lying) };
    let corner = Point::new(left + (room - unit * across) / 2.0, 0.0);
    let mut items = vec![Item::Board(scene, Frame { low: scene.bounds().0, scale: unit, corner })];
    let mut height = unit * down;
    let size = scale.text * CAPTION;
    // A caption is not wider than it must be, so that it stands under its board.
    let most = (unit * across * 1.25).clamp(room * 0.72, room);
    for line in caption.lines(most / size) {
        let x = left + (room - size * caption.width_of(line)) / 2.0;
        items.extend(caption.draw(line, Point::new(x, height + size * LINE * 0.62), size, Ink::Text));
        height += size * LINE;
    }
    let gap = scale.text * BOARD;
    // What follows keeps its distance from the caption.
    into.push(Brick { gap, stretches: true, height: height + scale.text * 0.45, keeps: false, items });
}

/// Draws a table, a brick for each row; the first row stays with the second.
fn table<'a>(rows: &[Vec<Measured>], left: f64, column: f64, size: f64, into: &mut Vec<Brick<'a>>) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let gutter = size * 1.2;
    let room = (column - left) / size - gutter / size * columns.saturating_sub(1) as f64;
    let cells = |which: usize| rows.iter().filter_map(move |row| row.get(which));
    let wanted: Vec<f64> =
        (0..columns).map(|which| cells(which).map(Measured::width).fold(0.0, f64::max)).collect();
    let least: Vec<f64> =
        (0..columns).map(|which| cells(which).map(Measured::widest).fold(0.0, f64::max)).collect();
    let (all, needed) = (wanted.iter().sum::<f64>(), least.iter().sum::<f64>());
    // Columns that are too wide together give way in proportion to what they can give.
    let give = if all > needed { ((all - room) / (all - needed)).clamp(0.0, 1.0) } else { 0.0 };
    let widths: Vec<f64> =
        wanted.iter().zip(&least).map(|(wanted, least)| wanted - give * (wanted - least)).collect();
    for (index, row) in rows.iter().enumerate() {
        let (mut items, mut deep, mut x) = (Vec::new(), 1, left);
        for (cell, width) in row.iter().zip(&widths) {
            let broken = cell.lines(width + 0.01);
            deep = deep.max(broken.len());
            for (place, line) in broken.into_iter().enumerate() {
                let at = Point::new(x, size * (0.2 + LINE * (place as f64 + 0.5)));
                items.extend(cell.draw(line, at, size, Ink::Text));
            }
            x += width * size + gutter;
        }
        let height = size * (LINE * deep as f64 + 0.4);
        let (from, to) = (Point::new(left, height), Point::new(x - gutter, height));
        let width = if index == 0 { 0.8 } else { 0.35 };
        items.push(Item::Rule { from, to, width, ink: Ink::Line });
        let gap = if index == 0 { size * PARAGRAPH } else { 0.0 };
        into.push(Brick { gap, stretches: index == 0, height, keeps: index == 0, items });
    }
}

/// Writes words across a page, line under line from `top` on; returns the items and where they end.
pub(super) fn block<'a>(
    words: &Measured,
    corner: Point,
    room: f64,
    size: f64,
    ink: Ink,
) -> (Vec<Item<'a>>, f64) {
    let mut items = Vec::new();
    let mut y = corner.y;
    for line in words.lines(room / size) {
        items.extend(words.draw(line, Point::new(corner.x, y + size * LINE / 2.0), size, ink));
        y += size * LINE;
    }
    (items, y)
}

/// Words on one line, about a point.
pub(super) fn label<'a>(at: Point, size: f64, anchor: Anchor, face: Face, text: String) -> Item<'a> {
    Item::Words { at, size, face, anchor, ink: Ink::Text, text }
}
