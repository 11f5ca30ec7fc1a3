//! Pictures of positions, as files.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use damier_core::{Fault, Lang};
use damier_export::{pdf as pdf_writer, png as png_writer};
use damier_scene::svg::{Paint, SvgOptions};
use damier_scene::{Mark, Scene, Theme, View, svg as svg_writer};
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

/// For how long a picture may be cached: a day.
const KEPT: &str = "public, max-age=86400";

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
    /// Arrows and circles on the board: `a1~c3` for an arrow, `b2` for a circle, parted by blanks.
    #[serde(default)]
    draw: String,
}

/// Reads the name of a theme, if one is given.
///
/// # Errors
/// Names the themes that there are.
pub fn theme(name: Option<&str>) -> Result<Option<Theme>, HttpError> {
    let themes = [
        ("light", Theme::Light),
        ("dark", Theme::Dark),
        ("print", Theme::Print),
        ("contrast", Theme::Contrast),
        ("safe", Theme::Safe),
    ];
    let Some(name) = name else { return Ok(None) };
    let found = themes.iter().find(|(known, _)| *known == name);
    found.map(|&(_, theme)| Some(theme)).ok_or_else(|| {
        let names = themes.map(|(name, _)| name).join(", ");
        HttpError::bad_request(Fault::new(
            format!("« theme={name} » : pas un thème ; il y a {names}."),
            format!("\"theme={name}\": no theme; there are {names}."),
        ))
    })
}

impl PictureQuery {
    fn theme(&self) -> Result<Option<Theme>, HttpError> {
        theme(self.theme.as_deref())
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
        let mut scene = named_scene(&*line.open(app).or_bad_request()?.session, &view);
        add_drawings(&mut scene, &self.draw);
        Ok(scene)
    }
}

/// The largest number of arrows and circles on a board.
const MOST_DRAWN: usize = 64;

/// Draws a reader's arrows and circles, as the analysis writes them. What names no cell of the board is left out.
pub fn add_drawings(scene: &mut Scene, drawn: &str) {
    for shape in drawn.split_whitespace().take(MOST_DRAWN) {
        let _ = match shape.split_once('~') {
            Some((from, to)) => scene.arrow(from, to),
            None => scene.mark(shape, Mark::Selected),
        };
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
    Ok(svg_file(app.rules(draw).await?, KEPT))
}

/// Answers with an SVG; `keep` says how long it may be cached.
pub fn svg_file(svg: String, keep: &'static str) -> Response {
    ([(header::CONTENT_SECURITY_POLICY, POLICY)], file("image/svg+xml", keep, svg)).into_response()
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
    Ok(file("image/png", KEPT, app.rules(draw).await?))
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
    Ok(file("application/pdf", KEPT, app.rules(draw).await?))
}

/// Answers with a file that may be cached, since its content depends only on its address and the language.
fn file(kind: &'static str, keep: &'static str, body: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, keep),
        (header::VARY, "Accept-Language, Cookie"),
    ];
    (headers, body).into_response()
}
