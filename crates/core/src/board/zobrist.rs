//! Random numbers for hashing positions: the key of a position is the exclusive or of the numbers of what it holds.

use crate::rng::mix;

/// Returns the number for the `index`-th feature of a game; `salt` keeps the features of different kinds apart.
#[inline]
pub const fn feature(salt: u64, index: usize) -> u64 {
    mix(mix(salt) ^ index as u64)
}

/// Makes a table of the first `N` features, for a `static`.
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
