//! The values of positions and moves as a reader sees them. Pages show proven values and estimates differently, by `exact`.

use damier_core::Lang;
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
    /// Its cells, in the order of the move.
    pub cells: Vec<String>,
    /// Its value.
    #[serde(flatten)]
    pub worth: Worth,
}

impl MoveRow {
    /// Describes a move in a session's current position.
    pub fn new(session: &dyn Session, text: &str, worth: Worth) -> MoveRow {
        MoveRow { cells: cells(session, text), text: text.to_string(), worth }
    }

    /// Describes a rated move in a session's current position.
    pub fn rated(session: &dyn Session, rated: &RatedText, lang: Lang) -> MoveRow {
        MoveRow::new(session, &rated.text, Worth::of(rated.value, lang))
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
        assert_eq!(for_other_side(Value::Win(3), 1), Value::Loss(4));
        assert_eq!(for_other_side(Value::Loss(0), 1), Value::Win(1));
        assert_eq!(for_other_side(Value::Estimate(0.75), 1), Value::Estimate(0.25));
        assert_eq!(for_other_side(for_other_side(Value::Draw, 1), 1), Value::Draw);
    }
}
