//! Who wins a position of Hex, by proof-number search over what the links and the dead cells leave to try.
//!
//! Positions are kept as if First were to move: if it is Second's turn, the board is mirrored and the colours are
//! exchanged. Of a board and its half turn, one is kept.

use std::collections::HashMap;

use damier_core::Side;
use damier_core::board::BitSet;

use super::current::Net;
use super::lattice::{Lattice, Stones};
use super::links::{Effort, Links};

/// More than any number of positions to be solved.
const ENDLESS: u32 = 1 << 30;
/// How many positions are remembered before all are forgotten.
const ROOM: usize = 400_000;

#[derive(Clone, Debug)]
struct Node<const W: usize> {
    stones: Stones<W>,
    /// How much is to be done to prove a win, and to prove a loss: 0 when done.
    win: u32,
    loss: u32,
    /// Where its moves are, best first.
    from: u32,
    count: u16,
    is_open: bool,
}

/// A proof-number search with what it remembers.
#[derive(Clone, Debug)]
pub(super) struct Solver<const W: usize> {
    lattice: Lattice<W>,
    links: [Links<W>; 2],
    net: Net,
    flow: Vec<f32>,
    nodes: Vec<Node<W>>,
    known: HashMap<Stones<W>, u32>,
    /// The moves of all nodes with the nodes that they lead to.
    moves: Vec<(u16, u32)>,
    effort: Effort,
}

/// How much a search may still do.
pub(super) struct Allowance<'a> {
    /// How many positions may still be analysed.
    pub left: u64,
    /// Says whether to stop now.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Allowance<'_> {
    fn is_spent(&self) -> bool {
        self.left == 0 || (self.stop)()
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The side to move wins, with this move.
    Win(usize),
    /// The side to move loses.
    Loss,
    /// Not known.
    Open,
}

impl<const W: usize> Solver<W> {
    /// Makes a solver that has seen nothing.
    pub fn new(size: usize) -> Solver<W> {
        Solver {
            lattice: Lattice::new(size),
            links: [Links::new(), Links::new()],
            net: Net::new(),
            flow: Vec::new(),
            nodes: Vec::new(),
            known: HashMap::new(),
            moves: Vec::new(),
            effort: Effort { work: 500 * (size * size) as u32, local: 3, to_move: false },
        }
    }

    /// Returns the geometry.
    pub fn lattice(&self) -> &Lattice<W> {
        &self.lattice
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.nodes.clear();
        self.known.clear();
        self.moves.clear();
    }

    /// Finds out who wins with `side` to move. Neither side may have joined its edges.
    pub fn solve(&mut self, stones: &Stones<W>, side: Side, allowance: &mut Allowance) -> Verdict {
        if self.nodes.len() > ROOM {
            self.forget();
        }
        let oriented = if side == Side::First { *stones } else { self.exchanged(stones) };
        let mut filled = oriented;
        self.lattice.fill_in(&mut filled, self.lattice.all);
        let root = self.intern(filled);
        self.search(root, ENDLESS, ENDLESS, allowance);
        match (self.nodes[root as usize].win, self.nodes[root as usize].loss) {
            (0, _) => self.winning_cell(&oriented, root, allowance).map_or(Verdict::Open, |cell| {
                Verdict::Win(if side == Side::First { cell } else { self.lattice.mirrored(cell) })
            }),
            (_, 0) => Verdict::Loss,
            _ => Verdict::Open,
        }
    }

    /// Says what `side`, to move, may expect without search: whether it wins, if the links tell, and else a guess from
    /// the currents, 0 to 1.
    pub fn glance(&mut self, stones: &Stones<W>, side: Side) -> (Option<bool>, f64) {
        let mut filled = if side == Side::First { *stones } else { self.exchanged(stones) };
        self.lattice.fill_in(&mut filled, self.lattice.all);
        let root = self.intern(filled) as usize;
        if self.nodes[root].win != 0 && self.nodes[root].loss != 0 {
            let filled = self.nodes[root].stones;
            let effort = Effort { to_move: true, ..self.effort };
            let own = self.links[0].explore(&self.lattice, &filled, Side::First, effort);
            if own.full.is_some() || own.half.is_some() {
                return (Some(true), 1.0);
            }
            let other = self.links[1].explore(&self.lattice, &filled, Side::Second, self.effort);
            if other.full.is_some() {
                return (Some(false), 0.0);
            }
            let (down, across) = self.measure();
            let odds = f64::from(down / across).powi(2);
            return (None, odds / (1.0 + odds));
        }
        let wins = self.nodes[root].win == 0;
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
        let other = self.links[1].explore(&self.lattice, &filled, Side::Second, self.effort);
        let mut lost = self.lattice.free(&filled).without(other.must);
        if other.full.is_some() {
            lost = self.lattice.free(&oriented);
        }
        let root = self.intern(filled);
        let is_turned = self.nodes[root as usize].stones != filled;
        for &(cell, child) in self.children(root) {
            if self.nodes[child as usize].win == 0 {
                let cell = cell as usize;
                lost.insert(if is_turned { self.lattice.turned(cell) } else { cell });
            }
        }
        if side == Side::First { lost } else { lost.iter().map(|cell| self.lattice.mirrored(cell)).collect() }
    }

    /// Returns a winning cell of a position that First wins. A stone that a node was given for free may stand on it.
    fn winning_cell(&mut self, stones: &Stones<W>, root: u32, allowance: &mut Allowance) -> Option<usize> {
        let mut filled = *stones;
        self.lattice.fill_in(&mut filled, self.lattice.all);
        let free = self.lattice.free(stones);
        let is_turned = self.nodes[root as usize].stones != filled;
        if self.lattice.has_joined(&filled[0], Side::First) {
            // All the ways are open: any move keeps them, and a captured cell makes headway.
            return (free & filled[0]).first().or_else(|| free.first());
        }
        let won = self.children(root).iter().find(|&&(_, child)| self.nodes[child as usize].loss == 0);
        if let Some(&(cell, _)) = won {
            let cell = cell as usize;
            return Some(if is_turned { self.lattice.turned(cell) } else { cell });
        }
        let effort = Effort { to_move: true, ..self.effort };
        let found = self.links[0].explore(&self.lattice, &filled, Side::First, effort);
        allowance.left = allowance.left.saturating_sub(1);
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
            let (win, loss) = if self.lattice.has_joined(&stones[1], Side::Second) {
                (ENDLESS, 0)
            } else if self.lattice.has_joined(&stones[0], Side::First) {
                (0, ENDLESS)
            } else {
                (1, 1)
            };
            self.nodes.push(Node { stones, win, loss, from: 0, count: 0, is_open: false });
        }
        node
    }

    /// Searches a node until it is proven or needs more work than the thresholds allow.
    fn search(&mut self, node: u32, win_limit: u32, loss_limit: u32, allowance: &mut Allowance) {
        let at = node as usize;
        if self.nodes[at].win == 0 || self.nodes[at].loss == 0 {
            return;
        }
        if !self.nodes[at].is_open {
            if allowance.is_spent() {
                return;
            }
            allowance.left -= 1;
            self.open(node);
        }
        loop {
            let Some((best, second)) = self.update(node) else { return };
            let (win, loss) = (self.nodes[at].win, self.nodes[at].loss);
            if win >= win_limit || loss >= loss_limit || allowance.is_spent() {
                return;
            }
            let child = self.nodes[best as usize].win;
            // The child's win is this node's loss. The next best may be passed by a little, lest the search jump
            // between them.
            let deeper_win = loss_limit.saturating_sub(loss).saturating_add(child).min(ENDLESS);
            let deeper_loss = win_limit.min(second.saturating_add(1 + second / 4)).min(ENDLESS);
            self.search(best, deeper_win, deeper_loss, allowance);
        }
    }

    /// Sums up the children. Returns the one to search next and the least work of the others, unless all is proven.
    fn update(&mut self, node: u32) -> Option<(u32, u32)> {
        let at = node as usize;
        if self.nodes[at].win == 0 || self.nodes[at].loss == 0 {
            return None;
        }
        let children = self.children(node);
        let live = children.iter().filter(|&&(_, child)| self.nodes[child as usize].win != 0).count();
        // Only the likeliest moves at first; as they fail, others come in.
        let window = 1 + live.div_ceil(4);
        let (mut best, mut least, mut second, mut sum) = (None, ENDLESS, ENDLESS, 0u32);
        let mut seen = 0;
        for &(_, child) in children {
            let Node { win, loss, .. } = self.nodes[child as usize];
            if win == 0 {
                continue;
            }
            if loss < least {
                second = least;
                least = loss;
                best = Some(child);
            } else if loss < second {
                second = loss;
            }
            sum = sum.saturating_add(win).min(ENDLESS - 1);
            seen += 1;
            if seen >= window && least > 0 {
                break;
            }
        }
        let stored = &mut self.nodes[at];
        match best {
            None => (stored.win, stored.loss) = (ENDLESS, 0),
            Some(_) if least == 0 => (stored.win, stored.loss) = (0, ENDLESS),
            Some(_) => (stored.win, stored.loss) = (least, sum),
        }
        best.filter(|_| least > 0).map(|best| (best, second))
    }

    /// Finds the moves of a node, or its value.
    fn open(&mut self, node: u32) {
        let at = node as usize;
        let stones = self.nodes[at].stones;
        self.nodes[at].is_open = true;
        let effort = Effort { to_move: true, ..self.effort };
        let own = self.links[0].explore(&self.lattice, &stones, Side::First, effort);
        if own.full.is_some() || own.half.is_some() {
            (self.nodes[at].win, self.nodes[at].loss) = (0, ENDLESS);
            return;
        }
        let other = self.links[1].explore(&self.lattice, &stones, Side::Second, self.effort);
        let moves = self.lattice.worthwhile(&stones, Side::First) & other.must;
        if other.full.is_some() || moves.is_empty() {
            (self.nodes[at].win, self.nodes[at].loss) = (ENDLESS, 0);
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
