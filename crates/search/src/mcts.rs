//! Monte-Carlo tree search with proofs, all-moves-as-first, priors, threads and reuse of the tree.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use damier_core::{Game, Rng, Side};

use crate::alphabeta::add_unoffered;
use crate::tree::{Children, Node, turned};
use crate::{Amaf, Budget, Coverage, Limits, Mind, Path, Playouts, Rated, Thought, Uniform, Value, expected};

/// By how much the most visited move is at least told from the others.
const LEAD: f64 = 0.01;

/// How a Monte-Carlo search weighs what it knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How much moves that were seldom tried are preferred.
    pub exploration: f32,
    /// Share exploration out by the priors (`exploration · prior · √visits`), rather than alike by UCB1.
    pub by_prior: bool,
    /// How many visits outweigh the all-moves-as-first statistics; 0 leaves them out.
    pub rave: f32,
    /// How much worse than its siblings so far a move is thought before it was tried. `INFINITY`: everything is tried
    /// once first.
    pub urgency: f32,
    /// A node gets children when it was visited so often.
    pub expand_at: u32,
    /// The tree stops growing at so many nodes.
    pub most_nodes: usize,
}

impl Settings {
    /// Plain UCT: no statistics but the visits and results of the node itself.
    pub const PLAIN: Settings = Settings {
        exploration: 1.0,
        by_prior: false,
        rave: 0.0,
        urgency: f32::INFINITY,
        expand_at: 2,
        most_nodes: 4_000_000,
    };

    /// With priors and all-moves-as-first.
    pub const GUIDED: Settings = Settings {
        exploration: 0.6,
        by_prior: true,
        rave: 300.0,
        urgency: 0.1,
        expand_at: 4,
        most_nodes: 4_000_000,
    };
}

/// A Monte-Carlo engine with what a game teaches it.
///
/// ```
/// use damier_core::{Game, Rng, Sticks};
/// use damier_search::{Limits, Mind, MonteCarlo, Path};
///
/// let game = Sticks { count: 6 };
/// let path = Path::new(&game, game.start(&mut Rng::new(0)));
/// let thought = MonteCarlo::plain().think(&game, &path, &Limits::nodes(2_000), &mut |_| {});
/// assert_eq!(thought.best().map(|best| best.mv), Some(2), "it leaves four");
/// ```
pub struct MonteCarlo<G: Game, P> {
    playouts: Arc<P>,
    settings: Settings,
    tree: Option<Tree<G>>,
}

/// What is kept of a search for the next one.
struct Tree<G: Game> {
    position: G::Position,
    root: Node<G::Move>,
    /// The moves that alone were considered at the root, if not all were.
    chosen: Option<Vec<G::Move>>,
}

impl<G: Game> MonteCarlo<G, Uniform> {
    /// Makes plain UCT with uniform playouts.
    pub fn plain() -> MonteCarlo<G, Uniform> {
        MonteCarlo::new(Uniform, Settings::PLAIN)
    }
}

impl<G: Game, P: Playouts<G>> MonteCarlo<G, P> {
    /// Makes an engine.
    pub fn new(playouts: P, settings: Settings) -> MonteCarlo<G, P> {
        MonteCarlo { playouts: Arc::new(playouts), settings, tree: None }
    }

    /// Returns what the game teaches.
    pub fn playouts(&self) -> &P {
        &self.playouts
    }

    /// Returns how often the last search tried each of the moves that were offered to it.
    pub fn visits(&self) -> impl Iterator<Item = (G::Move, u32)> {
        let children = self.tree.as_ref().and_then(|tree| tree.root.children());
        children.into_iter().flat_map(|children| children.nodes.iter().map(|node| (node.mv, node.visits())))
    }

    /// Takes the part of the last tree that begins at this position, up to three plies on, if it considers the same
    /// moves there, or plants a new one.
    fn root(
        &mut self,
        game: &G,
        position: &G::Position,
        chosen: Option<&[G::Move]>,
    ) -> Option<Node<G::Move>> {
        if let Some(Tree { position: mut at, root: mut node, chosen: before }) = self.tree.take()
            && let Some(steps) = find(game, &at, &node, position, 3)
            && chosen == if steps.is_empty() { before.as_deref() } else { None }
        {
            for step in steps {
                game.play(&mut at, node.children()?.nodes[step].mv);
                node = node.into_child(step)?;
            }
            // What was settled without search says nothing of its moves.
            if node.proven().is_none() || node.children().is_some() {
                return Some(node);
            }
        }
        // The root stands for no move; any legal one fills the place.
        let mut first = None;
        let _ = game.each_move(position, &mut |mv| {
            first = Some(mv);
            damier_core::Flow::Break(())
        });
        first.map(|mv| Node::new(mv, 1.0))
    }
}

/// Finds the way from a node to a position, as numbers of children.
fn find<G: Game>(
    game: &G,
    at: &G::Position,
    node: &Node<G::Move>,
    wanted: &G::Position,
    plies: u32,
) -> Option<Vec<usize>> {
    if at == wanted {
        return Some(Vec::new());
    }
    let children = node.children().filter(|_| plies > 0)?;
    for (step, child) in children.nodes.iter().enumerate().filter(|(_, child)| child.visits() > 0) {
        let mut after = at.clone();
        game.play(&mut after, child.mv);
        if let Some(mut steps) = find(game, &after, child, wanted, plies - 1) {
            steps.insert(0, step);
            return Some(steps);
        }
    }
    None
}

impl<G: Game, P: Playouts<G>> Mind<G> for MonteCarlo<G, P> {
    fn think(
        &mut self,
        game: &G,
        path: &Path<G>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let none = Thought { moves: Vec::new(), pv: Vec::new(), nodes: 0, depth: 0 };
        if path.outcome(game).is_some() {
            return none;
        }
        let chosen = limits.chosen_moves(game, path.position());
        if chosen.as_ref().is_some_and(Vec::is_empty) {
            return none;
        }
        let Some(root) = self.root(game, path.position(), chosen.as_deref()) else { return none };
        let budget = Budget::new(limits);
        let size = AtomicUsize::new(root.size());
        let (playouts, settings) = (&*self.playouts, self.settings);
        let chosen_moves = chosen.as_deref();
        let search = Search {
            game,
            playouts,
            settings,
            path,
            root: &root,
            chosen_moves,
            budget: &budget,
            size: &size,
        };
        std::thread::scope(|scope| {
            for helper in 1..limits.threads {
                let search = &search;
                scope.spawn(move || search.run(helper as u64, &mut |_| {}));
            }
            search.run(0, watch);
            budget.end();
        });
        let mut thought = search.thought();
        if chosen.is_none() {
            let coverage = root.children().map_or(Coverage::Likely, |children| children.coverage);
            thought = add_unoffered(game, path, thought, coverage);
        }
        self.tree = Some(Tree { position: path.position().clone(), root, chosen });
        thought
    }

    fn forget(&mut self) {
        self.tree = None;
    }
}

/// What the threads of one search share.
struct Search<'a, 'b, G: Game, P> {
    game: &'a G,
    playouts: &'a P,
    settings: Settings,
    path: &'a Path<G>,
    root: &'a Node<G::Move>,
    /// The moves that alone are considered at the root, if not all are.
    chosen_moves: Option<&'a [G::Move]>,
    budget: &'a Budget<'b>,
    size: &'a AtomicUsize,
}

/// What one thread uses from simulation to simulation.
struct Scratch<'a, G: Game> {
    rng: Rng,
    amaf: Amaf,
    line: Path<G>,
    /// The nodes entered, each with the side that made its move; the root's is the other side's than the mover.
    trail: Vec<(&'a Node<G::Move>, Side)>,
    moves: Vec<(G::Move, f32)>,
}

impl<'a, G: Game, P: Playouts<G>> Search<'a, '_, G, P> {
    /// Simulates until the budget is spent or the root is proven.
    fn run(&self, thread: u64, watch: &mut dyn FnMut(&Thought<G::Move>)) {
        let mut scratch = Scratch {
            rng: Rng::new(self.budget.limits().seed ^ (thread << 48)),
            amaf: Amaf::new(self.playouts.numbers(self.game)),
            line: self.path.clone(),
            trail: Vec::new(),
            moves: Vec::new(),
        };
        let mut next_watch = 1024;
        while !self.budget.is_over() && self.root.proven().is_none() {
            self.simulate(&mut scratch);
            self.budget.spend(1);
            if thread == 0 && self.budget.spent() >= next_watch {
                next_watch = next_watch * 3 / 2;
                watch(&self.thought());
            }
        }
    }

    /// Walks down the tree, plays to an end, and tells every node on the way.
    fn simulate(&self, scratch: &mut Scratch<'a, G>) {
        let mut position = self.path.position().clone();
        let mover = self.game.side_to_move(&position);
        let rules = self.path.has_rules();
        let mut node = self.root;
        scratch.trail.clear();
        scratch.trail.push((node, mover.other()));
        scratch.amaf.clear();
        let mut before = node.enter();
        // What First may expect in the end.
        let result = loop {
            let (_, maker) = *scratch.trail.last().expect("the root is on the trail");
            if before == 0
                && !std::ptr::eq(node, self.root)
                && let Some(value) = self.certain_value(&position, maker)
            {
                node.prove(value);
            }
            if let Some(value) = node.proven() {
                let expected = value.expectation() as f32;
                break if maker == Side::First { expected } else { 1.0 - expected };
            }
            if node.children().is_none() {
                let ready = (before + 1 >= self.settings.expand_at || std::ptr::eq(node, self.root))
                    && self.size.load(Relaxed) < self.settings.most_nodes;
                if ready
                    && self.game.outcome(&position).is_some()
                    && let Some(value) = self.certain_value(&position, maker)
                {
                    // Another thread was here first, and has not said yet that the game is over.
                    node.prove(value);
                    continue;
                }
                // To expand a node may take as long as many playouts: nobody waits for a thread that is at it.
                if !(ready && node.claim()) {
                    break self.playouts.playout(
                        self.game,
                        &mut position,
                        &mut scratch.rng,
                        &mut scratch.amaf,
                    );
                }
            }
            let chosen = self.chosen_moves.filter(|_| std::ptr::eq(node, self.root));
            let children = node.expand(|| self.children(&position, chosen, &mut scratch.moves));
            let side = self.game.side_to_move(&position);
            let step = self.choose(node, children);
            let child = &children.nodes[step];
            let progress = scratch.line.has_quiet() && self.game.is_progress(&position, child.mv);
            self.game.play(&mut position, child.mv);
            if let Some(number) = self.playouts.number(self.game, child.mv) {
                scratch.amaf.note(side, number);
            }
            scratch.trail.push((child, side));
            before = child.enter();
            node = child;
            if rules {
                let halt = scratch.line.push(self.game.key(&position), progress);
                if let Some(halt) = halt.filter(|_| self.game.outcome(&position).is_none()) {
                    break expected(self.game.adjudicate(&position, halt.stop).verdict);
                }
            }
        };
        if rules {
            for _ in 1..scratch.trail.len() {
                scratch.line.pop();
            }
        }
        self.backpropagate(scratch, result);
    }

    /// Says what is certain of a position without search, for the side that moved there.
    fn certain_value(&self, position: &G::Position, maker: Side) -> Option<Value> {
        if let Some(outcome) = self.game.outcome(position) {
            return Some(match outcome.verdict.value_for(maker) {
                value if value > 0.75 => Value::Win(0),
                value if value < 0.25 => Value::Loss(0),
                _ => Value::Draw,
            });
        }
        let (winner, plies) = self.playouts.settled(self.game, position)?;
        Some(if winner == maker { Value::Win(plies) } else { Value::Loss(plies) })
    }

    /// Makes the children of a node: the moves that the game offers, or those that are chosen.
    fn children(
        &self,
        position: &G::Position,
        chosen: Option<&[G::Move]>,
        moves: &mut Vec<(G::Move, f32)>,
    ) -> Children<G::Move> {
        moves.clear();
        let mut coverage = self.playouts.moves(self.game, position, moves);
        if let Some(chosen) = chosen {
            let weight =
                |mv| moves.iter().find(|(offered, _)| *offered == mv).map_or(1.0, |(_, weight)| *weight);
            *moves = chosen.iter().map(|&mv| (mv, weight(mv))).collect();
            coverage = Coverage::Sound;
        }
        let total: f32 = moves.iter().map(|(_, weight)| weight).sum();
        let share = |weight: f32| if total > 0.0 { weight / total } else { 1.0 / moves.len() as f32 };
        let nodes: Box<[_]> = moves.iter().map(|&(mv, weight)| Node::new(mv, share(weight))).collect();
        self.size.fetch_add(nodes.len(), Relaxed);
        Children { nodes, coverage }
    }

    /// Chooses the child to visit.
    fn choose(&self, node: &Node<G::Move>, children: &Children<G::Move>) -> usize {
        let visits = node.visits() as f32;
        let set = &self.settings;
        // What the moves tried so far are worth on average to the side to move.
        let (mut tried, mut sum) = (0.0f32, 0.0f32);
        if set.urgency.is_finite() {
            for child in &children.nodes {
                tried += child.visits() as f32;
                sum += child.total();
            }
        }
        let untried = if tried > 0.0 { sum / tried - set.urgency } else { 0.5 };
        let root = visits.sqrt();
        let log = visits.max(1.0).ln();
        let (mut best, mut highest) = (0, f32::NEG_INFINITY);
        for (at, child) in children.nodes.iter().enumerate() {
            let count = child.visits() as f32;
            let score = match child.proven() {
                Some(Value::Loss(plies)) => -1e9 + plies as f32,
                Some(Value::Win(_)) => return at,
                _ => {
                    let mut worth = if count > 0.0 { child.total() / count } else { untried };
                    if set.rave > 0.0 {
                        let (seen, sum) = child.amaf();
                        if seen > 0.0 {
                            let share = seen / (seen + count + seen * count / set.rave);
                            worth = worth * (1.0 - share) + share * sum / seen;
                        }
                    }
                    if set.by_prior {
                        worth + set.exploration * child.prior * root / (1.0 + count)
                    } else if count > 0.0 {
                        worth + set.exploration * (log / count).sqrt()
                    } else if set.urgency.is_finite() {
                        worth + set.exploration * log.sqrt() + child.prior * 1e-3
                    } else {
                        1e6 + child.prior
                    }
                }
            };
            if score > highest {
                (best, highest) = (at, score);
            }
        }
        best
    }

    /// Tells the nodes on the trail of a result, and what has become certain.
    fn backpropagate(&self, scratch: &mut Scratch<'a, G>, result: f32) {
        let for_side = |side: Side| if side == Side::First { result } else { 1.0 - result };
        let mut deeper: Option<Side> = None;
        for &(node, maker) in scratch.trail.iter().rev() {
            node.add(for_side(maker));
            // The side to move at this node is the one that made the next move of the trail.
            if let Some(side) = deeper {
                if node.proven().is_none()
                    && let Some(value) = node.concluded()
                {
                    node.prove(if side == maker { value } else { turned(value) });
                }
                if self.settings.rave > 0.0
                    && let Some(children) = node.children()
                {
                    for child in &children.nodes {
                        let number = self.playouts.number(self.game, child.mv);
                        if number.is_some_and(|number| scratch.amaf.has(side, number)) {
                            child.add_amaf(for_side(side));
                        }
                    }
                }
            }
            deeper = Some(maker);
        }
    }

    /// Says what is known now: the moves by their results, the most visited first unless something is proven.
    fn thought(&self) -> Thought<G::Move> {
        let nodes = self.budget.spent();
        let Some(children) = self.root.children() else {
            return Thought { moves: Vec::new(), pv: Vec::new(), nodes, depth: 0 };
        };
        let tried: f32 = children.nodes.iter().map(|child| child.visits() as f32).sum();
        let sum: f32 = children.nodes.iter().map(Node::total).sum();
        // A move that was hardly tried is worth somewhat less than the average, not what its few games say.
        let low = (if tried > 0.0 { sum / tried } else { 0.5 } - 0.1).max(0.0);
        let mut order: Vec<&Node<G::Move>> = children.nodes.iter().collect();
        let value = |node: &Node<G::Move>| match node.proven() {
            Some(Value::Win(plies)) => Value::Win(plies + 1),
            Some(Value::Loss(plies)) => Value::Loss(plies + 1),
            Some(_) => Value::Draw,
            None => {
                Value::Estimate(f64::from((node.total() + 4.0 * low) / (node.visits() as f32 + 4.0)).min(1.0))
            }
        };
        order.sort_by(|a, b| {
            let rank = |node: &Node<G::Move>| match value(node) {
                sure @ (Value::Win(_) | Value::Loss(_)) => (sure.rank(), 0.0),
                open => (0.5, f64::from(node.visits()) + open.rank()),
            };
            rank(b).partial_cmp(&rank(a)).expect("no NaN")
        });
        let mut moves: Vec<Rated<G::Move>> =
            order.iter().map(|node| Rated { mv: node.mv, value: value(node) }).collect();
        if let Some((first, rest)) = moves.split_first_mut() {
            let best = first.value;
            for rated in rest.iter_mut() {
                if let Value::Estimate(expected) = rated.value {
                    // What few simulations say does not make a move as good as the one most of them chose.
                    let most = (best.expectation() - LEAD).max(0.0);
                    rated.value = Value::Estimate(expected.min(most));
                }
            }
            rest.sort_by(|a, b| b.value.rank().total_cmp(&a.value.rank()));
        }
        let pv = self.line(&order);
        Thought { moves, depth: pv.len() as u32, pv, nodes }
    }

    /// Returns the most visited line, beginning with the best move.
    fn line(&self, order: &[&Node<G::Move>]) -> Vec<G::Move> {
        let mut pv = Vec::new();
        let mut at = order.first().copied();
        while let Some(node) = at {
            pv.push(node.mv);
            let most = node.children().and_then(|children| {
                let won = children.nodes.iter().find(|child| matches!(child.proven(), Some(Value::Win(_))));
                won.or_else(|| children.nodes.iter().max_by_key(|child| child.visits()))
            });
            at = most.filter(|child| child.visits() > 0);
        }
        pv
    }
}
