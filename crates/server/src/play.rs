//! The page of a game that is played.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::get;
use axum::{Json, Router};
use damier_core::{Lang, Text};
use damier_search::Value;
use damier_store::Seated;
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::asked::{Path, Query};
use crate::engines::read_level;
use crate::error::Problem;
use crate::layout::{self, Preview};
use crate::line::Line;
use crate::live::{HUMAN, Live};
use crate::reader::Reader;
use crate::share::address::Site;
use crate::shown::{self, Following, Shown, following};

/// Returns the routes.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/play/{id}", get(page))
        .route("/play/{id}/state", get(state))
        .route("/play/{id}/complete", get(complete))
}

/// Where in the game the reader looks.
#[derive(Debug, Deserialize)]
pub struct Look {
    /// After so many plies; the last by default.
    ply: Option<u32>,
    /// Whether the picture should be higher than wide.
    #[serde(default)]
    tall: bool,
}

/// A game as its page shows it.
#[derive(Debug, Serialize)]
pub struct Table {
    #[serde(flatten)]
    shown: Shown,
    /// The ply that is shown, and how many there are.
    ply: u32,
    plies: u32,
    /// The texts of all moves.
    moves: Vec<String>,
    /// Whether the reader may move now.
    yours: bool,
    /// Whether the computer is to move.
    engine: bool,
    /// Whether the game, not only its shown part, is over.
    ended: bool,
    /// Whether what was taken back may be played again.
    redo: bool,
    /// The milliseconds that each seat has left.
    clocks: Option<Vec<i64>>,
    /// How many wait for an engine.
    queue: usize,
    /// What a solitaire needs at least: the moves made and those still to come.
    least: Option<u32>,
}

/// Shows a game after so many plies.
fn table(app: &App, live: &mut Live, look: &Look, lang: Lang) -> Table {
    let plies = live.plies();
    let ply = look.ply.unwrap_or(plies).min(plies);
    let (ended, engine) = (live.session.outcome().is_some(), live.engine().is_some());
    let yours = ply == plies && !ended && live.holds(live.session.to_move());
    // An end off the board comes off before the last move.
    while live.session.moves().len() as u32 > ply {
        live.session.undo();
    }
    Table {
        shown: shown::shown(&*live.session, shown::Look { lang, tall: look.tall, moves: yours }),
        ply,
        plies,
        moves: live.kept.moves.iter().map(|played| played.text.clone()).collect(),
        yours,
        engine,
        ended,
        redo: !live.kept.undone.is_empty() && !live.own().is_empty(),
        clocks: live.left.clone(),
        queue: app.engines.queue(),
        least: least(live),
    }
}

/// Returns how many moves a solitaire takes at least, those made included; `None` where that is not known, or there are
/// several players.
fn least(live: &Live) -> Option<u32> {
    if live.session.seats().len() > 1 {
        return None;
    }
    let made = live.session.moves().len() as u32;
    if live.session.outcome().is_some() {
        return Some(made);
    }
    match live.session.values()?.first()?.value {
        Value::Win(plies) => Some(made + plies),
        _ => None,
    }
}

/// Shows the page of a game.
pub async fn page(
    Path(id): Path<String>,
    State(app): State<App>,
    Query(look): Query<Look>,
    reader: Reader,
    site: Site,
    headers: HeaderMap,
) -> Result<Markup, Problem> {
    let mut live = Live::find(&app, &id, &reader, &headers).await?;
    let entry =
        damier_games::entry(&live.session.spec().id).map_err(|fault| Problem::ours(&reader, &fault))?;
    let table = table(&app, &mut live, &look, reader.lang);
    let lang = reader.lang;
    let variant = live.game.spec().variant();
    let main = html! {
        div.table data-game=(id) data-spec=(live.kept.game.spec) data-start=(live.kept.game.start) {
            div.board { (PreEscaped(&table.shown.svg)) }
            aside.side {
                section.panel.who {
                    h1 { a href={ "/games/" (entry.id) } { (entry.name.get(lang)) } }
                    @if !variant.is_empty() { p.variant { (variant) } }
                    (seats(&live, &table, &reader))
                    p.state role="status" { (table.shown.state) }
                    div.captions { @for caption in &table.shown.captions { p { (caption) } } }
                    @if let Some(least) = table.least { p.least { (least_words(table.ply, least, lang)) } }
                    p.notice role="alert" {}
                }
                (make_move(&id, &table, &reader))
                (moves(&id, &table, &reader))
                (actions(&id, &live, &table, &reader))
            }
        }
        script src="/assets/play.js" type="module" {}
    };
    let moves = table.moves[..table.ply as usize].join(" ");
    let line = Line { game: live.kept.game.spec.clone(), position: live.kept.game.start.clone(), moves };
    let preview = Preview { about: &table.shown.state, line: &line, site: &site };
    Ok(layout::page_with(&reader, entry.name.get(lang), "play", &preview, main))
}

fn least_words(made: u32, least: u32, lang: Lang) -> String {
    match (lang, made) {
        (Lang::Fr, ..=1) => format!("{made} coup joué ; au mieux {least}."),
        (Lang::Fr, _) => format!("{made} coups joués ; au mieux {least}."),
        (Lang::En, 1) => format!("{made} move made; at best {least}."),
        (Lang::En, _) => format!("{made} moves made; at best {least}."),
    }
}

/// Who sits where, with their clocks.
fn seats(live: &Live, table: &Table, reader: &Reader) -> Markup {
    let lang = reader.lang;
    html! {
        ul.seats {
            @for (place, (info, seated)) in live.session.seats().iter().zip(&live.kept.game.seats).enumerate() {
                li data-seat=(place) aria-current=[(place == table.shown.turn && !table.shown.over).then_some("true")] {
                    span { (info.name.get(lang)) " – " (player(live, seated, lang)) }
                    @if let Some(left) = &table.clocks { time.clock data-left=(left[place]) { (clock(left[place])) } }
                }
            }
        }
    }
}

fn player(live: &Live, seated: &Seated, lang: Lang) -> String {
    let place = live.kept.game.seats.iter().position(|other| other.token == seated.token).unwrap_or(0);
    match read_level(&seated.agent) {
        Ok(level) => format!("{} {level}", Text::new("ordinateur, niveau", "computer, level").get(lang)),
        Err(_) if !seated.name.is_empty() => seated.name.clone(),
        Err(_) if seated.agent == HUMAN && live.holds(damier_core::Seat(place as u8)) => {
            Text::new("vous", "you").get(lang).to_string()
        }
        Err(_) => Text::new("une personne", "a person").get(lang).to_string(),
    }
}

/// Writes milliseconds as minutes and seconds.
fn clock(left: i64) -> String {
    let seconds = left.max(0) / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Without scripts: the moves in a list, or typed. With them, the box completes what is typed.
fn make_move(id: &str, table: &Table, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    html! {
        div.words.actions aria-label=(say("Autres coups", "Other moves")) role="group" {}
        form.move action={ "/play/" (id) "/move" } method="post" hidden[!table.yours] {
            input type="hidden" name="ply" value=(table.plies);
            label { (say("Votre coup", "Your move")) " "
                input type="text" name="text" list="legal" maxlength="400" autocomplete="off" autocapitalize="none" spellcheck="false" required;
            }
            datalist id="legal" { @for text in &table.shown.legal { option value=(text) {} } }
            button { (say("Jouer", "Play")) }
        }
        div.progress hidden {
            p { progress aria-label=(say("Réflexion de l'ordinateur", "The computer's thinking")) {} " " span.count {} }
            form action={ "/play/" (id) "/hurry" } method="post" data-verb="hurry" { button { (say("Qu'il joue tout de suite", "Have it move now")) } }
        }
        @if table.engine {
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

/// The list of moves: each leads to the position after it.
fn moves(id: &str, table: &Table, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let to = |ply: u32| format!("/play/{id}?ply={ply}");
    html! {
        nav.panel.moves aria-label=(say("Coups", "Moves")) {
            h2 { (say("Coups", "Moves")) }
            div.walk {
                a.to-start href=(to(0)) aria-label=(say("Début", "Start")) { (icon("M4 3v14M17 3 7 10l10 7z")) }
                a.to-back href=(to(table.ply.saturating_sub(1))) aria-label=(say("Précédent", "Previous")) { (icon("M14 3 4 10l10 7z")) }
                a.to-next href=(to((table.ply + 1).min(table.plies))) aria-label=(say("Suivant", "Next")) { (icon("M6 3l10 7-10 7z")) }
                a.to-end href=(to(table.plies)) aria-label=(say("Fin", "End")) { (icon("M16 3v14M3 3l10 7-10 7z")) }
            }
            ol.long[table.moves.iter().any(|text| text.len() > 9)] tabindex="0" aria-label=(say("Liste des coups", "List of moves")) {
                @for (place, text) in table.moves.iter().enumerate() {
                    @let ply = place as u32 + 1;
                    li { a href=(to(ply)) aria-current=[(table.ply == ply).then_some("step")] { (text) } }
                }
            }
        }
    }
}

/// What one may do besides moving. What ends the game stands apart, behind a word that opens it.
fn actions(id: &str, live: &Live, table: &Table, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let button = |verb: &str, words: &str, shown: bool| {
        html! { form action={ "/play/" (id) "/" (verb) } method="post" data-verb=(verb) hidden[!shown] { button { (words) } } }
    };
    let again = |step: i32, words: &str| {
        html! { form action={ "/play/" (id) "/again" } method="post" data-verb="again" {
            input type="hidden" name="step" value=(step); button { (words) }
        } }
    };
    let seats = &live.kept.game.seats;
    let computer = seats.iter().any(|seated| seated.agent != HUMAN);
    let watched = seats.iter().all(|seated| seated.agent != HUMAN);
    let own = !live.own().is_empty();
    html! {
        div.panel.deeds {
            div.actions.after hidden[!table.ended] {
                (again(0, if seats.len() > 1 { say("Revanche, places échangées", "Again, sides exchanged") } else { say("Encore une fois", "Once more") }))
                @if computer {
                    (again(1, say("… un niveau au-dessus", "… one level up")))
                    (again(-1, say("… un niveau au-dessous", "… one level down")))
                }
            }
            div.actions {
                @if own {
                    (button("undo", say("Reprendre", "Take back"), table.plies > 0 && live.kept.game.clock.is_none()))
                    (button("redo", say("Rejouer", "Redo"), table.redo))
                }
                @if watched { button.pause type="button" hidden aria-pressed="false" { (say("Pause", "Pause")) } }
                a.button.analyse href={ "/play/" (id) "/analysis" } { (say("Analyser", "Analyse")) }
                a.button.share href={ "/play/" (id) "/share" } { (say("Partager", "Share")) }
                button.zoom type="button" hidden aria-pressed="false" { (say("Agrandir", "Zoom")) }
                button.sound type="button" hidden aria-pressed="false" { (say("Sons", "Sounds")) }
            }
            @if own && seats.len() > 1 {
                details.grave hidden[table.ended] {
                    summary { (say("Finir la partie", "End the game")) }
                    div.actions {
                        (button("resign", say("Abandonner", "Resign"), true))
                        (button("draw", if computer { say("Proposer le nul", "Offer a draw") } else { say("Nul d'un commun accord", "Agree on a draw") }, true))
                    }
                }
            }
        }
    }
}

/// Answers with what the page needs, as JSON.
pub async fn state(
    Path(id): Path<String>,
    State(app): State<App>,
    Query(look): Query<Look>,
    reader: Reader,
    headers: HeaderMap,
) -> Result<Json<Table>, Problem> {
    let mut live = Live::find(&app, &id, &reader, &headers).await?;
    Ok(Json(table(&app, &mut live, &look, reader.lang)))
}

/// What is typed or clicked so far.
#[derive(Debug, Deserialize)]
pub struct Typed {
    /// The beginning of a move.
    #[serde(default)]
    typed: String,
}

/// Says what may follow the beginning of a move.
pub async fn complete(
    Path(id): Path<String>,
    State(app): State<App>,
    Query(Typed { typed }): Query<Typed>,
    reader: Reader,
    headers: HeaderMap,
) -> Result<Json<Following>, Problem> {
    let live = Live::find(&app, &id, &reader, &headers).await?;
    Ok(Json(following(&*live.session, &typed, reader.lang)))
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
