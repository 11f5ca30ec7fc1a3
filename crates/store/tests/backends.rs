//! Tests that every backend has to pass.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use damier_store::{Agent, Clock, End, NewGame, SavedGame, Seated, Sqlite, Store, StoreError};
use sqlx::Connection;

fn game(id: &str) -> NewGame {
    let seat = |agent, token: &str| Seated { agent, name: "Ada".into(), token: token.into() };
    NewGame {
        id: id.to_string(),
        spec: "hex:size=5".to_string(),
        start: "5/5/5/5/5 w".to_string(),
        seats: vec![seat(Agent::Human, "t1"), seat(Agent::Engine("level:3".to_string()), "t2")],
        created: 1_700_000_000_000,
        clock: Some(Clock { whole: 300, bonus: 5 }),
    }
}

fn texts(saved: &SavedGame) -> Vec<&str> {
    saved.moves.iter().map(|played| played.text.as_str()).collect()
}

/// Checks all operations of a backend.
async fn check(store: &impl Store) {
    assert!(store.find("a").await.unwrap().is_none());
    assert!(matches!(store.append("a", 0, "c3", 1).await, Err(StoreError::Unknown)));
    store.begin(&game("a")).await.unwrap();
    assert!(store.begin(&game("a")).await.is_err(), "an id is taken once");
    store.append("a", 0, "c3", 1).await.unwrap();
    store.append("a", 1, "d2", 2).await.unwrap();
    // The same move twice is harmless; another move at that ply, or a gap, is an error.
    store.append("a", 1, "d2", 3).await.unwrap();
    assert!(matches!(store.append("a", 1, "e1", 3).await, Err(StoreError::Taken(there)) if there == "d2"));
    assert!(matches!(store.append("a", 3, "e1", 3).await, Err(StoreError::Gap(2))));
    let saved = store.find("a").await.unwrap().unwrap();
    assert_eq!(saved.game, game("a"));
    assert_eq!(texts(&saved), ["c3", "d2"]);
    assert_eq!(saved.moves[1].at, 2, "the first time counts");
    assert_eq!(saved.ended, None);
    for how in End::ALL {
        store.end("a", how).await.unwrap();
        assert_eq!(store.find("a").await.unwrap().unwrap().ended, Some(how));
    }
    store.take_back("a", 1).await.unwrap();
    let saved = store.find("a").await.unwrap().unwrap();
    assert_eq!((texts(&saved), &saved.ended), (vec!["c3"], &None));
    // Moves that were taken back may be replayed in order; another move deletes them.
    assert_eq!(saved.undone, ["d2"]);
    store.take_back("a", 0).await.unwrap();
    assert_eq!(store.find("a").await.unwrap().unwrap().undone, ["c3", "d2"]);
    store.append("a", 0, "c3", 4).await.unwrap();
    assert_eq!(store.find("a").await.unwrap().unwrap().undone, ["d2"]);
    store.append("a", 1, "d", 5).await.unwrap();
    assert_eq!(
        store.find("a").await.unwrap().unwrap().undone,
        [""; 0],
        "another move, though it begins alike"
    );
    // A game without a clock.
    store.begin(&NewGame { clock: None, ..game("n") }).await.unwrap();
    assert_eq!(store.find("n").await.unwrap().unwrap().game.clock, None);
    // Other games are not affected.
    store.begin(&game("b")).await.unwrap();
    store.append("b", 0, "a1", 1).await.unwrap();
    store.take_back("a", 0).await.unwrap();
    assert_eq!(texts(&store.find("b").await.unwrap().unwrap()), ["a1"]);
}

#[tokio::test]
async fn in_memory() {
    check(&Sqlite::in_memory().await.unwrap()).await;
}

/// A file that is deleted when it is dropped.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> File {
        File(std::env::temp_dir().join(format!("damier-store-{name}-{}.sqlite", std::process::id())))
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

#[tokio::test]
async fn in_a_file_that_outlives_the_store() {
    let file = File::new("backends");
    let store = Sqlite::open(&file.0).await.unwrap();
    check(&store).await;
    drop(store);
    let again = Sqlite::open(&file.0).await.unwrap();
    assert_eq!(texts(&again.find("b").await.unwrap().unwrap()), ["a1"]);
}

/// Checks that only one of many writers can append the next move.
async fn race(store: impl Store + Clone) {
    store.begin(&game("c")).await.unwrap();
    let writers = (0..8).map(|writer| {
        let store = store.clone();
        tokio::spawn(async move { store.append("c", 0, &format!("a{writer}"), 1).await.is_ok() })
    });
    let mut accepted = 0;
    for writer in writers.collect::<Vec<_>>() {
        accepted += u32::from(writer.await.unwrap());
    }
    assert_eq!(accepted, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_writers_one_is_next() {
    race(Sqlite::in_memory().await.unwrap()).await;
    let file = File::new("race");
    race(Sqlite::open(&file.0).await.unwrap()).await;
}

#[tokio::test]
async fn what_cannot_be_read_is_an_error() {
    let file = File::new("unreadable");
    let store = Sqlite::open(&file.0).await.unwrap();
    store.begin(&game("a")).await.unwrap();
    let address = format!("sqlite:{}", file.0.display());
    let mut other = sqlx::SqliteConnection::connect(&address).await.unwrap();
    sqlx::query("UPDATE games SET ended = 'first nonsense'").execute(&mut other).await.unwrap();
    assert!(matches!(store.find("a").await, Err(StoreError::Unreadable(_))));
}
