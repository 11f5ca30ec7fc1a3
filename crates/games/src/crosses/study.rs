//! All positions by a table: the value of the start and of every first turn, how many are won, lost and drawn, and the
//! longest wins.

use damier_core::{Game, Indexed, Rng};
use damier_search::{Solution, Value};
use damier_solve::{Job, Study, StudyError};
use serde_json::{Value as Json, json};

use super::{Crosses, Position};

/// Solves the game. Positions are counted once with all their images under the symmetries of the board, and once for
/// either side to move.
///
/// # Errors
/// [`StudyError::Stopped`] where the job is stopped; it takes less than a second.
pub(super) fn study(game: &Crosses, job: &Job) -> Result<Study, StudyError> {
    job.check()?;
    (job.progress)("table", 0.0);
    let solution = Solution::of(game);
    job.check()?;
    (job.progress)("counts", 0.5);
    let start = game.start(&mut Rng::new(0));
    let value = solution.value(game, &start);
    let mut study = Study { value: Some(value), positions: game.size(), ..Study::default() };
    let mut openings = Vec::new();
    for mv in game.moves(&start) {
        let text = game.move_text(&start, mv);
        let worth = solution.value(game, &game.after(&start, mv)).one_ply_earlier(true);
        openings.push(json!({ "move": text, "value": worth.exact(), "plies": worth.plies() }));
        if worth == value {
            study.best.push(text);
        }
    }
    study.count("openings", openings);
    let all: Vec<Position> = (0..game.size()).filter_map(|number| game.unindex(number)).collect();
    study.count("all", tally(game, &solution, &all));
    study.count("reachable", tally(game, &solution, &reachable(game, &start)));
    Ok(study)
}

/// Counts positions by what they are worth to the side to move, and tells the longest wins and the first of them.
fn tally(game: &Crosses, solution: &Solution, positions: &[Position]) -> Json {
    let (mut won, mut lost, mut drawn, mut blocked) = (0, 0, 0, 0);
    let (mut longest, mut count, mut first) = (0, 0, String::new());
    for position in positions {
        match solution.value(game, position) {
            Value::Win(plies) => {
                won += 1;
                if plies > longest {
                    (longest, count) = (plies, 0);
                    first = game.position_text(position);
                }
                count += u32::from(plies == longest);
            }
            Value::Loss(plies) => {
                lost += 1;
                blocked += u32::from(plies == 0);
            }
            _ => drawn += 1,
        }
    }
    json!({
        "positions": positions.len(),
        "won": won,
        "lost": lost,
        "drawn": drawn,
        "blocked": blocked,
        "longest": { "plies": longest, "positions": count, "first": first },
    })
}

/// Returns one image of every position that play can lead to.
fn reachable(game: &Crosses, start: &Position) -> Vec<Position> {
    let mut seen = vec![false; game.size() as usize];
    seen[game.index(start) as usize] = true;
    let mut found = vec![*start];
    let mut at = 0;
    while let Some(&position) = found.get(at) {
        at += 1;
        for mv in game.moves(&position) {
            let after = game.after(&position, mv);
            let number = game.index(&after) as usize;
            if !seen[number] {
                seen[number] = true;
                found.push(after);
            }
        }
    }
    // In the order of their numbers, as the others are.
    found.sort_by_key(|position| game.index(position));
    found
}
