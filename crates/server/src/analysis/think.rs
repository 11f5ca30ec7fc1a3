//! The engine's thoughts about a position, sent while it thinks.

use std::time::{Duration, Instant};

use axum::extract::State;
use damier_core::{Fault, Lang};
use damier_search::Limits;
use damier_table::{Advice, Session, Style};
use serde::{Deserialize, Serialize};
use tokio::sync::watch::{self, Sender};

use super::worth::Row;
use crate::app::App;
use crate::asked::Query;
use crate::engines::{Engines, Refusal};
use crate::error::Problem;
use crate::events::{Events, Left, Outlet};
use crate::line::{Line, Opened};
use crate::reader::Reader;

/// Nobody thinks longer, in seconds.
const LONGEST: u64 = 60;
/// While others wait for a place, nobody thinks longer.
const TURN: Duration = Duration::from_secs(8);
/// So often the reader hears of progress.
const BEAT: Duration = Duration::from_millis(200);
/// No more moves than this are told.
const MOST_MOVES: usize = 5;

/// What the engine thinks, as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Thought {
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// The best moves, best first.
    moves: Vec<Row>,
    /// The line it expects, beginning with the best move.
    pv: Vec<String>,
}

impl Thought {
    fn new(session: &dyn Session, advice: &Advice, begun: Instant, lang: Lang) -> Thought {
        let rated = advice.moves.iter().take(MOST_MOVES);
        Thought {
            depth: advice.depth,
            nodes: advice.nodes,
            seconds: (begun.elapsed().as_secs_f64() * 10.0).round() / 10.0,
            moves: rated.map(|rated| Row::rated(session, rated, lang)).collect(),
            pv: advice.pv.clone(),
        }
    }
}

/// How long it may think.
#[derive(Debug, Deserialize)]
pub struct Patience {
    /// So many seconds; a minute by default, and at most.
    seconds: Option<u64>,
}

/// Lets the engine think about the last position of a line. Events: `queue` while it waits for its turn, `thought` as it
/// goes on, and at last `done`, `busy` or `failed`.
pub async fn think(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<Line>,
    Query(Patience { seconds }): Query<Patience>,
) -> Result<Events, Problem> {
    let bad = |fault| Problem::bad(&reader, &fault);
    let seconds = seconds.unwrap_or(LONGEST);
    if !(1..=LONGEST).contains(&seconds) {
        return Err(bad(Fault::new(
            format!("seconds={seconds} : de 1 à {LONGEST}, s'il vous plaît."),
            format!("seconds={seconds}: 1 to {LONGEST}, please."),
        )));
    }
    let opened = line.open(&app).map_err(bad)?;
    if opened.session.outcome().is_some() {
        return Err(bad(Fault::new("La partie est finie ici.", "The game is over here.")));
    }
    let (outlet, events) = Outlet::open();
    let (engines, time, lang) = (app.engines, Duration::from_secs(seconds), reader.lang);
    // Who has left hears nothing: that is no error.
    tokio::spawn(async move {
        let _: Result<(), Left> = tell(&engines, opened, time, lang, &outlet).await;
    });
    Ok(events)
}

/// Thinks in its turn, and tells the reader of it until he leaves.
async fn tell(
    engines: &Engines,
    opened: Opened,
    time: Duration,
    lang: Lang,
    outlet: &Outlet,
) -> Result<(), Left> {
    let (news, mut heard) = watch::channel(None);
    let others = engines.clone();
    let work = engines.work(move || {
        let Opened { game, session } = opened;
        search(&*session, &mut *game.player(Style::Best), time, &others, &news, lang)
    });
    tokio::pin!(work);
    let mut beats = tokio::time::interval(BEAT);
    loop {
        tokio::select! {
            done = &mut work => return match done {
                Ok(thought) => outlet.send("done", &thought).await,
                Err(Refusal::Busy) => outlet.send("busy", &()).await,
                Err(Refusal::Failed) => outlet.send("failed", &()).await,
            },
            // What is heard is dropped with this, and the engine stops.
            () = outlet.left() => return Err(Left),
            _ = beats.tick() => {
                let fresh = heard.has_changed().unwrap_or(false);
                let thought: Option<Thought> = heard.borrow_and_update().clone();
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
    others: &Engines,
    news: &Sender<Option<Thought>>,
    lang: Lang,
) -> Thought {
    let begun = Instant::now();
    let stop = || {
        let spent = begun.elapsed();
        news.is_closed() || spent >= time || (spent >= TURN && others.queue() > 0)
    };
    let limits = Limits { stop: &stop, ..Limits::nodes(u64::MAX) };
    let advice = player.think(session, &limits, &mut |advice| {
        news.send_replace(Some(Thought::new(session, advice, begun, lang)));
    });
    Thought::new(session, &advice, begun, lang)
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
        search(&*session, &mut *game.player(Style::Best), minute, &Engines::new(1), &news, Lang::Fr);
        assert!(begun.elapsed() < minute / 2, "it thought on");
    }
}
