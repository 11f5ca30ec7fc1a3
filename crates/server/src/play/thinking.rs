//! The computer's turns. Everybody who watches a game is sent the progress, and a player may have the computer move at once.
//! The computer goes on thinking if everybody leaves, and its move is stored.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use damier_store::{Action, Guard, PlayedMove, Store, StoreError, Update};
use serde::Serialize;
use tokio::sync::watch::{self, Receiver, Sender};
use tracing::Instrument;

use crate::app::App;
use crate::play::pool::{self, MoveRequest};
use crate::play::stored::StoredGame;
use crate::play::timing::Timing;
use crate::web::error::{HttpError, OrInternal, with_causes};
use crate::web::events::{Disconnected, EventSender, Events};
use crate::web::reader::Reader;

/// The shortest time between two progress events.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/play/{id}/thinking", get(listen))
}

/// The stage of a turn of the computer.
#[derive(Clone, Debug)]
pub enum Stage {
    /// It waits for a free thread.
    Queued,
    /// It is thinking.
    Thinking(NodeProgress),
    /// It has ended: its move is stored or no longer needed, or it failed.
    Finished(Result<NodeProgress, HttpError>),
}

impl Stage {
    /// Says whether this is the last stage.
    fn is_last(&self) -> bool {
        matches!(self, Stage::Finished(_))
    }
}

/// How many positions the computer has examined, and how many it may examine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NodeProgress {
    /// The number of positions examined so far.
    nodes: u64,
    /// The largest number of positions that it may examine.
    of: u64,
}

/// The games in which the computer is thinking, by their ids.
#[derive(Clone, Default)]
pub struct Thinking(Arc<Mutex<HashMap<String, EngineTurn>>>);

/// A turn of the computer.
struct EngineTurn {
    /// The moves of the game before this turn.
    moves: Vec<PlayedMove>,
    stage: Receiver<Stage>,
    /// Set when the computer is to move at once. Each turn has its own.
    hurried: Arc<AtomicBool>,
}

impl Thinking {
    fn turns(&self) -> MutexGuard<'_, HashMap<String, EngineTurn>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the stage of the computer's turn in a game, if it is thinking there.
    pub fn stage(&self, id: &str) -> Option<Receiver<Stage>> {
        self.turns().get(id).map(|turn| turn.stage.clone())
    }

    /// Has the computer move with what it has found so far, if it is thinking in this game.
    pub fn hurry(&self, id: &str) {
        if let Some(turn) = self.turns().get(id) {
            turn.hurried.store(true, Ordering::Relaxed);
        }
    }

    /// Starts a turn of the computer in a game at a level, or joins the one that is going on. A turn that began from other
    /// moves, because some were taken back, is hurried to its end and replaced.
    pub fn begin(&self, app: &App, stored: StoredGame, level: usize) -> Receiver<Stage> {
        let id = stored.saved.game.id.clone();
        let mut turns = self.turns();
        if let Some(turn) = turns.get(&id) {
            if turn.moves == stored.saved.moves {
                return turn.stage.clone();
            }
            turn.hurried.store(true, Ordering::Relaxed);
        }
        let (stages, stage) = watch::channel(Stage::Queued);
        let hurried = Arc::new(AtomicBool::new(false));
        let moves = stored.saved.moves.clone();
        turns.insert(id.clone(), EngineTurn { moves, stage: stage.clone(), hurried: Arc::clone(&hurried) });
        let span = tracing::info_span!("thinking", game = id);
        let app = app.clone();
        let turn = async move {
            let done = think_and_move(&app, stored, level, &hurried, &stages).await;
            if let Err(HttpError::Internal(cause)) = &done {
                tracing::error!(error = with_causes(&**cause), "the computer has not moved");
            }
            // Requests from now on start a new turn.
            let own = |turn: &EngineTurn| Arc::ptr_eq(&turn.hurried, &hurried);
            let mut turns = app.thinking.turns();
            if turns.get(&id).is_some_and(own) {
                turns.remove(&id);
            }
            stages.send_replace(Stage::Finished(done));
        };
        tokio::spawn(turn.instrument(span));
        stage
    }
}

/// The state of a game when the computer began to think.
struct GameSnapshot {
    id: String,
    moves: Vec<PlayedMove>,
    timing: Option<Timing>,
}

/// Thinks and stores the computer's move; returns its final progress.
async fn think_and_move(
    app: &App,
    stored: StoredGame,
    level: usize,
    hurried: &Arc<AtomicBool>,
    stages: &Sender<Stage>,
) -> Result<NodeProgress, HttpError> {
    let StoredGame { game, session, saved, timing, .. } = stored;
    let before = GameSnapshot { id: saved.game.id, moves: saved.moves, timing };
    // The seed depends on the game's id, so that two games take different courses.
    let seed = before.id.bytes().fold(session.key(), |seed, byte| seed.rotate_left(5) ^ u64::from(byte));
    let (sender, hurried) = (stages.clone(), Arc::clone(hurried));
    let work = app.engines.run(move || {
        let of = game.levels()[level - 1].nodes;
        let progress = Cell::new(NodeProgress { nodes: 0, of });
        let report = |nodes: u64| {
            progress.set(NodeProgress { nodes: nodes.min(of), of });
            sender.send_replace(Stage::Thinking(progress.get()));
        };
        report(0);
        let stop = || hurried.load(Ordering::Relaxed);
        let text = pool::choose_move(&*game, &*session, &MoveRequest { level, seed, stop: &stop }, report);
        (text, progress.get())
    });
    let (text, progress) = work.await?;
    store_move(app, &before, &text).await?;
    Ok(progress)
}

/// Stores the computer's move, unless the game has changed since: moves were taken back, the game was ended, or the
/// computer's time is up.
async fn store_move(app: &App, before: &GameSnapshot, text: &str) -> Result<(), HttpError> {
    let GameSnapshot { id, moves, timing } = before;
    let _lock = app.locks.lock(id).await;
    let Some(saved) = app.store.find(id).await? else { return Ok(()) };
    let out_of_time = timing.as_ref().is_some_and(|timing| timing.out_of_time(app.store.now()).is_some());
    if out_of_time || saved.ended.is_some() || saved.moves != *moves {
        return Ok(());
    }
    let (text, at) = (text.to_string(), app.store.now());
    let mut deadline = None;
    // Only a clock needs to know whose turn it will be.
    if timing.is_some() {
        let text = text.clone();
        let played = app.rules(move |app| {
            let mut stored = StoredGame::replay(app, saved, None, at).or_internal()?;
            let mover = stored.session.to_move();
            stored.session.play(&text).or_internal()?;
            Ok(stored.deadline_after(mover, at))
        });
        deadline = played.await?;
    }
    let action = Action::Move { ply: moves.len() as u32, text, deadline };
    match app.store.update(Update { game: id.clone(), guard: Guard::None, action, at }).await {
        // On another node somebody moved, took back or ended the game just now.
        Ok(_) | Err(StoreError::Gap(_) | StoreError::Taken(_) | StoreError::Over(_)) => Ok(()),
        Err(other) => Err(other.into()),
    }
}

/// Waits for the end of the computer's turn.
///
/// # Errors
/// If too many requests are waiting already, or the server fails.
pub async fn wait_for_end(mut stage: Receiver<Stage>) -> Result<NodeProgress, HttpError> {
    match stage.wait_for(Stage::is_last).await.as_deref() {
        Ok(Stage::Finished(done)) => done.clone(),
        Ok(_) => unreachable!("it was waited for the last stage"),
        Err(error) => Err(HttpError::internal(error.clone())),
    }
}

/// Streams the progress of the computer's turn. Events: `queue` while it waits for a thread, `progress` while it thinks, and
/// finally `done`; only `done` if the computer is not thinking in this game.
async fn listen(State(app): State<App>, stored: StoredGame, reader: Reader) -> Result<Events, HttpError> {
    let stage = app.thinking.stage(&stored.saved.game.id);
    let (sender, events) = EventSender::open(reader.lang);
    // If the reader has left, that is no error.
    tokio::spawn(async move {
        let _: Result<(), Disconnected> = send_progress(&app, stage, &sender).await;
    });
    Ok(events)
}

async fn send_progress(
    app: &App,
    stage: Option<Receiver<Stage>>,
    sender: &EventSender,
) -> Result<(), Disconnected> {
    if let Some(mut stage) = stage {
        loop {
            let now = stage.borrow_and_update().clone();
            match now {
                Stage::Queued => sender.send("queue", &app.engines.queue()).await?,
                Stage::Thinking(progress) => sender.send("progress", &progress).await?,
                Stage::Finished(_) => break,
            }
            // The end is sender at once, all other changes after the interval.
            tokio::select! {
                last = stage.wait_for(Stage::is_last) => if last.is_err() { break },
                () = tokio::time::sleep(PROGRESS_INTERVAL) => {}
                () = sender.disconnected() => return Err(Disconnected),
            }
        }
    }
    sender.send("done", &()).await
}

#[cfg(test)]
mod tests {
    use damier_core::Side;
    use damier_store::{Agent, Clock, End, SavedGame, Sqlite};

    use super::*;
    use crate::play::agents;
    use crate::play::stored;

    /// Begins a game in which the computer is to move, at full strength.
    async fn begin(spec: &str, clock: Option<Clock>) -> (App, String, SavedGame) {
        let app = App::new(Sqlite::in_memory().await.unwrap(), damier_games::open);
        let game = app.games.open(&spec.parse().unwrap()).unwrap();
        let agents = [agents::engine(8), Agent::Human];
        let new = stored::new_game(&*game, None, stored::seat(&agents, "a"), clock).unwrap();
        app.store.begin(&new).await.unwrap();
        let saved = app.store.find(&new.id).await.unwrap().unwrap();
        (app, new.id, saved)
    }

    fn think(app: &App, saved: &SavedGame) -> Receiver<Stage> {
        let stored = StoredGame::replay(app, saved.clone(), None, app.store.now()).unwrap();
        app.thinking.begin(app, stored, 8)
    }

    /// Returns a game as it was when the computer began to think.
    fn snapshot_of(app: &App, saved: SavedGame) -> GameSnapshot {
        let stored = StoredGame::replay(app, saved, None, 0).unwrap();
        GameSnapshot { id: stored.saved.game.id, moves: stored.saved.moves, timing: stored.timing }
    }

    /// Hurries the computer before it has begun, and returns how its turn ended.
    async fn finish_hurried(app: &App, id: &str, stage: Receiver<Stage>) -> NodeProgress {
        app.thinking.hurry(id);
        wait_for_end(stage).await.unwrap()
    }

    async fn moves(app: &App, id: &str) -> Vec<String> {
        let saved = app.store.find(id).await.unwrap().unwrap();
        saved.moves.into_iter().map(|played| played.text).collect()
    }

    #[tokio::test]
    async fn the_game_gets_its_move_though_nobody_waits_for_it() {
        let (app, id, saved) = begin("gomoku", None).await;
        drop(think(&app, &saved));
        let stage = app.thinking.stage(&id).expect("it is at work");
        let progress = finish_hurried(&app, &id, stage).await;
        assert!(progress.nodes < progress.of / 10, "it hurried: {progress:?}");
        assert!(app.thinking.stage(&id).is_none(), "it is at work no more");
        assert_eq!(moves(&app, &id).await.len(), 1);
    }

    #[tokio::test]
    async fn who_asks_twice_gets_one_move() {
        let (app, id, saved) = begin("gomoku", None).await;
        let (one, two) = (think(&app, &saved), think(&app, &saved));
        assert!(one.same_channel(&two));
        finish_hurried(&app, &id, one).await;
        wait_for_end(two).await.unwrap();
        assert_eq!(moves(&app, &id).await.len(), 1);
    }

    #[tokio::test]
    async fn what_was_taken_back_is_thought_about_no_more() {
        let (app, id, before) = begin("gomoku", None).await;
        let stale = think(&app, &before);
        app.store.append(&id, 0, "j10", 5).await.unwrap();
        let saved = app.store.find(&id).await.unwrap().unwrap();
        let fresh = think(&app, &saved);
        assert!(!fresh.same_channel(&stale));
        let given_up = wait_for_end(stale).await.unwrap();
        assert!(given_up.nodes < given_up.of, "{given_up:?}");
        assert!(app.thinking.stage(&id).is_some_and(|stage| stage.same_channel(&fresh)), "the other goes on");
        finish_hurried(&app, &id, fresh).await;
        let moves = moves(&app, &id).await;
        assert!(moves.len() == 2 && moves[0] == "j10", "{moves:?}");
    }

    #[tokio::test]
    async fn a_game_that_changed_meanwhile_gets_no_move() {
        let (app, id, before) = begin("gomoku", None).await;
        app.store.append(&id, 0, "j10", 5).await.unwrap();
        store_move(&app, &snapshot_of(&app, before), "a1").await.unwrap();
        assert_eq!(moves(&app, &id).await, ["j10"]);
        // A move is taken back and replaced: the computer's answer to the first one must not be stored.
        let there = app.store.find(&id).await.unwrap().unwrap();
        app.store.take_back(&id, 0).await.unwrap();
        app.store.append(&id, 0, "k10", 6).await.unwrap();
        store_move(&app, &snapshot_of(&app, there), "a1").await.unwrap();
        assert_eq!(moves(&app, &id).await, ["k10"]);
        // A player resigned.
        let there = app.store.find(&id).await.unwrap().unwrap();
        app.store.end(&id, End::Resignation(Side::Second)).await.unwrap();
        store_move(&app, &snapshot_of(&app, there), "a1").await.unwrap();
        assert_eq!(moves(&app, &id).await, ["k10"]);
    }

    #[tokio::test]
    async fn who_is_out_of_time_moves_no_more() {
        let (app, id, _) = begin("gomoku", Some(Clock { whole: 60, bonus: 0 })).await;
        for (ply, text, at) in [(0, "j10", app.store.now() - 70_000), (1, "k10", app.store.now() - 65_000)] {
            app.store.append(&id, ply, text, at).await.unwrap();
        }
        let there = app.store.find(&id).await.unwrap().unwrap();
        store_move(&app, &snapshot_of(&app, there), "a1").await.unwrap();
        assert_eq!(moves(&app, &id).await, ["j10", "k10"]);
    }
}
