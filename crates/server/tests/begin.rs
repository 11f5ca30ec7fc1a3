//! The form of a new game: what it shows is what begins.

#![allow(clippy::unwrap_used)]

mod common;

use common::Reader;
use serde_json::json;

/// Returns the value of an attribute of the first element that has this beginning.
fn attribute<'a>(page: &'a str, element: &str, name: &str) -> &'a str {
    let rest = page.split(element).nth(1).unwrap_or_else(|| panic!("no {element}"));
    rest.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap()
}

#[tokio::test]
async fn what_is_ticked_is_what_begins() {
    // In the audit: Twixt, links by hand ticked and 12 chosen, began as plain Twixt 24 × 24.
    let mut reader = Reader::new().await;
    let page = reader.begin("twixt", "against=here&variant=manuel&param-size=12").await;
    assert_eq!(attribute(&reader.page(&page).await, "class=\"table\"", "data-spec"), "twixt:manuel,size=12");
    // A form that is sent with the size of the sheet begins the sheet's game.
    let page = reader.begin("hex", "against=computer&level=2&side=second&param-size=16").await;
    let text = reader.page(&page).await;
    assert_eq!(attribute(&text, "class=\"table\"", "data-spec"), "hex");
    assert!(text.contains("White – computer, level 2") && text.contains("Black – you"), "sides as chosen");
}

#[tokio::test]
async fn without_scripts_a_button_shows_the_board_and_keeps_every_field() {
    let mut reader = Reader::new().await;
    let fields = "against=watch&level0=7&level1=2&variant=swap&param-size=5&match=best%3A5&clock=600%2B5";
    let page = reader.page(&format!("/games/hex/play?{fields}")).await;
    for kept in [
        "value=\"watch\" checked",
        "name=\"variant\" value=\"swap\" checked",
        "<option value=\"5\" selected>5 × 5",
        "<option value=\"7\" selected>Computer, level 7",
        "<option value=\"2\" selected>Computer, level 2",
        "<option value=\"best:5\" selected>",
        "<option value=\"600+5\" selected>",
    ] {
        let set = page.replace('\u{a0}', " ");
        assert!(set.contains(kept), "{kept}");
    }
    assert!(page.contains("formmethod=\"get\""), "the button that shows the board");
    assert_eq!(page.matches("data-cell").count(), 0, "the picture is no board to play on");
    let game = reader.begin("hex", fields).await;
    assert_eq!(attribute(&reader.page(&game).await, "class=\"table\"", "data-spec"), "hex:swap,size=5");
}

#[tokio::test]
async fn a_first_game_is_small_where_the_sheet_is_large() {
    let mut reader = Reader::new().await;
    let page = reader.page("/games/hex/play").await.replace('\u{a0}', " ");
    assert!(page.contains("<option value=\"11\" selected>11 × 11 – for a first game</option>"), "{page}");
    assert!(page.contains("<option value=\"16\">16 × 16 – size of the sheet</option>"));
    // One click on the game's page begins.
    let rules = reader.page("/games/hex").await;
    assert!(rules.contains("name=\"param-size\" value=\"11\""));
    let game = reader.begin("hex", "param-size=11").await;
    let text = reader.page(&game).await;
    assert_eq!(attribute(&text, "class=\"table\"", "data-spec"), "hex:size=11");
    assert!(text.contains("White – you") && text.contains("Black – computer, level 3"));
}

#[tokio::test]
async fn no_player_reads_a_code() {
    let reader = Reader::new().await;
    let (mut english, mut french) = (reader.other(), reader.french());
    for entry in damier_games::ALL {
        for reader in [&mut english, &mut french] {
            let page = reader.page(&format!("/games/{}/play", entry.id)).await;
            let main = page.split("<main").nth(1).unwrap();
            // What stands between elements is what is read.
            let read: Vec<&str> = main.split('>').filter_map(|part| part.split('<').next()).collect();
            let read = read.join(" ");
            for code in ["size=", "level:", "param-", "swap,", "manuel", "tas=", "best:", "points:", " pp "] {
                assert!(!read.contains(code), "{} {code}", entry.id);
            }
        }
    }
}

#[tokio::test]
async fn a_script_gets_what_changes_with_the_rules() {
    let mut reader = Reader::new().await.script();
    let small = reader.data("/games/hex/play?param-size=5&variant=swap").await;
    assert_eq!(small["words"], json!("Hex 5 × 5, with the swap rule"));
    let large = reader.data("/games/hex/play?param-size=7").await;
    assert!(small["board"] != large["board"] && small["board"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(small["faults"], json!({}));
    // In teams there are four seats.
    let teams = reader.data("/games/reversi/play?variant=equipes").await;
    assert_eq!(teams["players"].as_str().unwrap().matches("<select").count(), 4);
    let wrong = reader.data("/games/hex/play?param-size=99").await;
    assert!(wrong["faults"]["param-size"].as_str().unwrap().contains("99"), "{wrong}");
}

#[tokio::test]
async fn what_is_wrong_is_said_beside_its_field_and_the_rest_stays() {
    let mut reader = Reader::new().await;
    for (game, form, place, words) in [
        ("hex", "param-size=99&match=best%3A3", "param-size", "99"),
        ("hex", "param-size=7&level=9&match=best%3A3", "level", "9"),
        ("hex", "against=nobody&match=best%3A3", "against", "nobody"),
        ("hex", "side=third&match=best%3A3", "side", "third"),
        ("hex", "clock=9&match=best%3A3", "clock", "600+5"),
        ("hex", "match=best%3A4", "match", "best:4"),
        ("hex", "match=sheet", "match", "sheet"),
        ("hex", "variant=nope&match=best%3A3", "variant", "nope"),
        ("gomoku", "variant=simple&variant=double-trois&match=best%3A3", "variant", "exclude"),
        ("quandary", "param-blanc=a&param-blanc=b&match=best%3A3", "param-blanc", "four"),
        ("quandary", "param-plateau=x&match=best%3A3", "param-plateau", "x"),
        ("nim", "param-tas-1-n=100&match=best%3A3", "param-tas", "100"),
        ("reversi", "variant=equipes&seat0=level%3A9&match=best%3A3", "seat0", "level:9"),
    ] {
        let page = reader.post(&format!("/games/{game}/play"), form).await.expect(400);
        let beside = page.text().split(&format!("data-fault=\"{place}\"")).nth(1).unwrap_or_default();
        let said = beside.split('>').nth(1).unwrap().split('<').next().unwrap();
        assert!(said.contains(words), "{game} {form}: {said}");
        if form.contains("match=best%3A3") {
            assert!(page.text().contains("<option value=\"best:3\" selected>"), "{form}: fields stay");
        }
    }
    // A solitaire has no match, and a script gets its error.
    let mut script = reader.other().script();
    let error = script.post("/games/halma/play", "match=best%3A3").await.expect(400).json();
    assert!(error["error"].as_str().unwrap().contains("one player"));
}

#[tokio::test]
async fn starts_and_heaps_are_chosen_by_fields() {
    let mut reader = Reader::new().await;
    let files = "param-blanc=a&param-blanc=d&param-blanc=h&param-blanc=k";
    let page = reader.page(&format!("/games/quandary/play?{files}")).await;
    assert_eq!(page.matches("name=\"param-blanc\"").count(), 12);
    assert_eq!(page.matches("name=\"param-blanc\" value=\"a\" checked").count(), 1);
    let game = reader.begin("quandary", &format!("against=here&{files}")).await;
    let text = reader.page(&game).await;
    assert_eq!(attribute(&text, "class=\"table\"", "data-spec"), "quandary:blanc=a.d.h.k");
    let page = reader.page("/games/nim/play").await;
    assert_eq!(attribute(&page, "name=\"param-tas-1-n\"", "value"), "3");
    let game = reader.begin("nim", "against=here&param-tas-1-n=2&param-tas-2-b=5").await;
    assert_eq!(attribute(&reader.page(&game).await, "class=\"table\"", "data-spec"), "nim:tas=2n+5b");
}

#[tokio::test]
async fn two_people_may_have_names() {
    let mut reader = Reader::new().await;
    let game = reader.begin("hex", "against=here&param-size=5&name0=Ada&name1=%3Cb%3E").await;
    let text = reader.page(&game).await;
    assert!(text.contains("White – Ada") && text.contains("Black – &lt;b&gt;"), "{text}");
}

#[tokio::test]
async fn sides_may_be_drawn_by_lot() {
    let mut reader = Reader::new().await;
    let mut begins = Vec::new();
    for _ in 0..24 {
        let game = reader.begin("hex", "side=lots&param-size=5").await;
        begins.push(reader.table(&game).await["yours"].as_bool().unwrap());
    }
    assert!(begins.contains(&true) && begins.contains(&false), "by lot: {begins:?}");
}
