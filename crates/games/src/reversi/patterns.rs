//! The shapes that the evaluation looks at on the usual board: edges, corners, lines, and how many moves there are.
//!
//! A shape is read the same way wherever it occurs, by turning the whole board; so one table serves all its places. Each
//! cell is a digit: 0 free, 1 the side to move's, 2 the other's.

use damier_core::board::ternary;

/// How many features a position has: one entry each of some table.
pub(super) const FEATURES: usize = 49;
/// How many moves are told apart.
pub(super) const MOBILITIES: usize = 24;

/// A kind of shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShapeKind {
    /// An edge with the two cells diagonally inside its corners.
    Edge,
    /// Five cells of an edge from a corner, and the five beside them.
    Block,
    /// The nine cells of a corner.
    Corner,
    /// A whole line of so many cells: rows two to four, and diagonals.
    Line(u32),
    /// A count: no digits.
    Count(usize),
}

/// All kinds of shapes, in the order of their tables.
pub(super) const KINDS: [ShapeKind; 14] = [
    ShapeKind::Edge,
    ShapeKind::Block,
    ShapeKind::Corner,
    ShapeKind::Line(8),
    ShapeKind::Line(8),
    ShapeKind::Line(8),
    ShapeKind::Line(8),
    ShapeKind::Line(7),
    ShapeKind::Line(6),
    ShapeKind::Line(5),
    ShapeKind::Line(4),
    ShapeKind::Count(MOBILITIES),
    ShapeKind::Count(MOBILITIES),
    ShapeKind::Count(61),
];

impl ShapeKind {
    /// Returns how many different shapes of the kind there are.
    pub(super) const fn len(self) -> usize {
        match self {
            ShapeKind::Edge | ShapeKind::Block => 59_049,
            ShapeKind::Corner => 19_683,
            ShapeKind::Line(cells) => 3usize.pow(cells),
            ShapeKind::Count(count) => count,
        }
    }

    /// Returns the number of the mirrored shape, which is worth as much.
    pub(super) fn mirrored(self, number: usize) -> usize {
        let mut digits = [0; 10];
        let mut rest = number;
        for digit in &mut digits {
            *digit = rest % 3;
            rest /= 3;
        }
        let order: &[usize] = match self {
            ShapeKind::Edge => &[7, 6, 5, 4, 3, 2, 1, 0, 9, 8],
            ShapeKind::Corner => &[0, 3, 6, 1, 4, 7, 2, 5, 8],
            ShapeKind::Line(cells) => &[7, 6, 5, 4, 3, 2, 1, 0][8 - cells as usize..],
            ShapeKind::Block | ShapeKind::Count(_) => return number,
        };
        order.iter().rev().fold(0, |sum, &at| 3 * sum + digits[at])
    }
}

/// Where each kind's table begins, and where the last one ends.
pub(super) const STARTS: [usize; KINDS.len() + 1] = {
    let mut starts = [0; KINDS.len() + 1];
    let mut kind = 0;
    while kind < KINDS.len() {
        starts[kind + 1] = starts[kind] + KINDS[kind].len();
        kind += 1;
    }
    starts
};

/// All tables together.
pub(super) const ENTRIES: usize = STARTS[KINDS.len()];

/// A set of ten cells as a number with digits 0 and 1 in base three.
static THREES: [u16; 1024] = {
    // Half as wide, since evaluations read it all the time.
    let (wide, mut threes) = (ternary::<1024>(), [0; 1024]);
    let mut set = 0;
    while set < 1024 {
        threes[set] = wide[set] as u16;
        set += 1;
    }
    threes
};

/// Reflects the board at the diagonal from the upper left corner.
#[inline(always)]
fn transposed(discs: u64) -> u64 {
    let mut moved = discs;
    let mut swap = |mask: u64, step: u32| {
        let changed = (moved ^ moved >> step) & mask;
        moved ^= changed | changed << step;
    };
    swap(0x00aa_00aa_00aa_00aa, 7);
    swap(0x0000_cccc_0000_cccc, 14);
    swap(0x0000_0000_f0f0_f0f0, 28);
    moved
}

/// Returns the eight images of the board.
#[inline(always)]
fn images(discs: u64) -> [u64; 8] {
    let four = |discs: u64| {
        let turned = discs.reverse_bits();
        [discs, discs.swap_bytes(), turned.swap_bytes(), turned]
    };
    let [a, b, c, d] = four(discs);
    let [e, f, g, h] = four(transposed(discs));
    [a, b, c, d, e, f, g, h]
}

const FILE: u64 = 0x0101_0101_0101_0101;

/// Returns the diagonal of so many cells in the upper right.
const fn slant(cells: u32) -> u64 {
    let (mut set, mut at) = (0, 0);
    while at < cells {
        set |= 1 << (9 * at + 8 - cells);
        at += 1;
    }
    set
}

/// Returns the entry of the shape whose discs `cells` gathers as bits, in the order of the digits.
#[inline(always)]
fn entry(kind: usize, own: u64, other: u64, cells: impl Fn(u64) -> u64) -> u32 {
    let number = |discs: u64| u32::from(THREES[cells(discs) as usize & 1023]);
    STARTS[kind] as u32 + number(own) + 2 * number(other)
}

/// Lists the entries that a position has in the tables, given both sides' numbers of moves.
#[inline]
pub(super) fn features(own: u64, other: u64, mobilities: [u32; 2]) -> [u32; FEATURES] {
    let (ours, theirs) = (images(own), images(other));
    let mut found = [0; FEATURES];
    for (at, image) in [0, 1, 4, 5].into_iter().enumerate() {
        let (mine, yours) = (ours[image], theirs[image]);
        found[at] = entry(0, mine, yours, |discs| discs & 0xff | discs >> 1 & 0x100 | discs >> 5 & 0x200);
        found[4 + at] = entry(3, mine, yours, |discs| discs >> 8 & 0xff);
        found[8 + at] = entry(4, mine, yours, |discs| discs >> 16 & 0xff);
        found[12 + at] = entry(5, mine, yours, |discs| discs >> 24 & 0xff);
    }
    for image in 0..8 {
        let (mine, yours) = (ours[image], theirs[image]);
        found[16 + image] = entry(1, mine, yours, |discs| discs & 0x1f | discs >> 3 & 0x3e0);
    }
    for image in 0..4 {
        let (mine, yours) = (ours[image], theirs[image]);
        found[24 + image] =
            entry(2, mine, yours, |discs| discs & 7 | discs >> 5 & 0x38 | discs >> 10 & 0x1c0);
        found[28 + image] =
            entry(7, mine, yours, |discs| (discs & const { slant(7) }).wrapping_mul(FILE) >> 57);
        found[32 + image] =
            entry(8, mine, yours, |discs| (discs & const { slant(6) }).wrapping_mul(FILE) >> 58);
        found[36 + image] =
            entry(9, mine, yours, |discs| (discs & const { slant(5) }).wrapping_mul(FILE) >> 59);
        found[40 + image] =
            entry(10, mine, yours, |discs| (discs & const { slant(4) }).wrapping_mul(FILE) >> 60);
    }
    for image in 0..2 {
        let whole = |discs: u64| (discs & const { slant(8) }).wrapping_mul(FILE) >> 56;
        found[44 + image] = entry(6, ours[image], theirs[image], whole);
    }
    let [mine, others] = mobilities.map(|count| (count as usize).min(MOBILITIES - 1));
    found[46] = (STARTS[11] + mine) as u32;
    found[47] = (STARTS[12] + others) as u32;
    found[48] = (STARTS[13] + (free(own, other) as usize).min(60)) as u32;
    found
}

/// Counts the free cells.
#[inline]
pub(super) fn free(own: u64, other: u64) -> u32 {
    (own | other).count_zeros()
}

#[cfg(test)]
mod tests {
    use damier_core::Rng;

    use super::*;

    /// Each feature's cells in the order of its digits, as rows and files, before the board is turned.
    fn cells(kind: usize) -> Vec<(usize, usize)> {
        let line = |from: (usize, usize), down: usize, count: usize| {
            (0..count).map(move |at| (from.0 + down * at, from.1 + at)).collect::<Vec<_>>()
        };
        match kind {
            0 => [line((0, 0), 0, 8), vec![(1, 1), (1, 6)]].concat(),
            1 => [line((0, 0), 0, 5), line((1, 0), 0, 5)].concat(),
            2 => [line((0, 0), 0, 3), line((1, 0), 0, 3), line((2, 0), 0, 3)].concat(),
            3..=5 => line((kind - 2, 0), 0, 8),
            _ => line((0, kind - 6), 1, 14 - kind),
        }
    }

    #[test]
    fn features_are_the_shapes_of_all_eight_images() {
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let (own, other) = (rng.bits() & rng.bits(), rng.bits() & rng.bits());
            let other = other & !own;
            let found = features(own, other, [3, 30]);
            for kind in 0..11 {
                let range = STARTS[kind] as u32..STARTS[kind + 1] as u32;
                let mut seen: Vec<usize> = found
                    .iter()
                    .filter(|&at| range.contains(at))
                    .map(|&at| at as usize - STARTS[kind])
                    .collect();
                let shape = KINDS[kind];
                let mut wanted: Vec<usize> = (0..8)
                    .map(|image| {
                        cells(kind).into_iter().rev().fold(0, |sum, (row, file)| {
                            let (row, file) = if image & 1 == 1 { (7 - row, file) } else { (row, file) };
                            let (row, file) = if image & 2 == 2 { (row, 7 - file) } else { (row, file) };
                            let (row, file) = if image & 4 == 4 { (file, row) } else { (row, file) };
                            let cell = row * 8 + file;
                            3 * sum + (own >> cell & 1) as usize + 2 * (other >> cell & 1) as usize
                        })
                    })
                    .map(|number| number.min(shape.mirrored(number)))
                    .collect();
                for number in &mut seen {
                    *number = (*number).min(shape.mirrored(*number));
                }
                // Images that a shape's own mirror makes alike are read once.
                let often = wanted.len() / seen.len();
                let mut all: Vec<usize> = seen.iter().flat_map(|&number| vec![number; often]).collect();
                all.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(all, wanted, "kind {kind}");
            }
            assert_eq!(found[46] as usize, STARTS[11] + 3);
            assert_eq!(found[47] as usize, STARTS[12] + MOBILITIES - 1);
        }
    }

    #[test]
    fn mirrors_undo_themselves() {
        for kind in KINDS {
            assert!((0..kind.len()).all(|number| kind.mirrored(kind.mirrored(number)) == number), "{kind:?}");
        }
    }
}
