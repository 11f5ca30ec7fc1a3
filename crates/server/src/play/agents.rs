//! Conversions between the agents of the store and the levels of engines.

use damier_core::{Fault, Lang};
use damier_store::Agent;
use damier_table::{AgentSpec, words};

/// Reads the agent for a seat from a form: `human`, or an engine such as `level:3`.
///
/// # Errors
/// Names the text if it is neither.
pub fn read_agent(text: &str) -> Result<Agent, Fault> {
    let Ok(agent) = text.parse::<Agent>();
    if agent != Agent::Human && level(&agent).is_none() {
        return Err(Fault::new(
            format!("« {text} » n'est pas un joueur ; attendu : human ou level:1 à level:8"),
            format!("\"{text}\" is not a player; expected human or level:1 to level:8"),
        ));
    }
    Ok(agent)
}

/// Returns the agent that is the engine of a level.
pub fn engine(level: usize) -> Agent {
    Agent::Engine(format!("level:{level}"))
}

/// Returns the level at which an agent plays; `None` for a person.
pub fn level(agent: &Agent) -> Option<usize> {
    match agent.engine()?.parse() {
        Ok(AgentSpec::Level(level)) => Some(level),
        _ => None,
    }
}

/// Returns the name of the engine of a level.
pub fn engine_name(level: usize, lang: Lang) -> String {
    let agent = format!("level:{level}");
    words::agent(&agent, lang).unwrap_or(agent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_and_levels_are_read() {
        assert_eq!(read_agent("human"), Ok(Agent::Human));
        assert_eq!(read_agent("level:8"), Ok(engine(8)));
        assert_eq!(level(&engine(8)), Some(8));
        for wrong in ["level:0", "level:9", "nodes:100", "level:x", "", "Human"] {
            assert!(read_agent(wrong).is_err(), "{wrong}");
        }
    }
}
