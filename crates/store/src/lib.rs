//! Games kept in a database.
//!
//! [`Store`] is the interface; [`Sqlite`] implements it with one file, [`Postgres`] with a database that several nodes share, and
//! [`Database`] is whichever of them. `(game, ply)` is the key of a move: writing the same move twice is harmless, a gap is refused.
#![doc = ""]
#![doc = include_str!("../README.md")]

mod bell;
mod clock;
mod database;
mod error;
mod migrations;
mod postgres;
mod sqlite;
mod update;
mod watched;
mod words;
mod writer;

use tokio::sync::watch::Receiver;

pub use database::{Database, Place};
pub use error::{OpenError, StoreError};
pub use postgres::Postgres;
pub use sqlite::Sqlite;
pub use update::{Action, Due, Event, Guard, Update};
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
    /// The number of its last event; 0 if nothing has happened yet.
    pub seq: u64,
    /// When the clock that runs in it runs out, in milliseconds since 1970; `None` if none runs.
    pub deadline: Option<i64>,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesGame {
    /// Its id.
    pub id: String,
    /// What it was worth to First and to Second, in halves of a point, once it counts.
    pub worth: Option<[i32; 2]>,
}

/// A database of games. What it has acknowledged is kept, whatever happens to the program or the machine. Dropping a future
/// neither loses what was begun nor leaves it half done.
pub trait Store: Send + Sync + 'static {
    /// Makes a change of a game; returns the number of the game's last event. A change without effect is no event.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if the guard does not hold. Of a move: [`StoreError::Gap`] if it does not follow the last one,
    /// [`StoreError::Taken`] if another move is stored at that ply. Of a move or an end: [`StoreError::Over`] if the game has
    /// ended off the board. Of taking a seat: [`StoreError::NotFree`]. [`StoreError::Unknown`] if there is no such game.
    fn update(&self, update: Update) -> impl Future<Output = Result<u64, StoreError>> + Send;

    /// Stores a new game and puts it on the shelves of those who hold its seats. The first game of a match begins the match.
    ///
    /// # Errors
    /// If its id or its place in the match is taken, or the database fails.
    fn begin(&self, game: &NewGame) -> impl Future<Output = Result<(), StoreError>> + Send {
        self.import(game, &[], None)
    }

    /// Stores a game that was played elsewhere, as [`Store::begin`] does, with its moves and perhaps its end off the board.
    ///
    /// # Errors
    /// As those of [`Store::begin`].
    fn import(
        &self,
        game: &NewGame,
        moves: &[PlayedMove],
        ended: Option<End>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Returns the game with an id; `None` if there is none.
    ///
    /// # Errors
    /// If the database fails, or contains a text that cannot be read.
    fn find(&self, id: &str) -> impl Future<Output = Result<Option<SavedGame>, StoreError>> + Send;

    /// Returns what has happened in a game after an event, in order: so many events at most.
    ///
    /// # Errors
    /// If the database fails.
    fn events(
        &self,
        id: &str,
        after: u64,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Event>, StoreError>> + Send;

    /// Follows a game: returns the number of its last event, as far as this node has heard, anew after each change, whichever
    /// node made it. It is 0 until something is heard.
    fn watch(&self, id: &str) -> Receiver<u64>;

    /// Returns the time, in milliseconds since 1970, by the clock of the database: all its nodes agree on it.
    fn now(&self) -> i64;

    /// Takes the games whose running clock has run out, so many at most, for the caller to see to. No other node gets them within
    /// the next seconds; then any may, unless the game has ended or got another deadline.
    ///
    /// # Errors
    /// If the database fails.
    fn take_flags(&self, most: u32) -> impl Future<Output = Result<Vec<Due>, StoreError>> + Send;

    /// Finishes what was begun and closes the database; nothing can be changed any more.
    ///
    /// # Errors
    /// If the database fails.
    fn close(&self) -> impl Future<Output = Result<(), StoreError>> + Send;

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

    /// Returns the games in the lobby that still have a free seat, the newest first.
    ///
    /// # Errors
    /// If the database fails, or contains a text that cannot be read.
    fn lobby(&self, count: u32) -> impl Future<Output = Result<Vec<SavedGame>, StoreError>> + Send;

    /// Returns the games whose last move was played at this time or later, the last one first; not those that ended off the board.
    ///
    /// # Errors
    /// If the database fails, or contains a text that cannot be read.
    fn lively(
        &self,
        since: i64,
        count: u32,
    ) -> impl Future<Output = Result<Vec<SavedGame>, StoreError>> + Send;

    /// Does something in a game, now and whatever has happened there: [`Store::update`] without a guard.
    ///
    /// # Errors
    /// As those of [`Store::update`].
    fn act(&self, id: &str, action: Action) -> impl Future<Output = Result<(), StoreError>> + Send {
        let update = Update { game: id.to_string(), guard: Guard::None, action, at: self.now() };
        async move { self.update(update).await.map(drop) }
    }

    /// Appends a move as ply number `ply`, as [`Action::Move`] in a game without a running clock.
    ///
    /// # Errors
    /// As those of [`Store::update`].
    fn append(
        &self,
        id: &str,
        ply: u32,
        text: &str,
        played: i64,
    ) -> impl Future<Output = Result<(), StoreError>> + Send {
        let action = Action::Move { ply, text: text.to_string(), deadline: None };
        let update = Update { game: id.to_string(), guard: Guard::None, action, at: played };
        async move { self.update(update).await.map(drop) }
    }

    /// Takes back an end off the board and all moves after the first `plies`. The moves may be played again.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    fn take_back(&self, id: &str, plies: u32) -> impl Future<Output = Result<(), StoreError>> + Send {
        self.act(id, Action::TakeBack(plies))
    }

    /// Notes that a player was given a hint for the move of ply number `ply`, counted from 0. To note it again has no effect.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    fn note_hint(&self, id: &str, ply: u32) -> impl Future<Output = Result<(), StoreError>> + Send {
        self.act(id, Action::Hint(ply))
    }

    /// Records that a game ended off the board.
    ///
    /// # Errors
    /// [`StoreError::Over`] if it has ended otherwise, [`StoreError::Unknown`] if there is no such game, or if the database fails.
    fn end(&self, id: &str, end: End) -> impl Future<Output = Result<(), StoreError>> + Send {
        self.act(id, Action::End(end))
    }

    /// Settles what a game of a match was worth to First and to Second, in halves of a point.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    fn settle(&self, id: &str, worth: [i32; 2]) -> impl Future<Output = Result<(), StoreError>> + Send {
        self.act(id, Action::Settle(worth))
    }

    /// Gives the seats that a holder has in a game to another, and puts the game on his shelf, if there are such seats.
    ///
    /// # Errors
    /// If the database fails.
    fn hand_over(
        &self,
        id: &str,
        from: &str,
        to: &str,
    ) -> impl Future<Output = Result<(), StoreError>> + Send {
        let handed = self.act(id, Action::HandOver { from: from.to_string(), to: to.to_string() });
        async move {
            match handed.await {
                Err(StoreError::Unknown) => Ok(()),
                other => other,
            }
        }
    }
    /// Seats a person on a free seat, one that is a person's and nobody's yet, and puts the game on his shelf. Returns whether the
    /// seat is his; of several who take it at once one gets it.
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
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        let action = Action::TakeSeat { seat, holder: holder.to_string(), name: name.to_string() };
        let update = Update { game: id.to_string(), guard: Guard::None, action, at: since };
        async move { was_free(self.update(update).await.map(drop)) }
    }

    /// Seats an engine on a free seat. Returns whether the seat was still free.
    ///
    /// # Errors
    /// If the database fails.
    fn seat_engine(
        &self,
        id: &str,
        seat: u8,
        agent: &Agent,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        let update = self.act(id, Action::SeatEngine { seat, agent: agent.clone() });
        async move { was_free(update.await) }
    }

    /// Deletes a game in which no move was played and a seat is free. Returns whether there was such a game.
    ///
    /// # Errors
    /// If the database fails.
    fn cancel(&self, id: &str) -> impl Future<Output = Result<bool, StoreError>> + Send {
        let update = self.act(id, Action::Cancel);
        async move { was_free(update.await) }
    }

    /// Notes what a player says to the others.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    fn say(&self, id: &str, said: &Message) -> impl Future<Output = Result<(), StoreError>> + Send {
        let (action, game, at) = (Action::Say(said.clone()), id.to_string(), said.at);
        let update = Update { game, guard: Guard::None, action, at };
        async move { self.update(update).await.map(drop) }
    }

    /// Notes what a player offers, in place of any older offer of the same kind.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    fn offer(&self, id: &str, offer: Offer) -> impl Future<Output = Result<(), StoreError>> + Send {
        self.act(id, Action::Offer(offer))
    }

    /// Forgets the offer of a kind. To forget it again has no effect.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    fn withdraw(&self, id: &str, kind: OfferKind) -> impl Future<Output = Result<(), StoreError>> + Send {
        self.act(id, Action::Withdraw(kind))
    }

    /// Notes which game followed this one by agreement, unless one did already; returns the one that did.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    fn follow(&self, id: &str, next: &str) -> impl Future<Output = Result<String, StoreError>> + Send {
        let (id, next) = (id.to_string(), next.to_string());
        async move {
            self.act(&id, Action::Follow(next)).await?;
            self.find(&id).await?.and_then(|saved| saved.next).ok_or(StoreError::Unknown)
        }
    }
}

/// Says whether a change found what it wanted free.
fn was_free(done: Result<(), StoreError>) -> Result<bool, StoreError> {
    match done {
        Ok(()) => Ok(true),
        Err(StoreError::NotFree | StoreError::Unknown) => Ok(false),
        Err(other) => Err(other),
    }
}
