//! Who plays a match: the agents that the library knows, and other programs as `ugi:COMMAND`.

use std::str::FromStr;
use std::time::{Duration, Instant};

use damier_core::{Fault, Rng};
use damier_search::Limits;
use damier_table::{AgentSpec, AnyGame, Choice, Effort, Player, Session, no_agent};

use crate::failure::Failure;
use crate::ugi::client::Program;

/// Who plays a match, as it is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchAgent {
    /// Somebody of ours.
    Own(AgentSpec),
    /// Another program, which speaks UGI.
    Ugi(Program),
}

impl FromStr for MatchAgent {
    type Err = Fault;

    fn from_str(text: &str) -> Result<MatchAgent, Fault> {
        if let Some(agent) = AgentSpec::read(text)? {
            return Ok(MatchAgent::Own(agent));
        }
        match text.split_once(':') {
            Some((kind, command)) if kind == "ugi" || kind.starts_with("ugi@") => {
                Program::read(&kind["ugi".len()..], command).map(MatchAgent::Ugi)
            }
            _ => Err(no_agent(text, &format!("{}, ugi:COMMAND", AgentSpec::FORMS))),
        }
    }
}

/// A player at the table.
pub trait SeatedAgent: Send {
    /// Chooses a move for the side to move. The game is not over.
    fn choose(&mut self, session: &dyn Session) -> Result<String, Failure>;
}

impl MatchAgent {
    /// Seats the agent; `seed` decides whatever it draws at random. Engines never choose a move whose text has `without`
    /// in it while they have another.
    pub fn seat(
        &self,
        game: &dyn AnyGame,
        seed: u64,
        without: Option<&str>,
    ) -> Result<Box<dyn SeatedAgent>, Failure> {
        let rng = Rng::new(seed ^ 0x5eed);
        let agent = match self {
            MatchAgent::Own(agent) => agent,
            MatchAgent::Ugi(program) => return program.start(game),
        };
        Ok(match agent.engine(game)? {
            None => Box::new(Random(rng)),
            Some(engine) => Box::new(Engine {
                player: game.player(engine.kind),
                effort: TimedEffort { effort: engine.effort, time: engine.time },
                rng,
                without: without.map(str::to_string),
            }),
        })
    }
}

struct Random(Rng);

impl SeatedAgent for Random {
    fn choose(&mut self, session: &dyn Session) -> Result<String, Failure> {
        let mut legal = session.legal();
        let drawn = self.0.below(legal.len() as u32) as usize;
        Ok(legal.swap_remove(drawn))
    }
}

/// How an engine spends a move: an effort, and the time that a clock here gives it.
#[derive(Clone, Copy, Debug)]
pub struct TimedEffort {
    /// How much it thinks.
    pub effort: Effort,
    /// After how long it stops.
    pub time: Option<Duration>,
}

impl TimedEffort {
    /// Returns the effort of a level of a game.
    pub fn level(game: &dyn AnyGame, number: usize) -> TimedEffort {
        TimedEffort { effort: Effort::level(game, number), time: None }
    }

    /// Returns an effort of so long a move.
    pub fn time(time: Duration) -> TimedEffort {
        TimedEffort { effort: Effort::UNLIMITED, time: Some(time) }
    }

    /// Returns an effort of so many nodes a move.
    pub fn nodes(nodes: u64) -> TimedEffort {
        TimedEffort { effort: Effort::nodes(nodes), time: None }
    }

    /// Lets an engine choose a move. `stop` may end its thinking before its time.
    pub fn choose(
        self,
        player: &mut dyn Player,
        session: &dyn Session,
        threads: usize,
        rng: &mut Rng,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Choice {
        let begun = Instant::now();
        let stop = || self.time.is_some_and(|time| begun.elapsed() >= time) || stop();
        let limits = Limits { threads, stop: &stop, ..Limits::nodes(u64::MAX) };
        self.effort.choose(player, session, &limits, rng, &mut |_| {})
    }
}

struct Engine {
    player: Box<dyn Player>,
    effort: TimedEffort,
    rng: Rng,
    without: Option<String>,
}

impl SeatedAgent for Engine {
    fn choose(&mut self, session: &dyn Session) -> Result<String, Failure> {
        let choice = self.effort.choose(&mut *self.player, session, 1, &mut self.rng, &|| false);
        let is_banned = |text: &str| self.without.as_deref().is_some_and(|without| text.contains(without));
        let mut allowed =
            choice.advice.moves.iter().map(|rated| rated.text.as_str()).filter(|text| !is_banned(text));
        let text = if is_banned(choice.text()) { allowed.next() } else { None };
        Ok(text.unwrap_or(choice.text()).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_read() {
        assert_eq!("level:5".parse(), Ok(MatchAgent::Own(AgentSpec::Level(5))));
        assert!(matches!("ugi:engine a:b".parse(), Ok(MatchAgent::Ugi(_))));
        assert!(matches!("ugi@nodes=100:engine".parse(), Ok(MatchAgent::Ugi(_))));
        for wrong in ["ugi", "ugi:", "ugi@x:engine", "ugix:engine", "", "levels:3", "level:9"] {
            assert!(wrong.parse::<MatchAgent>().is_err(), "{wrong}");
        }
        let fault = "robot".parse::<MatchAgent>().unwrap_err().to_string();
        assert!(fault.contains("level:1..8") && fault.contains("ugi:COMMAND"), "{fault}");
    }
}
