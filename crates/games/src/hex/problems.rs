//! How the problems are made.

use damier_table::{Claim, Recipe, play_by_uct};

use super::Hex;

/// Boards so small that all other moves can be refuted to the end.
pub(super) fn recipe<const W: usize>() -> Recipe<Hex<W>> {
    let variants = &["size=5", "size=6"];
    let recipe = Recipe::new(include_str!("problems.txt"), variants, Claim::Ever, &[5, 7, 9]);
    Recipe { play: play_by_uct, ..recipe }
}
