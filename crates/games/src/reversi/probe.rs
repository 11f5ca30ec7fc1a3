//! A short search over an estimate, without memory: it orders moves, and plays the games from which the evaluation of the
//! usual board is learned.

use damier_core::board::Bits;

use super::bits::{corners, mobility};
use super::solver::played;

/// More than any estimate.
pub(super) const FAR: i32 = 1 << 16;

/// An estimate of the positions of a grid whose side is `SIDE`.
pub(super) trait Estimate<const SIDE: u32> {
    /// Returns the cells on which discs may be set.
    fn board(&self) -> u64;

    /// Returns how many units the side to move will be ahead; `moves` is where it may play.
    fn ahead(&self, own: u64, other: u64, moves: u64) -> i32;

    /// Returns how many units a finished game is worth to the side to move.
    fn finished(&self, own: u64, other: u64) -> i32;
}

/// A move, and the position after it, seen from the side to move there.
#[derive(Clone, Copy, Default)]
pub(super) struct Branch {
    pub own: u64,
    pub other: u64,
    /// Where the side to move there may play.
    pub moves: u64,
    pub cell: u8,
    /// How good the move looks.
    pub rank: i32,
}

impl Branch {
    /// Returns the discs of the side to move after the move, the others, and where it may play then.
    #[inline]
    pub(super) fn position(&self) -> (u64, u64, u64) {
        (self.own, self.other, self.moves)
    }
}

/// Visits the positions after the moves of a set.
#[inline]
pub(super) fn each_branch<const SIDE: u32>(own: u64, other: u64, moves: u64, mut visit: impl FnMut(Branch)) {
    for cell in moves.cells() {
        let (own, other) = played::<SIDE>(cell, own, other);
        visit(Branch { own, other, moves: mobility::<u64, SIDE>(own, other), cell: cell as u8, rank: 0 });
    }
}

/// Searches `depth` plies and estimates; `moves` is where the side to move may play.
pub(super) fn probe<const SIDE: u32>(
    estimate: &impl Estimate<SIDE>,
    (own, other, moves): (u64, u64, u64),
    depth: u32,
    mut alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    if moves == 0 {
        let theirs = mobility::<u64, SIDE>(other, own) & estimate.board();
        if theirs == 0 {
            return estimate.finished(own, other);
        }
        return -probe(estimate, (other, own, theirs), depth, -beta, -alpha, nodes);
    }
    if depth == 0 {
        return estimate.ahead(own, other, moves);
    }
    if depth == 1 {
        return last_ply(estimate, (own, other, moves), alpha, beta, nodes);
    }
    let mut list = [Branch::default(); 64];
    let mut count = 0;
    each_branch::<SIDE>(own, other, moves, |mut branch| {
        branch.moves &= estimate.board();
        let corners = branch.moves & const { corners(SIDE) as u64 };
        branch.rank = -(branch.moves.count_ones() as i32) - 2 * corners.count_ones() as i32;
        list[count] = branch;
        count += 1;
    });
    let list = &mut list[..count];
    list.sort_unstable_by_key(|branch| (-branch.rank, branch.cell));
    let mut best = -FAR;
    for branch in list {
        let score = -probe(estimate, branch.position(), depth - 1, -beta, -alpha, nodes);
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// As [`probe`] for one ply, in any order.
fn last_ply<const SIDE: u32>(
    estimate: &impl Estimate<SIDE>,
    (own, other, moves): (u64, u64, u64),
    alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    let mut best = -FAR;
    for cell in moves.cells() {
        let (own, other) = played::<SIDE>(cell, own, other);
        let next = (own, other, mobility::<u64, SIDE>(own, other) & estimate.board());
        best = best.max(-probe(estimate, next, 0, -beta, -alpha.max(best), nodes));
        if best >= beta {
            break;
        }
    }
    best
}
