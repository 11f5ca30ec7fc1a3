//! The engine of the mini-Halma: it knows how far every position is from the goal.

use std::sync::OnceLock;

use damier_core::Game;
use damier_core::Indexed;
use damier_search::{Limits, Mind, Path, Rated, Thought, Value};
use damier_solve::{Job, ShortestPaths};

use super::{Halma, Move, Position};

/// Returns the distances of all positions, which are found when they are first asked for.
pub(super) fn distances(game: &Halma) -> &'static ShortestPaths {
    static DISTANCES: OnceLock<ShortestPaths> = OnceLock::new();
    DISTANCES.get_or_init(|| {
        let job = Job::new();
        ShortestPaths::of(game, &job).expect("nothing stops it")
    })
}

/// Plays the shortest way.
pub(super) struct HalmaMind;

fn rate(game: &Halma, position: &Position, mv: Move) -> Value {
    let after = game.after(position, mv);
    // Whatever is out of reach of the goal would be lost; from no position of the board it is.
    distances(game).from(game.index(&after)).map_or(Value::Loss(1), |moves| Value::Win(moves + 1))
}

impl Mind<Halma> for HalmaMind {
    fn think(
        &mut self,
        game: &Halma,
        path: &Path<Halma>,
        limits: &Limits,
        _watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let position = path.position();
        let moves = game.moves(position);
        let moves: Vec<_> =
            moves.into_iter().map(|mv| Rated { mv, value: rate(game, position, mv) }).collect();
        let nodes = moves.len() as u64;
        let mut thought = Thought { moves, pv: distances(game).path(game, position), nodes, depth: 0 };
        thought.sort();
        limits.restrict(game, position, &mut thought);
        thought.depth = thought.pv.len() as u32;
        thought
    }

    fn forget(&mut self) {}
}
