//! How the problems are made.

use damier_table::{Claim, Recipe, play_by_uct};

use super::Reversi;

/// The last moves of a game; all others are refuted to the end.
pub(super) fn recipe() -> Recipe<Reversi<u64, 8>> {
    let recipe = Recipe::new(include_str!("problems.txt"), &[""], Claim::Ever, &[7, 8, 9, 10, 11, 12]);
    Recipe { play: play_by_uct, ..recipe }
}
