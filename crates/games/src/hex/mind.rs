//! The engine of Hex: Monte-Carlo search and the solver, in turn.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_core::board::BitSet;
use damier_core::{Game, Rng, Side};
use damier_search::{
    Amaf, Budget, Limits, Mind, MonteCarlo, Path, Playouts, Rated, Settings, Thought, UNTRIED, Value,
};

use super::lattice::Stones;
use super::playouts::HexPlayouts;
use super::rules::SWAP;
use super::solver::{HexSolver, SolverResult};
use super::{Hex, Move, Position};

/// How many simulations the first round has; each later one has twice as many.
const FIRST_ROUND: u64 = 1_000;

/// How many playouts at most tell the openings apart.
const OPENING_GAMES: u64 = 20_000;
/// How much a fair opening helps its owner, where the best cell is 1 and all cells together are 0. On 6 × 6, where every
/// opening is solved, those below -0.5 lose and those above 0 win.
const FAIR: f64 = -0.4;

/// An engine that simulates and, in between, tries to prove who wins.
pub(super) struct HexMind<const W: usize> {
    size: usize,
    search: MonteCarlo<Hex<W>, HexPlayouts<W>>,
    solver: HexSolver<W>,
}

/// What is proven of a position.
#[derive(Clone, Copy, Debug)]
struct Proof<const W: usize> {
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

impl<const W: usize> HexMind<W> {
    /// Makes an engine for boards of `size` × `size`.
    pub fn new(size: usize) -> HexMind<W> {
        HexMind { size, search: Self::search(size), solver: HexSolver::new(size) }
    }

    fn search(size: usize) -> MonteCarlo<Hex<W>, HexPlayouts<W>> {
        // To look into a position takes longer on large boards: it has to have been visited more often.
        let expand_at = match size {
            ..=11 => 8,
            12..=16 => 16,
            _ => 40,
        };
        MonteCarlo::new(HexPlayouts::new(size), Settings { expand_at, ..Settings::GUIDED })
    }

    /// Says how many simulations take about as long as a position of the solver, so that each gets its share.
    fn exchange(&self, stones: &Stones<W>) -> u64 {
        let free = u64::from(self.solver.lattice().free(stones).count());
        16 + free * free / 64
    }

    /// Tries to prove who wins plain Hex from here on. That also tells what a stone is worth that may be taken over. Where
    /// only some moves are chosen from, that another one wins decides nothing.
    fn prove(
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

    /// Works for a round with the solver on one thread and the simulations on the others, so that none of them ever waits:
    /// once the solver has done its share, its thread simulates too, and until then the simulations go on. Returns what is
    /// proven, what was simulated, and the nodes that both took.
    fn work_side_by_side(
        &mut self,
        game: &Hex<W>,
        path: &Path<Hex<W>>,
        limits: &Limits,
        shares: Shares,
        watch: &mut dyn FnMut(&Thought<Move>),
    ) -> (Proof<W>, Thought<Move>, u64) {
        let Shares { spent, left, round, share } = shares;
        let position = path.position();
        let chosen = limits.chosen_moves(game, position);
        let HexMind { search, solver, .. } = self;
        let quota = (left - share).min(round).max(1);
        let (is_over, has_ended, is_proven) =
            (AtomicBool::new(false), AtomicBool::new(false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let proving = scope.spawn(|| {
                let stop = || is_over.load(Ordering::Relaxed) || (limits.stop)();
                let budget = Budget::new(&Limits { nodes: share, stop: &stop, ..*limits });
                let proof = Self::prove(solver, position, chosen.as_deref(), &budget);
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

    /// Rates the openings where the other side may swap: the fairer, the better. A search cannot tell so many nearly
    /// equal moves apart; playouts tell how much each cell helps whoever comes to hold it.
    fn open_fairly(&self, game: &Hex<W>, limits: &Limits) -> Thought<Move> {
        let cells = self.size * self.size;
        let mut rng = Rng::new(limits.seed);
        let mut amaf = Amaf::new(cells);
        // By cell: how often First won and how often it played, with the cell its own and with the cell Second's.
        let mut games = vec![[[1.0, 2.0]; 2]; cells];
        let mut nodes = 0;
        while nodes < limits.nodes.clamp(1, OPENING_GAMES) && !(limits.stop)() {
            amaf.clear();
            let result = self.search.playouts().playout(game, &mut game.empty(), &mut rng, &mut amaf);
            for cell in 0..cells {
                let owner = if amaf.has(Side::First, cell) { 0 } else { 1 };
                // The half turn of the game is as good a game.
                for image in [cell, cells - 1 - cell] {
                    games[image][owner][0] += f64::from(result);
                    games[image][owner][1] += 1.0;
                }
            }
            nodes += 1;
        }
        let help: Vec<f64> = games.iter().map(|[own, other]| own[0] / own[1] - other[0] / other[1]).collect();
        let most = help.iter().copied().fold(1e-9, f64::max);
        let unfair = |cell: usize| (help[cell] / most - FAIR).abs().min(2.0);
        let rate = |cell: usize| Value::Estimate(0.5 - 0.25 * unfair(cell));
        let moves = (0..cells).map(|cell| Rated { mv: Move(cell as u16), value: rate(cell) }).collect();
        let mut thought = Thought { moves, pv: Vec::new(), nodes, depth: 1 };
        thought.sort();
        thought.pv = thought.best().into_iter().map(|rated| rated.mv).collect();
        thought
    }

    /// Rates the moves that the search never tried because it knew a winning one. Returns how many positions it looked
    /// into, `left` at most.
    fn rate_rest(
        &mut self,
        game: &Hex<W>,
        position: &Position<W>,
        limits: &Limits,
        left: u64,
        thought: &mut Thought<Move>,
    ) -> u64 {
        let mut spent = 0;
        let (win, loss) = longest(game, position);
        for Rated { mv, value } in &mut thought.moves {
            if *value != UNTRIED {
                continue;
            }
            let after = game.after(position, *mv);
            if spent >= left || (limits.stop)() {
                *value = Value::Estimate(0.5);
                continue;
            }
            spent += 1;
            *value = match self.solver.glance(&after.stones, after.to_move) {
                (Some(true), _) => Value::Loss(loss),
                (Some(false), _) => Value::Win(win),
                (None, expected) => Value::Estimate(1.0 - expected),
            };
        }
        let best = thought.moves.first().map(|rated| rated.mv);
        thought.sort();
        // Several moves may win: the line is still that of the first.
        if let Some(at) = thought.moves.iter().position(|rated| Some(rated.mv) == best) {
            thought.moves[..=at].rotate_right(1);
        }
        spent
    }
}

impl<const W: usize> Mind<Hex<W>> for HexMind<W> {
    fn think(
        &mut self,
        game: &Hex<W>,
        path: &Path<Hex<W>>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let position = *path.position();
        let mut thought = Thought { moves: Vec::new(), pv: Vec::new(), nodes: 0, depth: 0 };
        if game.outcome(&position).is_some() {
            return thought;
        }
        if !game.is_plain(&position) && !game.may_swap(&position) {
            let mut fair = self.open_fairly(game, limits);
            limits.restrict(game, &position, &mut fair);
            watch(&fair);
            return fair;
        }
        let chosen = limits.chosen_moves(game, &position);
        let exchange = self.exchange(&position.stones);
        // On small boards proofs come first.
        let proofs_first = game.free(&position).count() <= 49;
        let mut proof = Proof { result: SolverResult::Open, lost: BitSet::EMPTY };
        let (mut round, mut spent) = (FIRST_ROUND, 0);
        while spent < limits.nodes.max(1) && (spent == 0 || !(limits.stop)()) {
            let left = limits.nodes.max(1) - spent;
            let share = if proofs_first { round / 4 } else { round / exchange };
            let share = share.clamp(1, left.div_ceil(2));
            let budget = Budget::new(&Limits { nodes: share, ..*limits });
            if limits.threads > 1 && spent > 0 {
                // The solver takes a whole thread for its share: of few threads, that is worth only a part of it.
                let part = if proofs_first { 3 } else { (limits.threads as u64 - 1).min(3) };
                let shares = Shares { spent, left, round, share: (share * part / 3).max(1) };
                let used;
                (proof, thought, used) = self.work_side_by_side(game, path, limits, shares, watch);
                spent += used;
                if proof.result != SolverResult::Open || thought.nodes < round.min(left - share) {
                    break;
                }
                round *= 4;
                continue;
            }
            proof = Self::prove(&mut self.solver, &position, chosen.as_deref(), &budget);
            spent += budget.spent();
            let is_last = proof.result != SolverResult::Open;
            let left = limits.nodes.max(1).saturating_sub(spent);
            // What is proven still wants the other moves rated, though not for long.
            let nodes = if is_last { left.min(FIRST_ROUND / 4) } else { left.min(round) };
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
                    self.search = Self::search(self.size);
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
        if matches!(thought.best(), Some(Rated { value: Value::Win(_), .. })) {
            // A glance takes much longer than a simulation: a short thought has no time for many.
            let left = limits.nodes.saturating_sub(spent) / (exchange / 8).max(1);
            spent += self.rate_rest(game, &position, limits, left, &mut thought);
        }
        thought.nodes = spent;
        watch(&thought);
        thought
    }

    fn forget(&mut self) {
        // Made anew, because what the tree's moves were given to know goes with the tree.
        self.search = Self::search(self.size);
        self.solver.forget();
    }
}

/// Returns in how many plies at most the side to move wins or loses: whoever wins makes the last move, and the board lasts
/// for no more.
fn longest<const W: usize>(game: &Hex<W>, position: &Position<W>) -> (u32, u32) {
    // A swap comes before all the others.
    let plies = game.free(position).count() + u32::from(game.may_swap(position));
    (plies - (plies + 1) % 2, plies - plies % 2)
}

/// Adds what is proven to what was simulated.
fn apply<const W: usize>(
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
