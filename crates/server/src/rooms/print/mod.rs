//! Printing: rules, empty boards, positions, records, problems. The sheets are made by [`damier_paper`].

mod page;
mod rules;
mod sheets;

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use damier_core::{Fault, Lang};
use damier_paper::{PaperError, Press};
use damier_table::Entry;
use quick_cache::sync::Cache;

use crate::app::App;
use crate::web::error::{HttpError, OrStatus};
use crate::web::site::Site;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    let kept = Kept(Arc::new(Cache::new(KEPT)));
    let rules = Router::new()
        .route("/print/booklet.pdf", get(rules::booklet))
        .route("/print/rules/{file}", get(rules::leaflet))
        .layer(axum::Extension(kept));
    Router::new()
        .route("/print", get(page::of_line))
        .route("/games/{id}/print", get(page::of_game))
        .route("/print/board/{file}", get(sheets::boards))
        .route("/print/position.pdf", get(sheets::position))
        .route("/print/record.pdf", get(sheets::record))
        .route("/play/{id}/record.pdf", get(sheets::record_of_game))
        .route("/print/problems/{file}", get(sheets::problems))
        .merge(rules)
}

/// The most documents of rules that are kept: a booklet in each language for some addresses of this site, and some leaflets.
const KEPT: usize = 16;

/// Documents of rules that were made before.
#[derive(Clone)]
struct Kept(Arc<Cache<Asked, Arc<Vec<u8>>>>);

/// Which rules were asked for: of a game, or of all where `of` is empty.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Asked {
    of: String,
    lang: &'static str,
    site: Option<String>,
}

/// Returns the press for a site. What only the computer that serves it can reach is not printed as an address.
fn press(site: &Site, lang: Lang) -> Press {
    let address = site.link("");
    let host = address.split_once("://").map_or("", |(_, host)| host);
    let own = ["localhost", "127.", "[::1]", "0.0.0.0"].iter().any(|name| host.starts_with(name));
    Press { lang, site: Some(address).filter(|_| site.is_known() && !own) }
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

/// Returns the game that a file name such as `GAME.pdf` names.
fn game_of(file: &str) -> Result<&'static Entry, HttpError> {
    let id = file
        .strip_suffix(".pdf")
        .ok_or_else(|| Fault::new(format!("Pas de fichier « {file} »."), format!("No file \"{file}\".")));
    id.and_then(damier_games::entry).or_not_found()
}

/// Turns the error of a press into that of a request for what is not there.
fn not_found(error: PaperError) -> HttpError {
    match error {
        PaperError::Input(fault) => HttpError::not_found(fault),
        PaperError::Pdf(error) => HttpError::internal(error),
    }
}

#[cfg(test)]
mod tests {
    use axum::extract::FromRequestParts;
    use axum::http::Request;

    use super::*;

    #[tokio::test]
    async fn what_nobody_else_can_reach_is_not_printed() {
        let cases = [
            ("127.0.0.1:8080", None),
            ("localhost:8080", None),
            ("[::1]:80", None),
            ("192.168.1.20:8080", Some("http://192.168.1.20:8080")),
            ("jeux.example", Some("http://jeux.example")),
            ("", None),
        ];
        for (host, printed) in cases {
            let (mut parts, ()) = Request::get("/").header("host", host).body(()).unwrap().into_parts();
            let site = Site::from_request_parts(&mut parts, &()).await.unwrap();
            assert_eq!(press(&site, Lang::Fr).site.as_deref(), printed, "{host}");
        }
    }
}
