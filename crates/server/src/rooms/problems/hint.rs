//! Hints in three steps: where the move begins, a choice of a few moves, the move itself.

use damier_core::{Fault, Lang};
use damier_table::Session;
use serde::Serialize;

use crate::play::view::cells;

/// The last step, which names the move.
pub const LAST: u8 = 3;

/// How many moves the second step offers.
const OFFERED: usize = 3;

/// A hint for a problem.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hint {
    /// The text of the hint.
    pub words: String,
    /// The cells to mark on the board.
    pub cells: Vec<String>,
}

/// Makes the hint of a step, from 1; `solution` is the move to find.
///
/// # Errors
/// If there is no such step.
pub fn hint(session: &dyn Session, solution: &str, step: u8, lang: Lang) -> Result<Hint, Fault> {
    let path = cells(session, solution);
    match step {
        1 => Ok(first_hint(&path, lang)),
        2 => Ok(second_hint(session, solution, &path, lang)),
        LAST => {
            let words = match lang {
                Lang::Fr => format!("Jouez {solution}."),
                Lang::En => format!("Play {solution}."),
            };
            Ok(Hint { words, cells: path })
        }
        _ => Err(Fault::new(
            format!("Indice {step} : il y en a {LAST}."),
            format!("Hint {step}: there are {LAST}."),
        )),
    }
}

/// Makes the first hint: the cell where the move begins or, if the move has only one cell, the beginning of the cell's name.
fn first_hint(path: &[String], lang: Lang) -> Hint {
    match path {
        [] => {
            let words = match lang {
                Lang::Fr => "Le coup ne se joue pas sur une case.",
                Lang::En => "The move is not made on a cell.",
            };
            Hint { words: words.to_string(), cells: Vec::new() }
        }
        [only] => {
            let beginning = beginning(only);
            let words = match lang {
                Lang::Fr => format!("Le nom de la case commence par « {beginning} »."),
                Lang::En => format!("The cell's name begins with \"{beginning}\"."),
            };
            Hint { words, cells: Vec::new() }
        }
        [first, ..] => {
            let words = match lang {
                Lang::Fr => format!("Tout commence en {first}."),
                Lang::En => format!("It all begins at {first}."),
            };
            Hint { words, cells: vec![first.clone()] }
        }
    }
}

/// Makes the second hint: a few moves of which one is right. All of them agree with the first hint.
fn second_hint(session: &dyn Session, solution: &str, path: &[String], lang: Lang) -> Hint {
    let legal = session.legal();
    let alike = |text: &&String| {
        let other = cells(session, text);
        match (path, other.as_slice()) {
            ([only], [cell]) => beginning(cell) == beginning(only),
            ([first, _, ..], [cell, _, ..]) => cell == first,
            _ => false,
        }
    };
    let others: Vec<&String> = legal.iter().filter(|text| *text != solution).filter(alike).collect();
    // Evenly spaced over the list of moves, so that the hint is always the same.
    let stride = (others.len() / OFFERED).max(1);
    let chosen = others.iter().skip(stride / 2).step_by(stride).take(OFFERED - 1);
    let mut offered: Vec<&str> = chosen.map(|text| text.as_str()).collect();
    offered.push(solution);
    offered.sort_unstable();
    let last = offered.pop().unwrap_or(solution);
    let words = match (lang, offered.is_empty()) {
        (Lang::Fr, true) => format!("Il n'y a que {last}."),
        (Lang::En, true) => format!("There is only {last}."),
        (Lang::Fr, false) => format!("C'est {} ou {last}.", offered.join(", ")),
        (Lang::En, false) => format!("It is {} or {last}.", offered.join(", ")),
    };
    let mut pointed: Vec<String> = Vec::new();
    for text in offered.into_iter().chain([last]) {
        pointed.extend(cells(session, text));
    }
    pointed.sort_unstable();
    pointed.dedup();
    Hint { words, cells: pointed }
}

/// Returns the letters that a cell's name begins with.
fn beginning(cell: &str) -> &str {
    cell.split(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use damier_core::Rng;

    use super::*;

    #[test]
    fn hints_say_more_and_more() {
        let game = damier_games::open(&"hex:size=5".parse().unwrap()).unwrap();
        let session = game.open(&mut Rng::new(0));
        let at = |step| hint(&*session, "c3", step, Lang::En).unwrap();
        assert_eq!(at(1).words, "The cell's name begins with \"c\".");
        let second = at(2);
        assert_eq!(second.cells.len(), 3);
        assert!(second.cells.iter().all(|cell| cell.starts_with('c')), "as the first hint says: {second:?}");
        assert!(second.cells.contains(&"c3".to_string()));
        assert_eq!(at(3), Hint { words: "Play c3.".to_string(), cells: vec!["c3".to_string()] });
        assert!(hint(&*session, "c3", 4, Lang::En).is_err());
    }

    #[test]
    fn a_move_along_cells_begins_somewhere() {
        let game = damier_games::open(&"simultana".parse().unwrap()).unwrap();
        let session = game.open(&mut Rng::new(0));
        let solution = session.legal().swap_remove(0);
        let from = cells(&*session, &solution).swap_remove(0);
        let first = hint(&*session, &solution, 1, Lang::Fr).unwrap();
        assert_eq!(first, Hint { words: format!("Tout commence en {from}."), cells: vec![from.clone()] });
        let second = hint(&*session, &solution, 2, Lang::Fr).unwrap();
        assert!(second.cells.contains(&from) && second.words.contains(&solution), "{second:?}");
    }
}
