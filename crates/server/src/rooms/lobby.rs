//! The lobby: games that wait for a player, and games that are being played, to watch.

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use damier_core::{Fault, Lang, Text};
use damier_store::{Agent, SavedGame, Store};
use maud::{Markup, html};

use crate::app::App;
use crate::play::holder::Holder;
use crate::play::stored::StoredGame;
use crate::rooms::shelf::Item;
use crate::web::error::{HttpError, OrInternal};
use crate::web::layout;
use crate::web::reader::Reader;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/lobby", get(page))
}

/// The largest number of games in a list.
const MOST: u32 = 24;
/// How long after its last move a game counts as being played, in milliseconds.
const LIVELY: i64 = 10 * 60 * 1000;

/// Shows the games that wait for a player, and those that are being played.
pub async fn page(State(app): State<App>, holder: Holder, reader: Reader) -> Result<Markup, HttpError> {
    let time = app.store.now();
    let waiting = app.store.lobby(MOST).await?;
    let lively = app.store.lively(time - LIVELY, MOST).await?;
    let id = holder.id();
    app.rules(move |app| {
        let items = |games: Vec<SavedGame>, wanted: &dyn Fn(&StoredGame) -> bool| {
            let open = |saved| StoredGame::replay(app, saved, id.clone(), time);
            let games = games.into_iter().map(open).filter(|game| game.as_ref().map_or(true, wanted));
            games.map(|game| Item::of(game?, &reader)).collect::<Result<Vec<Item>, Fault>>().or_internal()
        };
        let waiting = items(waiting, &StoredGame::is_waiting)?;
        // Games with a person in them: what the computer plays against itself is no sight, and games by oneself are nobody else's.
        let lively = items(lively, &|stored: &StoredGame| {
            let people = stored.saved.game.seats.iter().filter(|seated| seated.agent == Agent::Human);
            people.count() > 1 && stored.session.outcome().is_none() && has_several_players(stored)
        })?;
        Ok(draw(&waiting, &lively, &reader))
    })
    .await
}

/// Says whether people who sit apart play each other.
fn has_several_players(stored: &StoredGame) -> bool {
    let mut holders = stored.saved.game.seats.iter().filter_map(|seated| seated.holder.as_ref());
    holders.next().is_some_and(|first| holders.any(|other| other != first))
}

fn draw(waiting: &[Item], lively: &[Item], reader: &Reader) -> Markup {
    let lang: Lang = reader.lang;
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let title = say("Le salon", "The lobby");
    let main = html! {
        h1 { (title) }
        p.lead { (say(
            "Ici attendent ceux qui cherchent quelqu'un. Prenez une place, ou annoncez votre partie : choisissez un jeu, puis « Au salon ».",
            "Here wait those who are looking for somebody. Take a seat, or announce your game: choose a game, then “In the lobby”.",
        )) }
        p.actions {
            a.button.main href="/" { (say("Choisir un jeu", "Choose a game")) }
            a.button href="/lobby" { (say("Regarder de nouveau", "Look again")) }
        }
        h2 { (say("On cherche un joueur", "A player is wanted")) }
        (list(waiting, say("Personne n'attend en ce moment.", "Nobody is waiting at the moment.")))
        h2 { (say("On joue en ce moment", "Being played now")) }
        (list(lively, say("Personne ne joue en ce moment.", "Nobody is playing at the moment.")))
    };
    layout::page(reader, title, "lobby", main)
}

fn list(items: &[Item], nothing: &str) -> Markup {
    html! {
        @if items.is_empty() { p.note { (nothing) } }
        @else { ul.shelf { @for item in items { li { (item.draw()) } } } }
    }
}
