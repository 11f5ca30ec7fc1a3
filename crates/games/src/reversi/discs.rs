//! What a disc turns on the usual board, by tables of rays: the walks that the solver makes millions of times a second.
//!
//! Smaller boards lie in the upper left corner of this one. The cells outside are never filled, so that no line ever
//! ends behind them.

/// Everything a cell sees along its eight rays: four towards higher cells, four towards lower ones.
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

const fn ray(cell: i32, down: i32, right: i32) -> u64 {
    let (mut row, mut file, mut set) = (cell / 8 + down, cell % 8 + right, 0);
    while row >= 0 && row < 8 && file >= 0 && file < 8 {
        set |= 1 << (row * 8 + file);
        row += down;
        file += right;
    }
    set
}

static RAYS: [Rays; 64] = {
    let mut rays = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut cell = 0;
    while cell < 64 {
        let at = cell as i32;
        rays[cell].up = [ray(at, 0, 1), ray(at, 1, -1), ray(at, 1, 0), ray(at, 1, 1)];
        rays[cell].down = [ray(at, 0, -1), ray(at, -1, 1), ray(at, -1, 0), ray(at, -1, -1)];
        cell += 1;
    }
    rays
};

/// The cells around each cell.
pub(super) static AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        let (mut row, near) = (-1, cell as i32);
        while row <= 1 {
            let mut file = -1;
            while file <= 1 {
                let (r, f) = (near / 8 + row, near % 8 + file);
                if (row != 0 || file != 0) && r >= 0 && r < 8 && f >= 0 && f < 8 {
                    around[cell] |= 1 << (r * 8 + f);
                }
                file += 1;
            }
            row += 1;
        }
        cell += 1;
    }
    around
};

/// Returns the discs of `other` that a disc of `own` set on the free `cell` turns.
#[inline(always)]
pub(super) fn turned(cell: u32, own: u64, other: u64) -> u64 {
    let rays = &RAYS[cell as usize & 63];
    let (stops, mut turned) = (!other, 0);
    for ray in rays.up {
        // The first cell that is not the other's: the run is caught if it is one's own.
        let stop = ray & stops;
        let end = stop & stop.wrapping_neg() & own;
        turned |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in rays.down {
        let stop = ray & stops;
        let end = (1 << 63 >> (stop | 1).leading_zeros()) & stop & own;
        turned |= (end.wrapping_neg() << 1) & ray;
    }
    turned
}

/// How many discs a disc turns in a line of eight whose other free cells are all the enemy's, by place and own discs.
static IN_LINE: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let above = own >> (place + 1);
            let below = own & ((1 << place) - 1);
            if above != 0 {
                counts[place][own] += (above as u32).trailing_zeros() as u8;
            }
            if below != 0 {
                counts[place][own] += (place as u32 - 1 - (below as u32).ilog2()) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    counts
};

/// The two diagonals through each cell.
static SLANTS: [[u64; 2]; 64] = {
    let mut slants = [[0; 2]; 64];
    let mut cell = 0;
    while cell < 64 {
        let (at, this) = (cell as i32, 1u64 << cell);
        slants[cell] = [ray(at, 1, 1) | ray(at, -1, -1) | this, ray(at, 1, -1) | ray(at, -1, 1) | this];
        cell += 1;
    }
    slants
};

/// Counts the discs that a disc of `own` on `cell` turns, all other cells of the board being the enemy's.
#[inline(always)]
pub(super) fn count_last(cell: u32, own: u64) -> i32 {
    const FILE: u64 = 0x0101_0101_0101_0101;
    let cell = cell & 63;
    let (row, file) = (cell / 8, cell % 8);
    let gather = |line: u64| (line.wrapping_mul(FILE) >> 56) as usize;
    let [one, two] = SLANTS[cell as usize];
    let column = ((own >> file) & FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let across = &IN_LINE[file as usize];
    i32::from(across[(own >> (8 * row)) as usize & 0xff])
        + i32::from(across[gather(own & one)])
        + i32::from(across[gather(own & two)])
        + i32::from(IN_LINE[row as usize][column as usize & 0xff])
}
