//! Games in a PostgreSQL database, which any number of nodes share.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions as _, PgConnection as Connection, Postgres as Driver};

use crate::bell::{self, Bell};
use crate::clock::Clock;
use crate::update::{Changed, Request};
use crate::watched::Watched;
use crate::writer::{Base, Committed, Failed, Writer};
use crate::{OpenError, StoreError, migrations};

#[allow(clippy::duplicate_mod, reason = "one text of the statements, compiled for each driver")]
#[path = "sql/mod.rs"]
mod sql;

type Kept = Postgres;
type Pool = PgPool;
type Row = PgRow;

/// All statements of a transaction see the same state.
const BEGIN_READING: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const BEGIN_WRITING: &str = "BEGIN";
const FOR_UPDATE: &str = " FOR UPDATE";
const SKIP_LOCKED: &str = " FOR UPDATE SKIP LOCKED";
const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
/// The order in which games came on shelves.
const SHELVED: &str = "shelves.number";

/// How many can read at a time, on each node.
const READERS: u32 = 16;
/// The connections of the writer: it uses one, and has others should that one hang.
const WRITERS: u32 = 3;
/// The longest wait for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// Games in a PostgreSQL database.
#[derive(Clone, Debug)]
pub struct Postgres {
    readers: PgPool,
    writer: Writer,
    watched: Watched,
    clock: Clock,
    _bell: Arc<Bell>,
}

impl Postgres {
    /// Opens a database by its address, as `postgres://user:password@host/database`, and migrates its tables. `listen` is the
    /// address at which it hears of the changes of other nodes, where a pooler stands at the first: it leads to the same
    /// database, past the pooler.
    ///
    /// # Errors
    /// If nobody answers at the address, the user is not let in, or the database is missing or was made by a later version.
    pub async fn open(url: &str, listen: Option<&str>) -> Result<Postgres, OpenError> {
        let options = read_url(url)?;
        let listening = listen.map_or_else(|| Ok(options.clone()), read_url)?;
        let pool = |most| PgPoolOptions::new().max_connections(most).acquire_timeout(PATIENCE);
        // The pool would try anew until it has no patience left; who opens a database wants to know at once.
        sqlx::Connection::close(
            tokio::time::timeout(PATIENCE, options.connect())
                .await
                .map_err(|_| OpenError::Unreachable(sqlx::Error::PoolTimedOut))??,
        )
        .await?;
        let writers = pool(WRITERS).connect_with(options.clone()).await?;
        migrations::postgres().run(&writers).await?;
        let readers = pool(READERS).connect_with(options).await?;
        let (watched, clock) = (Watched::default(), Clock::default());
        bell::look(&readers, &watched, &clock).await?;
        let bell = Bell::hang(listening, readers.clone(), watched.clone(), clock.clone());
        let base = Server { writers, readers: readers.clone() };
        let writer = Writer::start(base, watched.clone());
        Ok(Postgres { readers, writer, watched, clock, _bell: Arc::new(bell) })
    }
}

fn read_url(url: &str) -> Result<PgConnectOptions, OpenError> {
    Ok(url.parse::<PgConnectOptions>()?.application_name("damier"))
}

/// The database, for its writer.
struct Server {
    writers: PgPool,
    readers: PgPool,
}

impl Base for Server {
    async fn commit(&self, requests: &[Request]) -> Result<Committed, Failed> {
        sql::commit(&self.writers, requests).await
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        self.writers.close().await;
        Ok(())
    }
}

/// Tells the other nodes, once the transaction is committed.
async fn ring(connection: &mut Connection, changed: &[Changed]) -> Result<(), StoreError> {
    bell::ring(connection, changed).await
}
