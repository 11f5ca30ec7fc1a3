//! News of games: whoever has a game open in which others play is told when it has changed, and asks for nothing meanwhile.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use damier_core::{Fault, Seat};
use damier_store::{Agent, Store};
use serde::Serialize;
use tokio::sync::watch::{self, Receiver, Sender};

use crate::app::App;
use crate::play::stored::StoredGame;
use crate::web::error::HttpError;
use crate::web::events::{Disconnected, EventSender, Events};
use crate::web::reader::Reader;

/// The largest number of readers that listen at a time: to one game, and in all.
const MOST_LISTENERS: (usize, usize) = (100, 2_000);

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/play/{id}/news", get(listen))
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameNews {
    /// The number of plies played.
    plies: usize,
    /// Whether the game is over.
    ended: bool,
    /// What stands for all else that its players see of it: who sits there, who is present, what is offered, what followed.
    pub changes: u32,
}

impl GameNews {
    /// Describes how far a game is.
    pub fn of(stored: &StoredGame) -> GameNews {
        let seats = &stored.saved.game.seats;
        let mut hasher = DefaultHasher::new();
        for (place, seated) in (0..).zip(seats) {
            (&seated.holder, &seated.name, stored.present_by_itself(Seat(place))).hash(&mut hasher);
        }
        for offer in &stored.saved.offers {
            (offer.kind.to_string(), offer.seat, offer.ply).hash(&mut hasher);
        }
        let people = seats.iter().filter(|seated| seated.agent == Agent::Human).count();
        (people, stored.saved.messages.len()).hash(&mut hasher);
        (&stored.saved.next, stored.saved.series.len()).hash(&mut hasher);
        let (plies, ended) = (stored.saved.moves.len(), stored.session.outcome().is_some());
        GameNews { plies, ended, changes: hasher.finish() as u32 }
    }
}

/// A game to which somebody listens.
struct Listened {
    sender: Sender<GameNews>,
    /// Who listens: each stream by a number of its own, with the name under which the store knows its reader.
    readers: Vec<(u64, Option<String>)>,
}

/// The games to which somebody listens, by their ids.
#[derive(Clone, Default)]
pub struct News {
    games: Arc<Mutex<HashMap<String, Listened>>>,
    /// The number of the next stream.
    next: Arc<AtomicU64>,
}

/// A stream of news of a game. Its reader is there as long as it exists.
struct Listener {
    receiver: Receiver<GameNews>,
    news: News,
    id: String,
    number: u64,
    /// For the first one of a game: what [`follow`] needs.
    first: Option<Sender<GameNews>>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut games = self.news.games();
        let Some(game) = games.get_mut(&self.id) else { return };
        game.readers.retain(|(number, _)| *number != self.number);
        if game.readers.is_empty() {
            games.remove(&self.id);
        }
    }
}

impl News {
    fn games(&self) -> MutexGuard<'_, HashMap<String, Listened>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns who has a game open, by the names under which the store knows them.
    pub fn present(&self, id: &str) -> Vec<String> {
        let games = self.games();
        let readers = games.get(id).map_or(&[][..], |game| &game.readers);
        readers.iter().filter_map(|(_, holder)| holder.clone()).collect()
    }

    /// Lets a reader listen to a game that is so far now; `None` if too many listen already.
    fn subscribe(&self, id: &str, holder: Option<String>, now: GameNews) -> Option<Listener> {
        let mut games = self.games();
        let all: usize = games.values().map(|game| game.readers.len()).sum();
        let here = games.get(id).map_or(0, |game| game.readers.len());
        if here >= MOST_LISTENERS.0 || all >= MOST_LISTENERS.1 {
            return None;
        }
        let is_first = !games.contains_key(id);
        let new = || Listened { sender: watch::channel(now).0, readers: Vec::new() };
        let game = games.entry(id.to_string()).or_insert_with(new);
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        game.readers.push((number, holder));
        let receiver = game.sender.subscribe();
        let first = is_first.then(|| game.sender.clone());
        Some(Listener { receiver, news: self.clone(), id: id.to_string(), number, first })
    }

    /// Tells those who listen to a game how far it is, if that is news. Nothing is read if there is nobody.
    async fn tell(&self, app: &App, id: &str) {
        if !self.games().contains_key(id) {
            return;
        }
        match StoredGame::find(app, id, None).await {
            Ok(stored) => {
                if let Some(game) = self.games().get(id) {
                    let now = GameNews::of(&stored);
                    game.sender.send_if_modified(|told| std::mem::replace(told, now) != now);
                }
            }
            Err(error) => tracing::warn!(game = id, %error, "no news could be told"),
        }
    }
}

/// Follows a game in the store and tells those who listen to it of every change, whichever node made it, until nobody listens.
async fn follow(app: App, id: String, sender: Sender<GameNews>) {
    let mut changes = app.store.watch(&id);
    loop {
        // At first too: something may have happened since the reader looked.
        app.news.tell(&app, &id).await;
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            () = sender.closed() => return,
        }
    }
}

/// How long a player whose stream broke off may take to come back before the others hear that he is away.
const GRACE: Duration = Duration::from_secs(5);

/// Streams how far a game is: an event `game` now, and one after each change.
async fn listen(State(app): State<App>, stored: StoredGame, reader: Reader) -> Result<Events, HttpError> {
    let now = GameNews::of(&stored);
    let id = stored.saved.game.id.clone();
    let plays = !stored.own_seats().is_empty();
    let Some(mut listener) = app.news.subscribe(&id, stored.holder.clone(), now) else {
        return Err(HttpError::busy(Fault::new(
            "Trop de monde regarde cette partie.",
            "Too many people are watching this game.",
        )));
    };
    if let Some(sender) = listener.first.take() {
        tokio::spawn(follow(app.clone(), id.clone(), sender));
    }
    let (sender, events) = EventSender::open(reader.lang);
    // If the reader has left, that is no error.
    tokio::spawn(async move {
        if plays {
            app.news.tell(&app, &id).await;
        }
        let _: Result<(), Disconnected> = send_news(&mut listener.receiver, now, &sender).await;
        if plays {
            tokio::time::sleep(GRACE).await;
        }
        drop(listener);
        if plays {
            app.news.tell(&app, &id).await;
        }
    });
    Ok(events)
}

async fn send_news(
    news: &mut Receiver<GameNews>,
    now: GameNews,
    sender: &EventSender,
) -> Result<(), Disconnected> {
    sender.send("game", &now).await?;
    loop {
        tokio::select! {
            changed = news.changed() => if changed.is_err() { return Ok(()) },
            () = sender.disconnected() => return Err(Disconnected),
        }
        let now = *news.borrow_and_update();
        sender.send("game", &now).await?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_may_listen_and_who_leaves_makes_room() {
        let news = News::default();
        let now = GameNews { plies: 0, ended: false, changes: 0 };
        let mut all: Vec<_> =
            (0..MOST_LISTENERS.0).map(|_| news.subscribe("one", None, now).unwrap()).collect();
        assert!(news.subscribe("one", None, now).is_none(), "the game is full");
        assert!(news.subscribe("two", None, now).is_some(), "others are not");
        all.pop();
        all.push(news.subscribe("one", None, now).unwrap());
        for game in 1..MOST_LISTENERS.1 / MOST_LISTENERS.0 {
            let more =
                (0..MOST_LISTENERS.0).map(|_| news.subscribe(&format!("more{game}"), None, now).unwrap());
            all.extend(more);
        }
        assert!(news.subscribe("two", None, now).is_none(), "the house is full");
        drop(all);
        let ada = news.subscribe("two", Some("ada".to_string()), now).unwrap();
        assert_eq!(news.games().len(), 1, "games to which nobody listens are forgotten");
        assert_eq!(news.present("two"), ["ada"]);
        drop(ada);
        assert!(news.present("two").is_empty());
    }
}
