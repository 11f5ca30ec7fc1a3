//! What is known exactly of all positions of a game, and where that stands.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use damier_core::{Game, Indexed};
use damier_search::{Exact, Limits, Mind, Path, Rated, Value};
use damier_solve::{Bytes, Tabled};

/// What is known exactly of all positions of a game.
pub(crate) enum Exactness<G: Game> {
    /// Nothing: an engine searches.
    Unknown,
    /// The game's engine knows every position. One engine is kept for the values that sessions ask for.
    Engine(Mutex<Option<Box<dyn Mind<G>>>>),
    /// A table of all positions in memory knows them. It is made when it is first asked, and shared by all who do.
    InMemory(Box<dyn MemoryTable<G>>),
    /// A table of all positions on the shelf knows them, once there is one.
    OnShelf(ShelfTable<G>),
}

impl<G: Game> Exactness<G> {
    /// Says whether every position's value is known now, or as soon as somebody asks.
    pub(crate) fn is_ready(&self) -> bool {
        match self {
            Exactness::Unknown => false,
            Exactness::Engine(_) | Exactness::InMemory(_) => true,
            Exactness::OnShelf(table) => table.bytes.get().is_some(),
        }
    }

    /// Returns the table that may stand on the shelf.
    pub(crate) fn on_shelf(&self) -> Option<&ShelfTable<G>> {
        if let Exactness::OnShelf(table) = self { Some(table) } else { None }
    }

    /// Returns what a position is worth to the side to move, where a table in memory knows it.
    pub(crate) fn value(&self, game: &G, position: &G::Position) -> Option<Value> {
        if let Exactness::InMemory(table) = self { Some(table.value(game, position)) } else { None }
    }

    /// Returns what every move is worth to the player who makes it, best first, where that is known. `engine` makes the
    /// game's engine.
    pub(crate) fn values(
        &self,
        game: &G,
        position: &G::Position,
        engine: impl FnOnce() -> Box<dyn Mind<G>>,
    ) -> Option<Vec<Rated<G::Move>>> {
        let think = |mind: &mut dyn Mind<G>| {
            let path = Path::new(game, position.clone());
            mind.think(game, &path, &Limits::nodes(1), &mut |_| {}).moves
        };
        match self {
            Exactness::Unknown => None,
            Exactness::Engine(kept) => {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                Some(think(&mut **kept.get_or_insert_with(engine)))
            }
            Exactness::InMemory(table) => Some(think(&mut *table.engine())),
            Exactness::OnShelf(table) => match table.bytes.get() {
                Some(bytes) => (table.rate)(game, position, bytes),
                None => (table.known)(game, position),
            },
        }
    }
}

/// A table of all positions in memory, of a game that is known to be numbered.
pub(crate) trait MemoryTable<G: Game>: Send + Sync {
    /// Returns an engine that plays by this table.
    fn engine(&self) -> Box<dyn Mind<G>>;

    /// Returns what a position is worth to the side to move.
    fn value(&self, game: &G, position: &G::Position) -> Value;
}

impl<G: Indexed> MemoryTable<G> for Exact {
    fn engine(&self) -> Box<dyn Mind<G>> {
        Box::new(self.clone())
    }

    fn value(&self, game: &G, position: &G::Position) -> Value {
        Exact::value(self, game, position)
    }
}

/// How a table rates the moves of a position.
type Rate<G> = fn(&G, &<G as Game>::Position, &Arc<dyn Bytes>) -> Option<Vec<Rated<<G as Game>::Move>>>;

/// What is known of the moves of a position without the table: the value of every one of them, or nothing.
pub type KnownMoves<G> = fn(&G, &<G as Game>::Position) -> Option<Vec<Rated<<G as Game>::Move>>>;

/// How an engine is made that plays by a table and, where that leaves a choice, as another engine advises.
type PlayBy<G> = fn(Arc<dyn Bytes>, Box<dyn Mind<G>>) -> Box<dyn Mind<G>>;

/// A table of all positions on the shelf, of a game that is known to be numbered.
pub(crate) struct ShelfTable<G: Game> {
    rate: Rate<G>,
    known: KnownMoves<G>,
    play_by: PlayBy<G>,
    bytes: OnceLock<Arc<dyn Bytes>>,
}

impl<G: Indexed> ShelfTable<G> {
    /// Prepares for a table that is not there yet.
    pub(super) fn new(known: KnownMoves<G>) -> ShelfTable<G> {
        ShelfTable {
            rate: |game, position, table| damier_solve::rate_moves(game, position, table),
            known,
            play_by: |table, adviser| Box::new(Tabled::new(table, adviser)),
            bytes: OnceLock::new(),
        }
    }
}

impl<G: Game> ShelfTable<G> {
    /// Takes the table; the first one stays.
    pub(super) fn attach(&self, table: Arc<dyn Bytes>) {
        let _ = self.bytes.set(table);
    }

    /// Returns the engine that plays by the table, if it is there, and else the adviser.
    pub(super) fn engine(&self, adviser: Box<dyn Mind<G>>) -> Box<dyn Mind<G>> {
        match self.bytes.get() {
            Some(table) => (self.play_by)(Arc::clone(table), adviser),
            None => adviser,
        }
    }
}
