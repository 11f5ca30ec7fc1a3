//! What helps a player and what he is told at the end, by requests: endings, the move that decided, reasons with their rules,
//! hints, the lamp, the rules in a drawer.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Reader, escape};
use damier_core::{Lang, Rng};
use damier_scene::View;
use serde_json::{Value, json};

async fn readers() -> [Reader; 2] {
    [Reader::new().await.french().script(), Reader::new().await.script()]
}

/// Begins a game and plays moves, each by whoever is to move.
async fn played(reader: &mut Reader, game: &str, form: &str, moves: &[&str]) -> String {
    let page = reader.begin(game, form).await;
    for (ply, text) in moves.iter().enumerate() {
        reader.post(&format!("{page}/move"), &format!("ply={ply}&text={}", escape(text))).await.expect(200);
    }
    page
}

/// Returns the text of HTML.
fn plain(html: &str) -> String {
    let mut inside = false;
    html.chars()
        .filter(|&sign| {
            let shown = !inside && sign != '<';
            inside = sign == '<' || inside && sign != '>';
            shown
        })
        .collect::<String>()
        .replace("&#39;", "'")
        .replace("&#x27;", "'")
}

fn status(table: &Value) -> String {
    plain(table["parts"]["status"].as_str().unwrap())
}

#[tokio::test]
async fn a_player_is_told_that_he_won_or_lost_and_why() {
    let [mut french, mut english] = readers().await;
    // docs/rules.md, Nim: "Whoever takes the last matches wins if what he took in that turn is all new, and loses if any of it
    // is burnt."
    let against = "&seat0=human&seat1=level:1";
    for (heap, text, fr, en) in [
        (
            "1n",
            "1:1n",
            "Vous avez gagné. Les dernières allumettes étaient neuves.",
            "You won. The last matches were all new.",
        ),
        (
            "1b",
            "1:1b",
            "Vous avez perdu. Il y avait une brûlée parmi les dernières allumettes.",
            "You lost. There was a burnt one among the last matches.",
        ),
    ] {
        for (reader, words) in [(&mut french, fr), (&mut english, en)] {
            let page = played(reader, "nim", &format!("rules=tas={heap}{against}"), &[text]).await;
            let table = reader.table(&page).await;
            assert_eq!(status(&table), words);
            let next = table["parts"]["next"].as_str().unwrap();
            assert!(next.contains("/analysis?review=yes") && next.contains("/again"), "{next}");
            // To share is offered among the actions, as ever.
            assert!(reader.page(&page).await.contains(&format!("href=\"{page}/share\"")));
        }
    }
    // At one screen, and of a game that one watches, nobody is "you".
    for (reader, words) in [
        (&mut french, "Premier a gagné. Les dernières allumettes étaient neuves."),
        (&mut english, "First won. The last matches were all new."),
    ] {
        let page = played(reader, "nim", "rules=tas=1n&seat0=human&seat1=human", &["1:1n"]).await;
        assert_eq!(status(&reader.table(&page).await), words);
    }
}

#[tokio::test]
async fn who_resigned_is_named_and_a_draw_is_one() {
    let [mut french, mut english] = readers().await;
    for (reader, lost, resigned, drawn) in [
        (
            &mut french,
            "Vous avez perdu. Vous avez abandonné.",
            "Noir a gagné. Blanc a abandonné.",
            "Partie nulle. D'un commun accord.",
        ),
        (&mut english, "You lost. You resigned.", "Black won. White resigned.", "A draw. By agreement."),
    ] {
        let page = reader.begin("hex", "rules=size=5&seat0=human&seat1=level:4").await;
        reader.post(&format!("{page}/resign"), "").await.expect(200);
        let table = reader.table(&page).await;
        assert_eq!(status(&table), lost);
        let next = plain(table["parts"]["next"].as_str().unwrap());
        for level in ["5", "3"] {
            assert!(
                next.contains(&format!("niveau {level}")) || next.contains(&format!("level {level}")),
                "{next}"
            );
        }
        let page = reader.begin("hex", "rules=size=5&seat0=human&seat1=human").await;
        reader.post(&format!("{page}/resign"), "").await.expect(200);
        assert_eq!(status(&reader.table(&page).await), resigned);
        // No level is above the eighth.
        let page = reader.begin("hex", "rules=size=5&seat0=human&seat1=level:8").await;
        reader.post(&format!("{page}/resign"), "").await.expect(200);
        let next = plain(reader.table(&page).await["parts"]["next"].as_str().unwrap());
        assert!(next.contains('7') && !next.contains('9'), "{next}");
        let page = reader.begin("reversi", "seat0=human&seat1=human").await;
        reader.post(&format!("{page}/draw"), "").await.expect(200);
        assert_eq!(status(&reader.table(&page).await), drawn);
    }
}

#[tokio::test]
async fn scores_have_names_and_the_winners_comes_first() {
    let mut reader = Reader::new().await.script();
    let page = reader.begin("reversi", "rules=size=4&seat0=human&seat1=human").await;
    loop {
        let table = reader.table(&page).await;
        let Some(text) = table["legal"][0].as_str() else { break };
        let ply = table["plies"].as_u64().unwrap();
        reader.post(&format!("{page}/move"), &format!("ply={ply}&text={text}")).await.expect(200);
    }
    let told = status(&reader.table(&page).await);
    let (winner, rest) = told.split_once(" won. ").expect("somebody won");
    let score = rest.rsplit(". ").next().unwrap().trim_end_matches('.');
    let parts: Vec<(&str, u32)> = score
        .split(", ")
        .map(|part| part.split_once(' ').map(|(name, points)| (name, points.parse().unwrap())).unwrap())
        .collect();
    assert_eq!((parts[0].0, parts.len()), (winner, 2), "{told}");
    assert!(parts[0].1 > parts[1].1, "{told}");
}

#[tokio::test]
async fn the_move_that_threw_the_win_away_is_named_with_its_refutation() {
    let [mut french, mut english] = readers().await;
    // docs/rules.md, Nim: of a heap of two new matches, both win at once; one leaves the last one to the other.
    for (reader, hot, fair) in [
        (
            &mut french,
            "Le coup 1, 1:1n, a perdu la partie : après 1:1n, Second gagne. Avec 1:2n, Premier gagnait.",
            "La position n'était pas perdue. Avec 1:2n, vous gagniez.",
        ),
        (
            &mut english,
            "Move 1, 1:1n, lost the game: after 1:1n Second wins. With 1:2n First would have won.",
            "The position was not lost. With 1:2n you would have won.",
        ),
    ] {
        let page = played(reader, "nim", "rules=tas=2n&seat0=human&seat1=human", &["1:1n", "1:1n"]).await;
        let found = reader.data(&format!("{page}/turning")).await;
        assert_eq!(found["words"], hot);
        assert_eq!(
            (&found["ply"], &found["line"]),
            (&json!(1), &json!(["1:1n"])),
            "the opponent's answer first"
        );
        let link = found["link"].as_str().unwrap();
        assert!(link.starts_with("/analysis?game=nim") && link.ends_with("&ply=1"), "{link}");
        assert_eq!(reader.data(&format!("{page}/turning")).await, found, "it is remembered");
        // Resigning threw it away.
        let page = reader.begin("nim", "rules=tas=2n&seat0=human&seat1=level:1").await;
        reader.post(&format!("{page}/resign"), "").await.expect(200);
        assert_eq!(reader.data(&format!("{page}/turning")).await["words"], fair);
        // Nothing was thrown away by who won.
        let page = played(reader, "nim", "rules=tas=1n&seat0=human&seat1=level:1", &["1:1n"]).await;
        assert_eq!(reader.data(&format!("{page}/turning")).await, Value::Null);
    }
}

#[tokio::test]
async fn nothing_is_said_where_nothing_is_proved_or_the_game_goes_on() {
    let mut reader = Reader::new().await.script();
    let page = reader.begin("twixt", "seat0=human&seat1=level:1").await;
    reader.get(&format!("{page}/turning")).await.expect(400);
    reader.post(&format!("{page}/resign"), "").await.expect(200);
    assert_eq!(reader.data(&format!("{page}/turning")).await, Value::Null);
}

#[tokio::test]
async fn without_scripts_the_move_that_decided_has_a_page() {
    let mut reader = Reader::new().await.french();
    let page = reader.begin("nim", "rules=tas=2n&seat0=human&seat1=human").await;
    for ply in 0..2 {
        reader.post(&format!("{page}/move"), &format!("ply={ply}&text=1:1n")).await.expect(303);
    }
    assert!(reader.page(&page).await.contains(&format!("{page}/turning")));
    let told = reader.page(&format!("{page}/turning")).await;
    assert!(
        told.contains("<main") && told.contains("Avec 1:2n") && told.contains("/analysis?game=nim"),
        "{told}"
    );
}

#[tokio::test]
async fn a_click_that_begins_no_move_is_answered_as_typing_is_and_with_a_rule_of_the_page() {
    let [mut french, mut english] = readers().await;
    for entry in damier_games::ALL {
        let game = entry.variant("").unwrap();
        let mut named = 0;
        // Twenty plies into a random game, and at its start.
        for plies in [0, 20] {
            let mut rng = Rng::new(5);
            let mut session = game.open(&mut rng);
            for _ in 0..plies {
                let legal = session.legal();
                if let Some(text) = legal.get(rng.below(legal.len().max(1) as u32) as usize) {
                    session.play(text).unwrap();
                    if session.outcome().is_some() {
                        session.undo();
                        break;
                    }
                }
            }
            let form = vec!["human"; game.seats().len()];
            let form: String =
                form.iter().enumerate().map(|(seat, who)| format!("seat{seat}={who}&")).collect();
            let form = format!("{form}position={}", escape(&session.position()));
            let pages = [french.begin(entry.id, &form).await, english.begin(entry.id, &form).await];
            let mut session = game.resume(&session.position()).unwrap();
            let begins: Vec<String> =
                session.legal().iter().map(|text| session.gesture(text).stages[0].join(" ")).collect();
            let cells = session.scene(&View::new(Lang::En)).cells;
            let silent = cells.iter().filter(|cell| {
                !begins.iter().any(|first| {
                    first
                        .split(' ')
                        .any(|pick| pick == cell.name || (!cell.pool.is_empty() && pick == cell.pool))
                })
            });
            for cell in silent.step_by(5) {
                for ((reader, lang), page) in
                    [(&mut french, Lang::Fr), (&mut english, Lang::En)].into_iter().zip(&pages)
                {
                    let why = reader.data(&format!("{page}/why?cell={}", escape(&cell.name))).await;
                    let typed = why["typed"].as_str().unwrap();
                    let fault = session.play(typed).expect_err(typed);
                    assert_eq!(why["words"], fault.say(lang), "{} {typed}", entry.id);
                    if let Some(number) = fault.rule() {
                        named += 1;
                        let rule = &why["rule"];
                        assert_eq!(rule["number"], json!(number));
                        let words = rule["words"]
                            .as_str()
                            .unwrap_or_else(|| panic!("{}: no rule {number}", entry.id));
                        assert!(words.len() > 20, "{} {number}: {words}", entry.id);
                        let text = reader.page(&format!("/games/{}/text", entry.id)).await;
                        assert!(text.contains(&format!("id=\"rule-{number}\"")), "{} {number}", entry.id);
                    }
                }
            }
        }
        // Every place of Nim with a match begins a move, and the others are none; in mini-Halma the free cell is one.
        assert!(named > 0 || entry.id == "nim", "{}: no click names a rule", entry.id);
    }
}

#[tokio::test]
async fn the_second_click_is_answered_as_well() {
    let mut reader = Reader::new().await.script();
    for (game, picks, cell, typed, number) in [
        ("agon", "a5", "f6", "a5-f6", 3),
        ("dualite", "c3", "b3", "b3+c3", 1),
        ("crosses", "c4+b4", "b2", "", 1),
        ("simultana", "a2", "a1", "a2-a1", 3),
        ("neo-pettie", "a2", "a5", "a2-a5", 1),
        ("dames-en-croix", "a4", "b5", "a4-b5", 2),
    ] {
        let page = reader.begin(game, "seat0=human&seat1=human").await;
        let why = reader.data(&format!("{page}/why?picks={picks}&cell={cell}")).await;
        assert_eq!(why["rule"]["number"], json!(number), "{game}: {why}");
        // The cells of an L may be typed in any order, as far as reasons go.
        assert!(typed.is_empty() || why["typed"] == typed, "{game}: {why}");
    }
}

#[tokio::test]
async fn a_hint_says_where_to_look_then_the_move_and_marks_it() {
    let [mut french, mut english] = readers().await;
    for (reader, first, second) in [
        (&mut french, "Cherchez parmi les cases entourées.", "Jouez "),
        (&mut english, "Look among the cells that are ringed.", "Play "),
    ] {
        let page = reader.begin("hex", "rules=size=3&seat0=human&seat1=level:1").await;
        let look = reader.post(&format!("{page}/hint"), "ply=0&step=1").await.expect(200).json();
        assert_eq!((&look["words"], &look["text"]), (&json!(first), &Value::Null));
        let shown = reader.post(&format!("{page}/hint"), "ply=0&step=2").await.expect(200).json();
        assert!(shown["words"].as_str().unwrap().starts_with(second), "proved on 3 × 3: {shown}");
        let cell = &shown["cells"][0];
        assert!(look["cells"].as_array().unwrap().contains(cell), "{look} {shown}");
        let text = shown["text"].as_str().unwrap();
        reader.post(&format!("{page}/move"), &format!("ply=0&text={text}")).await.expect(200);
        let moves = reader.table(&page).await["rows"]["html"].as_str().unwrap().to_string();
        assert!(moves.contains("class=\"hinted\""), "{moves}");
        // It is for whoever is to move, where he looks.
        reader.post(&format!("{page}/hint"), "ply=1&step=1").await.expect(400);
        reader.other().post(&format!("{page}/hint"), "ply=1&step=1").await.expect(400);
    }
    let page = english.begin("hex", "rules=size=3&seat0=human&seat1=human").await;
    english.other().post(&format!("{page}/hint"), "ply=0&step=1").await.expect(400);
    assert!(english.page(&page).await.contains("class=\"hint\""));
    let watched = english.other().page(&page).await;
    assert!(
        !watched.contains("class=\"hint\"") && !watched.contains("class=\"lamp\""),
        "no help for who looks on"
    );
}

#[tokio::test]
async fn the_lamp_says_what_is_proved_and_only_when_it_is_on() {
    let [mut french, mut english] = readers().await;
    for (reader, won, lost, unknown) in [
        (&mut french, "Gagné pour vous", "Perdu pour vous", "Inconnu"),
        (&mut english, "Won for you", "Lost for you", "Unknown"),
    ] {
        let page = reader.begin("nim", "rules=tas=2n&seat0=human&seat1=level:1").await;
        assert_eq!(reader.table(&page).await["lamp"], Value::Null, "it is off");
        let lit = reader.data(&format!("{page}/state?lamp=true")).await;
        assert_eq!(lit["lamp"], json!({ "exact": "win", "words": won }));
        // The answer to a move brings it along.
        let after =
            reader.post(&format!("{page}/move?lamp=true"), "ply=0&text=1:1n").await.expect(200).json();
        assert_eq!(after["lamp"], json!({ "exact": "loss", "words": lost }));
        let page = reader.begin("twixt", "seat0=human&seat1=level:1").await;
        let lit = reader.data(&format!("{page}/state?lamp=true")).await;
        assert_eq!(lit["lamp"], json!({ "exact": null, "words": unknown }));
        let mut other = reader.other().script();
        let page = reader.begin("nim", "rules=tas=2n&seat0=human&seat1=human").await;
        assert_eq!(
            other.data(&format!("{page}/state?lamp=true")).await["lamp"],
            Value::Null,
            "not for who looks on"
        );
    }
}

#[tokio::test]
async fn the_rules_come_alone_for_the_drawer() {
    let mut reader = Reader::new().await.french();
    let page = reader.begin("hex", "seat0=human&seat1=human").await;
    assert!(reader.page(&page).await.contains("data-text=\"/games/hex/text\""));
    let text = reader.page("/games/hex/text").await;
    assert!(text.contains("id=\"rule-2\"") && text.contains("<svg") && !text.contains("<main"), "{text}");
    reader.get("/games/nothing/text").await.expect(404);
}

#[tokio::test]
async fn the_review_is_one_click_away() {
    let mut reader = Reader::new().await;
    let page = reader.begin("nim", "rules=tas=1n&seat0=human&seat1=human").await;
    reader.post(&format!("{page}/move"), "ply=0&text=1:1n").await.expect(303);
    let to = reader.get(&format!("{page}/analysis?review=yes")).await.location();
    assert!(to.starts_with("/analysis?game=nim") && to.ends_with("&review=yes"), "{to}");
    reader.get(&to).await.expect(200);
}
