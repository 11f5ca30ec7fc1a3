use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use damier_core::{Game, Rng, Side};
use damier_search::{AlphaBeta, Features, Knowledge, Limits, Linear, Mind, Path};
use damier_table::read_weights;

use super::eval::{CHANCES, QuandaryFeatures};
use super::rules::{BOARD, CELLS, Objective, SIZE, draw_files, home};
use super::{Position, Quandary, grid};

pub(super) fn game(goal: Objective) -> Quandary {
    Quandary::new(grid::sheet(), goal, [None; 2])
}

fn knowledge(game: &Quandary) -> Linear<QuandaryFeatures> {
    Linear::new(game, QuandaryFeatures, read_weights(include_str!("weights.txt")).unwrap())
}

/// Sets four men of each side at random, each with so many ranks left to cross.
pub(super) fn ending(rng: &mut Rng, ranks: RangeInclusive<usize>) -> Position {
    let mut cells: Vec<usize> = (0..CELLS).collect();
    rng.shuffle(&mut cells);
    let men = [Side::First, Side::Second].map(|side| {
        let near = |cell: &&usize| ranks.contains(&BOARD.rank(**cell).abs_diff(home(side.other())));
        // The two halves of the shuffled cells, so that no two men share one.
        let half = if side == Side::First { &cells[..CELLS / 2] } else { &cells[CELLS / 2..] };
        let mut men: Vec<u8> = half.iter().filter(near).take(4).map(|&cell| cell as u8).collect();
        men.sort_unstable();
        men.try_into().unwrap()
    });
    let starts = [(); 2].map(|()| draw_files(rng));
    let to_move = if rng.below(2) == 0 { Side::First } else { Side::Second };
    Position { men, starts, to_move }
}

/// Returns the value of a position for First, doubled, by trying everything.
fn minimax(game: &Quandary, position: &Position, seen: &mut BTreeMap<u64, i32>) -> i32 {
    if let Some(outcome) = game.outcome(position) {
        return (2.0 * outcome.verdict.value_for(Side::First)) as i32 - 1;
    }
    let key = game.key(position);
    if let Some(&value) = seen.get(&key) {
        return value;
    }
    let moves = game.moves(position);
    let values = moves.iter().map(|&mv| {
        let after = game.after(position, mv);
        minimax(game, &after, seen)
    });
    let value = if position.to_move == Side::First { values.max() } else { values.min() }.unwrap();
    seen.insert(key, value);
    value
}

/// Collects the results of all lines of play.
pub(super) fn results(
    game: &Quandary,
    position: &Position,
    seen: &mut BTreeSet<u64>,
    found: &mut BTreeSet<&'static str>,
) {
    if let Some(outcome) = game.outcome(position) {
        found.insert(outcome.verdict.code());
    } else if seen.insert(game.key(position)) {
        for mv in game.moves(position) {
            let after = game.after(position, mv);
            results(game, &after, seen, found);
        }
    }
}

#[test]
fn every_weight_has_its_line() {
    let game = game(Objective::Four);
    let names: Vec<String> =
        (0..QuandaryFeatures.count(&game)).map(|weight| QuandaryFeatures.name(&game, weight)).collect();
    let lines = include_str!("weights.txt").lines();
    let named: Vec<&str> = lines.map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(names, named);
}

#[test]
fn a_man_has_a_chance_wherever_he_can_go() {
    for (ranks, chances) in CHANCES.iter().enumerate() {
        for (files, &chance) in chances.iter().enumerate() {
            assert_eq!(chance > 0, files <= ranks, "{ranks} ranks and {files} files");
        }
    }
    assert!((1..SIZE).all(|ranks| CHANCES[ranks][0] >= CHANCES[ranks][1]));
}

#[test]
fn without_hope_no_line_of_play_wins() {
    let game = game(Objective::Four);
    let mut rng = Rng::new(11);
    let (mut hopeless, mut won) = (0, 0);
    for _ in 0..3000 {
        let position = ending(&mut rng, 0..=2);
        if game.outcome(&position).is_some() {
            continue;
        }
        let hopes = [Side::First, Side::Second].map(|side| game.log_chance(&position, side).is_some());
        // Positions where both have lost all hope are the rule; some of them are enough.
        if hopes == [false, false] && hopeless > 200 {
            continue;
        }
        let mut found = BTreeSet::new();
        results(&game, &position, &mut BTreeSet::new(), &mut found);
        for (hope, code) in hopes.iter().zip(["first", "second"]) {
            assert!(*hope || !found.contains(code), "{position:?}");
            won += u32::from(found.contains(code));
        }
        hopeless += u32::from(hopes == [false, false]);
    }
    assert!(hopeless > 200 && won > 3, "{hopeless} hopeless, {won} that can be won");
}

#[test]
fn endings_are_played_perfectly() {
    let mut rng = Rng::new(12);
    for (goal, ranks, rounds) in [(Objective::Four, 0..=2, 3000), (Objective::First, 1..=4, 60)] {
        let game = game(goal);
        let mut engine = AlphaBeta::new(knowledge(&game));
        let mut values = [0; 3];
        for _ in 0..rounds {
            let position = ending(&mut rng, ranks.clone());
            let hope =
                [Side::First, Side::Second].iter().any(|&side| game.log_chance(&position, side).is_some());
            if game.outcome(&position).is_some() || goal == Objective::Four && !hope {
                continue;
            }
            let mut seen = BTreeMap::new();
            let value = minimax(&game, &position, &mut seen);
            let thought =
                engine.think(&game, &Path::new(&game, position), &Limits::nodes(300_000), &mut |_| {});
            let best = thought.best().unwrap();
            let sign = if position.to_move == Side::First { 1 } else { -1 };
            let expected = ["loss", "draw", "win"][(1 + sign * value) as usize];
            assert_eq!(best.value.exact(), Some(expected), "{position:?}");
            let after = game.after(&position, best.mv);
            assert_eq!(minimax(&game, &after, &mut seen), value, "the move keeps what there is");
            values[(1 + sign * value) as usize] += 1;
        }
        assert!(values.iter().sum::<i32>() > 20, "{goal:?}: {values:?}");
        assert!(goal == Objective::Four || values[0] > 2 && values[2] > 2, "{values:?}");
    }
}

#[test]
fn sides_are_estimated_alike() {
    // On a grid that looks the same from both ends, what is good for White is as good for Black in his place.
    let mut turned = grid::sheet();
    for cell in 0..CELLS / 2 {
        turned[CELLS - 1 - cell] = turned[cell];
    }
    let mut rng = Rng::new(13);
    for goal in [Objective::Four, Objective::First] {
        let game = Quandary::new(turned, goal, [None; 2]);
        let knowledge = knowledge(&game);
        for _ in 0..200 {
            let position = ending(&mut rng, 0..=SIZE - 2);
            let turn = |men: [u8; 4]| {
                let mut men = men.map(|man| (CELLS - 1) as u8 - man);
                men.sort_unstable();
                men
            };
            let files = |files: u16| files.reverse_bits() >> (16 - SIZE);
            let other = Position {
                men: [turn(position.men[1]), turn(position.men[0])],
                starts: [files(position.starts[1]), files(position.starts[0])],
                to_move: position.to_move.other(),
            };
            assert_eq!(knowledge.evaluate(&game, &position), knowledge.evaluate(&game, &other));
        }
    }
}
