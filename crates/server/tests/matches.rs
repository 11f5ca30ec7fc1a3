//! Matches: several games in succession, with seats exchanged, to their end.

#![allow(clippy::unwrap_used)]

mod common;

use common::Reader;
use serde_json::json;

/// Resigns for whoever is to move.
async fn resign(reader: &mut Reader, game: &str) {
    reader.post(&format!("{game}/resign"), "").await.expect(303);
}

async fn next(reader: &mut Reader, game: &str) -> String {
    reader.post(&format!("{game}/next"), "").await.expect(303).location()
}

async fn series(reader: &mut Reader, game: &str) -> String {
    reader.table(game).await["parts"]["series"].as_str().unwrap().to_string()
}

#[tokio::test]
async fn the_best_of_three_is_played_to_its_end() {
    let mut reader = Reader::new().await;
    let first = reader.begin("hex", "against=here&param-size=5&match=best%3A3&name0=Ada&name1=Bob").await;
    assert!(series(&mut reader, &first).await.contains("best of 3 games"));
    assert!(series(&mut reader, &first).await.contains("Ada 0 – 0 Bob"));
    let early = reader.post(&format!("{first}/next"), "").await.expect(400);
    assert!(early.text().contains("not over"));
    // White, Ada, is to move and resigns.
    resign(&mut reader, &first).await;
    assert!(series(&mut reader, &first).await.contains("Ada 0 – 1 Bob"));
    let page = reader.page(&first).await;
    assert!(page.contains("data-verb=\"next\"") && !page.contains("data-verb=\"again\""), "{page}");
    // A stranger does not go on with it.
    reader.other().post(&format!("{first}/next"), "").await.expect(400);
    let second = next(&mut reader, &first).await;
    assert_eq!(next(&mut reader, &first).await, second, "twice is harmless");
    assert!(reader.page(&second).await.contains("White – Bob"), "seats are exchanged");
    let refused = reader.post(&format!("{first}/undo"), "").await.expect(400);
    assert!(refused.text().contains("counts in the match"));
    // Only the last game is in the list, with the score.
    let mine = reader.page("/mine").await;
    assert!(mine.contains(&second) && !mine.contains(&format!("{first}\"")));
    assert!(mine.contains("Match, game 2 – Ada 0 – 1 Bob"), "{mine}");
    // White is Bob now, and resigns: 1 – 1. Then White is Ada again.
    resign(&mut reader, &second).await;
    let third = next(&mut reader, &second).await;
    assert!(series(&mut reader, &third).await.contains("Ada 1 – 1 Bob"));
    resign(&mut reader, &third).await;
    let page = reader.page(&third).await;
    assert!(page.contains("Match won: Bob (2 – 1)"), "{page}");
    assert!(!page.contains("data-verb=\"next\"") && page.contains("data-verb=\"again\""));
    let over = reader.post(&format!("{third}/next"), "").await.expect(400);
    assert!(over.text().contains("The match is over"));
    // Another match of the same kind.
    let again = reader.post(&format!("{third}/again"), "").await.expect(303).location();
    assert!(series(&mut reader, &again).await.contains("best of 3 games"));
    assert!(series(&mut reader, &again).await.contains("Game 1"));
}

#[tokio::test]
async fn the_match_of_the_sheet_adds_points_and_speaks_to_the_reader() {
    // The sheet of La néo-pettie: "version longue : il s'agit alors d'être le premier à totaliser 25". A game that is given
    // up is worth all twenty men.
    let mut reader = Reader::new().await;
    let mut game = reader.begin("neo-pettie", "level=1&match=sheet").await;
    assert!(series(&mut reader, &game).await.contains("first to 25 points"));
    resign(&mut reader, &game).await;
    assert!(series(&mut reader, &game).await.contains("you 0 – 20 computer, level 1"));
    game = next(&mut reader, &game).await;
    let table = reader.table(&game).await;
    assert_eq!(table["engine"], json!(true), "the computer begins");
    resign(&mut reader, &game).await;
    let page = reader.page(&game).await;
    assert!(page.contains("You have lost the match, 0 to 40."), "{page}");
    // Roles are exchanged in Les chercheurs, and lentils added.
    let game = reader.begin("chercheurs", "against=here&match=sheet").await;
    let text = series(&mut reader, &game).await;
    assert!(text.contains("2 games, roles exchanged, points added"), "{text}");
    assert!(text.contains("player 1 0 – 0 player 2"));
}

#[tokio::test]
async fn a_game_without_a_match_has_none() {
    let mut reader = Reader::new().await;
    let game = reader.begin("hex", "against=here&param-size=5").await;
    assert_eq!(series(&mut reader, &game).await, "");
    resign(&mut reader, &game).await;
    let answer = reader.post(&format!("{game}/next"), "").await.expect(400);
    assert!(answer.text().contains("does not belong to a match"));
}

#[tokio::test]
async fn a_rematch_keeps_the_players() {
    let mut reader = Reader::new().await;
    let game = reader.begin("hex", "against=here&param-size=5&name0=Ada&name1=Bob").await;
    resign(&mut reader, &game).await;
    let again = reader.post(&format!("{game}/again"), "").await.expect(303).location();
    assert!(reader.page(&again).await.contains("White – Bob"));
    // Whoever only looked on begins a game of his own.
    let mut guest = reader.other();
    let own = guest.post(&format!("{game}/again"), "").await.expect(303).location();
    assert_eq!(guest.table(&own).await["yours"], json!(true));
    assert_eq!(reader.table(&own).await["yours"], json!(false));
}
