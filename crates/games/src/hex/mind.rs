//! The engine of Hex: Monte-Carlo search and the solver, in turn.
//!
//! On boards from 7 × 7 on a network guides the search. Smaller ones are solved in a moment: there playouts do, and so they do where
//! somebody is to err much. Who errs less has the moves rated by a look of the network.

use std::ops::Range;

use damier_core::{Game, Rng, Side};
use damier_search::{
    Amaf, Budget, Limits, Mind, MonteCarlo, Path, Playouts, Rated, Settings, Thought, UNTRIED, Value,
};

use super::advice::tell_apart;
use super::guide::HexGuide;
use super::playouts::HexPlayouts;
use super::solver::HexSolver;
use super::turns::{Pace, Turns, apply, longest, prove};
use super::{Hex, Move, Position};

/// From this size on the network guides the search.
const GUIDED_FROM: usize = 7;

/// Whoever is to rate all moves alike in few nodes errs much: with so many he has playouts for it, with fewer a look.
const PLAYOUTS: Range<u64> = 50..1_000;

/// How many playouts at most tell the openings apart.
const OPENING_GAMES: u64 = 20_000;
/// How much a fair opening helps its owner, where the best cell is 1 and all cells together are 0. On 6 × 6, where every
/// opening is solved, those below -0.5 lose and those above 0 win.
const FAIR: f64 = -0.4;

/// Playouts are quick: a position of the solver takes as long as many of them.
const QUICK: Pace = Pace { first_round: 1_000, afterthought: 250, exchange: |free| 16 + free * free / 64 };
/// A look of the network takes about as long as a position of the solver.
const GUIDED: Pace = Pace { first_round: 96, afterthought: 24, exchange: |_| 6 };

/// An engine that simulates and, in between, tries to prove who wins.
pub(super) struct HexMind<const W: usize> {
    size: usize,
    quick: Turns<W, HexPlayouts<W>>,
    guided: Turns<W, HexGuide<W>>,
    /// The smallest board on which the network guides the search.
    guided_from: usize,
    solver: HexSolver<W>,
}

impl<const W: usize> HexMind<W> {
    /// Makes an engine for boards of `size` × `size`.
    pub fn new(size: usize) -> HexMind<W> {
        HexMind::guided_from(GUIDED_FROM, size)
    }

    /// Makes an engine for boards of `size` × `size` whose search the network guides from another size on.
    pub(super) fn guided_from(guided_from: usize, size: usize) -> HexMind<W> {
        // To look into a position takes longer on large boards: it has to have been visited more often.
        let expand_at = match size {
            ..=11 => 8,
            12..=16 => 16,
            _ => 40,
        };
        let quick =
            move || MonteCarlo::new(HexPlayouts::new(size), Settings { expand_at, ..Settings::GUIDED });
        let guided = move || {
            let settings =
                Settings { exploration: 0.7, rave: 0.0, urgency: 0.1, expand_at: 2, ..Settings::GUIDED };
            MonteCarlo::new(HexGuide::new(size), settings)
        };
        HexMind {
            size,
            quick: Turns::new(QUICK, quick),
            guided: Turns::new(GUIDED, guided),
            guided_from,
            solver: HexSolver::new(size),
        }
    }

    /// Rates the moves at a look of the network, except where the solver proves something in the nodes that are left.
    fn look(&mut self, game: &Hex<W>, position: &Position<W>, limits: &Limits) -> Thought<Move> {
        let mut thought = self.guided.playouts().at_first_sight(game, position);
        let nodes = limits.nodes.saturating_sub(1);
        if nodes > 0 {
            let budget = Budget::new(&Limits { nodes, ..*limits });
            let proof = prove(&mut self.solver, position, None, &budget);
            apply(game, position, &proof, &mut thought);
            tell_apart(&mut thought);
            thought.nodes += budget.spent();
        }
        thought
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
            let result = self.quick.playouts().playout(game, &mut game.empty(), &mut rng, &mut amaf);
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
        if game.outcome(&position).is_some() {
            return Thought { moves: Vec::new(), pv: Vec::new(), nodes: 0, depth: 0 };
        }
        let may_be_swapped = !game.is_plain(&position) && !game.may_swap(&position);
        let looks_once = limits.even && limits.nodes < PLAYOUTS.start;
        let is_quick = self.size < self.guided_from || limits.even && limits.nodes < PLAYOUTS.end;
        let is_guided = looks_once || !is_quick;
        let mut thought = match (may_be_swapped, is_guided) {
            (true, true) => self.guided.playouts().open_fairly(game, limits),
            (true, false) => self.open_fairly(game, limits),
            (false, true) if looks_once => self.look(game, &position, limits),
            (false, true) => {
                let mut thought = self.guided.think(&mut self.solver, game, path, limits, watch);
                let visits = |mv| self.guided.visits(mv);
                self.guided.playouts().rate_rest(game, &position, limits, visits, &mut thought);
                thought
            }
            (false, false) => {
                let mut thought = self.quick.think(&mut self.solver, game, path, limits, watch);
                if matches!(thought.best(), Some(Rated { value: Value::Win(_), .. })) {
                    // A glance takes much longer than a simulation: a short thought has no time for many.
                    let exchange = (QUICK.exchange)(u64::from(game.free(&position).count()));
                    let left = limits.nodes.saturating_sub(thought.nodes) / (exchange / 8).max(1);
                    thought.nodes += self.rate_rest(game, &position, limits, left, &mut thought);
                }
                thought
            }
        };
        if may_be_swapped || looks_once {
            limits.restrict(game, &position, &mut thought);
        }
        watch(&thought);
        thought
    }

    fn forget(&mut self) {
        self.quick.forget();
        self.guided.forget();
        self.solver.forget();
    }
}
