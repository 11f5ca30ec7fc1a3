use std::collections::HashMap;

use damier_core::{Game, Indexed, Lang, Rng};
use damier_scene::View;
use damier_search::Value;
use damier_solve::Oracle;
use damier_table::Session;
use damier_testkit::play;

use super::decided::{self, Decided};
use super::draw::{Line, lines};
use super::lines::joined;
use super::rules::{AROUND, BOARD, CELLS};
use super::twin::Twin;
use super::{ENTRY, Meandres, Position};

fn after(variant: &str, moves: &str) -> Box<dyn Session> {
    play::after(&ENTRY, variant, moves)
}

fn resume(position: &str) -> Box<dyn Session> {
    play::at(&ENTRY, "", position)
}

fn refusal(session: &mut Box<dyn Session>, mv: &str) -> String {
    session.play(mv).unwrap_err().to_string()
}

#[test]
fn random_games_agree_with_the_naive_twin() {
    let mut rng = Rng::new(7);
    for free in [false, true] {
        let game = Meandres::new(free);
        for _ in 0..1500 {
            let (mut position, mut twin) = (game.start(&mut rng), Twin::start(free));
            // Games without the rules about lines may go on for long.
            for _ in 0..80 {
                assert_eq!(game.position_text(&position), twin.text());
                assert_eq!(game.outcome(&position).is_some(), twin.won(), "{}", twin.text());
                if position.over {
                    break;
                }
                let mut expected = twin.moves();
                expected.sort_unstable();
                assert_eq!(play::legal(&game, &position), expected);
                let mv = game.random_move(&position, &mut rng);
                game.play(&mut position, mv);
                twin.play(&BOARD.name(mv.0 as usize));
            }
        }
    }
}

#[test]
fn lines_are_found_in_any_layout() {
    // Play meets few kinds of lines; layouts at random, with any number of slashes, meet many more.
    let mut rng = Rng::new(8);
    let mut found = 0;
    for _ in 0..30_000 {
        let hole = rng.below(CELLS as u32) as u8;
        let slashes = (rng.bits() as u32) & super::rules::ALL & !(1 << hole);
        let mut twin = Twin::start(false);
        for cell in 0..CELLS {
            twin.board[cell / 5][cell % 5] = if cell == hole as usize {
                ' '
            } else if slashes >> cell & 1 == 1 {
                '/'
            } else {
                '\\'
            };
        }
        let won = joined(slashes, hole);
        assert_eq!(won, twin.won(), "{}", twin.text());
        let position =
            Position { slashes, hole, ban: super::rules::NONE, to_move: damier_core::Side::First, over: won };
        assert_eq!(
            lines(&position).iter().any(Line::wins),
            won,
            "the picture shows the line: {}",
            twin.text()
        );
        found += u32::from(won);
    }
    assert!((1000..29_000).contains(&found), "{found} of 30000 layouts have a line");
}

#[test]
fn counts_agree_with_the_naive_twin() {
    for (variant, free) in [("", false), ("libre", true)] {
        let session = after(variant, "");
        for depth in 1..=6 {
            assert_eq!(session.perft(depth), Twin::start(free).perft(depth), "{variant} {depth}");
        }
    }
}

#[test]
fn un_damier_24_jetons() {
    // Sheet: "Un damier 5×5", "24 jetons carrés identiques". docs/rules.md: "c3 is the hole; a counter on a cell with
    // file+rank even is `/`, else `\` (a=1)."
    let session = after("", "");
    assert_eq!(session.position(), "zszsz/szszs/zs.sz/szszs/zszsz 1 -");
    assert_eq!(session.outcome(), None, "the start has no line of three counters from side to side");
}

#[test]
fn one_to_four_counters_slide_towards_the_hole() {
    // Sheet: "chaque joueur à tour de rôle fait glisser un jeton ou une ligne (ou colonne) de 2, 3 ou 4 jetons."
    // docs/rules.md: "written as the cell that becomes the hole".
    assert_eq!(after("", "").legal(), ["c1", "c2", "a3", "b3", "d3", "e3", "c4", "c5"]);
    let slid = |position: &str, mv: &str| {
        let mut session = resume(position);
        session.play(mv).unwrap();
        session.position()
    };
    let from = "zszsz/szszs/.zzss/zszsz/szszs 1 -";
    assert_eq!(slid(from, "b3"), "zszsz/szszs/z.zss/zszsz/szszs 2 a3");
    assert_eq!(slid(from, "c3"), "zszsz/szszs/zz.ss/zszsz/szszs 2 a3");
    assert_eq!(slid(from, "d3"), "zszsz/szszs/zzs.s/zszsz/szszs 2 a3");
    assert_eq!(slid(from, "e3"), "zszsz/szszs/zzss./zszsz/szszs 2 a3");
    // Down the file: a4 and a5 hold s and z.
    assert_eq!(slid(from, "a5"), ".szsz/zzszs/szzss/zszsz/szszs 2 a3");
    assert_eq!(slid(from, "a1"), "zszsz/szszs/zzzss/sszsz/.zszs 2 a3");
}

#[test]
fn there_are_always_eight_moves_less_the_ban() {
    // docs/rules.md: "So there are always eight, less the ban".
    for (hole, cells) in AROUND.iter().enumerate() {
        let beside = |cell: usize| {
            cell != hole && (BOARD.file(cell) == BOARD.file(hole) || BOARD.rank(cell) == BOARD.rank(hole))
        };
        assert!((0..CELLS).filter(|&cell| beside(cell)).eq(cells.iter().map(|&cell| cell as usize)));
    }
    assert_eq!(after("", "").count(), 8);
    assert_eq!(after("", "b3").count(), 7);
    assert_eq!(after("libre", "b3").count(), 8);
}

#[test]
fn the_last_slide_may_not_be_undone() {
    // docs/rules.md: "the cell that would undo the opponent's last slide is not allowed"
    let mut session = after("", "c5");
    assert!(!session.legal().contains(&"c3".to_string()));
    assert_eq!(refusal(&mut session, "c3"), "impossible move: c3 would undo the opponent's last slide");
    // The ban is on that cell alone, and for one turn.
    session.play("c4").unwrap();
    session.play("c3").unwrap();
    // "variant `libre` allows it"
    let mut free = after("libre", "c5 c3");
    assert_eq!(free.position(), after("libre", "").position());
    assert!(free.play("c5").is_ok());
}

#[test]
fn refusals_say_why() {
    let mut session = after("", "");
    assert_eq!(refusal(&mut session, "c3"), "impossible move: c3 is the hole already");
    let off = "impossible move: a1 is neither in the row nor in the column of the hole, c3";
    assert_eq!(refusal(&mut session, "a1"), off);
    assert_eq!(refusal(&mut session, "f3"), "impossible move: \"f3\" is not a cell from a1 to e5");
}

/// Returns the cells of the winning line as the picture shows it, sorted, each once.
fn line(position: &str) -> Vec<String> {
    let position = Meandres::new(false).parse_position(position).unwrap();
    let won = lines(&position).into_iter().filter(Line::wins);
    let mut cells: Vec<String> =
        won.flat_map(|line| line.strands).map(|(cell, ..)| BOARD.name(cell)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

#[test]
fn a_line_between_opposite_sides_wins() {
    // Sheet: "formant une ligne continue joignant deux côtés du damier (côtés opposés *ou* adjacents !)"
    // Followed by hand: in by the north of b5, a5 a4 b4 b3 a3 a2 b2 b1 a1, out by the south of a1.
    let before = after("", "c1 b1 b5");
    assert_eq!(before.outcome(), None, "no line passes over the hole, b5");
    let won = after("", "c1 b1 b5 c5");
    assert_eq!(won.position(), "zz.sz/ssszs/zzssz/sszzs/zzssz 1 b5");
    let outcome = won.outcome().unwrap();
    assert_eq!((outcome.verdict.code(), outcome.reason.key), ("second", "line"));
    assert_eq!(line(&won.position()), ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4", "b5"]);
    assert_eq!((won.count(), won.legal().len()), (0, 0));
}

#[test]
fn a_line_between_adjacent_sides_wins_with_three_counters() {
    // Sheet: "au moins 3 jetons", "(côtés opposés *ou* adjacents !)". The game is from vectors.jsonl; its last line goes
    // in by the south of d1 and out by the east of e2.
    let won = after("", "c1 d1 d2 d5 d4 d2 e2 e4");
    assert_eq!(won.outcome().unwrap().verdict.code(), "second");
    assert_eq!(line(&won.position()), ["d1", "e1", "e2"]);
}

#[test]
fn corners_and_returns_do_not_win() {
    // "over at least three counters": at the start each corner counter alone joins two sides, a5 north and west.
    assert_eq!(after("", "").outcome(), None);
    // "two different sides": by hand, in by the east of e4, over e3 d3 d4 c4 c5 d5 d4 e4, out by the east of e5.
    let session = after("", "d3 d4 e4 e3 b3");
    assert_eq!(session.outcome(), None);
    assert!(line(&session.position()).is_empty());
}

#[test]
fn the_mover_wins_even_by_a_line_that_goes_twice_over_a_counter() {
    // docs/rules.md: "Whoever makes a continuous line". By hand: in by the north of d5, over c5 c4 d4 d3 c3, c4 again, b4 b3,
    // c3 again, c2 b2 b1, out by the south of c1.
    let won = after("", "c1 d1 d5 e5");
    assert_eq!(won.outcome().unwrap().verdict.code(), "second");
    let cells = ["b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4", "c5", "d3", "d4", "d5"];
    assert_eq!(line(&won.position()), cells);
}

#[test]
fn the_third_occurrence_draws() {
    // docs/rules.md: "Repetition (position with its banned cell): draw."
    let round = "c1 c2 c3 ";
    let almost = after("", &round.repeat(4));
    assert_eq!(almost.outcome(), None);
    let drawn = after("", &(round.repeat(4) + "c1"));
    let outcome = drawn.outcome().unwrap();
    assert_eq!((outcome.verdict.code(), outcome.reason.key), ("draw", "repetition"));
    // The same counters with the same seat to move after plies 3, 9 and 15, but with other cells banned: no repetition.
    let bans: Vec<String> =
        ["c1 c2 c3", "c1 c2 c3 c1 c2 c3 c5 c4 c3", "c1 c2 c3 c1 c2 c3 c5 c4 c3 c5 c4 c3 c1 c5 c3"]
            .map(|moves| after("", moves))
            .into_iter()
            .map(|session| {
                assert_eq!(session.outcome(), None);
                session.position()
            })
            .collect();
    assert_eq!(bans, ["c2", "c4", "c5"].map(|ban| format!("zszsz/szszs/zs.sz/szszs/zszsz 2 {ban}")));
    // In `libre` nothing is banned, and the start itself comes back.
    assert_eq!(after("libre", "c1 c3 c1 c3").outcome().unwrap().verdict.code(), "draw");
    assert_eq!(after("libre", "c1 c3 c1").outcome(), None);
}

/// Returns 1 if the mover can force a line within so many plies, -1 if the opponent can, else 0.
fn forced(game: &Meandres, position: &Position, plies: u32, known: &mut HashMap<(u64, u32), i32>) -> i32 {
    if position.over {
        return -1;
    }
    if plies == 0 {
        return 0;
    }
    if let Some(&value) = known.get(&(game.key(position), plies)) {
        return value;
    }
    let moves = game.moves(position);
    let mut best = -1;
    for mv in moves {
        let next = game.after(position, mv);
        best = best.max(-forced(game, &next, plies - 1, known));
        if best == 1 {
            break;
        }
    }
    known.insert((game.key(position), plies), best);
    best
}

#[test]
fn what_the_page_says_about_forced_wins_is_true() {
    let game = Meandres::new(false);
    let start = game.start(&mut Rng::new(0));
    assert_eq!(forced(&game, &start, 9, &mut HashMap::new()), 0, "no forced win in nine plies");
    // First has no line at once, but b2 forces one.
    let after_six = after("", "c2 d2 d1 e1 e5 b5").position();
    let position = game.parse_position(&after_six).unwrap();
    assert_eq!(forced(&game, &position, 1, &mut HashMap::new()), 0);
    let next = game.after(&position, game.parse_move(&position, "b2").unwrap());
    assert_eq!(forced(&game, &next, 2, &mut HashMap::new()), -1, "every answer to b2 loses");
    // In `libre` the answer b5 undoes it.
    let free = Meandres::new(true);
    let open = free.parse_position(&after_six.replace(" e5", " -")).unwrap();
    assert_eq!(forced(&free, &open, 3, &mut HashMap::new()), 0);
}

#[test]
fn positions_are_read_with_care() {
    let read = |text: &str| Meandres::new(false).parse_position(text).map_err(|fault| fault.to_string());
    let start = read("zszsz/szszs/zs1sz/szszs/zszsz 1 -").unwrap();
    assert_eq!(start, Meandres::new(false).start(&mut Rng::new(0)));
    let counts = "position: 1 hole(s), 13 \"z\", 11 \"s\"; expected 1, 12 and 12";
    assert_eq!(read("zzzsz/szszs/zs.sz/szszs/zszsz 1 -").unwrap_err(), counts);
    let holes = "position: 2 hole(s), 11 \"z\", 12 \"s\"; expected 1, 12 and 12";
    assert_eq!(read(".szsz/szszs/zs.sz/szszs/zszsz 1 -").unwrap_err(), holes);
    let ban = |ban: &str| read(&format!("zszsz/szszs/zs.sz/szszs/zszsz 1 {ban}"));
    assert_eq!(ban("c5").unwrap().ban, BOARD.read("c5").unwrap() as u8);
    for (cell, why) in [
        ("a1", "it is not in the row or column of the hole"),
        ("c3", "it is not in the row or column of the hole"),
        ("x", "neither \"-\" nor a cell from a1 to e5"),
    ] {
        assert_eq!(ban(cell).unwrap_err(), format!("position, banned cell \"{cell}\": {why}"));
    }
    let free = Meandres::new(true).parse_position("zszsz/szszs/zs.sz/szszs/zszsz 1 c5").unwrap_err();
    assert_eq!(free.to_string(), "position, banned cell \"c5\": in the variant \"libre\", write \"-\"");
}

#[test]
fn every_number_stands_for_a_position_and_back() {
    // By hand: 6 kinds of holes, 24! / (12! · 12!) = 2704156 layouts, 9 or 1 banned cells, 2 seats.
    for (free, size) in [(false, 6 * 2_704_156 * 9 * 2), (true, 6 * 2_704_156 * 2)] {
        let game = Meandres::new(free);
        assert_eq!(game.size(), size);
        assert_eq!(game.unindex(size), None);
        assert_eq!(game.unindex(u64::MAX), None);
        let mut rng = Rng::new(3);
        let some = (0..20_000).map(|_| rng.bits() % size);
        for number in some.chain([0, 1, 2, size - 2, size - 1]) {
            let position = game.unindex(number).unwrap();
            assert_eq!(game.index(&position), number);
            assert_eq!(position.slashes.count_ones(), 12);
            assert_eq!(position.slashes >> position.hole & 1, 0);
            assert_eq!(game.parse_position(&game.position_text(&position)), Ok(position));
        }
    }
}

#[test]
fn the_picture_says_what_is_banned() {
    let captions = |moves: &str, lang| after("", moves).scene(&View::new(lang)).captions;
    assert!(
        captions("c5", Lang::En).contains(&"Not allowed: c3, which would undo the last slide.".to_string())
    );
    assert!(captions("c5", Lang::Fr).contains(&"Interdit : c3, qui déferait le dernier coup.".to_string()));
    assert_eq!(captions("", Lang::En).len(), 1, "nothing is banned at the start");
    assert_eq!(captions("c1 b1 b5 c5", Lang::En).len(), 1, "nor at the end");
}

#[test]
fn what_comes_before_and_the_numbers_agree() {
    for free in [false, true] {
        damier_testkit::retrograde::check(&Meandres::new(free), &mut Rng::new(12), 40, 40).unwrap();
    }
}

#[test]
fn the_values_of_successors_give_that_of_the_position() {
    // Drawn numbers are mostly over or won at once; the list's own positions are those that matter.
    let game = Meandres::new(false);
    let mut rng = Rng::new(13);
    let listed = decided::numbers();
    assert!(listed.len() > 10_000);
    let mut wins = 0;
    for round in 0..600 {
        let number = if round % 2 == 0 {
            listed[rng.below(listed.len() as u32) as usize].into()
        } else {
            rng.bits() % (game.size() / 2)
        };
        let position = game.unindex(number * 2).unwrap();
        let stated = Decided.value(&game, &position).unwrap();
        if game.outcome(&position).is_some() {
            assert_eq!(stated, Value::Loss(0));
            continue;
        }
        let best = damier_solve::rate_moves(&game, &position, &Decided).unwrap()[0].value;
        assert_eq!(stated, best, "{}", game.position_text(&position));
        wins += u32::from(matches!(best, Value::Win(plies) if plies > 4));
    }
    assert!(wins > 50, "{wins}");
}

#[test]
fn a_deep_search_agrees_with_the_list() {
    // Positions decided in five or six plies, by plain search.
    let game = Meandres::new(false);
    let mut found = 0;
    for &number in decided::numbers().iter().step_by(97) {
        let position = game.unindex(u64::from(number) * 2).unwrap();
        let value = Decided.value(&game, &position).unwrap();
        if let Some(plies) = value.plies().filter(|&plies| plies <= 6) {
            assert_eq!(decided::search(&game, &position, 6), Some(plies));
            assert_eq!(decided::search(&game, &position, plies - 1), None);
            found += 1;
        }
    }
    assert!(found > 50, "{found}");
}

#[test]
fn the_list_is_that_of_the_table() {
    if !damier_testkit::deep() {
        return;
    }
    let job = damier_solve::Job { threads: 2, memory: 1 << 30, ..damier_solve::Job::new() };
    let table = damier_solve::solve(&Meandres::new(false), &job).unwrap();
    assert!(decided::write(&table) == include_bytes!("decided.bin"));
}

#[test]
fn a_counter_that_is_out_of_line_is_no_longer_forbidden() {
    // After c1 the hole is there, and c3 would undo the slide.
    let start = after("", "c1").position();
    assert!(start.ends_with(" 2 c3"), "{start}");
    let codes = |cell: &str| play::set_up(&ENTRY, "", &start, "").draft().pieces[cell];
    // The hole and the counter on a1 change places, which leaves c3 beside neither.
    let setup = play::set_up(&ENTRY, "", &start, &format!("{}c1 -a2", codes("a2")));
    assert!(setup.text().ends_with(" 2 -"), "{}", setup.text());
    assert!(setup.fault().is_none());
    let setup = play::set_up(&ENTRY, "", &start, &format!("{}c1 -c2", codes("c2")));
    assert!(setup.text().ends_with(" 2 c3"), "{}", setup.text());
    // Where any slide may be undone, nothing is forbidden.
    assert_eq!(play::set_up(&ENTRY, "", &start, "").stamps().len(), 3);
    let free = after("libre", "").position();
    assert_eq!(play::set_up(&ENTRY, "libre", &free, "").stamps().len(), 2);
}
