//! How moves are chosen in the games from which problems are taken.

use damier_core::{Game, Rng, Verdict};
use damier_search::{Insight, Limits, Mind, MonteCarlo, Path};

/// Chooses a move as if at random, but wins at once where it can, and lets the opponent win at once only where it must.
pub fn play_carefully<G: Game>(
    game: &G,
    position: &G::Position,
    insight: Insight<G>,
    rng: &mut Rng,
) -> G::Move {
    let mut moves = game.moves(position);
    rng.shuffle(&mut moves);
    safest(game, position, insight, &moves)
}

/// Returns a move that wins at once; or else the first move of the list after which the opponent cannot win at once; or else the
/// first.
///
/// # Panics
/// If the list is empty.
pub fn safest<G: Game>(game: &G, position: &G::Position, insight: Insight<G>, moves: &[G::Move]) -> G::Move {
    let mut candidates = Vec::new();
    let mut win_of = |position: &G::Position| {
        candidates.clear();
        (insight.wins)(game, position, &mut candidates);
        let won = Verdict::Win(game.side_to_move(position));
        let wins =
            |&mv: &G::Move| game.outcome(&game.after(position, mv)).is_some_and(|end| end.verdict == won);
        candidates.iter().copied().find(wins)
    };
    if let Some(win) = win_of(position) {
        return win;
    }
    let side = game.side_to_move(position);
    let is_safe = |&mv: &G::Move| {
        let next = game.after(position, mv);
        game.outcome(&next).is_none() && (game.side_to_move(&next) == side || win_of(&next).is_none())
    };
    moves.iter().copied().find(is_safe).unwrap_or(moves[0])
}

/// Chooses a move as plain UCT does after a few random games, and one in four as [`play_carefully`] does.
pub fn play_by_uct<G: Game>(game: &G, position: &G::Position, insight: Insight<G>, rng: &mut Rng) -> G::Move {
    let care = play_carefully(game, position, insight, rng);
    let limits = Limits { seed: rng.bits(), ..Limits::nodes(150) };
    if rng.below(4) == 0 {
        return care;
    }
    let path = Path::new(game, position.clone());
    let thought = MonteCarlo::plain().think(game, &path, &limits, &mut |_| {});
    let best = thought.best().map_or(care, |best| best.mv);
    safest(game, position, insight, &[best, care])
}
