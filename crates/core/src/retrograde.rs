//! Games that can be solved backwards.

use crate::Indexed;

/// A numbered game whose positions know where they may come from, so that it can be solved from its ends.
///
/// The players alternate, and a finished game is lost for the side to move or drawn.
///
/// ```
/// use damier_core::{Retrograde, Side, Sticks};
///
/// let mut before = Vec::new();
/// Sticks { count: 10 }.each_before(&(8, Side::Second), &mut |position| before.push(*position));
/// assert_eq!(before, [(9, Side::First), (10, Side::First)]);
/// ```
pub trait Retrograde: Indexed {
    /// Calls `visit` with every position, not finished, from which one legal move leads to this one. The same one may come
    /// more than once.
    fn each_before(&self, position: &Self::Position, visit: &mut impl FnMut(&Self::Position));

    /// Calls `visit` with every number that [`Indexed::unindex`] takes to the position or to an image of it. That is one
    /// number, unless a symmetric game numbers positions that are each other's image more than once; a number may come
    /// more than once.
    fn each_index(&self, position: &Self::Position, visit: &mut impl FnMut(u64)) {
        visit(self.index(position));
    }

    /// Returns how many positions share the position's number, images of each other: what it counts for in a census.
    fn weight(&self, position: &Self::Position) -> u64 {
        let _ = position;
        1
    }
}
