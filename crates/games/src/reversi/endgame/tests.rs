use damier_core::{Game, Rng};
use damier_search::{Budget, Limits};

use super::super::bits::{Word, flips};
use super::super::discs::{count_last, turned};
use super::super::ends::spread;
use super::super::{Position, Reversi, Start};
use super::stable::stable;
use super::{Frame, Solver};

/// Draws a position with so many free cells, by random play; `None` where the game ended before.
fn drawn<const SIZE: u32>(game: &Reversi<u64, SIZE>, free: u32, rng: &mut Rng) -> Option<Position<u64>> {
    let mut position = game.start(rng);
    while SIZE * SIZE - (position.own | position.other).count() > free {
        if game.outcome(&position).is_some() {
            return None;
        }
        let mv = game.random_move(&position, rng);
        game.play(&mut position, mv);
    }
    Some(position)
}

/// Minimax by nothing but the rules.
fn plain<const SIZE: u32>(
    game: &Reversi<u64, SIZE>,
    position: &Position<u64>,
    winner_takes_free: bool,
) -> i32 {
    let mut moves = Vec::new();
    game.moves_into(position, &mut moves);
    if moves.is_empty() {
        let (own, other) = (position.own.count() as i32, position.other.count() as i32);
        let free = (SIZE * SIZE) as i32 - own - other;
        return own - other + if winner_takes_free { (own - other).signum() * free } else { 0 };
    }
    let after = |mv| {
        let mut after = *position;
        game.play(&mut after, mv);
        -plain(game, &after, winner_takes_free)
    };
    moves.into_iter().map(after).max().expect("there is a move")
}

/// Solves random positions and compares score, best move, and the answers to questions about bounds.
fn agrees<const SIZE: u32>(free: std::ops::Range<u32>, count: usize, seed: u64) {
    let game =
        Reversi::<u64, SIZE>::new(if seed & 1 == 0 { Start::Diagonal } else { Start::Parallel }, false);
    let mut rng = Rng::new(seed);
    let mut solver = Solver::new(1 << 16);
    let limits = Limits::nodes(u64::MAX);
    for at in 0..count {
        let free = free.start + rng.below(free.end - free.start);
        let Some(position) = drawn(&game, free, &mut rng) else { continue };
        let frame = Frame { size: SIZE, winner_takes_free: at % 3 > 0 };
        let [own, other] = [position.own, position.other].map(spread::<u64, SIZE>);
        let wanted = plain(&game, &position, frame.winner_takes_free);
        // Scores of both kinds must not meet in one memory.
        solver.forget();
        let context = || format!("{own:x} {other:x} {frame:?}");
        for more_than in [wanted - 2, wanted - 1, wanted, wanted + 1] {
            let bound = solver.more_than(own, other, more_than, frame, &Budget::new(&limits)).unwrap();
            assert_eq!(bound > more_than, wanted > more_than, "{}", context());
            assert!(if bound > more_than { bound <= wanted } else { bound >= wanted }, "{}", context());
        }
        if at % 2 == 0 {
            solver.forget();
        }
        let solved = solver.solve(own, other, frame);
        assert_eq!(solved.score, wanted, "{}", context());
        match solved.best {
            None => assert!(game.count_moves(&position) <= 1, "{}", context()),
            Some(cell) => {
                let mut after = position;
                game.play(&mut after, super::super::Move((cell / 8 * SIZE + cell % 8) as u8));
                assert_eq!(-plain(&game, &after, frame.winner_takes_free), wanted, "{}", context());
            }
        }
    }
}

#[test]
fn ends_are_solved_as_by_plain_minimax() {
    agrees::<8>(0..7, 300, 0);
    agrees::<8>(7..9, 40, 1);
    agrees::<6>(0..8, 100, 2);
    agrees::<4>(0..10, 100, 3);
    agrees::<8>(9..10, 4, 4);
}

#[test]
fn unusual_positions_are_solved_too() {
    // Scattered discs with few free cells: passes, wipe-outs, games that are over at once.
    let game = Reversi::<u64, 8>::new(Start::Diagonal, false);
    let mut rng = Rng::new(12);
    let mut solver = Solver::new(1 << 14);
    for _ in 0..300 {
        let mut free = 0u64;
        for _ in 0..rng.below(8) {
            free |= 1 << rng.below(64);
        }
        let own = [rng.bits(), rng.bits() & rng.bits() & rng.bits(), 0][rng.below(3) as usize] & !free;
        let position = Position { own, other: !own & !free, seat: 0 };
        let wanted = plain(&game, &position, true);
        assert_eq!(solver.solve(own, position.other, Frame::USUAL).score, wanted, "{own:x} {free:x}");
    }
    let empty = solver.solve(0, 0, Frame::USUAL);
    assert_eq!((empty.score, empty.best), (0, None));
}

#[test]
fn rays_turn_what_walks_turn() {
    let mut rng = Rng::new(2);
    for _ in 0..3000 {
        let other = rng.bits() | rng.bits();
        let own = if rng.below(2) == 0 { rng.bits() } else { rng.bits() & rng.bits() } & !other;
        for cell in (0..64).filter(|&cell| !(own | other).has(cell as usize)) {
            assert_eq!(
                turned(cell, own, other),
                flips::<u64, 8>(cell, own, other),
                "{cell} {own:x} {other:x}"
            );
        }
        let (cell, own) = (rng.below(64), rng.bits() | rng.bits() & rng.bits());
        let own = own & !(1 << cell);
        let all = flips::<u64, 8>(cell, own, !own & !(1 << cell));
        assert_eq!(count_last(cell, own), all.count_ones() as i32, "{cell} {own:x}");
    }
}

#[test]
fn stable_discs_are_never_turned() {
    let game = Reversi::<u64, 8>::new(Start::Diagonal, false);
    let mut rng = Rng::new(3);
    let mut found = 0;
    for _ in 0..300 {
        let mut watched = [0u64; 2];
        let mut position = game.start(&mut rng);
        while game.outcome(&position).is_none() {
            let mv = game.random_move(&position, &mut rng);
            game.play(&mut position, mv);
            let discs = position.discs();
            assert_eq!(watched[0] & !discs[0] | watched[1] & !discs[1], 0, "{watched:x?} {discs:x?}");
            watched[0] |= stable(discs[0], discs[1]);
            watched[1] |= stable(discs[1], discs[0]);
        }
        found += (watched[0] | watched[1]).count_ones();
    }
    assert!(found > 300 * 20, "{found}");
    // A full board is stable wholly; a corner is, and what leans on it along the edge.
    assert_eq!(stable(u64::MAX, 0), u64::MAX);
    assert_eq!(stable(0b111, 0b1000), 0b111);
    assert_eq!(stable(0b110, 0), 0);
}

#[test]
fn a_budget_ends_a_solution_without_harm() {
    let game = Reversi::<u64, 8>::new(Start::Diagonal, false);
    let mut rng = Rng::new(5);
    let position = drawn(&game, 14, &mut rng).expect("random games go on so long");
    let mut fresh = Solver::new(1 << 20);
    let wanted = fresh.solve(position.own, position.other, Frame::USUAL);
    let mut solver = Solver::new(1 << 20);
    let mut nodes = 100;
    let found = loop {
        let limits = Limits::nodes(nodes);
        let budget = Budget::new(&limits);
        if let Some(solved) = solver.exact(position.own, position.other, [-64, 64], Frame::USUAL, &budget) {
            break solved;
        }
        assert!(budget.spent() < nodes + 3000, "{} of {nodes}", budget.spent());
        nodes *= 2;
    };
    assert_eq!(found.score, wanted.score);
    assert!(nodes > 200, "it was interrupted at least once");
}

#[test]
fn the_federations_problems_are_solved() {
    for line in include_str!("../ffo.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let deep = words.get(4) == Some(&"deep");
        let game = Reversi::<u64, 8>::new(Start::Diagonal, false);
        let position = game.parse_position(&format!("{} {}", words[1], words[2])).unwrap();
        let free = (position.own | position.other).count_zeros();
        assert_eq!(
            free,
            [20, 22, 22, 23, 23][words[0].parse::<usize>().unwrap() - 40],
            "problem {}",
            words[0]
        );
        if deep && !damier_testkit::deep() {
            continue;
        }
        let solved = Solver::new(1 << 27).solve(position.own, position.other, Frame::USUAL);
        assert_eq!(solved.score, words[3].parse::<i32>().unwrap(), "problem {}", words[0]);
        // What a program without an evaluation took.
        let most = [21, 93, 78, 127, 152][words[0].parse::<usize>().unwrap() - 40] * 1_000_000;
        assert!(solved.nodes < most, "problem {}: {} nodes", words[0], solved.nodes);
    }
}
