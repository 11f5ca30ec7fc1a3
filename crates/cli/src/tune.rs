//! `tune`: learns the weights of a game's evaluation, or looks for its levels.

use std::io::Write;

use damier_core::Fault;
use damier_table::Plan;

use crate::engine_args::Tune;
use crate::failure::Failure;
use crate::output;

/// Learns, tells of every round on standard error, and writes what was learned.
pub fn run(args: &Tune, out: &mut dyn Write) -> Result<(), Failure> {
    let game = damier_games::open(&args.game)?;
    if args.levels {
        return crate::levels::run(args, &*game, out);
    }
    let plain = Plan::default();
    let plan = Plan {
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
