//! Where games meet people and programs.
//!
//! A [`Kit`] takes a game while its type is known and gives it its erased face, [`AnyGame`]. An [`Entry`] is a game's
//! row in the catalogue: it reads a [`Spec`] such as `hex:swap,size=11` and opens the game. A [`Session`] is one line
//! of play: it plays moves by their text, watches the rules about lines, undoes, completes half-typed moves, and draws. A
//! [`Player`] is an engine that thinks about sessions; [`Level`]s make it err.
//! Nothing here knows which games there are.

mod complete;
mod contract;
mod desk;
mod entry;
mod fit;
mod kit;
mod lesson;
mod level;
mod line;
mod matches;
mod page;
mod player;
mod problem;
mod recipe;
mod record;
mod session;
#[cfg(feature = "checks")]
mod soundness;
mod spec;
mod tune;

pub use complete::{Completion, Step, split_at_cells};
pub use desk::{Problems, careful, play_by_uct, play_with_care};
pub use entry::{Aim, Entry, Ground, Pages, Param, Variant};
pub use kit::{Advise, AnyGame, Ask, Kit, Solved};
pub use lesson::{Goal, Lesson, LessonStep, Progress, Task, lesson, read_lesson};
pub use level::{LEVELS, Level, Levels, SEES_WINS, choose, read_levels};
pub use matches::{Format, Match};
pub use page::{Diagram, Part, parts};
pub use player::{Advice, Player, RatedText, Style};
pub use problem::{Claim, Problem, make_problems, no_problems, read_problems, write_problems};
pub use recipe::{Play, Recipe};
pub use record::{Record, RecordResult};
pub use session::{AGREED, OUT_OF_TIME, RESIGNED, Session, Tally};
pub use spec::{Options, Spec};
pub use tune::{Plan, read_weights, write_weights};
