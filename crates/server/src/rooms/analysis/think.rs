//! The engine's thoughts about a position, sent while it thinks.

use std::time::{Duration, Instant};

use axum::extract::State;
use damier_core::{Fault, Lang};
use damier_search::Limits;
use damier_table::{Advice, EngineKind, Session};
use serde::{Deserialize, Serialize};
use tokio::sync::watch::{self, Sender};

use super::worth::MoveRow;
use crate::app::App;
use crate::play::pool::Pool;
use crate::web::error::{HttpError, OrStatus};
use crate::web::events::{Disconnected, EventSender, Events};
use crate::web::extract::Query;
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;

/// Nobody thinks longer, in seconds.
const LONGEST: u64 = 60;
/// While others wait for a place, nobody thinks longer.
const TURN: Duration = Duration::from_secs(8);
/// The reader hears of progress no more often than this.
const BEAT: Duration = Duration::from_millis(200);
/// No more moves than this are told.
const MOST_MOVES: usize = 5;

/// What the engine thinks, as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThoughtView {
    /// How many plies deep it has looked.
    depth: u32,
    /// How many positions it has looked at.
    nodes: u64,
    /// How long it has thought.
    seconds: f64,
    /// The best moves, best first.
    moves: Vec<MoveRow>,
    /// The line it expects, beginning with the best move.
    pv: Vec<String>,
}

impl ThoughtView {
    fn new(session: &dyn Session, advice: &Advice, begun: Instant, lang: Lang) -> ThoughtView {
        let rated = advice.moves.iter().take(MOST_MOVES);
        ThoughtView {
            depth: advice.depth,
            nodes: advice.nodes,
            seconds: (begun.elapsed().as_secs_f64() * 10.0).round() / 10.0,
            moves: rated.map(|rated| MoveRow::rated(session, rated, lang)).collect(),
            pv: advice.pv.clone(),
        }
    }
}

/// How long it may think.
#[derive(Debug, Deserialize)]
pub struct ThinkQuery {
    /// So many seconds; a minute by default, and at most.
    seconds: Option<u64>,
}

/// Lets the engine think about the last position of a line. Events: `queue` while it waits for its turn, `thought` as it
/// goes on, and at last `done`, `busy` or `failed`.
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
    let (outlet, events) = EventSender::open();
    let (engines, time, lang) = (app.engines, Duration::from_secs(seconds), reader.lang);
    // Who has left hears nothing: that is no error.
    tokio::spawn(async move {
        let _: Result<(), Disconnected> = tell(&engines, open, time, lang, &outlet).await;
    });
    Ok(events)
}

/// Thinks in its turn, and tells the reader of it until he leaves.
async fn tell(
    engines: &Pool,
    open: OpenLine,
    time: Duration,
    lang: Lang,
    outlet: &EventSender,
) -> Result<(), Disconnected> {
    let (news, mut heard) = watch::channel(None);
    let others = engines.clone();
    let work = engines.run(move || {
        let OpenLine { game, session } = open;
        search(&*session, &mut *game.player(EngineKind::Best), time, &others, &news, lang)
    });
    tokio::pin!(work);
    let mut beats = tokio::time::interval(BEAT);
    loop {
        tokio::select! {
            done = &mut work => return match done {
                Ok(thought) => outlet.send("done", &thought).await,
                Err(error) => outlet.refuse(&error).await,
            },
            // What is heard is dropped with this, and the engine stops.
            () = outlet.left() => return Err(Disconnected),
            _ = beats.tick() => {
                let fresh = heard.has_changed().unwrap_or(false);
                let thought: Option<ThoughtView> = heard.borrow_and_update().clone();
                match thought {
                    Some(thought) if fresh => outlet.send("thought", &thought).await?,
                    Some(_) => {}
                    None => outlet.send("queue", &engines.queue()).await?,
                }
            }
        }
    }
}

/// Thinks until the time is up, the reader leaves, or it has had its turn and others wait.
fn search(
    session: &dyn Session,
    player: &mut dyn damier_table::Player,
    time: Duration,
    others: &Pool,
    news: &Sender<Option<ThoughtView>>,
    lang: Lang,
) -> ThoughtView {
    let begun = Instant::now();
    let stop = || {
        let spent = begun.elapsed();
        news.is_closed() || spent >= time || (spent >= TURN && others.queue() > 0)
    };
    let limits = Limits { stop: &stop, ..Limits::nodes(u64::MAX) };
    let advice = player.think(session, &limits, &mut |advice| {
        news.send_replace(Some(ThoughtView::new(session, advice, begun, lang)));
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
        let (news, heard) = watch::channel(None);
        drop(heard);
        let begun = Instant::now();
        let minute = Duration::from_secs(60);
        search(&*session, &mut *game.player(EngineKind::Best), minute, &Pool::new(1), &news, Lang::Fr);
        assert!(begun.elapsed() < minute / 2, "it thought on");
    }
}
