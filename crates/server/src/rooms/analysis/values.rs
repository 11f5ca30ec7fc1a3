//! The exact values of all moves, if a table, an engine with exact values, a solver, or a short search knows them.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use damier_core::Lang;
use damier_search::Limits;
use damier_table::{AnyGame, ExactMoves, Reach, Session, exact_moves};
use serde::Serialize;

use super::worth::{MoveRow, Standing, Worth};
use crate::app::App;
use crate::web::error::{HttpError, OrStatus};
use crate::web::extract::Query;
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;

/// The nodes that a game's solver may search for a position. That is enough for endgames; earlier positions fail quickly.
const SOLVER_NODES: u64 = 100_000;
/// The nodes that the engine may search to prove the result of every move.
const ENGINE_NODES: u64 = 5_000;
/// The time that the engine may take for it.
const ENGINE_TIME: Duration = Duration::from_millis(150);
/// The largest number of moves of a position that is given to the game's solver.
const MOST_MOVES: u64 = 40;

/// The moves of a position with their exact values.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExactValues {
    /// The moves, best first; nothing if their values are not known.
    pub moves: Option<Vec<MoveRow>>,
    /// How the position stands, if that is known.
    pub standing: Option<Standing>,
}

/// Answers with the exact values of the last position of a line.
pub async fn values(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<LineAddress>,
) -> Result<Json<ExactValues>, HttpError> {
    let open = app.rules(move |app| line.open(app).or_bad_request()).await?;
    Ok(Json(exact_values(&app, open, reader.lang).await?))
}

/// Returns the exact values of the moves in a session's position, best first, and how it stands, as far as that is known.
pub async fn exact_values(app: &App, open: OpenLine, lang: Lang) -> Result<ExactValues, HttpError> {
    let OpenLine { game, mut session } = open;
    if session.outcome().is_some() {
        return Ok(ExactValues { moves: None, standing: Standing::of_end(&*session, lang) });
    }
    let look = move || {
        let moves = rows(&*game, &mut *session, lang);
        let best = moves.as_ref().and_then(|rows| rows.first());
        let standing = best.and_then(|best| Standing::of(&*session, &best.worth, lang));
        ExactValues { moves, standing }
    };
    Ok(app.engines.run(look).await?)
}

/// Finds the exact values of the moves of a position that is not over.
fn rows(game: &dyn AnyGame, session: &mut dyn Session, lang: Lang) -> Option<Vec<MoveRow>> {
    let begun = Instant::now();
    let stop = || begun.elapsed() >= ENGINE_TIME;
    let reach = Reach {
        solver: (session.count() <= MOST_MOVES).then(|| Limits::nodes(SOLVER_NODES)),
        engine: Limits { stop: &stop, even: true, ..Limits::nodes(ENGINE_NODES) },
    };
    let moves = exact_moves(game, session, &reach)?;
    let session = &*session;
    let row = |text: &str, worth| MoveRow::new(session, text, worth);
    Some(match moves {
        ExactMoves::Values(rated) => rated.iter().map(|rated| MoveRow::rated(session, rated, lang)).collect(),
        ExactMoves::Scores(scores) => {
            scores.iter().map(|(text, points)| row(text, Worth::by_points(*points, lang))).collect()
        }
        // Distances are left out if they are only bounds.
        ExactMoves::Results(rated) => {
            rated.iter().map(|rated| row(&rated.text, Worth::result(rated.value, lang))).collect()
        }
    })
}
