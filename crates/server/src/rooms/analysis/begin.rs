//! Beginning an analysis: from a form, from a pasted record, from a stored game.

use axum::extract::State;
use axum::response::Redirect;
use damier_core::{Fault, Text};
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::App;
use crate::play::stored::StoredGame;
use crate::rooms::share::{read_record, replay_record};
use crate::web::error::{HttpError, OrStatus};
use crate::web::extract::Form;
use crate::web::layout;
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;
use crate::web::site::query;

/// The largest record, in bytes.
const LONGEST_RECORD: usize = 256 << 10;

/// Returns the address of an analysis.
pub fn address(game: &str, position: &str, moves: &str, ply: Option<usize>) -> String {
    let ply = ply.map(|ply| ply.to_string()).unwrap_or_default();
    let query = query(&[("game", game), ("position", position), ("moves", moves), ("ply", &ply)]);
    format!("/analysis?{query}")
}

/// Draws the form that chooses a position.
pub fn form(reader: &Reader) -> Markup {
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let title = say("Analyse", "Analysis");
    let field = |name: &str, label: &str, note: &str| {
        html! {
            label for=(name) { (label) }
            div {
                input type="text" id=(name) name=(name) maxlength="20000" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby={ (name) "-note" };
                p.note id={ (name) "-note" } { (note) }
            }
        }
    };
    let main = html! {
        h1 { (title) }
        p.lead { (say(
            "Posez une position : l'ordinateur dit ce qu'il en pense, et ce qui en est démontré.",
            "Set up a position: the computer says what it thinks of it, and what is proved about it.",
        )) }
        div.sources {
            form.panel action="/analysis" method="get" {
                h2 { (say("Un jeu, une position", "A game, a position")) }
                div.fields {
                    label for="game" { (say("Jeu", "Game")) }
                    div { select id="game" name="game" {
                        @for entry in damier_games::ALL { option value=(entry.id) { (entry.name.get(lang)) } }
                    } }
                    (field("variant", say("Variante", "Variant"), say("Vide : les règles usuelles. Sinon, par exemple size=7.", "Empty: the usual rules. Or, for example, size=7.")))
                    (field("position", "Position", say("Son texte. Vide : le début ; on peut aussi la poser ensuite sur le plateau.", "Its text. Empty: the start; it can also be set up on the board afterwards.")))
                    (field("moves", say("Coups", "Moves"), say("Séparés par des blancs.", "Parted by blanks.")))
                }
                p.actions { button.main { (say("Analyser", "Analyse")) } }
            }
            form.panel action="/analysis" method="post" {
                h2 { (say("Une partie notée", "A recorded game")) }
                label for="record" { (say("La partie, en JSON ou en texte", "The record, as JSON or text")) }
                textarea id="record" name="record" rows="10" required spellcheck="false" aria-describedby="record-note" {}
                p.note id="record-note" { (say("Comme la page « Partager » les donne : des en-têtes « game: hex », une ligne vide, les coups.", "As the page “Share” gives them: headers such as \"game: hex\", an empty line, the moves.")) }
                p.actions { button.main { (say("Analyser la partie", "Analyse the game")) } }
            }
        }
    };
    layout::page(reader, title, "analysis-begin", main)
}

/// A record that is pasted.
#[derive(Debug, Deserialize)]
pub struct RecordForm {
    record: String,
}

/// Redirects to the analysis of a record.
pub async fn record(
    State(app): State<App>,
    Form(RecordForm { record }): Form<RecordForm>,
) -> Result<Redirect, HttpError> {
    if record.len() > LONGEST_RECORD {
        let fault = Fault::new("Cette partie est trop longue.", "This record is too long.");
        return Err(HttpError::bad_request(fault));
    }
    app.rules(move |app| replay(app, record.trim()).or_bad_request()).await
}

fn replay(app: &App, record: &str) -> Result<Redirect, Fault> {
    let OpenLine { game, session } = replay_record(app, &mut read_record(record)?)?;
    Ok(Redirect::to(&address(&game.spec().to_string(), &session.start(), &session.moves().join(" "), None)))
}

/// Redirects to the analysis of a stored game.
pub async fn stored(State(app): State<App>, stored: StoredGame) -> Result<Redirect, HttpError> {
    app.rules(move |_| {
        let open = OpenLine { game: stored.game, session: stored.session };
        let LineAddress { game, position, moves } = open.address();
        Ok(Redirect::to(&address(&game, &position, &moves, None)))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn addresses_leave_out_what_is_empty() {
        assert_eq!(address("hex", "", "", None), "/analysis?game=hex");
        assert_eq!(address("nim", "1n+2b 1", "", None), "/analysis?game=nim&position=1n%2B2b+1");
        assert_eq!(address("hex", "", "c3 b4", Some(1)), "/analysis?game=hex&moves=c3+b4&ply=1");
    }
}
