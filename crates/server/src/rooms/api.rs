//! JSON for scripts about lines of play that are not stored.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

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

/// Answers with the last position of a line and the moves that can be made there.
pub async fn line(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<LineAddress>,
    Query(query): Query<ViewQuery>,
) -> Result<Json<PositionView>, HttpError> {
    let options = ViewOptions { lang: reader.lang, tall: query.tall, turned: query.turned, moves: true };
    app.rules(move |app| {
        let open = line.open(app).or_bad_request()?;
        Ok(Json(PositionView::of(&*open.session, options)))
    })
    .await
}
