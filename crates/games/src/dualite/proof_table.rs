//! What a proof search remembers: a fixed number of positions, each known by its whole key.
//!
//! A key is mixed in a way that can be undone; some of its bits then choose a bucket, and the others are kept in the
//! entry. So no position is ever taken for another, and an entry is one word, which threads can share.

use std::sync::atomic::{AtomicU64, Ordering};

use damier_search::proof::{NEVER, ProofNumbers};

/// How many bits keys have: 25 cells twice, 6 classes of cells, and a bound of at most 50.
const KEY_BITS: u32 = 59;

/// How many bits of a bucket's number are not in the number of an entry.
const WAY_BITS: u32 = 2;

/// Bits of a proof number. The numbers of this game grow by less than 16 a ply.
const NUMBER_BITS: u32 = 10;

/// Bits of the measure of work.
const WORK_BITS: u32 = 4;

/// Bits of an entry that are not the key's.
const DATA_BITS: u32 = 2 * NUMBER_BITS + WORK_BITS;

/// The fewest entries, as a power of two: with fewer a key would not fit.
const LEAST_BITS: u32 = KEY_BITS + DATA_BITS - u64::BITS + WAY_BITS;

/// What stands for [`NEVER`].
const IMPOSSIBLE: u32 = (1 << NUMBER_BITS) - 1;

/// A table of a fixed size. Where a bucket is full, what took least work makes room.
pub(super) struct ProofTable {
    /// Empty ones are 0, which no entry is: one of its proof numbers is not 0.
    entries: Vec<AtomicU64>,
    bucket_bits: u32,
}

const fn low(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// Mixes a key. Each step can be undone: an odd factor, and a shift of at least half the bits.
#[inline]
const fn mixed(key: u64) -> u64 {
    let key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & low(KEY_BITS);
    let key = key ^ key >> 30;
    let key = key.wrapping_mul(0xD6E8_FEB8_6659_FD93) & low(KEY_BITS);
    key ^ key >> 30
}

impl ProofTable {
    /// The least and the most that a table takes.
    pub(super) const BYTES: [u64; 2] = [8 << LEAST_BITS, 1 << 30];

    /// Makes a table of at most so many bytes, but within [`ProofTable::BYTES`].
    pub(super) fn new(bytes: u64) -> ProofTable {
        let [least, most] = ProofTable::BYTES;
        let bits = (bytes.clamp(least, most) / 8).ilog2();
        ProofTable {
            entries: (0..1u64 << bits).map(|_| AtomicU64::new(0)).collect(),
            bucket_bits: bits - WAY_BITS,
        }
    }

    /// Returns a key's bucket, and how its entries begin.
    #[inline]
    fn place(&self, key: u64) -> (&[AtomicU64], u64) {
        let key = mixed(key);
        let bucket = ((key & low(self.bucket_bits)) << WAY_BITS) as usize;
        (&self.entries[bucket..bucket + (1 << WAY_BITS)], (key >> self.bucket_bits) << DATA_BITS)
    }

    /// Returns what is known of a position.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<ProofNumbers> {
        let (bucket, head) = self.place(key);
        let words = bucket.iter().map(|entry| entry.load(Ordering::Relaxed));
        let word =
            words.into_iter().find(|&word| word & !low(DATA_BITS) == head && word & low(DATA_BITS) != 0)?;
        let number = |at: u32| match (word >> at & low(NUMBER_BITS)) as u32 {
            IMPOSSIBLE => NEVER,
            number => number,
        };
        Some(ProofNumbers::open(number(WORK_BITS), number(WORK_BITS + NUMBER_BITS)))
    }

    /// Keeps what is known of a position after looking at so many others.
    #[inline]
    pub(super) fn keep(&self, key: u64, numbers: ProofNumbers, looked_at: u64) {
        let (bucket, head) = self.place(key);
        let work = u64::from(looked_at.max(1).ilog2() / 2).min(low(WORK_BITS));
        let pack =
            |number: u32| u64::from(if number == NEVER { IMPOSSIBLE } else { number.min(IMPOSSIBLE - 1) });
        let [win, loss] = [numbers.proof, numbers.disproof].map(pack);
        let word = head | loss << (WORK_BITS + NUMBER_BITS) | win << WORK_BITS | work;
        let worth = |entry: &&AtomicU64| match entry.load(Ordering::Relaxed) {
            old if old & !low(DATA_BITS) == head && old & low(DATA_BITS) != 0 => 0,
            0 => 1,
            old => 2 + (old & low(WORK_BITS)),
        };
        if let Some(entry) = bucket.iter().min_by_key(worth) {
            entry.store(word, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use damier_core::Rng;

    use super::*;

    #[test]
    fn mixing_can_be_undone() {
        // The inverse of an odd factor, by Newton's iteration: each step doubles the bits that are right.
        let inverse = |factor: u64| {
            (0..6).fold(factor, |x, _| x.wrapping_mul(2u64.wrapping_sub(factor.wrapping_mul(x))))
        };
        let unshift = |key: u64| key ^ key >> 30;
        let mut rng = Rng::new(1);
        for _ in 0..10_000 {
            let key = rng.bits() & low(KEY_BITS);
            let mut back = unshift(mixed(key));
            back = back.wrapping_mul(inverse(0xD6E8_FEB8_6659_FD93)) & low(KEY_BITS);
            back = unshift(back).wrapping_mul(inverse(0x9E37_79B9_7F4A_7C15)) & low(KEY_BITS);
            assert_eq!(back, key);
        }
    }

    #[test]
    fn what_is_found_is_what_was_kept_last() {
        let table = ProofTable::new(0);
        let mut kept = BTreeMap::new();
        let mut rng = Rng::new(2);
        for _ in 0..50_000 {
            let key = (rng.bits() % 30_000) << 20;
            let mut number = || 1 + rng.below(IMPOSSIBLE - 1);
            let numbers = ProofNumbers::open(number(), number());
            table.keep(key, numbers, rng.bits() % 5000);
            kept.insert(key, numbers);
        }
        // There is room for 70 times as many: five in one bucket are rare.
        let lost = kept.keys().filter(|&&key| table.find(key).is_none()).count();
        assert!(lost < 5, "{lost} of {} lost", kept.len());
        assert!(kept.iter().all(|(&key, &numbers)| table.find(key).is_none_or(|found| found == numbers)));
        for numbers in [ProofNumbers::won(0), ProofNumbers::LOST] {
            table.keep(7, numbers, 1);
            assert_eq!(table.find(7), Some(numbers));
        }
    }

    #[test]
    fn least_work_makes_room() {
        let table = ProofTable::new(0);
        let bucket = |key: &u64| mixed(*key) & low(table.bucket_bits) == 0;
        let keys: Vec<u64> = (0..).filter(bucket).take(9).collect();
        let numbers = |at: usize| ProofNumbers::open(1 + at as u32, 1);
        // The fourth took most work, the others next to none.
        for (at, &key) in keys.iter().enumerate() {
            table.keep(key, numbers(at), if at == 3 { 1 << 20 } else { 1 });
        }
        let found: Vec<usize> = (0..keys.len()).filter(|&at| table.find(keys[at]).is_some()).collect();
        assert!(found.len() == 4 && found.contains(&3) && found.contains(&8), "{found:?}");
        assert!(found.iter().all(|&at| table.find(keys[at]) == Some(numbers(at))));
    }
}
