//! Games kept in a database.
//!
//! [`Store`] is the interface; [`Sqlite`] implements it with one file. `(game, ply)` is the key of a move: writing the same
//! move twice is harmless, a gap is refused.
#![doc = ""]
#![doc = include_str!("../README.md")]

mod sqlite;
mod words;

use damier_core::Fault;

pub use sqlite::Sqlite;
pub use words::{Agent, Clock, End};

/// The player of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// A person or an engine.
    pub agent: Agent,
    /// The name of the player; may be empty.
    pub name: String,
    /// The token whose holder may move for the seat.
    pub token: String,
}

/// A game as it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its id, which stands in its address: short, and hard to guess.
    pub id: String,
    /// The game's spec.
    pub spec: String,
    /// The text of the start position.
    pub start: String,
    /// The player of each seat.
    pub seats: Vec<Seated>,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// How long each seat may think; without limit if there is no clock.
    pub clock: Option<Clock>,
}

/// A move of a stored game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Its text.
    pub text: String,
    /// When it was played, in milliseconds since 1970.
    pub at: i64,
}

/// A stored game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// The game as it began.
    pub game: NewGame,
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// How it ended off the board, if it did.
    pub ended: Option<End>,
    /// The moves that were taken back and may be played again, the next one first.
    pub undone: Vec<String>,
}

/// Why an operation of a store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The move does not follow the last one; the game has this many plies.
    #[error("the game has {0} plies")]
    Gap(u32),
    /// Another move is stored at that ply.
    #[error("{0} was played there")]
    Taken(String),
    /// There is no such game.
    #[error("there is no such game")]
    Unknown,
    /// The database contains a text that cannot be read.
    #[error("the database holds what cannot be read")]
    Unreadable(#[from] Fault),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

/// A database of games.
pub trait Store: Send + Sync + 'static {
    /// Stores a new game.
    ///
    /// # Errors
    /// If its id is taken, or the database fails.
    fn begin(&self, game: &NewGame) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Returns the game with an id; `None` if there is none.
    ///
    /// # Errors
    /// If the database fails, or contains a text that cannot be read.
    fn find(&self, id: &str) -> impl Future<Output = Result<Option<SavedGame>, StoreError>> + Send;

    /// Appends a move as ply number `ply`, counted from 0. Appending the same move at the same ply again has no effect. If the
    /// move is the first of those that were taken back, the others can still be replayed; otherwise they are deleted.
    ///
    /// # Errors
    /// [`StoreError::Gap`] if the move does not follow the last one, [`StoreError::Taken`] if another move is stored at that
    /// ply, [`StoreError::Unknown`] if there is no such game.
    fn append(
        &self,
        id: &str,
        ply: u32,
        text: &str,
        played: i64,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Takes back an end off the board and all moves after the first `plies`. The moves may be played again.
    ///
    /// # Errors
    /// If the database fails.
    fn take_back(&self, id: &str, plies: u32) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Records that a game ended off the board.
    ///
    /// # Errors
    /// If the database fails.
    fn end(&self, id: &str, end: End) -> impl Future<Output = Result<(), StoreError>> + Send;
}
