//! What a long computation may use, whom it tells, and what it returns.

use std::io::{self, Read, Write};

use damier_search::Value;
use serde_json::{Map, Value as Json};
use thiserror::Error;

use crate::Contradiction;

/// What a study may use, and whom it tells.
///
/// ```
/// use damier_core::Sticks;
/// use damier_solve::{Job, NoShelf, solve};
///
/// let job = Job { spec: "sticks", threads: 1, memory: 1 << 30, stop: &|| true, progress: &|_, _| {}, shelf: &NoShelf };
/// let error = solve(&Sticks { count: 10 }, &job).err().expect("it was told to stop");
/// assert!(!error.to_string().is_empty());
/// ```
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The spec of the game, by which its table is named; whoever erases the game's type puts it in.
    pub spec: &'a str,
    /// How many threads may work.
    pub threads: usize,
    /// How many bytes of memory it may take.
    pub memory: u64,
    /// Says whether to stop now; asked at least every few tenths of a second.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Hears what is being done and which part of it is done, 0 to 1.
    pub progress: &'a (dyn Fn(&str, f64) + Sync),
    /// Where tables and unfinished work are kept.
    pub shelf: &'a dyn Shelf,
}

impl<'a> Job<'a> {
    /// Makes a job of no game: on one thread, with all the memory there is, that nobody stops or hears of, and that
    /// leaves nothing.
    pub const fn new() -> Job<'a> {
        Job { spec: "", threads: 1, memory: u64::MAX, stop: &|| false, progress: &|_, _| {}, shelf: &NoShelf }
    }

    /// Returns the name of the game's table on the shelf.
    pub fn table_name(&self) -> String {
        table_name(self.spec)
    }

    /// Says that the work needs so many bytes, before it begins.
    ///
    /// # Errors
    /// [`StudyError::Memory`] where that is more than it may take.
    pub fn needs(&self, bytes: u64) -> Result<(), StudyError> {
        if bytes > self.memory { Err(StudyError::Memory { needs: bytes, has: self.memory }) } else { Ok(()) }
    }

    /// Asks whether to go on.
    ///
    /// # Errors
    /// [`StudyError::Stopped`] where somebody wants it to end.
    pub fn check(&self) -> Result<(), StudyError> {
        if (self.stop)() { Err(StudyError::Stopped) } else { Ok(()) }
    }
}

impl Default for Job<'_> {
    fn default() -> Self {
        Job::new()
    }
}

/// Why a study ended without its result.
#[derive(Debug, Error)]
pub enum StudyError {
    /// It was asked to stop. What is on the shelf lets it go on later.
    #[error("the study was asked to stop")]
    Stopped,
    /// It would need more memory than it may take.
    #[error("the study needs {needs} bytes of memory and may take {has}")]
    Memory {
        /// The bytes it needs.
        needs: u64,
        /// The bytes it may take.
        has: u64,
    },
    /// The shelf failed.
    #[error("the shelf failed")]
    Shelf(#[from] io::Error),
    /// The result contradicts itself: a fault of the program.
    #[error("the result contradicts itself")]
    Wrong(#[from] Contradiction),
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
