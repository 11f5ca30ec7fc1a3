//! The computer's turns: whoever looks on hears how far it is, and a player may have it move at once. Its thinking goes on
//! if everybody leaves, and whoever comes back finds the move.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use damier_store::{PlayedMove, Store, StoreError};
use serde::Serialize;
use tokio::sync::watch::{self, Receiver, Sender};
use tracing::Instrument;

use crate::app::{App, now};
use crate::play::pool::{self, MoveRequest};
use crate::play::stored::StoredGame;
use crate::play::timing::Timing;
use crate::web::error::{HttpError, chain};
use crate::web::events::{Disconnected, EventSender, Events};

/// A reader hears of progress no more often than this.
const BEAT: Duration = Duration::from_millis(200);

/// Returns the routes.
pub fn routes() -> Router<App> {
    Router::new().route("/play/{id}/thinking", get(listen))
}

/// How far the computer is with a move.
#[derive(Clone, Debug)]
pub enum Stage {
    /// It waits for its turn to think.
    Waits,
    /// It thinks.
    Thinks(NodeProgress),
    /// The game has its move, or needs it no more, and so far it came; or why there is none.
    Over(Result<NodeProgress, HttpError>),
}

impl Stage {
    /// Says whether nothing comes after this.
    fn is_last(&self) -> bool {
        matches!(self, Stage::Over(_))
    }
}

/// The positions that the computer has looked at, of those that it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NodeProgress {
    /// So many so far.
    nodes: u64,
    /// Of so many.
    of: u64,
}

/// The games in which the computer is at work, by their addresses.
#[derive(Clone, Default)]
pub struct Thinking(Arc<Mutex<HashMap<String, EngineTurn>>>);

struct EngineTurn {
    /// The moves before it.
    moves: Vec<PlayedMove>,
    stage: Receiver<Stage>,
    /// Set when it shall move now. No two turns share it.
    hurried: Arc<AtomicBool>,
}

impl Thinking {
    fn turns(&self) -> MutexGuard<'_, HashMap<String, EngineTurn>> {
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
    pub fn begin(&self, app: &App, stored: StoredGame, level: usize) -> Receiver<Stage> {
        let id = stored.saved.game.id.clone();
        let mut turns = self.turns();
        if let Some(turn) = turns.get(&id) {
            if turn.moves == stored.saved.moves {
                return turn.stage.clone();
            }
            turn.hurried.store(true, Ordering::Relaxed);
        }
        let (news, stage) = watch::channel(Stage::Waits);
        let hurried = Arc::new(AtomicBool::new(false));
        let moves = stored.saved.moves.clone();
        turns.insert(id.clone(), EngineTurn { moves, stage: stage.clone(), hurried: Arc::clone(&hurried) });
        let span = tracing::info_span!("thinking", game = id);
        let app = app.clone();
        let turn = async move {
            let done = take(&app, stored, level, &hurried, &news).await;
            if let Err(HttpError::Internal(cause)) = &done {
                tracing::error!(error = chain(&**cause), "the computer has not moved");
            }
            // Whoever asks from now on begins anew.
            let own = |turn: &EngineTurn| Arc::ptr_eq(&turn.hurried, &hurried);
            let mut turns = app.thinking.turns();
            if turns.get(&id).is_some_and(own) {
                turns.remove(&id);
            }
            news.send_replace(Stage::Over(done));
        };
        tokio::spawn(turn.instrument(span));
        stage
    }
}

/// A game as it was when the computer began to think.
struct Before {
    id: String,
    moves: Vec<PlayedMove>,
    timing: Option<Timing>,
}

/// Takes the computer's turn, and returns how far it came.
async fn take(
    app: &App,
    stored: StoredGame,
    level: usize,
    hurried: &Arc<AtomicBool>,
    news: &Sender<Stage>,
) -> Result<NodeProgress, HttpError> {
    let StoredGame { game, session, saved, timing, .. } = stored;
    let before = Before { id: saved.game.id, moves: saved.moves, timing };
    // Mixed with the game's address, so that two games do not run alike.
    let seed = before.id.bytes().fold(session.key(), |seed, byte| seed.rotate_left(5) ^ u64::from(byte));
    let (heard, hurried) = (news.clone(), Arc::clone(hurried));
    let work = app.engines.run(move || {
        let of = game.levels()[level - 1].nodes;
        let progress = Cell::new(NodeProgress { nodes: 0, of });
        let tell = |nodes: u64| {
            progress.set(NodeProgress { nodes: nodes.min(of), of });
            heard.send_replace(Stage::Thinks(progress.get()));
        };
        tell(0);
        let stop = || hurried.load(Ordering::Relaxed);
        let text = pool::move_at(&*game, &*session, &MoveRequest { level, seed, stop: &stop }, tell);
        (text, progress.get())
    });
    let (text, progress) = work.await?;
    keep(app, &before, &text).await?;
    Ok(progress)
}

/// Keeps the computer's move, unless the game is no longer as it was before: somebody has taken back or ended it, or the
/// computer's time is up.
async fn keep(app: &App, before: &Before, text: &str) -> Result<(), StoreError> {
    let Before { id, moves, timing } = before;
    let _lock = app.locks.lock(id).await;
    let Some(saved) = app.store.find(id).await? else { return Ok(()) };
    let flagged = timing.as_ref().is_some_and(|timing| timing.flagged(now()).is_some());
    if flagged || saved.ended.is_some() || saved.moves != *moves {
        return Ok(());
    }
    app.store.append(id, moves.len() as u32, text, now()).await
}

/// Waits for the end of the computer's turn.
///
/// # Errors
/// If too many wait already, or something of ours fails.
pub async fn end(mut stage: Receiver<Stage>) -> Result<NodeProgress, HttpError> {
    match stage.wait_for(Stage::is_last).await.as_deref() {
        Ok(Stage::Over(done)) => done.clone(),
        Ok(_) => unreachable!("it was waited for the last stage"),
        Err(error) => Err(HttpError::internal(error.clone())),
    }
}

/// Tells how far the computer is with its move. Events: `queue` while it waits for its turn to think, `progress` as it
/// goes on, and at last `done`, at once where it is not at work.
async fn listen(State(app): State<App>, stored: StoredGame) -> Result<Events, HttpError> {
    let stage = app.thinking.stage(&stored.saved.game.id);
    let (outlet, events) = EventSender::open();
    // Who has left hears nothing: that is no error.
    tokio::spawn(async move {
        let _: Result<(), Disconnected> = tell(&app, stage, &outlet).await;
    });
    Ok(events)
}

async fn tell(app: &App, stage: Option<Receiver<Stage>>, outlet: &EventSender) -> Result<(), Disconnected> {
    if let Some(mut stage) = stage {
        loop {
            let now = stage.borrow_and_update().clone();
            match now {
                Stage::Waits => outlet.send("queue", &app.engines.queue()).await?,
                Stage::Thinks(progress) => outlet.send("progress", &progress).await?,
                Stage::Over(_) => break,
            }
            // What changes meanwhile is heard with the next beat; the end at once.
            tokio::select! {
                last = stage.wait_for(Stage::is_last) => if last.is_err() { break },
                () = tokio::time::sleep(BEAT) => {}
                () = outlet.left() => return Err(Disconnected),
            }
        }
    }
    outlet.send("done", &()).await
}

#[cfg(test)]
mod tests {
    use damier_core::Side;
    use damier_store::{Agent, Clock, End, SavedGame, Sqlite};

    use super::*;
    use crate::play::agents;
    use crate::play::stored::{self, Tokens};

    /// Begins a game in which the computer is to move, at full strength.
    async fn begin(spec: &str, clock: Option<Clock>) -> (App, String, SavedGame) {
        let app = App::new(Sqlite::in_memory().await.unwrap(), damier_games::open);
        let game = app.games.open(&spec.parse().unwrap()).unwrap();
        let agents = [agents::engine(8), Agent::Human];
        let new = stored::new_game(&*game, None, &agents, clock).unwrap();
        app.store.begin(&new).await.unwrap();
        let saved = app.store.find(&new.id).await.unwrap().unwrap();
        (app, new.id, saved)
    }

    fn think(app: &App, saved: &SavedGame) -> Receiver<Stage> {
        let stored = StoredGame::replay(app, saved.clone(), Tokens::default(), now()).unwrap();
        app.thinking.begin(app, stored, 8)
    }

    /// Returns a game as it was when the computer began to think.
    fn before_of(app: &App, saved: SavedGame) -> Before {
        let stored = StoredGame::replay(app, saved, Tokens::default(), 0).unwrap();
        Before { id: stored.saved.game.id, moves: stored.saved.moves, timing: stored.timing }
    }

    /// Hurries it before it has begun, and returns how it ended.
    async fn end_in_haste(app: &App, id: &str, stage: Receiver<Stage>) -> NodeProgress {
        app.thinking.hurry(id);
        end(stage).await.unwrap()
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
        let progress = end_in_haste(&app, &id, stage).await;
        assert!(progress.nodes < progress.of / 10, "it hurried: {progress:?}");
        assert!(app.thinking.stage(&id).is_none(), "it is at work no more");
        assert_eq!(moves(&app, &id).await.len(), 1);
    }

    #[tokio::test]
    async fn who_asks_twice_gets_one_move() {
        let (app, id, saved) = begin("gomoku", None).await;
        let (one, two) = (think(&app, &saved), think(&app, &saved));
        assert!(one.same_channel(&two));
        end_in_haste(&app, &id, one).await;
        end(two).await.unwrap();
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
        let given_up = end(stale).await.unwrap();
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
        keep(&app, &before_of(&app, before), "a1").await.unwrap();
        assert_eq!(moves(&app, &id).await, ["j10"]);
        // Taken back, and another move in its place: the computer's answer to the first is none to the second.
        let there = app.store.find(&id).await.unwrap().unwrap();
        app.store.take_back(&id, 0).await.unwrap();
        app.store.append(&id, 0, "k10", 6).await.unwrap();
        keep(&app, &before_of(&app, there), "a1").await.unwrap();
        assert_eq!(moves(&app, &id).await, ["k10"]);
        // Resigned.
        let there = app.store.find(&id).await.unwrap().unwrap();
        app.store.end(&id, End::Resignation(Side::Second)).await.unwrap();
        keep(&app, &before_of(&app, there), "a1").await.unwrap();
        assert_eq!(moves(&app, &id).await, ["k10"]);
    }

    #[tokio::test]
    async fn who_is_out_of_time_moves_no_more() {
        let (app, id, _) = begin("gomoku", Some(Clock { whole: 60, bonus: 0 })).await;
        for (ply, text, at) in [(0, "j10", now() - 70_000), (1, "k10", now() - 65_000)] {
            app.store.append(&id, ply, text, at).await.unwrap();
        }
        let there = app.store.find(&id).await.unwrap().unwrap();
        keep(&app, &before_of(&app, there), "a1").await.unwrap();
        assert_eq!(moves(&app, &id).await, ["j10", "k10"]);
    }
}
