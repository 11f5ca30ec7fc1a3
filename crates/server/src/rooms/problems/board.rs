//! The boards of problems, small, as pictures of their own: a list of many problems stays light, and a browser loads a board once,
//! when it comes into sight.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use axum::extract::State;
use axum::response::Response;
use damier_core::{Fault, Lang};
use damier_scene::svg::{self, Paint, SvgOptions};
use maud::{Markup, html};
use quick_cache::sync::Cache;
use serde::Deserialize;

use super::{NumberedProblem, ProblemSet};
use crate::app::App;
use crate::play::view::named_scene;
use crate::rooms::cards::without_coordinates;
use crate::rooms::share::{picture_theme, svg_file};
use crate::web::assets;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Query, UrlPath};

/// How many boards are remembered by their marks.
const MOST: usize = 10_000;

/// The marks of the boards that were drawn, so that lists do not draw them again. A mark tells one picture from another.
static MARKS: LazyLock<Cache<(&'static str, usize), String>> = LazyLock::new(|| Cache::new(MOST));

/// Options of a board.
#[derive(Debug, Deserialize)]
pub struct BoardQuery {
    /// The name of a theme; by default the reader's system decides.
    theme: Option<String>,
}

/// Draws the board of a problem. What is painted when the reader's system decides differs wherever another theme does.
fn draw(found: &NumberedProblem, paint: Paint) -> Result<String, Fault> {
    let session = found.game.resume(&found.problem.position)?;
    let scene = named_scene(&*session, &without_coordinates(Lang::Fr));
    Ok(svg::write(&scene, &SvgOptions::new(paint)))
}

/// Returns the mark of a problem's board.
fn mark(found: &NumberedProblem) -> Result<String, Fault> {
    MARKS.get_or_insert_with(&(found.entry.id, found.number), || {
        let mut hasher = DefaultHasher::new();
        draw(found, Paint::Auto)?.hash(&mut hasher);
        Ok(format!("{:016x}", hasher.finish()))
    })
}

/// Draws the element that shows the board of a problem; the words beside it say the same.
///
/// # Errors
/// If the problem cannot be drawn, which does not happen.
pub fn image(found: &NumberedProblem, theme: Option<&str>) -> Result<Markup, Fault> {
    let theme = theme.map_or_else(String::new, |theme| format!("?theme={theme}"));
    let address = format!("{}/board/{}{theme}", found.address(), mark(found)?);
    Ok(
        html! { div.picture { img src=(address) alt="" width="160" height="136" loading="lazy" decoding="async"; } },
    )
}

/// Answers with the board of a problem. Its address holds its mark, so that it may be kept for ever; under an old mark the
/// board is the present one, and is not kept.
pub async fn board(
    UrlPath((id, number, asked)): UrlPath<(String, String, String)>,
    State(app): State<App>,
    Query(query): Query<BoardQuery>,
) -> Result<Response, HttpError> {
    let paint = picture_theme(query.theme.as_deref())?.map_or(Paint::Auto, Paint::Fixed);
    app.rules(move |app| {
        let found = ProblemSet::of(app, &id).and_then(|set| set.find(app, &number)).or_not_found()?;
        let kept = mark(&found).or_internal()? == asked;
        let keep = if kept { assets::FOR_EVER } else { "no-cache" };
        Ok(svg_file(draw(&found, paint).or_internal()?, keep))
    })
    .await
}
