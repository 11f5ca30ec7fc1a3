//! `solve`: the exact value of a position.

use std::io::Write;
use std::time::{Duration, Instant};

use damier_core::Fault;
use damier_search::Limits;
use damier_table::Style;
use serde::Serialize;

use crate::engine_args::Solve;
use crate::failure::Failure;
use crate::output;
use crate::screen::Screen;
use crate::think::in_words;

/// How long it tries where nobody says.
const LONG: Duration = Duration::from_secs(60);

#[derive(Serialize)]
struct Report {
    value: Option<&'static str>,
    score: Option<i32>,
    plies: Option<u32>,
    best: Vec<String>,
    positions: u64,
    seconds: f64,
}

/// Solves a position by the game's own solver, or else lets its engine think until the value is proven. Says `null`, and
/// nothing certain, where the time is over first.
pub fn run(args: &Solve, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let begun = Instant::now();
    let game = damier_games::open(&args.game)?;
    let session = args.start.session(&args.game)?;
    if let Some(outcome) = session.outcome() {
        let reason = outcome.reason.text;
        return Err(Failure::Input(Fault::new(
            format!("la partie est finie ({})", reason.fr),
            format!("the game is over ({})", reason.en),
        )));
    }
    let time = args.time.unwrap_or(LONG);
    let stop = || begun.elapsed() >= time;
    let limits = Limits { stop: &stop, ..Limits::nodes(u64::MAX) };
    let mut value = None;
    let mut report =
        Report { value: None, score: None, plies: None, best: Vec::new(), positions: 0, seconds: 0.0 };
    if let Some(solved) = session.solve(&limits) {
        report.value = Some(match solved.score {
            0 => "draw",
            score if score > 0 => "win",
            _ => "loss",
        });
        report.score = Some(solved.score);
        report.best.push(solved.best);
        report.positions = solved.nodes;
    } else {
        let advice = game.player(Style::Best).think(&*session, &limits, &mut |_| {});
        report.positions = advice.nodes;
        value = advice.moves.first().map(|best| best.value).filter(|value| value.exact().is_some());
        if let Some(best) = value {
            report.value = best.exact();
            report.plies = best.plies();
            let as_good = advice.moves.iter().take_while(|rated| rated.value == best);
            report.best = as_good.map(|rated| rated.text.clone()).collect();
        }
    }
    report.seconds = output::millionths(begun.elapsed().as_secs_f64());
    if args.json {
        return output::json(out, &report);
    }
    let words = match (report.score, value) {
        (Some(score), _) => format!("{score:+}"),
        (None, Some(value)) => in_words(value, screen),
        (None, None) => screen.say("pas résolu à temps", "not solved in time").to_string(),
    };
    let best = report.best.first().map_or(String::new(), |best| format!("{}  ", screen.bold(best)));
    writeln!(out, "{best}{words}")?;
    let (positions, seconds) = (report.positions, report.seconds);
    let line = format!("{positions} {}, {seconds:.2} s", screen.say("positions", "positions"));
    writeln!(out, "{}", screen.dim(&line))?;
    Ok(())
}
