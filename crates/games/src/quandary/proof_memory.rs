//! What a prover remembers of positions.

use damier_search::proof::{NEVER, ProofNumbers};

/// How many slots a bucket has: they share one line of the processor's cache.
const WAYS: usize = 4;
/// How many buckets there are at first.
const FEW: usize = 1 << 12;

/// A position of the table with its proof numbers; where a win is proven, `disproof` holds the plies. 0 is no position.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    proof: u32,
    disproof: u32,
}

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// What a prover remembers. It grows as need be: a small table stays near the processor.
pub(super) struct ProofMemory {
    /// A power of two.
    buckets: Vec<Bucket>,
    /// How many buckets there may be, a power of two.
    most: usize,
    /// How many slots hold a position.
    held: usize,
}

impl ProofMemory {
    /// The bytes of a slot.
    pub(super) const SLOT: u64 = size_of::<Slot>() as u64;

    /// Makes a table of at most so many slots, rounded up to a power of two, and at least four.
    pub(super) fn new(slots: usize) -> ProofMemory {
        let most = (slots.next_power_of_two() / WAYS).max(1);
        ProofMemory { buckets: vec![Bucket::default(); most.min(FEW)], most, held: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.truncate(FEW);
        self.buckets.fill(Bucket::default());
        self.held = 0;
    }

    /// Doubles the table: what is in a bucket stays there or goes to the same place in the new half.
    fn grow(&mut self) {
        let old = self.buckets.len();
        self.buckets.resize(2 * old, Bucket::default());
        for at in 0..old {
            for way in 0..WAYS {
                let slot = self.buckets[at].0[way];
                if slot.key != 0 && self.bucket(slot.key) != at {
                    self.buckets[at + old].0[way] = slot;
                    self.buckets[at].0[way] = Slot::default();
                }
            }
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        // The upper bits of the product depend on all bits of the key.
        let spread = (key ^ key >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (spread >> 24) as usize & (self.buckets.len() - 1)
    }

    /// Reads something of a position's bucket, so that the processor fetches it before it is needed.
    #[inline]
    pub(super) fn touch(&self, key: u64) -> u32 {
        self.buckets[self.bucket(key)].0[0].proof
    }

    /// Returns what is known of a position.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<ProofNumbers> {
        let slot = self.buckets[self.bucket(key)].0.iter().find(|slot| slot.key == key)?;
        Some(match slot.proof {
            0 => ProofNumbers::won(slot.disproof),
            proof => ProofNumbers::open(proof, slot.disproof),
        })
    }

    /// Keeps what is known of a position, if need be in place of another.
    pub(super) fn put(&mut self, key: u64, numbers: ProofNumbers) {
        let bucket = self.bucket(key);
        let slots = &mut self.buckets[bucket].0;
        let at = slots.iter().position(|slot| slot.key == key).unwrap_or_else(|| {
            // An empty slot, else the least that is open, else anything.
            let worth = |slot: &Slot| match slot {
                Slot { key: 0, .. } => 0,
                Slot { proof: 0, .. } | Slot { disproof: 0, .. } => 2 * NEVER,
                _ => 1 + slot.proof / 2 + slot.disproof / 2,
            };
            (0..WAYS).min_by_key(|&at| worth(&slots[at])).expect("a bucket has slots")
        });
        let disproof = if numbers.proof == 0 { numbers.plies } else { numbers.disproof };
        self.held += usize::from(slots[at].key == 0);
        slots[at] = Slot { key, proof: numbers.proof, disproof };
        // Five slots in eight.
        if 2 * self.held > 5 * self.buckets.len() && self.buckets.len() < self.most {
            self.grow();
        }
    }
}
