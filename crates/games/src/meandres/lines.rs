//! Finding a line that wins.
//!
//! Travellers set out from the sides of the board and follow their lines, all at once, as sets of cells. Every counter
//! turns its lines by a quarter, so that a traveller goes by turns along a file and along a rank.

use super::rules::{CELLS, SIDE};

/// Two boards side by side, so that two parties of travellers go at once.
const LANE: u32 = 32;

const fn both(cells: u64) -> u64 {
    cells | cells << LANE
}

const ROW: u64 = (1 << SIDE) - 1;
const BOTTOM: u64 = both(ROW);
const TOP: u64 = both(ROW << (CELLS - SIDE));
const LEFT: u64 = both(0x10_8421);
const RIGHT: u64 = LEFT << (SIDE - 1);

/// Says whether a line over at least three counters joins two different sides of the board, the hole apart.
///
/// The first party sets out from north and east and wants to reach south or west; the second sets out from north and
/// west and wants to reach south or east. Between them they try every pair of sides.
pub(super) fn joined(slashes: u32, hole: u8) -> bool {
    let slashes = both(u64::from(slashes));
    let others = both((1 << CELLS) - 1) & !slashes & !both(1 << hole);
    let lane = |set: u64, lane: u32| set & (u64::from(u32::MAX) << (LANE * lane));
    // Sets of travellers by where they are heading, each on the cell that it is about to cross.
    let (mut south, mut west, mut east, mut north) = (TOP, lane(RIGHT, 0), lane(LEFT, 1), 0);
    let goals = (BOTTOM, lane(LEFT, 0), lane(RIGHT, 1));
    // Two counters in a line turn it twice, and so lead from a side back to that side or not to a side at all: the only
    // lines over fewer than three counters that join two sides are those over one, at a corner.
    let mut corner = true;
    while south | west | east | north != 0 {
        let after_west = (south & slashes) | (north & others);
        let after_east = (south & others) | (north & slashes);
        let after_south = (west & slashes) | (east & others);
        let after_north = (west & others) | (east & slashes);
        let arrived = (after_south & goals.0) | (after_west & goals.1) | (after_east & goals.2);
        if arrived != 0 && !corner {
            return true;
        }
        corner = false;
        // Those that arrive anywhere else go off the board.
        south = (after_south & !BOTTOM) >> SIDE;
        north = (after_north & !TOP) << SIDE;
        west = (after_west & !LEFT) >> 1;
        east = (after_east & !RIGHT) << 1;
    }
    false
}
