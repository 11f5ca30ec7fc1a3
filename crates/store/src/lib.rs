//! Games kept in a database.
//!
//! [`Store`] says in the words of the games what is kept; [`Sqlite`] keeps it in one file. `(game, ply)` is the key of a
//! move: writing a ply twice is harmless, a gap is refused.

mod sqlite;
mod words;

use damier_core::Fault;

pub use sqlite::Sqlite;
pub use words::{Agent, Clock, End};

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// A person or an engine.
    pub agent: Agent,
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
    /// How long each seat may think; for ever without a clock.
    pub clock: Option<Clock>,
}

/// A move as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Its text.
    pub text: String,
    /// When it was played, in milliseconds since 1970.
    pub at: i64,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// As it began.
    pub game: NewGame,
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// How it ended off the board, if it did.
    pub ended: Option<End>,
    /// The moves that were taken back and may be played again, the next one first.
    pub undone: Vec<String>,
}

/// Why a store could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The move does not follow the last one: the game has so many plies.
    #[error("the game has {0} plies")]
    Gap(u32),
    /// Another move is kept at that ply.
    #[error("{0} was played there")]
    Taken(String),
    /// There is no such game.
    #[error("there is no such game")]
    Unknown,
    /// The database holds what nobody can read.
    #[error("the database holds what cannot be read")]
    Unreadable(#[from] Fault),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

/// Where games are kept.
pub trait Store: Send + Sync + 'static {
    /// Keeps a game that begins.
    ///
    /// # Errors
    /// If its id is taken, or the database fails.
    fn begin(&self, game: &NewGame) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Returns a game.
    ///
    /// # Errors
    /// If the database fails, or holds what cannot be read.
    fn find(&self, id: &str) -> impl Future<Output = Result<Option<SavedGame>, StoreError>> + Send;

    /// Appends a move as ply number `ply`, from 0 on. The same move at the same ply again is harmless. Moves that were taken
    /// back may still be played again if this is the first of them; else they are forgotten.
    ///
    /// # Errors
    /// [`StoreError::Gap`] where it does not follow the last one, [`StoreError::Taken`] where another move is there,
    /// [`StoreError::Unknown`] where there is no such game.
    fn append(
        &self,
        id: &str,
        ply: u32,
        text: &str,
        played: i64,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Takes back all moves from a ply on, and an end off the board. They may be played again.
    ///
    /// # Errors
    /// If the database fails.
    fn take_back(&self, id: &str, plies: u32) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Ends a game off the board.
    ///
    /// # Errors
    /// If the database fails.
    fn end(&self, id: &str, how: End) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
