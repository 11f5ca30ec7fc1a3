//! A pool of threads that does a limited amount of work at once, in the order of the requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use damier_core::Rng;
use damier_search::Limits;
use damier_table::{Advice, AnyGame, Effort, EngineKind, Session};
use tokio::sync::Semaphore;
use tracing::Span;

use crate::web::error::panic_message;

/// A limited number of places for work, with a queue.
#[derive(Clone)]
pub struct Pool {
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// The largest number of requests that wait; further ones are refused.
pub const LONGEST_QUEUE: usize = 64;

/// Why work was not done.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// The queue is full.
    #[error("too many wait already")]
    Full,
    /// The work panicked with this message.
    #[error("panicked: {0}")]
    Panicked(String),
}

impl Pool {
    /// Creates a pool with this many places.
    pub fn new(places: usize) -> Pool {
        Pool { places: Arc::new(Semaphore::new(places)), waiting: Arc::new(AtomicUsize::new(0)) }
    }

    /// Returns how many requests wait for a place.
    pub fn queue(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Runs work on a thread of its own once there is a place. The work logs in the span of its caller.
    ///
    /// # Errors
    /// If the queue is full, or the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let waiting = Waiting::new(&self.waiting);
        if waiting.before >= LONGEST_QUEUE {
            return Err(PoolError::Full);
        }
        let places = Arc::clone(&self.places);
        let place = places.acquire_owned().await.expect("nobody closes the semaphore");
        drop(waiting);
        let span = Span::current();
        let done = tokio::task::spawn_blocking(move || {
            let done = span.in_scope(work);
            drop(place);
            done
        });
        done.await.map_err(|error| {
            let payload = error.try_into_panic();
            PoolError::Panicked(
                payload.map_or_else(|error| error.to_string(), |payload| panic_message(&*payload)),
            )
        })
    }
}

/// A request in the queue. Dropping it, because it is served or its reader leaves, removes it.
struct Waiting {
    waiting: Arc<AtomicUsize>,
    /// How many requests were waiting before it.
    before: usize,
}

impl Waiting {
    fn new(waiting: &Arc<AtomicUsize>) -> Waiting {
        Waiting { before: waiting.fetch_add(1, Ordering::Relaxed), waiting: Arc::clone(waiting) }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How a move is to be chosen.
pub struct MoveRequest<'a> {
    /// The level, from 1 to 8.
    pub level: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// Returns whether to stop thinking and choose with what was found so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Chooses a move; calls `report` with the number of positions examined so far.
pub fn choose_move(
    game: &dyn AnyGame,
    session: &dyn Session,
    request: &MoveRequest,
    report: impl Fn(u64),
) -> String {
    let (effort, mut player) = (Effort::level(game, request.level), game.player(EngineKind::Best));
    let (limits, rng) =
        (Limits { stop: request.stop, ..Limits::nodes(u64::MAX) }, &mut Rng::new(request.seed));
    let mut watch = |advice: &Advice| report(advice.nodes.min(effort.level.nodes));
    effort.choose(&mut *player, session, &limits, rng, &mut watch).text().to_string()
}

/// Estimates the expected result for the player to move, 0 to 1.
pub fn expected_result(game: &dyn AnyGame, session: &dyn Session, nodes: u64) -> f64 {
    let advice = game.player(EngineKind::Best).think(session, &Limits::nodes(nodes), &mut |_| {});
    advice.moves.first().map_or(0.5, |best| best.value.expectation())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn no_more_work_at_once_than_there_are_places() {
        let engines = Pool::new(2);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let tasks: Vec<_> = (0..8)
            .map(|_| {
                let (engines, now, most) = (engines.clone(), Arc::clone(&now), Arc::clone(&most));
                tokio::spawn(async move {
                    let work = move || {
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::sleep(std::time::Duration::from_millis(5));
                        now.fetch_sub(1, Ordering::SeqCst);
                    };
                    engines.run(work).await.unwrap();
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(most.load(Ordering::SeqCst), 2);
        assert_eq!(engines.queue(), 0);
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_place_back() {
        let engines = Pool::new(1);
        assert!(
            matches!(engines.run(|| panic!("on purpose")).await, Err::<(), _>(PoolError::Panicked(said)) if said == "on purpose")
        );
        assert_eq!(engines.run(|| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn who_leaves_the_queue_is_not_counted() {
        let engines = Pool::new(0);
        let patience = std::time::Duration::from_millis(20);
        let left = tokio::time::timeout(patience, engines.run(|| ())).await;
        assert!(left.is_err(), "there is no place");
        assert_eq!(engines.queue(), 0);
    }

    #[test]
    fn who_is_hurried_looks_at_less_and_moves() {
        let game = damier_games::open(&"agon".parse().unwrap()).unwrap();
        let session = game.open(&mut Rng::new(0));
        let looked_at = |hurried: bool| {
            let most = std::cell::Cell::new(0);
            let request = MoveRequest { level: 6, seed: 0, stop: &|| hurried };
            let text = choose_move(&*game, &*session, &request, |nodes| most.set(nodes));
            assert!(session.legal().contains(&text), "{text}");
            most.get()
        };
        assert!(looked_at(true) < looked_at(false));
    }
}
