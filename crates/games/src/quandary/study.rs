//! The answers to what one may ask of Quandary: what a start is worth, and how often a start that is drawn by lot is won.

use std::sync::{Mutex, PoisonError};

use damier_core::board::zobrist;
use damier_core::{Game, Rng, Side};
use damier_search::{Linear, Value};
use damier_solve::{Halt, Job, Study, in_parallel};
use damier_table::read_weights;

use super::eval::Crossing;
use super::solver::{Means, Solver, value};
use super::table::Table;
use super::{Goal, Quandary, text};

/// How many starts are drawn: those of the seeds from 0.
pub(super) const STARTS: usize = 2000;
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

/// What is known of the starts, one letter each, and the positions that it took: `w` is won by White, `b` by Black, `d` is
/// drawn, and [`UNKNOWN`] is not solved yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    results: Vec<u8>,
    pub(super) positions: u64,
}

const UNKNOWN: u8 = b'.';

impl Tally {
    fn new(starts: usize) -> Tally {
        Tally { results: vec![UNKNOWN; starts], positions: 0 }
    }

    pub(super) fn results(&self) -> String {
        self.results.iter().copied().map(char::from).collect()
    }

    pub(super) fn count(&self, letter: u8) -> usize {
        self.results.iter().filter(|&&result| result == letter).count()
    }

    fn write(&self) -> String {
        format!("{} {}\n", self.positions, self.results())
    }

    /// Reads what [`Tally::write`] wrote of so many starts; `None` if it is something else.
    fn read(text: &str, starts: usize) -> Option<Tally> {
        let (positions, results) = text.strip_suffix('\n')?.split_once(' ')?;
        let tally = Tally { results: results.as_bytes().to_vec(), positions: positions.parse().ok()? };
        let whole = tally.results.iter().all(|result| b"wbd.".contains(result));
        (whole && results.len() == starts).then_some(tally)
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

/// Solves the starts that the first seeds draw. Each goes to the shelf as soon as it is solved.
pub(super) fn tally_starts(game: &Quandary, job: &Job, starts: usize) -> Result<Tally, Halt> {
    let knowledge = knowledge(game);
    let name = file_name(game);
    let tally = match job.kept_text(&name)? {
        Some(text) => Tally::read(&text, starts).ok_or_else(|| Job::spoilt(&name))?,
        None => Tally::new(starts),
    };
    let left: Vec<usize> = (0..starts).filter(|&start| tally.results[start] == UNKNOWN).collect();
    if left.is_empty() {
        return Ok(tally);
    }
    let slots = slots(job, job.threads.max(1) as u64)?;
    let tables: Vec<Mutex<[Table; 2]>> =
        (0..job.threads.max(1)).map(|_| Mutex::new(make_tables(slots))).collect();
    let before = starts - left.len();
    let tell = |what: &str, part: f64| {
        (job.tell)(what, (before as f64 + part * left.len() as f64) / starts as f64);
    };
    let tally = Mutex::new(tally);
    let broken = Mutex::new(None);
    let work = |_: &mut (), piece: u64| {
        // One of the tables is free: there are as many as threads.
        let mut tables = tables.iter().find_map(|tables| tables.try_lock().ok()).expect("a table is free");
        let number = left[piece as usize];
        let start = game.start(&mut Rng::new(number as u64));
        let mut solver = Solver::new(game, &knowledge, &start, &mut tables);
        let Some(end) = solver.solve(&start, &Means { nodes: u64::MAX, stop: job.stop }) else { return };
        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.results[number] = match end {
            None => b'd',
            Some((Side::First, _)) => b'w',
            Some((Side::Second, _)) => b'b',
        };
        tally.positions += solver.nodes();
        if let Err(error) = job.keep_text(&name, &tally.write()) {
            *broken.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    };
    in_parallel(&Job { tell: &tell, ..*job }, "starts", left.len() as u64, || (), work)?;
    if let Some(error) = broken.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error.into());
    }
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Who was told to stop in the midst of the last starts has not solved them.
    if tally.count(UNKNOWN) > 0 { Err(Halt::Stopped) } else { Ok(tally) }
}

fn count_starts(game: &Quandary, job: &Job, starts: usize) -> Result<Study, Halt> {
    let tally = tally_starts(game, job, starts)?;
    let mut study = Study { positions: tally.positions, ..Study::default() };
    study.count("starts", starts);
    study.count("first", tally.count(b'w'));
    study.count("second", tally.count(b'b'));
    study.count("draws", tally.count(b'd'));
    Ok(study)
}
