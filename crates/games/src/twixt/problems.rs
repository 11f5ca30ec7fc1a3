//! How the problems are made.

use damier_core::Rng;
use damier_search::{Insight, MoveHints};
use damier_table::{Claim, Recipe, safest};

use super::{Move, Position, Twixt, TwixtFeatures};

/// Wins of two moves to four, before pegs are moved.
pub(super) fn recipe<const W: usize>(game: &Twixt<W>) -> Recipe<Twixt<W>> {
    let plies: &[u32] = if game.board.width() < 10 { &[3, 5, 7] } else { &[3, 5] };
    let recipe = Recipe::new(include_str!("problems.txt"), &["size=8", "size=12"], Claim::Within, plies);
    let insight = if game.rules.manual { Insight::NONE } else { Insight { wins, ..Insight::NONE } };
    Recipe { longest: 2 * usize::from(game.stock), play, insight, ..recipe }
}

/// A peg that wins is linked: it stands a knight's move from another. Whoever moves a peg may win with any move.
fn wins<const W: usize>(game: &Twixt<W>, position: &Position<W>, out: &mut Vec<Move>) {
    let side = position.to_move;
    if game.used_up(position, side) {
        return damier_core::Game::moves_into(game, position, out);
    }
    let pegs = position.pegs[side.index()];
    let linked =
        |hole: &usize| game.link_tables.spokes(*hole).iter().any(|spoke| pegs.contains(spoke.end as usize));
    out.extend(game.free(position, side).iter().filter(linked).map(|hole| Move::Peg(hole as u16)));
}

/// Plays with care where it matters: one of the first moves that the engine would look at.
fn play<const W: usize>(
    game: &Twixt<W>,
    position: &Position<W>,
    insight: Insight<Twixt<W>>,
    rng: &mut Rng,
) -> Move {
    let mut moves = Vec::new();
    TwixtFeatures.moves(game, position, &mut moves);
    let first = rng.below(moves.len().min(10) as u32).min(rng.below(10)) as usize;
    moves[..=first].rotate_right(1);
    safest(game, position, insight, &moves)
}

#[cfg(test)]
mod tests {
    use damier_core::{Game, Side};

    use super::super::TwixtRules;
    use super::*;

    #[test]
    fn every_peg_that_wins_is_looked_at() {
        let mut rng = Rng::new(3);
        let mut won = 0;
        for round in 0..300 {
            let rules = TwixtRules { pencil: round % 2 == 0, ..TwixtRules::default() };
            let game = Twixt::<1>::new(6 + round % 3, rules);
            let mut position = game.start(&mut rng);
            while game.outcome(&position).is_none() && !game.used_up(&position, Side::Second) {
                let (mut all, mut looked_at) = (Vec::new(), Vec::new());
                game.moves_into(&position, &mut all);
                wins(&game, &position, &mut looked_at);
                for mv in all {
                    let after = game.after(&position, mv);
                    if game.outcome(&after).is_some() {
                        assert!(looked_at.contains(&mv), "{position:?} {mv:?}");
                        won += 1;
                    }
                }
                let mv = play(&game, &position, Insight { wins, ..Insight::NONE }, &mut rng);
                game.play(&mut position, mv);
            }
        }
        assert!(won > 100, "{won}");
    }
}
