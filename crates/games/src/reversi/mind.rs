//! The engine: alpha-beta over the evaluation in the middle of the game, and the solver towards its end.

use std::sync::Arc;

use damier_core::Game;
use damier_search::{
    AlphaBeta, Budget, Knowledge, Limits, Mind, MoveHints, Path, Rated, Score, Thought, Value,
};
use damier_table::Solved;

use super::eval::{DISC, LEARNED};
use super::features::hint;
use super::solver::{BoardSolver, GridDiscs};
use super::{Move, Position, Reversi, Word};

/// Above so many free cells no solution is tried.
const MOST_FREE: u32 = 26;
/// Whether free cells count for the winner: the rules leave them to nobody; who wins is the same.
const WINNER_TAKES_FREE: bool = true;
/// The solver's memory.
const BYTES: usize = 64 << 20;

/// What the usual board teaches alpha-beta search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LearnedShapes;

impl Knowledge<Reversi<u64, 8>> for LearnedShapes {
    fn evaluate(&self, _game: &Reversi<u64, 8>, position: &Position<u64>) -> Score {
        let discs = LEARNED.discs(position.own, position.other);
        // The same lead decides the more, the nearer the end is: 26 hundredths of a logit a disc there, 6 at the start,
        // by the results of games that it played with itself.
        let free = (position.own | position.other).count_zeros() as i32;
        discs * (78 - free) / (3 * DISC)
    }
}

impl MoveHints<Reversi<u64, 8>> for LearnedShapes {
    fn hint(&self, game: &Reversi<u64, 8>, position: &Position<u64>, mv: Move) -> i32 {
        hint(game, position, mv)
    }

    fn slot(&self, _game: &Reversi<u64, 8>, mv: Move) -> Option<usize> {
        Some(mv.0 as usize)
    }
}

/// The engine of a board.
pub(super) struct ReversiMind<K, const SIZE: u32> {
    knowledge: Arc<K>,
    middle: AlphaBeta<K>,
    /// Made when it is first needed.
    solver: Option<BoardSolver<SIZE>>,
}

impl<K, const SIZE: u32> ReversiMind<K, SIZE> {
    /// Makes an engine that knows so much of the middle of the game.
    pub(super) fn new(knowledge: K) -> ReversiMind<K, SIZE> {
        let knowledge = Arc::new(knowledge);
        ReversiMind { middle: AlphaBeta::share(Arc::clone(&knowledge)), knowledge, solver: None }
    }
}

/// Returns how many nodes it takes to find out who wins with so many free cells, in most cases.
fn nodes_to_solve(free: u32, size: u32) -> u64 {
    // Doubled by every cell; nine positions in ten of games it played with itself take less. Where the board is small,
    // there are fewer moves.
    (if size <= 6 { 1u64 } else { 3 }) << free.min(50)
}

/// A root move with what the solver found out.
struct RootMove {
    mv: Move,
    discs: GridDiscs,
    /// The score is at least and at most this, for the side that moves.
    bounds: [i32; 2],
    /// What was thought of it before.
    before: Value,
}

impl RootMove {
    fn value(&self, plies: u32) -> Option<Value> {
        let [lower, upper] = self.bounds;
        match (lower.signum(), upper.signum()) {
            (1, _) => Some(Value::Win(plies)),
            (_, -1) => Some(Value::Loss(plies)),
            (0, 0) => Some(Value::Draw),
            _ => None,
        }
    }
}

impl<W: Word, const SIZE: u32, K: Knowledge<Reversi<W, SIZE>>> Mind<Reversi<W, SIZE>>
    for ReversiMind<K, SIZE>
{
    fn think(
        &mut self,
        game: &Reversi<W, SIZE>,
        path: &Path<Reversi<W, SIZE>>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let position = *path.position();
        let free = SIZE * SIZE - (position.own | position.other).count();
        let price = nodes_to_solve(free, SIZE);
        let fits = SIZE <= 8 && free <= MOST_FREE && limits.depth >= free && price <= limits.nodes;
        if !fits || game.outcome(&position).is_some() {
            return self.middle.think(game, path, limits, watch);
        }
        let mut spent = 0;
        // First a thought to fall back on, then the solver; should it not end, more of both.
        let mut share = price.min(10_000_000);
        loop {
            let left = limits.nodes.saturating_sub(spent);
            let nodes = (share / 32).clamp(100, 300_000).min(left / 4).max(1);
            let mut thought = self.middle.think(game, path, &Limits { nodes, ..*limits }, &mut |_| {});
            spent += thought.nodes;
            thought.nodes = spent;
            watch(&thought);
            // A last share that would be small is joined to this one.
            let left = limits.nodes.saturating_sub(spent);
            let nodes = if left < share.saturating_mul(2) { left } else { share };
            let mut budget = StagedBudget { limits: &Limits { nodes, ..*limits }, spent: 0 };
            let solver = self.solver.get_or_insert_with(|| BoardSolver::new(BYTES));
            if thought.moves.is_empty() {
                return thought;
            }
            let done = solve(game, &position, solver, &mut budget, &mut thought);
            limits.restrict(game, &position, &mut thought);
            spent += budget.spent;
            thought.nodes = spent;
            if done || spent >= limits.nodes || (limits.stop)() {
                return thought;
            }
            share = share.saturating_mul(4);
        }
    }

    fn forget(&mut self) {
        // A new one: what was cleared would keep its size, on which answers depend a little.
        self.middle = AlphaBeta::share(Arc::clone(&self.knowledge));
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
    }
}

/// Solves a position of a board of up to 8 × 8 by the rules' own score, with 128 MiB for its table; `None` where the limits end
/// it.
pub(super) fn solve_exactly<W: Word, const SIZE: u32>(
    _game: &Reversi<W, SIZE>,
    position: &Position<W>,
    limits: &Limits,
) -> Option<Solved<Move>> {
    let budget = Budget::new(limits);
    let discs = BoardSolver::<SIZE>::discs(position);
    let (score, best) = BoardSolver::<SIZE>::new(128 << 20).exact(discs, [-64, 64], false, &budget)?;
    Some(Solved { score, best, nodes: budget.spent() })
}

/// What the solver may spend, part after part.
struct StagedBudget<'a> {
    limits: &'a Limits<'a>,
    spent: u64,
}

impl StagedBudget<'_> {
    /// Spends at most so many nodes on something.
    fn spend<T>(&mut self, nodes: u64, on: impl FnOnce(&Budget) -> Option<T>) -> Option<T> {
        let left = self.limits.nodes.saturating_sub(self.spent);
        if left == 0 {
            return None;
        }
        let budget = Budget::new(&Limits { nodes: nodes.min(left), ..*self.limits });
        let result = on(&budget);
        self.spent += budget.spent();
        result
    }
}

/// Solves a position and corrects a thought by what was found. Says whether it is known who wins.
fn solve<W: Word, const SIZE: u32>(
    game: &Reversi<W, SIZE>,
    position: &Position<W>,
    solver: &mut BoardSolver<SIZE>,
    budget: &mut StagedBudget,
    thought: &mut Thought<Move>,
) -> bool {
    let discs = BoardSolver::<SIZE>::discs(position);
    let mut choices: Vec<RootMove> = thought
        .moves
        .iter()
        .map(|&Rated { mv, value }| {
            let discs = BoardSolver::<SIZE>::discs(&game.after(position, mv));
            RootMove { mv, discs, bounds: [-64, 64], before: value }
        })
        .collect();
    solver.begin();
    let done = settle(&mut choices, solver, budget);
    let mut line = Vec::new();
    if done {
        // Who wins is known; now by how much, and after the other moves, for as long again.
        let nodes = 2 * budget.spent + 100_000;
        let window =
            [choices[0].bounds[0], choices.iter().map(|choice| choice.bounds[1]).max().unwrap_or(64)];
        let solved = budget.spend(nodes, |budget| solver.exact(discs, window, WINNER_TAKES_FREE, budget));
        if let Some((score, best)) = solved {
            for choice in &mut choices {
                choice.bounds[1] = choice.bounds[1].min(score);
                if choice.mv == best {
                    choice.bounds = [score; 2];
                }
            }
            if let Some(at) = choices.iter().position(|choice| choice.mv == best) {
                choices[..=at].rotate_right(1);
            }
            line = principal(game, position, solver, budget);
        }
        let nodes = budget.spent + 100_000;
        let _ = rate_others(&mut choices, solver, budget, nodes);
    }
    let free = SIZE * SIZE - (position.own | position.other).count();
    // The longest that the game can last: a pass after every disc but the last.
    let plies = 2 * free - 1;
    let rated: Vec<Rated<Move>> = choices
        .iter()
        .map(|choice| Rated { mv: choice.mv, value: choice.value(plies).unwrap_or(choice.before) })
        .collect();
    let best = rated[0];
    thought.moves = rated;
    if done {
        thought.depth = free;
        // The best stays first among its equals; estimates of the others are no better than what is proven.
        for rated in &mut thought.moves[1..] {
            if let Value::Estimate(expected) = rated.value {
                rated.value = Value::Estimate(expected.min(best.value.expectation()));
            }
        }
        thought.moves[1..].sort_by(|a, b| b.value.rank().total_cmp(&a.value.rank()));
    } else {
        thought.sort();
    }
    if !line.is_empty() {
        thought.pv = line;
    } else if thought.pv.first() != Some(&thought.moves[0].mv) {
        thought.pv = vec![thought.moves[0].mv];
    }
    done
}

/// Asks whether a move gets more than so much; `None` where the budget ended it.
fn ask<const SIZE: u32>(
    choice: &mut RootMove,
    more_than: i32,
    solver: &mut BoardSolver<SIZE>,
    budget: &Budget,
) -> Option<bool> {
    if choice.bounds[0] <= more_than && choice.bounds[1] > more_than {
        // What one side gets more than, the other gets less than.
        let bound = -solver.more_than(choice.discs, -more_than - 1, WINNER_TAKES_FREE, budget)?;
        if bound > more_than {
            choice.bounds[0] = bound;
        } else {
            choice.bounds[1] = bound;
        }
    }
    Some(choice.bounds[0] > more_than)
}

/// Finds out who wins, and brings a move that does it to the front.
fn settle<const SIZE: u32>(
    choices: &mut [RootMove],
    solver: &mut BoardSolver<SIZE>,
    budget: &mut StagedBudget,
) -> bool {
    let search = |budget: &Budget| {
        for more_than in [0, -1] {
            for at in 0..choices.len() {
                if ask(&mut choices[at], more_than, solver, budget)? {
                    choices[..=at].rotate_right(1);
                    return Some(());
                }
            }
        }
        Some(())
    };
    budget.spend(u64::MAX, search).is_some()
}

/// Finds out who wins after the other moves.
fn rate_others<const SIZE: u32>(
    choices: &mut [RootMove],
    solver: &mut BoardSolver<SIZE>,
    budget: &mut StagedBudget,
    nodes: u64,
) -> Option<()> {
    budget.spend(nodes, |budget| {
        for more_than in [0, -1] {
            for choice in choices.iter_mut() {
                ask(choice, more_than, solver, budget)?;
            }
        }
        Some(())
    })
}

/// Returns the line of best play, as far as it is found quickly, or nothing.
fn principal<W: Word, const SIZE: u32>(
    game: &Reversi<W, SIZE>,
    position: &Position<W>,
    solver: &mut BoardSolver<SIZE>,
    budget: &mut StagedBudget,
) -> Vec<Move> {
    let mut line = Vec::new();
    let mut at = *position;
    let nodes = budget.spent / 4 + 50_000;
    let followed = budget.spend(nodes, |budget| {
        while game.outcome(&at).is_none() {
            let (_, mv) =
                solver.exact(BoardSolver::<SIZE>::discs(&at), [-64, 64], WINNER_TAKES_FREE, budget)?;
            line.push(mv);
            game.play(&mut at, mv);
        }
        Some(())
    });
    if followed.is_some() { line } else { Vec::new() }
}
