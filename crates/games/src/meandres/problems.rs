//! How the problems are made.

use damier_table::{Claim, Recipe};

use super::Meandres;

/// Wins of two moves to five.
pub(super) fn recipe() -> Recipe<Meandres> {
    Recipe::new(include_str!("problems.txt"), &[""], Claim::Within, &[3, 5, 7, 9])
}
