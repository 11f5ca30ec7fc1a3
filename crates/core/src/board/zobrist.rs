//! Random numbers for hashing positions: the key of a position is the exclusive or of the numbers of what it holds.
//!
//! A *salt* chooses the numbers. Keys of different games are never compared, so that any salt will do for a game that has one
//! kind of feature, and more kinds need salts that differ among themselves. By custom a game takes its place in the
//! catalogue, counted from 1 (Agon 2, Hex 6), and makes the salts of further kinds from it (107 beside 7).

use crate::rng::mix;

/// Returns the number for the `index`-th feature of the kind that `salt` stands for.
#[inline]
pub const fn feature(salt: u64, index: usize) -> u64 {
    mix(mix(salt) ^ index as u64)
}

/// Makes a table of the numbers of the first `N` features, for a `static`.
pub const fn table<const N: usize>(salt: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = feature(salt, index);
        index += 1;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_differ_and_are_pinned() {
        let mut numbers: Vec<u64> = (0..4u64).flat_map(table::<700>).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 2800);
        // splitmix64 of its own first output for state 0: keys must never change, records and tables hold them.
        assert_eq!(feature(0, 0), mix(0xe220_a839_7b1d_cdaf));
    }
}
