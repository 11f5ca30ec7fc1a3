//! Sheets of empty boards, for playing with a pencil.

use axum::extract::State;
use axum::response::Response;
use damier_core::{Fault, Lang, Rng, Text};
use damier_export::pdf::{self, Block, Booklet, Figure};
use damier_scene::View;
use damier_table::{AnyGame, Entry, words};

use super::{best_fit, document, game_of};
use crate::app::App;
use crate::rooms::begin::{self, FormFields};
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Query, UrlPath, switch};
use crate::web::reader::Reader;

/// The possible numbers of boards on a sheet, with the numbers of columns and rows.
pub const SHEETS: [(&str, usize, usize); 4] = [("1", 1, 1), ("2", 1, 2), ("4", 2, 2), ("6", 2, 3)];

/// Answers with a sheet of empty boards. The fields are those of the form of rules, `boards` and `coords`.
pub async fn sheet(
    UrlPath(file): UrlPath<String>,
    State(app): State<App>,
    Query(fields): Query<FormFields>,
    reader: Reader,
) -> Result<Response, HttpError> {
    let entry = game_of(&file)?;
    let bytes = app.rules(move |app| draw(app, entry, &fields, reader.lang)).await?;
    Ok(document(entry.id, bytes))
}

fn draw(app: &App, entry: &Entry, fields: &FormFields, lang: Lang) -> Result<Vec<u8>, HttpError> {
    let boards = begin::find(fields, "boards").unwrap_or("1");
    let (_, across, down) = SHEETS.into_iter().find(|(count, ..)| *count == boards).ok_or_else(|| {
        HttpError::bad_request(Fault::new(
            format!("« boards={boards} » : attendu 1, 2, 4 ou 6."),
            format!("\"boards={boards}\": expected 1, 2, 4 or 6."),
        ))
    })?;
    let spec = begin::spec(entry.id, fields).or_bad_request()?;
    let game = app.games.open(&spec).or_bad_request()?;
    let coords = switch(begin::find(fields, "coords"), true);
    let view = View { pieces: false, coords, ..View::new(lang) };
    let session = game.open(&mut Rng::new(0));
    let title = words::spec(entry, &spec, lang);
    let line = pencil_line(&*game, lang);
    if across * down == 1 {
        // A single board may be in landscape format.
        let mut scene = session.scene(&view);
        scene.title = title;
        scene.captions.push(line);
        return pdf::write(&[scene], "Damier").or_internal();
    }
    let shape = if across == down { 0.7 } else { 1.2 };
    let figure = Figure { scene: best_fit(&*session, &view, shape), above: String::new(), under: line };
    let figures = Block::Figures { across, down, figures: vec![figure; across * down] };
    let booklet = Booklet {
        title: title.clone(),
        lang,
        blocks: vec![Block::Title(title), figures],
        stamp: None,
        footer: "Damier".to_string(),
    };
    booklet.write().or_internal()
}

/// Returns the line on which names and date are to be written.
fn pencil_line(game: &dyn AnyGame, lang: Lang) -> String {
    let date = Text::new("Date", "Date");
    let names = game.seats().iter().map(|seat| seat.name).chain([date]);
    let colon = Text::new("\u{a0}:", ":").get(lang);
    names
        .map(|name| format!("{}{colon}\u{a0}....................", name.get(lang)))
        .collect::<Vec<_>>()
        .join(" ")
}
