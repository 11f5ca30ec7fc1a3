//! Perfect play on 4 × 4, by the table.

use std::sync::{Arc, OnceLock};

use damier_core::Game;
use damier_search::{Limits, Mind, Path, Rated, Thought};
use damier_solve::{Job, NoShelf};

use super::table::Table;
use super::{Dualite, Move, Position};

/// A table that is made when it is first asked for, and shared by all engines of one game.
pub(super) type Shared = Arc<OnceLock<Table>>;

/// An engine that knows the value and distance of every move on 4 × 4. Its first answer waits for the table, whatever the
/// limits are.
pub(super) struct Perfect {
    table: Shared,
}

impl Perfect {
    /// Makes an engine.
    pub(super) fn new(table: Shared) -> Perfect {
        Perfect { table }
    }

    fn table(&self, game: &Dualite, threads: usize) -> &Table {
        self.table.get_or_init(|| {
            let stop = || false;
            let job = Job { threads, memory: u64::MAX, stop: &stop, tell: &|_, _| {}, shelf: &NoShelf };
            Table::solve(game, &job).expect("nothing stops it")
        })
    }
}

fn rate(game: &Dualite, table: &Table, position: &Position) -> Vec<Rated<Move>> {
    let mut moves = Vec::new();
    game.moves_into(position, &mut moves);
    moves.into_iter().map(|mv| Rated { mv, value: table.rate(game, position, mv) }).collect()
}

impl Mind<Dualite> for Perfect {
    fn think(
        &mut self,
        game: &Dualite,
        path: &Path<Dualite>,
        limits: &Limits,
        _watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let table = self.table(game, limits.threads.max(1));
        let sorted = |position: &Position| {
            let moves = rate(game, table, position);
            let nodes = moves.len() as u64;
            let mut thought = Thought { moves, pv: Vec::new(), nodes, depth: 0 };
            thought.sort();
            thought
        };
        let mut at = *path.position();
        let mut thought = sorted(&at);
        let mut next = thought.best();
        while let Some(Rated { mv, .. }) = next {
            thought.pv.push(mv);
            game.play(&mut at, mv);
            next = sorted(&at).best();
        }
        thought.depth = thought.pv.len() as u32;
        thought
    }

    fn forget(&mut self) {}
}
