//! Pictures of positions, as files.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use damier_core::{Fault, Lang};
use damier_export::{pdf as pdf_writer, png as png_writer};
use damier_scene::svg::{Paint, SvgOptions};
use damier_scene::{Scene, Theme, View, svg as svg_writer};
use serde::Deserialize;

use crate::app::App;
use crate::play::view::named_scene;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Query, number_within, switch};
use crate::web::line_address::LineAddress;
use crate::web::reader::Reader;

/// The default length of the longer side of a PNG in pixels, and its limits.
const PIXELS: u32 = 1200;
const FEWEST: u32 = 16;
const MOST: u32 = 2400;

/// The content security policy of a picture: it contains its own styles and loads nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *";

/// Options of a picture.
#[derive(Debug, Deserialize)]
pub struct PictureQuery {
    /// The name of a theme. Without one, an SVG follows the reader's system, and a PNG is light.
    theme: Option<String>,
    /// Whether it should be taller than wide.
    tall: Option<String>,
    /// Whether coordinates are drawn.
    coords: Option<String>,
    /// The length of the longer side of a PNG, in pixels.
    pixels: Option<String>,
}

impl PictureQuery {
    fn theme(&self) -> Result<Option<Theme>, HttpError> {
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
            HttpError::bad_request(Fault::new(
                format!("« theme={name} » : pas un thème ; il y a {names}."),
                format!("\"theme={name}\": no theme; there are {names}."),
            ))
        })
    }

    fn pixels(&self) -> Result<u32, HttpError> {
        self.pixels
            .as_deref()
            .map_or(Ok(PIXELS), |text| number_within("pixels", text, FEWEST, MOST))
            .or_bad_request()
    }

    /// Draws the last position of a line.
    fn scene(&self, app: &App, line: &LineAddress, lang: Lang) -> Result<Scene, HttpError> {
        let view = View {
            tall: switch(self.tall.as_deref(), false),
            coords: switch(self.coords.as_deref(), true),
            ..View::new(lang)
        };
        Ok(named_scene(&*line.open(app).or_bad_request()?.session, &view))
    }
}

/// Answers with an SVG.
pub async fn svg(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<LineAddress>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, HttpError> {
    let paint = query.theme()?.map_or(Paint::Auto, Paint::Fixed);
    let draw = move |app: &App| {
        let scene = query.scene(app, &line, reader.lang)?;
        Ok(svg_writer::write(&scene, &SvgOptions::new(paint)))
    };
    let body = app.rules(draw).await?;
    Ok(([(header::CONTENT_SECURITY_POLICY, POLICY)], file("image/svg+xml", body)).into_response())
}

/// Answers with a PNG.
pub async fn png(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<LineAddress>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, HttpError> {
    let (theme, pixels) = (query.theme()?.unwrap_or(Theme::Light), query.pixels()?);
    let draw = move |app: &App| {
        png_writer::write(&query.scene(app, &line, reader.lang)?, theme, pixels).or_internal()
    };
    Ok(file("image/png", app.rules(draw).await?))
}

/// Answers with a PDF.
pub async fn pdf(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<LineAddress>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, HttpError> {
    let draw =
        move |app: &App| pdf_writer::write(&[query.scene(app, &line, reader.lang)?], "Damier").or_internal();
    Ok(file("application/pdf", app.rules(draw).await?))
}

/// Answers with a file that may be cached, since its content depends only on its address and the language.
fn file(kind: &'static str, body: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=86400"),
        (header::VARY, "Accept-Language, Cookie"),
    ];
    (headers, body).into_response()
}
