//! The answers to what one may ask of Quandary: what a start is worth, and how often a start that is drawn at random is won.

use std::sync::{Mutex, PoisonError};

use damier_core::board::zobrist;
use damier_core::{Game, Rng, Side};
use damier_search::{Limits, Linear, Value};
use damier_solve::{Job, Study, StudyError, in_parallel};
use damier_table::read_weights;

use super::Quandary;
use super::eval::QuandaryFeatures;
use super::proof_memory::ProofMemory;
use super::rules::Objective;
use super::solver::{Solver, value};

/// How many starts are drawn: those of the seeds from 0.
pub(super) const STARTS: usize = 2000;
/// The least and the most slots of a table.
const SLOTS: [u64; 2] = [1 << 16, 1 << 24];

/// Makes what the engines know of the game.
pub(super) fn knowledge(game: &Quandary) -> Linear<QuandaryFeatures> {
    let weights = read_weights(include_str!("weights.txt")).expect("the file of weights is well-formed");
    Linear::new(game, QuandaryFeatures, weights)
}

/// Solves the start where it is given; else solves the starts that the first seeds draw, and counts.
pub(super) fn study(game: &Quandary, job: &Job) -> Result<Study, StudyError> {
    if game.given.iter().all(Option::is_some) {
        solve_start(game, job)
    } else {
        count_starts(game, job, STARTS)
    }
}

/// Returns the most slots of each table for each of so many threads, within half of the memory.
fn slots(job: &Job, threads: u64) -> Result<u64, StudyError> {
    let [least, most] = SLOTS;
    let pair = 2 * ProofMemory::SLOT * threads;
    job.needs(pair * least)?;
    let fit = (job.memory / 2 / pair).clamp(least, most);
    Ok(1 << fit.ilog2())
}

fn make_tables(slots: u64) -> [ProofMemory; 2] {
    [(); 2].map(|()| ProofMemory::new(slots as usize))
}

fn solve_start(game: &Quandary, job: &Job) -> Result<Study, StudyError> {
    let knowledge = knowledge(game);
    let start = game.start(&mut Rng::new(0));
    let mut tables = make_tables(slots(job, 1)?);
    let mut solver = Solver::new(game, &knowledge, &start, &mut tables);
    let limits = Limits { stop: job.stop, ..Limits::nodes(u64::MAX) };
    (job.progress)("the start", 0.0);
    let end = solver.solve(&start, &limits).ok_or(StudyError::Stopped)?;
    (job.progress)("its moves", 0.5);
    let rated = solver.rate(&start, end, &limits);
    job.check()?;
    let mut study = Study { value: Some(value(end, start.to_move)), bound: true, ..Study::default() };
    let mut moves = serde_json::Map::new();
    let best = rated.iter().filter_map(|(_, value)| *value).map(Value::expectation).fold(0.0, f64::max);
    for (mv, value) in rated {
        let name = game.move_text(&start, mv);
        let value = value.ok_or(StudyError::Stopped)?;
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
pub(super) struct StartResults {
    results: Vec<u8>,
    pub(super) positions: u64,
}

const UNKNOWN: u8 = b'.';

impl StartResults {
    fn new(starts: usize) -> StartResults {
        StartResults { results: vec![UNKNOWN; starts], positions: 0 }
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

    /// Reads what [`StartResults::write`] wrote of so many starts; `None` if it is something else.
    fn read(text: &str, starts: usize) -> Option<StartResults> {
        let (positions, results) = text.strip_suffix('\n')?.split_once(' ')?;
        let read = StartResults { results: results.as_bytes().to_vec(), positions: positions.parse().ok()? };
        let whole = read.results.iter().all(|result| b"wbd.".contains(result));
        (whole && results.len() == starts).then_some(read)
    }
}

/// The name of the file that keeps the results: it tells goals, grids and given files apart.
fn file_name(game: &Quandary) -> String {
    let given = game.given.iter().map(|files| files.map_or(0, |files| 1 + usize::from(files)));
    let colours = game.colours.iter().map(|&colour| usize::from(colour));
    let key = given.chain(colours).fold(0, zobrist::feature);
    let goal = if game.goal == Objective::Four { "four" } else { "first" };
    format!("quandary-{goal}-{key:016x}.starts")
}

/// Solves the starts that the first seeds draw. Each goes to the shelf as soon as it is solved.
pub(super) fn solve_starts(game: &Quandary, job: &Job, starts: usize) -> Result<StartResults, StudyError> {
    let knowledge = knowledge(game);
    let name = file_name(game);
    let results = match job.load_checkpoint(&name)? {
        Some(text) => StartResults::read(&text, starts).ok_or_else(|| Job::damaged_checkpoint(&name))?,
        None => StartResults::new(starts),
    };
    let left: Vec<usize> = (0..starts).filter(|&start| results.results[start] == UNKNOWN).collect();
    if left.is_empty() {
        return Ok(results);
    }
    let slots = slots(job, job.threads.max(1) as u64)?;
    let tables: Vec<Mutex<[ProofMemory; 2]>> =
        (0..job.threads.max(1)).map(|_| Mutex::new(make_tables(slots))).collect();
    let before = starts - left.len();
    let progress = |what: &str, part: f64| {
        (job.progress)(what, (before as f64 + part * left.len() as f64) / starts as f64);
    };
    let results = Mutex::new(results);
    let broken = Mutex::new(None);
    let work = |_: &mut (), piece: u64| {
        // One of the tables is free: there are as many as threads.
        let mut tables = tables.iter().find_map(|tables| tables.try_lock().ok()).expect("a table is free");
        let number = left[piece as usize];
        let start = game.start(&mut Rng::new(number as u64));
        let mut solver = Solver::new(game, &knowledge, &start, &mut tables);
        let limits = Limits { stop: job.stop, ..Limits::nodes(u64::MAX) };
        let Some(end) = solver.solve(&start, &limits) else { return };
        let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
        results.results[number] = match end {
            None => b'd',
            Some((Side::First, _)) => b'w',
            Some((Side::Second, _)) => b'b',
        };
        results.positions += solver.nodes();
        if let Err(error) = job.save_checkpoint(&name, &results.write()) {
            *broken.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    };
    in_parallel(&Job { progress: &progress, ..*job }, "starts", left.len() as u64, || (), work)?;
    if let Some(error) = broken.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error.into());
    }
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Who was told to stop in the midst of the last starts has not solved them.
    if results.count(UNKNOWN) > 0 { Err(StudyError::Stopped) } else { Ok(results) }
}

fn count_starts(game: &Quandary, job: &Job, starts: usize) -> Result<Study, StudyError> {
    let results = solve_starts(game, job, starts)?;
    let mut study = Study { positions: results.positions, ..Study::default() };
    study.count("starts", starts);
    study.count("first", results.count(b'w'));
    study.count("second", results.count(b'b'));
    study.count("draws", results.count(b'd'));
    Ok(study)
}
