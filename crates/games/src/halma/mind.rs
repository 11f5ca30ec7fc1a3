//! The engine of the mini-Halma: it knows how far every position is from the goal.

use std::sync::OnceLock;

use damier_core::Game;
use damier_core::Indexed;
use damier_search::{Limits, Mind, Path, Rated, Thought, Value};
use damier_solve::{Job, NoShelf, Shortest};

use super::{Halma, Move, Position};

/// Returns the distances of all positions, which are found when they are first asked for.
pub(super) fn distances(game: &Halma) -> &'static Shortest {
    static DISTANCES: OnceLock<Shortest> = OnceLock::new();
    DISTANCES.get_or_init(|| {
        let job = Job { threads: 1, memory: u64::MAX, stop: &|| false, tell: &|_, _| {}, shelf: &NoShelf };
        Shortest::of(game, &job).expect("nothing stops it")
    })
}

/// Plays the shortest way.
pub(super) struct Guide;

fn rate(game: &Halma, position: &Position, mv: Move) -> Value {
    let mut after = *position;
    game.play(&mut after, mv);
    // Whatever is out of reach of the goal would be lost; from no position of the board it is.
    distances(game).from(game.index(&after)).map_or(Value::Loss(1), |moves| Value::Win(moves + 1))
}

impl Mind<Halma> for Guide {
    fn think(
        &mut self,
        game: &Halma,
        path: &Path<Halma>,
        _limits: &Limits,
        _watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let position = path.position();
        let mut moves = Vec::new();
        game.moves_into(position, &mut moves);
        let moves: Vec<_> =
            moves.into_iter().map(|mv| Rated { mv, value: rate(game, position, mv) }).collect();
        let nodes = moves.len() as u64;
        let mut thought = Thought { moves, pv: distances(game).way(game, position), nodes, depth: 0 };
        thought.depth = thought.pv.len() as u32;
        thought.sort();
        thought
    }

    fn forget(&mut self) {}
}
