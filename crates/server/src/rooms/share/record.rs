//! Records of games, as files.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use damier_core::{Fault, Rng};
use damier_store::Seated;
use damier_table::{Record, Spec};

use crate::app::App;
use crate::play::stored::StoredGame;
use crate::web::error::{HttpError, OrStatus};
use crate::web::extract::Query;
use crate::web::line_address::{LineAddress, OpenLine};

/// Makes the record of a stored game, with the names of its players. The name of an engine is its level.
pub fn of_game(stored: &StoredGame) -> Record {
    let name = |seated: &Seated| seated.agent.engine().unwrap_or(&seated.name).to_string();
    let names: Vec<String> = stored.saved.game.seats.iter().map(name).collect();
    let known = names.iter().any(|name| !name.is_empty());
    Record { names: if known { names } else { Vec::new() }, ..stored.session.record() }
}

/// Reads a record, as JSON or as text.
///
/// # Errors
/// Names what is wrong with the text.
pub fn read(text: &str) -> Result<Record, Fault> {
    if text.starts_with('{') { Record::from_json(text) } else { Record::from_text(text) }
}

/// Opens the game of a record and replays its moves. A record without a start gets that of the game.
///
/// # Errors
/// Names what is wrong: the game, the start, or a move.
pub fn replay(app: &App, record: &mut Record) -> Result<OpenLine, Fault> {
    let game = app.games.open(&Spec::with_variant(&record.game, &record.variant)?)?;
    if record.start.is_empty() {
        record.start = game.open(&mut Rng::new(0)).start();
    }
    let session = record.replay(&*game)?;
    Ok(OpenLine { game, session })
}

async fn of_line(app: &App, line: LineAddress) -> Result<Record, HttpError> {
    app.rules(move |app| Ok(line.open(app).or_bad_request()?.session.record())).await
}

/// Answers with the record of a stored game, as JSON.
pub async fn game_json(stored: StoredGame) -> Response {
    json(&of_game(&stored))
}

/// Answers with the record of a stored game, as text.
pub async fn game_text(stored: StoredGame) -> Response {
    text(&of_game(&stored))
}

/// Answers with the record of a line, as JSON.
pub async fn line_json(
    State(app): State<App>,
    Query(line): Query<LineAddress>,
) -> Result<Response, HttpError> {
    Ok(json(&of_line(&app, line).await?))
}

/// Answers with the record of a line, as text.
pub async fn line_text(
    State(app): State<App>,
    Query(line): Query<LineAddress>,
) -> Result<Response, HttpError> {
    Ok(text(&of_line(&app, line).await?))
}

fn json(record: &Record) -> Response {
    file("application/json", &record.game, "json", record.to_json() + "\n")
}

fn text(record: &Record) -> Response {
    file("text/plain; charset=utf-8", &record.game, "txt", record.to_text())
}

/// Answers with a file to download. The id of a game is ASCII, so it may stand in the header.
fn file(kind: &'static str, game: &str, ending: &str, body: String) -> Response {
    let name = format!("attachment; filename=\"damier-{game}.{ending}\"");
    ([(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, name)], body).into_response()
}
