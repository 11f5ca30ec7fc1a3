//! A short search over the evaluation of the usual board, without memory: it orders moves, and plays the games from which
//! the evaluation is learned.

use super::bits::mobility;
use super::discs::turned;
use super::eval::{DISC, Evaluation};

/// A cell to play, and the position after it, seen from the side to move there.
#[derive(Clone, Copy)]
pub(super) struct After {
    pub cell: u32,
    pub own: u64,
    pub other: u64,
    /// Where the side to move there may play.
    pub moves: u64,
}

/// Visits the positions after the moves of a set.
#[inline]
pub(super) fn each_after(own: u64, other: u64, mut moves: u64, mut visit: impl FnMut(After)) {
    while moves != 0 {
        let cell = moves.trailing_zeros();
        moves &= moves - 1;
        let turned = turned(cell, own, other);
        let (own, other) = (other ^ turned, own | turned | 1 << cell);
        visit(After { cell, own, other, moves: mobility::<u64, 8>(own, other) });
    }
}

/// Returns the score of a finished game for the side to move, free cells counted for the winner.
pub(super) fn final_score(own: u64, other: u64) -> i32 {
    let difference = own.count_ones() as i32 - other.count_ones() as i32;
    difference + difference.signum() * (own | other).count_zeros() as i32
}

/// Searches `depth` plies and estimates, in units of a disc's [`DISC`]th; `moves` is where the side to move may play.
pub(super) fn probe(
    evaluation: &Evaluation,
    (own, other, moves): (u64, u64, u64),
    depth: u32,
    mut alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    if moves == 0 {
        let theirs = mobility::<u64, 8>(other, own);
        if theirs == 0 {
            return final_score(own, other) * DISC;
        }
        return -probe(evaluation, (other, own, theirs), depth, -beta, -alpha, nodes);
    }
    if depth == 0 {
        let theirs = mobility::<u64, 8>(other, own);
        return evaluation.discs_with(own, other, [moves, theirs].map(u64::count_ones));
    }
    if depth == 1 {
        return last_ply(evaluation, (own, other, moves), alpha, beta, nodes);
    }
    let mut list = [(0i32, After { cell: 0, own: 0, other: 0, moves: 0 }); 64];
    let mut count = 0;
    each_after(own, other, moves, |after| {
        list[count] =
            (after.moves.count_ones() as i32 + 2 * (after.moves & super::CORNERS).count_ones() as i32, after);
        count += 1;
    });
    let list = &mut list[..count];
    list.sort_unstable_by_key(|&(places, after)| (places, after.cell));
    let mut best = -64 * DISC - 1;
    for (_, after) in list {
        let next = (after.own, after.other, after.moves);
        let score = -probe(evaluation, next, depth - 1, -beta, -alpha, nodes);
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// As [`probe`] for one ply, in any order.
fn last_ply(
    evaluation: &Evaluation,
    (own, other, mut moves): (u64, u64, u64),
    alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    let mut best = -64 * DISC - 1;
    while moves != 0 && best < beta {
        let cell = moves.trailing_zeros();
        moves &= moves - 1;
        let turned = turned(cell, own, other);
        let (own, other) = (other ^ turned, own | turned | 1 << cell);
        let next = (own, other, mobility::<u64, 8>(own, other));
        best = best.max(-probe(evaluation, next, 0, -beta, -alpha.max(best), nodes));
    }
    best
}
