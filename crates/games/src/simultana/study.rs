//! The questions about Simultana, answered by a table of all positions.

use damier_core::{Game, Indexed, Rng};
use damier_search::{Rated, Value};
use damier_solve::{Bytes, Job, Study, StudyError, census, rate_moves, solve_and_verify, value_of};
use serde_json::{Map, json};

use super::{Move, Position, Simultana};

/// How many values are derived anew.
const CHECKED: u64 = 1_000_000;

/// The first moves that lose, in four plies; the four others hold the draw. So the table says, and `facts.txt` after it.
const LOSING_STARTS: [&str; 2] = ["c2-c3", "c4-c3"];

/// Returns what the first moves are worth, which needs no table any more.
pub(super) fn known(game: &Simultana, position: &Position) -> Option<Vec<Rated<Move>>> {
    if *position != game.start(&mut Rng::new(0)) {
        return None;
    }
    let value = |mv| match LOSING_STARTS.contains(&game.move_text(position, mv).as_str()) {
        true => Value::Loss(4),
        false => Value::Draw,
    };
    let mut rated: Vec<Rated<Move>> =
        game.moves(position).into_iter().map(|mv| Rated { mv, value: value(mv) }).collect();
    rated.sort_by_key(|rated| rated.value != Value::Draw);
    Some(rated)
}

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
