use std::sync::atomic::{AtomicU64, Ordering};

use damier_core::Rng;

use super::super::super::naive::drawn;
use super::super::super::{Reversi, Start};
use super::super::grid::on_grid;
use super::super::memory::{BoundsMemory, KnownBounds};
use super::super::{EndgameRules, EndgameSolver, SearchHooks};
use super::table::SharedBounds;
use super::{WholeGameSolver, narrow};

#[test]
fn whole_games_are_solved_as_by_the_other_solver() {
    // With so many free cells positions stand for their images, and threads share them. The solver of the usual board has
    // another grid, another table, and finds scores in another way.
    let mut rng = Rng::new(4);
    for start in [Start::Diagonal, Start::Parallel] {
        let game = Reversi::<u64, 6>::new(start, false);
        for _ in 0..4 {
            let Some(position) = drawn(&game, 17, &mut rng) else { continue };
            let [own, other] = [position.own, position.other];
            let wide = [own, other].map(on_grid::<u64, 6, 8>);
            let rules = EndgameRules { size: 6, winner_takes_free: false };
            let wanted = EndgameSolver::new(1 << 22).solve(wide[0], wide[1], rules).score;
            for threads in 1..=3 {
                let solver = WholeGameSolver::new(6, 0);
                let nodes = AtomicU64::new(0);
                let spend = |more| {
                    nodes.fetch_add(more, Ordering::Relaxed);
                    false
                };
                let hooks = SearchHooks { spend: &spend, proven: &|_| (), batch: 100 };
                let score = narrow([-36, 36], 0, |alpha| {
                    solver.ask(own, other, alpha, hooks, |search| {
                        std::thread::scope(|scope| {
                            let all: Vec<_> = (0..threads).map(|_| scope.spawn(search)).collect();
                            all.into_iter().filter_map(|one| one.join().unwrap()).last()
                        })
                    })
                });
                assert_eq!(score, Some(wanted), "{own:x} {other:x}, {threads} threads");
                assert!(nodes.load(Ordering::Relaxed) > 0);
            }
        }
    }
}

#[test]
fn a_few_questions_narrow_a_score_down() {
    for score in -36..=36 {
        for guess in -40..=40 {
            // Answers may say more than was asked, but never too much.
            for soft in 0..3 {
                let mut questions = 0;
                let found = narrow([-36, 36], guess, |alpha| {
                    questions += 1;
                    Some(if score > alpha { score.min(alpha + 1 + soft) } else { score.max(alpha - soft) })
                });
                assert_eq!(found, Some(score), "guess {guess}");
                let most = if guess == score { 2 } else { 12 };
                assert!(questions <= most, "{score}, guess {guess}: {questions} questions");
            }
        }
    }
    assert_eq!(narrow([3, 3], 0, |_| None), Some(3));
    assert_eq!(narrow([0, 3], 0, |_| None), None);
}

#[test]
fn the_table_tells_positions_apart() {
    let table = SharedBounds::new(0);
    let mut table = &table;
    let mut rng = Rng::new(7);
    let mut put = Vec::new();
    let bound = |code: u64| (code % 37) as i32;
    for _ in 0..20_000 {
        let own = rng.bits() & ((1 << 36) - 1);
        let code = <&SharedBounds>::code(own, rng.bits() & ((1 << 36) - 1) & !own);
        table.put(code, KnownBounds::new([-bound(code), bound(code)], (code % 36) as u8, 3));
        put.push(code);
    }
    // Eight places each are enough for all of these.
    for &code in &put {
        let known = table.get(code).expect("it was put there");
        assert_eq!(known, KnownBounds::new([-bound(code), bound(code)], (code % 36) as u8, 3));
    }
    assert!((0..20_000).all(|_| table.get(rng.bits() >> 6).is_none()));
    // Bounds grow together, and no move takes the place of none.
    table.put(put[0], KnownBounds::new([-36, -36], super::NO_CELL, 9));
    let known = table.get(put[0]).expect("it was put there");
    assert_eq!((known.upper, u64::from(known.best[0]), known.cost), (-36, put[0] % 36, 9));
}
