//! How long an engine may think.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// When thinking has to end. Whatever comes first counts.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// So many nodes (positions searched, or simulations), on all threads together. With one thread and no `stop` the
    /// result depends on nothing else.
    pub nodes: u64,
    /// So many plies deep, for engines that deepen.
    pub depth: u32,
    /// Rate every move with the same care, rather than the best ones: what a player who errs on purpose needs. Engines
    /// that value all moves anyway need not heed it.
    pub even: bool,
    /// How many threads may work.
    pub threads: usize,
    /// The seed of whatever is drawn at random.
    pub seed: u64,
    /// Says whether to stop now: a clock, a person. Asked often enough for a stop within milliseconds.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Limits<'_> {
    /// No limit but `nodes`, on one thread.
    pub fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, depth: u32::MAX, even: false, threads: 1, seed: 0, stop: &|| false }
    }
}

/// The nodes spent, shared by the threads of one search.
pub struct Budget<'a> {
    limits: Limits<'a>,
    spent: AtomicU64,
    over: AtomicBool,
}

impl<'a> Budget<'a> {
    /// Opens a budget.
    pub fn new(limits: &Limits<'a>) -> Budget<'a> {
        Budget { limits: *limits, spent: AtomicU64::new(0), over: AtomicBool::new(false) }
    }

    /// Spends nodes and says whether the search has to end. Asks the clock: call it for every few microseconds of work.
    #[inline]
    pub fn spend(&self, nodes: u64) -> bool {
        let spent = self.spent.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if spent >= self.limits.nodes || (self.limits.stop)() {
            self.over.store(true, Ordering::Relaxed);
        }
        self.is_over()
    }

    /// Says whether the search has to end.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Ends the search for all threads.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Returns the nodes spent.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Returns the nodes left.
    pub fn left(&self) -> u64 {
        self.limits.nodes.saturating_sub(self.spent())
    }

    /// Returns the limits.
    pub fn limits(&self) -> &Limits<'a> {
        &self.limits
    }
}
