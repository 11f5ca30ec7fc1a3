//! The transposition table: shared by threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Score, WIN, is_decided};

/// The depth of what is proven whatever the depth.
pub const SOLID: u8 = u8::MAX;

/// How a stored score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is no less.
    Lower = 1,
    /// It is no more.
    Upper = 2,
    /// It is the score.
    Exact = 3,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TranspositionEntry {
    /// The score, with wins counted from this position.
    pub score: Score,
    /// The depth that was searched, or [`SOLID`].
    pub depth: u8,
    /// What the score is.
    pub bound: Bound,
    /// The number of the best move in the order of generation, if there was one.
    pub best: Option<u16>,
}

/// One slot: the key mixed with the data, and the data. A torn write gives a key that fits nothing.
type Slot = [AtomicU64; 2];

/// A transposition table. When it is full, shallow and old entries give way.
pub struct TranspositionTable {
    slots: Vec<Slot>,
    age: u8,
}

const WAYS: usize = 4;
const AGES: u8 = 64;

impl TranspositionTable {
    /// Makes an empty table of about so many entries, 16 bytes each; of 0, one that remembers nothing.
    pub fn new(entries: usize) -> TranspositionTable {
        let count = if entries == 0 { 0 } else { entries.next_power_of_two().max(WAYS) };
        // The system gives zeroed memory page by page, as it is used: to write it first would take tens of milliseconds.
        TranspositionTable { slots: bytemuck::zeroed_vec(count), age: 0 }
    }

    /// Returns how many entries it can hold.
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// Begins a new search: what former ones left gives way first.
    pub fn begin_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for word in self.slots.iter_mut().flatten() {
            *word.get_mut() = 0;
        }
        self.age = 0;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        if self.slots.is_empty() {
            return &[];
        }
        let first = (key as usize & (self.slots.len() - 1)) & !(WAYS - 1);
        &self.slots[first..first + WAYS]
    }

    /// Returns what is known of a position, `ply` plies after the root.
    #[inline]
    pub fn get(&self, key: u64, ply: usize) -> Option<TranspositionEntry> {
        self.bucket(key).iter().find_map(|[mixed, data]| {
            let data = data.load(Ordering::Relaxed);
            let fits = data != 0 && mixed.load(Ordering::Relaxed) ^ data == key;
            fits.then(|| unpack(data, ply))
        })
    }

    /// Remembers a position, `ply` plies after the root.
    #[inline]
    pub fn put(&self, key: u64, entry: TranspositionEntry, ply: usize) {
        let mut data = pack(entry, self.age, ply);
        let (mut chosen, mut least) = (0, i32::MAX);
        let bucket = self.bucket(key);
        for (at, [mixed, there]) in bucket.iter().enumerate() {
            let there = there.load(Ordering::Relaxed);
            if there != 0 && mixed.load(Ordering::Relaxed) ^ there == key {
                let proven = depth_of(there) == SOLID && entry.depth != SOLID;
                if proven && entry.bound != Bound::Exact {
                    return;
                }
                if entry.best.is_none() {
                    data |= there & (0xffff << 16);
                }
                chosen = at;
                break;
            }
            let older = age_of(there) != self.age;
            let worth = if there == 0 { -1000 } else { i32::from(depth_of(there)) - 300 * i32::from(older) };
            if worth < least {
                (chosen, least) = (at, worth);
            }
        }
        if let Some([mixed, there]) = bucket.get(chosen) {
            mixed.store(key ^ data, Ordering::Relaxed);
            there.store(data, Ordering::Relaxed);
        }
    }
}

/// Bits 0–15 score, 16–31 move + 1, 32–39 depth, 40–41 bound, 42–47 age.
fn pack(entry: TranspositionEntry, age: u8, ply: usize) -> u64 {
    let score = match entry.score {
        score if !is_decided(score) => score,
        score if score > 0 => (score + ply as Score).min(WIN),
        score => (score - ply as Score).max(-WIN),
    };
    u64::from(score as i16 as u16)
        | u64::from(entry.best.map_or(0, |best| best.saturating_add(1))) << 16
        | u64::from(entry.depth) << 32
        | (entry.bound as u64) << 40
        | u64::from(age) << 42
}

fn depth_of(data: u64) -> u8 {
    (data >> 32) as u8
}

fn age_of(data: u64) -> u8 {
    (data >> 42) as u8 % AGES
}

fn unpack(data: u64, ply: usize) -> TranspositionEntry {
    let score = match Score::from(data as u16 as i16) {
        score if !is_decided(score) => score,
        score if score > 0 => score - ply as Score,
        score => score + ply as Score,
    };
    let bound = match data >> 40 & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        _ => Bound::Exact,
    };
    TranspositionEntry { score, depth: depth_of(data), bound, best: ((data >> 16) as u16).checked_sub(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: u8) -> TranspositionEntry {
        TranspositionEntry { score, depth, bound: Bound::Lower, best: Some(7) }
    }

    #[test]
    fn what_is_put_comes_back() {
        let table = TranspositionTable::new(1024);
        for (at, score) in [-30_000, -9_999, -1, 0, 1, 10_000, 29_990].into_iter().enumerate() {
            let key = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(at as u64 + 1);
            assert_eq!(table.get(key, 0), None);
            table.put(key, entry(score, 3), 0);
            assert_eq!(table.get(key, 0), Some(entry(score, 3)));
        }
        let none = TranspositionEntry { best: None, bound: Bound::Exact, ..entry(0, 0) };
        table.put(1, none, 0);
        assert_eq!(table.get(1, 0), Some(none));
    }

    #[test]
    fn wins_are_counted_from_the_position_itself() {
        // A win found 3 plies from a node at ply 4, met again at ply 10, is 13 plies from the root.
        let table = TranspositionTable::new(64);
        table.put(5, entry(WIN - 7, 9), 4);
        assert_eq!(table.get(5, 10).map(|entry| entry.score), Some(WIN - 13));
        table.put(6, entry(7 - WIN, 9), 4);
        assert_eq!(table.get(6, 10).map(|entry| entry.score), Some(13 - WIN));
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_and_new_ones_old_ones() {
        let mut table = TranspositionTable::new(WAYS);
        for key in 1..=WAYS as u64 {
            table.put(key, entry(0, key as u8), 0);
        }
        table.put(9, entry(0, 1), 0);
        assert!(table.get(1, 0).is_none() && table.get(WAYS as u64, 0).is_some());
        table.begin_search();
        table.put(10, entry(0, 1), 0);
        table.put(11, entry(0, 1), 0);
        assert!(table.get(10, 0).is_some() && table.get(11, 0).is_some());
    }
}
