//! News of games: whoever has a game open in which others play is told when it has changed, and asks for nothing meanwhile.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use damier_core::Fault;
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
}

impl GameNews {
    fn of(stored: &StoredGame) -> GameNews {
        GameNews { plies: stored.saved.moves.len(), ended: stored.session.outcome().is_some() }
    }
}

/// The games to which somebody listens, by their ids.
#[derive(Clone, Default)]
pub struct News(Arc<Mutex<HashMap<String, Sender<GameNews>>>>);

impl News {
    fn games(&self) -> MutexGuard<'_, HashMap<String, Sender<GameNews>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a reader listen to a game that is so far now; `None` if too many listen already.
    fn subscribe(&self, id: &str, now: GameNews) -> Option<Receiver<GameNews>> {
        let mut games = self.games();
        games.retain(|_, sender| sender.receiver_count() > 0);
        let all: usize = games.values().map(Sender::receiver_count).sum();
        let here = games.get(id).map_or(0, Sender::receiver_count);
        if here >= MOST_LISTENERS.0 || all >= MOST_LISTENERS.1 {
            return None;
        }
        Some(games.entry(id.to_string()).or_insert_with(|| watch::channel(now).0).subscribe())
    }

    /// Tells those who listen to a game that it has changed. Nothing is read if there is nobody.
    pub async fn tell(&self, app: &App, id: &str) {
        if self.games().get(id).map_or(0, Sender::receiver_count) == 0 {
            return;
        }
        match StoredGame::find(app, id, None).await {
            Ok(stored) => {
                if let Some(sender) = self.games().get(id) {
                    sender.send_replace(GameNews::of(&stored));
                }
            }
            Err(error) => tracing::warn!(game = id, %error, "no news could be told"),
        }
    }
}

/// Streams how far a game is: an event `game` now, and one after each change.
async fn listen(State(app): State<App>, stored: StoredGame, reader: Reader) -> Result<Events, HttpError> {
    let now = GameNews::of(&stored);
    let Some(news) = app.news.subscribe(&stored.saved.game.id, now) else {
        return Err(HttpError::busy(Fault::new(
            "Trop de monde regarde cette partie.",
            "Too many people are watching this game.",
        )));
    };
    let (sender, events) = EventSender::open(reader.lang);
    // If the reader has left, that is no error.
    tokio::spawn(async move {
        let _: Result<(), Disconnected> = send_news(news, now, &sender).await;
    });
    Ok(events)
}

async fn send_news(
    mut news: Receiver<GameNews>,
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
        let now = GameNews { plies: 0, ended: false };
        let mut all: Vec<_> = (0..MOST_LISTENERS.0).map(|_| news.subscribe("one", now).unwrap()).collect();
        assert!(news.subscribe("one", now).is_none(), "the game is full");
        assert!(news.subscribe("two", now).is_some(), "others are not");
        all.pop();
        all.push(news.subscribe("one", now).unwrap());
        for game in 1..MOST_LISTENERS.1 / MOST_LISTENERS.0 {
            all.extend((0..MOST_LISTENERS.0).map(|_| news.subscribe(&format!("more{game}"), now).unwrap()));
        }
        assert!(news.subscribe("two", now).is_none(), "the house is full");
        drop(all);
        assert!(news.subscribe("two", now).is_some());
        assert_eq!(news.games().len(), 1, "games to which nobody listens are forgotten");
    }
}
