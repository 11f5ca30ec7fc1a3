//! Discs as bits: where one may play, and what a disc turns.
//!
//! Cell `row * SIZE + file` is bit number `cell`; a step in one of the eight directions is a shift by a constant. No
//! tables: rays looked up were about a tenth faster, on 8 × 8 only, and these few shifts serve every size alike.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

use damier_core::board::{Bits, zobrist};

/// A set of cells in one machine word: `u64` holds 8 × 8 cells, `u128` 10 × 10.
pub trait Word:
    Bits
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// The set of cell 0.
    const ONE: Self;

    /// Returns the lowest bits of `set`, as many as fit.
    fn cut(set: u128) -> Self;

    /// Adds as numbers, so that a bit added at the foot of a run of bits comes out behind its end.
    fn plus(self, other: Self) -> Self;

    /// Counts the cells.
    fn count(self) -> u32;

    /// As [`Bits::nth`], in a time that does not depend on the rank: random games spend much of theirs on it.
    fn select(self, rank: u32) -> usize;

    /// Hashes the set; different salts give unrelated hashes.
    fn hash(self, salt: u64) -> u64;

    /// Says whether the cell is in the set.
    #[inline]
    fn has(self, cell: usize) -> bool {
        (self >> cell as u32) & Self::ONE != Self::NONE
    }
}

/// What all integers do alike.
macro_rules! integer_basics {
    ($word:ty) => {
        const ONE: $word = 1;

        #[inline]
        fn cut(set: u128) -> $word {
            set as $word
        }

        #[inline]
        fn plus(self, other: $word) -> $word {
            self.wrapping_add(other)
        }

        #[inline]
        fn count(self) -> u32 {
            self.count_ones()
        }
    };
}

impl Word for u64 {
    integer_basics!(u64);

    #[inline]
    fn select(self, rank: u32) -> usize {
        // Without branches, for a random rank would be mispredicted. In each byte of `sums` stands how many cells the
        // bytes up to it hold; the bytes whose sum is not above the rank lie before the cell.
        const EACH: u64 = 0x0101_0101_0101_0101;
        const TOPS: u64 = EACH << 7;
        let pairs = self - ((self >> 1) & (EACH * 0x55));
        let fours = (pairs & (EACH * 0x33)) + ((pairs >> 2) & (EACH * 0x33));
        let sums = ((fours + (fours >> 4)) & (EACH * 0x0f)).wrapping_mul(EACH);
        let not_above = |sums: u64, rank: u64| (((rank * EACH) | TOPS) - sums) & TOPS;
        let count = |tops: u64| ((tops >> 7).wrapping_mul(EACH) >> 56) as u32;
        let byte = 8 * count(not_above(sums, u64::from(rank)));
        let left = u64::from(rank) - (((sums << 8) >> byte) & 0xff);
        // The same within the byte: its bits, one in each of eight bytes.
        let spread = ((self >> byte) & 0xff).wrapping_mul(EACH) & 0x8040_2010_0804_0201;
        let bits = (spread.wrapping_add(TOPS - EACH) | spread) >> 7 & EACH;
        (byte + count(not_above(bits.wrapping_mul(EACH), left))) as usize
    }

    #[inline]
    fn hash(self, salt: u64) -> u64 {
        // By halves, for `usize` has 32 bits on some machines and keys are the same on all.
        zobrist::feature(2 * salt, self as u32 as usize)
            ^ zobrist::feature(2 * salt + 1, (self >> 32) as usize)
    }
}

impl Word for u128 {
    integer_basics!(u128);

    #[inline]
    fn select(self, rank: u32) -> usize {
        let low = self as u64;
        let below = low.count_ones();
        if rank < below { low.select(rank) } else { 64 + ((self >> 64) as u64).select(rank - below) }
    }

    #[inline]
    fn hash(self, salt: u64) -> u64 {
        (self as u64).hash(2 * salt) ^ ((self >> 64) as u64).hash(2 * salt + 1)
    }
}

/// Returns the corners of a board of `size` × `size`.
pub(super) const fn corners(size: u32) -> u128 {
    1 | 1 << (size - 1) | 1 << (size * (size - 1)) | 1 << (size * size - 1)
}

/// A corner and the cells about it.
pub(super) struct NearCorner {
    pub corner: u128,
    /// The cell diagonally inside.
    pub diagonal: u128,
    /// The two cells beside it.
    pub beside: u128,
}

/// Returns the corners of a board of `size` × `size`, each with the cells about it.
pub(super) const fn near_corners(size: u32) -> [NearCorner; 4] {
    let last = size - 1;
    const fn corner(size: u32, row: u32, file: u32) -> NearCorner {
        let (row_in, file_in) = (if row == 0 { 1 } else { row - 1 }, if file == 0 { 1 } else { file - 1 });
        NearCorner {
            corner: 1 << (row * size + file),
            diagonal: 1 << (row_in * size + file_in),
            beside: 1 << (row * size + file_in) | 1 << (row_in * size + file),
        }
    }
    [corner(size, 0, 0), corner(size, 0, last), corner(size, last, 0), corner(size, last, last)]
}

/// Returns all cells but those of the first and the last file, where a sideways step might leave its row.
const fn inner(size: u32) -> u128 {
    let mut set = 0;
    let mut cell = 0;
    while cell < size * size {
        let file = cell % size;
        if file > 0 && file < size - 1 {
            set |= 1 << cell;
        }
        cell += 1;
    }
    set
}

/// Returns the cells of `through` that unbroken runs of it join to `from`, walking up by `step`.
///
/// After one step and one more, pairs of cells are crossed at once: a line holds at most `SIZE - 2` enemy discs.
#[inline(always)]
fn up<W: Word, const SIZE: u32>(from: W, through: W, step: u32) -> W {
    let mut run = through & (from << step);
    run |= through & (run << step);
    let pairs = through & (through << step);
    for _ in 0..(SIZE - 4) / 2 {
        run |= pairs & (run << (2 * step));
    }
    run
}

/// Returns the cells of `through` that unbroken runs of it join to `from`, walking down by `step`.
#[inline(always)]
fn down<W: Word, const SIZE: u32>(from: W, through: W, step: u32) -> W {
    let mut run = through & (from >> step);
    run |= through & (run >> step);
    let pairs = through & (through >> step);
    for _ in 0..(SIZE - 4) / 2 {
        run |= pairs & (run >> (2 * step));
    }
    run
}

/// Returns the free cells where `own` would turn at least one disc of `other`.
#[inline(always)]
pub(super) fn mobility<W: Word, const SIZE: u32>(own: W, other: W) -> W {
    let inner = other & W::cut(const { inner(SIZE) });
    // To the right, an addition walks along all runs at once.
    let mut ends = inner.plus(inner & (own << 1)) & !inner;
    ends |= down::<W, SIZE>(own, inner, 1) >> 1;
    ends |= up::<W, SIZE>(own, other, SIZE) << SIZE;
    ends |= down::<W, SIZE>(own, other, SIZE) >> SIZE;
    for slant in [SIZE - 1, SIZE + 1] {
        ends |= up::<W, SIZE>(own, inner, slant) << slant;
        ends |= down::<W, SIZE>(own, inner, slant) >> slant;
    }
    ends & !(own | other) & W::cut(const { u128::MAX >> (128 - SIZE * SIZE) })
}

/// Returns the discs of `other` that a disc of `own` set on the free `cell` turns.
#[inline(always)]
pub(super) fn flips<W: Word, const SIZE: u32>(cell: u32, own: W, other: W) -> W {
    let at = W::ONE << cell;
    let inner = other & W::cut(const { inner(SIZE) });
    // A run is caught if an own disc stands behind it.
    let caught = |run: W, behind: W| if behind & own == W::NONE { W::NONE } else { run };
    let above = |through: W, step: u32| {
        let run = up::<W, SIZE>(at, through, step);
        caught(run, run << step)
    };
    let below = |through: W, step: u32| {
        let run = down::<W, SIZE>(at, through, step);
        caught(run, run >> step)
    };
    let walked = inner.plus(inner & (at << 1));
    let right = caught(inner & !walked, walked);
    right
        | below(inner, 1)
        | above(other, SIZE)
        | below(other, SIZE)
        | above(inner, SIZE - 1)
        | below(inner, SIZE - 1)
        | above(inner, SIZE + 1)
        | below(inner, SIZE + 1)
}
