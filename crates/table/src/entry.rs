//! A game's row in the catalogue.

use damier_core::{Fault, Lang, Rng, Text};

use crate::{AnyGame, Counts, Options, Session, SheetMatch, Spec};

/// A named variant.
#[derive(Debug)]
pub struct Variant {
    /// Its name in specs.
    pub name: &'static str,
    /// What it changes, in a few words.
    pub about: Text,
    /// What follows the game's name where this variant is played, as in "Hex, with the swap rule". Empty if it names what
    /// the game is without it.
    pub words: Text,
}

/// A parameter.
#[derive(Debug)]
pub struct Param {
    /// Its key in specs.
    pub key: &'static str,
    /// What it sets, its range and its default, in a few words.
    pub about: Text,
    /// What it sets, as the label of a field.
    pub label: Text,
    /// What it can be set to.
    pub kind: ParamKind,
    /// Says what a value sets, as it follows the game's name: "11 × 11".
    pub say: fn(&str, Lang) -> String,
}

/// What a parameter can be set to.
#[derive(Clone, Copy, Debug)]
pub enum ParamKind {
    /// Whole numbers.
    Numbers(Numbers),
    /// Some of these letters. Without it, they are drawn by lot.
    Letters(Letters),
    /// Heaps of things of several kinds.
    Heaps(Heaps),
    /// A text, with examples of it. Without it, the game has a value of its own.
    Text(&'static [&'static str]),
}

/// The whole numbers that a parameter can be set to.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// The lowest.
    pub low: usize,
    /// The highest.
    pub high: usize,
    /// By how much one differs from the next.
    pub step: usize,
    /// The one that a spec without this parameter stands for: that of the sheet.
    pub usual: usize,
    /// The one that fits a first game, where that is another one.
    pub first: Option<usize>,
}

impl Numbers {
    /// Returns the numbers in order.
    pub fn all(self) -> impl Iterator<Item = usize> {
        (self.low..=self.high).step_by(self.step)
    }
}

/// Letters of which so many are chosen, such as files: `a.d.h.k`.
#[derive(Clone, Copy, Debug)]
pub struct Letters {
    /// Those there are, in order.
    pub of: &'static str,
    /// How many are chosen.
    pub count: usize,
}

impl Letters {
    /// Returns the letters of a value.
    pub fn read(self, value: &str) -> Vec<char> {
        self.of.chars().filter(|&letter| value.split('.').any(|word| word.chars().eq([letter]))).collect()
    }

    /// Writes letters as a value.
    pub fn write(self, letters: &[char]) -> String {
        letters.iter().map(char::to_string).collect::<Vec<_>>().join(".")
    }
}

/// Heaps that hold so many things of each kind: `3n1b+2n`.
#[derive(Clone, Copy, Debug)]
pub struct Heaps {
    /// How many heaps there may be.
    pub most: usize,
    /// How many things of a kind may be in one.
    pub highest: u32,
    /// The kinds: the letter that stands for one in values, and its name in the plural.
    pub kinds: &'static [(char, Text)],
    /// The heaps that a spec without this parameter stands for.
    pub usual: &'static str,
}

impl Heaps {
    /// Returns how many things of each kind the heaps of a value hold. What cannot be read counts as nothing.
    pub fn read(self, value: &str) -> Vec<Vec<u32>> {
        let count = |heap: &str, letter: char| {
            let (before, _) = heap.split_once(letter)?;
            before.rsplit(|sign: char| !sign.is_ascii_digit()).next()?.parse().ok()
        };
        let heap = |heap| self.kinds.iter().map(|&(letter, _)| count(heap, letter).unwrap_or(0)).collect();
        value.split('+').map(heap).collect()
    }

    /// Writes heaps as a value; empty ones are left out.
    pub fn write(self, heaps: &[Vec<u32>]) -> String {
        let heap = |counts: &Vec<u32>| {
            let held = self.kinds.iter().zip(counts).filter(|(_, count)| **count > 0);
            held.map(|((letter, _), count)| format!("{count}{letter}")).collect::<String>()
        };
        heaps.iter().map(heap).filter(|heap| !heap.is_empty()).collect::<Vec<_>>().join("+")
    }
}

/// Says the size of a board as wide as high: "11 × 11".
pub fn square(size: &str, _: Lang) -> String {
    format!("{size} × {size}")
}

/// A game's page in both languages, in Markdown.
#[derive(Debug)]
pub struct Pages {
    /// The French page.
    pub fr: &'static str,
    /// The English page.
    pub en: &'static str,
}

impl Pages {
    /// Returns the page in `lang`.
    pub fn get(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::Fr => self.fr,
            Lang::En => self.en,
        }
    }
}

/// What one tries to do in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Pieces in a row.
    Alignment,
    /// A path across the board.
    Connection,
    /// The other's pieces.
    Capture,
    /// To arrive first.
    Race,
    /// To leave the other no move.
    Blockade,
    /// To have more in the end.
    Majority,
    /// To take the last.
    Numbers,
    /// To bring about a figure.
    Figure,
}

impl Aim {
    /// Every aim.
    pub const ALL: [Aim; 8] = [
        Aim::Alignment,
        Aim::Connection,
        Aim::Capture,
        Aim::Race,
        Aim::Blockade,
        Aim::Majority,
        Aim::Numbers,
        Aim::Figure,
    ];

    /// Returns a word that names the aim in addresses.
    pub const fn code(self) -> &'static str {
        match self {
            Aim::Alignment => "alignment",
            Aim::Connection => "connection",
            Aim::Capture => "capture",
            Aim::Race => "race",
            Aim::Blockade => "blockade",
            Aim::Majority => "majority",
            Aim::Numbers => "numbers",
            Aim::Figure => "figure",
        }
    }

    /// Returns its name.
    pub const fn name(self) -> Text {
        match self {
            Aim::Alignment => Text::new("alignement", "alignment"),
            Aim::Connection => Text::new("connexion", "connection"),
            Aim::Capture => Text::new("prise", "capture"),
            Aim::Race => Text::new("course", "race"),
            Aim::Blockade => Text::new("blocage", "blockade"),
            Aim::Majority => Text::new("majorité", "majority"),
            Aim::Numbers => Text::new("nombres", "numbers"),
            Aim::Figure => Text::new("figure", "figure"),
        }
    }
}

/// What a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Squares, or the points between them.
    Squares,
    /// Hexagons.
    Hexagons,
    /// Something else, or nothing.
    Other,
}

impl Ground {
    /// Every ground.
    pub const ALL: [Ground; 3] = [Ground::Squares, Ground::Hexagons, Ground::Other];

    /// Returns a word that names the ground in addresses.
    pub const fn code(self) -> &'static str {
        match self {
            Ground::Squares => "squares",
            Ground::Hexagons => "hexagons",
            Ground::Other => "other",
        }
    }

    /// Returns its name.
    pub const fn name(self) -> Text {
        match self {
            Ground::Squares => Text::new("cases carrées", "squares"),
            Ground::Hexagons => Text::new("hexagones", "hexagons"),
            Ground::Other => Text::new("autre", "other"),
        }
    }
}

/// A game's row in the catalogue: all that the rest of the house needs to know of it.
///
/// ```
/// let entry = damier_games::entry("hex")?;
/// let game = entry.variant("size=5")?;
/// assert_eq!(game.spec().to_string(), "hex:size=5");
/// assert!(entry.open(&"hex:color=red".parse()?).is_err(), "Hex has no such parameter");
///
/// // A short game shows it at a glance.
/// assert!(!entry.glance()?.moves().is_empty());
/// # Ok::<(), damier_core::Fault>(())
/// ```
#[derive(Debug)]
pub struct Entry {
    /// Its id in specs: ASCII, lower case. Its folder has the same name, with `_` for `-`.
    pub id: &'static str,
    /// Its name.
    pub name: Text,
    /// What it is about, in one line.
    pub about: Text,
    /// What one tries to do.
    pub aim: Aim,
    /// What it is played on.
    pub ground: Ground,
    /// About how many minutes a game takes between two people.
    pub minutes: u32,
    /// Its page.
    pub pages: Pages,
    /// The variants one can name.
    pub variants: &'static [Variant],
    /// The parameters one can set.
    pub params: &'static [Param],
    /// Whether our own solver has settled every position of the default variant; where a start is chosen, of every start.
    pub solved: bool,
    /// Variant texts (what follows the colon) that the tests go through, the default left out. Every variant and
    /// every parameter occurs in one of them.
    pub samples: &'static [&'static str],
    /// A short game whose last position shows the game at a glance, even in a small picture: its variant text and its
    /// moves. See [`Entry::glance`].
    pub glance: (&'static str, &'static str),
    /// The match that its sheet advises, if it does.
    pub sheet_match: Option<SheetMatch>,
    /// Its first lesson, as [`lesson`](crate::lesson) reads it.
    pub lesson: &'static str,
    /// Makes the game; use [`Entry::open`], which checks the names first.
    pub build: fn(&Options) -> Result<Box<dyn AnyGame>, Fault>,
}

impl Entry {
    /// Opens the game that a spec names.
    ///
    /// # Errors
    /// Names the variant, parameter or value that is wrong.
    pub fn open(&self, spec: &Spec) -> Result<Box<dyn AnyGame>, Fault> {
        (self.build)(&Options::check(spec, self.variants, self.params)?)
    }

    /// Opens the variant that this text names (what follows the colon; empty for the default).
    ///
    /// # Errors
    /// Names the variant, parameter or value that is wrong.
    pub fn variant(&self, variant: &str) -> Result<Box<dyn AnyGame>, Fault> {
        self.open(&Spec::with_variant(self.id, variant)?)
    }

    /// Returns what a match of this game adds up, where it adds points.
    pub fn counts(&self) -> Counts {
        self.sheet_match.map_or(Counts::Wins, |sheet| sheet.counts)
    }

    /// Plays the short game that shows this one at a glance.
    ///
    /// # Errors
    /// If the entry's variant or one of its moves is wrong; a test sees to it that they are not.
    pub fn glance(&self) -> Result<Box<dyn Session>, Fault> {
        let (variant, moves) = self.glance;
        self.variant(variant)?.open_line(None, moves.split_ascii_whitespace(), &mut Rng::new(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_back_in_order() {
        let files = Letters { of: "abcdefghijkl", count: 4 };
        assert_eq!(files.read("k.a.d.h"), ['a', 'd', 'h', 'k']);
        assert_eq!(files.write(&files.read("a.d.h.k")), "a.d.h.k");
        assert_eq!(files.read("z.aa..b"), ['b']);
    }

    #[test]
    fn heaps_come_back_without_those_that_are_empty() {
        const KINDS: &[(char, Text)] =
            &[('n', Text::new("neuves", "new")), ('b', Text::new("brûlées", "burnt"))];
        let heaps = Heaps { most: 16, highest: 99, kinds: KINDS, usual: "3n" };
        assert_eq!(heaps.read("3n1b+12b"), [[3, 1], [0, 12]]);
        assert_eq!(heaps.write(&[vec![3, 1], vec![0, 0], vec![0, 12]]), "3n1b+12b");
        assert_eq!(heaps.read("x+nb"), [[0, 0], [0, 0]]);
    }
}
