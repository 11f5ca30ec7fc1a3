//! Convolutions of 3 × 3 by Winograd's minimal filtering F(4 × 4, 3 × 3): a tile of 16 results takes 36 products instead of 144.
//!
//! A. Lavin and S. Gray, "Fast algorithms for convolutional neural networks", 2015. A board is cut into tiles of 4 × 4 cells, each read
//! with what lies one cell around; tile and filter are transformed, the rest is a product of matrices for each of the 36 places.

use pulp::{Simd, WithSimd};

use crate::Kernel;
use crate::matrix::{Buffer, Matrices};

/// The cells of a tile's side, and those that it reads.
pub(crate) const TILE: usize = 4;
const READ: usize = TILE + 2;
const PLACES: usize = READ * READ;

/// How boards of one size lie in memory: channels last, with a border of zeros around the tiles that cover them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub size: usize,
    pub boards: usize,
    pub channels: usize,
}

impl Layout {
    /// Returns how many tiles a side of the board takes.
    pub fn tiles(self) -> usize {
        self.size.div_ceil(TILE)
    }

    /// Returns how many cells a row takes, with the border.
    pub fn width(self) -> usize {
        self.tiles() * TILE + 2
    }

    /// Returns how many numbers a board takes.
    pub fn board(self) -> usize {
        self.width() * self.width() * self.channels
    }

    /// Returns where the channels of a cell begin.
    pub fn place(self, board: usize, row: usize, column: usize) -> usize {
        board * self.board() + ((row + 1) * self.width() + column + 1) * self.channels
    }

    /// Returns how many numbers the transformed tiles of all boards take, for one of the 36 places.
    fn plane(self) -> usize {
        self.boards * self.tiles() * self.tiles() * self.channels
    }
}

/// A convolution with as many channels before as after.
#[derive(Clone, Debug)]
pub(crate) struct Convolution {
    matrices: Matrices,
    bias: Vec<f32>,
}

/// The transformed tiles, before and after the products.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tiles {
    before: Buffer,
    after: Buffer,
}

impl Tiles {
    /// Takes the room for boards laid out so.
    pub fn reserve(&mut self, layout: Layout) {
        self.before.reserve(PLACES * layout.plane());
        self.after.reserve(PLACES * layout.plane());
    }
}

/// Transforms one side of a filter.
fn filter([a, b, c]: [f32; 3]) -> [f32; READ] {
    [
        a / 4.0,
        -(a + b + c) / 6.0,
        -(a - b + c) / 6.0,
        (a + 2.0 * b + 4.0 * c) / 24.0,
        (a - 2.0 * b + 4.0 * c) / 24.0,
        c,
    ]
}

impl Convolution {
    /// Makes a convolution of `weights[to][from][row][column]`.
    pub fn new(kernel: Kernel, channels: usize, weights: &[f32], bias: &[f32]) -> Convolution {
        let mut transformed = Vec::with_capacity(channels * channels);
        for weights in weights.as_chunks::<9>().0 {
            let rows: [[f32; READ]; 3] = std::array::from_fn(|row| {
                filter([weights[3 * row], weights[3 * row + 1], weights[3 * row + 2]])
            });
            let columns: [[f32; READ]; READ] = std::array::from_fn(|x| filter(rows.map(|row| row[x])));
            transformed.push(columns);
        }
        let number = |place: usize, from: usize, to: usize| {
            transformed[to * channels + from][place / READ][place % READ]
        };
        let matrices = Matrices::new(kernel, [PLACES, channels, channels], number);
        Convolution { matrices, bias: bias.to_vec() }
    }
}

/// A convolution over boards, as a piece of work for a kernel: what is below zero counts as zero before.
pub(crate) struct Convolve<'a> {
    pub convolution: &'a Convolution,
    pub layout: Layout,
    pub from: &'a [f32],
    pub into: &'a mut [f32],
    /// Whether the results are added to what is there.
    pub adds: bool,
    pub tiles: &'a mut Tiles,
}

impl WithSimd for Convolve<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Convolve { convolution, layout, from, into, adds, tiles } = self;
        let plane = layout.plane();
        read_tiles(simd, layout, from, tiles.before.all_mut());
        let (before, after) = (tiles.before.all(), tiles.after.all_mut());
        for place in 0..PLACES {
            let part = place * plane..(place + 1) * plane;
            convolution.matrices.multiply(simd, place, &before[part.clone()], &mut after[part]);
        }
        write_tiles(simd, layout, tiles.after.all(), &convolution.bias, into, adds);
    }
}

// Below there are plain loops and no closures: these might be compiled apart, without the instructions of the kernel.

/// Multiplies with a number.
#[inline(always)]
fn by<S: Simd>(simd: S, factor: f32, x: S::f32s) -> S::f32s {
    simd.mul_f32s(simd.splat_f32s(factor), x)
}

/// Transforms what a tile reads, along one side.
#[inline(always)]
fn input<S: Simd>(simd: S, d: [S::f32s; READ]) -> [S::f32s; READ] {
    let a = simd.sub_f32s(d[4], by(simd, 4.0, d[2]));
    let b = simd.sub_f32s(d[3], by(simd, 4.0, d[1]));
    let c = simd.sub_f32s(d[4], d[2]);
    let e = by(simd, 2.0, simd.sub_f32s(d[3], d[1]));
    [
        simd.add_f32s(simd.sub_f32s(by(simd, 4.0, d[0]), by(simd, 5.0, d[2])), d[4]),
        simd.add_f32s(a, b),
        simd.sub_f32s(a, b),
        simd.add_f32s(c, e),
        simd.sub_f32s(c, e),
        simd.add_f32s(simd.sub_f32s(by(simd, 4.0, d[1]), by(simd, 5.0, d[3])), d[5]),
    ]
}

/// Transforms the products of a tile back, along one side.
#[inline(always)]
fn output<S: Simd>(simd: S, m: [S::f32s; READ]) -> [S::f32s; TILE] {
    let (s, d) = (simd.add_f32s(m[1], m[2]), simd.sub_f32s(m[1], m[2]));
    let (p, q) = (simd.add_f32s(m[3], m[4]), simd.sub_f32s(m[3], m[4]));
    [
        simd.add_f32s(simd.add_f32s(m[0], s), p),
        simd.add_f32s(d, by(simd, 2.0, q)),
        simd.add_f32s(s, by(simd, 4.0, p)),
        simd.add_f32s(simd.add_f32s(d, by(simd, 8.0, q)), m[5]),
    ]
}

#[inline(always)]
fn load<S: Simd>(numbers: &[f32], at: usize) -> S::f32s {
    S::as_simd_f32s(&numbers[at..at + S::F32_LANES]).0[0]
}

#[inline(always)]
fn store<S: Simd>(numbers: &mut [f32], at: usize, value: S::f32s) {
    S::as_mut_simd_f32s(&mut numbers[at..at + S::F32_LANES]).0[0] = value;
}

#[expect(clippy::needless_range_loop)]
#[inline(always)]
fn read_tiles<S: Simd>(simd: S, layout: Layout, from: &[f32], before: &mut [f32]) {
    let (width, channels, tiles, plane) = (layout.width(), layout.channels, layout.tiles(), layout.plane());
    let zero = simd.splat_f32s(0.0);
    for tile in 0..layout.boards * tiles * tiles {
        let (board, inside) = (tile / (tiles * tiles), tile % (tiles * tiles));
        let (top, left) = (inside / tiles * TILE, inside % tiles * TILE);
        for first in (0..channels).step_by(S::F32_LANES) {
            let mut rows = [[zero; READ]; READ];
            for y in 0..READ {
                let at = board * layout.board() + ((top + y) * width + left) * channels + first;
                let mut cells = [zero; READ];
                for x in 0..READ {
                    cells[x] = simd.max_f32s(load::<S>(from, at + x * channels), zero);
                }
                rows[y] = input(simd, cells);
            }
            for x in 0..READ {
                let mut column = [zero; READ];
                for y in 0..READ {
                    column[y] = rows[y][x];
                }
                let column = input(simd, column);
                for y in 0..READ {
                    store::<S>(before, (x * READ + y) * plane + tile * channels + first, column[y]);
                }
            }
        }
    }
}

#[expect(clippy::needless_range_loop)]
#[inline(always)]
fn write_tiles<S: Simd>(simd: S, layout: Layout, after: &[f32], bias: &[f32], into: &mut [f32], adds: bool) {
    let Layout { size, channels, .. } = layout;
    let (tiles, plane, zero) = (layout.tiles(), layout.plane(), simd.splat_f32s(0.0));
    for tile in 0..layout.boards * tiles * tiles {
        let (board, inside) = (tile / (tiles * tiles), tile % (tiles * tiles));
        let (top, left) = (inside / tiles * TILE, inside % tiles * TILE);
        for first in (0..channels).step_by(S::F32_LANES) {
            let bias = load::<S>(bias, first);
            let mut columns = [[zero; TILE]; READ];
            for x in 0..READ {
                let mut column = [zero; READ];
                for y in 0..READ {
                    column[y] = load::<S>(after, (x * READ + y) * plane + tile * channels + first);
                }
                columns[x] = output(simd, column);
            }
            for y in 0..TILE.min(size - top) {
                let mut row = [zero; READ];
                for x in 0..READ {
                    row[x] = columns[x][y];
                }
                let row = output(simd, row);
                let at = layout.place(board, top + y, left) + first;
                for x in 0..TILE.min(size - left) {
                    let number = simd.add_f32s(row[x], bias);
                    let at = at + x * channels;
                    let number = if adds { simd.add_f32s(load::<S>(into, at), number) } else { number };
                    store::<S>(into, at, number);
                }
            }
        }
    }
}
