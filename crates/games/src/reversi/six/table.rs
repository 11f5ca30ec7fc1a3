//! What the threads of a solver remember together: bounds and best moves.
//!
//! A position is a number below 3 ^ 36, which 58 bits hold. They are mixed by steps that can be undone; some of the mixed
//! bits choose the place, and the others are kept there whole. So no two positions are ever taken for each other, and an
//! entry is one word, which threads read and write without waiting for each other.

use std::sync::atomic::{AtomicU64, Ordering};

/// No move.
pub(super) const NONE: u8 = 63;
/// The least and the greatest score.
pub(super) const MOST: i32 = 36;

const CODE_BITS: u32 = 58;
const CODES: u64 = (1 << CODE_BITS) - 1;
/// Bounds, a move and a cost.
const DATA_BITS: u32 = 7 + 7 + 6 + 5;
/// So many entries share a line of the cache.
const WAYS: usize = 8;
/// With fewer places an entry would not fit in a word.
const LEAST_BITS: u32 = CODE_BITS + DATA_BITS - 64;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// The best move, or [`NONE`].
    pub best: u8,
    /// The logarithm of the nodes that it took.
    pub cost: u8,
}

impl Known {
    /// Nothing at all.
    pub(super) const NOTHING: Known = Known { lower: -MOST, upper: MOST, best: NONE, cost: 0 };

    fn pack(self) -> u64 {
        // One more than necessary, so that no entry is 0.
        let [lower, upper] = [self.lower, self.upper].map(|bound| (bound + MOST + 1) as u64);
        lower | upper << 7 | u64::from(self.best) << 14 | u64::from(self.cost.min(31)) << 20
    }

    fn unpack(word: u64) -> Known {
        let bound = |word: u64| (word & 127) as i32 - MOST - 1;
        Known {
            lower: bound(word),
            upper: bound(word >> 7),
            best: (word >> 14 & 63) as u8,
            cost: (word >> 20 & 31) as u8,
        }
    }
}

/// The sum of powers of three that twelve bits stand for.
static THREES: [u32; 4096] = {
    let mut sums = [0; 4096];
    let mut set: usize = 1;
    while set < 4096 {
        let rest = set & (set - 1);
        sums[set] = sums[rest] + 3u32.pow(set.trailing_zeros());
        set += 1;
    }
    sums
};

/// Returns the mixed number of a position: different positions have different ones.
#[inline]
pub(super) fn code(own: u64, other: u64) -> u64 {
    const TWELVE: u64 = 3u64.pow(12);
    let threes = |set: u64| u64::from(THREES[set as usize & 4095]);
    let number = |set: u64| threes(set) + TWELVE * (threes(set >> 12) + TWELVE * threes(set >> 24));
    let mut code = number(own) + 2 * number(other);
    // A shift that is added to itself and a product with an odd number lose nothing.
    code ^= code >> 29;
    code = code.wrapping_mul(0x9e37_79b9_7f4a_7c15) & CODES;
    code ^= code >> 31;
    code = code.wrapping_mul(0xc2b2_ae3d_27d4_eb4f) & CODES;
    code ^ code >> 29
}

#[derive(Debug)]
#[repr(align(64))]
struct Bucket([AtomicU64; WAYS]);

/// A hash table that threads share.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The logarithm of their number.
    bits: u32,
}

impl Table {
    /// Returns the bytes of a table of at most `bytes`, or of the least one there is.
    pub(super) fn fitting(bytes: u64) -> u64 {
        (1 << (bytes.max(1) / 64).max(1).ilog2().clamp(LEAST_BITS, 32)) * 64
    }

    /// Makes a table of at most `bytes`, or the least one there is.
    pub(super) fn new(bytes: u64) -> Table {
        let count = Table::fitting(bytes) / 64;
        let empty = || Bucket([const { AtomicU64::new(0) }; WAYS]);
        Table { buckets: (0..count).map(|_| empty()).collect(), bits: count.ilog2() }
    }

    /// Returns the bucket of a code, and its other bits where an entry keeps them.
    #[inline(always)]
    fn place(&self, code: u64) -> (&Bucket, u64) {
        let kept = CODE_BITS - self.bits;
        (&self.buckets[(code >> kept) as usize], code << (64 - kept))
    }

    #[inline(always)]
    fn is(&self, entry: u64, rest: u64) -> bool {
        entry != 0 && (entry ^ rest) >> (64 + self.bits - CODE_BITS) == 0
    }

    /// Returns what is known of the position with this code.
    #[inline]
    pub(super) fn get(&self, code: u64) -> Option<Known> {
        let (bucket, rest) = self.place(code);
        let entries = bucket.0.iter().map(|entry| entry.load(Ordering::Relaxed));
        entries.into_iter().find(|&entry| self.is(entry, rest)).map(Known::unpack)
    }

    /// Remembers that a score is within bounds, with the best move and what it cost to know.
    #[inline]
    pub(super) fn put(&self, code: u64, new: Known) {
        let (bucket, rest) = self.place(code);
        let mut worst = (u32::MAX, 0);
        for (way, entry) in bucket.0.iter().enumerate() {
            let held = entry.load(Ordering::Relaxed);
            if self.is(held, rest) {
                let held = Known::unpack(held);
                let both = Known {
                    lower: held.lower.max(new.lower),
                    upper: held.upper.min(new.upper),
                    best: if new.best == NONE { held.best } else { new.best },
                    cost: held.cost.max(new.cost),
                };
                entry.store(rest | both.pack(), Ordering::Relaxed);
                return;
            }
            let worth = if held == 0 { 0 } else { 1 + u32::from(Known::unpack(held).cost) };
            if worth < worst.0 {
                worst = (worth, way);
            }
        }
        bucket.0[worst.1].store(rest | new.pack(), Ordering::Relaxed);
    }
}
