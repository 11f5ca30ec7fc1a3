//! What the tests share. A dev-dependency only.
//!
//! [`suite!`] is the conformance suite, a test of each check that every game must pass; [`tables`] reads the tables in the
//! games' folders and the test vectors, and checks each row; [`conformance`] plays random sessions of a game and checks what
//! every game promises; [`junk`] feeds parsers and sessions with anything; [`play`] has short ways to a session; [`answers`]
//! solves games anew; [`retrograde`] checks games that are solved from their ends; [`shelf`] keeps in memory what work leaves.

pub mod answers;
pub mod conformance;
pub mod junk;
pub mod play;
pub mod retrograde;
pub mod shelf;
pub mod suite;
pub mod tables;

use damier_table::{AnyGame, Checks};

/// Returns what tests ask of a game.
fn checks(game: &dyn AnyGame) -> &dyn Checks {
    game.checks().expect("this crate asks for the feature `checks`")
}

/// Says whether the long checks are to be run too, as `./test --deep` does.
pub fn deep() -> bool {
    std::env::var_os("DAMIER_DEEP").is_some_and(|value| value == "1")
}
