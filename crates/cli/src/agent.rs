//! Who plays: `random`, `level:5`, `time:1s`, `nodes:10000`, `nodes:600~0.02`, `uct:10000`, `perfect`, `ugi:COMMAND`.

use std::str::FromStr;
use std::time::{Duration, Instant};

use damier_core::{Fault, Rng};
use damier_search::Limits;
use damier_table::{Advice, AnyGame, Level, Player, SEES_WINS, Session, Style, choose};

use crate::engine_args::{read_nodes, read_noise, read_time};
use crate::failure::Failure;
use crate::ugi_client::Program;

/// Who plays, as it is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentSpec {
    /// Any legal move.
    Random,
    /// The game's engine, at a level.
    Level(usize),
    /// The game's engine, for so long a move.
    Time(Duration),
    /// The game's engine, for so many nodes a move.
    Nodes(u64),
    /// Plain UCT, for so many simulations a move.
    Uct(u64),
    /// By the table of a solved game.
    Perfect,
    /// Another program, which speaks UGI.
    Ugi(Program),
    /// The game's engine, as a level that no game has yet, in the place of this one.
    Custom(Level, usize),
}

impl FromStr for AgentSpec {
    type Err = Fault;

    fn from_str(text: &str) -> Result<AgentSpec, Fault> {
        let (kind, value) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "random" if value.is_empty() => Ok(AgentSpec::Random),
            "perfect" if value.is_empty() => Ok(AgentSpec::Perfect),
            "level" => crate::args::read_number(value, 8).map(|level| AgentSpec::Level(level as usize)),
            "time" => read_time(value).map(AgentSpec::Time),
            "nodes" => match value.split_once('~') {
                None => read_nodes(value).map(AgentSpec::Nodes),
                Some((nodes, noise)) => {
                    let level = Level::new(read_nodes(nodes)?, read_noise(noise)?);
                    Ok(AgentSpec::Custom(level, SEES_WINS))
                }
            },
            "uct" => read_nodes(value).map(AgentSpec::Uct),
            _ if kind == "ugi" || kind.starts_with("ugi@") => {
                Program::read(&kind["ugi".len()..], value).map(AgentSpec::Ugi)
            }
            _ => {
                let known =
                    "random, level:1..8, time:1s, nodes:N, nodes:N~NOISE, uct:N, perfect, ugi:COMMAND";
                Err(Fault::new(
                    format!("« {text} » ; attendu : {known}"),
                    format!("\"{text}\"; expected one of: {known}"),
                ))
            }
        }
    }
}

/// A player at the table.
pub trait Agent: Send {
    /// Chooses a move for the side to move. The game is not over.
    fn choose(&mut self, session: &dyn Session) -> Result<String, Failure>;
}

impl AgentSpec {
    /// Seats the agent; `seed` decides whatever it draws at random. Engines never choose a move whose text has `without`
    /// in it while they have another.
    pub fn seat(
        &self,
        game: &dyn AnyGame,
        seed: u64,
        without: Option<&str>,
    ) -> Result<Box<dyn Agent>, Failure> {
        let rng = Rng::new(seed ^ 0x5eed);
        let engine = |style, effort| -> Box<dyn Agent> {
            let without = without.map(str::to_string);
            Box::new(Engine { player: game.player(style), effort, rng: rng.clone(), without })
        };
        Ok(match self {
            AgentSpec::Random => Box::new(Random(rng)),
            AgentSpec::Level(level) => engine(Style::Best, Effort::level(game, *level)),
            AgentSpec::Time(time) => engine(Style::Best, Effort::Time(*time)),
            AgentSpec::Nodes(nodes) => engine(Style::Best, Effort::Nodes(*nodes)),
            AgentSpec::Uct(nodes) => engine(Style::Uct, Effort::Nodes(*nodes)),
            AgentSpec::Perfect if game.is_exact() => engine(Style::Best, Effort::Nodes(1)),
            AgentSpec::Perfect => {
                let name = game.spec().to_string();
                return Err(Failure::Input(Fault::new(
                    format!("perfect : il n'y a pas encore de table exacte de « {name} »"),
                    format!("perfect: there is no exact table of \"{name}\" yet"),
                )));
            }
            AgentSpec::Ugi(program) => return program.start(game),
            AgentSpec::Custom(level, place) => {
                engine(Style::Best, Effort::Level(*level, *place >= SEES_WINS))
            }
        })
    }
}

struct Random(Rng);

impl Agent for Random {
    fn choose(&mut self, session: &dyn Session) -> Result<String, Failure> {
        let mut legal = session.legal();
        let drawn = self.0.below(legal.len() as u32) as usize;
        Ok(legal.swap_remove(drawn))
    }
}

/// How much an engine thinks about a move.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    /// For so long.
    Time(Duration),
    /// For so many nodes.
    Nodes(u64),
    /// For so many nodes, with errors; and whether it sees wins in one.
    Level(Level, bool),
}

impl Effort {
    /// Returns what a level means in a game.
    pub fn level(game: &dyn AnyGame, level: usize) -> Effort {
        Effort::Level(game.levels()[level - 1], level >= SEES_WINS)
    }

    /// Thinks about a position, and returns the number of the move to play as well. `stop` may end it early.
    pub fn think(
        self,
        player: &mut dyn Player,
        session: &dyn Session,
        threads: usize,
        rng: &mut Rng,
        stop: &(dyn Fn() -> bool + Sync),
        watch: &mut dyn FnMut(&Advice),
    ) -> (Advice, usize) {
        let begun = Instant::now();
        let seed = rng.bits();
        match self {
            Effort::Time(time) => {
                let stop = || begun.elapsed() >= time || stop();
                let limits = Limits { threads, seed, stop: &stop, ..Limits::nodes(u64::MAX) };
                (player.think(session, &limits, watch), 0)
            }
            Effort::Nodes(nodes) => {
                let limits = Limits { threads, seed, stop, ..Limits::nodes(nodes) };
                (player.think(session, &limits, watch), 0)
            }
            Effort::Level(level, sees_wins) => {
                let even = level.is_even();
                let limits = Limits { threads, seed, even, stop, ..Limits::nodes(level.nodes) };
                let advice = player.think(session, &limits, watch);
                let chosen = choose(&advice, level.noise, sees_wins, rng);
                (advice, chosen)
            }
        }
    }
}

struct Engine {
    player: Box<dyn Player>,
    effort: Effort,
    rng: Rng,
    without: Option<String>,
}

impl Agent for Engine {
    fn choose(&mut self, session: &dyn Session) -> Result<String, Failure> {
        let (mut advice, chosen) =
            self.effort.think(&mut *self.player, session, 1, &mut self.rng, &|| false, &mut |_| {});
        let shuns = |text: &str| self.without.as_deref().is_some_and(|without| text.contains(without));
        let other = || advice.moves.iter().position(|rated| !shuns(&rated.text));
        let chosen = if shuns(&advice.moves[chosen].text) { other().unwrap_or(chosen) } else { chosen };
        Ok(advice.moves.swap_remove(chosen).text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_read() {
        assert_eq!("random".parse(), Ok(AgentSpec::Random));
        assert_eq!("level:5".parse(), Ok(AgentSpec::Level(5)));
        assert_eq!("time:1s".parse(), Ok(AgentSpec::Time(Duration::from_secs(1))));
        assert_eq!("nodes:10000".parse(), Ok(AgentSpec::Nodes(10_000)));
        let level = |nodes, noise| Ok(AgentSpec::Custom(Level::new(nodes, noise), SEES_WINS));
        assert_eq!("nodes:600~0.012".parse(), level(600, 0.012));
        assert_eq!("nodes:600~0".parse(), level(600, 0.0));
        assert!(matches!("ugi:engine a:b".parse(), Ok(AgentSpec::Ugi(_))));
        assert!(matches!("ugi@nodes=100:engine".parse(), Ok(AgentSpec::Ugi(_))));
        for wrong in [
            "ugi",
            "ugi:",
            "ugi@x:engine",
            "ugix:engine",
            "",
            "levels:3",
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
}
