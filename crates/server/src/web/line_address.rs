//! A line of play that is fully contained in the address: game, position, moves. Nothing is stored.

use std::sync::Arc;

use damier_core::{Fault, Rng};
use damier_table::{AnyGame, Session, Spec};
use serde::Deserialize;

use crate::app::App;
use crate::web::site::query;

/// The largest number of characters of a line.
const LONGEST: usize = 20_000;
/// The largest number of moves of a line.
pub const MOST_MOVES: usize = 2_000;

/// A line of play as it stands in an address.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct LineAddress {
    /// The game's spec.
    pub game: String,
    /// The text of the position that it begins with; empty for the start of the game.
    #[serde(default)]
    pub position: String,
    /// The moves played from there, separated by spaces.
    #[serde(default)]
    pub moves: String,
}

/// The ply of a line or a game that is shown.
#[derive(Debug, Deserialize)]
pub struct PlyQuery {
    /// The number of plies played; all of them by default.
    pub ply: Option<usize>,
}

/// A line of play, replayed.
pub struct OpenLine {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The line, up to its last move.
    pub session: Box<dyn Session>,
}

/// Checks that a line is not too long.
///
/// # Errors
/// States the limits if it is.
pub fn check_length(characters: usize, moves: usize) -> Result<(), Fault> {
    if characters <= LONGEST && moves <= MOST_MOVES {
        return Ok(());
    }
    Err(Fault::new(
        format!("Trop long : {LONGEST} caractères et {MOST_MOVES} coups au plus."),
        format!("Too long: at most {LONGEST} characters and {MOST_MOVES} moves."),
    ))
}

impl LineAddress {
    /// Returns the line as a query.
    pub fn query(&self) -> String {
        query(&[("game", &self.game), ("position", &self.position), ("moves", &self.moves)])
    }

    /// Replays the line.
    ///
    /// # Errors
    /// Names what is wrong: the spec, the position, or a move by its number and text.
    pub fn open(&self, app: &App) -> Result<OpenLine, Fault> {
        let LineAddress { game, position, moves } = self;
        check_length(game.len() + position.len() + moves.len(), moves.split_ascii_whitespace().count())?;
        let game = app.games.open(&game.parse::<Spec>()?)?;
        let position = Some(position.trim()).filter(|position| !position.is_empty());
        let session = game.open_line(position, moves.split_ascii_whitespace(), &mut Rng::new(0))?;
        Ok(OpenLine { game, session })
    }
}

impl OpenLine {
    /// Returns the address of the whole line: its start and all moves.
    pub fn address(&self) -> LineAddress {
        self.address_from(self.session.start(), self.session.moves().join(" "))
    }

    /// Returns the address of a short line to the last position: the position before the last move, and that move, so that
    /// pictures mark it.
    ///
    /// # Errors
    /// If the line cannot be replayed, which does not happen.
    pub fn last_address(&self) -> Result<LineAddress, Fault> {
        let Some((last, before)) = self.session.moves().split_last() else {
            return Ok(self.address_from(self.session.position(), String::new()));
        };
        let (start, before) = (self.session.start(), before.iter().map(String::as_str));
        let before = self.game.open_line(Some(&start), before, &mut Rng::new(0))?;
        Ok(self.address_from(before.position(), last.clone()))
    }

    /// Returns the address of a line from a position; the position is left out if it is the start of the game.
    fn address_from(&self, position: String, moves: String) -> LineAddress {
        let usual = self.game.open(&mut Rng::new(0)).start();
        let position = if position == usual { String::new() } else { position };
        LineAddress { game: self.game.spec().to_string(), position, moves }
    }
}

#[cfg(test)]
mod tests {
    use damier_store::Sqlite;

    use super::*;

    fn line(game: &str, position: &str, moves: &str) -> LineAddress {
        LineAddress { game: game.to_string(), position: position.to_string(), moves: moves.to_string() }
    }

    #[tokio::test]
    async fn lines_are_played_and_faults_named() {
        let app = App::new(Sqlite::in_memory().await.unwrap(), damier_games::open);
        let open = |game: &str, position: &str, moves: &str| line(game, position, moves).open(&app);
        let opened = open("hex:size=5", "", "c3 b4").unwrap();
        assert_eq!(opened.session.moves(), ["c3", "b4"]);
        let again = open("hex:size=5", &opened.session.position(), "").unwrap();
        assert_eq!(again.session.position(), opened.session.position());
        let say =
            |game: &str, position: &str, moves: &str| open(game, position, moves).err().unwrap().to_string();
        assert!(say("hex:size=5", "", "c3 c3").contains("move 2"));
        assert!(say("nothing", "", "").contains("nothing"));
        assert!(say("hex", "x", "").contains('x'));
        assert!(say("hex", &"x".repeat(30_000), "").contains("Too long"));
        assert!(say("hex", "", &"a1 ".repeat(3_000)).contains("Too long"));
    }
}
