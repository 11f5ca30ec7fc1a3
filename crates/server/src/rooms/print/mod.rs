//! Printing: sheets for pencil play, positions, records, problems.

mod board;
mod page;
mod position;
mod problems;
mod record;

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use damier_core::{Fault, Lang};
use damier_scene::{Scene, View};
use damier_table::{Entry, Session, Spec};

use crate::app::App;
use crate::web::error::{HttpError, OrStatus};
use crate::web::site::Site;

/// Nobody types a longer address.
const LONGEST: usize = 120;

/// Returns the routes of this room.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/print", get(page::of_line))
        .route("/games/{id}/print", get(page::of_game))
        .route("/print/board/{file}", get(board::sheet))
        .route("/print/position.pdf", get(position::sheet))
        .route("/print/record.pdf", get(record::of_line))
        .route("/play/{id}/record.pdf", get(record::of_game))
        .route("/print/problems/{file}", get(problems::booklet))
}

/// Answers with a document that browsers show. What it shows is all in its address, but for the language.
fn document(name: &str, bytes: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".to_string()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"damier-{name}.pdf\"")),
        (header::CACHE_CONTROL, "public, max-age=3600".to_string()),
        (header::VARY, "Accept-Language, Cookie".to_string()),
    ];
    (headers, bytes).into_response()
}

/// Returns what stands at the foot of a sheet: the address, or where the house is if the address is too long to be typed; the
/// code on the sheet leads there all the same.
fn foot(address: &str, site: &Site) -> String {
    if address.len() > LONGEST { site.link("/") } else { address.to_string() }
}

/// Returns the game that a file `GAME.pdf` is about.
fn game_of(file: &str) -> Result<&'static Entry, HttpError> {
    let id = file
        .strip_suffix(".pdf")
        .ok_or_else(|| Fault::new(format!("Pas de fichier « {file} »."), format!("No file \"{file}\".")));
    id.and_then(damier_games::entry).or_not_found()
}

/// Returns a game's name with its variant.
fn heading(entry: &Entry, spec: &Spec, lang: Lang) -> String {
    let (name, variant) = (entry.name.get(lang), spec.variant());
    if variant.is_empty() { name.to_string() } else { format!("{name} – {variant}") }
}

/// Draws a position lying or upright, whichever is larger in a room of this shape, width to height.
fn fitted(session: &dyn Session, view: &View, shape: f64) -> Scene {
    let scenes = [false, true].map(|tall| session.scene(&View { tall, ..*view }));
    let scale = |scene: &Scene| {
        let (low, high) = scene.bounds();
        (shape / (high.x - low.x)).min(1.0 / (high.y - low.y))
    };
    let [lying, upright] = scenes;
    if scale(&upright) > scale(&lying) { upright } else { lying }
}
