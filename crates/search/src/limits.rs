//! How long an engine may think.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use damier_core::Game;

use crate::Thought;

/// When thinking has to end. Whatever comes first counts.
///
/// ```
/// use damier_core::{Game, Rng, Sticks};
/// use damier_search::{Exact, Limits, Mind, Path};
///
/// let game = Sticks { count: 21 };
/// let path = Path::new(&game, game.start(&mut Rng::new(0)));
/// // Only these moves are considered.
/// let only = ["2".to_string(), "3".to_string()];
/// let limits = Limits { only: Some(&only), ..Limits::nodes(1) };
/// let thought = Exact::new().think(&game, &path, &limits, &mut |_| {});
/// assert_eq!(thought.moves.len(), 2);
/// ```
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
    /// Considers and rates only these moves of the position in question, by their texts (`searchmoves` in UCI); where
    /// several promise as much, in this order. Texts of moves that are not legal are passed over.
    pub only: Option<&'a [String]>,
    /// Says whether to stop now: a clock, a person. Asked often enough for a stop within milliseconds.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Limits<'_> {
    /// No limit but `nodes`, on one thread.
    pub const fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, depth: u32::MAX, even: false, threads: 1, seed: 0, only: None, stop: &|| false }
    }

    /// Returns the legal moves that [`Limits::only`] names, in its order; `None` where all moves are considered.
    pub fn chosen_moves<G: Game>(&self, game: &G, position: &G::Position) -> Option<Vec<G::Move>> {
        let texts = self.only?;
        let mut chosen = Vec::with_capacity(texts.len());
        for mv in texts.iter().filter_map(|text| game.parse_move(position, text).ok()) {
            if !chosen.contains(&mv) {
                chosen.push(mv);
            }
        }
        Some(chosen)
    }

    /// Leaves out of a thought about a position the moves that [`Limits::only`] does not name: for engines that rate all
    /// moves anyway. If the line it expects began with one of them, only the best move that is left is expected.
    pub fn restrict<G: Game>(&self, game: &G, position: &G::Position, thought: &mut Thought<G::Move>) {
        let Some(chosen) = self.chosen_moves(game, position) else { return };
        thought.moves.retain(|rated| chosen.contains(&rated.mv));
        if thought.pv.first().is_some_and(|mv| !chosen.contains(mv)) {
            thought.pv = thought.best().map(|best| best.mv).into_iter().collect();
        }
    }
}

/// The nodes spent, shared by the threads of one search.
pub struct Budget<'a> {
    limits: Limits<'a>,
    /// How many nodes are spent between two looks at the clock.
    stride: u64,
    spent: AtomicU64,
    over: AtomicBool,
}

impl<'a> Budget<'a> {
    /// Opens a budget.
    pub fn new(limits: &Limits<'a>) -> Budget<'a> {
        Budget { limits: *limits, stride: 1, spent: AtomicU64::new(0), over: AtomicBool::new(false) }
    }

    /// Asks [`Limits::stop`] once for so many nodes only: for searches that spend them one by one, and fast.
    pub fn asking_every(self, nodes: u64) -> Budget<'a> {
        Budget { stride: nodes.max(1), ..self }
    }

    /// Spends nodes and says whether the search has to end. Asks [`Limits::stop`], which may read a clock: call it for every
    /// few microseconds of work, or make the budget [ask less often](Budget::asking_every).
    #[inline]
    pub fn spend(&self, nodes: u64) -> bool {
        let before = self.spent.fetch_add(nodes, Ordering::Relaxed);
        let spent = before + nodes;
        let asks = self.stride == 1 || spent / self.stride > before / self.stride;
        if spent >= self.limits.nodes || asks && (self.limits.stop)() {
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
