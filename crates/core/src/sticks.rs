//! The smallest whole game, for the examples of these crates.

use crate::text::{fields, read_seat, write_seat};
use crate::{Fault, Flow, Game, Indexed, Outcome, Reason, Retrograde, Rng, Seat, SeatInfo, Side, TWO_SEATS};

static LAST: Reason = Reason::new("last", "Le dernier bâton", "The last stick");

/// A row of sticks: who is to move takes one, two or three of them, and whoever takes the last wins. It is no game of the
/// collection; the examples of these crates use it, because its rules fit on a page.
///
/// ```
/// use damier_core::{Game, Rng, Side, Sticks};
///
/// let game = Sticks { count: 10 };
/// let start = game.start(&mut Rng::new(0));
/// assert_eq!(game.position_text(&start), "10 1");
/// assert_eq!(game.moves(&start), [1, 2, 3]);
///
/// let after = game.after(&start, 2);
/// assert_eq!(game.position_text(&after), "8 2");
/// assert_eq!(game.side_to_move(&after), Side::Second);
/// assert!(game.parse_move(&after, "4").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sticks {
    /// How many sticks there are at first.
    pub count: u8,
}

impl Game for Sticks {
    /// The sticks that are left, and who is to move.
    type Position = (u8, Side);
    /// How many are taken.
    type Move = u8;

    fn seats(&self) -> &'static [SeatInfo] {
        &TWO_SEATS
    }

    fn start(&self, _rng: &mut Rng) -> (u8, Side) {
        (self.count, Side::First)
    }

    fn to_move(&self, &(_, side): &(u8, Side)) -> Seat {
        Seat(side as u8)
    }

    fn each_move(&self, &(left, _): &(u8, Side), visit: &mut impl FnMut(u8) -> Flow) -> Flow {
        (1..=left.min(3)).try_for_each(visit)
    }

    fn play(&self, position: &mut (u8, Side), mv: u8) {
        *position = (position.0 - mv, position.1.other());
    }

    fn outcome(&self, &(left, side): &(u8, Side)) -> Option<Outcome> {
        (left == 0).then(|| Outcome::win(side.other(), &LAST))
    }

    fn key(&self, position: &(u8, Side)) -> u64 {
        crate::board::zobrist::feature(0, self.index(position) as usize)
    }

    fn write_move(&self, _position: &(u8, Side), mv: u8, out: &mut String) {
        out.push_str(&mv.to_string());
    }

    fn write_position(&self, position: &(u8, Side), out: &mut String) {
        out.push_str(&position.0.to_string());
        write_seat(self.to_move(position), &TWO_SEATS, out);
    }

    fn parse_position(&self, text: &str) -> Result<(u8, Side), Fault> {
        let [left, seat] = fields(text, "STICKS 1|2")?;
        let number =
            left.parse().ok().filter(|&number: &u8| number <= self.count && number.to_string() == left);
        let number = number.ok_or_else(|| {
            Fault::new(
                format!("« {left} » n'est pas un nombre de 0 à {}", self.count),
                format!("\"{left}\" is not a number from 0 to {}", self.count),
            )
        })?;
        Ok((number, TWO_SEATS[read_seat(seat, &TWO_SEATS)?.index()].side))
    }
}

impl Indexed for Sticks {
    fn size(&self) -> u64 {
        2 * (u64::from(self.count) + 1)
    }

    fn index(&self, &(left, side): &(u8, Side)) -> u64 {
        2 * u64::from(left) + side as u64
    }

    fn unindex(&self, index: u64) -> Option<(u8, Side)> {
        let side = if index.is_multiple_of(2) { Side::First } else { Side::Second };
        (index < self.size()).then_some(((index / 2) as u8, side))
    }
}

impl Retrograde for Sticks {
    fn each_before(&self, &(left, side): &(u8, Side), visit: &mut impl FnMut(&(u8, Side))) {
        (1..=3)
            .map(|taken| left + taken)
            .filter(|&before| before <= self.count)
            .for_each(|before| visit(&(before, side.other())));
    }
}
