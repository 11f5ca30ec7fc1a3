//! The one writer of a node. It gathers what arrives within a few milliseconds into one transaction, since the disk takes as long
//! for one change as for hundreds, and answers after the commit.

use std::collections::VecDeque;
use std::fmt::{self, Debug, Formatter};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::StoreError;
use crate::update::{Changed, Reply, Request};
use crate::watched::Watched;

/// How long the writer waits for as many as came last time. Whoever plays alone is not kept waiting.
const GATHER: Duration = Duration::from_millis(4);
/// The largest number of requests in a transaction, and in the queue.
const MOST: usize = 512;
/// The longest that a request waits for a place in the queue.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long requests are tried anew when the connection to the database is lost, and how often.
const RECONNECTING: (Duration, Duration) = (Duration::from_secs(10), Duration::from_millis(200));
/// The longest that a transaction may take: after that its connection is held to be dead.
const LONGEST: Duration = Duration::from_secs(15);
/// How often a transaction is tried that the database gave up in favour of another.
const ATTEMPTS: u32 = 5;

/// A database that carries out requests.
pub(crate) trait Base: Send + Sync + 'static {
    /// Carries out requests in order, in one transaction. What one of them is refused does not touch the others.
    ///
    /// # Errors
    /// If the transaction as a whole failed; `Failed::committing` says whether it may have happened all the same.
    fn commit(&self, requests: &[Request]) -> impl Future<Output = Result<Committed, Failed>> + Send;

    /// Closes the database.
    fn close(&self) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// What a transaction did.
#[derive(Debug, Default)]
pub(crate) struct Committed {
    /// The answers, in the order of the requests.
    pub answers: Vec<Result<Reply, StoreError>>,
    /// The games that have changed, with their last events.
    pub changed: Vec<Changed>,
}

/// A transaction that failed.
#[derive(Debug)]
pub(crate) struct Failed {
    /// Why.
    pub error: StoreError,
    /// Whether it failed at its very end, so that nobody knows whether it happened.
    pub committing: bool,
}

impl<E: Into<StoreError>> From<E> for Failed {
    fn from(error: E) -> Failed {
        Failed { error: error.into(), committing: false }
    }
}

enum Job {
    Write(Box<Request>, oneshot::Sender<Result<Reply, StoreError>>),
    Close(oneshot::Sender<Result<(), StoreError>>),
}

/// The queue of a writer.
#[derive(Clone)]
pub(crate) struct Writer(mpsc::Sender<Job>);

impl Debug for Writer {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl Writer {
    /// Starts a writer. It ends when it is closed, or when nobody can ask it any more.
    pub fn start(base: impl Base, watched: Watched) -> Writer {
        let (sender, jobs) = mpsc::channel(MOST);
        tokio::spawn(write(base, watched, jobs));
        Writer(sender)
    }

    /// Carries out a request. Once it is in the queue it is carried out, even if the caller does not wait for the answer.
    pub async fn ask(&self, request: Request) -> Result<Reply, StoreError> {
        let (sender, answer) = oneshot::channel();
        let sent = timeout(PATIENCE, self.0.send(Job::Write(Box::new(request), sender))).await;
        sent.map_err(|_| StoreError::Busy)?.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Carries out what is in the queue, takes no more, and closes the database. To close it again has no effect.
    pub async fn close(&self) -> Result<(), StoreError> {
        let (sender, answer) = oneshot::channel();
        match self.0.send(Job::Close(sender)).await {
            Ok(()) => answer.await.unwrap_or(Ok(())),
            Err(_) => Ok(()),
        }
    }
}

async fn write(base: impl Base, watched: Watched, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting: VecDeque<Job> = VecDeque::new();
    let mut last = 1;
    let mut closers = Vec::new();
    loop {
        if waiting.is_empty() {
            match jobs.recv().await {
                Some(job) => waiting.push_back(job),
                None => break,
            }
        }
        let until = Instant::now() + GATHER;
        while waiting.len() < MOST {
            match jobs.try_recv() {
                Ok(job) => waiting.push_back(job),
                Err(_) if waiting.len() >= last => break,
                Err(_) => match timeout_at(until, jobs.recv()).await {
                    Ok(Some(job)) => waiting.push_back(job),
                    Ok(None) | Err(_) => break,
                },
            }
        }
        let mut writes = Vec::new();
        for job in waiting.drain(..) {
            match job {
                Job::Write(request, sender) => writes.push((*request, sender)),
                Job::Close(sender) => {
                    jobs.close();
                    closers.push(sender);
                }
            }
        }
        last = writes.len().max(1);
        if !writes.is_empty() {
            // This keeps the order of what is done in a game.
            writes.sort_by(|(one, _), (two, _)| one.key().cmp(two.key()));
            let (requests, senders): (Vec<Request>, Vec<_>) = writes.into_iter().unzip();
            let answers = carry_out(&base, &watched, &requests).await;
            for (sender, answer) in senders.into_iter().zip(answers) {
                // Whoever has left did not want to know.
                let _ = sender.send(answer);
            }
        }
    }
    let closed = base.close().await;
    for closer in closers {
        let _ = closer.send(closed.clone());
    }
}

/// Carries out requests, and tells who follows the games; returns the answers in order.
async fn carry_out(
    base: &impl Base,
    watched: &Watched,
    requests: &[Request],
) -> Vec<Result<Reply, StoreError>> {
    let begun = Instant::now();
    let mut attempts = 1;
    loop {
        let hung = || Failed { error: StoreError::Busy, committing: true };
        let committed = timeout(LONGEST, base.commit(requests)).await.unwrap_or_else(|_| Err(hung()));
        match committed {
            Ok(Committed { answers, changed }) => {
                changed.iter().for_each(|changed| watched.tell(changed));
                return answers;
            }
            Err(Failed { error, committing: false })
                if error.is_lost_connection() && begun.elapsed() < RECONNECTING.0 =>
            {
                sleep(RECONNECTING.1).await;
            }
            Err(Failed { error, .. }) if error.is_deadlock() && attempts < ATTEMPTS => attempts += 1,
            Err(Failed { error, .. }) => return vec![Err(error); requests.len()],
        }
    }
}
