//! Events: what happened in a game, in order; guards; deadlines.

#![allow(clippy::unwrap_used)]

mod common;

use common::{each, game, play, texts, update};
use damier_core::Side;
use damier_store::{Action, Agent, End, Event, Guard, Offer, OfferKind, Seated, Store, StoreError};

fn note(kind: &str) -> Action {
    Action::Note { kind: kind.to_string(), json: "{\"seat\":0}".to_string() }
}

fn kinds(events: &[Event]) -> Vec<(u64, &str)> {
    events.iter().map(|event| (event.seq, event.kind.as_str())).collect()
}

#[tokio::test]
async fn every_change_is_an_event_and_what_changes_nothing_is_none() {
    each("events", async |store| {
        let mut new = game("a");
        let human = |holder: Option<&str>| Seated {
            agent: Agent::Human,
            name: String::new(),
            holder: holder.map(str::to_string),
        };
        new.seats = vec![human(Some("ada")), human(None)];
        store.begin(&new).await.unwrap();
        let act = async |action: Action| store.update(update(Guard::None, action)).await;
        let seat = |seat, holder: &str| Action::TakeSeat { seat, holder: holder.into(), name: "Bob".into() };
        let hand = |from: &str, to: &str| Action::HandOver { from: from.into(), to: to.into() };
        assert!(store.events("a", 0, 99).await.unwrap().is_empty());
        // Each action, and the same once more: done, but nothing new.
        for (action, seq) in [
            (seat(1, "bob"), 1),
            (play(0, "c3"), 2),
            (play(1, "d\"2"), 3),
            (Action::Hint(2), 4),
            (hand("ada", "eve"), 5),
            (Action::TakeBack(1), 6),
            (Action::End(End::Resignation(Side::First)), 7),
            (Action::Settle([2, -2]), 8),
        ] {
            assert_eq!(act(action.clone()).await.unwrap(), seq, "{action:?}");
            if action != play(1, "d\"2") {
                assert_eq!(act(action.clone()).await.unwrap(), seq, "{action:?} again");
            }
        }
        let offer = Offer { kind: OfferKind::Draw, seat: 0, ply: 1 };
        for (action, seq) in [
            (Action::Offer(offer), 9),
            (Action::Withdraw(OfferKind::Draw), 10),
            (Action::Withdraw(OfferKind::Draw), 10),
            (Action::Follow("a".into()), 11),
            (Action::Follow("b".into()), 11),
        ] {
            assert_eq!(act(action.clone()).await.unwrap(), seq, "{action:?}");
        }
        // What a store does not know may happen twice.
        assert_eq!((act(note("phrase")).await.unwrap(), act(note("phrase")).await.unwrap()), (12, 13));
        assert_eq!(act(Action::Deadline(Some(5))).await.unwrap(), 14);
        for (seat, holder) in [(0, "bob"), (1, "ada"), (2, "ada")] {
            let refused = act(Action::TakeSeat { seat, holder: holder.into(), name: String::new() }).await;
            assert!(matches!(refused, Err(StoreError::NotFree)), "{seat}: {refused:?}");
        }
        let all = store.events("a", 0, 99).await.unwrap();
        let expected = [
            (1, "seat"),
            (2, "move"),
            (3, "move"),
            (4, "hint"),
            (5, "seat"),
            (6, "takeback"),
            (7, "end"),
            (8, "settled"),
            (9, "offer"),
            (10, "withdraw"),
            (11, "next"),
            (12, "phrase"),
            (13, "phrase"),
            (14, "deadline"),
        ];
        assert_eq!(kinds(&all), expected);
        let read = |event: &Event| -> serde_json::Value { serde_json::from_str(&event.json).unwrap() };
        assert_eq!((read(&all[2])["ply"].as_u64(), read(&all[2])["text"].as_str()), (Some(1), Some("d\"2")));
        assert_eq!((read(&all[5])["plies"].as_u64(), read(&all[8])["seat"].as_u64()), (Some(1), Some(0)));
        assert!(all.iter().all(|event| event.at == 7));
        // Who comes back asks for what he missed.
        assert_eq!(kinds(&store.events("a", 8, 2).await.unwrap()), expected[8..10]);
        assert!(store.events("a", 14, 99).await.unwrap().is_empty());
        assert!(store.events("nothing", 0, 99).await.unwrap().is_empty());
        let saved = store.find("a").await.unwrap().unwrap();
        assert_eq!((saved.seq, saved.deadline, texts(&saved)), (14, Some(5), vec!["c3"]));
        assert_eq!(saved.game.seats[1].holder.as_deref(), Some("bob"));
        assert_eq!(store.shelf_size("bob").await.unwrap(), 1);
        let nowhere = damier_store::Update { game: "b".into(), ..update(Guard::None, note("phrase")) };
        assert!(matches!(store.update(nowhere).await, Err(StoreError::Unknown)));
    })
    .await;
}

#[tokio::test]
async fn guards_refuse_what_comes_too_late_and_tell_what_is_true() {
    each("guards", async |store| {
        store.begin(&game("a")).await.unwrap();
        let act = async |guard, action| store.update(update(guard, action)).await;
        assert_eq!(act(Guard::Seq(0), play(0, "c3")).await.unwrap(), 1);
        assert_eq!(act(Guard::Ply(1), note("draw?")).await.unwrap(), 2);
        // The answer to an offer that something else has followed.
        act(Guard::None, play(1, "d2")).await.unwrap();
        for (guard, action) in [
            (Guard::Seq(2), Action::End(End::Agreement)),
            (Guard::Ply(1), Action::TakeBack(0)),
            (Guard::Ply(1), note("draw?")),
            (Guard::Seq(2), play(2, "e1")),
        ] {
            let refused = act(guard, action).await;
            assert!(matches!(refused, Err(StoreError::Stale { ply: 2, seq: 3 })), "{refused:?}");
        }
        assert_eq!(act(Guard::Seq(3), Action::End(End::Agreement)).await.unwrap(), 4);
        assert_eq!(store.find("a").await.unwrap().unwrap().seq, 4);
    })
    .await;
}

#[tokio::test]
async fn the_flag_of_a_game_is_taken_by_one_and_by_another_only_after_him() {
    each("flags", async |store| {
        let now = store.now();
        let timed = |deadline| Action::Move { ply: 0, text: "c3".to_string(), deadline };
        let begin = async |id: &str, deadline| {
            store.begin(&game(id)).await.unwrap();
            let begun = damier_store::Update { game: id.into(), ..update(Guard::None, timed(deadline)) };
            store.update(begun).await.unwrap();
        };
        begin("a", Some(now - 20)).await;
        begin("b", Some(now - 10)).await;
        begin("c", Some(now + 60_000)).await;
        begin("d", None).await;
        let taken = store.take_flags(1).await.unwrap();
        assert_eq!(taken.iter().map(|due| (due.game.as_str(), due.ply)).collect::<Vec<_>>(), [("a", 1)]);
        let taken = store.take_flags(9).await.unwrap();
        assert_eq!(taken.iter().map(|due| due.game.as_str()).collect::<Vec<_>>(), ["b"], "the next one");
        assert!(store.take_flags(9).await.unwrap().is_empty(), "they are being seen to");
        let lease = store.find("a").await.unwrap().unwrap().deadline.unwrap();
        assert!((now + 5_000..now + 30_000).contains(&lease), "another may after {} ms", lease - now);
        // An end stops the clock, and so does a move that starts none.
        store.end("a", End::Time(Side::First)).await.unwrap();
        store.append("b", 1, "d2", 1).await.unwrap();
        for id in ["a", "b"] {
            assert_eq!(store.find(id).await.unwrap().unwrap().deadline, None);
        }
    })
    .await;
}
