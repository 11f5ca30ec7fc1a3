//! Games in an SQLite file.

use std::path::Path;

use damier_core::Fault;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteRow;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, FromRow, Row, SqlStr, SqliteConnection};

use crate::{
    Agent, End, Message, NewGame, Offer, OfferKind, PlayedMove, Round, SavedGame, Seated, SeriesGame, Store,
    StoreError,
};

/// The migrations of the tables, in order. They are listed here because the macro of sqlx that collects them from the folder
/// would double the build time of this crate: it compiles SQLite a second time.
const MIGRATIONS: [(i64, &str, &str); 4] = [
    (1, "games", include_str!("../migrations/sqlite/0001_games.sql")),
    (2, "hints", include_str!("../migrations/sqlite/0002_hints.sql")),
    (3, "holders", include_str!("../migrations/sqlite/0003_holders.sql")),
    (4, "people", include_str!("../migrations/sqlite/0004_people.sql")),
];

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
    series: Option<String>,
    round: Option<u32>,
    /// The rule of its match.
    rule: Option<String>,
    next: Option<String>,
    listed: bool,
}

/// A row of the table of seats.
struct SeatRow {
    agent: String,
    name: String,
    holder: Option<String>,
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
            series: row.try_get("series")?,
            round: row.try_get("round")?,
            rule: row.try_get("rule")?,
            next: row.try_get("next")?,
            listed: row.try_get("listed")?,
        })
    }
}

impl FromRow<'_, SqliteRow> for SeatRow {
    fn from_row(row: &SqliteRow) -> sqlx::Result<SeatRow> {
        Ok(SeatRow {
            agent: row.try_get("agent")?,
            name: row.try_get("name")?,
            holder: row.try_get("holder")?,
        })
    }
}

impl FromRow<'_, SqliteRow> for SeriesGame {
    fn from_row(row: &SqliteRow) -> sqlx::Result<SeriesGame> {
        let worth: [Option<i32>; 2] = [row.try_get("worth_first")?, row.try_get("worth_second")?];
        let worth = if let [Some(first), Some(second)] = worth { Some([first, second]) } else { None };
        Ok(SeriesGame { id: row.try_get("id")?, worth })
    }
}

impl FromRow<'_, SqliteRow> for Message {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Message> {
        Ok(Message { seat: row.try_get("seat")?, text: row.try_get("text")?, at: row.try_get("said")? })
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
        Seated { agent, name: self.name, holder: self.holder }
    }
}

impl GameRow {
    /// Returns the place of the game in its match.
    fn take_round(&mut self) -> Option<Round> {
        Some(Round { series: self.series.take()?, rule: self.rule.take()?, number: self.round? })
    }
}

/// Reads a game in a transaction, so that the game, its seats and its moves belong to the same state.
async fn read_game(connection: &mut SqliteConnection, id: &str) -> Result<Option<SavedGame>, StoreError> {
    let game: Option<GameRow> = sqlx::query_as(
        "SELECT spec, start, created, clock, ended, undone, series, round, matches.rule, next, listed \
         FROM games LEFT JOIN matches ON matches.id = series WHERE games.id = $1",
    )
    .bind(id)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(mut game) = game else { return Ok(None) };
    let seats: Vec<SeatRow> =
        sqlx::query_as("SELECT agent, name, holder FROM seats WHERE game = $1 ORDER BY seat")
            .bind(id)
            .fetch_all(&mut *connection)
            .await?;
    let moves = sqlx::query_as("SELECT text, played FROM moves WHERE game = $1 ORDER BY ply")
        .bind(id)
        .fetch_all(&mut *connection)
        .await?;
    let hinted = sqlx::query_scalar("SELECT ply FROM hints WHERE game = $1 ORDER BY ply")
        .bind(id)
        .fetch_all(&mut *connection)
        .await?;
    let offers: Vec<(String, u8, u32)> =
        sqlx::query_as("SELECT kind, seat, ply FROM offers WHERE game = $1 ORDER BY kind")
            .bind(id)
            .fetch_all(&mut *connection)
            .await?;
    let offer = |(kind, seat, ply): (String, u8, u32)| Ok(Offer { kind: kind.parse()?, seat, ply });
    let offers = offers.into_iter().map(offer).collect::<Result<_, Fault>>()?;
    let messages = sqlx::query_as("SELECT seat, text, said FROM messages WHERE game = $1 ORDER BY number")
        .bind(id)
        .fetch_all(&mut *connection)
        .await?;
    let round = game.take_round();
    let mut series = Vec::new();
    if let Some(Round { series: id, .. }) = &round {
        series = sqlx::query_as(
            "SELECT id, worth_first, worth_second FROM games WHERE series = $1 ORDER BY round",
        )
        .bind(id)
        .fetch_all(&mut *connection)
        .await?;
    }
    let GameRow { spec, start, created, clock, ended, undone, next, listed, .. } = game;
    let seats = seats.into_iter().map(SeatRow::read).collect();
    let clock = clock.map(|text| text.parse()).transpose()?;
    Ok(Some(SavedGame {
        game: NewGame { id: id.to_string(), spec, start, seats, created, clock, round, listed },
        moves,
        ended: ended.map(|text| text.parse()).transpose()?,
        undone: undone.split_ascii_whitespace().map(str::to_string).collect(),
        hinted,
        series,
        offers,
        next,
        messages,
    }))
}

/// Puts a game on the shelf of a holder.
async fn shelve(
    connection: &mut SqliteConnection,
    holder: &str,
    id: &str,
    since: i64,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO shelves (holder, game, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(holder)
        .bind(id)
        .bind(since)
        .execute(connection)
        .await?;
    Ok(())
}

/// The games on a shelf of which no other game of their match is a later one.
const ON_SHELF: &str = "FROM shelves JOIN games ON games.id = shelves.game WHERE holder = $1 AND NOT EXISTS \
    (SELECT 1 FROM games AS later WHERE later.series = games.series AND later.round = games.round + 1)";

impl Store for Sqlite {
    async fn begin(&self, game: &NewGame) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        if let Some(Round { series, rule, number: 0 }) = &game.round {
            sqlx::query("INSERT INTO matches (id, rule) VALUES ($1, $2)")
                .bind(series)
                .bind(rule)
                .execute(&mut *transaction)
                .await?;
        }
        let round = game.round.as_ref();
        sqlx::query(
            "INSERT INTO games (id, spec, start, created, clock, series, round, listed) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(&game.id)
        .bind(&game.spec)
        .bind(&game.start)
        .bind(game.created)
        .bind(game.clock.map(|clock| clock.to_string()))
        .bind(round.map(|round| round.series.as_str()))
        .bind(round.map(|round| round.number))
        .bind(game.listed)
        .execute(&mut *transaction)
        .await?;
        for (seat, seated) in game.seats.iter().enumerate() {
            sqlx::query("INSERT INTO seats (game, seat, agent, name, holder) VALUES ($1, $2, $3, $4, $5)")
                .bind(&game.id)
                .bind(seat as i64)
                .bind(seated.agent.to_string())
                .bind(&seated.name)
                .bind(&seated.holder)
                .execute(&mut *transaction)
                .await?;
            if let Some(holder) = &seated.holder {
                shelve(&mut transaction, holder, &game.id, game.created).await?;
            }
        }
        transaction.commit().await?;
        Ok(())
    }

    async fn find(&self, id: &str) -> Result<Option<SavedGame>, StoreError> {
        read_game(&mut *self.pool.begin().await?, id).await
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

    async fn note_hint(&self, id: &str, ply: u32) -> Result<(), StoreError> {
        sqlx::query("INSERT OR IGNORE INTO hints (game, ply) VALUES ($1, $2)")
            .bind(id)
            .bind(i64::from(ply))
            .execute(&self.pool)
            .await?;
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

    async fn settle(&self, id: &str, [first, second]: [i32; 2]) -> Result<(), StoreError> {
        sqlx::query("UPDATE games SET worth_first = $2, worth_second = $3 WHERE id = $1")
            .bind(id)
            .bind(first)
            .bind(second)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn hand_over(&self, id: &str, from: &str, to: &str) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        let handed = sqlx::query("UPDATE seats SET holder = $3 WHERE game = $1 AND holder = $2")
            .bind(id)
            .bind(from)
            .bind(to)
            .execute(&mut *transaction)
            .await?;
        if handed.rows_affected() > 0 {
            let created = sqlx::query_scalar("SELECT created FROM games WHERE id = $1")
                .bind(id)
                .fetch_one(&mut *transaction)
                .await?;
            shelve(&mut transaction, to, id, created).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    async fn shelve(&self, holder: &str, id: &str, since: i64) -> Result<(), StoreError> {
        shelve(&mut *self.pool.acquire().await?, holder, id, since).await
    }

    async fn unshelve(&self, holder: &str, id: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM shelves WHERE holder = $1 AND game = $2")
            .bind(holder)
            .bind(id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn shelf(&self, holder: &str, skip: u32, count: u32) -> Result<Vec<SavedGame>, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let query = format!(
            "SELECT shelves.game {ON_SHELF} ORDER BY since DESC, shelves.rowid DESC LIMIT $2 OFFSET $3"
        );
        let ids: Vec<String> = sqlx::query_scalar(AssertSqlSafe(query))
            .bind(holder)
            .bind(count)
            .bind(skip)
            .fetch_all(&mut *transaction)
            .await?;
        let mut games = Vec::new();
        for id in ids {
            games.extend(read_game(&mut transaction, &id).await?);
        }
        Ok(games)
    }

    async fn shelf_size(&self, holder: &str) -> Result<u32, StoreError> {
        let query = sqlx::query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) {ON_SHELF}")));
        Ok(query.bind(holder).fetch_one(&self.pool).await?)
    }

    async fn take_seat(
        &self,
        id: &str,
        seat: u8,
        holder: &str,
        name: &str,
        since: i64,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let taken = sqlx::query(
            "UPDATE seats SET holder = $3, name = $4 \
             WHERE game = $1 AND seat = $2 AND holder IS NULL AND agent = 'human'",
        )
        .bind(id)
        .bind(seat)
        .bind(holder)
        .bind(name)
        .execute(&mut *transaction)
        .await?;
        if taken.rows_affected() == 0 {
            return Ok(false);
        }
        shelve(&mut transaction, holder, id, since).await?;
        transaction.commit().await?;
        Ok(true)
    }

    async fn seat_engine(&self, id: &str, seat: u8, agent: &Agent) -> Result<bool, StoreError> {
        let seated = sqlx::query(
            "UPDATE seats SET agent = $3 WHERE game = $1 AND seat = $2 AND holder IS NULL AND agent = 'human'",
        );
        let seated = seated.bind(id).bind(seat).bind(agent.to_string()).execute(&self.pool).await?;
        Ok(seated.rows_affected() > 0)
    }

    async fn cancel(&self, id: &str) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        // The first statement writes, so that nobody takes the seat meanwhile.
        let found = sqlx::query(
            "UPDATE games SET listed = 0 WHERE id = $1 \
             AND NOT EXISTS (SELECT 1 FROM moves WHERE game = $1) \
             AND EXISTS (SELECT 1 FROM seats WHERE game = $1 AND holder IS NULL AND agent = 'human')",
        );
        if found.bind(id).execute(&mut *transaction).await?.rows_affected() == 0 {
            return Ok(false);
        }
        for table in ["messages", "offers", "hints", "shelves", "seats"] {
            let delete = format!("DELETE FROM {table} WHERE game = $1");
            sqlx::query(AssertSqlSafe(delete)).bind(id).execute(&mut *transaction).await?;
        }
        sqlx::query("DELETE FROM games WHERE id = $1").bind(id).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }

    async fn say(&self, id: &str, said: &Message) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO messages (game, number, seat, text, said) \
             SELECT $1, (SELECT COUNT(*) FROM messages WHERE game = $1), $2, $3, $4",
        )
        .bind(id)
        .bind(said.seat)
        .bind(&said.text)
        .bind(said.at)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn offer(&self, id: &str, Offer { kind, seat, ply }: Offer) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO offers (game, kind, seat, ply) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game, kind) DO UPDATE SET seat = $3, ply = $4",
        )
        .bind(id)
        .bind(kind.to_string())
        .bind(seat)
        .bind(ply)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn withdraw(&self, id: &str, kind: OfferKind) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM offers WHERE game = $1 AND kind = $2")
            .bind(id)
            .bind(kind.to_string())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn follow(&self, id: &str, next: &str) -> Result<String, StoreError> {
        let followed =
            sqlx::query_scalar("UPDATE games SET next = COALESCE(next, $2) WHERE id = $1 RETURNING next");
        followed.bind(id).bind(next).fetch_optional(&self.pool).await?.ok_or(StoreError::Unknown)
    }

    async fn lobby(&self, count: u32) -> Result<Vec<SavedGame>, StoreError> {
        self.listed(
            "SELECT id FROM games WHERE listed = 1 AND ended IS NULL AND EXISTS \
             (SELECT 1 FROM seats WHERE game = id AND holder IS NULL AND agent = 'human') \
             ORDER BY created DESC LIMIT $1",
            count,
            0,
        )
        .await
    }

    async fn lively(&self, since: i64, count: u32) -> Result<Vec<SavedGame>, StoreError> {
        self.listed(
            "SELECT game FROM moves JOIN games ON games.id = game WHERE ended IS NULL \
             GROUP BY game HAVING MAX(played) >= $2 ORDER BY MAX(played) DESC LIMIT $1",
            count,
            since,
        )
        .await
    }
}

impl Sqlite {
    /// Reads the games whose ids a query finds; `$1` is their number at most, `$2` a time.
    async fn listed(
        &self,
        query: &'static str,
        count: u32,
        since: i64,
    ) -> Result<Vec<SavedGame>, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let ids: Vec<String> =
            sqlx::query_scalar(query).bind(count).bind(since).fetch_all(&mut *transaction).await?;
        let mut games = Vec::new();
        for id in ids {
            games.extend(read_game(&mut transaction, &id).await?);
        }
        Ok(games)
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
