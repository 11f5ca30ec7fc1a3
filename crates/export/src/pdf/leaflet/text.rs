//! Words in several typefaces, and how they are broken into lines.

use damier_core::Lang;
use damier_core::typography::typeset;
use damier_scene::text::clean;
use damier_scene::{Anchor, Ink, Point};

use crate::pdf::pages::Item;
use crate::pdf::typeface::{Face, Typefaces};

/// How much smaller the sans serif stands among words: its letters are larger than those of the book serif.
const SANS: f64 = 0.84;

/// Words in several typefaces. Those in [`Face::Sans`] are moves and the like, and are not set by any typography.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(pub Vec<(Face, String)>);

impl Words {
    /// Makes words in one typeface.
    pub fn plain(face: Face, text: impl Into<String>) -> Words {
        Words(vec![(face, text.into())])
    }

    /// Adds words.
    pub fn push(&mut self, face: Face, text: &str) {
        match self.0.last_mut() {
            Some((last, words)) if *last == face => words.push_str(text),
            _ => self.0.push((face, text.to_string())),
        }
    }

    /// Says whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, text)| text.trim().is_empty())
    }

    /// Returns the text without its typefaces.
    pub fn text(&self) -> String {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// Returns the words with the typography of their language, which sees them as one text.
    fn set(&self, lang: Lang) -> Words {
        // Typography puts one character for another, so that places stay the same. It sees a letter for each of a move.
        let flat: String = self
            .0
            .iter()
            .map(|(face, text)| match face {
                Face::Sans => "x".repeat(text.chars().count()),
                _ => clean(text),
            })
            .collect();
        let mut set = typeset(&flat, lang).into_owned().chars().collect::<Vec<_>>().into_iter();
        let mut words = Words::default();
        for (face, text) in &self.0 {
            let part: String = text
                .chars()
                .zip(set.by_ref())
                .map(|(c, set)| if *face == Face::Sans { c } else { set })
                .collect();
            words.push(*face, &part);
        }
        words
    }
}

/// What stands between two blanks.
struct Token {
    parts: Vec<(Face, String, f64)>,
    width: f64,
}

/// A paragraph that is set and measured, whatever its size will be.
pub(super) struct Measured {
    tokens: Vec<Token>,
    blank: f64,
}

/// Returns the size at which a typeface stands among words of size 1.
fn share(face: Face) -> f64 {
    if face == Face::Sans { SANS } else { 1.0 }
}

impl Measured {
    pub fn new(words: &Words, lang: Lang, faces: &Typefaces) -> Measured {
        let mut tokens: Vec<Token> = Vec::new();
        let mut open = false;
        for (face, text) in words.set(lang).0 {
            for (place, piece) in text.split(' ').enumerate() {
                open &= place == 0;
                if piece.is_empty() {
                    continue;
                }
                let width = faces.width(face, piece, share(face));
                let part = (face, piece.to_string(), width);
                match tokens.last_mut() {
                    Some(token) if open => {
                        token.width += width;
                        token.parts.push(part);
                    }
                    _ => tokens.push(Token { width, parts: vec![part] }),
                }
                open = true;
            }
        }
        Measured { tokens, blank: faces.width(Face::Serif, " ", 1.0) }
    }

    /// The width of all on one line, at size 1.
    pub fn width(&self) -> f64 {
        self.tokens.iter().map(|token| token.width).sum::<f64>()
            + self.blank * self.tokens.len().saturating_sub(1) as f64
    }

    /// Breaks the paragraph into lines that are as even as can be; `room` is the width in heights of the font. The sum of the
    /// squares of what lines leave free is least, the last one left out.
    pub fn lines(&self, room: f64) -> Vec<(usize, usize)> {
        let count = self.tokens.len();
        // The least cost of the tokens from here on, and where the first of their lines ends.
        let mut best = vec![(0.0, count); count + 1];
        for from in (0..count).rev() {
            let mut width = -self.blank;
            let mut least = (f64::INFINITY, from + 1);
            for (place, token) in self.tokens.iter().enumerate().skip(from) {
                let to = place + 1;
                width += self.blank + token.width;
                // A word that is too long stands alone.
                if width > room && place > from {
                    break;
                }
                let free = (room - width).max(0.0);
                let cost = if to == count { 0.0 } else { free * free } + best[to].0;
                if cost < least.0 {
                    least = (cost, to);
                }
            }
            best[from] = least;
        }
        let mut lines = Vec::new();
        let mut from = 0;
        while from < count {
            let to = best[from].1;
            lines.push((from, to));
            from = to;
        }
        lines
    }

    /// The width of the widest line that one word needs, at size 1.
    pub fn widest(&self) -> f64 {
        self.tokens.iter().map(|token| token.width).fold(0.0, f64::max)
    }

    /// Draws a line from `at` on, which is at the middle of its height.
    pub fn draw<'a>(&self, line: (usize, usize), at: Point, size: f64, ink: Ink) -> Vec<Item<'a>> {
        let mut runs: Vec<(Face, f64, String)> = Vec::new();
        let mut x = at.x;
        for (place, token) in self.tokens[line.0..line.1].iter().enumerate() {
            for (index, (face, text, width)) in token.parts.iter().enumerate() {
                let begins = index == 0 && place > 0;
                if begins {
                    x += self.blank * size;
                }
                match runs.last_mut() {
                    Some((last, _, words)) if last == face && *face != Face::Sans => {
                        if begins {
                            words.push(' ');
                        }
                        words.push_str(text);
                    }
                    // The blank belongs to a run, so that who copies the text finds it.
                    Some((_, _, words)) if begins => {
                        words.push(' ');
                        runs.push((*face, x, text.clone()));
                    }
                    _ => runs.push((*face, x, text.clone())),
                }
                x += width * size;
            }
        }
        let item = |(face, x, text): (Face, f64, String)| {
            let at = Point::new(x, at.y);
            Item::Words { at, size: size * share(face), face, anchor: Anchor::Start, ink, text }
        };
        runs.into_iter().map(item).collect()
    }

    /// The width of a line, at size 1.
    pub fn width_of(&self, line: (usize, usize)) -> f64 {
        let tokens = &self.tokens[line.0..line.1];
        tokens.iter().map(|token| token.width).sum::<f64>()
            + self.blank * tokens.len().saturating_sub(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::typeface::typefaces;

    fn measured(words: &Words) -> Measured {
        Measured::new(words, Lang::Fr, typefaces().expect("readable"))
    }

    fn told(measured: &Measured, line: (usize, usize)) -> String {
        let items = measured.draw(line, Point::new(0.0, 0.0), 10.0, Ink::Text);
        items
            .iter()
            .map(|item| match item {
                Item::Words { text, .. } => text.as_str(),
                _ => "",
            })
            .collect()
    }

    #[test]
    fn typography_sees_through_typefaces_but_leaves_moves_alone() {
        let mut words = Words::plain(Face::Bold, "But");
        words.push(Face::Serif, " : prendre l'");
        words.push(Face::Sans, "a1 : b'c");
        words.push(Face::Serif, " !");
        let measured = measured(&words);
        let all = measured.lines(1000.0);
        assert_eq!(all.len(), 1);
        assert_eq!(told(&measured, all[0]), "But\u{202f}: prendre l’a1 : b'c\u{202f}!");
    }

    #[test]
    fn lines_keep_to_their_room_and_are_even() {
        let text =
            "Deux pions séparés par un pont sont déjà reliés, si l'adversaire prend une case, prenez l'autre";
        let measured = measured(&Words::plain(Face::Serif, text));
        let lines = measured.lines(20.0);
        assert!(lines.iter().all(|&line| measured.width_of(line) <= 20.0));
        let words: Vec<String> = lines.iter().map(|&line| told(&measured, line)).collect();
        assert_eq!(words.join(" "), text.replace('\'', "’"));
        // Greedy lines would leave more free in the worst of them, or as much.
        let free = |line: &(usize, usize)| 20.0 - measured.width_of(*line);
        assert!(lines[..lines.len() - 1].iter().map(free).fold(0.0, f64::max) < 8.0);
    }

    #[test]
    fn a_word_that_is_too_long_stands_alone() {
        let measured = measured(&Words::plain(Face::Serif, "un anticonstitutionnellement deux"));
        assert_eq!(measured.lines(5.0), [(0, 1), (1, 2), (2, 3)]);
        assert!(measured.widest() > 5.0);
    }
}
