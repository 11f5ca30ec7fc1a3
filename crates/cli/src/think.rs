//! `think`: what the engine makes of a position.

use std::io::Write;
use std::time::Instant;

use damier_core::{Fault, Rng};
use damier_search::Value;
use damier_table::{Advice, RatedText, Style};
use serde::Serialize;

use crate::agent::Effort;
use crate::engine_args::Think;
use crate::failure::Failure;
use crate::output;
use crate::screen::Screen;
use crate::shelf;

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
pub fn run(args: &Think, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let begun = Instant::now();
    let game = shelf::open(&args.game)?;
    let session = args.start.resume(&*game)?;
    if let Some(outcome) = session.outcome() {
        let reason = outcome.reason.text;
        return Err(Failure::Input(Fault::new(
            format!("la partie est finie ({})", reason.fr),
            format!("the game is over ({})", reason.en),
        )));
    }
    let effort = match (args.effort.level, args.effort.time, args.effort.nodes) {
        (Some(level), ..) => Effort::level(&*game, level),
        (_, Some(time), _) => Effort::Time(time),
        (.., nodes) => Effort::Nodes(nodes.unwrap_or(1)),
    };
    let mut rng = Rng::new(args.start.seed);
    let mut player = game.player(Style::Best);
    let threads = args.threads as usize;
    let (advice, chosen) = effort.think(&mut *player, &*session, threads, &mut rng, &|| false, &mut |_| {});
    let seconds = begun.elapsed().as_secs_f64();
    let one = vec![advice.moves[chosen].text.clone()];
    // A level that errs does not play the line that it thinks best.
    let pv = if chosen == 0 { &advice.pv } else { &one };
    if args.json {
        let report = Report {
            chosen: Rated::from(&advice.moves[chosen]),
            nodes: advice.nodes,
            seconds: output::millionths(seconds),
            depth: advice.depth,
            pv,
            moves: advice.moves.iter().map(Rated::from).collect(),
        };
        return output::json(out, &report);
    }
    tell(&advice, chosen, pv, seconds, screen, out)
}

/// Says in words what a value means.
pub fn in_words(value: Value, screen: &Screen) -> String {
    let french = screen.lang == damier_core::Lang::Fr;
    match value {
        Value::Win(plies) if french => format!("gain en {plies}"),
        Value::Win(plies) => format!("win in {plies}"),
        Value::Loss(plies) if french => format!("perte en {plies}"),
        Value::Loss(plies) => format!("loss in {plies}"),
        Value::Draw => screen.say("nul", "draw").to_string(),
        Value::Estimate(expected) if french => {
            format!("≈ {} %", format!("{:.1}", 100.0 * expected).replace('.', ","))
        }
        Value::Estimate(expected) => format!("≈ {:.1}%", 100.0 * expected),
    }
}

fn tell(
    advice: &Advice,
    chosen: usize,
    pv: &[String],
    seconds: f64,
    screen: &Screen,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let best = &advice.moves[chosen];
    writeln!(out, "{}  {}", screen.bold(&best.text), in_words(best.value, screen))?;
    writeln!(out, "{}", pv.join(" "))?;
    let speed = advice.nodes as f64 / seconds;
    let (nodes, depth) = (advice.nodes, advice.depth);
    let line = format!(
        "{nodes} {}, {depth} {}, {seconds:.2} s, {speed:.0}/s",
        screen.say("nœuds", "nodes"),
        screen.say("coups de profondeur", "plies deep")
    );
    writeln!(out, "{}", screen.dim(&line))?;
    for rated in advice.moves.iter().take(10) {
        writeln!(out, "  {:<12} {}", rated.text, in_words(rated.value, screen))?;
    }
    let more = advice.moves.len().saturating_sub(10);
    if more > 0 {
        writeln!(out, "  {}", screen.dim(&format!("… {more} {}", screen.say("de plus", "more"))))?;
    }
    Ok(())
}
