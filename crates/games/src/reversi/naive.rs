//! Positions drawn and solved by nothing but the rules, for the tests.

use damier_core::{Game, Rng};

use super::{Position, Reversi, Word};

/// Draws a position with so many free cells, by random play; `None` where the game ended before.
pub(super) fn drawn<W: Word, const SIZE: u32>(
    game: &Reversi<W, SIZE>,
    free: u32,
    rng: &mut Rng,
) -> Option<Position<W>> {
    let mut position = game.start(rng);
    while SIZE * SIZE - (position.own | position.other).count() > free {
        if game.outcome(&position).is_some() {
            return None;
        }
        let mv = game.random_move(&position, rng);
        game.play(&mut position, mv);
    }
    Some(position)
}

/// Returns the score for the side to move by alpha-beta alone, or a bound where it is not between `low` and `high`.
pub(super) fn score<const SIZE: u32>(
    game: &Reversi<u64, SIZE>,
    position: &Position<u64>,
    winner_takes_free: bool,
    [mut low, high]: [i32; 2],
) -> i32 {
    let moves = game.moves(position);
    if moves.is_empty() {
        let (own, other) = (position.own.count() as i32, position.other.count() as i32);
        let free = (SIZE * SIZE) as i32 - own - other;
        return own - other + if winner_takes_free { (own - other).signum() * free } else { 0 };
    }
    let mut best = i32::MIN;
    for mv in moves {
        best = best.max(-score(game, &game.after(position, mv), winner_takes_free, [-high, -low]));
        low = low.max(best);
        if low >= high {
            break;
        }
    }
    best
}
