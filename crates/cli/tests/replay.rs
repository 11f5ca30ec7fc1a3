//! `replay`: one game, files of games, and every game of the test vectors.

mod common;

use std::path::{Path, PathBuf};

use common::{damier, feed};
use serde_json::{Value, json};

#[test]
fn a_game_is_played_over() {
    let won = damier(&["replay", "hex:size=3", "--moves", "b1 a1 b2 a2 b3", "--json"]);
    assert_eq!(
        won.ok(),
        "{\"counts\":[9,8,7,6,5],\"result\":\"first\",\"score\":null,\"reason\":\"connection\",\
         \"position\":\"bw./bw./.w. b\"}\n"
    );
    let begun = damier(&["replay", "hex:size=3", "--position", "w../.../... b", "--moves", "b2", "--json"]);
    assert_eq!(
        begun.json(),
        [json!({"counts": [8], "result": null, "score": null, "reason": null, "position": "w../.b./... w"})]
    );
    let words = damier(&["replay", "hex:size=3", "--moves", "b1 a1 b2 a2 b3"]).ok();
    assert_eq!(
        words,
        "1. b1  of 9\n2. a1  of 8\n3. b2  of 7\n4. a2  of 6\n5. b3  of 5\n\
         White won (The two edges are joined)\nbw./bw./.w. b\n"
    );
}

#[test]
fn a_file_is_played_line_by_line() {
    let lines = r#"{"game":"hex","variant":"size=3","moves":["b1"],"other":[1]}

{"game":"hex","moves":[]}
{"game":"hex","variant":"size=3","moves":["b1","b1"]}
{"game":"nonsense","moves":[]}
{"game":"hex","variant":"nonsense","moves":[]}
{"game":"hex"}
not JSON
{"game":"hex","variant":"swap,size=3","moves":["a2","swap"]}"#;
    let mut bytes = lines.as_bytes().to_vec();
    bytes.extend(b"\n\xff\n");
    let run = feed(&["replay", "--file", "-"], &bytes);
    assert_eq!((run.code, run.err.as_str()), (2, ""));
    let answers: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 9);
    assert_eq!(answers[0]["counts"], json!([9]));
    assert_eq!(answers[1]["counts"], json!([]));
    for (place, part) in [
        (2, "line 4: move 2 \"b1\""),
        (3, "line 5: no game \"nonsense\""),
        (4, "line 6: "),
        (5, "line 7: JSON: missing field `moves`"),
        (6, "line 8: JSON: "),
        (8, "line 10: JSON: "),
    ] {
        let error = answers[place]["error"].as_str().expect("a text");
        assert!(error.starts_with(part), "{error}");
    }
    // 9 cells, then 8 and the swap.
    assert_eq!(answers[7]["counts"], json!([9, 9]));
    assert_eq!(answers[7]["position"], ".b./.../... w");
}

#[test]
fn an_empty_file_is_no_error() {
    assert_eq!(feed(&["replay", "--file", "-"], b"\n").ok(), "");
}

/// The vectors of each game of the catalogue, where they are kept.
fn vectors() -> Vec<PathBuf> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src");
    let folder = |id: &str| games.join(id.replace('-', "_")).join("vectors.jsonl");
    damier_games::ALL.iter().map(|entry| folder(entry.id)).filter(|path| path.exists()).collect()
}

#[test]
fn every_game_of_the_vectors_is_played_over() {
    let files = vectors();
    assert!(!files.is_empty(), "no vectors are found");
    for path in files {
        let text = std::fs::read_to_string(&path).expect("it exists");
        let parse = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
        let games: Vec<Value> = text.lines().map(parse).filter(|row| row["kind"] == "game").collect();
        assert!(!games.is_empty(), "{}", path.display());
        let lines: String = games.iter().map(|game| format!("{game}\n")).collect();
        let answers = feed(&["replay", "--file", "-"], lines.as_bytes()).json();
        assert_eq!(answers.len(), games.len(), "{}", path.display());
        for (game, answer) in games.iter().zip(&answers) {
            let result = if game["result"] == "unfinished" { &Value::Null } else { &game["result"] };
            assert_eq!(answer["counts"], game["counts"], "{game}");
            assert_eq!(&answer["result"], result, "{game}");
            assert_eq!(answer["score"], game["score"], "{game}");
            assert_eq!(answer["reason"].is_null(), result.is_null(), "{game}");
        }
    }
}
