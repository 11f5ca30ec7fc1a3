//! Where games meet people and programs.
//!
//! A [`Kit`] takes a game while its type is known and gives it its erased face, [`AnyGame`]. An [`Entry`] is a game's
//! row in the catalogue: it reads a [`Spec`] such as `hex:swap,size=11` and opens the game. A [`Session`] is one line
//! of play: it plays moves by their text, watches the rules about lines, undoes, completes half-typed moves, and draws.
//! Nothing here knows which games there are.

mod complete;
mod contract;
mod entry;
mod kit;
mod line;
mod matches;
mod page;
mod record;
mod session;
mod spec;

pub use complete::{Completion, Step, split_at_cells};
pub use entry::{Entry, Pages, Param, Variant};
pub use kit::{AnyGame, Kit};
pub use matches::{Format, Match};
pub use page::{Diagram, Part, parts};
pub use record::{Record, RecordResult};
pub use session::{AGREED, RESIGNED, Session, Tally};
pub use spec::{Options, Spec};
