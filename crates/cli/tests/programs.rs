//! Matches with programs that do not behave: each is a few lines of shell.
#![cfg(unix)]

mod common;

use std::time::{Duration, Instant};

use common::{Run, damier};

/// The agent that obeys UGI by this script; `arms` are those of a `case` over the line, which is in `$l`.
fn script(arms: &str) -> String {
    let known = "ugi) echo ugiok;; isready) echo readyok;; quit) exit;;";
    format!("ugi:sh -c \"while read -r l; do case $l in {arms} {known} esac; done\"")
}

/// Lets two agents play on a small board, without a random beginning.
fn play(first: &str, second: &str, more: &[&str]) -> Run {
    let args = ["match", "hex:size=3", "--first", first, "--second", second, "--opening", "0"];
    damier(&[&args[..], more].concat())
}

/// Plays a1, a2 and a3, which joins top and bottom.
const FILE_A: &str = "go*) n=$((n+1)); echo bestmove a$n;;";
/// Plays c1, c2 and c3.
const FILE_C: &str = "go*) n=$((n+1)); echo bestmove c$n;;";

#[test]
fn a_program_that_ends_says_when_and_how() {
    let dies = |script: &str, parts: &[&str]| {
        let run = play(&format!("ugi:sh -c \"{script}\""), "random", &["--games", "1"]);
        for part in parts {
            assert!(run.err.contains(*part), "{script}: {:?} holds no {part:?}", run.err);
        }
        assert!(!run.err.contains("during"), "{}", run.err);
        run.refused(1, "game 1 of 1: --first: the program \"sh -c ");
    };
    dies("exit 3", &["ended (exit code 3) before it answered \"ugiok\"\n"]);
    dies(
        "read l; echo first words >&2; echo last words >&2; exit 4",
        &["ended (exit code 4) before it answered \"ugiok\"; it wrote \"last words\" to standard error"],
    );
    let ready = "read l; echo ugiok; read l; read l; echo readyok; read l";
    dies(&format!("{ready}; kill -9 $$"), &["ended (signal 9) before it answered \"readyok\" at move 1\n"]);
    dies(
        &format!("{ready}; read l; echo readyok; read l; exit 0"),
        &["ended (exit code 0) before it answered \"bestmove\" at move 1\n"],
    );
    let run = play("ugi:sh -c \"exit 3\"", "random", &["--games", "1", "--lang", "fr"]);
    run.refused(
        1,
        "partie 1 sur 1 : --first : le programme « sh -c \"exit 3\" » s'est arrêté (code de sortie 3)",
    );
}

#[test]
fn a_flood_of_lines_is_no_answer() {
    let begun = Instant::now();
    // It never reads a line, and says the word that is awaited first for ever.
    play("ugi:yes ugiok", "random", &["--games", "1"]).refused(1, "did not answer \"readyok\" within 10 s");
    assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
}

#[test]
fn a_second_answer_is_not_taken_for_the_next() {
    let twice = script("go*) n=$((n+1)); echo bestmove a$n; echo bestmove a$n;;");
    let report = &play(&twice, &script(FILE_C), &["--games", "1", "--json"]).json()[0];
    assert_eq!(report["wins"], 1, "{report}");
    assert_eq!(report["plies"], 5, "{report}");
}

#[test]
fn an_impossible_move_comes_with_the_last_remark() {
    let wrong = script("go*) echo info string one; echo info string no such board; echo bestmove zz;;");
    play(&wrong, "random", &["--games", "1"])
        .refused(1, "plays \"zz\" as move 1, which is impossible; it said \"no such board\"");
    // The command is shown as it was written.
    play("random", "ugi:'no such program' x", &["--games", "1"])
        .refused(1, "game 1 of 1: --second: the program \"'no such program' x\" cannot be started");
}

#[test]
fn a_match_that_fails_says_in_which_game_and_how_it_stood() {
    // The second agent loses the first game, and has no move where it begins.
    let second = script(&format!("'position startpos') echo info string what now; n=9;; {FILE_C}"));
    let run = play(&script(FILE_A), &second, &["--games", "4"]);
    assert!(run.err.contains("plays \"c10\" as move 1"), "{}", run.err);
    run.refused(1, "game 2 of 4, after +1 =0 -0: --second: the program \"sh -c ");
}

#[test]
fn one_game_says_little_about_strength() {
    // Whoever is to move wins at once.
    let args = ["--moves", "b1 a1 b2 a2", "--games", "1"];
    let said = play("nodes:100", "random", &args).ok();
    assert!(said.contains("100.0 %   Elo > -512 (95 %)"), "{said}");
    let said =
        play("random", "nodes:100", &["--moves", "a1 a3 b1 b3 c1", "--games", "1", "--lang", "fr"]).ok();
    assert!(said.contains("Elo < +512 (95 %)"), "{said}");
    let report = &play("nodes:100", "random", &[&args[..], &["--json"]].concat()).json()[0];
    assert_eq!(
        (report["elo"].as_f64(), report["elo_error"].as_f64()),
        (Some(190.8), Some(702.3)),
        "{report}"
    );
}
