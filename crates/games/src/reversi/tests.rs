use std::collections::HashSet;

use damier_core::{Game, Rng, perft::perft};
use damier_scene::View;
use damier_table::Session;
use damier_testkit::play;

use super::bits::{flips, mobility};
use super::naive::score;
use super::twin::{Twin, enemy};
use super::{ENTRY, Position, Reversi, Start, Word};

fn after(variant: &str, moves: &str) -> Box<dyn Session> {
    play::after(&ENTRY, variant, moves)
}

/// Plays random games beside the twin, and compares the moves and the boards at every ply.
fn beside_the_twin<W: Word, const SIZE: u32>(games: u32) {
    let mut rng = Rng::new(u64::from(SIZE));
    for number in 0..games {
        let start = if number % 2 == 0 { Start::Diagonal } else { Start::Parallel };
        let game = Reversi::<W, SIZE>::new(start, false);
        let mut position = game.start(&mut rng);
        let mut twin = Twin::new(&game.position_text(&position));
        let mut colour = 'b';
        loop {
            let moves = game.moves(&position);
            let words: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
            assert_eq!(words, twin.moves(colour), "{}", game.position_text(&position));
            if moves.is_empty() {
                break;
            }
            let drawn = rng.below(moves.len() as u32) as usize;
            game.play(&mut position, moves[drawn]);
            twin.play(&words[drawn], colour);
            colour = enemy(colour);
            assert_eq!(Twin::new(&game.position_text(&position)), twin, "after {}", words[drawn]);
        }
        let count = |wanted| twin.rows.iter().flatten().filter(|&&disc| disc == wanted).count() as i32;
        assert_eq!(game.outcome(&position).unwrap().score, Some([count('b'), count('w')]));
    }
}

#[test]
fn moves_and_flips_agree_with_the_naive_twin() {
    beside_the_twin::<u64, 4>(200);
    beside_the_twin::<u64, 6>(100);
    beside_the_twin::<u64, 8>(60);
    beside_the_twin::<u128, 10>(40);
}

/// Compares mobility and flips with the twin on boards that play would hardly reach: full lines, edges, corners.
fn on_random_boards<W: Word, const SIZE: u32>(boards: u32) {
    let mut rng = Rng::new(100 + u64::from(SIZE));
    let game = Reversi::<W, SIZE>::new(Start::Diagonal, false);
    for _ in 0..boards {
        // The fewer free cells, the longer the lines.
        let (free, black) = (1 + rng.below(6), 1 + rng.below(8));
        let mut discs = [W::NONE; 2];
        for cell in 0..SIZE * SIZE {
            if rng.below(8) >= free {
                discs[usize::from(rng.below(9) >= black)] |= W::ONE << cell;
            }
        }
        let position = Position { own: discs[0], other: discs[1], seat: 0 };
        let twin = Twin::new(&game.position_text(&position));
        let free = mobility::<W, SIZE>(discs[0], discs[1]);
        for (row, file) in twin.cells() {
            let cell = row as u32 * SIZE + file as u32;
            let turned = twin.turned(row, file, 'b');
            assert_eq!(free.has(cell as usize), !turned.is_empty());
            if twin.at(row, file) == Some('.') {
                let turned =
                    turned.iter().fold(W::NONE, |set, &(r, f)| set | W::ONE << (r as u32 * SIZE + f as u32));
                assert_eq!(
                    flips::<W, SIZE>(cell, discs[0], discs[1]),
                    turned,
                    "{}",
                    game.position_text(&position)
                );
            }
        }
        assert_eq!(free & !W::cut(u128::MAX >> (128 - SIZE * SIZE)), W::NONE, "a move off the board");
    }
}

#[test]
fn random_boards_agree_with_the_naive_twin() {
    on_random_boards::<u64, 4>(3000);
    on_random_boards::<u64, 6>(2000);
    on_random_boards::<u64, 8>(1500);
    on_random_boards::<u128, 10>(1000);
}

#[test]
fn select_counts_from_the_lowest() {
    let mut rng = Rng::new(5);
    for _ in 0..2000 {
        // Sparse and dense words alike.
        let mut word = rng.bits();
        for _ in 0..rng.below(4) {
            word = if rng.below(2) == 0 { word & rng.bits() } else { word | rng.bits() };
        }
        let wide = u128::from(word) << 64 | u128::from(rng.bits());
        let cells: Vec<usize> = (0..64).filter(|&cell| word >> cell & 1 == 1).collect();
        let wide_cells: Vec<usize> = (0..128).filter(|&cell| wide >> cell & 1 == 1).collect();
        assert!(cells.iter().enumerate().all(|(rank, &cell)| word.select(rank as u32) == cell), "{word:x}");
        assert!(
            wide_cells.iter().enumerate().all(|(rank, &cell)| wide.select(rank as u32) == cell),
            "{wide:x}"
        );
    }
    assert_eq!(u64::MAX.select(63), 63);
    assert_eq!(u128::MAX.select(127), 127);
}

#[test]
fn two_starts() {
    // Sheet: "Il y en a deux possibles." docs/rules.md: "d4 e5 white, e4 d5 black; variant `parallele`: d4 e4 black, d5 e5
    // white … the four central cells in the same pattern. `diagonale` may be named."
    assert_eq!(
        after("", "").position(),
        "......../......../......../...wb.../...bw.../......../......../........ b"
    );
    assert_eq!(after("diagonale", "").position(), after("", "").position());
    assert_eq!(after("size=4", "").position(), "..../.wb./.bw./.... b");
    assert_eq!(after("parallele,size=6", "").position(), "....../....../..bb../..ww../....../...... b");
    let fault = ENTRY.variant("diagonale,parallele").err().unwrap().to_string();
    assert_eq!(fault, "\"diagonale\" and \"parallele\" exclude each other");
}

#[test]
fn black_begins_and_turns_a_white_disc() {
    // Sheet: "Le premier joueur (noir ici) joue : il a encadré un pion blanc. Il retourne ce pion blanc." Then: "Le
    // deuxième joueur pose un pion blanc et retourne un pion noir."
    let mut session = after("", "");
    assert_eq!(session.seats()[session.to_move().index()].name.fr, "Noir");
    session.play("f5").unwrap();
    assert_eq!(
        session.position(),
        "......../......../......../...wb.../...bbb../......../......../........ w"
    );
    session.play("f6").unwrap();
    assert_eq!(
        session.position(),
        "......../......../......../...wb.../...bwb../.....w../......../........ b"
    );
}

#[test]
fn every_caught_line_turns() {
    // Sheet: "Si un joueur pose un pion qui permet d'encadrer simultanément plusieurs rangées de pions de l'adversaire,
    // il doit retourner les pions de toutes les rangées." Eight lines of two at once around e5, one line without end.
    let game = Reversi::<u64, 8>::new(Start::Diagonal, false);
    let mut position = game
        .parse_position("......../.b..b..b/..w.w.w./...www../.bww.wwb/...www../..w.w.w./.b..w..b b")
        .unwrap();
    let mv = game.parse_move(&position, "e5").unwrap();
    game.play(&mut position, mv);
    // Down from e5 stand three white discs and then the edge: they stay.
    assert_eq!(
        game.position_text(&position),
        "......../.b..b..b/..b.b.b./...bbb../.bbbbbbb/...bwb../..b.w.b./.b..w..b w"
    );
}

#[test]
fn a_disc_must_turn_something() {
    // docs/rules.md: "A disc must turn at least one line of enemy discs (8 directions)"
    let mut session = after("", "");
    assert_eq!(session.legal(), ["d3", "c4", "f5", "e6"]);
    let mut say = |text| session.play(text).unwrap_err().to_string();
    assert_eq!(say("d4"), "impossible move: d4 is taken");
    assert_eq!(say("a1"), "impossible move: a1 turns no disc");
    assert_eq!(say("i1"), "impossible move: \"i1\" is not a cell from a1 to h8");
    assert_eq!(say("pass"), "impossible move: one passes only when no disc can be turned");
}

#[test]
fn who_cannot_turn_a_disc_passes() {
    // Sheet: "Quand un joueur n'a pas la possibilité d'encadrer des pions de l'adversaire, il doit passer son tour."
    let mut session = after("size=4", "c4 b4 a4 d4 d2");
    assert_eq!(session.legal(), ["pass"]);
    assert_eq!(session.count(), 1);
    let fault = session.play("a1").unwrap_err().to_string();
    assert_eq!(fault, "impossible move: a1 turns nothing, one has to \"pass\"");
    let before = session.position();
    session.play("pass").unwrap();
    assert_eq!(session.position(), before.replace(" w", " b"));
}

#[test]
fn the_game_ends_when_neither_can_move() {
    // Sheet: "Le jeu se termine lorsque les 64 pions sont tous posés ou si chaque joueur ne peut plus encadrer les pions
    // de l'adversaire." docs/rules.md: "at once … (no final passes)". The shortest game, known to Othello players:
    let session = after("", "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    let outcome = session.outcome().unwrap();
    assert_eq!(
        (outcome.verdict.code(), outcome.score, outcome.reason.key),
        ("first", Some([13, 0]), "discs")
    );
    assert!(session.legal().is_empty());
}

#[test]
fn more_discs_win_and_equal_discs_draw() {
    // Sheet: "Le gagnant est celui qui possède le plus grand nombre de pions de sa couleur sur le jeu."
    let end = |text: &str| {
        let outcome = ENTRY.variant("size=4").unwrap().resume(text).unwrap().outcome().unwrap();
        (outcome.verdict.code(), outcome.score.unwrap())
    };
    assert_eq!(end("bbbb/bbbb/bwww/wwww b"), ("first", [9, 7]));
    assert_eq!(end("bbbb/bbbw/wwww/wwww b"), ("second", [7, 9]));
    assert_eq!(end("bbbb/bbbb/wwww/wwww w"), ("draw", [8, 8]));
    // Free cells belong to nobody.
    assert_eq!(end("..../.b../..b./.... w"), ("first", [2, 0]));
}

#[test]
fn teams_take_turns_and_a_pass_uses_the_turn() {
    // docs/rules.md: "seats in the order black 1, white 1, black 2, white 2 (a pass uses the seat's turn)"
    let names = |moves: &str| {
        let session = after("equipes,size=4", moves);
        (session.seats()[session.to_move().index()].code, session.legal().len())
    };
    assert_eq!(names("").0, "b1");
    assert_eq!(names("c4").0, "w1");
    assert_eq!(names("c4 b4").0, "b2");
    assert_eq!(names("c4 b4 a4").0, "w2");
    assert_eq!(names("c4 b4 a4 d4").0, "b1");
    assert_eq!(names("c4 b4 a4 d4 d2"), ("w1", 1));
    assert_eq!(names("c4 b4 a4 d4 d2 pass").0, "b2");
    let session = after("parallele,equipes,size=4", "a4 a3");
    assert!(session.position().ends_with(" b2"));
    assert_eq!(ENTRY.variant("equipes,size=4").unwrap().resume(&session.position()).unwrap().to_move().0, 2);
}

#[test]
fn sizes_other_than_four_are_refused() {
    // docs/rules.md: "Parameter `size` 4, 6, 8 (default), 10"
    for wrong in ["size=5", "size=2", "size=12", "size=x", "size=08", "size=+8"] {
        let fault = ENTRY.variant(wrong).err().unwrap().to_string();
        assert_eq!(fault, format!("\"{wrong}\": one of 4, 6, 8, 10 is expected"));
    }
    assert_eq!(after("size=8", "").position(), after("", "").position());
}

#[test]
fn othello_problems_are_read() {
    // Number 40 of the French federation's endgame tests: 20 free cells, Black to move, a2 is the move to find.
    let cells = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------";
    let game = ENTRY.variant("").unwrap();
    let session = game.resume(&format!("{cells} X")).unwrap();
    let native = "w..wwwwb/.wwwwwwb/wwbbwwwb/wwbwwwbb/wwwwwwbb/...wwwwb/....w..b/........ b";
    assert_eq!(session.position(), native);
    assert!(session.legal().contains(&"a2".to_string()));
    let read = |text: &str| game.resume(text).map(|session| session.position());
    assert_eq!(read(&format!("{cells} Black")).unwrap(), native);
    let dots = cells.replace('-', ".");
    assert_eq!(read(&format!("{dots} O")).unwrap(), native.replace(" b", " w"));
    assert_eq!(read(&format!("{dots} White")), read(&format!("{cells} O")));
    let team = ENTRY.variant("equipes,size=4").unwrap().resume("-----OX--XO----- O").unwrap();
    assert_eq!(team.position(), "..../.wb./.bw./.... w1");
}

#[test]
fn wrong_positions_are_explained() {
    let game = ENTRY.variant("size=4").unwrap();
    let say = |text: &str| game.resume(text).err().unwrap().to_string();
    assert_eq!(say("..../.wb./.bx./.... b"), "position, row 3, character 3: \"x\" is none of \".bw\"");
    assert_eq!(say("..../.wb./.bw./.... b1"), "position, seat to move: \"b1\"; expected one of: b, w");
    assert_eq!(say("..../.wb./.bw./...."), "position: 1 field(s) instead of 2; expected: ROWS b|w");
    assert_eq!(say("-----OX--XO-*--- X"), "position, character 13 (a4): \"*\" is none of \"X O -\"");
    assert_eq!(
        say("-----OX--XO----- b"),
        "position, seat to move: \"b\"; expected one of: X, O, Black, White"
    );
    assert!(say("-----OX--XO---- X").starts_with("position: 15 cells instead of 16; expected: 4 rows"));
    assert!(say("-----OX--XO----- X; d8:+12").contains("3 field(s) instead of 2"));
}

#[test]
fn keys_know_discs_and_seats() {
    // Equal positions reached by two orders of the same moves, and no two positions of the small board alike.
    let (one, two) = (after("", "d3 c3 c4"), after("", "c4 c3 d3"));
    assert_eq!(one.position(), two.position());
    assert_eq!(one.key(), two.key());
    let seats = ["b1", "w1", "b2", "w2"];
    let teams = ENTRY.variant("equipes,size=4").unwrap();
    let keys = seats.map(|seat| teams.resume(&format!("..../.wb./.bw./.... {seat}")).unwrap().key());
    assert_eq!(HashSet::from(keys).len(), 4);
    let game = Reversi::<u64, 4>::new(Start::Diagonal, false);
    let (mut positions, mut keys) = (HashSet::new(), HashSet::new());
    let mut rng = Rng::new(8);
    for _ in 0..2000 {
        let mut position = game.start(&mut rng);
        while game.has_move(&position) {
            positions.insert(position);
            keys.insert(game.key(&position));
            let mv = game.random_move(&position, &mut rng);
            game.play(&mut position, mv);
        }
    }
    assert!(positions.len() > 5000);
    assert_eq!(keys.len(), positions.len());
}

#[test]
fn random_moves_are_uniform() {
    let mut rng = Rng::new(3);
    let game = Reversi::<u64, 8>::new(Start::Diagonal, false);
    let position = game
        .parse_position("......../......../..bw..../..bbbw../...wwb../...w..../......../........ b")
        .unwrap();
    let moves = game.moves(&position);
    let mut seen = vec![0u32; moves.len()];
    for _ in 0..110_000 {
        let drawn = game.random_move(&position, &mut rng);
        seen[moves.iter().position(|&mv| mv == drawn).unwrap()] += 1;
    }
    // Chi-square with 10 degrees of freedom: 29.6 is exceeded once in a thousand.
    assert_eq!(moves.len(), 11);
    let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
    assert!(chi < 29.6, "{seen:?}");
    // A forced pass is drawn too.
    let blocked = game.parse_position("wb....../8/8/8/8/8/8/8 b").unwrap();
    assert_eq!(game.count_moves(&blocked), 1);
    assert_eq!(game.random_move(&blocked, &mut rng), super::PASS);
}

#[test]
fn rollouts_play_the_moves_that_single_draws_would() {
    // The same random numbers give the same game, move by move; the twin agrees that it is over at its end only.
    fn check<W: Word, const SIZE: u32>(games: u64) {
        let game = Reversi::<W, SIZE>::new(Start::Diagonal, true);
        for seed in 0..games {
            let (mut fast, mut slow) = (Rng::new(seed), Rng::new(seed));
            let mut end = game.start(&mut fast);
            let rollout = game.rollout(&mut end, &mut fast);
            let mut position = game.start(&mut slow);
            let mut plies = 0;
            while game.outcome(&position).is_none() {
                let mv = game.random_move(&position, &mut slow);
                assert!(game.is_legal(&position, mv));
                game.play(&mut position, mv);
                plies += 1;
            }
            assert_eq!((position, plies), (end, rollout.plies));
            assert_eq!(game.outcome(&end), Some(rollout.outcome));
            let twin = Twin::new(&game.position_text(&end));
            assert!(twin.moves('b').is_empty() && twin.moves('w').is_empty());
            assert_eq!(game.rollout(&mut end, &mut fast).plies, 0);
        }
    }
    check::<u64, 4>(50);
    check::<u64, 8>(50);
    check::<u128, 10>(20);
}

#[test]
fn teams_have_the_same_tree_as_two() {
    let two = Reversi::<u64, 8>::new(Start::Parallel, false);
    let four = Reversi::<u64, 8>::new(Start::Parallel, true);
    let mut rng = Rng::new(0);
    for depth in 1..=6 {
        let counts = [perft(&two, &two.start(&mut rng), depth), perft(&four, &four.start(&mut rng), depth)];
        assert_eq!(counts[0], counts[1]);
    }
}

#[test]
fn the_smallest_board_is_whites() {
    // Ours, by an exhaustive search in an independent program that walks an array: White wins by 8 (3 discs to 11), and
    // from the parallel start by 3. The published value of the usual start is the same.
    let game = Reversi::<u64, 4>::new(Start::Diagonal, false);
    assert_eq!(score(&game, &game.start(&mut Rng::new(0)), false, [-16, 16]), -8);
    let game = Reversi::<u64, 4>::new(Start::Parallel, false);
    assert_eq!(score(&game, &game.start(&mut Rng::new(0)), false, [-16, 16]), -3);
}

#[test]
fn the_picture_names_what_stands_where() {
    let scene = after("", "f5").scene(&View::new(damier_core::Lang::Fr));
    let holds = |name: &str| scene.cells.iter().find(|cell| cell.name == name).unwrap().holds.clone();
    assert_eq!(scene.cells.len(), 64);
    assert_eq!([holds("f5"), holds("d4"), holds("a1")], ["noir", "blanc", "libre"]);
    assert_eq!(scene.captions, ["À Blanc de jouer", "Noir 4 – Blanc 1"]);
    let centre = |name: &str| scene.cells.iter().find(|cell| cell.name == name).unwrap().centre;
    // docs/rules.md: "rows 1–8 from the top"
    assert!(centre("a1").y < centre("a8").y && centre("a1").x < centre("h1").x);
    let english = after("size=4", "b1").scene(&View::new(damier_core::Lang::En));
    assert_eq!(english.captions[1], "Black 4 – White 1");
}
