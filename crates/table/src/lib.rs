//! Where games meet people and programs.
//!
//! A [`Kit`] takes a game while its type is known and gives it its erased face, [`AnyGame`]. An [`Entry`] is a game's
//! row in the catalogue: it reads a [`Spec`] such as `hex:swap,size=11` and opens the game. A [`Session`] is one line
//! of play: it plays moves by their text, watches the rules about lines, undoes, completes half-typed moves, and draws. A
//! [`Player`] is an engine that thinks about sessions; [`Level`]s make it err.
//! Nothing here knows which games there are; the examples take theirs from `damier_games`.
//!
//! ```
//! use damier_core::{Lang, Rng};
//! use damier_scene::View;
//! use damier_search::Limits;
//! use damier_table::{EngineKind, Spec, words};
//!
//! // A spec names a game, the catalogue opens it, and a session is one line of play.
//! let spec: Spec = "hex:size=5".parse()?;
//! let game = damier_games::open(&spec)?;
//! let mut session = game.open(&mut Rng::new(0));
//! session.play("c3")?;
//!
//! // The engine answers with every move and its value, best first.
//! let advice = game.player(EngineKind::Best).think(&*session, &Limits::nodes(200), &mut |_| {});
//! assert_eq!(advice.moves.len() as u64, session.count());
//! session.play(&advice.moves[0].text)?;
//!
//! // A scene is drawn by a writer: SVG, text, PNG, PDF.
//! let scene = session.scene(&View::new(Lang::En));
//! assert_eq!(scene.captions[0], words::standing(&*session, Lang::En));
//! # Ok::<(), damier_core::Fault>(())
//! ```
//!
//! | to | begin with |
//! |---|---|
//! | name and open a game | [`Spec`], [`Entry`], [`AnyGame`] |
//! | play | [`Session`], [`Completion`], [`Record`] |
//! | let an engine play | [`Player`], [`Effort`], [`AgentSpec`], [`Level`] |
//! | know exactly | [`Session::values`], [`exact_position`], [`exact_moves`] |
//! | teach and set tasks | [`Lesson`], [`Problem`], [`Problems`], [`Diagram`] |
//! | play several games as one | [`Match`], [`MatchRule`] |
//! | add a game | [`Kit`] |
//! | say it to people | [`words`] |

mod checks;
mod entry;
mod kit;
mod lesson;
mod matches;
mod page;
mod players;
mod problems;
mod session;
mod setup;
mod spec;
mod tuning;
pub mod words;

pub use checks::{CheckFailure, Checks};
pub use entry::{Aim, Entry, Ground, Heaps, Letters, Numbers, Pages, Param, ParamKind, Variant, square};
pub use kit::{
    AnyGame, Draw, DrawGround, DrawStamp, Kit, KnownMoves, MakeGesture, SayMove, ShowMove, Solved, Split,
    StudyFn, Trace, WrapEngine,
};
pub use lesson::{Goal, Lesson, LessonProgress, LessonStep, Task, lesson, read_lesson};
pub use matches::{Counts, Match, MatchRule, MatchScore, MatchState, SheetMatch};
pub use page::{Diagram, Part, parts};
pub use players::{
    Advice, AgentSpec, Choice, Effort, EngineKind, EngineSpec, LEVELS, Level, Levels, Player, RatedText,
    SEES_WINS, choose, no_agent, read_level, read_levels, read_nodes, read_time,
};
pub use problems::{
    ChooseMove, Claim, Compose, Flaw, FlawedProblem, Problem, Problems, Quest, Recipe, Source, Target, Unit,
    make_problems, no_problems, play_by_uct, play_carefully, read_problems, safest, thriftiest,
    write_problems,
};
pub use session::{
    AGREED, Completion, ExactMoves, ExactPosition, Gesture, OUT_OF_TIME, RESIGNED, Reach, Record,
    RecordResult, Session, Step, Tally, exact_moves, exact_position, split_at_cells,
};
pub use setup::Setup;
pub use spec::{Options, Spec};
pub use tuning::{TuningPlan, read_weights, write_weights};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
