//! What the solver remembers of positions: bounds and best moves.

/// No move.
pub(super) const NONE: u8 = 64;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The value is at least this.
    pub lower: i8,
    /// The value is at most this.
    pub upper: i8,
    /// The best move and the one that was best before, or [`NONE`].
    pub moves: [u8; 2],
    /// The logarithm of the nodes that it took.
    pub cost: u8,
    /// The number of the search that it belongs to.
    pub age: u8,
}

impl Known {
    /// Nothing at all.
    pub(super) const NOTHING: Known = Known { lower: -64, upper: 64, moves: [NONE; 2], cost: 0, age: 0 };

    fn pack(self) -> u64 {
        let [first, second] = self.moves;
        u64::from_le_bytes([self.lower as u8, self.upper as u8, first, second, self.cost, self.age, 0, 1])
    }

    fn unpack(word: u64) -> Known {
        let [lower, upper, first, second, cost, age, ..] = word.to_le_bytes();
        Known { lower: lower as i8, upper: upper as i8, moves: [first, second], cost, age }
    }
}

/// A hash table. Positions are told apart by 64 bits, of which the place is chosen by others of the same hash.
#[derive(Debug)]
pub(super) struct Table {
    /// A key and what is known, 0 where the place is free; [`WAYS`] of them make a bucket.
    words: Vec<u64>,
    /// Where the first bucket begins: at the beginning of a line of the cache, so that no bucket takes two.
    start: usize,
    buckets: usize,
    age: u8,
}

/// So many entries share a bucket: 64 bytes.
const WAYS: usize = 4;
const BUCKET: usize = 2 * WAYS;

#[inline(always)]
fn key(own: u64, other: u64) -> u64 {
    let mixed =
        own.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 29
}

impl Table {
    /// Makes a table of at most `bytes`.
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / (8 * BUCKET)).saturating_sub(1).max(1);
        let words = vec![0u64; (buckets + 1) * BUCKET];
        let start = words.as_ptr().align_offset(64).min(BUCKET);
        Table { words, start, buckets, age: 0 }
    }

    /// Begins a new search: what former ones left is the first to go.
    pub(super) fn begin(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
        self.age = 0;
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> usize {
        self.start + BUCKET * (((key >> 32) * self.buckets as u64) >> 32) as usize
    }

    /// Returns what is known of a position.
    #[inline]
    pub(super) fn get(&self, own: u64, other: u64) -> Option<Known> {
        let key = key(own, other);
        let at = self.bucket(key);
        let found =
            self.words[at..at + BUCKET].chunks_exact(2).find(|slot| slot[0] == key && slot[1] != 0)?;
        Some(Known::unpack(found[1]))
    }

    /// Remembers a position: that its value is at least `lower` and at most `upper`, and its best move.
    #[inline]
    pub(super) fn put(&mut self, own: u64, other: u64, [lower, upper]: [i32; 2], best: u8, cost: u8) {
        let key = key(own, other);
        let at = self.bucket(key);
        let age = self.age;
        let mut worst = (usize::MAX, 0);
        let bucket = &mut self.words[at..at + BUCKET];
        for (way, slot) in bucket.chunks_exact_mut(2).enumerate() {
            if slot[0] == key && slot[1] != 0 {
                let mut known = Known::unpack(slot[1]);
                known.lower = known.lower.max(lower as i8);
                known.upper = known.upper.min(upper as i8);
                if best != NONE && best != known.moves[0] {
                    known.moves = [best, known.moves[0]];
                }
                known.cost = known.cost.max(cost);
                known.age = age;
                slot[1] = known.pack();
                return;
            }
            // Free places go first, then those of former searches, then the cheap ones.
            let held = Known::unpack(slot[1]);
            let worth =
                if slot[1] == 0 { 0 } else { 1 + (usize::from(held.age == age) << 8) + held.cost as usize };
            if worth < worst.0 {
                worst = (worth, way);
            }
        }
        let known = Known { lower: lower as i8, upper: upper as i8, moves: [best, NONE], cost, age };
        bucket[2 * worst.1] = key;
        bucket[2 * worst.1 + 1] = known.pack();
    }
}
