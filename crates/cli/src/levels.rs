//! `tune --levels`: looks for levels that are as far apart as they should be.

use std::io::Write;

use damier_table::{AnyGame, Level, Levels};

use crate::agent::AgentSpec;
use crate::args::Start;
use crate::engine_args::Tune;
use crate::failure::Failure;
use crate::matches::Pairing;

/// The share of points that each level should win against the one below: about 175 Elo.
const TARGET: f64 = 0.733;
/// Halvings of the interval for each level.
const HALVINGS: u32 = 5;

/// Makes a player weaker by `weakness`: fewer nodes, more errors. 0 leaves it as it is.
fn weaker(best: Level, weakness: f64) -> Level {
    let nodes = (best.nodes as f64 / 3f64.powf(weakness)).max(30.0);
    // Two digits that count are enough, and read better.
    let digits = 10f64.powf(nodes.log10().floor() - 1.0);
    let noise = 0.06 * (2f64.powf(weakness) - 1.0);
    Level::new(((nodes / digits).round() * digits) as u64, (noise * 1000.0).round() / 1000.0)
}

/// Looks for the levels below the best, one after the other from the top, and prints them with what they were measured
/// by.
pub fn run(args: &Tune, game: &dyn AnyGame, out: &mut dyn Write) -> Result<(), Failure> {
    let best = Level::new(args.nodes.unwrap_or(game.levels()[7].nodes), 0.0);
    let start = Start { position: None, moves: None, seed: args.seed };
    let mut levels: Levels = [best; 8];
    let mut weakness = 0.0;
    for at in (0..7).rev() {
        let (mut low, mut high) = (weakness, weakness + 3.0);
        let mut share = 0.0;
        for _ in 0..HALVINGS {
            weakness = (low + high) / 2.0;
            levels[at] = weaker(best, weakness);
            let agents = [AgentSpec::Custom(levels[at + 1], at + 2), AgentSpec::Custom(levels[at], at + 1)];
            let pairing = Pairing {
                game,
                agents: [&agents[0], &agents[1]],
                games: args.games.unwrap_or(80),
                opening: args.opening.unwrap_or(2),
                threads: args.threads,
                start: &start,
            };
            share = pairing.play()?.share();
            if share < TARGET {
                low = weakness;
            } else {
                high = weakness;
            }
        }
        eprintln!("{}: {:?}, {:.1} %", at + 1, levels[at], 100.0 * share);
    }
    for level in levels {
        writeln!(out, "Level::new({}, {:?}),", level.nodes, level.noise)?;
    }
    Ok(())
}
