//! Moves in steps: what one clicks or types next.

/// A part of a move's text that one click or one word gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The characters it adds to the move's text, separators included.
    pub text: String,
    /// The name of the cell that stands for it in the picture, if there is one.
    pub cell: Option<String>,
}

impl Step {
    /// Makes a step that a cell stands for.
    pub fn on(cell: impl Into<String>, text: impl Into<String>) -> Step {
        Step { text: text.into(), cell: Some(cell.into()) }
    }

    /// Makes a step that only words stand for, such as `pass`.
    pub fn word(text: impl Into<String>) -> Step {
        Step { text: text.into(), cell: None }
    }
}

/// What may follow a half-typed move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The possible next steps, each once, in the order of the legal moves.
    pub next: Vec<Step>,
    /// For each of them, whether it makes a whole move that cannot go on.
    pub ends: Vec<bool>,
    /// What is left of steps that are typed in part: `0` after `a1`, where `a10` is meant. Clicks pass over them.
    pub begun: Vec<Step>,
    /// Whether what is typed is itself a legal move.
    pub complete: bool,
    /// How many legal moves begin with what is typed.
    pub moves: usize,
}

/// Splits a move's text at its cells: a cell is a lower-case letter followed by digits, and takes the separators before
/// it along. `b2xd4` gives `b2`, `xd4`; `d4+` gives `d4`, `+`; `pass` is one step without a cell.
///
/// ```
/// use damier_table::{Step, split_at_cells};
///
/// let steps = split_at_cells("b2xd4");
/// assert_eq!(steps, [Step::on("b2", "b2"), Step::on("d4", "xd4")]);
/// assert_eq!(split_at_cells("pass"), [Step::word("pass")]);
/// # Ok::<(), damier_core::Fault>(())
/// ```
pub fn split_at_cells(text: &str) -> Vec<Step> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut steps = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        if bytes[at].is_ascii_lowercase() && digit(at + 1) {
            let mut end = at + 1;
            while digit(end) {
                end += 1;
            }
            steps.push(Step::on(&text[at..end], &text[start..end]));
            (start, at) = (end, end);
        } else {
            at += 1;
        }
    }
    if start < bytes.len() {
        steps.push(Step::word(&text[start..]));
    }
    steps
}

/// Completes `typed` among moves given as steps. A step that is typed in part is offered with what is left of it.
pub(crate) fn complete(typed: &str, moves: impl Iterator<Item = Vec<Step>>) -> Completion {
    let mut completion = Completion::default();
    for steps in moves {
        let mut left = typed;
        let mut next = None;
        let mut fits = true;
        let mut steps = steps.into_iter();
        for step in steps.by_ref() {
            if let Some(rest) = left.strip_prefix(step.text.as_str()) {
                left = rest;
                continue;
            }
            match step.text.strip_prefix(left) {
                Some(rest) => {
                    next = Some((Step { text: rest.to_string(), cell: step.cell }, !left.is_empty()));
                }
                None => fits = false,
            }
            left = "";
            break;
        }
        if !fits || !left.is_empty() {
            continue;
        }
        completion.moves += 1;
        let Some((step, begun)) = next else {
            completion.complete = true;
            continue;
        };
        if begun {
            if !completion.begun.contains(&step) {
                completion.begun.push(step);
            }
            continue;
        }
        let ends = steps.as_slice().is_empty();
        match completion.next.iter().position(|known| *known == step) {
            Some(place) => completion.ends[place] &= ends,
            None => {
                completion.next.push(step);
                completion.ends.push(ends);
            }
        }
    }
    completion
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        split_at_cells(text).into_iter().map(|step| step.text).collect()
    }

    #[test]
    fn moves_of_every_shape_split_at_their_cells() {
        assert_eq!(texts("k12"), ["k12"]);
        assert_eq!(texts("a1+c3"), ["a1", "+c3"]);
        assert_eq!(texts("b1b2b3c3/a4-d3"), ["b1", "b2", "b3", "c3", "/a4", "-d3"]);
        assert_eq!(texts("e5xc3xa5"), ["e5", "xc3", "xa5"]);
        assert_eq!(texts("!c4/a4-a5"), ["!c4", "/a4", "-a5"]);
        assert_eq!(texts("d4+"), ["d4", "+"]);
        assert_eq!(texts("k12=l14"), ["k12", "=l14"]);
        assert_eq!(texts("pass"), ["pass"]);
        assert_eq!(texts(""), [""; 0]);
        assert_eq!(split_at_cells("b2xd4")[1].cell.as_deref(), Some("d4"));
        assert_eq!(split_at_cells("swap")[0].cell, None);
    }

    #[test]
    fn completes_half_typed_moves() {
        let moves = || ["a1-a2", "a1-b1", "a10-a2", "pass"].into_iter().map(split_at_cells);
        let texts = |steps: Vec<Step>| steps.into_iter().map(|step| step.text).collect::<Vec<_>>();
        let next = |typed: &str| texts(complete(typed, moves()).next);
        let begun = |typed: &str| texts(complete(typed, moves()).begun);
        assert_eq!(next(""), ["a1", "a10", "pass"]);
        assert_eq!(begun("a1-"), ["a2", "b1"]);
        assert_eq!(begun("p"), ["ass"]);
        let whole = complete("a1-a2", moves());
        assert!(whole.complete && whole.moves == 1 && whole.next.is_empty());
        assert_eq!(complete("z", moves()), Completion::default());
        assert_eq!(complete("a1-a2x", moves()).moves, 0);
        // A step ends the move where no move goes on from it: `pass`, but neither cell of a move.
        assert_eq!(complete("", moves()).ends, [false, false, true]);
        assert_eq!(complete("a1", moves()).ends, [true, true]);
        let longer = || ["a1", "a1+", "b2"].into_iter().map(split_at_cells);
        assert_eq!(complete("", longer()).ends, [false, true]);
        // After `a1` one may go on from a1, or still mean a10.
        assert_eq!(next("a1"), ["-a2", "-b1"]);
        assert_eq!(begun("a1"), ["0"]);
    }
}
