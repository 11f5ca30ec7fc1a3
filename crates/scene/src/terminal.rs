//! Writes a scene as terminal text.
//!
//! Each glyph stands in the column and line that its place gives by [`Scene::text_scale`]. The columns before and after
//! a cell are kept for its marks, so that nothing moves when a mark appears:
//!
//! | mark | shown as |
//! |---|---|
//! | last move | `[X]` |
//! | touched by it | `(X)` |
//! | selected | `<X>` |
//! | playable | `∘` (ASCII `+`), around a piece `{X}` |
//! | may be captured | `{X}` |
//! | advised | `X*` |
//!
//! A game therefore needs at least two columns a cell. Where neighbours want the same column, the mark lower in this
//! list takes it: touched, playable, captured, last move, selected, advised.

use std::collections::{BTreeMap, BTreeSet};

use anstyle::AnsiColor;
use damier_core::typography::typeset;

use crate::text::{ascii, clean};
use crate::{Anchor, Cell, Glyph, Hue, Layer, Mark, Scene};

/// How a scene becomes text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalOptions {
    /// Whether the terminal shows Unicode. Otherwise the text is pure ASCII.
    pub unicode: bool,
    /// Whether characters are coloured, by the sixteen colours that a terminal's own theme sets.
    pub colour: bool,
    /// Whether the captions follow the board.
    pub captions: bool,
}

/// Writes a scene as lines of text, each ended by a line feed and none by blanks.
pub fn write(scene: &Scene, options: &TerminalOptions) -> String {
    let mut text = Sheet::new(scene, options.unicode).to_text(options.colour);
    if options.captions && !scene.captions.is_empty() {
        text.push('\n');
        for caption in &scene.captions {
            let set = || typeset(&clean(caption), scene.view.lang).into_owned();
            let caption = if options.unicode { set() } else { ascii(caption) };
            text += caption.trim_end();
            text.push('\n');
        }
    }
    text
}

/// A line and a column, either of which may be negative until all is placed.
type Place = (i64, i64);

/// A character on the sheet.
struct Character {
    sign: char,
    hue: Option<Hue>,
    /// Whether a mark may take its place.
    ground: bool,
}

struct Sheet {
    characters: BTreeMap<Place, Character>,
    unicode: bool,
}

impl Sheet {
    fn new(scene: &Scene, unicode: bool) -> Sheet {
        let mut sheet = Sheet { characters: BTreeMap::new(), unicode };
        let cells: Vec<Place> = scene.cells.iter().map(|cell| place(scene, cell.centre)).collect();
        // Every character of a glyph, with the ends of the glyph.
        let mut taken: BTreeMap<Place, (i64, i64)> = BTreeMap::new();

        for layer in [Layer::Board, Layer::Coords, Layer::Pieces, Layer::Marks] {
            for glyph in scene.glyphs.iter().filter(|glyph| glyph.layer == layer) {
                let text = if unicode { clean(&glyph.unicode) } else { ascii(&glyph.ascii) };
                let (line, start) = sheet.start(scene, glyph, &text, &cells);
                let end = start + text.chars().count() as i64 - 1;
                for (column, sign) in (start..).zip(text.chars()) {
                    let ground = layer == Layer::Board && !cells.contains(&(line, column));
                    sheet.put((line, column), sign, Some(glyph.hue), ground);
                    taken.insert((line, column), (start, end));
                }
            }
        }
        for &cell in &cells {
            if !taken.contains_key(&cell) {
                sheet.put(cell, if unicode { '·' } else { '.' }, Some(Hue::Soft), false);
            }
            // Room for marks, whether there are any or not.
            for beside in [(cell.0, cell.1 - 1), (cell.0, cell.1 + 1)] {
                sheet.characters.entry(beside).or_insert(Character { sign: ' ', hue: None, ground: true });
            }
        }
        let order = [
            Mark::Won,
            Mark::Trace,
            Mark::Target,
            Mark::Capture,
            Mark::Last,
            Mark::Selected,
            Mark::Hint,
            Mark::Taken,
            Mark::Forbidden,
        ];
        for mark in order {
            for (cell, &at) in scene.cells.iter().zip(&cells) {
                sheet.mark(cell, at, mark, taken.get(&at).copied());
            }
        }
        sheet
    }

    /// Returns where a glyph begins. A coordinate keeps a column clear of the cells beside it, for their marks.
    fn start(&self, scene: &Scene, glyph: &Glyph, text: &str, cells: &[Place]) -> Place {
        let (line, column) = place(scene, glyph.at);
        let length = text.chars().count() as i64;
        let start = match glyph.anchor {
            Anchor::Start => column,
            Anchor::Middle => column - (length - 1) / 2,
            Anchor::End => column - length + 1,
        };
        if glyph.layer != Layer::Coords {
            (line, start)
        } else if cells.contains(&(line, start + length)) {
            (line, start - 1)
        } else if cells.contains(&(line, start - 1)) {
            (line, start + 1)
        } else {
            (line, start)
        }
    }

    fn put(&mut self, at: Place, sign: char, hue: Option<Hue>, ground: bool) {
        self.characters.insert(at, Character { sign, hue, ground });
    }

    /// Shows a mark, if the cell has it. `glyph` are the ends of what stands on the cell.
    fn mark(&mut self, cell: &Cell, at: Place, mark: Mark, glyph: Option<(i64, i64)>) {
        if !cell.marks.contains(&mark) {
            return;
        }
        let (start, end) = glyph.unwrap_or((at.1, at.1));
        let (before, after) = match mark {
            Mark::Target if glyph.is_none() => {
                let sign = if self.unicode { '∘' } else { '+' };
                return self.put(at, sign, Some(Hue::Accent), false);
            }
            Mark::Last => (Some('['), ']'),
            Mark::Selected => (Some('<'), '>'),
            Mark::Trace => (Some('('), ')'),
            Mark::Target | Mark::Capture => (Some('{'), '}'),
            Mark::Hint => (None, '*'),
            Mark::Won => (Some('='), '='),
            Mark::Taken => (None, if self.unicode { '×' } else { 'x' }),
            Mark::Forbidden => (None, '!'),
        };
        for (column, sign) in [(start - 1, before), (end + 1, Some(after))] {
            let free = self.characters.get(&(at.0, column)).is_none_or(|character| character.ground);
            if let (Some(sign), true) = (sign, free) {
                self.put((at.0, column), sign, Some(Hue::Accent), true);
            }
        }
    }

    fn to_text(&self, colour: bool) -> String {
        let lines: BTreeSet<i64> = self.characters.keys().map(|place| place.0).collect();
        let left = self.characters.keys().map(|place| place.1).min().unwrap_or(0);
        let (Some(&first), Some(&last)) = (lines.first(), lines.last()) else {
            return String::new();
        };
        let mut text = String::new();
        for line in first..=last {
            let mut column = left;
            let mut current = anstyle::Style::new();
            for (at, character) in self.characters.range((line, i64::MIN)..=(line, i64::MAX)) {
                if character.sign == ' ' {
                    continue;
                }
                text.extend((column..at.1).map(|_| ' '));
                let wanted = character.hue.filter(|_| colour).map_or(anstyle::Style::new(), style);
                if wanted != current {
                    text += &format!("{current:#}{wanted}");
                    current = wanted;
                }
                text.push(character.sign);
                column = at.1 + 1;
            }
            text += &format!("{current:#}");
            text.push('\n');
        }
        text
    }
}

/// Returns the line and column of a point.
fn place(scene: &Scene, at: crate::Point) -> Place {
    // Halves go one way on both sides of zero, and sums of fractions that miss a half by a hair count as halves.
    let round = |value: f64| (value + 0.5 + 1e-6).floor() as i64;
    (round(at.y * scene.text_scale.1), round(at.x * scene.text_scale.0))
}

/// Returns how a hue is written, legible on light and dark grounds alike: neither white nor black.
fn style(hue: Hue) -> anstyle::Style {
    let colour = |colour: AnsiColor| colour.on_default();
    match hue {
        Hue::Light | Hue::Board(4) => anstyle::Style::new().bold(),
        Hue::Soft => anstyle::Style::new().dimmed(),
        Hue::Accent => colour(AnsiColor::Red).bold(),
        Hue::Dark | Hue::Board(3) => colour(AnsiColor::Magenta),
        Hue::Neutral | Hue::Board(7) => colour(AnsiColor::Green),
        Hue::Blue | Hue::Board(0) => colour(AnsiColor::Blue),
        Hue::Board(2) => colour(AnsiColor::Yellow),
        Hue::Board(5) => colour(AnsiColor::BrightRed),
        Hue::Red | Hue::Board(6) => colour(AnsiColor::Red),
        // Grey: the terminal's own ink.
        Hue::Board(_) => anstyle::Style::new(),
    }
}
