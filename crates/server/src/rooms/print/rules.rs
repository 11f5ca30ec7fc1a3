//! The rules: a leaflet a game, and the booklet of all of them.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use damier_core::{Fault, Lang};
use damier_paper::{PaperError, Press};
use serde::Deserialize;

use super::{Asked, Kept, document, game_of, not_found, press};
use crate::app::App;
use crate::web::error::HttpError;
use crate::web::extract::{Query, UrlPath};
use crate::web::reader::Reader;
use crate::web::site::Site;

/// In which language the rules are wanted.
#[derive(Debug, Deserialize)]
pub struct RulesQuery {
    /// Its code; the reader's language by default.
    #[serde(default)]
    lang: String,
}

impl RulesQuery {
    fn lang(&self, reader: &Reader) -> Result<Lang, HttpError> {
        match self.lang.as_str() {
            "" => Ok(reader.lang),
            code => Lang::from_code(code).ok_or_else(|| {
                HttpError::bad_request(Fault::new(
                    format!("« lang={code} » : attendu fr ou en."),
                    format!("\"lang={code}\": expected fr or en."),
                ))
            }),
        }
    }
}

/// Answers with the leaflet of a game.
pub async fn leaflet(
    UrlPath(file): UrlPath<String>,
    State(app): State<App>,
    Extension(kept): Extension<Kept>,
    Query(query): Query<RulesQuery>,
    reader: Reader,
    site: Site,
) -> Result<Response, HttpError> {
    let entry = game_of(&file)?;
    let press = press(&site, query.lang(&reader)?);
    let name = format!("{}-{}", entry.id, press.lang.code());
    let bytes = made(&app, &kept, entry.id, press, move |press| press.leaflet(entry)).await?;
    Ok(document(&name, bytes))
}

/// Answers with the booklet of the whole collection.
pub async fn booklet(
    State(app): State<App>,
    Extension(kept): Extension<Kept>,
    Query(query): Query<RulesQuery>,
    reader: Reader,
    site: Site,
) -> Result<Response, HttpError> {
    let press = press(&site, query.lang(&reader)?);
    let name = format!("collection-{}", press.lang.code());
    let bytes = made(&app, &kept, "", press, Press::booklet).await?;
    Ok(document(&name, bytes))
}

/// Makes a document on a thread of the engines, unless it was made before. Who asks for it while it is being made waits for it.
async fn made(
    app: &App,
    kept: &Kept,
    of: &str,
    press: Press,
    make: impl FnOnce(&Press) -> Result<Vec<u8>, PaperError> + Send + 'static,
) -> Result<Vec<u8>, HttpError> {
    let key = Asked { of: of.to_string(), lang: press.lang.code(), site: press.site.clone() };
    let making = async { app.engines.run(move || make(&press)).await?.map(Arc::new).map_err(not_found) };
    Ok(kept.0.get_or_insert_async(&key, making).await?.to_vec())
}
