//! Sheets of boards, of problems, and about lines of play.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use damier_core::{Fault, Lang};
use damier_paper::{Boards, Line, PaperError, Press, SHEETS};
use serde::Deserialize;

use super::{document, game_of, not_found, press};
use crate::app::App;
use crate::play::stored::StoredGame;
use crate::rooms::begin::{self, FormFields};
use crate::rooms::share::record_of;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Query, UrlPath, number_within, switch};
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;
use crate::web::site::Site;

/// Answers with a sheet of empty boards. The fields are those of the form of rules, `boards` and `coords`.
pub async fn boards(
    UrlPath(file): UrlPath<String>,
    State(app): State<App>,
    Query(fields): Query<FormFields>,
    reader: Reader,
    site: Site,
) -> Result<Response, HttpError> {
    let entry = game_of(&file)?;
    let bytes = app.rules(move |app| {
        let asked = begin::find(&fields, "boards").unwrap_or("1");
        let count = SHEETS.into_iter().find(|count| count.to_string() == asked).ok_or_else(|| {
            HttpError::bad_request(Fault::new(
                format!("« boards={asked} » : attendu 1, 2, 4 ou 6."),
                format!("\"boards={asked}\": expected 1, 2, 4 or 6."),
            ))
        })?;
        let spec = begin::spec(entry.id, &fields).or_bad_request()?;
        let game = app.games.open(&spec).or_bad_request()?;
        let coords = switch(begin::find(&fields, "coords"), true);
        press(&site, reader.lang).boards(entry, &*game, Boards { count, coords }).or_internal()
    });
    Ok(document(entry.id, bytes.await?))
}

/// Which problems are wanted.
#[derive(Debug, Deserialize)]
pub struct BookletQuery {
    /// The grade, 1 to 5; all by default.
    #[serde(default)]
    grade: String,
}

/// Answers with a booklet of problems.
pub async fn problems(
    UrlPath(file): UrlPath<String>,
    State(app): State<App>,
    reader: Reader,
    site: Site,
    Query(query): Query<BookletQuery>,
) -> Result<Response, HttpError> {
    let entry = game_of(&file)?;
    let grade = match query.grade.as_str() {
        "" => None,
        text => Some(number_within("grade", text, 1, 5).or_bad_request()? as u8),
    };
    // The solutions are proved again, which is work for the threads of engines.
    let press = press(&site, reader.lang);
    let bytes = app.engines.run(move || press.problems(entry, grade)).await?.map_err(not_found)?;
    let name = grade.map_or_else(|| entry.id.to_string(), |grade| format!("{}-{grade}", entry.id));
    Ok(document(&name, bytes))
}

/// Answers with the sheet of a position.
pub async fn position(
    State(app): State<App>,
    reader: Reader,
    site: Site,
    Query(line): Query<LineAddress>,
) -> Result<Response, HttpError> {
    of_line(&app, line, site, reader.lang, |press, open| {
        let path = Some(format!("/analysis?{}", open.last_address()?.query()));
        press.position(&Line { game: &*open.game, session: open.session, path })
    })
    .await
}

/// Answers with the record of a line.
pub async fn record(
    State(app): State<App>,
    reader: Reader,
    site: Site,
    Query(line): Query<LineAddress>,
) -> Result<Response, HttpError> {
    of_line(&app, line, site, reader.lang, |press, open| {
        let record = open.session.record();
        let path = Some(format!("/analysis?{}", open.address().query()));
        press.record(Line { game: &*open.game, session: open.session, path }, &record)
    })
    .await
}

/// Answers with the record of a stored game.
pub async fn record_of_game(
    State(app): State<App>,
    stored: StoredGame,
    reader: Reader,
    site: Site,
) -> Result<Response, HttpError> {
    let draw = move |_: &App| {
        let record = record_of(&stored);
        let path = Some(format!("/play/{}", stored.saved.game.id));
        let line = Line { game: &*stored.game, session: stored.session, path };
        let bytes = press(&site, reader.lang).record(line, &record).or_internal()?;
        Ok(document(&record.game, bytes))
    };
    let mut answer = app.rules(draw).await?;
    // The game may go on, so the sheet must not be cached.
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(answer)
}

/// Answers with the sheet that `make` makes of a line of play.
async fn of_line(
    app: &App,
    line: LineAddress,
    site: Site,
    lang: Lang,
    make: fn(&Press, OpenLine) -> Result<Vec<u8>, PaperError>,
) -> Result<Response, HttpError> {
    app.rules(move |app| {
        let open = line.open(app).or_bad_request()?;
        let id = open.session.spec().id.clone();
        match make(&press(&site, lang), open) {
            Ok(bytes) => Ok(document(&id, bytes)),
            Err(PaperError::Input(fault)) => Err(HttpError::bad_request(fault)),
            Err(PaperError::Pdf(error)) => Err(HttpError::internal(error)),
        }
    })
    .await
}
