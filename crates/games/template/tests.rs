//! Each test quotes the rule it tests, or names where its number comes from.

use std::collections::HashSet;

use damier_core::{Game, Rng, Side, Verdict};
use damier_testkit::play::{after, at, set_up};

use super::ENTRY;
use super::rules::{BOARD, Position, TicTacToe};

fn refusal(position: &str) -> String {
    ENTRY.variant("").unwrap().resume(position).err().unwrap().to_string()
}

/// Visits every game, as the lines from the start; returns how many are won by First, by Second, and drawn, and the score
/// of best play for the side to move.
fn play_all(game: &TicTacToe, position: &Position, seen: &mut HashSet<Position>, ends: &mut [u32; 3]) -> i32 {
    seen.insert(*position);
    if let Some(outcome) = game.outcome(position) {
        let (end, score) = match outcome.verdict {
            Verdict::Win(winner) => (winner.index(), -1),
            _ => (2, 0),
        };
        ends[end] += 1;
        return score;
    }
    let scores =
        game.moves(position).into_iter().map(|mv| -play_all(game, &game.after(position, mv), seen, ends));
    scores.max().unwrap()
}

#[test]
fn all_games_are_as_many_as_are_known() {
    let game = TicTacToe::new();
    let (mut seen, mut ends) = (HashSet::new(), [0; 3]);
    let score = play_all(&game, &game.start(&mut Rng::new(0)), &mut seen, &mut ends);
    // Henry Bottomley, 2001: 255168 games, of which Cross wins 131184, Nought 77904, and 46080 are drawn.
    assert_eq!(ends, [131_184, 77_904, 46_080]);
    // Widely published; vectors.py finds the same if it is asked.
    assert_eq!(seen.len(), 5478);
    // Page: "the game is a draw".
    assert_eq!(score, 0);
}

/// Says whether a side has three in a row, by the steps from cell to cell.
fn has_row(position: &Position, side: Side) -> bool {
    let own = |cell: usize| position.marks[side.index()] >> cell & 1 == 1;
    let joined = |cell: usize, way: (i32, i32)| {
        let next = BOARD.step(cell, way).filter(|&next| own(next));
        next.and_then(|next| BOARD.step(next, way)).is_some_and(own)
    };
    (0..9).any(|cell| own(cell) && [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|way| joined(cell, way)))
}

#[test]
fn rows_are_found_as_by_steps() {
    let game = TicTacToe::new();
    let mut seen = HashSet::new();
    play_all(&game, &game.start(&mut Rng::new(0)), &mut seen, &mut [0; 3]);
    for position in seen {
        let won = game.outcome(&position).map(|outcome| outcome.verdict);
        for side in [Side::First, Side::Second] {
            assert_eq!(won == Some(Verdict::Win(side)), has_row(&position, side), "{position:?}");
        }
    }
}

#[test]
fn cross_begins_and_nought_follows() {
    // Page: "Cross begins. In turn, each player puts a mark on a free cell".
    assert_eq!(after(&ENTRY, "", "").position(), ".../.../... x");
    assert_eq!(after(&ENTRY, "", "b2").position(), ".../.x./... o");
    assert_eq!(after(&ENTRY, "", "b2 a3").position(), "o../.x./... x");
}

#[test]
fn a_row_comes_before_a_full_board() {
    // Page: "A ninth mark that completes a row wins".
    let mut session = at(&ENTRY, "", "oxo/xx./xoo x");
    session.play("c2").unwrap();
    let outcome = session.outcome().unwrap();
    assert_eq!((outcome.verdict, outcome.reason.key), (Verdict::Win(Side::First), "three-in-a-row"));
}

#[test]
fn what_cannot_be_is_refused_with_its_reason() {
    let mut session = after(&ENTRY, "", "b2");
    assert_eq!(session.play("b2").unwrap_err().to_string(), "impossible move: b2 is taken");
    assert_eq!(session.play("d4").unwrap_err().to_string(), "impossible move: \"d4\"");
    let counts = "position: 1 \"x\" and 0 \"o\"; with x to move there are as many of each";
    assert_eq!(refusal("x../.../... x"), counts);
    let counts = "position: 0 \"x\" and 1 \"o\"; with o to move there is one \"x\" more";
    assert_eq!(refusal("o../.../... o"), counts);
    assert_eq!(refusal("xxx/oo./o.. x"), "position: x has three in a row already, the game was over");
    assert!(refusal("x../.?./... o").contains("row 2, character 2"), "{}", refusal("x../.?./... o"));
}

#[test]
fn the_marks_tell_whose_turn_it_is_while_a_position_is_set_up() {
    assert_eq!(set_up(&ENTRY, "", ".../.../... x", "xb2").text(), ".../.x./... o");
    assert_eq!(set_up(&ENTRY, "", ".../.../... x", "xb2 oa1").text(), ".../.x./o.. x");
    // Two crosses and no nought are no position: it says so.
    let two = set_up(&ENTRY, "", ".../.../... x", "xb2 xa1");
    assert!(two.fault().unwrap().to_string().starts_with("position: 2 \"x\" and 0 \"o\""));
}
