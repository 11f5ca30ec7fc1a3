//! What the engines say through the real binary: fields, order, levels, messages.

mod common;

use common::{command, damier, line};
use serde_json::{Value, json};

fn number(object: &Value, key: &str) -> f64 {
    object[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {object}"))
}

/// Checks that a move is well-formed: a share between 0 and 1, and `exact` and `plies` that fit it.
fn check_rated(rated: &Value) {
    let value = number(rated, "value");
    assert!((0.0..=1.0).contains(&value), "{rated}");
    let plies = rated["plies"].is_u64();
    let fits = match rated["exact"].as_str() {
        Some("win") => value == 1.0 && plies,
        Some("loss") => value == 0.0 && plies,
        Some("draw") => value == 0.5 && rated["plies"].is_null(),
        _ => rated["exact"].is_null() && rated["plies"].is_null(),
    };
    assert!(fits, "{rated}");
}

/// Checks what `think --json` says of a start against the legal moves.
fn check_thought(game: &str, effort: &[&str]) -> Value {
    let thoughts = damier(&[&["think", game, "--json"], effort].concat()).json();
    let [thought] = thoughts.as_slice() else { panic!("{game}: one line") };
    check_rated(thought);
    assert!(number(thought, "nodes") >= 1.0 && thought["nodes"].is_u64(), "{game}: {thought}");
    assert!(number(thought, "seconds") >= 0.0, "{game}: {thought}");
    assert_eq!(thought["pv"][0], thought["move"], "{game}: {thought}");
    let rated = thought["moves"].as_array().expect("a list");
    rated.iter().for_each(check_rated);
    let mut texts: Vec<&str> = rated.iter().filter_map(|rated| rated["move"].as_str()).collect();
    assert!(texts.contains(&thought["move"].as_str().expect("a text")), "{game}");
    let values: Vec<f64> = rated.iter().map(|rated| number(rated, "value")).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{game}: best first: {values:?}");
    texts.sort_unstable();
    let legal = damier(&["moves", game]).ok();
    let mut legal: Vec<&str> = legal.lines().collect();
    legal.sort_unstable();
    assert_eq!(texts, legal, "{game}: every legal move, once");
    thought.clone()
}

#[test]
fn every_game_thinks_about_its_start() {
    for entry in damier_games::ALL {
        let thought = check_thought(entry.id, &["--nodes", "60"]);
        if thought["moves"].as_array().is_some_and(|moves| moves.len() > 1) {
            assert_eq!(thought["move"], thought["moves"][0]["move"], "{}: the best is played", entry.id);
        }
        let again = check_thought(entry.id, &["--nodes", "60"]);
        for key in ["move", "value", "nodes", "pv", "moves"] {
            assert_eq!(thought[key], again[key], "{}: {key} is the same every time", entry.id);
        }
    }
}

#[test]
fn every_level_plays() {
    for game in ["hex:size=4", "dualite", "nim", "crosses"] {
        for level in 1..=8 {
            // The highest levels think longer than a test of every game should.
            if level < 7 || game == "hex:size=4" {
                check_thought(game, &["--level", &level.to_string(), "--seed", "1"]);
            }
        }
    }
}

#[test]
fn a_time_is_kept_to_and_threads_work() {
    check_thought("hex:size=5", &["--time", "30ms"]);
    check_thought("reversi", &["--time", "30ms", "--threads", "3"]);
    check_thought("hex:size=5", &["--nodes", "300", "--threads", "3"]);
}

#[test]
fn wins_are_seen_and_told_in_words() {
    let args = ["think", "hex:size=3", "--moves", "b1 a1 b2 a2", "--nodes", "100"];
    let thought = &damier(&[&args[..], &["--json"]].concat()).json()[0];
    assert_eq!((thought["exact"].as_str(), thought["plies"].as_u64()), (Some("win"), Some(1)));
    assert!(damier(&args).ok().contains("wins in 1"));
    assert!(damier(&[&args[..], &["--lang", "fr"]].concat()).ok().contains("gagne en 1"));
}

#[test]
fn a_match_is_played_to_its_end() {
    // The sheet of La néo-pettie: "version longue : il s'agit alors d'être le premier à totaliser 25".
    let args =
        "match neo-pettie --first random --second random --match points:25 --seed 1 --longest 300 --json";
    let played = line(args).json();
    let (end, games) = played.split_last().expect("a line at least");
    assert_eq!((&end["match"], end["games"].as_u64()), (&json!("points:25"), Some(games.len() as u64)));
    let mut total = [0.0; 2];
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game["game"], json!(number + 1));
        let sides = if number % 2 == 0 { ["first", "second"] } else { ["second", "first"] };
        assert_eq!(game["sides"], json!(sides), "seats are exchanged");
        for player in 0..2 {
            total[player] += game["points"][player].as_f64().expect("a number");
        }
        assert_eq!(game["total"], json!(total));
        let over = total[0].max(total[1]) >= 25.0 && total[0] != total[1];
        assert_eq!(over, number + 1 == games.len() && games.len() < 99, "{total:?} after {number}");
    }
    // Les chercheurs: two games, the lentils of both added.
    let told = line("match chercheurs --first random --second random --match sheet --seed 3").ok();
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(
        told.starts_with(" 1. A (White) ")
            && told.lines().last().is_some_and(|line| line.starts_with("Match "))
    );
    let told = line("match hex:size=3 --first random --second random --match best:3 --seed 3").ok();
    assert!(told.contains("best of 3 games"), "{told}");
    for (args, part) in [
        ("match hex --first random --second random --match sheet", "advises no match"),
        ("match hex --first random --second random --match best:4", "best:4"),
        ("match hex --first random --second random --match best:3 --games 2", "--games"),
        ("match hex --first random --second random", "--games"),
    ] {
        line(args).refused(2, part);
    }
}

#[test]
fn matches_are_counted() {
    let args = "match hex:size=4 --first nodes:200 --second random --games 4 --json";
    let report = &line(args).json()[0];
    let [games, wins, draws, losses] = ["games", "wins", "draws", "losses"].map(|key| report[key].as_u64());
    assert_eq!(games, Some(4));
    assert_eq!(wins.zip(draws).zip(losses).map(|((wins, draws), losses)| wins + draws + losses), Some(4));
    assert_eq!(draws, Some(0), "Hex has none");
    assert!(number(report, "elo").is_finite() && number(report, "elo_error") > 0.0);
    let again = &line(args).json()[0];
    assert_eq!(report, again, "the same every time");
    let other = &line("match hex:size=4 --first random --second nodes:200 --games 4 --json").json()[0];
    assert_eq!(number(other, "elo").signum(), -number(report, "elo").signum(), "{report} {other}");
    assert!(line("match dualite --first level:1 --second uct:20 --games 1").ok().contains("Elo"));
}

#[test]
fn games_that_last_too_long_are_drawn() {
    // Nobody has a line of five in Gomoku after four plies, two of them drawn by lot.
    let args = "match gomoku --first random --second random --games 4 --json";
    let short = &line(&format!("{args} --longest 4")).json()[0];
    assert_eq!((number(short, "draws"), number(short, "plies")), (4.0, 16.0), "{short}");
    let whole = &line(args).json()[0];
    assert!(number(whole, "draws") < 4.0, "{whole}");
    assert_eq!(&line(&format!("{args} --longest 2000")).json()[0], whole, "as if nothing were said");
    line(&format!("{args} --longest 2001")).refused(2, "2000");
}

#[test]
fn nodes_and_noise_make_a_level() {
    let noisy = |noise: &str| {
        let agent = format!("nodes:60~{noise}");
        let args = ["--first", &agent, "--second", "nodes:60", "--games", "20", "--json"];
        damier(&[&["match", "hex:size=5"], &args[..]].concat()).json()[0].clone()
    };
    let plain = &line("match hex:size=5 --first nodes:60 --second nodes:60 --games 20 --json").json()[0];
    assert_eq!(&noisy("0"), plain, "without noise it does not err");
    assert!(number(&noisy("20"), "elo") < number(plain, "elo") - 200.0, "with much of it, it plays by lot");
    line("match hex --first nodes:60~x --second random --games 2").refused(2, "\"x\"");
}

#[test]
fn openings_are_counted() {
    // On 3 x 3 there are nine first moves, and one position before them.
    let args = |opening: &str, lang: &str| {
        let args = ["--first", "random", "--second", "random", "--games", "200", "--opening", opening];
        damier(&[&["match", "hex:size=3", "--json", "--lang", lang], &args[..]].concat())
    };
    for (opening, openings) in [("0", 1), ("1", 9)] {
        let (en, fr) = (args(opening, "en"), args(opening, "fr"));
        let report: Value = serde_json::from_str(&en.out).expect("JSON");
        assert_eq!((en.code, report["openings"].as_u64()), (0, Some(openings)));
        assert_eq!(en.err.lines().count(), 1, "{}", en.err);
        assert!(en.err.contains(&format!("different openings: {openings} for 100 pairs")), "{}", en.err);
        assert!(fr.err.contains(&format!("{openings} pour 100 paires")), "{}", fr.err);
    }
    // A pair is one opening: nothing to warn of.
    assert!(
        line("match hex:size=3 --first random --second random --games 2 --opening 0")
            .ok()
            .contains("openings: 1")
    );
}

#[test]
fn whatever_is_wrong_is_told_in_one_line() {
    for (words, part) in [
        ("think hex", "--level"),
        ("think hex --nodes 5 --time 1s", "--time"),
        ("think hex --level 0", "\"0\""),
        ("think hex --level 9", "\"9\""),
        ("think hex --time 3", "\"3\""),
        ("think hex --time -1s", "\"-1\""),
        ("think hex --nodes 0", "\"0\""),
        ("think hex --nodes x", "\"x\""),
        ("think hex --nodes 5 --threads 0", "\"0\""),
        ("think nonsense --nodes 5", "\"nonsense\""),
        ("think hex:size=3 --nodes 5 --moves zz", "\"zz\""),
        ("match hex --first random --second random", "--games"),
        ("match hex --first random --games 2", "--second"),
        ("match hex --first nonsense --second random --games 2", "\"nonsense\""),
        ("match hex --first level:9 --second random --games 2", "\"9\""),
        ("match hex --first perfect --second random --games 2", "perfect"),
        ("match hex --first random --second random --games 0", "\"0\""),
        ("match halma --first random --second random --games 2", "played alone"),
    ] {
        line(words).refused(2, part);
    }
    let over = "b1 a1 b2 a2 b3";
    damier(&["think", "hex:size=3", "--moves", over, "--nodes", "5"]).refused(2, "over");
    let match_over = ["--first", "random", "--second", "random", "--games", "1", "--moves", over];
    damier(&[&["match", "hex:size=3"], &match_over[..]].concat()).refused(2, "over");
}

#[test]
fn the_work_load_is_the_same_every_time() {
    let last = || line("bench").ok().lines().last().map(String::from).expect("a last line");
    let bench = last();
    assert!(bench.strip_prefix("Bench: ").is_some_and(|nodes| nodes.parse::<u64>().is_ok()), "{bench}");
    assert_eq!(bench, last());
}

#[test]
fn engines_can_be_kept_from_some_moves() {
    // Every first step of Simultana goes to row 3: engines that avoid it later play other games.
    let args =
        ["match", "simultana", "--first", "nodes:50", "--second", "nodes:50", "--games", "2", "--json"];
    let free = damier(&args).json()[0].clone();
    let kept = damier(&[&args[..], &["--without", "3"]].concat()).json()[0].clone();
    assert_eq!(number(&kept, "games"), 2.0);
    assert_ne!(free["plies"], kept["plies"]);
}

#[test]
fn positions_are_solved() {
    // FFO 40 of the public test suite of endgames: +38 for Black.
    let ffo = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let solved = &damier(&["solve", "reversi", "--position", ffo, "--json"]).json()[0];
    assert_eq!((&solved["value"], &solved["score"]), (&Value::from("win"), &Value::from(38)), "{solved}");
    assert!(number(solved, "positions") > 1000.0 && number(solved, "seconds") > 0.0, "{solved}");
    // The centre of a small board of Hex wins; the L game is drawn with good play.
    let solved = &damier(&["solve", "hex:size=3", "--json"]).json()[0];
    assert_eq!(solved["value"], "win", "{solved}");
    assert!(solved["best"].as_array().expect("a list").contains(&Value::from("b2")), "{solved}");
    let solved = &damier(&["solve", "crosses", "--json"]).json()[0];
    assert_eq!((&solved["value"], &solved["plies"]), (&Value::from("draw"), &Value::Null), "{solved}");
    // What cannot be proven in time is not claimed.
    let solved = &damier(&["solve", "twixt", "--time", "50ms", "--json"]).json()[0];
    assert!(solved["value"].is_null() && solved["best"].as_array().is_some_and(Vec::is_empty), "{solved}");
    damier(&["solve", "hex:size=3", "--moves", "b2 a1 b3 a3 b1", "--lang", "en"]).refused(2, "over");
}

#[test]
fn a_table_that_is_not_whole_is_not_believed() {
    let folder = std::env::temp_dir().join(format!("damier-tables-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let table = folder.join("simultana.table");
    for (text, why) in [("damier table 2\n", "not whole: remove it"), (&"x".repeat(5000), "damier table 2")] {
        std::fs::write(&table, text).expect("a file");
        let place = folder.to_str().expect("UTF-8");
        let thought = command(&["think", "simultana", "--nodes", "10"]).env("DAMIER_TABLES", place).output();
        let told = String::from_utf8(thought.expect("it runs").stderr).expect("UTF-8");
        assert!(told.contains("simultana.table") && told.contains(why), "{told}");
        damier(&["solve", "simultana", "--moves", "c2-c3", "--tables", place]).refused(2, why);
        damier(&["solve", "simultana", "--tables", place]).refused(1, why);
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

#[test]
fn who_is_interrupted_hears_whether_anything_is_kept() {
    let folder = std::env::temp_dir().join(format!("damier-kept-{}", std::process::id()));
    let place = folder.to_str().expect("UTF-8");
    damier(&["solve", "turnabout:size=5", "--time", "100ms", "--tables", place]).refused(1, "nothing of it");
    damier(&["solve", "meandres:libre", "--time", "100ms", "--tables", place]).refused(1, "is kept in");
    assert!(folder.join("meandres-libre.table").exists());
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}
