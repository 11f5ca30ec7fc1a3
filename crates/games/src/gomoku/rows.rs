//! Rows of stones on the whole board at once: what stands in line, by shifts of sets of points.

use damier_core::board::BitSet;

use super::geometry::GomokuGeometry;

/// The points where a stone captures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grabs<const W: usize> {
    /// Those where it captures at least one pair.
    pub(super) once: BitSet<W>,
    /// Those where it captures at least two pairs.
    pub(super) twice: BitSet<W>,
}

impl<const W: usize> GomokuGeometry<W> {
    /// Returns the points whose next one on the axis is in the set.
    #[inline]
    pub(super) fn next(&self, set: &BitSet<W>, axis: usize) -> BitSet<W> {
        let (words, by) = (set.words(), self.strides[axis]);
        // A stride is from 1 to 27.
        BitSet::from_words(std::array::from_fn(|index| {
            let above = if index + 1 < W { words[index + 1] } else { 0 };
            words[index] >> by | above << (64 - by)
        })) & self.has_next[axis]
    }

    /// Returns the points whose last one on the axis is in the set.
    #[inline]
    pub(super) fn last(&self, set: &BitSet<W>, axis: usize) -> BitSet<W> {
        let (words, by) = (set.words(), self.strides[axis]);
        BitSet::from_words(std::array::from_fn(|index| {
            let below = if index > 0 { words[index - 1] } else { 0 };
            words[index] << by | below >> (64 - by)
        })) & self.has_last[axis]
    }

    /// Returns, at `d`, the points from which the point `d` steps ahead is in the set.
    #[inline]
    pub(super) fn ahead<const N: usize>(&self, set: &BitSet<W>, axis: usize) -> [BitSet<W>; N] {
        let mut sets = [*set; N];
        for d in 1..N {
            sets[d] = self.next(&sets[d - 1], axis);
        }
        sets
    }

    /// Returns the points of the windows of five that begin at the points of the set.
    #[inline]
    fn spread(&self, windows: &BitSet<W>, axis: usize) -> BitSet<W> {
        let mut all = *windows;
        for _ in 0..4 {
            all = self.last(&all, axis) | *windows;
        }
        all
    }

    /// Returns the free points where a stone makes five or more in line.
    pub(super) fn fives(&self, own: &BitSet<W>, free: &BitSet<W>) -> BitSet<W> {
        let mut found = BitSet::EMPTY;
        for axis in 0..4 {
            let [a, b, c, d, e] = self.ahead::<5>(own, axis);
            let (ab, cd) = (a & b, c & d);
            let most = ab & cd | ab & (c ^ d) & e | cd & (a ^ b) & e;
            if !most.is_empty() {
                found |= self.spread(&most, axis);
            }
        }
        found & *free
    }

    /// Returns the free points where a stone makes four in a window of five whose last point is free; those where it
    /// makes five are among them.
    pub(super) fn fours(&self, own: &BitSet<W>, foe: &BitSet<W>) -> BitSet<W> {
        let mut found = BitSet::EMPTY;
        for axis in 0..4 {
            let [a, b, c, d, e] = self.ahead::<5>(own, axis);
            let (ab, cd) = (a & b, c & d);
            let three = ab & cd | (ab | cd) & (a ^ b | c ^ d | e) | (a ^ b) & (c ^ d) & e;
            let three = three & self.has_four[axis];
            if !three.is_empty() {
                let [a, b, c, d, e] = self.ahead::<5>(foe, axis);
                found |= self.spread(&three.without(a | b | c | d | e), axis);
            }
        }
        found & self.all.without(*own | *foe)
    }

    /// Returns the stones that stand in a line of five or more.
    pub(super) fn in_fives(&self, own: &BitSet<W>) -> BitSet<W> {
        let mut found = BitSet::EMPTY;
        for axis in 0..4 {
            let [a, b, c, d, e] = self.ahead::<5>(own, axis);
            let five = a & b & c & d & e;
            if !five.is_empty() {
                found |= self.spread(&five, axis);
            }
        }
        found
    }

    /// Returns the free points where a stone captures.
    pub(super) fn grabs(&self, own: &BitSet<W>, foe: &BitSet<W>) -> Grabs<W> {
        let (mut once, mut twice) = (BitSet::EMPTY, BitSet::EMPTY);
        let free = self.all.without(*own | *foe);
        for axis in 0..4 {
            let pair = *foe & self.next(foe, axis);
            if pair.is_empty() {
                continue;
            }
            let beyond = self.next(&self.next(own, axis), axis);
            let before = self.next(&(pair & beyond), axis) & free;
            let behind = pair & self.last(own, axis);
            let after = self.last(&self.last(&behind, axis), axis) & free;
            twice |= once & before | (once | before) & after;
            once |= before | after;
        }
        Grabs { once, twice }
    }

    /// Returns the free points beside the pairs of `own` stones that have a free point on either side: a stone there
    /// threatens to capture the pair. Only the pairs with a stone in `of` count.
    pub(super) fn hooks(&self, own: &BitSet<W>, free: &BitSet<W>, of: &BitSet<W>) -> BitSet<W> {
        let mut found = BitSet::EMPTY;
        for axis in 0..4 {
            let pair = *own & self.next(own, axis) & (*of | self.next(of, axis));
            if pair.is_empty() {
                continue;
            }
            let beyond = self.next(&self.next(free, axis), axis);
            let loose = pair & beyond & self.last(free, axis);
            found |= self.next(&loose, axis) | self.last(&self.last(&loose, axis), axis);
        }
        found
    }
}
