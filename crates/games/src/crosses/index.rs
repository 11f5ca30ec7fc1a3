//! Numbers for positions.
//!
//! An L has no symmetry of its own, so exactly one of the eight symmetries of the board takes First's L to the first
//! of its eight images. A position is numbered in that view: 82 pairs of L's, 28 pairs of cells for the neutrals among
//! the eight cells left, two sides to move. The 4592 numbers have no gap.

use damier_core::{Indexed, Side};

use super::place::{APART, COUNT, PLACES};
use super::{Crosses, Position};

/// How many pairs can be made of the eight cells that the L's leave.
const NEUTRALS: u64 = 28;

/// The tables of the numbering.
#[derive(Debug)]
pub(super) struct CrossesNumbering {
    /// For each place, the symmetry that takes it to the first of its images.
    views: [u8; COUNT],
    /// The pairs of First's place, seen so, and Second's, in order.
    pairs: Vec<(u8, u8)>,
    /// The number of each pair; of what is no pair, 0.
    numbers: Vec<[u8; COUNT]>,
}

impl CrossesNumbering {
    /// Makes the tables from the images of the places under each symmetry.
    pub(super) fn new(images: &[[u8; COUNT]]) -> CrossesNumbering {
        let mut views = [0; COUNT];
        for (place, view) in views.iter_mut().enumerate() {
            let first = (0..images.len()).min_by_key(|&symmetry| images[symmetry][place]);
            *view = first.expect("the identity is a symmetry") as u8;
        }
        let mut pairs = Vec::new();
        let mut numbers = vec![[0; COUNT]; COUNT];
        for first in (0..COUNT).filter(|&place| views[place] == 0) {
            for second in (0..COUNT).filter(|second| APART[first] >> second & 1 == 1) {
                numbers[first][second] = pairs.len() as u8;
                pairs.push((first as u8, second as u8));
            }
        }
        CrossesNumbering { views, pairs, numbers }
    }
}

/// Returns the cells that two L's leave free, in order.
fn left(places: [u8; 2]) -> impl Iterator<Item = u8> {
    let taken = places.iter().fold(0, |taken, &place| taken | PLACES[place as usize].cells);
    (0..16).filter(move |cell| taken >> cell & 1 == 0)
}

impl Indexed for Crosses {
    const SYMMETRIC: bool = true;

    fn size(&self) -> u64 {
        self.numbering.pairs.len() as u64 * NEUTRALS * 2
    }

    fn index(&self, position: &Position) -> u64 {
        let seen = self.image(position, self.numbering.views[position.places[0] as usize] as usize);
        let [first, second] = seen.places.map(usize::from);
        let rank = |neutral: u8| left(seen.places).take_while(|&cell| cell < neutral).count() as u64;
        let [low, high] = seen.neutrals.map(rank);
        let pair = u64::from(self.numbering.numbers[first][second]);
        (pair * NEUTRALS + high * (high - 1) / 2 + low) * 2 + seen.to_move as u64
    }

    fn unindex(&self, index: u64) -> Option<Position> {
        let to_move = if index.is_multiple_of(2) { Side::First } else { Side::Second };
        let pair = usize::try_from(index / 2 / NEUTRALS).ok()?;
        let &(first, second) = self.numbering.pairs.get(pair)?;
        let places = [first, second];
        let neutrals = index / 2 % NEUTRALS;
        let high = (1..8).rfind(|high| high * (high - 1) / 2 <= neutrals)?;
        let low = neutrals - high * (high - 1) / 2;
        let cell = |rank: u64| left(places).nth(rank as usize);
        Some(Position { places, neutrals: [cell(low)?, cell(high)?], to_move })
    }
}
