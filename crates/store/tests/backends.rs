//! The story that every store has to live through, and what a file has to.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Base, File, each, game, server, texts};
use damier_store::{
    Agent, End, Message, NewGame, Offer, OfferKind, OpenError, PlayedMove, Postgres, Round, SavedGame,
    Seated, SeriesGame, Sqlite, Store, StoreError,
};
use sqlx::Connection;

/// Checks what people who sit apart need.
async fn check_people(store: &impl Store) {
    let mut seats = game("p").seats;
    seats[1] = Seated { agent: Agent::Human, name: String::new(), holder: None };
    store.begin(&NewGame { seats, listed: true, created: 5, ..game("p") }).await.unwrap();
    let lobby = store.lobby(9).await.unwrap();
    assert_eq!(lobby.iter().map(|saved| saved.game.id.as_str()).collect::<Vec<_>>(), ["p"]);
    assert!(store.lively(0, 9).await.unwrap().iter().all(|saved| saved.game.id != "p"), "no move was played");
    // A seat that somebody has, or that an engine has, is not free; of two who take a free one the first gets it.
    assert!(!store.take_seat("p", 0, "eve", "Eve", 6).await.unwrap());
    assert!(store.take_seat("p", 1, "rob", "Bob", 6).await.unwrap());
    assert!(!store.take_seat("p", 1, "eve", "Eve", 7).await.unwrap());
    assert!(!store.take_seat("a", 1, "eve", "Eve", 7).await.unwrap(), "an engine sits there");
    assert!(!store.take_seat("nothing", 0, "eve", "Eve", 7).await.unwrap());
    let saved = store.find("p").await.unwrap().unwrap();
    let bob = Seated { agent: Agent::Human, name: "Bob".to_string(), holder: Some("rob".to_string()) };
    assert_eq!(saved.game.seats[1], bob);
    assert_eq!(store.shelf_size("rob").await.unwrap(), 1);
    assert!(store.lobby(9).await.unwrap().is_empty(), "no seat is free any more");
    // One offer of a kind stands; a newer one takes its place.
    let offer = |kind, seat, ply| Offer { kind, seat, ply };
    store.offer("p", offer(OfferKind::Takeback, 0, 1)).await.unwrap();
    store.offer("p", offer(OfferKind::Draw, 0, 1)).await.unwrap();
    store.offer("p", offer(OfferKind::Draw, 1, 2)).await.unwrap();
    let offers = store.find("p").await.unwrap().unwrap().offers;
    assert_eq!(offers, [offer(OfferKind::Draw, 1, 2), offer(OfferKind::Takeback, 0, 1)]);
    store.withdraw("p", OfferKind::Draw).await.unwrap();
    store.withdraw("p", OfferKind::Draw).await.unwrap();
    assert_eq!(store.find("p").await.unwrap().unwrap().offers, [offer(OfferKind::Takeback, 0, 1)]);
    assert!(store.offer("nothing", offer(OfferKind::Draw, 0, 0)).await.is_err());
    // What is said stays in order.
    let said = |seat, text: &str, at| Message { seat, text: text.to_string(), at };
    for message in [said(0, ":hello", 7), said(1, "Bonjour !", 7)] {
        store.say("p", &message).await.unwrap();
    }
    let messages = store.find("p").await.unwrap().unwrap().messages;
    assert_eq!(messages, [said(0, ":hello", 7), said(1, "Bonjour !", 7)]);
    assert!(store.say("nothing", &said(0, "?", 7)).await.is_err());
    // An engine may take a free seat, and what nobody has joined can be called off.
    let free = |id: &str| {
        let mut seats = game(id).seats;
        seats[1] = Seated { agent: Agent::Human, name: String::new(), holder: None };
        NewGame { seats, clock: None, ..game(id) }
    };
    for id in ["free", "called-off"] {
        store.begin(&free(id)).await.unwrap();
    }
    let engine = Agent::Engine("level:2".to_string());
    assert!(!store.seat_engine("free", 0, &engine).await.unwrap());
    assert!(store.seat_engine("free", 1, &engine).await.unwrap());
    assert_eq!(store.find("free").await.unwrap().unwrap().game.seats[1].agent, engine);
    assert!(!store.cancel("free").await.unwrap(), "all seats are taken");
    store.say("called-off", &said(0, "?", 1)).await.unwrap();
    assert!(store.cancel("called-off").await.unwrap());
    assert!(store.find("called-off").await.unwrap().is_none() && !store.cancel("called-off").await.unwrap());
    // The first game that follows is the one.
    for id in ["q", "r"] {
        store.begin(&game(id)).await.unwrap();
        assert_eq!(store.follow("p", id).await.unwrap(), "q");
    }
    assert_eq!(store.find("p").await.unwrap().unwrap().next.as_deref(), Some("q"));
    assert!(matches!(store.follow("nothing", "q").await, Err(StoreError::Unknown)));
    store.append("p", 0, "c3", 1_000).await.unwrap();
    let lively = |since| async move {
        let games = store.lively(since, 9).await.unwrap();
        games.into_iter().any(|saved| saved.game.id == "p")
    };
    assert!(lively(1_000).await && !lively(1_001).await);
    store.append("p", 1, "d2", 2_000).await.unwrap();
    store.take_back("p", 1).await.unwrap();
    assert!(lively(1_000).await && !lively(1_001).await, "the last move that stands");
    store.end("p", End::Agreement).await.unwrap();
    assert!(!lively(0).await, "it is over");
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
        store.take_back("a", 2).await.unwrap();
        assert_eq!(store.find("a").await.unwrap().unwrap().ended, None);
    }
    // The first end counts, and nobody moves after it.
    store.end("a", End::Agreement).await.unwrap();
    store.end("a", End::Agreement).await.unwrap();
    let resigned = store.end("a", End::ALL[0]).await;
    assert!(matches!(resigned, Err(StoreError::Over(End::Agreement))), "{resigned:?}");
    assert!(matches!(store.append("a", 2, "e1", 3).await, Err(StoreError::Over(End::Agreement))));
    store.append("a", 1, "d2", 3).await.expect("it was played before the end");
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
    // What comes from elsewhere comes whole.
    let played = |text: &str, at| PlayedMove { text: text.to_string(), at };
    let moves = [played("c3", 5), played("swap", 6)];
    store.import(&game("i"), &moves, Some(End::Agreement)).await.unwrap();
    let saved = store.find("i").await.unwrap().unwrap();
    assert_eq!((saved.moves.as_slice(), saved.ended, saved.seq), (&moves[..], Some(End::Agreement), 0));
    store.take_back("i", 2).await.unwrap();
    store.append("i", 2, "a1", 7).await.unwrap();
    // A game without a clock.
    store.begin(&NewGame { clock: None, ..game("n") }).await.unwrap();
    assert_eq!(store.find("n").await.unwrap().unwrap().game.clock, None);
    // Other games are not affected.
    store.begin(&game("b")).await.unwrap();
    store.append("b", 0, "a1", 1).await.unwrap();
    store.take_back("a", 0).await.unwrap();
    assert_eq!(texts(&store.find("b").await.unwrap().unwrap()), ["a1"]);
}

async fn shelf(store: &impl Store, holder: &str) -> Vec<String> {
    let games = store.shelf(holder, 0, 100).await.unwrap();
    assert_eq!(store.shelf_size(holder).await.unwrap() as usize, games.len());
    games.into_iter().map(|saved| saved.game.id).collect()
}

/// Checks whose games are whose.
async fn check_shelves(store: &impl Store) {
    let begun = |id: &str, created| NewGame { created, ..game(id) };
    for (id, created) in [("one", 1), ("two", 2), ("three", 3)] {
        store.begin(&begun(id, created)).await.unwrap();
    }
    assert_eq!(shelf(store, "ada").await, ["three", "two", "one"], "the newest first");
    let page = store.shelf("ada", 1, 1).await.unwrap();
    assert_eq!(page, [store.find("two").await.unwrap().unwrap()]);
    assert!(store.shelf("ada", 3, 5).await.unwrap().is_empty());
    // Who takes a game off his list keeps his seat.
    store.unshelve("ada", "two").await.unwrap();
    assert_eq!(shelf(store, "ada").await, ["three", "one"]);
    let holder = |saved: Option<SavedGame>| saved.unwrap().game.seats[0].holder.clone();
    assert_eq!(holder(store.find("two").await.unwrap()).as_deref(), Some("ada"));
    // A seat changes hands, and only in that game.
    store.hand_over("one", "ada", "bob").await.unwrap();
    store.hand_over("one", "nobody", "eve").await.unwrap();
    store.hand_over("no such game", "ada", "eve").await.unwrap();
    assert_eq!(holder(store.find("one").await.unwrap()).as_deref(), Some("bob"));
    assert_eq!((shelf(store, "bob").await, shelf(store, "eve").await), (vec!["one".into()], vec![]));
    // A game without people, and an empty seat: nobody holds them, but somebody keeps the game.
    let mut empty = begun("empty", 4);
    empty.seats[0].holder = None;
    store.begin(&empty).await.unwrap();
    assert_eq!(holder(store.find("empty").await.unwrap()), None);
    store.shelve("eve", "empty", 4).await.unwrap();
    store.shelve("eve", "empty", 5).await.unwrap();
    assert_eq!(shelf(store, "eve").await, ["empty"]);
    assert!(store.shelve("eve", "no such game", 4).await.is_err());
}

/// Checks matches.
async fn check_matches(store: &impl Store) {
    let round = |number| Some(Round { series: "m".into(), rule: "points:25".into(), number });
    let first = NewGame { round: round(0), ..game("m0") };
    store.begin(&first).await.unwrap();
    assert_eq!(store.find("m0").await.unwrap().unwrap().game, first);
    store.settle("m0", [26, -10]).await.unwrap();
    store.begin(&NewGame { round: round(1), ..game("m1") }).await.unwrap();
    assert!(store.begin(&NewGame { round: round(1), ..game("m2") }).await.is_err(), "one second game");
    let of = |id: &str, worth| SeriesGame { id: id.to_string(), worth };
    for id in ["m0", "m1"] {
        let series = store.find(id).await.unwrap().unwrap().series;
        assert_eq!(series, [of("m0", Some([26, -10])), of("m1", None)], "{id}");
    }
    assert!(store.find("one").await.unwrap().unwrap().series.is_empty());
    let listed = shelf(store, "ada").await;
    assert!(
        listed.contains(&"m1".into()) && !listed.contains(&"m0".into()),
        "the last game alone: {listed:?}"
    );
}

async fn check_all(store: &impl Store) {
    check_shelves(store).await;
    check_matches(store).await;
    check(store).await;
    check_people(store).await;
}

#[tokio::test]
async fn the_whole_story() {
    each("story", async |store| check_all(&store).await).await;
}

#[tokio::test]
async fn a_file_outlives_its_store_and_nothing_lies_beside_it() {
    let file = File::new("outlives");
    let store = file.open().await;
    check_all(&store).await;
    let log = format!("{}-wal", file.0.display());
    assert!(std::fs::metadata(&log).unwrap().len() > 0, "there is a log to fold in");
    store.close().await.unwrap();
    store.close().await.expect("twice is harmless");
    assert!(!std::fs::exists(log).unwrap());
    assert!(matches!(store.append("b", 1, "a2", 1).await, Err(StoreError::Closed)));
    let again = file.open().await;
    assert_eq!(texts(&again.find("b").await.unwrap().unwrap()), ["a1"]);
}

#[tokio::test]
async fn a_database_outlives_its_store() {
    let base = Base::new("outlives").await;
    let store = base.open().await;
    check_all(&store).await;
    store.close().await.unwrap();
    assert!(matches!(store.append("b", 1, "a2", 1).await, Err(StoreError::Closed)));
    let again = base.open().await;
    assert_eq!(texts(&again.find("b").await.unwrap().unwrap()), ["a1"]);
    base.remove().await;
}

#[tokio::test]
async fn who_cannot_open_a_database_is_told_why() {
    let url = server();
    let base = Base::new("refusals").await;
    let (front, back) = url.split_once("damier:damier@").expect("the user of ./test");
    let (_, name) = back.rsplit_once('/').unwrap();
    let wrong = format!("{front}damier:wrong@{back}");
    let open = async |url: &str| Postgres::open(url, None).await.unwrap_err();
    assert!(matches!(open(&wrong).await, OpenError::Refused(_)));
    let missing = url.replace(&format!("/{name}"), "/no_such_base");
    assert!(matches!(open(&missing).await, OpenError::Missing(_)));
    assert!(matches!(open(&format!("{url}?sslmode=require")).await, OpenError::Encrypted(_)));
    assert!(matches!(open("postgres://damier@127.0.0.1:1/damier").await, OpenError::Unreachable(_)));
    base.open().await.close().await.unwrap();
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (9999, 'later', true, '', 0)";
    base.run(later).await;
    assert!(matches!(open(&base.url).await, OpenError::Newer));
    base.run("CREATE ROLE guest LOGIN PASSWORD 'guest'").await;
    let guest = base.url.replace("damier:damier@", "guest:guest@");
    base.run("DROP TABLE _sqlx_migrations").await;
    assert!(matches!(open(&guest).await, OpenError::Forbidden(_)));
    base.remove().await;
    common::run(&url, "DROP ROLE guest").await;
    let file = File::new("refusals");
    file.open().await.close().await.unwrap();
    let mut connection =
        sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.0.display())).await.unwrap();
    sqlx::query(later).execute(&mut connection).await.unwrap();
    assert!(matches!(Sqlite::open(&file.0).await, Err(OpenError::Newer)));
}

#[tokio::test]
async fn what_cannot_be_read_is_an_error() {
    let file = File::new("unreadable");
    let store = file.open().await;
    store.begin(&game("a")).await.unwrap();
    let address = format!("sqlite:{}", file.0.display());
    let mut other = sqlx::SqliteConnection::connect(&address).await.unwrap();
    sqlx::query("UPDATE games SET ended = 'first nonsense'").execute(&mut other).await.unwrap();
    assert!(matches!(store.find("a").await, Err(StoreError::Unreadable(_))));
}

#[tokio::test]
async fn games_of_the_first_version_are_held_by_their_tokens() {
    let file = File::new("first");
    let address = format!("sqlite:{}?mode=rwc", file.0.display());
    let mut old = sqlx::SqliteConnection::connect(&address).await.unwrap();
    for sql in [
        include_str!("../migrations/sqlite/0001_games.sql"),
        "INSERT INTO games (id, spec, start, created) VALUES ('old', 'hex', '', 7);
         INSERT INTO seats VALUES ('old', 0, 'human', '', 't1'), ('old', 1, 'level:3', '', 't2')",
    ] {
        sqlx::raw_sql(sql).execute(&mut old).await.unwrap();
    }
    for sql in [
        include_str!("../migrations/sqlite/0002_hints.sql"),
        include_str!("../migrations/sqlite/0003_holders.sql"),
        "INSERT INTO moves VALUES ('old', 0, 'c3', 8), ('old', 1, 'swap', 9)",
        include_str!("../migrations/sqlite/0004_people.sql"),
        include_str!("../migrations/sqlite/0005_events.sql"),
    ] {
        sqlx::raw_sql(sql).execute(&mut old).await.unwrap();
    }
    let holders: Vec<Option<String>> =
        sqlx::query_scalar("SELECT holder FROM seats ORDER BY seat").fetch_all(&mut old).await.unwrap();
    assert_eq!(holders, [Some("token t1".to_string()), None]);
    let game: (i64, i64) = sqlx::query_as("SELECT ply, played FROM games").fetch_one(&mut old).await.unwrap();
    assert_eq!(game, (2, 9), "plies, and the last one's time");
}
