//! Changes of games, and the events that they are kept as.

use crate::{Agent, End, Message, NewGame, Offer, OfferKind, PlayedMove};

/// A change of a game. It is made whole or not at all, and is an event of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// The game's id.
    pub game: String,
    /// What has to be true of the game for the change to be made.
    pub guard: Guard,
    /// What is done.
    pub action: Action,
    /// When it is done, in milliseconds since 1970, by [`Store::now`](crate::Store::now).
    pub at: i64,
}

/// What has to be true of a game for a change to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Nothing but what the action itself asks.
    None,
    /// The game has so many plies: what is done belongs to this position.
    Ply(u32),
    /// The game's last event has this number: nothing has happened since.
    Seq(u64),
}

/// What is done in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move is played as ply number `ply`, counted from 0: the next one, in a game that has not ended. The same move at the
    /// same ply again has no effect. If it is the first of those that were taken back, the others can still be replayed;
    /// otherwise they are deleted.
    Move {
        /// The number of the ply.
        ply: u32,
        /// Its text.
        text: String,
        /// When the clock that it starts runs out; `None` if none does.
        deadline: Option<i64>,
    },
    /// An end off the board and all moves after the first so many plies are taken back. The moves may be played again.
    TakeBack(u32),
    /// The game ends off the board. The same end again has no effect.
    End(End),
    /// The game counts in its match: so much to First and to Second, in halves of a point.
    Settle([i32; 2]),
    /// A player is given a hint for the move of this ply. To note it again has no effect.
    Hint(u32),
    /// Somebody sits down on a seat that nobody holds, and has the game on his shelf. If he holds it already, there is no effect.
    TakeSeat {
        /// The number of the seat, from 0.
        seat: u8,
        /// Who sits down.
        holder: String,
        /// His name; may be empty.
        name: String,
    },
    /// The seats that a holder has go to another, and the game to his shelf. Without such seats there is no effect.
    HandOver {
        /// Who has the seats.
        from: String,
        /// Who gets them.
        to: String,
    },
    /// An engine sits down on a seat that nobody holds.
    SeatEngine {
        /// The number of the seat, from 0.
        seat: u8,
        /// The engine.
        agent: Agent,
    },
    /// A game in which no move was played and a seat is free is deleted.
    Cancel,
    /// A player says something to the others.
    Say(Message),
    /// A player offers something, in place of any older offer of the same kind.
    Offer(Offer),
    /// The offer of a kind is forgotten. To forget it again has no effect.
    Withdraw(OfferKind),
    /// A game follows this one by agreement, unless one does already.
    Follow(String),
    /// The clock that runs in the game runs out at another time, or none runs any more.
    Deadline(Option<i64>),
    /// Something of which the store knows nothing, such as a phrase.
    Note {
        /// Its kind, none of those in [`Event::kind`].
        kind: String,
        /// What there is to know of it, as JSON.
        json: String,
    },
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number in the game, from 1 without gaps.
    pub seq: u64,
    /// Its kind: `move`, `takeback`, `end`, `settled`, `hint`, `seat`, `message`, `offer`, `withdraw`, `next`,
    /// `deadline`, or the kind of a [`Action::Note`].
    pub kind: String,
    /// What there is to know of it, as JSON.
    pub json: String,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
}

/// A game whose running clock has run out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The game's id.
    pub game: String,
    /// How many plies it has.
    pub ply: u32,
}

/// What a writer is asked to do.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Begin { game: NewGame, moves: Vec<PlayedMove>, ended: Option<End> },
    Update(Update),
    Shelve { holder: String, game: String, since: i64 },
    Unshelve { holder: String, game: String },
    TakeFlags { most: u32 },
}

impl Request {
    /// Returns what requests are sorted by before they are carried out: two nodes that change the same games do it in the same
    /// order, so that neither waits for the other for ever.
    pub fn key(&self) -> &str {
        match self {
            Request::Begin { game, .. } => &game.id,
            Request::Update(update) => &update.game,
            Request::Shelve { game, .. } | Request::Unshelve { game, .. } => game,
            Request::TakeFlags { .. } => "",
        }
    }
}

/// What a writer answers.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// It is done; the game has so many events.
    Done(u64),
    /// Games whose clocks have run out.
    Due(Vec<Due>),
}

/// A game that has changed, with the number of its last event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Changed {
    pub game: String,
    pub seq: u64,
}
