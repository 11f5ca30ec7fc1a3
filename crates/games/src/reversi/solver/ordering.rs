//! The moves of a position, and the order in which they are tried.

use damier_core::board::Bits;

use super::super::bits::corners;
use super::super::probe::{Branch, Estimate, FAR, probe};
use super::grid::{cells_of_quadrants, played};
use super::memory::{BoundsMemory, KnownBounds};
use super::search::GridSearch;
use super::symmetry::image;

/// What a move is worth beyond all others that was found best before, and the one that was best before it.
const REMEMBERED: [i32; 2] = [1 << 20, 1 << 19];
/// What it is worth to play in a region with an odd number of free cells.
const ODD: i32 = 8;

impl<const SIDE: u32, M: BoundsMemory, E: Estimate<SIDE>> GridSearch<'_, SIDE, M, E> {
    /// Puts the moves with the positions after them on the stack, and returns where they begin there.
    pub(super) fn push_branches(&mut self, own: u64, other: u64, moves: u64, free: u32) -> usize {
        let first = self.branches.len();
        for cell in moves.cells() {
            let after = played::<SIDE>(cell, own, other);
            let (own, other) = image::<SIDE>(after, free - 1, self.last_plies.cells);
            let moves = self.last_plies.moves(own, other);
            self.branches.push(Branch { own, other, moves, cell: cell as u8, rank: 0 });
        }
        first
    }

    /// Brings the best of a range of moves to its beginning and returns it.
    #[inline]
    pub(super) fn bring_best(&mut self, from: usize, to: usize) -> Branch {
        let list = &mut self.branches[from..to];
        let mut best = 0;
        for at in 1..list.len() {
            if list[at].rank > list[best].rank {
                best = at;
            }
        }
        list.swap(0, best);
        list[0]
    }

    /// Guesses how good the moves from `first` on are.
    pub(super) fn rank(&mut self, first: usize, known: &KnownBounds, parity: u32, free: u32) {
        let tuning = const { Self::TUNING };
        let odd = cells_of_quadrants::<SIDE>(parity);
        let corners = const { corners(SIDE) as u64 };
        let depth = tuning.probed.iter().position(|&least| free < least).unwrap_or(tuning.probed.len());
        let probed = usize::from(depth > 0);
        for branch in &mut self.branches[first..] {
            let Branch { moves, cell, .. } = *branch;
            let mut rank = -tuning.place[probed] * moves.count_ones() as i32
                - tuning.corner_place[probed] * (moves & corners).count_ones() as i32;
            if depth > 0 {
                let (depth, nodes) = (depth as u32 - 1, &mut self.last_plies.nodes);
                rank -= probe(self.estimate, branch.position(), depth, -FAR, FAR, nodes);
            }
            if odd >> cell & 1 == 1 {
                rank += ODD;
            }
            if corners >> cell & 1 == 1 {
                rank += tuning.corner[probed];
            }
            if known.best[0] == cell {
                rank += REMEMBERED[0];
            } else if known.best[1] == cell {
                rank += REMEMBERED[1];
            }
            branch.rank = rank;
        }
    }
}
