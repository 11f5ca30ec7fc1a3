//! Exact solving, generic over [`Game`](damier_core::Game): no game is named here.
//!
//! A game answers the questions of its sheet in a study: a function of the game and a [`Job`] that returns a [`Study`].
//! It reads no clock and touches no file: whoever asks gives a [`Job::stop`] and a [`Shelf`]. It starts threads only where
//! [`Job::threads`] asks for more than one.

mod job;
mod parallel;

pub use job::{Halt, Job, NoShelf, Shelf, Study};
pub use parallel::in_parallel;
