//! How the problems are made.

use damier_core::Rng;
use damier_search::Insight;
use damier_table::{Claim, Quest, Recipe, Source, Target};

use super::rules::{CELLS, GOAL, point};
use super::{Halma, Position};

/// The last moves of a solution: one first move alone leads to the goal in so few.
pub(super) fn recipe() -> Recipe<Halma> {
    let quest = |plies| Quest { goal: Target::Solve, plies };
    Recipe {
        quests: [5, 7, 9, 11, 13].map(quest).to_vec(),
        source: Source::Composed(compose, 60),
        nodes: 3_000_000,
        insight: Insight { least, ..Insight::NONE },
        ..Recipe::new(include_str!("problems.txt"), &[""], Claim::Goal, &[])
    }
}

/// Walks away from the goal at random, never straight back.
fn compose(game: &Halma, rng: &mut Rng) -> Position {
    let mut position = GOAL;
    let mut last = position.hole;
    for _ in 0..6 + rng.below(24) {
        let hole = position.hole as usize;
        let (_, from) = game.moves[hole][rng.below(u32::from(game.counts[hole])) as usize];
        if from != last {
            last = position.hole;
            position.shift(from);
        }
    }
    position
}

/// Counts the cells that the men still have to go: black ones to the south and east, white ones to the north and west. A move
/// takes one man two cells at most.
fn least(_game: &Halma, position: &Position) -> u32 {
    let ways = (0..CELLS).filter(|&cell| cell != position.hole as usize).map(|cell| {
        let (file, rank) = point(cell);
        if position.black >> cell & 1 == 1 { file - rank } else { rank - file }
    });
    // At the goal each colour has come 18 cells beyond the diagonal.
    (36 - ways.sum::<i32>()).max(0).unsigned_abs().div_ceil(2)
}

#[cfg(test)]
mod tests {
    use damier_core::{Game, Indexed};
    use damier_table::read_problems;

    use super::super::mind::distances;
    use super::*;

    #[test]
    fn the_shortest_solutions_are_those_of_the_study() {
        let game = Halma::new();
        for index in 0..game.size() {
            let position = game.unindex(index).unwrap();
            let far = distances(&game).from(index).unwrap();
            assert!(least(&game, &position) <= far, "{}", game.position_text(&position));
        }
        assert_eq!(least(&game, &GOAL), 0);
        for problem in read_problems(include_str!("problems.txt")).unwrap() {
            let position = game.parse_position(&problem.position).unwrap();
            let plies = problem.quest.plies;
            assert_eq!(distances(&game).from(game.index(&position)), Some(plies));
            for mv in game.moves(&position) {
                let far = distances(&game).from(game.index(&game.after(&position, mv))).unwrap();
                let text = game.move_text(&position, mv);
                assert_eq!(far < plies, text == problem.solution, "{problem:?} {text}");
            }
        }
    }
}
