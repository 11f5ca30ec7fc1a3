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
pub use words::{Agent, Clock, End, OfferKind};

/// The player of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// A person or an engine.
    pub agent: Agent,
    /// The name of the player; may be empty.
    pub name: String,
    /// Whoever may move for the seat; nobody for an empty seat, nor for that of an engine.
    pub holder: Option<String>,
}

/// The place of a game in a match: several games in succession between the same players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The id of the match.
    pub series: String,
    /// When the match is over, as `damier match` names it: `points:25`.
    pub rule: String,
    /// The number of the game, from 0.
    pub number: u32,
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
    /// Its place in a match, if it belongs to one.
    pub round: Option<Round>,
    /// Whether anybody may find it in the lobby as long as a seat is free.
    pub listed: bool,
}

/// What a player said to the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The number of his seat.
    pub seat: u8,
    /// What he said: his own words, or the key of a set phrase after a colon.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// What a player offers the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What he offers.
    pub kind: OfferKind,
    /// The number of his seat.
    pub seat: u8,
    /// The number of plies that were played when he made it.
    pub ply: u32,
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
    /// The plies before which a player was given a hint, in rising order.
    pub hinted: Vec<u32>,
    /// The games of its match in order, this one among them; none if it belongs to no match.
    pub series: Vec<SeriesGame>,
    /// What players have offered each other, one of a kind at most. An offer that was made at another ply has lapsed.
    pub offers: Vec<Offer>,
    /// The id of the game that followed by agreement.
    pub next: Option<String>,
    /// What players have said to each other, in order.
    pub messages: Vec<Message>,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesGame {
    /// Its id.
    pub id: String,
    /// What it was worth to First and to Second, in halves of a point, once it counts.
    pub worth: Option<[i32; 2]>,
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
    /// Stores a new game and puts it on the shelves of those who hold its seats. The first game of a match begins the match.
    ///
    /// # Errors
    /// If its id or its place in the match is taken, or the database fails.
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

    /// Notes that a player was given a hint for the move of ply number `ply`, counted from 0. To note it again has no effect.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    fn note_hint(&self, id: &str, ply: u32) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Records that a game ended off the board.
    ///
    /// # Errors
    /// If the database fails.
    fn end(&self, id: &str, end: End) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Settles what a game of a match was worth to First and to Second, in halves of a point.
    ///
    /// # Errors
    /// If the database fails.
    fn settle(&self, id: &str, worth: [i32; 2]) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Gives the seats that a holder has in a game to another, and puts the game on his shelf, if there are such seats.
    ///
    /// # Errors
    /// If the database fails.
    fn hand_over(
        &self,
        id: &str,
        from: &str,
        to: &str,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Puts a game on the shelf of a holder, whether or not he has a seat in it.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    fn shelve(
        &self,
        holder: &str,
        id: &str,
        since: i64,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Takes a game off the shelf of a holder. His seats stay his.
    ///
    /// # Errors
    /// If the database fails.
    fn unshelve(&self, holder: &str, id: &str) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Returns the games on the shelf of a holder, the newest first: `count` of them after the first `skip`. Of a match, only
    /// the last game is on it.
    ///
    /// # Errors
    /// If the database fails, or contains a text that cannot be read.
    fn shelf(
        &self,
        holder: &str,
        skip: u32,
        count: u32,
    ) -> impl Future<Output = Result<Vec<SavedGame>, StoreError>> + Send;

    /// Counts the games on the shelf of a holder.
    ///
    /// # Errors
    /// If the database fails.
    fn shelf_size(&self, holder: &str) -> impl Future<Output = Result<u32, StoreError>> + Send;

    /// Seats a person on a free seat, one that is a person's and nobody's yet, and puts the game on his shelf. Returns whether the
    /// seat was still free; of several who take it at once one gets it.
    ///
    /// # Errors
    /// If the database fails.
    fn take_seat(
        &self,
        id: &str,
        seat: u8,
        holder: &str,
        name: &str,
        since: i64,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Seats an engine on a free seat. Returns whether the seat was still free.
    ///
    /// # Errors
    /// If the database fails.
    fn seat_engine(
        &self,
        id: &str,
        seat: u8,
        agent: &Agent,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Deletes a game in which no move was played and a seat is free. Returns whether there was such a game.
    ///
    /// # Errors
    /// If the database fails.
    fn cancel(&self, id: &str) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Notes what a player says to the others.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    fn say(&self, id: &str, said: &Message) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Notes what a player offers, in place of any older offer of the same kind.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    fn offer(&self, id: &str, offer: Offer) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Forgets the offer of a kind. To forget it again has no effect.
    ///
    /// # Errors
    /// If the database fails.
    fn withdraw(&self, id: &str, kind: OfferKind) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Notes which game followed this one by agreement, unless one did already; returns the one that did.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    fn follow(&self, id: &str, next: &str) -> impl Future<Output = Result<String, StoreError>> + Send;

    /// Returns the games in the lobby that still have a free seat, the newest first.
    ///
    /// # Errors
    /// If the database fails, or contains a text that cannot be read.
    fn lobby(&self, count: u32) -> impl Future<Output = Result<Vec<SavedGame>, StoreError>> + Send;

    /// Returns the games in which a move was played at this time or later, the last one first; not those that ended off the board.
    ///
    /// # Errors
    /// If the database fails, or contains a text that cannot be read.
    fn lively(
        &self,
        since: i64,
        count: u32,
    ) -> impl Future<Output = Result<Vec<SavedGame>, StoreError>> + Send;
}
