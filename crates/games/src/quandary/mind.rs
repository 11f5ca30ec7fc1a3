//! The engine: alpha-beta search, after the solver has had its try.

use std::sync::Arc;

use damier_core::Game;
use damier_search::{AlphaBeta, Limits, Linear, Mind, Path, Thought, Value};

use super::eval::Crossing;
use super::solver::{Means, Solver, value};
use super::table::Table;
use super::{Move, Quandary};

/// With fewer nodes the solver is not tried: what it could prove, alpha-beta sees as well.
const LEAST_NODES: u64 = 30_000;
/// The most slots of a table.
const MOST_SLOTS: u64 = 1 << 21;

/// The engine of Quandary.
pub(super) struct Thinker {
    knowledge: Arc<Linear<Crossing>>,
    search: AlphaBeta<Linear<Crossing>>,
}

impl Thinker {
    pub(super) fn new(knowledge: Linear<Crossing>) -> Thinker {
        let knowledge = Arc::new(knowledge);
        Thinker { search: AlphaBeta::share(Arc::clone(&knowledge)), knowledge }
    }
}

impl Mind<Quandary> for Thinker {
    fn think(
        &mut self,
        game: &Quandary,
        path: &Path<Quandary>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let position = path.position();
        if limits.nodes < LEAST_NODES || limits.depth < u32::MAX || game.outcome(position).is_some() {
            return self.search.think(game, path, limits, watch);
        }
        // A third for the value, a third for that of each move, and the rest to tell equals apart.
        let means = Means { nodes: limits.nodes / 3, stop: limits.stop };
        let slots = means.nodes.min(MOST_SLOTS) as usize;
        let mut tables = [(); 2].map(|()| Table::new(slots));
        let mut solver = Solver::new(game, &self.knowledge, position, &mut tables);
        let end = solver.solve(position, &means);
        let rated = end.map_or_else(Vec::new, |end| solver.rate(position, end, &means));
        let spent = solver.nodes();
        let nodes = limits.nodes.saturating_sub(spent).max(1);
        let best = end.map(|end| value(end, position.to_move));
        let mut tell = |mut thought: Thought<Move>| {
            thought.nodes += spent;
            correct(&mut thought, &rated, best);
            watch(&thought);
            thought
        };
        let thought = self.search.think(game, path, &Limits { nodes, ..*limits }, &mut |thought| {
            tell(thought.clone());
        });
        tell(thought)
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

/// Corrects a thought by what was proven of the moves and of the position.
fn correct(thought: &mut Thought<Move>, rated: &[(Move, Option<Value>)], best: Option<Value>) {
    for move_ in &mut thought.moves {
        let proven = rated.iter().find(|(mv, _)| *mv == move_.mv).and_then(|(_, value)| *value);
        move_.value = match (proven, move_.value) {
            // Both are right; who looks farther finds a quicker win.
            (Some(Value::Win(one)), Value::Win(two)) => Value::Win(one.min(two)),
            (Some(Value::Loss(one)), Value::Loss(two)) => Value::Loss(one.min(two)),
            (Some(proven), _) => proven,
            (None, Value::Estimate(expected)) => {
                let most = best.map_or(1.0, Value::expectation);
                Value::Estimate(expected.min(most))
            }
            (None, value) => value,
        };
    }
    thought.sort();
    let first = thought.moves.first().map(|rated| rated.mv);
    if thought.pv.first().copied() != first {
        thought.pv = first.into_iter().collect();
    }
}
