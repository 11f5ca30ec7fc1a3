//! Games in an SQLite file.

use std::path::Path;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{Connection as _, Sqlite as Driver, SqliteConnection as Connection};

use crate::clock::Clock;
use crate::update::{Changed, Request};
use crate::watched::Watched;
use crate::writer::{Base, Committed, Failed, Writer};
use crate::{OpenError, StoreError, migrations};

#[allow(clippy::duplicate_mod, reason = "one text of the statements, compiled for each driver")]
#[path = "sql/mod.rs"]
mod sql;

type Kept = Sqlite;
type Pool = SqlitePool;
type Row = SqliteRow;

const BEGIN_READING: &str = "BEGIN";
/// The transaction of a writer takes the lock of the file at once, so that it cannot fail half-way because another process has it.
const BEGIN_WRITING: &str = "BEGIN IMMEDIATE";
/// A transaction has the whole file to itself.
const FOR_UPDATE: &str = "";
const SKIP_LOCKED: &str = "";
const NOW: &str = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
/// The order in which games came on shelves.
const SHELVED: &str = "shelves.rowid";

/// How many can read at a time.
const READERS: u32 = 8;

/// Games in an SQLite file. What is acknowledged is on the disk, also when the power fails.
#[derive(Clone, Debug)]
pub struct Sqlite {
    readers: SqlitePool,
    writer: Writer,
    watched: Watched,
    clock: Clock,
}

impl Sqlite {
    /// Opens a database file, creates it if it does not exist, and migrates its tables.
    ///
    /// # Errors
    /// If the file cannot be opened, is not a database, or was made by a later version.
    pub async fn open(file: &Path) -> Result<Sqlite, OpenError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        let writers = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        migrations::sqlite().run(&writers).await?;
        let reading = options.pragma("query_only", "on");
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(reading).await?;
        Ok(Sqlite::with(writers, readers))
    }

    /// Opens a database in memory, which exists until its last user drops it.
    ///
    /// # Errors
    /// If the database cannot be created.
    pub async fn in_memory() -> Result<Sqlite, OpenError> {
        // Each connection would have a database of its own, so there is only one, for ever.
        let pool = SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
        let pool = pool.connect_with(SqliteConnectOptions::new().in_memory(true).foreign_keys(true)).await?;
        migrations::sqlite().run(&pool).await?;
        Ok(Sqlite::with(pool.clone(), pool))
    }

    fn with(writers: SqlitePool, readers: SqlitePool) -> Sqlite {
        let watched = Watched::default();
        let file = File { writers, readers: readers.clone() };
        Sqlite { readers, writer: Writer::start(file, watched.clone()), watched, clock: Clock::default() }
    }
}

/// The file, for its writer.
struct File {
    writers: SqlitePool,
    readers: SqlitePool,
}

impl Base for File {
    async fn commit(&self, requests: &[Request]) -> Result<Committed, Failed> {
        sql::commit(&self.writers, requests).await
    }

    async fn close(&self) -> Result<(), StoreError> {
        // Once nobody reads, what lies in the log beside the file is folded into it.
        let mut connection = self.writers.acquire().await?.detach();
        self.readers.close().await;
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await?;
        connection.close().await?;
        self.writers.close().await;
        Ok(())
    }
}

/// Nobody else has to be told: a file has one node.
async fn ring(_: &mut Connection, _: &[Changed]) -> Result<(), StoreError> {
    Ok(())
}
