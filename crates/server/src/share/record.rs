//! Records of games, as files.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use damier_table::Record;

use crate::app::App;
use crate::asked::{Path, Query};
use crate::error::Problem;
use crate::line::Line;
use crate::live::{HUMAN, Live};
use crate::reader::Reader;

/// Writes down a stored game, with the names of its players; the computer's are its levels.
pub fn of_game(live: &Live) -> Record {
    let names: Vec<String> = live
        .kept
        .game
        .seats
        .iter()
        .map(|seated| match &*seated.agent {
            HUMAN => seated.name.clone(),
            agent => agent.to_string(),
        })
        .collect();
    let known = names.iter().any(|name| !name.is_empty());
    Record { names: if known { names } else { Vec::new() }, ..live.session.record() }
}

async fn game(app: &App, id: &str, reader: &Reader, headers: &HeaderMap) -> Result<Record, Problem> {
    Ok(of_game(&Live::find(app, id, reader, headers).await?))
}

fn line(app: &App, line: &Line, reader: &Reader) -> Result<Record, Problem> {
    let opened = line.open(app).map_err(|fault| Problem::bad(reader, &fault))?;
    Ok(opened.session.record())
}

/// Answers with the record of a stored game, as JSON.
pub async fn game_json(
    Path(id): Path<String>,
    State(app): State<App>,
    reader: Reader,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(json(&game(&app, &id, &reader, &headers).await?))
}

/// Answers with the record of a stored game, as text.
pub async fn game_text(
    Path(id): Path<String>,
    State(app): State<App>,
    reader: Reader,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(text(&game(&app, &id, &reader, &headers).await?))
}

/// Answers with the record of a line, as JSON.
pub async fn line_json(
    State(app): State<App>,
    reader: Reader,
    Query(asked): Query<Line>,
) -> Result<Response, Problem> {
    Ok(json(&line(&app, &asked, &reader)?))
}

/// Answers with the record of a line, as text.
pub async fn line_text(
    State(app): State<App>,
    reader: Reader,
    Query(asked): Query<Line>,
) -> Result<Response, Problem> {
    Ok(text(&line(&app, &asked, &reader)?))
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
