//! Positions as numbers: the class of White's men, the rank of Black's among the sets of 6 of the 19 cells left, the side to
//! move.
//!
//! A symmetry of the square takes White's men to one of the 22 475 sets that stand for all of their images; Black's men are
//! numbered in that view. Where White's men are their own image, several numbers stand for images of one position.

use std::sync::OnceLock;

use damier_core::board::Bits;
use damier_core::{Indexed, Retrograde, Side};

use super::rules::{BOARD, CELLS, MEN, beside, touches_right_size};
use super::{Position, Simultana};

/// `CHOICES[n][k]`: how many sets of `k` there are among `n`.
static CHOICES: [[u32; MEN as usize + 1]; CELLS + 1] = choices();

const fn choices() -> [[u32; MEN as usize + 1]; CELLS + 1] {
    let mut table = [[0; MEN as usize + 1]; CELLS + 1];
    let mut n = 0;
    while n <= CELLS {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MEN as usize {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// How many sets White's men can be, and then Black's.
const WHITES: usize = 177_100;
const BLACKS: u64 = 27_132;

/// How many symmetries the square has.
const TURNS: usize = 8;

/// The tables of the numbering.
#[derive(Debug)]
struct Classes {
    /// Where each symmetry takes the first nine cells, the next nine and the last seven, whatever is on them.
    images: Vec<[[u32; 512]; 3]>,
    /// For each set of White's men by its rank: its class, and the symmetry that takes it to the set that stands for it.
    class: Vec<(u16, u8)>,
    /// The set that stands for each class.
    stands: Vec<u32>,
    /// The symmetries that take that set to itself, as a set of numbers.
    keeps: Vec<u8>,
    /// Black's men by their rank, among the cells that White's leave.
    blacks: Vec<u32>,
}

/// Returns the tables, which take a moment to make: few need them.
#[inline]
fn classes() -> &'static Classes {
    static CLASSES: OnceLock<Classes> = OnceLock::new();
    CLASSES.get_or_init(Classes::new)
}

impl Classes {
    /// Makes the tables.
    fn new() -> Classes {
        let symmetries = BOARD.symmetries();
        let image = |symmetry: usize, third: usize, part: usize| {
            let cells = (0..9).filter(|cell| part >> cell & 1 == 1).map(|cell| third * 9 + cell);
            cells.filter(|&cell| cell < CELLS).fold(0, |set, cell| set | 1 << symmetries.map(symmetry, cell))
        };
        let images = (0..TURNS)
            .map(|symmetry| {
                std::array::from_fn(|third| std::array::from_fn(|part| image(symmetry, third, part)))
            })
            .collect();
        let mut classes = Classes {
            images,
            class: Vec::with_capacity(WHITES),
            stands: Vec::new(),
            keeps: Vec::new(),
            blacks: (0..BLACKS).map(unrank).collect(),
        };
        for number in 0..WHITES as u64 {
            let set = unrank(number);
            let least = (0..TURNS).map(|turn| (rank(classes.turned(set, turn)), turn)).min();
            let (first, turn) = least.expect("there are symmetries");
            if first == number {
                let keeps = |turn: &usize| classes.turned(set, *turn) == set;
                classes.keeps.push((0..TURNS).filter(keeps).fold(0, |keeps, turn| keeps | 1 << turn));
                classes.class.push((classes.stands.len() as u16, 0));
                classes.stands.push(set);
            } else {
                // The images of a set come in the order of their ranks: the least has its class already.
                classes.class.push((classes.class[first as usize].0, turn as u8));
            }
        }
        classes
    }

    /// Returns the image of a set of cells.
    #[inline]
    fn turned(&self, set: u32, symmetry: usize) -> u32 {
        let [low, middle, high] = &self.images[symmetry];
        let part = |from: u32| (set >> from & 511) as usize;
        low[part(0)] | middle[part(9)] | high[part(18)]
    }

    /// Returns the number of Black's men in the view where White's are the set that stands for their class.
    #[inline]
    fn number(&self, class: u16, black: u32, to_move: Side) -> u64 {
        let black = rank(without(black, self.stands[class as usize]));
        (u64::from(class) * BLACKS + black) * 2 + to_move.index() as u64
    }
}

/// Returns the place of a set among the sets of so many cells, in increasing order.
fn rank(set: u32) -> u64 {
    set.cells().zip(1..).map(|(cell, k): (usize, usize)| u64::from(CHOICES[cell][k])).sum()
}

/// Returns the set of [`MEN`] cells that has this rank.
fn unrank(mut rank: u64) -> u32 {
    let mut set = 0;
    let mut below = CELLS;
    for k in (1..=MEN as usize).rev() {
        // The highest cell whose sets below it do not pass the rank.
        let fits = |&cell: &usize| u64::from(CHOICES[cell][k]) <= rank;
        let cell = (0..below).rev().find(fits).expect("the rank is below the number of sets");
        set |= 1 << cell;
        rank -= u64::from(CHOICES[cell][k]);
        below = cell;
    }
    set
}

/// Squeezes the cells of `out` out of a set that has none of them.
fn without(mut set: u32, mut out: u32) -> u32 {
    while out != 0 {
        let top = 31 - out.leading_zeros();
        let below = (1 << top) - 1;
        set = set & below | set >> 1 & !below;
        out ^= 1 << top;
    }
    set
}

/// Makes room for the cells of `room` in a set.
fn with_room(mut set: u32, mut room: u32) -> u32 {
    while room != 0 {
        let below = (room & room.wrapping_neg()) - 1;
        set = set & below | (set & !below) << 1;
        room &= room - 1;
    }
    set
}

impl Indexed for Simultana {
    const SYMMETRIC: bool = true;

    fn size(&self) -> u64 {
        classes().stands.len() as u64 * BLACKS * 2
    }

    fn index(&self, position: &Position) -> u64 {
        let [white, black] = position.men;
        let (class, turn) = classes().class[rank(white) as usize];
        classes().number(class, classes().turned(black, turn as usize), position.to_move)
    }

    fn unindex(&self, index: u64) -> Option<Position> {
        let class = usize::try_from(index / 2 / BLACKS).ok()?;
        let white = *classes().stands.get(class)?;
        let black = with_room(classes().blacks[(index / 2 % BLACKS) as usize], white);
        let to_move = if index.is_multiple_of(2) { Side::First } else { Side::Second };
        Some(Position { men: [white, black], to_move })
    }
}

impl Retrograde for Simultana {
    fn each_before(&self, position: &Position, visit: &mut impl FnMut(&Position)) {
        let mover = position.to_move.other();
        let free = position.free();
        let mut men = position.men[mover.index()];
        while men != 0 {
            let to = men & men.wrapping_neg();
            men ^= to;
            // Whether a step was allowed shows where it ended, wherever it came from.
            if !touches_right_size(free, to, mover) {
                continue;
            }
            let mut origins = beside(to) & free;
            while origins != 0 {
                let from = origins & origins.wrapping_neg();
                origins ^= from;
                let mut before = Position { to_move: mover, ..*position };
                before.men[mover.index()] ^= from | to;
                visit(&before);
            }
        }
    }

    fn each_index(&self, position: &Position, visit: &mut impl FnMut(u64)) {
        let [white, black] = position.men;
        let (class, turn) = classes().class[rank(white) as usize];
        let seen = classes().turned(black, turn as usize);
        for turn in classes().keeps[class as usize].cells() {
            visit(classes().number(class, classes().turned(seen, turn), position.to_move));
        }
    }

    fn weight(&self, position: &Position) -> u64 {
        let (class, _) = classes().class[rank(position.men[0]) as usize];
        (TURNS as u32 / classes().keeps[class as usize].count_ones()).into()
    }
}
