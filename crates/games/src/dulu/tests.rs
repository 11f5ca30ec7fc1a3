use std::collections::BTreeSet;

use damier_core::{Game, Rng, Seat, Side};
use damier_table::Session;
use damier_testkit::play;

use super::rules::{CELLS, PLIES, STONES};
use super::twin::{Twin, rows};
use super::{Dulu, ENTRY, Move, Position};

/// Makes a position from the names of cells; Blue is to move if `plies` is even.
fn position(game: &Dulu, blue: &str, red: &str, plies: u8) -> Position {
    let cells =
        |names: &str| names.split_ascii_whitespace().map(|name| game.board.read(name).unwrap()).collect();
    Position { stones: [cells(blue), cells(red)], plies }
}

/// Sets Blue's stone `new` and returns the names of the red stones that are gone.
fn taken(blue: &str, red: &str, new: &str) -> Vec<String> {
    let game = Dulu::new(false);
    let before = position(&game, blue, red, 24);
    let after = game.after(&before, Move(game.board.read(new).unwrap() as u8));
    assert_eq!(after.stones[0].count(), before.stones[0].count() + 1, "no own stone is ever captured");
    before.stones[1].without(after.stones[1]).iter().map(|cell| game.board.name(cell)).collect()
}

/// Takes every blue stone in turn as the one that is set last, and expects the same red stones to be captured.
fn taken_whichever_is_last(blue: &str, red: &str, expected: &[&str]) {
    for new in blue.split_ascii_whitespace() {
        let others: Vec<&str> = blue.split_ascii_whitespace().filter(|&stone| stone != new).collect();
        assert_eq!(taken(&others.join(" "), red, new), expected, "{new} set last");
    }
}

fn after(variant: &str, moves: &str) -> Box<dyn Session> {
    play::after(&ENTRY, variant, moves)
}

#[test]
fn example_1_four_stones_make_a_dulu() {
    // Sheet: "DuLu réalisé avec 4 pierres." docs/rules.md: "blue c5 g5 h10 l6 is a DuLu". The centre h8 lies in it.
    taken_whichever_is_last("c5 g5 h10 l6", "h8", &["h8"]);
    // "strictly inside": h1 and h15 lie left and right of it.
    taken_whichever_is_last("c5 g5 h10 l6", "h1 h15", &[]);
}

#[test]
fn example_2_a_dulu_of_six_stones() {
    // Sheet: "DuLu complexe réalisé avec 6 pierres. La pierre rouge est capturée."
    taken_whichever_is_last("c5 g5 g3 l4 l6 h10", "i6", &["i6"]);
}

#[test]
fn example_3_a_red_stone_cuts_a_sight() {
    // Sheet: "La pierre rouge coupe une ligne de regard entre 2 pierres bleues : les 4 pierres bleues ne forment pas un
    // DuLu." The red stone on h8 would be inside it.
    taken_whichever_is_last("c5 g5 h10 l6", "i6 h8", &[]);
}

#[test]
fn example_4_a_crossed_polygon_is_none() {
    // Sheet: "Ce polygone croisé ne forme pas de DuLu." d8–m3 and m6–f4 cross on j6; f6 and l5 are in its two parts.
    taken_whichever_is_last("d4 d8 m3 m6 f4", "f6 l5", &[]);
    // With a stone on the crossing, both parts are DuLus of that stone.
    assert_eq!(taken("d4 d8 m3 m6 f4", "f6 l5", "j6"), ["f6", "l5"]);
}

#[test]
fn example_5_the_fifth_stone_on_the_outer_crown() {
    // Sheet: "Le joueur bleu vient de poser sa 5ème pierre sur la couronne extérieure. Elle forme un DuLu avec les 4
    // autres pierres bleues déjà posées : les 2 pierres rouges situées dans ce DuLu sont capturées."
    assert_eq!(taken("e4 e8 e9 j7", "e7 g7 g2 i10", "a4"), ["e7", "g7"]);
    // "Attention, à la fin de partie, la pierre bleue située sur la couronne la plus à l'extérieur du plateau sera
    // retirée"
    let game = Dulu::new(false);
    let end = game.outcome(&position(&game, "a4 e4 e8 e9 j7", "g2 i10", PLIES)).unwrap();
    assert_eq!((end.verdict.code(), end.score), ("first", Some([4, 2])));
}

#[test]
fn stones_in_line_and_adjacent_stones() {
    // docs/rules.md: "Three consecutive stones may be in line." f5, f7, f9 are; "Stones on adjacent cells see each other."
    taken_whichever_is_last("f5 f7 f9 j7", "g7", &["g7"]);
    // The smallest DuLu with something inside: the six cells around it.
    taken_whichever_is_last("g7 g8 h7 h9 i7 i8", "h8", &["h8"]);
    // Three stones that touch have nothing inside, and stones in one line enclose nothing.
    taken_whichever_is_last("h8 h9 g8", "g7 g9 i8", &[]);
    taken_whichever_is_last("h3 h6 h9 h12", "g5 i5", &[]);
    // Five of the six: the way out is open.
    taken_whichever_is_last("g7 g8 h7 h9 i7", "h8", &[]);
}

#[test]
fn the_new_stone_is_among_the_stones_of_the_dulu() {
    // docs/rules.md: "A stone set inside an enemy DuLu is safe until a new stone forms one around it."
    let game = Dulu::new(false);
    let mut line = position(&game, "c5 g5 h10 l6", "", 25);
    let play = |line: &mut Position, name: &str| game.play(line, Move(game.board.read(name).unwrap() as u8));
    play(&mut line, "h8");
    assert_eq!(line.stones[1].count(), 1, "set inside, and safe");
    play(&mut line, "o8");
    play(&mut line, "a1");
    assert_eq!(line.stones[1].count(), 2, "o8 sees none of the four");
    // j8 stands on the side l6–h10 and so is a stone of the polygon c5 g5 l6 j8 h10.
    play(&mut line, "j8");
    assert_eq!(line.stones[1].iter().map(|cell| game.board.name(cell)).collect::<Vec<_>>(), ["a1"]);
}

#[test]
fn a_capture_may_open_another_dulu() {
    // docs/rules.md: "then, with those gone, the test is made again, until nothing is captured". The DuLu h4 c4 c6 j4
    // captures d5; c4 and j9 then see each other, and the DuLu h4 c4 j9 j4 captures i7.
    assert_eq!(taken("c4 c6 j4 j9", "d5 i7", "h4"), ["d5", "i7"]);
    // Without j9, or with a stone that keeps the line c4–j9 shut (g8, outside the first DuLu), i7 stays.
    assert_eq!(taken("c4 c6 j4", "d5 i7", "h4"), ["d5"]);
    assert_eq!(taken("c4 c6 j4 j9", "d5 i7 g8", "h4"), ["d5"]);
    // "the new stone among its stones": with all five there before, o8 far away captures neither.
    assert_eq!(taken("h4 c4 c6 j4 j9", "d5 i7", "o8"), Vec::<String>::new());
}

#[test]
fn red_captures_as_blue_does() {
    // Sheet: "Au moment où un joueur forme un DuLu, il capture toutes les pierres adverses situées à l'intérieur"
    let game = Dulu::new(false);
    let line =
        game.after(&position(&game, "h8 h1", "c5 g5 h10", 25), Move(game.board.read("l6").unwrap() as u8));
    assert_eq!(rows(&game, &line).matches('b').count(), 1);
}

#[test]
fn captured_stones_are_gone_for_good_and_their_cells_free() {
    // Sheet: "Les pierres capturées sont définitivement retirées de la partie"
    let game = Dulu::new(false);
    let mut line = position(&game, "c5 g5 h10", "h8", 24);
    assert_eq!(game.count_moves(&line), 165);
    game.play(&mut line, Move(game.board.read("l6").unwrap() as u8));
    assert_eq!((line.left(Side::First), line.left(Side::Second)), (4, 5));
    assert_eq!(game.count_moves(&line), 165);
    assert!(game.parse_move(&line, "h8").is_ok());
}

#[test]
fn blue_begins_and_each_sets_17_stones() {
    // Sheet: "Le joueur bleu commence." "Chaque joueur, durant la partie, jouera exactement 17 pierres."
    let mut session = after("", "");
    assert_eq!(session.seats()[0].name.fr, "Bleu");
    assert_eq!((session.to_move().index(), session.count()), (0, 169));
    let mut set = [0; 2];
    while session.outcome().is_none() {
        set[session.to_move().index()] += 1;
        let first = session.legal()[0].clone();
        session.play(&first).unwrap();
    }
    assert_eq!(set, [17, 17]);
}

#[test]
fn only_free_cells() {
    // Sheet: "pose une pierre de sa couleur sur le plateau de jeu, sur une case hexagonale libre"
    let mut session = after("", "h8");
    assert_eq!(session.count(), 168);
    assert_eq!(session.play("h8").unwrap_err().to_string(), "impossible move: h8 is taken");
    for wrong in ["h16", "p1", "a9", "pass", ""] {
        let fault = session.play(wrong).unwrap_err().to_string();
        assert_eq!(fault, format!("impossible move: \"{wrong}\" is not a cell from a1 to o8"));
    }
}

fn score(blue: &str, red: &str) -> (&'static str, [i32; 2], &'static str) {
    let game = Dulu::new(false);
    let end = game.outcome(&position(&game, blue, red, PLIES)).unwrap();
    (end.verdict.code(), end.score.unwrap(), end.reason.key)
}

#[test]
fn the_outer_crown_is_removed_before_the_count() {
    // Sheet: "on retire toutes les pierres se trouvant sur les cases colorées qui forment la couronne la plus à
    // l'extérieur du plateau": three blue stones on the rim count for nothing.
    assert_eq!(score("a1 h1 o8 h8", "h7 h9"), ("second", [1, 2], "most-stones"));
    // "Si cette couronne est vide, on retire les pierres se situant sur la couronne la plus à l'extérieur occupée":
    // here the ring of h7, h9, i8, g8 about the centre.
    assert_eq!(score("h8", "h7 h9 i8"), ("first", [1, 0], "most-stones"));
    assert_eq!(score("h7 h9 i8", "g8"), ("second", [0, 0], "nothing-left"));
}

#[test]
fn ties_are_broken_ring_by_ring() {
    // Sheet: "En cas d'égalité, on retire à nouveau les pierres se situant sur la couronne la plus à l'extérieur
    // encore occupée". a1 is on the rim, b2 and b3 on the next ring, c3 on the one after, h7 beside the centre.
    assert_eq!(score("a1 b2", "h7"), ("second", [0, 1], "inner-crown"), "1–1, then 0–1");
    assert_eq!(score("h8", "a1 b2"), ("first", [1, 0], "inner-crown"), "1–1, then 1–0");
    assert_eq!(score("a1 b2 h8", "b3 c3"), ("first", [1, 0], "inner-crown"), "2–2, 1–1, 1–0");
}

#[test]
fn red_wins_when_nothing_is_left() {
    // Sheet: "Dans le cas très rare d'égalité après retrait de toutes les pierres : c'est le joueur rouge qui gagne
    // la partie."
    assert_eq!(score("a1 a2 a3", "o1"), ("second", [0, 0], "nothing-left"));
    assert_eq!(score("a1 b2 c3", "a2 b3 c4"), ("second", [0, 0], "nothing-left"));
    assert_eq!(score("", ""), ("second", [0, 0], "nothing-left"));
}

#[test]
fn the_last_stone_captures_before_the_count() {
    // Sheet: "Lorsque le joueur rouge place sa dernière pierre sur le plateau de jeu, formant éventuellement un
    // dernier DuLu, il est temps de comptabiliser les points."
    let game = Dulu::new(false);
    let mut line = position(&game, "h8 i8 i7 h7 h9 a1", "c5 g5 h10", PLIES - 1);
    assert!(game.outcome(&line).is_none());
    game.play(&mut line, Move(game.board.read("l6").unwrap() as u8));
    let end = game.outcome(&line).unwrap();
    // The five blue stones at the centre are captured and a1 is on the rim.
    assert_eq!((end.verdict.code(), end.score), ("second", Some([0, 4])));
    assert_eq!(game.count_moves(&line), 0);
}

#[test]
fn ternun_allows_two_stones_that_touch_and_no_third() {
    // Sheet: "Un joueur ne peut pas poser plus de deux pierres de sa couleur sur des cases adjacentes."
    let game = Dulu::new(true);
    let may =
        |blue: &str, red: &str, cell: &str| game.parse_move(&position(&game, blue, red, 24), cell).is_ok();
    assert!(may("h8", "", "h9"), "a second stone may touch the first");
    assert!(!may("h8 h9", "", "h10"), "not a third, in line");
    assert!(!may("h8 h9", "", "g8"), "nor in a triangle");
    assert!(!may("h7 h9", "", "h8"), "nor between two single stones");
    assert!(may("h8 h9", "", "h11"), "one cell away is far enough");
    assert!(may("", "h8 h9", "h10"), "only own stones count");
    let say = game.parse_move(&position(&game, "h8 h9", "", 24), "h10").unwrap_err().to_string();
    assert_eq!(say, "impossible move: on h10, three or more of your stones would touch (Dulu-Ternun)");
    assert!(Dulu::new(false).parse_move(&position(&game, "h8 h9", "", 24), "h10").is_ok());
    // A pair has eight neighbours.
    assert_eq!(game.count_moves(&position(&game, "h8 h9", "a1", 24)), 169 - 3 - 8);
}

#[test]
fn ternun_agrees_with_groups_counted_anew() {
    let game = Dulu::new(true);
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let mut line = game.start(&mut rng);
        for _ in 0..PLIES {
            let own = line.stones[line.side().index()];
            let group = |cell: usize| {
                let mut group = BTreeSet::from([cell]);
                loop {
                    let more: BTreeSet<usize> = own
                        .iter()
                        .filter(|&stone| {
                            (0..6)
                                .any(|d| game.board.step(stone, d).is_some_and(|next| group.contains(&next)))
                        })
                        .chain(group.iter().copied())
                        .collect();
                    if more.len() == group.len() {
                        return more.len();
                    }
                    group = more;
                }
            };
            let free = |&cell: &usize| !line.stones[0].contains(cell) && !line.stones[1].contains(cell);
            let allowed: Vec<usize> = (0..CELLS).filter(free).filter(|&cell| group(cell) < 3).collect();
            assert_eq!(game.playable(&line).iter().collect::<Vec<_>>(), allowed);
            // The bound that shows that nobody ever has to pass.
            assert!(game.crowded(&own).without(own).count() <= 4 * own.count());
            let mv = game.random_move(&line, &mut rng);
            game.play(&mut line, mv);
        }
    }
}

#[test]
fn positions_are_read_and_wrong_ones_explained() {
    let game = Dulu::new(false);
    let empty = "8/9/10/11/12/13/14/15/14/13/12/11/10/9/8";
    let say = |text: &str| game.parse_position(text).unwrap_err().to_string();
    assert_eq!(game.parse_position(&format!("{empty} b 17/17")).unwrap(), game.start(&mut Rng::new(0)));
    assert_eq!(game.parse_position(&format!("{empty} r 3/4")).unwrap().plies, 27);
    assert!(say(&format!("{empty} b 3/4")).starts_with("position, stones left: 3/4; Red has as many"));
    assert!(say(&format!("{empty} r 4/4")).starts_with("position, stones left: 4/4;"));
    for wrong in ["18/18", "x/3", "17", "+1/1", "1/1/1", "/"] {
        assert!(say(&format!("{empty} b {wrong}")).contains(&format!("\"{wrong}\"")), "{wrong}");
    }
    assert!(say(&format!("{empty} w 17/17")).contains("\"w\""));
    assert!(say(empty).contains("1 field(s) instead of 3"));
    let one = empty.replacen('8', "7b", 1);
    assert_eq!(say(&format!("{one} b 17/17")), "position: 1 stones (Blue) on the board, but 0 were set");
    assert!(game.parse_position(&format!("{one} b 16/16")).is_ok());
    assert!(say(&format!("{} b 17/17", empty.replacen('8', "7w", 1))).contains("row 1, character 2"));
}

/// Plays a move by the rules and by the twin, and compares the boards; returns how many stones were captured.
fn compare(game: &Dulu, position: &mut Position, mv: Move) -> u32 {
    let (q, r) = game.board.axial(mv.0 as usize);
    let expected = Twin::of(game, position).play((q.into(), r.into()), position.side().index());
    let before = (rows(game, position), position.stones[position.side().other().index()].count());
    game.play(position, mv);
    assert_eq!(rows(game, position), expected, "{} in {}", game.board.name(mv.0 as usize), before.0);
    before.1 - position.stones[position.side().index()].count()
}

#[test]
fn random_games_agree_with_the_twin() {
    let mut rng = Rng::new(16);
    for ternun in [false, true] {
        let game = Dulu::new(ternun);
        for _ in 0..200 {
            let mut position = game.start(&mut rng);
            while position.plies < PLIES {
                let mv = game.random_move(&position, &mut rng);
                compare(&game, &mut position, mv);
            }
        }
    }
}

/// Sets up random stones on the cells of the inner rings, many or few of either colour, and compares one move.
fn compare_crowds(rings: usize, most: u32, rounds: u32, seed: u64) -> u32 {
    let game = Dulu::new(false);
    let mut rng = Rng::new(seed);
    let mut cells: Vec<usize> = (0..CELLS).filter(|&cell| game.board.ring(cell) < rings).collect();
    let mut captures = 0;
    for _ in 0..rounds {
        rng.shuffle(&mut cells);
        let (own, enemy) = ((most - rng.below(most / 2)) as usize, 1 + rng.below(6) as usize);
        let stones =
            [cells[1..own].iter().copied().collect(), cells[own..own + enemy].iter().copied().collect()];
        let mut position = Position { stones, plies: 32 };
        captures += compare(&game, &mut position, Move(cells[0] as u8));
    }
    captures
}

#[test]
fn crowds_agree_with_the_twin() {
    // Each of these crowds captures something in a good part of its positions: the comparison is not idle.
    for (rings, most, rounds) in [(3, 10, 4000), (4, 12, 4000), (5, 13, 4000), (8, STONES as u32, 4000)] {
        let captures = compare_crowds(rings, most, rounds, rings as u64);
        assert!(captures > rounds / 20, "{rings} rings: {captures} captures in {rounds} positions");
    }
}

#[test]
fn nets_full_of_crossings_agree_with_the_twin() {
    // Found by climbing from random positions to those where the search has most crossings to settle; the first stone
    // of each is the new one.
    let nets = [
        (
            "g11 c7 c10 g12 h7 h9 h10 j9 j10 j12 k6 k7 m5 m6 m7 m9 m10",
            "a3 d9 d11 e4 e12 f2 f7 g6 h13 i2 i13 k5 n5",
        ),
        ("e3 a7 e9 g9 g13 h3 h7 h12 h14 i6 i12 j5 j7 k6 k11 k12 o7", "a4 b5 c8 d6 e1 g1 g2 i5 i14"),
        ("c2 g2 g3 g11 i2 i6 i7 i12 k6 k8 l3 l4 n2 n3 n7 n8 o4", "a3 b5 c5 h6 h8"),
        (
            "f5 g5 g9 g10 i7 i10 i11 k6 k7 k9 k10 l4 l7 n4 n6 n7 n9",
            "a5 b9 c6 e2 e5 f6 f12 g1 g3 g12 h8 h15 i13 k1 k3 m1",
        ),
        (
            "e9 c1 e1 e10 h6 h10 i9 i12 i14 j7 j10 j13 k6 k9 k10 n7 n9",
            "a6 b5 c4 c5 d6 d9 g7 g13 h2 h14 i4 i7 j4 m1 m2 m3",
        ),
    ];
    let game = Dulu::new(false);
    for (blue, red) in nets {
        let (new, others) = blue.split_once(' ').unwrap();
        let mut net = position(&game, others, red, PLIES - 2);
        compare(&game, &mut net, Move(game.board.read(new).unwrap() as u8));
    }
}

/// Returns what follows the board in the text of a draft, and what is wrong with it.
fn set_up(start: &str, clicks: &str, seat: u8) -> (String, Option<String>) {
    let mut setup = play::set_up(&ENTRY, "", start, clicks);
    setup.set_turn(Seat(seat));
    let rest = setup.text().split_once(' ').unwrap().1.to_string();
    (rest, setup.fault().map(|fault| fault.to_string()))
}

#[test]
fn stones_that_are_set_up_come_from_the_stock() {
    // docs/rules.md: "17 stones each; Blue begins": after two of Blue's and one of Red's it is Red's turn, or a stone of Red's
    // has been captured and it is Blue's.
    let start = after("", "").position();
    assert_eq!(set_up(&start, "ba1 ba2 rh8", 1), ("r 15/16".to_string(), None));
    assert_eq!(set_up(&start, "ba1 ba2 rh8", 0), ("b 15/15".to_string(), None));
    // What fits stays: stones may have been captured.
    let fewer = start.replace("17/17", "9/9");
    assert_eq!(set_up(&fewer, "ba1 ba2 rh8", 0), ("b 9/9".to_string(), None));
    let row: Vec<String> = (1..=15).map(|place| format!("bh{place}")).collect();
    let all = format!("{} ba1 ba2", row.join(" "));
    assert_eq!(set_up(&start, &all, 1), ("r 0/1".to_string(), None));
    let (rest, fault) = set_up(&start, &format!("{all} ba3"), 0);
    assert_eq!(rest, "b 0/0");
    assert_eq!(fault.unwrap(), "position: 18 stones (Blue) on the board, but 17 were set");
}
