//! The computer's turns: whoever looks on hears how far it is, and a player may have it move at once. Its thinking goes on
//! if everybody leaves, and whoever comes back finds the move.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::get;
use damier_store::{Kept, Played, Store};
use serde::Serialize;
use tokio::sync::watch::{self, Receiver, Sender};

use crate::app::{App, now};
use crate::asked::Path;
use crate::engines::{self, Refusal, Way};
use crate::error::Problem;
use crate::events::{Events, Left, Outlet};
use crate::live::Live;
use crate::reader::Reader;

/// So often, at most, a reader hears of progress.
const BEAT: Duration = Duration::from_millis(200);

/// Returns the routes.
pub fn routes() -> Router<App> {
    Router::new().route("/play/{id}/thinking", get(listen))
}

/// How far the computer is with a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It waits for its turn to think.
    Waits,
    /// It thinks.
    Thinks(Progress),
    /// The game has its move, or needs it no more; so far it came.
    Over(Progress),
    /// Too many wait already.
    Busy,
    /// Our fault, and which.
    Failed(String),
}

impl Stage {
    /// Says whether nothing comes after this.
    pub fn is_last(&self) -> bool {
        !matches!(self, Stage::Waits | Stage::Thinks(_))
    }
}

/// The positions that the computer has looked at, of those that it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    nodes: u64,
    of: u64,
}

/// The games in which the computer is at work, by their addresses.
#[derive(Clone, Default)]
pub struct Thinking(Arc<Mutex<HashMap<String, Turn>>>);

struct Turn {
    /// The moves before it.
    moves: Vec<Played>,
    stage: Receiver<Stage>,
    /// Set when it shall move now. No two turns share it.
    hurried: Arc<AtomicBool>,
}

impl Thinking {
    fn turns(&self) -> MutexGuard<'_, HashMap<String, Turn>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how far the computer is in a game, if it is at work there.
    pub fn stage(&self, id: &str) -> Option<Receiver<Stage>> {
        self.turns().get(id).map(|turn| turn.stage.clone())
    }

    /// Has the computer move with what it has found so far, if it is at work in this game.
    pub fn hurry(&self, id: &str) {
        if let Some(turn) = self.turns().get(id) {
            turn.hurried.store(true, Ordering::Relaxed);
        }
    }

    /// Lets the computer move in a game at a level. Where it is at work there already, that is all; if what it is at work
    /// on was taken back, that is given up.
    pub fn begin(&self, app: &App, id: &str, live: Live, level: usize) -> Receiver<Stage> {
        let mut turns = self.turns();
        if let Some(turn) = turns.get(id) {
            if turn.moves == live.kept.moves {
                return turn.stage.clone();
            }
            turn.hurried.store(true, Ordering::Relaxed);
        }
        let (news, stage) = watch::channel(Stage::Waits);
        let hurried = Arc::new(AtomicBool::new(false));
        let turn =
            Turn { moves: live.kept.moves.clone(), stage: stage.clone(), hurried: Arc::clone(&hurried) };
        turns.insert(id.to_string(), turn);
        let (app, id) = (app.clone(), id.to_string());
        tokio::spawn(async move {
            let last = take(&app, &id, live, level, &hurried, &news).await;
            // Whoever asks from now on begins anew.
            let own = |turn: &Turn| Arc::ptr_eq(&turn.hurried, &hurried);
            let mut turns = app.thinking.turns();
            if turns.get(&id).is_some_and(own) {
                turns.remove(&id);
            }
            news.send_replace(last);
        });
        stage
    }
}

/// Takes the computer's turn, and returns how it ended.
async fn take(
    app: &App,
    id: &str,
    live: Live,
    level: usize,
    hurried: &Arc<AtomicBool>,
    news: &Sender<Stage>,
) -> Stage {
    let before = live.kept.clone();
    // Mixed with the game's address, so that two games do not run alike.
    let seed = id.bytes().fold(live.session.key(), |seed, byte| seed.rotate_left(5) ^ u64::from(byte));
    let (heard, hurried) = (news.clone(), Arc::clone(hurried));
    let work = app.engines.work(move || {
        let Live { game, session, .. } = live;
        let of = game.levels()[level - 1].nodes;
        let progress = Cell::new(Progress { nodes: 0, of });
        let tell = |nodes: u64| {
            progress.set(Progress { nodes: nodes.min(of), of });
            heard.send_replace(Stage::Thinks(progress.get()));
        };
        tell(0);
        let stop = || hurried.load(Ordering::Relaxed);
        let text = engines::move_at(&*game, &*session, &Way { level, seed, stop: &stop }, tell);
        (text, progress.get())
    });
    match work.await {
        Ok((text, progress)) => match keep(app, id, &before, &text).await {
            Ok(()) => Stage::Over(progress),
            Err(trouble) => Stage::Failed(trouble),
        },
        Err(Refusal::Busy) => Stage::Busy,
        Err(Refusal::Failed) => Stage::Failed("the engine failed".to_string()),
    }
}

/// Keeps the computer's move, unless the game is no longer as it was before: somebody has taken back or ended it, or the
/// computer's time is up.
async fn keep(app: &App, id: &str, before: &Kept, text: &str) -> Result<(), String> {
    let _inside = app.doors.enter(id).await;
    let kept = app.store.find(id).await.map_err(|trouble| trouble.to_string())?;
    let Some(kept) = kept.filter(|kept| kept.moves == before.moves) else { return Ok(()) };
    let live = Live::wake(app, kept, Vec::new(), now()).map_err(|fault| fault.to_string())?;
    if live.session.outcome().is_some() {
        return Ok(());
    }
    app.store.append(id, live.plies(), text, now()).await.map_err(|trouble| trouble.to_string())
}

/// Waits for the end of the computer's turn.
pub async fn end(mut stage: Receiver<Stage>) -> Stage {
    match stage.wait_for(Stage::is_last).await {
        Ok(last) => last.clone(),
        Err(_) => Stage::Failed("the thinking broke off".to_string()),
    }
}

/// Tells how far the computer is with its move. Events: `queue` while it waits for its turn to think, `progress` as it
/// goes on, and at last `done`, at once where it is not at work.
async fn listen(
    Path(id): Path<String>,
    State(app): State<App>,
    reader: Reader,
    headers: HeaderMap,
) -> Result<Events, Problem> {
    Live::find(&app, &id, &reader, &headers).await?;
    let (outlet, events) = Outlet::open();
    // Who has left hears nothing: that is no error.
    tokio::spawn(async move {
        let _: Result<(), Left> = tell(&app, app.thinking.stage(&id), &outlet).await;
    });
    Ok(events)
}

async fn tell(app: &App, stage: Option<Receiver<Stage>>, outlet: &Outlet) -> Result<(), Left> {
    if let Some(mut stage) = stage {
        loop {
            let now = stage.borrow_and_update().clone();
            match now {
                Stage::Waits => outlet.send("queue", &app.engines.queue()).await?,
                Stage::Thinks(progress) => outlet.send("progress", &progress).await?,
                Stage::Over(_) | Stage::Busy | Stage::Failed(_) => break,
            }
            // What changes meanwhile is heard with the next beat; the end at once.
            tokio::select! {
                last = stage.wait_for(Stage::is_last) => if last.is_err() { break },
                () = tokio::time::sleep(BEAT) => {}
                () = outlet.left() => return Err(Left),
            }
        }
    }
    outlet.send("done", &()).await
}

#[cfg(test)]
mod tests {
    use damier_store::{Clock, Sqlite};

    use super::*;
    use crate::live;

    /// Begins a game in which the computer is to move, at full strength.
    async fn begin(spec: &str, clock: Option<Clock>) -> (App, String, Kept) {
        let app = App::new(Sqlite::in_memory().await.unwrap(), damier_games::open);
        let game = app.games.open(&spec.parse().unwrap()).unwrap();
        let agents = ["level:8", "human"].map(str::to_string);
        let new = live::begin(&*game, None, &agents, clock).unwrap();
        app.store.begin(&new).await.unwrap();
        let kept = app.store.find(&new.id).await.unwrap().unwrap();
        (app, new.id, kept)
    }

    fn think(app: &App, id: &str, kept: &Kept) -> Receiver<Stage> {
        let live = Live::wake(app, kept.clone(), Vec::new(), now()).unwrap();
        app.thinking.begin(app, id, live, 8)
    }

    /// Hurries it before it has begun, and returns how it ended.
    async fn end_in_haste(app: &App, id: &str, stage: Receiver<Stage>) -> Progress {
        app.thinking.hurry(id);
        match end(stage).await {
            Stage::Over(progress) => progress,
            other => panic!("{other:?}"),
        }
    }

    async fn moves(app: &App, id: &str) -> Vec<String> {
        let kept = app.store.find(id).await.unwrap().unwrap();
        kept.moves.into_iter().map(|played| played.text).collect()
    }

    #[tokio::test]
    async fn the_game_gets_its_move_though_nobody_waits_for_it() {
        let (app, id, kept) = begin("gomoku", None).await;
        drop(think(&app, &id, &kept));
        let stage = app.thinking.stage(&id).expect("it is at work");
        let progress = end_in_haste(&app, &id, stage).await;
        assert!(progress.nodes < progress.of / 10, "it hurried: {progress:?}");
        assert!(app.thinking.stage(&id).is_none(), "it is at work no more");
        assert_eq!(moves(&app, &id).await.len(), 1);
    }

    #[tokio::test]
    async fn who_asks_twice_gets_one_move() {
        let (app, id, kept) = begin("gomoku", None).await;
        let (one, two) = (think(&app, &id, &kept), think(&app, &id, &kept));
        assert!(one.same_channel(&two));
        end_in_haste(&app, &id, one).await;
        assert!(end(two).await.is_last());
        assert_eq!(moves(&app, &id).await.len(), 1);
    }

    #[tokio::test]
    async fn what_was_taken_back_is_thought_about_no_more() {
        let (app, id, before) = begin("gomoku", None).await;
        let stale = think(&app, &id, &before);
        app.store.append(&id, 0, "j10", 5).await.unwrap();
        let kept = app.store.find(&id).await.unwrap().unwrap();
        let fresh = think(&app, &id, &kept);
        assert!(!fresh.same_channel(&stale));
        let Stage::Over(given_up) = end(stale).await else { panic!("it ends") };
        assert!(given_up.nodes < given_up.of, "{given_up:?}");
        assert!(app.thinking.stage(&id).is_some_and(|stage| stage.same_channel(&fresh)), "the other goes on");
        end_in_haste(&app, &id, fresh).await;
        let moves = moves(&app, &id).await;
        assert!(moves.len() == 2 && moves[0] == "j10", "{moves:?}");
    }

    #[tokio::test]
    async fn a_game_that_changed_meanwhile_gets_no_move() {
        let (app, id, before) = begin("gomoku", None).await;
        app.store.append(&id, 0, "j10", 5).await.unwrap();
        keep(&app, &id, &before, "a1").await.unwrap();
        assert_eq!(moves(&app, &id).await, ["j10"]);
        // Taken back, and another move in its place: the computer's answer to the first is none to the second.
        let there = app.store.find(&id).await.unwrap().unwrap();
        app.store.take_back(&id, 0).await.unwrap();
        app.store.append(&id, 0, "k10", 6).await.unwrap();
        keep(&app, &id, &there, "a1").await.unwrap();
        assert_eq!(moves(&app, &id).await, ["k10"]);
        // Resigned.
        let there = app.store.find(&id).await.unwrap().unwrap();
        app.store.end(&id, "second resignation").await.unwrap();
        keep(&app, &id, &there, "a1").await.unwrap();
        assert_eq!(moves(&app, &id).await, ["k10"]);
    }

    #[tokio::test]
    async fn who_is_out_of_time_moves_no_more() {
        let (app, id, _) = begin("gomoku", Some(Clock { whole: 60, bonus: 0 })).await;
        for (ply, text, at) in [(0, "j10", now() - 70_000), (1, "k10", now() - 65_000)] {
            app.store.append(&id, ply, text, at).await.unwrap();
        }
        let there = app.store.find(&id).await.unwrap().unwrap();
        keep(&app, &id, &there, "a1").await.unwrap();
        assert_eq!(moves(&app, &id).await, ["j10", "k10"]);
    }
}
