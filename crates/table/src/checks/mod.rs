//! What tests ask of every game: that its rules keep the contract of [`Game`](damier_core::Game), and that its engines
//! agree with plain minimax. The code is there with the feature `checks` only, since it makes builds longer.

#[cfg(feature = "checks")]
pub(crate) mod contract;
#[cfg(feature = "checks")]
mod setup;
#[cfg(feature = "checks")]
pub(crate) mod soundness;

use damier_core::Rng;
use thiserror::Error;

use crate::Spec;

/// What a check found wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{spec}: {position}: {what}")]
pub struct CheckFailure {
    /// The game and variant.
    pub spec: Spec,
    /// The position in which it is wrong.
    pub position: String,
    /// The clause of the contract that is broken, or the engine that errs.
    pub what: String,
}

/// What tests ask of a game.
pub trait Checks {
    /// Plays a random game of at most `plies` and checks the contract of [`Game`](damier_core::Game) at every position of
    /// it. Where positions have thousands of moves, the game is shorter.
    ///
    /// # Errors
    /// Says which clause is broken, and in which position.
    fn contract(&self, rng: &mut Rng, plies: u32) -> Result<(), CheckFailure>;

    /// Plays a random game and compares, at positions of it, every engine with plain minimax of about so many leaves.
    ///
    /// # Errors
    /// Says which engine is wrong, and in which position.
    fn search(&self, rng: &mut Rng, leaves: u64) -> Result<(), CheckFailure>;
}

#[cfg(feature = "checks")]
impl<G: damier_core::Game> crate::Kit<G> {
    fn failure(&self, position: &G::Position, what: String) -> CheckFailure {
        CheckFailure { spec: self.spec.clone(), position: self.game.position_text(position), what }
    }
}
