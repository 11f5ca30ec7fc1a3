//! `tune --levels`: looks for levels that are as far apart as they should be.

use std::io::Write;

use damier_table::{AgentSpec, AnyGame, Effort, Level, Levels};

use super::tune::TuneArgs;
use crate::agent::MatchAgent;
use crate::args::StartArgs;
use crate::commands::matches::{LONGEST, Pairing, Report};
use crate::failure::Failure;

/// By how many Elo points each level should beat the one below, and what will do.
const TARGET: f64 = 200.0;
const ENOUGH: std::ops::RangeInclusive<f64> = 120.0..=250.0;
/// No level is weaker than this: beyond it, all moves are as good as drawn by lot.
const WEAKEST: f64 = 6.5;
/// How often a level is looked for anew before it is left as it is.
const TRIES: u32 = 4;

/// Makes a player weaker by `weakness`: fewer nodes, more errors. 0 leaves it as it is.
fn weaker(best: Level, weakness: f64) -> Level {
    let nodes = (best.nodes as f64 / 3f64.powf(weakness)).max(30.0);
    // Two digits that count are enough, and read better.
    let digits = 10f64.powf(nodes.log10().floor() - 1.0);
    let noise = 0.06 * (2f64.powf(weakness) - 1.0);
    Level::new(((nodes / digits).round() * digits) as u64, (noise * 1000.0).round() / 1000.0)
}

/// Looks for the levels below the best, one after the other from the top, and writes them with how each fared against
/// the one below. Tells of each on standard error as soon as it is found.
pub fn run(args: &TuneArgs, game: &dyn AnyGame, out: &mut dyn Write) -> Result<(), Failure> {
    let best = Level::new(args.nodes.unwrap_or(game.levels()[7].nodes), 0.0);
    let start = StartArgs { position: None, moves: None, seed: args.seed };
    let games = args.games.unwrap_or(200);
    let mut levels: Levels = [best; 8];
    let meet = |levels: &Levels, lower: usize, games: u32| -> Result<Report, Failure> {
        let agents =
            [lower + 1, lower].map(|at| MatchAgent::Own(AgentSpec::Effort(Effort::of(levels[at], at + 1))));
        let agents = [&agents[0], &agents[1]];
        let opening = args.opening.unwrap_or(2);
        Pairing {
            game,
            agents,
            games,
            opening,
            longest: LONGEST,
            threads: args.threads,
            start: &start,
            without: None,
        }
        .play()
    };
    let mut notes = Vec::new();
    let (mut weakness, mut step) = (0.0f64, 1.2f64);
    for lower in (0..7).rev() {
        // A few games say how long the step to the next level should be; all of them, whether it was.
        let mut note = String::new();
        for attempt in 0..TRIES {
            levels[lower] = weaker(best, (weakness + step).min(WEAKEST));
            let count = if attempt == 0 { games.div_ceil(4) } else { games };
            let Report { wins, draws, losses, elo, elo_error, .. } = meet(&levels, lower, count)?;
            note = format!(
                "# {} against {}: +{wins} ={draws} -{losses}, Elo {elo:+.0} ± {elo_error:.0}",
                lower + 2,
                lower + 1
            );
            if attempt > 0 && ENOUGH.contains(&elo) || attempt + 1 == TRIES {
                break;
            }
            step *= (TARGET / elo.max(1.0)).clamp(0.5, 1.8);
        }
        weakness = (weakness + step).min(WEAKEST);
        step = step.min(2.0);
        eprintln!("{} {}   {note}", levels[lower].nodes, levels[lower].noise);
        notes.push(note);
    }
    for note in notes.iter().rev() {
        writeln!(out, "{note}")?;
    }
    for level in levels {
        writeln!(out, "{} {}", level.nodes, level.noise)?;
    }
    Ok(())
}
