//! Exact solving, generic over [`Game`](damier_core::Game): no game is named here.
//!
//! A game answers the questions of its sheet in a study: a function of the game and a [`Job`] that returns a [`Study`].
//! [`solve`] works backwards from the ends of a [`Retrograde`](damier_core::Retrograde) game and leaves a [`Table`] of all
//! its positions, which [`verify`] checks, [`census`] counts and [`Tabled`] plays by.
//!
//! Nothing here reads a clock or touches a file: whoever asks gives a [`Job::stop`] and a [`Shelf`]. Threads start only
//! where [`Job::threads`] asks for more than one.
#![doc = ""]
#![doc = include_str!("../README.md")]

mod census;
mod checkpoint;
mod job;
mod parallel;
mod retrograde;
mod shortest_paths;
mod table;
mod tabled;

pub use census::{Census, census};
pub use job::{Job, NoShelf, Shelf, Study, StudyError, table_name};
pub use parallel::in_parallel;
pub use retrograde::{Contradiction, check, solve, solve_and_verify, verify};
pub use shortest_paths::{PathCounts, ShortestPaths, count_reachable};
pub use table::{ABSENT, OPEN, State, Table, TableFile, value_of};
pub use tabled::{Bytes, Oracle, Tabled, rate_moves};
