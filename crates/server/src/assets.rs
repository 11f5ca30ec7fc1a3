//! The files that pages load: in the binary, named here one by one.

use std::sync::OnceLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use damier_core::Fault;
use damier_scene::Theme;
use damier_scene::svg;

use crate::asked::Path;
use crate::error::Problem;
use crate::reader::Reader;

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Answers with a file.
pub async fn file(Path(name): Path<String>, reader: Reader) -> Result<Response, Problem> {
    let (kind, body) = match name.as_str() {
        "style.css" => ("text/css; charset=utf-8", style()),
        "analysis.js" => (SCRIPT, include_str!("../assets/analysis.js")),
        "board.js" => (SCRIPT, include_str!("../assets/board.js")),
        "learn.js" => (SCRIPT, include_str!("../assets/learn.js")),
        "marks.js" => (SCRIPT, include_str!("../assets/marks.js")),
        "page.js" => (SCRIPT, include_str!("../assets/page.js")),
        "play.js" => (SCRIPT, include_str!("../assets/play.js")),
        "problems.js" => (SCRIPT, include_str!("../assets/problems.js")),
        "review.js" => (SCRIPT, include_str!("../assets/review.js")),
        "setup.js" => (SCRIPT, include_str!("../assets/setup.js")),
        "stage.js" => (SCRIPT, include_str!("../assets/stage.js")),
        "share.js" => (SCRIPT, include_str!("../assets/share.js")),
        "tree.js" => (SCRIPT, include_str!("../assets/tree.js")),
        "icon.svg" => ("image/svg+xml", include_str!("../assets/icon.svg")),
        _ => {
            let fault = Fault::new(format!("Pas de fichier « {name} »."), format!("No file \"{name}\"."));
            return Err(Problem::nowhere(&reader, &fault));
        }
    };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok((headers, body).into_response())
}

/// The style sheet: that of the pages and of the pictures, and the colours of the themes, which both share.
fn style() -> &'static str {
    static STYLE: OnceLock<String> = OnceLock::new();
    STYLE.get_or_init(|| {
        let mut css = [
            include_str!("../assets/style.css"),
            include_str!("../assets/analysis.css"),
            include_str!("../assets/problems.css"),
            include_str!("../assets/learn.css"),
            include_str!("../assets/print.css"),
            include_str!("../assets/share.css"),
        ]
        .concat();
        css += &svg::rules();
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
    })
}
