//! What every game of Damier shares.
//!
//! [`Game`] is the one trait that rules implement; its documentation is the contract that the conformance suite
//! checks. Around it stand seats and sides, outcomes, the rules about lines of play ([`LineRules`]), a seeded random
//! generator, perft, and in [`board`] the geometry that games share. The crate has no dependency, does no input or
//! output, starts no thread and reads no clock.
#![doc = ""]
#![doc = include_str!("../README.md")]

pub mod board;
mod draft;
mod game;
mod indexed;
mod lang;
mod line_rules;
mod outcome;
pub mod perft;
mod retrograde;
mod rng;
mod seat;
mod sticks;
pub mod text;
pub mod typography;

pub use draft::{Draft, LetterGrid, Stamp, no_cell};
pub use game::{Flow, Game, Rollout};
pub use indexed::Indexed;
pub use lang::{Fault, Lang, Text};
pub use line_rules::{LineRules, Stop, Tracker};
pub use outcome::{Outcome, QUIET, REPETITION, Reason, Verdict};
pub use retrograde::Retrograde;
pub use rng::Rng;
pub use seat::{Seat, SeatInfo, Side, TWO_SEATS, WHITE_BLACK};
pub use sticks::Sticks;
