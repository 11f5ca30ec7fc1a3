//! How the problems are made.

use damier_table::{Claim, Recipe};

use super::Simultana;

/// Wins of two moves to six.
pub(super) fn recipe() -> Recipe<Simultana> {
    Recipe::new(include_str!("problems.txt"), &[""], Claim::Within, &[3, 5, 7, 9, 11])
}
