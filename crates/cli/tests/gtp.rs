//! The real binary speaks GTP, as Hex programs do.

mod common;

use std::time::{Duration, Instant};

use common::{feed, line};

/// Returns the answers to the lines of a conversation, without the empty lines between them.
fn talk(args: &[&str], input: &str) -> Vec<String> {
    let said = feed(args, input.as_bytes()).ok();
    assert!(said.is_empty() || said.ends_with("\n\n"), "{said:?}");
    said.split_terminator("\n\n").map(|answer| answer.trim_end().to_string()).collect()
}

fn hex(size: usize, input: &str) -> Vec<String> {
    talk(&["gtp", &format!("hex:size={size}"), "--nodes", "200"], input)
}

#[test]
fn it_introduces_itself() {
    let said =
        hex(5, "protocol_version\nname\nversion\n7 known_command genmove\nknown_command fixed_handicap\n");
    let version = format!("= {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(said, ["= 2", "= Damier", version.as_str(), "=7 true", "= false"]);
    let list = &hex(5, "list_commands\n")[0];
    for name in list.trim_start_matches("= ").lines() {
        assert_eq!(hex(5, &format!("known_command {name}\n")), ["= true"], "{name}");
        let answer = &hex(5, &format!("{name}\n"))[0];
        assert!(!answer.contains("unknown"), "{name}: {answer}");
    }
    assert_eq!(hex(5, "hexgui-analyze_commands\n"), ["="]);
}

#[test]
fn answers_carry_the_number_of_their_question() {
    let input = "12 play b a1 # the corner\n\n# nothing\n  \n13\tplay w a1\r\nplay white b2\n14 quit\nname\n";
    assert_eq!(hex(5, input), ["=12", "?13 illegal move", "=", "=14"]);
    // Whoever numbers a line waits for an answer.
    assert_eq!(hex(5, "7\n8 # nothing\n9 name\n"), ["?7 syntax error", "?8 syntax error", "=9 Damier"]);
}

#[test]
fn black_begins_and_joins_top_and_bottom() {
    let said =
        hex(3, "play black b1\nplay white a1\nplay b B2\nplay w a2\nfinal_score\nplay b b3\nfinal_score\n");
    assert_eq!(said, ["=", "=", "=", "=", "? cannot score", "=", "= B+"]);
    let said = hex(3, "play b a3\nplay w a1\nplay b b3\nplay w b1\nplay b c3\nplay w c1\nfinal_score\n");
    assert_eq!(said.last().map(String::as_str), Some("= W+"));
}

/// "Consecutive moves of the same color are not considered illegal from the protocol point of view" (GTP 2, play). Formerly
/// they were refused.
#[test]
fn colours_need_not_take_turns() {
    let said = hex(3, "play b b1\nplay b b2\nplay b b3\nfinal_score\n");
    assert_eq!(said, ["=", "=", "=", "= B+"]);
    // Viewers set all stones of one colour, then those of the other; each command is taken back by itself.
    let input = "play w a1\nplay w b1\nplay b a3\nplay b b3\nplay w c1\nfinal_score\nplay b a1\n\
                 undo\nfinal_score\nundo\nall_legal_moves\nundo\nundo\nundo\nundo\nall_legal_moves\n";
    let mut expected = vec!["="; 5];
    expected.extend(["= W+", "? illegal move", "=", "? cannot score", "=", "= c1 a2 b2 c2 b3 c3"]);
    expected.extend(["=", "=", "=", "? cannot undo", "= a1 b1 c1 a2 b2 c2 a3 b3 c3"]);
    assert_eq!(hex(3, input), expected);
}

#[test]
fn a_move_is_chosen_for_a_colour_that_is_not_to_move() {
    // From b2, two cells join the bottom.
    let input = "play b b1\nplay b b2\nreg_genmove b\nall_legal_moves\ngenmove b\nfinal_score\n\
                 undo\nfinal_score\nall_legal_moves\n";
    let said = hex(3, input);
    for at in [2, 4] {
        assert!(["= a3", "= b3"].contains(&said[at].as_str()), "{said:?}");
    }
    let free = "= a1 c1 a2 c2 a3 b3 c3";
    assert_eq!([3, 5, 6, 7, 8].map(|at| said[at].as_str()), [free, "= B+", "=", "? cannot score", free]);
    // White may begin, and go on.
    for game in ["hex:size=4", "hex:swap,size=4"] {
        let said = talk(
            &["gtp", game, "--nodes", "100"],
            "genmove w\ngenmove w\ngenmove b\nundo\nundo\nundo\nundo\n",
        );
        let (moves, undone) = said.split_at(3);
        assert!(moves.iter().all(|answer| answer.len() == 4), "{game}: {said:?}");
        assert!(moves[0] != moves[1] && moves[1] != moves[2] && moves[0] != moves[2], "{game}: {said:?}");
        assert_eq!(undone, ["=", "=", "=", "? cannot undo"], "{game}");
    }
}

/// A game that is over has no move to choose, but still takes stones and resignations: as in benzene. Formerly all three
/// were refused.
#[test]
fn stones_and_resignations_follow_the_end() {
    let input = "play b b1\nplay w a1\nplay b b2\nplay w a2\nplay b b3\nfinal_score\ngenmove w\nreg_genmove b\n\
                 play w resign\nplay w c3\nplay b c3\nplay b z9\nplay b c2\nfinal_score\n\
                 undo\nplay b c3\nundo\nplay b c3\nundo\nundo\nfinal_score\n\
                 undo\nfinal_score\nall_legal_moves\n";
    let mut expected = vec!["="; 5];
    expected.extend(["= B+", "= resign", "= resign"]);
    expected.extend(["=", "=", "? illegal move", "? illegal move", "=", "= B+"]);
    // Back go c2, then c3, which is then free, then White's resignation, and last the stone that won.
    expected.extend(["=", "? illegal move", "=", "=", "=", "=", "= B+"]);
    expected.extend(["=", "? cannot score", "= c1 c2 a3 b3 c3"]);
    assert_eq!(hex(3, input), expected);
}

#[test]
fn moves_are_made_and_taken_back() {
    // From b2, two cells join the bottom.
    let won = hex(
        3,
        "play b b1\nplay w a1\nplay b b2\nplay w a2\nreg_genmove b\ngenmove b\nfinal_score\ngenmove w\n",
    );
    assert!(["= a3", "= b3"].contains(&won[4].as_str()), "{won:?}");
    assert!(["= a3", "= b3"].contains(&won[5].as_str()), "{won:?}");
    assert_eq!(won[6..], ["= B+", "= resign"]);
    let said = hex(3, "play b b2\nundo\nundo\nplay b b2\nclear_board\nall_legal_moves\n");
    assert_eq!(said, ["=", "=", "? cannot undo", "=", "=", "= a1 b1 c1 a2 b2 c2 a3 b3 c3"]);
    // What was given up stays so, whatever stones follow, until that is taken back.
    let said =
        hex(3, "play w resign\nfinal_score\nplay b a1\nfinal_score\nundo\nundo\nfinal_score\nplay b a1\n");
    assert_eq!(said, ["=", "= B+", "=", "= B+", "=", "=", "? cannot score", "="]);
}

#[test]
fn the_swap_is_a_move_where_the_rules_have_it() {
    let game = ["gtp", "hex:swap,size=3", "--level", "2"];
    let said = talk(&game, "play b b1\nplay w swap-pieces\nshowboard\nplay b b1\n");
    assert_eq!(said[..2], ["=", "="]);
    // The stone on b1 is now White's, on a2.
    assert!(said[2].starts_with("= \n") && !said[2].contains("\n\n"), "{:?}", said[2]);
    assert_eq!(said[2].matches('X').count(), 1, "{}", said[2]);
    assert_eq!(said[3], "=");
    assert_eq!(hex(3, "play b b1\nplay w swap-pieces\n"), ["=", "? illegal move"]);
    // The other kind of swap, of colours, is not known.
    let said = talk(&game, "play b b1\nplay w swap-sides\nplay w swap-pieces\n");
    assert_eq!([&said[0], &said[2]], ["=", "="]);
    assert!(said[1].starts_with("? no swap-sides here: swap-pieces"), "{said:?}");
    // Whoever begins in the centre of so small a board is swapped by anyone who thinks.
    let said = talk(&["gtp", "hex:swap,size=3", "--nodes", "3000"], "play b b2\ngenmove w\n");
    assert_eq!(said[1], "= swap-pieces");
}

#[test]
fn boards_have_many_sizes() {
    let said = hex(5, "boardsize 3\nplay b d4\nboardsize 4 4\nplay b d4\n");
    assert_eq!(said, ["=", "? illegal move", "=", "="]);
    let said = hex(5, "boardsize 2\nboardsize 27\nboardsize 5 6\nboardsize x\nboardsize\nplay b e5\n");
    let unacceptable = "? unacceptable size";
    let wrong = "? syntax error";
    assert_eq!(said, [unacceptable, unacceptable, unacceptable, wrong, wrong, "="]);
}

#[test]
fn clocks_are_heeded() {
    let game = ["gtp", "hex:size=4"];
    let said =
        talk(&game, "time_settings 60 0 0\ntime_left b 1 20\ngenmove b\ntime_left w -1 0\ntime_left\n");
    assert_eq!((said[0].as_str(), said[1].as_str()), ("=", "="));
    assert!(said[2].len() == 4, "{said:?}");
    assert_eq!(said[3..], ["? syntax error", "? syntax error"]);
    let input = "time_settings 60 0 0\ntime_settings 0 1 0\ntime_settings 0 30.5 5\ntime_settings\ntime_settings 60\n\
                 time_settings 60 0 x\ntime_settings -1 0 0\ntime_settings nan 0 0\ntime_settings 1 2 3 4\n";
    let mut expected = vec!["="; 3];
    expected.extend(["? syntax error"; 6]);
    assert_eq!(talk(&game, input), expected);
}

/// Formerly `time_settings` was ignored, and `--nodes` and `--level` ran past the clock.
#[test]
fn clocks_bound_every_thought() {
    for effort in [&["--nodes", "1000000000"][..], &["--time", "10m"], &["--level", "8"], &[]] {
        for clock in ["time_settings 2 0 0", "time_settings 0 10 100", "time_left b 2 0", "time_left b 1 10"]
        {
            let begun = Instant::now();
            let said = talk(&[&["gtp", "hex:size=13"], effort].concat(), &format!("{clock}\ngenmove b\n"));
            assert!(said[0] == "=" && said[1].starts_with("= "), "{effort:?} {clock}: {said:?}");
            // A tenth of a second, on a machine that may have more to do.
            assert!(begun.elapsed() < Duration::from_secs(20), "{effort:?} {clock}: {:?}", begun.elapsed());
        }
    }
}

/// Controllers made for Go set a komi whatever the game. Formerly they were told that it is unknown.
#[test]
fn a_komi_is_passed_over() {
    let said = hex(3, "known_command komi\nkomi 6.5\nkomi -1\nkomi\nkomi x\nkomi nan\nkomi 1 2\n");
    let wrong = "? syntax error";
    assert_eq!(said, ["= true", "=", "=", wrong, wrong, wrong, wrong]);
}

#[test]
fn whatever_is_wrong_is_told() {
    let said = hex(3, "nonsense\nplay\nplay green a1\nplay b\nplay b z9\ngenmove\n\u{7f}\nname\n");
    assert_eq!(said[..2], ["? unknown command", "? syntax error"]);
    assert!(said[2].starts_with("? no colour"));
    assert_eq!(said[3..], ["? syntax error", "? illegal move", "? syntax error", "= Damier"]);
    line("gtp reversi").refused(2, "only Hex");
    line("gtp nonsense").refused(2, "no game \"nonsense\"");
    line("gtp hex:size=99").refused(2, "size=99");
    line("gtp hex --level 3 --nodes 5").refused(2, "--level");
}
