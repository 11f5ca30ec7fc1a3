//! What a long computation may use, whom it tells, and what it returns.

use std::io::{self, Read, Write};

use damier_search::Value;
use serde_json::{Map, Value as Json};

/// What a study may use, and whom it tells.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// How many threads may work.
    pub threads: usize,
    /// How many bytes of memory it may take.
    pub memory: u64,
    /// Says whether to stop now; asked at least every few tenths of a second.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Hears what is being done and which part of it is done, 0 to 1.
    pub tell: &'a (dyn Fn(&str, f64) + Sync),
    /// Where tables and unfinished work are kept.
    pub shelf: &'a dyn Shelf,
}

impl Job<'_> {
    /// Says that the work needs so many bytes, before it begins.
    ///
    /// # Errors
    /// [`Halt::Memory`] where that is more than it may take.
    pub fn needs(&self, bytes: u64) -> Result<(), Halt> {
        if bytes > self.memory { Err(Halt::Memory { needs: bytes, has: self.memory }) } else { Ok(()) }
    }

    /// Asks whether to go on.
    ///
    /// # Errors
    /// [`Halt::Stopped`] where somebody wants it to end.
    pub fn check(&self) -> Result<(), Halt> {
        if (self.stop)() { Err(Halt::Stopped) } else { Ok(()) }
    }
}

/// Why a study ended without its result.
#[derive(Debug)]
pub enum Halt {
    /// It was asked to stop. What is on the shelf lets it go on later.
    Stopped,
    /// It would need more memory than it may take.
    Memory {
        /// The bytes it needs.
        needs: u64,
        /// The bytes it may take.
        has: u64,
    },
    /// The shelf failed.
    Shelf(io::Error),
    /// The result contradicts itself: a fault of the program.
    Wrong(String),
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Halt {
        Halt::Shelf(error)
    }
}

/// Where files are kept: a folder, or nothing at all.
pub trait Shelf: Sync {
    /// Opens the file with this name, if there is one.
    ///
    /// # Errors
    /// If it is there but cannot be opened.
    fn open(&self, name: &str) -> io::Result<Option<Box<dyn Read + Send>>>;

    /// Writes a file whole: whoever opens it finds what was there before or all of what `write` wrote.
    ///
    /// # Errors
    /// If it cannot be written.
    fn save(&self, name: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;

    /// Removes a file, if it is there.
    ///
    /// # Errors
    /// If it is there but cannot be removed.
    fn remove(&self, name: &str) -> io::Result<()>;
}

/// A shelf that keeps nothing.
pub struct NoShelf;

impl Shelf for NoShelf {
    fn open(&self, _name: &str) -> io::Result<Option<Box<dyn Read + Send>>> {
        Ok(None)
    }

    fn save(&self, _name: &str, _write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        Ok(())
    }

    fn remove(&self, _name: &str) -> io::Result<()> {
        Ok(())
    }
}

/// What was found out about a game.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// What the start is worth to the side to move; `None` where that was not proven.
    pub value: Option<Value>,
    /// Whether the plies of `value` are a bound only: who wins is proven, in how many plies is not.
    pub bound: bool,
    /// By how much the side to move wins, below 0 by how much it loses, in games with a score.
    pub score: Option<i32>,
    /// The best first moves.
    pub best: Vec<String>,
    /// How many positions were looked at.
    pub positions: u64,
    /// The game's own counts, by their names.
    pub counts: Map<String, Json>,
}

impl Study {
    /// Adds a count of the game's own.
    pub fn count(&mut self, name: &str, value: impl Into<Json>) {
        self.counts.insert(name.to_string(), value.into());
    }
}

/// Returns the name of the file that holds the table of a game.
pub fn table_name(spec: &str) -> String {
    format!("{}.table", spec.replace([':', ',', '='], "-"))
}
