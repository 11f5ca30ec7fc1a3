//! `tune`: learns the weights of a game's evaluation, or looks for its levels.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use damier_core::Fault;
use damier_table::{Spec, TuningPlan};

use crate::args::read;
use crate::failure::Failure;
use crate::output;

/// The arguments of `tune`.
#[derive(Args, Debug)]
pub struct TuneArgs {
    pub game: Spec,
    #[arg(long)]
    pub levels: bool,
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub rounds: Option<u32>,
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub games: Option<u32>,
    #[arg(long, value_name = "N", value_parser = read::nodes, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    #[arg(long, value_name = "N", value_parser = read::opening, allow_negative_numbers = true)]
    pub opening: Option<u32>,
    #[arg(long, value_name = "N", value_parser = read::threads, allow_negative_numbers = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    pub threads: u32,
    #[arg(long, value_name = "N", value_parser = read::seed, allow_negative_numbers = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    pub seed: u64,
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Learns, tells of every round on standard error, and writes what was learned.
pub fn run(args: &TuneArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let game = damier_games::open(&args.game)?;
    if args.levels {
        return crate::commands::levels::run(args, &*game, out);
    }
    let plain = TuningPlan::default();
    let plan = TuningPlan {
        rounds: args.rounds.unwrap_or(plain.rounds),
        games: args.games.unwrap_or(plain.games),
        nodes: args.nodes.unwrap_or(plain.nodes),
        opening: args.opening.unwrap_or(plain.opening),
        threads: args.threads as usize,
        seed: args.seed,
        ..plain
    };
    let tuned = game.tune(&plan, &mut |line| eprintln!("{line}")).ok_or_else(|| {
        Failure::Input(Fault::new(
            format!("« {} » n'a pas de poids à apprendre", args.game),
            format!("\"{}\" has no weights to learn", args.game),
        ))
    })?;
    match &args.out {
        Some(path) => output::file(path, &tuned, out),
        None => Ok(out.write_all(&tuned)?),
    }
}
