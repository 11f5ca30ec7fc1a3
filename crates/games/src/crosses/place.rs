//! The 48 places where an L can lie, and which of them get in each other's way.
//!
//! Cells are numbered as on [`BOARD`], a set of cells is a `u16`, a set of places a `u64`.

use damier_core::board::{Origin, Square};

/// The board: files from the left, rank 1 at the bottom.
pub(super) const BOARD: Square = Square::new(4, Origin::Bottom);

/// How many places there are: a corner, a long arm and a short arm across it, where they fit.
pub(super) const COUNT: usize = 48;

/// Every place.
pub(super) const ALL: u64 = (1 << COUNT) - 1;

/// A place of an L: a corner cell, two more cells one way, one more across.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The set of its four cells.
    pub(super) cells: u16,
    /// The file and rank of the cell where the arms meet, from 0.
    pub(super) corner: (i32, i32),
    /// The direction of the long arm, in files and ranks.
    pub(super) long: (i32, i32),
    /// The direction of the short arm.
    pub(super) short: (i32, i32),
}

impl Place {
    /// Returns the place with these arms, if it is on the board.
    const fn new(corner: (i32, i32), long: (i32, i32), short: (i32, i32)) -> Option<Place> {
        let mut cells = 0;
        let steps = [(0, 0), long, (2 * long.0, 2 * long.1), short];
        let mut step = 0;
        while step < steps.len() {
            let (file, rank) = (corner.0 + steps[step].0, corner.1 + steps[step].1);
            if file < 0 || file > 3 || rank < 0 || rank > 3 {
                return None;
            }
            cells |= 1 << BOARD.cell(file as usize, rank as usize);
            step += 1;
        }
        Some(Place { cells, corner, long, short })
    }
}

/// The places, in the order of their texts.
pub(super) static PLACES: [Place; COUNT] = list();

/// For each place, the places that share no cell with it.
pub(super) static APART: [u64; COUNT] = apart();

/// For each cell, the places that do not cover it.
pub(super) static WITHOUT: [u64; 16] = without();

/// Returns a number that is the higher, the earlier the text of these four cells comes.
const fn order(cells: u16) -> u16 {
    let mut order = 0;
    let mut cell = 0;
    while cell < 16 {
        if cells >> cell & 1 == 1 {
            order |= 1 << (15 - (BOARD.file(cell) * 4 + BOARD.rank(cell)));
        }
        cell += 1;
    }
    order
}

const fn list() -> [Place; COUNT] {
    const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let none = Place { cells: 0, corner: (0, 0), long: (0, 0), short: (0, 0) };
    let mut list = [none; COUNT];
    let mut count = 0;
    let mut number = 0;
    // A number is a corner (16), a direction of the long arm (4) and a hand of the short one (2).
    while number < 16 * 4 * 2 {
        let corner = ((number / 8 % 4) as i32, (number / 32) as i32);
        let turn = number / 2 % 4;
        let short = DIRECTIONS[(turn + 1 + 2 * (number % 2)) % 4];
        if let Some(place) = Place::new(corner, DIRECTIONS[turn], short) {
            let mut at = count;
            while at > 0 && order(list[at - 1].cells) < order(place.cells) {
                list[at] = list[at - 1];
                at -= 1;
            }
            list[at] = place;
            count += 1;
        }
        number += 1;
    }
    assert!(count == COUNT);
    list
}

const fn apart() -> [u64; COUNT] {
    let mut sets = [0; COUNT];
    let mut pair = 0;
    while pair < COUNT * COUNT {
        let (one, other) = (pair / COUNT, pair % COUNT);
        if PLACES[one].cells & PLACES[other].cells == 0 {
            sets[one] |= 1 << other;
        }
        pair += 1;
    }
    sets
}

const fn without() -> [u64; 16] {
    let mut sets = [0; 16];
    let mut pair = 0;
    while pair < 16 * COUNT {
        let (cell, place) = (pair / COUNT, pair % COUNT);
        if PLACES[place].cells >> cell & 1 == 0 {
            sets[cell] |= 1 << place;
        }
        pair += 1;
    }
    sets
}

/// Returns the number of the place that covers exactly these cells, if they make an L.
pub(super) fn find(cells: u16) -> Option<u8> {
    PLACES.iter().position(|place| place.cells == cells).map(|place| place as u8)
}

/// Returns the cells of a set in order of file then rank.
pub(super) fn in_order(cells: u16) -> impl Iterator<Item = usize> {
    (0..16).map(|turn| BOARD.cell(turn / 4, turn % 4)).filter(move |cell| cells >> cell & 1 == 1)
}

/// Returns the names of the cells of a set in order of file then rank, one after another.
pub(super) fn names(cells: u16) -> String {
    let mut names = String::new();
    in_order(cells).for_each(|cell| BOARD.write(cell, &mut names));
    names
}
