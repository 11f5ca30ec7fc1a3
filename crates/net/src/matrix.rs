//! Products of matrices, and what else is done to many numbers at once.

use pulp::{Simd, WithSimd};

use crate::Kernel;

/// How many rows of a result are held in registers.
const ROWS: usize = 6;
/// How many columns form a group, on whatever kernel: rows are as long as so many, or several times.
pub(crate) const GROUP: usize = 16;

/// Numbers that begin where a line of the cache begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffer {
    room: Vec<f32>,
    from: usize,
    len: usize,
}

impl Buffer {
    /// Takes room for so many numbers. Whatever was there may be there still: returns whether the room is new, and zero.
    pub fn reserve(&mut self, len: usize) -> bool {
        let fits = self.from + len <= self.room.len();
        if !fits {
            self.room = vec![0.0; len + GROUP];
            // Where that cannot be told, any place will do.
            self.from = self.room.as_ptr().align_offset(64).min(GROUP);
        }
        self.len = len;
        !fits
    }

    pub fn all(&self) -> &[f32] {
        &self.room[self.from..self.from + self.len]
    }

    pub fn all_mut(&mut self) -> &mut [f32] {
        &mut self.room[self.from..self.from + self.len]
    }
}

/// Matrices of one shape, laid out for a kernel: each in panels of some columns, each panel by rows.
#[derive(Clone, Debug)]
pub(crate) struct Matrices {
    rows: usize,
    columns: usize,
    panel: usize,
    numbers: Buffer,
}

impl Matrices {
    /// Lays matrices out; `number(which, row, column)` gives their elements.
    pub fn new(
        kernel: Kernel,
        [count, rows, columns]: [usize; 3],
        number: impl Fn(usize, usize, usize) -> f32,
    ) -> Matrices {
        let panel = kernel.panel().min(columns);
        let mut numbers = Buffer::default();
        numbers.reserve(count * rows * columns);
        let mut place = numbers.all_mut().iter_mut();
        for which in 0..count {
            for first in (0..columns).step_by(panel) {
                for row in 0..rows {
                    for (column, place) in (first..first + panel).zip(&mut place) {
                        *place = number(which, row, column);
                    }
                }
            }
        }
        Matrices { rows, columns, panel, numbers }
    }

    /// Multiplies rows with one of the matrices: `from` holds rows as long as the matrix is high, `into` gets as many as
    /// the matrix is wide.
    #[inline(always)]
    pub fn multiply<S: Simd>(&self, simd: S, which: usize, from: &[f32], into: &mut [f32]) {
        let size = self.rows * self.columns;
        let matrix = &self.numbers.all()[which * size..(which + 1) * size];
        match self.panel / S::F32_LANES {
            4 => self.multiply_panels::<S, 4>(simd, matrix, from, into),
            2 => self.multiply_panels::<S, 2>(simd, matrix, from, into),
            _ => self.multiply_panels::<S, 1>(simd, matrix, from, into),
        }
    }

    #[inline(always)]
    fn multiply_panels<S: Simd, const WIDE: usize>(
        &self,
        simd: S,
        matrix: &[f32],
        from: &[f32],
        into: &mut [f32],
    ) {
        let rows = from.len() / self.rows;
        let wide = WIDE * S::F32_LANES;
        for first in (0..self.columns).step_by(wide) {
            let panel = &matrix[first * self.rows..(first + wide) * self.rows];
            let mut row = 0;
            while row < rows {
                let left = rows - row;
                // No chunk much smaller than the others.
                let many = left.div_ceil(left.div_ceil(ROWS));
                let from = &from[row * self.rows..(row + many) * self.rows];
                let into = &mut into[row * self.columns..(row + many) * self.columns];
                let (inner, columns) = (self.rows, self.columns);
                match many {
                    1 => tile::<S, 1, WIDE>(simd, inner, from, panel, into, columns, first),
                    2 => tile::<S, 2, WIDE>(simd, inner, from, panel, into, columns, first),
                    3 => tile::<S, 3, WIDE>(simd, inner, from, panel, into, columns, first),
                    4 => tile::<S, 4, WIDE>(simd, inner, from, panel, into, columns, first),
                    5 => tile::<S, 5, WIDE>(simd, inner, from, panel, into, columns, first),
                    _ => tile::<S, ROWS, WIDE>(simd, inner, from, panel, into, columns, first),
                }
                row += many;
            }
        }
    }
}

/// Multiplies some rows with a panel; the sums stay in registers. Plain loops: a closure might be compiled apart, without the
/// instructions of the kernel.
#[expect(clippy::needless_range_loop)]
#[inline(always)]
fn tile<S: Simd, const HIGH: usize, const WIDE: usize>(
    simd: S,
    inner: usize,
    from: &[f32],
    panel: &[f32],
    into: &mut [f32],
    columns: usize,
    first: usize,
) {
    let mut sums = [[simd.splat_f32s(0.0); WIDE]; HIGH];
    let (panel, _) = S::as_simd_f32s(panel).0.as_chunks::<WIDE>();
    let groups = panel.as_chunks::<GROUP>().0;
    for at in 0..groups.len() {
        let weights = &groups[at];
        let mut rows = [&[0.0; GROUP]; HIGH];
        for row in 0..HIGH {
            rows[row] = from[row * inner + at * GROUP..].first_chunk().expect("rows are groups of columns");
        }
        for k in 0..GROUP {
            for row in 0..HIGH {
                let factor = simd.splat_f32s(rows[row][k]);
                for column in 0..WIDE {
                    let product = simd.mul_f32s(factor, weights[k][column]);
                    sums[row][column] = simd.add_f32s(sums[row][column], product);
                }
            }
        }
    }
    for row in 0..HIGH {
        let at = row * columns + first;
        let into = S::as_mut_simd_f32s(&mut into[at..at + WIDE * S::F32_LANES]).0;
        into.copy_from_slice(&sums[row]);
    }
}

/// The multiplication of rows with a matrix, as a piece of work for a kernel.
pub(crate) struct Multiply<'a> {
    pub matrices: &'a Matrices,
    pub from: &'a [f32],
    pub into: &'a mut [f32],
}

impl WithSimd for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.matrices.multiply(simd, 0, self.from, self.into);
    }
}

/// Returns the sum of the products of two rows, in an order that is the same on every machine.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; GROUP];
    for (a, b) in a.as_chunks::<GROUP>().0.iter().zip(b.as_chunks::<GROUP>().0) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}

/// Adds to `sums` the rows of a matrix, each as often as `from` says.
pub(crate) fn add_rows(from: &[f32], matrix: &[f32], sums: &mut [f32]) {
    for (&factor, row) in from.iter().zip(matrix.chunks_exact(sums.len())) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += factor * weight;
        }
    }
}
