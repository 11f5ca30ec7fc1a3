//! The board: 33 points as bits, the lines between them, and who may follow which line.
//!
//! The point on file f and rank r, both from 0, is bit `8 * r + f`. The file behind g is never on the board, and
//! neither is a bit from 55 on: a step over the edge lands on one of those, so that no step needs a check of its own.

use damier_core::Side;
use damier_core::board::Bits;

/// A set of points.
pub(super) type DamesPoints = u64;

/// The eight directions in turn, from the right and counter-clockwise: E, NE, N, NW, W, SW, S, SE.
pub(super) const DIRECTIONS: usize = 8;

/// By how much a step in each direction turns a set of points to the left.
const TURNS: [u32; DIRECTIONS] = [1, 9, 8, 7, 63, 55, 56, 57];

/// All 33 points.
pub(super) const BOARD: DamesPoints = {
    let mut points = 0;
    let mut bit = 0;
    while bit < 56 {
        let (file, rank) = (bit % 8, bit / 8);
        let middle = file >= 2 && file <= 4;
        let across = file < 7 && rank >= 2 && rank <= 4;
        if middle || across {
            points |= 1 << bit;
        }
        bit += 1;
    }
    points
};

/// The points of rank 1, file by file: ranks and files are made from it.
const RANK: DamesPoints = 0b111_1111;
/// File a.
const FILE: DamesPoints = 0x01_0101_0101_0101;

/// The nine points c5–e7 where Black begins and that White must occupy.
pub(super) const GOAL: DamesPoints =
    BOARD & (RANK << 32 | RANK << 40 | RANK << 48) & (FILE << 2 | FILE << 3 | FILE << 4);

/// The twenty points of ranks 1 to 4, where White begins.
pub(super) const HOME: DamesPoints = BOARD & (RANK | RANK << 8 | RANK << 16 | RANK << 24);

/// The points where diagonals meet: file + rank is even, counted from 1 as much as from 0.
const CROSSINGS: DamesPoints = BOARD & 0x55_AA55_AA55_AA55;

/// For each side, the points from which it may step in each direction.
static STEPS: [[DamesPoints; DIRECTIONS]; 2] = [
    [BOARD, CROSSINGS, BOARD, CROSSINGS, BOARD, 0, 0, 0],
    [BOARD, CROSSINGS, BOARD, CROSSINGS, BOARD, CROSSINGS, BOARD, CROSSINGS],
];

/// For each side, the points from which it may jump in each direction. White jumps sideways towards file d only, and
/// not over file d: that leaves files a and b to the right, files f and g to the left.
static JUMPS: [[DamesPoints; DIRECTIONS]; 2] = [
    [FILE | FILE << 1, CROSSINGS, BOARD, CROSSINGS, FILE << 5 | FILE << 6, 0, 0, 0],
    [BOARD, CROSSINGS, BOARD, CROSSINGS, BOARD, CROSSINGS, BOARD, CROSSINGS],
];

/// Moves every point of a set one step. What leaves the board lies outside [`BOARD`].
#[inline]
pub(super) const fn shift(points: DamesPoints, direction: usize) -> DamesPoints {
    points.rotate_left(TURNS[direction])
}

/// Returns the direction mirrored in file d.
pub(super) const fn mirrored(direction: usize) -> usize {
    (DIRECTIONS + 4 - direction) % DIRECTIONS
}

/// Returns a set mirrored in file d.
pub(super) fn mirror(points: DamesPoints) -> DamesPoints {
    points.cells().fold(0, |image, point| image | 1 << mirror_point(point))
}

/// Returns a point mirrored in file d.
pub(super) const fn mirror_point(point: usize) -> usize {
    point / 8 * 8 + 6 - point % 8
}

/// Returns the men of `side` that can step to a free point in a direction.
#[inline]
pub(super) fn steppers(side: Side, direction: usize, men: DamesPoints, free: DamesPoints) -> DamesPoints {
    // The opposite direction brings the free points back to where a step would come from.
    men & STEPS[side.index()][direction] & shift(free, direction ^ 4)
}

/// Returns the men of `side` that can jump over an enemy to a free point in a direction.
#[inline]
pub(super) fn jumpers(
    side: Side,
    direction: usize,
    men: DamesPoints,
    enemies: DamesPoints,
    free: DamesPoints,
) -> DamesPoints {
    let back = direction ^ 4;
    men & JUMPS[side.index()][direction] & shift(enemies & shift(free, back), back)
}

/// Returns the men of `side` that can capture.
#[inline]
pub(super) fn captors(side: Side, men: DamesPoints, enemies: DamesPoints) -> DamesPoints {
    let free = BOARD & !men & !enemies;
    (0..DIRECTIONS).fold(0, |found, direction| found | jumpers(side, direction, men, enemies, free))
}

/// Returns the file and the rank of a point, both from 0.
pub(super) const fn place(point: usize) -> (usize, usize) {
    (point % 8, point / 8)
}

/// Appends the name of a point.
pub(super) fn write(point: usize, out: &mut String) {
    let (file, rank) = place(point);
    out.push(char::from(b'a' + file as u8));
    out.push(char::from(b'1' + rank as u8));
}

/// Returns the name of a point.
pub(super) fn name(point: usize) -> String {
    let mut name = String::new();
    write(point, &mut name);
    name
}

/// Reads the name of a point of the board.
pub(super) fn read(name: &str) -> Option<usize> {
    let &[file @ b'a'..=b'g', rank @ b'1'..=b'7'] = name.as_bytes() else {
        return None;
    };
    let point = usize::from(rank - b'1') * 8 + usize::from(file - b'a');
    (BOARD >> point & 1 == 1).then_some(point)
}

/// Goes through the points in reading order: ranks from the top, each from the left.
pub(super) fn reading() -> impl Iterator<Item = usize> {
    (0..7).rev().flat_map(|rank| (BOARD & RANK << (8 * rank)).cells())
}
