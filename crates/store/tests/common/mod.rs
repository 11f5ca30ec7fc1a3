//! Databases for tests: of each kind one, empty, and gone afterwards.

#![allow(dead_code, reason = "each test file is a crate of its own, and uses a part of this")]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use damier_store::{
    Action, Agent, Clock, Database, Guard, NewGame, Postgres, SavedGame, Seated, Sqlite, Update,
};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

/// Tells the databases of a test apart.
static NUMBER: AtomicU32 = AtomicU32::new(0);

fn fresh(name: &str) -> String {
    format!("damier_{name}_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// A file that is deleted when it is dropped.
pub struct File(pub PathBuf);

impl File {
    pub fn new(name: &str) -> File {
        File(std::env::temp_dir().join(format!("{}.sqlite", fresh(name))))
    }

    pub async fn open(&self) -> Sqlite {
        Sqlite::open(&self.0).await.unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm"] {
            // Some of them may not be there.
            let _ = std::fs::remove_file(format!("{}{end}", self.0.display()));
        }
    }
}

/// Returns the address of the server's first database.
pub fn server() -> String {
    std::env::var("DAMIER_TEST_POSTGRES").expect(
        "this test needs a PostgreSQL: ./test starts one, and DAMIER_TEST_POSTGRES is the address of its first database",
    )
}

/// A database of the server.
pub struct Base {
    name: String,
    pub url: String,
}

impl Base {
    pub async fn new(name: &str) -> Base {
        let (server, name) = (server(), fresh(name));
        let (front, _) = server.rsplit_once('/').expect("an address with a database");
        let url = format!("{front}/{name}");
        run(&server, &format!("CREATE DATABASE {name}")).await;
        Base { name, url }
    }

    pub async fn open(&self) -> Postgres {
        Postgres::open(&self.url, None).await.unwrap()
    }

    /// Carries out a statement in it.
    pub async fn run(&self, sql: &str) {
        run(&self.url, sql).await;
    }

    /// Removes it; who is still connected is thrown out.
    pub async fn remove(self) {
        run(&server(), &format!("DROP DATABASE {} WITH (FORCE)", self.name)).await;
    }
}

/// Carries out a statement at an address.
pub async fn run(url: &str, sql: &str) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_string())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Tells a story to a store of each kind.
pub async fn each(name: &str, story: impl AsyncFn(Database)) {
    story(Sqlite::in_memory().await.unwrap().into()).await;
    let file = File::new(name);
    story(file.open().await.into()).await;
    let base = Base::new(name).await;
    story(base.open().await.into()).await;
    base.remove().await;
}

pub fn game(id: &str) -> NewGame {
    let seat = |agent, holder: Option<&str>| Seated {
        agent,
        name: "Ada".into(),
        holder: holder.map(str::to_string),
    };
    NewGame {
        id: id.to_string(),
        spec: "hex:size=5".to_string(),
        start: "5/5/5/5/5 w".to_string(),
        seats: vec![seat(Agent::Human, Some("ada")), seat(Agent::Engine("level:3".to_string()), None)],
        created: 1_700_000_000_000,
        clock: Some(Clock { whole: 300, bonus: 5 }),
        round: None,
        listed: false,
    }
}

pub fn texts(saved: &SavedGame) -> Vec<&str> {
    saved.moves.iter().map(|played| played.text.as_str()).collect()
}

/// A change of game `a` at the time 7.
pub fn update(guard: Guard, action: Action) -> Update {
    Update { game: "a".to_string(), guard, action, at: 7 }
}

/// A move without a clock.
pub fn play(ply: u32, text: &str) -> Action {
    Action::Move { ply, text: text.to_string(), deadline: None }
}
