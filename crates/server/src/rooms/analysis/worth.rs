//! ExactValues as a reader sees them. What is proven and what is estimated never look alike: a page tells them by `exact`.

use damier_core::Lang;
use damier_search::Value;
use damier_table::{RatedText, Session, words};
use serde::Serialize;

use crate::play::view::cells;

/// What a move or a position is worth to somebody, in numbers and words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Worth {
    /// `win`, `draw` or `loss` where it is proven; nothing for an estimate.
    #[cfg_attr(test, ts(type = "\"win\" | \"draw\" | \"loss\" | null"))]
    pub exact: Option<&'static str>,
    /// What stands beside the glyph: the distance of a proven end in plies, or the points by which it is won.
    pub number: Option<u32>,
    /// The expected result, 0 to 1.
    pub expected: f64,
    /// In words.
    pub words: String,
}

impl Worth {
    /// Describes a value.
    pub fn of(value: Value, lang: Lang) -> Worth {
        let (exact, number, expected) = (value.exact(), value.plies(), value.expectation());
        let words = words::value(value, lang);
        Worth { exact, number, expected: (expected * 1e4).round() / 1e4, words }
    }

    /// Describes what is proven of a value, but for its distance.
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

/// A move with what it is worth to the player who makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveRow {
    /// The text of the move.
    pub text: String,
    /// Its cells, in its order.
    pub cells: Vec<String>,
    /// What it is worth.
    #[serde(flatten)]
    pub worth: Worth,
}

impl MoveRow {
    /// Describes a move of a session's position.
    pub fn new(session: &dyn Session, text: &str, worth: Worth) -> MoveRow {
        MoveRow { cells: cells(session, text), text: text.to_string(), worth }
    }

    /// Describes a rated move of a session's position.
    pub fn rated(session: &dyn Session, rated: &RatedText, lang: Lang) -> MoveRow {
        MoveRow::new(session, &rated.text, Worth::of(rated.value, lang))
    }
}

/// Turns a value round: what one player has so many plies earlier, from what the other has now.
pub fn turned(value: Value, plies: u32) -> Value {
    match value {
        Value::Win(left) => Value::Loss(left + plies),
        Value::Loss(left) => Value::Win(left + plies),
        Value::Draw => Value::Draw,
        Value::Estimate(expected) => Value::Estimate(1.0 - expected),
    }
}

#[cfg(test)]
mod tests {
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
    fn a_win_of_one_is_a_loss_of_the_other() {
        assert_eq!(turned(Value::Win(3), 1), Value::Loss(4));
        assert_eq!(turned(Value::Loss(0), 1), Value::Win(1));
        assert_eq!(turned(Value::Estimate(0.75), 1), Value::Estimate(0.25));
        assert_eq!(turned(turned(Value::Draw, 1), 1), Value::Draw);
    }
}
