//! Values as a reader sees them. What is proven and what is estimated never look alike: a page tells them by `exact`.

use damier_core::Lang;
use damier_search::Value;
use damier_table::{RatedText, Session};
use serde::Serialize;

use crate::shown::cells;

/// What a move or a position is worth to somebody, in numbers and words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// `win`, `draw` or `loss` where it is proven; nothing for an estimate.
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
        // An estimate is never certain.
        let percent = (100.0 * value.expectation()).round().clamp(1.0, 99.0);
        let words = match (value, lang) {
            (Value::Win(plies), Lang::Fr) => format!("gagne en {plies}"),
            (Value::Win(plies), Lang::En) => format!("wins in {plies}"),
            (Value::Loss(plies), Lang::Fr) => format!("perd en {plies}"),
            (Value::Loss(plies), Lang::En) => format!("loses in {plies}"),
            (Value::Draw, Lang::Fr) => "nul".to_string(),
            (Value::Draw, Lang::En) => "draw".to_string(),
            (Value::Estimate(_), Lang::Fr) => format!("~ {percent} %"),
            (Value::Estimate(_), Lang::En) => format!("~ {percent}%"),
        };
        let (exact, number, expected) = (value.exact(), value.plies(), value.expectation());
        Worth { exact, number, expected: (expected * 1e4).round() / 1e4, words }
    }

    /// Describes what is proven of a value, but for its distance.
    pub fn result(value: Value, lang: Lang) -> Worth {
        let words = match (value, lang) {
            (Value::Win(_), Lang::Fr) => "gagne".to_string(),
            (Value::Win(_), Lang::En) => "wins".to_string(),
            (Value::Loss(_), Lang::Fr) => "perd".to_string(),
            (Value::Loss(_), Lang::En) => "loses".to_string(),
            (Value::Draw | Value::Estimate(_), _) => return Worth::of(value, lang),
        };
        Worth { words, number: None, ..Worth::of(value, lang) }
    }

    /// Describes a proven score.
    pub fn by_points(points: i32, lang: Lang) -> Worth {
        let number = points.unsigned_abs();
        let (value, words) = match (points.signum(), lang) {
            (0, _) => return Worth::of(Value::Draw, lang),
            (1, Lang::Fr) => (Value::Win(number), format!("gagne de {number}")),
            (1, Lang::En) => (Value::Win(number), format!("wins by {number}")),
            (_, Lang::Fr) => (Value::Loss(number), format!("perd de {number}")),
            (_, Lang::En) => (Value::Loss(number), format!("loses by {number}")),
        };
        Worth { words, ..Worth::of(value, lang) }
    }
}

/// A move with what it is worth to the player who makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The text of the move.
    pub text: String,
    /// Its cells, in its order.
    pub cells: Vec<String>,
    /// What it is worth.
    #[serde(flatten)]
    pub worth: Worth,
}

impl Row {
    /// Describes a move of a session's position.
    pub fn new(session: &dyn Session, text: &str, worth: Worth) -> Row {
        Row { cells: cells(session, text), text: text.to_string(), worth }
    }

    /// Describes a rated move of a session's position.
    pub fn rated(session: &dyn Session, rated: &RatedText, lang: Lang) -> Row {
        Row::new(session, &rated.text, Worth::of(rated.value, lang))
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
    fn values_read_as_words_and_estimates_carry_a_tilde() {
        let words = |value| [Lang::Fr, Lang::En].map(|lang| Worth::of(value, lang).words);
        assert_eq!(words(Value::Win(9)), ["gagne en 9", "wins in 9"]);
        assert_eq!(words(Value::Loss(4)), ["perd en 4", "loses in 4"]);
        assert_eq!(words(Value::Draw), ["nul", "draw"]);
        assert_eq!(words(Value::Estimate(0.634)), ["~ 63 %", "~ 63%"]);
        assert_eq!(words(Value::Estimate(0.9999)), ["~ 99 %", "~ 99%"]);
        assert_eq!(Worth::of(Value::Estimate(0.634), Lang::Fr).exact, None);
        assert_eq!(Worth::of(Value::Win(9), Lang::Fr).exact, Some("win"));
    }

    #[test]
    fn a_result_has_no_distance() {
        let words = |value| Worth::result(value, Lang::Fr).words;
        assert_eq!([Value::Win(9), Value::Draw, Value::Loss(2)].map(words), ["gagne", "nul", "perd"]);
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
