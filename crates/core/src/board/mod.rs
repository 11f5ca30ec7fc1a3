//! The geometry that games share. Every board numbers its cells from 0 and names them as docs/rules.md does.

mod bit_set;
mod bits;
mod graph;
mod hexagon;
mod rhombus;
mod square;
mod symmetry;
pub mod zobrist;

pub use bit_set::BitSet;
pub use bits::{Bits, Ones, ternary};
pub use graph::Graph;
pub use hexagon::Hexagon;
pub use rhombus::Rhombus;
pub use square::{Origin, Square};
pub use symmetry::Symmetries;

/// Reads a number in `1..=max` written without sign or leading zero.
pub(crate) fn read_number(digits: &str, max: usize) -> Option<usize> {
    let plain =
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let number = plain.then(|| digits.parse::<usize>().ok()).flatten()?;
    (number <= max).then_some(number)
}
