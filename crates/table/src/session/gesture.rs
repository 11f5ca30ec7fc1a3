//! Moves by hand: what one picks on the board, in which order.

use crate::Step;

/// How a move is made by hand: stages one after another, each a number of picks in any order. A pick is the name of a cell, the
/// name of a pool of like things of which it does not matter which one is picked, or the text of a step that no cell stands
/// for.
///
/// ```
/// use damier_table::Gesture;
///
/// // An L is laid by its four cells in any order; then a neutral man goes from one cell to another.
/// let gesture = Gesture::default().stage(["b1", "b2", "b3", "c3"]).stage(["a4"]).stage(["d4"]);
/// assert_eq!(gesture.to_string(), "b1 b2 b3 c3|a4|d4");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// The picks of each stage.
    pub stages: Vec<Vec<String>>,
}

impl Gesture {
    /// Adds a stage.
    #[must_use]
    pub fn stage<S: Into<String>>(mut self, picks: impl IntoIterator<Item = S>) -> Gesture {
        self.stages.push(picks.into_iter().map(Into::into).collect());
        self
    }

    /// Makes the gesture of a move whose steps are made one after another. A step without a cell is a pick by its text, after
    /// `=`.
    pub(crate) fn of_steps(steps: &[Step]) -> Gesture {
        let pick = |step: &Step| step.cell.clone().unwrap_or_else(|| format!("={}", step.text));
        Gesture { stages: steps.iter().map(|step| vec![pick(step)]).collect() }
    }
}

impl std::fmt::Display for Gesture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let stages: Vec<String> = self.stages.iter().map(|picks| picks.join(" ")).collect();
        f.write_str(&stages.join("|"))
    }
}
