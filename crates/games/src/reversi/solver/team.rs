//! How threads that search the same tree keep out of each other's way.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Places for the positions that threads are busy with.
const BUSY: usize = 1 << 8;

/// What threads tell each other while they look for the same answer.
pub(super) struct Team {
    /// The codes of positions that some thread is searching.
    busy: [AtomicU64; BUSY],
    answered: AtomicBool,
}

impl Team {
    /// Makes a team that has only begun.
    pub(super) fn new() -> Team {
        Team { busy: [const { AtomicU64::new(u64::MAX) }; BUSY], answered: AtomicBool::new(false) }
    }

    fn place(&self, code: u64) -> &AtomicU64 {
        &self.busy[code as usize % BUSY]
    }

    /// Says whether some thread is searching the position with this code.
    pub(super) fn is_busy_with(&self, code: u64) -> bool {
        self.place(code).load(Ordering::Relaxed) == code
    }

    /// Tells the others that a thread begins to search a position.
    pub(super) fn begin(&self, code: u64) {
        self.place(code).store(code, Ordering::Relaxed);
    }

    /// Tells the others that it has left it.
    pub(super) fn leave(&self, code: u64) {
        self.place(code).store(u64::MAX, Ordering::Relaxed);
    }

    /// Tells the others that the answer is found.
    pub(super) fn answer(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }

    /// Says whether some thread has found the answer.
    pub(super) fn is_answered(&self) -> bool {
        self.answered.load(Ordering::Relaxed)
    }
}
