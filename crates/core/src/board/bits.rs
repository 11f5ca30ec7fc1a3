//! Sets of cells as the bits of one integer.

/// A set of cells in an integer, for boards so small that they need no [`BitSet`](super::BitSet).
///
/// ```
/// use damier_core::board::Bits;
///
/// let men = 0b1001_0010_u16;
/// assert_eq!(men.cells().collect::<Vec<_>>(), [1, 4, 7]);
/// assert_eq!(men.nth(2), 7);
///
/// let mut left = men;
/// assert_eq!(left.take_lowest(), 1);
/// assert_eq!(left, 0b1001_0000);
/// ```
pub trait Bits: Copy + Eq {
    /// The set without cells.
    const NONE: Self;

    /// Takes the lowest cell out and returns it. The set must not be empty; else it stays so, and the number of bits of
    /// the type comes back.
    fn take_lowest(&mut self) -> usize;

    /// Returns the cell with `rank` lower cells in the set. The set must have more than `rank` cells; else the number of
    /// bits of the type comes back.
    fn nth(self, rank: u32) -> usize;

    /// Visits the cells in rising order.
    #[inline]
    fn cells(self) -> Ones<Self> {
        Ones(self)
    }
}

macro_rules! impl_bits {
    ($($word:ty),*) => {$(
        impl Bits for $word {
            const NONE: $word = 0;

            #[inline]
            fn take_lowest(&mut self) -> usize {
                let cell = self.trailing_zeros() as usize;
                *self &= self.wrapping_sub(1);
                cell
            }

            #[inline]
            fn nth(mut self, rank: u32) -> usize {
                for _ in 0..rank {
                    self &= self.wrapping_sub(1);
                }
                self.trailing_zeros() as usize
            }
        }
    )*};
}

impl_bits!(u8, u16, u32, u64);

impl Bits for u128 {
    const NONE: u128 = 0;

    #[inline]
    fn take_lowest(&mut self) -> usize {
        let cell = self.trailing_zeros() as usize;
        *self &= self.wrapping_sub(1);
        cell
    }

    #[inline]
    fn nth(self, rank: u32) -> usize {
        // One half after the other: steps within 64 bits are cheaper than within 128.
        let (low, high) = (self as u64, (self >> 64) as u64);
        let below = low.count_ones();
        if rank < below { low.nth(rank) } else { 64 + high.nth(rank - below) }
    }
}

/// Visits the cells of [`Bits`] in rising order.
#[derive(Clone, Copy, Debug)]
pub struct Ones<B>(B);

impl<B: Bits> Iterator for Ones<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == B::NONE { None } else { Some(self.0.take_lowest()) }
    }
}

/// Returns for each set of a few cells the number whose digits in base three are 1 where the set has a cell and 0
/// elsewhere: sets of two kinds of pieces are told apart by one such number and twice another.
///
/// ```
/// use damier_core::board::ternary;
///
/// assert_eq!(ternary::<8>(), [0, 1, 3, 4, 9, 10, 12, 13]);
/// ```
pub const fn ternary<const SETS: usize>() -> [u32; SETS] {
    let mut numbers = [0; SETS];
    let mut set = 1;
    while set < SETS {
        // The number without its lowest digit stands for a third.
        numbers[set] = 3 * numbers[set >> 1] + (set & 1) as u32;
        set += 1;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::board::BitSet;

    /// Compares a set with one of the same cells that is known to be right.
    fn check(bits: impl Bits, known: BitSet<2>, width: usize) {
        assert!(bits.cells().eq(known.iter()));
        for rank in 0..known.count() + 2 {
            assert_eq!(bits.nth(rank), known.nth(rank).unwrap_or(width), "rank {rank} of {known:?}");
        }
        let mut left = bits;
        assert_eq!(left.take_lowest(), known.first().unwrap_or(width));
        assert!(left.cells().eq(known.iter().skip(1)));
    }

    #[test]
    fn integers_agree_with_bit_sets() {
        let mut rng = Rng::new(8);
        for density in 0..64 {
            // Sparse sets and full ones.
            let mut word = || (0..density % 6).fold(rng.bits(), |word, _| word & rng.bits());
            let (low, high) = (word(), word());
            let low = if density > 60 { u64::MAX } else { low };
            check(low as u8, BitSet::from_words([low & 0xff, 0]), 8);
            check(low as u16, BitSet::from_words([low & 0xffff, 0]), 16);
            check(low as u32, BitSet::from_words([low & 0xffff_ffff, 0]), 32);
            check(low, BitSet::from_words([low, 0]), 64);
            check(u128::from(high) << 64 | u128::from(low), BitSet::from_words([low, high]), 128);
        }
        check(0u16, BitSet::EMPTY, 16);
        check(0u128, BitSet::EMPTY, 128);
    }
}
