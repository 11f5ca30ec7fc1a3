//! A cache of open games, so that a game whose engine solves it does so once and not at every request.

use std::sync::Arc;

use damier_core::Fault;
use damier_table::{AnyGame, Spec};
use quick_cache::sync::Cache;

/// A function that opens a game.
pub type Open = fn(&Spec) -> Result<Box<dyn AnyGame>, Fault>;

/// The largest number of games kept open; those used most often stay.
const MOST: usize = 64;

/// The open games, by their specs.
#[derive(Clone)]
pub struct OpenGames {
    open: Open,
    kept: Arc<Cache<String, Arc<dyn AnyGame>>>,
}

impl OpenGames {
    /// Creates an empty cache; `open` opens the games.
    pub fn new(open: Open) -> OpenGames {
        OpenGames { open, kept: Arc::new(Cache::new(MOST)) }
    }

    /// Returns the game that a spec names, and opens it if necessary. While it is being opened, other requests for it wait.
    ///
    /// # Errors
    /// Names what is wrong with the spec.
    pub fn open(&self, spec: &Spec) -> Result<Arc<dyn AnyGame>, Fault> {
        self.kept.get_or_insert_with(&spec.to_string(), || Ok(Arc::from((self.open)(spec)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_opened_once_and_not_all_are_kept() {
        let games = OpenGames::new(damier_games::open);
        let spec = "hex:size=5".parse().unwrap();
        let [one, other] = [games.open(&spec).unwrap(), games.open(&spec).unwrap()];
        assert!(Arc::ptr_eq(&one, &other));
        assert!(games.open(&"hex:size=99".parse().unwrap()).is_err());
        for size in 3..=26 {
            for (game, least) in [("hex:", 3), ("hex:swap,", 3), ("gomoku:", 7)] {
                if size >= least {
                    games.open(&format!("{game}size={size}").parse().unwrap()).unwrap();
                }
            }
        }
        assert!((1..=MOST).contains(&games.kept.len()), "{}", games.kept.len());
    }
}
