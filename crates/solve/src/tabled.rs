//! An engine that knows the value of every position.

use std::io::{self, Read, Seek};
use std::sync::Arc;

use damier_core::{Game, Indexed};
use damier_search::{Limits, Mind, Path, Rated, Thought, Value};

use crate::table::{Table, TableFile, value_of};

/// Where the bytes of a finished table are: in memory or in a file.
pub trait Bytes: Send + Sync {
    /// Returns the byte of a number.
    ///
    /// # Errors
    /// If it cannot be read.
    fn byte(&self, at: u64) -> io::Result<u8>;
}

impl Bytes for Table {
    fn byte(&self, at: u64) -> io::Result<u8> {
        Ok(self.get(at))
    }
}

impl<F: Read + Seek + Send> Bytes for TableFile<F> {
    fn byte(&self, at: u64) -> io::Result<u8> {
        self.get(at)
    }
}

/// What knows the value of every position of a game whose players alternate.
pub trait Oracle<G: Game>: Send {
    /// Returns what a position is worth to the side to move; `None` where that cannot be read.
    fn value(&self, game: &G, position: &G::Position) -> Option<Value>;
}

impl<G: Indexed> Oracle<G> for Arc<dyn Bytes> {
    fn value(&self, game: &G, position: &G::Position) -> Option<Value> {
        value_of(self.byte(game.index(position)).ok()?)
    }
}

/// Returns what every move is worth to the player who makes it, best first; `None` where a value cannot be read.
pub fn rate_moves<G: Game>(
    game: &G,
    position: &G::Position,
    oracle: &impl Oracle<G>,
) -> Option<Vec<Rated<G::Move>>> {
    let mut moves = Vec::new();
    game.moves_into(position, &mut moves);
    let rated: Option<Vec<_>> = moves
        .into_iter()
        .map(|mv| {
            let mut after = position.clone();
            game.play(&mut after, mv);
            let value = match oracle.value(game, &after)? {
                Value::Win(plies) => Value::Loss(plies + 1),
                Value::Loss(plies) => Value::Win(plies + 1),
                same => same,
            };
            Some(Rated { mv, value })
        })
        .collect();
    let mut thought = Thought { moves: rated?, pv: Vec::new(), nodes: 0, depth: 0 };
    thought.sort();
    Some(thought.moves)
}

/// An engine that plays by an oracle: perfectly, and among drawn moves as another engine advises.
pub struct Tabled<G: Game, O: Oracle<G>> {
    oracle: O,
    adviser: Box<dyn Mind<G>>,
}

impl<G: Game, O: Oracle<G>> Tabled<G, O> {
    /// Makes an engine from an oracle and an adviser.
    pub fn new(oracle: O, adviser: Box<dyn Mind<G>>) -> Tabled<G, O> {
        Tabled { oracle, adviser }
    }
}

impl<G: Game, O: Oracle<G>> Mind<G> for Tabled<G, O> {
    fn think(
        &mut self,
        game: &G,
        path: &Path<G>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let Some(moves) = rate_moves(game, path.position(), &self.oracle) else {
            return self.adviser.think(game, path, limits, watch);
        };
        let nodes = moves.len() as u64;
        let mut thought = Thought { moves, pv: Vec::new(), nodes, depth: 1 };
        limits.restrict(game, path.position(), &mut thought);
        path.correct(game, &mut thought);
        let drawn = thought.moves.iter().filter(|rated| rated.value == Value::Draw).count();
        if drawn > 1 && thought.moves[0].value == Value::Draw {
            let advice = self.adviser.think(game, path, limits, &mut |_| {});
            thought.nodes += advice.nodes;
            let place = |mv| advice.moves.iter().position(|rated| rated.mv == mv).unwrap_or(usize::MAX);
            thought.moves[..drawn].sort_by_key(|rated| place(rated.mv));
        }
        // The line goes on as long as it is decided; a drawn line has no end worth telling.
        let decided = |value| value != Value::Draw;
        let best = |at: &G::Position| rate_moves(game, at, &self.oracle)?.first().copied();
        thought.expect_line(game, path.position(), decided, best);
        thought
    }

    fn forget(&mut self) {
        self.adviser.forget();
    }
}
