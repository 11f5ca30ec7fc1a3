//! Records of games, as files.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use damier_store::Seated;
use damier_table::Record;

use crate::app::App;
use crate::play::stored::StoredGame;
use crate::web::error::{HttpError, OrStatus};
use crate::web::extract::Query;
use crate::web::line_address::LineAddress;

/// Writes down a stored game, with the names of its players; the computer's are its levels.
pub fn of_game(stored: &StoredGame) -> Record {
    let name = |seated: &Seated| seated.agent.engine().unwrap_or(&seated.name).to_string();
    let names: Vec<String> = stored.saved.game.seats.iter().map(name).collect();
    let known = names.iter().any(|name| !name.is_empty());
    Record { names: if known { names } else { Vec::new() }, ..stored.session.record() }
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

/// A file that the reader keeps. A game's id is plain ASCII.
fn file(kind: &'static str, game: &str, ending: &str, body: String) -> Response {
    let name = format!("attachment; filename=\"damier-{game}.{ending}\"");
    ([(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, name)], body).into_response()
}
