//! The sheet's questions: the least number of moves, and how many solutions there are.

use damier_core::{Game, Indexed};
use damier_search::Value;
use damier_solve::{Job, PathCounts, ShortestPaths, Study, StudyError, count_reachable};
use serde_json::json;

use super::rules::{CELLS, LOWER, START, UPPER, cell_at, point};
use super::{Halma, Move, Position};

/// The symmetries of the board, as what becomes of a cell's file and rank about the centre: the mirror of the diagonal
/// a5–e1 takes each square to itself, the half turn and the mirror of the other diagonal exchange them.
type Turn = fn((i32, i32)) -> (i32, i32);
const TURNS: [Turn; 4] = [|(f, r)| (f, r), |(f, r)| (-r, -f), |(f, r)| (-f, -r), |(f, r)| (r, f)];

/// Returns the image of a position under a turn, with the colours exchanged where asked.
fn image(position: &Position, turn: Turn, exchange: bool) -> Position {
    let to = |cell: usize| cell_at(turn(point(cell))).expect("the board is symmetric");
    let men = if exchange {
        (UPPER | LOWER | 1 << super::rules::CENTRE) & !position.black & !(1 << position.hole)
    } else {
        position.black
    };
    let black = (0..CELLS).filter(|&cell| men >> cell & 1 == 1).fold(0, |set, cell| set | 1 << to(cell));
    Position { black, hole: to(position.hole as usize) }
}

/// Says whether a move brings its man nearer to where it goes: black men to the south and east, white ones to the north
/// and west.
fn is_forward(game: &Halma, position: &Position, mv: Move) -> bool {
    let from = game.from[position.hole as usize][mv.0 as usize].expect("a legal move has its man");
    let black = position.black >> from & 1 == 1;
    black == matches!(mv.0 & 3, 1 | 2)
}

fn total(layers: &[PathCounts]) -> u128 {
    layers.last().map_or(0, |goal| goal.values().sum())
}

/// Counts the shortest solutions that are the same when played backwards in some image that leads from the goal to the
/// start: `layers` are those of all shortest solutions, an even number of moves long. Such a solution is known by its
/// first half, and its middle position is its own image.
fn turned_back(game: &Halma, layers: &[PathCounts]) -> u128 {
    let middle = &layers[layers.len() / 2];
    let own_image = |index: u64, number: usize| {
        // The squares change places by two of the turns, the colours must change with the others.
        let position = game.unindex(index).expect("a number of the table");
        image(&position, TURNS[number], number < 2) == position
    };
    let fixed =
        |number| middle.iter().filter(move |(index, _)| own_image(**index, number)).map(|(_, ways)| ways);
    (0..TURNS.len()).flat_map(fixed).sum()
}

/// Answers the sheet: "The least number is 46 moves. Are there different solutions, and how many?"
pub(super) fn study(game: &Halma, job: &Job) -> Result<Study, StudyError> {
    let shortest = ShortestPaths::of(game, job)?;
    let layers = shortest.layers(game, &START, |_, _| true);
    let least = layers.len() as u32 - 1;
    let solutions = total(&layers);
    let way = shortest.path(game, &START);
    let mut study = Study { value: Some(Value::Win(least)), ..Study::default() };
    study.positions = count_reachable(game, &START, job)?;
    let text = |mv: Move| super::rules::TEXTS[mv.0 as usize];
    for mv in 0..8 {
        let after = game.after(&START, Move(mv));
        if shortest.from(game.index(&after)) == Some(least - 1) {
            study.best.push(text(Move(mv)).to_string());
        }
    }
    let forward = total(&shortest.layers(game, &START, |position, mv| is_forward(game, position, mv)));
    // No solution is its own image in the mirror or the other turns of the board: its first move would be. So four, and
    // eight with those played backwards, are counted together, less where a solution is its own image backwards.
    let turned_back = turned_back(game, &layers);
    study.count("least", least);
    study.count("solutions", number(solutions));
    study.count("up_to_the_mirror", number(solutions / 2));
    study.count("up_to_the_board", number(solutions / 4));
    study.count("up_to_the_board_and_backwards", number((solutions + turned_back) / 8));
    study.count("never_backwards", number(forward));
    study.count("solution", way.iter().map(|&mv| text(mv)).collect::<Vec<_>>().join(" "));
    let (far, hardest) = shortest.farthest();
    let text = |index| game.position_text(&game.unindex(index).expect("a number of the table"));
    let hardest = hardest.into_iter().map(text);
    study.count("hardest", json!({ "moves": far, "positions": hardest.collect::<Vec<_>>() }));
    Ok(study)
}

fn number(count: u128) -> u64 {
    u64::try_from(count).expect("fewer than 2^64 solutions")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::halma::ENTRY;
    use crate::halma::rules::{GOAL, TEXTS};
    use damier_core::Rng;
    use damier_search::Limits;
    use damier_table::EngineKind;

    fn job() -> Job<'static> {
        Job { memory: 1 << 30, ..Job::new() }
    }

    /// Counts the lines of so many moves that end at the goal and not before, by playing them all.
    fn plain(game: &Halma, position: &Position, left: u32) -> u128 {
        if *position == GOAL {
            return u128::from(left == 0);
        }
        if left == 0 {
            return 0;
        }
        let moves = game.moves(position);
        let after = |mv| {
            let after = game.after(position, mv);
            plain(game, &after, left - 1)
        };
        moves.into_iter().map(after).sum()
    }

    #[test]
    fn distances_and_counts_agree_with_playing_everything() {
        let game = Halma::new();
        let shortest = ShortestPaths::of(&game, &job()).unwrap();
        let mut rng = Rng::new(46);
        let mut seen = [0; 8];
        for _ in 0..200 {
            // Moves can be taken back, so that a walk from the goal comes to positions near it.
            let mut position = GOAL;
            for _ in 0..9 {
                let holes = game.moves[position.hole as usize];
                let count = u32::from(game.counts[position.hole as usize]);
                position.shift(holes[rng.below(count) as usize].1);
            }
            let far = shortest.from(game.index(&position)).unwrap();
            if far > 7 {
                continue;
            }
            for less in 0..far {
                assert_eq!(plain(&game, &position, less), 0);
            }
            let layers = shortest.layers(&game, &position, |_, _| true);
            assert_eq!(total(&layers), plain(&game, &position, far));
            seen[far as usize] += 1;
        }
        assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
    }

    #[test]
    fn every_distance_follows_from_those_one_move_away() {
        let game = Halma::new();
        let shortest = ShortestPaths::of(&game, &job()).unwrap();
        for index in 0..game.size() {
            let position = game.unindex(index).unwrap();
            let mut nearest = None;
            for mv in game.moves(&position) {
                let far = shortest.from(game.index(&game.after(&position, mv))).unwrap();
                nearest = Some(nearest.map_or(far, |nearest: u32| nearest.min(far)));
            }
            assert_eq!(shortest.from(index), Some(nearest.map_or(0, |nearest| nearest + 1)));
        }
    }

    /// Lists all shortest solutions from a position as their moves, one by one.
    fn list(
        game: &Halma,
        shortest: &ShortestPaths,
        position: &Position,
        line: &mut Vec<u8>,
        all: &mut Vec<Vec<u8>>,
    ) {
        let far = shortest.from(game.index(position)).unwrap();
        if far == 0 {
            all.push(line.clone());
        }
        for mv in game.moves(position) {
            let after = game.after(position, mv);
            if shortest.from(game.index(&after)).unwrap() + 1 == far {
                line.push(mv.0);
                list(game, shortest, &after, line, all);
                line.pop();
            }
        }
    }

    /// The images of a solution by its moves alone: the directions N S E O are 0 1 2 3.
    fn images(line: &[u8]) -> [Vec<u8>; 8] {
        let turned = [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1]];
        std::array::from_fn(|number| {
            let turn = |mv: &u8| mv & 4 | turned[number % 4][(mv & 3) as usize];
            let mut image: Vec<u8> = line.iter().map(turn).collect();
            if number >= 4 {
                // Backwards, every man goes the other way.
                image.reverse();
                image.iter_mut().for_each(|mv| *mv ^= 1);
            }
            image
        })
    }

    #[test]
    fn the_counts_are_those_of_the_list_of_all_solutions() {
        let game = Halma::new();
        let found = study(&game, &job()).unwrap();
        let shortest = ShortestPaths::of(&game, &job()).unwrap();
        let mut all = Vec::new();
        list(&game, &shortest, &START, &mut Vec::new(), &mut all);
        // The sheet: "The least number is 46 moves."
        assert!(all.iter().all(|line| line.len() == 46));
        assert_eq!(found.counts["least"], 46);
        assert_eq!(found.counts["solutions"], all.len());
        let set: BTreeSet<&[u8]> = all.iter().map(Vec::as_slice).collect();
        assert_eq!(set.len(), all.len());
        let classes = |numbers: &[usize]| {
            let least = |line: &Vec<u8>| {
                let images = images(line);
                assert!(images.iter().all(|image| set.contains(image.as_slice())));
                numbers.iter().map(|&number| images[number].clone()).min()
            };
            all.iter().map(least).collect::<BTreeSet<_>>().len()
        };
        assert_eq!(found.counts["up_to_the_mirror"], classes(&[0, 1]));
        assert_eq!(found.counts["up_to_the_board"], classes(&[0, 1, 2, 3]));
        assert_eq!(found.counts["up_to_the_board_and_backwards"], classes(&[0, 1, 2, 3, 4, 5, 6, 7]));
        // By hand: the eight black men have 18 files to the east and 18 ranks to the south to go between them, the white
        // ones as many the other way: 72 cells. A solution of 46 moves none of which goes backwards has 26 jumps.
        let jumps = |line: &&Vec<u8>| line.iter().filter(|&&mv| mv >= 4).count() == 26;
        assert_eq!(found.counts["never_backwards"], all.iter().filter(jumps).count());
    }

    #[test]
    fn the_solution_and_the_engine_reach_the_goal() {
        let game = ENTRY.variant("").unwrap();
        let mut player = game.player(EngineKind::Best);
        let mut session = game.open(&mut Rng::new(0));
        let advice = player.think(&*session, &Limits::nodes(1), &mut |_| {});
        assert_eq!(advice.moves[0].value, Value::Win(46));
        assert_eq!(advice.pv.len(), 46);
        assert!(advice.moves.iter().all(|rated| matches!(rated.value, Value::Win(46..=48))));
        let found = study(&Halma::new(), &job()).unwrap();
        assert!(found.best.iter().all(|mv| TEXTS.contains(&mv.as_str())));
        for word in found.counts["solution"].as_str().unwrap().split(' ') {
            let advice = player.think(&*session, &Limits::nodes(1), &mut |_| {});
            let nearest = advice.moves[0].value;
            assert!(advice.moves.iter().any(|rated| rated.text == word && rated.value == nearest));
            session.play(word).unwrap();
        }
        assert_eq!(session.outcome().unwrap().verdict.code(), "solved");
    }
}
