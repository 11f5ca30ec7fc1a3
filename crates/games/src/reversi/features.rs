//! What a position is worth on boards other than the usual one: corners and what lies about them, edges, moves.

use damier_core::{Game, Side};
use damier_search::{Features, MoveHints};

use super::bits::{corners, mobility, near_corners};
use super::{Move, PASS, Position, Reversi, Word};

const NAMES: [&str; 7] = ["moves", "corner", "diagonal", "beside", "edge", "disc", "last"];
/// The game's thirds have weights of their own.
const THIRDS: usize = 3;

/// The features of any board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReversiFeatures;

/// Returns the cells of the edges, without corners and the cells beside them.
const fn edges(size: u32) -> u128 {
    let (mut set, mut at) = (0, 2);
    while at + 2 < size {
        set |= 1 << at | 1 << (size * (size - 1) + at) | 1 << (size * at) | 1 << (size * at + size - 1);
        at += 1;
    }
    set
}

impl<W: Word, const SIZE: u32> Features<Reversi<W, SIZE>> for ReversiFeatures {
    fn count(&self, _game: &Reversi<W, SIZE>) -> usize {
        NAMES.len() * THIRDS
    }

    fn name(&self, _game: &Reversi<W, SIZE>, weight: usize) -> String {
        format!("{}-{}", NAMES[weight / THIRDS], weight % THIRDS + 1)
    }

    fn measure(&self, _game: &Reversi<W, SIZE>, position: &Position<W>, add: &mut impl FnMut(usize, i32)) {
        let Position { own, other, .. } = *position;
        let taken = own | other;
        let count = |set: W| set.count() as i32;
        let ahead = |set: W| count(own & set) - count(other & set);
        let filled = taken.count();
        let third = (filled as usize * THIRDS / (SIZE * SIZE + 1) as usize).min(THIRDS - 1);
        let sign = if position.side() == Side::First { 1 } else { -1 };
        let mut tell = |feature: usize, amount: i32| {
            if amount != 0 {
                add(feature * THIRDS + third, sign * amount);
            }
        };
        let moves = count(mobility::<W, SIZE>(own, other)) - count(mobility::<W, SIZE>(other, own));
        let (mut corner, mut diagonal, mut beside) = (0, 0, 0);
        for near in const { &near_corners(SIZE) } {
            if taken & W::cut(near.corner) == W::NONE {
                diagonal += ahead(W::cut(near.diagonal));
                beside += ahead(W::cut(near.beside));
            } else {
                corner += ahead(W::cut(near.corner));
            }
        }
        // Whoever moves with an odd number of free cells left has the last move, unless somebody passes.
        let last = if (SIZE * SIZE - filled).is_multiple_of(2) { -1 } else { 1 };
        let edge = ahead(W::cut(const { edges(SIZE) }));
        let amounts = [moves, corner, diagonal, beside, edge, count(own) - count(other), last];
        for (feature, amount) in amounts.into_iter().enumerate() {
            tell(feature, amount);
        }
    }
}

impl<W: Word, const SIZE: u32> MoveHints<Reversi<W, SIZE>> for ReversiFeatures {
    fn hint(&self, game: &Reversi<W, SIZE>, position: &Position<W>, mv: Move) -> i32 {
        hint(game, position, mv)
    }

    fn slot(&self, _game: &Reversi<W, SIZE>, mv: Move) -> Option<usize> {
        Some(mv.0 as usize)
    }
}

/// Guesses how good a move is: corners are, and what leaves the other side few moves.
#[inline]
pub(super) fn hint<W: Word, const SIZE: u32>(
    game: &Reversi<W, SIZE>,
    position: &Position<W>,
    mv: Move,
) -> i32 {
    if mv == PASS {
        return 0;
    }
    let after = game.after(position, mv);
    let places = mobility::<W, SIZE>(after.own, after.other);
    let corners = W::cut(const { corners(SIZE) });
    let mut hint = -10_000 * (places.count() + 2 * (places & corners).count()) as i32;
    if corners.has(mv.0 as usize) {
        hint += 60_000;
    }
    hint
}
