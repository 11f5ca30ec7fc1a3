//! Alpha-beta search: iterative deepening, principal variation search, a shared transposition table.

use std::sync::Arc;

use damier_core::Game;

use crate::node::Worker;
use crate::root::Root;
use crate::transposition::TranspositionTable;
use crate::{
    Budget, Coverage, Knowledge, Limits, Mind, Path, Rated, Score, Thought, Value, estimate, expectation,
};

/// The most entries of a table: 64 MiB.
const MOST_ENTRIES: u64 = 1 << 22;
/// What a move is called worth that was not tried because another wins: nothing is known of it.
pub const UNTRIED: Value = Value::Estimate(0.12);
/// By how much a move that was not offered is taken to be worse than the worst that was.
const UNLIKELY: Score = 200;

/// An alpha-beta engine with what a game teaches it.
///
/// ```
/// use damier_core::{Game, Rng, Sticks};
/// use damier_search::{AlphaBeta, Features, Limits, Linear, Mind, MoveHints, Path, Value};
///
/// /// Knows nothing of sticks: the search has to look to the end.
/// #[derive(Clone)]
/// struct Nothing;
///
/// impl MoveHints<Sticks> for Nothing {}
///
/// impl Features<Sticks> for Nothing {
///     fn count(&self, _game: &Sticks) -> usize {
///         0
///     }
///     fn name(&self, _game: &Sticks, _weight: usize) -> String {
///         String::new()
///     }
///     fn measure(&self, _game: &Sticks, _position: &<Sticks as Game>::Position, _add: &mut impl FnMut(usize, i32)) {}
/// }
///
/// let game = Sticks { count: 7 };
/// let path = Path::new(&game, game.start(&mut Rng::new(0)));
/// let mut engine = AlphaBeta::new(Linear::new(&game, Nothing, Vec::new()));
/// let thought = engine.think(&game, &path, &Limits::nodes(10_000), &mut |_| {});
/// let best = thought.best().expect("there are moves");
/// assert_eq!((best.mv, best.value), (3, Value::Win(3)), "it leaves four");
/// ```
pub struct AlphaBeta<K> {
    knowledge: Arc<K>,
    table: TranspositionTable,
    most_entries: u64,
}

impl<K> AlphaBeta<K> {
    /// Makes an engine. Its table has room for every node it is allowed, up to 64 MiB.
    pub fn new(knowledge: K) -> AlphaBeta<K> {
        AlphaBeta::share(Arc::new(knowledge))
    }

    /// Makes an engine whose knowledge others use too.
    pub fn share(knowledge: Arc<K>) -> AlphaBeta<K> {
        AlphaBeta { knowledge, table: TranspositionTable::new(0), most_entries: MOST_ENTRIES }
    }

    /// Bounds the table to about so many entries, 16 bytes each; with 0 nothing is remembered.
    pub fn with_entries(self, entries: u64) -> AlphaBeta<K> {
        AlphaBeta { most_entries: entries, ..self }
    }

    /// Returns what the game teaches.
    pub fn knowledge(&self) -> &K {
        &self.knowledge
    }
}

impl<G: Game, K: Knowledge<G>> Mind<G> for AlphaBeta<K> {
    fn think(
        &mut self,
        game: &G,
        path: &Path<G>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let entries = limits.nodes.min(self.most_entries) as usize;
        if entries > 0 && self.table.capacity() < entries {
            self.table = TranspositionTable::new(entries);
        }
        self.table.begin_search();
        let budget = Budget::new(limits);
        let (knowledge, table) = (&*self.knowledge, &self.table);
        let thought = std::thread::scope(|scope| {
            for helper in 1..limits.threads {
                let budget = &budget;
                scope.spawn(move || {
                    Root::new(Worker::new(game, knowledge, path, table, budget)).help(helper);
                });
            }
            let worker = Worker::new(game, knowledge, path, table, &budget);
            let mut thought = Root::new(worker).think(watch);
            budget.end();
            thought.nodes = budget.spent();
            thought
        });
        if limits.only.is_some() {
            return thought;
        }
        let coverage = knowledge.moves(game, path.position(), &mut Vec::new());
        add_unoffered(game, path, thought, coverage)
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

/// Adds to a thought the legal moves that were not offered to the search, worth less than the worst that was: else whoever
/// errs on purpose would mostly choose among them, where few were offered. Where only likely moves were offered, that the
/// best of them loses does not prove that the position is lost.
pub fn add_unoffered<G: Game>(
    game: &G,
    path: &Path<G>,
    mut thought: Thought<G::Move>,
    coverage: Coverage,
) -> Thought<G::Move> {
    let rest = match thought.moves.last().map(|rated| rated.value) {
        None | Some(Value::Win(_)) => UNTRIED,
        Some(least) => Value::Estimate(expectation(estimate(least.expectation()) - UNLIKELY)),
    };
    let legal = game.moves(path.position());
    if legal.len() > thought.moves.len() {
        if let Some(best) = thought.moves.first_mut()
            && coverage == Coverage::Likely
            && matches!(best.value, Value::Loss(_))
        {
            best.value = Value::Estimate(0.0);
        }
        let offered: Vec<G::Move> = thought.moves.iter().map(|rated| rated.mv).collect();
        let others = legal.into_iter().filter(|mv| !offered.contains(mv));
        thought.moves.extend(others.map(|mv| Rated { mv, value: rest }));
    }
    thought
}
