use std::collections::HashMap;

use damier_core::{Game, Rng};
use damier_search::{Budget, Limits, Value};
use damier_solve::{Job, StudyError};

use super::Turnabout;
use super::prover::TurnaboutProver;
use super::study::study;
use super::tests::attacker_wins;
use super::tile::Tile;

#[test]
fn the_solver_agrees_with_trying_everything() {
    let mut rng = Rng::new(31);
    let mut found = [0; 2];
    // Boards, and from how many tiles on.
    for (size, least, rounds) in [(3, 0, 200), (4, 4, 100), (5, 9, 100)] {
        let game = Turnabout::<1>::new(size);
        let mut known = HashMap::new();
        for _ in 0..rounds {
            let mut position = game.start(&mut rng);
            let tiles = least + rng.below(u32::from(game.stock) - least);
            for _ in 0..tiles {
                if game.outcome(&position).is_none() {
                    // Mostly crossings, so that there are lines to be made.
                    let mut mv = game.random_move(&position, &mut rng);
                    if rng.below(4) > 0 {
                        mv.tile = Tile::Cross;
                    }
                    game.play(&mut position, mv);
                }
            }
            // A small table, so that much is forgotten.
            let answer = TurnaboutProver::new(&game, 1 << 6)
                .attacker_wins(&position, &Budget::new(&Limits::nodes(u64::MAX)));
            let expected = attacker_wins(&game, &position, &mut known);
            assert_eq!(answer, Some(expected), "{size}: {position:?}");
            found[usize::from(expected)] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 20), "{found:?}");
}

#[test]
fn the_study_of_small_boards_says_who_wins() {
    let job = |memory, stop| Job { memory, stop, ..Job::new() };
    for size in [3, 4] {
        let game = Turnabout::<1>::new(size);
        let study = study(&game, &job(64 << 20, &|| false)).unwrap();
        // The attacker begins and loses: tests.rs tries everything.
        assert_eq!(study.value, Some(Value::Loss(u32::from(game.stock))));
        assert!(study.positions > 0);
    }
    let game = Turnabout::<1>::new(5);
    assert!(matches!(study(&game, &job(1000, &|| false)), Err(StudyError::Memory { .. })));
    assert!(matches!(study(&game, &job(64 << 20, &|| true)), Err(StudyError::Stopped)));
    assert_eq!(study(&Turnabout::<2>::new(9), &job(1000, &|| false)).unwrap().value, None);
}
