use std::collections::BTreeSet;

use damier_core::board::Bits;
use damier_core::{Game, LineRules, Rng, Stop, Tracker};
use damier_table::Session;
use damier_testkit::play;

use super::twin::Twin;
use super::{ENTRY, NeoPettie};

/// Writes a position from the cells of its men and the seat to move.
fn board(white: &str, black: &str, seat: &str) -> String {
    let man = |cell: &str| {
        if white.split(' ').any(|man| man == cell) {
            'w'
        } else if black.split(' ').any(|man| man == cell) {
            'b'
        } else {
            '.'
        }
    };
    let row = |rank: u32| "abcdefghik".chars().map(|file| man(&format!("{file}{rank}"))).collect::<String>();
    let rows: Vec<String> = (1..=10).rev().map(row).collect();
    format!("{} {seat}", rows.join("/"))
}

fn resume(position: &str) -> Box<dyn Session> {
    play::at(&ENTRY, "", position)
}

fn play(position: &str, moves: &str) -> Box<dyn Session> {
    let mut session = resume(position);
    for mv in moves.split_ascii_whitespace() {
        session.play(mv).unwrap_or_else(|fault| panic!("{mv}: {fault}"));
    }
    session
}

/// Returns the scores and why the game ended.
fn end(session: &dyn Session) -> Option<([i32; 2], &'static str)> {
    session.outcome().map(|outcome| (outcome.score.unwrap(), outcome.reason.key))
}

#[test]
fn bits_agree_with_the_naive_twin() {
    let game = NeoPettie::new();
    let mut rng = Rng::new(9);
    let (mut captures, mut ends) = (BTreeSet::new(), 0);
    for round in 0..60 {
        let mut position = game.start(&mut rng);
        // Some games begin with few men left, so that ends are seen.
        for side in 0..2 {
            for _ in 0..round % 20 {
                let man = position.men[side].nth(rng.below(position.men[side].count_ones()));
                position.men[side] ^= 1 << man;
            }
        }
        for _ in 0..150 {
            let twin = Twin::read(&game.position_text(&position));
            let result = game.outcome(&position).map(|end| (end.score.unwrap(), end.reason.key));
            assert_eq!(result, twin.result(), "{}", game.position_text(&position));
            let repeated = game.adjudicate(&position, Stop::Repetition).score;
            assert_eq!(repeated, Some(twin.blocked()), "{}", game.position_text(&position));
            let expected = twin.moves();
            let moves = game.moves(&position);
            assert_eq!(moves.len(), expected.len());
            for &mv in &moves {
                let word = game.move_text(&position, mv);
                let next = game.after(&position, mv);
                assert_eq!(
                    game.position_text(&next),
                    expected[&word].text(),
                    "{word} in {}",
                    game.position_text(&position)
                );
                let taken = position.men.map(u128::count_ones).into_iter().sum::<u32>()
                    - next.men.map(u128::count_ones).into_iter().sum::<u32>();
                assert_eq!(game.is_progress(&position, mv), taken > 0);
                captures.insert(taken);
                if taken > 0 {
                    let result = game.outcome(&next).map(|end| (end.score.unwrap(), end.reason.key));
                    assert_eq!(
                        result,
                        expected[&word].result(),
                        "{word} in {}",
                        game.position_text(&position)
                    );
                    ends += u32::from(result.is_some());
                }
            }
            if result.is_some() {
                break;
            }
            let mut same = rng.clone();
            let mv = game.random_move(&position, &mut rng);
            assert_eq!(mv, moves[same.below(moves.len() as u32) as usize], "each as likely as the others");
            game.play(&mut position, mv);
        }
    }
    assert!(captures.is_superset(&BTreeSet::from([0, 1, 2])) && ends > 0, "{captures:?}, {ends} ends");
}

#[test]
fn rollouts_end_where_tracked_games_do() {
    // The fast random game keeps only the keys since the last capture; the plain one keeps them all.
    let game = NeoPettie::new();
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut fast = game.start(&mut rng);
        let rollout = game.rollout(&mut fast, &mut rng);
        let mut rng = Rng::new(seed);
        let mut slow = game.start(&mut rng);
        let mut tracker = Tracker::new(&game, &slow);
        let mut plies = 0;
        let outcome = loop {
            let mv = game.random_move(&slow, &mut rng);
            let progress = game.is_progress(&slow, mv);
            game.play(&mut slow, mv);
            plies += 1;
            let stop = tracker.played(&game, progress, &slow);
            let by_line = || stop.map(|stop| game.adjudicate(&slow, stop));
            if let Some(outcome) = game.outcome(&slow).or_else(by_line) {
                break outcome;
            }
        };
        assert_eq!((rollout.outcome, rollout.plies, fast), (outcome, plies, slow), "seed {seed}");
        assert_eq!(game.rollout(&mut slow, &mut rng).plies > 0, game.outcome(&fast).is_none());
    }
}

#[test]
fn four_rows_of_ten_and_no_file_j() {
    // docs/rules.md: "files a b c d e f g h i k (no j), ranks 1–10. Black on ranks 9 and 4, White on ranks 7 and 2, all ten
    // files. … White begins."
    let start = ENTRY.variant("").unwrap().open(&mut Rng::new(0));
    let (free, white, black) = ("..........", "wwwwwwwwww", "bbbbbbbbbb");
    let rows = [free, black, free, white, free, free, black, free, white, free].join("/");
    assert_eq!(start.position(), format!("{rows} w"));
    assert_eq!(start.seats()[0].name.fr, "Blanc");
    assert!(start.legal().contains(&"k2-k1".to_string()));
    assert!(!start.legal().iter().any(|mv| mv.contains('j')));
}

#[test]
fn one_cell_in_four_directions() {
    // Sheet: "en le déplaçant d'une case verticalement ou horizontalement (4 directions possibles)"
    let mut legal = resume(&board("e5", "k10", "w")).legal();
    legal.sort();
    assert_eq!(legal, ["e5-d5", "e5-e4", "e5-e6", "e5-f5"]);
    // docs/rules.md: "to a free cell … No jumps."
    assert_eq!(resume(&board("a1 a2 b1", "c1", "w")).legal().len(), 3);
}

#[test]
fn between_two_men_in_a_row_or_a_column() {
    // Sheet: "Si après un déplacement vous encadrez un pion adverse entre deux de vos pions sur une même verticale ou
    // horizontale et sans espace, il est capturé et retiré."
    let row = play(&board("d5 f4", "e5 k10", "w"), "f4-f5");
    assert_eq!(row.position(), board("d5 f5", "k10", "b"));
    let column = play(&board("e7 d5", "e6 k10", "w"), "d5-e5");
    assert_eq!(column.position(), board("e7 e5", "k10", "b"));
    // "sans espace": with a gap on either side nothing happens.
    let gap = play(&board("c5 f4", "e5 k10", "w"), "f4-f5");
    assert_eq!(gap.position(), board("c5 f5", "e5 k10", "b"));
    // Two enemies in a row are not between two men.
    let two = play(&board("c5 f4", "d5 e5 k10", "w"), "f4-f5");
    assert_eq!(two.position(), board("c5 f5", "d5 e5 k10", "b"));
    // Black captures in the same way.
    let black = play(&board("e5 k10", "d5 f4", "b"), "f4-f5");
    assert_eq!(black.position(), board("k10", "d5 f5", "w"));
}

#[test]
fn between_a_man_and_the_edge() {
    // Sheet: "Si après un déplacement vous coincez un pion ennemi entre le bord du damier et votre pion, vous capturez le
    // pion adverse."
    for (from, to, victim) in
        [("b6", "b5", "a5"), ("i6", "i5", "k5"), ("d2", "e2", "e1"), ("d9", "e9", "e10")]
    {
        let session = play(&board(from, &format!("{victim} f6"), "w"), &format!("{from}-{to}"));
        assert_eq!(session.position(), board(to, "f6", "b"), "{victim}");
    }
    // docs/rules.md: "along the line at right angles to that edge": from beside it along the edge, nothing.
    let beside = play(&board("b6", "a5 f6", "w"), "b6-a6");
    assert_eq!(beside.position(), board("a6", "a5 f6", "b"));
}

#[test]
fn a_man_in_a_corner_is_caught_by_either_edge() {
    // docs/rules.md: "(a man in a corner, by either edge)"
    for (from, to, corner) in [
        ("b2", "b1", "a1"),
        ("b2", "a2", "a1"),
        ("i2", "i1", "k1"),
        ("i2", "k2", "k1"),
        ("b9", "b10", "a10"),
        ("b9", "a9", "a10"),
        ("i9", "i10", "k10"),
        ("i9", "k9", "k10"),
    ] {
        let session = play(&board(from, &format!("{corner} f6"), "w"), &format!("{from}-{to}"));
        assert_eq!(session.position(), board(to, "f6", "b"), "{corner} from {to}");
    }
}

#[test]
fn two_or_three_men_at_once() {
    // Sheet: "En combinant ces deux règles de prise, deux ou trois pions peuvent être capturés au même coup"
    let three = play(&board("c5 g5 e7 e4", "d5 f5 e6 k10", "w"), "e4-e5");
    assert_eq!(three.position(), board("c5 g5 e7 e5", "k10", "b"));
    // One between two men, one against the edge.
    let two = play(&board("b7 c5", "a5 b6 f6", "w"), "c5-b5");
    assert_eq!(two.position(), board("b7 b5", "f6", "b"));
}

#[test]
fn stepping_between_two_enemies_is_safe() {
    // Sheet: "Un pion peut se placer de lui-même entre deux pions adverses sans être pris."
    let session = play(&board("e4 a1", "d5 f5", "w"), "e4-e5");
    assert_eq!(session.position(), board("e5 a1", "d5 f5", "b"));
    // docs/rules.md: "Only the moved man captures": a later move elsewhere does not take it either.
    let later = play(&session.position(), "f5-f6 a1-a2 f6-f7");
    assert_eq!(later.position(), board("e5 a2", "d5 f7", "w"));
    // Nor does the enemy that it steps beside fall to two men that stood there before.
    let between = play(&board("d5 f5 k1", "e6 b2", "b"), "e6-e5 k1-k2");
    assert_eq!(between.position(), board("d5 f5 k2", "e5 b2", "b"));
}

#[test]
fn the_last_man_gone_scores_the_men_left() {
    // Sheet: "Le jeu va jusqu'à la disparition d'une couleur : le vainqueur marque le nombre de ses pions restant"
    let session = play(&board("d5 f4 a1 b1", "e5", "w"), "f4-f5");
    assert_eq!(end(session.as_ref()), Some(([4, 0], "wiped-out")));
    assert_eq!(session.outcome().unwrap().verdict.code(), "first");
    let black = play(&board("a1", "b2 c3", "b"), "b2-b1");
    assert_eq!(end(black.as_ref()), Some(([0, 2], "wiped-out")));
}

#[test]
fn a_blocker_with_more_men_pays_ten() {
    // Sheet: "Le joueur qui a la supériorité numérique bloque le jeu : il est pénalisé de 10 points et on calcule l'écart
    // des forces en présence." docs/rules.md: "he leaves the opponent without a legal move"
    let session = play(&board("a2 b2 c2", "a1 b1", "w"), "c2-c1");
    assert_eq!(end(session.as_ref()), Some(([1 - 10, 0], "blocked")));
    assert_eq!(session.outcome().unwrap().verdict.code(), "second");
}

#[test]
fn a_blocker_with_fewer_men_or_as_many_pays_five() {
    // Sheet: "Le joueur qui a l'infériorité numérique sur le damier bloque le jeu : la partie s'arrête, mais il est
    // pénalisé de 5 points et on évalue alors la différence des nombres de pions en présence."
    let block = "a1 b1 c1 a2 b2 c2 a3 b3 c3";
    let fewer = play(&board("a4 b4 c4 d2 d3 e1", block, "w"), "e1-d1");
    assert_eq!(end(fewer.as_ref()), Some(([-5, 3], "blocked")));
    // docs/rules.md: "5 points if he has fewer men or as many"
    let equal = play(&board("a3 b3 c2 d1", "a1 b1 a2 b2", "w"), "d1-c1");
    assert_eq!(end(equal.as_ref()), Some(([-5, 0], "blocked")));
    // Black blocks as well.
    let black = play(&board("a1 b1 a2 b2", "a3 b3 c2 d1", "b"), "d1-c1");
    assert_eq!(end(black.as_ref()), Some(([0, -5], "blocked")));
}

#[test]
fn the_third_occurrence_blocks_the_game() {
    // docs/rules.md: "or makes a position occur for the third time [ruling]"; the blocker is who has just moved.
    let shuttle = "a1-a2 k10-k9 a2-a1 k9-k10 ";
    let by_black = play(&board("a1 d4 e6", "k10 h5", "w"), &shuttle.repeat(2));
    assert_eq!(end(by_black.as_ref()), Some(([1, -5], "repetition")));
    let shuttle = "k10-k9 a1-a2 k9-k10 a2-a1 ";
    let by_white = play(&board("a1 d4 e6", "k10 h5", "b"), &shuttle.repeat(2));
    assert_eq!(end(by_white.as_ref()), Some(([1 - 10, 0], "repetition")));
}

#[test]
fn a_hundred_plies_without_capture_score_the_difference() {
    // docs/rules.md: "Q(100) without capture: the difference, no penalty."
    let game = NeoPettie::new();
    assert_eq!(game.line_rules(), LineRules::with_quiet(100));
    let start = board("a1 b2 c3 d4 e5", "k10 i9 h8", "w");
    let mut session = resume(&start);
    let mut position = game.parse_position(&start).unwrap();
    let mut seen = BTreeSet::new();
    let mut rng = Rng::new(1);
    for ply in 0..100 {
        assert_eq!(end(session.as_ref()), None, "at ply {ply}");
        // A move that captures nothing and leads where the game has not been.
        let (mv, next) = loop {
            let mv = game.random_move(&position, &mut rng);
            let next = game.after(&position, mv);
            if !game.is_progress(&position, mv) && seen.insert(game.position_text(&next)) {
                break (mv, next);
            }
        };
        let word = game.move_text(&position, mv);
        session.play(&word).unwrap();
        position = next;
    }
    assert_eq!(end(session.as_ref()), Some(([2, 0], "quiet-limit")));
}

#[test]
fn wrong_positions_are_named() {
    let game = ENTRY.variant("").unwrap();
    let start = "10/bbbbbbbbbb/10/wwwwwwwwww/10/10/bbbbbbbbbb/10/wwwwwwwwww/10 w";
    assert_eq!(game.resume(start).unwrap().position(), game.open(&mut Rng::new(0)).position());
    for (wrong, part) in [
        (start.replace(" w", ""), "1 field(s) instead of 2"),
        (start.replace(" w", " x"), "seat to move: \"x\""),
        (start.replacen("10/", "", 1), "9 row(s)"),
        (start.replacen("10", "9", 1), "row 1 \"9\": 9 cells instead of 10"),
        (start.replacen('b', "x", 1), "row 2, character 1: \"x\""),
        (start.replacen("10", "9w", 1), "21 white men; at most 20"),
        (start.replacen("10", "9b", 1), "21 black men; at most 20"),
        ("10/10/10/10/10/10/10/10/10/10 w".to_string(), "no man on the board"),
    ] {
        let fault = game.resume(&wrong).err().unwrap().to_string();
        assert!(fault.contains(part), "{wrong}: {fault}");
    }
}

#[test]
fn impossible_moves_are_explained() {
    let start = ENTRY.variant("").unwrap().open(&mut Rng::new(0)).position();
    for (mv, why) in [
        ("a2", "\"a2\"; moves are written with two cells, as in a2-a3"),
        ("j2-j3", "\"j2\" is not a cell; the files are a b c d e f g h i k, the ranks 1 to 10"),
        ("a2-a11", "\"a11\" is not a cell; the files are a b c d e f g h i k, the ranks 1 to 10"),
        ("a4-a5", "a4 holds no man of yours"),
        ("a2-b2", "b2 is taken"),
        ("a2-b3", "b3 is too far from a2; a man steps one cell along its row or column"),
    ] {
        let fault = resume(&start).play(mv).unwrap_err().to_string();
        assert_eq!(fault, format!("impossible move: {why}"), "{mv}");
    }
}

#[test]
fn men_have_no_direction_so_the_square_keeps_its_eight_symmetries() {
    let game = NeoPettie::new();
    assert_eq!(game.symmetries(), 8);
    let position = game.parse_position(&board("a2", "c1", "w")).unwrap();
    let images: BTreeSet<String> =
        (0..8).map(|s| game.position_text(&game.transform(&position, s))).collect();
    let expected = [
        ("a2", "c1"),
        ("k2", "h1"),
        ("a9", "c10"),
        ("k9", "h10"),
        ("b1", "a3"),
        ("i1", "k3"),
        ("b10", "a8"),
        ("i10", "k8"),
    ];
    assert_eq!(images, expected.into_iter().map(|(w, b)| board(w, b, "w")).collect());
}
