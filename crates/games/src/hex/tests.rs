use damier_core::{Game, Rng, Side};
use damier_table::Session;
use damier_testkit::play;

use super::{ENTRY, Hex, twin};

fn after(variant: &str, moves: &str) -> Box<dyn Session> {
    play::after(&ENTRY, variant, moves)
}

#[test]
fn reach_agrees_with_the_naive_twin() {
    let mut rng = Rng::new(11);
    for size in [3, 5, 11] {
        let game = Hex::<2>::new(size, false);
        for _ in 0..200 {
            let mut position = game.start(&mut rng);
            while game.outcome(&position).is_none() {
                assert_eq!(twin::winner(&game.position_text(&position), size), None);
                let mv = game.random_move(&position, &mut rng);
                game.play(&mut position, mv);
            }
            let winner = twin::winner(&game.position_text(&position), size);
            assert!(winner.is_some() && winner == position.winner, "{}", game.position_text(&position));
        }
    }
}

#[test]
fn rollouts_end_where_single_moves_would() {
    // The fast random game must stop at the very ply that joins the edges, in a true position.
    let mut rng = Rng::new(2);
    let game = Hex::<4>::new(16, false);
    for _ in 0..50 {
        let mut end = game.start(&mut rng);
        let rollout = game.rollout(&mut end, &mut rng);
        assert_eq!(game.parse_position(&game.position_text(&end)).unwrap(), end);
        assert_eq!(end.stones[0].count() + end.stones[1].count(), rollout.plies);
        assert_eq!(twin::winner(&game.position_text(&end), 16), end.winner);
        // Without one of the winner's stones that was last, nobody has won: some stone must be so.
        let side = end.winner.unwrap();
        let last = end.stones[side.index()].iter().any(|cell| {
            let mut before = game.position_text(&end).into_bytes();
            before[cell + cell / 16] = b'.';
            twin::winner(std::str::from_utf8(&before).unwrap(), 16).is_none()
        });
        assert!(last);
    }
}

#[test]
fn blanc_commence() {
    // Sheet: "Blanc commence."
    assert_eq!(after("", "").seats()[0].name.fr, "Blanc");
    assert_eq!(after("", "").to_move().index(), 0);
    assert_eq!(after("", "a1").to_move().index(), 1);
}

#[test]
fn any_free_cell_and_only_a_free_cell() {
    // Sheet: "les joueurs placent un de leurs pions sur l'une quelconque des cases hexagonales libres."
    let mut session = after("size=4", "b2");
    assert_eq!(session.count(), 15);
    assert!(!session.legal().contains(&"b2".to_string()));
    assert_eq!(session.play("b2").unwrap_err().to_string(), "impossible move: b2 is taken");
    assert_eq!(
        session.play("e1").unwrap_err().to_string(),
        "impossible move: \"e1\" is not a cell from a1 to d4"
    );
}

#[test]
fn at_most_256_stones() {
    // Sheet: "Il y a au maximum 256 poses de pions." and "ici nous avons choisi un tableau 16×16"
    assert_eq!(after("", "").count(), 256);
}

#[test]
fn white_joins_top_and_bottom_black_left_and_right() {
    // docs/rules.md: "White owns the top and bottom edges, Black the left and right."
    let white = after("size=3", "b1 a2 b2 a3 a1 c3 b3");
    assert_eq!(white.outcome().unwrap().verdict.code(), "first");
    let black = after("size=3", "a1 a2 b1 b2 c1 c2");
    assert_eq!(black.outcome().unwrap().verdict.code(), "second");
    assert_eq!(black.outcome().unwrap().reason.key, "connection");
}

#[test]
fn corners_belong_to_both_sides() {
    // Sheet: "Les quatre hexagones formant les coins appartiennent aux deux côtés qui les forment."
    let game = Hex::<2>::new(3, false);
    let parse = |text: &str| game.parse_position(text).unwrap().winner;
    assert_eq!(parse("w../w../w.. b"), Some(Side::First));
    assert_eq!(parse("bbb/.../... w"), Some(Side::Second));
    assert_eq!(parse(".../.../bbb w"), Some(Side::Second));
}

#[test]
fn a_full_board_has_exactly_one_winner() {
    // Sheet: "La partie ne peut pas être nulle"
    let mut rng = Rng::new(4);
    for _ in 0..200 {
        let mut order: Vec<usize> = (0..25).collect();
        rng.shuffle(&mut order);
        let mut rows = *b"...../...../...../...../..... w";
        for (turn, cell) in order.into_iter().enumerate() {
            rows[cell + cell / 5] = b"wb"[turn % 2];
        }
        let board = std::str::from_utf8(&rows).unwrap();
        let swapped: String = board.replace('w', "x").replace('b', "w").replace('x', "b");
        let transposed = {
            let cell = |row: usize, file: usize| swapped.as_bytes()[file * 6 + row] as char;
            (0..5)
                .map(|row| (0..5).map(|file| cell(row, file)).collect::<String>())
                .collect::<Vec<_>>()
                .join("/")
        };
        let winner = twin::winner(board, 5).expect("somebody wins");
        assert_eq!(twin::winner(&format!("{transposed} w"), 5), Some(winner.other()), "{board}");
    }
}

#[test]
fn swap_puts_a_black_stone_on_the_mirrored_cell() {
    // docs/rules.md: "the stone is taken off and a black stone put on the cell mirrored across the long diagonal (file and
    // row exchanged), and it is First's turn"
    let session = after("swap,size=5", "b4 swap");
    assert_eq!(session.position(), "...../...b./...../...../..... w");
    assert_eq!(session.count(), 24);
    // "as its first move Second may play `swap`"
    assert_eq!(after("swap,size=5", "b4").count(), 25);
    assert!(!after("swap,size=5", "b4 a1 c3").legal().contains(&"swap".to_string()));
    assert!(after("size=5", "b4").play("swap").is_err());
}

#[test]
fn sizes_out_of_range_are_refused() {
    // docs/rules.md: "parameter `size` 3–26"
    for wrong in ["size=2", "size=27", "size=x", "size=-3", "size=+5"] {
        let fault = ENTRY.variant(wrong).err().unwrap().to_string();
        assert!(fault.contains(wrong) && fault.contains("from 3 to 26"), "{fault}");
    }
}
