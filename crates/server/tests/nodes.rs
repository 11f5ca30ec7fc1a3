//! Two nodes on one PostgreSQL: who plays at one is seen at the other.

mod common;

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::{Request, header};
use common::Reader;
use damier_server::{App, router};
use damier_store::Postgres;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tower::ServiceExt;

/// Nothing takes so long on any machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits for an event that holds a text.
async fn hears(news: &mut BodyDataStream, part: &str) {
    let wait = async {
        loop {
            let bytes = news.next().await.expect("it goes on").expect("bytes");
            if String::from_utf8_lossy(&bytes).contains(part) {
                return;
            }
        }
    };
    timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("nothing was heard of {part}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_on_at_one_node_sees_what_is_played_at_the_other() {
    let server = std::env::var("DAMIER_TEST_POSTGRES").expect(
        "this test needs a PostgreSQL: ./test starts one, and DAMIER_TEST_POSTGRES is the address of its first database",
    );
    let name = format!("damier_two_nodes_{}", std::process::id());
    let run = async |sql: String| {
        let mut connection = PgConnection::connect(&server).await.expect("PostgreSQL");
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.expect("it is done");
    };
    run(format!("CREATE DATABASE {name}")).await;
    let (front, _) = server.rsplit_once('/').expect("an address with a database");
    let node = async || {
        let store = Postgres::open(&format!("{front}/{name}"), None).await.expect("a store");
        router(App::new(store, damier_games::open))
    };
    let (here, there) = (node().await, node().await);
    let mut player = Reader::of(here).script();
    let game = player.begin("gomoku", "seat0=human&seat1=human").await;
    let request = Request::get(format!("{game}/news")).header(header::ACCEPT, "text/event-stream");
    let answer = there.clone().oneshot(request.body(Body::empty()).expect("a request")).await.expect("it");
    let mut news = answer.into_body().into_data_stream();
    hears(&mut news, "\"plies\":0").await;
    for ply in 0..3 {
        let text = ["a1", "b1", "c1"][ply];
        player.post(&format!("{game}/move"), &format!("ply={ply}&text={text}")).await.expect(200);
        hears(&mut news, &format!("\"plies\":{}", ply + 1)).await;
    }
    // He takes his cookie to the other node, goes on there, and resigns.
    let mut again = Reader::of(there).script();
    again.cookies = player.cookies.clone();
    again.post(&format!("{game}/move"), "ply=3&text=d1").await.expect(200);
    hears(&mut news, "\"plies\":4").await;
    again.post(&format!("{game}/move"), "ply=3&text=e1").await.expect(400);
    player.post(&format!("{game}/move"), "ply=3&text=d1").await.expect(200);
    again.post(&format!("{game}/resign"), "").await.expect(200);
    hears(&mut news, "\"ended\":true").await;
    player.post(&format!("{game}/move"), "ply=4&text=f1").await.expect(400);
    run(format!("DROP DATABASE {name} WITH (FORCE)")).await;
}
