//! Points in line: the window about one point, and whole sets of points at once.

use damier_core::board::{BitSet, Bits, Square};

/// The four axes, as steps of file and rank.
const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What lies on the four axes about a point: bit `4 + d` stands for the point `d` steps away, `d` from -4 to 4. No rule
/// looks further than that.
pub(super) type Windows = [u16; 4];

/// The bit of the point itself.
pub(super) const CENTRE: u16 = 1 << 4;

/// Says whether the point and its neighbours make five or more in line.
#[inline]
pub(super) fn makes_five(own: &Windows) -> bool {
    own.iter().any(|&line| {
        let pairs = line & line >> 1;
        let fours = pairs & pairs >> 2;
        fours & line >> 4 != 0
    })
}

/// Returns the pairs that a stone on the point captures: bit `2 * axis` along the axis, the next one backwards.
#[inline]
pub(super) fn captures(own: &Windows, foe: &Windows) -> u8 {
    let mut pairs = 0;
    for axis in 0..4 {
        // Two enemies, then a stone of one's own.
        let ahead = foe[axis] >> 5 & 3 == 3 && own[axis] >> 7 & 1 == 1;
        let behind = foe[axis] >> 2 & 3 == 3 && own[axis] >> 1 & 1 == 1;
        pairs |= (u8::from(ahead) | u8::from(behind) << 1) << (2 * axis);
    }
    pairs
}

/// Says whether the point is in a free three of this line: in some `. ? ? ? ? .`, among three own stones and one free
/// point between two free ends.
#[inline]
fn is_free_three(own: u16, free: u16) -> bool {
    (0..4).any(|start| {
        let (ends, between) = (0b10_0001 << start, 0b01_1110 << start);
        free & ends == ends && (own & between).count_ones() == 3 && (free & between).count_ones() == 1
    })
}

/// Where a point lies on the line of an axis.
#[derive(Clone, Copy, Debug)]
struct Spot {
    line: u8,
    place: u8,
}

/// The points of a board.
#[derive(Debug)]
pub(super) struct GomokuGeometry<const W: usize> {
    /// All points.
    pub(super) all: BitSet<W>,
    /// From a point's number to the next one's, on each axis.
    steps: [i32; 4],
    /// Which points of each point's windows are on the board.
    pub(super) on: Vec<Windows>,
    spots: Vec<[Spot; 4]>,
    /// At `4 + d`, the points that have a point `d` files to the right.
    beside: [BitSet<W>; 9],
    /// From a point's number to that of the next one up, or to the right, on each axis.
    pub(super) strides: [u32; 4],
    /// The points that have a next one, and those that have one before.
    pub(super) has_next: [BitSet<W>; 4],
    pub(super) has_last: [BitSet<W>; 4],
    /// The points that have four points ahead of them.
    pub(super) has_four: [BitSet<W>; 4],
}

/// The axes the way [`GomokuGeometry::strides`] goes: to higher numbers.
const ASCENTS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl<const W: usize> GomokuGeometry<W> {
    pub(super) fn new(grid: &Square) -> GomokuGeometry<W> {
        let size = grid.width() as i32;
        let window = |cell: usize, (files, ranks): (i32, i32)| {
            let is_on = |d: &i32| grid.step(cell, (d * files, d * ranks)).is_some();
            (-4..=4).filter(is_on).fold(0, |bits, d| bits | 1 << (4 + d))
        };
        let spot = |cell: usize, axis: usize| {
            let (file, rank) = (grid.file(cell) as i32, grid.rank(cell) as i32);
            let (line, place) = match axis {
                0 => (rank, file),
                1 => (file, rank),
                2 => (file - rank + size - 1, file),
                _ => (file + rank, file),
            };
            Spot { line: line as u8, place: place as u8 }
        };
        let cells = 0..grid.cells();
        let having = |axis: usize, d: i32| {
            let (files, ranks) = ASCENTS[axis];
            cells.clone().filter(|&cell| grid.step(cell, (d * files, d * ranks)).is_some()).collect()
        };
        GomokuGeometry {
            strides: ASCENTS.map(|(files, ranks)| (files + ranks * size) as u32),
            has_next: std::array::from_fn(|axis| having(axis, 1)),
            has_last: std::array::from_fn(|axis| having(axis, -1)),
            has_four: std::array::from_fn(|axis| having(axis, 4)),
            all: BitSet::below(grid.cells()),
            steps: AXES.map(|(files, ranks)| files + ranks * size),
            on: cells.clone().map(|cell| AXES.map(|axis| window(cell, axis))).collect(),
            spots: cells.clone().map(|cell| std::array::from_fn(|axis| spot(cell, axis))).collect(),
            beside: std::array::from_fn(|d| {
                cells.clone().filter(|&cell| grid.step(cell, (d as i32 - 4, 0)).is_some()).collect()
            }),
        }
    }

    /// Returns what lies about a point: the own stones, as if one stood on the point itself, and the enemy's.
    pub(super) fn windows(&self, cell: usize, own: &BitSet<W>, foe: &BitSet<W>) -> (Windows, Windows) {
        let (mut owns, mut foes) = ([CENTRE; 4], [0; 4]);
        for axis in 0..4 {
            for bit in (self.on[cell][axis] & !CENTRE).cells() {
                let at = self.at(cell, axis, bit as i32 - 4);
                owns[axis] |= u16::from(own.contains(at)) << bit;
                foes[axis] |= u16::from(foe.contains(at)) << bit;
            }
        }
        (owns, foes)
    }

    pub(super) fn at(&self, cell: usize, axis: usize, d: i32) -> usize {
        (cell as i32 + d * self.steps[axis]) as usize
    }

    /// Visits the stones of the pairs that [`captures`] found about a point.
    #[inline]
    pub(super) fn each_captured(&self, cell: usize, pairs: u8, mut visit: impl FnMut(usize)) {
        for pair in pairs.cells() {
            let sense = if pair.is_multiple_of(2) { 1 } else { -1 };
            visit(self.at(cell, pair / 2, sense));
            visit(self.at(cell, pair / 2, 2 * sense));
        }
    }

    /// Says whether rule B forbids a stone on a free point.
    #[inline]
    pub(super) fn forbids(&self, cell: usize, own: &Windows, foe: &Windows) -> bool {
        // A three needs two more stones in line; most points have no two lines with so many.
        let crowded = |line: u16| {
            let others = line & !CENTRE;
            others & others.wrapping_sub(1) != 0
        };
        if own.iter().filter(|&&line| crowded(line)).count() < 2 {
            return false;
        }
        let is_three =
            |&axis: &usize| is_free_three(own[axis], self.on[cell][axis] & !(own[axis] | foe[axis]));
        (0..4).filter(is_three).count() >= 2 && captures(own, foe) == 0 && !makes_five(own)
    }

    /// Returns the points from which the point `d` steps along the axis is in the set.
    #[inline]
    fn look(&self, set: &BitSet<W>, axis: usize, d: i32) -> BitSet<W> {
        shifted(set, d * self.steps[axis]) & self.beside[(4 + d * AXES[axis].0) as usize]
    }

    /// Says whether there is a line of five or more.
    pub(super) fn has_five(&self, own: &BitSet<W>) -> bool {
        (0..4).any(|axis| {
            let pairs = *own & self.look(own, axis, 1);
            let fours = pairs & self.look(&pairs, axis, 2);
            fours.meets(&self.look(own, axis, 4))
        })
    }

    /// Returns the free points where a stone captures.
    pub(super) fn capturing(&self, own: &BitSet<W>, foe: &BitSet<W>) -> BitSet<W> {
        let mut found = BitSet::EMPTY;
        for axis in 0..4 {
            for sense in [1, -1] {
                let look = |set, d| self.look(set, axis, d * sense);
                found |= look(foe, 1) & look(foe, 2) & look(own, 3);
            }
        }
        found.without(*own | *foe)
    }

    /// Returns the free points that rule B forbids.
    pub(super) fn forbidden(&self, own: &BitSet<W>, foe: &BitSet<W>) -> BitSet<W> {
        // Two threes through one point need two more stones each.
        if own.count() < 4 {
            return BitSet::EMPTY;
        }
        let free = self.all.without(*own | *foe);
        let (mut once, mut twice) = (BitSet::EMPTY, BitSet::EMPTY);
        for axis in 0..4 {
            let threes = self.threes(own, &free, axis);
            twice |= once & threes;
            once |= threes;
        }
        let mut forbidden = twice & free;
        for cell in forbidden {
            let (own, foe) = self.windows(cell, own, foe);
            if captures(&own, &foe) != 0 || makes_five(&own) {
                forbidden.remove(cell);
            }
        }
        forbidden
    }

    /// Returns the points where a stone would make a free three on this axis.
    fn threes(&self, own: &BitSet<W>, free: &BitSet<W>, axis: usize) -> BitSet<W> {
        let owns: [BitSet<W>; 9] = std::array::from_fn(|d| self.look(own, axis, d as i32 - 4));
        let frees: [BitSet<W>; 9] = std::array::from_fn(|d| self.look(free, axis, d as i32 - 4));
        let mut threes = BitSet::EMPTY;
        for start in 0..4 {
            // The three places between the ends that are not the point itself.
            let mut others = (start + 1..start + 5).filter(|&place| place != 4);
            let [a, b, c] = std::array::from_fn(|_| others.next().expect("three of the four places"));
            let two_of_three =
                owns[a] & owns[b] & frees[c] | owns[a] & frees[b] & owns[c] | frees[a] & owns[b] & owns[c];
            threes |= frees[start] & frees[start + 5] & two_of_three;
        }
        threes
    }
}

/// Returns the set with every number lowered by `by`; those that leave the type's range vanish.
#[inline]
fn shifted<const W: usize>(set: &BitSet<W>, by: i32) -> BitSet<W> {
    let words = set.words();
    let (jump, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
    let word = |index: Option<usize>| index.and_then(|index| words.get(index)).copied().unwrap_or(0);
    BitSet::from_words(std::array::from_fn(|index| {
        if by >= 0 {
            // Twice one and 63 - bits: a shift by 64 would be none.
            word(Some(index + jump)) >> bits | word(Some(index + jump + 1)) << 1 << (63 - bits)
        } else {
            word(index.checked_sub(jump)) << bits | word(index.checked_sub(jump + 1)) >> 1 >> (63 - bits)
        }
    }))
}

/// The stones by lines of each axis, for random games: a window is a shift away.
#[derive(Debug)]
pub(super) struct StoneLines {
    stones: [[[u32; 51]; 4]; 2],
}

impl StoneLines {
    pub(super) fn new<const W: usize>(geometry: &GomokuGeometry<W>, stones: &[BitSet<W>; 2]) -> StoneLines {
        let mut lines = StoneLines { stones: [[[0; 51]; 4]; 2] };
        for (side, own) in stones.iter().enumerate() {
            for cell in *own {
                lines.flip(geometry, side, cell);
            }
        }
        lines
    }

    /// Sets a stone, or takes it away.
    #[inline]
    pub(super) fn flip<const W: usize>(&mut self, geometry: &GomokuGeometry<W>, side: usize, cell: usize) {
        for (lines, spot) in self.stones[side].iter_mut().zip(geometry.spots[cell]) {
            lines[spot.line as usize] ^= 1 << spot.place;
        }
    }

    /// Returns the same as [`GomokuGeometry::windows`].
    #[inline]
    pub(super) fn windows<const W: usize>(
        &self,
        geometry: &GomokuGeometry<W>,
        cell: usize,
        own: usize,
    ) -> (Windows, Windows) {
        let window = |side: usize, axis: usize| {
            let spot = geometry.spots[cell][axis];
            let line = u64::from(self.stones[side][axis][spot.line as usize]);
            (line << 4 >> spot.place) as u16 & 0x1ff
        };
        (
            std::array::from_fn(|axis| window(own, axis) | CENTRE),
            std::array::from_fn(|axis| window(1 - own, axis)),
        )
    }
}
