//! The solver that suits a board: one for up to 6 × 6, one for up to 8 × 8.

use damier_search::Budget;

use super::endgame::{Frame, Solver};
use super::{Move, PASS, Position, Word, six};

/// A solver of positions of a board of `SIZE` × `SIZE`, up to 8 × 8.
#[derive(Debug)]
pub(super) enum Ends<const SIZE: u32> {
    Usual(Solver),
    Six(six::Solver),
}

/// The discs of the side to move and those of the other, as the solver of their board wants them.
pub(super) type Discs = [u64; 2];

impl<const SIZE: u32> Ends<SIZE> {
    /// Makes a solver whose memory takes about so many bytes.
    pub(super) fn new(bytes: usize) -> Ends<SIZE> {
        if SIZE <= 6 {
            Ends::Six(six::Solver::new(SIZE, bytes as u64))
        } else {
            Ends::Usual(Solver::new(bytes))
        }
    }

    /// Returns a position as it is to be given to the solver.
    pub(super) fn discs<W: Word>(position: &Position<W>) -> Discs {
        [position.own, position.other].map(if SIZE <= 6 { six::spread::<W, SIZE> } else { spread::<W, SIZE> })
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        match self {
            Ends::Usual(solver) => solver.forget(),
            Ends::Six(solver) => solver.forget(),
        }
    }

    /// Begins a new question.
    pub(super) fn begin(&mut self) {
        match self {
            Ends::Usual(solver) => solver.begin(),
            Ends::Six(_) => {}
        }
    }

    /// Asks whether the side to move gets more than `alpha`; returns a bound above it, or one that is not. `free` says
    /// whether free cells may count for the winner, in which case who wins is right and by how much may be either.
    pub(super) fn more_than(
        &mut self,
        [own, other]: Discs,
        alpha: i32,
        free: bool,
        budget: &Budget,
    ) -> Option<i32> {
        match self {
            Ends::Usual(solver) => {
                solver.more_than(own, other, alpha, Frame { size: SIZE, winner_takes_free: free }, budget)
            }
            Ends::Six(solver) => solver.more_than(own, other, alpha, budget),
        }
    }

    /// Returns the score within bounds, counted as in [`Ends::more_than`], and a best move.
    pub(super) fn exact(
        &mut self,
        [own, other]: Discs,
        [low, high]: [i32; 2],
        free: bool,
        budget: &Budget,
    ) -> Option<(i32, Move)> {
        match self {
            Ends::Usual(solver) => {
                let frame = Frame { size: SIZE, winner_takes_free: free };
                let solved = solver.exact(own, other, [low, high], frame, budget)?;
                let best = solved.best.map_or(PASS, |cell| Move((cell / 8 * SIZE + cell % 8) as u8));
                Some((solved.score, best))
            }
            Ends::Six(solver) => {
                let most = (SIZE * SIZE) as i32;
                let within = [low.max(-most), high.min(most)];
                let solved = solver.exact(own, other, within, budget)?;
                let best = solved.best.map_or(PASS, |cell| Move(six::cell::<SIZE>(cell) as u8));
                Some((solved.score, best))
            }
        }
    }
}

/// Returns a set of cells in rows of eight.
pub(super) fn spread<W: Word, const SIZE: u32>(mut set: W) -> u64 {
    let mut moved = 0;
    while set != W::NONE {
        let cell = set.lowest();
        moved |= 1 << (cell / SIZE * 8 + cell % SIZE);
        set = set.rest();
    }
    moved
}
