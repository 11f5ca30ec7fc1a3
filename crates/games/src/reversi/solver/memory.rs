//! What a search remembers of a position.

/// No cell, where a best move is named.
pub(super) const NO_CELL: u8 = 64;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownBounds {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// The best move and the one that was best before, or [`NO_CELL`].
    pub best: [u8; 2],
    /// The logarithm of the nodes that it took.
    pub cost: u8,
}

impl KnownBounds {
    /// Nothing at all.
    pub(super) const NOTHING: KnownBounds = KnownBounds::new([-64, 64], NO_CELL, 0);

    /// Says that a score is within bounds, with the best move and what it cost to know.
    pub(super) const fn new([lower, upper]: [i32; 2], best: u8, cost: u8) -> KnownBounds {
        KnownBounds { lower, upper, best: [best, NO_CELL], cost }
    }

    /// Returns the bound that says whether the score is more than `alpha`, if there is one.
    #[inline]
    pub(super) fn decides(&self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }

    /// Returns what is known when something new is.
    #[inline]
    pub(super) fn and(self, new: KnownBounds) -> KnownBounds {
        let best = new.best[0];
        KnownBounds {
            lower: self.lower.max(new.lower),
            upper: self.upper.min(new.upper),
            best: if best == NO_CELL || best == self.best[0] { self.best } else { [best, self.best[0]] },
            cost: self.cost.max(new.cost),
        }
    }
}

/// A table of what is known of positions. Those that took more to find out stay longer.
pub(super) trait BoundsMemory {
    /// Returns the number under which a position is remembered.
    fn code(own: u64, other: u64) -> u64;

    /// Returns what is known of the position with this code.
    fn get(&self, code: u64) -> Option<KnownBounds>;

    /// Remembers something of the position with this code, beside what is known already.
    fn put(&mut self, code: u64, new: KnownBounds);
}
