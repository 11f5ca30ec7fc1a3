//! Locks that allow only one change of a game at a time, so that what a change has read stays true until it is written.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::OwnedMutexGuard;

/// The locks of the games that are being changed, by the games' ids.
#[derive(Clone, Default)]
pub struct GameLocks(Arc<Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>>);

/// A locked game: nobody else can change it until this is dropped.
pub type GameLock = OwnedMutexGuard<()>;

impl GameLocks {
    /// Waits until a game is not locked, and locks it.
    pub async fn lock(&self, id: &str) -> GameLock {
        let lock = {
            let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            locks.retain(|_, lock| lock.strong_count() > 0);
            let lock = locks.get(id).and_then(Weak::upgrade).unwrap_or_default();
            locks.insert(id.to_string(), Arc::downgrade(&lock));
            lock
        };
        lock.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn a_game_stays_locked_while_somebody_is_at_work_and_others_are_open() {
        let locks = GameLocks::default();
        let one = locks.lock("one").await;
        let other = locks.lock("two").await;
        let patience = Duration::from_millis(20);
        assert!(timeout(patience, locks.lock("one")).await.is_err(), "somebody is at work there");
        drop((one, other));
        drop(locks.lock("one").await);
        let last = locks.lock("three").await;
        assert_eq!(locks.0.lock().unwrap().len(), 1, "locks that nobody holds are forgotten");
        drop(last);
    }
}
