//! Sharing positions and games: addresses, pictures, records.

mod embed;
mod import;
mod page;
mod picture;
mod qr;
mod record;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;

use crate::app::App;

pub use page::{code, field};
pub use picture::{svg_file, theme as picture_theme};
pub use record::{of_game as record_of, read as read_record, replay as replay_record};

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    let limit = DefaultBodyLimit::max(import::LARGEST + import::FORM_OVERHEAD);
    Router::new()
        .route("/picture.svg", get(picture::svg))
        .route("/picture.png", get(picture::png))
        .route("/picture.pdf", get(picture::pdf))
        .route("/share", get(page::of_line))
        .route("/play/{id}/share", get(page::of_game))
        .route("/embed", get(embed::page))
        .route("/record.json", get(record::line_json))
        .route("/record.txt", get(record::line_text))
        .route("/play/{id}/record.json", get(record::game_json))
        .route("/play/{id}/record.txt", get(record::game_text))
        .route("/import", get(import::form).post(import::import).layer(limit))
}
