//! The board as bits: hexagons by their axial coordinates, so that a direction is one shift.

/// A set of cells. Rows lie [`STRIDE`] bits apart, one more than the longest row has cells: a shift along a direction never
/// leads from one end of a row to the other, only to bits that are no cell.
pub(super) type AgonCells = u128;

/// The bits from a cell to the one right below it on the left-leaning line.
const STRIDE: i32 = 12;

/// The rings around the centre: the side of the board less one.
pub(super) const REACH: i32 = 5;

/// One more than the highest bit that is a cell.
pub(super) const BITS: usize = 121;

/// The bit of the centre, f6.
pub(super) const CENTRE: u8 = bit((0, 0));

/// Returns the bit of a cell by its axial coordinates about the centre: `q` rightwards in a row, `r` down the rows.
pub(super) const fn bit((q, r): (i32, i32)) -> u8 {
    ((r + REACH) * STRIDE + q) as u8
}

/// Returns the ring of a place: 0 in the centre.
const fn ring(q: i32, r: i32) -> i32 {
    let (a, b, c) = (q.abs(), r.abs(), (q + r).abs());
    let most = if a > b { a } else { b };
    if most > c { most } else { c }
}

/// The ring of every bit that is a cell, from 0 in the centre to 5 on the rim.
pub(super) static RINGS: [u8; BITS] = rings();

const fn rings() -> [u8; BITS] {
    let mut rings = [0; BITS];
    let mut r = -REACH;
    while r <= REACH {
        let mut q = -REACH;
        while q <= REACH {
            if ring(q, r) <= REACH {
                rings[bit((q, r)) as usize] = ring(q, r) as u8;
            }
            q += 1;
        }
        r += 1;
    }
    rings
}

/// The cells of the rings from `low` to `high`.
const fn between(low: i32, high: i32) -> AgonCells {
    let mut cells = 0;
    let mut r = -REACH;
    while r <= REACH {
        let mut q = -REACH;
        while q <= REACH {
            if low <= ring(q, r) && ring(q, r) <= high {
                cells |= 1 << bit((q, r));
            }
            q += 1;
        }
        r += 1;
    }
    cells
}

/// All cells.
pub(super) const BOARD: AgonCells = between(0, REACH);
/// The cells of the rim.
pub(super) const RIM: AgonCells = between(REACH, REACH);
/// The six cells around the centre.
pub(super) const AROUND: AgonCells = between(1, 1);

/// The centre and the two rings around it.
pub(super) const NEAR: AgonCells = between(0, 2);

/// Where a piece may step to from a cell: neighbours in the same ring or one ring nearer the centre. There are at most
/// four; the first `count` of `to` are meant.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellSteps {
    pub(super) to: [u8; 4],
    pub(super) count: u8,
    pub(super) cells: AgonCells,
    /// Those of them that lie one ring nearer the centre.
    pub(super) inner: AgonCells,
}

/// The steps from every bit that is a cell.
pub(super) static STEPS: [CellSteps; BITS] = steps();

const fn steps() -> [CellSteps; BITS] {
    const DIRECTIONS: [(i32, i32); 6] = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];
    let mut table = [CellSteps { to: [0; 4], count: 0, cells: 0, inner: 0 }; BITS];
    let mut r = -REACH;
    while r <= REACH {
        let mut q = -REACH;
        while q <= REACH {
            let mut direction = 0;
            while ring(q, r) <= REACH && direction < 6 {
                let (dq, dr) = DIRECTIONS[direction];
                if ring(q + dq, r + dr) <= ring(q, r) {
                    let steps = &mut table[bit((q, r)) as usize];
                    steps.to[steps.count as usize] = bit((q + dq, r + dr));
                    steps.count += 1;
                    steps.cells |= 1 << bit((q + dq, r + dr));
                    if ring(q + dq, r + dr) < ring(q, r) {
                        steps.inner |= 1 << bit((q + dq, r + dr));
                    }
                }
                direction += 1;
            }
            q += 1;
        }
        r += 1;
    }
    table
}

/// Returns the cells, free or not, that lie between two neighbours of `by` in a line.
#[inline]
pub(super) const fn between_two(by: AgonCells) -> AgonCells {
    let row = by << 1 & by >> 1;
    let falling = by << STRIDE & by >> STRIDE;
    let rising = by << (STRIDE - 1) & by >> (STRIDE - 1);
    (row | falling | rising) & BOARD
}

/// The six directions; those at the same distance from both ends are opposite.
pub(super) const DIRECTIONS: usize = 6;

/// Moves every cell of a set one step. What leaves the board lies outside [`BOARD`].
#[inline]
pub(super) const fn shift(cells: AgonCells, direction: usize) -> AgonCells {
    const BY: [u32; 3] = [1, STRIDE as u32 - 1, STRIDE as u32];
    if direction < 3 { cells << BY[direction] } else { cells >> BY[5 - direction] }
}
