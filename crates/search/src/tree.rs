//! The tree of a Monte-Carlo search: nodes that threads share without locks.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::{Coverage, Value};

/// Results are added as whole numbers of this part of a win.
const UNIT: f32 = 65_536.0;

/// The moves that were considered in a position.
pub(crate) struct Children<M> {
    pub(crate) nodes: Box<[Node<M>]>,
    pub(crate) coverage: Coverage,
}

/// A move made in its parent's position. All its results are those of the side that made it.
pub(crate) struct Node<M> {
    pub(crate) mv: M,
    /// The share of the parent's visits that it deserves before it was tried.
    pub(crate) prior: f32,
    visits: AtomicU32,
    amaf_visits: AtomicU32,
    sum: AtomicU64,
    amaf_sum: AtomicU64,
    /// What is proven: 0 for nothing, else a code of the value, with plies from this node's position on.
    proven: AtomicU32,
    /// Some thread has undertaken to give the node its children.
    claimed: AtomicBool,
    children: OnceLock<Children<M>>,
}

impl<M> Node<M> {
    pub(crate) fn new(mv: M, prior: f32) -> Node<M> {
        Node {
            mv,
            prior,
            visits: AtomicU32::new(0),
            amaf_visits: AtomicU32::new(0),
            sum: AtomicU64::new(0),
            amaf_sum: AtomicU64::new(0),
            proven: AtomicU32::new(0),
            claimed: AtomicBool::new(false),
            children: OnceLock::new(),
        }
    }

    /// Counts a visit before its result is known, so that other threads look elsewhere; returns the visits before.
    pub(crate) fn enter(&self) -> u32 {
        self.visits.fetch_add(1, Relaxed)
    }

    /// Adds the result of a visit, 0 to 1.
    pub(crate) fn add(&self, result: f32) {
        self.sum.fetch_add((result * UNIT) as u64, Relaxed);
    }

    /// Adds a result of a game in which the move was made later. Of two threads that do so at once one may go unheard:
    /// these are hints, dozens for every simulation, and to add them for certain would keep the threads waiting.
    pub(crate) fn add_amaf(&self, result: f32) {
        self.amaf_visits.store(self.amaf_visits.load(Relaxed) + 1, Relaxed);
        self.amaf_sum.store(self.amaf_sum.load(Relaxed) + (result * UNIT) as u64, Relaxed);
    }

    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Returns the sum of the results.
    pub(crate) fn total(&self) -> f32 {
        self.sum.load(Relaxed) as f32 / UNIT
    }

    /// Returns how often the move was made later, and the sum of those results.
    pub(crate) fn amaf(&self) -> (f32, f32) {
        (self.amaf_visits.load(Relaxed) as f32, self.amaf_sum.load(Relaxed) as f32 / UNIT)
    }

    pub(crate) fn children(&self) -> Option<&Children<M>> {
        self.children.get()
    }

    /// Undertakes to give the node its children; says whether no other thread has done so before.
    pub(crate) fn claim(&self) -> bool {
        !self.claimed.swap(true, Relaxed)
    }

    /// Returns the node's children, made now if it has none.
    pub(crate) fn expand(&self, make: impl FnOnce() -> Children<M>) -> &Children<M> {
        self.children.get_or_init(make)
    }

    /// Takes a child out of the tree.
    pub(crate) fn into_child(self, at: usize) -> Option<Node<M>> {
        let nodes = self.children.into_inner()?.nodes.into_vec();
        nodes.into_iter().nth(at)
    }

    /// Counts the nodes of the tree below.
    pub(crate) fn size(&self) -> usize {
        let below = self.children().map_or(0, |children| children.nodes.iter().map(Node::size).sum());
        1 + below
    }

    /// Returns what is proven, for the side that made the move, with plies from this node's position on.
    pub(crate) fn proven(&self) -> Option<Value> {
        let code = self.proven.load(Relaxed);
        let plies = code >> 2;
        match code & 3 {
            1 => Some(Value::Win(plies)),
            2 => Some(Value::Loss(plies)),
            3 => Some(Value::Draw),
            _ => None,
        }
    }

    /// Takes note of a proof.
    pub(crate) fn prove(&self, value: Value) {
        let code = match value {
            Value::Win(plies) => plies << 2 | 1,
            Value::Loss(plies) => plies << 2 | 2,
            Value::Draw => 3,
            Value::Estimate(_) => 0,
        };
        self.proven.store(code, Relaxed);
    }

    /// Returns what the children prove about the position, for the side to move there.
    pub(crate) fn concluded(&self) -> Option<Value> {
        let children = self.children()?;
        let mut best = Value::Loss(0);
        let mut longest = 0;
        let mut all = children.coverage == Coverage::Sound;
        for child in &children.nodes {
            match child.proven() {
                Some(Value::Win(plies)) => {
                    best = match best {
                        Value::Win(least) => Value::Win(least.min(plies + 1)),
                        _ => Value::Win(plies + 1),
                    };
                }
                Some(Value::Loss(plies)) => longest = longest.max(plies + 1),
                Some(_) if !matches!(best, Value::Win(_)) => best = Value::Draw,
                Some(_) => {}
                None => all = false,
            }
        }
        match best {
            Value::Win(_) => Some(best),
            Value::Draw if all => Some(best),
            _ if all => Some(Value::Loss(longest)),
            _ => None,
        }
    }
}

/// Returns the same value seen from the other side.
pub(crate) fn turned(value: Value) -> Value {
    match value {
        Value::Win(plies) => Value::Loss(plies),
        Value::Loss(plies) => Value::Win(plies),
        Value::Draw => Value::Draw,
        Value::Estimate(expected) => Value::Estimate(1.0 - expected),
    }
}
