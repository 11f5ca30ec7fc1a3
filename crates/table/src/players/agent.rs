//! Who plays, in a few characters: `random`, `level:5`, `time:1s`, `nodes:10000`, `nodes:600~0.02`, `uct:10000`, `perfect`.

use std::str::FromStr;
use std::time::Duration;

use damier_core::Fault;

use super::{Effort, EngineKind, LEVELS, Level};
use crate::AnyGame;

/// Who plays, as one asks for it.
///
/// ```
/// use damier_table::{AgentSpec, Effort, EngineKind};
///
/// let game = damier_games::open(&"hex:size=5".parse()?)?;
/// assert_eq!("level:3".parse(), Ok(AgentSpec::Level(3)));
/// let engine = "nodes:1000".parse::<AgentSpec>()?.engine(&*game)?.expect("an engine plays");
/// assert_eq!((engine.kind, engine.effort), (EngineKind::Best, Effort::nodes(1000)));
///
/// assert!("level:9".parse::<AgentSpec>().is_err());
/// assert!("perfect".parse::<AgentSpec>()?.engine(&*game).is_err(), "nobody knows all of Hex");
/// # Ok::<(), damier_core::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AgentSpec {
    /// Any legal move.
    Random,
    /// The game's engine at one of its levels, from 1 on.
    Level(usize),
    /// The game's engine, for so long a move.
    Time(Duration),
    /// The game's engine, for so many nodes a move, perhaps with errors.
    Effort(Effort),
    /// Plain UCT, for so many simulations a move.
    Uct(u64),
    /// An engine that knows the exact value of every position.
    Perfect,
}

/// An engine in a seat: which one, and how it spends a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineSpec {
    /// Which engine.
    pub kind: EngineKind,
    /// How much it thinks.
    pub effort: Effort,
    /// After how long it is to be stopped, by whoever holds a clock.
    pub time: Option<Duration>,
}

impl AgentSpec {
    /// The forms that are read, for messages.
    pub const FORMS: &str = "random, level:1..8, time:1s, nodes:N, nodes:N~NOISE, uct:N, perfect";

    /// Reads an agent; `None` where the text begins as no agent does, so that others may have forms of their own.
    ///
    /// # Errors
    /// Says what is wrong with what follows.
    pub fn read(text: &str) -> Result<Option<AgentSpec>, Fault> {
        let (kind, value) = text.split_once(':').unwrap_or((text, ""));
        Ok(Some(match kind {
            "random" if value.is_empty() => AgentSpec::Random,
            "perfect" if value.is_empty() => AgentSpec::Perfect,
            "level" => AgentSpec::Level(read_level(value)?),
            "time" => AgentSpec::Time(read_time(value)?),
            "nodes" => match value.split_once('~') {
                None => AgentSpec::Effort(Effort::nodes(read_nodes(value)?)),
                Some((nodes, noise)) => {
                    let level = Level::new(read_nodes(nodes)?, read_noise(noise)?);
                    AgentSpec::Effort(Effort { level, sees_wins: true })
                }
            },
            "uct" => AgentSpec::Uct(read_nodes(value)?),
            _ => return Ok(None),
        }))
    }

    /// Returns the engine that plays for this agent in a game; `None` where none does, since moves are drawn.
    ///
    /// # Errors
    /// If nothing knows the exact values that the agent is to play by.
    pub fn engine(self, game: &dyn AnyGame) -> Result<Option<EngineSpec>, Fault> {
        let best = |effort| EngineSpec { kind: EngineKind::Best, effort, time: None };
        Ok(Some(match self {
            AgentSpec::Random => return Ok(None),
            AgentSpec::Level(number) => best(Effort::level(game, number)),
            AgentSpec::Time(time) => EngineSpec { time: Some(time), ..best(Effort::UNLIMITED) },
            AgentSpec::Effort(effort) => best(effort),
            AgentSpec::Uct(nodes) => EngineSpec { kind: EngineKind::Uct, ..best(Effort::nodes(nodes)) },
            AgentSpec::Perfect if game.is_exact() => best(Effort::nodes(1)),
            AgentSpec::Perfect => {
                let name = game.spec();
                return Err(Fault::new(
                    format!("perfect : il n'y a pas encore de table exacte de « {name} »"),
                    format!("perfect: there is no exact table of \"{name}\" yet"),
                ));
            }
        }))
    }
}

impl FromStr for AgentSpec {
    type Err = Fault;

    fn from_str(text: &str) -> Result<AgentSpec, Fault> {
        AgentSpec::read(text)?.ok_or_else(|| no_agent(text, AgentSpec::FORMS))
    }
}

/// Says that a text is none of the forms that agents have.
pub fn no_agent(text: &str, forms: &str) -> Fault {
    Fault::new(format!("« {text} » ; attendu : {forms}"), format!("\"{text}\"; expected one of: {forms}"))
}

/// Reads the number of a level.
///
/// # Errors
/// If it is none from 1 to 8.
pub fn read_level(text: &str) -> Result<usize, Fault> {
    let most = LEVELS.len();
    text.parse().ok().filter(|level| (1..=most).contains(level)).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas un nombre de 1 à {most}"),
            format!("\"{text}\" is not a number from 1 to {most}"),
        )
    })
}

/// Reads a number of nodes.
///
/// # Errors
/// If it is none from 1 on.
pub fn read_nodes(text: &str) -> Result<u64, Fault> {
    text.parse().ok().filter(|&nodes| nodes > 0).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas un nombre de nœuds à partir de 1"),
            format!("\"{text}\" is not a number of nodes from 1 on"),
        )
    })
}

/// Reads a time: `2s`, `500ms`, `1.5s`, `1m`.
///
/// # Errors
/// If it is none, or shorter than a millisecond, or longer than a day.
pub fn read_time(text: &str) -> Result<Duration, Fault> {
    let parts = [("ms", 1e-3), ("s", 1.0), ("m", 60.0)].into_iter().find_map(|(unit, seconds)| {
        text.strip_suffix(unit).and_then(|number| number.parse::<f64>().ok()).map(|number| number * seconds)
    });
    let sensible = parts.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    sensible.map(Duration::from_secs_f64).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas une durée comme 2s, 500ms ou 1m, de 1 ms à un jour"),
            format!("\"{text}\" is not a time such as 2s, 500ms or 1m, from 1 ms to a day"),
        )
    })
}

/// Reads how much a level errs, as [`Level::noise`] says it.
fn read_noise(text: &str) -> Result<f64, Fault> {
    text.parse().ok().filter(|noise| (0.0..=1000.0).contains(noise)).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas un bruit de 0 à 1000"),
            format!("\"{text}\" is not a noise from 0 to 1000"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_read() {
        assert_eq!("random".parse(), Ok(AgentSpec::Random));
        assert_eq!("level:5".parse(), Ok(AgentSpec::Level(5)));
        assert_eq!("time:1s".parse(), Ok(AgentSpec::Time(Duration::from_secs(1))));
        assert_eq!("nodes:10000".parse(), Ok(AgentSpec::Effort(Effort::nodes(10_000))));
        let noisy = Effort { level: Level::new(600, 0.012), sees_wins: true };
        assert_eq!("nodes:600~0.012".parse(), Ok(AgentSpec::Effort(noisy)));
        assert_eq!("nodes:600~0".parse(), Ok(AgentSpec::Effort(Effort::nodes(600))));
        assert_eq!("uct:30".parse(), Ok(AgentSpec::Uct(30)));
        assert_eq!("perfect".parse(), Ok(AgentSpec::Perfect));
        for wrong in [
            "",
            "human",
            "levels:3",
            "level:0",
            "level:9",
            "level",
            "random:1",
            "nodes:0",
            "nodes:0~0.1",
            "nodes:600~",
            "nodes:600~-0.1",
            "nodes:600~nan",
            "nodes:600~inf",
            "nodes:600~0.1~0.2",
            "nodes:~0.1",
            "uct:600~0.1",
            "time:3",
        ] {
            assert!(wrong.parse::<AgentSpec>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_are_read_with_their_units() {
        assert_eq!(read_time("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(read_time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(read_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(read_time("1m"), Ok(Duration::from_secs(60)));
        for wrong in ["2", "s", "-1s", "0s", "nans", "infs", "2 s", "1h"] {
            assert!(read_time(wrong).is_err(), "{wrong}");
        }
    }
}
