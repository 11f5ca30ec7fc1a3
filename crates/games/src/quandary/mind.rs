//! The engine: alpha-beta search, with the solver beside it.

use std::sync::Arc;

use damier_core::Game;
use damier_search::{AlphaBeta, Limits, Linear, Mind, Path, Thought, Value};

use super::eval::QuandaryFeatures;
use super::proof_memory::ProofMemory;
use super::solver::{ProvenEnd, Solver, value};
use super::{Move, Position, Quandary};

/// With fewer nodes the solver is not tried: what it could prove, alpha-beta sees as well.
const LEAST_NODES: u64 = 30_000;
/// The most slots of a table.
const MOST_SLOTS: u64 = 1 << 21;
/// The nodes of the solver before the search begins: less than the least that it is tried with has for it.
const FIRST_TRY: u64 = LEAST_NODES / 3;

/// The engine of Quandary.
pub(super) struct QuandaryMind {
    knowledge: Arc<Linear<QuandaryFeatures>>,
    search: AlphaBeta<Linear<QuandaryFeatures>>,
}

impl QuandaryMind {
    pub(super) fn new(knowledge: Linear<QuandaryFeatures>) -> QuandaryMind {
        let knowledge = Arc::new(knowledge);
        QuandaryMind { search: AlphaBeta::share(Arc::clone(&knowledge)), knowledge }
    }
}

impl Mind<Quandary> for QuandaryMind {
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
        let slots = limits.nodes.min(MOST_SLOTS) as usize;
        let mut tables = [(); 2].map(|()| ProofMemory::new(slots));
        let mut solver = Solver::new(game, &self.knowledge, position, &mut tables);
        let mut proven = Proven { end: None, rated: Vec::new() };
        // Of three nodes the search gets two and the solver one: its part of what the search has spent, whenever that has
        // looked one ply farther, so that neither waits for the other however the time ends.
        proven.go_on(&mut solver, position, &Limits { nodes: FIRST_TRY, ..*limits });
        let nodes = (limits.nodes / 3 * 2).max(1);
        let thought = self.search.think(game, path, &Limits { nodes, ..*limits }, &mut |thought| {
            proven.go_on(&mut solver, position, &Limits { nodes: thought.nodes / 2, ..*limits });
            watch(&proven.correct(thought, position, solver.nodes()));
        });
        proven.go_on(&mut solver, position, &Limits { nodes: thought.nodes / 2, ..*limits });
        proven.correct(&thought, position, solver.nodes())
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

/// What the solver has found of a position.
struct Proven {
    end: Option<ProvenEnd>,
    /// The moves, as far as they were rated.
    rated: Vec<(Move, Option<Value>)>,
}

impl Proven {
    /// Lets the solver go on, until it has spent the nodes of the limits in all.
    fn go_on(&mut self, solver: &mut Solver, position: &Position, limits: &Limits) {
        let left = |solver: &Solver| Limits { nodes: limits.nodes.saturating_sub(solver.nodes()), ..*limits };
        if self.end.is_none() && left(solver).nodes > 0 {
            self.end = solver.solve(position, &left(solver));
        }
        if let Some(end) = self.end
            && left(solver).nodes > 0
            && (self.rated.is_empty() || self.rated.iter().any(|(_, value)| value.is_none()))
        {
            self.rated = solver.rate(position, end, &left(solver));
        }
    }

    /// Corrects a thought by what was proven of the moves and of the position with so many nodes.
    fn correct(&self, thought: &Thought<Move>, position: &Position, spent: u64) -> Thought<Move> {
        let best = self.end.map(|end| value(end, position.to_move));
        let mut thought = Thought { nodes: thought.nodes + spent, ..thought.clone() };
        for move_ in &mut thought.moves {
            let proven = self.rated.iter().find(|(mv, _)| *mv == move_.mv).and_then(|(_, value)| *value);
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
        thought
    }
}
