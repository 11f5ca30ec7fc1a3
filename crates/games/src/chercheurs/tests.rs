use damier_core::{Game, Rng};
use damier_table::Session;
use damier_testkit::play;
use damier_testkit::play::legal;

use super::{Chercheurs, ENTRY, Position, twin};

#[test]
fn bits_agree_with_the_naive_twin() {
    let game = Chercheurs::new();
    let mut rng = Rng::new(9);
    let (mut captures, mut passes) = (0, 0);
    for _ in 0..400 {
        let mut position = game.start(&mut rng);
        // The lentils, counted as they are won.
        let mut won = [0, 0];
        for ply in 0..200 {
            let text = game.position_text(&position);
            if game.outcome(&position).is_some() {
                let white_in = text.split('/').nth(3).unwrap().as_bytes()[3] == b'w';
                assert!(white_in || !text[..text.len() - 2].contains('w'), "{text}");
                won[usize::from(!white_in)] += 16 - won[0] - won[1];
                assert_eq!(position.lentils(), won, "{text}");
                break;
            }
            assert_eq!(position.lentils(), won, "{text}");
            assert_eq!(legal(&game, &position), twin::moves(&text), "{text}");
            let mv = game.random_move(&position, &mut rng);
            captures += u32::from(mv.jump);
            passes += u32::from(mv == super::rules::PASS);
            won[ply % 2] += i32::from(mv.jump);
            game.play(&mut position, mv);
        }
    }
    assert!(captures > 300 && passes > 10, "{captures} captures, {passes} passes: too few to mean much");
}

fn at(position: &str) -> Box<dyn Session> {
    play::at(&ENTRY, "", position)
}

fn after(moves: &str) -> Box<dyn Session> {
    play::after(&ENTRY, "", moves)
}

fn has(session: &dyn Session, mv: &str) -> bool {
    session.legal().contains(&mv.to_string())
}

fn fault(session: &mut dyn Session, mv: &str) -> String {
    session.play(mv).unwrap_err().to_string()
}

/// Returns the result, the score and the reason.
fn end(session: &dyn Session) -> (&'static str, [i32; 2], &'static str) {
    let outcome = session.outcome().unwrap();
    (outcome.verdict.code(), outcome.score.unwrap(), outcome.reason.key)
}

#[test]
fn the_start() {
    // docs/rules.md: "8 white on a1 d1 g1 a4 g4 a7 d7 g7, 8 black on the eight points around d4"; sheet: "Les blancs
    // commencent."
    assert_eq!(after("").position(), "w..w..w/......./..bbb../w.b.b.w/..bbb../......./w..w..w w");
}

#[test]
fn men_move_along_the_lines() {
    // Sheet: "Les pions se meuvent uniquement le long des traits tracés, d'un point à un point voisin."
    let mut session = after("");
    assert!(has(session.as_ref(), "a1-b2"), "a1 and b2: file+rank even");
    // d1: 4 + 1 is odd, no diagonal.
    let from_d1: Vec<String> = session.legal().into_iter().filter(|mv| mv.starts_with("d1")).collect();
    assert_eq!(from_d1, ["d1-c1", "d1-e1", "d1-d2"]);
    assert_eq!(fault(session.as_mut(), "d1-e2"), "impossible move: no line joins d1 and e2");
    assert_eq!(fault(session.as_mut(), "c3-c2"), "impossible move: none of your men stands on c3");
    assert_eq!(fault(session.as_mut(), "a1-a8"), "impossible move: \"a8\" is not a point from a1 to g7");
    assert_eq!(
        fault(session.as_mut(), "hello"),
        "impossible move: \"hello\"; a move is written like a1-b2 or b2xd4"
    );
    assert_eq!(fault(session.as_mut(), "pass"), "impossible move: one passes only without any other move");
}

#[test]
fn captures_in_a_straight_line_one_a_turn_and_never_compulsory() {
    // Sheet: "Les captures se font uniquement sur une ligne droite. Il n'y a pas de prises multiples."
    let mut session = after("d7-d6");
    assert!(has(session.as_ref(), "d5xd7") && has(session.as_ref(), "c3-b3"));
    // d6 lies next to c5 too, but nothing leads on in a straight line beyond e7: c5xe7 it is, and no corner.
    assert!(has(session.as_ref(), "c5xe7") && !has(session.as_ref(), "c5xd7"));
    assert_eq!(
        fault(session.as_mut(), "c5xd7"),
        "impossible move: no line leads straight in two steps from c5 to d7"
    );
    assert_eq!(fault(session.as_mut(), "c5xa5"), "impossible move: no enemy man between c5 and a5");
    session.play("d5xd7").unwrap();
    // The jumper may not go on, whatever stands there: it is White's turn.
    assert_eq!(session.to_move().index(), 0);
    // No line, no jump: b5 and c6 (7 and 9) have no diagonals.
    assert!(!has(at("......./..b..../.w...../......./......./......./....... w").as_ref(), "b5xd7"));
}

#[test]
fn each_capture_earns_one_lentil() {
    // Sheet: "A l'occasion de chaque capture, le joueur preneur s'approprié une partie du trésor (une lentille)".
    let scene = after("d7-d6 d5xd7").scene(&damier_scene::View::new(damier_core::Lang::En));
    assert_eq!(scene.captions[1], "Lentils: White 0, Black 1; treasure: 15 lentils");
}

#[test]
fn white_takes_what_is_left() {
    // Sheet: "s'ils y parviennent, ils raflent tout ce qui reste du trésor et le jeu s'arrête."
    assert_eq!(end(after("d7-d6 e5-f5 d6-e5 c3-b3 e5-d4").as_ref()), ("first", [16, 0], "treasure"));
    // By a jump: one lentil for the capture and the fifteen that are left.
    assert_eq!(end(after("d7-d6 c3-b3 d6xd4").as_ref()), ("first", [16, 0], "treasure"));
    // Two lentils are Black's already.
    let entered = after("d1-d2 d3xd1 a4-b4 d1-c1 d7-d6 d5xd7 b4xd4");
    assert_eq!(end(entered.as_ref()), ("first", [14, 2], "treasure"));
}

#[test]
fn black_may_not_enter() {
    // Sheet: "Les noirs n'ont pas le droit de pénétrer dans la case du trésor."
    let mut session = after("a1-a2");
    assert_eq!(fault(session.as_mut(), "c4-d4"), "impossible move: Black may not enter the treasure");
    // Not by a jump either.
    let session = at("......./......./......./.bw..../......./......./....... b");
    assert!(!has(session.as_ref(), "b4xd4"));
}

#[test]
fn no_line_goes_on_through_the_treasure() {
    // docs/rules.md: "no line goes on through the treasure to the other side": nobody can stand on d4 in a game that goes on,
    // and a jump is two steps long, so that no move ever joins c4 and e4.
    let game = Chercheurs::new();
    for point in 0..49 {
        let jumps = &game.jumps[point][..game.counts[point] as usize];
        assert!(jumps.iter().all(|&(over, _)| over != 1 << super::rules::TREASURE));
    }
    assert!(!has(at("......./......./......./..w.b../......./......./....... w").as_ref(), "c4xe4"));
}

#[test]
fn black_wins_the_rest_with_the_last_seeker() {
    // Sheet: "Les noirs gagnent le reste du trésor s'ils sont capables de capturer tous les blancs."
    let mut session = at("......./......./......./......./......./.w...../b.b.... b");
    session.play("a1xc3").unwrap();
    // Six black men are missing: White has six lentils; Black has the sixteen less six.
    assert_eq!(end(session.as_ref()), ("second", [6, 10], "seekers-taken"));
}

#[test]
fn a_player_without_a_move_passes() {
    // docs/rules.md: "No legal move: pass". White's man on a1 has all three neighbours taken, and nowhere to land.
    let mut session = at("......./......./......./......./b.b..../bb...../wbb.... w");
    assert_eq!(session.legal(), ["pass"]);
    session.play("pass").unwrap();
    assert!(session.outcome().is_none() && session.to_move().index() == 1);
}

#[test]
fn somebody_can_always_move() {
    // docs/rules.md: "both pass in succession": it cannot happen, as the comment on `list` proves. Here on random boards.
    let game = Chercheurs::new();
    let mut rng = Rng::new(12);
    for _ in 0..2000 {
        let mut cells: Vec<u8> = (0..49).filter(|&cell| cell != super::rules::TREASURE).collect();
        // Crowded into a corner as often as spread over the board.
        if rng.below(2) == 0 {
            rng.shuffle(&mut cells);
        }
        let split = 1 + rng.below(8) as usize;
        let mut colours: Vec<usize> = (0..16).map(|man| usize::from(man >= split)).collect();
        colours.truncate(split + 8);
        rng.shuffle(&mut colours);
        let mut position = Position { men: [0; 2], to_move: damier_core::Side::First };
        for (&cell, &side) in cells.iter().zip(&colours) {
            position.men[side] |= 1 << cell;
        }
        let white = legal(&game, &position);
        position.to_move = damier_core::Side::Second;
        assert!(white != ["pass"] || legal(&game, &position) != ["pass"], "{position:?}");
    }
}

#[test]
fn repetition_and_the_quiet_limit_are_decided_by_the_lentils() {
    // docs/rules.md: "repetition, or Q(100) without a capture: the game ends and the lentils won so far decide."
    let there_and_back = "a1-a2 d7-c7 a2-a1 c7-d7 a1-a2 d7-c7 a2-a1 c7-d7";
    let session = after(&format!("d7-d6 d5xd7 {there_and_back}"));
    assert_eq!(end(session.as_ref()), ("second", [0, 1], "repetition"));
    let mut session = after("d7-d6 d5xd7");
    let mut rng = Rng::new(3);
    for ply in 0..100 {
        assert!(session.outcome().is_none(), "over at ply {ply}");
        let quiet: Vec<String> =
            session.legal().into_iter().filter(|mv| !mv.contains('x') && !mv.ends_with("d4")).collect();
        session.play(&quiet[rng.below(quiet.len() as u32) as usize]).unwrap();
    }
    assert_eq!(end(session.as_ref()), ("second", [0, 1], "quiet-limit"));
}

#[test]
fn whoever_ends_the_game_on_the_board_wins_it() {
    // Our page says so: White enters with seven men lost at most, 9–7, and Black takes the last seeker with one man left
    // at least, 9–7.
    let white = at("......./......./......./......./..w..../......./....... w");
    let mut entered = white;
    entered.play("c3-d4").unwrap();
    assert_eq!(end(entered.as_ref()), ("first", [9, 7], "treasure"));
    let mut taken = at("......./......./......./......./......./.w...../b...... b");
    taken.play("a1xc3").unwrap();
    assert_eq!(end(taken.as_ref()), ("second", [7, 9], "seekers-taken"));
}

#[test]
fn a_supported_seeker_on_d6_cannot_be_stopped() {
    // The page's last diagram: "c7, d7, e7 block the three black jumps: Black can do nothing".
    let position = "2www2/3w3/2bbb2/2b1b2/2bbb2/7/1w3w1 b";
    for mv in at(position).legal() {
        let mut session = at(position);
        session.play(&mv).unwrap();
        session.play("d6xd4").unwrap();
        assert_eq!(end(session.as_ref()).0, "first", "{mv}");
    }
}

#[test]
fn the_corners_are_safe() {
    // Our page says so: no line goes on beyond a corner.
    let game = Chercheurs::new();
    for corner in ["a1", "a7", "g1", "g7"].map(|name| game.board.read(name).unwrap()) {
        let over = |point: usize| game.jumps[point][..game.counts[point] as usize].to_vec();
        assert!((0..49).flat_map(over).all(|(jumped, _)| jumped != 1 << corner));
    }
}

#[test]
fn wrong_positions_are_named() {
    let game = ENTRY.variant("").unwrap();
    let say = |text: &str| game.resume(text).err().unwrap().to_string();
    assert_eq!(say("7/7/7/3b3/7/7/7 w"), "position: a black man on d4; only White enters the treasure");
    assert_eq!(say("wwwwwww/ww5/7/7/7/7/7 w"), "position, White: 9 men; there are 8 at most");
    assert!(say("7/7/7/7/7/7/7 x").contains("\"x\""));
}
