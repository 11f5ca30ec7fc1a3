//! The moves that the reader can make by hand, as a script needs them: what is picked, and what each move changes.

use std::collections::HashMap;

use damier_scene::{View, svg};
use damier_table::Session;
use serde::Serialize;

/// A legal move: its text; its stages, parted by `|`, each of picks parted by blanks; and what it changes, parted by blanks:
/// `c4:3` if the thing of this name then looks like the symbol 3, `c4:` if it goes.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HandMove(String, String, String);

impl HandMove {
    /// Returns what is picked first, in any order.
    pub fn first_stage(&self) -> impl Iterator<Item = &str> {
        self.1.split('|').next().unwrap_or_default().split(' ').filter(|pick| !pick.is_empty())
    }

    /// Says whether more is picked after that.
    pub fn goes_on(&self) -> bool {
        self.1.contains('|')
    }
}

/// The largest number of moves that are sent to be made by hand. A move of a longer list is typed.
const MOST_MOVES: u64 = 10_000;

/// The largest number of moves for which it is drawn what they change.
const MOST_PREVIEWED: u64 = 800;

/// Returns the moves of a position, and the symbols that they speak of as SVG about the centre of a cell.
pub fn hand_moves(session: &dyn Session, view: &View) -> (Vec<HandMove>, Vec<String>) {
    let count = session.count();
    if count > MOST_MOVES {
        return (Vec::new(), Vec::new());
    }
    let previews = if count <= MOST_PREVIEWED { session.previews(view) } else { Vec::new() };
    let (mut symbols, mut numbers) = (Vec::new(), HashMap::new());
    let mut number = |symbol: String| {
        *numbers.entry(symbol).or_insert_with_key(|symbol: &String| {
            symbols.push(symbol.clone());
            symbols.len() - 1
        })
    };
    let mut moves = Vec::new();
    for (place, text) in session.legal().into_iter().enumerate() {
        let changes =
            previews.get(place).into_iter().flatten().map(|change| match change.shapes.as_slice() {
                [] => format!("{}:", change.name),
                shapes => format!("{}:{}", change.name, number(svg::shapes(shapes))),
            });
        let changes = changes.collect::<Vec<_>>().join(" ");
        let stages = session.gesture(&text).to_string();
        moves.push(HandMove(text, stages, changes));
    }
    (moves, symbols)
}

#[cfg(test)]
mod tests {
    use damier_core::{Lang, Rng};

    use super::*;

    #[test]
    fn a_move_says_what_it_changes() {
        // docs/rules.md, Reversi: d3 sets a black disc and turns the white one on d4.
        let session = damier_games::open(&"reversi".parse().unwrap()).unwrap().open(&mut Rng::new(0));
        let (moves, symbols) = hand_moves(&*session, &View::new(Lang::En));
        assert_eq!((moves.len(), symbols.len()), (4, 1), "four moves, one black disc");
        let HandMove(_, stages, changes) = moves.iter().find(|mv| mv.0 == "d3").unwrap();
        assert_eq!((stages.as_str(), changes.as_str()), ("d3", "d3:0 d4:0"));
    }
}
