//! What one thread's search of the usual board remembers.

use super::super::memory::{BoundsMemory, KnownBounds};

/// A hash table of bounds. Positions are told apart by 64 bits, of which the place is chosen by others of the same hash.
#[derive(Debug)]
pub(super) struct EndgameBounds {
    /// A key and what is known, 0 where the place is free; [`WAYS`] of them make a bucket.
    words: Vec<u64>,
    /// Where the first bucket begins: at the beginning of a line of the cache, so that no bucket takes two.
    start: usize,
    buckets: usize,
    /// The number of the question that is asked.
    age: u8,
}

/// So many entries share a bucket: 64 bytes.
const WAYS: usize = 4;
const BUCKET: usize = 2 * WAYS;

/// Packs what is known with the number of the question in which it was used last. The word is never 0.
fn pack(known: KnownBounds, age: u8) -> u64 {
    let [first, second] = known.best;
    u64::from_le_bytes([known.lower as u8, known.upper as u8, first, second, known.cost, age, 0, 1])
}

fn unpack(word: u64) -> (KnownBounds, u8) {
    let [lower, upper, first, second, cost, age, ..] = word.to_le_bytes();
    let [lower, upper] = [lower, upper].map(|bound| i32::from(bound as i8));
    (KnownBounds { lower, upper, best: [first, second], cost }, age)
}

impl EndgameBounds {
    /// Makes a table of at most `bytes`.
    pub(super) fn new(bytes: usize) -> EndgameBounds {
        let buckets = (bytes / (8 * BUCKET)).saturating_sub(1).max(1);
        let words = vec![0u64; (buckets + 1) * BUCKET];
        let start = words.as_ptr().align_offset(64).min(BUCKET);
        EndgameBounds { words, start, buckets, age: 0 }
    }

    /// Begins a new question: what former ones left is the first to go.
    pub(super) fn begin(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
        self.age = 0;
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> usize {
        self.start + BUCKET * (((key >> 32) * self.buckets as u64) >> 32) as usize
    }
}

impl BoundsMemory for &mut EndgameBounds {
    #[inline(always)]
    fn code(own: u64, other: u64) -> u64 {
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
            ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 29
    }

    #[inline]
    fn get(&self, code: u64) -> Option<KnownBounds> {
        let at = self.bucket(code);
        let found =
            self.words[at..at + BUCKET].chunks_exact(2).find(|slot| slot[0] == code && slot[1] != 0)?;
        Some(unpack(found[1]).0)
    }

    #[inline]
    fn put(&mut self, code: u64, new: KnownBounds) {
        let at = self.bucket(code);
        let age = self.age;
        let mut worst = (usize::MAX, 0);
        let bucket = &mut self.words[at..at + BUCKET];
        for (way, slot) in bucket.chunks_exact_mut(2).enumerate() {
            let (held, held_age) = unpack(slot[1]);
            if slot[0] == code && slot[1] != 0 {
                slot[1] = pack(held.and(new), age);
                return;
            }
            // Free places go first, then those of former questions, then the cheap ones.
            let worth =
                if slot[1] == 0 { 0 } else { 1 + (usize::from(held_age == age) << 8) + held.cost as usize };
            if worth < worst.0 {
                worst = (worth, way);
            }
        }
        bucket[2 * worst.1] = code;
        bucket[2 * worst.1 + 1] = pack(new, age);
    }
}
