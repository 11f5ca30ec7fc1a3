//! Games that are open: a game whose engine solves it does so once, not at every request.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use damier_core::Fault;
use damier_table::{AnyGame, Spec};

/// How a game is opened.
pub type Open = fn(&Spec) -> Result<Box<dyn AnyGame>, Fault>;

/// More games than this are not kept open.
const MOST: usize = 64;

/// Games that are open, by their specs.
#[derive(Clone)]
pub struct Games {
    open: Open,
    kept: Arc<Mutex<HashMap<String, Arc<dyn AnyGame>>>>,
}

impl Games {
    /// Opens games in this way.
    pub fn new(open: Open) -> Games {
        Games { open, kept: Arc::default() }
    }

    /// Returns the game that a spec names.
    ///
    /// # Errors
    /// Names what is wrong with the spec.
    pub fn open(&self, spec: &Spec) -> Result<Arc<dyn AnyGame>, Fault> {
        let name = spec.to_string();
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = kept().get(&name) {
            return Ok(Arc::clone(game));
        }
        let game: Arc<dyn AnyGame> = Arc::from((self.open)(spec)?);
        let mut kept = kept();
        // Which ones are asked for again cannot be known: all make room.
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(name, Arc::clone(&game));
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_opened_once() {
        let games = Games::new(damier_games::open);
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
        assert!(games.kept.lock().unwrap().len() <= MOST);
    }
}
