//! Reading.

use damier_core::Fault;
use sqlx::{AssertSqlSafe, FromRow, Row as _};

use super::super::{Connection, Row, SHELVED};
use crate::update::Event;
use crate::{Message, NewGame, Offer, PlayedMove, Round, SavedGame, Seated, SeriesGame, StoreError};

/// A row of the table of games.
struct GameRow {
    spec: String,
    start: String,
    created: i64,
    clock: Option<String>,
    ended: Option<String>,
    undone: String,
    series: Option<String>,
    round: Option<i64>,
    seq: i64,
    deadline: Option<i64>,
    /// The rule of its match.
    rule: Option<String>,
    next: Option<String>,
    listed: i64,
}

/// A row of the table of seats.
struct SeatRow {
    agent: String,
    name: String,
    holder: Option<String>,
}

impl FromRow<'_, Row> for GameRow {
    fn from_row(row: &Row) -> sqlx::Result<GameRow> {
        Ok(GameRow {
            spec: row.try_get("spec")?,
            start: row.try_get("start")?,
            created: row.try_get("created")?,
            clock: row.try_get("clock")?,
            ended: row.try_get("ended")?,
            undone: row.try_get("undone")?,
            series: row.try_get("series")?,
            round: row.try_get("round")?,
            seq: row.try_get("seq")?,
            deadline: row.try_get("deadline")?,
            rule: row.try_get("rule")?,
            next: row.try_get("next")?,
            listed: row.try_get("listed")?,
        })
    }
}

impl FromRow<'_, Row> for SeatRow {
    fn from_row(row: &Row) -> sqlx::Result<SeatRow> {
        Ok(SeatRow {
            agent: row.try_get("agent")?,
            name: row.try_get("name")?,
            holder: row.try_get("holder")?,
        })
    }
}

impl FromRow<'_, Row> for SeriesGame {
    fn from_row(row: &Row) -> sqlx::Result<SeriesGame> {
        let worth: [Option<i64>; 2] = [row.try_get("worth_first")?, row.try_get("worth_second")?];
        let worth =
            if let [Some(first), Some(second)] = worth { Some([first as i32, second as i32]) } else { None };
        Ok(SeriesGame { id: row.try_get("id")?, worth })
    }
}

impl FromRow<'_, Row> for Message {
    fn from_row(row: &Row) -> sqlx::Result<Message> {
        let seat: i64 = row.try_get("seat")?;
        Ok(Message { seat: seat as u8, text: row.try_get("text")?, at: row.try_get("said")? })
    }
}

impl FromRow<'_, Row> for PlayedMove {
    fn from_row(row: &Row) -> sqlx::Result<PlayedMove> {
        Ok(PlayedMove { text: row.try_get("text")?, at: row.try_get("played")? })
    }
}

impl FromRow<'_, Row> for Event {
    fn from_row(row: &Row) -> sqlx::Result<Event> {
        Ok(Event {
            seq: row.try_get::<i64, _>("seq")? as u64,
            kind: row.try_get("kind")?,
            json: row.try_get("json")?,
            at: row.try_get("at")?,
        })
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
        Some(Round { series: self.series.take()?, rule: self.rule.take()?, number: self.round? as u32 })
    }
}

/// Reads a game. In a transaction the game, its seats and its moves belong to the same state.
pub(super) async fn game(connection: &mut Connection, id: &str) -> Result<Option<SavedGame>, StoreError> {
    let game: Option<GameRow> = sqlx::query_as(
        "SELECT spec, start, created, clock, ended, undone, series, round, seq, deadline, next, listed, matches.rule \
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
    let hinted: Vec<i64> = sqlx::query_scalar("SELECT ply FROM hints WHERE game = $1 ORDER BY ply")
        .bind(id)
        .fetch_all(&mut *connection)
        .await?;
    let offers: Vec<(String, i64, i64)> =
        sqlx::query_as("SELECT kind, seat, ply FROM offers WHERE game = $1 ORDER BY kind")
            .bind(id)
            .fetch_all(&mut *connection)
            .await?;
    let offer = |(kind, seat, ply): (String, i64, i64)| {
        Ok(Offer { kind: kind.parse()?, seat: seat as u8, ply: ply as u32 })
    };
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
    let GameRow { spec, start, created, clock, ended, undone, seq, deadline, next, listed, .. } = game;
    let seats = seats.into_iter().map(SeatRow::read).collect();
    let clock = clock.map(|text| text.parse()).transpose()?;
    Ok(Some(SavedGame {
        game: NewGame { id: id.to_string(), spec, start, seats, created, clock, round, listed: listed == 1 },
        moves,
        ended: ended.map(|text| text.parse()).transpose()?,
        undone: undone.split_ascii_whitespace().map(str::to_string).collect(),
        hinted: hinted.into_iter().map(|ply| ply as u32).collect(),
        series,
        offers,
        next,
        messages,
        seq: seq as u64,
        deadline,
    }))
}

/// Reads the events of a game after one of them.
pub(super) async fn events(
    connection: &mut Connection,
    id: &str,
    after: u64,
    limit: u32,
) -> Result<Vec<Event>, StoreError> {
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let events = sqlx::query_as(
        "SELECT seq, kind, json, at FROM events WHERE game = $1 AND seq > $2 ORDER BY seq LIMIT $3",
    )
    .bind(id)
    .bind(after)
    .bind(i64::from(limit))
    .fetch_all(connection)
    .await?;
    Ok(events)
}

/// The games on a shelf of which no other game of their match is a later one.
const ON_SHELF: &str = "FROM shelves JOIN games ON games.id = shelves.game WHERE holder = $1 AND NOT EXISTS \
    (SELECT 1 FROM games AS later WHERE later.series = games.series AND later.round = games.round + 1)";

/// Reads games of a shelf, the newest first.
pub(super) async fn shelf(
    connection: &mut Connection,
    holder: &str,
    skip: u32,
    count: u32,
) -> Result<Vec<SavedGame>, StoreError> {
    let sql =
        format!("SELECT shelves.game {ON_SHELF} ORDER BY since DESC, {SHELVED} DESC LIMIT $2 OFFSET $3");
    let ids: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(holder)
        .bind(i64::from(count))
        .bind(i64::from(skip))
        .fetch_all(&mut *connection)
        .await?;
    all(connection, ids).await
}

/// Reads games in this order.
async fn all(connection: &mut Connection, ids: Vec<String>) -> Result<Vec<SavedGame>, StoreError> {
    let mut games = Vec::new();
    for id in ids {
        games.extend(game(connection, &id).await?);
    }
    Ok(games)
}

/// Reads the games of the lobby that still have a free seat, the newest first.
pub(super) async fn lobby(connection: &mut Connection, count: u32) -> Result<Vec<SavedGame>, StoreError> {
    let ids = sqlx::query_scalar(
        "SELECT id FROM games WHERE listed = 1 AND ended IS NULL AND EXISTS \
         (SELECT 1 FROM seats WHERE game = id AND holder IS NULL AND agent = 'human') \
         ORDER BY created DESC LIMIT $1",
    );
    let ids = ids.bind(i64::from(count)).fetch_all(&mut *connection).await?;
    all(connection, ids).await
}

/// Reads the games whose last move was played at this time or later, the last one first; not those that ended off the board.
pub(super) async fn lively(
    connection: &mut Connection,
    since: i64,
    count: u32,
) -> Result<Vec<SavedGame>, StoreError> {
    let ids = sqlx::query_scalar(
        "SELECT id FROM games WHERE played >= $1 AND ended IS NULL ORDER BY played DESC LIMIT $2",
    );
    let ids = ids.bind(since).bind(i64::from(count)).fetch_all(&mut *connection).await?;
    all(connection, ids).await
}

/// Counts the games of a shelf.
pub(super) async fn shelf_size(connection: &mut Connection, holder: &str) -> Result<u32, StoreError> {
    let query = sqlx::query_scalar::<_, i64>(AssertSqlSafe(format!("SELECT COUNT(*) {ON_SHELF}")));
    Ok(query.bind(holder).fetch_one(connection).await? as u32)
}
