//! What the engines know of Les méandres: which slides win, and which let the other side win.

use damier_core::{Flow, Game, Side};
use damier_search::{Coverage, Features, MoveHints};

use super::{Meandres, Move, Position};

/// How many slides are left that do not lose at once. The board belongs to both players, so that everything counts for
/// the side to move.
#[derive(Clone, Debug)]
pub(super) struct MeandresFeatures;

/// The weight of a slide that wins, after those of 0 to 8 safe slides.
const WINS: usize = 9;

impl MeandresFeatures {
    /// Returns a slide that wins, if there is one.
    fn winning(game: &Meandres, position: &Position) -> Option<Move> {
        let mut found = None;
        let _ = game.each_move(position, &mut |mv| {
            let after = game.after(position, mv);
            if after.over {
                found = Some(mv);
                return Flow::Break(());
            }
            Flow::Continue(())
        });
        found
    }

    /// Visits the slides after which the other side cannot win at once.
    fn each_safe(game: &Meandres, position: &Position, mut visit: impl FnMut(Move)) {
        let _ = game.each_move(position, &mut |mv| {
            let after = game.after(position, mv);
            if MeandresFeatures::winning(game, &after).is_none() {
                visit(mv);
            }
            Flow::Continue(())
        });
    }
}

impl Features<Meandres> for MeandresFeatures {
    fn count(&self, _game: &Meandres) -> usize {
        WINS + 1
    }

    fn name(&self, _game: &Meandres, weight: usize) -> String {
        if weight == WINS { "wins".to_string() } else { format!("safe-{weight}") }
    }

    fn measure(&self, game: &Meandres, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let mover = if position.to_move == Side::First { 1 } else { -1 };
        if MeandresFeatures::winning(game, position).is_some() {
            add(WINS, mover);
            return;
        }
        let mut safe = 0;
        MeandresFeatures::each_safe(game, position, |_| safe += 1);
        add(safe, mover);
    }
}

impl MoveHints<Meandres> for MeandresFeatures {
    const REDUCTIONS: bool = false;

    /// A slide that wins is enough; and where some slide is safe, those that lose at once are no better.
    fn moves(&self, game: &Meandres, position: &Position, out: &mut Vec<Move>) -> Coverage {
        if let Some(mv) = MeandresFeatures::winning(game, position) {
            out.push(mv);
            return Coverage::Sound;
        }
        let before = out.len();
        MeandresFeatures::each_safe(game, position, |mv| out.push(mv));
        if out.len() == before {
            game.moves_into(position, out);
        }
        Coverage::Sound
    }

    fn slot(&self, _game: &Meandres, mv: Move) -> Option<usize> {
        Some(usize::from(mv.0))
    }
}
