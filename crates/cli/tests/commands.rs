//! What each command prints.

mod common;

use common::{command, damier, line};
use serde_json::{Value, json};

#[test]
fn games_are_listed_with_what_one_may_type() {
    let rows = line("games --json --lang en").json();
    let listed = |id: &str, key: &str| {
        let row = rows.iter().find(|row| row["id"] == id).expect("it is in the catalogue");
        row[key].clone()
    };
    assert_eq!(listed("hex", "name"), "Hex");
    assert_eq!((listed("hex", "variants"), listed("hex", "params")), (json!(["swap"]), json!(["size"])));
    assert_eq!((listed("hex", "seats"), listed("halma", "seats")), (json!(2), json!(1)));
    assert_eq!((listed("hex", "solved"), listed("crosses", "solved")), (json!(false), json!(true)));
    let french = line("games --json --lang fr").json();
    for (row, french) in rows.iter().zip(&french) {
        let id = row["id"].as_str().expect("a name");
        assert_eq!(french["id"], id, "both languages list the games in one order");
        assert_ne!(french["about"], row["about"], "{id}");
        assert_eq!(row["pages"], json!(["fr", "en"]), "{id}");
        for variant in row["variants"].as_array().expect("a list") {
            let spec = format!("{id}:{}", variant.as_str().expect("a name"));
            assert!(!damier(&["moves", &spec]).ok().is_empty(), "{spec}");
        }
        for param in row["params"].as_array().expect("a list") {
            let value = format!("{}=?", param.as_str().expect("a name"));
            damier(&["moves", &format!("{id}:{value}")]).refused(2, &value);
        }
    }
}

#[test]
fn the_table_of_games_fits_the_screen() {
    let table = line("games").ok();
    for entry in damier_games::ALL {
        assert!(table.lines().any(|line| line.starts_with(&format!("{} ", entry.id))), "{table}");
    }
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    assert!(table.lines().all(|line| line.trim_end() == line), "{table}");
}

#[test]
fn rules_are_text_in_both_languages() {
    for entry in damier_games::ALL {
        for lang in ["fr", "en"] {
            let page = damier(&["rules", entry.id, "--lang", lang]).ok();
            assert!(!page.contains('\u{1b}') && !page.contains("```"), "{}", entry.id);
            let object = &damier(&["rules", entry.id, "--json", "--lang", lang]).json()[0];
            assert_eq!(object["lang"], lang);
            assert!(object["page"].as_str().is_some_and(|page| page.starts_with("# ")));
        }
    }
    assert_eq!(line("rules hex:swap,size=11").ok(), line("rules hex").ok());
}

#[test]
fn moves_are_listed() {
    let moves = line("moves hex:size=3").ok();
    let lines: Vec<&str> = moves.lines().collect();
    assert_eq!(lines, ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]);
    assert_eq!(line("moves hex:size=3 --json").json()[0]["moves"], json!(lines));
    let after = damier(&["moves", "hex:size=3", "--position", "w../.b./... w", "--moves", "c3 b1", "--json"]);
    assert_eq!(after.json(), [json!({"moves": ["c1", "a2", "c2", "a3", "b3"]})]);
    // No move is left in a finished game.
    assert_eq!(damier(&["moves", "hex:size=3", "--moves", "b1 a1 b2 a2 b3"]).ok(), "");
    assert_eq!(
        damier(&["moves", "hex:size=3", "--moves", "b1 a1 b2 a2 b3", "--json"]).json(),
        [json!({"moves": []})]
    );
}

#[test]
fn a_board_is_text() {
    let board = damier(&["show", "hex:size=3", "--moves", "b2 c1", "--ascii"]).ok();
    // A file's letter stands where its next cell would be, half a cell to the left of the row below.
    let expected = " a b c
1 . .[X]
 2 . O .
  3 . . .

White to move
White joins top and bottom, Black left and right.
";
    assert_eq!(board, expected);
    let unicode = damier(&["show", "hex:size=3", "--moves", "b2 c1"]).ok();
    assert_eq!(unicode.replace('○', "O").replace('●', "X").replace('·', "."), expected);
    assert_eq!(damier(&["show", "hex:size=3", "--moves", "b2 c1", "--tall"]).ok(), unicode, "text lies");
    let french = damier(&["show", "hex:size=3", "--lang", "fr", "--ascii"]).ok();
    assert!(french.is_ascii() && french.contains("A Blanc de jouer"), "{french}");
    let ascii = command(&["show", "hex:size=3"]).env("LC_ALL", "C").output().expect("it runs");
    assert!(ascii.stdout.is_ascii());
    let bare = damier(&["show", "hex:size=3", "--moves", "b2 c1", "--empty", "--no-coords", "--ascii"]).ok();
    assert!(bare.starts_with(" . . .\n  . . .\n   . . .\n\nWhite joins"), "{bare}");
}

#[test]
fn a_board_is_json_too() {
    let object = &damier(&["show", "hex:size=3", "--moves", "b2 c1", "--json", "--ascii"]).json()[0];
    assert_eq!(object["game"], "hex:size=3");
    assert_eq!(object["position"], "..b/.w./... w");
    assert_eq!(object["to_move"], "w");
    assert!(object["board"].as_str().is_some_and(|board| board.contains("2 . O .")));
    let over = &damier(&["show", "hex:size=3", "--moves", "b1 a1 b2 a2 b3", "--json"]).json()[0];
    assert_eq!(over["to_move"], Value::Null);
}

#[test]
fn perft_counts_depth_by_depth() {
    // 9 · 8 · 7 · 6 orders of stones: nobody can have won before the fifth.
    let rows = line("perft hex:size=3 4 --json").json();
    let nodes: Vec<&Value> = rows.iter().map(|row| &row["nodes"]).collect();
    assert_eq!(nodes, [9, 72, 504, 3024]);
    let depths: Vec<&Value> = rows.iter().map(|row| &row["depth"]).collect();
    assert_eq!(depths, [1, 2, 3, 4]);
    assert!(rows.iter().all(|row| row["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0)));
    assert_eq!(line("perft --json hex:size=3 --moves b2 2").json().len(), 2, "options stand anywhere");
    let table = line("perft hex:size=3 2").ok();
    let last: Vec<&str> = table.lines().last().expect("a row").split_whitespace().collect();
    assert_eq!(last[..2], ["2", "72"]);
    let over = damier(&["perft", "hex:size=3", "1", "--moves", "b1 a1 b2 a2 b3", "--json"]).json();
    assert_eq!(over[0]["nodes"], 0);
}

#[test]
fn playouts_fill_the_time() {
    let row = &line("playouts hex:size=4 --seconds 0.1 --seed 7 --json").json()[0];
    let number = |key: &str| row[key].as_f64().expect("a number");
    assert!(number("games") >= 1.0 && number("seconds") >= 0.1);
    // A game on 16 cells takes 7 stones at least.
    assert!(number("plies") >= 7.0 * number("games") && number("plies") <= 16.0 * number("games"));
    assert!((number("first") + number("second") - 1.0).abs() < 1e-5);
    assert_eq!(number("draws"), 0.0);
    assert!(line("playouts hex:size=4 --seconds 0.01").ok().contains("games"));
}

#[test]
fn help_and_version_are_asked_for_in_a_language() {
    for args in [vec!["--help"], vec!["-h"], vec!["show", "--help"], vec!["--lang", "fr", "replay", "-h"]] {
        let help = damier(&args).ok();
        assert!(help.contains("--lang") && !help.contains("\n\n\n"), "{help}");
    }
    assert!(line("--lang fr --help").ok().contains("Utilisation : damier"));
    assert!(line("--help").ok().contains("Usage: damier"));
    assert_eq!(line("--version").ok(), format!("damier {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_help_fits_eighty_columns() {
    for lang in ["fr", "en"] {
        for name in [
            "", "games", "rules", "moves", "show", "perft", "replay", "playouts", "think", "solve",
            "problem", "match", "tune", "ugi", "gtp", "bench", "serve",
        ] {
            let args: Vec<&str> =
                ["--lang", lang, name, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
            for line in damier(&args).ok().lines() {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
        }
    }
}

#[test]
fn colours_are_for_terminals_unless_the_environment_says_otherwise() {
    let coloured = |set: &[(&str, &str)]| {
        let output = command(&["rules", "hex"]).envs(set.iter().copied()).output().expect("it runs");
        output.stdout.contains(&b'\x1b')
    };
    assert!(!coloured(&[]) && !coloured(&[("CLICOLOR", "1")]), "this is no terminal");
    assert!(coloured(&[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    let board = command(&["show", "hex:size=3", "--moves", "b2 c1"])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .expect("it runs");
    assert!(String::from_utf8(board.stdout).expect("UTF-8").contains("\x1b[35m●"), "boards are coloured too");
}

#[test]
fn texts_are_as_wide_as_columns_says() {
    let widest = |columns: &str| {
        let output = command(&["rules", "hex"]).env("COLUMNS", columns).output().expect("it runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        text.lines().filter(|line| !line.starts_with(' ')).map(|line| line.chars().count()).max()
    };
    assert!(widest("50") <= Some(50) && widest("50") > Some(40));
    assert!(widest("wide") > Some(70));
}

#[test]
fn the_language_comes_from_the_locale() {
    let name = |locale: &str| {
        let output = command(&["show", "hex:size=3"]).env("LC_ALL", locale).output().expect("it runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert!(name("fr_FR.UTF-8").contains("À Blanc de jouer"));
    assert!(name("C.UTF-8").contains("À Blanc de jouer"));
    assert!(name("en_US.UTF-8").contains("White to move"));
}

#[test]
fn a_problem_is_set_and_solved() {
    let text = line("problem dualite --number 3").ok();
    assert!(text.contains("Problem 3 of ") && text.contains(" to play and win in "), "{text}");
    assert!(text.contains("the only move that wins") && !text.contains("Solution"), "{text}");
    let solved = line("problem dualite --number 3 --solution").ok();
    assert!(solved.starts_with(&text) && solved.contains("\nSolution: "), "{solved}");
    let french = line("problem dualite --number 3 --lang fr").ok();
    assert!(french.contains(" joue et gagne en ") && french.contains("Problème 3 sur "), "{french}");
}

#[test]
fn a_problem_may_ask_for_something_else_than_a_win() {
    for (game, asked) in [
        ("neo-pettie", "gain at least "),
        ("halma", "Solve in "),
        ("nim", "One move alone wins: which?"),
        ("agon", " to play and win in "),
    ] {
        let text = line(&format!("problem {game} --number 5 --solution")).ok();
        assert!(text.contains(asked) && text.contains("\nSolution: "), "{text}");
    }
    let gain = line("problem neo-pettie --number 5 --json").json();
    assert_eq!((&gain[0]["goal"], &gain[0]["gain"][0]), (&json!("gain"), &json!("men")));
    let solve = line("problem halma --number 5 --json").json();
    assert_eq!((&solve[0]["goal"], &solve[0]["gain"]), (&json!("solve"), &Value::Null));
    assert_eq!(solve[0]["moves"], solve[0]["plies"], "nobody answers");
}

#[test]
fn a_problem_is_an_object_whose_line_wins() {
    let objects = line("problem dualite --grade 3 --seed 5 --json").json();
    let problem = &objects[0];
    assert_eq!((&problem["game"], &problem["claim"]), (&json!("dualite"), &json!("only-win")));
    assert_eq!((&problem["goal"], &problem["gain"]), (&json!("win"), &Value::Null));
    assert_eq!((problem["variant"].as_str(), problem["grade"].as_u64()), (Some(""), Some(3)));
    let text = |name: &str| problem[name].as_str().expect("a text").to_string();
    let moves: Vec<&str> =
        problem["line"].as_array().expect("a line").iter().flat_map(Value::as_str).collect();
    assert_eq!(moves[0], text("solution"));
    assert_eq!(problem["plies"], moves.len());
    assert_eq!(problem["moves"], moves.len().div_ceil(2));
    let end = damier(&[
        "replay",
        "dualite",
        "--position",
        &text("position"),
        "--moves",
        &moves.join(" "),
        "--json",
    ]);
    let winner = if text("to_move") == "1" { "first" } else { "second" };
    assert_eq!(end.json()[0]["result"], winner);
    // The same seed draws the same problem.
    assert_eq!(line("problem dualite --grade 3 --seed 5 --json").json(), objects);
}

#[test]
fn problems_are_made_by_command() {
    let made = line("problem dualite --make 2 --seed 4").ok();
    assert!(made.starts_with("# damier problem dualite --make 2 --seed 4\n"), "{made}");
    assert_eq!(made.lines().filter(|line| !line.starts_with('#')).count(), 2);
    assert_eq!(line("problem dualite --make 2 --seed 4").ok(), made);
}

#[test]
fn the_command_answers_to_its_old_name() {
    for rest in ["dualite --number 3 --solution", "hex --json --seed 4", "dualite --make 1", "--help"] {
        assert_eq!(line(&format!("puzzle {rest}")).ok(), line(&format!("problem {rest}")).ok(), "{rest}");
    }
    assert!(!line("--help").ok().contains("puzzle"), "nobody is to learn it");
}

#[test]
fn there_may_be_no_such_problem() {
    line("problem nonsense").refused(2, "\"nonsense\"");
    line("problem hex:size=11").refused(2, "hex:size=5");
    line("problem dualite --number 9999").refused(2, "--number");
    line("problem dualite --grade 6").refused(2, "\"6\"");
    line("problem dualite --make 2 --json").refused(2, "--make");
}
