//! Who wins a position of Hex, by proof-number search over what the links and the dead cells leave to try.
//!
//! Positions are kept as if First were to move: if it is Second's turn, the board is mirrored and the colours are
//! exchanged. Of a board and its half turn, one is kept.

use std::collections::HashMap;

use damier_core::Side;
use damier_core::board::BitSet;
use damier_search::Budget;
use damier_search::proof::{PLAIN_SUM, ProofNumbers, Survey, Thresholds};

use super::circuit::Circuit;
use super::lattice::{Lattice, Stones};
use super::links::{LinkLimits, Links};

/// How many positions are remembered before all are forgotten.
const ROOM: usize = 400_000;

#[derive(Clone, Debug)]
struct Node<const W: usize> {
    stones: Stones<W>,
    /// How much is to be done to prove a win of the side to move, and to prove a loss.
    numbers: ProofNumbers,
    /// Where its moves are, best first.
    from: u32,
    count: u16,
    is_open: bool,
}

/// A proof-number search with what it remembers.
#[derive(Clone, Debug)]
pub(super) struct HexSolver<const W: usize> {
    lattice: Lattice<W>,
    links: [Links<W>; 2],
    net: Circuit,
    flow: Vec<f32>,
    nodes: Vec<Node<W>>,
    known: HashMap<Stones<W>, u32>,
    /// The moves of all nodes with the nodes that they lead to.
    moves: Vec<(u16, u32)>,
    limits: LinkLimits,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SolverResult {
    /// The side to move wins, with this move.
    Win(usize),
    /// The side to move loses.
    Loss,
    /// Not known.
    Open,
}

impl<const W: usize> HexSolver<W> {
    /// Makes a solver that has seen nothing.
    pub fn new(size: usize) -> HexSolver<W> {
        HexSolver {
            lattice: Lattice::new(size),
            links: [Links::new(), Links::new()],
            net: Circuit::new(),
            flow: Vec::new(),
            nodes: Vec::new(),
            known: HashMap::new(),
            moves: Vec::new(),
            limits: LinkLimits { work: 500 * (size * size) as u32, local: 3, to_move: false },
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.nodes.clear();
        self.known.clear();
        self.moves.clear();
    }

    /// Finds out who wins with `side` to move. Neither side may have joined its edges.
    pub fn solve(&mut self, stones: &Stones<W>, side: Side, budget: &Budget) -> SolverResult {
        if self.nodes.len() > ROOM {
            self.forget();
        }
        let oriented = if side == Side::First { *stones } else { self.exchanged(stones) };
        let mut filled = oriented;
        self.lattice.fill_in(&mut filled, self.lattice.all);
        let root = self.intern(filled);
        self.search(root, Thresholds::NONE, budget);
        match self.nodes[root as usize].numbers {
            ProofNumbers { proof: 0, .. } => {
                self.winning_cell(&oriented, root, budget).map_or(SolverResult::Open, |cell| {
                    SolverResult::Win(if side == Side::First { cell } else { self.lattice.mirrored(cell) })
                })
            }
            ProofNumbers { disproof: 0, .. } => SolverResult::Loss,
            _ => SolverResult::Open,
        }
    }

    /// Says what `side`, to move, may expect without search: whether it wins, if the links tell, and else a guess from
    /// the currents, 0 to 1.
    pub fn glance(&mut self, stones: &Stones<W>, side: Side) -> (Option<bool>, f64) {
        let mut filled = if side == Side::First { *stones } else { self.exchanged(stones) };
        self.lattice.fill_in(&mut filled, self.lattice.all);
        let root = self.intern(filled) as usize;
        if !self.nodes[root].numbers.is_decided() {
            let filled = self.nodes[root].stones;
            let limits = LinkLimits { to_move: true, ..self.limits };
            let own = self.links[0].explore(&self.lattice, &filled, Side::First, limits);
            if own.full.is_some() || own.half.is_some() {
                return (Some(true), 1.0);
            }
            let other = self.links[1].explore(&self.lattice, &filled, Side::Second, self.limits);
            if other.full.is_some() {
                return (Some(false), 0.0);
            }
            let (down, across) = self.measure();
            let odds = f64::from(down / across).powi(2);
            return (None, odds / (1.0 + odds));
        }
        let wins = self.nodes[root].numbers.proof == 0;
        (Some(wins), f64::from(u8::from(wins)))
    }

    /// Measures the currents in the nets of the links found last: First's and Second's. The flow through each cell is
    /// then in `flow`.
    fn measure(&mut self) -> (f32, f32) {
        self.flow.clear();
        self.flow.resize(self.lattice.near.len(), 0.0);
        let size = self.lattice.size;
        let down = self.net.measure(&self.links[0], size, true, &mut self.flow);
        (down, self.net.measure(&self.links[1], size, false, &mut self.flow))
    }

    /// Returns moves of `side` that are known to lose: those that leave the other side a link between its edges, and
    /// those that a search has proven lost.
    pub fn lost(&mut self, stones: &Stones<W>, side: Side) -> BitSet<W> {
        let oriented = if side == Side::First { *stones } else { self.exchanged(stones) };
        let mut filled = oriented;
        self.lattice.fill_in(&mut filled, self.lattice.all);
        let other = self.links[1].explore(&self.lattice, &filled, Side::Second, self.limits);
        let mut lost = self.lattice.free(&filled).without(other.must);
        if other.full.is_some() {
            lost = self.lattice.free(&oriented);
        }
        let root = self.intern(filled);
        let is_turned = self.nodes[root as usize].stones != filled;
        for &(cell, child) in self.children(root) {
            if self.nodes[child as usize].numbers.proof == 0 {
                let cell = cell as usize;
                lost.insert(if is_turned { self.lattice.turned(cell) } else { cell });
            }
        }
        if side == Side::First { lost } else { lost.iter().map(|cell| self.lattice.mirrored(cell)).collect() }
    }

    /// Returns a winning cell of a position that First wins. A stone that a node was given for free may stand on it.
    fn winning_cell(&mut self, stones: &Stones<W>, root: u32, budget: &Budget) -> Option<usize> {
        let mut filled = *stones;
        self.lattice.fill_in(&mut filled, self.lattice.all);
        let free = self.lattice.free(stones);
        let is_turned = self.nodes[root as usize].stones != filled;
        if self.lattice.has_joined(&filled[0], Side::First) {
            // All the ways are open: any move keeps them, and a captured cell makes headway.
            return (free & filled[0]).first().or_else(|| free.first());
        }
        let won =
            self.children(root).iter().find(|&&(_, child)| self.nodes[child as usize].numbers.disproof == 0);
        if let Some(&(cell, _)) = won {
            let cell = cell as usize;
            return Some(if is_turned { self.lattice.turned(cell) } else { cell });
        }
        let limits = LinkLimits { to_move: true, ..self.limits };
        let found = self.links[0].explore(&self.lattice, &filled, Side::First, limits);
        if budget.left() > 0 {
            budget.spend(1);
        }
        found.half.map(|(cell, _)| cell).or_else(|| found.full.and_then(|carrier| carrier.first()))
    }

    fn children(&self, node: u32) -> &[(u16, u32)] {
        let node = &self.nodes[node as usize];
        &self.moves[node.from as usize..node.from as usize + usize::from(node.count)]
    }

    /// Returns the board mirrored, with the colours exchanged.
    fn exchanged(&self, stones: &Stones<W>) -> Stones<W> {
        let mirror = |set: BitSet<W>| set.iter().map(|cell| self.lattice.mirrored(cell)).collect();
        [mirror(stones[1]), mirror(stones[0])]
    }

    /// Returns the node of a filled board, First to move; makes it if it is new.
    fn intern(&mut self, stones: Stones<W>) -> u32 {
        let turn = |set: BitSet<W>| set.iter().map(|cell| self.lattice.turned(cell)).collect::<BitSet<W>>();
        let stones = stones.min(stones.map(turn));
        let fresh = self.nodes.len() as u32;
        let node = *self.known.entry(stones).or_insert(fresh);
        if node == fresh {
            let numbers = if self.lattice.has_joined(&stones[1], Side::Second) {
                ProofNumbers::LOST
            } else if self.lattice.has_joined(&stones[0], Side::First) {
                ProofNumbers::won(0)
            } else {
                ProofNumbers::FRESH
            };
            self.nodes.push(Node { stones, numbers, from: 0, count: 0, is_open: false });
        }
        node
    }

    /// Searches a node until it is proven or needs more work than the limits allow.
    fn search(&mut self, node: u32, limits: Thresholds, budget: &Budget) {
        let at = node as usize;
        if self.nodes[at].numbers.is_decided() {
            return;
        }
        if !self.nodes[at].is_open {
            // Whoever is told to stop opens nothing more: that takes long.
            if budget.spend(0) {
                return;
            }
            budget.spend(1);
            self.open(node);
        }
        loop {
            let Some(survey) = self.update(node) else { return };
            let now = self.nodes[at].numbers;
            if limits.are_reached(now) || budget.spend(0) {
                return;
            }
            let child = self.nodes[survey.best].numbers.opposite();
            // The next best may be passed by a little, lest the search jump between them.
            let limits = limits.of_child(now, child, true, survey.slack(1, 4));
            self.search(survey.best as u32, limits.opposite(), budget);
        }
    }

    /// Sums up the children, which are called by their nodes, unless all is proven.
    fn update(&mut self, node: u32) -> Option<Survey> {
        let at = node as usize;
        if self.nodes[at].numbers.is_decided() {
            return None;
        }
        let children = self.children(node);
        let numbers = |child: u32| self.nodes[child as usize].numbers;
        let live = children.iter().filter(|&&(_, child)| numbers(child).proof != 0).count();
        // Only the likeliest moves at first; as they fail, others come in.
        let window = 1 + live.div_ceil(4);
        let mut survey = Survey::new(true);
        let mut seen = 0;
        for &(_, child) in children {
            // A position that the other side has won takes no part.
            let numbers = numbers(child);
            if numbers.proof == 0 {
                continue;
            }
            survey.add(child as usize, numbers.opposite());
            seen += 1;
            if seen >= window && survey.least > 0 {
                break;
            }
        }
        let numbers = survey.numbers(0, PLAIN_SUM);
        self.nodes[at].numbers = numbers;
        (!numbers.is_decided()).then_some(survey)
    }

    /// Finds the moves of a node, or its value.
    fn open(&mut self, node: u32) {
        let at = node as usize;
        let stones = self.nodes[at].stones;
        self.nodes[at].is_open = true;
        let limits = LinkLimits { to_move: true, ..self.limits };
        let own = self.links[0].explore(&self.lattice, &stones, Side::First, limits);
        if own.full.is_some() || own.half.is_some() {
            self.nodes[at].numbers = ProofNumbers::won(0);
            return;
        }
        let other = self.links[1].explore(&self.lattice, &stones, Side::Second, self.limits);
        let moves = self.lattice.worthwhile(&stones, Side::First) & other.must;
        if other.full.is_some() || moves.is_empty() {
            self.nodes[at].numbers = ProofNumbers::LOST;
            return;
        }
        self.measure();
        let mut order: Vec<usize> = moves.iter().collect();
        order.sort_by(|&a, &b| self.flow[b].total_cmp(&self.flow[a]));
        let from = self.moves.len() as u32;
        for &cell in &order {
            let mut after = stones;
            after[0].insert(cell);
            self.lattice.fill_in(&mut after, self.lattice.near[cell]);
            let child = self.intern(self.exchanged(&after));
            self.moves.push((cell as u16, child));
        }
        self.nodes[at].from = from;
        self.nodes[at].count = order.len() as u16;
    }
}
