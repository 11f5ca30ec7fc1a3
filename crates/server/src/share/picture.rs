//! Pictures of positions, as files.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use damier_core::Fault;
use damier_scene::svg::{Options, Paint};
use damier_scene::{Scene, Theme, View, pdf as pdf_writer, png as png_writer, svg as svg_writer};
use serde::Deserialize;

use crate::app::App;
use crate::asked::{Query, switch, within};
use crate::engines::Refusal;
use crate::error::Problem;
use crate::line::Line;
use crate::reader::Reader;

/// The longer side of a PNG in pixels, and its limits.
const PIXELS: u32 = 1200;
const FEWEST: u32 = 16;
const MOST: u32 = 2400;

/// What a picture that stands alone may do: it brings its own colours and loads nothing.
const ALONE: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *";

/// How a picture is to look.
#[derive(Debug, Deserialize)]
pub struct Wanted {
    /// The name of a theme; an SVG without one follows its reader, a PNG is light.
    theme: Option<String>,
    /// Whether it should be higher than wide.
    tall: Option<String>,
    /// Whether coordinates are drawn.
    coords: Option<String>,
    /// The longer side of a PNG.
    pixels: Option<String>,
}

impl Wanted {
    fn theme(&self) -> Result<Option<Theme>, Fault> {
        let themes = [
            ("light", Theme::Light),
            ("dark", Theme::Dark),
            ("print", Theme::Print),
            ("contrast", Theme::Contrast),
            ("safe", Theme::Safe),
        ];
        let Some(name) = &self.theme else { return Ok(None) };
        let found = themes.iter().find(|(known, _)| known == name);
        found.map(|&(_, theme)| Some(theme)).ok_or_else(|| {
            let names = themes.map(|(name, _)| name).join(", ");
            Fault::new(
                format!("« theme={name} » : pas un thème ; il y a {names}."),
                format!("\"theme={name}\": no theme; there are {names}."),
            )
        })
    }

    fn pixels(&self) -> Result<u32, Fault> {
        self.pixels.as_deref().map_or(Ok(PIXELS), |text| within("pixels", text, FEWEST, MOST))
    }

    /// Draws the last position of a line.
    fn scene(&self, app: &App, line: &Line, reader: &Reader) -> Result<Scene, Fault> {
        let view = View {
            tall: switch(self.tall.as_deref(), false),
            coords: switch(self.coords.as_deref(), true),
            ..View::new(reader.lang)
        };
        Ok(line.open(app)?.session.scene(&view))
    }
}

/// Answers with an SVG.
pub async fn svg(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<Line>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    let bad = |fault: Fault| Problem::bad(&reader, &fault);
    let paint = wanted.theme().map_err(bad)?.map_or(Paint::Auto, Paint::Fixed);
    let scene = wanted.scene(&app, &line, &reader).map_err(bad)?;
    let body = svg_writer::write(&scene, &Options::new(paint));
    Ok(([(header::CONTENT_SECURITY_POLICY, ALONE)], file("image/svg+xml", body)).into_response())
}

/// Answers with a PNG.
pub async fn png(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<Line>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    let bad = |fault: Fault| Problem::bad(&reader, &fault);
    let theme = wanted.theme().map_err(bad)?.unwrap_or(Theme::Light);
    let pixels = wanted.pixels().map_err(bad)?;
    let scene = wanted.scene(&app, &line, &reader).map_err(bad)?;
    let drawn = drawn(&app, &reader, move || png_writer::write(&scene, theme, pixels)).await?;
    Ok(file("image/png", drawn))
}

/// Answers with a PDF.
pub async fn pdf(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<Line>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    let scene = wanted.scene(&app, &line, &reader).map_err(|fault| Problem::bad(&reader, &fault))?;
    let drawn = drawn(&app, &reader, move || pdf_writer::write(&[scene], "Damier")).await?;
    Ok(file("application/pdf", drawn))
}

/// Draws on a thread of its own: a few at a time.
pub async fn drawn<E: std::fmt::Display + Send + 'static>(
    app: &App,
    reader: &Reader,
    draw: impl FnOnce() -> Result<Vec<u8>, E> + Send + 'static,
) -> Result<Vec<u8>, Problem> {
    match app.hands.work(draw).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) => Err(Problem::ours(reader, &error)),
        Err(Refusal::Busy) => Err(Problem::busy(reader)),
        Err(Refusal::Failed) => Err(Problem::ours(reader, &"the picture was not drawn")),
    }
}

/// A file that stays as it is: what it shows is all in its address, but for the language.
fn file(kind: &'static str, body: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=86400"),
        (header::VARY, "Accept-Language, Cookie"),
    ];
    (headers, body).into_response()
}
