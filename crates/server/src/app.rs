//! The state that all requests share.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::time::{SystemTime, UNIX_EPOCH};

use damier_store::Database;

use crate::games::{Open, OpenGames};
use crate::play::hint::Hints;
use crate::play::locks::GameLocks;
use crate::play::news::News;
use crate::play::pool::Pool;
use crate::play::thinking::Thinking;
use crate::play::turning::Turnings;
use crate::web::error::HttpError;
use crate::web::site::on_network;

/// The number of threads for rules per core. There are several, so that short work need not wait for long work.
const RULES_PER_CORE: usize = 4;

/// The state that all requests share.
#[derive(Clone)]
pub struct App {
    /// The database of games.
    pub store: Database,
    /// The threads on which engines think.
    pub engines: Pool,
    /// The threads on which games are opened, replayed, counted and drawn.
    rules: Pool,
    /// The games in which the computer is thinking.
    pub thinking: Thinking,
    /// The games whose changes somebody waits to hear of.
    pub news: News,
    /// The locks of the games that are being changed.
    pub locks: GameLocks,
    /// The games that are open.
    pub games: OpenGames,
    /// The moves that decided games that are over.
    pub turnings: Turnings,
    /// The moves of hints.
    pub hints: Hints,
    /// The address at which other machines of the network reach the app, if they do.
    pub lan: Option<SocketAddr>,
}

impl App {
    /// Creates the app on top of a store; `open` opens games, with their tables if there are any.
    pub fn new(store: impl Into<Database>, open: Open) -> App {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        App {
            store: store.into(),
            engines: Pool::new(cores),
            rules: Pool::new(RULES_PER_CORE * cores),
            thinking: Thinking::default(),
            news: News::default(),
            locks: GameLocks::default(),
            games: OpenGames::new(open),
            turnings: Turnings::default(),
            hints: Hints::default(),
            lan: None,
        }
    }

    /// Tells the app where it listens, so that links for others can name it.
    #[must_use]
    pub fn listening_at(self, bound: SocketAddr) -> App {
        App { lan: on_network(bound), ..self }
    }

    /// Runs work that needs the rules of a game: opening, playing, counting, drawing. The threads that serve requests never
    /// do such work themselves, so that a slow answer does not delay requests that need no rules.
    ///
    /// # Errors
    /// The error of the work, or one if too many requests are waiting already or the work panics.
    pub async fn rules<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<T, HttpError> {
        let app = self.clone();
        self.rules.run(move || work(&app)).await?
    }
}

/// Returns the current time, in milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use axum::body::{Body, to_bytes};
    use axum::http::{Request, header};
    use damier_store::Sqlite;
    use tokio::time::timeout;
    use tower::ServiceExt;

    use super::*;
    use crate::play::pool::LONGEST_QUEUE;
    use crate::router;
    use crate::web::assets;

    /// An immediate answer never takes this long, on any machine.
    const PATIENCE: Duration = Duration::from_secs(60);

    async fn get(app: &App, path: &str, accept: &str) -> (u16, String) {
        let request = Request::get(path).header(header::ACCEPT, accept).header(header::ACCEPT_LANGUAGE, "fr");
        let answer = router(app.clone()).oneshot(request.body(Body::empty()).unwrap());
        let answer = timeout(PATIENCE, answer).await.expect("it waits for nobody").unwrap();
        let status = answer.status().as_u16();
        let body = to_bytes(answer.into_body(), 1 << 26).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    async fn until(done: impl Fn() -> bool) {
        let wait = async {
            while !done() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(PATIENCE, wait).await.expect("it comes");
    }

    #[tokio::test]
    async fn slow_rules_keep_nobody_waiting_who_asks_for_none_and_are_not_asked_without_end() {
        let app = App::new(Sqlite::in_memory().await.unwrap(), damier_games::open);
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let places = RULES_PER_CORE * cores;
        // Every thread is busy until we let it end.
        let (begun, over) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let slow = || {
            let (app, begun, over) = (app.clone(), Arc::clone(&begun), Arc::clone(&over));
            let work = move |_: &App| {
                begun.fetch_add(1, Ordering::SeqCst);
                while !over.load(Ordering::SeqCst) {
                    thread::sleep(Duration::from_millis(1));
                }
                Ok(())
            };
            tokio::spawn(async move { app.rules(work).await })
        };
        let slow: Vec<_> = (0..places).map(|_| slow()).collect();
        until(|| begun.load(Ordering::SeqCst) == places).await;
        for path in [&*assets::address("board.js"), "/", "/?players=4", "/learn", "/answers", "/import"] {
            assert_eq!(get(&app, path, "text/html").await.0, 200, "{path}");
        }
        assert_eq!(get(&app, "/nowhere", "text/html").await.0, 404);
        // Others wait, up to the limit.
        let path = "/api/line?game=hex:size%3D5";
        let waiting: Vec<_> = (0..LONGEST_QUEUE)
            .map(|_| {
                let app = app.clone();
                tokio::spawn(async move { get(&app, path, "application/json").await })
            })
            .collect();
        until(|| app.rules.queue() == LONGEST_QUEUE).await;
        let (status, page) = get(&app, path, "text/html").await;
        assert_eq!(status, 503);
        assert!(
            page.contains("<main") && page.contains("Trop de monde") && page.contains("Réessayez"),
            "{page}"
        );
        let (status, error) = get(&app, path, "application/json").await;
        assert_eq!((status, error.as_str()), (503, "{\"error\":\"Réessayez dans un instant.\"}"));
        over.store(true, Ordering::SeqCst);
        for task in slow {
            task.await.unwrap().unwrap();
        }
        for task in waiting {
            let (status, body) = task.await.unwrap();
            assert!(status == 200 && body.contains("<svg"), "{status}: {body}");
        }
    }
}
