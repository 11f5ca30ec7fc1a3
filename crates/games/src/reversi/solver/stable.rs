//! Discs that no play can turn any more.

use std::sync::LazyLock;

const EDGES: u64 = 0xff81_8181_8181_81ff;
const FILE: u64 = 0x0101_0101_0101_0101;

/// The stable discs of one side on an edge, by its own discs times 256 plus the other's.
static EDGE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut stable = vec![0; 1 << 16];
    // Fuller edges first: what is stable is what stays through every play.
    for free in 0..=8 {
        for own in 0..256usize {
            for other in (0..256usize).filter(|other| other & own == 0) {
                if 8 - (own | other).count_ones() == free {
                    stable[own << 8 | other] = edge(&stable, own, other);
                }
            }
        }
    }
    stable
});

/// Sets a disc on an edge and returns both sides' discs. On the edge alone it need not turn any: it may elsewhere.
fn set(place: usize, mut own: usize, mut other: usize) -> (usize, usize) {
    own |= 1 << place;
    for step in [-1, 1] {
        let mut at = place as i32 + step;
        let mut run = 0;
        while (0..8).contains(&at) && other >> at & 1 == 1 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 == 1 {
            own |= run;
            other &= !run;
        }
    }
    (own, other)
}

fn edge(known: &[u8], own: usize, other: usize) -> u8 {
    let mut stable = own as u8;
    for place in (0..8).filter(|place| (own | other) >> place & 1 == 0) {
        let (mine, theirs) = set(place, own, other);
        stable &= known[mine << 8 | theirs];
        let (theirs, mine) = set(place, other, own);
        stable &= known[mine << 8 | theirs];
    }
    stable
}

/// Gathers file `file` into a byte, row 0 lowest.
fn column(discs: u64, file: u32) -> usize {
    (((discs >> file) & FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

/// Spreads a byte over file 0, bit 0 on row 0.
fn spread(byte: u8) -> u64 {
    ((u64::from(byte) & 0x7f).wrapping_mul(0x0002_0408_1020_4081) | u64::from(byte & 0x80) << 49) & FILE
}

/// Returns the cells whose line in the direction `step` is full.
fn full(discs: u64, step: u32, first: [u64; 3], last: [u64; 3]) -> u64 {
    let (mut below, mut above) = (discs, discs);
    for (double, (first, last)) in first.into_iter().zip(last).enumerate() {
        below &= below << (step << double) | first;
        above &= above >> (step << double) | last;
    }
    below & above
}

/// Returns the cells from which 1, 2 and 4 steps down and right leave the board.
const fn leaving(down: i32, right: i32) -> [u64; 3] {
    let mut sets = [0; 3];
    let mut double = 0;
    while double < 3 {
        let mut cell = 0;
        while cell < 64 {
            let (row, file) = (cell / 8 + (down << double), cell % 8 + (right << double));
            if row < 0 || row > 7 || file < 0 || file > 7 {
                sets[double] |= 1 << cell;
            }
            cell += 1;
        }
        double += 1;
    }
    sets
}

/// Returns discs of `own` that are certainly stable, not necessarily all. The board is the usual one.
pub(super) fn stable(own: u64, other: u64) -> u64 {
    let edges = &*EDGE;
    let row = |at: u32| {
        let [own, other] = [own >> at, other >> at].map(|discs| discs as usize & 0xff);
        u64::from(edges[own << 8 | other]) << at
    };
    let file = |at: u32| spread(edges[column(own, at) << 8 | column(other, at)]) << at;
    let mut stable = row(0) | row(56) | file(0) | file(7);
    let discs = own | other;
    let across = {
        let mut full = discs & discs >> 4;
        full &= full >> 2;
        full &= full >> 1;
        (full & FILE) * 0xff
    };
    let down = {
        let mut full = discs & discs.rotate_right(32);
        full &= full.rotate_right(16);
        full & full.rotate_right(8)
    };
    let right = full(discs, 9, const { leaving(-1, -1) }, const { leaving(1, 1) });
    let left = full(discs, 7, const { leaving(-1, 1) }, const { leaving(1, -1) });
    let inner = own & !EDGES;
    stable |= inner & across & down & right & left;
    if stable == 0 {
        return 0;
    }
    // A disc inside is stable if in each direction its line is full or a neighbour is stable.
    loop {
        let near = |step: u32| stable << step | stable >> step;
        let more =
            inner & (near(1) | across) & (near(8) | down) & (near(9) | right) & (near(7) | left) & !stable;
        if more == 0 {
            return stable;
        }
        stable |= more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_spread_and_gather() {
        for byte in 0..=255u8 {
            assert_eq!(column(spread(byte) << 5, 5), byte as usize);
        }
    }
}
