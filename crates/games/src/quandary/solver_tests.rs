use std::collections::{BTreeMap, BTreeSet};

use damier_core::{Game, Rng, Side, Verdict};
use damier_search::{Limits, Mind, Path, Value};
use damier_solve::{Job, NoShelf, Shelf, StudyError};
use damier_testkit::deep;
use damier_testkit::shelf::MemoryShelf;

use super::eval_tests::{ending, game, results};
use super::mind::QuandaryMind;
use super::packed::Packed;
use super::packed_tests::packed_game;
use super::proof_memory::ProofMemory;
use super::reachability::Reachability;
use super::rules::Objective;
use super::solver::{Solver, value};
use super::study::{knowledge, solve_starts, study};
use super::{Position, Quandary, grid};

/// What a position is worth to the side to move, with the shortest win and the longest loss, by trying everything.
fn truth(game: &Quandary, position: &Position, seen: &mut BTreeMap<u64, Value>) -> Value {
    if let Some(outcome) = game.outcome(position) {
        return match outcome.verdict {
            Verdict::Win(side) if side == position.to_move => Value::Win(0),
            Verdict::Win(_) => Value::Loss(0),
            _ => Value::Draw,
        };
    }
    let key = game.key(position);
    if let Some(&value) = seen.get(&key) {
        return value;
    }
    let moves = game.moves(position);
    let values = moves.iter().map(|&mv| {
        let after = game.after(position, mv);
        truth(game, &after, seen).one_ply_earlier(true)
    });
    let value = values.max_by(|a, b| a.rank().total_cmp(&b.rank())).unwrap();
    seen.insert(key, value);
    value
}

/// Says whether a solver's value is right: who wins as in truth, and a win not shorter than the shortest.
fn is_right(found: Value, truth: Value) -> bool {
    match (found, truth) {
        (Value::Win(plies), Value::Win(shortest)) => shortest <= plies,
        // The winner may not have found the shortest way.
        (Value::Loss(plies), Value::Loss(shortest)) => shortest <= plies,
        (found, truth) => found == truth,
    }
}

const FREE: Limits = Limits::nodes(u64::MAX);

#[test]
fn endings_and_their_moves_are_solved_as_by_trying_everything() {
    let mut rng = Rng::new(21);
    let mut tables = [ProofMemory::new(1 << 12), ProofMemory::new(1 << 12)];
    for (goal, ranks, rounds) in [(Objective::Four, 0..=2, 2000), (Objective::First, 1..=3, 200)] {
        let game = game(goal);
        let knowledge = knowledge(&game);
        let mut values = [0; 3];
        for _ in 0..rounds {
            let position = ending(&mut rng, ranks.clone());
            let hope = |side| goal == Objective::First || game.log_chance(&position, side).is_some();
            let both_won = [Side::First, Side::Second].iter().all(|&side| game.wins(&position, side));
            if both_won || ![Side::First, Side::Second].into_iter().any(hope) {
                continue;
            }
            let mut seen = BTreeMap::new();
            let expected = truth(&game, &position, &mut seen);
            let mut solver = Solver::new(&game, &knowledge, &position, &mut tables);
            let end = solver.solve(&position, &FREE).unwrap();
            let found = value(end, position.to_move);
            assert!(is_right(found, expected), "{position:?}: {found:?}, {expected:?}");
            values[(2.0 * found.expectation()) as usize] += 1;
            if game.outcome(&position).is_some() {
                continue;
            }
            let rated = solver.rate(&position, end, &FREE);
            assert_eq!(rated.len() as u64, game.count_moves(&position));
            for (mv, found) in rated {
                let after = game.after(&position, mv);
                let expected = truth(&game, &after, &mut seen).one_ply_earlier(true);
                assert!(is_right(found.unwrap(), expected), "{position:?} {mv:?}: {found:?}, {expected:?}");
            }
        }
        assert!(values.iter().sum::<i32>() > 20, "{goal:?}: {values:?}");
        assert!(goal == Objective::Four || values[0] > 2 && values[2] > 2, "{values:?}");
    }
}

#[test]
fn what_is_said_at_once_holds_in_every_line_of_play() {
    let mut rng = Rng::new(22);
    let (mut lost, mut more, mut arrived) = (0, 0, 0);
    for (goal, ranks, rounds) in [(Objective::Four, 0..=2, 2000), (Objective::First, 1..=3, 300)] {
        let game = game(goal);
        for _ in 0..rounds {
            let position = ending(&mut rng, ranks.clone());
            if game.outcome(&position).is_some() {
                continue;
            }
            for (side, code) in [(Side::First, "first"), (Side::Second, "second")] {
                let reachability = Reachability::new(&game, side, position.starts[side.other().index()]);
                let hope = goal == Objective::First || game.log_chance(&position, side).is_some();
                if reachability.is_lost(Packed::new(&position)) && (hope || lost < 100) {
                    let mut found = BTreeSet::new();
                    results(&game, &position, &mut BTreeSet::new(), &mut found);
                    assert!(!found.contains(code), "{position:?}");
                    lost += 1;
                    more += u32::from(hope);
                }
                // With two men that let one arrive, he arrives after any move.
                let waits = side != position.to_move;
                let packed_game = packed_game(&game, &position, side);
                let arrivals = |position: &Position, side: Side| {
                    packed_game.arrivals(Packed::new(position), side.index())
                };
                if goal == Objective::First && waits && arrivals(&position, side) > 1 {
                    for mv in game.moves(&position) {
                        let after = game.after(&position, mv);
                        let won = game.winner(&after) == Some(side.other());
                        assert!(won || arrivals(&after, side) > 0, "{position:?} {mv:?}");
                        assert!(!won || arrivals(&position, side.other()) > 0);
                        arrived += 1;
                    }
                }
            }
        }
    }
    assert!(lost > 100 && more > 20 && arrived > 20, "{lost} lost, {more} with hope, {arrived} arrived");
}

#[test]
fn the_engine_reports_what_the_solver_proves() {
    let mut rng = Rng::new(23);
    let game = game(Objective::First);
    let mut engine = QuandaryMind::new(knowledge(&game));
    let mut exact = 0;
    for _ in 0..6 {
        let position = ending(&mut rng, 2..=3);
        if game.outcome(&position).is_some() {
            continue;
        }
        let thought = engine.think(&game, &Path::new(&game, position), &Limits::nodes(300_000), &mut |_| {});
        let mut seen = BTreeMap::new();
        assert_eq!(thought.moves.len() as u64, game.count_moves(&position));
        assert!(thought.moves.windows(2).all(|pair| pair[0].value.rank() >= pair[1].value.rank()));
        for rated in &thought.moves {
            let after = game.after(&position, rated.mv);
            let expected = truth(&game, &after, &mut seen).expectation();
            assert_eq!(rated.value.expectation(), 1.0 - expected, "every move of an ending is proven");
            exact += 1;
        }
    }
    assert!(exact > 5, "{exact} moves");
}

fn job<'a>(threads: usize, stop: &'a (dyn Fn() -> bool + Sync), shelf: &'a dyn Shelf) -> Job<'a> {
    Job { threads, memory: 64 << 20, stop, shelf, ..Job::new() }
}

#[test]
fn a_given_start_is_studied() {
    let files = |text: &str| text.bytes().map(|letter| 1 << (letter - b'a')).sum();
    for goal in [Objective::Four, Objective::First] {
        let given = [Some(files("begi")), Some(files("abcg"))];
        let game = Quandary { given, ..quick(goal) };
        let found = study(&game, &job(1, &|| false, &NoShelf)).unwrap();
        let expected = truth(&game, &game.start(&mut Rng::new(0)), &mut BTreeMap::new());
        assert!(is_right(found.value.unwrap(), expected), "{found:?}, {expected:?}");
        assert!(!found.best.is_empty(), "{found:?}");
        // With four men to bring home along one file it is decided at once.
        assert!(goal == Objective::Four || found.positions > 0, "{found:?}");
        // The one start of the sheet that is over before it begins has no moves.
        let over = Quandary::new(grid::sheet(), goal, [Some(files("abgl")), Some(files("dhij"))]);
        let found = study(&over, &job(1, &|| false, &NoShelf)).unwrap();
        assert_eq!((found.value, found.best.len()), (Some(Value::Draw), 0));
        let little = Job { memory: 1000, ..job(1, &|| false, &NoShelf) };
        assert!(matches!(study(&game, &little), Err(StudyError::Memory { .. })));
    }
}

#[test]
fn starts_are_counted_alike_however_they_are_shared_out() {
    let game = quick(Objective::First);
    let shelf = MemoryShelf::default();
    let whole = solve_starts(&game, &job(1, &|| false, &NoShelf), 20).unwrap();
    let shared = solve_starts(&game, &job(2, &|| false, &shelf), 20).unwrap();
    assert_eq!(shared.results(), whole.results());
    // What is on the shelf is not solved again: a job that is to stop at once returns it.
    assert_eq!(solve_starts(&game, &job(1, &|| true, &shelf), 20).unwrap(), shared);
    assert!(matches!(solve_starts(&game, &job(1, &|| true, &NoShelf), 20), Err(StudyError::Stopped)));
    assert_eq!(whole.count(b'w') + whole.count(b'b') + whole.count(b'd'), 20);
    assert!(whole.positions > 0, "some are not decided at once: {whole:?}");
    // The first of them, by trying everything.
    for seed in 0..5 {
        let start = game.start(&mut Rng::new(seed));
        let letter = match truth(&game, &start, &mut BTreeMap::new()) {
            Value::Win(_) => 'w',
            Value::Loss(_) => 'b',
            _ => 'd',
        };
        assert_eq!(whole.results().chars().nth(seed as usize), Some(letter));
    }
}

/// Of the starts of the first 2,000 seeds White wins two by the sheet's goal. The second takes `./test --deep`.
#[test]
fn white_can_win_by_the_sheets_goal() {
    let won = [(866, ["bdjk", "cdjl"]), (1288, ["dgil", "hjkl"])];
    for (seed, files) in won.into_iter().take(if deep() { 2 } else { 1 }) {
        let set = |text: &str| Some(text.bytes().map(|letter| 1 << (letter - b'a')).sum());
        let game = Quandary::new(grid::sheet(), Objective::Four, files.map(set));
        let start = game.start(&mut Rng::new(0));
        let drawn = Quandary::new(grid::sheet(), Objective::Four, [None; 2]).start(&mut Rng::new(seed));
        assert_eq!(start, drawn);
        let knowledge = knowledge(&game);
        let mut tables = [(); 2].map(|()| ProofMemory::new(1 << 22));
        let mut solver = Solver::new(&game, &knowledge, &start, &mut tables);
        let end = solver.solve(&start, &FREE);
        assert!(matches!(end, Some(Some((Side::First, _)))), "seed {seed}: {end:?}");
    }
}

/// A game whose starts are solved quickly: only file a, which is yellow, leads White beyond rank 2 and Black beyond rank 11,
/// and only men on it offer yellow.
fn quick(goal: Objective) -> Quandary {
    let mut grid = grid::sheet();
    for (cell, colour) in grid.iter_mut().enumerate() {
        *colour = match (cell % 12, cell / 12 + 1) {
            (0, _) | (1, 12) => 2,
            (_, ..=2) => *colour % 2,
            (_, 3) => 3,
            (_, 4..=9) => 6,
            (_, 10) => 7,
            _ => *colour % 2 + *colour / 4 * 4,
        };
    }
    Quandary::new(grid, goal, [None; 2])
}
