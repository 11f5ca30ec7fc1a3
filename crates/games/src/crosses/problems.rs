//! How the problems are made.

use damier_table::{Claim, Recipe};

use super::Crosses;

/// The table of the game says that nothing else wins.
pub(super) fn recipe(leave: bool) -> Recipe<Crosses> {
    let plies: &[u32] = if leave { &[3, 5, 7] } else { &[3, 5] };
    Recipe::new(include_str!("problems.txt"), &["", "classique"], Claim::Ever, plies)
}
