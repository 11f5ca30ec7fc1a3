//! Positions as numbers: the rank of White's men among the sets of 6 of 25 cells, that of Black's among the sets of 6 of
//! the 19 cells left, the side to move.

use damier_core::{Indexed, Side};

use super::{CELLS, MEN, Position, Simultana};

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
const WHITES: u64 = 177_100;
const BLACKS: u64 = 27_132;

/// Returns the place of a set among the sets of so many cells, in increasing order.
fn rank(mut set: u32) -> u64 {
    let mut rank = 0;
    let mut k = 0;
    while set != 0 {
        k += 1;
        rank += u64::from(CHOICES[set.trailing_zeros() as usize][k]);
        set &= set - 1;
    }
    rank
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
    fn size(&self) -> u64 {
        WHITES * BLACKS * 2
    }

    fn index(&self, position: &Position) -> u64 {
        let [white, black] = position.men;
        (rank(white) * BLACKS + rank(without(black, white))) * 2 + position.to_move.index() as u64
    }

    fn unindex(&self, index: u64) -> Option<Position> {
        if index >= self.size() {
            return None;
        }
        let white = unrank(index / 2 / BLACKS);
        let black = with_room(unrank(index / 2 % BLACKS), white);
        let to_move = if index.is_multiple_of(2) { Side::First } else { Side::Second };
        Some(Position { men: [white, black], to_move })
    }
}
