//! Importing records.

use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use damier_core::{Fault, Text};
use damier_store::{Agent, End, NewGame, PlayedMove, Seated, Store};
use damier_table::{Record, Session};
use maud::{Markup, html};

use super::record;
use crate::app::App;
use crate::play::holder::{Holder, KnownHolder};
use crate::play::stored;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::layout;
use crate::web::line_address::{MOST_MOVES, OpenLine};
use crate::web::reader::Reader;

/// The largest record, in bytes.
pub const LARGEST: usize = 256 * 1024;
/// The largest size of the rest of the form, in bytes.
pub const FORM_OVERHEAD: usize = 8 * 1024;
/// The longest name of a player.
const LONGEST_NAME: usize = 60;

/// The fields of the form.
#[derive(Default)]
struct ImportForm {
    /// The record, pasted or from a file.
    text: String,
    /// Whether the reader wants to analyse it.
    analyse: bool,
}

/// Shows the form.
pub async fn form(reader: Reader) -> Markup {
    draw(&reader, "", None)
}

/// Draws the form, with the record that was sent and what is wrong with it.
fn draw(reader: &Reader, text: &str, wrong: Option<&Fault>) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let title = say("Importer une partie", "Import a game");
    let main = html! {
        h1 { (title) }
        p.lead { (say(
            "Une partie notée par Damier, en JSON ou en texte. Chaque coup est rejoué et vérifié.",
            "A game written down by Damier, as JSON or as text. Every move is played over and checked.",
        )) }
        form.import action="/import" method="post" enctype="multipart/form-data" {
            p { label for="text" { (say("Coller la partie", "Paste the game")) } br;
                @if let Some(wrong) = wrong { span.notice id="wrong" role="alert" { (wrong.say(reader.lang)) } br; }
                textarea id="text" name="text" rows="10" maxlength=(LARGEST) spellcheck="false" autocomplete="off"
                    aria-invalid=[wrong.map(|_| "true")] aria-describedby=[wrong.map(|_| "wrong")]
                    placeholder="game: hex\nvariant: size=5\n\n1.c3 2.b4" { "\n" (text) }
            }
            p { label for="file" { (say("ou choisir un fichier", "or choose a file")) } " "
                input id="file" type="file" name="file" accept=".json,.txt,application/json,text/plain";
            }
            p.note { (say("256 000 caractères au plus.", "At most 256,000 characters.")) }
            p.actions {
                button.main name="to" value="play" { (say("Ouvrir la partie", "Open the game")) }
                button name="to" value="analysis" { (say("L'analyser", "Analyse it")) }
            }
        }
        p.note { (say(
            "Une partie finie s'ouvre pour qu'on la revoie ; une partie en cours se continue ici, toutes les places sont à vous.",
            "A finished game opens to be looked at; one that goes on can be played on here, all seats are yours.",
        )) }
    };
    layout::page(reader, title, "importing", main)
}

/// Checks a record, stores it as a game, and redirects to it. If it is wrong, the form comes back with the record and the reason.
pub async fn import(
    State(app): State<App>,
    reader: Reader,
    holder: Holder,
    multipart: Result<Multipart, MultipartRejection>,
) -> Result<Response, HttpError> {
    let multipart = multipart.map_err(|_| HttpError::bad_request(unreadable_form()))?;
    let ImportForm { text, analyse } = read_form(multipart).await.or_bad_request()?;
    let KnownHolder { id: holder, cookie } = holder.known().or_internal()?;
    let (read, text) = app.rules(move |app| Ok((read_record(app, &text), text))).await?;
    let (mut new, record, end) = match read {
        Ok(read) => read,
        Err(fault) if reader.script => return Err(HttpError::bad_request(fault)),
        Err(fault) => {
            return Ok((StatusCode::BAD_REQUEST, draw(&reader, &text, Some(&fault))).into_response());
        }
    };
    for (seated, name) in new.seats.iter_mut().zip(&record.names) {
        seated.name = name.chars().take(LONGEST_NAME).collect();
    }
    // A game that is over needs no players.
    if end == RecordEnd::Unfinished {
        new.seats.iter_mut().for_each(|seated| seated.holder = Some(holder.clone()));
    }
    let at = new.created;
    let moves: Vec<PlayedMove> =
        record.moves.iter().map(|text| PlayedMove { text: text.clone(), at }).collect();
    let off_board = if let RecordEnd::OffBoard(how) = end { Some(how) } else { None };
    app.store.import(&new, &moves, off_board).await?;
    app.store.shelve(&holder, &new.id, new.created).await?;
    let jar = CookieJar::new().add(cookie);
    let to = Redirect::to(&format!("/play/{}{}", new.id, if analyse { "/analysis" } else { "" }));
    Ok((jar, to).into_response())
}

/// Reads the form; a file takes precedence over the text.
async fn read_form(mut multipart: Multipart) -> Result<ImportForm, Fault> {
    let mut sent = ImportForm::default();
    while let Some(field) = multipart.next_field().await.map_err(|_| unreadable_form())? {
        let name = field.name().unwrap_or_default().to_string();
        let bytes = field.bytes().await.map_err(|_| unreadable_form())?;
        if bytes.len() > LARGEST {
            return Err(too_large());
        }
        let text = String::from_utf8(bytes.to_vec())
            .map_err(|_| Fault::new("Le fichier n'est pas un texte UTF-8.", "The file is not UTF-8 text."))?;
        match name.as_str() {
            "to" => sent.analyse = text == "analysis",
            "text" | "file" if !text.trim().is_empty() => sent.text = text,
            _ => {}
        }
    }
    Ok(sent)
}

fn unreadable_form() -> Fault {
    Fault::new(
        "On ne comprend pas ce formulaire, ou la partie dépasse 256 000 caractères.",
        "This form makes no sense, or the game has more than 256,000 characters.",
    )
}

fn too_large() -> Fault {
    Fault::new("La partie dépasse 256 000 caractères.", "The game has more than 256,000 characters.")
}

/// How a record ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordEnd {
    /// The game goes on.
    Unfinished,
    /// It ended on the board.
    OnBoard,
    /// It ended off the board.
    OffBoard(End),
}

/// Reads and replays a record; returns the new game, the record, and how it ends.
fn read_record(app: &App, text: &str) -> Result<(NewGame, Record, RecordEnd), Fault> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.is_empty() {
        return Err(Fault::new("Il n'y a pas de partie à lire.", "There is no game to read."));
    }
    let mut record = record::read(text)?;
    if record.moves.len() > MOST_MOVES {
        return Err(Fault::new(
            format!("Trop longue : {MOST_MOVES} coups au plus."),
            format!("Too long: at most {MOST_MOVES} moves."),
        ));
    }
    let OpenLine { game, session } = record::replay(app, &mut record)?;
    let end = end(&record, &*session)?;
    let person = Seated { agent: Agent::Human, name: String::new(), holder: None };
    let seats = vec![person; game.seats().len()];
    Ok((stored::new_game(&*game, Some(&record.start), seats, None)?, record, end))
}

/// Returns how a replayed record ends.
fn end(record: &Record, session: &dyn Session) -> Result<RecordEnd, Fault> {
    if session.outcome().is_some() {
        return Ok(RecordEnd::OnBoard);
    }
    let Some(written) = &record.end else { return Ok(RecordEnd::Unfinished) };
    let how = format!("{} {}", written.result, written.reason);
    how.parse().map(RecordEnd::OffBoard).map_err(|_| {
        Fault::new(
            format!("partie : les coups ne donnent pas de fin, mais « {how} » est écrit"),
            format!("record: the moves come to no end, but \"{how}\" is written"),
        )
    })
}

#[cfg(test)]
mod tests {
    use damier_core::Side;
    use damier_store::Sqlite;

    use super::*;

    #[tokio::test]
    async fn records_are_checked_move_by_move() {
        let app = App::new(Sqlite::in_memory().await.unwrap(), damier_games::open);
        let ended = |text: &str| read_record(&app, text).map(|(_, _, end)| end);
        assert_eq!(ended("game: hex\nvariant: size=3\n\n1.b2 2.a1\n"), Ok(RecordEnd::Unfinished));
        assert_eq!(
            ended("\u{feff}{\"game\":\"hex\",\"variant\":\"size=3\",\"start\":\"\",\"moves\":[]}"),
            Ok(RecordEnd::Unfinished)
        );
        let resigned = "game: hex\nvariant: size=3\nresult: second\nreason: resignation\n\n1.b2\n";
        assert_eq!(ended(resigned), Ok(RecordEnd::OffBoard(End::Resignation(Side::Second))));
        let say = |text: &str| ended(text).unwrap_err().to_string();
        assert!(say("game: hex\nvariant: size=3\n\n1.b2 2.b2\n").contains("move 2"));
        assert!(say("game: hex\nresult: first\nreason: chain\n\n1.b2\n").contains("no end"));
        assert!(say("  ").contains("no game"));
        assert!(say("{").contains("JSON"));
        assert!(say("game: nothing\n").contains("nothing"));
        assert!(say(&format!("game: hex\n\n{}", "a1 ".repeat(3000))).contains("Too long"));
    }
}
