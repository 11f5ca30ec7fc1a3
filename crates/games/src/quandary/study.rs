//! The answers to what one may ask of Quandary: what a start is worth, and how often a start that is drawn by lot is won.

use std::io::Read;
use std::sync::Mutex;

use damier_core::board::zobrist;
use damier_core::{Game, Rng, Side};
use damier_search::{Linear, Value};
use damier_solve::{Halt, Job, Study, in_parallel};
use damier_table::read_weights;

use super::eval::Crossing;
use super::solver::{Means, Solver, value};
use super::table::Table;
use super::{Goal, Position, Quandary, text};

/// How many starts are drawn: those of the seeds from 0.
pub(super) const STARTS: usize = 2000;
/// How many positions a drawn start may take where all four men have to come home: two starts in three take more, some
/// thousands of millions. Those are left open.
const PATIENCE: u64 = 3_000_000;
/// How many starts are solved between two visits to the shelf.
const BATCH: usize = 20;
/// The least and the most slots of a table.
const SLOTS: [u64; 2] = [1 << 16, 1 << 24];

/// Makes what the engines know of the game.
pub(super) fn knowledge(game: &Quandary) -> Linear<Crossing> {
    let weights = read_weights(include_str!("weights.txt")).expect("the file of weights is well-formed");
    Linear::new(game, Crossing, weights)
}

/// Solves the start where it is given; else solves the starts that the first seeds draw, and counts.
pub(super) fn study(game: &Quandary, job: &Job) -> Result<Study, Halt> {
    if game.given.iter().all(Option::is_some) {
        solve_start(game, job)
    } else {
        count_starts(game, job, STARTS)
    }
}

/// Returns the most slots of each table for each of so many threads, within half of the memory.
fn slots(job: &Job, threads: u64) -> Result<u64, Halt> {
    let [least, most] = SLOTS;
    let pair = 2 * Table::SLOT * threads;
    job.needs(pair * least)?;
    let fit = (job.memory / 2 / pair).clamp(least, most);
    Ok(1 << fit.ilog2())
}

fn make_tables(slots: u64) -> [Table; 2] {
    [(); 2].map(|()| Table::new(slots as usize))
}

fn solve_start(game: &Quandary, job: &Job) -> Result<Study, Halt> {
    let knowledge = knowledge(game);
    let start = game.start(&mut Rng::new(0));
    let mut tables = make_tables(slots(job, 1)?);
    let mut solver = Solver::new(game, &knowledge, &start, &mut tables);
    let means = Means { nodes: u64::MAX, stop: job.stop };
    (job.tell)("the start", 0.0);
    let end = solver.solve(&start, &means).ok_or(Halt::Stopped)?;
    (job.tell)("its moves", 0.5);
    let rated = solver.rate(&start, end, &means);
    job.check()?;
    let mut study = Study { value: Some(value(end, start.to_move)), bound: true, ..Study::default() };
    let mut moves = serde_json::Map::new();
    let best = rated.iter().filter_map(|(_, value)| *value).map(Value::expectation).fold(0.0, f64::max);
    for (mv, value) in rated {
        let mut name = String::new();
        text::write_move(mv, &mut name);
        let value = value.ok_or(Halt::Stopped)?;
        moves.insert(name.clone(), value.exact().into());
        if value.expectation() == best {
            study.best.push(name);
        }
    }
    study.positions = solver.nodes();
    study.count("moves", moves);
    Ok(study)
}

/// What is known of the starts, one letter each, and the positions that it took. `w` and `b` are won, `d` is drawn; of those
/// left open, `W` may be won by White alone, `B` by Black alone, and `o` by either.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) results: String,
    pub(super) positions: u64,
}

impl Tally {
    pub(super) fn count(&self, letter: char) -> usize {
        self.results.chars().filter(|&result| result == letter).count()
    }

    fn write(&self) -> String {
        format!("{} {}\n", self.positions, self.results)
    }

    /// Reads what [`Tally::write`] wrote; `None` if it is something else.
    fn read(text: &str) -> Option<Tally> {
        let (positions, results) = text.strip_suffix('\n')?.split_once(' ')?;
        let tally = Tally { results: results.to_string(), positions: positions.parse().ok()? };
        let whole = results.chars().all(|result| "wbdWBo".contains(result));
        (whole && results.len() <= STARTS && results.len().is_multiple_of(BATCH)).then_some(tally)
    }
}

/// Returns the letter of a start that was solved as far as the means went; `None` where it was told to stop.
fn letter(solver: &mut Solver, start: &Position, job: &Job) -> Option<char> {
    let nodes = if solver.goal() == Goal::Four { PATIENCE } else { u64::MAX };
    match solver.solve(start, &Means { nodes, stop: job.stop }) {
        Some(None) => Some('d'),
        Some(Some((Side::First, _))) => Some('w'),
        Some(Some((Side::Second, _))) => Some('b'),
        None if (job.stop)() => None,
        None => Some(match solver.hopes(start) {
            [true, false] => 'W',
            [false, true] => 'B',
            _ => 'o',
        }),
    }
}

/// The name of the file that keeps the tally: it tells goals, grids and given files apart.
fn file_name(game: &Quandary) -> String {
    let given = game.given.iter().map(|files| files.map_or(0, |files| 1 + usize::from(files)));
    let colours = game.colours.iter().map(|&colour| usize::from(colour));
    let key = given.chain(colours).fold(0, zobrist::feature);
    let goal = if game.goal == Goal::Four { "four" } else { "first" };
    format!("quandary-{goal}-{key:016x}.starts")
}

/// Solves the starts that the first seeds draw.
pub(super) fn tally_starts(game: &Quandary, job: &Job, starts: usize) -> Result<Tally, Halt> {
    let knowledge = knowledge(game);
    let name = file_name(game);
    let mut kept = String::new();
    if let Some(mut file) = job.shelf.open(&name)? {
        file.read_to_string(&mut kept)?;
    }
    let mut tally = Tally::read(&kept).unwrap_or_default();
    let slots = slots(job, job.threads.max(1) as u64)?;
    let tables: Vec<Mutex<[Table; 2]>> =
        (0..job.threads.max(1)).map(|_| Mutex::new(make_tables(slots))).collect();
    while tally.results.len() < starts {
        let first = tally.results.len();
        let batch = BATCH.min(starts - first);
        let tell = |what: &str, part: f64| {
            (job.tell)(what, (first as f64 + part * batch as f64) / starts as f64);
        };
        let part = Job { tell: &tell, ..*job };
        let done = in_parallel(
            &part,
            "starts",
            batch as u64,
            Vec::new,
            |own: &mut Vec<(u64, char, u64)>, piece| {
                // One of the tables is free: there are as many as threads.
                let mut tables =
                    tables.iter().find_map(|tables| tables.try_lock().ok()).expect("a table is free");
                let start = game.start(&mut Rng::new(first as u64 + piece));
                let mut solver = Solver::new(game, &knowledge, &start, &mut tables);
                let found = letter(&mut solver, &start, job);
                own.extend(found.map(|letter| (piece, letter, solver.nodes())));
            },
        )?;
        let mut done: Vec<(u64, char, u64)> = done.into_iter().flatten().collect();
        if done.len() < batch {
            return Err(Halt::Stopped);
        }
        done.sort_unstable_by_key(|&(piece, ..)| piece);
        tally.results.extend(done.iter().map(|&(_, letter, _)| letter));
        tally.positions += done.iter().map(|&(.., nodes)| nodes).sum::<u64>();
        job.shelf.save(&name, &mut |out| out.write_all(tally.write().as_bytes()))?;
    }
    tally.results.truncate(starts);
    Ok(tally)
}

fn count_starts(game: &Quandary, job: &Job, starts: usize) -> Result<Study, Halt> {
    let tally = tally_starts(game, job, starts)?;
    let mut study = Study { positions: tally.positions, ..Study::default() };
    study.count("starts", starts);
    study.count("first", tally.count('w'));
    study.count("second", tally.count('b'));
    study.count("draws", tally.count('d'));
    if game.goal == Goal::Four {
        study.count("open_to_first", tally.count('W'));
        study.count("open_to_second", tally.count('B'));
        study.count("open_to_both", tally.count('o'));
    }
    Ok(study)
}
