//! Measures how many moves a second a store acknowledges: `moves DATABASE SECONDS WRITERS…`, as in
//! `moves sqlite:moves.sqlite 5 1 50 500`. Every writer plays a game of its own and sends a move once the last one was
//! acknowledged. `bench/moves` runs it on both databases.

use std::error::Error;
use std::time::{Duration, Instant};

use damier_store::{Agent, Database, NewGame, Place, Seated, Store, StoreError};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let place: Place = words.next().ok_or("usage: moves DATABASE SECONDS WRITERS…")?.parse()?;
    let span = Duration::from_secs(words.next().ok_or("how many seconds?")?.parse()?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = Database::open(&place, None).await?;
        for writers in words {
            measure(&store, writers.parse()?, span).await?;
        }
        Ok(store.close().await?)
    })
}

async fn measure(store: &Database, writers: usize, span: Duration) -> Result<(), Box<dyn Error>> {
    let players: Vec<_> =
        (0..writers).map(|number| tokio::spawn(play(store.clone(), writers, number, span))).collect();
    let mut waits = Vec::new();
    for player in players {
        waits.extend(player.await??);
    }
    waits.sort_unstable();
    let [half, late] =
        [waits.len() / 2, waits.len() * 99 / 100].map(|place| waits[place].as_secs_f64() * 1e3);
    let speed = waits.len() as f64 / span.as_secs_f64();
    println!(
        "{writers:>5} writers: {speed:>6.0} moves a second; half within {half:.1} ms, 99 in 100 within {late:.1} ms"
    );
    Ok(())
}

/// Plays one game; returns how long each move waited.
async fn play(
    store: Database,
    writers: usize,
    number: usize,
    span: Duration,
) -> Result<Vec<Duration>, StoreError> {
    let id = format!("{}-{writers}-{number}", std::process::id());
    let seat = || Seated { agent: Agent::Human, name: String::new(), holder: Some(format!("ada{number}")) };
    let (spec, start) = ("gomoku".to_string(), String::new());
    let seats = vec![seat(), seat()];
    let new = NewGame {
        id: id.clone(),
        spec,
        start,
        seats,
        created: store.now(),
        clock: None,
        round: None,
        listed: false,
    };
    store.begin(&new).await?;
    let begun = Instant::now();
    let mut waits = Vec::new();
    while begun.elapsed() < span {
        let sent = Instant::now();
        store.append(&id, waits.len() as u32, "a1", store.now()).await?;
        waits.push(sent.elapsed());
    }
    Ok(waits)
}
