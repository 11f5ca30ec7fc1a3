//! What the tests share. A dev-dependency only.
//!
//! [`tables`] reads the tables in the games' folders and the test vectors, and checks each row; [`conformance`] plays
//! random sessions of a game and checks what every game promises; [`junk`] feeds parsers and sessions with anything;
//! [`play`] has short ways to a session; [`answers`] solves games anew; [`backwards`] checks games that are solved from
//! their ends; [`shelf`] keeps in memory what work leaves.

pub mod answers;
pub mod backwards;
pub mod conformance;
pub mod junk;
pub mod play;
pub mod shelf;
pub mod tables;

/// Says whether the long checks are to be run too, as `./test --deep` does.
pub fn deep() -> bool {
    std::env::var_os("DAMIER_DEEP").is_some_and(|value| value == "1")
}
