//! Inks and the themes that give them colours.

/// What a shape is painted with, by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The page.
    Paper,
    /// A raised part of the page.
    Card,
    /// Text, and lines that must be seen.
    Text,
    /// Text of less weight, on the page: coordinates, captions. It is too faint for the board.
    Soft,
    /// Hairlines.
    Rule,
    /// The cells of a board.
    Board,
    /// Every other cell, where a board is chequered or ringed.
    BoardAlt,
    /// The lines of a board.
    Line,
    /// A light piece.
    Light,
    /// The rim of a light piece.
    LightRim,
    /// A dark piece.
    Dark,
    /// The rim of a dark piece.
    DarkRim,
    /// What the eye should find: the last move, a throne.
    Accent,
    /// A won position.
    Win,
    /// A drawn position.
    Draw,
    /// A lost position.
    Loss,
    /// One of the eight colours of a many-coloured board, 0 to 7. The fifth is black: what stands on it is written in
    /// [`Ink::Light`].
    Hue(u8),
    /// A piece of a side that is called blue.
    Blue,
    /// A piece of a side that is called red.
    Red,
}

impl Ink {
    /// Every ink, in the order of the columns of a theme.
    pub const ALL: [Ink; 26] = [
        Ink::Paper,
        Ink::Card,
        Ink::Text,
        Ink::Soft,
        Ink::Rule,
        Ink::Board,
        Ink::BoardAlt,
        Ink::Line,
        Ink::Light,
        Ink::LightRim,
        Ink::Dark,
        Ink::DarkRim,
        Ink::Accent,
        Ink::Win,
        Ink::Draw,
        Ink::Loss,
        Ink::Hue(0),
        Ink::Hue(1),
        Ink::Hue(2),
        Ink::Hue(3),
        Ink::Hue(4),
        Ink::Hue(5),
        Ink::Hue(6),
        Ink::Hue(7),
        Ink::Blue,
        Ink::Red,
    ];

    /// Returns the name of the ink in classes and custom properties: `board-alt`, `hue-3`.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 26] = [
            "paper",
            "card",
            "text",
            "soft",
            "rule",
            "board",
            "board-alt",
            "line",
            "light",
            "light-rim",
            "dark",
            "dark-rim",
            "accent",
            "win",
            "draw",
            "loss",
            "hue-0",
            "hue-1",
            "hue-2",
            "hue-3",
            "hue-4",
            "hue-5",
            "hue-6",
            "hue-7",
            "blue",
            "red",
        ];
        NAMES[self.column()]
    }

    fn column(self) -> usize {
        Ink::ALL.iter().position(|&ink| ink == self).unwrap_or(0)
    }
}

/// A set of colours for the inks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Ink on warm paper.
    Light,
    /// Light lines on a dark ground.
    Dark,
    /// Black on white, for paper.
    Print,
    /// Strong lines and letters, for weak eyes.
    Contrast,
    /// Colours that people with any kind of colour blindness tell apart.
    Safe,
}

/// The colours in the order of [`Ink::ALL`].
const LIGHT: [u32; 26] = [
    0xfaf7f0, 0xfffdf8, 0x23211d, 0x6f675b, 0xddd3c2, 0xefe4cd, 0xe6d8bc, 0x7a6a53, 0xfffdf8, 0x2b2926,
    0x2b2926, 0x141311, 0xb5452c, 0x1f6f5c, 0x8a6d1d, 0xa33b2e, 0x8fb3cf, 0xd9d6cf, 0xecd98a, 0xc0a3c9,
    0x3b3833, 0xe3ae78, 0xcf8577, 0x9dbd97, 0x1f5fa8, 0xa8243a,
];
const DARK: [u32; 26] = [
    0x1b1a18, 0x24221f, 0xece5d8, 0xa89d8b, 0x3a362f, 0x332e27, 0x3b352d, 0x8f8069, 0xf3ecdf, 0x0f0e0d,
    0x141311, 0xd8cdb8, 0xe07a5f, 0x5fc7ab, 0xd9b24a, 0xef8a7b, 0x3a6184, 0x65615a, 0x6b6425, 0x745388,
    0x0f0e0d, 0x854f24, 0x8a3d4b, 0x3f6b45, 0x3f84c6, 0xd85560,
];
const PRINT: [u32; 26] = [
    0xffffff, 0xffffff, 0x000000, 0x333333, 0x999999, 0xffffff, 0xf2f2f2, 0x555555, 0xffffff, 0x000000,
    0x1a1a1a, 0x000000, 0x000000, 0x000000, 0x000000, 0x000000, 0xffffff, 0xf4f4f4, 0xffffff, 0xf4f4f4,
    0x4d4d4d, 0xffffff, 0xf4f4f4, 0xffffff, 0x000000, 0x1a1a1a,
];

const CONTRAST: [u32; 26] = [
    0xffffff, 0xffffff, 0x000000, 0x1f1f1f, 0x4d4d4d, 0xfff8e6, 0xf2e6c8, 0x2e2a22, 0xffffff, 0x000000,
    0x000000, 0x000000, 0x8a1c00, 0x004d3a, 0x5a4300, 0x8a0f2c, 0x8fc0ea, 0xdad7d0, 0xf4dc6e, 0xcfaede,
    0x1f1d1a, 0xf0b06a, 0xe38678, 0xa2cf9c, 0x00408a, 0x99001f,
];
const SAFE: [u32; 26] = [
    0xfaf7f0, 0xfffdf8, 0x23211d, 0x5f584d, 0xddd3c2, 0xefe8d8, 0xe3dac5, 0x6e6250, 0xfffdf8, 0x2b2926,
    0x2b2926, 0x141311, 0x9c4a00, 0x00588f, 0x6b5e00, 0x9c3c00, 0x6bb6e3, 0xdcdcdc, 0xefe06a, 0xcc9ac0,
    0x33322f, 0xe3a336, 0xd9775a, 0x48ad8c, 0x0060a8, 0xb23a00,
];

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 5] = [Theme::Light, Theme::Dark, Theme::Print, Theme::Contrast, Theme::Safe];

    /// Returns the colour of an ink as `0xRRGGBB`.
    pub fn colour(self, ink: Ink) -> u32 {
        let column = ink.column();
        match self {
            Theme::Light => LIGHT[column],
            Theme::Dark => DARK[column],
            Theme::Print => PRINT[column],
            Theme::Contrast => CONTRAST[column],
            Theme::Safe => SAFE[column],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the contrast of two colours by the formula of WCAG 2: from 1 (none) to 21.
    fn contrast(a: u32, b: u32) -> f64 {
        let luminance = |colour: u32| {
            let channel = |shift: u32| {
                let value = f64::from(colour >> shift & 0xff) / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// What WCAG 2 asks of text (1.4.3), and of parts of a picture that must be seen (1.4.11).
    const LEGIBLE: f64 = 4.5;
    const VISIBLE: f64 = 3.0;

    fn assert_contrast(inks: &[Ink], grounds: &[Ink], least: f64) {
        for theme in Theme::ALL {
            for &ink in inks {
                for &ground in grounds {
                    let found = contrast(theme.colour(ink), theme.colour(ground));
                    assert!(found >= least, "{ink:?} on {ground:?} in {theme:?}: {found:.2}");
                }
            }
        }
    }

    #[test]
    fn contrast_follows_wcag() {
        // The bounds of the scale, and the grey that is known as the lightest legible one on white.
        assert!((contrast(0x000000, 0xffffff) - 21.0).abs() < 1e-9);
        assert!((contrast(0x123456, 0x123456) - 1.0).abs() < 1e-9);
        assert!(contrast(0x767676, 0xffffff) >= 4.5 && contrast(0x777777, 0xffffff) < 4.5);
    }

    #[test]
    fn text_is_legible_on_its_grounds() {
        let words = [Ink::Text, Ink::Soft, Ink::Accent, Ink::Win, Ink::Draw, Ink::Loss];
        assert_contrast(&words, &[Ink::Paper, Ink::Card], LEGIBLE);
        assert_contrast(&[Ink::Text], &[Ink::Board, Ink::BoardAlt], LEGIBLE);
        let hues = (0..8).map(Ink::Hue).filter(|&hue| hue != Ink::Hue(4)).collect::<Vec<_>>();
        assert_contrast(&[Ink::Text], &hues, LEGIBLE);
        assert_contrast(&[Ink::Light], &[Ink::Hue(4)], LEGIBLE);
        // Text on a piece is written in the other piece's ink.
        assert_contrast(&[Ink::Light], &[Ink::Dark], LEGIBLE);
    }

    #[test]
    fn lines_and_pieces_are_seen_on_the_board() {
        for theme in Theme::ALL {
            let seen = |ink: Ink, ground: Ink| contrast(theme.colour(ink), theme.colour(ground)) >= VISIBLE;
            for board in [Ink::Board, Ink::BoardAlt] {
                assert!(seen(Ink::Line, board), "{theme:?}");
                assert!(seen(Ink::Accent, board), "{theme:?}");
                // A piece shows by its body or by its rim.
                assert!(seen(Ink::Light, board) || seen(Ink::LightRim, board), "{theme:?}");
                assert!(seen(Ink::Dark, board) || seen(Ink::DarkRim, board), "{theme:?}");
            }
            // A mark shows on either piece by itself or by the halo under it.
            for piece in [Ink::Light, Ink::Dark] {
                assert!(seen(Ink::Accent, piece) || seen(Ink::Card, piece), "{theme:?} {piece:?}");
            }
            assert!(seen(Ink::Accent, Ink::Card), "{theme:?}");
        }
    }

    #[test]
    fn blue_and_red_are_seen_on_the_board_and_their_signs_on_them() {
        let grounds = [Ink::Board, Ink::BoardAlt, Ink::Card, Ink::Paper];
        assert_contrast(&[Ink::Blue, Ink::Red], &grounds, VISIBLE);
        // Blue's stone is a blue ring with a dot on a light ground, Red's a red disc with a light bar.
        assert_contrast(&[Ink::Light], &[Ink::Blue, Ink::Red], VISIBLE);
        // On paper without colours they differ by ring and disc, dot and bar.
        for theme in Theme::ALL.into_iter().filter(|&theme| theme != Theme::Print) {
            let channels = |ink| [16, 8, 0].map(|shift| theme.colour(ink) >> shift & 0xff);
            let ([red, _, blue], [more_red, _, less_blue]) = (channels(Ink::Blue), channels(Ink::Red));
            assert!(blue > red + 0x50, "blue is blue in {theme:?}");
            assert!(more_red > less_blue + 0x50, "red is red in {theme:?}");
        }
    }

    #[test]
    fn men_are_seen_on_every_hue() {
        for theme in Theme::ALL {
            let seen = |ink: Ink, ground: Ink| contrast(theme.colour(ink), theme.colour(ground)) >= VISIBLE;
            for hue in (0..8).map(Ink::Hue) {
                assert!(seen(Ink::Light, hue) || seen(Ink::LightRim, hue), "{theme:?} {hue:?}");
                // There a dark man has a light rim around his own.
                assert!(seen(Ink::Dark, hue) || seen(Ink::Light, hue), "{theme:?} {hue:?}");
            }
        }
    }

    #[test]
    fn every_ink_has_its_own_name() {
        let names: std::collections::BTreeSet<&str> = Ink::ALL.iter().map(|ink| ink.name()).collect();
        assert_eq!(names.len(), Ink::ALL.len());
        assert_eq!(Ink::Hue(3).name(), "hue-3");
        assert_eq!(Ink::BoardAlt.name(), "board-alt");
    }
}
