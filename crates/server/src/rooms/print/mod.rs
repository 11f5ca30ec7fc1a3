//! Printing: empty boards, positions, records, problems.

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
use damier_export::pdf::{Block, Booklet};
use damier_scene::{Scene, View};
use damier_table::{Entry, Session};

use crate::app::App;
use crate::rooms::share::qr;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::site::Site;

/// The longest address that is printed; nobody would type a longer one.
const LONGEST: usize = 120;

/// Returns the routes of this module.
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

/// Answers with a PDF that browsers show. It may be cached, since its content depends only on its address and the language.
fn document(name: &str, bytes: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".to_string()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"damier-{name}.pdf\"")),
        (header::CACHE_CONTROL, "public, max-age=3600".to_string()),
        (header::VARY, "Accept-Language, Cookie".to_string()),
    ];
    (headers, bytes).into_response()
}

/// A sheet about a position or a record. Its footer and its QR code lead to an address.
struct Sheet {
    entry: &'static Entry,
    title: String,
    /// What follows the title.
    blocks: Vec<Block>,
    address: String,
}

impl Sheet {
    /// Answers with the sheet.
    fn answer(self, site: &Site, lang: Lang) -> Result<Response, HttpError> {
        let Sheet { entry, title, mut blocks, address } = self;
        blocks.insert(0, Block::Title(title.clone()));
        let stamp = qr::scene(&address, &View::new(lang)).filter(|_| site.is_known());
        let booklet = Booklet { title, lang, blocks, stamp, footer: footer(&address, site) };
        Ok(document(entry.id, booklet.write().or_internal()?))
    }
}

/// Answers with the sheet that `make` makes of a line of play.
async fn line_sheet(
    app: &App,
    line: LineAddress,
    site: Site,
    lang: Lang,
    make: fn(OpenLine, &Site, Lang) -> Result<Sheet, Fault>,
) -> Result<Response, HttpError> {
    app.rules(move |app| {
        let sheet = line.open(app).and_then(|open| make(open, &site, lang)).or_bad_request()?;
        sheet.answer(&site, lang)
    })
    .await
}

/// Returns the footer of a sheet: the address, or that of the site if the address is too long to be typed. The QR code on the
/// sheet leads to the address in any case.
fn footer(address: &str, site: &Site) -> String {
    if address.len() > LONGEST { site.link("/") } else { address.to_string() }
}

/// Returns the game that a file name such as `GAME.pdf` names.
fn game_of(file: &str) -> Result<&'static Entry, HttpError> {
    let id = file
        .strip_suffix(".pdf")
        .ok_or_else(|| Fault::new(format!("Pas de fichier « {file} »."), format!("No file \"{file}\".")));
    id.and_then(damier_games::entry).or_not_found()
}

/// Draws a position in landscape or portrait format, whichever is larger in a space of this ratio of width to height.
fn best_fit(session: &dyn Session, view: &View, shape: f64) -> Scene {
    let scenes = [false, true].map(|tall| session.scene(&View { tall, ..*view }));
    let scale = |scene: &Scene| {
        let (low, high) = scene.bounds();
        (shape / (high.x - low.x)).min(1.0 / (high.y - low.y))
    };
    let [lying, upright] = scenes;
    if scale(&upright) > scale(&lying) { upright } else { lying }
}
