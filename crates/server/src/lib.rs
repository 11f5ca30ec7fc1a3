//! The web app: one binary, one address, pages drawn by the server.
//!
//! The rules are never written twice: pages get pictures from the scene, and legal moves, completions and values from
//! sessions. Every game played is a stored game with an address of its own.

mod analysis;
mod answers;
mod api;
mod app;
mod asked;
mod assets;
mod begin;
mod choose;
mod collection;
mod deeds;
mod doors;
mod engines;
mod error;
mod events;
mod games;
mod layout;
mod learn;
mod line;
mod live;
mod markdown;
mod play;
mod print;
mod problems;
mod reader;
mod rules;
mod share;
mod shown;
mod thinking;

use std::io;
use std::net::SocketAddr;
use std::path::Path;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, header};
use axum::middleware;
use axum::response::Response;
use axum::routing::get;
use damier_store::{Sqlite, Trouble};
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;

pub use app::App;
pub use games::Open;

/// What the page may load: its own files and nothing else, and no script that is written into it.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/// More bytes than this are not read of a request.
const LARGEST: usize = 512 * 1024;

/// Returns the routes.
pub fn router(app: App) -> Router {
    Router::new()
        .route("/", get(collection::page))
        .route("/choose", get(choose::choose))
        .route("/games/{id}", get(rules::page))
        .route("/games/{id}/play", get(begin::form).post(begin::begin))
        .route("/assets/{name}", get(assets::file))
        .merge(api::routes())
        .merge(play::routes())
        .merge(deeds::routes())
        .merge(thinking::routes())
        .merge(analysis::routes())
        .merge(answers::routes())
        .merge(problems::routes())
        .merge(learn::routes())
        .merge(print::routes())
        .merge(share::routes())
        .fallback(error::nowhere)
        .method_not_allowed_fallback(error::another_way)
        .layer(middleware::map_response(guard))
        .layer(CompressionLayer::new())
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(app)
}

/// Why the app does not serve.
#[derive(Debug)]
pub enum Refused {
    /// The address is taken or not ours.
    Address(io::Error),
    /// The database cannot be opened.
    Database(Trouble),
    /// The network or the system failed.
    Network(io::Error),
}

/// Serves at an address, with games kept in a file, until the process ends. `ready` hears of the address once it answers.
///
/// # Errors
/// If the address or the file cannot be used, or the network fails.
pub fn run(
    address: SocketAddr,
    file: &Path,
    open: Open,
    ready: impl FnOnce(SocketAddr) -> io::Result<()>,
) -> Result<(), Refused> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Refused::Network)?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(Refused::Address)?;
        let store = Sqlite::open(file).await.map_err(Refused::Database)?;
        let bound = listener.local_addr().map_err(Refused::Network)?;
        ready(bound).map_err(Refused::Network)?;
        axum::serve(listener, router(App::new(store, open))).await.map_err(Refused::Network)
    })
}

/// Adds the headers that every answer has.
async fn guard(mut response: Response) -> Response {
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
