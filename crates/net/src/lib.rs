//! Small residual convolutional networks: no game is named here.
//!
//! A [`Net`] is read from a file of a megabyte or less and looks at many positions at once; a [`Codec`] is what a game teaches it. The sums
//! are the same to the last bit on every [`Kernel`], so that an engine plays the same moves on every machine.
#![doc = ""]
#![doc = include_str!("../README.md")]

mod codec;
mod kernels;
mod matrix;
mod net;
mod numbers;
mod weights;
mod winograd;

pub use codec::Codec;
pub use kernels::Kernel;
pub use net::{Look, Net};
pub use numbers::{chance, share_out};
pub use weights::{Architecture, NetError};
