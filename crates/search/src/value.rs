//! What a position is worth: scores inside the engines, values outside them.

use damier_core::{Outcome, Side, Verdict};

/// A score of the side to move. Estimates are hundredths of a logit, from `-ESTIMATE` to `ESTIMATE`; a win in `n`
/// plies is `WIN - n`, a loss in `n` plies `n - WIN`, a draw 0.
pub type Score = i32;

/// A win that is already there.
pub const WIN: Score = 30_000;
/// The greatest estimate: anything above it in absolute value is a proven win or loss.
pub const ESTIMATE: Score = 10_000;
/// More than any score.
pub const INFINITE: Score = 32_000;
/// The longest line a search follows, in plies.
pub const MAX_PLY: usize = 512;

/// Says whether a score is a proven win or loss.
#[inline]
pub const fn is_decided(score: Score) -> bool {
    score > ESTIMATE || score < -ESTIMATE
}

/// Returns the score of a finished game for `side`, `ply` plies after the root.
#[inline]
pub fn score_of(outcome: &Outcome, side: Side, ply: usize) -> Score {
    match outcome.verdict {
        Verdict::Win(winner) if winner != side => ply as Score - WIN,
        Verdict::Win(_) | Verdict::Solved => WIN - ply as Score,
        Verdict::Draw => 0,
    }
}

/// Returns the expected result, 0 to 1, that an estimate stands for.
#[inline]
pub fn expectation(score: Score) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / 100.0).exp())
}

/// Returns the estimate that an expected result stands for.
#[inline]
pub fn estimate(expectation: f64) -> Score {
    let inside = expectation.clamp(1e-6, 1.0 - 1e-6);
    ((inside / (1.0 - inside)).ln() * 100.0).round() as Score
}

/// What a position or a move is worth to the player who is to move, or who makes it.
///
/// ```
/// use damier_search::Value;
///
/// // Quick wins first, then estimates, slow losses before quick ones.
/// let mut values = [Value::Loss(2), Value::Estimate(0.6), Value::Win(9), Value::Win(1), Value::Loss(8)];
/// values.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
/// assert_eq!(values, [Value::Win(1), Value::Win(9), Value::Estimate(0.6), Value::Loss(8), Value::Loss(2)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// An estimate: the expected result, 0 to 1.
    Estimate(f64),
    /// Proven: a win in at most so many plies.
    Win(u32),
    /// Proven: a loss, in at least so many plies if the winner plays well.
    Loss(u32),
    /// Proven: a draw.
    Draw,
}

impl Value {
    /// Reads a score at the root. `solid` says that it is proven even where it is not a win or a loss.
    pub fn of(score: Score, solid: bool) -> Value {
        match score {
            _ if score > ESTIMATE => Value::Win((WIN - score) as u32),
            _ if score < -ESTIMATE => Value::Loss((WIN + score) as u32),
            0 if solid => Value::Draw,
            _ => Value::Estimate(expectation(score)),
        }
    }

    /// Returns what a move is worth to the player who makes it, where this is what the position after it is worth to the
    /// player to move there: the same from one ply earlier. `turn` says whether the move handed the turn to the other side.
    pub fn one_ply_earlier(self, turn: bool) -> Value {
        match self {
            Value::Win(plies) if turn => Value::Loss(plies + 1),
            Value::Loss(plies) if turn => Value::Win(plies + 1),
            Value::Win(plies) => Value::Win(plies + 1),
            Value::Loss(plies) => Value::Loss(plies + 1),
            Value::Draw => Value::Draw,
            Value::Estimate(expected) if turn => Value::Estimate(1.0 - expected),
            Value::Estimate(expected) => Value::Estimate(expected),
        }
    }

    /// Returns the expected result, 0 to 1: 1 for a win, ½ for a draw.
    pub fn expectation(self) -> f64 {
        match self {
            Value::Estimate(expected) => expected,
            Value::Win(_) => 1.0,
            Value::Draw => 0.5,
            Value::Loss(_) => 0.0,
        }
    }

    /// Returns `win`, `loss` or `draw` of a proven value.
    pub fn exact(self) -> Option<&'static str> {
        match self {
            Value::Estimate(_) => None,
            Value::Win(_) => Some("win"),
            Value::Loss(_) => Some("loss"),
            Value::Draw => Some("draw"),
        }
    }

    /// Returns in how many plies a proven win or loss ends.
    pub fn plies(self) -> Option<u32> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Estimate(_) | Value::Draw => None,
        }
    }

    /// Returns a number that orders values: quick wins first, then estimates, slow losses before quick ones.
    pub fn rank(self) -> f64 {
        match self {
            Value::Win(plies) => 3.0 - f64::from(plies.min(100_000)) * 1e-6,
            Value::Loss(plies) => -2.0 + f64::from(plies.min(100_000)) * 1e-6,
            Value::Estimate(expected) => expected,
            Value::Draw => 0.5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_and_expectations_are_each_others_inverse() {
        for score in [-500, -100, 0, 1, 250] {
            assert_eq!(estimate(expectation(score)), score);
        }
        assert!((expectation(100) - 0.731).abs() < 1e-3, "one logit");
    }

    #[test]
    fn a_value_one_ply_earlier_is_the_movers() {
        assert_eq!(Value::Win(3).one_ply_earlier(true), Value::Loss(4), "the opponent wins after the move");
        assert_eq!(Value::Loss(0).one_ply_earlier(true), Value::Win(1), "the move ends the game");
        assert_eq!(Value::Win(3).one_ply_earlier(false), Value::Win(4), "the same player goes on");
        assert_eq!(Value::Loss(3).one_ply_earlier(false), Value::Loss(4));
        assert_eq!(Value::Draw.one_ply_earlier(true), Value::Draw);
        assert_eq!(Value::Estimate(0.25).one_ply_earlier(true), Value::Estimate(0.75));
        assert_eq!(Value::Estimate(0.25).one_ply_earlier(false), Value::Estimate(0.25));
    }

    #[test]
    fn values_are_ordered_as_a_player_would() {
        let best_first = [
            Value::Win(1),
            Value::Win(9),
            Value::Estimate(0.9),
            Value::Draw,
            Value::Estimate(0.1),
            Value::Loss(8),
            Value::Loss(2),
        ];
        assert!(best_first.windows(2).all(|pair| pair[0].rank() > pair[1].rank()));
    }
}
