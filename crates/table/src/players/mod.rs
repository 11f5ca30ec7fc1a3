//! Who plays: engines without their game's type, the levels that make them err, and the agents one asks for.

mod agent;
mod effort;
mod level;
mod player;

pub use agent::{AgentSpec, EngineSpec, no_agent, read_level, read_nodes, read_time};
pub use effort::{Choice, Effort};
pub use level::{LEVELS, Level, Levels, SEES_WINS, choose, read_levels};
pub(crate) use player::EnginePlayer;
pub use player::{Advice, EngineKind, Player, RatedText};
