//! Records that come from elsewhere.

use axum::extract::{Multipart, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use damier_core::{Fault, Text};
use damier_store::Store;
use damier_table::{Record, Session, Spec};
use maud::{Markup, html};

use crate::app::{App, now};
use crate::error::Problem;
use crate::layout;
use crate::line::MOST_MOVES;
use crate::live::{self, HUMAN};
use crate::reader::Reader;

/// The largest record, in bytes.
pub const LARGEST: usize = 256 * 1024;
/// What the form may add around it.
pub const AROUND: usize = 8 * 1024;
/// The longest name of a player.
const LONGEST_NAME: usize = 60;

/// What the form sends.
#[derive(Default)]
struct Sent {
    /// The record, typed or from a file.
    text: String,
    /// Whether the reader wants to analyse it.
    analyse: bool,
}

/// Shows the form.
pub async fn form(reader: Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let title = say("Importer une partie", "Import a record");
    let main = html! {
        h1 { (title) }
        p.lead { (say(
            "Une partie notée par Damier, en JSON ou en texte. Chaque coup est rejoué et vérifié.",
            "A game written down by Damier, as JSON or as text. Every move is played over and checked.",
        )) }
        form.import action="/import" method="post" enctype="multipart/form-data" {
            p { label for="text" { (say("Coller la partie", "Paste the record")) } br;
                textarea id="text" name="text" rows="10" maxlength=(LARGEST) spellcheck="false" autocomplete="off"
                    placeholder="game: hex\nvariant: size=5\n\n1.c3 2.b4" {}
            }
            p { label for="file" { (say("ou choisir un fichier", "or choose a file")) } " "
                input id="file" type="file" name="file" accept=".json,.txt,application/json,text/plain";
            }
            p.note { (say("256 Kio au plus.", "At most 256 KiB.")) }
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
    layout::page(&reader, title, "importing", main)
}

/// Checks a record, keeps it as a game, and leads to it.
pub async fn import(
    State(app): State<App>,
    reader: Reader,
    multipart: Result<Multipart, axum::extract::multipart::MultipartRejection>,
) -> Result<Response, Problem> {
    let bad = |fault: Fault| Problem::bad(&reader, &fault);
    let multipart = multipart.map_err(|error| bad(unread(&error)))?;
    let sent = receive(multipart).await.map_err(bad)?;
    let (mut new, record, end) = read(&app, &sent.text).map_err(bad)?;
    let over = end.is_some();
    for (seated, name) in new.seats.iter_mut().zip(&record.names) {
        seated.name = name.chars().take(LONGEST_NAME).collect();
    }
    let ours = |trouble| Problem::ours(&reader, &trouble);
    app.store.begin(&new).await.map_err(ours)?;
    for (text, ply) in record.moves.iter().zip(0..) {
        app.store.append(&new.id, ply, text, now()).await.map_err(ours)?;
    }
    if let Some(Some(how)) = end {
        app.store.end(&new.id, &how).await.map_err(ours)?;
    }
    let to = format!("/play/{}{}", new.id, if sent.analyse { "/analysis" } else { "" });
    let led = Redirect::to(&to);
    // Nobody sits at a game that is over.
    Ok(if over {
        led.into_response()
    } else {
        ([(header::SET_COOKIE, live::seats_cookie(&new))], led).into_response()
    })
}

/// Reads what the form sends: a file goes before the text.
async fn receive(mut multipart: Multipart) -> Result<Sent, Fault> {
    let mut sent = Sent::default();
    while let Some(field) = multipart.next_field().await.map_err(|error| unread(&error))? {
        let name = field.name().unwrap_or_default().to_string();
        let bytes = field.bytes().await.map_err(|error| unread(&error))?;
        if bytes.len() > LARGEST {
            return Err(too_large());
        }
        let text = String::from_utf8(bytes.to_vec()).map_err(|_| {
            Fault::new("Le fichier n'est pas un texte UTF-8.", "The file is no text in UTF-8.")
        })?;
        match name.as_str() {
            "to" => sent.analyse = text == "analysis",
            "text" | "file" if !text.trim().is_empty() => sent.text = text,
            _ => {}
        }
    }
    Ok(sent)
}

fn unread(error: &dyn std::fmt::Display) -> Fault {
    Fault::new(
        format!("Formulaire illisible, ou plus de 256 Kio : {error}."),
        format!("The form cannot be read, or has more than 256 KiB: {error}."),
    )
}

fn too_large() -> Fault {
    Fault::new("La partie dépasse 256 Kio.", "The record has more than 256 KiB.")
}

/// How a game ended: `None` where it goes on, else how it ended off the board, if it did.
type End = Option<Option<String>>;

/// Reads a record and plays it over; returns the game as it begins, the record, and its end.
fn read(app: &App, text: &str) -> Result<(damier_store::NewGame, Record, End), Fault> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.is_empty() {
        return Err(Fault::new("Il n'y a pas de partie à lire.", "There is no record to read."));
    }
    let mut record = if text.starts_with('{') { Record::from_json(text) } else { Record::from_text(text) }?;
    if record.moves.len() > MOST_MOVES {
        return Err(Fault::new(
            format!("Trop longue : {MOST_MOVES} coups au plus."),
            format!("Too long: at most {MOST_MOVES} moves."),
        ));
    }
    let game = app.games.open(&Spec::with_variant(&record.game, &record.variant)?)?;
    if record.start.is_empty() {
        record.start = game.open(&mut damier_core::Rng::new(0)).start();
    }
    let session = record.replay(&*game)?;
    let end = end(&record, &*session)?;
    let agents = vec![HUMAN.to_string(); game.seats().len()];
    Ok((live::begin(&*game, Some(&record.start), &agents, None)?, record, end))
}

/// Returns how a record that was played over ends.
fn end(record: &Record, session: &dyn Session) -> Result<End, Fault> {
    if session.outcome().is_some() {
        return Ok(Some(None));
    }
    let Some(written) = &record.end else { return Ok(None) };
    let how = format!("{} {}", written.result, written.reason);
    if live::read_end(&how).is_none() {
        return Err(Fault::new(
            format!("partie : les coups ne donnent pas de fin, mais « {how} » est écrit"),
            format!("record: the moves come to no end, but \"{how}\" is written"),
        ));
    }
    Ok(Some(Some(how)))
}

#[cfg(test)]
mod tests {
    use damier_store::Sqlite;

    use super::*;

    #[tokio::test]
    async fn records_are_checked_move_by_move() {
        let app = App::new(Sqlite::in_memory().await.unwrap(), damier_games::open);
        let ended = |text: &str| read(&app, text).map(|(_, _, end)| end);
        assert_eq!(ended("game: hex\nvariant: size=3\n\n1.b2 2.a1\n"), Ok(None));
        assert_eq!(
            ended("\u{feff}{\"game\":\"hex\",\"variant\":\"size=3\",\"start\":\"\",\"moves\":[]}"),
            Ok(None)
        );
        let resigned = "game: hex\nvariant: size=3\nresult: second\nreason: resignation\n\n1.b2\n";
        assert_eq!(ended(resigned), Ok(Some(Some("second resignation".to_string()))));
        let say = |text: &str| ended(text).unwrap_err().to_string();
        assert!(say("game: hex\nvariant: size=3\n\n1.b2 2.b2\n").contains("move 2"));
        assert!(say("game: hex\nresult: first\nreason: chain\n\n1.b2\n").contains("no end"));
        assert!(say("  ").contains("no record"));
        assert!(say("{").contains("JSON"));
        assert!(say("game: nothing\n").contains("nothing"));
        assert!(say(&format!("game: hex\n\n{}", "a1 ".repeat(3000))).contains("Too long"));
    }
}
