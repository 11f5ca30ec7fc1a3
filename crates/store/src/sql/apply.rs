//! Carrying out requests in a transaction.

use std::collections::HashMap;

use sqlx::{AssertSqlSafe, QueryBuilder, Row as _};

use super::super::{Connection, Driver, FOR_UPDATE, NOW, SKIP_LOCKED};
use crate::update::{Action, Changed, Due, Guard, Reply, Request, Update};
use crate::{End, Message, NewGame, Offer, PlayedMove, Round, StoreError};

/// The milliseconds that whoever has taken a flag has to see to it, before another node may take it.
const LEASE: i64 = 10_000;

/// The largest number of rows in a statement.
const MOST_ROWS: usize = 1_000;

/// What is written at the end of a transaction: the rows of all its requests at once.
#[derive(Default)]
pub(super) struct Batch {
    moves: Vec<MoveRow>,
    events: Vec<EventRow>,
    /// The last events of the games that have changed.
    last: HashMap<String, u64>,
}

struct MoveRow {
    game: String,
    ply: i64,
    text: String,
    at: i64,
}

struct EventRow {
    game: String,
    seq: i64,
    kind: String,
    json: String,
    at: i64,
}

/// A game that is locked until the end of the transaction.
struct Locked {
    ply: u32,
    seq: u64,
    ended: Option<String>,
    undone: String,
    created: i64,
    worth: [Option<i64>; 2],
}

impl Batch {
    /// Carries out a request. What is refused has written nothing.
    ///
    /// # Errors
    /// If the request is refused or the database fails.
    pub async fn apply(
        &mut self,
        connection: &mut Connection,
        request: &Request,
    ) -> Result<Reply, StoreError> {
        match request {
            Request::Begin { game, moves, ended } => {
                begin(connection, game, moves, *ended).await?;
                for (played, ply) in moves.iter().zip(0..) {
                    let (game, text) = (game.id.clone(), played.text.clone());
                    self.moves.push(MoveRow { game, ply, text, at: played.at });
                }
                Ok(Reply::Done(0))
            }
            Request::Update(update) => self.update(connection, update).await.map(Reply::Done),
            Request::Shelve { holder, game, since } => {
                shelve(connection, holder, game, *since).await.map(|()| Reply::Done(0))
            }
            Request::Unshelve { holder, game } => {
                let query = sqlx::query("DELETE FROM shelves WHERE holder = $1 AND game = $2");
                query.bind(holder).bind(game).execute(connection).await?;
                Ok(Reply::Done(0))
            }
            Request::TakeFlags { most } => take_flags(connection, *most).await.map(Reply::Due),
        }
    }

    /// Writes the rows that are left to write.
    pub async fn flush(&mut self, connection: &mut Connection) -> Result<(), StoreError> {
        for rows in self.moves.chunks(MOST_ROWS) {
            let mut insert = QueryBuilder::<Driver>::new("INSERT INTO moves (game, ply, text, played) ");
            insert.push_values(rows, |mut row, played| {
                row.push_bind(&played.game).push_bind(played.ply);
                row.push_bind(&played.text).push_bind(played.at);
            });
            insert.build().persistent(false).execute(&mut *connection).await?;
        }
        for rows in self.events.chunks(MOST_ROWS) {
            let mut insert = QueryBuilder::<Driver>::new("INSERT INTO events (game, seq, kind, json, at) ");
            insert.push_values(rows, |mut row, event| {
                row.push_bind(&event.game).push_bind(event.seq).push_bind(&event.kind);
                row.push_bind(&event.json).push_bind(event.at);
            });
            insert.build().persistent(false).execute(&mut *connection).await?;
        }
        self.moves.clear();
        self.events.clear();
        Ok(())
    }

    /// Takes over what another batch has written.
    pub fn join(&mut self, written: Batch) {
        self.last.extend(written.last);
    }

    /// Returns the games that have changed.
    pub fn changed(&self) -> Vec<Changed> {
        self.last.iter().map(|(game, &seq)| Changed { game: game.clone(), seq }).collect()
    }

    fn note(&mut self, update: &Update, seq: u64, kind: &str, json: String) -> u64 {
        let game = update.game.clone();
        self.last.insert(game.clone(), seq);
        self.events.push(EventRow { game, seq: seq as i64, kind: kind.to_string(), json, at: update.at });
        seq
    }

    /// Makes a change of a game; returns the number of its last event.
    async fn update(&mut self, connection: &mut Connection, update: &Update) -> Result<u64, StoreError> {
        let Update { game: id, guard, action, .. } = update;
        if let Action::Move { ply, text, deadline } = action {
            return self.play(connection, update, *ply, text, *deadline).await;
        }
        let locked = lock(connection, id).await?;
        locked.check(*guard)?;
        let same = Ok(locked.seq);
        match action {
            Action::Move { .. } => same,
            Action::TakeBack(plies) => self.take_back(connection, update, locked, *plies).await,
            Action::End(end) => match locked.ended {
                Some(there) if there == end.to_string() => same,
                Some(there) => Err(StoreError::Over(there.parse()?)),
                None => {
                    let sql = "UPDATE games SET seq = seq + 1, deadline = NULL, ended = $2 WHERE id = $1";
                    let query = sqlx::query(sql).bind(id).bind(end.to_string());
                    query.execute(connection).await?;
                    let json = serde_json::json!({ "how": end.to_string() });
                    Ok(self.note(update, locked.seq + 1, "end", json.to_string()))
                }
            },
            Action::Settle(worth) => {
                let worth = worth.map(i64::from);
                if locked.worth == worth.map(Some) {
                    return same;
                }
                let sql = "UPDATE games SET seq = seq + 1, worth_first = $2, worth_second = $3 WHERE id = $1";
                let query = sqlx::query(sql).bind(id).bind(worth[0]).bind(worth[1]);
                query.execute(connection).await?;
                let json = serde_json::json!({ "worth": worth });
                Ok(self.note(update, locked.seq + 1, "settled", json.to_string()))
            }
            Action::Hint(ply) => {
                let sql = "INSERT INTO hints (game, ply) VALUES ($1, $2) ON CONFLICT DO NOTHING";
                let query = sqlx::query(sql).bind(id).bind(i64::from(*ply));
                if query.execute(&mut *connection).await?.rows_affected() == 0 {
                    return same;
                }
                count_event(connection, id).await?;
                let json = serde_json::json!({ "ply": ply });
                Ok(self.note(update, locked.seq + 1, "hint", json.to_string()))
            }
            Action::TakeSeat { seat, holder, name } => {
                let sql = "UPDATE seats SET holder = $3, name = $4 \
                           WHERE game = $1 AND seat = $2 AND agent = 'human' AND holder IS NULL";
                let query = sqlx::query(sql).bind(id).bind(i64::from(*seat)).bind(holder).bind(name);
                if query.execute(&mut *connection).await?.rows_affected() == 0 {
                    let sql = "SELECT holder FROM seats WHERE game = $1 AND seat = $2";
                    let query = sqlx::query_scalar::<_, Option<String>>(sql).bind(id).bind(i64::from(*seat));
                    let there = query.fetch_optional(connection).await?.flatten();
                    return if there.as_ref() == Some(holder) { same } else { Err(StoreError::NotFree) };
                }
                shelve(connection, holder, id, update.at).await?;
                count_event(connection, id).await?;
                let json = serde_json::json!({ "seat": seat, "name": name });
                Ok(self.note(update, locked.seq + 1, "seat", json.to_string()))
            }
            Action::SeatEngine { seat, agent } => {
                let sql = "UPDATE seats SET agent = $3 \
                           WHERE game = $1 AND seat = $2 AND agent = 'human' AND holder IS NULL";
                let query = sqlx::query(sql).bind(id).bind(i64::from(*seat)).bind(agent.to_string());
                if query.execute(&mut *connection).await?.rows_affected() == 0 {
                    return Err(StoreError::NotFree);
                }
                count_event(connection, id).await?;
                let json = serde_json::json!({ "seat": seat, "agent": agent.to_string() });
                Ok(self.note(update, locked.seq + 1, "seat", json.to_string()))
            }
            Action::Cancel => {
                let sql = "SELECT COUNT(*) FROM seats WHERE game = $1 AND agent = 'human' AND holder IS NULL";
                let free: i64 = sqlx::query_scalar(sql).bind(id).fetch_one(&mut *connection).await?;
                if locked.ply > 0 || free == 0 {
                    return Err(StoreError::NotFree);
                }
                self.flush(connection).await?;
                for table in ["events", "messages", "offers", "hints", "shelves", "seats"] {
                    let delete = format!("DELETE FROM {table} WHERE game = $1");
                    sqlx::query(AssertSqlSafe(delete)).bind(id).execute(&mut *connection).await?;
                }
                sqlx::query("DELETE FROM games WHERE id = $1").bind(id).execute(connection).await?;
                // Who follows the game hears that it is gone.
                self.last.insert(id.clone(), locked.seq + 1);
                Ok(locked.seq + 1)
            }
            Action::Say(Message { seat, text, at }) => {
                let sql = "INSERT INTO messages (game, number, seat, text, said) \
                           SELECT $1, (SELECT COUNT(*) FROM messages WHERE game = $1), $2, $3, $4";
                let query = sqlx::query(sql).bind(id).bind(i64::from(*seat)).bind(text).bind(at);
                query.execute(&mut *connection).await?;
                count_event(connection, id).await?;
                let json = serde_json::json!({ "seat": seat, "text": text });
                Ok(self.note(update, locked.seq + 1, "message", json.to_string()))
            }
            Action::HandOver { from, to } => {
                let sql = "UPDATE seats SET holder = $3 WHERE game = $1 AND holder = $2 RETURNING seat";
                let query = sqlx::query_scalar::<_, i64>(sql).bind(id).bind(from).bind(to);
                let mut seats = query.fetch_all(&mut *connection).await?;
                if seats.is_empty() {
                    return same;
                }
                seats.sort_unstable();
                shelve(connection, to, id, locked.created).await?;
                count_event(connection, id).await?;
                let json = serde_json::json!({ "seats": seats });
                Ok(self.note(update, locked.seq + 1, "seat", json.to_string()))
            }
            Action::Offer(Offer { kind, seat, ply }) => {
                let sql = "INSERT INTO offers (game, kind, seat, ply) VALUES ($1, $2, $3, $4) \
                           ON CONFLICT (game, kind) DO UPDATE SET seat = $3, ply = $4";
                let query = sqlx::query(sql).bind(id).bind(kind.to_string());
                query.bind(i64::from(*seat)).bind(i64::from(*ply)).execute(&mut *connection).await?;
                count_event(connection, id).await?;
                let json = serde_json::json!({ "kind": kind.to_string(), "seat": seat, "ply": ply });
                Ok(self.note(update, locked.seq + 1, "offer", json.to_string()))
            }
            Action::Withdraw(kind) => {
                let query = sqlx::query("DELETE FROM offers WHERE game = $1 AND kind = $2");
                let done = query.bind(id).bind(kind.to_string()).execute(&mut *connection).await?;
                if done.rows_affected() == 0 {
                    return same;
                }
                count_event(connection, id).await?;
                let json = serde_json::json!({ "kind": kind.to_string() });
                Ok(self.note(update, locked.seq + 1, "withdraw", json.to_string()))
            }
            Action::Follow(next) => {
                let sql = "UPDATE games SET seq = seq + 1, next = $2 WHERE id = $1 AND next IS NULL";
                let query = sqlx::query(sql).bind(id).bind(next);
                if query.execute(connection).await?.rows_affected() == 0 {
                    return same;
                }
                let json = serde_json::json!({ "game": next });
                Ok(self.note(update, locked.seq + 1, "next", json.to_string()))
            }
            Action::Deadline(deadline) => {
                let sql = "UPDATE games SET seq = seq + 1, deadline = $2 WHERE id = $1";
                sqlx::query(sql).bind(id).bind(deadline).execute(connection).await?;
                let json = serde_json::json!({ "deadline": deadline });
                Ok(self.note(update, locked.seq + 1, "deadline", json.to_string()))
            }
            Action::Note { kind, json } => {
                count_event(connection, id).await?;
                Ok(self.note(update, locked.seq + 1, kind, json.clone()))
            }
        }
    }

    /// Plays a move. One statement checks that the ply is the next one and counts it, so that of many writers one is next.
    async fn play(
        &mut self,
        connection: &mut Connection,
        update: &Update,
        ply: u32,
        text: &str,
        deadline: Option<i64>,
    ) -> Result<u64, StoreError> {
        let id = &update.game;
        let (guard_ply, guard_seq) = match update.guard {
            Guard::None => (None, None),
            Guard::Ply(ply) => (Some(i64::from(ply)), None),
            Guard::Seq(seq) => (None, Some(seq as i64)),
        };
        let seq: Option<i64> = sqlx::query_scalar(
            "UPDATE games SET ply = ply + 1, seq = seq + 1, deadline = $4, played = $7, undone = CASE \
                 WHEN substr(undone, 1, length($3) + 1) = $3 || ' ' THEN substr(undone, length($3) + 2) \
                 ELSE '' END \
             WHERE id = $1 AND ply = $2 AND ended IS NULL \
                 AND ($5 IS NULL OR ply = $5) AND ($6 IS NULL OR seq = $6) \
             RETURNING seq",
        )
        .bind(id)
        .bind(i64::from(ply))
        .bind(text)
        .bind(deadline)
        .bind(guard_ply)
        .bind(guard_seq)
        .bind(update.at)
        .fetch_optional(&mut *connection)
        .await?;
        if let Some(seq) = seq {
            let (game, text) = (id.clone(), text.to_string());
            let json = serde_json::json!({ "ply": ply, "text": text, "deadline": deadline }).to_string();
            self.moves.push(MoveRow { game, ply: i64::from(ply), text, at: update.at });
            return Ok(self.note(update, seq as u64, "move", json));
        }
        let locked = lock(connection, id).await?;
        if locked.ply > ply {
            // It may have been played a moment ago, in this transaction.
            self.flush(connection).await?;
            let sql = "SELECT text FROM moves WHERE game = $1 AND ply = $2";
            let query = sqlx::query_scalar::<_, String>(sql).bind(id).bind(i64::from(ply));
            let there = query.fetch_one(connection).await?;
            return if there == text { Ok(locked.seq) } else { Err(StoreError::Taken(there)) };
        }
        locked.check(update.guard)?;
        match locked.ended {
            Some(end) => Err(StoreError::Over(end.parse()?)),
            None => Err(StoreError::Gap(locked.ply)),
        }
    }

    async fn take_back(
        &mut self,
        connection: &mut Connection,
        update: &Update,
        locked: Locked,
        plies: u32,
    ) -> Result<u64, StoreError> {
        if plies >= locked.ply && locked.ended.is_none() {
            return Ok(locked.seq);
        }
        let id = &update.game;
        self.flush(connection).await?;
        let sql = "SELECT text FROM moves WHERE game = $1 AND ply >= $2 ORDER BY ply";
        let query = sqlx::query_scalar::<_, String>(sql).bind(id).bind(i64::from(plies));
        let mut texts = query.fetch_all(&mut *connection).await?;
        texts.push(locked.undone);
        let sql = "DELETE FROM moves WHERE game = $1 AND ply >= $2";
        sqlx::query(sql).bind(id).bind(i64::from(plies)).execute(&mut *connection).await?;
        let left = plies.min(locked.ply);
        let sql = "UPDATE games SET ply = $2, seq = seq + 1, deadline = NULL, ended = NULL, undone = $3, \
                   played = (SELECT MAX(played) FROM moves WHERE game = $1) WHERE id = $1";
        let query =
            sqlx::query(sql).bind(id).bind(i64::from(left)).bind(texts.join(" ").trim_end().to_string());
        query.execute(connection).await?;
        let json = serde_json::json!({ "plies": left });
        Ok(self.note(update, locked.seq + 1, "takeback", json.to_string()))
    }
}

impl Locked {
    fn check(&self, guard: Guard) -> Result<(), StoreError> {
        let holds = match guard {
            Guard::None => true,
            Guard::Ply(ply) => ply == self.ply,
            Guard::Seq(seq) => seq == self.seq,
        };
        if holds { Ok(()) } else { Err(StoreError::Stale { ply: self.ply, seq: self.seq }) }
    }
}

/// Reads what changes of a game depend on. It stays true until the transaction ends.
async fn lock(connection: &mut Connection, id: &str) -> Result<Locked, StoreError> {
    let sql = format!(
        "SELECT ply, seq, ended, undone, created, worth_first, worth_second FROM games WHERE id = $1{FOR_UPDATE}"
    );
    let row = sqlx::query(AssertSqlSafe(sql)).bind(id).fetch_optional(connection).await?;
    let row = row.ok_or(StoreError::Unknown)?;
    Ok(Locked {
        ply: row.try_get::<i64, _>("ply")? as u32,
        seq: row.try_get::<i64, _>("seq")? as u64,
        ended: row.try_get("ended")?,
        undone: row.try_get("undone")?,
        created: row.try_get("created")?,
        worth: [row.try_get("worth_first")?, row.try_get("worth_second")?],
    })
}

async fn count_event(connection: &mut Connection, id: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE games SET seq = seq + 1 WHERE id = $1").bind(id).execute(connection).await?;
    Ok(())
}

async fn begin(
    connection: &mut Connection,
    new: &NewGame,
    moves: &[PlayedMove],
    ended: Option<End>,
) -> Result<(), StoreError> {
    if let Some(Round { series, rule, number: 0 }) = &new.round {
        let query = sqlx::query("INSERT INTO matches (id, rule) VALUES ($1, $2)").bind(series).bind(rule);
        query.execute(&mut *connection).await?;
    }
    let round = new.round.as_ref();
    sqlx::query(
        "INSERT INTO games (id, spec, start, created, clock, series, round, ply, played, ended, listed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(&new.id)
    .bind(&new.spec)
    .bind(&new.start)
    .bind(new.created)
    .bind(new.clock.map(|clock| clock.to_string()))
    .bind(round.map(|round| round.series.as_str()))
    .bind(round.map(|round| i64::from(round.number)))
    .bind(moves.len() as i64)
    .bind(moves.last().map(|played| played.at))
    .bind(ended.map(|end| end.to_string()))
    .bind(i64::from(new.listed))
    .execute(&mut *connection)
    .await?;
    for (seat, seated) in new.seats.iter().enumerate() {
        sqlx::query("INSERT INTO seats (game, seat, agent, name, holder) VALUES ($1, $2, $3, $4, $5)")
            .bind(&new.id)
            .bind(seat as i64)
            .bind(seated.agent.to_string())
            .bind(&seated.name)
            .bind(&seated.holder)
            .execute(&mut *connection)
            .await?;
        if let Some(holder) = &seated.holder {
            shelve(connection, holder, &new.id, new.created).await?;
        }
    }
    Ok(())
}

/// Puts a game on the shelf of a holder.
async fn shelve(connection: &mut Connection, holder: &str, id: &str, since: i64) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO shelves (holder, game, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(holder)
        .bind(id)
        .bind(since)
        .execute(connection)
        .await?;
    Ok(())
}

/// Takes flags that no other node has taken. Should this node die, another may take them after the lease.
async fn take_flags(connection: &mut Connection, most: u32) -> Result<Vec<Due>, StoreError> {
    let sql = format!(
        "UPDATE games SET deadline = {NOW} + {LEASE} WHERE id IN \
         (SELECT id FROM games WHERE deadline <= {NOW} ORDER BY deadline LIMIT $1{SKIP_LOCKED}) \
         RETURNING id, ply"
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(i64::from(most)).fetch_all(connection).await?;
    rows.into_iter()
        .map(|row| Ok(Due { game: row.try_get("id")?, ply: row.try_get::<i64, _>("ply")? as u32 }))
        .collect()
}
