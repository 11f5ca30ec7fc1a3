//! The games that somebody follows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch::{self, Receiver, Sender};

use crate::update::Changed;

/// The games that somebody follows, with the numbers of their last events, as far as this node has heard.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watched(Arc<Mutex<HashMap<String, Sender<u64>>>>);

impl Watched {
    fn games(&self) -> MutexGuard<'_, HashMap<String, Sender<u64>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Follows a game.
    pub fn follow(&self, id: &str) -> Receiver<u64> {
        let mut games = self.games();
        games.retain(|_, sender| sender.receiver_count() > 0);
        games.entry(id.to_string()).or_insert_with(|| watch::channel(0).0).subscribe()
    }

    /// Tells those who follow a game, unless they have heard of this before.
    pub fn tell(&self, changed: &Changed) {
        if let Some(sender) = self.games().get(&changed.game) {
            sender.send_if_modified(|last| {
                let is_news = changed.seq > *last;
                *last = changed.seq.max(*last);
                is_news
            });
        }
    }

    /// Returns the games that somebody follows.
    pub fn ids(&self) -> Vec<String> {
        let games = self.games();
        let followed = games.iter().filter(|(_, sender)| sender.receiver_count() > 0);
        followed.map(|(id, _)| id.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_follows_hears_of_what_is_new_and_is_forgotten_when_he_leaves() {
        let watched = Watched::default();
        let mut one = watched.follow("a");
        let tell = |game: &str, seq| watched.tell(&Changed { game: game.to_string(), seq });
        tell("a", 3);
        assert!(one.has_changed().unwrap());
        assert_eq!(*one.borrow_and_update(), 3);
        for (game, seq) in [("a", 2), ("a", 3), ("b", 9)] {
            tell(game, seq);
            assert!(!one.has_changed().unwrap(), "{game} {seq}");
        }
        assert_eq!(watched.ids(), ["a"]);
        drop(one);
        assert_eq!(watched.ids(), [""; 0]);
        let _other = watched.follow("b");
        assert_eq!(watched.games().len(), 1, "what nobody follows is forgotten");
    }
}
