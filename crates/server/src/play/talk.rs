//! What players who sit apart say to each other: set phrases, which each reads in his own language, and words of their own.

use axum::Router;
use axum::response::Response;
use axum::routing::post;
use damier_core::{Lang, Seat, Text};
use damier_store::{Message, Store};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use crate::app::App;
use crate::play::actions::{ActionRequest, check_seated, refused};
use crate::play::seats;
use crate::play::stored::StoredGame;
use crate::web::error::HttpError;
use crate::web::extract::Form;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/play/{id}/say", post(say))
}

/// The longest message, in characters.
const LONGEST: usize = 200;
/// The largest number of messages in a game.
const MOST: usize = 200;
/// So many messages of a player within [`SPAN`] milliseconds are all that he may send.
const BURST: usize = 5;
const SPAN: i64 = 10_000;

/// The phrases that one can say by one press, with their keys.
const PHRASES: [(&str, Text); 6] = [
    ("hello", Text::new("Bonjour !", "Hello!")),
    ("luck", Text::new("Bonne partie !", "Have a good game!")),
    ("nice", Text::new("Joli coup !", "Nice move!")),
    ("oops", Text::new("Aïe.", "Ouch.")),
    ("thanks", Text::new("Merci pour la partie !", "Thanks for the game!")),
    ("wait", Text::new("Un instant, s'il vous plaît.", "One moment, please.")),
];

/// What is said: a phrase by its key, or words.
#[derive(Debug, Deserialize)]
pub struct TalkForm {
    #[serde(default)]
    phrase: String,
    #[serde(default)]
    text: String,
}

/// Says something to the other players.
pub async fn say(
    request: ActionRequest,
    Form(TalkForm { phrase, text }): Form<TalkForm>,
) -> Result<Response, HttpError> {
    let (stored, _lock) = request.lock().await?;
    check_seated(&stored)?;
    let own: String = text.trim().chars().filter(|sign| !sign.is_control()).take(LONGEST).collect();
    let text = if phrase.is_empty() {
        // A colon at the beginning is the sign of a phrase.
        own.trim_start_matches(':').trim_start().to_string()
    } else if PHRASES.iter().any(|(key, _)| *key == phrase) {
        format!(":{phrase}")
    } else {
        return Err(refused("Cette phrase n'existe pas.", "There is no such phrase."));
    };
    if text.is_empty() {
        return Err(refused("Il n'y a rien à dire.", "There is nothing to say."));
    }
    let (seat, at) = (stored.own_seats()[0].0, request.app.store.now());
    let said = &stored.saved.messages;
    let lately = said.iter().filter(|message| message.seat == seat && message.at > at - SPAN).count();
    if said.len() >= MOST || lately >= BURST {
        return Err(refused("C'est beaucoup parler : attendez un peu.", "That is much talk: wait a little."));
    }
    request.app.store.say(&request.id, &Message { seat, text, at }).await?;
    request.answer().await
}

/// Returns a message in a language.
fn words(text: &str, lang: Lang) -> &str {
    let phrase =
        |key: &str| PHRASES.iter().find(|(known, _)| *known == key).map(|(_, words)| words.get(lang));
    text.strip_prefix(':').and_then(phrase).unwrap_or(text)
}

/// Says whether the reader hears what is said: he plays, and so do others at other screens.
pub fn is_heard(stored: &StoredGame) -> bool {
    stored.others_play() && !stored.own_seats().is_empty()
}

/// Draws what was said in a game.
pub fn messages(stored: &StoredGame, lang: Lang) -> Markup {
    let said = &stored.saved.messages;
    html! {
        @if said.is_empty() { li.note { (Text::new("Personne n'a rien dit.", "Nobody has said anything.").get(lang)) } }
        @for Message { seat, text, .. } in said {
            li.own[stored.holds(Seat(*seat))] { b { (seats::name(stored, Seat(*seat), lang)) } " " span { (words(text, lang)) } }
        }
    }
}

/// Draws the drawer in which players talk; nothing where nobody sits apart, or for whoever looks on.
pub fn drawer(stored: &StoredGame, messages: &str, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let id = &stored.saved.game.id;
    if !is_heard(stored) {
        return html! {};
    }
    html! {
        section.talk id="talk" popover="auto" aria-label=(say("Discussion", "Talk")) {
            h2 { (say("Discussion", "Talk")) }
            ol.said data-part="talk" aria-live="polite" tabindex="0" aria-label=(say("Ce qui s'est dit", "What was said")) { (PreEscaped(messages)) }
            form.phrases.actions action={ "/play/" (id) "/say" } method="post" data-verb="say" {
                @for (key, phrase) in PHRASES { button name="phrase" value=(key) { (phrase.get(lang)) } }
            }
            form.own-words action={ "/play/" (id) "/say" } method="post" data-verb="say" {
                input type="text" name="text" maxlength=(LONGEST) autocomplete="off" aria-label=(say("Vos mots", "Your words"));
                button { (say("Dire", "Say")) }
            }
            p.with-scripts { label { input.mute type="checkbox"; " " (say("ne pas montrer ce que disent les autres", "do not show what others say")) } }
        }
    }
}
