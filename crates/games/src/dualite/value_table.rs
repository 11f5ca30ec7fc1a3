//! The value of every position of the 4 × 4 games, with its distance, in one table.
//!
//! A board is a ternary number, and every move makes the sum of its digits larger by one: the boards of the greatest
//! sums are solved first. On a board all cells that may be the one to answer are solved together: a cell is worth, to
//! whoever answers it, what the best of its neighbours is worth to play on. Of the images of a board only one is looked at.

use std::sync::atomic::{AtomicI8, Ordering};

use damier_core::Game;
use damier_search::Value;
use damier_solve::{Job, StudyError, in_parallel};

use super::eval::{each, threats};
use super::{Dualite, Move, Position};

/// How many cells the board has.
const CELLS: usize = 16;

/// How many ways there are to fill the cells beside the one to answer.
const FILLINGS: u32 = 3u32.pow(CELLS as u32 - 1);

/// Entries: three classes of cells to answer (corner, edge, centre), two colours of the circle there, the fillings.
const ENTRIES: usize = 3 * 2 * FILLINGS as usize;

/// What a position is worth to the side to move: a win in `n` plies is `GAIN - n`, a loss `n - GAIN`.
const GAIN: i8 = 100;

/// Returns what a move is worth to the side that makes it, given what is worth to the other side what it leaves.
#[inline]
const fn turned(worth: i8) -> i8 {
    if worth > 0 { 1 - worth } else { -1 - worth }
}

/// Returns what a move is worth to the side that makes it, given what is worth to the same side what it leaves.
#[inline]
const fn kept(worth: i8) -> i8 {
    if worth > 0 { worth - 1 } else { worth + 1 }
}

fn value(worth: i8) -> Value {
    if worth > 0 { Value::Win((GAIN - worth) as u32) } else { Value::Loss((GAIN + worth) as u32) }
}

/// How boards are numbered: for each byte of a set of cells, the sum of the weights of its cells.
type Weights = [[u32; 256]; 2];

#[inline]
fn sum(weights: &Weights, set: u32) -> u32 {
    weights[0][(set & 255) as usize] + weights[1][(set >> 8 & 255) as usize]
}

#[inline]
fn number(weights: &Weights, white: u32, black: u32) -> u32 {
    sum(weights, white) + 2 * sum(weights, black)
}

/// Makes the weights of boards that a symmetry takes to where they are numbered. `cell` is the one to answer: it weighs
/// most, and the others come in their order after the symmetry.
fn weigh(game: &Dualite, symmetry: usize, cell: usize) -> Weights {
    let first = game.symmetries.map(symmetry, cell);
    let weight = |cell: usize| match game.symmetries.map(symmetry, cell) {
        image if image == first => FILLINGS,
        image => 3u32.pow((image - usize::from(image > first)) as u32),
    };
    std::array::from_fn(|byte| {
        std::array::from_fn(|bits| each(bits as u32).map(|bit| weight(8 * byte + bit as usize)).sum())
    })
}

/// White circles that come before all their images, with the symmetries other than the identity that keep them.
struct Whites {
    set: u32,
    kept_by: Vec<usize>,
}

impl Whites {
    fn all(game: &Dualite) -> Vec<Whites> {
        let symmetries = 0..game.symmetries.count();
        let least = |set: &u32| symmetries.clone().all(|symmetry| game.map_set(symmetry, *set) >= *set);
        let keeps = |symmetry: &usize, set: u32| *symmetry > 0 && game.map_set(*symmetry, set) == set;
        (0..1 << CELLS)
            .filter(|&set| !game.has_line(set))
            .filter(least)
            .map(|set| Whites { set, kept_by: symmetries.clone().filter(|at| keeps(at, set)).collect() })
            .collect()
    }
}

/// The worth of every position without a line that has one cell to answer.
pub(super) struct ValueTable {
    /// By the class of the cell to answer, the colour there, and the ternary number of the other cells.
    worth: Vec<AtomicI8>,
    /// How boards are numbered, for each cell to answer.
    weights: [Weights; CELLS],
    /// How their mirror images are numbered, where a mirror keeps the first cell of the class.
    mirrored: [Option<Weights>; CELLS],
    /// Where the numbers of a cell's class begin.
    base: [u32; CELLS],
    /// How many positions were solved, one for all its images.
    positions: u64,
}

/// How many sets of white circles a piece of the making has: a few milliseconds of work.
const PIECE: usize = 256;

/// A table in the making. Boards are solved by layers, the sums of their digits, from the greatest down, and those of a
/// layer in pieces, so that it can be left at any time and taken up again.
pub(super) struct Making {
    table: ValueTable,
    whites: Vec<Whites>,
    /// How many pieces are done, of all layers.
    done: usize,
}

impl Making {
    /// How many bytes the making of a table takes at most.
    const BYTES: u64 = ENTRIES as u64 + (4 << 20);
    const LAYERS: usize = 2 * CELLS + 1;

    /// Begins the table of a game on 4 × 4.
    ///
    /// # Errors
    /// If the job allows too little memory.
    ///
    /// # Panics
    /// If the board is larger.
    pub(super) fn begin(game: &Dualite, job: &Job) -> Result<Making, StudyError> {
        assert_eq!(game.board.cells(), CELLS, "the table is one of 4 × 4");
        job.needs(Making::BYTES)?;
        Ok(Making { table: ValueTable::empty(game), whites: Whites::all(game), done: 0 })
    }

    fn pieces(&self) -> usize {
        self.whites.len().div_ceil(PIECE)
    }

    /// Says whether all pieces are there.
    pub(super) fn is_done(&self) -> bool {
        self.done == Making::LAYERS * self.pieces()
    }

    /// Adds a piece.
    ///
    /// # Errors
    /// If the job stops it: then the piece is not added.
    pub(super) fn add(&mut self, game: &Dualite, job: &Job) -> Result<(), StudyError> {
        let (done, all) = (self.done as f64, (Making::LAYERS * self.pieces()) as f64);
        let progress = |what: &str, part: f64| (job.progress)(what, (done + part) / all);
        let job = Job { progress: &progress, ..*job };
        let (above, at) = (self.done / self.pieces(), self.done % self.pieces());
        let layer = (Making::LAYERS - 1 - above) as u32;
        let whites = &self.whites[at * PIECE..self.whites.len().min((at + 1) * PIECE)];
        let table = &self.table;
        let work = |solved: &mut u64, at: u64| *solved += table.fill(game, &whites[at as usize], layer);
        let solved = in_parallel(&job, "4 × 4", whites.len() as u64, || 0, work)?;
        self.table.positions += solved.iter().sum::<u64>();
        self.done += 1;
        Ok(())
    }

    /// Returns the table, once all pieces are there.
    pub(super) fn finish(self) -> ValueTable {
        assert!(self.is_done(), "there are pieces missing");
        self.table
    }
}

impl ValueTable {
    fn empty(game: &Dualite) -> ValueTable {
        let weights = |cell: usize, turn: usize| {
            let symmetry = game.classes.taking(cell).nth(turn)?;
            Some(weigh(game, symmetry, cell))
        };
        ValueTable {
            worth: (0..ENTRIES).map(|_| AtomicI8::new(0)).collect(),
            weights: std::array::from_fn(|cell| weights(cell, 0).expect("a cell is in its class")),
            mirrored: std::array::from_fn(|cell| weights(cell, 1)),
            base: std::array::from_fn(|cell| game.classes.class(cell) as u32 * 2 * FILLINGS),
            positions: 0,
        }
    }

    /// Solves the boards of a layer that have these white circles, and returns how many positions they are.
    fn fill(&self, game: &Dualite, whites: &Whites, layer: u32) -> u64 {
        let white = whites.set;
        let blacks = layer.checked_sub(white.count_ones()).filter(|rest| rest % 2 == 0).map(|rest| rest / 2);
        let free = !white & ((1 << CELLS) - 1);
        let Some(blacks) = blacks.filter(|&blacks| blacks <= free.count_ones()) else { return 0 };
        let mut solved = 0;
        let mut black = free;
        loop {
            let least = || whites.kept_by.iter().all(|&symmetry| game.map_set(symmetry, black) >= black);
            if black.count_ones() == blacks && !game.has_line(black) && least() {
                self.conclude(game, white, black);
                solved += u64::from((white | black).count_ones());
            }
            if black == 0 {
                return solved;
            }
            black = (black - 1) & free;
        }
    }

    /// Solves a board without a line, for every cell to answer.
    fn conclude(&self, game: &Dualite, white: u32, black: u32) {
        let circles = white | black;
        let [drawn, blackened] = threats(game, white, black);
        let load = |entry: u32| self.worth[entry as usize].load(Ordering::Relaxed);
        // One more circle on a cell adds its weight: this is the entry of the board on which it was just played.
        let played: [u32; CELLS] =
            std::array::from_fn(|cell| self.base[cell] + number(&self.weights[cell], white, black));
        let partner_next =
            game.rules.teams && game.seat_after(white, black).is_some_and(|seat| seat % 2 == 0);
        let mut gains = [-GAIN; CELLS];
        for cell in each(!black & ((1 << CELLS) - 1)).map(usize::from) {
            gains[cell] = match (drawn | blackened) >> cell & 1 {
                1 => GAIN - 1,
                _ if partner_next => -GAIN,
                _ => turned(load(played[cell])),
            };
        }
        for cell in each(circles).map(usize::from) {
            let entry = played[cell] - FILLINGS;
            let answers = each(game.near[cell] & !black);
            let mut best = answers.map(|answer| gains[answer as usize]).max().unwrap_or(-GAIN);
            if partner_next && best < 0 {
                // The partner answers the same cell.
                let after = |answer: u8| entry + sum(&self.weights[cell], 1 << answer);
                let answers = each(game.near[cell] & !black);
                best = answers.map(|answer| kept(load(after(answer)))).max().unwrap_or(-GAIN);
            }
            self.worth[entry as usize].store(best, Ordering::Relaxed);
            if let Some(weights) = &self.mirrored[cell] {
                let image = self.base[cell] + number(weights, white, black) - FILLINGS;
                self.worth[image as usize].store(best, Ordering::Relaxed);
            }
        }
    }

    /// Returns how many positions were solved, one for all its images.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the worth of a position whose game is not over by a line, to the side to move.
    fn worth(&self, game: &Dualite, position: &Position) -> i8 {
        let [cell, other] = position.last;
        if cell == other && !Dualite::is_first(position) {
            let at = cell as usize;
            let entry = self.base[at] + number(&self.weights[at], position.white, position.black) - FILLINGS;
            return self.worth[entry as usize].load(Ordering::Relaxed);
        }
        // The start, or two circles to answer.
        let moves = game.moves(position);
        moves.iter().map(|&mv| self.gain(game, position, mv)).max().unwrap_or(-GAIN)
    }

    /// Returns what a move is worth to the side that makes it.
    fn gain(&self, game: &Dualite, position: &Position, mv: Move) -> i8 {
        let after = game.after(position, mv);
        if after.line {
            return GAIN - 1;
        }
        let worth = self.worth(game, &after);
        if game.side_to_move(&after) == game.side_to_move(position) { kept(worth) } else { turned(worth) }
    }

    /// Returns what a legal move is worth to the side that makes it.
    pub(super) fn rate(&self, game: &Dualite, position: &Position, mv: Move) -> Value {
        value(self.gain(game, position, mv))
    }

    /// Returns what a position without a line is worth to the side to move.
    #[cfg(test)]
    pub(super) fn value(&self, game: &Dualite, position: &Position) -> Value {
        value(self.worth(game, position))
    }
}
