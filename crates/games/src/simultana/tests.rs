use std::collections::BTreeSet;

use damier_core::{Game, Indexed, Retrograde, Rng};
use damier_search::Value;
use damier_table::Session;
use damier_testkit::play;

use super::rules::{BOARD, START};
use super::text::sizes;
use super::twin::Twin;
use super::{ENTRY, Simultana};

fn resume(position: &str) -> Box<dyn Session> {
    play::at(&ENTRY, "", position)
}

fn after(moves: &str) -> Box<dyn Session> {
    let mut session = resume(START);
    for mv in moves.split_ascii_whitespace() {
        session.play(mv).unwrap();
    }
    session
}

fn legal(session: &dyn Session) -> BTreeSet<String> {
    session.legal().into_iter().collect()
}

/// Returns the sets of free cells beside a man after a step, by the naive twin; the sizes are asked of the rules too.
fn sets_after(position: &str, step: &str) -> BTreeSet<Vec<String>> {
    let (_, to, after) = Twin::new(position).steps().into_iter().find(|(text, ..)| text == step).unwrap();
    let sets = after.sets(to);
    let read = |name: &str| BOARD.read(name).unwrap();
    let (from, to) = step.split_once('-').unwrap();
    let mut found = sizes(&Simultana::new().parse_position(position).unwrap(), read(from), read(to));
    let mut counted: Vec<u32> = sets.iter().map(|set| set.len() as u32).collect();
    found.sort_unstable();
    counted.sort_unstable();
    assert_eq!(found, counted, "{position} {step}");
    sets
}

fn set(names: &str) -> Vec<String> {
    let mut names: Vec<String> = names.split_ascii_whitespace().map(String::from).collect();
    names.sort_unstable();
    names
}

#[test]
fn random_games_agree_with_the_naive_twin() {
    let game = Simultana::new();
    let mut rng = Rng::new(9);
    let mut blocked = 0;
    for _ in 0..150 {
        let mut position = game.start(&mut rng);
        for _ in 0..200 {
            let twin = Twin::new(&game.position_text(&position));
            let moves = twin.moves();
            let found = game.moves(&position);
            let write = |mv| {
                let word = game.move_text(&position, mv);
                let next = game.after(&position, mv);
                (word, game.position_text(&next))
            };
            let found: BTreeSet<(String, String)> = found.into_iter().map(write).collect();
            let stated: BTreeSet<(String, String)> =
                moves.iter().map(|(word, next)| (word.clone(), next.text())).collect();
            assert_eq!(found, stated, "{}", twin.text());
            assert_eq!(game.outcome(&position).is_some(), moves.is_empty());
            if moves.is_empty() {
                blocked += 1;
                break;
            }
            let mv = game.random_move(&position, &mut rng);
            game.play(&mut position, mv);
        }
    }
    assert!(blocked > 20, "{blocked}");
}

#[test]
fn any_layout_agrees_with_the_naive_twin() {
    // Random games keep near the start; numbers drawn at random reach everywhere.
    let game = Simultana::new();
    let mut rng = Rng::new(10);
    for _ in 0..5000 {
        let position = game.unindex(rng.bits() % game.size()).unwrap();
        let twin = Twin::new(&game.position_text(&position));
        let stated: BTreeSet<String> = twin.moves().into_iter().map(|(word, _)| word).collect();
        assert_eq!(legal(&*resume(&twin.text())), stated, "{}", twin.text());
    }
}

#[test]
fn the_counts_are_those_of_the_naive_twin() {
    let rows = include_str!("perft.txt").lines().filter(|row| !row.starts_with('#'));
    let counts = rows.map(|row| row.split(' ').skip(1).take(2).map(|word| word.parse::<u64>().unwrap()));
    for mut row in counts {
        let (depth, nodes) = (row.next().unwrap(), row.next().unwrap());
        if nodes < 100_000 {
            assert_eq!(Twin::new(START).perft(depth as u32), nodes);
        }
    }
}

#[test]
fn the_start() {
    // docs/rules.md: "White a2 c2 e2 a4 c4 e4, black c1 b2 d2 b4 d4 c5. White begins."
    let session = after("");
    assert_eq!(session.position(), "..b../wbwbw/...../wbwbw/..b.. w");
    let scene = session.scene(&damier_scene::View::new(damier_core::Lang::En));
    let holding = |what: &str| {
        let cells = scene.cells.iter().filter(|cell| cell.holds == what);
        cells.map(|cell| cell.name.clone()).collect::<BTreeSet<_>>()
    };
    assert_eq!(holding("white"), set("a2 c2 e2 a4 c4 e4").into_iter().collect());
    assert_eq!(holding("black"), set("c1 b2 d2 b4 d4 c5").into_iter().collect());
    // Sheet: "six pions par joueur", "Blanc commence."
    assert_eq!(session.seats()[session.to_move().index()].name.fr, "Blanc");
}

#[test]
fn diagram_1() {
    // Sheet: "Il peut jouer par exemple A2-A3 avec un ensemble connexe de 4 cases libres: B3, C3, D3 et E3."
    let mut session = after("");
    assert!(sets_after(START, "a2-a3").contains(&set("b3 c3 d3 e3")));
    assert!(legal(&*session).contains("a2-a3"));
    // "Mais il ne peut pas jouer A2-A1 qui laisse deux ensembles de cases libres connexes, mais un de 1 case (B1) et
    // l'autre de 6 cases (A2, A3, B3, C3, D3 et E3)."
    assert_eq!(sets_after(START, "a2-a1"), [set("b1"), set("a2 a3 b3 c3 d3 e3")].into());
    assert_eq!(
        session.play("a2-a1").unwrap_err().to_string(),
        "impossible move: on a1 the man touches hollows of size 1, 6; 2 or 4 is wanted"
    );
    session.play("a2-a3").unwrap();
}

#[test]
fn diagram_2() {
    // Sheet: "blanc peut jouer A2-A3 (l'ensemble connexe A2, A1, B1 et C2 comprend 4 cases)"; docs/rules.md corrects the
    // misprint: "set a1 b1 c1 a2".
    let rows = "...b./wbw.w/..wb./wb.b./..b.w";
    let white = format!("{rows} w");
    assert!(sets_after(&white, "a2-a3").contains(&set("a1 b1 c1 a2")));
    assert!(legal(&*resume(&white)).contains("a2-a3"));
    // Sheet: "Noir peut jouer D4-E4 (l'ensemble D2, D3 comprend 2 cases)": a misprint too, since 2 is no size of Black's.
    // docs/rules.md: "Black d4-e4 (set c4 d4 d5)".
    let black = format!("{rows} b");
    assert!(sets_after(&black, "d4-e4").contains(&set("c4 d4 d5")));
    assert!(legal(&*resume(&black)).contains("d4-e4"));
}

#[test]
fn diagram_3() {
    // Sheet: "A. Blanc est bloqué", "B. Noir est bloqué"
    for (rows, blocked, winner) in
        [("b..w./.bwb./b...w/.w.wb/..b.w", "w", "second"), ("wb.../..ww./b.b../.wbw./b.wb.", "b", "first")]
    {
        let session = resume(&format!("{rows} {blocked}"));
        assert!(session.legal().is_empty());
        // "lorsqu'un joueur ne peut plus déplacer de pion sans respecter cette règle, il a perdu"
        let outcome = session.outcome().unwrap();
        assert_eq!((outcome.verdict.code(), outcome.reason.key), (winner, "blocked"));
        // The other player is not.
        let other = if blocked == "w" { "b" } else { "w" };
        assert!(resume(&format!("{rows} {other}")).outcome().is_none());
    }
}

#[test]
fn a_man_steps_orthogonally_to_a_free_cell() {
    // Sheet: "une des cases libres adjacentes orthogonalement (pas diagonalement)"
    let mut session = after("");
    let mut refusal = |mv: &str| session.play(mv).unwrap_err().to_string();
    assert_eq!(refusal("a2-b3"), "impossible move: b3 does not share a side with a2");
    assert_eq!(refusal("e2-a3"), "impossible move: a3 does not share a side with e2");
    assert_eq!(refusal("a2-b2"), "impossible move: b2 is taken");
    assert_eq!(refusal("b2-b3"), "impossible move: no man of White's on b2");
    assert_eq!(refusal("a3-a2"), "impossible move: no man of White's on a3");
    assert_eq!(refusal("a2a3"), "impossible move: \"a2a3\" is not a step, as \"a2-a3\" is");
    assert_eq!(refusal("a2-f2"), "impossible move: \"a2-f2\" is not a step, as \"a2-a3\" is");
}

#[test]
fn one_set_of_the_right_size_is_enough() {
    // Sheet: "L'un au moins de ces ensembles doit comporter le nombre de cases imposé: 2 ou 4 pour le joueur blanc, 3 ou 5
    // pour le joueur noir."
    let position = "...b./wbw.w/..wb./wb.b./..b.w w";
    let sets = sets_after(position, "a2-a3");
    assert_eq!(sets.iter().map(Vec::len).collect::<BTreeSet<_>>(), [1, 4].into());
    // The same four cells would not do for Black, nor would Black's five for White.
    for (size, fits) in [(1, [false, false]), (2, [true, false]), (3, [false, true]), (4, [true, false])]
        .into_iter()
        .chain([(5, [false, true]), (6, [false, false]), (7, [false, false])])
    {
        let sizes = super::rules::SIZES.map(|sizes| sizes >> size & 1 == 1);
        assert_eq!(sizes, fits, "{size}");
    }
}

#[test]
fn the_third_occurrence_is_a_draw() {
    // docs/rules.md: "Repetition: draw (as in its first publication)."
    let round = "e4-e3 b4-b5 e3-e4 b5-b4 ";
    assert!(after(round).outcome().is_none());
    let session = after(&round.repeat(2));
    let outcome = session.outcome().unwrap();
    assert_eq!((outcome.verdict.code(), outcome.reason.key), ("draw", "repetition"));
}

#[test]
fn bad_positions_are_named() {
    let game = Simultana::new();
    let say = |text: &str| game.parse_position(text).unwrap_err().to_string();
    assert_eq!(say("..b../wbwbw/...../wbwb./..b.. w"), "position: 5 \"w\" men instead of 6");
    assert_eq!(say("..b../wbwbw/b..../wbwbw/..b.. w"), "position: 7 \"b\" men instead of 6");
    assert_eq!(
        say("..b../wbwbw/...../wbwbw/..b.. 1"),
        "position, seat to move: \"1\"; expected one of: w, b"
    );
    assert_eq!(say("..b../wbwbw/...../wbwbw w"), "position: 4 row(s) separated by \"/\" instead of 5");
    assert_eq!(game.parse_position("2b2/wbwbw/5/wbwbw/2b2 w").unwrap(), game.start(&mut Rng::new(0)));
}

#[test]
fn numbers_are_exact() {
    let game = Simultana::new();
    // Every number stands for a position that has it, so no number is shared or lost.
    let mut rng = Rng::new(3);
    let drawn = (0..20_000).map(|_| rng.bits() % game.size());
    for number in (0..5000).chain(game.size() - 5000..game.size()).chain(drawn) {
        let position = game.unindex(number).unwrap();
        assert_eq!(game.index(&position), number);
        assert_eq!(game.parse_position(&game.position_text(&position)).unwrap(), position);
    }
    assert_eq!(game.unindex(game.size()), None);
    assert_eq!(game.unindex(u64::MAX), None);
}

#[test]
fn what_comes_before_and_the_numbers_agree() {
    damier_testkit::retrograde::check(&Simultana::new(), &mut Rng::new(11), 60, 60).unwrap();
    // Positions whose men are their own image have several numbers: the start is one.
    let game = Simultana::new();
    let mut numbers = BTreeSet::new();
    game.each_index(&game.start(&mut Rng::new(0)), &mut |number| {
        numbers.insert(number);
    });
    let start = game.start(&mut Rng::new(0));
    let images: BTreeSet<u64> = (0..8).map(|turn| game.index(&game.transform(&start, turn))).collect();
    assert!(images.is_subset(&numbers));
}

#[test]
fn classes_stand_for_all_sets() {
    // Burnside: the mean number of sets of 6 of the 25 cells that a symmetry keeps. A quarter turn has 6 cycles of 4 cells
    // and the centre, which never make 6; a half turn has 12 pairs and the centre: 3 pairs of 12,
    // 220; a mirror keeps 5 cells and has 10 pairs: C(10,3) + C(10,2)·C(5,2) + 10·C(5,4) = 120 + 450 + 50 = 620.
    let kept = 177_100 + 220 + 4 * 620;
    assert_eq!(kept % 8, 0);
    assert_eq!(Simultana::new().size(), kept / 8 * 27_132 * 2);
}

#[test]
fn what_the_first_moves_are_worth_is_known_without_the_table() {
    // facts.txt: "deep.value = draw", "deep.best = a2-a3 e2-e3 a4-a3 e4-e3", "deep.first_moves.c2-c3.plies = 4",
    // "deep.first_moves.c4-c3.value = loss"
    let values = after("").values().unwrap();
    let told: Vec<(&str, Value)> = values.iter().map(|rated| (rated.text.as_str(), rated.value)).collect();
    let (draws, losses) = told.split_at(4);
    assert_eq!(told.len(), 6);
    assert!(
        draws.iter().all(|(text, value)| "a2-a3 e2-e3 a4-a3 e4-e3".contains(text) && *value == Value::Draw)
    );
    assert!(losses.iter().all(|(text, value)| "c2-c3 c4-c3".contains(text) && *value == Value::Loss(4)));
    assert!(after("a2-a3").values().is_none(), "nor is anything guessed");
}
