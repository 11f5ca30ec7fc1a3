use std::collections::BTreeSet;

use damier_core::{Game, Indexed, Rng};
use damier_table::{Session, Step};
use damier_testkit::play;

use super::rules::{GOAL, START};
use super::twin::Twin;
use super::{ENTRY, Halma};

fn resume(position: &str) -> Box<dyn Session> {
    play::at(&ENTRY, "", position)
}

fn legal(position: &str) -> BTreeSet<String> {
    resume(position).legal().into_iter().collect()
}

#[test]
fn tables_agree_with_the_naive_twin() {
    let game = Halma::new();
    let mut rng = Rng::new(17);
    let mut position = game.start(&mut rng);
    let mut holes = 0u32;
    for _ in 0..5000 {
        let twin = Twin::new(&game.position_text(&position)).moves();
        let moves = game.moves(&position);
        assert_eq!(moves.len(), twin.len());
        for mv in moves {
            let word = game.move_text(&position, mv);
            let after = game.after(&position, mv);
            assert_eq!(twin.get(&word), Some(&game.position_text(&after)), "{word}");
        }
        holes |= 1 << position.hole;
        let mv = game.random_move(&position, &mut rng);
        game.play(&mut position, mv);
        if position == GOAL {
            position = START;
        }
    }
    assert_eq!(holes, (1 << 17) - 1, "the walk had every cell free at some time");
}

#[test]
fn rollouts_draw_every_move_equally_often() {
    let game = Halma::new();
    for number in 0..17 {
        let drawn = |cell: u8| game.draws[number as usize * 8..][..8].iter().filter(|&&d| d == cell).count();
        let sources: BTreeSet<u8> = game.from[number as usize].iter().filter_map(|&from| from).collect();
        let each: BTreeSet<usize> = sources.iter().map(|&cell| drawn(cell)).collect();
        assert_eq!(each.len(), 1, "all as often as each other");
        assert!(!each.contains(&0) && !sources.contains(&number));
        assert_eq!(each.iter().sum::<usize>() * sources.len() + drawn(number), 8);
    }
}

#[test]
fn rollouts_are_as_long_as_walks_of_single_moves() {
    let game = Halma::new();
    let mut rng = Rng::new(3);
    let (mut slow, mut fast) = (0, 0);
    for _ in 0..100 {
        let mut position = game.start(&mut rng);
        while game.outcome(&position).is_none() {
            let mv = game.random_move(&position, &mut rng);
            game.play(&mut position, mv);
            slow += 1;
        }
        let mut end = game.start(&mut rng);
        let rollout = game.rollout(&mut end, &mut rng);
        assert_eq!(game.position_text(&end), "www/www/ww.bb/bbb/bbb");
        assert_eq!(game.rollout(&mut end, &mut rng).plies, 0);
        fast += rollout.plies;
    }
    // The length of such a walk varies about as much as it is long: means of a hundred are within 10 % or so.
    let ratio = f64::from(fast) / f64::from(slow);
    assert!((0.6..1.6).contains(&ratio), "{fast} plies against {slow}");
}

#[test]
fn black_upper_left_white_lower_right_centre_free() {
    // Sheet: "Huit pions noirs. Huit pions blancs." docs/rules.md: "Black on the upper left eight, white on the lower right
    // eight, c3 empty."
    let session = ENTRY.variant("").unwrap().open(&mut Rng::new(0));
    assert_eq!(session.position(), "bbb/bbb/bb.ww/www/www");
    assert_eq!(session.seats().len(), 1);
}

#[test]
fn eight_moves_are_possible() {
    // Sheet: "Il y a huit mouvements différents possibles : sN , sS , sE , sO , dN , dS , dE , dO ."
    let all = ["sN", "sS", "sE", "sO", "dN", "dS", "dE", "dO"].map(String::from);
    assert_eq!(legal("bbb/bbb/bb.ww/www/www"), BTreeSet::from(all));
}

#[test]
fn a_man_steps_to_a_free_neighbour() {
    // Sheet: "On peut déplacer un pion d'une case à une case adjacente libre"; the direction is the man's.
    for (mv, after) in [
        ("dN", "bbb/bbb/bbwww/.ww/www"),
        ("dS", "bbb/bb./bbbww/www/www"),
        ("dE", "bbb/bbb/b.bww/www/www"),
        ("dO", "bbb/bbb/bbw.w/www/www"),
    ] {
        let mut session = resume("bbb/bbb/bb.ww/www/www");
        session.play(mv).unwrap();
        assert_eq!(session.position(), after, "{mv}");
    }
}

#[test]
fn a_man_jumps_over_a_neighbour_of_either_colour() {
    // Sheet: "ou le faire sauter par dessus un voisin immédiat (quelle que soit sa couleur), à condition qu'il retombe
    // sur une case libre."
    let mut over_own = resume("bbb/bbb/bb.ww/www/www");
    over_own.play("sE").unwrap();
    assert_eq!(over_own.position(), "bbb/bbb/.bbww/www/www");
    let mut over_other = resume("bbb/bbb/bbw.w/www/www");
    over_other.play("sE").unwrap();
    assert_eq!(over_other.position(), "bbb/bbb/b.wbw/www/www");
}

#[test]
fn only_rows_and_columns_and_only_one_man_is_jumped() {
    // Sheet: "Seuls les mouvements en ligne ou en colonne sont permis." and "par dessus un voisin immédiat"
    // The corner a5 has two neighbours and two cells right behind them, and nothing comes diagonally.
    let four = ["dN", "dO", "sN", "sO"].map(String::from);
    assert_eq!(legal(".bb/bbb/bbbww/www/www"), BTreeSet::from(four));
    // The longest move into a3 along its row comes from c3, not from d3 or e3.
    let mut session = resume("bbb/bbb/.bbww/www/www");
    session.play("sO").unwrap();
    assert_eq!(session.position(), "bbb/bbb/bb.ww/www/www");
}

#[test]
fn solved_when_all_men_have_changed_places() {
    // Sheet: "Interchanger les pions blancs et noirs". docs/rules.md: "Solved when all men have changed places."
    let outcome = resume("www/www/ww.bb/bbb/bbb").outcome().unwrap();
    assert_eq!((outcome.verdict.code(), outcome.reason.key), ("solved", "exchanged"));
    // All black men are there, but a white one is still on c3.
    let almost = resume("www/www/w.wbb/bbb/bbb");
    assert!(almost.outcome().is_none() && almost.count() > 0);
}

#[test]
fn wrong_positions_are_named() {
    let game = ENTRY.variant("").unwrap();
    for (wrong, part) in [
        ("bbb/bbb/bbbww/www/www", "0 free cell(s), 9 black, 8 white; expected 1, 8 and 8"),
        ("bbb/bbb/b..ww/www/www", "2 free cell(s), 7 black, 8 white; expected 1, 8 and 8"),
        ("bbb/bbw/bb.ww/www/www", "1 free cell(s), 7 black, 9 white; expected 1, 8 and 8"),
        ("bbb/bbb/bb.ww/www", "4 row(s)"),
        ("bbb/bbb/bb.w/www/www", "row 3 \"bb.w\": 4 cells instead of 5"),
        ("bbb/bxb/bb.ww/www/www", "row 2, character 2: \"x\""),
        ("bbb/bbb/bb.ww/www/www 1", "2 field(s) instead of 1"),
    ] {
        let fault = game.resume(wrong).err().unwrap().to_string();
        assert!(fault.contains(part), "{wrong}: {fault}");
    }
}

#[test]
fn impossible_moves_are_explained() {
    let say = |mv: &str| resume(".bb/bbb/bbbww/www/www").play(mv).unwrap_err().to_string();
    assert_eq!(say("dE"), "impossible move: no man can come to a5 by dE");
    assert_eq!(say("dn"), "impossible move: \"dn\"; the moves are dN dS dE dO sN sS sE sO");
}

#[test]
fn a_move_is_clicked_on_its_man() {
    let session = resume("bbb/bbb/bb.ww/www/www");
    for (mv, cell) in [("dE", "b3"), ("dO", "d3"), ("dS", "c4"), ("dN", "c2"), ("sE", "a3"), ("sN", "c1")] {
        assert_eq!(session.steps(mv), [Step::on(cell, mv)]);
    }
}

#[test]
fn the_mirror_keeps_start_and_goal() {
    // The diagonal a5–e1 takes each square to itself, so that no colour need change.
    let game = Halma::new();
    assert_eq!(game.symmetries(), 2);
    assert_eq!(game.transform(&START, 1), START);
    assert_eq!(game.transform(&GOAL, 1), GOAL);
    let parse = |text| game.parse_position(text).unwrap();
    let mirrored = game.transform(&parse("bbb/bbb/b.bww/www/www"), 1);
    assert_eq!(game.position_text(&mirrored), "bbb/bb./bbbww/www/www");
}

#[test]
fn numbers_and_positions_match_one_to_one() {
    let game = Halma::new();
    // 17 places for the free cell, and 16!/(8! 8!) = 12870 sets of black men on the others.
    assert_eq!(game.size(), 17 * 12870);
    for number in 0..game.size() {
        let position = game.unindex(number).unwrap();
        assert_eq!(position.black.count_ones(), 8);
        assert_eq!(position.black >> position.hole & 1, 0);
        assert_eq!(game.index(&position), number);
    }
    assert_eq!(game.unindex(game.size()), None);
}
