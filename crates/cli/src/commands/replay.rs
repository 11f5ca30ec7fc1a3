//! `replay`: plays moves over, one game or a file of them.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::path::PathBuf;

use clap::Args;
use damier_core::{Fault, Rng};
use damier_scene::View;
use damier_table::{Session, Spec};
use serde::{Deserialize, Serialize};

use crate::args::StartArgs;
use crate::failure::Failure;
use crate::output;
use crate::terminal::Screen;

/// The arguments of `replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    #[arg(required_unless_present = "file")]
    pub game: Option<Spec>,
    #[command(flatten)]
    pub start: StartArgs,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "moves"])]
    pub file: Option<PathBuf>,
    #[arg(long)]
    pub json: bool,
}

/// A game played over.
#[derive(Serialize)]
struct Report<'a> {
    counts: &'a [u64],
    result: Option<&'static str>,
    score: Option<[i32; 2]>,
    reason: Option<&'static str>,
    position: String,
}

/// A line of a file of games.
#[derive(Deserialize)]
struct Game {
    game: String,
    #[serde(default)]
    variant: String,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct Wrong<'a> {
    error: &'a str,
}

/// Plays the moves of the arguments, or of the file that they name.
pub fn run(args: &ReplayArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(path) = &args.file {
        return run_file(path, screen, out);
    }
    let game = args.game.as_ref().expect("it is required where no file is named");
    let mut session = args.start.open(&*damier_games::open(game)?)?;
    let moves = args.start.words();
    let counts = play(&mut *session, &moves)?;
    if args.json {
        return output::json(out, &report(&*session, &counts));
    }
    let digits = moves.len().to_string().len();
    let widest = moves.iter().map(|text| text.len()).max().unwrap_or(0);
    for (place, (text, count)) in moves.iter().zip(&counts).enumerate() {
        let number = place + 1;
        let among = screen.dim(&format!("{} {count}", screen.say("sur", "of")));
        writeln!(out, "{number:>digits$}. {text:<widest$}  {among}")?;
    }
    // The first caption says whose turn it is, or how the game ended.
    let scene = session.scene(&View::new(screen.lang));
    if let Some(now) = scene.captions.first() {
        writeln!(out, "{}", screen.bold(now))?;
    }
    writeln!(out, "{}", session.position())?;
    Ok(())
}

/// Plays moves; returns how many legal moves there were before each.
fn play(session: &mut dyn Session, moves: &[impl AsRef<str>]) -> Result<Vec<u64>, Fault> {
    let mut counts = Vec::with_capacity(moves.len());
    for text in moves {
        counts.push(session.count());
        session.play_all([text.as_ref()])?;
    }
    Ok(counts)
}

fn report<'a>(session: &dyn Session, counts: &'a [u64]) -> Report<'a> {
    let outcome = session.outcome();
    Report {
        counts,
        result: outcome.map(|outcome| outcome.verdict.code()),
        score: outcome.and_then(|outcome| outcome.score),
        reason: outcome.map(|outcome| outcome.reason.key),
        position: session.position(),
    }
}

fn run_file(path: &Path, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let unread = |error: std::io::Error| {
        let file = path.display();
        Fault::new(
            format!("« {file} » ne peut pas être lu : {error}"),
            format!("\"{file}\" cannot be read: {error}"),
        )
    };
    let mut lines: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).map_err(unread)?))
    };
    let mut wrong = false;
    let mut number = 0;
    let mut line = Vec::new();
    loop {
        line.clear();
        if lines.read_until(b'\n', &mut line).map_err(unread)? == 0 {
            break;
        }
        number += 1;
        if line.trim_ascii().is_empty() {
            continue;
        }
        match replay_line(&line, out)? {
            Ok(()) => {}
            Err(fault) => {
                wrong = true;
                let fault = fault.within(&format!("ligne {number}"), &format!("line {number}"));
                output::json(out, &Wrong { error: fault.say(screen.lang) })?;
            }
        }
    }
    if wrong { Err(Failure::Told) } else { Ok(()) }
}

/// Plays a line over and writes what came of it; a fault of the line is returned within.
fn replay_line(line: &[u8], out: &mut dyn Write) -> Result<Result<(), Fault>, Failure> {
    let game: Game = match serde_json::from_slice(line) {
        Ok(game) => game,
        Err(error) => {
            // Within one line, only the column tells something.
            let said = error.to_string();
            let said = said.replace("at line 1 ", "at ");
            return Ok(Err(Fault::new(format!("JSON : {said}"), format!("JSON: {said}"))));
        }
    };
    let played = || {
        let spec = Spec::with_variant(&game.game, &game.variant)?;
        let mut session = damier_games::open(&spec)?.open(&mut Rng::new(0));
        let counts = play(&mut *session, &game.moves)?;
        Ok((session, counts))
    };
    match played() {
        Ok((session, counts)) => output::json(out, &report(&*session, &counts)).map(Ok),
        Err(fault) => Ok(Err(fault)),
    }
}
