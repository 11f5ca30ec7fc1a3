//! The files that pages load. They are embedded in the binary, and their addresses contain a number that changes whenever any
//! of them changes. A browser may therefore cache them for ever and never uses an old script on a new page.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use damier_core::Fault;
use damier_scene::Theme;
use damier_scene::svg;
use rust_embed::Embed;

use crate::app::App;
use crate::web::error::HttpError;
use crate::web::extract::UrlPath;

#[derive(Embed)]
#[folder = "assets"]
struct Files;

/// The parts of the style sheet, in order.
const STYLES: [&str; 11] = [
    "style.css",
    "board.css",
    "play.css",
    "begin.css",
    "shelf.css",
    "help.css",
    "analysis.css",
    "problems.css",
    "learn.css",
    "share.css",
    "print.css",
];

/// What is said of a file whose address changes with its content: a browser may keep it for ever.
pub const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The name under which the whole style sheet is served.
const STYLE: &str = "style.css";

/// Returns the route of the files.
pub fn routes() -> Router<App> {
    Router::new().route("/assets/{version}/{name}", get(file))
}

/// Returns the address of a file.
pub fn address(name: &str) -> String {
    format!("/assets/{}/{name}", *VERSION)
}

/// A hash over all files. They share one, since scripts load each other by relative addresses.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    style().hash(&mut hasher);
    for name in Files::iter() {
        (&*name, body(&name)).hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
});

/// Answers with a file.
async fn file(UrlPath((version, name)): UrlPath<(String, String)>) -> Result<Response, HttpError> {
    let missing = || {
        HttpError::not_found(Fault::new(
            format!("Pas de fichier « {name} »."),
            format!("No file \"{name}\"."),
        ))
    };
    if version != *VERSION {
        return Err(missing());
    }
    let (kind, body) = match name.rsplit_once('.') {
        _ if name == STYLE => ("text/css; charset=utf-8", style().as_bytes().into()),
        Some((_, "js")) => ("text/javascript; charset=utf-8", body(&name).ok_or_else(missing)?),
        Some((_, "svg")) => ("image/svg+xml", body(&name).ok_or_else(missing)?),
        _ => return Err(missing()),
    };
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, FOR_EVER)], body).into_response())
}

fn body(name: &str) -> Option<std::borrow::Cow<'static, [u8]>> {
    Files::get(name).map(|file| file.data)
}

/// Returns the style sheet: the styles of pages and pictures, and the colours of the themes for both.
fn style() -> &'static str {
    static WHOLE: LazyLock<String> = LazyLock::new(|| {
        let mut css = String::new();
        for name in STYLES {
            let part = body(name).expect("the style sheets are in the folder");
            css += std::str::from_utf8(&part).expect("style sheets are texts");
        }
        css += &svg::page_stylesheet();
        let mut theme = |place: &str, theme: Theme, scheme: &str| {
            css += &format!("{place}{{color-scheme:{scheme};{}}}\n", svg::properties(theme));
        };
        theme(":root", Theme::Light, "light");
        theme(":root[data-theme=dark]", Theme::Dark, "dark");
        theme(":root[data-theme=contrast]", Theme::Contrast, "light");
        theme(":root[data-theme=safe]", Theme::Safe, "light");
        for (medium, place, ink, scheme) in [
            ("(prefers-color-scheme:dark)", ":root:not([data-theme])", Theme::Dark, "dark"),
            ("print", ":root:root", Theme::Print, "light"),
        ] {
            css += &format!("@media {medium}{{{place}{{color-scheme:{scheme};{}}}}}\n", svg::properties(ink));
        }
        css
    });
    &WHOLE
}
