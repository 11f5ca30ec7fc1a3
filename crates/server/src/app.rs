//! What all requests share.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use damier_store::Sqlite;

use crate::doors::Doors;
use crate::engines::Engines;
use crate::games::{Games, Open};
use crate::thinking::Thinking;

/// What all requests share.
#[derive(Clone)]
pub struct App {
    /// Where games are kept.
    pub store: Arc<Sqlite>,
    /// Who thinks.
    pub engines: Engines,
    /// Who does what takes moments only: pictures, positions that are set up. They do not wait for those who think.
    pub hands: Engines,
    /// In which games the computer is at work.
    pub thinking: Thinking,
    /// In which games something is being done.
    pub doors: Doors,
    /// The games.
    pub games: Games,
}

impl App {
    /// Makes the app over a store; `open` opens games, with whatever tables there are for them.
    pub fn new(store: Sqlite, open: Open) -> App {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        App {
            store: Arc::new(store),
            engines: Engines::new(cores),
            hands: Engines::new(cores),
            thinking: Thinking::default(),
            doors: Doors::default(),
            games: Games::new(open),
        }
    }
}

/// Returns the time, in milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
