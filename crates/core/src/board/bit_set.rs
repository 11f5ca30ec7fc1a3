//! Sets of cells as bits, without heap.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cell numbers below `64 * W`. `BitSet<11>` holds the largest board, 26 × 26.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitSet<const W: usize>([u64; W]);

impl<const W: usize> BitSet<W> {
    /// The empty set.
    pub const EMPTY: Self = BitSet([0; W]);
    /// How many cells the type can hold.
    pub const CAPACITY: usize = 64 * W;

    /// Makes the set of all cells below `count`.
    ///
    /// # Panics
    /// If `count` is over the capacity.
    pub const fn below(count: usize) -> Self {
        assert!(count <= Self::CAPACITY);
        let mut words = [0; W];
        let mut word = 0;
        while word < W {
            let start = word * 64;
            words[word] = if count >= start + 64 {
                u64::MAX
            } else if count > start {
                (1 << (count - start)) - 1
            } else {
                0
            };
            word += 1;
        }
        BitSet(words)
    }

    /// Makes a set from its words, lowest cells first.
    pub const fn from_words(words: [u64; W]) -> Self {
        BitSet(words)
    }

    /// Returns the words, lowest cells first.
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Says whether the cell is in the set.
    #[inline]
    pub const fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// Puts a cell in.
    #[inline]
    pub const fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// Counts the cells.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Says whether there is no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Says whether the two sets share a cell.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Returns the set without the cells of `other`.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Returns the lowest cell.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        self.0
            .iter()
            .position(|&word| word != 0)
            .map(|word| word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// Returns the highest cell.
    #[inline]
    pub fn last(&self) -> Option<usize> {
        self.0
            .iter()
            .rposition(|&word| word != 0)
            .map(|word| word * 64 + 63 - self.0[word].leading_zeros() as usize)
    }

    /// Returns the cell with `rank` lower cells in the set.
    #[inline]
    pub fn nth(&self, mut rank: u32) -> Option<usize> {
        for (index, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if rank < count {
                let mut word = word;
                for _ in 0..rank {
                    word &= word - 1;
                }
                return Some(index * 64 + word.trailing_zeros() as usize);
            }
            rank -= count;
        }
        None
    }

    /// Visits the cells in rising order.
    #[inline]
    pub fn iter(&self) -> BitSetIter<W> {
        BitSetIter { words: self.0, index: 0 }
    }
}

impl<const W: usize> Default for BitSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> std::fmt::Debug for BitSet<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<const W: usize> FromIterator<usize> for BitSet<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl<const W: usize> IntoIterator for BitSet<W> {
    type Item = usize;
    type IntoIter = BitSetIter<W>;
    fn into_iter(self) -> BitSetIter<W> {
        self.iter()
    }
}

/// Visits the cells of a [`BitSet`] in rising order.
#[derive(Clone, Debug)]
pub struct BitSetIter<const W: usize> {
    words: [u64; W],
    index: usize,
}

impl<const W: usize> Iterator for BitSetIter<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.index < W {
            let word = self.words[self.index];
            if word != 0 {
                self.words[self.index] = word & (word - 1);
                return Some(self.index * 64 + word.trailing_zeros() as usize);
            }
            self.index += 1;
        }
        None
    }
}

impl<const W: usize> BitAnd for BitSet<W> {
    type Output = Self;
    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const W: usize> BitOr for BitSet<W> {
    type Output = Self;
    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const W: usize> BitXor for BitSet<W> {
    type Output = Self;
    #[inline]
    fn bitxor(mut self, other: Self) -> Self {
        self ^= other;
        self
    }
}

impl<const W: usize> BitAndAssign for BitSet<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
    }
}

impl<const W: usize> BitOrAssign for BitSet<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }
}

impl<const W: usize> BitXorAssign for BitSet<W> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a ^= b;
        }
    }
}

impl<const W: usize> Not for BitSet<W> {
    type Output = Self;
    /// Complements every bit of the type, those beyond the board included: mask the result.
    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use std::collections::BTreeSet;

    #[test]
    fn agrees_with_a_tree_set() {
        let mut rng = Rng::new(3);
        let (mut bits, mut tree) = (BitSet::<11>::EMPTY, BTreeSet::new());
        for _ in 0..3000 {
            let cell = rng.below(676) as usize;
            if rng.below(2) == 0 {
                bits.insert(cell);
                tree.insert(cell);
            } else {
                bits.remove(cell);
                tree.remove(&cell);
            }
            assert_eq!(bits.contains(cell), tree.contains(&cell));
            assert_eq!(bits.count() as usize, tree.len());
            assert_eq!(bits.first(), tree.first().copied());
            assert_eq!(bits.last(), tree.last().copied());
            let rank = rng.below(400);
            assert_eq!(bits.nth(rank), tree.iter().nth(rank as usize).copied());
        }
        assert!(bits.iter().eq(tree.iter().copied()));
        assert!((!bits & BitSet::below(676)).iter().all(|cell| !tree.contains(&cell)));
        assert_eq!(BitSet::<11>::below(676).count(), 676);
        assert_eq!(BitSet::<2>::below(0), BitSet::EMPTY);
        assert_eq!(BitSet::<2>::below(128).count(), 128);
    }
}
