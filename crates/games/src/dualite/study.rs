//! The questions of the sheet: which first moves win, and in how many plies.
//!
//! On 4 × 4 the table of all positions answers them. On 5 × 5 every first move is proven by itself, one for all its
//! images, and what is proven is kept on the shelf: who goes on later need not begin again.

use std::sync::{Mutex, PoisonError};

use damier_core::{Game, Rng};
use damier_search::{Budget, Limits, Value};
use damier_solve::{Job, Study, StudyError, in_parallel};
use serde_json::json;

use super::mind::table;
use super::proof_table::ProofTable;
use super::prover::{DualiteProver, OFTEN};
use super::{Dualite, Move, Position};

/// What is proven of the first moves; worth is that to the side that draws the first circles.
struct Openings {
    values: Vec<(Move, Value)>,
    /// How many positions were looked at.
    positions: u64,
}

/// Finds the value of every first move.
pub(super) fn study(game: &Dualite, job: &Job) -> Result<Study, StudyError> {
    let openings = if game.rules.size == 4 { by_table(game, job)? } else { by_proof(game, job)? };
    Ok(report(game, &openings))
}

fn report(game: &Dualite, openings: &Openings) -> Study {
    let values = &openings.values;
    let best = values.iter().map(|(_, value)| *value).max_by(|a, b| a.rank().total_cmp(&b.rank()));
    let wins = values.iter().filter(|(_, value)| matches!(value, Value::Win(_))).count();
    let text = |mv: Move| name(game, mv);
    let as_good = values.iter().filter(|(_, value)| Some(*value) == best);
    let mut study = Study {
        value: best,
        best: as_good.map(|(mv, _)| text(*mv)).collect(),
        positions: openings.positions,
        ..Study::default()
    };
    // Whoever draws the first circles is First, or team A. The plies count that move.
    let row = |(mv, value): &(Move, Value)| json!({ "move": text(*mv), "who_draws_it": value.exact(), "plies": value.plies() });
    study.count("openings_won_by_who_draws_them", wins);
    study.count("openings_lost_by_who_draws_them", values.len() - wins);
    study.count("openings_up_to_symmetry", classes(game).len());
    study.count("openings", values.iter().map(row).collect::<Vec<_>>());
    study
}

fn name(game: &Dualite, mv: Move) -> String {
    let mut name = String::new();
    game.write_cells(mv.0, &mut name);
    name
}

fn start(game: &Dualite) -> Position {
    // The start is not drawn.
    game.start(&mut Rng::new(0))
}

fn by_table(game: &Dualite, job: &Job) -> Result<Openings, StudyError> {
    let table = table(game, job)?;
    let start = start(game);
    let values = game.openings.iter().map(|&mv| (mv, table.rate(game, &start, mv))).collect();
    Ok(Openings { values, positions: table.positions() })
}

/// Returns one first move for all its images, the first of them in order.
fn classes(game: &Dualite) -> Vec<Move> {
    game.openings.iter().copied().filter(|&mv| first_image(game, mv) == mv).collect()
}

fn first_image(game: &Dualite, mv: Move) -> Move {
    let images: Vec<Move> = (0..game.symmetries()).map(|at| game.transform_move(mv, at)).collect();
    let first = game.openings.iter().find(|opening| images.contains(opening));
    *first.expect("a first move is its own image")
}

/// A first move with its value and how many positions it took.
type Row = (Move, Value, u64);

fn by_proof(game: &Dualite, job: &Job) -> Result<Openings, StudyError> {
    let [least, most] = ProofTable::BYTES;
    job.needs(least)?;
    let shelf_name = if game.rules.circles == 1 { "dualite-grand-seul.txt" } else { "dualite-grand.txt" };
    let known = match job.load_checkpoint(shelf_name)? {
        Some(text) => read_rows(game, &text).ok_or_else(|| Job::damaged_checkpoint(shelf_name))?,
        None => Vec::new(),
    };
    let open: Vec<Move> =
        classes(game).into_iter().filter(|mv| known.iter().all(|row| row.0 != *mv)).collect();
    let known = Mutex::new((known, Ok(())));
    if !open.is_empty() {
        let prover = DualiteProver::new(game, job.memory.min(most));
        let work = |_: &mut (), at: u64| {
            let Some(row) = prove(game, &prover, open[at as usize], job) else { return };
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            known.0.push(row);
            let kept = job.save_checkpoint(shelf_name, &write_rows(game, &known.0));
            if known.1.is_ok() {
                known.1 = kept;
            }
        };
        in_parallel(job, "5 × 5", open.len() as u64, || (), work)?;
    }
    let (rows, kept) = known.into_inner().unwrap_or_else(PoisonError::into_inner);
    kept?;
    // A row is missing where the last pieces were stopped.
    let value = |mv: Move| rows.iter().find(|row| row.0 == first_image(game, mv)).map(|row| (mv, row.1));
    let values: Option<Vec<_>> = game.openings.iter().map(|&mv| value(mv)).collect();
    let positions = rows.iter().map(|row| row.2).sum();
    values.map(|values| Openings { values, positions }).ok_or(StudyError::Stopped)
}

/// Finds out who wins after a first move, and then how soon; `None` where the job stops.
fn prove(game: &Dualite, prover: &DualiteProver, mv: Move, job: &Job) -> Option<Row> {
    let after = game.after(&start(game), mv);
    let limits = Limits { stop: job.stop, ..Limits::nodes(u64::MAX) };
    let budget = Budget::new(&limits).asking_every(OFTEN);
    let wins = prover.wins(&after, &budget)?;
    let plies = prover.plies(&after, wins, &budget)?;
    let value = if wins { Value::Loss(plies + 1) } else { Value::Win(plies + 1) };
    Some((mv, value, budget.spent()))
}

/// Writes what is proven, a line for each first move: `a1+c3 loss 25 5000`.
fn write_rows(game: &Dualite, rows: &[Row]) -> String {
    let line = |(mv, value, positions): &Row| {
        let (word, plies) = match value {
            Value::Win(plies) => ("win", plies),
            Value::Loss(plies) => ("loss", plies),
            _ => return None,
        };
        Some(format!("{} {word} {plies} {positions}\n", name(game, *mv)))
    };
    rows.iter().filter_map(line).collect()
}

/// Reads what [`write_rows`] wrote; `None` where it is something else.
fn read_rows(game: &Dualite, text: &str) -> Option<Vec<Row>> {
    let classes = classes(game);
    let row = |line: &str| {
        let mut words = line.split_ascii_whitespace();
        let mut next = || words.next();
        let word = next()?;
        let mv = classes.iter().copied().find(|&mv| name(game, mv) == word)?;
        let (result, plies, positions) = (next()?, next()?.parse().ok()?, next()?.parse().ok()?);
        let value = match result {
            "win" => Value::Win(plies),
            "loss" => Value::Loss(plies),
            _ => return None,
        };
        Some((mv, value, positions))
    };
    text.lines().map(row).collect()
}
