//! The engine's thoughts about a position, streamed while it thinks.

use std::time::{Duration, Instant};

use axum::extract::State;
use damier_core::{Fault, Lang};
use damier_search::Limits;
use damier_table::{Advice, EngineKind, Session};
use serde::{Deserialize, Serialize};
use tokio::sync::watch::{self, Sender};

use super::worth::{MoveRow, Standing};
use crate::app::App;
use crate::play::pool::Pool;
use crate::web::error::{HttpError, OrStatus};
use crate::web::events::{Disconnected, EventSender, Events};
use crate::web::extract::Query;
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;

/// The longest time to think, in seconds.
const LONGEST: u64 = 60;
/// The longest time to think while others wait for a thread.
const TURN: Duration = Duration::from_secs(8);
/// The shortest time between two progress events.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);
/// The largest number of moves that are reported.
const MOST_MOVES: usize = 5;

/// The engine's thoughts as the page shows them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThoughtView {
    /// How many plies deep it has searched.
    depth: u32,
    /// How many positions it has examined.
    nodes: u64,
    /// How many seconds it has thought.
    seconds: f64,
    /// The best moves, best first.
    moves: Vec<MoveRow>,
    /// The line it expects, beginning with the best move.
    pv: Vec<String>,
    /// How the position stands; nothing in a game for one.
    standing: Option<Standing>,
}

impl ThoughtView {
    fn new(session: &dyn Session, advice: &Advice, begun: Instant, lang: Lang) -> ThoughtView {
        let rated = advice.moves.iter().take(MOST_MOVES);
        let moves: Vec<MoveRow> = rated.map(|rated| MoveRow::rated(session, rated, lang)).collect();
        ThoughtView {
            standing: moves.first().and_then(|best| Standing::of(session, &best.worth, lang)),
            depth: advice.depth,
            nodes: advice.nodes,
            seconds: (begun.elapsed().as_secs_f64() * 10.0).round() / 10.0,
            moves,
            pv: advice.pv.clone(),
        }
    }
}

/// How long the engine may think.
#[derive(Debug, Deserialize)]
pub struct ThinkQuery {
    /// The number of seconds; a minute by default and at most.
    seconds: Option<u64>,
}

/// Has the engine think about the last position of a line. Events: `queue` while it waits for a thread, `thought` while it
/// thinks, and finally `done`, `busy` or `failed`.
pub async fn think(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<LineAddress>,
    Query(ThinkQuery { seconds }): Query<ThinkQuery>,
) -> Result<Events, HttpError> {
    let seconds = seconds.unwrap_or(LONGEST);
    if !(1..=LONGEST).contains(&seconds) {
        return Err(HttpError::bad_request(Fault::new(
            format!("seconds={seconds} : de 1 à {LONGEST}, s'il vous plaît."),
            format!("seconds={seconds}: 1 to {LONGEST}, please."),
        )));
    }
    let open = app.rules(move |app| line.open(app).or_bad_request()).await?;
    if open.session.outcome().is_some() {
        return Err(HttpError::bad_request(Fault::new("La partie est finie ici.", "The game is over here.")));
    }
    let (sender, events) = EventSender::open(reader.lang);
    let (engines, time, lang) = (app.engines, Duration::from_secs(seconds), reader.lang);
    // If the reader has left, that is no error.
    tokio::spawn(async move {
        let _: Result<(), Disconnected> = send_thoughts(&engines, open, time, lang, &sender).await;
    });
    Ok(events)
}

/// Has the engine think once there is a thread, and sends its thoughts until the reader leaves.
async fn send_thoughts(
    engines: &Pool,
    open: OpenLine,
    time: Duration,
    lang: Lang,
    sender: &EventSender,
) -> Result<(), Disconnected> {
    let (thoughts, mut latest) = watch::channel(None);
    let others = engines.clone();
    let work = engines.run(move || {
        let OpenLine { game, session } = open;
        search(&*session, &mut *game.player(EngineKind::Best), time, &others, &thoughts, lang)
    });
    tokio::pin!(work);
    let mut ticks = tokio::time::interval(PROGRESS_INTERVAL);
    loop {
        tokio::select! {
            done = &mut work => return match done {
                Ok(thought) => sender.send("done", &thought).await,
                Err(error) => sender.report_error(&error).await,
            },
            // Returning drops the receiver, which stops the engine.
            () = sender.disconnected() => return Err(Disconnected),
            _ = ticks.tick() => {
                let fresh = latest.has_changed().unwrap_or(false);
                let thought: Option<ThoughtView> = latest.borrow_and_update().clone();
                match thought {
                    Some(thought) if fresh => sender.send("thought", &thought).await?,
                    Some(_) => {}
                    None => sender.send("queue", &engines.queue()).await?,
                }
            }
        }
    }
}

/// Thinks until the time is up, the reader leaves, or others are waiting and it has thought for [`TURN`].
fn search(
    session: &dyn Session,
    player: &mut dyn damier_table::Player,
    time: Duration,
    others: &Pool,
    thoughts: &Sender<Option<ThoughtView>>,
    lang: Lang,
) -> ThoughtView {
    let begun = Instant::now();
    let stop = || {
        let spent = begun.elapsed();
        thoughts.is_closed() || spent >= time || (spent >= TURN && others.queue() > 0)
    };
    let limits = Limits { stop: &stop, ..Limits::nodes(u64::MAX) };
    let advice = player.think(session, &limits, &mut |advice| {
        thoughts.send_replace(Some(ThoughtView::new(session, advice, begun, lang)));
    });
    ThoughtView::new(session, &advice, begun, lang)
}

#[cfg(test)]
mod tests {
    use damier_core::Rng;

    use super::*;

    #[test]
    fn the_engine_stops_when_nobody_hears_it() {
        let game = damier_games::open(&"hex:size=9".parse().unwrap()).unwrap();
        let session = game.open(&mut Rng::new(0));
        let (thoughts, latest) = watch::channel(None);
        drop(latest);
        let begun = Instant::now();
        let minute = Duration::from_secs(60);
        search(&*session, &mut *game.player(EngineKind::Best), minute, &Pool::new(1), &thoughts, Lang::Fr);
        assert!(begun.elapsed() < minute / 2, "it thought on");
    }
}
