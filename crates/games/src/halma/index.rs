//! Positions as numbers: the free cell, then the rank of the set of black men among the other sixteen cells.

use damier_core::Indexed;

use super::rules::CELLS;
use super::{Halma, Position};

/// How many sets of 8 among 16 there are.
const SETS: usize = 12_870;

/// The sets of 8 among 16 in increasing order, and the way back.
#[derive(Debug)]
pub(super) struct HalmaNumbering {
    sets: Vec<u16>,
    ranks: Vec<u16>,
}

impl HalmaNumbering {
    pub(super) fn new() -> HalmaNumbering {
        let sets: Vec<u16> = (0..=u16::MAX).filter(|set| set.count_ones() == 8).collect();
        let mut ranks = vec![0; 1 << 16];
        for (rank, &set) in sets.iter().enumerate() {
            ranks[set as usize] = rank as u16;
        }
        HalmaNumbering { sets, ranks }
    }
}

impl Indexed for Halma {
    fn size(&self) -> u64 {
        (CELLS * SETS) as u64
    }

    fn index(&self, position: &Position) -> u64 {
        // The free cell holds no man: its bit is squeezed out.
        let below = (1 << position.hole) - 1;
        let set = position.black & below | position.black >> 1 & !below;
        u64::from(position.hole) * SETS as u64 + u64::from(self.numbering.ranks[set as usize])
    }

    fn unindex(&self, index: u64) -> Option<Position> {
        if index >= self.size() {
            return None;
        }
        let (hole, rank) = (index / SETS as u64, index % SETS as u64);
        let set = u32::from(self.numbering.sets[rank as usize]);
        let below = (1 << hole) - 1;
        Some(Position { black: set & below | (set & !below) << 1, hole: hole as u8 })
    }
}
