use std::ops::Range;

use damier_core::board::Bits;
use damier_core::{Game, Rng};
use damier_search::{Budget, Limits};

use super::super::bits::{Word, flips};
use super::super::naive::{drawn, score};
use super::super::{Move, Position, Reversi, Start};
use super::grid::{count_turned_by_last, on_board, on_grid, parity, turned};
use super::symmetry::canonical;
use super::{EndgameRules, EndgameSolver, ExactScore, WholeGameSolver};

/// One of the solvers, for boards of `SIZE` × `SIZE`.
trait Subject<const SIZE: u32> {
    /// Returns a set of cells as the solver wants it.
    fn cells(&self, set: u64) -> u64;

    /// Returns the move on a cell of the solver's.
    fn played(&self, cell: usize) -> Move;

    fn forget(&mut self);

    fn more_than(&mut self, discs: [u64; 2], alpha: i32, rules: EndgameRules, budget: &Budget)
    -> Option<i32>;

    fn exact(&mut self, discs: [u64; 2], rules: EndgameRules, budget: &Budget) -> Option<ExactScore>;
}

impl<const SIZE: u32> Subject<SIZE> for EndgameSolver {
    fn cells(&self, set: u64) -> u64 {
        on_grid::<u64, SIZE, 8>(set)
    }

    fn played(&self, cell: usize) -> Move {
        Move(on_board::<SIZE, 8>(cell) as u8)
    }

    fn forget(&mut self) {
        EndgameSolver::forget(self);
    }

    fn more_than(
        &mut self,
        [own, other]: [u64; 2],
        alpha: i32,
        rules: EndgameRules,
        budget: &Budget,
    ) -> Option<i32> {
        EndgameSolver::more_than(self, own, other, alpha, rules, budget)
    }

    fn exact(&mut self, [own, other]: [u64; 2], rules: EndgameRules, budget: &Budget) -> Option<ExactScore> {
        EndgameSolver::exact(self, own, other, [-64, 64], rules, budget)
    }
}

impl<const SIZE: u32> Subject<SIZE> for WholeGameSolver {
    fn cells(&self, set: u64) -> u64 {
        on_grid::<u64, SIZE, 6>(set)
    }

    fn played(&self, cell: usize) -> Move {
        Move(on_board::<SIZE, 6>(cell) as u8)
    }

    /// What it remembers is never wrong: its scores are of one kind.
    fn forget(&mut self) {}

    fn more_than(
        &mut self,
        [own, other]: [u64; 2],
        alpha: i32,
        _rules: EndgameRules,
        budget: &Budget,
    ) -> Option<i32> {
        WholeGameSolver::more_than(self, own, other, alpha, budget)
    }

    fn exact(&mut self, [own, other]: [u64; 2], _rules: EndgameRules, budget: &Budget) -> Option<ExactScore> {
        WholeGameSolver::exact(self, own, other, [-36, 36], budget)
    }
}

/// Returns a budget without end.
fn endless() -> Budget<'static> {
    Budget::new(&Limits::nodes(u64::MAX))
}

/// Solves a position and compares score, best move, and the answers to questions about bounds.
fn check<const SIZE: u32>(
    subject: &mut impl Subject<SIZE>,
    game: &Reversi<u64, SIZE>,
    position: &Position<u64>,
    rules: EndgameRules,
) {
    let all = [-64, 64];
    let wanted = score(game, position, rules.winner_takes_free, all);
    let discs = [position.own, position.other].map(|set| subject.cells(set));
    // Scores of both kinds must not meet in one memory.
    subject.forget();
    for alpha in [wanted - 2, wanted - 1, wanted, wanted + 1] {
        let bound = subject.more_than(discs, alpha, rules, &endless()).unwrap();
        assert_eq!(bound > alpha, wanted > alpha, "{position:x?} {rules:?}");
        assert!(if bound > alpha { bound <= wanted } else { bound >= wanted }, "{position:x?} {rules:?}");
    }
    if wanted % 4 == 0 {
        subject.forget();
    }
    let found = subject.exact(discs, rules, &endless()).unwrap();
    assert_eq!(found.score, wanted, "{position:x?} {rules:?}");
    match found.best {
        None => assert!(game.count_moves(position) <= 1, "{position:x?}"),
        Some(cell) => {
            let after = game.after(position, subject.played(cell));
            let worth = -score(game, &after, rules.winner_takes_free, all);
            assert_eq!(worth, wanted, "{position:x?} {rules:?}");
        }
    }
}

/// Checks random positions with so many free cells.
fn agrees<const SIZE: u32>(subject: &mut impl Subject<SIZE>, free: Range<u32>, count: usize, seed: u64) {
    let start = if seed & 1 == 0 { Start::Diagonal } else { Start::Parallel };
    let game = Reversi::<u64, SIZE>::new(start, false);
    let mut rng = Rng::new(seed);
    for number in 0..count {
        let free = free.start + rng.below(free.end - free.start);
        let Some(position) = drawn(&game, free, &mut rng) else { continue };
        // The solver of whole games knows one kind of score.
        let winner_takes_free = SIZE == 8 && number % 3 > 0;
        check(subject, &game, &position, EndgameRules { size: SIZE, winner_takes_free });
    }
}

#[test]
fn ends_are_solved_as_by_plain_search() {
    let mut usual = EndgameSolver::new(1 << 16);
    agrees::<8>(&mut usual, 0..7, 300, 0);
    agrees::<8>(&mut usual, 7..9, 40, 1);
    agrees::<8>(&mut usual, 9..10, 4, 4);
    agrees::<6>(&mut usual, 0..8, 100, 2);
    agrees::<4>(&mut usual, 0..10, 100, 3);
    let mut six = WholeGameSolver::new(6, 0);
    agrees::<6>(&mut six, 0..8, 300, 0);
    agrees::<6>(&mut six, 8..11, 60, 1);
    let mut four = WholeGameSolver::new(4, 0);
    agrees::<4>(&mut four, 0..10, 200, 2);
    agrees::<4>(&mut four, 0..10, 200, 3);
}

/// Checks scattered discs with few free cells: passes, wipe-outs, games that are over at once.
fn agrees_on_scattered_discs<const SIZE: u32>(subject: &mut impl Subject<SIZE>) {
    let game = Reversi::<u64, SIZE>::new(Start::Diagonal, false);
    let board = u64::MAX >> (64 - SIZE * SIZE);
    let mut rng = Rng::new(12);
    for _ in 0..300 {
        let mut free = 0u64;
        for _ in 0..rng.below(8) {
            free |= 1 << rng.below(SIZE * SIZE);
        }
        let own = [rng.bits(), rng.bits() & rng.bits() & rng.bits(), 0][rng.below(3) as usize];
        let own = own & !free & board;
        let position = Position { own, other: !own & !free & board, seat: 0 };
        check(subject, &game, &position, EndgameRules { size: SIZE, winner_takes_free: SIZE == 8 });
    }
}

#[test]
fn unusual_positions_are_solved_too() {
    agrees_on_scattered_discs::<8>(&mut EndgameSolver::new(1 << 14));
    agrees_on_scattered_discs::<6>(&mut WholeGameSolver::new(6, 0));
    let empty = EndgameSolver::new(1 << 14).solve(0, 0, EndgameRules::USUAL);
    assert_eq!(empty, ExactScore { score: 0, best: None });
}

/// Lets budgets that double end a solution until one is enough.
fn ends_without_harm<const SIZE: u32>(make: impl Fn() -> Box<dyn Subject<SIZE>>, free: u32) {
    let game = Reversi::<u64, SIZE>::new(Start::Diagonal, false);
    let position = drawn(&game, free, &mut Rng::new(5)).expect("random games go on so long");
    let discs = [position.own, position.other];
    let rules = EndgameRules { size: SIZE, winner_takes_free: false };
    let wanted = make().exact(discs, rules, &endless()).expect("there is no limit");
    let mut subject = make();
    let mut nodes = 100;
    let found = loop {
        let budget = Budget::new(&Limits::nodes(nodes));
        if let Some(found) = subject.exact(discs, rules, &budget) {
            break found;
        }
        assert!(budget.spent() < nodes + 3000, "{} of {nodes}", budget.spent());
        nodes *= 2;
    };
    assert_eq!(found.score, wanted.score);
    assert!(nodes > 200, "it was interrupted at least once");
}

#[test]
fn a_budget_ends_a_solution_without_harm() {
    ends_without_harm::<8>(|| Box::new(EndgameSolver::new(1 << 20)), 14);
    ends_without_harm::<6>(|| Box::new(WholeGameSolver::new(6, 0)), 17);
}

/// Compares what rays turn with what the walks of the rules turn.
fn rays_agree<const SIDE: u32>() {
    let mut rng = Rng::new(2);
    let board = u64::MAX >> (64 - SIDE * SIDE);
    for _ in 0..3000 {
        let other = (rng.bits() | rng.bits()) & board;
        let own = if rng.below(2) == 0 { rng.bits() } else { rng.bits() & rng.bits() } & !other & board;
        for cell in (board & !(own | other)).cells() {
            let wanted = flips::<u64, SIDE>(cell as u32, own, other);
            assert_eq!(turned::<SIDE>(cell, own, other), wanted, "{cell} {own:x} {other:x}");
        }
        let cell = rng.below(SIDE * SIDE);
        let own = (rng.bits() | rng.bits() & rng.bits()) & !(1 << cell) & board;
        let all = flips::<u64, SIDE>(cell, own, !own & !(1 << cell) & board);
        let counted = count_turned_by_last::<SIDE>(cell as usize, own);
        assert_eq!(counted, all.count() as i32, "{cell} {own:x}");
    }
}

#[test]
fn rays_turn_what_walks_turn() {
    rays_agree::<8>();
    rays_agree::<6>();
}

#[test]
fn quadrants_with_an_odd_number_of_free_cells_are_told() {
    assert_eq!(parity::<6>(1 | 1 << 1 | 1 << 3 | 1 << 35), 0b1010);
    assert_eq!(parity::<8>(1 | 1 << 1 | 1 << 4 | 1 << 63), 0b1010);
    assert_eq!(parity::<8>(u64::MAX), 0);
    assert_eq!(parity::<6>((1 << 36) - 1), 0b1111);
}

#[test]
fn images_have_one_canonical_position() {
    fn check<const SIDE: u32>() {
        let game = Reversi::<u64, SIDE>::new(Start::Diagonal, false);
        let mut rng = Rng::new(6);
        for _ in 0..200 {
            let Some(position) = drawn(&game, 20, &mut rng) else { continue };
            let wanted = canonical::<SIDE>(position.own, position.other);
            let images: Vec<_> = (0..8).map(|image| game.transform(&position, image)).collect();
            assert!(images.iter().any(|image| (image.own, image.other) == wanted));
            assert!(images.iter().all(|image| canonical::<SIDE>(image.own, image.other) == wanted));
        }
    }
    check::<6>();
    check::<8>();
}
