//! The typefaces that are built in: a book serif for words, a sans serif for boards.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use harfrust::{ShapeOptions, ShaperData, UnicodeBuffer};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::{FontRef, MetadataProvider};

use super::PdfError;

/// A typeface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Of boards, and of moves within words.
    Sans,
    /// Of words.
    Serif,
    /// Of words that are stressed, and of captions.
    Italic,
    /// Of headings, and of words that are strong.
    Bold,
}

impl Face {
    const ALL: [Face; 4] = [Face::Sans, Face::Serif, Face::Italic, Face::Bold];

    fn data(self) -> &'static [u8] {
        match self {
            Face::Sans => crate::FONT,
            Face::Serif => include_bytes!("../../assets/serif.ttf"),
            Face::Italic => include_bytes!("../../assets/italic.ttf"),
            Face::Bold => include_bytes!("../../assets/bold.ttf"),
        }
    }
}

/// Words in one typeface, with their glyphs.
pub(super) struct Run {
    pub face: Face,
    pub text: String,
    pub glyphs: Vec<KrillaGlyph>,
}

impl Run {
    /// The width, in heights of the font.
    pub fn width(&self) -> f64 {
        self.glyphs.iter().map(|glyph| f64::from(glyph.x_advance)).sum()
    }
}

/// A font as its two readers want it.
struct Readable {
    font: Font,
    reader: FontRef<'static>,
    shaped: harfrust::FontRef<'static>,
    shaper: ShaperData,
    units: f64,
}

/// All typefaces, read once.
pub(super) struct Typefaces {
    faces: Vec<Readable>,
    /// Widths of words that were asked for before, in heights of the font.
    widths: Mutex<HashMap<(Face, String), f64>>,
}

/// The most widths that are kept.
const KEPT: usize = 20_000;

static TYPEFACES: LazyLock<Option<Typefaces>> = LazyLock::new(|| {
    let faces = Face::ALL.iter().map(|face| Readable::new(face.data())).collect::<Option<_>>()?;
    Some(Typefaces { faces, widths: Mutex::default() })
});

/// Returns the typefaces.
pub(super) fn typefaces() -> Result<&'static Typefaces, PdfError> {
    TYPEFACES.as_ref().ok_or(PdfError::Typeface)
}

impl Readable {
    fn new(data: &'static [u8]) -> Option<Readable> {
        let font = Font::new(data.into(), 0)?;
        let reader = FontRef::new(data).ok()?;
        let shaped = harfrust::FontRef::new(data).ok()?;
        let shaper = ShaperData::new(&shaped);
        let units = f64::from(shaper.shaper(&shaped).build().units_per_em());
        Some(Readable { font, reader, shaped, shaper, units })
    }

    fn has(&self, c: char) -> bool {
        self.reader.charmap().map(c).is_some()
    }

    /// Sets a text: with kerning and ligatures, as the font has them.
    fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let set = self.shaper.shaper(&self.shaped).build().shape(buffer, ShapeOptions::new());
        let (infos, places) = (set.glyph_infos(), set.glyph_positions());
        let em = |units: i32| (f64::from(units) / self.units) as f32;
        let glyph = |(place, info): (usize, &harfrust::GlyphInfo)| {
            let start = info.cluster as usize;
            let next = infos[place + 1..].iter().map(|next| next.cluster as usize).find(|&next| next > start);
            let at = &places[place];
            let range = start..next.unwrap_or(text.len());
            KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                em(at.x_advance),
                em(at.x_offset),
                em(at.y_offset),
                0.0,
                range,
                None,
            )
        };
        infos.iter().enumerate().map(glyph).collect()
    }
}

impl Typefaces {
    fn readable(&self, face: Face) -> &Readable {
        &self.faces[face as usize]
    }

    /// Returns the font of a typeface.
    pub fn font(&self, face: Face) -> Font {
        self.readable(face).font.clone()
    }

    /// Sets words. What their typeface has not is set in the sans serif.
    pub fn runs(&self, face: Face, text: &str) -> Vec<Run> {
        let mut runs: Vec<(Face, String)> = Vec::new();
        for c in text.chars() {
            let face = if self.readable(face).has(c) { face } else { Face::Sans };
            match runs.last_mut() {
                Some((last, text)) if *last == face => text.push(c),
                _ => runs.push((face, c.to_string())),
            }
        }
        let set = |(face, text): (Face, String)| {
            let glyphs = self.readable(face).glyphs(&text);
            Run { face, text, glyphs }
        };
        runs.into_iter().map(set).collect()
    }

    /// Returns how wide words of this size are.
    pub fn width(&self, face: Face, text: &str, size: f64) -> f64 {
        let key = (face, text.to_string());
        let known = self.widths.lock().ok().and_then(|widths| widths.get(&key).copied());
        let width = known.unwrap_or_else(|| {
            let width = self.runs(face, text).iter().map(Run::width).sum();
            if let Ok(mut widths) = self.widths.lock() {
                if widths.len() >= KEPT {
                    widths.clear();
                }
                widths.insert(key, width);
            }
            width
        });
        width * size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_typefaces_have_the_characters_of_both_languages() {
        let faces = typefaces().expect("readable");
        let words = "œŒ–—‘’“”«»…×½−≈≥≤\u{a0}\u{202f}".chars();
        for c in (' '..='~').chain('\u{a0}'..='ÿ').chain(words) {
            for face in [Face::Serif, Face::Italic, Face::Bold] {
                assert!(faces.readable(face).has(c), "{face:?} {c:?}");
            }
        }
        for c in "→○●■▲▼√×…\u{202f}".chars() {
            assert!(faces.readable(Face::Sans).has(c), "{c:?}");
        }
    }

    #[test]
    fn what_a_typeface_has_not_comes_from_the_sans_serif() {
        let runs = typefaces().expect("readable").runs(Face::Serif, "un ● noir");
        let seen: Vec<(Face, &str)> = runs.iter().map(|run| (run.face, run.text.as_str())).collect();
        assert_eq!(seen, [(Face::Serif, "un "), (Face::Sans, "●"), (Face::Serif, " noir")]);
    }

    #[test]
    fn words_are_kerned() {
        let faces = typefaces().expect("readable");
        let width = |text: &str| faces.width(Face::Serif, text, 10.0);
        assert!((width("ii") - 2.0 * width("i")).abs() < 1e-6);
        assert!(width("AV") < width("A") + width("V"));
        assert!(width("\u{202f}") < width(" "), "the narrow blank is narrow");
        assert_eq!(width(""), 0.0);
    }

    #[test]
    fn glyphs_tell_which_characters_they_stand_for() {
        let runs = typefaces().expect("readable").runs(Face::Italic, "défi « œuf »");
        let told: String = runs
            .iter()
            .flat_map(|run| run.glyphs.iter().map(|glyph| &run.text[glyph.text_range.clone()]))
            .collect();
        assert_eq!(told, "défi « œuf »");
    }
}
