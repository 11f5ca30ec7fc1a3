//! Monte-Carlo search and the solver, in turn: either search, whatever teaches it.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_core::board::BitSet;
use damier_search::{Budget, Limits, Mind, MonteCarlo, Path, Playouts, Rated, Thought, Value};

use super::rules::SWAP;
use super::solver::{HexSolver, SolverResult};
use super::{Hex, Move, Position};

/// How a search and the solver share the work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// How many simulations the first round has; each later one has twice as many.
    pub first_round: u64,
    /// How many simulations at most rate the other moves once it is proven who wins.
    pub afterthought: u64,
    /// For so many free cells, how many simulations there are for each position of the solver.
    pub exchange: fn(u64) -> u64,
}

/// A search that simulates and, in between, tries to prove who wins.
pub(super) struct Turns<const W: usize, P> {
    make: Box<dyn Fn() -> MonteCarlo<Hex<W>, P> + Send>,
    search: MonteCarlo<Hex<W>, P>,
    pace: Pace,
}

/// What is proven of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof<const W: usize> {
    result: SolverResult,
    /// The cells that are known to lose.
    lost: BitSet<W>,
}

/// What a round of work may take.
#[derive(Clone, Copy, Debug)]
struct Shares {
    /// The nodes that were spent before, and those that are left.
    spent: u64,
    left: u64,
    /// The simulations of this round, and the positions of the solver.
    round: u64,
    share: u64,
}

impl<const W: usize, P: Playouts<Hex<W>>> Turns<W, P> {
    /// Makes a search, and makes it anew when it is to forget.
    pub fn new(pace: Pace, make: impl Fn() -> MonteCarlo<Hex<W>, P> + Send + 'static) -> Turns<W, P> {
        Turns { search: make(), make: Box::new(make), pace }
    }

    /// Returns what teaches the search.
    pub fn playouts(&self) -> &P {
        self.search.playouts()
    }

    /// Returns how often the search tried a move of the position that it thought about last.
    pub fn visits(&self, mv: Move) -> u32 {
        self.search.visits().find(|(tried, _)| *tried == mv).map_or(0, |(_, visits)| visits)
    }

    /// Forgets everything: what the tree's moves were given to know goes with the tree.
    pub fn forget(&mut self) {
        self.search = (self.make)();
    }

    /// Works for a round with the solver on one thread and the simulations on the others, so that none of them ever waits:
    /// once the solver has done its share, its thread simulates too, and until then the simulations go on. Returns what is
    /// proven, what was simulated, and the nodes that both took.
    fn work_side_by_side(
        &mut self,
        solver: &mut HexSolver<W>,
        game: &Hex<W>,
        path: &Path<Hex<W>>,
        limits: &Limits,
        shares: Shares,
        watch: &mut dyn FnMut(&Thought<Move>),
    ) -> (Proof<W>, Thought<Move>, u64) {
        let Shares { spent, left, round, share } = shares;
        let position = path.position();
        let chosen = limits.chosen_moves(game, position);
        let search = &mut self.search;
        let quota = (left - share).min(round).max(1);
        let (is_over, has_ended, is_proven) =
            (AtomicBool::new(false), AtomicBool::new(false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let proving = scope.spawn(|| {
                let stop = || is_over.load(Ordering::Relaxed) || (limits.stop)();
                let budget = Budget::new(&Limits { nodes: share, stop: &stop, ..*limits });
                let proof = prove(solver, position, chosen.as_deref(), &budget);
                is_proven.store(proof.result != SolverResult::Open, Ordering::Relaxed);
                has_ended.store(true, Ordering::Release);
                (proof, budget.spent())
            });
            let mut simulated = 0;
            let thought = loop {
                let is_alone = has_ended.load(Ordering::Acquire);
                let room = left.saturating_sub(share + simulated).max(1);
                let nodes =
                    if is_alone { quota.saturating_sub(simulated).clamp(1, room) } else { quota.min(room) };
                let ends = || !is_alone && has_ended.load(Ordering::Acquire);
                let stop = || ends() || is_proven.load(Ordering::Relaxed) || (limits.stop)();
                let threads = if is_alone { limits.threads } else { limits.threads - 1 };
                let seed = limits.seed.wrapping_add((spent + simulated) << 32);
                let part = Limits { nodes, seed, threads, stop: &stop, ..*limits };
                let mut hear = |part: &Thought<Move>| {
                    let mut told = part.clone();
                    told.nodes += spent + simulated;
                    watch(&told);
                };
                let thought = search.think(game, path, &part, &mut hear);
                simulated += thought.nodes;
                // A tree that has proven its root has nothing left to simulate.
                let is_cut = thought.nodes < nodes && !ends();
                let is_done = has_ended.load(Ordering::Acquire) && simulated >= quota;
                if is_cut
                    || is_done
                    || is_proven.load(Ordering::Relaxed)
                    || share + simulated >= left
                    || (limits.stop)()
                {
                    break thought;
                }
            };
            is_over.store(true, Ordering::Relaxed);
            let (proof, proved) = proving.join().expect("the solver does not panic");
            (proof, Thought { nodes: simulated, ..thought }, proved + simulated)
        })
    }

    /// Thinks about a position that is not over, with what is proven applied.
    pub fn think(
        &mut self,
        solver: &mut HexSolver<W>,
        game: &Hex<W>,
        path: &Path<Hex<W>>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let position = *path.position();
        let mut thought = Thought { moves: Vec::new(), pv: Vec::new(), nodes: 0, depth: 0 };
        let chosen = limits.chosen_moves(game, &position);
        let free = u64::from(game.free(&position).count());
        let exchange = (self.pace.exchange)(free);
        // On small boards proofs come first.
        let proofs_first = free <= 49;
        let mut proof = Proof { result: SolverResult::Open, lost: BitSet::EMPTY };
        let (mut round, mut spent) = (self.pace.first_round, 0);
        while spent < limits.nodes.max(1) && (spent == 0 || !(limits.stop)()) {
            let left = limits.nodes.max(1) - spent;
            let share = if proofs_first { round / exchange.min(4) } else { round / exchange };
            let share = share.clamp(1, left.div_ceil(2));
            let budget = Budget::new(&Limits { nodes: share, ..*limits });
            if limits.threads > 1 && spent > 0 {
                // The solver takes a whole thread for its share: of few threads, that is worth only a part of it.
                let part = if proofs_first { 3 } else { (limits.threads as u64 - 1).min(3) };
                let shares = Shares { spent, left, round, share: (share * part / 3).max(1) };
                let used;
                (proof, thought, used) = self.work_side_by_side(solver, game, path, limits, shares, watch);
                spent += used;
                if proof.result != SolverResult::Open || thought.nodes < round.min(left - share) {
                    break;
                }
                round *= 4;
                continue;
            }
            proof = prove(solver, &position, chosen.as_deref(), &budget);
            spent += budget.spent();
            let is_last = proof.result != SolverResult::Open;
            let left = limits.nodes.max(1).saturating_sub(spent);
            // What is proven still wants the other moves rated, though not for long.
            let nodes = if is_last { left.min(self.pace.afterthought) } else { left.min(round) };
            if nodes > 0 || thought.moves.is_empty() {
                let seed = limits.seed.wrapping_add(round << 32);
                let part = Limits { nodes: nodes.max(1), seed, ..*limits };
                let mut hear = |part: &Thought<Move>| {
                    let mut told = part.clone();
                    told.nodes += spent;
                    apply(game, &position, &proof, &mut told);
                    watch(&told);
                };
                thought = self.search.think(game, path, &part, &mut hear);
                if thought.pv.is_empty() {
                    // A leaf that the last search had settled is now the root: it never got its moves.
                    self.forget();
                    thought = self.search.think(game, path, &part, &mut hear);
                }
                let simulated = thought.nodes;
                spent += simulated;
                // A tree that has proven its root has nothing left to simulate.
                if simulated < nodes {
                    break;
                }
            }
            if is_last {
                break;
            }
            round *= 2;
        }
        apply(game, &position, &proof, &mut thought);
        thought.nodes = spent;
        thought
    }
}

/// Tries to prove who wins plain Hex from here on. That also tells what a stone is worth that may be taken over. Where
/// only some moves are chosen from, that another one wins decides nothing.
pub(super) fn prove<const W: usize>(
    solver: &mut HexSolver<W>,
    position: &Position<W>,
    chosen: Option<&[Move]>,
    budget: &Budget,
) -> Proof<W> {
    let result = match solver.solve(&position.stones, position.to_move, budget) {
        SolverResult::Win(cell) if chosen.is_some_and(|chosen| !chosen.contains(&Move(cell as u16))) => {
            SolverResult::Open
        }
        result => result,
    };
    Proof { result, lost: solver.lost(&position.stones, position.to_move) }
}

/// Returns in how many plies at most the side to move wins or loses: whoever wins makes the last move, and the board lasts
/// for no more.
pub(super) fn longest<const W: usize>(game: &Hex<W>, position: &Position<W>) -> (u32, u32) {
    // A swap comes before all the others.
    let plies = game.free(position).count() + u32::from(game.may_swap(position));
    (plies - (plies + 1) % 2, plies - plies % 2)
}

/// Adds what is proven to what was simulated.
pub(super) fn apply<const W: usize>(
    game: &Hex<W>,
    position: &Position<W>,
    proof: &Proof<W>,
    thought: &mut Thought<Move>,
) {
    let (win, loss) = longest(game, position);
    let first = thought.moves.first().map(|rated| rated.mv);
    for Rated { mv, value } in &mut thought.moves {
        match *value {
            // Bounds: to round them up to the winner's move does them no harm.
            Value::Win(plies) => *value = Value::Win((plies | 1).min(win)),
            Value::Loss(plies) => *value = Value::Loss((plies + plies % 2).min(loss)),
            _ => {}
        }
        if value.exact().is_some() {
            continue;
        }
        let proven = match proof.result {
            // The stone is worth to Second, on the mirrored board, what it was worth to First.
            SolverResult::Win(_) if *mv == SWAP => Some(Value::Loss(loss)),
            SolverResult::Loss if *mv == SWAP => Some(Value::Win(win)),
            SolverResult::Win(cell) if mv.0 as usize == cell => Some(Value::Win(win)),
            SolverResult::Loss => Some(Value::Loss(loss)),
            _ if *mv != SWAP && proof.lost.contains(mv.0 as usize) => Some(Value::Loss(loss)),
            _ => None,
        };
        *value = proven.unwrap_or(*value);
    }
    // What the search thinks most stubborn stays first among moves of the same worth: the sort is stable.
    thought.sort();
    let best = thought.moves.first().map(|rated| rated.mv);
    if best != first || thought.pv.is_empty() {
        thought.pv = best.into_iter().collect();
    }
    thought.depth = thought.depth.max(thought.pv.len() as u32);
}
