//! Plain search over all legal moves, by the rules alone: what the engine's knowledge is checked against.

use std::collections::HashMap;

use damier_core::{Flow, Game, Rng, Side};

use super::{Gomoku, Move, Position};

/// Scatters stones, close together so that much happens; the game goes on.
pub(super) fn scatter<const W: usize>(game: &Gomoku<W>, rng: &mut Rng, stones: u32) -> Position<W> {
    let size = game.board.width() as u32;
    loop {
        let mut position = game.empty();
        for _ in 0..stones {
            let side = if rng.below(2) == 0 { Side::First } else { Side::Second };
            let near = |rng: &mut Rng| (rng.below(size) + rng.below(size)) / 2;
            let cell = (near(rng) + near(rng) * size) as usize;
            if game.free(&position).contains(cell) {
                Gomoku::add(&mut position, side, cell);
            }
        }
        if rng.below(2) == 0 {
            Gomoku::pass_turn(&mut position);
        }
        for side in [Side::First, Side::Second] {
            let count = [0, 0, 2, 4, 6, 8][rng.below(6) as usize];
            Gomoku::set_captured(&mut position, side, count);
        }
        game.settle(&mut position);
        if position.end.is_none() {
            return position;
        }
    }
}

pub(super) fn won<const W: usize>(game: &Gomoku<W>, position: &Position<W>, side: Side) -> bool {
    game.outcome(position).is_some_and(|end| end.verdict.value_for(side) == 1.0)
}

/// Where the side to move wins at once.
pub(super) fn all_wins<const W: usize>(game: &Gomoku<W>, position: &Position<W>) -> Vec<Move> {
    let side = position.to_move;
    game.moves(position).into_iter().filter(|&mv| won(game, &game.after(position, mv), side)).collect()
}

/// Whether the side to move wins at once.
pub(super) fn wins_now<const W: usize>(game: &Gomoku<W>, position: &Position<W>) -> bool {
    let side = position.to_move;
    game.each_move(position, &mut |mv| {
        if won(game, &game.after(position, mv), side) { Flow::Break(()) } else { Flow::Continue(()) }
    })
    .is_break()
}

/// Whether the side that just moved made a five that can be answered, or would win if the other one passed.
pub(super) fn presses<const W: usize>(game: &Gomoku<W>, position: &Position<W>) -> bool {
    let passed = Position { to_move: position.to_move.other(), ..*position };
    position.pending || wins_now(game, &passed)
}

/// Positions with what was found of them: a win in so many plies, or none in so many.
#[derive(Default)]
pub(super) struct PlainSearch {
    won: HashMap<u64, u32>,
    none: HashMap<u64, u32>,
}

impl PlainSearch {
    /// Returns in how many plies the side to move wins by moves that press, whatever the other side does, if it does so
    /// within `plies`.
    pub(super) fn forced<const W: usize>(
        &mut self,
        game: &Gomoku<W>,
        position: &Position<W>,
        plies: u32,
    ) -> Option<u32> {
        if wins_now(game, position) {
            return Some(1);
        }
        if plies < 3 || self.none.get(&position.key).is_some_and(|&none| none >= plies) {
            return None;
        }
        if let Some(&won) = self.won.get(&position.key).filter(|&&won| won <= plies) {
            return Some(won);
        }
        let mut best = None;
        for mv in game.moves(position) {
            let made = game.after(position, mv);
            if game.outcome(&made).is_none() && presses(game, &made) {
                let within = best.map_or(plies, |best: u32| best - 1);
                best = self.held(game, &made, position.to_move, within).or(best);
            }
        }
        match best {
            Some(won) => self.won.insert(position.key, won),
            None => self.none.insert(position.key, plies),
        };
        best
    }

    /// Returns in how many plies, the attacking move included, all replies lose within `plies`.
    fn held<const W: usize>(
        &mut self,
        game: &Gomoku<W>,
        made: &Position<W>,
        attacker: Side,
        plies: u32,
    ) -> Option<u32> {
        let mut longest = 2;
        let mut left = Vec::new();
        for reply in game.moves(made) {
            let answered = game.after(made, reply);
            if won(game, &answered, attacker) {
                continue;
            }
            if game.outcome(&answered).is_some() {
                return None;
            }
            if wins_now(game, &answered) {
                longest = 3;
            } else {
                left.push(answered);
            }
        }
        for answered in left {
            longest = longest.max(2 + self.forced(game, &answered, plies.checked_sub(2)?)?);
        }
        (longest <= plies).then_some(longest)
    }
}
