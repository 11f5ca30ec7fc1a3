//! Positions as numbers, for the games of two players.
//!
//! Number 0 is the start. Then come the positions after two first circles, one for each pair. In every other position
//! the move to answer is one cell, which holds a circle: a symmetry takes it to the first cell of its class (corner,
//! edge or centre on 4 × 4), and the number is made of the class, the colour of that circle, and a ternary digit for
//! every other cell. Where two symmetries do, the smaller number counts. Who is to move follows from the circles.

use damier_core::Indexed;
use damier_core::board::{Bits, Symmetries, ternary};

use super::rules::{MOST, NONE};
use super::{Dualite, Position};

/// For each byte, the sum of the powers of three that its bits stand for.
static TERNARY: [u32; 256] = ternary();

/// Returns the number whose ternary digits are 1 where the set has a cell and 0 elsewhere.
fn digits(set: u32) -> u64 {
    set.to_le_bytes().iter().rev().fold(0, |sum, &byte| sum * 3u64.pow(8) + u64::from(TERNARY[byte as usize]))
}

/// The cells that symmetries take to each other.
#[derive(Debug)]
pub(super) struct Classes {
    /// The first cell of each class.
    firsts: Vec<u8>,
    /// For each cell, its class and a set of the symmetries that take it to the first cell of the class.
    of: [(u8, u8); MOST],
}

impl Classes {
    pub(super) fn new(symmetries: &Symmetries, cells: usize) -> Classes {
        let mut classes = Classes { firsts: Vec::new(), of: [(0, 0); MOST] };
        for cell in 0..cells {
            let images = || (0..symmetries.count()).map(|symmetry| symmetries.map(symmetry, cell));
            let first = images().min().expect("the identity is a symmetry");
            if first == cell {
                classes.firsts.push(cell as u8);
            }
            let class = classes.firsts.iter().position(|&other| other as usize == first);
            let class = class.expect("the first cell of a class comes before the others");
            let taking = images().enumerate().filter(|&(_, image)| image == first);
            classes.of[cell] = (class as u8, taking.fold(0, |set, (symmetry, _)| set | 1 << symmetry));
        }
        classes
    }

    /// Returns the class of a cell.
    pub(super) fn class(&self, cell: usize) -> usize {
        self.of[cell].0 as usize
    }

    /// Goes through the symmetries that take a cell to the first one of its class.
    pub(super) fn taking(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (_, taking) = self.of[cell];
        (0..8).filter(move |symmetry| taking >> symmetry & 1 == 1)
    }
}

impl Dualite {
    /// Returns how many numbers come before those of one cell to answer.
    fn before_single(&self) -> u64 {
        1 + if self.rules.circles == 2 { self.openings.len() as u64 } else { 0 }
    }

    /// Returns how many ways there are to fill the cells beside the one to answer.
    fn fillings(&self) -> u64 {
        3u64.pow(self.board.cells() as u32 - 1)
    }
}

/// Squeezes a cell out of a set.
fn without(set: u32, cell: u8) -> u32 {
    let below = (1 << cell) - 1;
    set & below | set >> 1 & !below
}

/// Makes room for a cell in a set.
fn with_room(set: u32, cell: u8) -> u32 {
    let below = (1 << cell) - 1;
    set & below | (set & !below) << 1
}

impl Indexed for Dualite {
    const SYMMETRIC: bool = true;

    fn size(&self) -> u64 {
        self.before_single() + self.classes.firsts.len() as u64 * 2 * self.fillings()
    }

    fn index(&self, position: &Position) -> u64 {
        if Self::is_first(position) {
            return 0;
        }
        let [cell, other] = position.last;
        if cell != other {
            let pair = self.openings.iter().position(|mv| mv.0 == position.last);
            return 1 + pair.expect("two cells to answer are a first move") as u64;
        }
        let (class, taking) = self.classes.of[cell as usize];
        let first = self.classes.firsts[class as usize];
        let colour = u64::from(position.black >> cell & 1);
        let mut least = u64::MAX;
        for symmetry in taking.cells() {
            let [white, black] =
                [position.white, position.black].map(|set| without(self.map_set(symmetry, set), first));
            least = least.min(digits(white) + 2 * digits(black));
        }
        self.before_single() + (u64::from(class) * 2 + colour) * self.fillings() + least
    }

    fn unindex(&self, index: u64) -> Option<Position> {
        if index >= self.size() {
            return None;
        }
        if index == 0 {
            return Some(self.with_circles(0, 0, [NONE; 2], 0));
        }
        let Some(single) = index.checked_sub(self.before_single()) else {
            let last = self.openings[index as usize - 1].0;
            let white = 1 << last[0] | 1 << last[1];
            return Some(self.with_circles(white, 0, last, self.seat_after(white, 0)?));
        };
        let (kind, mut rest) = (single / self.fillings(), single % self.fillings());
        let mut sets = [0u32; 3];
        for place in 0..self.board.cells() - 1 {
            sets[(rest % 3) as usize] |= 1 << place;
            rest /= 3;
        }
        let cell = self.classes.firsts[kind as usize / 2];
        let [_, mut white, mut black] = sets.map(|set| with_room(set, cell));
        *(if kind.is_multiple_of(2) { &mut white } else { &mut black }) |= 1 << cell;
        let position = self.with_circles(white, black, [cell; 2], self.seat_after(white, black)?);
        (self.index(&position) == index).then_some(position)
    }
}
