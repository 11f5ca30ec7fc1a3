//! The app under test, in this process.

use std::net::SocketAddr;
use std::sync::{OnceLock, mpsc};
use std::thread;

use damier_server::{App, router};
use damier_store::Sqlite;
use tokio::net::TcpListener;
use tokio::runtime;

/// Returns the address of a path; the app is started for the first one and serves until the tests end.
pub fn at(path: &str) -> String {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    format!("http://{}{path}", ADDRESS.get_or_init(open))
}

/// Starts an app of its own, which serves until the tests end.
pub fn open() -> SocketAddr {
    let (tell, heard) = mpsc::channel();
    thread::spawn(move || {
        let runtime = runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let store = Sqlite::in_memory().await.expect("a store in memory");
            tell.send(listener.local_addr().expect("an address")).expect("somebody waits for it");
            let app = App::new(store, damier_games::open);
            axum::serve(listener, router(app)).await.expect("it serves");
        });
    });
    heard.recv().expect("the app starts")
}
