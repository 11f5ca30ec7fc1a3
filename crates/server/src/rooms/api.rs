//! JSON for scripts about lines of play that are not stored.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::play::view::{PositionView, ViewOptions};
use crate::web::error::{HttpError, OrStatus};
use crate::web::extract::Query;
use crate::web::line_address::LineAddress;
use crate::web::reader::Reader;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/api/line", get(line))
}

/// Options of a question about the last position of a line.
#[derive(Debug, Deserialize)]
pub struct ViewQuery {
    /// Whether the picture should be taller than wide.
    #[serde(default)]
    tall: bool,
    /// Whether the board should be turned half round.
    #[serde(default)]
    turned: bool,
}

/// The last position of a line, and its moves as players read them.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineView {
    /// The position.
    #[serde(flatten)]
    position: PositionView,
    /// The moves, as players read them.
    said: Vec<String>,
}

/// Answers with the last position of a line and the moves that can be made there.
pub async fn line(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<LineAddress>,
    Query(query): Query<ViewQuery>,
) -> Result<Json<LineView>, HttpError> {
    let options = ViewOptions { lang: reader.lang, tall: query.tall, turned: query.turned, moves: true };
    app.rules(move |app| {
        let open = line.open(app).or_bad_request()?;
        let said = open.session.said();
        Ok(Json(LineView { position: PositionView::of(&*open.session, options), said }))
    })
    .await
}
