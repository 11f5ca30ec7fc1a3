//! How the problems are made.

use damier_table::{Claim, Recipe};

use super::Dualite;

/// Wins in four moves and in six, as the sheet has them; nothing else wins.
pub(super) fn recipe() -> Recipe<Dualite> {
    Recipe::new(include_str!("problems.txt"), &[""], Claim::Ever, &[7, 11])
}
