//! The real binary speaks GTP, as Hex programs do.

mod common;

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
    let said = hex(5, "protocol_version\nname\nversion\n7 known_command genmove\nknown_command komi\n");
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
}

#[test]
fn black_begins_and_joins_top_and_bottom() {
    let said =
        hex(3, "play black b1\nplay white a1\nplay b B2\nplay w a2\nfinal_score\nplay b b3\nfinal_score\n");
    assert_eq!(said, ["=", "=", "=", "=", "? cannot score", "=", "= B+"]);
    let said = hex(3, "play b a3\nplay w a1\nplay b b3\nplay w b1\nplay b c3\nplay w c1\nfinal_score\n");
    assert_eq!(said.last().map(String::as_str), Some("= W+"));
    assert_eq!(hex(3, "play b b1\nplay b b2\n"), ["=", "? not your turn"]);
    assert_eq!(hex(3, "genmove w\n"), ["? not your turn"]);
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
    assert_eq!(won[6..], ["= B+", "? the game is over"]);
    let said = hex(3, "play b b2\nundo\nundo\nplay b b2\nclear_board\nall_legal_moves\n");
    assert_eq!(said, ["=", "=", "? cannot undo", "=", "=", "= a1 b1 c1 a2 b2 c2 a3 b3 c3"]);
    let said = hex(3, "play w resign\nfinal_score\nplay b a1\nundo\nplay b a1\n");
    assert_eq!(said, ["=", "= B+", "? the game is over", "=", "="]);
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
