//! The values of positions and moves as a reader sees them. Pages show proven values and estimates differently, by `exact`.

use damier_core::{Lang, Side, Text, Verdict};
use damier_search::Value;
use damier_table::{RatedText, Session, words};
use serde::Serialize;

use crate::play::view::cells;

/// The value of a move or a position for one player, in numbers and words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Worth {
    /// `win`, `draw` or `loss` if the value is proven; nothing for an estimate.
    #[cfg_attr(test, ts(type = "\"win\" | \"draw\" | \"loss\" | null"))]
    pub exact: Option<&'static str>,
    /// The number beside the glyph: the plies to a proven end, or the points of a proven score.
    pub number: Option<u32>,
    /// The expected result, 0 to 1.
    pub expected: f64,
    /// The value in words.
    pub words: String,
}

impl Worth {
    /// Describes a value.
    pub fn of(value: Value, lang: Lang) -> Worth {
        let (exact, number, expected) = (value.exact(), value.plies(), value.expectation());
        let words = words::value(value, lang);
        Worth { exact, number, expected: (expected * 1e4).round() / 1e4, words }
    }

    /// Describes a proven value whose distance is not known exactly.
    pub fn result(value: Value, lang: Lang) -> Worth {
        Worth { words: words::result(value, lang), number: None, ..Worth::of(value, lang) }
    }

    /// Describes a proven score.
    pub fn by_points(points: i32, lang: Lang) -> Worth {
        let number = points.unsigned_abs();
        let value = match points {
            0 => return Worth::of(Value::Draw, lang),
            1.. => Value::Win(number),
            _ => Value::Loss(number),
        };
        Worth { words: words::points(points, lang), ..Worth::of(value, lang) }
    }
}

/// A move with its value for the player who makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveRow {
    /// The text of the move.
    pub text: String,
    /// The move as players read it.
    pub said: String,
    /// Its cells, in the order of the move.
    pub cells: Vec<String>,
    /// Its value.
    #[serde(flatten)]
    pub worth: Worth,
}

impl MoveRow {
    /// Describes a move in a session's current position.
    pub fn new(session: &dyn Session, text: &str, worth: Worth) -> MoveRow {
        MoveRow { cells: cells(session, text), text: text.to_string(), said: session.say(text), worth }
    }

    /// Describes a rated move in a session's current position.
    pub fn rated(session: &dyn Session, rated: &RatedText, lang: Lang) -> MoveRow {
        MoveRow::new(session, &rated.text, Worth::of(rated.value, lang))
    }
}

/// How a position stands, for both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Standing {
    /// Who wins for certain, `first` or `second`, or `draw`; nothing for an estimate.
    #[cfg_attr(test, ts(type = "\"first\" | \"draw\" | \"second\" | null"))]
    pub exact: Option<&'static str>,
    /// The plies to a proven end, or the points of a proven score.
    pub number: Option<u32>,
    /// The expected result of the first side, 0 to 1.
    pub first: f64,
    /// All of this in words.
    pub words: String,
}

impl Standing {
    /// Describes a position by its worth for the player to move; nothing in a game for one.
    pub fn of(session: &dyn Session, worth: &Worth, lang: Lang) -> Option<Standing> {
        let mover = &session.seats()[session.to_move().index()];
        let sides = names(session)?;
        let own = mover.side;
        let name = sides[usize::from(own == Side::Second)].get(lang);
        let exact = worth.exact.map(|kind| match (kind, own) {
            ("win", Side::First) | ("loss", Side::Second) => "first",
            ("win", Side::Second) | ("loss", Side::First) => "second",
            _ => "draw",
        });
        let first = if own == Side::First { worth.expected } else { 1.0 - worth.expected };
        let words = match (exact, lang) {
            (Some("draw"), Lang::Fr) => "Partie nulle".to_string(),
            (Some("draw"), Lang::En) => "A drawn game".to_string(),
            (Some(_), _) => format!("{name} {}", worth.words),
            (None, _) => estimate(first, sides, lang),
        };
        Some(Standing { exact, number: worth.number, first: (first * 1e4).round() / 1e4, words })
    }

    /// Describes a game that is over; nothing while it goes on, and in a game for one.
    pub fn of_end(session: &dyn Session, lang: Lang) -> Option<Standing> {
        names(session)?;
        let (exact, first) = match session.outcome()?.verdict {
            Verdict::Win(Side::First) => ("first", 1.0),
            Verdict::Win(Side::Second) => ("second", 0.0),
            Verdict::Draw | Verdict::Solved => ("draw", 0.5),
        };
        Some(Standing { exact: Some(exact), number: None, first, words: words::standing(session, lang) })
    }
}

/// Returns the names of the sides' first seats; nothing in a game for one.
fn names(session: &dyn Session) -> Option<[Text; 2]> {
    let of = |side| session.seats().iter().find(|seat| seat.side == side).map(|seat| seat.name);
    Some([of(Side::First)?, of(Side::Second)?])
}

/// Says whom an estimate favours.
fn estimate(first: f64, [one, other]: [Text; 2], lang: Lang) -> String {
    let (name, share) = if first >= 0.5 { (one, first) } else { (other, 1.0 - first) };
    let share = words::value(Value::Estimate(share), lang);
    match (lang, (first - 0.5).abs() < 0.04) {
        (Lang::Fr, true) => "À peu près égal".to_string(),
        (Lang::En, true) => "About even".to_string(),
        (Lang::Fr, false) => format!("{share} pour {}", name.get(lang)),
        (Lang::En, false) => format!("{share} for {}", name.get(lang)),
    }
}

/// Converts a value for one player into the value for the other, this many plies earlier.
pub fn for_other_side(value: Value, plies: u32) -> Value {
    match value {
        Value::Win(left) => Value::Loss(left + plies),
        Value::Loss(left) => Value::Win(left + plies),
        Value::Draw => Value::Draw,
        Value::Estimate(expected) => Value::Estimate(1.0 - expected),
    }
}

#[cfg(test)]
mod tests {
    use damier_core::Rng;

    use super::*;

    #[test]
    fn what_is_proven_says_so() {
        assert_eq!(Worth::of(Value::Estimate(0.634), Lang::Fr).exact, None);
        let worth = Worth::of(Value::Win(9), Lang::Fr);
        assert_eq!((worth.exact, worth.number, worth.words.as_str()), (Some("win"), Some(9), "gagne en 9"));
    }

    #[test]
    fn a_result_has_no_distance() {
        let worth = Worth::result(Value::Win(9), Lang::Fr);
        assert_eq!((worth.exact, worth.number), (Some("win"), None));
    }

    #[test]
    fn points_are_won_or_lost() {
        let points = |points| {
            let worth = Worth::by_points(points, Lang::En);
            (worth.exact, worth.number, worth.words)
        };
        assert_eq!(points(12), (Some("win"), Some(12), "wins by 12".to_string()));
        assert_eq!(points(-2), (Some("loss"), Some(2), "loses by 2".to_string()));
        assert_eq!(points(0), (Some("draw"), None, "draw".to_string()));
    }

    #[test]
    fn a_standing_is_that_of_both_sides() {
        let game = damier_games::open(&"hex:size=3".parse().unwrap()).unwrap();
        let mut session = game.open(&mut Rng::new(0));
        session.play("b2").unwrap();
        // Black is to move, and loses.
        let stands =
            |session: &dyn Session, value| Standing::of(session, &Worth::of(value, Lang::Fr), Lang::Fr);
        let lost = stands(&*session, Value::Loss(4)).unwrap();
        assert_eq!((lost.exact, lost.number, lost.first), (Some("first"), Some(4), 1.0));
        assert_eq!(lost.words, "Noir perd en 4");
        let better = stands(&*session, Value::Estimate(0.63)).unwrap();
        assert_eq!((better.exact, better.first, better.words.as_str()), (None, 0.37, "≈ 63 % pour Noir"));
        assert_eq!(stands(&*session, Value::Estimate(0.51)).unwrap().words, "À peu près égal");
        assert_eq!(Standing::of_end(&*session, Lang::Fr), None);
        session.play_all("a1 b1 a2 b3".split(' ')).unwrap();
        let over = Standing::of_end(&*session, Lang::Fr).unwrap();
        assert_eq!((over.exact, over.number, over.first), (Some("first"), None, 1.0));
        let alone = damier_games::open(&"halma".parse().unwrap()).unwrap().open(&mut Rng::new(0));
        assert_eq!(stands(&*alone, Value::Win(46)), None, "nobody stands against");
    }

    #[test]
    fn a_win_of_one_is_a_loss_of_the_other() {
        assert_eq!(for_other_side(Value::Win(3), 1), Value::Loss(4));
        assert_eq!(for_other_side(Value::Loss(0), 1), Value::Win(1));
        assert_eq!(for_other_side(Value::Estimate(0.75), 1), Value::Estimate(0.25));
        assert_eq!(for_other_side(for_other_side(Value::Draw, 1), 1), Value::Draw);
    }
}
