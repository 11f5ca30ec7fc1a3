//! The real binary speaks UGI: with these tests, and with itself in a match.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use common::{command, damier, feed, line};

/// How long to wait for a line before the test is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A conversation with a program that goes on thinking meanwhile.
struct Talk {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Talk {
    fn with(game: &str) -> Talk {
        let mut child = command(&["ugi", game])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Talk { input: child.stdin.take().expect("piped"), child, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// Returns the next line that begins with this word.
    #[track_caller]
    fn hear(&mut self, word: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {word} came"));
            if line.split(' ').next() == Some(word) {
                return line;
            }
        }
    }

    fn best(&mut self, lines: &[&str]) -> String {
        for line in lines {
            self.say(line);
        }
        self.hear("bestmove")["bestmove ".len()..].to_string()
    }

    fn quit(mut self) {
        self.say("quit");
        let output = self.child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
}

fn lines(game: &str, input: &str) -> Vec<String> {
    feed(&["ugi", game], input.as_bytes()).ok().lines().map(String::from).collect()
}

#[test]
fn it_introduces_itself() {
    let said = lines("hex:size=5", "ugi\nisready\n");
    assert!(said[0].starts_with("id name Damier") && said[0].ends_with("hex:size=5"), "{said:?}");
    assert!(said[1].starts_with("id author "));
    let options: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    assert_eq!(options[0], "Threads type spin default 1 min 1 max 256");
    assert_eq!(options[1], "Level type spin default 0 min 0 max 8");
    assert!(options[2].starts_with("Seed type spin default 0 min 0 max "));
    assert_eq!(said[said.len() - 2..], ["ugiok", "readyok"]);
    line("ugi nonsense").refused(2, "nonsense");
    line("ugi").refused(2, "GAME");
}

#[test]
fn queries_follow_the_position() {
    let ask = "query gameover\nquery p1turn\nquery result\n";
    let said = |position: &str| lines("hex:size=3", &format!("{position}\n{ask}"));
    assert_eq!(said(""), ["response false", "response true", "response none"]);
    assert_eq!(said("position startpos moves b2"), ["response false", "response false", "response none"]);
    assert_eq!(said("position startpos moves b1 a1 b2 a2 b3")[2], "response p1win");
    let text = "position fen w../bb./..w w moves a3 c2";
    assert_eq!([0, 2].map(|at| said(text)[at].clone()), ["response true", "response p2win"]);
    assert_eq!(said("position fen .../.../... b")[1], "response false");
    // A new game begins at the start.
    assert_eq!(said("position startpos moves b2\nuginewgame")[1], "response true");
}

#[test]
fn it_finds_the_win_and_says_how_it_thinks() {
    let mut talk = Talk::with("hex:size=3");
    talk.say("position startpos moves b1 a1 b2 a2");
    talk.say("go nodes 500");
    let info = talk.hear("info");
    let words: Vec<&str> = info.split(' ').collect();
    for key in ["depth", "nodes", "nps", "time"] {
        let at = words.iter().position(|word| *word == key).expect("it is said");
        assert!(words[at + 1].parse::<u64>().is_ok(), "{info}");
    }
    assert!(info.contains(" score "), "{info}");
    let best = talk.hear("bestmove");
    // From b2, two cells join the bottom.
    assert!(["bestmove a3", "bestmove b3"].contains(&best.as_str()), "{best}");
    let all = lines("hex:size=3", "position startpos moves b1 a1 b2 a2\ngo depth 3\n");
    assert!(all.iter().any(|line| line.contains(" score win 1 pv ")), "{all:?}");
    talk.quit();
}

#[test]
fn an_infinite_search_says_its_move_only_when_stopped() {
    let mut talk = Talk::with("hex:size=3");
    talk.say("position startpos moves b1 a1 b2 a2");
    talk.say("go infinite");
    std::thread::sleep(Duration::from_millis(300));
    talk.say("isready");
    // Nothing but progress comes before.
    while let Ok(line) = talk.lines.recv_timeout(PATIENCE) {
        if line == "readyok" {
            break;
        }
        assert!(line.starts_with("info "), "{line}");
    }
    talk.say("stop");
    talk.hear("bestmove");
    talk.quit();
}

#[test]
fn a_thinking_engine_is_stopped_and_asked_at_once() {
    for game in ["hex", "reversi", "twixt"] {
        let mut talk = Talk::with(game);
        talk.say("go infinite");
        std::thread::sleep(Duration::from_millis(200));
        let begun = Instant::now();
        talk.say("isready");
        talk.hear("readyok");
        assert!(begun.elapsed() < Duration::from_millis(500), "{game}: {:?}", begun.elapsed());
        talk.say("go nodes 5");
        assert!(talk.hear("info").starts_with("info "));
        let begun = Instant::now();
        talk.say("stop");
        talk.hear("bestmove");
        assert!(begun.elapsed() < Duration::from_millis(500), "{game}: {:?}", begun.elapsed());
        talk.quit();
    }
}

#[test]
fn every_game_answers_with_a_legal_move() {
    for entry in damier_games::ALL {
        let legal = damier(&["moves", entry.id]).ok();
        let mut talk = Talk::with(entry.id);
        for go in ["go nodes 30", "go p1time 500 p2time 500 p1inc 0 p2inc 0", "go movetime 20"] {
            let best = talk.best(&["uginewgame", "position startpos", go]);
            assert!(legal.lines().any(|text| text == best), "{}: {go}: {best}", entry.id);
        }
        talk.quit();
    }
}

#[test]
fn the_first_search_answers_as_think_does() {
    for (game, seed) in [("hex:size=5", "3"), ("quandary", "5"), ("quandary", "6")] {
        for (effort, set, go) in [
            (["--nodes", "200"], "setoption name Level value 0", "go nodes 200"),
            (["--level", "2"], "setoption name level value 2", "go"),
        ] {
            let args = ["think", game, "--seed", seed, effort[0], effort[1], "--json"];
            let thought = &damier(&args).json()[0];
            let mut talk = Talk::with(game);
            let seed = format!("setoption name Seed value {seed}");
            let best = talk.best(&[&seed, set, "position startpos", go]);
            assert_eq!(thought["move"], best.as_str(), "{game} {go}");
            talk.quit();
        }
    }
}

#[test]
fn whatever_is_wrong_is_told_and_changes_nothing() {
    for (wrong, part) in [
        ("nonsense", "\"nonsense\""),
        ("setoption", "setoption"),
        ("setoption name Hash value 5", "\"Hash\""),
        ("setoption name Level value 9", "\"9\""),
        ("setoption name Threads value 0", "\"0\""),
        ("setoption name Seed value -1", "\"-1\""),
        ("position", "position"),
        ("position nonsense", "position"),
        ("position fen", "field"),
        ("position fen .../... w", "row"),
        ("position startpos moves b2 b2", "move 2 \"b2\""),
        ("position startpos moves b1 a1 b2 a2 b3 c1", "move 6 \"c1\""),
        ("query", "query"),
        ("query nonsense", "query"),
        ("\u{1b}[31m", "unknown"),
    ] {
        let said = lines("hex:size=3", &format!("position startpos moves b2\n{wrong}\nquery p1turn\n"));
        assert_eq!(said.len(), 2, "{wrong}: {said:?}");
        assert!(said[0].starts_with("info string ") && said[0].contains(part), "{wrong}: {said:?}");
        assert!(!said[0].contains('\u{1b}'));
        assert_eq!(said[1], "response false", "{wrong}");
    }
    let run = feed(&["ugi", "hex:size=3"], b"\n \n\xff\xfe\nstop\nisready");
    assert_eq!(run.ok().lines().last(), Some("readyok"));
    let over = lines("hex:size=3", "position startpos moves b1 a1 b2 a2 b3\ngo nodes 5\n");
    assert_eq!(over, ["info string the game is over", "bestmove none"]);
}

/// Whoever says `go` waits for `bestmove`. Formerly a `go` with a bad number was refused without one.
#[test]
fn a_go_that_cannot_be_read_is_answered_all_the_same() {
    let legal = damier(&["moves", "hex:size=4"]).ok();
    let huge = "9".repeat(50);
    let mut talk = Talk::with("hex:size=4");
    for (go, part) in [
        ("go nodes", "nodes"),
        ("go nodes x", "\"x\""),
        ("go movetime soon", "\"soon\""),
        ("go p1time nodes 30", "p1time"),
        ("go mate 3", "\"mate\""),
    ] {
        talk.say("position startpos");
        talk.say(go);
        let info = talk.hear("info");
        assert!(info.starts_with("info string ") && info.contains(part), "{go}: {info}");
        let best = talk.hear("bestmove");
        assert!(legal.lines().any(|text| best.ends_with(text)), "{go}: {best}");
    }
    for limit in ["nodes", "depth", "p1time", "movetime"] {
        let go = format!("go {limit} {huge} movetime 20");
        let best = talk.best(&["position startpos", &go]);
        assert!(legal.lines().any(|text| text == best), "{limit}: {best}");
    }
    talk.quit();
    // It changes nothing else.
    let said = lines("hex:size=3", "position startpos moves b2\ngo nodes x\nquery p1turn\n");
    assert!(said[0].starts_with("info string ") && said[0].contains("\"x\""), "{said:?}");
    assert!(said.contains(&"response false".to_string()), "{said:?}");
    assert!(said.last().is_some_and(|line| line.starts_with("bestmove ")), "{said:?}");
}

#[test]
fn the_end_of_input_ends_the_search() {
    let said = lines("hex:size=9", "position startpos\ngo infinite\n");
    assert!(said.last().is_some_and(|line| line.starts_with("bestmove ")), "{said:?}");
    let said = lines("hex:size=9", "go infinite\nquit\nisready\n");
    assert!(said.last().is_some_and(|line| line.starts_with("bestmove ")), "{said:?}");
}

/// The agent that is this very program.
fn itself(options: &str, game: &str) -> String {
    format!("ugi{options}:'{}' ugi {game}", env!("CARGO_BIN_EXE_damier"))
}

#[test]
fn it_plays_a_match_against_itself() {
    for (game, options) in
        [("hex:size=5", "@nodes=100"), ("hex:size=5", "@time=5ms"), ("quandary", "@nodes=30")]
    {
        let agent = itself(options, game);
        let args = ["match", game, "--first", &agent, "--second", "random", "--games", "2", "--json"];
        let report = &damier(&args).json()[0];
        assert_eq!(report["games"], 2, "{game}");
        let sum: u64 = ["wins", "draws", "losses"].iter().filter_map(|key| report[key].as_u64()).sum();
        assert_eq!(sum, 2, "{game}");
    }
    // From a position of one's own, and without the random beginning.
    let agent = itself("@nodes=50", "hex:size=3");
    damier(&[
        "match",
        "hex:size=3",
        "--first",
        "random",
        "--second",
        &agent,
        "--games",
        "2",
        "--opening",
        "0",
        "--position",
        "w../.b./... w",
        "--json",
    ])
    .ok();
}

#[test]
fn a_program_that_fails_is_named() {
    let refused = |agent: &str, code, part| {
        let args = ["match", "hex:size=3", "--first", agent, "--second", "random", "--games", "1"];
        damier(&args).refused(code, part);
    };
    refused("ugi:", 2, "command is missing");
    refused("ugi@nodes=x:engine", 2, "\"x\"");
    refused("ugi:'engine", 2, "quote");
    refused("ugi:no/such/program at all", 1, "\"no/such/program at all\" cannot be started");
    refused(&itself("@nodes=5", "nim"), 1, "impossible");
    // Wrong arguments end it before it answers, and so before the game.
    refused(&itself("", "nonsense"), 1, "ended (exit code 2) before it answered \"ugiok\"; it wrote");
}

#[cfg(unix)]
#[test]
fn an_illegal_move_is_laid_to_the_program() {
    let agent = "ugi:sh -c \"while read l; do case $l in ugi) echo ugiok;; isready) echo readyok;; \
                 go*) echo bestmove zz;; esac; done\"";
    let args =
        ["match", "hex:size=3", "--first", agent, "--second", "random", "--games", "1", "--opening", "0"];
    damier(&args).refused(1, "plays \"zz\" as move 1");
}

/// Leaves out how fast and how long the engine thought, which no two runs have in common.
fn timeless(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line.split(' ').collect();
    let timed =
        |place: usize| place.checked_sub(1).is_some_and(|before| ["nps", "time"].contains(&words[before]));
    (0..words.len()).filter(|&place| !timed(place)).map(|place| words[place]).collect()
}

#[test]
fn the_book_prints_what_is_said() {
    let book = include_str!("../../../book/src/protocols.md");
    let (_, sample) = book.split_once("With `damier ugi ").expect("there is a sample");
    let (game, rest) = sample.split_once('`').expect("it names a game");
    let said =
        rest.split("```").nth(1).and_then(|block| block.strip_prefix("text\n")).expect("a block of text");
    let mut talk = Talk::with(game);
    for line in said.lines() {
        match line.split_at(2) {
            ("> ", asked) => talk.say(asked),
            (_, told) => {
                let heard = talk.lines.recv_timeout(PATIENCE).expect("an answer");
                assert_eq!(timeless(&heard), timeless(told));
            }
        }
    }
    talk.quit();
}
