//! A game with its abilities, captured while its type is known.

mod any_game;
mod drawing;
mod erased;
mod exactness;

use std::sync::{Arc, Mutex};

use damier_core::{Draft, Game, Indexed};
use damier_scene::{Mark, Point, Scene, View};
use damier_search::{AlphaBeta, Exact, Features, Limits, Linear, Mind, MonteCarlo, Rated, Solitaire, Value};
use damier_solve::{Job, Study, StudyError};

pub use any_game::AnyGame;
use erased::Erased;
pub use exactness::KnownMoves;
use exactness::{Exactness, ShelfTable};

use crate::tuning::{LinearTuner, tune};
use crate::{Gesture, Levels, Recipe, Spec, Step, TuningPlan, read_levels, read_weights};

/// How a game is drawn.
pub type Draw<G> = fn(&G, &<G as Game>::Position, &View) -> Scene;

/// How a stamp is drawn, by its code, on the centre of a cell.
pub type DrawStamp = fn(&mut Scene, Point, char);

/// What a board shows of a draft besides its stamps; the words of cells that it sets go before those of the stamps.
pub type DrawGround<G> = fn(&G, &Draft, &mut Scene);

/// How a move's text splits into steps, given the position.
pub type Split<G> = fn(&G, &<G as Game>::Position, &str) -> Vec<Step>;

/// How a move is made by hand, given the position.
pub type MakeGesture<G> = fn(&G, &<G as Game>::Position, &str) -> Gesture;

/// How a move reads to players, given the position before it.
pub type SayMove<G> = fn(&G, &<G as Game>::Position, &str) -> String;

/// Which cells a move is to mark once it is played, given the position before it.
pub type Trace<G> = fn(&G, &<G as Game>::Position, &str) -> Vec<(String, Mark)>;

/// Draws what a move shows besides what it changes, given the position before it: by [`Scene::guide`], over the position
/// after it.
pub type ShowMove<G> = fn(&G, &<G as Game>::Position, <G as Game>::Move, &mut Scene);

/// How the questions of a game's sheet are answered.
pub type StudyFn<G> = fn(&G, &Job) -> Result<Study, StudyError>;

/// How an engine is made around another.
pub type WrapEngine<G> = fn(Box<dyn Mind<G>>) -> Box<dyn Mind<G>>;

/// How an engine for a game is made.
type MakeEngine<G> = Box<dyn Fn(&G) -> Box<dyn Mind<G>> + Send + Sync>;

/// How what an engine needs is learned.
type Learn<G> = Box<dyn Fn(&G, &TuningPlan, &mut dyn FnMut(&str)) -> Vec<u8> + Send + Sync>;

/// How a position is solved.
type Solve<G> =
    Box<dyn Fn(&G, &<G as Game>::Position, &Limits) -> Option<Solved<<G as Game>::Move>> + Send + Sync>;

/// What a solver found about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved<M> {
    /// By how much the side to move wins, below 0 by how much it loses.
    pub score: i32,
    /// A best move.
    pub best: M,
    /// Positions visited.
    pub nodes: u64,
}

/// What is known of an indexed game, captured while its type is known.
pub(crate) struct Index<G: Game> {
    size: fn(&G) -> u64,
    /// Checks that a position's number stands for it.
    #[cfg(feature = "checks")]
    pub(crate) check: fn(&G, &G::Position) -> Result<(), String>,
}

/// A game with its abilities, captured while its type is known: `Kit::new(spec, game, draw).indexed().boxed()`.
///
/// Abilities are given in any order, each once: giving one twice panics.
///
/// ```
/// use damier_core::{Fault, Flow, Game, Outcome, Reason, Rng, Seat, SeatInfo, Side, TWO_SEATS};
/// use damier_scene::{Scene, View};
/// use damier_search::{Limits, Value};
/// use damier_table::{EngineKind, Kit, Spec};
///
/// /// Players take one or two counters from a heap; whoever takes the last one wins.
/// struct Heap;
///
/// static LAST: Reason = Reason::new("last", "Dernier pion", "Last counter");
///
/// impl Game for Heap {
///     type Position = (u8, Side);
///     type Move = u8;
///
///     fn seats(&self) -> &'static [SeatInfo] {
///         &TWO_SEATS
///     }
///     fn start(&self, _rng: &mut Rng) -> (u8, Side) {
///         (7, Side::First)
///     }
///     fn to_move(&self, heap: &(u8, Side)) -> Seat {
///         Seat(heap.1 as u8)
///     }
///     fn each_move(&self, heap: &(u8, Side), visit: &mut impl FnMut(u8) -> Flow) -> Flow {
///         (1..=heap.0.min(2)).try_for_each(visit)
///     }
///     fn play(&self, heap: &mut (u8, Side), taken: u8) {
///         *heap = (heap.0 - taken, heap.1.other());
///     }
///     fn outcome(&self, heap: &(u8, Side)) -> Option<Outcome> {
///         (heap.0 == 0).then(|| Outcome::win(heap.1.other(), &LAST))
///     }
///     fn key(&self, heap: &(u8, Side)) -> u64 {
///         u64::from(heap.0) * 2 + heap.1 as u64
///     }
///     fn write_move(&self, _heap: &(u8, Side), taken: u8, out: &mut String) {
///         out.push_str(&taken.to_string());
///     }
///     fn write_position(&self, heap: &(u8, Side), out: &mut String) {
///         out.push_str(&format!("{} {}", heap.0, heap.1 as u8 + 1));
///     }
///     fn parse_position(&self, text: &str) -> Result<(u8, Side), Fault> {
///         let read = text.split_once(' ').and_then(|(heap, seat)| {
///             let side = if seat == "1" { Side::First } else { Side::Second };
///             Some((heap.parse().ok()?, side))
///         });
///         read.ok_or_else(|| Fault::new("attendu : PIONS SIÈGE", "expected: COUNTERS SEAT"))
///     }
/// }
///
/// fn draw(_game: &Heap, _heap: &(u8, Side), view: &View) -> Scene {
///     Scene::new(view)
/// }
///
/// let spec: Spec = "heap".parse()?;
/// let game = Kit::new(&spec, Heap, draw).boxed();
/// // Multiples of three are lost: from 7 one takes 1, and wins two turns later.
/// let session = game.open(&mut Rng::new(0));
/// let advice = game.player(EngineKind::Best).think(&*session, &Limits::nodes(10_000), &mut |_| {});
/// assert_eq!((advice.moves[0].text.as_str(), advice.moves[0].value), ("1", Value::Win(5)));
/// # Ok::<(), damier_core::Fault>(())
/// ```
pub struct Kit<G: Game> {
    pub(crate) spec: Spec,
    pub(crate) game: G,
    pub(crate) draw: Draw<G>,
    stamp: Option<DrawStamp>,
    ground: Option<DrawGround<G>>,
    split: Option<Split<G>>,
    gesture: Option<MakeGesture<G>>,
    say: Option<SayMove<G>>,
    trace: Option<Trace<G>>,
    show: Option<ShowMove<G>>,
    pub(crate) index: Option<Index<G>>,
    engine: Option<MakeEngine<G>>,
    wrap: Option<WrapEngine<G>>,
    learn: Option<Learn<G>>,
    levels: Option<Levels>,
    exactness: Exactness<G>,
    pub(crate) solve: Option<Solve<G>>,
    study: Option<StudyFn<G>>,
    pub(crate) recipe: Option<Recipe<G>>,
}

/// Takes note of an ability.
fn give<T>(slot: &mut Option<T>, ability: T, name: &str) {
    assert!(slot.replace(ability).is_none(), "a kit's {name} is given twice");
}

impl<G: Game> Kit<G> {
    /// Makes a kit. Moves split at their cells unless [`Kit::steps`] says otherwise, and mark the cells of their steps
    /// unless [`Kit::trace`] does. Without an engine of its own, the game is played by plain Monte-Carlo tree search.
    pub fn new(spec: &Spec, game: G, draw: Draw<G>) -> Kit<G> {
        Kit {
            spec: spec.clone(),
            game,
            draw,
            stamp: None,
            ground: None,
            split: None,
            gesture: None,
            say: None,
            trace: None,
            show: None,
            index: None,
            engine: None,
            wrap: None,
            learn: None,
            levels: None,
            exactness: Exactness::Unknown,
            solve: None,
            study: None,
            recipe: None,
        }
    }

    /// Gives the game an engine of its own.
    #[must_use]
    pub fn engine(mut self, make: impl Fn(&G) -> Box<dyn Mind<G>> + Send + Sync + 'static) -> Kit<G> {
        give(&mut self.engine, Box::new(make), "engine");
        self
    }

    /// Puts another engine around the game's, which may ask it for advice.
    #[must_use]
    pub fn wrap_engine(mut self, wrap: WrapEngine<G>) -> Kit<G> {
        give(&mut self.wrap, wrap, "engine around its engine");
        self
    }

    /// Lets the weights of features be learned by [`AnyGame::tune`]; `weights` is the text of the file of weights, which
    /// learning begins with.
    ///
    /// # Panics
    /// If the text is not as `write_weights` writes it.
    #[must_use]
    pub fn tuner<F: Features<G> + Clone>(self, features: F, weights: &str) -> Kit<G> {
        let linear = self.weigh(features, weights);
        self.tune_linear(linear)
    }

    /// Gives the game an alpha-beta engine over a weighted sum of features, whose weights can be learned as with
    /// [`Kit::tuner`].
    ///
    /// # Panics
    /// If the text is not as `write_weights` writes it.
    #[must_use]
    pub fn linear<F: Features<G> + Clone>(self, features: F, weights: &str) -> Kit<G> {
        let linear = self.weigh(features, weights);
        let shared = Arc::clone(&linear);
        self.tune_linear(linear).engine(move |_| Box::new(AlphaBeta::share(Arc::clone(&shared))))
    }

    fn weigh<F: Features<G> + Clone>(&self, features: F, weights: &str) -> Arc<Linear<F>> {
        let weights = read_weights(weights).expect("the file of weights is well-formed");
        Arc::new(Linear::new(&self.game, features, weights))
    }

    fn tune_linear<F: Features<G> + Clone>(self, linear: Arc<Linear<F>>) -> Kit<G> {
        let tuner = LinearTuner::new(linear);
        self.learner(move |game, plan, tell| tune(game, &tuner, plan, tell))
    }

    /// Says how what the engine needs is learned from games, where it is more than the weights of features: the result is
    /// the file that the engine reads.
    #[must_use]
    pub fn learner(
        mut self,
        learn: impl Fn(&G, &TuningPlan, &mut dyn FnMut(&str)) -> Vec<u8> + Send + Sync + 'static,
    ) -> Kit<G> {
        give(&mut self.learn, Box::new(learn), "learner");
        self
    }

    /// Gives the game a solver that knows the score of a position exactly, or says that it is too much for its limits.
    #[must_use]
    pub fn solver(
        mut self,
        solve: impl Fn(&G, &G::Position, &Limits) -> Option<Solved<G::Move>> + Send + Sync + 'static,
    ) -> Kit<G> {
        give(&mut self.solve, Box::new(solve), "solver");
        self
    }

    /// Says how the questions of the game's sheet are answered.
    #[must_use]
    pub fn study(mut self, study: StudyFn<G>) -> Kit<G> {
        give(&mut self.study, study, "study");
        self
    }

    /// Gives the game problems.
    #[must_use]
    pub fn problems(mut self, recipe: Recipe<G>) -> Kit<G> {
        give(&mut self.recipe, recipe, "recipe for problems");
        self
    }

    /// Lets the game be played perfectly by a table of all positions in memory, its only engine: for games of few
    /// positions. One table, made when it is first asked, serves all engines, sessions and problems.
    #[must_use]
    pub fn exact(self) -> Kit<G>
    where
        G: Indexed,
    {
        self.exactly(Exactness::InMemory(Box::new(Exact::new())))
    }

    /// Says that the game's own engine knows the exact value of every position.
    #[must_use]
    pub fn knows_all(self) -> Kit<G> {
        self.exactly(Exactness::Engine(Mutex::new(None)))
    }

    /// Lets the game be played by a table of all positions once its study has made one: for games of many positions whose
    /// players alternate. `known` says what is known without it, best moves first.
    #[must_use]
    pub fn tabled(self, known: KnownMoves<G>) -> Kit<G>
    where
        G: Indexed,
    {
        self.exactly(Exactness::OnShelf(ShelfTable::new(known)))
    }

    fn exactly(self, exactness: Exactness<G>) -> Kit<G> {
        assert!(matches!(self.exactness, Exactness::Unknown), "what a kit knows exactly is given twice");
        Kit { exactness, ..self }
    }

    /// Says how well each level plays: eight lines of nodes and noise, as `damier tune GAME --levels` writes them.
    ///
    /// # Panics
    /// If the text is something else.
    #[must_use]
    pub fn levels(mut self, text: &str) -> Kit<G> {
        give(&mut self.levels, read_levels(text).expect("the file of levels is well-formed"), "levels");
        self
    }

    /// Says how the stamps of [`Game::stamps`] are drawn, for set-ups that are no positions yet and for palettes.
    #[must_use]
    pub fn stamps(mut self, stamp: DrawStamp) -> Kit<G> {
        give(&mut self.stamp, stamp, "stamps");
        self
    }

    /// Says what a set-up that is no position yet shows besides its stamps.
    #[must_use]
    pub fn ground(mut self, ground: DrawGround<G>) -> Kit<G> {
        give(&mut self.ground, ground, "ground");
        self
    }

    /// Says how moves split into steps, for games whose moves do not name the cells one clicks.
    #[must_use]
    pub fn steps(mut self, split: Split<G>) -> Kit<G> {
        give(&mut self.split, split, "steps");
        self
    }

    /// Says how moves are made by hand, where that is more than to click the cells of their steps one after another.
    #[must_use]
    pub fn gestures(mut self, make: MakeGesture<G>) -> Kit<G> {
        give(&mut self.gesture, make, "gestures");
        self
    }

    /// Says how a move reads to players, where its text is a code that tells them little: without this its text is shown.
    #[must_use]
    pub fn say(mut self, say: SayMove<G>) -> Kit<G> {
        give(&mut self.say, say, "words of moves");
        self
    }

    /// Says which cells the last move marks, where they are not those one clicks.
    #[must_use]
    pub fn trace(mut self, trace: Trace<G>) -> Kit<G> {
        give(&mut self.trace, trace, "trace");
        self
    }

    /// Says what a move shows besides what it changes: the polygon that it closes. Players see it before the move is made,
    /// and as long as it is the last.
    #[must_use]
    pub fn shows(mut self, show: ShowMove<G>) -> Kit<G> {
        give(&mut self.show, show, "guides of moves");
        self
    }

    /// Makes positions numbered.
    #[must_use]
    pub fn indexed(mut self) -> Kit<G>
    where
        G: Indexed,
    {
        let index = Index {
            size: G::size,
            #[cfg(feature = "checks")]
            check: crate::checks::contract::check_number,
        };
        give(&mut self.index, index, "numbering");
        self
    }

    /// Forgets the type.
    ///
    /// # Panics
    /// If the game is [exact](Kit::exact) and has another engine, or its engine [knows all](Kit::knows_all) and there is
    /// none.
    pub fn boxed(self) -> Box<dyn AnyGame> {
        match self.exactness {
            Exactness::InMemory(_) => assert!(self.engine.is_none(), "an exact game plays by its table"),
            Exactness::Engine(_) => assert!(self.engine.is_some(), "no engine that knows all"),
            Exactness::Unknown | Exactness::OnShelf(_) => {}
        }
        Box::new(Erased(Arc::new(self)))
    }
}

/// What the erased game and its sessions ask.
impl<G: Game> Kit<G> {
    /// Makes the game's engine, which knows nothing of a table on the shelf.
    pub(crate) fn own_engine(&self) -> Box<dyn Mind<G>> {
        let mind = match (&self.engine, &self.exactness) {
            (Some(make), _) => make(&self.game),
            (None, Exactness::InMemory(table)) => table.engine(),
            (None, _) if self.game.seats().len() == 1 => Box::new(Solitaire::new()),
            (None, _) => Box::new(MonteCarlo::plain()),
        };
        match self.wrap {
            Some(wrap) => wrap(mind),
            None => mind,
        }
    }

    /// Makes the strongest engine there is, by the table on the shelf where there is one.
    fn best_engine(&self) -> Box<dyn Mind<G>> {
        let own = self.own_engine();
        match self.exactness.on_shelf() {
            Some(table) => table.engine(own),
            None => own,
        }
    }

    /// Returns what every move is worth to the player who makes it, best first, where that is known at once.
    pub(crate) fn values(&self, position: &G::Position) -> Option<Vec<Rated<G::Move>>> {
        self.exactness.values(&self.game, position, || self.own_engine())
    }

    /// Returns what a position is worth to the side to move, where a table in memory knows it.
    pub(crate) fn known_value(&self, position: &G::Position) -> Option<Value> {
        self.exactness.value(&self.game, position)
    }
}
