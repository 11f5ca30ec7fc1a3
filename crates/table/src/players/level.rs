//! Levels: the same engine, with fewer nodes and small errors.

use damier_core::{Fault, Rng};
use damier_search::Value;

use crate::Advice;

/// How well a level plays.
///
/// ```
/// use damier_table::{Level, read_levels};
///
/// let text = "30 2.5\n60 2\n90 1.5\n100 1\n200 0.5\n300 0.25\n400 0.1\n500 0\n";
/// let levels = read_levels(text)?;
/// assert_eq!(levels[0], Level::new(30, 2.5));
/// assert!(levels[0].is_even() && !levels[7].is_even());
/// # Ok::<(), damier_core::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Nodes a move.
    pub nodes: u64,
    /// How much it errs: a move that is worse by so many logits is chosen e times more seldom. 0: never.
    pub noise: f64,
}

impl Level {
    /// Makes a level.
    pub const fn new(nodes: u64, noise: f64) -> Level {
        Level { nodes, noise }
    }

    /// Says whether all moves are to be rated alike, which costs strength: only where errors are large enough to need it.
    pub fn is_even(self) -> bool {
        self.noise >= 0.05
    }
}

/// The levels of a game, 1 to 8.
pub type Levels = [Level; 8];

/// What a game gets that has none of its own.
pub const LEVELS: Levels = [
    Level::new(60, 2.0),
    Level::new(100, 1.3),
    Level::new(200, 0.9),
    Level::new(500, 0.6),
    Level::new(1_500, 0.4),
    Level::new(5_000, 0.25),
    Level::new(20_000, 0.12),
    Level::new(100_000, 0.0),
];

/// Reads levels: eight lines of nodes and noise, the lowest level first; lines that begin with `#` are notes.
///
/// # Errors
/// Says which line is wrong, or that there are not eight.
pub fn read_levels(text: &str) -> Result<Levels, Fault> {
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).collect();
    let read = |line: &str| {
        let (nodes, noise) = line.split_once(' ')?;
        Some(Level::new(nodes.parse().ok()?, noise.trim().parse().ok().filter(|noise| *noise >= 0.0)?))
    };
    let mut levels = LEVELS;
    if lines.len() != levels.len() {
        let count = lines.len();
        return Err(Fault::new(
            format!("{count} niveaux ; il en faut 8"),
            format!("{count} levels; expected 8"),
        ));
    }
    for (level, line) in levels.iter_mut().zip(lines) {
        *level = read(line).ok_or_else(|| {
            Fault::new(
                format!("niveaux : « {line} » ; attendu : nœuds bruit"),
                format!("levels: \"{line}\"; expected: nodes noise"),
            )
        })?;
    }
    Ok(levels)
}

/// From this level on, a win in one move is never missed.
pub const SEES_WINS: usize = 3;

/// Chooses a move as a player who errs by `noise` does: the number of the move in the advice.
///
/// # Panics
/// If there is no move.
pub fn choose(advice: &Advice, noise: f64, sees_wins: bool, rng: &mut Rng) -> usize {
    let at_once = sees_wins && advice.moves.first().is_some_and(|best| best.value == Value::Win(1));
    if noise <= 0.0 || at_once {
        return 0;
    }
    let best = logit(advice.moves[0].value);
    let weights: Vec<f64> =
        advice.moves.iter().map(|rated| ((logit(rated.value) - best) / noise).exp()).collect();
    let mut left = rng.unit() * weights.iter().sum::<f64>();
    for (at, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return at;
        }
    }
    0
}

/// Returns a value on the scale on which errors are measured; what is proven is as good as very likely.
fn logit(value: Value) -> f64 {
    match value {
        Value::Win(plies) => 6.0 - 0.02 * f64::from(plies.min(50)),
        Value::Loss(plies) => -6.0 + 0.02 * f64::from(plies.min(50)),
        Value::Draw => 0.0,
        Value::Estimate(expected) => {
            let inside = expected.clamp(0.005, 0.995);
            (inside / (1.0 - inside)).ln()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RatedText;

    fn advice(values: &[Value]) -> Advice {
        let rated = |(at, &value): (usize, &Value)| RatedText { text: at.to_string(), value };
        Advice { moves: values.iter().enumerate().map(rated).collect(), ..Advice::default() }
    }

    #[test]
    fn levels_are_read_by_lines() {
        let text = "# nodes noise\n30 2.5\n60 2\n90 1.5\n100 1\n200 0.5\n300 0.25\n400 0.1\n500 0\n";
        let levels = read_levels(text).expect("eight levels");
        assert_eq!((levels[0], levels[7]), (Level::new(30, 2.5), Level::new(500, 0.0)));
        assert!(read_levels("30 2.5\n").is_err(), "seven are missing");
        assert!(read_levels(&text.replace("60 2", "60 -2")).is_err(), "less than no noise");
    }

    #[test]
    fn errors_grow_with_the_noise_and_are_small() {
        // Worth 0, 1 and 4 logits less than the best.
        let values = [0.5, 0.2689, 0.018].map(Value::Estimate);
        let advice = advice(&values);
        let mut rng = Rng::new(1);
        let mut count = |noise| {
            let mut chosen = [0; 3];
            for _ in 0..10_000 {
                chosen[choose(&advice, noise, true, &mut rng)] += 1;
            }
            chosen
        };
        assert_eq!(count(0.0), [10_000, 0, 0]);
        // At noise 1 the weights are 1, 1/e and 1/e^4: shares 0.722, 0.265, 0.013.
        let [best, second, third] = count(1.0);
        assert!((7000..7440).contains(&best) && (2450..2850).contains(&second) && (80..200).contains(&third));
        let [sharper, ..] = count(0.3);
        assert!(sharper > 9_400);
    }

    #[test]
    fn a_win_in_one_is_missed_only_by_those_who_may() {
        let advice = advice(&[Value::Win(1), Value::Estimate(0.9), Value::Estimate(0.9)]);
        let mut rng = Rng::new(2);
        assert!((0..1000).all(|_| choose(&advice, 2.0, true, &mut rng) == 0));
        assert!((0..1000).any(|_| choose(&advice, 2.0, false, &mut rng) != 0));
    }
}
