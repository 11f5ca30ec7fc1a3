//! `moves`: the legal moves of a position.

use std::io::Write;

use clap::Args;
use damier_table::Spec;
use serde::Serialize;

use crate::args::StartArgs;
use crate::failure::Failure;
use crate::output;

/// The arguments of `moves`.
#[derive(Args, Debug)]
pub struct MovesArgs {
    pub game: Spec,
    #[command(flatten)]
    pub start: StartArgs,
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Legal {
    moves: Vec<String>,
}

/// Lists the legal moves.
pub fn run(args: &MovesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let moves = args.start.session(&args.game)?.legal();
    if args.json {
        return output::json(out, &Legal { moves });
    }
    for text in moves {
        writeln!(out, "{text}")?;
    }
    Ok(())
}
