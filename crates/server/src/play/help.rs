//! What helps a player besides the board: the rules in a drawer, hints, the lamp, and the words for clicks that begin no move.
//! Where they need scripts they are hidden until these are there.

use damier_core::{Lang, Text};
use damier_table::Entry;
use maud::{Markup, html};

use crate::play::stored::StoredGame;

/// Draws the buttons that ask for help.
pub fn buttons(entry: &Entry, stored: &StoredGame, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let helped = stored.may_be_helped();
    html! {
        div.actions.help {
            a.button.rules href={ "/games/" (entry.id) } aria-controls="rules" { (say("Règles", "Rules")) }
            @if helped && !stored.own_seats().is_empty() {
                button.hint type="button" hidden { (say("Un indice", "A hint")) }
            }
            @if helped && stored.saved.game.seats.len() > 1 {
                button.lamp type="button" hidden aria-pressed="false" aria-describedby="lamp-note" { (say("Lampe", "Lamp")) }
                span.unseen id="lamp-note" { (say(
                    "Dit si la partie est encore gagnée, nulle ou perdue, quand c'est démontré.",
                    "Says whether the game is still won, drawn or lost, where that is proved.",
                )) }
            }
        }
    }
}

/// Draws the place of the lamp.
pub fn lamp(stored: &StoredGame, lang: Lang) -> Markup {
    html! {
        @if stored.may_be_helped() && stored.saved.game.seats.len() > 1 {
            p.lamp hidden role="status" aria-label=(Text::new("Lampe", "Lamp").get(lang)) {}
        }
    }
}

/// Draws the place for the move that decided a game: without scripts, a link to it.
pub fn turning(id: &str, ended: bool, lang: Lang) -> Markup {
    html! {
        div.turning role="status" {
            @if ended {
                a href={ "/play/" (id) "/turning" } { (Text::new("Le coup qui a décidé", "The move that decided").get(lang)) }
            }
        }
    }
}

/// Draws the drawer for the rules, and the place beside the board for words about a click or a hint.
pub fn drawer(entry: &Entry, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    html! {
        div.beside-board role="status" {}
        dialog.drawer id="rules" aria-label={ (say("Règles : ", "Rules: ")) (entry.name.get(lang)) } data-text={ "/games/" (entry.id) "/text" } {
            div.drawer-head {
                a href={ "/games/" (entry.id) } { (say("La page du jeu", "The game's page")) }
                button.close type="button" { (say("Fermer", "Close")) }
            }
            article.prose tabindex="0" {}
        }
    }
}

/// Draws the mark of a move for which a hint was given.
pub fn mark(lang: Lang) -> Markup {
    let words = Text::new("avec un indice", "with a hint").get(lang);
    html! { span.hinted title=(words) { "*" span.unseen { (words) } } }
}
