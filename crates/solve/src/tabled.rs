//! An engine that reads the value of every move off a table.

use std::io;
use std::sync::Arc;

use damier_core::Indexed;
use damier_search::{Limits, Mind, Path, Rated, Thought, Value};

use crate::table::{Table, value_of};

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

/// Returns what every move is worth by a table to the player who makes it, best first; `None` where a byte cannot be
/// read. The players alternate.
pub fn rate<G: Indexed>(game: &G, position: &G::Position, bytes: &dyn Bytes) -> Option<Vec<Rated<G::Move>>> {
    let mut moves = Vec::new();
    game.moves_into(position, &mut moves);
    let rated: Option<Vec<_>> = moves
        .into_iter()
        .map(|mv| {
            let mut after = position.clone();
            game.play(&mut after, mv);
            let value = match value_of(bytes.byte(game.index(&after)).ok()?)? {
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

/// An engine that plays by a table: perfectly, and among drawn moves as another engine advises.
pub struct Tabled<G: Indexed> {
    bytes: Arc<dyn Bytes>,
    adviser: Box<dyn Mind<G>>,
}

impl<G: Indexed> Tabled<G> {
    /// Makes an engine from a table and an adviser.
    pub fn new(bytes: Arc<dyn Bytes>, adviser: Box<dyn Mind<G>>) -> Tabled<G> {
        Tabled { bytes, adviser }
    }
}

impl<G: Indexed> Mind<G> for Tabled<G> {
    fn think(
        &mut self,
        game: &G,
        path: &Path<G>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let Some(moves) = rate(game, path.position(), &*self.bytes) else {
            return self.adviser.think(game, path, limits, watch);
        };
        let nodes = moves.len() as u64;
        let mut thought = Thought { moves, pv: Vec::new(), nodes, depth: 1 };
        let drawn = thought.moves.iter().filter(|rated| rated.value == Value::Draw).count();
        if drawn > 1 && thought.moves[0].value == Value::Draw {
            let advice = self.adviser.think(game, path, limits, &mut |_| {});
            thought.nodes += advice.nodes;
            let place = |mv| advice.moves.iter().position(|rated| rated.mv == mv).unwrap_or(usize::MAX);
            thought.moves[..drawn].sort_by_key(|rated| place(rated.mv));
        }
        // The line goes on as long as the table decides it; a drawn line has no end worth telling.
        let mut at = path.position().clone();
        let mut next = thought.moves.first().copied();
        while let Some(Rated { mv, value }) = next {
            thought.pv.push(mv);
            game.play(&mut at, mv);
            let goes_on = value != Value::Draw && game.outcome(&at).is_none();
            next = if goes_on { rate(game, &at, &*self.bytes).and_then(|moves| moves.first().copied()) } else { None };
        }
        thought.depth = thought.pv.len() as u32;
        thought
    }

    fn forget(&mut self) {
        self.adviser.forget();
    }
}
