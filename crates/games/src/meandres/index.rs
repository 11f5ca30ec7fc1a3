//! Numbers for positions.
//!
//! A symmetry takes the hole to one of six cells. The position is numbered in that view: the hole, the places of the
//! twelve slashes among the other 24 cells (2 704 156 ways), the banned cell (the eight cells in line with the hole, or
//! none; always none in the variant `libre`), and the side to move.

use damier_core::{Game, Indexed, Retrograde, Side};

use super::lines::joined;
use super::rules::{AROUND, CELLS, EACH, NONE};
use super::{Meandres, Position};

/// The cells that hold a counter: all but the hole.
const OTHERS: usize = CELLS - 1;

/// The tables of the numbering.
#[derive(Debug)]
pub(super) struct MeandresNumbering {
    /// The symmetry that takes each hole to the first of its images.
    views: [u8; CELLS],
    /// The holes that no symmetry takes to a lower one.
    holes: Vec<u8>,
    /// How many ways there are to choose so many cells (second index) of so many (first).
    choices: [[u32; EACH as usize + 1]; OTHERS + 1],
}

impl MeandresNumbering {
    /// Makes the tables from the images of the cells under each symmetry.
    pub(super) fn new(images: &[[u8; CELLS]; 8]) -> MeandresNumbering {
        let view = |hole: usize| (0..8).min_by_key(|&symmetry: &usize| images[symmetry][hole]);
        let views: [u8; CELLS] =
            std::array::from_fn(|hole| view(hole).expect("the identity is a symmetry") as u8);
        let first = |&hole: &u8| images[views[hole as usize] as usize][hole as usize] == hole;
        let mut choices = [[0; EACH as usize + 1]; OTHERS + 1];
        choices[0][0] = 1;
        for of in 1..=OTHERS {
            choices[of][0] = 1;
            for count in 1..=EACH as usize {
                choices[of][count] = choices[of - 1][count - 1] + choices[of - 1][count];
            }
        }
        MeandresNumbering { holes: (0..CELLS as u8).filter(first).collect(), views, choices }
    }

    /// Returns how many ways there are to lay the counters.
    fn layouts(&self) -> u64 {
        u64::from(self.choices[OTHERS][EACH as usize])
    }

    /// Returns the number of a set of twelve of the 24 cells.
    fn rank(&self, set: u32) -> u64 {
        let mut count = 0;
        let mut rank = 0;
        for cell in (0..OTHERS).filter(|cell| set >> cell & 1 == 1) {
            count += 1;
            rank += u64::from(self.choices[cell][count]);
        }
        rank
    }

    /// Returns the set of that number.
    fn unrank(&self, mut rank: u64) -> u32 {
        let mut set = 0;
        let mut count = EACH as usize;
        for cell in (0..OTHERS).rev() {
            let below = u64::from(self.choices[cell][count]);
            if count > 0 && rank >= below {
                rank -= below;
                set |= 1 << cell;
                count -= 1;
            }
        }
        set
    }
}

/// Takes the hole out of a set: the cells above it move down by one.
fn close(set: u32, hole: u8) -> u32 {
    let low = (1 << hole) - 1;
    (set & low) | (set >> 1 & !low)
}

/// Puts the hole back.
fn open(set: u32, hole: u8) -> u32 {
    let low = (1 << hole) - 1;
    (set & low) | (set & !low) << 1
}

impl Meandres {
    /// Returns how many banned cells are told apart.
    fn bans(&self) -> u64 {
        if self.free { 1 } else { 9 }
    }

    /// Returns the number of a position whose hole no symmetry takes to a lower one.
    fn number(&self, seen: &Position) -> u64 {
        let place = self.numbering.holes.iter().position(|&hole| hole == seen.hole);
        let hole = place.expect("the view takes the hole to the first of its images") as u64;
        let ban = AROUND[seen.hole as usize].iter().position(|&cell| cell == seen.ban).map_or(0, |at| at + 1);
        let layout = self.numbering.rank(close(seen.slashes, seen.hole));
        ((hole * self.numbering.layouts() + layout) * self.bans() + ban as u64) * 2 + seen.to_move as u64
    }
}

impl Indexed for Meandres {
    const SYMMETRIC: bool = true;

    fn size(&self) -> u64 {
        self.numbering.holes.len() as u64 * self.numbering.layouts() * self.bans() * 2
    }

    fn index(&self, position: &Position) -> u64 {
        self.number(&self.image(position, self.numbering.views[position.hole as usize] as usize))
    }

    fn unindex(&self, index: u64) -> Option<Position> {
        let to_move = if index.is_multiple_of(2) { Side::First } else { Side::Second };
        let rest = index / 2;
        let (ban, rest) = (rest % self.bans(), rest / self.bans());
        let hole = *self.numbering.holes.get(usize::try_from(rest / self.numbering.layouts()).ok()?)?;
        let slashes = open(self.numbering.unrank(rest % self.numbering.layouts()), hole);
        let ban = if ban == 0 { NONE } else { AROUND[hole as usize][ban as usize - 1] };
        Some(Position { slashes, hole, ban, to_move, over: joined(slashes, hole) })
    }
}

impl Retrograde for Meandres {
    fn each_before(&self, position: &Position, visit: &mut impl FnMut(&Position)) {
        let mut back = |to: u8| {
            let mut before = Position { to_move: position.to_move.other(), ban: NONE, ..*position };
            before.slide(to);
            before.over = joined(before.slashes, before.hole);
            if before.over {
                return;
            }
            visit(&before);
            // Whatever was banned then, except the slide that was made.
            let bans = AROUND[to as usize].into_iter().filter(|&ban| !self.free && ban != position.hole);
            for ban in bans {
                visit(&Position { ban, ..before });
            }
        };
        if self.free {
            AROUND[position.hole as usize].into_iter().for_each(back);
        } else if position.ban != NONE {
            back(position.ban);
        }
    }

    fn each_index(&self, position: &Position, visit: &mut impl FnMut(u64)) {
        let place =
            self.images[self.numbering.views[position.hole as usize] as usize][position.hole as usize];
        for symmetry in
            (0..self.symmetries()).filter(|&symmetry| self.images[symmetry][position.hole as usize] == place)
        {
            visit(self.number(&self.image(position, symmetry)));
        }
    }

    fn weight(&self, position: &Position) -> u64 {
        let image = |symmetry: usize| self.images[symmetry][position.hole as usize];
        let holes = (0..self.symmetries()).fold(0u32, |set, symmetry| set | 1 << image(symmetry));
        holes.count_ones().into()
    }
}
