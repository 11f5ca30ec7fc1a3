//! The arguments of each command. What they mean is told in [`help`](crate::help), in both languages.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Parser, Subcommand};
use damier_core::{Fault, Lang};
use damier_scene::Theme;
use damier_table::Spec;

use crate::engine_args::{Bench, Gtp, Match, Puzzle, Solve, Think, Tune, Ugi};
use crate::serve::Serve;

/// All arguments.
#[derive(Debug, Parser)]
#[command(name = "damier", version)]
pub struct Args {
    /// The language that is asked for; [`asked_lang`] has read it before.
    #[arg(long, global = true, value_name = "LANG", value_parser = read_lang)]
    pub lang: Option<Lang>,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Lists the games.
    Games(Games),
    /// Prints a game's page.
    Rules(Rules),
    /// Lists the legal moves.
    Moves(Moves),
    /// Shows a position.
    Show(Show),
    /// Counts the leaves of the tree of moves.
    Perft(Perft),
    /// Plays moves over.
    Replay(Replay),
    /// Plays random games.
    Playouts(Playouts),
    /// Says what the engine makes of a position.
    Think(Think),
    /// Finds the exact value of a position.
    Solve(Solve),
    /// Shows a problem.
    Puzzle(Puzzle),
    /// Plays games between two agents.
    Match(Match),
    /// Learns an evaluation's weights, or looks for levels.
    Tune(Tune),
    /// Speaks UGI.
    Ugi(Ugi),
    /// Speaks GTP.
    Gtp(Gtp),
    /// Does a fixed work load.
    Bench(Bench),
    /// Serves the web app.
    Serve(Serve),
}

/// Where to start, in a game that is known.
#[derive(Debug, clap::Args)]
pub struct Start {
    /// The text of a position.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves, separated by blanks.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// The seed of whatever is drawn at random.
    #[arg(long, value_name = "N", value_parser = read_seed, allow_negative_numbers = true)]
    #[arg(default_value = "0", hide_default_value = true)]
    pub seed: u64,
}

/// The arguments of `games`.
#[derive(Debug, clap::Args)]
pub struct Games {
    /// JSON lines instead of a table.
    #[arg(long, conflicts_with_all = ["svg", "png"])]
    pub json: bool,
    /// Where a picture of all games goes, as SVG.
    #[arg(long, value_name = "FILE", conflicts_with = "png")]
    pub svg: Option<PathBuf>,
    /// Where a picture of all games goes, as PNG.
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// How the picture is painted.
    #[command(flatten)]
    pub paint: Paint,
}

/// How a picture is painted.
#[derive(Debug, clap::Args)]
pub struct Paint {
    /// The colours.
    #[arg(long, value_name = "THEME", value_parser = read_theme)]
    pub theme: Option<Theme>,
    /// The longer side of a PNG.
    #[arg(long, value_name = "N", value_parser = read_pixels, allow_negative_numbers = true)]
    pub pixels: Option<u32>,
}

/// The arguments of `rules`.
#[derive(Debug, clap::Args)]
pub struct Rules {
    /// The game; its variant does not matter.
    #[arg(value_name = "GAME", value_parser = Spec::from_str)]
    pub game: Spec,
    /// The Markdown of the page in a JSON object.
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `moves`.
#[derive(Debug, clap::Args)]
pub struct Moves {
    /// The game.
    #[arg(value_name = "GAME", value_parser = Spec::from_str)]
    pub game: Spec,
    /// The position.
    #[command(flatten)]
    pub start: Start,
    /// A JSON object instead of lines.
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `show`.
#[derive(Debug, clap::Args)]
pub struct Show {
    /// The game.
    #[arg(value_name = "GAME", value_parser = Spec::from_str)]
    pub game: Spec,
    /// The position.
    #[command(flatten)]
    pub start: Start,
    /// Where the picture goes, as SVG.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["png", "pdf"])]
    pub svg: Option<PathBuf>,
    /// Where the picture goes, as PNG.
    #[arg(long, value_name = "FILE", conflicts_with = "pdf")]
    pub png: Option<PathBuf>,
    /// Where the picture goes, as PDF.
    #[arg(long, value_name = "FILE")]
    pub pdf: Option<PathBuf>,
    /// How the picture is painted.
    #[command(flatten)]
    pub paint: Paint,
    /// A board without pieces.
    #[arg(long)]
    pub empty: bool,
    /// A board in ASCII.
    #[arg(long)]
    pub ascii: bool,
    /// A picture that is higher than wide.
    #[arg(long)]
    pub tall: bool,
    /// A board without coordinates.
    #[arg(long)]
    pub no_coords: bool,
    /// Captions in the picture.
    #[arg(long)]
    pub captions: bool,
    /// A JSON object.
    #[arg(long, conflicts_with_all = ["svg", "png", "pdf"])]
    pub json: bool,
}

/// The arguments of `perft`.
#[derive(Debug, clap::Args)]
pub struct Perft {
    /// The game.
    #[arg(value_name = "GAME", value_parser = Spec::from_str)]
    pub game: Spec,
    /// The greatest depth.
    #[arg(value_name = "DEPTH", value_parser = read_depth, allow_negative_numbers = true)]
    pub depth: u32,
    /// The position.
    #[command(flatten)]
    pub start: Start,
    /// JSON lines instead of a table.
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `replay`.
#[derive(Debug, clap::Args)]
pub struct Replay {
    /// The game.
    #[arg(value_name = "GAME", value_parser = Spec::from_str, required_unless_present = "file")]
    pub game: Option<Spec>,
    /// The position and the moves.
    #[command(flatten)]
    pub start: Start,
    /// A file of games.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "moves"])]
    pub file: Option<PathBuf>,
    /// A JSON object instead of words.
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `playouts`.
#[derive(Debug, clap::Args)]
pub struct Playouts {
    /// The game.
    #[arg(value_name = "GAME", value_parser = Spec::from_str)]
    pub game: Spec,
    /// How long to play.
    #[arg(long, value_name = "S", value_parser = read_seconds, allow_negative_numbers = true)]
    pub seconds: f64,
    /// The position.
    #[command(flatten)]
    pub start: Start,
    /// A JSON object instead of words.
    #[arg(long)]
    pub json: bool,
}

/// Finds the language that is asked for, so that even errors in other arguments are said in it.
pub fn asked_lang(words: &[OsString]) -> Option<Lang> {
    let words = || words.iter().map(|word| word.to_str().unwrap_or(""));
    let mut pairs = words().zip(words().skip(1));
    let joined = words().find_map(|word| word.strip_prefix("--lang="));
    let code = joined.or_else(|| pairs.find(|(word, _)| *word == "--lang").map(|(_, code)| code));
    code.and_then(Lang::from_code)
}

fn read_lang(text: &str) -> Result<Lang, Fault> {
    Lang::from_code(text).ok_or_else(|| unknown(text, "fr, en"))
}

fn read_theme(text: &str) -> Result<Theme, Fault> {
    match text {
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        "print" => Ok(Theme::Print),
        "contrast" => Ok(Theme::Contrast),
        "safe" => Ok(Theme::Safe),
        _ => Err(unknown(text, "light, dark, print, contrast, safe")),
    }
}

fn unknown(text: &str, known: &str) -> Fault {
    Fault::new(format!("« {text} » ; attendu : {known}"), format!("\"{text}\"; expected one of: {known}"))
}

/// Reads a seed.
pub fn read_seed(text: &str) -> Result<u64, Fault> {
    text.parse().map_err(|_| {
        Fault::new(
            format!("« {text} » n'est pas un nombre de 0 à {}", u64::MAX),
            format!("\"{text}\" is no number from 0 to {}", u64::MAX),
        )
    })
}

/// Reads a whole number from 1 to `high`.
pub fn read_number(text: &str, high: u32) -> Result<u32, Fault> {
    text.parse().ok().filter(|number| (1..=high).contains(number)).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas un nombre de 1 à {high}"),
            format!("\"{text}\" is no number from 1 to {high}"),
        )
    })
}

fn read_depth(text: &str) -> Result<u32, Fault> {
    read_number(text, 1000)
}

fn read_pixels(text: &str) -> Result<u32, Fault> {
    read_number(text, 8192)
}

fn read_seconds(text: &str) -> Result<f64, Fault> {
    text.parse().ok().filter(|&seconds| seconds > 0.0 && seconds <= 3600.0).ok_or_else(|| {
        Fault::new(
            format!("« {text} » n'est pas un nombre de secondes au-dessus de 0, jusqu'à 3600"),
            format!("\"{text}\" is no number of seconds above 0, up to 3600"),
        )
    })
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
