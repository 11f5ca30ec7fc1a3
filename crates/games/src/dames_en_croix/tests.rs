use std::collections::BTreeSet;

use damier_core::{Game, LineRules, Rng};
use damier_table::Session;
use damier_testkit::play;

use super::twin::Twin;
use super::{DamesEnCroix, ENTRY};

/// Writes a position from the points of its men and what follows the rows.
fn board(white: &str, black: &str, rest: &str) -> String {
    let man = |point: &str| {
        if white.split(' ').any(|man| man == point) {
            'w'
        } else if black.split(' ').any(|man| man == point) {
            'b'
        } else {
            '.'
        }
    };
    let row = |rank: u32| {
        let files = if (3..=5).contains(&rank) { "abcdefg" } else { "cde" };
        files.chars().map(|file| man(&format!("{file}{rank}"))).collect::<String>()
    };
    let rows: Vec<String> = (1..=7).rev().map(row).collect();
    format!("{} {rest}", rows.join("/"))
}

fn resume(position: &str) -> Box<dyn Session> {
    play::at(&ENTRY, "", position)
}

fn after(moves: &str) -> Box<dyn Session> {
    play::after(&ENTRY, "", moves)
}

/// Returns the legal moves that begin with `prefix`, in alphabetical order.
fn legal(position: &str, prefix: &str) -> Vec<String> {
    let mut moves = resume(position).legal();
    moves.retain(|mv| mv.starts_with(prefix));
    moves.sort();
    moves
}

fn play(position: &str, moves: &str) -> Box<dyn Session> {
    let mut session = resume(position);
    for mv in moves.split_ascii_whitespace() {
        session.play(mv).unwrap_or_else(|fault| panic!("{mv}: {fault}"));
    }
    session
}

/// Returns who won and why.
fn end(session: &dyn Session) -> Option<(&'static str, &'static str)> {
    session.outcome().map(|outcome| (outcome.verdict.code(), outcome.reason.key))
}

/// Returns the field of a position's text that names the men to huff.
fn offenders(session: &dyn Session) -> String {
    session.position().split(' ').nth(2).unwrap().to_string()
}

/// Eight white men that are out of the way, all on points where they can capture nothing of what the tests set up.
const REAR: &str = "c1 d1 e1 c2 d2 e2 a3 g3";

#[test]
fn bits_agree_with_the_naive_twin() {
    let game = DamesEnCroix;
    let mut rng = Rng::new(5);
    let (mut ends, mut huffs, mut longest) = (BTreeSet::new(), 0, 0);
    for _ in 0..120 {
        let mut position = game.start(&mut rng);
        for _ in 0..400 {
            let twin = Twin::read(&DamesEnCroix.position_text(&position));
            let result = game.outcome(&position).map(|end| (end.verdict.code(), end.reason.key));
            assert_eq!(result, twin.result(), "{}", DamesEnCroix.position_text(&position));
            if let Some(result) = result {
                ends.insert(result);
                break;
            }
            let expected = twin.moves();
            let moves = game.moves(&position);
            assert_eq!(moves.len(), expected.len(), "{}", DamesEnCroix.position_text(&position));
            for &mv in &moves {
                let word = game.move_text(&position, mv);
                let next = game.after(&position, mv);
                let twin = expected
                    .get(&word)
                    .unwrap_or_else(|| panic!("{word} in {}", DamesEnCroix.position_text(&position)));
                assert_eq!(
                    DamesEnCroix.position_text(&next),
                    twin.text(),
                    "{word} in {}",
                    DamesEnCroix.position_text(&position)
                );
                longest = longest.max(mv.jumps);
            }
            let mut same = rng.clone();
            let mv = game.random_move(&position, &mut rng);
            assert_eq!(mv, moves[same.below(moves.len() as u32) as usize], "each as likely as the others");
            huffs += u32::from(mv.huffed() != 0);
            game.play(&mut position, mv);
        }
    }
    // The walk saw what it was to compare: the two ends that random play comes to, many huffs, chains.
    assert!(ends.contains(&("first", "no-move")) && ends.contains(&("second", "reduced")), "{ends:?}");
    assert!(huffs > 500 && longest >= 4, "{huffs} huffs, chains of {longest}");
}

#[test]
fn nine_black_twenty_white_four_points_free() {
    // Sheet: "Neuf pions noirs. Vingt pions blancs.", "Les blancs commencent." docs/rules.md: "9+20+4=33"
    let start = after("");
    assert_eq!(start.position(), "bbb/bbb/..bbb../wwwwwww/wwwwwww/www/www w -");
    assert_eq!((start.to_move().index(), start.seats()[0].name.fr), (0, "Blanc"));
    let count = |man| start.position().chars().take(39).filter(|&found| found == man).count();
    assert_eq!([count('w'), count('b'), count('.')], [20, 9, 4]);
}

#[test]
fn white_goes_ahead_or_sideways_never_back() {
    // Sheet: "Les blancs peuvent aller droit devant, en avant en diagonale, ou sur le côté. Les blancs n'ont pas le
    // droit d'aller en arrière."
    let centre = board(&format!("{REAR} d4"), "d7", "w -");
    assert_eq!(legal(&centre, "d4"), ["d4-c4", "d4-c5", "d4-d5", "d4-e4", "d4-e5"]);
    assert_eq!(
        resume(&centre).play("d4-d3").unwrap_err().to_string(),
        "impossible move: White does not go back"
    );
    // docs/rules.md: "diagonal between neighbours that are points with file+rank even": c4 is none.
    assert_eq!(legal(&board(&format!("{REAR} c4"), "d7", "w -"), "c4"), ["c4-b4", "c4-c5", "c4-d4"]);
}

#[test]
fn black_goes_in_every_direction_of_the_lines() {
    // Sheet: "Les noirs peuvent aller dans toutes les directions."
    let white = "c1 d1 e1 c2 d2 e2 a3 g3 g5";
    let eight = ["d4-c3", "d4-c4", "d4-c5", "d4-d3", "d4-d5", "d4-e3", "d4-e4", "d4-e5"];
    assert_eq!(legal(&board(white, "d4", "b -"), ""), eight);
    assert_eq!(legal(&board(white, "d5", "b -"), ""), ["d5-c5", "d5-d4", "d5-d6", "d5-e5"]);
    // No line leads round the inner corners of the cross: c6 and b5 are not joined.
    assert_eq!(legal(&board(white, "c6", "b -"), ""), ["c6-c5", "c6-c7", "c6-d6"]);
}

#[test]
fn captures_are_jumps_along_lines() {
    // Sheet: "Les captures se font par saut comme aux dames." docs/rules.md: "jumping in a straight line over a neighbouring
    // enemy to the free point behind, along lines."
    let straight = board(&format!("{REAR} d4"), "d5 c7", "w -");
    assert_eq!(legal(&straight, "d4x"), ["d4xd6"]);
    assert_eq!(play(&straight, "d4xd6").position(), board(&format!("{REAR} d6"), "c7", "b -"));
    // A line goes on from one flag into the next: b4, c5, d6.
    assert_eq!(legal(&board(&format!("{REAR} b4"), "c5 c7", "w -"), "b4x"), ["b4xd6"]);
    // The point behind is taken, or is no point.
    assert_eq!(legal(&board(&format!("{REAR} d4"), "d5 d6", "w -"), "d4x"), [""; 0]);
    assert_eq!(legal(&board(&format!("{REAR} d4"), "e5", "w -"), "d4x"), [""; 0]);
}

#[test]
fn white_captures_sideways_only_towards_the_central_line() {
    // Sheet: "Mais la prise de côté doit se faire en direction de la ligne centrale"
    let takes = |white: &str, black: &str| {
        legal(&board(&format!("{REAR} {white}"), black, "w -"), &format!("{white}x"))
    };
    assert_eq!(takes("a4", "b4 d7"), ["a4xc4"]);
    assert_eq!(takes("b4", "c4 d7"), ["b4xd4"]);
    assert_eq!(takes("g4", "f4 d7"), ["g4xe4"]);
    assert_eq!(takes("f4", "e4 d7"), ["f4xd4"]);
    assert_eq!(takes("d4", "c4 e4 d7"), [""; 0]);
    assert_eq!(takes("c4", "b4 d7"), [""; 0]);
    // Sheet: "Un pion noir sur la ligne centrale ne peut pas être pris de côté."
    assert_eq!(takes("c4", "d4 d7"), [""; 0]);
    assert_eq!(takes("e4", "d4 d7"), [""; 0]);
    // From the front it can, straight and diagonally.
    assert_eq!(takes("d4", "d5 d7"), ["d4xd6"]);
    assert_eq!(takes("c3", "d4 d7"), ["c3xe5"]);
}

#[test]
fn white_never_captures_backwards() {
    // Sheet: "Les blancs prennent par saut en avant ou diagonalement ou sur le côté."
    let position = board("d6 c1 d1 e1 c7 d7 e7 a3 g3", "d5 c5 e5", "w -");
    assert_eq!(legal(&position, "d6x"), [""; 0]);
}

#[test]
fn black_captures_in_every_direction() {
    // Sheet: "Les noirs prennent dans toutes les directions." From c3 seven jumps stay on the board.
    let position = board("d3 d4 c4 b4 b3 c2 d2 g4 g5", "c3", "b -");
    let first: BTreeSet<String> = legal(&position, "c3x").into_iter().map(|mv| mv[..5].to_string()).collect();
    let seven = ["c3xe3", "c3xe5", "c3xc5", "c3xa5", "c3xa3", "c3xc1", "c3xe1"].map(String::from);
    assert_eq!(first, BTreeSet::from(seven));
}

#[test]
fn jumps_chain_and_may_stop_anywhere() {
    // docs/rules.md: "Jumps may be chained with the same man … the chain may stop anywhere. `e5xc3xa5` lists the points."
    let position = board(&format!("{REAR} d4 b4 g5"), "e5", "b -");
    assert_eq!(legal(&position, "e5x"), ["e5xc3", "e5xc3xa5"]);
    assert_eq!(play(&position, "e5xc3xa5").position(), board(&format!("{REAR} g5"), "a5", "w -"));
}

#[test]
fn captured_men_leave_at_once_so_that_a_chain_may_come_back() {
    // docs/rules.md: "captured men leaving the board as they are jumped (so a chain may come back to where it began)"
    let position = board(&format!("{REAR} g4 d3 e4 d5 c4"), "c3", "b -");
    let round = legal(&position, "c3xe3xe5xc5xc3");
    assert_eq!(round, ["c3xe3xe5xc5xc3"]);
    assert_eq!(play(&position, &round[0]).position(), board(&format!("{REAR} g4"), "c3", "w -"));
    // The man passes over a point that it has just cleared: c5 over d5 to e5, back over d4 to c3 and on.
    let crossing = board(&format!("{REAR} g4 d5 d4 c4"), "c5", "b -");
    assert!(legal(&crossing, "c5").contains(&"c5xe5xc3xc5".to_string()));
}

#[test]
fn whites_chains_obey_the_same_limits() {
    // docs/rules.md: "White's each obeying the same limits"
    let position = board(&format!("{REAR} a4"), "b4 d4 c5 d7", "w -");
    assert_eq!(legal(&position, "a4x"), ["a4xc4", "a4xc4xc6"]);
}

#[test]
fn a_missed_capture_may_be_huffed() {
    // Sheet: "la règle du "soufflage" est de rigueur : on peut pénaliser l'adversaire qui ne vous a pas pris en lui
    // ôtant la pièce attaquante en question." docs/rules.md: "The huff is part of the turn, before the move".
    // e5 could have captured f5.
    let missed = after("f4-f5 c5-b5");
    assert_eq!(offenders(missed.as_ref()), "e5");
    let huffed = after("f4-f5 c5-b5 !e5/a4-a5");
    assert_eq!(huffed.position(), "bbb/bbb/wb.b.w./.wwww.w/wwwwwww/www/www b -");
    // The move is made on the board without the huffed man: its point is free.
    assert!(missed.legal().contains(&"!e5/f5-e5".to_string()));
    assert!(!missed.legal().contains(&"f5-e5".to_string()));
    // Only one man goes, and only one that offended.
    assert!(missed.legal().iter().all(|mv| !mv.starts_with('!') || mv.starts_with("!e5/")));
    // Nothing was missed before.
    assert_eq!(offenders(after("f4-f5").as_ref()), "-");
}

#[test]
fn huffing_is_optional_and_lasts_one_turn() {
    // docs/rules.md: "Offences last for the one turn that follows. The huff is … optional"
    let ignored = after("f4-f5 c5-b5 a4-a5");
    assert_eq!(offenders(ignored.as_ref()), "-");
    // Black now makes good what was missed: e5 is safe for the rest of the game.
    let later = after("f4-f5 c5-b5 a4-a5 e5xg5");
    assert_eq!(offenders(later.as_ref()), "-");
    assert!(later.legal().iter().all(|mv| !mv.starts_with('!')));
}

#[test]
fn the_man_that_moved_is_huffed_where_it_stands_now() {
    // docs/rules.md: "if it is the man that moved, it is removed where it stands now"
    let moved = after("f4-f5 e5-f4");
    assert_eq!(offenders(moved.as_ref()), "f4");
    let huffed = play(&moved.position(), "!f4/f5-e5");
    // White in turn could have captured the man on f4, from e3 and from g3, but only huffed it.
    assert_eq!(huffed.position(), "bbb/bbb/..bbw../wwwww.w/wwwwwww/www/www b e3.g3");
}

#[test]
fn every_man_that_could_have_captured_offends() {
    // docs/rules.md: "any enemy man that could have captured at the start of that turn"
    let position = board(&format!("{REAR} g5 b4 f4"), "c5 e5 d7", "b -");
    // a3 and g3 are taken: neither c5 nor e5 can land behind the man that it touches.
    assert_eq!(offenders(play(&position, "d7-c7").as_ref()), "-");
    let position = board("c1 d1 e1 c2 d2 e2 g5 b4 f4", "c5 e5 d7", "b -");
    assert_eq!(offenders(play(&position, "d7-c7").as_ref()), "c5.e5");
    // "A turn with any capture in it offends only by a chain broken off": e5 did not capture, but c5 did.
    assert_eq!(offenders(play(&position, "c5xa3").as_ref()), "-");
}

#[test]
fn a_chain_broken_off_offends_with_the_man_that_broke_off() {
    // docs/rules.md: "or stopped a chain that could go on … and then only with the man that broke off"
    let position = board(&format!("{REAR} g5 d4 b4"), "e5 c5", "b -");
    assert!(legal(&position, "c5x").contains(&"c5xe3".to_string()), "c5 too could have captured");
    assert_eq!(offenders(play(&position, "e5xc3").as_ref()), "c3");
    assert_eq!(offenders(play(&position, "e5xc3xa5").as_ref()), "-");
}

#[test]
fn offences_are_judged_before_ones_own_huff() {
    // docs/rules.md: "that could have captured at the start of that turn, before any huff of its own side"
    // White's d4 could take d5; White huffs that very man instead, and moves another.
    let position = board(&format!("{REAR} d4"), "d5 c7", "w d5");
    assert_eq!(offenders(play(&position, "!d5/a3-a4").as_ref()), "d4");
    assert_eq!(offenders(play(&position, "!d5/d4-d5").as_ref()), "d5");
    // A huff that makes a capture possible does not oblige to it: at the start of the turn there was none.
    let blocked = board(&format!("{REAR} d4"), "d5 d6 c7", "w d6");
    assert!(legal(&blocked, "!d6/d4x").contains(&"!d6/d4xd6".to_string()));
    assert_eq!(offenders(play(&blocked, "!d6/a3-a4").as_ref()), "-");
}

#[test]
fn white_wins_on_the_nine_points() {
    // Sheet: "Les blancs doivent occuper les neuf cases de départ des noirs !"
    let almost = board("c7 d7 e7 c6 d6 e6 d5 e5 c4", "a5", "w -");
    assert_eq!(end(resume(&almost).as_ref()), None);
    assert_eq!(end(play(&almost, "c4-c5").as_ref()), Some(("first", "occupied")));
}

#[test]
fn black_wins_when_white_has_eight_men() {
    // Sheet: "Si les noirs réduisent les blancs à huit pions, ils ont évidemment gagné."
    let nine = board(&format!("{REAR} d4"), "d5 c7", "b d4");
    assert_eq!(end(resume(&nine).as_ref()), None);
    assert_eq!(end(play(&nine, "d5xd3").as_ref()), Some(("second", "reduced")));
    // A huff counts as well, once the turn is over.
    assert_eq!(end(play(&nine, "!d4/c7-d7").as_ref()), Some(("second", "reduced")));
    assert_eq!(end(play(&nine, "c7-d7").as_ref()), None);
}

#[test]
fn a_player_without_a_move_loses() {
    // docs/rules.md: "A player with no legal move (no men left, too) loses"
    let last = board(&format!("{REAR} d4"), "d5", "w -");
    assert_eq!(end(play(&last, "d4xd6").as_ref()), Some(("first", "no-move")));
    let shut = "d7 c6 d6 e7 c5 e5 c1 d1 e1";
    assert_eq!(end(resume(&board(shut, "c7", "b -")).as_ref()), Some(("first", "no-move")));
    // A huff may open a way: then there is a legal move, and the game goes on.
    assert_eq!(legal(&board(shut, "c7", "b d7"), ""), ["!d7/c7-d7"]);
    // White, too: nine men who cannot go back, shut in from the front and the sides.
    let white = "c7 d7 e7 c6 e6 d6 a5 a4 a3";
    let held = board(white, "c5 b5 b4 b3 d5 e5 c4 c3", "w -");
    assert_eq!(end(resume(&held).as_ref()), Some(("second", "no-move")));
}

#[test]
fn what_may_be_huffed_is_part_of_the_position() {
    // Our ruling: two positions with the same men but other men to huff have other legal moves, and are not equal.
    let start = board(&format!("{REAR} f5 f3 g4"), "e5 c7", "w -");
    let cycle = "g4-f4 c7-d7 f4-g4 d7-c7";
    // e5 may take f5 all the time: the board of the start comes back, but now e5 may be huffed.
    assert_eq!(play(&start, cycle).position(), board(&format!("{REAR} f5 f3 g4"), "e5 c7", "w e5"));
    let twice = format!("{cycle} {cycle}");
    // The board occurs for the third time, the position only for the second.
    assert_eq!(end(play(&start, &twice).as_ref()), None);
    // With nothing to huff in it, the position after `g4-f4` is the first to occur three times.
    let third = play(&start, &format!("{twice} g4-f4"));
    assert_eq!(end(third.as_ref()), Some(("draw", "repetition")));
}

#[test]
fn a_hundred_plies_without_capture_or_white_advance() {
    // docs/rules.md: "Q(100) without a capture or a white move to a higher rank (a huff is no capture): draw."
    let game = DamesEnCroix;
    assert_eq!(game.line_rules(), LineRules::with_quiet(100));
    let progress = |position: &str, mv: &str| {
        let position = game.parse_position(position).unwrap();
        game.is_progress(&position, game.parse_move(&position, mv).unwrap())
    };
    let white = board(&format!("{REAR} d4 g4"), "d5 f4 c7", "w c7");
    assert!(progress(&white, "d4-e5") && progress(&white, "d4xd6") && progress(&white, "g4xe4"));
    assert!(!progress(&white, "d4-c4") && !progress(&white, "!c7/d4-c4"));
    assert!(progress(&white, "!c7/d4-c5"));
    let black = board(&format!("{REAR} d4"), "d5 c6", "b d4");
    assert!(progress(&black, "d5xd3"));
    assert!(!progress(&black, "c6-c7") && !progress(&black, "c6-c5") && !progress(&black, "!d4/d5-d4"));
}

#[test]
fn wrong_positions_are_named() {
    let game = ENTRY.variant("").unwrap();
    for (wrong, part) in [
        ("bbb/bbb/..bbb../wwwwwww/wwwwwww/www/www w", "2 field(s) instead of 3"),
        ("bbb/bbb/..bbb../wwwwwww/wwwwwww/www w -", "6 row(s)"),
        ("bbb/bbb/..bxb../wwwwwww/wwwwwww/www/www w -", "row 3, character 4: \"x\""),
        ("bbb/bbb/.wbbb../wwwwwww/wwwwwww/www/www w -", "21 white men; at most 20"),
        ("bbb/bbb/.bbbb../wwwwwww/wwwwwww/www/www w -", "10 black men; at most 9"),
        ("bbb/bbb/..bbb../wwwwwww/wwwwwww/www/www x -", "seat to move: \"x\""),
        ("bbb/bbb/..bbb../wwwwwww/wwwwwww/www/www w c4", "c4 holds no man of the side that has just played"),
        ("bbb/bbb/..bbb../wwwwwww/wwwwwww/www/www w c5.a1", "\"a1\"; expected - or points"),
    ] {
        let fault = game.resume(wrong).err().unwrap().to_string();
        assert!(fault.contains(part), "{wrong}: {fault}");
    }
    // Digits stand for free points, and the men to huff may come in any order.
    let read = game.resume("bbb/bbb/2bbb2/7w/wwwwwww/www/www w e5.c5").err().unwrap().to_string();
    assert!(read.contains("row 4"), "{read}");
    let read = game.resume("bbb/bbb/2bbb2/wwwwwww/wwwwwww/www/www w e5.c5").unwrap();
    assert_eq!(read.position(), "bbb/bbb/..bbb../wwwwwww/wwwwwww/www/www w c5.e5");
}

#[test]
fn impossible_moves_are_explained() {
    let say = |moves: &str, mv: &str| after(moves).play(mv).unwrap_err().to_string();
    for (moves, mv, why) in [
        ("", "a1-a2", "\"a1\" is not a point of the board"),
        ("", "c5-b5", "c5 holds no man of yours"),
        ("", "c3-c4", "c4 is taken"),
        ("", "a4-b5", "no line leads in one step from a4 to b5"),
        ("", "a4xc4", "c4 is taken"),
        ("", "b4xd6", "d6 is taken"),
        ("f4-f5", "e5xe3", "e3 is taken"),
        ("f4-f5", "e5xa5", "no capture from e5 to a5"),
        ("f4-f5 c5-b5", "!d7/a4-a5", "there is nothing to huff on d7"),
        ("f4-f5 c5-b5", "!z9/a4-a5", "\"z9\" is not a point of the board"),
        ("", "a4", "\"a4\"; moves are written a4-a5, e5xc3xa5 or !c4/a4-a5"),
    ] {
        assert_eq!(say(moves, mv), format!("impossible move: {why}"), "{mv}");
    }
    let sideways = board(&format!("{REAR} c4"), "b4 d7", "w -");
    let fault = resume(&sideways).play("c4xa4").unwrap_err().to_string();
    assert!(fault.contains("sideways towards the central line"), "{fault}");
}

#[test]
fn the_mirror_is_file_d() {
    let game = DamesEnCroix;
    let position = game.parse_position(&board(&format!("{REAR} b4"), "c5 c7", "b b4.c2")).unwrap();
    let image = board("c1 d1 e1 c2 d2 e2 a3 g3 f4", "e5 e7", "b e2.f4");
    assert_eq!(DamesEnCroix.position_text(&game.transform(&position, 1)), image);
    let start = game.start(&mut Rng::new(0));
    assert_eq!(game.transform(&start, 1), start);
}

#[test]
fn a_hundred_quiet_plies_are_a_draw() {
    // docs/rules.md: "Q(100) without a capture or a white move to a higher rank … draw."
    let game = DamesEnCroix;
    let start = board("c1 d1 c2 d2 e2 a3 b3 f3 e3", "c7 e7", "w -");
    let mut session = resume(&start);
    let mut position = game.parse_position(&start).unwrap();
    let mut seen = BTreeSet::new();
    let mut rng = Rng::new(3);
    for ply in 0..100 {
        assert_eq!(end(session.as_ref()), None, "at ply {ply}");
        // A quiet move, far from captures, that leads where the game has not been.
        let (mv, next) = loop {
            let mv = game.random_move(&position, &mut rng);
            let next = game.after(&position, mv);
            let apart = next.men[1] & super::board::HOME == 0;
            if apart && !game.is_progress(&position, mv) && seen.insert(DamesEnCroix.position_text(&next)) {
                break (mv, next);
            }
        };
        let word = game.move_text(&position, mv);
        session.play(&word).unwrap();
        position = next;
    }
    assert_eq!(end(session.as_ref()), Some(("draw", "quiet-limit")));
}

#[test]
fn men_that_may_be_huffed_are_set_up_with_a_mark() {
    let start = board("c3 c2 c1 d1 d2 d3", "c5", "w -");
    let setup = play::set_up(&ENTRY, "", &start, "!c5");
    assert_eq!(setup.text(), board("c3 c2 c1 d1 d2 d3", "c5", "w c5"));
    assert!(setup.fault().is_none());
    // A man of the side to move has nothing to answer for.
    let setup = play::set_up(&ENTRY, "", &start, "!c3");
    let fault = setup.fault().unwrap().to_string();
    assert!(fault.contains("c3 holds no man of the side that has just played"), "{fault}");
}
