use damier_core::{Game, Rng};
use damier_search::{Budget, Limits};

use super::super::bits::{Word, flips};
use super::super::{Position, Reversi, Start};
use super::cells::{canonical, count_last, parity, turned};
use super::table::{Known, Table, code};
use super::{Desk, Nodes, Solver, cell, narrow, spread};

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
fn plain<const SIZE: u32>(game: &Reversi<u64, SIZE>, position: &Position<u64>) -> i32 {
    let mut moves = Vec::new();
    game.moves_into(position, &mut moves);
    let after = |mv| {
        let mut after = *position;
        game.play(&mut after, mv);
        -plain(game, &after)
    };
    let over = || position.own.count() as i32 - position.other.count() as i32;
    moves.into_iter().map(after).max().unwrap_or_else(over)
}

/// Solves random positions and compares score, best move, and the answers to questions about bounds.
fn agrees<const SIZE: u32>(free: std::ops::Range<u32>, count: usize, seed: u64) {
    let start = if seed & 1 == 0 { Start::Diagonal } else { Start::Parallel };
    let game = Reversi::<u64, SIZE>::new(start, false);
    let mut rng = Rng::new(seed);
    let solver = Solver::new(SIZE, 0);
    let limits = Limits::nodes(u64::MAX);
    for _ in 0..count {
        let free = free.start + rng.below(free.end - free.start);
        let Some(position) = drawn(&game, free, &mut rng) else { continue };
        let [own, other] = [position.own, position.other].map(spread::<u64, SIZE>);
        let wanted = plain(&game, &position);
        for more_than in [wanted - 2, wanted - 1, wanted, wanted + 1] {
            let bound = solver.more_than(own, other, more_than, &Budget::new(&limits)).unwrap();
            assert_eq!(bound > more_than, wanted > more_than, "{own:x} {other:x}");
            assert!(if bound > more_than { bound <= wanted } else { bound >= wanted }, "{own:x} {other:x}");
        }
        let solved = solver.exact(own, other, [-36, 36], &Budget::new(&limits)).unwrap();
        assert_eq!(solved.score, wanted, "{own:x} {other:x}");
        match solved.best {
            None => assert!(game.count_moves(&position) <= 1, "{own:x} {other:x}"),
            Some(best) => {
                let mut after = position;
                game.play(&mut after, super::super::Move(cell::<SIZE>(best) as u8));
                assert_eq!(-plain(&game, &after), wanted, "{own:x} {other:x}");
            }
        }
    }
}

#[test]
fn ends_are_solved_as_by_plain_minimax() {
    agrees::<6>(0..8, 300, 0);
    agrees::<6>(8..11, 60, 1);
    agrees::<4>(0..10, 200, 2);
    agrees::<4>(0..10, 200, 3);
}

#[test]
fn whole_games_are_solved_as_by_the_other_solver() {
    // With so many free cells positions stand for their images, and threads share them. The solver of the usual board has
    // other tables, another order and other cut-offs.
    let mut rng = Rng::new(4);
    for start in [Start::Diagonal, Start::Parallel] {
        let game = Reversi::<u64, 6>::new(start, false);
        for _ in 0..4 {
            let Some(position) = drawn(&game, 17, &mut rng) else { continue };
            let wide = [position.own, position.other].map(super::super::ends::spread::<u64, 6>);
            let frame = super::super::endgame::Frame { size: 6, winner_takes_free: false };
            let wanted = super::super::endgame::Solver::new(1 << 22).solve(wide[0], wide[1], frame).score;
            let [own, other] = [position.own, position.other].map(spread::<u64, 6>);
            for threads in 1..=3 {
                let solver = Solver::new(6, 0);
                let nodes = Nodes::default();
                let spend = |more| {
                    nodes.add(more);
                    false
                };
                let desk = Desk { spend: &spend, settled: &|_| (), batch: 100 };
                let score = narrow([-36, 36], 0, |alpha| {
                    solver.ask(own, other, alpha, desk, |search| {
                        std::thread::scope(|scope| {
                            let all: Vec<_> = (0..threads).map(|_| scope.spawn(search)).collect();
                            all.into_iter().filter_map(|one| one.join().unwrap()).last()
                        })
                    })
                });
                assert_eq!(score, Some(wanted), "{own:x} {other:x}, {threads} threads");
                assert!(nodes.count() > 0);
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
fn unusual_positions_are_solved_too() {
    // Scattered discs with few free cells: passes, wipe-outs, games that are over at once.
    let game = Reversi::<u64, 6>::new(Start::Diagonal, false);
    let mut rng = Rng::new(12);
    let solver = Solver::new(6, 0);
    let limits = Limits::nodes(u64::MAX);
    for _ in 0..300 {
        let board = (1 << 36) - 1;
        let mut free = 0u64;
        for _ in 0..rng.below(9) {
            free |= 1 << rng.below(36);
        }
        let own =
            [rng.bits(), rng.bits() & rng.bits() & rng.bits(), 0][rng.below(3) as usize] & !free & board;
        let position = Position { own, other: !own & !free & board, seat: 0 };
        let solved = solver.exact(own, position.other, [-36, 36], &Budget::new(&limits)).unwrap();
        assert_eq!(solved.score, plain(&game, &position), "{own:x} {free:x}");
    }
}

#[test]
fn rays_turn_what_walks_turn() {
    let mut rng = Rng::new(2);
    let board = (1u64 << 36) - 1;
    for _ in 0..3000 {
        let other = (rng.bits() | rng.bits()) & board;
        let own = if rng.below(2) == 0 { rng.bits() } else { rng.bits() & rng.bits() } & !other & board;
        for cell in (0..36).filter(|&cell| !(own | other).has(cell as usize)) {
            let wanted = flips::<u64, 6>(cell, own, other);
            assert_eq!(turned(cell, own, other), wanted, "{cell} {own:x} {other:x}");
        }
        let (cell, own) = (rng.below(36), rng.bits() | rng.bits() & rng.bits());
        let own = own & !(1 << cell) & board;
        let all = flips::<u64, 6>(cell, own, !own & !(1 << cell) & board);
        assert_eq!(count_last(cell, own), all.count_ones() as i32, "{cell} {own:x}");
    }
}

#[test]
fn images_have_one_canonical_position() {
    let game = Reversi::<u64, 6>::new(Start::Diagonal, false);
    let mut rng = Rng::new(6);
    for _ in 0..200 {
        let Some(position) = drawn(&game, 20, &mut rng) else { continue };
        let wanted = canonical(position.own, position.other);
        let images: Vec<_> = (0..8).map(|image| game.transform(&position, image)).collect();
        assert!(images.iter().any(|image| (image.own, image.other) == wanted));
        assert!(images.iter().all(|image| canonical(image.own, image.other) == wanted));
    }
    assert_eq!(parity(1 | 1 << 1 | 1 << 3 | 1 << 35), 0b1010);
}

#[test]
fn the_table_tells_positions_apart() {
    let table = Table::new(0);
    let mut rng = Rng::new(7);
    let mut put = Vec::new();
    let bound = |code: u64| (code % 37) as i32;
    for _ in 0..20_000 {
        let own = rng.bits() & ((1 << 36) - 1);
        let code = code(own, rng.bits() & ((1 << 36) - 1) & !own);
        let lower = -bound(code);
        table.put(code, Known { lower, upper: bound(code), best: (code % 64) as u8, cost: 3 });
        put.push(code);
    }
    // Eight places each are enough for all of these.
    for &code in &put {
        let known = table.get(code).expect("it was put there");
        assert_eq!((known.lower, known.upper, known.cost), (-bound(code), bound(code), 3));
        assert_eq!(u64::from(known.best), code % 64);
    }
    assert!((0..20_000).all(|_| table.get(rng.bits() >> 6).is_none()));
    // Bounds grow together.
    table.put(put[0], Known { lower: -36, upper: -36, best: 63, cost: 9 });
    let known = table.get(put[0]).expect("it was put there");
    assert_eq!((known.upper, u64::from(known.best), known.cost), (-36, put[0] % 64, 9));
}

#[test]
fn a_budget_ends_a_solution_without_harm() {
    let game = Reversi::<u64, 6>::new(Start::Diagonal, false);
    let position = drawn(&game, 17, &mut Rng::new(5)).expect("random games go on so long");
    let limits = Limits::nodes(u64::MAX);
    let solve =
        |solver: &Solver, budget: &Budget| solver.exact(position.own, position.other, [-36, 36], budget);
    let wanted = solve(&Solver::new(6, 0), &Budget::new(&limits)).expect("there is no limit");
    let solver = Solver::new(6, 0);
    let mut nodes = 100;
    let found = loop {
        let limits = Limits::nodes(nodes);
        let budget = Budget::new(&limits);
        if let Some(solved) = solve(&solver, &budget) {
            break solved;
        }
        assert!(budget.spent() < nodes + 3000, "{} of {nodes}", budget.spent());
        nodes *= 2;
    };
    assert_eq!(found.score, wanted.score);
    assert!(nodes > 200, "it was interrupted at least once");
}
