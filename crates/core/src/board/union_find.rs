//! Groups that merge.

/// A partition of the numbers below `N` into groups that can be merged, without heap.
#[derive(Clone, Debug)]
pub struct UnionFind<const N: usize> {
    parents: [u16; N],
}

impl<const N: usize> UnionFind<N> {
    /// Makes the partition in which every number is alone.
    ///
    /// # Panics
    /// If `N` is over 65,536.
    pub fn new() -> Self {
        assert!(N <= 1 << 16);
        UnionFind { parents: std::array::from_fn(|number| number as u16) }
    }

    /// Returns the number that stands for the group of `number`.
    #[inline]
    pub fn find(&mut self, number: usize) -> usize {
        let mut at = number;
        while self.parents[at] as usize != at {
            // Halve the path on the way.
            self.parents[at] = self.parents[self.parents[at] as usize];
            at = self.parents[at] as usize;
        }
        at
    }

    /// Merges two groups; says whether they were different.
    #[inline]
    pub fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        // The lower number leads: no ranks to keep, and the boards are small.
        self.parents[a.max(b)] = a.min(b) as u16;
        a != b
    }

    /// Says whether two numbers are in one group.
    #[inline]
    pub fn same(&mut self, a: usize, b: usize) -> bool {
        self.find(a) == self.find(b)
    }
}

impl<const N: usize> Default for UnionFind<N> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn agrees_with_painted_groups() {
        let mut rng = Rng::new(5);
        let mut groups = UnionFind::<50>::new();
        let mut paint: Vec<usize> = (0..50).collect();
        for _ in 0..60 {
            let (a, b) = (rng.below(50) as usize, rng.below(50) as usize);
            let different = paint[a] != paint[b];
            assert_eq!(groups.join(a, b), different);
            let (from, to) = (paint[a], paint[b]);
            for colour in &mut paint {
                if *colour == from {
                    *colour = to;
                }
            }
            assert!((0..50).all(|other| groups.same(a, other) == (paint[a] == paint[other])));
        }
    }
}
