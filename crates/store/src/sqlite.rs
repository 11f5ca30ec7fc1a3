//! Games in an SQLite file.

use std::path::Path;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Row, SqliteConnection, migrate::Migrator};

use crate::{Clock, Kept, NewGame, Played, Seated, Store, Trouble};

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations/sqlite");

/// Games in an SQLite file.
#[derive(Clone, Debug)]
pub struct Sqlite {
    pool: SqlitePool,
}

impl Sqlite {
    /// Opens a file, which is made if it is not there, and brings its tables up to date.
    ///
    /// # Errors
    /// If it cannot be opened or is no database.
    pub async fn open(file: &Path) -> Result<Sqlite, Trouble> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal);
        Sqlite::with(options, 8).await
    }

    /// Opens a database in memory, which is gone with its last user.
    ///
    /// # Errors
    /// If there is no room.
    pub async fn in_memory() -> Result<Sqlite, Trouble> {
        // Each connection would have a database of its own: there is one.
        Sqlite::with(SqliteConnectOptions::new().in_memory(true).foreign_keys(true), 1).await
    }

    async fn with(options: SqliteConnectOptions, most: u32) -> Result<Sqlite, Trouble> {
        let pool = SqlitePoolOptions::new().max_connections(most).connect_with(options).await?;
        MIGRATIONS.run(&pool).await.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
        Ok(Sqlite { pool })
    }
}

impl Store for Sqlite {
    async fn begin(&self, game: &NewGame) -> Result<(), Trouble> {
        let mut change = self.pool.begin().await?;
        sqlx::query("INSERT INTO games (id, spec, start, created, clock) VALUES ($1, $2, $3, $4, $5)")
            .bind(&game.id)
            .bind(&game.spec)
            .bind(&game.start)
            .bind(game.created)
            .bind(game.clock.map(Clock::write))
            .execute(&mut *change)
            .await?;
        for (seat, seated) in game.seats.iter().enumerate() {
            sqlx::query("INSERT INTO seats (game, seat, agent, name, token) VALUES ($1, $2, $3, $4, $5)")
                .bind(&game.id)
                .bind(seat as i64)
                .bind(&seated.agent)
                .bind(&seated.name)
                .bind(&seated.token)
                .execute(&mut *change)
                .await?;
        }
        change.commit().await?;
        Ok(())
    }

    async fn find(&self, id: &str) -> Result<Option<Kept>, Trouble> {
        // One transaction, so that the moves are those of this very state.
        let mut look = self.pool.begin().await?;
        let game = "SELECT spec, start, created, clock, ended, undone FROM games WHERE id = $1";
        let Some(row) = sqlx::query(game).bind(id).fetch_optional(&mut *look).await? else { return Ok(None) };
        let seats = sqlx::query("SELECT agent, name, token FROM seats WHERE game = $1 ORDER BY seat")
            .bind(id)
            .fetch_all(&mut *look)
            .await?;
        let moves = sqlx::query("SELECT text, played FROM moves WHERE game = $1 ORDER BY ply")
            .bind(id)
            .fetch_all(&mut *look)
            .await?;
        let seats = seats.iter().map(|row| Seated { agent: row.get(0), name: row.get(1), token: row.get(2) });
        Ok(Some(Kept {
            game: NewGame {
                id: id.to_string(),
                spec: row.get(0),
                start: row.get(1),
                seats: seats.collect(),
                created: row.get(2),
                clock: row.get::<Option<&str>, _>(3).and_then(Clock::read),
            },
            moves: moves.iter().map(|row| Played { text: row.get(0), at: row.get(1) }).collect(),
            ended: row.get(4),
            undone: row.get::<&str, _>(5).split_ascii_whitespace().map(str::to_string).collect(),
        }))
    }

    async fn append(&self, id: &str, ply: u32, text: &str, played: i64) -> Result<(), Trouble> {
        let mut change = self.pool.begin().await?;
        // Only the next ply is written, in one statement: two writers cannot both be next.
        let done = sqlx::query(
            "INSERT INTO moves (game, ply, text, played) SELECT $1, $2, $3, $4 \
             WHERE (SELECT COUNT(*) FROM moves WHERE game = $1) = $2 \
             AND EXISTS (SELECT 1 FROM games WHERE id = $1)",
        )
        .bind(id)
        .bind(i64::from(ply))
        .bind(text)
        .bind(played)
        .execute(&mut *change)
        .await?;
        if done.rows_affected() == 1 {
            let undone = undone(&mut change, id).await?;
            let left = undone.strip_prefix(text).filter(|left| left.is_empty() || left.starts_with(' '));
            set_undone(&mut change, id, left.unwrap_or_default().trim_start()).await?;
            change.commit().await?;
            return Ok(());
        }
        drop(change);
        let Some(kept) = self.find(id).await? else { return Err(Trouble::Unknown) };
        match kept.moves.get(ply as usize) {
            Some(there) if there.text == text => Ok(()),
            Some(there) => Err(Trouble::Taken(there.text.clone())),
            None => Err(Trouble::Gap(kept.moves.len() as u32)),
        }
    }

    async fn take_back(&self, id: &str, plies: u32) -> Result<(), Trouble> {
        let mut change = self.pool.begin().await?;
        sqlx::query("UPDATE games SET ended = NULL WHERE id = $1").bind(id).execute(&mut *change).await?;
        let later = sqlx::query("SELECT text FROM moves WHERE game = $1 AND ply >= $2 ORDER BY ply")
            .bind(id)
            .bind(i64::from(plies))
            .fetch_all(&mut *change)
            .await?;
        let mut texts: Vec<String> = later.iter().map(|row| row.get(0)).collect();
        texts.push(undone(&mut change, id).await?);
        set_undone(&mut change, id, texts.join(" ").trim_end()).await?;
        sqlx::query("DELETE FROM moves WHERE game = $1 AND ply >= $2")
            .bind(id)
            .bind(i64::from(plies))
            .execute(&mut *change)
            .await?;
        change.commit().await?;
        Ok(())
    }

    async fn end(&self, id: &str, how: &str) -> Result<(), Trouble> {
        sqlx::query("UPDATE games SET ended = $2 WHERE id = $1")
            .bind(id)
            .bind(how)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

async fn undone(change: &mut SqliteConnection, id: &str) -> Result<String, Trouble> {
    let row = sqlx::query("SELECT undone FROM games WHERE id = $1").bind(id).fetch_optional(change).await?;
    Ok(row.map(|row| row.get(0)).unwrap_or_default())
}

async fn set_undone(change: &mut SqliteConnection, id: &str, undone: &str) -> Result<(), Trouble> {
    sqlx::query("UPDATE games SET undone = $2 WHERE id = $1").bind(id).bind(undone).execute(change).await?;
    Ok(())
}
