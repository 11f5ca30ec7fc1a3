use std::collections::HashMap;

use damier_core::board::BitSet;
use damier_core::{Game, Rng};
use damier_search::{AlphaBeta, Coverage, Limits, Linear, Mind, MoveHints, Path, Value};
use damier_testkit::play::random_position;

use super::lines::{FAR, ThreatMap};
use super::tests::attacker_wins;
use super::tile::Tile;
use super::{Position, Turnabout, TurnaboutFeatures};

/// Says whether some `tiles` more tiles, whoever lays them, make a line.
fn possible<const W: usize>(game: &Turnabout<W>, position: &Position<W>, tiles: u8) -> bool {
    position.joined
        || tiles > 0
            && game.free(position).iter().any(|cell| {
                Tile::ALL.into_iter().any(|tile| {
                    let mut next = *position;
                    game.lay(&mut next, cell, tile);
                    possible(game, &next, tiles - 1)
                })
            })
}

fn joins<const W: usize>(game: &Turnabout<W>, position: &Position<W>, cell: usize, tile: Tile) -> bool {
    let mut next = *position;
    game.lay(&mut next, cell, tile);
    next.joined
}

fn check_map<const W: usize>(size: usize, positions: u32) {
    let game = Turnabout::<W>::new(size);
    let mut rng = Rng::new(size as u64);
    for _ in 0..positions {
        let plies = rng.below(u32::from(game.stock));
        let position = random_position(&game, plies, &mut rng);
        if position.joined {
            continue;
        }
        let map = ThreatMap::new(&game, &position);
        for cell in game.free(&position) {
            let wins = Tile::ALL.map(|tile| joins(&game, &position, cell, tile));
            assert_eq!(Tile::ALL.map(|tile| map.lines.joins(cell, tile)), wins);
            assert_eq!(map.wins.contains(cell), wins.contains(&true));
            for tile in Tile::ALL {
                let mut next = position;
                game.lay(&mut next, cell, tile);
                let wins =
                    |place: &usize| Tile::ALL.into_iter().any(|tile| joins(&game, &next, *place, tile));
                let new: BitSet<W> = game.free(&next).iter().filter(wins).collect();
                let named: BitSet<W> =
                    map.lines.threats(cell, tile).into_iter().flatten().map(usize::from).collect();
                // A tile that joins a line is no threat but the win itself.
                if !next.joined && map.wins.is_empty() {
                    assert_eq!(named, new, "{size}: {cell} {tile:?}");
                    assert_eq!(map.forks[tile.code() as usize].contains(cell), new.count() > 1);
                }
            }
        }
    }
}

#[test]
fn ports_tell_what_a_tile_joins_and_threatens() {
    check_map::<1>(4, 150);
    check_map::<1>(5, 80);
    check_map::<1>(8, 20);
    check_map::<2>(10, 6);
}

#[test]
fn the_least_number_of_tiles_is_the_least() {
    let mut rng = Rng::new(9);
    for (size, positions) in [(3, 60), (4, 25)] {
        let game = Turnabout::<1>::new(size);
        for _ in 0..positions {
            let plies = rng.below(u32::from(game.stock));
            let position = random_position(&game, plies, &mut rng);
            if position.joined {
                continue;
            }
            let map = ThreatMap::new(&game, &position);
            let least = map.least[0].min(map.least[1]).min(FAR);
            let found = (1..=2).find(|&tiles| possible(&game, &position, tiles));
            assert_eq!(found, Some(least).filter(|&least| least <= 2));
            assert!(size == 4 || least > 3 || possible(&game, &position, least));
        }
    }
}

#[test]
fn offered_moves_are_legal_and_different() {
    let mut rng = Rng::new(4);
    for size in [3, 5, 6, 8] {
        let game = Turnabout::<1>::new(size);
        for _ in 0..100 {
            let plies = rng.below(u32::from(game.stock));
            let position = random_position(&game, plies, &mut rng);
            if game.outcome(&position).is_some() {
                continue;
            }
            let mut moves = Vec::new();
            let coverage = MoveHints::moves(&TurnaboutFeatures, &game, &position, &mut moves);
            assert!(!moves.is_empty() && (size > 5 || coverage == Coverage::Sound));
            for (at, mv) in moves.iter().enumerate() {
                assert!(game.is_legal(&position, *mv) && !moves[..at].contains(mv));
            }
        }
    }
}

fn engine(game: &Turnabout<1>) -> AlphaBeta<Linear<TurnaboutFeatures>> {
    let weights = damier_table::read_weights(include_str!("weights.txt")).unwrap();
    AlphaBeta::new(Linear::new(game, TurnaboutFeatures, weights))
}

#[test]
fn small_boards_are_played_perfectly() {
    // The engine proves what a search of all moves finds, wherever random tiles lead; crossings alone, every other time,
    // so that the attacker has some wins too.
    let mut rng = Rng::new(2);
    let mut won = [0; 2];
    for (size, positions, least) in [(3, 60, 0), (4, 60, 2)] {
        let game = Turnabout::<1>::new(size);
        let (mut mind, mut known) = (engine(&game), HashMap::new());
        for number in 0..positions {
            let plies = least + rng.below(u32::from(game.stock) - least);
            let mut position = game.start(&mut rng);
            for _ in 0..plies {
                let cell = game.free(&position).nth(rng.below(game.free(&position).count())).unwrap();
                let tile = if number % 2 == 0 { Tile::Cross } else { Tile::ALL[rng.below(3) as usize] };
                game.lay(&mut position, cell, tile);
            }
            if game.outcome(&position).is_some() {
                continue;
            }
            let attacking = game.to_move(&position).index() == 0;
            let wins = attacker_wins(&game, &position, &mut known) == attacking;
            let path = Path::new(&game, position);
            let best = mind.think(&game, &path, &Limits::nodes(2_000_000), &mut |_| {}).best().unwrap();
            assert!(matches!(best.value, Value::Win(_)) == wins && best.value.exact().is_some());
            won[usize::from(wins == attacking)] += 1;
        }
    }
    assert!(won.iter().all(|&count| count > 5), "{won:?}");
}
