//! Plain minimax: nothing but the rules, to check everything else against.

use damier_core::Game;

use crate::{INFINITE, Knowledge, MAX_PLY, Path, Score, score_of};

/// Returns the score of the position at the end of a path, searched to `depth` plies without any pruning, with the
/// estimate of `knowledge` at the leaves. A position that comes back within the search is worth what the rules say of its
/// third occurrence, as in [`Path::push`].
pub fn minimax<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, path: &Path<G>, depth: u32) -> Score {
    descend(game, knowledge, &mut path.clone(), &path.position().clone(), depth, 0)
}

/// Returns the score of each legal move, in the order of generation.
pub fn rate_all<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    path: &Path<G>,
    depth: u32,
) -> Vec<(G::Move, Score)> {
    let mut line = path.clone();
    let mut moves = Vec::new();
    game.moves_into(path.position(), &mut moves);
    let rate = |mv| (mv, follow(game, knowledge, &mut line, path.position(), mv, depth, 0));
    moves.into_iter().map(rate).collect()
}

fn descend<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    path: &mut Path<G>,
    position: &G::Position,
    depth: u32,
    ply: usize,
) -> Score {
    if let Some(outcome) = game.outcome(position) {
        return score_of(&outcome, game.side_to_move(position), ply);
    }
    if depth == 0 || ply >= MAX_PLY {
        return knowledge.evaluate(game, position);
    }
    let mut moves = Vec::new();
    game.moves_into(position, &mut moves);
    let best = moves.into_iter().map(|mv| follow(game, knowledge, path, position, mv, depth, ply)).max();
    best.unwrap_or(-INFINITE)
}

/// Returns what a move is worth to the side that makes it.
fn follow<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    path: &mut Path<G>,
    position: &G::Position,
    mv: G::Move,
    depth: u32,
    ply: usize,
) -> Score {
    let progress = game.is_progress(position, mv);
    let mut child = position.clone();
    game.play(&mut child, mv);
    let halt = path.push(game.key(&child), progress);
    let score = match halt {
        Some(halt) if game.outcome(&child).is_none() => halt.score(game, &child, ply + 1).0,
        _ => descend(game, knowledge, path, &child, depth - 1, ply + 1),
    };
    path.pop();
    if game.side_to_move(&child) == game.side_to_move(position) { score } else { -score }
}
