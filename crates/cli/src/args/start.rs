//! From arguments to a position.

use clap::Args;
use damier_core::{Fault, Rng};
use damier_table::{AnyGame, Session, Spec};

use super::read;

/// Where to start, in a game that is known.
#[derive(Args, Debug)]
pub struct StartArgs {
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    #[arg(long, value_name = "N", value_parser = read::seed, allow_negative_numbers = true)]
    #[arg(default_value = "0", hide_default_value = true)]
    pub seed: u64,
}

impl StartArgs {
    /// Opens the game at the position, without the moves.
    pub fn open(&self, game: &dyn AnyGame) -> Result<Box<dyn Session>, Fault> {
        game.open_line(self.position.as_deref(), [], &mut Rng::new(self.seed))
    }

    /// Returns the moves.
    pub fn words(&self) -> Vec<&str> {
        self.moves.as_deref().unwrap_or_default().split_ascii_whitespace().collect()
    }

    /// Opens the game at the position and plays the moves.
    pub fn session(&self, spec: &Spec) -> Result<Box<dyn Session>, Fault> {
        self.resume(&*damier_games::open(spec)?)
    }

    /// Opens a session of a game at the position and plays the moves.
    pub fn resume(&self, game: &dyn AnyGame) -> Result<Box<dyn Session>, Fault> {
        game.open_line(self.position.as_deref(), self.words(), &mut Rng::new(self.seed))
    }
}
