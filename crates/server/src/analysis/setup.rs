//! A position set up by clicks, in whatever game. Positions are texts; what a click may change in them is found by trying:
//! a character is replaced, and the change counts if the game reads the text and only the clicked cell looks different.

use axum::Json;
use axum::extract::{Query, State};
use damier_core::{Fault, Lang, Rng};
use damier_scene::View;
use damier_table::{AnyGame, Session};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::engines::Refusal;
use crate::error::Problem;
use crate::line::{Line, Opened};
use crate::reader::Reader;

/// Two cells are exchanged only where the board's text is no longer than this: every pair of its characters is tried.
const LONGEST_EXCHANGE: usize = 60;
/// So many plies of a random game show which characters there are.
const PLIES: usize = 40;

/// What is to be changed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Change {
    /// A cell that takes its next value.
    cell: String,
    /// Another cell: the two exchange what they hold.
    other: String,
    /// Instead of cells: `turn` or `clear`.
    what: String,
}

/// The text of a position.
#[derive(Debug, Serialize)]
pub struct Changed {
    position: String,
}

/// Changes the last position of a line.
pub async fn setup(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<Line>,
    Query(change): Query<Change>,
) -> Result<Json<Changed>, Problem> {
    let Opened { game, session } = line.open(&app).map_err(|fault| Problem::bad(&reader, &fault))?;
    let done = app.engines.work(move || Setup::new(&*game, &*session).change(&change)).await;
    let done = done.map_err(|refusal| match refusal {
        Refusal::Busy => Problem::busy(&reader),
        Refusal::Failed => Problem::ours(&reader, &"the set-up failed"),
    })?;
    let position = done.map_err(|fault| Problem::bad(&reader, &fault))?;
    Ok(Json(Changed { position }))
}

/// What a position looks like: what each cell holds, by name, and whose turn it is.
#[derive(PartialEq)]
struct Seen {
    cells: Vec<(String, String)>,
    turn: usize,
}

impl Seen {
    fn new(session: &dyn Session) -> Seen {
        let scene = session.scene(&View::new(Lang::En));
        let cells = scene.cells.into_iter().map(|cell| (cell.name, cell.holds)).collect();
        Seen { cells, turn: session.to_move().index() }
    }

    /// Returns the names of the cells that hold something else.
    fn differing<'a>(&'a self, other: &'a Seen) -> Vec<&'a str> {
        let pairs = self.cells.iter().zip(&other.cells);
        pairs.filter(|(own, other)| own != other).map(|(own, _)| own.0.as_str()).collect()
    }
}

/// A position that is being set up.
struct Setup<'a> {
    game: &'a dyn AnyGame,
    text: Vec<char>,
    /// Where the board's text ends.
    board: usize,
    /// The characters that occur in texts of positions.
    letters: Vec<char>,
    seen: Seen,
}

impl<'a> Setup<'a> {
    fn new(game: &'a dyn AnyGame, session: &dyn Session) -> Setup<'a> {
        let text: Vec<char> = session.position().chars().collect();
        let board = text.iter().position(|&letter| letter == ' ').unwrap_or(text.len());
        let letters = letters(game, &text);
        Setup { game, text, board, letters, seen: Seen::new(session) }
    }

    fn change(self, change: &Change) -> Result<String, Fault> {
        for name in [&change.cell, &change.other] {
            if !name.is_empty() && !self.seen.cells.iter().any(|(cell, _)| cell == name) {
                return Err(Fault::new(
                    format!("Il n'y a pas de case « {name} »."),
                    format!("There is no cell \"{name}\"."),
                ));
            }
        }
        let found = match (change.what.as_str(), change.cell.as_str(), change.other.as_str()) {
            ("turn", ..) => self.turn(),
            ("clear", ..) => self.clear(),
            (_, cell, "") => self.next(cell),
            (_, cell, other) => self.exchange(cell, other),
        };
        found.ok_or_else(|| {
            Fault::new(
                "Les règles n'admettent pas cette position : changez autre chose, ou écrivez son texte.",
                "The rules do not allow that position: change something else, or write its text.",
            )
        })
    }

    /// Returns a text and what it looks like, if the game reads it.
    fn try_out(&self, text: &[char]) -> Option<(String, Seen)> {
        let text: String = text.iter().collect();
        let session = self.game.resume(&text).ok()?;
        Some((text, Seen::new(&*session)))
    }

    /// Returns the other letters, those after `letter` first, so that clicks go through all of them.
    fn after(&self, letter: char) -> impl Iterator<Item = char> {
        let (before, after): (Vec<char>, Vec<char>) =
            self.letters.iter().copied().filter(|&other| other != letter).partition(|&other| other < letter);
        after.into_iter().chain(before)
    }

    /// Gives a cell its next value.
    fn next(&self, cell: &str) -> Option<String> {
        for at in 0..self.board {
            let mut text = self.text.clone();
            for letter in self.after(self.text[at]) {
                text[at] = letter;
                let Some((text, seen)) = self.try_out(&text) else { continue };
                let differing = self.seen.differing(&seen);
                if differing == [cell] && seen.turn == self.seen.turn {
                    return Some(text);
                }
                // This character stands for another cell.
                if differing.len() == 1 {
                    break;
                }
            }
        }
        None
    }

    /// Lets two cells exchange what they hold.
    fn exchange(&self, cell: &str, other: &str) -> Option<String> {
        if self.board > LONGEST_EXCHANGE {
            return None;
        }
        for at in 0..self.board {
            for from in at + 1..self.board {
                if self.text[at] == self.text[from] {
                    continue;
                }
                let mut text = self.text.clone();
                text.swap(at, from);
                let Some((text, seen)) = self.try_out(&text) else { continue };
                let mut differing = self.seen.differing(&seen);
                differing.sort_unstable();
                let mut wanted = [cell, other];
                wanted.sort_unstable();
                if differing == wanted {
                    return Some(text);
                }
            }
        }
        None
    }

    /// Lets another seat move.
    fn turn(&self) -> Option<String> {
        for at in self.board..self.text.len() {
            let mut text = self.text.clone();
            for letter in self.after(self.text[at]) {
                text[at] = letter;
                let Some((text, seen)) = self.try_out(&text) else { continue };
                if seen.turn != self.seen.turn && seen.cells == self.seen.cells {
                    return Some(text);
                }
            }
        }
        None
    }

    /// Takes off the board whatever can be taken off.
    fn clear(&self) -> Option<String> {
        let filled = |&at: &usize| !matches!(self.text[at], '.' | '/');
        let places: Vec<usize> = (0..self.board).filter(filled).collect();
        let mut text = self.text.clone();
        places.iter().for_each(|&at| text[at] = '.');
        if let Some((text, _)) = self.try_out(&text) {
            return Some(text);
        }
        text = self.text.clone();
        let mut found = None;
        for at in places {
            let letter = std::mem::replace(&mut text[at], '.');
            match self.try_out(&text) {
                Some((cleared, _)) => found = Some(cleared),
                None => text[at] = letter,
            }
        }
        found
    }
}

/// Returns the characters that occur in texts of positions: this one, and those of a random game; letters in both cases.
fn letters(game: &dyn AnyGame, text: &[char]) -> Vec<char> {
    let mut rng = Rng::new(0);
    let mut session = game.open(&mut rng);
    let mut letters = text.to_vec();
    for _ in 0..PLIES {
        letters.extend(session.position().chars());
        let legal = session.legal();
        let drawn = rng.bits().checked_rem(legal.len() as u64).map(|drawn| &legal[drawn as usize]);
        if drawn.is_none_or(|text| session.play(text).is_err()) {
            break;
        }
    }
    let cases = |letter: char| [letter, letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
    let mut letters: Vec<char> = letters.into_iter().flat_map(cases).collect();
    letters.retain(|&letter| letter != '/' && letter != ' ');
    letters.sort_unstable();
    letters.dedup();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(spec: &str, position: &str, change: &Change) -> Result<String, Fault> {
        let game = damier_games::open(&spec.parse().unwrap()).unwrap();
        let session = match position {
            "" => game.open(&mut Rng::new(0)),
            text => game.resume(text).unwrap(),
        };
        Setup::new(&*game, &*session).change(change)
    }

    fn cell(name: &str) -> Change {
        Change { cell: name.to_string(), ..Change::default() }
    }

    fn what(what: &str) -> Change {
        Change { what: what.to_string(), ..Change::default() }
    }

    #[test]
    fn a_cell_goes_through_its_values() {
        let first = change("hex:size=3", "", &cell("b1")).unwrap();
        let second = change("hex:size=3", &first, &cell("b1")).unwrap();
        let third = change("hex:size=3", &second, &cell("b1")).unwrap();
        let mut texts = [first.as_str(), &second];
        texts.sort_unstable();
        assert_eq!(texts, [".b./.../... w", ".w./.../... w"]);
        assert_eq!(third, ".../.../... w");
    }

    #[test]
    fn the_turn_passes_and_boards_are_emptied() {
        assert_eq!(change("hex:size=3", ".b./.../... w", &what("turn")).unwrap(), ".b./.../... b");
        assert_eq!(change("hex:size=3", ".b./..w/... b", &what("clear")).unwrap(), ".../.../... b");
    }

    #[test]
    fn where_the_pieces_are_counted_two_cells_are_exchanged() {
        // The two neutrals stand in a4 and d1, and a1 is free.
        assert!(change("crosses", "", &cell("a4")).is_err(), "one neutral less");
        let swap = Change { cell: "a4".to_string(), other: "a1".to_string(), ..Change::default() };
        assert_eq!(change("crosses", "nww./.bw./.bw./.bbn w", &swap).unwrap(), ".ww./.bw./.bw./nbbn w");
    }

    #[test]
    fn what_is_no_cell_is_refused() {
        let fault = change("hex:size=3", "", &cell("z9")).unwrap_err();
        assert!(fault.to_string().contains("z9"));
    }
}
