//! Seats take turns, sides win.

use crate::Text;

/// One of the two sides of a contest. A solitaire has only [`Side::First`].
///
/// ```
/// use damier_core::Side;
///
/// assert_eq!(Side::First.other(), Side::Second);
/// assert_eq!(Side::Second.code(), "second");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side whose seat moves first.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Returns the opposing side.
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// Returns 0 for First and 1 for Second, for use as an array index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns `first` or `second`, as in the command line's JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Side::First => "first",
            Side::Second => "second",
        }
    }
}

/// A place at the table, numbered from 0 in the order of [`Game::seats`](crate::Game::seats).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(pub u8);

impl Seat {
    /// Returns the seat's number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is fixed about a seat: its side, its code in position texts, and its name.
///
/// ```
/// use damier_core::{SeatInfo, Side};
///
/// // Two teams of two: seats take turns, sides win.
/// static SEATS: [SeatInfo; 4] = [
///     SeatInfo::new(Side::First, "a1", "A1", "A1"),
///     SeatInfo::new(Side::Second, "b1", "B1", "B1"),
///     SeatInfo::new(Side::First, "a2", "A2", "A2"),
///     SeatInfo::new(Side::Second, "b2", "B2", "B2"),
/// ];
/// assert_eq!(SEATS[2].side, Side::First);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatInfo {
    /// The side the seat plays for.
    pub side: Side,
    /// A short ASCII word, different for every seat of a game, that names the seat in position texts (`w`, `b1`).
    pub code: &'static str,
    /// The seat's name for people, capitalised: "Blanc", "White".
    pub name: Text,
}

impl SeatInfo {
    /// Makes a seat.
    pub const fn new(side: Side, code: &'static str, fr: &'static str, en: &'static str) -> SeatInfo {
        SeatInfo { side, code, name: Text::new(fr, en) }
    }
}

/// Two seats without colours, coded `1` and `2`.
pub static TWO_SEATS: [SeatInfo; 2] = [
    SeatInfo::new(Side::First, "1", "Premier", "First"),
    SeatInfo::new(Side::Second, "2", "Second", "Second"),
];

/// White, who begins, and Black, coded `w` and `b`.
pub static WHITE_BLACK: [SeatInfo; 2] =
    [SeatInfo::new(Side::First, "w", "Blanc", "White"), SeatInfo::new(Side::Second, "b", "Noir", "Black")];
