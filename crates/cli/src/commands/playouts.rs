//! `playouts`: random games to their ends.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use damier_core::{Fault, Rng};
use damier_table::{Session, Spec, Tally};
use serde::Serialize;

use crate::args::{StartArgs, read};
use crate::failure::Failure;
use crate::output;
use crate::terminal::Screen;

/// The arguments of `playouts`.
#[derive(Args, Debug)]
pub struct PlayoutsArgs {
    pub game: Spec,
    #[arg(long, value_name = "S", value_parser = read::seconds, allow_negative_numbers = true)]
    pub seconds: f64,
    #[command(flatten)]
    pub start: StartArgs,
    #[arg(long)]
    pub json: bool,
}

/// How long a batch of games should take: the clock is asked often enough, and costs nothing.
const BATCH: Duration = Duration::from_millis(20);

#[derive(Serialize)]
struct Report {
    games: u64,
    plies: u64,
    seconds: f64,
    /// The share of games that First won.
    first: f64,
    /// The share of games that Second won.
    second: f64,
    /// The share of drawn games.
    draws: f64,
}

/// Plays random games on one thread until the time is over.
pub fn run(args: &PlayoutsArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let session = args.start.session(&args.game)?;
    if let Some(outcome) = session.outcome() {
        let reason = outcome.reason.text;
        return Err(Failure::Input(Fault::new(
            format!("la partie est finie ({})", reason.fr),
            format!("the game is over ({})", reason.en),
        )));
    }
    let start = Instant::now();
    let tally = play(&*session, Duration::from_secs_f64(args.seconds), &mut Rng::new(args.start.seed));
    let seconds = start.elapsed().as_secs_f64();
    let share = |count: u64| output::millionths(count as f64 / tally.games as f64);
    let report = Report {
        games: tally.games,
        plies: tally.plies,
        seconds: output::millionths(seconds),
        first: share(tally.first),
        second: share(tally.second),
        draws: share(tally.draws),
    };
    if args.json {
        return output::json(out, &report);
    }
    let (games, plies) = (tally.games, tally.plies);
    let (speed, length) = (games as f64 / seconds, plies as f64 / games as f64);
    let percent = [report.first, report.second, report.draws].map(|share| 100.0 * share);
    let [first, second, draws] = percent;
    writeln!(out, "{:<9} {games:>12}   {speed:.0} / s", screen.say("parties", "games"))?;
    writeln!(
        out,
        "{:<9} {plies:>12}   {length:.1} / {}",
        screen.say("coups", "plies"),
        screen.say("partie", "game")
    )?;
    writeln!(out, "{:<9} {seconds:>12.3}", screen.say("secondes", "seconds"))?;
    writeln!(out, "{:<9} {first:>11.2} %", screen.say("premier", "first"))?;
    writeln!(out, "{:<9} {second:>11.2} %", screen.say("second", "second"))?;
    writeln!(out, "{:<9} {draws:>11.2} %", screen.say("nulles", "draws"))?;
    Ok(())
}

/// Plays batches of games until the time is over: at least one game.
fn play(session: &dyn Session, time: Duration, rng: &mut Rng) -> Tally {
    let start = Instant::now();
    let mut total = Tally::default();
    let mut batch = 1;
    loop {
        let before = start.elapsed();
        let tally = session.rollouts(batch, rng);
        total.games += tally.games;
        total.plies += tally.plies;
        total.first += tally.first;
        total.second += tally.second;
        total.draws += tally.draws;
        let now = start.elapsed();
        if now >= time {
            return total;
        }
        if now - before < BATCH / 2 && batch < 1 << 20 {
            batch *= 2;
        }
    }
}
