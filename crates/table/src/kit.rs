//! The erased face of a game.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use damier_core::{Fault, Game, Indexed, LineRules, Rng, SeatInfo};
use damier_scene::{Mark, Scene, View};
use damier_search::{
    AlphaBeta, Exact, Features, Limits, Linear, Mind, MonteCarlo, Path, Rated, Solitaire, Solution, Value,
};
use damier_solve::{Bytes, Halt, Job, Study, Tabled};

use crate::contract;
use crate::line::Line;
use crate::player::Thinker;
#[cfg(feature = "checks")]
use crate::soundness;
use crate::tune::{LinearTuner, tune};
use crate::{
    LEVELS, Levels, Plan, Player, Problems, Recipe, Session, Spec, Step, Style, read_levels, read_weights,
    split_at_cells,
};

/// A game whose type is forgotten: what everything that talks to people and programs uses.
pub trait AnyGame: Send + Sync {
    /// Returns the game's canonical spec.
    fn spec(&self) -> &Spec;

    /// Returns the seats.
    fn seats(&self) -> &'static [SeatInfo];

    /// Returns the rules about lines of play.
    fn line_rules(&self) -> LineRules;

    /// Returns how many bytes a position takes.
    fn position_bytes(&self) -> usize;

    /// Returns how many symmetries the rules have.
    fn symmetries(&self) -> usize;

    /// Returns how many numbers the positions of an indexed game take.
    fn table_size(&self) -> Option<u64>;

    /// Starts a session from the start position; only games that draw their start read `rng`.
    fn open(&self, rng: &mut Rng) -> Box<dyn Session>;

    /// Starts a session from a position's text.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    fn resume(&self, position: &str) -> Result<Box<dyn Session>, Fault>;

    /// Makes an engine for this game.
    fn player(&self, style: Style) -> Box<dyn Player>;

    /// Says whether its engine knows the exact value of every position: by itself, or by a table.
    fn is_exact(&self) -> bool;

    /// Returns the name of the file that [`AnyGame::study`] leaves on the shelf, a table of all positions, in games whose
    /// engine can play by one.
    fn table_name(&self) -> Option<String>;

    /// Gives the game its finished table, which engines and sessions use from then on. Does nothing if it has one, or if
    /// [`AnyGame::table_name`] is `None`.
    fn attach(&self, table: Arc<dyn Bytes>);

    /// Returns how well each level plays.
    fn levels(&self) -> Levels;

    /// Learns what the engine needs, its weights mostly, from games against itself, and returns the file that holds it;
    /// `None` where there is nothing to learn. `tell` hears of every progress.
    fn tune(&self, plan: &Plan, tell: &mut dyn FnMut(&str)) -> Option<Vec<u8>>;

    /// Answers the questions of the game's sheet by solving what can be solved; `None` where the game has no study.
    fn study(&self, job: &Job) -> Option<Result<Study, Halt>>;

    /// Returns the game's problems; `None` where it has none.
    fn problems(&self) -> Option<&dyn Problems>;

    /// Plays a random game of at most `plies` and checks the contract of [`Game`] at every position of it. Where positions
    /// have thousands of moves, the game is shorter.
    ///
    /// # Errors
    /// Says which clause is broken, and in which position.
    fn check_contract(&self, rng: &mut Rng, plies: u32) -> Result<(), String>;

    /// Plays a random game and compares, at positions of it, every engine with plain minimax of about so many leaves.
    ///
    /// # Errors
    /// Says which engine is wrong, and in which position.
    #[cfg(feature = "checks")]
    fn check_search(&self, rng: &mut Rng, leaves: u64) -> Result<(), String>;
}

/// How a game is drawn.
pub type Draw<G> = fn(&G, &<G as Game>::Position, &View) -> Scene;
/// How a move's text splits into steps, given the position.
pub type Split<G> = fn(&G, &<G as Game>::Position, &str) -> Vec<Step>;

/// Which cells a move is to mark once it is played, given the position before it.
pub type Trace<G> = fn(&G, &<G as Game>::Position, &str) -> Vec<(String, Mark)>;

/// How an engine for a game is made.
pub(crate) type MakeMind<G> = Arc<dyn Fn(&G) -> Box<dyn Mind<G>> + Send + Sync>;

/// How what an engine needs is learned.
pub(crate) type Learn<G> = Arc<dyn Fn(&G, &Plan, &mut dyn FnMut(&str)) -> Vec<u8> + Send + Sync>;

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

/// How a position is solved.
pub(crate) type Solve<G> =
    Arc<dyn Fn(&G, &<G as Game>::Position, &Limits) -> Option<Solved<<G as Game>::Move>> + Send + Sync>;

/// How the value of a position is looked up.
pub(crate) type Oracle<G> = Box<dyn Fn(&G, &<G as Game>::Position) -> Value + Send + Sync>;

/// How the questions of a game's sheet are answered.
pub type Ask<G> = fn(&G, &Job) -> Result<Study, Halt>;

/// How a table rates the moves of a position.
type Rate<G> = fn(&G, &<G as Game>::Position, &Arc<dyn Bytes>) -> Option<Vec<Rated<<G as Game>::Move>>>;

/// How an engine is made that takes advice from another.
pub type Advise<G> = fn(Box<dyn Mind<G>>) -> Box<dyn Mind<G>>;

/// How an engine is made that plays by a table and takes advice from another.
type Consult<G> = fn(Arc<dyn Bytes>, Box<dyn Mind<G>>) -> Box<dyn Mind<G>>;

/// What a table of all positions is good for, captured while the game's type is known.
pub(crate) struct Tabling<G: Game> {
    rate: Rate<G>,
    mind: Consult<G>,
    table: OnceLock<Arc<dyn Bytes>>,
}

/// What is known of an indexed game, captured while its type is known.
pub(crate) struct Index<G: Game> {
    pub(crate) size: fn(&G) -> u64,
    pub(crate) index: fn(&G, &G::Position) -> u64,
    pub(crate) unindex: fn(&G, u64) -> Option<G::Position>,
    pub(crate) symmetric: bool,
}

/// A game with its abilities, captured while its type is known: `Kit::new(spec, game, draw).indexed().boxed()`.
pub struct Kit<G: Game> {
    pub(crate) spec: Spec,
    pub(crate) game: G,
    pub(crate) draw: Draw<G>,
    pub(crate) split: Split<G>,
    pub(crate) trace: Option<Trace<G>>,
    pub(crate) index: Option<Index<G>>,
    pub(crate) mind: MakeMind<G>,
    pub(crate) learn: Option<Learn<G>>,
    pub(crate) levels: Levels,
    pub(crate) exact: bool,
    pub(crate) solve: Option<Solve<G>>,
    pub(crate) study: Option<Ask<G>>,
    tabling: Option<Tabling<G>>,
    /// The engine of an exact game, for the values that sessions ask for.
    knower: Mutex<Option<Box<dyn Mind<G>>>>,
    pub(crate) oracle: Option<Oracle<G>>,
    pub(crate) recipe: Option<Recipe<G>>,
}

impl<G: Game> Kit<G> {
    /// Makes a kit. Moves split at their cells until [`Kit::steps`] says otherwise, and mark the cells of their steps
    /// until [`Kit::trace`] does; its engine is plain until [`Kit::linear`] or [`Kit::mind`] says otherwise.
    pub fn new(spec: &Spec, game: G, draw: Draw<G>) -> Kit<G> {
        Kit {
            spec: spec.clone(),
            game,
            draw,
            split: |_, _, text| split_at_cells(text),
            trace: None,
            index: None,
            mind: Arc::new(|game: &G| match game.seats().len() {
                1 => Box::new(Solitaire::new()),
                _ => Box::new(MonteCarlo::plain()),
            }),
            learn: None,
            levels: LEVELS,
            exact: false,
            solve: None,
            study: None,
            tabling: None,
            knower: Mutex::new(None),
            oracle: None,
            recipe: None,
        }
    }

    /// Gives the game an engine of its own.
    pub fn mind(self, make: impl Fn(&G) -> Box<dyn Mind<G>> + Send + Sync + 'static) -> Kit<G> {
        Kit { mind: Arc::new(make), ..self }
    }

    /// Lets another engine take advice from the one the game has so far.
    pub fn advised_by(self, wrap: Advise<G>) -> Kit<G> {
        let adviser = Arc::clone(&self.mind);
        self.mind(move |game| wrap(adviser(game)))
    }

    /// Gives the game an alpha-beta engine over a weighted sum of features; `weights` is the text of the file of weights,
    /// which [`AnyGame::tune`] can learn.
    ///
    /// # Panics
    /// If the text is not as `write_weights` writes it.
    pub fn linear<F: Features<G> + Clone>(self, features: F, weights: &str) -> Kit<G> {
        let weights = read_weights(weights).expect("the file of weights is well-formed");
        let linear = Arc::new(Linear::new(&self.game, features.clone(), weights));
        let tuner = LinearTuner::new(Arc::clone(&linear));
        let learn = move |game: &G, plan: &Plan, tell: &mut dyn FnMut(&str)| tune(game, &tuner, plan, tell);
        let mind = move |_: &G| -> Box<dyn Mind<G>> { Box::new(AlphaBeta::share(Arc::clone(&linear))) };
        self.learner(learn).mind(mind)
    }

    /// Says how what the engine needs is learned from games, where [`Kit::linear`] does not know: the result is the file
    /// that the engine reads.
    pub fn learner(
        self,
        learn: impl Fn(&G, &Plan, &mut dyn FnMut(&str)) -> Vec<u8> + Send + Sync + 'static,
    ) -> Kit<G> {
        Kit { learn: Some(Arc::new(learn)), ..self }
    }

    /// Gives the game a solver that knows the score of a position exactly, or says that it is too much for its limits.
    pub fn solver(
        self,
        solve: impl Fn(&G, &G::Position, &Limits) -> Option<Solved<G::Move>> + Send + Sync + 'static,
    ) -> Kit<G> {
        Kit { solve: Some(Arc::new(solve)), ..self }
    }

    /// Says how the questions of the game's sheet are answered.
    pub fn study(self, study: Ask<G>) -> Kit<G> {
        Kit { study: Some(study), ..self }
    }

    /// Gives the game problems.
    pub fn problems(self, recipe: Recipe<G>) -> Kit<G> {
        Kit { recipe: Some(recipe), ..self }
    }

    /// Gives the game an engine that plays perfectly by a table of all positions, made in memory when it is first asked:
    /// for games of few positions.
    pub fn exact(self) -> Kit<G>
    where
        G: Indexed,
    {
        let solution = OnceLock::new();
        let oracle: Oracle<G> =
            Box::new(move |game, position| solution.get_or_init(|| Solution::of(game)).value(game, position));
        Kit { exact: true, oracle: Some(oracle), ..self }.mind(|_| Box::new(Exact::new()))
    }

    /// Says that the engine of the game knows the exact value of every position.
    pub fn knows_all(self) -> Kit<G> {
        Kit { exact: true, ..self }
    }

    /// Lets the game be played by a table of all positions once its study has made one: for games of many positions whose
    /// players alternate.
    pub fn tabled(self) -> Kit<G>
    where
        G: Indexed,
    {
        let mind = |table, adviser| -> Box<dyn Mind<G>> { Box::new(Tabled::new(table, adviser)) };
        let tabling = Tabling {
            rate: |game, position, table| damier_solve::rate(game, position, table),
            mind,
            table: OnceLock::new(),
        };
        Kit { tabling: Some(tabling), ..self }
    }

    fn table(&self) -> Option<&Arc<dyn Bytes>> {
        self.tabling.as_ref().and_then(|tabling| tabling.table.get())
    }

    /// Makes the game's engine, with its table where it has one.
    pub(crate) fn engine(&self) -> Box<dyn Mind<G>> {
        let mind = (self.mind)(&self.game);
        match (&self.tabling, self.table()) {
            (Some(tabling), Some(table)) => (tabling.mind)(Arc::clone(table), mind),
            _ => mind,
        }
    }

    /// Returns what every move is worth to the player who makes it, best first, where that is known at once.
    pub(crate) fn values(&self, position: &G::Position) -> Option<Vec<Rated<G::Move>>> {
        if let (Some(tabling), Some(table)) = (&self.tabling, self.table()) {
            return (tabling.rate)(&self.game, position, table);
        }
        if !self.exact {
            return None;
        }
        let mut knower = self.knower.lock().unwrap_or_else(PoisonError::into_inner);
        let mind = knower.get_or_insert_with(|| (self.mind)(&self.game));
        let path = Path::new(&self.game, position.clone());
        Some(mind.think(&self.game, &path, &Limits::nodes(1), &mut |_| {}).moves)
    }

    /// Says how well each level plays: eight lines of nodes and noise, as `damier tune GAME --levels` writes them.
    ///
    /// # Panics
    /// If the text is something else.
    pub fn levels(self, text: &str) -> Kit<G> {
        Kit { levels: read_levels(text).expect("the file of levels is well-formed"), ..self }
    }

    /// Says how moves split into steps, for games whose moves do not name the cells one clicks.
    pub fn steps(self, split: Split<G>) -> Kit<G> {
        Kit { split, ..self }
    }

    /// Says which cells the last move marks, where they are not those one clicks.
    pub fn trace(self, trace: Trace<G>) -> Kit<G> {
        Kit { trace: Some(trace), ..self }
    }

    /// Returns the cells that a move marks: those of its steps, the last one as where it went.
    pub(crate) fn marks(&self, before: &G::Position, text: &str) -> Vec<(String, Mark)> {
        if let Some(trace) = self.trace {
            return trace(&self.game, before, text);
        }
        let cells = (self.split)(&self.game, before, text).into_iter().filter_map(|step| step.cell);
        let mut marks: Vec<(String, Mark)> = cells.map(|cell| (cell, Mark::Trace)).collect();
        if let Some((_, mark)) = marks.last_mut() {
            *mark = Mark::Last;
        }
        marks
    }

    /// Makes positions numbered.
    pub fn indexed(self) -> Kit<G>
    where
        G: Indexed,
    {
        let index = Index { size: G::size, index: G::index, unindex: G::unindex, symmetric: G::SYMMETRIC };
        Kit { index: Some(index), ..self }
    }

    /// Forgets the type.
    pub fn boxed(self) -> Box<dyn AnyGame> {
        Box::new(Erased(Arc::new(self)))
    }
}

struct Erased<G: Game>(Arc<Kit<G>>);

impl<G: Game> AnyGame for Erased<G> {
    fn spec(&self) -> &Spec {
        &self.0.spec
    }

    fn seats(&self) -> &'static [SeatInfo] {
        self.0.game.seats()
    }

    fn line_rules(&self) -> LineRules {
        self.0.game.line_rules()
    }

    fn position_bytes(&self) -> usize {
        size_of::<G::Position>()
    }

    fn symmetries(&self) -> usize {
        self.0.game.symmetries()
    }

    fn table_size(&self) -> Option<u64> {
        self.0.index.as_ref().map(|index| (index.size)(&self.0.game))
    }

    fn open(&self, rng: &mut Rng) -> Box<dyn Session> {
        Box::new(Line::new(Arc::clone(&self.0), self.0.game.start(rng)))
    }

    fn resume(&self, position: &str) -> Result<Box<dyn Session>, Fault> {
        let position = self.0.game.parse_position(position)?;
        Ok(Box::new(Line::new(Arc::clone(&self.0), position)))
    }

    fn player(&self, style: Style) -> Box<dyn Player> {
        let (mind, proves): (Box<dyn Mind<G>>, bool) = match style {
            Style::Best => (self.0.engine(), !self.is_exact() && self.seats().len() > 1),
            Style::Uct => (Box::new(MonteCarlo::plain()), false),
        };
        Box::new(Thinker::new(Arc::clone(&self.0), mind, proves))
    }

    fn is_exact(&self) -> bool {
        self.0.exact || self.0.table().is_some()
    }

    fn table_name(&self) -> Option<String> {
        self.0.tabling.as_ref().map(|_| damier_solve::table_name(&self.0.spec.to_string()))
    }

    fn attach(&self, table: Arc<dyn Bytes>) {
        if let Some(tabling) = &self.0.tabling {
            let _ = tabling.table.set(table);
        }
    }

    fn levels(&self) -> Levels {
        self.0.levels
    }

    fn tune(&self, plan: &Plan, tell: &mut dyn FnMut(&str)) -> Option<Vec<u8>> {
        self.0.learn.as_ref().map(|learn| learn(&self.0.game, plan, tell))
    }

    fn study(&self, job: &Job) -> Option<Result<Study, Halt>> {
        self.0.study.map(|study| study(&self.0.game, job))
    }

    fn problems(&self) -> Option<&dyn Problems> {
        self.0.recipe.is_some().then_some(&*self.0 as &dyn Problems)
    }

    fn check_contract(&self, rng: &mut Rng, plies: u32) -> Result<(), String> {
        contract::check(&self.0, rng, plies)
    }

    #[cfg(feature = "checks")]
    fn check_search(&self, rng: &mut Rng, leaves: u64) -> Result<(), String> {
        soundness::check(&self.0, rng, leaves)
    }
}
