//! How a game ended.

use crate::{Side, Text};

/// Who won.
///
/// ```
/// use damier_core::{Side, Verdict};
///
/// assert_eq!(Verdict::by_score([2, 2]), Verdict::Draw);
/// assert_eq!(Verdict::Win(Side::Second).value_for(Side::First), 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This side won.
    Win(Side),
    /// Nobody won.
    Draw,
    /// A solitaire reached its goal.
    Solved,
}

impl Verdict {
    /// Returns `first`, `second`, `draw` or `solved`, as in the command line's JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Verdict::Win(side) => side.code(),
            Verdict::Draw => "draw",
            Verdict::Solved => "solved",
        }
    }

    /// Compares two scores: the higher wins, equal is a draw.
    pub fn by_score(score: [i32; 2]) -> Verdict {
        match score[0].cmp(&score[1]) {
            std::cmp::Ordering::Greater => Verdict::Win(Side::First),
            std::cmp::Ordering::Less => Verdict::Win(Side::Second),
            std::cmp::Ordering::Equal => Verdict::Draw,
        }
    }

    /// Returns the result for `side`: 1, ½ or 0. A solved solitaire is 1.
    pub fn value_for(self, side: Side) -> f64 {
        match self {
            Verdict::Win(winner) => f64::from(u8::from(winner == side)),
            Verdict::Draw => 0.5,
            Verdict::Solved => 1.0,
        }
    }
}

/// Why a game ended. Each is a constant; a game's own reasons stand beside its rules.
#[derive(Debug, PartialEq, Eq)]
pub struct Reason {
    /// A stable ASCII word for programs: `connection`, `repetition`.
    pub key: &'static str,
    /// A short sentence without a subject's name, for people.
    pub text: Text,
}

impl Reason {
    /// Makes a reason.
    pub const fn new(key: &'static str, fr: &'static str, en: &'static str) -> Reason {
        Reason { key, text: Text::new(fr, en) }
    }
}

/// The same position occurred for the third time.
pub static REPETITION: Reason = Reason::new(
    "repetition",
    "Troisième répétition de la position",
    "The position occurred for the third time",
);

/// The quiet limit was reached.
pub static QUIET: Reason =
    Reason::new("quiet-limit", "Trop de coups sans progrès", "Too many moves without progress");

/// How a game ended: who won, with what score, and why.
///
/// ```
/// use damier_core::{Outcome, Reason, Side, Verdict};
///
/// static MORE: Reason = Reason::new("more", "Plus de pions", "More men");
/// let outcome = Outcome::scored([33, 31], &MORE);
/// assert_eq!(outcome.verdict, Verdict::Win(Side::First));
/// assert_eq!(outcome.score, Some([33, 31]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Who won.
    pub verdict: Verdict,
    /// The scores of First and Second, in games that have one.
    pub score: Option<[i32; 2]>,
    /// Why the game ended.
    pub reason: &'static Reason,
}

impl Outcome {
    /// Makes a win without a score.
    pub const fn win(side: Side, reason: &'static Reason) -> Outcome {
        Outcome { verdict: Verdict::Win(side), score: None, reason }
    }

    /// Makes a draw without a score.
    pub const fn draw(reason: &'static Reason) -> Outcome {
        Outcome { verdict: Verdict::Draw, score: None, reason }
    }

    /// Makes the outcome of a scored game: the higher score wins.
    pub fn scored(score: [i32; 2], reason: &'static Reason) -> Outcome {
        Outcome { verdict: Verdict::by_score(score), score: Some(score), reason }
    }
}

impl PartialEq for Outcome {
    fn eq(&self, other: &Outcome) -> bool {
        self.verdict == other.verdict && self.score == other.score && self.reason.key == other.reason.key
    }
}

impl Eq for Outcome {}
