//! Games small enough to be numbered.

use crate::Game;

/// A game whose positions can be numbered, so that a table can hold a value for each.
///
/// `unindex(index(p)) == Some(p)` for every position `p` that play can reach. Numbers that stand for no position give
/// `None`. With [`Indexed::SYMMETRIC`], positions that are each other's image under [`Game::transform`] may share a
/// number, and `unindex` then returns one of them.
///
/// ```
/// use damier_core::{Indexed, Side, Sticks};
///
/// let game = Sticks { count: 10 };
/// assert_eq!(game.size(), 22, "0 to 10 sticks, for two sides");
/// let index = game.index(&(7, Side::Second));
/// assert_eq!(game.unindex(index), Some((7, Side::Second)));
/// ```
pub trait Indexed: Game {
    /// Says whether positions that are images of each other share a number.
    const SYMMETRIC: bool = false;

    /// Returns how many numbers there are.
    fn size(&self) -> u64;

    /// Returns the number of a position, below [`Indexed::size`].
    fn index(&self, position: &Self::Position) -> u64;

    /// Returns the position with this number, if there is one.
    fn unindex(&self, index: u64) -> Option<Self::Position>;
}
