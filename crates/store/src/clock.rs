//! What time it is, by the clock that all nodes on a database share.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The clock of a database: this machine's, and how far it is behind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock(Arc<AtomicI64>);

impl Clock {
    /// Returns the time in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        machine() + self.0.load(Ordering::Relaxed)
    }

    /// Sets the clock by an answer of the database: it told `there` between two moments of this machine.
    pub fn set(&self, asked: i64, there: i64, answered: i64) {
        self.0.store(there - (asked + answered) / 2, Ordering::Relaxed);
    }
}

/// Returns the time of this machine, in milliseconds since 1970.
pub(crate) fn machine() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_says_what_time_it_is() {
        let clock = Clock::default();
        assert!((clock.now() - machine()).abs() < 1_000);
        clock.set(1_000, 61_050, 1_100);
        let ahead = clock.now() - machine();
        assert!((59_000..=61_000).contains(&ahead), "a minute ahead: {ahead}");
    }
}
