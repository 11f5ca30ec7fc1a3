//! What the threads of a search of a small board remember together.
//!
//! A position is a number below 3 ^ 36, which 58 bits hold. They are mixed by steps that can be undone; some of the mixed
//! bits choose the place, and the others are kept there whole. So no two positions are ever taken for each other, and an
//! entry is one word, which threads read and write without waiting for each other.

use std::sync::atomic::{AtomicU64, Ordering};

use damier_core::board::ternary;

use super::super::memory::{BoundsMemory, KnownBounds, NO_CELL};
use super::MOST;

const CODE_BITS: u32 = 58;
const CODES: u64 = (1 << CODE_BITS) - 1;
/// Bounds, a move and a cost.
const DATA_BITS: u32 = 7 + 7 + 6 + 5;
/// So many entries share a line of the cache.
const WAYS: usize = 8;
/// With fewer places an entry would not fit in a word.
const LEAST_BITS: u32 = CODE_BITS + DATA_BITS - 64;
/// Stands for [`NO_CELL`] in six bits.
const NO_CELL_PACKED: u64 = 63;

/// Packs what is known, but for the move that was best before. The word is never 0.
fn pack(known: KnownBounds) -> u64 {
    // One more than necessary, so that no entry is 0.
    let [lower, upper] = [known.lower, known.upper].map(|bound| (bound + MOST + 1) as u64);
    let best = u64::from(known.best[0]).min(NO_CELL_PACKED);
    lower | upper << 7 | best << 14 | u64::from(known.cost.min(31)) << 20
}

fn unpack(word: u64) -> KnownBounds {
    let bound = |word: u64| (word & 127) as i32 - MOST - 1;
    let best = word >> 14 & 63;
    let best = if best == NO_CELL_PACKED { NO_CELL } else { best as u8 };
    KnownBounds::new([bound(word), bound(word >> 7)], best, (word >> 20 & 31) as u8)
}

/// The sum of powers of three that twelve bits stand for.
static THREES: [u32; 4096] = ternary();

#[derive(Debug)]
#[repr(align(64))]
struct Bucket([AtomicU64; WAYS]);

/// A hash table of bounds that threads share.
#[derive(Debug)]
pub(super) struct SharedBounds {
    buckets: Vec<Bucket>,
    /// The logarithm of their number.
    bits: u32,
}

impl SharedBounds {
    /// Returns the bytes of a table of at most `bytes`, or of the least one there is.
    pub(super) fn fitting(bytes: u64) -> u64 {
        (1 << (bytes.max(1) / 64).max(1).ilog2().clamp(LEAST_BITS, 32)) * 64
    }

    /// Makes a table of at most `bytes`, or the least one there is.
    pub(super) fn new(bytes: u64) -> SharedBounds {
        let count = SharedBounds::fitting(bytes) / 64;
        let empty = || Bucket([const { AtomicU64::new(0) }; WAYS]);
        SharedBounds { buckets: (0..count).map(|_| empty()).collect(), bits: count.ilog2() }
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
}

impl BoundsMemory for &SharedBounds {
    /// Returns the mixed number of a position: different positions have different ones.
    #[inline]
    fn code(own: u64, other: u64) -> u64 {
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

    #[inline]
    fn get(&self, code: u64) -> Option<KnownBounds> {
        let (bucket, rest) = self.place(code);
        let entries = bucket.0.iter().map(|entry| entry.load(Ordering::Relaxed));
        entries.into_iter().find(|&entry| self.is(entry, rest)).map(unpack)
    }

    #[inline]
    fn put(&mut self, code: u64, new: KnownBounds) {
        let (bucket, rest) = self.place(code);
        let mut worst = (u32::MAX, 0);
        for (way, entry) in bucket.0.iter().enumerate() {
            let held = entry.load(Ordering::Relaxed);
            if self.is(held, rest) {
                entry.store(rest | pack(unpack(held).and(new)), Ordering::Relaxed);
                return;
            }
            // Free places go first, then the cheap ones.
            let worth = if held == 0 { 0 } else { 1 + u32::from(unpack(held).cost) };
            if worth < worst.0 {
                worst = (worth, way);
            }
        }
        bucket.0[worst.1].store(rest | pack(new), Ordering::Relaxed);
    }
}
