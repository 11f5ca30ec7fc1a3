//! The invitation to a game that waits for somebody: a link to send, and the seat to take for whoever follows it.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use damier_core::{Fault, Seat, Text};
use damier_store::Store;
use damier_table::words;
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::App;
use crate::play::actions::{self, ActionRequest, check_seated};
use crate::play::agents;
use crate::play::holder::{Holder, KnownHolder};
use crate::play::stored::StoredGame;
use crate::rooms::share;
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Form, UrlPath};
use crate::web::reader::Reader;
use crate::web::site::Site;

/// The level that is offered for a seat that stays free.
const USUAL_LEVEL: usize = 3;
/// The longest name of a player.
pub const LONGEST_NAME: usize = 40;

/// Returns a name as it is kept: without control characters and blanks around it, not too long.
pub fn clean_name(name: &str) -> String {
    name.trim().chars().filter(|sign| !sign.is_control()).take(LONGEST_NAME).collect()
}

/// Draws the invitation of a game that waits: the link for whoever has a seat, the free seats for others.
pub fn draw(stored: &StoredGame, reader: &Reader, site: &Site) -> Markup {
    let free = stored.free_seats();
    match (free.is_empty(), stored.own_seats().is_empty()) {
        (true, _) => html! {},
        (false, true) => seats_to_take(stored, &free, reader),
        (false, false) => link_to_send(stored, reader, site),
    }
}

fn link_to_send(stored: &StoredGame, reader: &Reader, site: &Site) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let address = site.link(&format!("/play/{}", stored.saved.game.id));
    html! {
        h2 { (say("Invitez quelqu'un", "Invite somebody")) }
        @if stored.saved.game.listed {
            p { (say(
                "La partie est annoncée au salon. Vous pouvez aussi envoyer cette adresse : la partie commence dès que la place est prise.",
                "The game is announced in the lobby. You can send this address as well: the game begins as soon as the seat is taken.",
            )) }
        } @else {
            p { (say(
                "Envoyez cette adresse : la partie commence dès que la place est prise.",
                "Send this address: the game begins as soon as the seat is taken.",
            )) }
        }
        (share::field("invitation-link", say("Adresse de la partie", "Address of the game"), &address, reader))
        p.copied role="status" {}
        @if !site.is_this_machine() { (share::code(&address, site, reader)) } @else {
            p.local role="note" { strong { (say("Cette adresse ne s'ouvre que sur cet ordinateur.", "Only this computer can open this address.")) } " "
                (say("Pour jouer avec un autre, lancez ", "To play with another one, start ")) code { "damier serve --addr 0.0.0.0:8080" } "." }
        }
        (meanwhile(stored, reader))
    }
}

/// Draws what else can be done while nobody comes: let the computer sit down, or call the game off.
fn meanwhile(stored: &StoredGame, reader: &Reader) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(reader.lang);
    let id = &stored.saved.game.id;
    html! {
        div.actions.meanwhile {
            form action={ "/play/" (id) "/computer" } method="post" data-leads {
                label { (say("Personne ? Que l'ordinateur s'assoie, niveau", "Nobody? Let the computer sit down, level")) " "
                    select name="level" { @for level in 1..=8 { option value=(level) selected[level == USUAL_LEVEL] { (level) } } }
                }
                " " button { (say("D'accord", "All right")) }
            }
            form action={ "/play/" (id) "/cancel" } method="post" data-leads { button { (say("Annuler l'invitation", "Call it off")) } }
        }
    }
}

fn seats_to_take(stored: &StoredGame, free: &[Seat], reader: &Reader) -> Markup {
    let lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let game = &stored.saved.game;
    let hosts: Vec<String> = (0..game.seats.len() as u8)
        .map(Seat)
        .filter(|seat| game.seats[seat.index()].holder.is_some())
        .map(|seat| game.seats[seat.index()].name.clone())
        .filter(|name| !name.is_empty())
        .collect();
    let host = hosts.first().map_or(say("On", "Somebody"), String::as_str);
    let what = damier_games::entry(&stored.game.spec().id)
        .map_or_else(|_| game.spec.clone(), |entry| words::spec(entry, stored.game.spec(), lang));
    let names = |seat: &Seat| stored.session.seats()[seat.index()].name.get(lang);
    html! {
        h2 { (host) " " (say("vous invite", "invites you")) }
        p { (what) @if let Some(clock) = game.clock { ", " (clock.whole / 60) " min" @if clock.bonus > 0 { " + " (clock.bonus) " s" } } "." }
        form.seat action={ "/play/" (game.id) "/seat" } method="post" data-leads {
            @if let [only] = free {
                input type="hidden" name="seat" value=(only.0);
                p { (say("Vous joueriez ", "You would play ")) strong { (names(only)) } "." }
            } @else {
                p { label { (say("Place", "Seat")) " " select name="seat" {
                    @for seat in free { option value=(seat.0) { (names(seat)) } }
                } } }
            }
            p { label { (say("Votre nom, si vous voulez", "Your name, if you like")) " " input type="text" name="name" maxlength=(LONGEST_NAME) autocomplete="nickname"; } }
            p.actions { button.main { (say("Prendre la place", "Take the seat")) } }
        }
    }
}

/// Which seat is taken, and under which name.
#[derive(Debug, Deserialize)]
pub struct SeatForm {
    seat: u8,
    #[serde(default)]
    name: String,
}

/// Seats the reader on a free seat.
pub async fn take(
    UrlPath(id): UrlPath<String>,
    State(app): State<App>,
    holder: Holder,
    Form(SeatForm { seat, name }): Form<SeatForm>,
) -> Result<Response, HttpError> {
    let KnownHolder { id: known, cookie } = holder.known().or_internal()?;
    let lock = app.locks.lock(&id).await;
    let stored = StoredGame::find(&app, &id, Some(known.clone())).await?;
    let to = (CookieJar::new().add(cookie), Redirect::to(&format!("/play/{id}"))).into_response();
    // Whoever has a seat already has pressed the button twice.
    if !stored.own_seats().is_empty() {
        return Ok(to);
    }
    let is_free = stored.free_seats().contains(&Seat(seat));
    if !is_free || !app.store.take_seat(&id, seat, &known, &clean_name(&name), app.store.now()).await? {
        return Err(HttpError::bad_request(Fault::new(
            "Cette place est déjà prise. Vous pouvez regarder la partie.",
            "This seat is taken already. You can watch the game.",
        )));
    }
    drop(lock);
    tracing::info!(game = id, seat, "a seat was taken");
    Ok(to)
}

/// At which level the computer sits down.
#[derive(Debug, Deserialize)]
pub struct ComputerForm {
    level: usize,
}

/// Lets the computer take the free seats of a game.
pub async fn seat_computer(
    request: ActionRequest,
    Form(ComputerForm { level }): Form<ComputerForm>,
) -> Result<Redirect, HttpError> {
    let (stored, _lock) = request.lock().await?;
    check_seated(&stored)?;
    let agent = agents::read_agent(&agents::engine(level).to_string()).or_bad_request()?;
    for seat in stored.free_seats() {
        request.app.store.seat_engine(&request.id, seat.0, &agent).await?;
    }
    Ok(Redirect::to(&format!("/play/{}", request.id)))
}

/// Calls off a game that nobody has joined.
pub async fn cancel(request: ActionRequest) -> Result<Redirect, HttpError> {
    let (stored, _lock) = request.lock().await?;
    check_seated(&stored)?;
    if !request.app.store.cancel(&request.id).await? {
        return Err(actions::refused("Quelqu'un a pris la place.", "Somebody has taken the seat."));
    }
    Ok(Redirect::to("/mine"))
}
