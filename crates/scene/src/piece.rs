//! Pieces that several games share.

use crate::{Ink, Layer, Outline, Point, Scene, Segment, Style, rectangle};

/// The two tones of pieces. They differ in shape too: a ring and a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A ring.
    Light,
    /// A disc.
    Dark,
}

impl Tone {
    /// Returns the tone of a man by its letter in the texts of positions: light for `w`, dark for any other.
    pub fn of_code(code: char) -> Tone {
        if code == 'w' { Tone::Light } else { Tone::Dark }
    }

    /// Returns the ink of a piece, and that of its rim.
    pub fn inks(self) -> (Ink, Ink) {
        match self {
            Tone::Light => (Ink::Light, Ink::LightRim),
            Tone::Dark => (Ink::Dark, Ink::DarkRim),
        }
    }
}

/// A piece that stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A plain man: a ring or a disc.
    Man(Tone),
    /// A man with a crown.
    Queen(Tone),
    /// A stone of a side called blue: a blue ring with a dot.
    Blue,
    /// A stone of a side called red: a red disc with a bar.
    Red,
    /// A piece that belongs to nobody: a small square.
    Neutral,
}

impl Scene {
    /// Puts a piece of a radius on a point, in the picture and in the text.
    pub fn piece(&mut self, at: Point, radius: f64, piece: Piece) {
        match piece {
            Piece::Man(tone) => {
                self.man(at, radius, tone);
                let (glyph, ascii) = if tone == Tone::Light { ("○", "O") } else { ("●", "X") };
                self.glyph(at, glyph, ascii, tone.into());
            }
            Piece::Blue => {
                let width = radius * 0.3;
                let ring = Outline::Circle(at, radius - width / 2.0);
                self.add(Layer::Pieces, ring, Style::fill(Ink::Light).edged(Ink::Blue, width));
                self.add(Layer::Pieces, Outline::Circle(at, radius * 0.26), Style::fill(Ink::Blue));
                self.glyph(at, "○", "O", crate::Hue::Blue);
            }
            Piece::Red => {
                self.add(Layer::Pieces, Outline::Circle(at, radius), Style::fill(Ink::Red));
                let (long, high) = (radius * 0.66, radius * 0.15);
                let bar = rectangle(at.moved(-long, -high), at.moved(long, high));
                self.add(Layer::Pieces, bar, Style::fill(Ink::Light));
                self.glyph(at, "●", "X", crate::Hue::Red);
            }
            Piece::Queen(tone) => {
                self.man(at, radius, tone);
                self.crown(at, radius * 0.58, tone);
                let (glyph, ascii) = if tone == Tone::Light { ("◎", "Q") } else { ("◉", "K") };
                self.glyph(at, glyph, ascii, tone.into());
            }
            Piece::Neutral => {
                let half = radius * 0.62;
                let square = rectangle(at.moved(-half, -half), at.moved(half, half));
                self.add(Layer::Pieces, square, Style::fill(Ink::BoardAlt).edged(Ink::Text, 0.05));
                self.add(Layer::Pieces, Outline::Circle(at, half * 0.3), Style::fill(Ink::Text));
                self.glyph(at, "■", "#", crate::Hue::Neutral);
            }
        }
    }

    fn man(&mut self, at: Point, radius: f64, tone: Tone) {
        let (fill, rim) = tone.inks();
        let width = radius * if tone == Tone::Light { 0.17 } else { 0.11 };
        self.add(
            Layer::Pieces,
            Outline::Circle(at, radius - width / 2.0),
            Style::fill(fill).edged(rim, width),
        );
    }

    fn crown(&mut self, at: Point, size: f64, tone: Tone) {
        let corners =
            [(-1.0, 0.7), (-1.0, -0.6), (-0.45, 0.0), (0.0, -0.9), (0.45, 0.0), (1.0, -0.6), (1.0, 0.7)];
        // A crown stands upright on a board that is turned round, too.
        let up = if self.view.turned { -1.0 } else { 1.0 };
        let points = corners.map(|(x, y)| at.moved(x * size, y * size * up));
        let mut path = vec![Segment::Move(points[0])];
        path.extend(points[1..].iter().map(|&point| Segment::Line(point)));
        path.push(Segment::Close);
        let ink = match tone {
            Tone::Light => Ink::LightRim,
            Tone::Dark => Ink::Light,
        };
        self.add(Layer::Pieces, Outline::Path(path), Style::fill(ink));
    }
}

impl From<Tone> for crate::Hue {
    fn from(tone: Tone) -> Self {
        match tone {
            Tone::Light => crate::Hue::Light,
            Tone::Dark => crate::Hue::Dark,
        }
    }
}
