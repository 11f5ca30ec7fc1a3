//! The question of the sheet: who wins?
//!
//! Up to 7 × 7 every opening is solved. On larger boards it is only known that a winning strategy exists: some opening
//! wins, or else First would set any stone and play Second's strategy, and a stone too many does no harm; and a full
//! board has exactly one winner, so that there is no draw.
//!
//! With the swap Second wins on every board: a stone on a cell is worth to First what it is worth to Second on the
//! mirrored cell, so Second takes a winning stone over and answers a losing one.

use damier_search::Value;
use damier_solve::{Job, Study, StudyError};
use serde_json::{Map, Value as Json, json};

use super::Hex;
use super::openings::Openings;

/// The largest board whose openings are solved.
const LARGEST: usize = 7;

/// Solves every opening of boards up to 7 × 7.
///
/// Of the value only the winner is exact: the plies are those of a game that lasts until the board is full.
///
/// # Errors
/// As [`StudyError`] says. What is solved when it is stopped is on the shelf.
pub(super) fn study<const W: usize>(game: &Hex<W>, job: &Job) -> Result<Study, StudyError> {
    let mut study = Study::default();
    let (winner, argument) =
        if game.swap { ("second_wins_by", "swap") } else { ("first_wins_by", "strategy stealing") };
    if game.size > LARGEST {
        study.count(winner, argument);
        return Ok(study);
    }
    job.needs(job.threads.max(1) as u64 * room(game.size))?;
    let mut openings = Openings::new(game.size);
    openings.solve(job)?;
    let grid = game.board.grid();
    let won = |&cell: &usize| openings.wins(cell) == Some(true);
    let winning: Vec<String> = (0..grid.cells()).filter(won).map(|cell| grid.name(cell)).collect();
    let refutations: Map<String, Json> = (0..grid.cells())
        .filter_map(|cell| Some((grid.name(cell), json!(grid.name(openings.get(cell)?.refutation?)))))
        .collect();
    study.value = Some(value(game, !winning.is_empty()));
    study.bound = true;
    study.positions = openings.positions();
    study.count(winner, if game.swap { argument } else { "search" });
    study.count("openings", openings.map());
    study.count("openings_won", winning.len());
    study.count("openings_lost", refutations.len());
    study.count("refutations", refutations);
    if !game.swap {
        study.best = winning;
    }
    Ok(study)
}

/// Returns what the start is worth to First if some opening wins plain Hex, or none.
fn value<const W: usize>(game: &Hex<W>, some_wins: bool) -> Value {
    // A swap takes a turn and fills no cell.
    let longest = (game.size * game.size + usize::from(game.swap)) as u32;
    if game.swap || !some_wins {
        Value::Loss(longest - longest % 2)
    } else {
        Value::Win(longest - (longest + 1) % 2)
    }
}

/// Returns how many bytes a thread needs at most to solve an opening.
fn room(size: usize) -> u64 {
    match size {
        ..=5 => 4 << 20,
        6 => 32 << 20,
        _ => 256 << 20,
    }
}
