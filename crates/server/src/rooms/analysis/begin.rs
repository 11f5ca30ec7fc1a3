//! Beginning an analysis: with another game, with what is pasted, with a stored game.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use damier_core::{Fault, Lang, Text};
use damier_table::{Entry, Spec};
use maud::{Markup, html};
use serde::Deserialize;

use super::{page, paste};
use crate::app::App;
use crate::play::stored::StoredGame;
use crate::rooms::begin::rule_fields;
use crate::web::error::HttpError;
use crate::web::extract::{Form, Query};
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;
use crate::web::site::{Site, query};

/// The game on the board of a reader who has analysed none yet: small enough for a first game, and known to many.
pub const FIRST: &str = "hex:size=11";

/// Returns the address of an analysis.
pub fn address(game: &str, position: &str, moves: &str, ply: Option<usize>) -> String {
    let ply = ply.map(|ply| ply.to_string()).unwrap_or_default();
    let query = query(&[("game", game), ("position", position), ("moves", moves), ("ply", &ply)]);
    format!("/analysis?{query}")
}

/// Draws the choice of another game, or of other rules of this one.
pub fn choice(entry: &Entry, spec: &Spec, reader: &Reader) -> Markup {
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    html! {
        details.choose-game {
            summary { (say("Changer de jeu", "Another game")) }
            div.offer {
                @if !entry.variants.is_empty() || !entry.params.is_empty() {
                    form.rules action="/analysis" method="get" {
                        input type="hidden" name="game" value=(entry.id);
                        (rule_fields(entry, spec, reader))
                        p.actions { button { (say("Jouer avec ces règles", "Use these rules")) } }
                    }
                }
                ul.games { @for other in damier_games::ALL {
                    li { a href=(address(other.id, "", "", None)) aria-current=[(other.id == entry.id).then_some("true")] { (other.name.get(lang)) } }
                } }
            }
        }
    }
}

/// Draws the box for whatever a reader has at hand; with what he pasted and what is wrong with it, if something is.
pub fn paste_box(spec: &str, pasted: Option<(&str, &Fault)>, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    html! {
        form.paste action="/analysis" method="post" {
            input type="hidden" name="game" value=(spec);
            label for="record" { (say("Une partie, une position, des coups ou une adresse", "A record, a position, moves or an address")) }
            textarea id="record" name="record" rows="6" required spellcheck="false" autocapitalize="none"
                aria-describedby="record-note" aria-invalid=[pasted.map(|_| "true")] { (pasted.map_or("", |(text, _)| text)) }
            @if let Some((_, fault)) = pasted { p.notice role="alert" { (fault.say(lang)) } }
            p.note id="record-note" { (say(
                "Damier reconnaît tout seul ce que c'est. Des coups seuls se lisent dans le jeu qui est sur le plateau.",
                "Damier sees by itself what it is. Moves alone are read in the game on the board.",
            )) }
            p.actions { button.main { (say("Analyser", "Analyse")) } }
        }
    }
}

/// What a reader pasted, and the game that was on the board.
#[derive(Debug, Deserialize)]
pub struct PasteForm {
    record: String,
    #[serde(default)]
    game: String,
}

/// Redirects to the analysis of what was pasted. If it cannot be read, the page comes again, with the text and what is wrong.
pub async fn pasted(
    State(app): State<App>,
    reader: Reader,
    site: Site,
    Form(PasteForm { record, game }): Form<PasteForm>,
) -> Result<Response, HttpError> {
    let found = app.rules(move |app| {
        let spec = if game.is_empty() { FIRST } else { &game };
        Ok(match paste::read(app, &record, spec) {
            Ok(found) => Ok(found),
            Err(fault) => Err((spec.to_string(), record, fault)),
        })
    });
    match found.await? {
        Ok(found) => Ok(Redirect::to(&found).into_response()),
        Err((spec, record, fault)) => {
            let page = page::with_paste(&app, &reader, &site, &spec, (record, fault)).await?;
            Ok((StatusCode::BAD_REQUEST, page).into_response())
        }
    }
}

/// Whether the review is to begin at once.
#[derive(Debug, Deserialize)]
pub struct ReviewQuery {
    review: Option<String>,
}

/// Redirects to the analysis of a stored game.
pub async fn stored(
    State(app): State<App>,
    Query(ReviewQuery { review }): Query<ReviewQuery>,
    stored: StoredGame,
) -> Result<Redirect, HttpError> {
    app.rules(move |_| {
        let open = OpenLine { game: stored.game, session: stored.session };
        let LineAddress { game, position, moves } = open.address();
        let review = if review.is_some() { "&review=yes" } else { "" };
        Ok(Redirect::to(&format!("{}{review}", address(&game, &position, &moves, None))))
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
