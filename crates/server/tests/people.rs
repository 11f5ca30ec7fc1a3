//! People who sit apart: invitations, seats, offers, the lobby.

#![allow(clippy::unwrap_used)]

mod common;

use common::Reader;
use serde_json::{Value, json};

/// Begins a game by a link, seats a friend, and returns both and the game's address.
async fn apart(game: &str, form: &str) -> (Reader, Reader, String) {
    let mut ada = Reader::new().await;
    let page = ada.begin(game, &format!("against=friend&name=Ada&{form}")).await;
    let mut bob = ada.other();
    let taken = bob.post(&format!("{page}/seat"), "seat=1&name=Bob").await;
    assert_eq!(taken.location(), page);
    (ada, bob, page)
}

fn part<'a>(table: &'a Value, name: &str) -> &'a str {
    table["parts"][name].as_str().unwrap()
}

async fn play(reader: &mut Reader, page: &str, ply: u32, text: &str) {
    reader.post(&format!("{page}/move"), &format!("ply={ply}&text={text}")).await.expect(303);
}

#[tokio::test]
async fn a_friend_follows_the_link_and_takes_the_seat() {
    let mut ada = Reader::new().await;
    let page = ada.begin("hex", "against=friend&name=Ada&rules=size=5&clock=600%2B5").await;
    let own = ada.page(&page).await;
    assert!(own.contains(&format!("value=\"http://damier.test{page}\"")), "the link to send: {own}");
    assert!(own.contains("Invite somebody") && own.contains("QR code"), "{own}");
    let table = ada.table(&page).await;
    assert_eq!((&table["waiting"], &table["yours"]), (&json!(true), &json!(false)));
    // Nobody moves before all are there.
    let early = ada.post(&format!("{page}/move"), "ply=0&text=c3").await.expect(400);
    assert!(early.text().contains("A player is still missing"), "{}", early.text());
    let mut bob = ada.other();
    let invited = bob.page(&page).await;
    for words in ["Ada invites you", "Hex 5 × 5", "10 min + 5 s", "Take the seat", "Black"] {
        assert!(invited.contains(words), "{words}: {invited}");
    }
    // Neither a seat that is taken nor one that does not exist is given away.
    for wrong in ["seat=0", "seat=7", "seat=x", ""] {
        bob.post(&format!("{page}/seat"), wrong).await.expect(400);
    }
    bob.post(&format!("{page}/seat"), "seat=1&name=%20Bob%07%20").await.expect(303);
    // To press twice is harmless; whoever comes later looks on.
    bob.post(&format!("{page}/seat"), "seat=1&name=Bob").await.expect(303);
    let mut eve = ada.other();
    let late = eve.post(&format!("{page}/seat"), "seat=1&name=Eve").await.expect(400);
    assert!(late.text().contains("taken already"), "{}", late.text());
    assert!(!eve.page(&page).await.contains("Take the seat"));
    let table = ada.table(&page).await;
    assert_eq!((&table["waiting"], &table["yours"]), (&json!(false), &json!(true)));
    assert_eq!(part(&table, "invitation"), "");
    assert!(part(&table, "seats").contains("Bob") && part(&table, "seats").contains("Ada"), "{table}");
    // They move by turns, and nobody for the other.
    bob.post(&format!("{page}/move"), "ply=0&text=c3").await.expect(400);
    play(&mut ada, &page, 0, "c3").await;
    ada.post(&format!("{page}/move"), "ply=1&text=d2").await.expect(400);
    eve.post(&format!("{page}/move"), "ply=1&text=d2").await.expect(400);
    play(&mut bob, &page, 1, "d2").await;
    assert_eq!(ada.table(&page).await["moves"], json!(["c3", "d2"]));
    assert!(bob.page("/mine").await.contains("against Ada"), "it is among his games");
}

#[tokio::test]
async fn of_many_who_take_a_seat_at_once_one_gets_it() {
    let mut ada = Reader::new().await;
    let page = ada.begin("hex", "against=friend&rules=size=5").await;
    let all = (0..12).map(|number| {
        let (mut guest, page) = (ada.other(), page.clone());
        tokio::spawn(async move {
            guest.post(&format!("{page}/seat"), &format!("seat=1&name=G{number}")).await.status.as_u16()
        })
    });
    let mut answers = Vec::new();
    for task in all.collect::<Vec<_>>() {
        answers.push(task.await.unwrap());
    }
    assert_eq!(answers.iter().filter(|status| **status == 303).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 400).count(), 11, "{answers:?}");
}

#[tokio::test]
async fn a_draw_needs_both() {
    let (mut ada, mut bob, page) = apart("hex", "rules=size=5").await;
    play(&mut ada, &page, 0, "c3").await;
    ada.post(&format!("{page}/draw"), "").await.expect(303);
    assert_eq!(ada.table(&page).await["ended"], json!(false), "it is an offer");
    assert!(part(&ada.table(&page).await, "offers").contains("You offer a draw"));
    assert!(part(&bob.table(&page).await, "offers").contains("Ada offers a draw"));
    ada.post(&format!("{page}/accept"), "kind=draw").await.expect(400);
    let mut eve = ada.other();
    eve.post(&format!("{page}/accept"), "kind=draw").await.expect(400);
    eve.post(&format!("{page}/decline"), "kind=draw").await.expect(400);
    bob.post(&format!("{page}/decline"), "kind=draw").await.expect(303);
    bob.post(&format!("{page}/accept"), "kind=draw").await.expect(400);
    // An offer lapses with the next move.
    ada.post(&format!("{page}/draw"), "").await.expect(303);
    play(&mut bob, &page, 1, "d2").await;
    assert_eq!(part(&bob.table(&page).await, "offers"), "");
    bob.post(&format!("{page}/accept"), "kind=draw").await.expect(400);
    // Whoever offers what is offered agrees.
    ada.post(&format!("{page}/draw"), "").await.expect(303);
    bob.post(&format!("{page}/draw"), "").await.expect(303);
    let table = ada.table(&page).await;
    assert_eq!(table["ended"], json!(true));
    assert!(part(&table, "status").contains("By agreement"), "{table}");
}

#[tokio::test]
async fn a_move_is_taken_back_if_the_other_allows_it() {
    let (mut ada, mut bob, page) = apart("hex", "rules=size=5").await;
    ada.post(&format!("{page}/undo"), "").await.expect(400);
    play(&mut ada, &page, 0, "c3").await;
    play(&mut bob, &page, 1, "d2").await;
    ada.post(&format!("{page}/undo"), "").await.expect(303);
    assert_eq!(ada.table(&page).await["plies"], json!(2), "it is asked for");
    assert!(part(&bob.table(&page).await, "offers").contains("Ada asks to take a move back"));
    bob.post(&format!("{page}/decline"), "kind=takeback").await.expect(303);
    assert_eq!(part(&ada.table(&page).await, "offers"), "");
    // Ada's move and Bob's answer go, whoever agrees; what was taken back is not simply played again.
    ada.post(&format!("{page}/undo"), "").await.expect(303);
    bob.post(&format!("{page}/accept"), "kind=takeback").await.expect(303);
    let table = ada.table(&page).await;
    assert_eq!((&table["plies"], &table["yours"]), (&json!(0), &json!(true)));
    ada.post(&format!("{page}/redo"), "").await.expect(400);
}

#[tokio::test]
async fn another_game_begins_when_both_want_it() {
    let (mut ada, mut bob, page) = apart("hex", "rules=size=5").await;
    ada.post(&format!("{page}/again"), "step=0").await.expect(400);
    play(&mut ada, &page, 0, "c3").await;
    bob.post(&format!("{page}/resign"), "").await.expect(303);
    ada.post(&format!("{page}/again"), "step=0").await.expect(303);
    assert_eq!(ada.table(&page).await["next"], json!(null));
    assert!(part(&bob.table(&page).await, "offers").contains("Ada offers another game"));
    let next = bob.post(&format!("{page}/accept"), "kind=rematch").await.location();
    assert_ne!(next, page);
    assert_eq!(format!("/play/{}", ada.table(&page).await["next"].as_str().unwrap()), next);
    // Both are led there, seats are exchanged, and there is one such game only.
    assert_eq!(ada.post(&format!("{page}/again"), "step=0").await.location(), next);
    assert_eq!(bob.table(&next).await["yours"], json!(true));
    assert_eq!(ada.table(&next).await["yours"], json!(false));
    // Whoever looked on plays his own.
    let mut eve = ada.other();
    let own = eve.post(&format!("{page}/again"), "step=0").await.location();
    assert!(own != next && eve.table(&own).await["yours"] == json!(true));
}

#[tokio::test]
async fn four_sit_at_four_screens() {
    let mut ada = Reader::new().await;
    let seats = "seat0=human&seat1=friend&seat2=friend&seat3=level:1";
    let page = ada.begin("reversi", &format!("rules=equipes,size=6&{seats}")).await;
    let mut bob = ada.other();
    let invited = bob.page(&page).await;
    assert_eq!(
        invited.matches("<option value=\"1\"").count() + invited.matches("<option value=\"2\"").count(),
        2,
        "{invited}"
    );
    bob.post(&format!("{page}/seat"), "seat=2&name=Bob").await.expect(303);
    assert_eq!(ada.table(&page).await["waiting"], json!(true), "one is missing");
    let mut eve = ada.other();
    eve.post(&format!("{page}/seat"), "seat=1&name=Eve").await.expect(303);
    let table = ada.table(&page).await;
    assert_eq!((&table["waiting"], &table["yours"]), (&json!(false), &json!(true)));
    // A game in which nobody at this screen plays is no game to begin.
    let nobody = "rules=equipes,size=6&seat0=friend&seat1=friend&seat2=friend&seat3=friend";
    ada.post("/games/reversi/play", nobody).await.expect(400);
}

#[tokio::test]
async fn the_lobby_shows_who_waits_and_who_plays() {
    let mut ada = Reader::new().await;
    let hidden = ada.begin("twixt", "against=friend&name=Ada&rules=size=8").await;
    let page = ada.begin("hex", "against=anyone&name=Ada&rules=size=5").await;
    let mut bob = ada.other();
    let lobby = bob.page("/lobby").await;
    assert!(lobby.contains(&format!("href=\"{page}\"")) && lobby.contains("Ada"), "{lobby}");
    assert!(!lobby.contains(&hidden), "what goes by a link is nobody else's");
    bob.post(&format!("{page}/seat"), "seat=1&name=Bob").await.expect(303);
    assert!(!bob.page("/lobby").await.contains(&format!("href=\"{page}\"")), "no move was played");
    play(&mut ada, &page, 0, "c3").await;
    let lobby = bob.page("/lobby").await;
    let playing = lobby.split("Being played now").nth(1).unwrap();
    assert!(playing.contains(&format!("href=\"{page}\"")), "{lobby}");
    // What one plays by oneself is no sight.
    let alone = bob.begin("hex", "against=here&rules=size=5").await;
    play(&mut bob, &alone, 0, "c3").await;
    assert!(!bob.page("/lobby").await.contains(&alone));
    bob.post(&format!("{page}/resign"), "").await.expect(303);
    assert!(!bob.page("/lobby").await.contains(&format!("href=\"{page}\"")), "it is over");
}

#[tokio::test]
async fn phrases_are_read_in_ones_own_language_and_talk_is_bounded() {
    let (mut ada, bob, page) = apart("hex", "rules=size=5").await;
    let mut bob = bob.french();
    ada.post(&format!("{page}/say"), "phrase=hello").await.expect(303);
    bob.post(&format!("{page}/say"), "text=%3A%20Salut%20%3Cb%3E%07").await.expect(303);
    assert!(part(&bob.table(&page).await, "talk").contains("Bonjour !"));
    let heard = ada.table(&page).await;
    assert!(
        part(&heard, "talk").contains("Hello!") && part(&heard, "talk").contains("Salut &lt;b&gt;<"),
        "{heard}"
    );
    for nothing in ["", "text=%20%20", "text=%3A", "phrase=insult"] {
        ada.post(&format!("{page}/say"), nothing).await.expect(400);
    }
    // Who looks on neither speaks nor hears.
    let mut eve = ada.other();
    eve.post(&format!("{page}/say"), "phrase=hello").await.expect(400);
    assert!(!eve.page(&page).await.contains("Salut") && part(&eve.table(&page).await, "talk").is_empty());
    for _ in 0..4 {
        ada.post(&format!("{page}/say"), "phrase=nice").await.expect(303);
    }
    let much = ada.post(&format!("{page}/say"), "phrase=nice").await.expect(400);
    assert!(much.text().contains("wait a little"), "{}", much.text());
    bob.post(&format!("{page}/say"), "phrase=thanks").await.expect(303);
}

#[tokio::test]
async fn who_waits_may_play_the_computer_or_call_the_game_off() {
    let mut ada = Reader::new().await;
    let mut eve = ada.other();
    let page = ada.begin("hex", "against=anyone&side=second&rules=size=5").await;
    for action in ["computer", "cancel"] {
        eve.post(&format!("{page}/{action}"), "level=2").await.expect(400);
    }
    ada.post(&format!("{page}/computer"), "level=9").await.expect(400);
    assert_eq!(ada.post(&format!("{page}/computer"), "level=2").await.location(), page);
    let table = ada.table(&page).await;
    assert_eq!((&table["waiting"], &table["engine"]), (&json!(false), &json!(true)));
    assert!(part(&table, "seats").contains("level 2"), "{table}");
    ada.post(&format!("{page}/cancel"), "").await.expect(400);
    let page = ada.begin("hex", "against=friend&rules=size=5").await;
    assert_eq!(ada.post(&format!("{page}/cancel"), "").await.location(), "/mine");
    ada.get(&page).await.expect(404);
    assert!(!ada.page("/mine").await.contains(&page));
}

#[tokio::test]
async fn help_is_not_given_against_people() {
    let (mut ada, _bob, page) = apart("hex", "rules=size=5").await;
    ada.post(&format!("{page}/hint"), "ply=0&step=1").await.expect(400);
    assert!(!ada.page(&page).await.contains("class=\"hint\""));
}
