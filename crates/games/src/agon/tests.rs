use std::collections::BTreeMap;

use damier_core::{Game, Rng};
use damier_table::Session;
use damier_testkit::play::legal;

use super::twin::{Cell, ROWS, Twin, all_cells, name, ring};
use super::{Agon, ENTRY};

#[test]
fn shifts_agree_with_the_naive_twin() {
    let rings: BTreeMap<Cell, usize> = all_cells().into_iter().map(|cell| (cell, ring(cell))).collect();
    let mut rng = Rng::new(5);
    let (mut relocations, mut ends) = (0, 0);
    for classique in [false, true] {
        let game = Agon::new(classique);
        for _ in 0..12 {
            let mut position = game.start(&mut rng);
            for _ in 0..500 {
                let text = game.position_text(&position);
                let twin = Twin::read(&text);
                let result = game.outcome(&position).map(|outcome| outcome.verdict.code());
                assert_eq!(result, twin.result(classique), "{text}");
                if result.is_some() {
                    ends += 1;
                    break;
                }
                let moves = twin.moves(&rings);
                assert_eq!(legal(&game, &position), moves, "{text}");
                relocations += u32::from(position.caught() != 0);
                let mv = game.random_move(&position, &mut rng);
                game.play(&mut position, mv);
            }
        }
    }
    assert!(relocations > 100 && ends > 4, "{relocations} relocations, {ends} ends: too few to mean much");
}

/// Writes a position: queen and guards of White, queen and guards of Black, the side to move.
fn board(white: &str, black: &str, side: &str) -> String {
    let mut rows: Vec<Vec<char>> = ROWS.iter().map(|&length| vec!['.'; length]).collect();
    for (names, queen) in [(white, 'W'), (black, 'B')] {
        for (at, cell) in names.split(' ').enumerate() {
            let place: usize = cell[1..].parse().unwrap();
            let sign = if at == 0 { queen } else { queen.to_ascii_lowercase() };
            rows[usize::from(cell.as_bytes()[0] - b'a')][place - 1] = sign;
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    format!("{} {side}", rows.join("/"))
}

fn at(white: &str, black: &str, side: &str) -> Box<dyn Session> {
    ENTRY.variant("").unwrap().resume(&board(white, black, side)).unwrap()
}

fn in_classique(white: &str, black: &str, side: &str) -> Box<dyn Session> {
    ENTRY.variant("classique").unwrap().resume(&board(white, black, side)).unwrap()
}

/// Returns the cells that legal moves leave, each once.
fn movers(session: &dyn Session) -> Vec<String> {
    let mut from: Vec<String> =
        session.legal().iter().map(|mv| mv.split('-').next().unwrap().to_string()).collect();
    from.sort_unstable();
    from.dedup();
    from
}

fn has(session: &dyn Session, mv: &str) -> bool {
    session.legal().contains(&mv.to_string())
}

fn fault(session: &mut dyn Session, mv: &str) -> String {
    session.play(mv).unwrap_err().to_string()
}

/// The six cells around the centre.
const RING: &str = "e5 e6 f5 f7 g5 g6";

#[test]
fn the_start() {
    // docs/rules.md: "White queen a1, guards a5 e1 e10 i8 j1 k4. Black queen k6, guards a3 b7 c1 g1 g10 k2. White begins."
    let session = ENTRY.variant("").unwrap().open(&mut Rng::new(0));
    assert_eq!(session.position(), board("a1 a5 e1 e10 i8 j1 k4", "k6 a3 b7 c1 g1 g10 k2", "w"));
    // Sheet: "On remarquera la position symétrique des deux dames": the half turn takes a1 to k6.
    let game = Agon::new(false);
    let start = game.start(&mut Rng::new(0));
    let half_turn = game.transform(&start, 3);
    assert_eq!([game.name(half_turn.queens[0]), game.name(half_turn.queens[1])], ["k6", "a1"]);
}

#[test]
fn towards_the_centre_or_to_the_side() {
    // Sheet, rule 2: "d'une case vers le centre ou sur le côté. Les pièces ne reculent pas".
    let mut session = at("a1 d5", "k6", "w");
    // d5 lies in ring 2: c4 and c5 lie outside it, d4 and d6 in it, e5 and e6 inside.
    let from_d5: Vec<String> = session.legal().into_iter().filter(|mv| mv.starts_with("d5")).collect();
    assert_eq!(from_d5, ["d5-d4", "d5-d6", "d5-e5", "d5-e6"]);
    assert_eq!(
        fault(session.as_mut(), "d5-c4"),
        "impossible move: c4 is further from the centre, and pieces do not go back"
    );
    assert_eq!(fault(session.as_mut(), "d5-g5"), "impossible move: g5 is not a neighbour");
    assert_eq!(fault(session.as_mut(), "k6-k5"), "impossible move: none of your pieces stands on k6");
    assert_eq!(fault(session.as_mut(), "d5-l1"), "impossible move: \"l1\" is not a cell of the board");
    assert_eq!(fault(session.as_mut(), "d5"), "impossible move: \"d5\"; a move is written like a5-b5");
    assert_eq!(fault(session.as_mut(), "pass"), "impossible move: one passes only without any other move");
}

#[test]
fn a_sandwiched_guard_goes_back_to_the_rim() {
    // Sheet, rule 3: "ce pion devra être ramené en arrière sur une case libre du bord, au choix de son propriétaire.
    // Cela compte pour un coup."
    let mut session = at("a1 c4 h5", "k6 c3 c5", "w");
    assert_eq!(movers(session.as_ref()), ["c4"]);
    // The rim has 30 cells, of which the two queens hold two.
    assert_eq!(session.count(), 28);
    assert_eq!(
        fault(session.as_mut(), "h5-g5"),
        "impossible move: a sandwiched piece has to be relocated first: c4"
    );
    assert_eq!(
        fault(session.as_mut(), "c4-d4"),
        "impossible move: a guard is relocated to the rim, and d4 is not on it"
    );
    assert_eq!(fault(session.as_mut(), "c4-k6"), "impossible move: k6 is taken");
    session.play("c4-k1").unwrap();
    assert_eq!(session.to_move().index(), 1);
}

#[test]
fn the_queen_catches_too() {
    // docs/rules.md: "two enemy pieces (guards or queen: ruling)".
    assert_eq!(movers(at("a1 c4 h5", "c3 c5", "w").as_ref()), ["c4"]);
    // In each of the three directions; two enemies at an angle do not catch.
    assert_eq!(movers(at("a1 c4", "b3 d5", "w").as_ref()), ["c4"]);
    assert_eq!(movers(at("a1 c4", "b4 d4", "w").as_ref()), ["c4"]);
    assert_eq!(movers(at("a1 c4", "b3 d4", "w").as_ref()), ["a1", "c4"]);
}

#[test]
fn a_sandwiched_queen_goes_anywhere() {
    // Sheet, rule 4: "son propriétaire doit la transporter sur une case quelconque libre du plateau".
    let session = at("c4 h5", "k6 c3 c5", "w");
    assert_eq!(movers(session.as_ref()), ["c4"]);
    // 91 cells less the five pieces. docs/rules.md: "the centre included".
    assert_eq!(session.count(), 86);
    assert!(has(session.as_ref(), "c4-f6"));
}

#[test]
fn no_piece_puts_itself_into_a_sandwich() {
    // Sheet, rule 5: "Nulle pièce ne peut se placer d'elle-même en sandwich entre deux pièces ennemies."
    let mut session = at("a1 b4", "k6 c3 c5", "w");
    assert!(has(session.as_ref(), "b4-b5") && !has(session.as_ref(), "b4-c4"));
    assert_eq!(fault(session.as_mut(), "b4-c4"), "impossible move: the piece would be sandwiched on c4");
    // Nor by relocation (ruling), neither guard nor queen: a4 lies between a3 and a5.
    let guard = at("h1 c4", "k6 c3 c5 a3 a5", "w");
    assert!(has(guard.as_ref(), "c4-a1") && !has(guard.as_ref(), "c4-a4"));
    let queen = at("c4", "k6 c3 c5 a3 a5 f5 f7", "w");
    assert!(has(queen.as_ref(), "c4-e5") && !has(queen.as_ref(), "c4-f6") && !has(queen.as_ref(), "c4-a4"));
    // Nor into the centre by a step.
    assert!(!has(at("e5", "k6 f5 f7", "w").as_ref(), "e5-f6"));
}

#[test]
fn only_queens_enter_the_centre() {
    // Sheet, rule 6: "Seules les dames peuvent occuper la case centrale."
    let mut session = at("e5 f7", "k6", "w");
    assert_eq!(fault(session.as_mut(), "f7-f6"), "impossible move: only queens enter the centre");
    session.play("e5-f6").unwrap();
    // And there she stays, unless she is caught: every neighbour lies further out.
    session.play("k6-k5").unwrap();
    assert_eq!(movers(session.as_ref()), ["f7"]);
}

#[test]
fn the_queen_first_then_the_others_one_a_turn() {
    // Sheet, rule 7: "on doit d'abord bouger la dame, puis les autres pièces au choix, une à chaque coup."
    let mut session = at("c4 g4 i4", "k6 c3 c5 g3 g5 i3 i5", "w");
    assert_eq!(movers(session.as_ref()), ["c4"]);
    session.play("c4-a1").unwrap();
    session.play("k6-k5").unwrap();
    assert_eq!(movers(session.as_ref()), ["g4", "i4"]);
    session.play("i4-k1").unwrap();
    session.play("k5-k6").unwrap();
    assert_eq!(movers(session.as_ref()), ["g4"]);
}

#[test]
fn a_piece_whose_captors_have_gone_is_free() {
    // docs/rules.md: "Sandwiching is read off the board at the start of the turn".
    let mut session = at("a1 c4 g4", "k6 c3 c5 g3 g5", "w");
    session.play("c4-a6").unwrap();
    session.play("g5-g6").unwrap();
    assert_eq!(movers(session.as_ref()), ["a1", "a6", "g4"]);
}

#[test]
fn a_relocation_can_catch() {
    // docs/rules.md: "A relocation can itself sandwich enemy pieces."
    let mut session = at("f1 c4 a3", "k6 c3 c5 a4", "w");
    session.play("c4-a5").unwrap();
    assert_eq!(movers(session.as_ref()), ["a4"]);
}

#[test]
fn diagram_2_black_has_won() {
    // Sheet: "amener sa dame sur la case centrale et l'entourer de ses six pions"; "Les noirs ont gagné."
    let mut session = at("a1", "f6 d5 e6 f5 f7 g5 g6", "b");
    session.play("d5-e5").unwrap();
    let outcome = session.outcome().unwrap();
    assert_eq!((outcome.verdict.code(), outcome.reason.key), ("second", "throne"));
    // Six pieces are not enough when one of them is the enemy's.
    assert!(at("a1 e5", "f6 e6 f5 f7 g5 g6", "b").outcome().is_none());
}

#[test]
fn diagram_3_the_centre_is_empty() {
    // Sheet, rule 8: "si la case centrale est vide et entourée de six pions de la même couleur, la partie est nulle."
    let draw = at(&format!("a1 {RING}"), "k6", "b").outcome().unwrap();
    assert_eq!((draw.verdict.code(), draw.reason.key), ("draw", "empty-ring"));
    // docs/rules.md: "variant `classique`: that colour loses instead".
    let lost = in_classique(&format!("a1 {RING}"), "k6", "b").outcome().unwrap();
    assert_eq!((lost.verdict.code(), lost.reason.key), ("second", "empty-ring"));
    let lost = in_classique("a1", &format!("k6 {RING}"), "w").outcome().unwrap();
    assert_eq!(lost.verdict.code(), "first");
    // Five guards and the queen are no six guards.
    assert!(at("e5 e6 f5 f7 g5 g6", "k6", "b").outcome().is_none());
}

#[test]
fn wherever_black_puts_the_caught_guard_white_wins() {
    // The page's last diagram: "wherever Black puts it, h6-g6 wins".
    let session = at("f6 e5 e6 f5 f7 g5 h6", "i4 g6 d4 d7 f9 i7 c2", "b");
    assert_eq!(movers(session.as_ref()), ["g6"]);
    for mv in session.legal() {
        let mut session = at("f6 e5 e6 f5 f7 g5 h6", "i4 g6 d4 d7 f9 i7 c2", "b");
        session.play(&mv).unwrap();
        session.play("h6-g6").unwrap();
        assert_eq!(session.outcome().unwrap().reason.key, "throne", "{mv}");
    }
}

#[test]
fn an_enemy_queen_in_the_ring_must_leave() {
    // docs/rules.md: "An enemy queen on the centre ringed by six guards is sandwiched and must leave; the ring then counts as
    // below."
    let white = format!("a1 {RING}");
    let mut session = at(&white, "f6 k2", "b");
    assert_eq!(movers(session.as_ref()), ["f6"]);
    session.play("f6-k6").unwrap();
    assert_eq!(session.outcome().unwrap().verdict.code(), "draw");
    let mut session = in_classique(&white, "f6 k2", "b");
    session.play("f6-k6").unwrap();
    assert_eq!(session.outcome().unwrap().verdict.code(), "second");
}

#[test]
fn a_player_without_a_move_passes() {
    // docs/rules.md: "A player with no legal move passes." The queen on e5 has e6, f5 and the centre taken.
    let mut session = at("e5", "f6 e6 f5", "w");
    assert_eq!(session.legal(), ["pass"]);
    session.play("pass").unwrap();
    assert_eq!(session.to_move().index(), 1);
}

#[test]
fn a_caught_guard_always_finds_a_place() {
    // The ruling on relocations without a place never has to be used: a cell of the rim is forbidden only between two
    // enemies on the rim, so that seven forbid seven at most; thirteen pieces hold thirteen, and the rim has thirty.
    let mut rng = Rng::new(8);
    let game = Agon::new(false);
    let rim: Vec<String> = all_cells().into_iter().filter(|&cell| ring(cell) == 5).map(name).collect();
    for _ in 0..300 {
        let mut places = rim.clone();
        rng.shuffle(&mut places);
        let (white, black) = (places[..6].join(" "), places[6..11].join(" "));
        let position = board(&format!("{white} c4"), &format!("{black} c3 c5"), "w");
        let position = game.parse_position(&position).unwrap();
        assert_ne!(legal(&game, &position), ["pass"]);
    }
}

#[test]
fn moves_inwards_and_relocations_are_progress() {
    // docs/rules.md: "Q(200) without a move to an inner ring or a relocation".
    let game = Agon::new(false);
    let progress = |position: &str, mv: &str| {
        let position = game.parse_position(position).unwrap();
        game.is_progress(&position, game.parse_move(&position, mv).unwrap())
    };
    assert!(progress(&board("a1 d5", "k6", "w"), "d5-e5"));
    assert!(!progress(&board("a1 d5", "k6", "w"), "d5-d4"));
    assert!(progress(&board("a1 c4", "k6 c3 c5", "w"), "c4-k1"));
    assert!(!progress(&board("e5", "f6 e6 f5", "w"), "pass"));
}

#[test]
fn two_hundred_quiet_plies_are_a_draw() {
    // White's queen walks along the rim (30 cells), Black's along the next ring (24): the pair comes back only after 120
    // moves of each, so that the quiet limit falls before the third repetition.
    let mut session = at("a1", "b2", "w");
    let mut left = [String::from("a2"), String::from("b3")];
    let read = |name: &str| (usize::from(name.as_bytes()[0] - b'a'), name[1..].parse::<usize>().unwrap() - 1);
    for ply in 0..200 {
        assert!(session.outcome().is_none(), "over at ply {ply}");
        let onwards = |mv: &String| {
            let (from, to) = mv.split_once('-').unwrap();
            ring(read(from)) == ring(read(to)) && to != left[ply % 2]
        };
        let mv = session.legal().into_iter().find(onwards).unwrap();
        left[ply % 2] = mv.split('-').next().unwrap().to_string();
        session.play(&mv).unwrap();
    }
    let outcome = session.outcome().unwrap();
    assert_eq!((outcome.verdict.code(), outcome.reason.key), ("draw", "quiet-limit"));
}

#[test]
fn wrong_positions_are_named() {
    let game = ENTRY.variant("").unwrap();
    let say = |text: &str| game.resume(text).err().unwrap().to_string();
    assert_eq!(say(&board("a1 f6", "k6", "w")), "position: a guard on f6; only queens enter the centre");
    assert_eq!(
        say(&board("a1 a2 a3 a4 a5 a6 b1 b2", "k6", "w")),
        "position, White: 7 guards; there are six at most"
    );
    assert_eq!(say("6/7/8/9/10/11/10/9/8/7/5W w"), "position, Black: 0 queen(s) instead of one");
    assert!(say("6/7/8/9/10/11/10/9/8/7/5x w").contains("row 11, character 2"));
}
