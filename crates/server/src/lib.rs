//! The web app: one binary, one address, pages drawn by the server.
//!
//! The rules are never written twice: pages get pictures from the scene, and legal moves, completions and values from
//! sessions. Every game played is a stored game with an address of its own.

mod app;
mod games;
mod play;
mod rooms;
#[cfg(test)]
mod script_types;
mod web;

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderValue, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use damier_store::{Database, Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::trace::TraceLayer;
use tracing::Span;

pub use app::App;
pub use damier_store::{OpenError, Place};
pub use games::Open;

use web::error::{self, HttpError};
use web::typeset;

/// The content security policy: pages load files of this server only, and no inline scripts.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/// The largest body of a request, in bytes.
const LARGEST: usize = 512 * 1024;

/// Returns the routes of the web app.
pub fn router(app: App) -> Router {
    let routes = Router::new()
        .merge(web::assets::routes())
        .merge(play::routes())
        .merge(rooms::routes())
        .fallback(error::not_found)
        .method_not_allowed_fallback(error::method_not_allowed);
    let adopting = middleware::from_fn_with_state(app.clone(), play::holder::adopt);
    wrapped(routes.layer(adopting).with_state(app))
}

/// Wraps routes in the layers that every request goes through, from the inside out. They lie around the whole router, not
/// around each route, so that an answer can be made of another page.
fn wrapped(routes: Router) -> Router {
    let log = TraceLayer::new_for_http()
        .make_span_with(|request: &Request| {
            tracing::info_span!("request", method = %request.method(), path = request.uri().path())
        })
        .on_request(())
        .on_response(|response: &Response, latency: Duration, _: &Span| {
            let (status, milliseconds) = (response.status().as_u16(), latency.as_millis());
            tracing::info!(status, milliseconds, "answered");
        })
        .on_failure(());
    let routes =
        routes.layer(CatchPanicLayer::custom(|payload| HttpError::panicked(payload).into_response()));
    Router::new()
        .fallback_service(routes)
        .layer(middleware::from_fn(error::render))
        .layer(middleware::from_fn(typeset::typeset))
        .layer(middleware::map_response(set_safe_headers))
        .layer(CompressionLayer::new())
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(log)
}

/// Why the server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use or does not belong to this machine.
    #[error("the address cannot be used")]
    Address(#[source] io::Error),
    /// The database cannot be opened.
    #[error("the database cannot be opened")]
    Database(#[source] OpenError),
    /// The database could not be closed in order. What it has acknowledged is kept all the same.
    #[error("the database could not be closed")]
    Closing(#[source] StoreError),
    /// The network or the system failed.
    #[error("the network failed")]
    Network(#[source] io::Error),
}

/// Where games are kept.
#[derive(Clone, Debug)]
pub struct Keeping {
    /// The database.
    pub place: Place,
    /// The address at which changes made elsewhere are heard, past a pooler.
    pub listen: Option<String>,
}

/// Stops a server. Clones stop the same one.
#[derive(Clone, Debug, Default)]
pub struct Shutdown(watch::Sender<bool>);

impl Shutdown {
    /// Stops the server; returns whether it was told so before.
    pub fn now(&self) -> bool {
        self.0.send_replace(true)
    }

    async fn told(&self) {
        // The sender cannot be gone: it is here.
        let _ = self.0.subscribe().wait_for(|told| *told).await;
    }
}

/// Serves at an address until it is stopped, and closes the database. `ready` is called with the address once the server listens.
///
/// # Errors
/// If the address or the database cannot be used, or the network fails.
pub fn run(
    address: SocketAddr,
    keeping: &Keeping,
    open: Open,
    stop: &Shutdown,
    ready: impl FnOnce(SocketAddr) -> io::Result<()>,
) -> Result<(), ServeError> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Network)?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(ServeError::Address)?;
        let Keeping { place, listen } = keeping;
        let store = Database::open(place, listen.as_deref()).await.map_err(ServeError::Database)?;
        let bound = listener.local_addr().map_err(ServeError::Network)?;
        ready(bound).map_err(ServeError::Network)?;
        let app = App::new(store.clone(), open).listening_at(bound);
        let flags = tokio::spawn(play::flags::take_all(app.clone()));
        // Streams never end: nobody waits for them. What is being written is.
        let served = tokio::select! {
            served = axum::serve(listener, router(app)) => served.map_err(ServeError::Network),
            () = stop.told() => Ok(()),
        };
        flags.abort();
        store.close().await.map_err(ServeError::Closing)?;
        served
    })
}

/// Adds the security headers that every answer has.
async fn set_safe_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use tower::ServiceExt;
    use tracing_subscriber::fmt::MakeWriter;

    use super::*;
    use crate::web::error::OrInternal;

    /// A writer that collects the log.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl MakeWriter<'_> for Log {
        type Writer = Log;

        fn make_writer(&self) -> Log {
            self.clone()
        }
    }

    /// Asks routes for a path; returns the status, the page, and what was logged.
    async fn ask(routes: Router, path: &str, lang: &str) -> (u16, String, String) {
        let log = Log::default();
        let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false).finish();
        let guard = tracing::subscriber::set_default(subscriber);
        let request = Request::get(path).header(header::ACCEPT_LANGUAGE, lang).body(Body::empty()).unwrap();
        let answer = wrapped(routes).oneshot(request).await.unwrap();
        drop(guard);
        let status = answer.status().as_u16();
        let page = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        let log = log.0.lock().unwrap().clone();
        (status, String::from_utf8(page.to_vec()).unwrap(), String::from_utf8(log).unwrap())
    }

    #[tokio::test]
    async fn who_panics_is_answered_for_and_logged() {
        let routes = || {
            let fail = async |said: &'static str| -> HttpError { panic!("{said}") };
            Router::new().route("/panic", get(move || fail("on purpose")))
        };
        for (lang, words) in [("fr", "C’est de notre faute"), ("en", "This is our fault")] {
            let (status, page, log) = ask(routes(), "/panic", lang).await;
            assert_eq!(status, 500);
            assert!(page.contains("<main") && page.contains(words), "{page}");
            assert!(!page.contains("on purpose"), "the reader is told no more");
            assert!(log.contains("ERROR") && log.contains("panicked: on purpose"), "{log}");
            assert!(log.contains("path=\"/panic\"") && log.contains("status=500"), "{log}");
        }
    }

    #[tokio::test]
    async fn an_error_of_ours_is_logged_with_its_cause() {
        let fail = async || -> Result<(), HttpError> {
            Err(ServeError::Network(io::Error::other("no cable"))).or_internal()
        };
        let (status, _, log) = ask(Router::new().route("/", get(fail)), "/", "en").await;
        assert_eq!(status, 500);
        assert!(log.contains("the network failed: no cable"), "{log}");
    }

    #[tokio::test]
    async fn every_request_is_logged() {
        let (status, _, log) = ask(Router::new().route("/quiet", get(async || "")), "/quiet", "en").await;
        assert_eq!(status, 200);
        for part in ["method=GET", "path=\"/quiet\"", "status=200", "milliseconds="] {
            assert!(log.contains(part), "{part}: {log}");
        }
    }
}
