//! A line of play that the address holds whole: the game, a position, moves. Nothing is kept.

use std::sync::Arc;

use damier_core::{Fault, Rng};
use damier_table::{AnyGame, Session, Spec};
use serde::Deserialize;

use crate::app::App;

/// More characters than this are refused.
const LONGEST: usize = 20_000;
/// More moves than this are refused.
pub const MOST_MOVES: usize = 2_000;

/// A line of play as an address writes it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Line {
    /// The game's spec.
    pub game: String,
    /// The text of the position that it begins with; the start by default.
    #[serde(default)]
    pub position: String,
    /// The moves played from there, parted by blanks.
    #[serde(default)]
    pub moves: String,
}

/// A line of play that was read.
pub struct Opened {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The line, to its last move.
    pub session: Box<dyn Session>,
}

/// Refuses what is too long to be looked at.
///
/// # Errors
/// Says how long it may be.
pub fn limit(characters: usize, moves: usize) -> Result<(), Fault> {
    if characters <= LONGEST && moves <= MOST_MOVES {
        return Ok(());
    }
    Err(Fault::new(
        format!("Trop long : {LONGEST} caractères et {MOST_MOVES} coups au plus."),
        format!("Too long: at most {LONGEST} characters and {MOST_MOVES} moves."),
    ))
}

impl Line {
    /// Plays the line.
    ///
    /// # Errors
    /// Names what is wrong: the spec, the position, or a move by its number and text.
    pub fn open(&self, app: &App) -> Result<Opened, Fault> {
        let Line { game, position, moves } = self;
        limit(game.len() + position.len() + moves.len(), moves.split_ascii_whitespace().count())?;
        let game = app.games.open(&game.parse::<Spec>()?)?;
        let mut session = match position.trim() {
            "" => game.open(&mut Rng::new(0)),
            position => game.resume(position)?,
        };
        for (place, text) in moves.split_ascii_whitespace().enumerate() {
            let number = place + 1;
            let name = |fault: Fault| fault.within(&format!("coup {number}"), &format!("move {number}"));
            session.play(text).map_err(name)?;
        }
        Ok(Opened { game, session })
    }
}

#[cfg(test)]
mod tests {
    use damier_store::Sqlite;

    use super::*;

    fn line(game: &str, position: &str, moves: &str) -> Line {
        Line { game: game.to_string(), position: position.to_string(), moves: moves.to_string() }
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
