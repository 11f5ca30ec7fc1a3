//! Games in an SQLite file.

use std::path::Path;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteRow;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{FromRow, Row, SqlStr, SqliteConnection};

use crate::{End, NewGame, PlayedMove, SavedGame, Seated, Store, StoreError};

/// The migrations of the tables, in order. They are listed here because the macro of sqlx that collects them from the folder
/// would double the build time of this crate: it compiles SQLite a second time.
const MIGRATIONS: [(i64, &str, &str); 1] =
    [(1, "games", include_str!("../migrations/sqlite/0001_games.sql"))];

fn migrator() -> Migrator {
    let migration = |(version, description, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, description.into(), MigrationType::Simple, SqlStr::from_static(sql), false)
    };
    Migrator::with_migrations(MIGRATIONS.map(migration).to_vec())
}

/// Games in an SQLite file.
#[derive(Clone, Debug)]
pub struct Sqlite {
    pool: SqlitePool,
}

impl Sqlite {
    /// Opens a database file, creates it if it does not exist, and migrates its tables.
    ///
    /// # Errors
    /// If the file cannot be opened or is not a database.
    pub async fn open(file: &Path) -> Result<Sqlite, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal);
        Sqlite::with(options, 8).await
    }

    /// Opens a database in memory, which exists until its last user drops it.
    ///
    /// # Errors
    /// If the database cannot be created.
    pub async fn in_memory() -> Result<Sqlite, StoreError> {
        // Each connection would have a database of its own, so there is only one.
        Sqlite::with(SqliteConnectOptions::new().in_memory(true).foreign_keys(true), 1).await
    }

    async fn with(options: SqliteConnectOptions, most: u32) -> Result<Sqlite, StoreError> {
        let pool = SqlitePoolOptions::new().max_connections(most).connect_with(options).await?;
        migrator().run(&pool).await.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
        Ok(Sqlite { pool })
    }
}

/// A row of the table of games.
struct GameRow {
    spec: String,
    start: String,
    created: i64,
    clock: Option<String>,
    ended: Option<String>,
    undone: String,
}

/// A row of the table of seats.
struct SeatRow {
    agent: String,
    name: String,
    token: String,
}

impl FromRow<'_, SqliteRow> for GameRow {
    fn from_row(row: &SqliteRow) -> sqlx::Result<GameRow> {
        Ok(GameRow {
            spec: row.try_get("spec")?,
            start: row.try_get("start")?,
            created: row.try_get("created")?,
            clock: row.try_get("clock")?,
            ended: row.try_get("ended")?,
            undone: row.try_get("undone")?,
        })
    }
}

impl FromRow<'_, SqliteRow> for SeatRow {
    fn from_row(row: &SqliteRow) -> sqlx::Result<SeatRow> {
        Ok(SeatRow { agent: row.try_get("agent")?, name: row.try_get("name")?, token: row.try_get("token")? })
    }
}

impl FromRow<'_, SqliteRow> for PlayedMove {
    fn from_row(row: &SqliteRow) -> sqlx::Result<PlayedMove> {
        Ok(PlayedMove { text: row.try_get("text")?, at: row.try_get("played")? })
    }
}

impl SeatRow {
    fn read(self) -> Seated {
        let Ok(agent) = self.agent.parse();
        Seated { agent, name: self.name, token: self.token }
    }
}

impl GameRow {
    fn read(self, id: &str, seats: Vec<SeatRow>, moves: Vec<PlayedMove>) -> Result<SavedGame, StoreError> {
        let GameRow { spec, start, created, clock, ended, undone } = self;
        let seats = seats.into_iter().map(SeatRow::read).collect();
        let clock = clock.map(|text| text.parse()).transpose()?;
        Ok(SavedGame {
            game: NewGame { id: id.to_string(), spec, start, seats, created, clock },
            moves,
            ended: ended.map(|text| text.parse()).transpose()?,
            undone: undone.split_ascii_whitespace().map(str::to_string).collect(),
        })
    }
}

impl Store for Sqlite {
    async fn begin(&self, game: &NewGame) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query("INSERT INTO games (id, spec, start, created, clock) VALUES ($1, $2, $3, $4, $5)")
            .bind(&game.id)
            .bind(&game.spec)
            .bind(&game.start)
            .bind(game.created)
            .bind(game.clock.map(|clock| clock.to_string()))
            .execute(&mut *transaction)
            .await?;
        for (seat, seated) in game.seats.iter().enumerate() {
            sqlx::query("INSERT INTO seats (game, seat, agent, name, token) VALUES ($1, $2, $3, $4, $5)")
                .bind(&game.id)
                .bind(seat as i64)
                .bind(seated.agent.to_string())
                .bind(&seated.name)
                .bind(&seated.token)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    async fn find(&self, id: &str) -> Result<Option<SavedGame>, StoreError> {
        // One transaction, so that the game, its seats and its moves belong to the same state.
        let mut transaction = self.pool.begin().await?;
        let game: Option<GameRow> =
            sqlx::query_as("SELECT spec, start, created, clock, ended, undone FROM games WHERE id = $1")
                .bind(id)
                .fetch_optional(&mut *transaction)
                .await?;
        let Some(game) = game else { return Ok(None) };
        let seats = sqlx::query_as("SELECT agent, name, token FROM seats WHERE game = $1 ORDER BY seat")
            .bind(id)
            .fetch_all(&mut *transaction)
            .await?;
        let moves = sqlx::query_as("SELECT text, played FROM moves WHERE game = $1 ORDER BY ply")
            .bind(id)
            .fetch_all(&mut *transaction)
            .await?;
        game.read(id, seats, moves).map(Some)
    }

    async fn append(&self, id: &str, ply: u32, text: &str, played: i64) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        // One statement checks that the ply is the next one and writes it, so that two writers cannot both succeed.
        let done = sqlx::query(
            "INSERT INTO moves (game, ply, text, played) SELECT $1, $2, $3, $4 \
             WHERE (SELECT COUNT(*) FROM moves WHERE game = $1) = $2 \
             AND EXISTS (SELECT 1 FROM games WHERE id = $1)",
        )
        .bind(id)
        .bind(i64::from(ply))
        .bind(text)
        .bind(played)
        .execute(&mut *transaction)
        .await?;
        if done.rows_affected() == 1 {
            let undone = undone(&mut transaction, id).await?;
            let left = undone.strip_prefix(text).filter(|left| left.is_empty() || left.starts_with(' '));
            set_undone(&mut transaction, id, left.unwrap_or_default().trim_start()).await?;
            transaction.commit().await?;
            return Ok(());
        }
        drop(transaction);
        let Some(saved) = self.find(id).await? else { return Err(StoreError::Unknown) };
        match saved.moves.get(ply as usize) {
            Some(there) if there.text == text => Ok(()),
            Some(there) => Err(StoreError::Taken(there.text.clone())),
            None => Err(StoreError::Gap(saved.moves.len() as u32)),
        }
    }

    async fn take_back(&self, id: &str, plies: u32) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query("UPDATE games SET ended = NULL WHERE id = $1")
            .bind(id)
            .execute(&mut *transaction)
            .await?;
        let mut texts: Vec<String> =
            sqlx::query_scalar("SELECT text FROM moves WHERE game = $1 AND ply >= $2 ORDER BY ply")
                .bind(id)
                .bind(i64::from(plies))
                .fetch_all(&mut *transaction)
                .await?;
        texts.push(undone(&mut transaction, id).await?);
        set_undone(&mut transaction, id, texts.join(" ").trim_end()).await?;
        sqlx::query("DELETE FROM moves WHERE game = $1 AND ply >= $2")
            .bind(id)
            .bind(i64::from(plies))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    async fn end(&self, id: &str, end: End) -> Result<(), StoreError> {
        sqlx::query("UPDATE games SET ended = $2 WHERE id = $1")
            .bind(id)
            .bind(end.to_string())
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

async fn undone(transaction: &mut SqliteConnection, id: &str) -> Result<String, StoreError> {
    let undone = sqlx::query_scalar("SELECT undone FROM games WHERE id = $1").bind(id);
    Ok(undone.fetch_optional(transaction).await?.unwrap_or_default())
}

async fn set_undone(transaction: &mut SqliteConnection, id: &str, undone: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE games SET undone = $2 WHERE id = $1")
        .bind(id)
        .bind(undone)
        .execute(transaction)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_migration_of_the_folder_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite");
        let mut there: Vec<(String, String)> = std::fs::read_dir(folder)
            .expect("the folder of migrations")
            .map(|file| file.expect("a file").path())
            .map(|path| {
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                (name, std::fs::read_to_string(&path).expect("SQL"))
            })
            .collect();
        there.sort();
        let listed =
            MIGRATIONS.map(|(number, name, sql)| (format!("{number:04}_{name}.sql"), sql.to_string()));
        assert_eq!(listed.as_slice(), there.as_slice());
    }
}
