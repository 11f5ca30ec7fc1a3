//! `perft`: counts the leaves of the tree of moves.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use damier_table::Spec;
use serde::Serialize;

use crate::args::{StartArgs, read};
use crate::failure::Failure;
use crate::output;
use crate::terminal::Screen;

/// The arguments of `perft`.
#[derive(Args, Debug)]
pub struct PerftArgs {
    pub game: Spec,
    #[arg(value_name = "DEPTH", value_parser = read::depth, allow_negative_numbers = true)]
    pub depth: u32,
    #[command(flatten)]
    pub start: StartArgs,
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Row {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

/// Writes a row a depth, as soon as it is counted.
pub fn run(args: &PerftArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let session = args.start.session(&args.game)?;
    if !args.json {
        let heads = screen.say(
            "  prof.                  feuilles   secondes",
            "  depth                     nodes    seconds",
        );
        writeln!(out, "{}", screen.bold(heads))?;
    }
    for depth in 1..=args.depth {
        let start = Instant::now();
        let nodes = session.perft(depth);
        let seconds = start.elapsed().as_secs_f64();
        if args.json {
            output::json(out, &Row { depth, nodes, seconds: output::millionths(seconds) })?;
        } else {
            writeln!(out, "{depth:>7}  {nodes:>24}  {seconds:>9.3}")?;
            out.flush()?;
        }
    }
    Ok(())
}
