//! The panel beside the board of a game in play. Pages contain all of it; after each action a script gets those parts of it
//! that may have changed, as HTML.

use damier_core::{Lang, Seat, Text};
use damier_search::Value;
use damier_store::{Agent, Seated};
use damier_table::{Entry, Session, words};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use crate::play::agents;
use crate::play::page::GameView;
use crate::play::stored::StoredGame;
use crate::web::reader::Reader;

/// The parts of the panel that change with the game. Each field is the HTML inside the element whose `data-part` is its
/// name.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Parts {
    /// The seats with their players and clocks.
    pub seats: String,
    /// Whose turn it is, or how the game ended.
    pub status: String,
    /// More lines about the position.
    pub captions: String,
    /// The fewest moves of a solitaire.
    pub least: String,
    /// The legal moves, as suggestions for the text box.
    pub legal: String,
    /// The links that step through the moves, and the list of moves.
    pub moves: String,
    /// The buttons for another game, once this one is over.
    pub rematch: String,
    /// The buttons that take a move back or replay it.
    pub back: String,
    /// The buttons that end the game, until it is over.
    pub end: String,
}

impl Parts {
    /// Draws the parts of a game's panel.
    pub fn of(stored: &StoredGame, game: &GameView, reader: &Reader) -> Parts {
        let (id, lang) = (&stored.saved.game.id, reader.lang);
        Parts {
            seats: seats(stored, game, lang).0,
            status: html! { (status(stored, game, lang)) }.0,
            captions: html! { @for caption in &game.view.captions { p { (caption) } } }.0,
            least: html! { @if let Some(least) = least(&*stored.session) { (least_words(game.ply, least, lang)) } }.0,
            legal: html! { @for text in &game.view.legal { option value=(text) {} } }.0,
            moves: moves(id, game, lang).0,
            rematch: html! { @if game.ended { (rematch(stored, lang)) } }.0,
            back: html! { @if !stored.own_seats().is_empty() { (back(stored, game, lang)) } }.0,
            end: html! { @if !game.ended { (end(stored, lang)) } }.0,
        }
    }
}

/// Draws the whole panel.
pub fn side(entry: &Entry, stored: &StoredGame, game: &GameView, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let parts = Parts::of(stored, game, reader);
    let seats = &stored.saved.game.seats;
    let variant = words::variant(entry, stored.game.spec(), reader.lang);
    html! {
        aside.side {
            section.panel.who {
                h1 { a href={ "/games/" (entry.id) } { (entry.name.get(reader.lang)) } }
                @if !variant.is_empty() { p.variant { (variant) } }
                ul.seats data-part="seats" { (PreEscaped(&parts.seats)) }
                p.state role="status" data-part="status" { (PreEscaped(&parts.status)) }
                div.captions data-part="captions" { (PreEscaped(&parts.captions)) }
                @if seats.len() == 1 { p.least data-part="least" { (PreEscaped(&parts.least)) } }
                p.notice role="alert" {}
            }
            (make_move(stored, game, &parts, reader))
            nav.panel.moves aria-label=(say("Coups", "Moves")) {
                h2 { (say("Coups", "Moves")) }
                div.part data-part="moves" { (PreEscaped(&parts.moves)) }
            }
            div.panel.commands {
                div.actions.after data-part="rematch" { (PreEscaped(&parts.rematch)) }
                (actions(stored, &parts, reader))
                div.part data-part="end" { (PreEscaped(&parts.end)) }
            }
        }
    }
}

/// Draws the seats with their players and clocks.
fn seats(stored: &StoredGame, game: &GameView, lang: Lang) -> Markup {
    let turn = |place: usize| place == game.view.turn && !game.view.over;
    html! {
        @for (place, (info, seated)) in stored.session.seats().iter().zip(&stored.saved.game.seats).enumerate() {
            li data-seat=(place) aria-current=[turn(place).then_some("true")] {
                span { (info.name.get(lang)) " – " (player(stored, Seat(place as u8), seated, lang)) }
                @if let Some(left) = &game.clocks { time.clock data-left=(left[place]) { (clock(left[place])) } }
            }
        }
    }
}

fn player(stored: &StoredGame, seat: Seat, seated: &Seated, lang: Lang) -> String {
    match agents::level(&seated.agent) {
        Some(level) => agents::engine_name(level, lang),
        // The name of an engine comes with an imported record.
        None if !seated.name.is_empty() => {
            words::agent(&seated.name, lang).unwrap_or_else(|| seated.name.clone())
        }
        None if stored.holds(seat) => Text::new("vous", "you").get(lang).to_string(),
        None => Text::new("une personne", "a person").get(lang).to_string(),
    }
}

/// Formats milliseconds as minutes and seconds.
fn clock(left: i64) -> String {
    let seconds = left.max(0) / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Says which position is shown, whose turn it is, and whether it is the reader's.
fn status(stored: &StoredGame, game: &GameView, lang: Lang) -> String {
    let state = &game.view.state;
    if game.ply < game.plies {
        return format!("{} {} / {}. {state}", Text::new("Coup", "Move").get(lang), game.ply, game.plies);
    }
    // In a solitaire it is always the reader's turn.
    if game.yours && stored.saved.game.seats.len() > 1 {
        return format!("{state} – {}", Text::new("à vous", "your turn").get(lang));
    }
    state.clone()
}

/// Says that the computer is thinking, or how many requests are waiting for a thread.
pub fn thinking(game: &GameView, queue: usize, lang: Lang) -> String {
    let doing = match (lang, queue) {
        (Lang::Fr, 0) => "l'ordinateur réfléchit".to_string(),
        (Lang::En, 0) => "the computer is thinking".to_string(),
        (Lang::Fr, queue) => format!("en attente : {queue}"),
        (Lang::En, queue) => format!("waiting: {queue}"),
    };
    html! { (game.view.state) " – " (doing) }.0
}

/// Returns how many moves a solitaire takes at least, including those made; `None` if that is not known, or there are several
/// players.
fn least(session: &dyn Session) -> Option<u32> {
    if session.seats().len() > 1 {
        return None;
    }
    let made = session.moves().len() as u32;
    if session.outcome().is_some() {
        return Some(made);
    }
    match session.values()?.first()?.value {
        Value::Win(plies) => Some(made + plies),
        _ => None,
    }
}

fn least_words(made: usize, least: u32, lang: Lang) -> String {
    match (lang, made) {
        (Lang::Fr, ..=1) => format!("{made} coup joué ; au mieux {least}."),
        (Lang::Fr, _) => format!("{made} coups joués ; au mieux {least}."),
        (Lang::En, 1) => format!("{made} move made; at best {least}."),
        (Lang::En, _) => format!("{made} moves made; at best {least}."),
    }
}

/// Draws the form in which a move is typed, with the legal moves as suggestions, and the progress of the computer.
fn make_move(stored: &StoredGame, game: &GameView, parts: &Parts, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let id = &stored.saved.game.id;
    html! {
        div.words.actions aria-label=(say("Autres coups", "Other moves")) role="group" {}
        form.move action={ "/play/" (id) "/move" } method="post" hidden[!game.yours] {
            input type="hidden" name="ply" value=(game.plies);
            label { (say("Votre coup", "Your move")) " "
                input type="text" name="text" list="legal" maxlength="400" autocomplete="off" autocapitalize="none" spellcheck="false" required;
            }
            datalist id="legal" data-part="legal" { (PreEscaped(&parts.legal)) }
            button { (say("Jouer", "Play")) }
        }
        div.progress hidden {
            p { progress aria-label=(say("Réflexion de l'ordinateur", "The computer's thinking")) {} " " span.count {} }
            (button(id, "hurry", say("Qu'il joue tout de suite", "Have it move now")))
        }
        @if game.engine {
            form.engine action={ "/play/" (id) "/engine" } method="post" {
                button { (say("L'ordinateur joue", "Let the computer move")) }
            }
        }
    }
}

/// Draws an icon from a path on a field of 20 by 20.
fn icon(path: &str) -> Markup {
    html! { svg.icon viewBox="0 0 20 20" aria-hidden="true" { path d=(path); } }
}

/// Draws the links that step through the moves, and the list of moves, each a link to the position after it.
fn moves(id: &str, game: &GameView, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let to = |ply: usize| format!("/play/{id}?ply={ply}");
    html! {
        div.walk {
            a.to-start href=(to(0)) aria-label=(say("Début", "Start")) { (icon("M4 3v14M17 3 7 10l10 7z")) }
            a.to-back href=(to(game.ply.saturating_sub(1))) aria-label=(say("Précédent", "Previous")) { (icon("M14 3 4 10l10 7z")) }
            a.to-next href=(to((game.ply + 1).min(game.plies))) aria-label=(say("Suivant", "Next")) { (icon("M6 3l10 7-10 7z")) }
            a.to-end href=(to(game.plies)) aria-label=(say("Fin", "End")) { (icon("M16 3v14M3 3l10 7-10 7z")) }
        }
        ol.long[game.moves.iter().any(|text| text.len() > 9)] tabindex="0" aria-label=(say("Liste des coups", "List of moves")) {
            @for (ply, text) in (1..).zip(&game.moves) {
                li { a href=(to(ply)) aria-current=[(game.ply == ply).then_some("step")] { (text) } }
            }
        }
    }
}

/// Draws a button that sends an action.
fn button(id: &str, verb: &str, words: &str) -> Markup {
    html! { form action={ "/play/" (id) "/" (verb) } method="post" data-verb=(verb) { button { (words) } } }
}

/// Draws the actions other than moving.
fn actions(stored: &StoredGame, parts: &Parts, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let new = &stored.saved.game;
    let watched = new.seats.iter().all(|seated| seated.agent != Agent::Human);
    html! {
        div.actions {
            div.part data-part="back" { (PreEscaped(&parts.back)) }
            @if watched { button.pause type="button" hidden aria-pressed="false" { (say("Pause", "Pause")) } }
            a.button.analyse href={ "/play/" (new.id) "/analysis" } { (say("Analyser", "Analyse")) }
            a.button.share href={ "/play/" (new.id) "/share" } { (say("Partager", "Share")) }
            button.zoom type="button" hidden aria-pressed="false" { (say("Agrandir", "Zoom")) }
            button.sound type="button" hidden aria-pressed="false" { (say("Sons", "Sounds")) }
        }
    }
}

/// Draws the buttons that take a move back, which is not allowed with a clock, and replay it.
fn back(stored: &StoredGame, game: &GameView, lang: Lang) -> Markup {
    let new = &stored.saved.game;
    html! {
        @if game.plies > 0 && new.clock.is_none() { (button(&new.id, "undo", Text::new("Reprendre", "Take back").get(lang))) }
        @if !stored.saved.undone.is_empty() { (button(&new.id, "redo", Text::new("Rejouer", "Redo").get(lang))) }
    }
}

fn rematch(stored: &StoredGame, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let (id, seats) = (&stored.saved.game.id, &stored.saved.game.seats);
    let again = |step: i32, words: &str| {
        html! { form action={ "/play/" (id) "/again" } method="post" data-verb="again" {
            input type="hidden" name="step" value=(step); button { (words) }
        } }
    };
    let same = if seats.len() > 1 {
        say("Revanche, places échangées", "Again, sides exchanged")
    } else {
        say("Encore une fois", "Once more")
    };
    html! {
        (again(0, same))
        @if stored.has_engine() {
            (again(1, say("… un niveau au-dessus", "… one level up")))
            (again(-1, say("… un niveau au-dessous", "… one level down")))
        }
    }
}

/// Draws the buttons that end the game, inside an element that has to be opened first.
fn end(stored: &StoredGame, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let (id, several) = (&stored.saved.game.id, stored.saved.game.seats.len() > 1);
    let draw = if stored.has_engine() {
        say("Proposer le nul", "Offer a draw")
    } else {
        say("Nul d'un commun accord", "Agree on a draw")
    };
    html! {
        @if several && !stored.own_seats().is_empty() {
            details.grave {
                summary { (say("Finir la partie", "End the game")) }
                div.actions {
                    (button(id, "resign", say("Abandonner", "Resign")))
                    (button(id, "draw", draw))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::clock;

    #[test]
    fn clocks_read_as_minutes_and_seconds() {
        assert_eq!(clock(0), "0:00");
        assert_eq!(clock(61_999), "1:01");
        assert_eq!(clock(-5), "0:00");
        assert_eq!(clock(600_000), "10:00");
    }
}
