//! The erased face of a game.

use std::sync::Arc;

use damier_core::{Fault, LineRules, Rng, SeatInfo};
use damier_solve::{Bytes, Job, Study, StudyError};

use crate::{Checks, EngineKind, Levels, Player, Problems, Session, Setup, Spec, TuningPlan};

/// A game whose type is forgotten: what everything that talks to people and programs uses.
///
/// ```
/// use damier_core::Rng;
///
/// let game = damier_games::open(&"hex:size=3".parse()?)?;
/// assert_eq!(game.seats().len(), 2);
/// assert!(!game.is_exact());
///
/// // From the start, from a position, or from either with moves.
/// let start = game.open(&mut Rng::new(0));
/// let again = game.resume(&start.position())?;
/// assert_eq!(again.count(), 9);
/// let line = game.open_line(None, ["b2", "a1"], &mut Rng::new(0))?;
/// assert_eq!(line.moves(), ["b2", "a1"]);
/// # Ok::<(), damier_core::Fault>(())
/// ```
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

    /// Sets up a position by hand, beginning with this text: of a position, or of a draft of one, as [`Setup::text`] writes
    /// it.
    ///
    /// # Errors
    /// Says what is wrong with a text that is not even a draft.
    fn set_up(&self, text: &str) -> Result<Box<dyn Setup>, Fault>;

    /// Makes an engine for this game. Engines of one game share what takes long to make: a table of all positions.
    fn player(&self, kind: EngineKind) -> Box<dyn Player>;

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
    fn tune(&self, plan: &TuningPlan, tell: &mut dyn FnMut(&str)) -> Option<Vec<u8>>;

    /// Answers the questions of the game's sheet by solving what can be solved; `None` where the game has no study. The
    /// job's spec is set to the game's.
    fn study(&self, job: &Job) -> Option<Result<Study, StudyError>>;

    /// Returns the game's problems; `None` where it has none.
    fn problems(&self) -> Option<&dyn Problems>;

    /// Returns what tests ask of every game; `None` without the feature `checks`, since it makes builds longer.
    fn checks(&self) -> Option<&dyn Checks>;
}
