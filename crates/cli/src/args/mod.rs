//! The arguments: what the commands share of them, and their help.
//!
//! The arguments of one command stand in its file. What each argument means is told in [`texts`], in both languages, and
//! nowhere else.

pub mod help;
pub mod read;
mod start;
mod texts;

use std::ffi::OsString;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use damier_core::Lang;
use damier_scene::Theme;

use crate::commands::bench::BenchArgs;
use crate::commands::games::GamesArgs;
use crate::commands::matches::MatchArgs;
use crate::commands::moves::MovesArgs;
use crate::commands::perft::PerftArgs;
use crate::commands::playouts::PlayoutsArgs;
use crate::commands::print::PrintArgs;
use crate::commands::problem::ProblemArgs;
use crate::commands::replay::ReplayArgs;
use crate::commands::rules::RulesArgs;
use crate::commands::serve::ServeArgs;
use crate::commands::show::ShowArgs;
use crate::commands::solve::SolveArgs;
use crate::commands::think::ThinkArgs;
use crate::commands::tune::TuneArgs;
use crate::gtp::GtpArgs;
use crate::logs::{Audience, LogArgs};
use crate::ugi::UgiArgs;

pub use start::StartArgs;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "damier", version)]
pub struct DamierArgs {
    /// [`asked_lang`] has read it before.
    #[arg(long, global = true, value_name = "LANG", value_parser = read::lang)]
    pub lang: Option<Lang>,
    #[command(flatten)]
    pub logs: LogArgs,
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl DamierArgs {
    /// Says who reads standard error.
    pub fn audience(&self) -> Audience {
        match self.command {
            None | Some(Command::Serve(_)) => Audience::Host,
            Some(_) => Audience::User,
        }
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    Games(GamesArgs),
    Rules(RulesArgs),
    Moves(MovesArgs),
    Show(ShowArgs),
    Print(PrintArgs),
    Perft(PerftArgs),
    Replay(ReplayArgs),
    Playouts(PlayoutsArgs),
    Think(ThinkArgs),
    Solve(SolveArgs),
    // It was called so before.
    #[command(alias = "puzzle")]
    Problem(ProblemArgs),
    Match(MatchArgs),
    Tune(TuneArgs),
    Ugi(UgiArgs),
    Gtp(GtpArgs),
    Bench(BenchArgs),
    Serve(ServeArgs),
}

/// How a picture is painted.
#[derive(Args, Debug)]
pub struct PaintArgs {
    #[arg(long, value_name = "THEME", value_parser = read::theme)]
    pub theme: Option<Theme>,
    #[arg(long, value_name = "N", value_parser = read::pixels, allow_negative_numbers = true)]
    pub pixels: Option<u32>,
}

/// How long an engine thinks about a move.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub struct EffortArgs {
    #[arg(long, value_name = "1..8", value_parser = read::level, allow_negative_numbers = true)]
    pub level: Option<usize>,
    #[arg(long, value_name = "TIME", value_parser = read::time, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    #[arg(long, value_name = "N", value_parser = read::nodes, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
}

/// Finds the language that is asked for, so that even errors in other arguments are said in it.
pub fn asked_lang(words: &[OsString]) -> Option<Lang> {
    let words = || words.iter().map(|word| word.to_str().unwrap_or(""));
    let mut pairs = words().zip(words().skip(1));
    let joined = words().find_map(|word| word.strip_prefix("--lang="));
    let code = joined.or_else(|| pairs.find(|(word, _)| *word == "--lang").map(|(_, code)| code));
    code.and_then(Lang::from_code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_found_wherever_it_stands() {
        let asked = |line: &str| asked_lang(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(asked("damier --lang en games"), Some(Lang::En));
        assert_eq!(asked("damier games --lang=fr"), Some(Lang::Fr));
        assert_eq!(asked("damier games --lang xx"), None);
        assert_eq!(asked("damier games --lang"), None);
    }
}
