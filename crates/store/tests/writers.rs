//! Many writers at once, on one node and on two.

#![allow(clippy::unwrap_used)]

mod common;

use std::time::{Duration, Instant};

use common::{Base, File, each, game, play, texts};
use damier_store::{Action, Database, Guard, Postgres, Store, StoreError, Update};
use tokio::sync::watch::Receiver;
use tokio::time::timeout;

/// Nothing takes so long on any machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Has many writers send a move each at one ply, all to their own node; returns how many were let through.
async fn race(stores: &[Database], writers: usize) -> usize {
    stores[0].begin(&game("c")).await.unwrap();
    let writers = (0..writers).map(|writer| {
        let store = stores[writer % stores.len()].clone();
        tokio::spawn(async move {
            let answer = store.append("c", 0, &format!("a{writer}"), 1).await;
            assert!(matches!(answer, Ok(()) | Err(StoreError::Taken(_))), "{answer:?}");
            answer.is_ok()
        })
    });
    let mut accepted = 0;
    for writer in writers.collect::<Vec<_>>() {
        accepted += usize::from(writer.await.unwrap());
    }
    assert_eq!(stores[0].find("c").await.unwrap().unwrap().moves.len(), 1);
    accepted
}

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_writers_one_is_next() {
    each("race", async |store| assert_eq!(race(&[store], 50).await, 1)).await;
    let base = Base::new("race").await;
    let nodes = [base.open().await.into(), base.open().await.into()];
    assert_eq!(race(&nodes, 50).await, 1, "on two nodes");
    base.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_move_sent_by_many_is_one_move() {
    each("same", async |store| {
        store.begin(&game("c")).await.unwrap();
        let writers: Vec<_> = (0..20)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move { store.append("c", 0, "a1", 1).await })
            })
            .collect();
        for writer in writers {
            writer.await.unwrap().expect("harmless");
        }
        let saved = store.find("c").await.unwrap().unwrap();
        assert_eq!((texts(&saved), saved.seq), (vec!["a1"], 1));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_are_played_at_once_and_what_is_refused_spoils_nothing() {
    const GAMES: usize = 40;
    const PLIES: u32 = 10;
    each("whole", async |store| {
        let players = (0..GAMES).map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let id = format!("w{number}");
                store.begin(&game(&id)).await.unwrap();
                for ply in 0..PLIES {
                    // Among the moves are some that the game refuses, and some that the database does.
                    let same = game(&id);
                    let (gap, again) = tokio::join!(store.append(&id, ply + 5, "x", 1), store.begin(&same));
                    assert!(matches!(gap, Err(StoreError::Gap(plies)) if plies == ply), "{gap:?}");
                    assert!(matches!(again, Err(StoreError::Database(_))), "{again:?}");
                    store.append(&id, ply, &format!("m{ply}"), 1).await.unwrap();
                }
            })
        });
        for player in players.collect::<Vec<_>>() {
            player.await.unwrap();
        }
        for number in 0..GAMES {
            let id = format!("w{number}");
            let saved = store.find(&id).await.unwrap().unwrap();
            assert_eq!((saved.moves.len(), saved.seq), (PLIES as usize, u64::from(PLIES)));
            let seqs: Vec<u64> =
                store.events(&id, 0, 99).await.unwrap().iter().map(|event| event.seq).collect();
            assert_eq!(seqs, (1..=u64::from(PLIES)).collect::<Vec<_>>());
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_that_change_the_same_games_do_not_wait_for_each_other_for_ever() {
    let base = Base::new("cross").await;
    let nodes: [Database; 2] = [base.open().await.into(), base.open().await.into()];
    for number in 0..20 {
        nodes[0].begin(&game(&format!("x{number}"))).await.unwrap();
    }
    let writers: Vec<_> = (0..400)
        .map(|writer: usize| {
            let store = nodes[writer % 2].clone();
            // One node goes through the games forwards, the other backwards.
            let number = if writer.is_multiple_of(2) { writer / 2 % 20 } else { 19 - writer / 2 % 20 };
            let action = Action::Note { kind: "phrase".to_string(), json: "{}".to_string() };
            let update = Update { game: format!("x{number}"), guard: Guard::None, action, at: 1 };
            tokio::spawn(async move { store.update(update).await })
        })
        .collect();
    for writer in writers {
        timeout(PATIENCE, writer).await.expect("in time").unwrap().unwrap();
    }
    for number in 0..20 {
        let events = nodes[0].events(&format!("x{number}"), 0, 99).await.unwrap();
        assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), (1..=20).collect::<Vec<_>>());
    }
    base.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_before_the_answer_leaves_nothing_half_done() {
    each("leaving", async |store| {
        for number in 0..30 {
            let id = format!("l{number}");
            store.begin(&game(&id)).await.unwrap();
            // Some leave before anything is sent, some while it is written.
            let patience = Duration::from_micros(100 * number);
            let _ = timeout(patience, store.append(&id, 0, "a1", 1)).await;
            let _ = timeout(patience, store.take_back(&id, 0)).await;
        }
        // The writer is past all of it once it has done something that came later.
        store.begin(&game("last")).await.unwrap();
        for number in 0..30 {
            let id = format!("l{number}");
            let saved = store.find(&id).await.unwrap().unwrap();
            let events = store.events(&id, 0, 9).await.unwrap();
            let kinds: Vec<&str> = events.iter().map(|event| event.kind.as_str()).collect();
            let expected: (&[&str], usize, usize) = match kinds.as_slice() {
                [] => (&[], 0, 0),
                ["move"] => (&["move"], 1, 0),
                ["move", "takeback"] => (&["move", "takeback"], 0, 1),
                other => panic!("{other:?}"),
            };
            assert_eq!((kinds.as_slice(), saved.moves.len(), saved.undone.len()), expected);
            assert_eq!(saved.seq as usize, events.len());
        }
    })
    .await;
}

#[tokio::test]
async fn what_was_begun_is_finished_before_a_store_closes() {
    let file = File::new("closing");
    let store = file.open().await;
    for number in 0..50 {
        store.begin(&game(&format!("g{number}"))).await.unwrap();
    }
    let moves: Vec<_> = (0..50)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { store.append(&format!("g{number}"), 0, "a1", 1).await })
        })
        .collect();
    tokio::task::yield_now().await;
    store.close().await.unwrap();
    let mut kept = 0;
    let mut acknowledged = Vec::new();
    for (number, answer) in moves.into_iter().enumerate() {
        match answer.await.unwrap() {
            Ok(()) => acknowledged.push(number),
            Err(StoreError::Closed) => {}
            Err(other) => panic!("{other}"),
        }
    }
    let again = file.open().await;
    for number in acknowledged {
        assert_eq!(again.find(&format!("g{number}")).await.unwrap().unwrap().moves.len(), 1);
        kept += 1;
    }
    assert!(kept > 0, "some were in time");
}

/// Waits until a follower hears of an event.
async fn hears(follower: &mut Receiver<u64>, seq: u64) {
    let heard = timeout(PATIENCE, follower.wait_for(|last| *last >= seq)).await.expect("in time");
    assert_eq!(*heard.unwrap(), seq);
}

#[tokio::test]
async fn who_follows_a_game_hears_of_its_changes_and_of_no_other() {
    each("follow", async |store| {
        store.begin(&game("a")).await.unwrap();
        store.begin(&game("b")).await.unwrap();
        let (mut one, other) = (store.watch("a"), store.watch("b"));
        for ply in 0..3 {
            store.append("a", ply, "c3", 1).await.unwrap();
            hears(&mut one, u64::from(ply) + 1).await;
        }
        assert!(store.append("a", 9, "c3", 1).await.is_err());
        assert_eq!(*other.borrow(), 0);
    })
    .await;
}

#[tokio::test]
async fn two_nodes_hear_of_each_other_also_when_the_bell_is_lost() {
    let (base, deaf) = (Base::new("nodes").await, Base::new("deaf").await);
    let here = base.open().await;
    let there = base.open().await;
    // Its bell hangs in another house: it hears nothing, and has to look.
    let deafened = Postgres::open(&base.url, Some(&deaf.url)).await.unwrap();
    here.begin(&game("a")).await.unwrap();
    let (mut near, mut far) = (there.watch("a"), deafened.watch("a"));
    let update = |ply| Update { game: "a".into(), guard: Guard::None, action: play(ply, "c3"), at: 1 };
    let begun = Instant::now();
    for ply in 0..10 {
        let seq = here.update(update(ply)).await.unwrap();
        hears(&mut near, seq).await;
    }
    let taken = begun.elapsed();
    assert!(taken < Duration::from_secs(9), "who looks every two seconds needs eighteen: {taken:?}");
    hears(&mut far, 10).await;
    // Those that listen are thrown out in the middle of the game.
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                  WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    base.run(others).await;
    let seq = there.update(update(10)).await.unwrap();
    hears(&mut here.watch("a"), seq).await;
    hears(&mut near, seq).await;
    // And the whole database is thrown out: the writer finds its way back.
    base.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()").await;
    let seq = here.update(update(11)).await.unwrap();
    hears(&mut near, seq).await;
    hears(&mut far, seq).await;
    assert_eq!(there.find("a").await.unwrap().unwrap().moves.len(), 12);
    let apart = (here.now() - there.now()).abs();
    assert!(apart < 1_000, "one clock: {apart} ms apart");
    base.remove().await;
    deaf.remove().await;
}

#[tokio::test]
async fn one_flag_falls_on_one_of_two_nodes() {
    let base = Base::new("flags").await;
    let (here, there) = (base.open().await, base.open().await);
    for number in 0..30 {
        let id = format!("f{number}");
        here.begin(&game(&id)).await.unwrap();
        let action = Action::Deadline(Some(here.now() - 1));
        here.update(Update { game: id, guard: Guard::None, action, at: 1 }).await.unwrap();
    }
    let mut taken = Vec::new();
    for _ in 0..4 {
        let (one, two) = tokio::join!(here.take_flags(5), there.take_flags(5));
        taken.extend(one.unwrap().into_iter().chain(two.unwrap()).map(|due| due.game));
    }
    taken.sort();
    let count = taken.len();
    taken.dedup();
    assert_eq!((count, taken.len()), (30, 30), "each once");
    base.remove().await;
}
