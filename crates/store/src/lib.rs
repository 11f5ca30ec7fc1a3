//! Games kept in a database.
//!
//! [`Store`] says in the words of the games what is kept; [`Sqlite`] keeps it in one file. `(game, ply)` is the key of a
//! move: writing a ply twice is harmless, a gap is refused.

mod sqlite;

use std::fmt;
use std::future::Future;

pub use sqlite::Sqlite;

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// `human`, or an agent as `damier match` names it: `level:3`.
    pub agent: String,
    /// What the player is called; may be empty.
    pub name: String,
    /// What lets its holder move for the seat.
    pub token: String,
}

/// A game as it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its address: short and not to be guessed.
    pub id: String,
    /// The game's spec.
    pub spec: String,
    /// The text of the start position.
    pub start: String,
    /// Who sits where.
    pub seats: Vec<Seated>,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// The time for all moves of a seat and the bonus for each, in seconds; none without a clock.
    pub clock: Option<Clock>,
}

/// How long a seat may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Seconds for the whole game.
    pub whole: u32,
    /// Seconds that each move adds.
    pub bonus: u32,
}

impl Clock {
    fn write(self) -> String {
        format!("{}+{}", self.whole, self.bonus)
    }

    fn read(text: &str) -> Option<Clock> {
        let (whole, bonus) = text.split_once('+')?;
        Some(Clock { whole: whole.parse().ok()?, bonus: bonus.parse().ok()? })
    }
}

/// A move as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its text.
    pub text: String,
    /// When it was played, in milliseconds since 1970.
    pub at: i64,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// As it began.
    pub game: NewGame,
    /// The moves.
    pub moves: Vec<Played>,
    /// How it ended off the board, if it did.
    pub ended: Option<String>,
    /// The moves that were taken back and may be played again, the next one first.
    pub undone: Vec<String>,
}

/// Why a store could not do what was asked.
#[derive(Debug)]
pub enum Trouble {
    /// The move does not follow the last one: the game has so many plies.
    Gap(u32),
    /// Another move is kept at that ply.
    Taken(String),
    /// There is no such game.
    Unknown,
    /// The database failed.
    Database(sqlx::Error),
}

impl fmt::Display for Trouble {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Trouble::Gap(plies) => write!(out, "the game has {plies} plies"),
            Trouble::Taken(text) => write!(out, "{text} was played there"),
            Trouble::Unknown => write!(out, "there is no such game"),
            Trouble::Database(error) => write!(out, "database: {error}"),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Trouble {
        Trouble::Database(error)
    }
}

/// Where games are kept.
pub trait Store: Send + Sync + 'static {
    /// Keeps a game that begins.
    ///
    /// # Errors
    /// If its id is taken, or the database fails.
    fn begin(&self, game: &NewGame) -> impl Future<Output = Result<(), Trouble>> + Send;

    /// Returns a game.
    ///
    /// # Errors
    /// If the database fails.
    fn find(&self, id: &str) -> impl Future<Output = Result<Option<Kept>, Trouble>> + Send;

    /// Appends a move as ply number `ply`, from 0 on. The same move at the same ply again is harmless. Moves that were taken
    /// back may still be played again if this is the first of them; else they are forgotten.
    ///
    /// # Errors
    /// [`Trouble::Gap`] where it does not follow the last one, [`Trouble::Taken`] where another move is there,
    /// [`Trouble::Unknown`] where there is no such game.
    fn append(
        &self,
        id: &str,
        ply: u32,
        text: &str,
        played: i64,
    ) -> impl Future<Output = Result<(), Trouble>> + Send;

    /// Takes back all moves from a ply on, and an end off the board. They may be played again.
    ///
    /// # Errors
    /// If the database fails.
    fn take_back(&self, id: &str, plies: u32) -> impl Future<Output = Result<(), Trouble>> + Send;

    /// Ends a game off the board.
    ///
    /// # Errors
    /// If the database fails.
    fn end(&self, id: &str, how: &str) -> impl Future<Output = Result<(), Trouble>> + Send;
}
