//! The questions about Simultana, answered by a table of all positions.

use damier_core::{Game, Indexed, Rng};
use damier_solve::{Bytes, Job, Study, StudyError, census, rate_moves, solve_and_verify, value_of};
use serde_json::{Map, json};

use super::Simultana;

/// How many values are derived anew.
const CHECKED: u64 = 1_000_000;

/// Solves the game; counts what is won, lost and drawn, and values every first move.
pub(super) fn study(game: &Simultana, job: &Job) -> Result<Study, StudyError> {
    let mut rng = Rng::new(1);
    let table = solve_and_verify(game, job, CHECKED, &mut rng)?;
    let counted = census(game, &table, job, |_| 0)?;
    let start = game.start(&mut rng);
    let mut study =
        Study { value: value_of(table.get(game.index(&start))), positions: table.size(), ..Study::default() };
    if let Some(whole) = counted.first() {
        study.counts = whole.json();
        if let Some((_, index)) = whole.longest_win() {
            let text = game.position_text(&game.unindex(index).expect("a counted number has a position"));
            study.count("longest_win_position", text);
        }
    }
    let table: std::sync::Arc<dyn Bytes> = std::sync::Arc::new(table);
    let moves = rate_moves(game, &start, &table).unwrap_or_default();
    let mut first_moves = Map::new();
    for rated in &moves {
        let text = game.move_text(&start, rated.mv);
        if rated.value == moves[0].value {
            study.best.push(text.clone());
        }
        let (exact, plies) = (rated.value.exact(), rated.value.plies());
        first_moves.insert(text, json!({ "value": exact, "plies": plies }));
    }
    study.count("first_moves", first_moves);
    study.count("checked", CHECKED);
    Ok(study)
}
