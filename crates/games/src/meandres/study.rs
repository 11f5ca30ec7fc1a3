//! The questions about Les méandres, answered by a table of all positions.

use std::sync::Arc;

use damier_core::{Game, Indexed, Rng, Side};
use damier_solve::{Bytes, Job, Study, StudyError, Table, census, rate_moves, solve_and_verify, value_of};
use serde_json::{Map, json};

use super::Meandres;
use super::decided::write;
use super::rules::{BOARD, NONE};

/// How many values are derived anew.
const CHECKED: u64 = 1_000_000;

/// Solves the game; counts what is won, lost and drawn in play, and for every place of the hole the arrangements that
/// one could start from.
pub(super) fn study(game: &Meandres, job: &Job) -> Result<Study, StudyError> {
    let mut rng = Rng::new(1);
    let table = solve_and_verify(game, job, CHECKED, &mut rng)?;
    if !game.free {
        job.shelf.save("meandres.decided", &mut |out| out.write_all(&write(&table)))?;
    }
    let start = game.start(&mut rng);
    let mut study =
        Study { value: value_of(table.get(game.index(&start))), positions: table.size(), ..Study::default() };
    let table = Arc::new(table);
    let bytes: Arc<dyn Bytes> = Arc::<Table>::clone(&table);
    let moves = rate_moves(game, &start, &bytes).unwrap_or_default();
    study.best = moves
        .iter()
        .take_while(|rated| rated.value == moves[0].value)
        .map(|rated| BOARD.name(rated.mv.0 as usize))
        .collect();

    // Positions in play first, then starts by the place of the hole. Whose turn it is does not matter to a start.
    let class = |position: &super::Position| match position {
        _ if position.ban != NONE => 0,
        _ if position.to_move == Side::Second => 1,
        _ => 2 + position.hole as usize,
    };
    let counted = census(game, &table, job, class)?;
    let mut whole = counted[0].clone();
    if game.free {
        counted[1..].iter().for_each(|part| whole.merge(part.clone()));
    }
    study.counts = whole.json();
    if let Some((_, index)) = whole.longest_win() {
        let text = game.position_text(&game.unindex(index).expect("a counted number has a position"));
        study.count("longest_win_position", text);
    }
    let mut starts = Map::new();
    for (place, part) in counted.iter().enumerate().skip(2).filter(|(_, part)| part.positions() > 0) {
        let over = part.by_plies.get(&0).copied().unwrap_or(0);
        let hole = BOARD.name(place - 2);
        let longest = part.longest_win().map(|(plies, _)| plies);
        starts.insert(
            hole,
            json!({ "over": over, "won": part.won, "lost": part.lost - over, "drawn": part.drawn, "longest_win": longest }),
        );
    }
    study.count("starts_by_hole", starts);
    study.count("checked", CHECKED);
    Ok(study)
}
