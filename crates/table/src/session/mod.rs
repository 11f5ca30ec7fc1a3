//! One line of play, erased.

mod by_hand;
mod complete;
mod exact;
mod gesture;
mod open;
mod record;
mod typed;

use std::any::Any;

use damier_core::{Fault, Outcome, Reason, Rng, Seat, SeatInfo};
use damier_scene::{Change, Scene, Shape, View};
use damier_search::Limits;

use crate::{RatedText, Solved, Spec};

pub use complete::{Completion, Step, split_at_cells};
pub use exact::{ExactMoves, ExactPosition, Reach, exact_moves, exact_position};
pub use gesture::Gesture;
pub use record::{Record, RecordResult};
pub(crate) use typed::TypedSession;

/// A player gave the game up.
pub static RESIGNED: Reason = Reason::new("resignation", "Abandon", "Resignation");

/// The players agreed on a draw.
pub static AGREED: Reason = Reason::new("agreement", "D'un commun accord", "Draw agreed");

/// A player's time ran out.
pub static OUT_OF_TIME: Reason = Reason::new("time", "Temps écoulé", "Out of time");

/// Random games, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many games were played.
    pub games: u64,
    /// How many plies they had in all.
    pub plies: u64,
    /// How many First won; a solved solitaire is a win.
    pub first: u64,
    /// How many Second won.
    pub second: u64,
    /// How many were drawn.
    pub draws: u64,
}

/// One line of play from a start position: moves by their text, outcomes by the rules of the position and of the line,
/// undo, completion, pictures.
///
/// ```
/// use damier_core::Rng;
///
/// let game = damier_games::open(&"hex:size=3".parse()?)?;
/// let mut session = game.open(&mut Rng::new(0));
/// assert_eq!(session.count(), 9);
/// session.play("b2")?;
/// assert!(session.play("b2").is_err(), "the cell is taken, and the line is as it was");
///
/// assert_eq!(session.undo().as_deref(), Some("b2"));
/// assert_eq!(session.position(), session.start());
///
/// session.play_all("b1 a1 b2 a2 b3".split(' '))?;
/// let outcome = session.outcome().expect("White has joined both edges");
/// assert_eq!(outcome.verdict.code(), "first");
/// # Ok::<(), damier_core::Fault>(())
/// ```
pub trait Session: Any + Send {
    /// Returns the game's spec.
    fn spec(&self) -> &Spec;

    /// Returns the seats.
    fn seats(&self) -> &'static [SeatInfo];

    /// Returns the seat whose turn it is. Of a finished game, some seat.
    fn to_move(&self) -> Seat;

    /// Returns how the game ended, by the rules or by [`Session::end`], or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the text of the position the line began with.
    fn start(&self) -> String;

    /// Returns the text of the current position.
    fn position(&self) -> String;

    /// Returns the 64-bit key of the current position.
    fn key(&self) -> u64;

    /// Returns the texts of the moves played.
    fn moves(&self) -> &[String];

    /// Returns the texts of the legal moves; none once the game is over.
    fn legal(&self) -> Vec<String>;

    /// Counts the legal moves; 0 once the game is over.
    fn count(&self) -> u64;

    /// Plays a move.
    ///
    /// # Errors
    /// If the game is over or the move is impossible; the line is then as it was.
    fn play(&mut self, text: &str) -> Result<(), Fault>;

    /// Takes back what happened last: an end by [`Session::end`], or the last move, whose text it returns.
    fn undo(&mut self) -> Option<String>;

    /// Ends the game off the board: a resignation, an agreement, a flag. Does nothing once it is over.
    fn end(&mut self, outcome: Outcome);

    /// Splits a move's text into the steps that one clicks.
    fn steps(&self, text: &str) -> Vec<Step>;

    /// Says how a move is made by hand.
    fn gesture(&self, text: &str) -> Gesture;

    /// Returns what one would type for picks by hand of which the last is no pick that goes on from the others.
    fn typed(&self, picks: &[&str]) -> String;

    /// Says why picks begin no move: what typing the same would be answered.
    ///
    /// ```
    /// use damier_core::{Lang, Rng};
    ///
    /// let game = damier_games::open(&"agon".parse()?)?;
    /// let session = game.open(&mut Rng::new(0));
    /// let fault = session.why_not(&["a5", "k6"]);
    /// assert_eq!(fault.say(Lang::En), "impossible move: k6 is taken");
    /// assert_eq!(fault.rule(), Some(2), "the second rule of the game's page");
    /// # Ok::<(), damier_core::Fault>(())
    /// ```
    fn why_not(&self, picks: &[&str]) -> Fault;

    /// Returns a legal move as players read it: its text, unless that is a code.
    fn say(&self, text: &str) -> String;

    /// Returns the moves played as players read them.
    ///
    /// ```
    /// use damier_core::Rng;
    ///
    /// // On its sheet the mini-Halma writes the direction in which a man travels; players read where it goes.
    /// let game = damier_games::open(&"halma".parse()?)?;
    /// let session = game.open_line(None, ["dN"], &mut Rng::new(0))?;
    /// assert_eq!((session.moves()[0].as_str(), session.said()[0].as_str()), ("dN", "c2-c3"));
    /// # Ok::<(), damier_core::Fault>(())
    /// ```
    fn said(&self) -> Vec<String>;

    /// Says for each legal move, in their order, what it changes about the things on the board, as this view draws them.
    ///
    /// ```
    /// use damier_core::{Lang, Rng};
    /// use damier_scene::View;
    ///
    /// let game = damier_games::open(&"reversi".parse()?)?;
    /// let session = game.open(&mut Rng::new(0));
    /// // Each first move sets a disc and turns another one.
    /// assert!(session.previews(&View::new(Lang::En)).iter().all(|changes| changes.len() == 2));
    /// # Ok::<(), damier_core::Fault>(())
    /// ```
    fn previews(&self, view: &View) -> Vec<Vec<Change>>;

    /// Says what may follow a half-typed move.
    ///
    /// ```
    /// use damier_core::Rng;
    ///
    /// let game = damier_games::open(&"agon".parse()?)?;
    /// let session = game.open(&mut Rng::new(0));
    /// // What may be clicked first, and after that.
    /// let first = session.complete("").next[0].clone();
    /// let second = &session.complete(&first.text).next[0];
    /// assert!(first.cell.is_some() && second.cell.is_some());
    /// assert!(session.complete(&format!("{}{}", first.text, second.text)).complete);
    /// # Ok::<(), damier_core::Fault>(())
    /// ```
    fn complete(&self, typed: &str) -> Completion;

    /// Draws the position, with the last turn marked and what it took, its spec as title, and who is to move or has won as first caption.
    /// A board without pieces has neither a last move nor that caption.
    ///
    /// ```
    /// use damier_core::{Lang, Rng};
    /// use damier_scene::View;
    ///
    /// let game = damier_games::open(&"hex:size=3".parse()?)?;
    /// let scene = game.open_line(None, ["b2"], &mut Rng::new(0))?.scene(&View::new(Lang::En));
    /// assert_eq!((scene.title.as_str(), scene.captions[0].as_str()), ("hex:size=3", "Black to move"));
    /// # Ok::<(), damier_core::Fault>(())
    /// ```
    fn scene(&self, view: &View) -> Scene;

    /// Returns the look of a seat's pieces about the origin, as this view draws them; nothing where no piece is a seat's own. A
    /// piece is a seat's own if the code of its stamp begins the code of the seat; where seats are only numbered, white pieces
    /// are the first side's and black ones the other's.
    ///
    /// ```
    /// use damier_core::{Lang, Rng, Seat};
    /// use damier_scene::View;
    ///
    /// let view = View::new(Lang::En);
    /// let open = |game: &str| damier_games::open(&game.parse()?).map(|game| game.open(&mut Rng::new(0)));
    /// let hex = open("hex")?;
    /// assert_ne!(hex.sign(Seat(0), &view), hex.sign(Seat(1), &view));
    /// assert!(open("nim")?.sign(Seat(0), &view).is_empty(), "matches are nobody's");
    /// # Ok::<(), damier_core::Fault>(())
    /// ```
    fn sign(&self, seat: Seat, view: &View) -> Vec<Shape>;

    /// Counts the leaves of the tree of legal turns at exactly `depth`, without the rules about lines.
    fn perft(&self, depth: u32) -> u64;

    /// Plays random games from the current position to their ends.
    fn rollouts(&self, games: u32, rng: &mut Rng) -> Tally;

    /// Solves the current position by the game's own solver, score and all; `None` where it has none or the limits are too
    /// narrow for it.
    fn solve(&self, limits: &Limits) -> Option<Solved<String>>;

    /// Returns the exact value of every legal move, with its distance, to the player who makes it, best first; `None` where
    /// the game has no engine and no table that knows them all at once. They are values of the position: repetitions on the
    /// line so far do not count.
    ///
    /// ```
    /// use damier_search::Value;
    ///
    /// // The mini-Halma is a puzzle for one, and its engine knows the way from everywhere.
    /// let game = damier_games::open(&"halma".parse()?)?;
    /// let session = game.open(&mut damier_core::Rng::new(0));
    /// let values = session.values().expect("all is known");
    /// assert!(matches!(values[0].value, Value::Win(_)));
    ///
    /// let hex = damier_games::open(&"hex".parse()?)?.open(&mut damier_core::Rng::new(0));
    /// assert_eq!(hex.values(), None);
    /// # Ok::<(), damier_core::Fault>(())
    /// ```
    fn values(&self) -> Option<Vec<RatedText>>;

    /// Returns the line as a record, without names.
    fn record(&self) -> Record;
}
