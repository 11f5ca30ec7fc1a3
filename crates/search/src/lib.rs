//! Engines, generic over [`Game`](damier_core::Game): no game is named here.
//!
//! [`AlphaBeta`] needs a game's [`Knowledge`], most simply a weighted sum of [`Features`]; [`MonteCarlo`] can do with
//! nothing ([`Uniform`]) or take [`Playouts`]; [`proof`] asks only whether the side to move can win. All of them compare
//! sides and never assume that players alternate; all of them see the rules about lines of play along their own
//! [`Path`]. They read no clock: whoever asks gives a [`Limits::stop`]. They start threads only where
//! [`Limits::threads`] asks for more than one.
#![doc = ""]
#![doc = include_str!("../README.md")]

mod alphabeta;
mod exact;
mod knowledge;
mod limits;
mod mate;
mod mcts;
mod node;
mod path;
pub mod plain;
pub mod proof;
mod root;
mod solitaire;
mod thought;
mod transposition;
mod tree;
mod value;

pub use alphabeta::{AlphaBeta, UNTRIED, add_unoffered};
pub use exact::{Exact, Solution};
pub use knowledge::{Amaf, Coverage, Features, Knowledge, Linear, MoveHints, Playouts, Uniform, expected};
pub use limits::{Budget, Limits};
pub use mate::{FOREVER, Insight, Lead, Mate};
pub use mcts::{MonteCarlo, Settings};
pub use path::{Halt, Path};
pub use solitaire::Solitaire;
pub use thought::{Mind, Rated, Thought};
pub use value::{
    ESTIMATE, INFINITE, MAX_PLY, Score, Value, WIN, estimate, expectation, is_decided, score_of,
};
