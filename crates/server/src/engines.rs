//! Engines at work: a few at a time, whoever asks first is served first.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use damier_core::{Fault, Rng};
use damier_search::Limits;
use damier_table::{AnyGame, SEES_WINS, Session, Style, choose};
use tokio::sync::Semaphore;

/// The engines' places: as many as there are cores, so that pages never wait for thinking.
#[derive(Clone)]
pub struct Engines {
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// More than this many do not queue: they are told to come back.
const LONGEST_QUEUE: usize = 64;

/// Why an engine did not move.
#[derive(Debug)]
pub enum Refusal {
    /// Too many wait already.
    Busy,
    /// The engine failed: our fault.
    Failed,
}

impl Engines {
    /// Makes so many places.
    pub fn new(places: usize) -> Engines {
        Engines { places: Arc::new(Semaphore::new(places)), waiting: Arc::new(AtomicUsize::new(0)) }
    }

    /// Returns how many wait for a place.
    pub fn queue(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Lets work be done on a thread of its own, once there is a place.
    ///
    /// # Errors
    /// Where the queue is too long, or the work fails.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let waits = Waits::new(&self.waiting);
        if waits.before >= LONGEST_QUEUE {
            return Err(Refusal::Busy);
        }
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| Refusal::Failed)?;
        drop(waits);
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        done.await.map_err(|_| Refusal::Failed)
    }
}

/// Somebody who waits, until he is served or leaves.
struct Waits {
    waiting: Arc<AtomicUsize>,
    /// How many waited before him.
    before: usize,
}

impl Waits {
    fn new(waiting: &Arc<AtomicUsize>) -> Waits {
        Waits { before: waiting.fetch_add(1, Ordering::Relaxed), waiting: Arc::clone(waiting) }
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Reads the level of an agent: `level:3`.
///
/// # Errors
/// Names what is wrong.
pub fn read_level(agent: &str) -> Result<usize, Fault> {
    let level = agent.strip_prefix("level:").and_then(|level| level.parse().ok());
    level.filter(|level| (1..=8).contains(level)).ok_or_else(|| {
        Fault::new(
            format!("« {agent} » n'est pas un joueur ; attendu : human ou level:1 à level:8"),
            format!("\"{agent}\" is no player; expected human or level:1 to level:8"),
        )
    })
}

/// How a move is chosen.
pub struct Way<'a> {
    /// From 1 to 8.
    pub level: usize,
    /// Of whatever is drawn at random.
    pub seed: u64,
    /// Says whether to choose now, by what was found so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Chooses a move; `tell` hears how many positions were looked at so far.
pub fn move_at(game: &dyn AnyGame, session: &dyn Session, way: &Way, tell: impl Fn(u64)) -> String {
    let strength = game.levels()[way.level - 1];
    let mut rng = Rng::new(way.seed);
    let seed = rng.bits();
    let limits = Limits { even: strength.is_even(), seed, stop: way.stop, ..Limits::nodes(strength.nodes) };
    let mut advice = game
        .player(Style::Best)
        .think(session, &limits, &mut |advice| tell(advice.nodes.min(strength.nodes)));
    let chosen = choose(&advice, strength.noise, way.level >= SEES_WINS, &mut rng);
    advice.moves.swap_remove(chosen).text
}

/// Estimates what the player to move may hope for, 0 to 1.
pub fn hope(game: &dyn AnyGame, session: &dyn Session, nodes: u64) -> f64 {
    let advice = game.player(Style::Best).think(session, &Limits::nodes(nodes), &mut |_| {});
    advice.moves.first().map_or(0.5, |best| best.value.expectation())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn no_more_work_at_once_than_there_are_places() {
        let engines = Engines::new(2);
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
                    engines.work(work).await.unwrap();
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
        let engines = Engines::new(1);
        assert!(matches!(engines.work(|| panic!("on purpose")).await, Err::<(), _>(Refusal::Failed)));
        assert_eq!(engines.work(|| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn who_leaves_the_queue_is_not_counted() {
        let engines = Engines::new(0);
        let patience = std::time::Duration::from_millis(20);
        let left = tokio::time::timeout(patience, engines.work(|| ())).await;
        assert!(left.is_err(), "there is no place");
        assert_eq!(engines.queue(), 0);
    }

    #[test]
    fn who_is_hurried_looks_at_less_and_moves() {
        let game = damier_games::open(&"agon".parse().unwrap()).unwrap();
        let session = game.open(&mut Rng::new(0));
        let looked_at = |hurried: bool| {
            let most = std::cell::Cell::new(0);
            let way = Way { level: 6, seed: 0, stop: &|| hurried };
            let text = move_at(&*game, &*session, &way, |nodes| most.set(nodes));
            assert!(session.legal().contains(&text), "{text}");
            most.get()
        };
        assert!(looked_at(true) < looked_at(false));
    }

    #[test]
    fn levels_are_read() {
        assert_eq!(read_level("level:8").unwrap(), 8);
        for wrong in ["level:0", "level:9", "human", "level:x", ""] {
            assert!(read_level(wrong).is_err(), "{wrong}");
        }
    }
}
