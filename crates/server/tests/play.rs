//! Games played by requests: moves, the computer's answers, taking back, ends, clocks, seats.

#![allow(clippy::unwrap_used)]

mod common;

use common::Reader;
use serde_json::{Value, json};

#[tokio::test]
async fn every_game_begins_and_the_computer_answers() {
    let mut reader = Reader::new().await;
    for entry in damier_games::ALL {
        // The table of Dualité takes seconds in a build with checks; others answer at once.
        let seats = entry.variant("").unwrap().seats().len();
        let page = reader.begin(entry.id, "seat0=human&seat1=level:1").await;
        let table = reader.table(&page).await;
        assert_eq!((&table["yours"], &table["plies"]), (&json!(true), &json!(0)), "{}", entry.id);
        let first = table["legal"][0].as_str().unwrap().to_string();
        let form = [("ply", "0"), ("text", &first)];
        let form = serde_urlencoded::to_string(form).unwrap();
        reader.post(&format!("{page}/move"), &form).await.expect(303);
        let table = reader.table(&page).await;
        assert_eq!(table["moves"], json!([first]), "{}", entry.id);
        assert_eq!(table["engine"], json!(seats > 1), "{}", entry.id);
        assert!(reader.get(&page).await.expect(200).text().contains(entry.name.en), "{}", entry.id);
    }
}

#[tokio::test]
async fn a_game_goes_on_to_its_end_and_begins_again() {
    let mut reader = Reader::new().await;
    let page = reader.begin("hex", "rules=size=3&seat0=human&seat1=level:1").await;
    for ply in (0..9).step_by(2) {
        let table = reader.table(&page).await;
        let Some(text) = table["legal"][0].as_str() else { break };
        reader.post(&format!("{page}/move"), &format!("ply={ply}&text={text}")).await.expect(303);
        reader.post(&format!("{page}/engine"), "").await.expect(303);
    }
    let table = reader.table(&page).await;
    assert_eq!(
        (&table["ended"], &table["yours"], &table["engine"]),
        (&json!(true), &json!(false), &json!(false))
    );
    assert!(
        table["state"].as_str().unwrap().contains("White")
            || table["state"].as_str().unwrap().contains("Black")
    );
    let again = reader.post(&format!("{page}/again"), "step=1").await.expect(303);
    let next = again.header("location").to_string();
    let table = reader.table(&next).await;
    assert_eq!((&table["engine"], &table["yours"]), (&json!(true), &json!(false)), "sides are exchanged");
    assert!(reader.get(&next).await.text().contains("level 2"), "one level up");
}

/// Reads server-sent events: their names and what they carry.
fn events(body: &str) -> Vec<(String, Value)> {
    let read = |block: &str| {
        let line = |key: &str| block.lines().find_map(|line| line.strip_prefix(key));
        Some((line("event: ")?.to_string(), serde_json::from_str(line("data: ")?).unwrap()))
    };
    body.split("\n\n").filter_map(read).collect()
}

#[tokio::test]
async fn whoever_looks_on_hears_how_far_the_computer_is_and_a_player_may_hurry_it() {
    let mut reader = Reader::new().await;
    let page = reader.begin("gomoku", "seat0=level:8&seat1=human").await;
    let thinking = format!("{page}/thinking");
    let silent = events(reader.get(&thinking).await.expect(200).text());
    assert_eq!(silent, [("done".to_string(), json!(null))], "it is not at work");
    let mut onlooker = reader.other();
    onlooker.post(&format!("{page}/hurry"), "").await.expect(400);
    let mut player = reader.other();
    let engine = format!("{page}/engine");
    let moved = tokio::spawn(async move { player.post(&engine, "").await });
    let mut heard = Vec::new();
    while !moved.is_finished() {
        let more = events(onlooker.get(&thinking).await.expect(200).text());
        assert_eq!(more.last().map(|(name, _)| name.as_str()), Some("done"));
        heard.extend(more.into_iter().filter(|(name, _)| name != "done"));
    }
    moved.await.unwrap().expect(303);
    assert!(!heard.is_empty(), "it was heard at work");
    for (name, what) in &heard {
        match name.as_str() {
            "queue" => assert!(what.is_u64(), "{what}"),
            "progress" => assert!(what["nodes"].as_u64() <= what["of"].as_u64(), "{what}"),
            other => panic!("{other}"),
        }
    }
    assert_eq!(reader.table(&page).await["plies"], json!(1));
    reader.post(&format!("{page}/hurry"), "").await.expect(303);
    reader.get("/play/nothing/thinking").await.expect(404);
}

#[tokio::test]
async fn moves_are_taken_back_to_ones_own_decision_and_played_again() {
    let mut reader = Reader::new().await;
    let page = reader.begin("reversi", "seat0=human&seat1=level:1").await;
    reader.post(&format!("{page}/move"), "ply=0&text=d3").await.expect(303);
    reader.post(&format!("{page}/engine"), "").await.expect(303);
    let played = reader.table(&page).await["moves"].clone();
    assert_eq!(played.as_array().unwrap().len(), 2);
    reader.post(&format!("{page}/undo"), "").await.expect(303);
    let table = reader.table(&page).await;
    assert_eq!((&table["moves"], &table["yours"]), (&json!([]), &json!(true)));
    assert!(has_button(&table, "redo") && !has_button(&table, "undo"), "{table}");
    reader.post(&format!("{page}/redo"), "").await.expect(303);
    let table = reader.table(&page).await;
    assert_eq!(table["moves"], played);
    assert!(has_button(&table, "undo") && !has_button(&table, "redo"), "{table}");
    // To walk back shows a former position and changes nothing.
    let first = reader.get(&format!("{page}/state?ply=1")).await.expect(200).json();
    assert_eq!((&first["ply"], &first["plies"], &first["yours"]), (&json!(1), &json!(2), &json!(false)));
}

/// Says whether the panel of a game has a button that does this now.
fn has_button(table: &Value, verb: &str) -> bool {
    let mut parts = table["parts"].as_object().unwrap().values();
    let at = format!("data-verb=\"{verb}\"");
    let button =
        parts.find_map(|html| Some(html.as_str().unwrap().split_once(&at)?.1.split_once("<button")?.1));
    button.is_some_and(|button| !button.starts_with(" disabled"))
}

#[tokio::test]
async fn a_script_gets_the_game_as_it_is_after_all_that_it_does() {
    let mut reader = Reader::new().await.script();
    let answer = reader.post("/games/reversi/play", "rules=size=6&seat0=human&seat1=level:1").await;
    let page = answer.location();
    let table = reader.table(&page).await;
    assert_eq!((&table["plies"], &table["yours"]), (&json!(0), &json!(true)));
    let text = table["legal"][0].as_str().unwrap().to_string();
    let moved = reader.post(&format!("{page}/move?tall=true"), &format!("ply=0&text={text}")).await;
    let moved = moved.expect(200).json();
    assert_eq!((&moved["moves"], &moved["engine"]), (&json!([text]), &json!(true)));
    assert!(moved["parts"]["status"].as_str().unwrap().ends_with("the computer is thinking"), "{moved}");
    assert_eq!(moved, reader.get(&format!("{page}/state?tall=true")).await.expect(200).json());
    // Twice is harmless, and tells the same.
    let twice = reader.post(&format!("{page}/move?tall=true"), &format!("ply=0&text={text}")).await;
    assert_eq!(twice.expect(200).json(), moved);
    let answered = reader.post(&format!("{page}/engine"), "").await.expect(200).json();
    assert_eq!((&answered["plies"], &answered["yours"]), (&json!(2), &json!(true)));
    assert!(answered["parts"]["status"].as_str().unwrap().ends_with("your turn"), "{answered}");
    let undone = reader.post(&format!("{page}/undo"), "").await.expect(200).json();
    assert_eq!((&undone["plies"], has_button(&undone, "redo")), (&json!(0), true));
    let redone = reader.post(&format!("{page}/redo"), "").await.expect(200).json();
    assert_eq!(redone["moves"], answered["moves"]);
    assert!(has_button(&redone, "resign") && !has_button(&redone, "again"), "{redone}");
    let resigned = reader.post(&format!("{page}/resign"), "").await.expect(200).json();
    assert_eq!((&resigned["ended"], &resigned["yours"]), (&json!(true), &json!(false)));
    assert!(!has_button(&resigned, "resign") && has_button(&resigned, "again"), "{resigned}");
}

#[tokio::test]
async fn the_panel_of_a_page_is_made_of_the_parts_that_its_script_gets() {
    let mut reader = Reader::new().await;
    let games = [("hex", "rules=size=5&seat0=human&seat1=human"), ("halma", "seat0=human")];
    for (game, form) in games {
        let page = reader.begin(game, form).await;
        for ply in 0..2 {
            let table = reader.table(&page).await;
            let html = reader.page(&page).await;
            for (name, part) in table["parts"].as_object().unwrap() {
                let place = format!("data-part=\"{name}\">{}</", part.as_str().unwrap());
                let absent = name == "least" && game != "halma" || name == "series" || name == "talk";
                assert_eq!(html.contains(&place), !absent, "{game} {name}");
            }
            let text = table["legal"][0].as_str().unwrap();
            let form = serde_urlencoded::to_string([("ply", ply.to_string().as_str()), ("text", text)]);
            reader.post(&format!("{page}/move"), &form.unwrap()).await.expect(303);
        }
    }
}

#[tokio::test]
async fn only_the_holder_of_a_seat_moves_for_it() {
    let mut reader = Reader::new().await;
    let page = reader.begin("hex", "rules=size=5&seat0=human&seat1=human").await;
    let mut stranger = reader.other().script();
    for (verb, form) in [("move", "ply=0&text=c3"), ("undo", ""), ("redo", ""), ("resign", ""), ("draw", "")]
    {
        let error = stranger.post(&format!("{page}/{verb}"), form).await.expect(400).json();
        assert!(error["error"].as_str().unwrap().len() > 10, "{verb}");
    }
    // Not even at a ply that may come.
    for ply in [1, 2, 7] {
        stranger.post(&format!("{page}/move"), &format!("ply={ply}&text=junk")).await.expect(400);
    }
    let seen = stranger.table(&page).await;
    assert_eq!((&seen["yours"], &seen["plies"]), (&json!(false), &json!(0)));
    reader.post(&format!("{page}/move"), "ply=0&text=c3").await.expect(303);
    // Twice is harmless, another move there is not, and a wrong one is named.
    reader.post(&format!("{page}/move"), "ply=0&text=c3").await.expect(303);
    assert!(
        reader.post(&format!("{page}/move"), "ply=0&text=a1").await.expect(400).text().contains("reload")
    );
    assert!(reader.post(&format!("{page}/move"), "ply=1&text=c3").await.expect(400).text().contains("c3"));
    assert!(reader.post(&format!("{page}/move"), "ply=1&text=zz").await.expect(400).text().contains("zz"));
    assert_eq!(reader.table(&page).await["moves"], json!(["c3"]));
}

#[tokio::test]
async fn games_end_by_resignation_and_agreement() {
    let mut reader = Reader::new().await;
    let page = reader.begin("hex", "rules=size=5&seat0=human&seat1=human").await;
    reader.post(&format!("{page}/move"), "ply=0&text=c3").await.expect(303);
    // Black's turn: at one screen, it is Black who resigns.
    reader.post(&format!("{page}/resign"), "").await.expect(303);
    let state = reader.table(&page).await["state"].as_str().unwrap().to_string();
    assert!(state.contains("White") && state.contains("Resignation"), "{state}");
    assert!(reader.post(&format!("{page}/move"), "ply=1&text=a1").await.expect(400).text().contains("turn"));
    reader.post(&format!("{page}/undo"), "").await.expect(303);
    reader.post(&format!("{page}/draw"), "").await.expect(303);
    let state = reader.table(&page).await["state"].as_str().unwrap().to_string();
    assert!(state.contains("Draw"), "{state}");
}

#[tokio::test]
async fn with_a_clock_moves_stand() {
    let mut reader = Reader::new().await;
    let page = reader.begin("hex", "rules=size=5&seat0=human&seat1=human&clock=1%2B0").await;
    reader.post(&format!("{page}/move"), "ply=0&text=c3").await.expect(303);
    assert!(reader.post(&format!("{page}/undo"), "").await.expect(400).text().contains("clock"));
    let left = reader.table(&page).await["clocks"].clone();
    assert_eq!(left[0], json!(1000), "the first move costs nothing");
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    let table = reader.table(&page).await;
    assert_eq!(table["ended"], json!(true));
    let state = table["state"].as_str().unwrap();
    assert!(state.contains("White") && state.contains("Out of time"), "{state}");
    assert!(reader.begin_fails("hex", "seat0=human&seat1=human&clock=9").await.contains("600+5"));
}

#[tokio::test]
async fn teams_and_solitaires_have_their_seats() {
    let mut reader = Reader::new().await;
    let page =
        reader.begin("reversi", "rules=equipes&seat0=human&seat1=level:1&seat2=human&seat3=level:2").await;
    let text = reader.get(&page).await.expect(200).text().to_string();
    for name in
        ["Black 1 – you", "White 1 – computer, level 1", "Black 2 – you", "White 2 – computer, level 2"]
    {
        assert!(text.contains(name), "{name}");
    }
    let page = reader.begin("halma", "seat0=human").await;
    let table = reader.table(&page).await;
    // The sheet's puzzle takes 46 moves: facts.txt of the game.
    assert_eq!(table["parts"]["least"], json!("0 moves made; at best 46."));
    assert!(!reader.get(&page).await.text().contains("Resign"));
}

#[tokio::test]
async fn a_game_may_begin_with_any_position_and_by_lot() {
    let mut reader = Reader::new().await;
    let page = reader.begin("hex", "rules=size=5&seat0=human&seat1=human").await;
    reader.post(&format!("{page}/move"), "ply=0&text=c3").await.expect(303);
    let position = reader.table(&page).await["position"].as_str().unwrap().to_string();
    let form = serde_urlencoded::to_string([
        ("rules", "size=5"),
        ("position", position.as_str()),
        ("seat0", "human"),
        ("seat1", "level:1"),
        ("lots", "yes"),
    ]);
    let page = reader.begin("hex", &form.unwrap()).await;
    let table = reader.table(&page).await;
    assert_eq!(table["position"], json!(position));
    assert_ne!(table["yours"], table["engine"], "it is somebody's turn");
    assert!(reader.begin_fails("hex", "rules=size=5&position=nonsense").await.contains("position"));
}

impl Reader {
    async fn begin_fails(&mut self, game: &str, form: &str) -> String {
        self.post(&format!("/games/{game}/play"), form).await.expect(400).text().to_string()
    }
}

#[tokio::test]
async fn a_turn_ends_by_itself_where_nothing_is_left_to_do() {
    // docs/rules.md, Twixt `manuel`: a turn is a peg, then links, then `fin`.
    let mut reader = Reader::new().await;
    let page = reader.begin("twixt", "rules=manuel,size=6&seat0=human&seat1=human").await;
    for (ply, text) in [(0, "c3"), (2, "b4"), (4, "d5")] {
        reader.post(&format!("{page}/move"), &format!("ply={ply}&text={text}")).await.expect(303);
    }
    let table = reader.table(&page).await;
    assert_eq!(table["moves"], json!(["c3", "fin", "b4", "fin", "d5"]), "c3 and d5 can be linked");
    // One takes back what one decided, not the end that came by itself.
    reader.post(&format!("{page}/undo"), "").await.expect(303);
    assert_eq!(reader.table(&page).await["moves"], json!(["c3", "fin", "b4", "fin"]));
    reader.post(&format!("{page}/undo"), "").await.expect(303);
    assert_eq!(reader.table(&page).await["moves"], json!(["c3", "fin"]));
}
