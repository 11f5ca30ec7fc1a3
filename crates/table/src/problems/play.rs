//! How moves are chosen in the games from which problems are taken.

use damier_core::{Game, Rng, Verdict};
use damier_search::{Insight, Lead, Limits, Mind, MonteCarlo, Path};

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

/// Chooses at random among the moves after which this side is farthest ahead once the opponent has made the answer that is
/// worst for it.
///
/// # Panics
/// If the game is over.
pub fn thriftiest<G: Game>(game: &G, position: &G::Position, lead: Lead<G>, rng: &mut Rng) -> G::Move {
    let side = game.side_to_move(position);
    let mut moves = game.moves(position);
    rng.shuffle(&mut moves);
    let mut answers = Vec::new();
    let mut ahead = |&mv: &G::Move| {
        let after = game.after(position, mv);
        answers.clear();
        game.moves_into(&after, &mut answers);
        let left = answers.iter().map(|&answer| lead(game, &game.after(&after, answer), side)).min();
        left.unwrap_or_else(|| lead(game, &after, side))
    };
    // The last of the best: no other of them is likelier, since they were shuffled.
    moves.iter().copied().max_by_key(&mut ahead).expect("a game that goes on has moves")
}
