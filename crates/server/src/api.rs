//! What scripts ask for about lines of play that are not kept.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use crate::app::App;
use crate::asked::Query;
use crate::error::Problem;
use crate::line::Line;
use crate::reader::Reader;
use crate::shown::{Following, Look, Shown, following, shown};

/// Returns the routes.
pub fn routes() -> Router<App> {
    Router::new().route("/api/line", get(line)).route("/api/complete", get(complete))
}

/// What is asked about the last position of a line.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// Whether the picture should be higher than wide.
    #[serde(default)]
    tall: bool,
    /// The beginning of a move.
    #[serde(default)]
    typed: String,
}

/// Shows the last position of a line, with what may be clicked there.
pub async fn line(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<Line>,
    Query(asked): Query<Asked>,
) -> Result<Json<Shown>, Problem> {
    let opened = line.open(&app).map_err(|fault| Problem::bad(&reader, &fault))?;
    Ok(Json(shown(&*opened.session, Look { lang: reader.lang, tall: asked.tall, moves: true })))
}

/// Says what may follow the beginning of a move.
pub async fn complete(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<Line>,
    Query(asked): Query<Asked>,
) -> Result<Json<Following>, Problem> {
    let opened = line.open(&app).map_err(|fault| Problem::bad(&reader, &fault))?;
    Ok(Json(following(&*opened.session, &asked.typed, reader.lang)))
}
