//! `solve`: the exact value of a position, or all that can be proved about a game.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use damier_core::Fault;
use damier_search::{Limits, Value};
use damier_solve::{Job, Study, StudyError};
use damier_table::{AnyGame, ExactPosition, RatedText, Reach, Solved, Spec, exact_position, words};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::args::{StartArgs, read};
use crate::failure::Failure;
use crate::output;
use crate::shelf::{self, Folder};
use crate::terminal::ProgressBar;
use crate::terminal::Screen;

/// The arguments of `solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    pub game: Spec,
    #[command(flatten)]
    pub start: StartArgs,
    #[arg(long, value_name = "TIME", value_parser = read::time, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    #[arg(long, value_name = "N", value_parser = read::threads, allow_negative_numbers = true)]
    pub threads: Option<u32>,
    #[arg(long, value_name = "FOLDER")]
    pub tables: Option<PathBuf>,
    #[arg(long)]
    pub json: bool,
}

/// How long an engine tries where nobody says.
const LONG: Duration = Duration::from_secs(60);
/// No solver may take more memory than this.
const MOST_MEMORY: u64 = 20 << 30;

/// Set when the person at the keyboard wants it to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

#[derive(Default, Serialize)]
struct Report {
    value: Option<&'static str>,
    score: Option<i32>,
    plies: Option<u32>,
    best: Vec<String>,
    positions: u64,
    seconds: f64,
    #[serde(flatten)]
    counts: Map<String, Json>,
    #[serde(skip)]
    exact: Option<Value>,
    #[serde(skip)]
    bound: bool,
}

impl Report {
    fn of(study: Study) -> Report {
        let value = study.value;
        Report {
            score: study.score,
            best: study.best,
            positions: study.positions,
            counts: study.counts,
            plies: value.and_then(Value::plies).filter(|_| !study.bound),
            bound: study.bound,
            ..Report::valued(value)
        }
    }

    fn valued(value: Option<Value>) -> Report {
        let plies = value.and_then(Value::plies);
        Report { value: value.and_then(Value::exact), plies, exact: value, ..Report::default() }
    }
}

/// Answers the questions of the game's sheet where no position is named; else solves that position: by what the game
/// knows, by its own solver, or by letting its engine think until the value is proven. Says `null`, and nothing certain,
/// where the time is over first.
pub fn run(args: &SolveArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let begun = Instant::now();
    let folder = Folder::new(args.tables.clone());
    let asked = args.start.position.is_some() || args.start.moves.is_some();
    // A study makes its table, or reads the one that is there, itself.
    let game = if asked { shelf::open_with(&args.game, &folder)? } else { damier_games::open(&args.game)? };
    let studied = if asked { None } else { study(args, &*game, &folder, screen, begun)? };
    let mut report = match studied {
        Some(report) => report,
        None => solve(args, &*game, begun)?,
    };
    report.seconds = output::millionths(begun.elapsed().as_secs_f64());
    if args.json {
        return output::json(out, &report);
    }
    tell(&report, screen, out)
}

/// Answers the questions of the game's sheet, if it has answers.
fn study(
    args: &SolveArgs,
    game: &dyn AnyGame,
    folder: &Folder,
    screen: &Screen,
    begun: Instant,
) -> Result<Option<Report>, Failure> {
    let progress = ProgressBar::new(screen);
    if let Err(error) = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed)) {
        tracing::warn!(%error, "Ctrl-C will end the process at once");
    }
    let stop =
        || INTERRUPTED.load(Ordering::Relaxed) || args.time.is_some_and(|time| begun.elapsed() >= time);
    let job = Job {
        threads: args.threads.map_or_else(cores, |threads| threads as usize),
        memory: memory(),
        stop: &stop,
        progress: &|what, part| progress.tell(what, part),
        shelf: folder,
        ..Job::new()
    };
    let studied = game.study(&job);
    progress.end();
    match studied {
        None => Ok(None),
        Some(Ok(study)) => Ok(Some(Report::of(study))),
        Some(Err(error)) => Err(failed(error, folder)),
    }
}

fn failed(error: StudyError, folder: &Folder) -> Failure {
    let place = folder.path("");
    let place = place.display();
    let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    let fault = match &error {
        StudyError::Stopped if !folder.is_used() => Fault::new(
            "interrompu ; rien n'en est gardé : la même commande recommence",
            "interrupted; nothing of it is kept: the same command begins again",
        ),
        StudyError::Stopped => Fault::new(
            format!("interrompu ; ce qui est fait est gardé dans « {place} » : la même commande continue"),
            format!("interrupted; what is done is kept in \"{place}\": the same command goes on"),
        ),
        StudyError::Memory { needs, has } => Fault::new(
            format!("il faut {:.1} Gio de mémoire ; il y en a {:.1}", gib(*needs), gib(*has)),
            format!("this needs {:.1} GiB of memory; there are {:.1}", gib(*needs), gib(*has)),
        ),
        StudyError::Shelf(error) if error.kind() == io::ErrorKind::WouldBlock => Fault::new(
            format!("un autre damier y travaille déjà dans « {place} » : attendez-le, ou donnez --tables"),
            format!("another damier is at work on it in \"{place}\": wait for it, or give --tables"),
        ),
        StudyError::Shelf(error) => {
            Fault::new(format!("dans « {place} » : {error}"), format!("in \"{place}\": {error}"))
        }
        StudyError::Wrong(why) => Fault::new(
            format!("la vérification a échoué ({why}) ; merci de le signaler"),
            format!("the check failed ({why}); please report it"),
        ),
    };
    Failure::caused(fault, error)
}

/// Returns how many threads this machine can run at once.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Returns how many bytes of memory may be taken: what is free and what a container allows, where the system says so, and
/// never too much.
fn memory() -> u64 {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let free = read("/proc/meminfo").and_then(|text| free_memory(&text));
    // Without a limit it says "max".
    let allowed = read("/sys/fs/cgroup/memory.max").and_then(|text| text.trim().parse().ok());
    [free, allowed].into_iter().flatten().fold(MOST_MEMORY, u64::min)
}

/// Reads the bytes that Linux says are free.
fn free_memory(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// Solves the position that is asked for.
fn solve(args: &SolveArgs, game: &dyn AnyGame, begun: Instant) -> Result<Report, Failure> {
    let session = args.start.resume(game)?;
    session.ensure_unfinished()?;
    let time = args.time.unwrap_or(LONG);
    let stop = || begun.elapsed() >= time;
    let threads = args.threads.unwrap_or(1) as usize;
    let limits = Limits { stop: &stop, threads, ..Limits::nodes(u64::MAX) };
    let reach = Reach { solver: Some(limits), engine: limits };
    Ok(match exact_position(game, &*session, &reach) {
        ExactPosition::Values(moves) => Report { positions: moves.len() as u64, ..valued(moves) },
        ExactPosition::Score(Solved { score, best, nodes }) => {
            let value = match score {
                0 => "draw",
                score if score > 0 => "win",
                _ => "loss",
            };
            let (value, score) = (Some(value), Some(score));
            Report { value, score, best: vec![best], positions: nodes, ..Report::default() }
        }
        ExactPosition::Advice(advice) => Report { positions: advice.nodes, ..valued(advice.moves) },
    })
}

/// Returns what moves with exact values, best first, say of their position.
fn valued(moves: Vec<RatedText>) -> Report {
    let value = moves.first().map(|best| best.value).filter(|value| value.exact().is_some());
    let best =
        moves.into_iter().take_while(|rated| Some(rated.value) == value).map(|rated| rated.text).collect();
    Report { best, ..Report::valued(value) }
}

fn tell(report: &Report, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let worth = match (report.score, report.exact) {
        (Some(score), _) => words::points(score, screen.lang),
        (None, Some(value)) if report.bound => words::result(value, screen.lang),
        (None, Some(value)) => words::value(value, screen.lang),
        (None, None) => screen.say("pas résolu", "not solved").to_string(),
    };
    let best = match report.best.as_slice() {
        [] => String::new(),
        best => format!("{}  ", screen.bold(&best.join(" "))),
    };
    writeln!(out, "{best}{}", screen.set(&worth))?;
    for (name, value) in &report.counts {
        writeln!(out, "  {name}: {value}")?;
    }
    let (positions, seconds) = (report.positions, report.seconds);
    let line = format!("{positions} {}, {seconds:.2} s", screen.say("positions", "positions"));
    writeln!(out, "{}", screen.dim(&line))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::free_memory;

    #[test]
    fn free_memory_is_read() {
        assert_eq!(free_memory("MemTotal:  9 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(free_memory("MemTotal:  9 kB\n"), None);
    }
}
