//! The engine: wins by force first, those of the other side next, and alpha-beta search among what is left.

use damier_core::Game;
use damier_search::{
    AlphaBeta, Coverage, Knowledge, Limits, Linear, Mind, MoveHints, Path, Rated, Thought, Value,
    add_unoffered, expectation,
};
use damier_table::read_weights;

use super::eval::GomokuFeatures;
use super::vcf::{ForcedWin, LONGEST, Vcf};
use super::{Gomoku, Move, Position};

/// The file of weights.
pub(super) const WEIGHTS: &str = include_str!("weights.txt");

/// The most moves that one search for a win by force tries, however long the engine may think.
const MOST: u64 = 50_000;

/// The engine of Gomoku.
pub(super) struct GomokuMind {
    vcf: Vcf,
    search: AlphaBeta<Linear<GomokuFeatures>>,
}

/// What is known at the root while thinking.
struct Root<'a, const W: usize> {
    game: &'a Gomoku<W>,
    position: &'a Position<W>,
    limits: &'a Limits<'a>,
    spent: u64,
    /// The moves that alone are considered, if not all are.
    chosen: Option<Vec<Move>>,
    /// The moves that do not lose within two plies, where the others do.
    only: Option<Vec<Move>>,
    /// The moves to choose from.
    options: Vec<Move>,
    /// Moves that lose by force, and in how many plies.
    losses: Vec<(Move, u32)>,
}

impl<const W: usize> Root<'_, W> {
    fn left(&self) -> u64 {
        self.limits.nodes.saturating_sub(self.spent)
    }

    /// Says whether a move is to be considered.
    fn may_choose(&self, mv: Move) -> bool {
        self.chosen.as_ref().is_none_or(|chosen| chosen.contains(&mv))
    }

    /// Says whether a move is known to lose by force.
    fn is_lost(&self, mv: Move) -> bool {
        self.losses.iter().any(|&(lost, _)| lost == mv)
    }

    /// Puts the moves that lose by force last, the slowest first.
    fn add_losses(&mut self, thought: &mut Thought<Move>) {
        if let Some(only) = &self.only {
            let legal = self.game.moves(self.position);
            let plies = if self.position.pending { 1 } else { 2 };
            self.losses.extend(legal.into_iter().filter(|mv| !only.contains(mv)).map(|mv| (mv, plies)));
        }
        self.losses.sort_by_key(|&(_, plies)| std::cmp::Reverse(plies));
        thought.moves.retain(|rated| !self.is_lost(rated.mv));
        let losses = self.losses.iter().map(|&(mv, plies)| Rated { mv, value: Value::Loss(plies) });
        thought.moves.extend(losses);
        if matches!(thought.best(), Some(Rated { value: Value::Loss(_), .. })) {
            // All lose that promised anything: the slowest loss is the best that is left.
            let lasts = |rated: &Rated<Move>| if let Value::Loss(plies) = rated.value { plies } else { 0 };
            let slowest = (0..thought.moves.len()).rev().max_by_key(|&at| lasts(&thought.moves[at]));
            thought.moves[..=slowest.unwrap_or(0)].rotate_right(1);
        }
    }

    /// Returns a share of all nodes, for one search for a win by force.
    fn share(&self, part: u64) -> u64 {
        (self.limits.nodes / part).clamp(20, MOST).min(self.left().max(1))
    }
}

impl GomokuMind {
    /// Makes an engine.
    pub(super) fn new<const W: usize>(game: &Gomoku<W>) -> GomokuMind {
        let weights = read_weights(WEIGHTS).expect("the file of weights is well-formed");
        GomokuMind { vcf: Vcf::new(), search: AlphaBeta::new(Linear::new(game, GomokuFeatures, weights)) }
    }

    /// Looks for a win by force of the side to move in `position`.
    fn force<const W: usize>(
        &mut self,
        root: &mut Root<W>,
        position: &Position<W>,
        nodes: u64,
    ) -> Option<ForcedWin> {
        let longest = LONGEST.min(root.limits.depth);
        let search = self.vcf.solve(root.game, position, longest, nodes, root.limits.stop);
        root.spent += search.nodes;
        search.forced
    }

    /// Looks for a win of the other side, at once or by force, after a move, and takes note of it.
    fn refute<const W: usize>(&mut self, root: &mut Root<W>, mv: Move, nodes: u64) -> bool {
        let after = root.game.after(root.position, mv);
        let plies = if after.end.is_some() {
            after.is_won_by(after.to_move).then_some(1)
        } else {
            self.force(root, &after, nodes).map(|forced| forced.plies + 1)
        };
        let Some(plies) = plies else { return false };
        root.losses.push((mv, plies));
        root.options.retain(|&option| option != mv);
        true
    }

    /// Where the other side would win by force if it were its turn, leaves out the moves that let it.
    fn guard<const W: usize>(&mut self, root: &mut Root<W>) {
        let (game, position) = (root.game, root.position);
        // What loses at once is left out however few the nodes: one is enough to see it.
        for mv in root.options.clone() {
            self.refute(root, mv, 1);
        }
        if !position.pending && game.dangers(position).is_empty() {
            let mut passed = *position;
            Gomoku::pass_turn(&mut passed);
            let share = root.share(12);
            let Some(threat) = self.force(root, &passed, share) else { return };
            // Often the points of the threat are the ones to take.
            for mv in threat.line {
                let known = root.options.contains(&mv) || root.is_lost(mv);
                if !known && root.may_choose(mv) && game.is_legal(position, mv) {
                    root.options.push(mv);
                }
            }
        }
        let share = root.share(40);
        let most = root.limits.nodes / 2;
        for mv in root.options.clone() {
            if root.spent > most || (root.limits.stop)() {
                return;
            }
            self.refute(root, mv, share);
        }
    }

    /// Looks among all legal moves for one that does not lose by force.
    fn last_resort<const W: usize>(&mut self, root: &mut Root<W>) {
        let (share, most) = (root.share(40), root.limits.nodes / 2);
        let mut rest = root.game.moves(root.position);
        rest.retain(|&mv| !root.is_lost(mv) && root.may_choose(mv));
        rest.sort_by_key(|mv| -root.game.rate(root.position, usize::from(mv.0)));
        for mv in rest {
            let share = if root.spent > most || (root.limits.stop)() { 1 } else { share };
            if !self.refute(root, mv, share) {
                root.options.push(mv);
                return;
            }
        }
    }

    /// Rates a won position: the win first, the others as they look.
    fn won<const W: usize>(&self, root: &Root<W>, forced: ForcedWin) -> Thought<Move> {
        let (game, position) = (root.game, root.position);
        let best = forced.line[0];
        let mut moves = game.moves(position);
        // First among equals: other moves may win at once too.
        moves.sort_by_key(|&mv| mv != best);
        let mut thought = Thought {
            moves: moves
                .into_iter()
                .map(|mv| Rated {
                    mv,
                    value: if mv == best { Value::Win(forced.plies) } else { self.glance(root, mv) },
                })
                .collect(),
            depth: forced.plies,
            pv: forced.line,
            nodes: root.spent,
        };
        thought.sort();
        thought
    }

    /// Values a move by a look at the position after it.
    fn glance<const W: usize>(&self, root: &Root<W>, mv: Move) -> Value {
        let side = root.position.to_move;
        let after = root.game.after(root.position, mv);
        match root.game.outcome(&after) {
            Some(_) if after.is_won_by(side) => Value::Win(1),
            Some(_) if after.is_won_by(side.other()) => Value::Loss(1),
            Some(_) => Value::Draw,
            None => Value::Estimate(1.0 - expectation(self.search.knowledge().evaluate(root.game, &after))),
        }
    }

    /// Searches the options, again and again as long as the best of them turns out to lose by force.
    fn choose<const W: usize>(
        &mut self,
        root: &mut Root<W>,
        path: &Path<Gomoku<W>>,
        watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let check = root.share(20);
        loop {
            let options: Vec<String> =
                root.options.iter().map(|&mv| root.game.move_text(root.position, mv)).collect();
            let nodes = root.left().saturating_sub(check).max(1);
            let limits = Limits { nodes, only: Some(&options), ..*root.limits };
            let spent = root.spent;
            let thought = self.search.think(root.game, path, &limits, &mut |thought| {
                watch(&Thought { nodes: thought.nodes + spent, ..thought.clone() });
            });
            // The others lose, or promise less.
            let mut thought = add_unoffered(root.game, path, thought, Coverage::Likely);
            root.spent += thought.nodes;
            thought.nodes = root.spent;
            let Some(best) = thought.best() else { return thought };
            let open = matches!(best.value, Value::Estimate(_)) && root.options.len() > 1;
            if !open || (root.limits.stop)() || !self.refute(root, best.mv, check) {
                thought.nodes = root.spent;
                return thought;
            }
            if root.left() < 4 * check {
                // No time to search anew: the next best will do.
                let at = thought.moves.iter().position(|rated| root.options.contains(&rated.mv));
                thought.moves[..=at.unwrap_or(0)].rotate_right(1);
                thought.pv = thought.best().map(|best| best.mv).into_iter().collect();
                thought.nodes = root.spent;
                return thought;
            }
        }
    }
}

impl<const W: usize> Mind<Gomoku<W>> for GomokuMind {
    fn think(
        &mut self,
        game: &Gomoku<W>,
        path: &Path<Gomoku<W>>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let position = path.position();
        let chosen = limits.chosen_moves(game, position);
        let mut root = Root {
            game,
            position,
            limits,
            spent: 0,
            chosen,
            only: None,
            options: Vec::new(),
            losses: Vec::new(),
        };
        if position.end.is_some() {
            return Thought { moves: Vec::new(), pv: Vec::new(), nodes: 0, depth: 0 };
        }
        let share = root.share(8);
        let forced = self.force(&mut root, position, share);
        if let Some(forced) = forced.filter(|forced| root.may_choose(forced.line[0])) {
            let mut thought = self.won(&root, forced);
            limits.restrict(game, position, &mut thought);
            return thought;
        }
        if self.search.knowledge().moves(game, position, &mut root.options) == Coverage::Sound {
            root.only = Some(root.options.clone());
        }
        if let Some(chosen) = &root.chosen {
            root.options = chosen
                .iter()
                .copied()
                .filter(|mv| root.only.as_ref().is_none_or(|only| only.contains(mv)))
                .collect();
        }
        self.guard(&mut root);
        if root.options.is_empty() && root.only.is_none() {
            self.last_resort(&mut root);
        }
        let mut thought = if root.options.is_empty() {
            Thought { moves: Vec::new(), pv: Vec::new(), nodes: root.spent, depth: 1 }
        } else {
            self.choose(&mut root, path, watch)
        };
        root.add_losses(&mut thought);
        limits.restrict(game, position, &mut thought);
        if thought.pv.first() != thought.moves.first().map(|rated| &rated.mv) {
            thought.pv = thought.best().map(|best| best.mv).into_iter().collect();
        }
        thought
    }

    fn forget(&mut self) {
        self.vcf.forget();
        Mind::<Gomoku<W>>::forget(&mut self.search);
    }
}
