use damier_core::{Game, Lang, Rng};
use damier_scene::View;
use damier_table::Session;
use damier_testkit::play;

use super::{ENTRY, Gomoku};

fn after(variant: &str, moves: &str) -> Box<dyn Session> {
    play::after(&ENTRY, variant, moves)
}

/// Sets up a drawn position and plays from it.
fn from(variant: &str, position: &str, moves: &str) -> Box<dyn Session> {
    let mut session = ENTRY.variant(variant).unwrap().resume(position).unwrap();
    for mv in moves.split_ascii_whitespace() {
        session.play(mv).unwrap();
    }
    session
}

/// The result and the reason's key, or `-`.
fn end(session: &dyn Session) -> String {
    session.outcome().map_or("-".to_string(), |end| format!("{} {}", end.verdict.code(), end.reason.key))
}

fn allows(session: &dyn Session, mv: &str) -> bool {
    session.legal().iter().any(|legal| legal == mv)
}

#[test]
fn blue_begins_anywhere() {
    // docs/rules.md: "Board 19×19 points […], files a–s without a gap, ranks 1–19. First begins anywhere."
    let session = after("", "");
    assert_eq!(session.count(), 361);
    assert_eq!(session.to_move().index(), 0);
    for corner in ["a1", "s1", "a19", "s19", "i9", "j10"] {
        assert!(allows(&*session, corner), "{corner}");
    }
    assert_eq!(after("", "j10").to_move().index(), 1);
}

#[test]
fn stones_go_to_free_points_only() {
    // Sheet: "en posant une de leurs pierres sur une intersection libre du plateau quadrillé"
    let mut session = after("size=9", "e5");
    let mut refusal = |mv: &str| session.play(mv).unwrap_err().to_string();
    assert_eq!(refusal("e5"), "impossible move: e5 is taken");
    assert_eq!(refusal("k1"), "impossible move: \"k1\" is not a point from a1 to i9");
    assert_eq!(refusal("pass"), "impossible move: there is no passing, some point is always allowed");
    assert_eq!(
        session.position(),
        "........./........./........./........./....b..../........./........./........./......... r 0-0"
    );
}

#[test]
fn a_pair_is_captured_between_two_stones() {
    // Sheet, first figure: "En jouant en "a", Bleu capture la paire rouge."
    let session = from("size=9", "9/9/9/9/2brr4/9/9/9/9 b", "f5");
    assert_eq!(
        session.position(),
        "........./........./........./........./..b..b.../........./........./........./......... r 2-0"
    );
    // Sheet: "Les intersections libérées peuvent être réoccupées par la suite."
    assert!(allows(&*session, "d5") && allows(&*session, "e5"));
    // docs/rules.md: "every pair of exactly two enemy stones"
    for row in ["2br5", "2brrr3", "2brb4", "3rr4", "2b1rr3", "2br1r3"] {
        let position = format!("9/9/9/9/{row}/9/9/9/9 b");
        for mv in ["a5", "b5", "d5", "f5", "g5"] {
            let game = ENTRY.variant("size=9").unwrap();
            let mut session = game.resume(&position).unwrap();
            if allows(&*session, mv) {
                session.play(mv).unwrap();
                assert!(session.position().ends_with(" 0-0"), "{row} {mv}");
            }
        }
    }
}

#[test]
fn several_pairs_are_captured_at_once_in_all_directions() {
    // Sheet: "La pose d'une même pierre peut permettre de prendre plusieurs paires d'un seul coup. Une fois sa pierre
    // posée, un joueur ne peut pas refuser de prendre une paire."
    let star = "b..b..b/.r.r.r./..rrr../brr.rrb/..rrr../.r.r.r./b..b..b b";
    let session = from("size=7", star, "d4");
    assert_eq!(session.position(), "b..b..b/......./......./b..b..b/......./......./b..b..b r 16-0");
    assert_eq!(end(&*session), "first ten-captured");
    // The pairs d4 e4 and g5 h6.
    let two = from("size=9", "9/9/8b/7r1/6r2/2brr4/9/9/9 b 2-4", "f4");
    assert!(two.position().ends_with(" 6-4"));
}

#[test]
fn a_stone_set_between_two_enemies_is_safe() {
    // Sheet, second figure: "Rouge peut poser en a sans risque."
    let session = from("size=9", "9/9/2r6/2b6/2b1rb3/9/9/9/9 r", "d5");
    assert!(session.position().ends_with(" b 0-0"));
    assert!(session.position().contains("/..brrb.../"));
    // "Mais attention !, si, par la suite, il prend une des pierres bleues, sa paire devient alors vulnérable."
    let session = from("size=9", "9/9/2r6/2b6/2b1rb3/9/9/9/9 r", "d5 i9 c4 c5");
    assert!(session.position().contains("/..b..b.../"), "{}", session.position());
    assert!(session.position().ends_with(" r 2-2"));
}

#[test]
fn five_or_more_in_any_direction_win() {
    // Sheet: "réaliser un alignement continu de cinq pierres […] aussi bien verticalement, horizontalement qu'en
    // diagonale"
    for (position, mv) in [
        ("9/9/9/9/bbb1b4/9/9/9/9 b", "d5"),
        ("4b4/4b4/9/4b4/4b4/9/9/9/9 b", "e7"),
        ("b8/1b7/2b6/9/4b4/9/9/9/9 b", "d6"),
        ("9/9/9/9/4b4/5b3/6b2/7b1/9 b", "i1"),
        ("8b/7b1/6b2/5b3/9/9/9/9/9 b", "e5"),
    ] {
        for variant in ["simple,size=9", "prise-finale,size=9", "double-trois,size=9", "size=9"] {
            assert_eq!(end(&*from(variant, position, "")), "-", "{position}");
            assert_eq!(end(&*from(variant, position, mv)), "first five", "{position}");
        }
    }
    // "un alignement de plus de cinq pierres (par exemple, lorsqu'on bouche un trou entre deux alignements de trois
    // pierres chacun)"
    assert_eq!(end(&*from("size=9", "9/9/9/9/1bbb1bbb1/9/9/9/9 b", "e5")), "first five");
    // A line does not go on around the edge of the board.
    assert_eq!(end(&*from("size=9", "9/9/9/9/7bb/bb7/9/9/9 b", "c4")), "-");
    assert_eq!(end(&*from("simple,size=9", "9/9/9/9/6bbb/b8/9/9/9 b", "b4")), "-");
}

#[test]
fn ten_captured_stones_win() {
    // Sheet: "prendre dix pierres à l'adversaire"
    assert_eq!(end(&*from("size=9", "9/9/9/9/2brr4/9/9/9/9 b 6-8", "f5")), "-");
    assert_eq!(end(&*from("size=9", "9/9/9/9/2brr4/9/9/9/9 b 8-8", "f5")), "first ten-captured");
    assert_eq!(end(&*from("size=9", "9/9/9/9/2rbb4/9/9/9/9 r 8-8", "f5")), "second ten-captured");
}

#[test]
fn a_full_board_is_a_draw() {
    // docs/rules.md: "Board full: draw." Stripes of two and two leave nobody five in line.
    let almost = "rbbrrbb/brrbbrr/rbbrrbb/rbbrrbb/brrbbrr/rbbrrbb/brrbb.r b 2-0";
    let session = from("simple,size=7", almost, "f1");
    assert_eq!(end(&*session), "draw board-full");
    // A five on the last point still wins.
    let almost = "rbbrrbb/brrbbrr/rbbrrbb/rbbrrbb/brrbbrr/rbbrrbb/rbbbb.r b 2-0";
    assert_eq!(end(&*from("simple,size=7", almost, "f1")), "first five");
    assert_eq!(end(&*from("size=7", almost, "f1")), "first five");
}

/// Blue makes a five with e5; e4 then takes e5 and e6, below the red stone on e7.
const BREAKABLE: &str = "9/9/4r4/4b4/2bb1bb2/9/9/9/9 b";

#[test]
fn rule_a_lets_a_five_be_broken() {
    // Sheet: "Un joueur qui a réalisé un alignement de cinq pierres ou plus n'a pas gagné tant que son adversaire a
    // l'opportunité de casser cet alignement en prenant une paire."
    for variant in ["size=9", "prise-finale,size=9", "prise-finale,double-trois,size=9"] {
        assert_eq!(end(&*from(variant, BREAKABLE, "e5")), "-");
        assert_eq!(end(&*from(variant, BREAKABLE, "e5 e4")), "-");
        // "il vous suffit de combler le trou à votre tour de jeu"
        assert_eq!(end(&*from(variant, BREAKABLE, "e5 e4 e5")), "first five");
        // docs/rules.md: "after the opponent's move, a five of the liner's still stands […], the liner wins"
        assert_eq!(end(&*from(variant, BREAKABLE, "e5 e8")), "first five-kept");
    }
    for variant in ["simple,size=9", "double-trois,size=9"] {
        assert_eq!(end(&*from(variant, BREAKABLE, "e5")), "first five");
    }
    let session = from("size=9", BREAKABLE, "e5");
    let scene = session.scene(&View::new(Lang::En));
    assert!(scene.captions.iter().any(|words| words.starts_with("Blue has a five: Red must break it")));
}

#[test]
fn rule_a_asks_for_no_five_left() {
    // docs/rules.md: "can capture a pair so that no five of the liner's is left on the board". Six in line, c5 to h5, and the
    // pair g5 g6 taken by g4: c5 to f5 are left, which is four.
    assert_eq!(end(&*from("size=9", "9/9/6r2/6b2/2bb1bbb1/9/9/9/9 b", "e5")), "-");
    // The pair h5 h6 instead: c5 to g5 are left, which is five.
    assert_eq!(end(&*from("size=9", "9/9/7r1/7b1/2bb1bbb1/9/9/9/9 b", "e5")), "first five");
    // Two fives at once, e5 to e9 and c5 to g5: the pair c5 c6 breaks only one.
    assert_eq!(end(&*from("size=9", "4b4/4b4/2r1b4/2b1b4/2bb1bb2/9/9/9/9 b", "e5")), "first five");
    // The pair e6 f5, taken by g4 before d7, breaks both; d5 d6, taken by d4, would break one.
    let cross = "4b4/4b4/3rb4/3bb4/2bb1bb2/9/9/9/9 b";
    assert_eq!(end(&*from("size=9", cross, "e5")), "-");
    assert_eq!(end(&*from("size=9", cross, "e5 g4")), "-");
    assert_eq!(end(&*from("size=9", cross, "e5 d4")), "first five-kept");
}

#[test]
fn rule_a_lets_ten_captured_stones_answer_a_five() {
    // docs/rules.md: "or can reach ten captured stones". Sheet: "si votre adversaire vous a déjà pris quatre paires, la
    // situation est tout autre". The pair b2 c2 has nothing to do with the line.
    let position = |captured: &str| format!("9/9/9/9/2bb1bb2/9/9/rbb6/9 b {captured}");
    assert_eq!(end(&*from("size=9", &position("0-6"), "e5")), "first five");
    assert_eq!(end(&*from("size=9", &position("0-8"), "e5")), "-");
    assert_eq!(end(&*from("size=9", &position("0-8"), "e5 d2")), "second ten-captured");
    assert_eq!(end(&*from("size=9", &position("0-8"), "e5 i9")), "first five-kept");
    assert_eq!(end(&*from("simple,size=9", &position("0-8"), "e5")), "first five");
    // Two pairs at once, from d2: b2 c2 after a2, and d3 d4 before d5.
    let five = |captured: &str| format!("9/9/9/9/3rbb1bb/3b3b1/3b5/rbb6/9 b {captured}");
    assert_eq!(end(&*from("size=9", &five("0-6"), "g5")), "-");
    assert_eq!(end(&*from("size=9", &five("0-6"), "g5 d2")), "second ten-captured");
    assert_eq!(end(&*from("size=9", &five("0-4"), "g5")), "first five");
}

#[test]
fn a_standing_five_beats_a_new_one() {
    // docs/rules.md: "the liner wins (even if that move made a five of its own)"
    let position = "9/9/4r4/4b4/2bb1bb2/9/9/9/rrrr5 b";
    assert_eq!(end(&*from("size=9", position, "e5 e1")), "first five-kept");
    // "if the move broke the five and made one, rule A now applies to it": nothing takes a stone of a4 to e4.
    let position = "9/9/4r4/4b4/2bb1bb2/rrrr5/9/9/9 b";
    assert_eq!(end(&*from("size=9", position, "e5 e4")), "second five");
    // With red d3, Blue's d2 takes d3 and d4, below d5.
    let position = "9/9/4r4/4b4/2bb1bb2/rrrr5/3r5/9/9 b";
    assert_eq!(end(&*from("size=9", position, "e5 e4")), "-");
    assert_eq!(end(&*from("size=9", position, "e5 e4 d2")), "-");
    assert_eq!(end(&*from("size=9", position, "e5 e4 e5")), "second five-kept");
}

#[test]
fn a_five_met_in_a_typed_position_is_judged() {
    // The side to move with a five kept it through the other side's move.
    let five = "9/9/9/9/2bbbbb2/9/9/9/9";
    assert_eq!(end(&*from("size=9", &format!("{five} b"), "")), "first five-kept");
    assert_eq!(end(&*from("size=9", &format!("{five} r"), "")), "first five");
    assert_eq!(end(&*from("simple,size=9", &format!("{five} b"), "")), "first five");
    let both = "9/9/9/9/2bbbbb2/9/9/9/rrrrr4";
    assert_eq!(end(&*from("size=9", &format!("{both} b"), "")), "first five-kept");
    assert_eq!(end(&*from("size=9", &format!("{both} r"), "")), "second five-kept");
}

#[test]
fn rule_b_forbids_two_free_threes() {
    // Sheet, last figure: "Il est interdit à Rouge de jouer en a." Here a is e5, b is b5.
    let figure = "9/9/9/9/2rr5/4r4/4r4/9/9 r";
    for variant in ["size=9", "double-trois,size=9"] {
        let mut session = from(variant, figure, "");
        let fault = session.play("e5").unwrap_err();
        assert_eq!(fault.say(Lang::Fr), "coup impossible : e5 ferait un double-trois");
        assert_eq!(session.count(), 81 - 4 - 1);
    }
    // "Il y serait autorisé si, par exemple, une pierre bleue se trouvait en b. En effet, l'alignement de trois pierres
    // horizontal ne serait alors pas libre puisque bloqué par b."
    assert!(allows(&*from("size=9", "9/9/9/9/1brr5/4r4/4r4/9/9 r", ""), "e5"));
    // The rule binds the mover only: Blue may play there. Without the rule, so may Red.
    assert!(allows(&*from("size=9", "9/9/9/9/2rr5/4r4/4r4/9/9 b", ""), "e5"));
    for variant in ["simple,size=9", "prise-finale,size=9"] {
        assert!(allows(&*from(variant, figure, ""), "e5"));
    }
}

#[test]
fn free_threes_are_the_two_dispositions() {
    // Sheet: "Ce sont les deux dispositions suivantes", three together or two and one, with room for four between two
    // free ends. Each row is played on e5 and crosses the three e3 e4 e5.
    let forbidden = |row: &str| {
        let session = from("size=9", &format!("9/9/9/9/{row}/4b4/4b4/9/9 b"), "");
        !allows(&*session, "e5")
    };
    for free in ["2bb5", "3b1b3", "5bb2", "2b2b3", "3b2b2", "1bb6", "6bb1", "1b1b5", "b1bb5"] {
        assert!(forbidden(free), "{free}");
    }
    for no_three in [
        "9", "3b5", "3r1bb2", "1rbb5", "2bb1r3", "rb1b5", "1bb2r3", "1rb2br2", "1rbb1r3", "r1bb1r3", "b2b5",
        "2b3b2", "1bbb5",
    ] {
        assert!(!forbidden(no_three), "{no_three}");
    }
    // "Points off the board are not free": the same three e5 f5 g5 with one more column, and without it.
    let narrow = |row: &str| {
        let session = from("size=7", &format!("7/7/{row}/4b2/4b2/7/7 b"), "");
        !allows(&*session, "e5")
    };
    assert!(!narrow("5bb"));
    assert!(narrow("2bb3") && narrow("3b1b1"));
    // "Each axis counts once": one three seen through two windows is no double three.
    assert!(allows(&*from("size=9", "9/9/9/9/3b1b3/9/9/9/9 b", ""), "e5"));
}

#[test]
fn rule_b_lets_captures_and_fives_pass() {
    // docs/rules.md: "unless the move captures or makes five". Sheet: "un joueur peut faire apparaître un double-trois grâce
    // à la prise d'une paire adverse". e5 takes f6 and g7, before h8.
    assert!(!allows(&*from("size=9", "9/9/9/9/2bb5/4b4/4b4/9/9 b", ""), "e5"));
    let session = from("size=9", "9/7b1/6r2/5r3/2bb5/4b4/4b4/9/9 b", "e5");
    assert!(session.position().ends_with(" 2-0"));
    // The four on the diagonal becomes a five.
    let session = from("size=9", "8b/7b1/6b2/5b3/2bb5/4b4/4b4/9/9 b", "e5");
    assert_eq!(end(&*session), "first five");
}

#[test]
fn both_rules_named_are_the_game_itself() {
    // docs/rules.md: "the default is both (ninuki)"
    for sample in ["size=9", "prise-finale,double-trois,size=9", "double-trois,prise-finale,size=9"] {
        assert!(!allows(&*from(sample, "9/9/9/9/2rr5/4r4/4r4/9/9 r", ""), "e5"), "{sample}");
        assert_eq!(end(&*from(sample, BREAKABLE, "e5")), "-", "{sample}");
    }
    for wrong in ["simple,prise-finale", "simple,double-trois", "simple,prise-finale,double-trois"] {
        assert!(ENTRY.variant(wrong).err().unwrap().to_string().contains("exclude each other"), "{wrong}");
    }
    for wrong in ["size=6", "size=27", "size=x"] {
        let fault = ENTRY.variant(wrong).err().unwrap().to_string();
        assert!(fault.contains(wrong) && fault.contains("from 7 to 26"), "{fault}");
    }
}

#[test]
fn faults_name_the_bad_part_of_a_position() {
    let game = ENTRY.variant("simple,size=7").unwrap();
    let say = |text: &str| game.resume(text).err().unwrap().to_string();
    let rows = "7/7/7/7/7/7/7";
    assert_eq!(say(rows), "position: 1 field(s) instead of 3; expected: ROWS b|r [CAPTURED-CAPTURED]");
    assert_eq!(say(&format!("{rows} w")), "position, seat to move: \"w\"; expected one of: b, r");
    assert_eq!(say("7/7/3w3/7/7/7/7 b"), "position, row 3, character 2: \"w\" is none of \".br\"");
    for wrong in ["1-0", "0-26", "2", "2-", "-2", "+2-0", "2-0-0", "x-y", "٢-0"] {
        let fault = say(&format!("{rows} b {wrong}"));
        assert!(fault.contains(wrong) && fault.contains("two even numbers from 0 to 24"), "{fault}");
    }
    assert!(say(&format!("{rows} b 10-12")).contains("only one player"));
    assert!(say("bbbbb2/7/7/7/7/7/rrrrr2 b").contains("both players have five"));
}

#[test]
fn random_games_are_true_games() {
    // The fast random game keeps lines of its own: its last position must be one that plain moves judge the same.
    let mut rng = Rng::new(4);
    for (answer, no_double) in [(true, true), (false, false)] {
        let game = Gomoku::<6>::new(13, answer, no_double);
        for _ in 0..300 {
            let mut end = game.start(&mut rng);
            let rollout = game.rollout(&mut end, &mut rng);
            assert_eq!(game.parse_position(&game.position_text(&end)).unwrap(), end);
            assert_eq!(game.outcome(&end), Some(rollout.outcome));
            let stones = end.stones[0].count() + end.stones[1].count();
            let captured = u32::from(end.captured[0] + end.captured[1]);
            assert_eq!(stones + captured, rollout.plies);
            assert_eq!(game.rollout(&mut end, &mut rng).plies, 0);
        }
    }
}

#[test]
fn random_moves_are_legal_and_equally_likely() {
    // e4 would make two free threes, c4 d4 e4 and e2 e3 e4; no other point is on two lines with two stones each.
    let game = Gomoku::<2>::new(7, true, true);
    let position = game.parse_position("7/7/7/2bb3/4b2/4b2/7 b").unwrap();
    let count = 49 - 4 - 1;
    let mut seen = [0u32; 49];
    let mut rng = Rng::new(6);
    for _ in 0..20_000 {
        let mv = game.random_move(&position, &mut rng);
        assert!(game.is_legal(&position, mv));
        seen[mv.0 as usize] += 1;
    }
    let expected = 20_000.0 / count as f64;
    let drawn = seen.iter().filter(|&&times| times > 0);
    assert_eq!(drawn.clone().count(), count);
    let chi: f64 = drawn.map(|&times| (f64::from(times) - expected).powi(2) / expected).sum();
    // Chi-square with 43 degrees of freedom: 78 is exceeded once in a thousand.
    assert!(chi < 78.0, "{chi}");
}

#[test]
fn captured_stones_stay_until_the_board_is_empty() {
    let start = "......./......./......./...r.../...b.../......./....... b 2-4";
    let setup = play::set_up(&ENTRY, "size=7", start, "bd3 rd4");
    assert_eq!(setup.text(), "......./......./......./......./......./......./....... b 0-0");
    let setup = play::set_up(&ENTRY, "size=7", start, "bd3 re4");
    assert_eq!(setup.text(), "......./......./......./...rr../......./......./....... b 2-4");
}
