//! How the problems are made.

use damier_table::{Claim, Recipe};

use super::Dulu;

/// The last stones: Blue's last, Red's last two.
pub(super) fn recipe() -> Recipe<Dulu> {
    Recipe::new(include_str!("problems.txt"), &[""], Claim::Ever, &[2, 3])
}
