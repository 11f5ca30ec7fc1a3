//! How the problems are made.

use damier_table::{Claim, Recipe};

use super::Quandary;

/// The first man to arrive wins: that all four stand on their goals hardly ever happens, even in good play. Every line
/// ends, so that all other moves can be refuted.
pub(super) fn recipe() -> Recipe<Quandary> {
    Recipe::new(include_str!("problems.txt"), &["premier"], Claim::Ever, &[3, 5, 7, 9, 11])
}
