//! Learning what an engine knows from games against itself.

mod regression;
mod tune;

pub(crate) use tune::{LinearTuner, tune};
pub use tune::{TuningPlan, read_weights, write_weights};
