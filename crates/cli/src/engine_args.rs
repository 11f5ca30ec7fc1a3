//! The arguments of the commands that think. What they mean is told in [`help`](crate::help).

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use damier_core::Fault;
use damier_table::Spec;

use crate::agent::AgentSpec;
use crate::args::{Start, read_number};
use crate::matches::LONGEST;

/// How long an engine thinks about a move.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct Effort {
    /// As well as this level.
    #[arg(long, value_name = "1..8", value_parser = read_level, allow_negative_numbers = true)]
    pub level: Option<usize>,
    /// For so long.
    #[arg(long, value_name = "TIME", value_parser = read_time, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// For so many nodes.
    #[arg(long, value_name = "N", value_parser = read_nodes, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
}

/// The arguments of `think`. The usage that clap would write does not fit a line.
#[derive(Debug, clap::Args)]
#[command(override_usage = "damier think [OPTIONS] <--level N|--time TIME|--nodes N> <GAME>")]
pub struct Think {
    /// The game.
    #[arg(value_name = "GAME", value_parser = Spec::from_str)]
    pub game: Spec,
    /// The position.
    #[command(flatten)]
    pub start: Start,
    /// How long.
    #[command(flatten)]
    pub effort: Effort,
    /// How many threads.
    #[arg(long, value_name = "N", value_parser = read_threads, allow_negative_numbers = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    pub threads: u32,
    /// A JSON object instead of words.
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `solve`.
#[derive(Debug, clap::Args)]
pub struct Solve {
    /// The game.
    #[arg(value_name = "GAME", value_parser = Spec::from_str)]
    pub game: Spec,
    /// The position.
    #[command(flatten)]
    pub start: Start,
    /// How long to try.
    #[arg(long, value_name = "TIME", value_parser = read_time, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// How many threads.
    #[arg(long, value_name = "N", value_parser = read_threads, allow_negative_numbers = true)]
    pub threads: Option<u32>,
    /// Where tables are kept.
    #[arg(long, value_name = "FOLDER")]
    pub tables: Option<PathBuf>,
    /// A JSON object instead of words.
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `puzzle`.
#[derive(Debug, clap::Args)]
pub struct Puzzle {
    /// The game.
    #[arg(value_name = "GAME", value_parser = Spec::from_str)]
    pub game: Spec,
    /// Only problems of this grade.
    #[arg(long, value_name = "1..5", value_parser = read_grade, allow_negative_numbers = true)]
    pub grade: Option<u32>,
    /// Which of them.
    #[arg(long, value_name = "N", value_parser = read_games, allow_negative_numbers = true)]
    pub number: Option<u32>,
    /// The seed by which one is drawn, or new ones are made.
    #[arg(long, value_name = "N", value_parser = crate::args::read_seed, allow_negative_numbers = true)]
    #[arg(default_value = "0", hide_default_value = true)]
    pub seed: u64,
    /// The solution as well.
    #[arg(long)]
    pub solution: bool,
    /// Make so many new ones.
    #[arg(long, value_name = "N", value_parser = read_made, allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["grade", "number", "solution", "json"])]
    pub make: Option<u32>,
    /// A JSON object instead of words.
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `match`. The usage that clap would write does not fit a line.
#[derive(Debug, clap::Args)]
#[command(override_usage = "damier match <GAME> --first A --second B --games N [OPTIONS]")]
pub struct Match {
    /// The game.
    #[arg(value_name = "GAME", value_parser = Spec::from_str)]
    pub game: Spec,
    /// Who sits first in the first game.
    #[arg(long, value_name = "AGENT", value_parser = AgentSpec::from_str)]
    pub first: AgentSpec,
    /// Who sits second in it.
    #[arg(long, value_name = "AGENT", value_parser = AgentSpec::from_str)]
    pub second: AgentSpec,
    /// How many games.
    #[arg(long, value_name = "N", value_parser = read_games, allow_negative_numbers = true)]
    pub games: u32,
    /// Random plies at the beginning of each pair of games.
    #[arg(long, value_name = "N", value_parser = read_opening, allow_negative_numbers = true)]
    #[arg(default_value = "2", hide_default_value = true)]
    pub opening: u32,
    /// Games that last so many plies count as drawn.
    #[arg(long, value_name = "N", value_parser = read_longest, allow_negative_numbers = true)]
    #[arg(default_value_t = LONGEST, hide_default_value = true)]
    pub longest: u32,
    /// How many games at once.
    #[arg(long, value_name = "N", value_parser = read_threads, allow_negative_numbers = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    pub threads: u32,
    /// What engines do not play.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub without: Option<String>,
    /// The position.
    #[command(flatten)]
    pub start: Start,
    /// A JSON object instead of words.
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `ugi`.
#[derive(Debug, clap::Args)]
pub struct Ugi {
    /// The game.
    #[arg(value_name = "GAME", value_parser = Spec::from_str)]
    pub game: Spec,
}

/// The arguments of `gtp`.
#[derive(Debug, clap::Args)]
pub struct Gtp {
    /// The game: Hex.
    #[arg(value_name = "GAME", value_parser = Spec::from_str)]
    pub game: Spec,
    /// As well as this level.
    #[arg(long, value_name = "1..8", value_parser = read_level, allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["time", "nodes"])]
    pub level: Option<usize>,
    /// For so long a move.
    #[arg(long, value_name = "TIME", value_parser = read_time, allow_negative_numbers = true)]
    #[arg(conflicts_with = "nodes")]
    pub time: Option<Duration>,
    /// For so many nodes a move.
    #[arg(long, value_name = "N", value_parser = read_nodes, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// How many threads.
    #[arg(long, value_name = "N", value_parser = read_threads, allow_negative_numbers = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    pub threads: u32,
    /// The seed.
    #[arg(long, value_name = "N", value_parser = crate::args::read_seed, allow_negative_numbers = true)]
    #[arg(default_value = "0", hide_default_value = true)]
    pub seed: u64,
}

/// The arguments of `tune`.
#[derive(Debug, clap::Args)]
pub struct Tune {
    /// The game.
    #[arg(value_name = "GAME", value_parser = Spec::from_str)]
    pub game: Spec,
    /// Look for the levels instead of the weights.
    #[arg(long)]
    pub levels: bool,
    /// How many rounds.
    #[arg(long, value_name = "N", value_parser = read_games, allow_negative_numbers = true)]
    pub rounds: Option<u32>,
    /// Games a round.
    #[arg(long, value_name = "N", value_parser = read_games, allow_negative_numbers = true)]
    pub games: Option<u32>,
    /// Nodes a move.
    #[arg(long, value_name = "N", value_parser = read_nodes, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Random plies at the beginning.
    #[arg(long, value_name = "N", value_parser = read_opening, allow_negative_numbers = true)]
    pub opening: Option<u32>,
    /// How many games at once.
    #[arg(long, value_name = "N", value_parser = read_threads, allow_negative_numbers = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    pub threads: u32,
    /// The seed.
    #[arg(long, value_name = "N", value_parser = crate::args::read_seed, allow_negative_numbers = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    pub seed: u64,
    /// Where the weights go.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// The arguments of `bench`.
#[derive(Debug, clap::Args)]
pub struct Bench {
    /// JSON lines instead of a table.
    #[arg(long)]
    pub json: bool,
}

fn read_level(text: &str) -> Result<usize, Fault> {
    read_number(text, 8).map(|level| level as usize)
}

fn read_grade(text: &str) -> Result<u32, Fault> {
    read_number(text, 5)
}

fn read_made(text: &str) -> Result<u32, Fault> {
    read_number(text, 1000)
}

fn read_threads(text: &str) -> Result<u32, Fault> {
    read_number(text, 256)
}

fn read_games(text: &str) -> Result<u32, Fault> {
    read_number(text, 1_000_000)
}

fn read_opening(text: &str) -> Result<u32, Fault> {
    if text == "0" { Ok(0) } else { read_number(text, 100) }
}

fn read_longest(text: &str) -> Result<u32, Fault> {
    read_number(text, LONGEST)
}

/// Reads a number of nodes.
pub fn read_nodes(text: &str) -> Result<u64, Fault> {
    text.parse().ok().filter(|&nodes| nodes > 0).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas un nombre de nœuds à partir de 1"),
            format!("\"{text}\" is no number of nodes from 1 on"),
        )
    })
}

/// Reads how much a level errs, in logits: see [`damier_table::Level`].
pub fn read_noise(text: &str) -> Result<f64, Fault> {
    text.parse().ok().filter(|noise| (0.0..=1000.0).contains(noise)).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas un bruit de 0 à 1000"),
            format!("\"{text}\" is no noise from 0 to 1000"),
        )
    })
}

/// Reads a time: `2s`, `500ms`, `1.5s`, `1m`.
pub fn read_time(text: &str) -> Result<Duration, Fault> {
    let parts = [("ms", 1e-3), ("s", 1.0), ("m", 60.0)].into_iter().find_map(|(unit, seconds)| {
        text.strip_suffix(unit).and_then(|number| number.parse::<f64>().ok()).map(|number| number * seconds)
    });
    let sensible = parts.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    sensible.map(Duration::from_secs_f64).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas une durée comme 2s, 500ms ou 1m, de 1 ms à un jour"),
            format!("\"{text}\" is no time such as 2s, 500ms or 1m, from 1 ms to a day"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
