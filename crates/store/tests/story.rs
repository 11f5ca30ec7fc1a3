//! One story that every backend has to tell alike.

#![allow(clippy::unwrap_used)]

use damier_store::{Clock, Kept, NewGame, Seated, Sqlite, Store, Trouble};

fn game(id: &str) -> NewGame {
    let seat =
        |agent: &str, token: &str| Seated { agent: agent.into(), name: "Ada".into(), token: token.into() };
    NewGame {
        id: id.to_string(),
        spec: "hex:size=5".to_string(),
        start: "5/5/5/5/5 w".to_string(),
        seats: vec![seat("human", "t1"), seat("level:3", "t2")],
        created: 1_700_000_000_000,
        clock: Some(Clock { whole: 300, bonus: 5 }),
    }
}

fn texts(kept: &Kept) -> Vec<&str> {
    kept.moves.iter().map(|played| played.text.as_str()).collect()
}

async fn story(store: &impl Store) {
    assert!(store.find("a").await.unwrap().is_none());
    assert!(matches!(store.append("a", 0, "c3", 1).await, Err(Trouble::Unknown)));
    store.begin(&game("a")).await.unwrap();
    assert!(store.begin(&game("a")).await.is_err(), "an id is taken once");
    store.append("a", 0, "c3", 1).await.unwrap();
    store.append("a", 1, "d2", 2).await.unwrap();
    // Twice is harmless; another move there, or a gap, is not.
    store.append("a", 1, "d2", 3).await.unwrap();
    assert!(matches!(store.append("a", 1, "e1", 3).await, Err(Trouble::Taken(there)) if there == "d2"));
    assert!(matches!(store.append("a", 3, "e1", 3).await, Err(Trouble::Gap(2))));
    let kept = store.find("a").await.unwrap().unwrap();
    assert_eq!(kept.game, game("a"));
    assert_eq!(texts(&kept), ["c3", "d2"]);
    assert_eq!(kept.moves[1].at, 2, "the first time counts");
    assert_eq!(kept.ended, None);
    store.end("a", "second resignation").await.unwrap();
    assert_eq!(store.find("a").await.unwrap().unwrap().ended.as_deref(), Some("second resignation"));
    store.take_back("a", 1).await.unwrap();
    let kept = store.find("a").await.unwrap().unwrap();
    assert_eq!((texts(&kept), &kept.ended), (vec!["c3"], &None));
    // What was taken back may be played again, in its order; another move forgets it.
    assert_eq!(kept.undone, ["d2"]);
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
    // Other games are left alone.
    store.begin(&game("b")).await.unwrap();
    store.append("b", 0, "a1", 1).await.unwrap();
    store.take_back("a", 0).await.unwrap();
    assert_eq!(texts(&store.find("b").await.unwrap().unwrap()), ["a1"]);
}

#[tokio::test]
async fn in_memory() {
    story(&Sqlite::in_memory().await.unwrap()).await;
}

#[tokio::test]
async fn in_a_file_that_outlives_the_store() {
    let file = std::env::temp_dir().join(format!("damier-store-{}.sqlite", std::process::id()));
    let store = Sqlite::open(&file).await.unwrap();
    story(&store).await;
    drop(store);
    let again = Sqlite::open(&file).await.unwrap();
    assert_eq!(texts(&again.find("b").await.unwrap().unwrap()), ["a1"]);
    drop(again);
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_writers_one_is_next() {
    let store = Sqlite::in_memory().await.unwrap();
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
