//! One deed at a time in a game: what is found of it stays true until the deed is done.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::OwnedMutexGuard;

/// The doors of the games in which somebody is at work, by the games' addresses.
#[derive(Clone, Default)]
pub struct Doors(Arc<Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>>);

/// A closed door: nobody else comes in before this is dropped.
pub type Inside = OwnedMutexGuard<()>;

impl Doors {
    /// Waits until nobody is at work in a game, and closes its door.
    pub async fn enter(&self, id: &str) -> Inside {
        let door = {
            let mut doors = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            doors.retain(|_, door| door.strong_count() > 0);
            let door = doors.get(id).and_then(Weak::upgrade).unwrap_or_default();
            doors.insert(id.to_string(), Arc::downgrade(&door));
            door
        };
        door.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn a_door_stays_closed_while_somebody_is_inside_and_others_are_open() {
        let doors = Doors::default();
        let inside = doors.enter("one").await;
        let other = doors.enter("two").await;
        let waits = Duration::from_millis(20);
        assert!(timeout(waits, doors.enter("one")).await.is_err(), "somebody is inside");
        drop((inside, other));
        drop(doors.enter("one").await);
        let last = doors.enter("three").await;
        assert_eq!(doors.0.lock().unwrap().len(), 1, "doors that nobody uses are forgotten");
        drop(last);
    }
}
