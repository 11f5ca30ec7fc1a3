//! `bench`: a fixed work load over all games, for a number that changes when the engines do.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use damier_core::Rng;
use damier_search::Limits;
use damier_table::EngineKind;
use serde::Serialize;

use crate::failure::Failure;
use crate::output;

/// The arguments of `bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    #[arg(long)]
    pub json: bool,
}

/// Nodes a position.
const NODES: u64 = 3000;
/// How far the positions are from the start, in random plies.
const PLIES: [u32; 3] = [0, 6, 14];

#[derive(Serialize)]
struct Row {
    game: String,
    nodes: u64,
    seconds: f64,
}

/// Lets every game's engine think about fixed positions, and adds up the nodes with a trace of the moves chosen.
pub fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut total = 0u64;
    for entry in damier_games::ALL {
        let begun = Instant::now();
        let (game, mut nodes) = (entry.variant("")?, 0);
        for (number, plies) in PLIES.into_iter().enumerate() {
            let mut rng = Rng::new(number as u64);
            let mut session = game.open(&mut rng);
            for _ in 0..plies {
                let mut legal = session.legal();
                if legal.is_empty() {
                    break;
                }
                let drawn = rng.below(legal.len() as u32) as usize;
                session.play(&legal.swap_remove(drawn))?;
            }
            let advice = game.player(EngineKind::Best).think(&*session, &Limits::nodes(NODES), &mut |_| {});
            // The move chosen has its part in the number: another move is another engine.
            let chosen = advice.moves.first().map_or(0, |best| best.text.bytes().map(u64::from).sum());
            nodes += advice.nodes + chosen;
        }
        total += nodes;
        let row = Row {
            game: entry.id.to_string(),
            nodes,
            seconds: output::millionths(begun.elapsed().as_secs_f64()),
        };
        if args.json {
            output::json(out, &row)?;
        } else {
            writeln!(out, "{:<16} {:>9} {:>8.3} s", row.game, row.nodes, row.seconds)?;
            out.flush()?;
        }
    }
    writeln!(out, "Bench: {total}")?;
    Ok(())
}
