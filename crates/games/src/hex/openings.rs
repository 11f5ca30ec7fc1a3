//! Who wins after each opening of plain Hex.
//!
//! An opening and its half turn are the same, so that half of them are solved. Each is solved on its own, with nothing
//! remembered from the others: how many positions it takes does not depend on the threads.

use std::io;
use std::sync::{Mutex, PoisonError};

use damier_core::Side;
use damier_core::board::{BitSet, Rhombus};
use damier_search::{Budget, Limits};
use damier_solve::{Job, StudyError, in_parallel};

use super::solver::{HexSolver, SolverResult};

/// The largest board that fits in the words of the solver used here.
pub(super) const WIDEST: usize = 8;

/// What is proven of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    /// A cell with which Second wins; `None` where First wins.
    pub refutation: Option<usize>,
    /// How many positions the proof took.
    pub positions: u64,
}

/// The openings of a board, as far as they are solved.
#[derive(Clone, Debug)]
pub(super) struct Openings {
    board: Rhombus,
    /// By cells of the first half, the middle included.
    found: Vec<Option<Opening>>,
}

impl Openings {
    /// Makes the openings of a board of `size` × `size`, none of them solved.
    ///
    /// # Panics
    /// If the board is wider than [`WIDEST`].
    pub fn new(size: usize) -> Openings {
        assert!(size <= WIDEST, "the board does not fit");
        Openings { board: Rhombus::new(size), found: vec![None; (size * size).div_ceil(2)] }
    }

    /// Solves those that the shelf does not know, and puts each on the shelf as soon as it is solved. Once all are
    /// solved, the shelf keeps nothing of it.
    ///
    /// # Errors
    /// [`StudyError::Stopped`] where the job is stopped, [`StudyError::Shelf`] where the shelf fails.
    pub fn solve(&mut self, job: &Job) -> Result<(), StudyError> {
        let size = self.board.grid().width();
        let file = format!("hex-{size}-openings.txt");
        if let Some(text) = job.load_checkpoint(&file)? {
            self.read(&text).ok_or_else(|| Job::damaged_checkpoint(&file))?;
        }
        // From the middle to the corner: the last ones are solved fast, so that no thread waits long for the others.
        let open: Vec<usize> =
            (0..self.found.len()).rev().filter(|&cell| self.found[cell].is_none()).collect();
        let shared: Mutex<(&mut Openings, io::Result<()>)> = Mutex::new((self, Ok(())));
        let make = || HexSolver::<1>::new(size);
        let work = |solver: &mut HexSolver<1>, piece: u64| {
            let cell = open[piece as usize];
            let Some(opening) = solve(solver, cell, job) else { return };
            let mut guard = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let (openings, saved) = &mut *guard;
            openings.found[cell] = Some(opening);
            if saved.is_ok() {
                *saved = job.save_checkpoint(&file, &openings.write());
            }
        };
        in_parallel(job, "openings", open.len() as u64, make, work)?;
        shared.into_inner().unwrap_or_else(PoisonError::into_inner).1?;
        if self.found.contains(&None) {
            return Err(StudyError::Stopped);
        }
        job.shelf.remove(&file)?;
        Ok(())
    }

    /// Returns what is proven of an opening.
    pub fn get(&self, cell: usize) -> Option<Opening> {
        let turned = self.board.grid().cells() - 1 - cell;
        if cell <= turned {
            return self.found[cell];
        }
        let turn = |cell| self.board.grid().cells() - 1 - cell;
        self.found[turned].map(|found| Opening { refutation: found.refutation.map(turn), ..found })
    }

    /// Says whether First wins after an opening, if that is proven.
    pub fn wins(&self, cell: usize) -> Option<bool> {
        self.get(cell).map(|opening| opening.refutation.is_none())
    }

    /// Returns how many positions all the proofs took.
    pub fn positions(&self) -> u64 {
        self.found.iter().flatten().map(|opening| opening.positions).sum()
    }

    /// Draws the board, a line a row: `W` where the opening wins, `.` where it loses, `?` where that is not known.
    pub fn map(&self) -> Vec<String> {
        let grid = self.board.grid();
        let letter = |cell| match self.wins(cell) {
            Some(true) => "W",
            Some(false) => ".",
            None => "?",
        };
        let row = |rank: usize| {
            let cells: Vec<&str> = (0..grid.width()).map(|file| letter(grid.cell(file, rank))).collect();
            format!("{}{}", " ".repeat(rank), cells.join(" "))
        };
        (0..grid.width()).map(row).collect()
    }

    /// Writes what is proven: a line with the opening, Second's winning answer or `-`, and the number of positions.
    fn write(&self) -> String {
        let grid = self.board.grid();
        let line = |(cell, found): (usize, &Option<Opening>)| {
            let Opening { refutation, positions } = (*found)?;
            let answer = refutation.map_or_else(|| "-".to_string(), |answer| grid.name(answer));
            Some(format!("{} {answer} {positions}\n", grid.name(cell)))
        };
        self.found.iter().enumerate().filter_map(line).collect()
    }

    /// Reads what [`Openings::write`] wrote; `None` where it is something else.
    fn read(&mut self, text: &str) -> Option<()> {
        let grid = self.board.grid().clone();
        for line in text.lines() {
            let [cell, answer, positions] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
            let cell = grid.read(cell).filter(|&cell| cell < self.found.len())?;
            let refutation = if answer == "-" { None } else { Some(grid.read(answer)?) };
            if refutation == Some(cell) {
                return None;
            }
            self.found[cell] = Some(Opening { refutation, positions: positions.parse().ok()? });
        }
        Some(())
    }
}

/// Solves one opening; `None` where the job is stopped.
pub(super) fn solve(solver: &mut HexSolver<1>, cell: usize, job: &Job) -> Option<Opening> {
    solver.forget();
    let budget = Budget::new(&Limits { stop: job.stop, ..Limits::nodes(u64::MAX) });
    let stones = [[cell].into_iter().collect(), BitSet::EMPTY];
    let refutation = match solver.solve(&stones, Side::Second, &budget) {
        SolverResult::Win(answer) => Some(answer),
        SolverResult::Loss => None,
        SolverResult::Open => return None,
    };
    Some(Opening { refutation, positions: budget.spent() })
}
