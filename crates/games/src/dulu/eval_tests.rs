use damier_core::{Game, Rng, Side, Verdict};
use damier_search::{AlphaBeta, Coverage, Features, Limits, Linear, Mind, MoveHints, Path};
use damier_table::read_weights;

use super::eval::DuluFeatures;
use super::rules::{CELLS, DuluCells, PLIES};
use super::{Dulu, Move, Position};

/// Sets the stones of both sides at random on the inner rings, so that there is much to capture.
fn crowd(game: &Dulu, rng: &mut Rng, plies: u8, rings: usize) -> Position {
    let mut cells: Vec<usize> = (0..CELLS).filter(|&cell| game.board.ring(cell) < rings).collect();
    rng.shuffle(&mut cells);
    let (blue, red) = (usize::from(plies.div_ceil(2)), usize::from(plies / 2));
    let stones = [&cells[..blue], &cells[blue..blue + red]].map(|own| own.iter().copied().collect());
    Position { stones, plies }
}

fn knowledge(game: &Dulu) -> Linear<DuluFeatures> {
    let weights = read_weights(include_str!("weights.txt")).unwrap();
    Linear::new(game, DuluFeatures::new(game), weights)
}

#[test]
fn every_weight_has_its_line() {
    let game = Dulu::new(false);
    let features = DuluFeatures::new(&game);
    let names: Vec<String> = (0..features.count(&game)).map(|weight| features.name(&game, weight)).collect();
    let lines: Vec<&str> = include_str!("weights.txt").lines().collect();
    let named: Vec<&str> = lines.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(names, named);
}

#[test]
fn attacks_agree_with_a_stone_on_every_cell() {
    let game = Dulu::new(false);
    let mut rng = Rng::new(7);
    let mut found = 0;
    for round in 0..150 {
        let plies = [8, 15, 22, 27, 32, 33][round % 6];
        let position = crowd(&game, &mut rng, plies, 3 + round % 6);
        for side in [Side::First, Side::Second] {
            let attack = game.attack(&position, side);
            let enemy = side.other().index();
            // The same stones with this side to move, where it has a stone left.
            let before = match side == position.side() {
                true => position,
                false if plies == PLIES - 1 => {
                    assert!(attack.cells.is_empty(), "nobody captures without a stone");
                    continue;
                }
                false => Position { plies: plies + 1, ..position },
            };
            let free = game.cells.without(position.stones[0] | position.stones[1]);
            for cell in free.iter() {
                let after = game.after(&before, Move(cell as u8));
                let taken = before.stones[enemy].without(after.stones[enemy]);
                assert_eq!(attack.cells.contains(cell), !taken.is_empty());
                // Some are taken only once others are gone.
                assert!(u32::from(attack.gains[cell]) <= taken.count());
                assert_eq!(attack.gains[cell] > 0, !taken.is_empty());
                found += u32::from(!taken.is_empty());
            }
            let most = attack.gains.iter().max().copied().unwrap_or(0);
            assert_eq!(attack.most, u32::from(most));
            assert_eq!(attack.stones.is_empty(), attack.cells.is_empty());
            assert!(attack.stones.without(position.stones[enemy]).is_empty());
        }
    }
    assert!(found > 1000, "only {found} captures: the comparison is idle");
}

#[test]
fn estimates_do_not_depend_on_how_the_board_is_turned() {
    let game = Dulu::new(false);
    let features = DuluFeatures::new(&game);
    let mut rng = Rng::new(8);
    let sums = |position: &Position| {
        let mut sums = vec![0; features.count(&game)];
        features.measure(&game, position, &mut |weight, amount| sums[weight] += amount);
        sums
    };
    for plies in [0, 1, 5, 12, 23, 30, 33] {
        let position = crowd(&game, &mut rng, plies, 6);
        // Turns keep the sextants as they are; reflections exchange the rays that bound them.
        let images: Vec<_> = (0..12).map(|symmetry| sums(&game.transform(&position, symmetry))).collect();
        let same = images.iter().filter(|image| **image == images[0]).count();
        assert!(same >= 6, "{plies} plies: only {same} images agree");
    }
}

#[test]
fn captures_are_always_offered_and_offers_are_legal() {
    let mut rng = Rng::new(9);
    for ternun in [false, true] {
        let game = Dulu::new(ternun);
        let features = DuluFeatures::new(&game);
        for round in 0..40 {
            let plies = [0, 1, 6, 17, 24, 31, 32, 33][round % 8];
            let mut position = game.start(&mut rng);
            for _ in 0..plies {
                let mv = game.random_move(&position, &mut rng);
                game.play(&mut position, mv);
            }
            let mut offered = Vec::new();
            let coverage = features.moves(&game, &position, &mut offered);
            let cells: DuluCells = offered.iter().map(|mv| usize::from(mv.0)).collect();
            assert_eq!(cells.count() as usize, offered.len(), "none twice");
            let playable = game.playable(&position);
            assert!(cells.without(playable).is_empty(), "all legal");
            assert_eq!(coverage == Coverage::Sound, cells == playable);
            assert!(plies < 32 || coverage == Coverage::Sound, "all in the last plies");
            let captures = game.attack(&position, position.side()).cells & playable;
            assert!(captures.count() > 32 || captures.without(cells).is_empty());
        }
    }
}

/// Says whether the side to move wins, by trying everything.
fn wins(game: &Dulu, position: &Position) -> bool {
    let side = position.side();
    game.playable(position).iter().any(|cell| {
        let after = game.after(position, Move(cell as u8));
        match game.outcome(&after) {
            Some(outcome) => outcome.verdict == Verdict::Win(side),
            None => !wins(game, &after),
        }
    })
}

#[test]
fn the_last_stones_are_played_perfectly() {
    let mut rng = Rng::new(10);
    let mut decided = [0; 2];
    for ternun in [false, true] {
        let game = Dulu::new(ternun);
        let mut engine = AlphaBeta::new(knowledge(&game));
        for round in 0..12 {
            let plies = if round < 8 { PLIES - 1 } else { PLIES - 2 };
            let mut position = crowd(&game, &mut rng, plies, 8);
            if ternun {
                position = game.start(&mut rng);
                for _ in 0..plies {
                    let mv = game.random_move(&position, &mut rng);
                    game.play(&mut position, mv);
                }
            }
            let thought =
                engine.think(&game, &Path::new(&game, position), &Limits::nodes(100_000), &mut |_| {});
            let expected = if wins(&game, &position) { "win" } else { "loss" };
            assert_eq!(thought.best().unwrap().value.exact(), Some(expected));
            decided[usize::from(expected == "win")] += 1;
        }
    }
    assert!(decided.iter().all(|&count| count > 2), "{decided:?}");
}
