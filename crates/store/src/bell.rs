//! The doorbell of the nodes on a PostgreSQL database: who changes games rings, and who hears it tells those that follow them.
//! Since a bell can be lost, every node also looks by itself.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPool, PgPoolOptions};
use sqlx::{Executor as _, PgConnection, Row as _};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::StoreError;
use crate::clock::{self, Clock};
use crate::update::Changed;
use crate::watched::Watched;

/// The channel on which the bell is rung.
const CHANNEL: &str = "damier";
/// The longest text that goes with a bell, in bytes; PostgreSQL takes 8,000.
const LONGEST: usize = 7_900;
/// What is sent when more has changed than a text can tell: look for yourself.
const MUCH: &str = "*";
/// How often a node looks by itself.
const LOOKING: Duration = Duration::from_secs(2);
/// How long a node believes that nothing happens before it asks whether it still hears, and how long it waits for the answer.
const SILENCE: (Duration, Duration) = (Duration::from_secs(30), Duration::from_secs(5));
/// The time before it tries again to listen.
const PAUSE: Duration = Duration::from_secs(1);

/// Rings the bell at the end of a transaction: it is heard once that is committed, and not at all if it is not.
pub(crate) async fn ring(connection: &mut PgConnection, changed: &[Changed]) -> Result<(), StoreError> {
    if changed.is_empty() {
        return Ok(());
    }
    let query = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(write(changed));
    query.execute(connection).await?;
    Ok(())
}

fn write(changed: &[Changed]) -> String {
    let words: Vec<String> = changed.iter().map(|Changed { game, seq }| format!("{game} {seq}")).collect();
    let text = words.join(" ");
    if text.len() > LONGEST { MUCH.to_string() } else { text }
}

/// Reads the text that goes with a bell; `None` if it does not tell what has changed.
fn read(text: &str) -> Option<Vec<Changed>> {
    let words: Vec<&str> = text.split(' ').collect();
    let pair = |pair: &[&str]| match pair {
        [game, seq] => Some(Changed { game: game.to_string(), seq: seq.parse().ok()? }),
        _ => None,
    };
    words.chunks(2).map(pair).collect()
}

/// Looks at how far the games are that somebody follows, and at the clock.
pub(crate) async fn look(pool: &PgPool, watched: &Watched, clock: &Clock) -> Result<(), sqlx::Error> {
    let asked = clock::machine();
    let sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    let mut connection = pool.acquire().await?;
    let there: i64 = sqlx::query_scalar(sql).fetch_one(&mut *connection).await?;
    clock.set(asked, there, clock::machine());
    let ids = watched.ids();
    if ids.is_empty() {
        return Ok(());
    }
    let query = sqlx::query("SELECT id, seq FROM games WHERE id = ANY($1)").bind(ids);
    for row in query.fetch_all(&mut *connection).await? {
        watched.tell(&Changed { game: row.try_get("id")?, seq: row.try_get::<i64, _>("seq")? as u64 });
    }
    Ok(())
}

/// The bell of a node. It is taken down when it is dropped.
#[derive(Debug)]
pub(crate) struct Bell {
    _tasks: JoinSet<()>,
}

impl Bell {
    /// Hangs up the bell: listens at an address, and looks by itself.
    pub fn hang(listening: PgConnectOptions, pool: PgPool, watched: Watched, clock: Clock) -> Bell {
        let much = Arc::new(Notify::new());
        let mut tasks = JoinSet::new();
        tasks.spawn(listen(listening, watched.clone(), Arc::clone(&much)));
        tasks.spawn(async move {
            while !pool.is_closed() {
                // Early or late, it looks.
                let _ = timeout(LOOKING, much.notified()).await;
                if let Err(error) = look(&pool, &watched, &clock).await {
                    tracing::debug!(%error, "the database could not be asked for changes");
                }
            }
        });
        Bell { _tasks: tasks }
    }
}

/// Listens for ever.
async fn listen(options: PgConnectOptions, watched: Watched, much: Arc<Notify>) {
    let pool = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
    let pool = pool.connect_lazy_with(options);
    let mut was_heard = true;
    loop {
        match hear(&pool, &watched, &much).await {
            Ok(()) => was_heard = true,
            Err(error) => {
                if was_heard {
                    tracing::warn!(%error, "changes of other nodes are heard late: listening failed");
                }
                was_heard = false;
            }
        }
        sleep(PAUSE).await;
    }
}

/// Listens until nothing can be heard any more.
async fn hear(pool: &PgPool, watched: &Watched, much: &Notify) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    loop {
        // What was rung before is lost: look.
        much.notify_one();
        loop {
            match timeout(SILENCE.0, listener.try_recv()).await {
                Ok(Ok(Some(bell))) => match read(bell.payload()) {
                    Some(changed) => changed.iter().for_each(|changed| watched.tell(changed)),
                    None => much.notify_one(),
                },
                // The connection was lost, and is made anew at the next turn.
                Ok(Ok(None)) => break,
                Ok(Err(error)) => return Err(error),
                // Nothing was rung, or the network has forgotten the connection: an answer keeps it alive.
                Err(_) => match timeout(SILENCE.1, listener.execute("SELECT 1")).await {
                    Ok(answer) => answer.map(|_| ())?,
                    Err(_) => return Ok(()),
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_with_a_bell_is_read_as_it_was_written() {
        let changed = |count: u64| -> Vec<Changed> {
            (0..count).map(|seq| Changed { game: format!("game{seq}"), seq }).collect()
        };
        for count in [1, 2, 100] {
            assert_eq!(read(&write(&changed(count))), Some(changed(count)));
        }
        assert_eq!(read(&write(&changed(1_000))), None, "too much to tell");
        for wrong in ["", "a", "a b", "a 1 b", "*"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
