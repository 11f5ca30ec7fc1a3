//! The study of Hex, against search that knows nothing but the rules, and against what others have published.

use damier_core::{Game, Rng, Side};
use damier_search::proof::{Proof, Prover};
use damier_search::{Budget, Limits, Path, Value};
use damier_solve::{Job, Study, StudyError};
use damier_testkit::shelf::MemoryShelf;

use super::solver::{HexSolver, SolverResult};
use super::study::study;
use super::{ENTRY, Hex, Move, openings};

const QUIET: Job = Job { memory: 4 << 30, ..Job::new() };

fn solved(size: usize, swap: bool, job: &Job) -> Study {
    study(&Hex::<1>::new(size, swap), job).unwrap()
}

/// Reads the map of the openings: whether First wins, by cells.
fn map(study: &Study) -> Vec<bool> {
    let rows = study.counts["openings"].as_array().unwrap();
    let letters = rows.iter().flat_map(|row| row.as_str().unwrap().split_whitespace());
    letters.map(|letter| ["W", "."].iter().position(|&known| known == letter).unwrap() == 0).collect()
}

/// Says whether the side to move wins, by the rules alone.
fn mover_wins(game: &Hex<1>, moves: &[Move], prover: &mut Prover) -> bool {
    let mut position = game.start(&mut Rng::new(0));
    moves.iter().for_each(|&mv| game.play(&mut position, mv));
    match prover.prove(game, &Path::new(game, position), &Limits::nodes(u64::MAX)).0 {
        Proof::Win(..) => true,
        Proof::NoWin => false,
        Proof::Open => panic!("not solved: {moves:?}"),
    }
}

/// Checks every opening and every refutation.
fn check(size: usize, prover: &mut Prover) {
    let game = Hex::<1>::new(size, false);
    let study = solved(size, false, &QUIET);
    let map = map(&study);
    assert_eq!(map.len(), size * size);
    let grid = game.board.grid();
    for (cell, &wins) in map.iter().enumerate() {
        let opening = Move(cell as u16);
        assert_eq!(wins, !mover_wins(&game, &[opening], prover), "{size} {}", grid.name(cell));
        let refutation = study.counts["refutations"].get(grid.name(cell));
        assert_eq!(wins, refutation.is_none());
        if let Some(answer) = refutation {
            let answer = Move(grid.read(answer.as_str().unwrap()).unwrap() as u16);
            assert!(!mover_wins(&game, &[opening, answer], prover), "{size} {opening:?} {answer:?}");
        }
        assert_eq!(wins, study.best.contains(&grid.name(cell)));
    }
    let wins = map.iter().filter(|&&wins| wins).count();
    assert_eq!(study.counts["openings_won"], wins);
    assert_eq!(study.counts["openings_lost"], size * size - wins);
    assert!(matches!(study.value, Some(Value::Win(_))), "{:?}", study.value);
}

#[test]
fn openings_up_to_four_are_those_of_a_search_by_the_rules() {
    let mut prover = Prover::new(1 << 16);
    (2..=4).for_each(|size| check(size, &mut prover));
}

#[test]
fn the_winner_of_every_opening_of_five_holds_out() {
    let game = Hex::<1>::new(5, false);
    let mut solver = HexSolver::<1>::new(5);
    let mut rng = Rng::new(9);
    for (cell, wins) in map(&solved(5, false, &QUIET)).into_iter().enumerate() {
        let winner = if wins { Side::First } else { Side::Second };
        for _ in 0..8 {
            let mut position = game.after(&game.empty(), Move(cell as u16));
            while game.outcome(&position).is_none() {
                let mut mv = game.random_move(&position, &mut rng);
                if position.to_move == winner {
                    let budget = Budget::new(&Limits::nodes(10_000));
                    match solver.solve(&position.stones, winner, &budget) {
                        SolverResult::Win(cell) => mv = Move(cell as u16),
                        result => panic!("{result:?} in {position:?}"),
                    }
                }
                game.play(&mut position, mv);
            }
            assert_eq!(position.winner, Some(winner), "{cell}");
        }
    }
}

#[test]
fn with_the_swap_second_wins_after_every_opening() {
    let mut prover = Prover::new(1 << 16);
    for size in 2..=4 {
        let game = Hex::<1>::new(size, true);
        assert!(!mover_wins(&game, &[], &mut prover), "{size}");
        for cell in 0..size * size {
            assert!(mover_wins(&game, &[Move(cell as u16)], &mut prover), "{size} {cell}");
        }
        let (plain, swap) = (solved(size, false, &QUIET), solved(size, true, &QUIET));
        assert_eq!(plain.counts["openings"], swap.counts["openings"]);
        assert!(matches!(swap.value, Some(Value::Loss(_))) && swap.best.is_empty());
    }
}

#[test]
fn no_game_outlasts_the_value() {
    // Every game ends when the board is full, the swap being one turn more, and the winner makes the last move.
    for (size, swap, value) in [
        (3, false, Value::Win(9)),
        (4, false, Value::Win(15)),
        (3, true, Value::Loss(10)),
        (4, true, Value::Loss(16)),
    ] {
        assert_eq!(solved(size, swap, &QUIET).value, Some(value), "{size} {swap}");
    }
}

#[test]
fn larger_boards_are_known_to_be_won_and_not_how() {
    let (plain, swap) = (solved(8, false, &QUIET), solved(8, true, &QUIET));
    assert_eq!((plain.value, plain.best.len(), plain.positions), (None, 0, 0));
    assert_eq!(plain.counts["first_wins_by"], "strategy stealing");
    assert_eq!(swap.counts["second_wins_by"], "swap");
}

/// By cell of 7 × 7, whether First, who joins top and bottom, wins: R. Hayward and others, "Solving 7 × 7 Hex: virtual
/// connections and game-state reduction", 2003, as far as the page of its proof trees
/// (webdocs.cs.ualberta.ca/~hayward/hex7trees) was at hand.
const PUBLISHED: [(&str, bool); 10] = [
    ("a1", false),
    ("a2", false),
    ("a3", false),
    ("a4", true),
    ("a5", false),
    ("a6", true),
    ("a7", true),
    ("b1", false),
    ("b2", false),
    ("b3", true),
];

#[test]
fn seven_has_the_published_openings() {
    let game = Hex::<1>::new(7, false);
    let grid = game.board.grid();
    if damier_testkit::deep() {
        let study = solved(7, false, &Job { threads: 2, ..QUIET });
        check_pages(&study);
        let map = map(&study);
        PUBLISHED.iter().for_each(|&(name, wins)| assert_eq!(map[grid.read(name).unwrap()], wins, "{name}"));
    } else {
        // The fastest of them.
        let mut solver = HexSolver::new(7);
        for (name, wins) in PUBLISHED.into_iter().filter(|(name, _)| ["a1", "b1", "b3"].contains(name)) {
            let opening = openings::solve(&mut solver, grid.read(name).unwrap(), &QUIET).unwrap();
            assert_eq!(opening.refutation.is_none(), wins, "{name}");
        }
    }
}

/// Checks that both pages draw the map, and a fact that holds on every board: a stone in the acute corner loses (A. Beck,
/// M. Bleicher and D. Crowe, "Excursions into mathematics", 1969).
fn check_pages(study: &Study) {
    let rows = study.counts["openings"].as_array().unwrap();
    let drawn: Vec<&str> = rows.iter().map(|row| row.as_str().unwrap()).collect();
    let block = format!("```text\n{}\n```\n", drawn.join("\n"));
    for page in [ENTRY.pages.fr, ENTRY.pages.en] {
        assert!(page.contains(&block), "{block}");
    }
    assert!(!map(study)[0]);
}

#[test]
fn the_pages_draw_the_maps() {
    [3, 4, 5, 6].into_iter().for_each(|size| check_pages(&solved(size, false, &QUIET)));
}

#[test]
fn what_is_solved_is_not_solved_again() {
    let whole = solved(5, false, &QUIET);
    let shelf = MemoryShelf::default();
    // Stopped once four openings are on the shelf.
    let stop = || shelf.saved() >= 4;
    let job = Job { stop: &stop, shelf: &shelf, ..QUIET };
    assert!(matches!(study(&Hex::<1>::new(5, false), &job), Err(StudyError::Stopped)));
    let job = Job { shelf: &shelf, ..QUIET };
    assert_eq!(job.load_checkpoint("hex-5-openings.txt").unwrap().unwrap().lines().count(), 4);
    let resumed = solved(5, false, &job);
    assert_eq!(shelf.saved(), 13, "the rest of the 13 openings of half the board");
    assert_eq!((&resumed.counts, resumed.positions), (&whole.counts, whole.positions));
    assert!(shelf.files().is_empty(), "nothing is left unfinished");
}

#[test]
fn a_spoilt_file_is_refused() {
    let refused = |shelf: &MemoryShelf| {
        let found = study(&Hex::<1>::new(4, false), &Job { shelf, ..QUIET });
        matches!(found, Err(StudyError::Shelf(error)) if error.to_string().contains("hex-4-openings.txt"))
    };
    for junk in [&b"\xff\xfe"[..], b"a1", b"a1 - 7\n"] {
        let shelf = MemoryShelf::default();
        shelf.files().insert("hex-4-openings.txt".to_string(), junk.to_vec());
        assert!(refused(&shelf));
    }
    for junk in ["d4 - 7\n", "z9 - 1\n", "a1 a1 3\n", "a1 - x\n", "b1  - 2\n"] {
        let shelf = MemoryShelf::default();
        Job { shelf: &shelf, ..QUIET }.save_checkpoint("hex-4-openings.txt", junk).unwrap();
        assert!(refused(&shelf), "{junk}");
    }
}

#[test]
fn threads_change_nothing() {
    let (one, two) = (solved(5, false, &QUIET), solved(5, false, &Job { threads: 2, ..QUIET }));
    assert_eq!((one.counts, one.positions, one.best), (two.counts, two.positions, two.best));
}

#[test]
fn little_memory_is_said_before_the_work_begins() {
    let job = Job { memory: 1 << 20, ..QUIET };
    let halted = study(&Hex::<1>::new(7, false), &job);
    assert!(matches!(halted, Err(StudyError::Memory { needs, has }) if needs > has));
}
