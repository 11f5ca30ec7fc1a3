//! `think`: what the engine makes of a position.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use damier_core::Rng;
use damier_table::{Choice, EngineKind, RatedText, Spec, words};
use serde::Serialize;

use crate::agent::TimedEffort;
use crate::args::{EffortArgs, StartArgs, read};
use crate::failure::Failure;
use crate::output;
use crate::shelf;
use crate::terminal::Screen;

/// The arguments of `think`. The usage that clap would write does not fit a line.
#[derive(Args, Debug)]
#[command(override_usage = "damier think [OPTIONS] <--level N|--time TIME|--nodes N> <GAME>")]
pub struct ThinkArgs {
    pub game: Spec,
    #[command(flatten)]
    pub start: StartArgs,
    #[command(flatten)]
    pub effort: EffortArgs,
    #[arg(long, value_name = "N", value_parser = read::threads, allow_negative_numbers = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    pub threads: u32,
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Rated<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    value: f64,
    exact: Option<&'static str>,
    plies: Option<u32>,
}

impl<'a> From<&'a RatedText> for Rated<'a> {
    fn from(rated: &'a RatedText) -> Rated<'a> {
        let value = rated.value;
        Rated {
            text: &rated.text,
            value: output::millionths(value.expectation()),
            exact: value.exact(),
            plies: value.plies(),
        }
    }
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    chosen: Rated<'a>,
    nodes: u64,
    seconds: f64,
    depth: u32,
    pv: &'a [String],
    moves: Vec<Rated<'a>>,
}

/// Thinks about a position and says what it found.
pub fn run(args: &ThinkArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let begun = Instant::now();
    let game = shelf::open(&args.game)?;
    let session = args.start.resume(&*game)?;
    session.ensure_unfinished()?;
    let effort = match (args.effort.level, args.effort.time, args.effort.nodes) {
        (Some(level), ..) => TimedEffort::level(&*game, level),
        (_, Some(time), _) => TimedEffort::time(time),
        (.., nodes) => TimedEffort::nodes(nodes.unwrap_or(1)),
    };
    let mut rng = Rng::new(args.start.seed);
    let mut player = game.player(EngineKind::Best);
    let threads = args.threads as usize;
    let choice = effort.choose(&mut *player, &*session, threads, &mut rng, &|| false);
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        let advice = &choice.advice;
        let report = Report {
            chosen: Rated::from(choice.rated()),
            nodes: advice.nodes,
            seconds: output::millionths(seconds),
            depth: advice.depth,
            pv: choice.line(),
            moves: advice.moves.iter().map(Rated::from).collect(),
        };
        return output::json(out, &report);
    }
    tell(&choice, seconds, screen, out)
}

fn tell(choice: &Choice, seconds: f64, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let (advice, best) = (&choice.advice, choice.rated());
    writeln!(out, "{}  {}", screen.bold(&best.text), screen.set(&words::value(best.value, screen.lang)))?;
    writeln!(out, "{}", choice.line().join(" "))?;
    let speed = advice.nodes as f64 / seconds;
    let (nodes, depth) = (advice.nodes, advice.depth);
    let line = format!(
        "{nodes} {}, {depth} {}, {seconds:.2} s, {speed:.0}/s",
        screen.say("nœuds", "nodes"),
        screen.say("coups de profondeur", "plies deep")
    );
    writeln!(out, "{}", screen.dim(&line))?;
    for rated in advice.moves.iter().take(10) {
        writeln!(out, "  {:<12} {}", rated.text, screen.set(&words::value(rated.value, screen.lang)))?;
    }
    let more = advice.moves.len().saturating_sub(10);
    if more > 0 {
        writeln!(out, "  {}", screen.dim(&format!("… {more} {}", screen.say("de plus", "more"))))?;
    }
    Ok(())
}
