//! Positions solved to their last disc, on boards of up to 8 × 8.
//!
//! One search serves two grids, that of the usual board and one of six by six for the smaller boards: null windows with a
//! memory ([`search`], [`memory`]). Near the leaves it knows parity, and on the usual board stable discs ([`last_plies`],
//! [`stable`]); above them it orders moves by what the other side can do after them, and high up by the estimate of a short
//! search ([`ordering`]). What differs from grid to grid are some numbers ([`tuning`]), the table behind the memory, the
//! estimate, and how a score is found by questions about bounds: see [`endgame`] and [`whole_game`].

mod endgame;
mod grid;
mod last_plies;
mod memory;
mod ordering;
mod search;
mod stable;
mod symmetry;
mod team;
#[cfg(test)]
mod tests;
mod tuning;
mod whole_game;

pub use endgame::{EndgameRules, EndgameSolver};
pub use grid::{on_board, on_grid, played};
pub use search::{ProvenBounds, SearchHooks};
pub use whole_game::{WholeGameSolver, narrow};

use damier_search::Budget;

use super::{Move, PASS, Position, Word};

/// An exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactScore {
    /// The difference of discs at the end, for the side to move.
    pub score: i32,
    /// The best cell, unless the side to move has none.
    pub best: Option<usize>,
}

/// The discs of the side to move and those of the other, on the grid of their board.
pub type GridDiscs = [u64; 2];

/// The solver that suits a board of `SIZE` × `SIZE`, up to 8 × 8.
#[derive(Debug)]
pub enum BoardSolver<const SIZE: u32> {
    /// For boards larger than 6 × 6.
    Endgame(EndgameSolver),
    /// For the others.
    WholeGame(WholeGameSolver),
}

impl<const SIZE: u32> BoardSolver<SIZE> {
    /// Makes a solver whose memory takes about so many bytes.
    pub fn new(bytes: usize) -> BoardSolver<SIZE> {
        if SIZE <= 6 {
            BoardSolver::WholeGame(WholeGameSolver::new(SIZE, bytes as u64))
        } else {
            BoardSolver::Endgame(EndgameSolver::new(bytes))
        }
    }

    /// Returns a position as it is to be given to the solver.
    pub fn discs<W: Word>(position: &Position<W>) -> GridDiscs {
        let moved = if SIZE <= 6 { on_grid::<W, SIZE, 6> } else { on_grid::<W, SIZE, 8> };
        [position.own, position.other].map(moved)
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        match self {
            BoardSolver::Endgame(solver) => solver.forget(),
            BoardSolver::WholeGame(solver) => solver.forget(),
        }
    }

    /// Begins a new question.
    pub fn begin(&mut self) {
        match self {
            BoardSolver::Endgame(solver) => solver.begin(),
            BoardSolver::WholeGame(_) => {}
        }
    }

    /// Asks whether the side to move gets more than `alpha`; returns a bound above it, or one that is not. Boards of up to
    /// 6 × 6 count free cells for nobody, whatever `winner_takes_free` says: who wins is the same.
    pub fn more_than(
        &mut self,
        [own, other]: GridDiscs,
        alpha: i32,
        winner_takes_free: bool,
        budget: &Budget,
    ) -> Option<i32> {
        match self {
            BoardSolver::Endgame(solver) => {
                let rules = EndgameRules { size: SIZE, winner_takes_free };
                solver.more_than(own, other, alpha, rules, budget)
            }
            BoardSolver::WholeGame(solver) => solver.more_than(own, other, alpha, budget),
        }
    }

    /// Returns the score within bounds, counted as in [`BoardSolver::more_than`], and a best move.
    pub fn exact(
        &mut self,
        [own, other]: GridDiscs,
        [low, high]: [i32; 2],
        winner_takes_free: bool,
        budget: &Budget,
    ) -> Option<(i32, Move)> {
        let (ExactScore { score, best }, on_board): (_, fn(usize) -> usize) = match self {
            BoardSolver::Endgame(solver) => {
                let rules = EndgameRules { size: SIZE, winner_takes_free };
                (solver.exact(own, other, [low, high], rules, budget)?, on_board::<SIZE, 8>)
            }
            BoardSolver::WholeGame(solver) => {
                let most = (SIZE * SIZE) as i32;
                let within = [low.max(-most), high.min(most)];
                (solver.exact(own, other, within, budget)?, on_board::<SIZE, 6>)
            }
        };
        Some((score, best.map_or(PASS, |cell| Move(on_board(cell) as u8))))
    }
}
