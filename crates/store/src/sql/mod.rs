//! The statements of a store, which are the same for both databases: this folder is compiled once for each, with the types and the
//! few words that differ from its `super`.

mod apply;
mod read;

use sqlx::Connection as _;

use super::{BEGIN_READING, BEGIN_WRITING, Connection, Kept, Pool};
use crate::update::{Due, Event, Reply, Request, Update};
use crate::writer::{Committed, Failed};
use crate::{End, NewGame, PlayedMove, SavedGame, Store, StoreError};

use apply::Batch;

impl Store for Kept {
    async fn update(&self, update: Update) -> Result<u64, StoreError> {
        self.done(Request::Update(update)).await
    }

    async fn import(
        &self,
        game: &NewGame,
        moves: &[PlayedMove],
        ended: Option<End>,
    ) -> Result<(), StoreError> {
        let (game, moves) = (game.clone(), moves.to_vec());
        self.done(Request::Begin { game, moves, ended }).await.map(drop)
    }

    async fn shelve(&self, holder: &str, id: &str, since: i64) -> Result<(), StoreError> {
        let (holder, game) = (holder.to_string(), id.to_string());
        self.done(Request::Shelve { holder, game, since }).await.map(drop)
    }

    async fn unshelve(&self, holder: &str, id: &str) -> Result<(), StoreError> {
        let (holder, game) = (holder.to_string(), id.to_string());
        self.done(Request::Unshelve { holder, game }).await.map(drop)
    }

    async fn take_flags(&self, most: u32) -> Result<Vec<Due>, StoreError> {
        match self.writer.ask(Request::TakeFlags { most }).await? {
            Reply::Due(due) => Ok(due),
            Reply::Done(_) => Ok(Vec::new()),
        }
    }

    async fn find(&self, id: &str) -> Result<Option<SavedGame>, StoreError> {
        read::game(&mut *self.readers.begin_with(BEGIN_READING).await?, id).await
    }

    async fn events(&self, id: &str, after: u64, limit: u32) -> Result<Vec<Event>, StoreError> {
        read::events(&mut *self.readers.acquire().await?, id, after, limit).await
    }

    async fn shelf(&self, holder: &str, skip: u32, count: u32) -> Result<Vec<SavedGame>, StoreError> {
        read::shelf(&mut *self.readers.begin_with(BEGIN_READING).await?, holder, skip, count).await
    }

    async fn shelf_size(&self, holder: &str) -> Result<u32, StoreError> {
        read::shelf_size(&mut *self.readers.acquire().await?, holder).await
    }

    async fn lobby(&self, count: u32) -> Result<Vec<SavedGame>, StoreError> {
        read::lobby(&mut *self.readers.begin_with(BEGIN_READING).await?, count).await
    }

    async fn lively(&self, since: i64, count: u32) -> Result<Vec<SavedGame>, StoreError> {
        read::lively(&mut *self.readers.begin_with(BEGIN_READING).await?, since, count).await
    }

    fn watch(&self, id: &str) -> tokio::sync::watch::Receiver<u64> {
        self.watched.follow(id)
    }

    fn now(&self) -> i64 {
        self.clock.now()
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.writer.close().await
    }
}

impl Kept {
    async fn done(&self, request: Request) -> Result<u64, StoreError> {
        match self.writer.ask(request).await? {
            Reply::Done(seq) => Ok(seq),
            Reply::Due(_) => Ok(0),
        }
    }
}

/// Carries out requests in one transaction.
pub(super) async fn commit(pool: &Pool, requests: &[Request]) -> Result<Committed, Failed> {
    let mut connection = pool.acquire().await?;
    // Refusals write nothing, so that all requests can share the transaction. Should a statement fail, all of it is done again with a
    // savepoint for each request, so that only the one to blame fails.
    for careful in [false, true] {
        let mut transaction = connection.begin_with(BEGIN_WRITING).await?;
        let mut batch = Batch::default();
        let mut answers = Vec::with_capacity(requests.len());
        let mut failed = false;
        for request in requests {
            let answer = if careful {
                apart(&mut transaction, &mut batch, request).await
            } else {
                batch.apply(&mut transaction, request).await
            };
            match answer {
                Err(error) if error.is_lost_connection() || error.is_deadlock() => return Err(error.into()),
                Err(error) if !careful && !error.is_refusal() => {
                    failed = true;
                    break;
                }
                answer => answers.push(answer),
            }
        }
        if !failed && let Err(error) = batch.flush(&mut transaction).await {
            if careful {
                return Err(error.into());
            }
            failed = true;
        }
        if failed {
            transaction.rollback().await?;
            continue;
        }
        let changed = batch.changed();
        super::ring(&mut transaction, &changed).await?;
        transaction.commit().await.map_err(|error| Failed { error: error.into(), committing: true })?;
        return Ok(Committed { answers, changed });
    }
    Err(StoreError::Busy.into())
}

/// Carries out a request in a savepoint of its own.
async fn apart(
    connection: &mut Connection,
    batch: &mut Batch,
    request: &Request,
) -> Result<Reply, StoreError> {
    let mut savepoint = sqlx::Connection::begin(connection).await?;
    let mut alone = Batch::default();
    let mut answer = alone.apply(&mut savepoint, request).await;
    if answer.is_ok() {
        answer = alone.flush(&mut savepoint).await.and(answer);
    }
    match &answer {
        Ok(_) => {
            savepoint.commit().await?;
            batch.join(alone);
        }
        Err(error) if error.is_lost_connection() => {}
        Err(_) => savepoint.rollback().await?,
    }
    answer
}
