//! The network, and how it looks at positions.

use crate::Kernel;
use crate::matrix::{Buffer, Matrices, Multiply, add_rows, dot};
use crate::weights::{Architecture, Layer, NetError};
use crate::winograd::{Convolution, Convolve, Layout, Tiles};

/// A residual convolutional network whose weights serve boards of all sizes.
///
/// It sees planes with a border one cell wide. A first convolution makes channels of them; blocks of two convolutions add to these, the
/// first of some with a part that is made of the mean and the maximum of the whole board. What comes out is a logit of the policy and
/// one of the worth for each cell, and one of the value. `lab/hex/net.py` says the same in PyTorch.
#[derive(Clone, Debug)]
pub struct Net {
    architecture: Architecture,
    kernel: Kernel,
    /// By place around the cell and plane, the weights of all channels.
    stem: Vec<f32>,
    stem_bias: Vec<f32>,
    blocks: Vec<Block>,
    before: Matrices,
    before_bias: Vec<f32>,
    around: Dense,
    policy: Layer,
    hidden: Dense,
    value: Layer,
    worth: Layer,
}

#[derive(Clone, Debug)]
struct Block {
    first: Convolution,
    second: Convolution,
    wide: Option<Dense>,
}

/// A layer that takes rows of numbers: by input, the weights of all outputs.
#[derive(Clone, Debug)]
struct Dense {
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Dense {
    fn new(layer: Layer) -> Dense {
        Dense { weights: turned(&layer.weights, layer.bias.len()), bias: layer.bias }
    }

    fn apply(&self, from: &[f32], into: &mut [f32]) {
        into.copy_from_slice(&self.bias);
        add_rows(from, &self.weights, into);
    }
}

/// Exchanges rows and columns.
fn turned(weights: &[f32], rows: usize) -> Vec<f32> {
    let columns = weights.len() / rows;
    (0..weights.len()).map(|at| weights[at % rows * columns + at / rows]).collect()
}

/// What a network sees in positions of one size, and the room in which it looks: made once, used again and again.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// For each position its logits of the policy, one a cell.
    pub policies: Vec<f32>,
    /// For each position the logit of winning, of whoever is to move.
    pub values: Vec<f32>,
    /// For each position the logits of winning after each move, one a cell.
    pub worths: Vec<f32>,
    layout: Option<Layout>,
    tower: Buffer,
    inner: Buffer,
    /// The channels of all cells of a board, none below zero.
    cells: Buffer,
    mixed: Buffer,
    tiles: Tiles,
    whole: Vec<f32>,
    row: Vec<f32>,
}

impl Look {
    /// Makes room for boards laid out so. Borders are zero, and stay so.
    fn reserve(&mut self, layout: Layout, policy: usize) {
        let cells = layout.size * layout.size;
        if self.layout != Some(layout) {
            self.layout = Some(layout);
            for buffer in [&mut self.tower, &mut self.inner] {
                if !buffer.reserve(layout.boards * layout.board()) {
                    buffer.all_mut().fill(0.0);
                }
            }
            self.cells.reserve(cells * layout.channels);
            self.mixed.reserve(cells * policy);
            self.tiles.reserve(layout);
            self.whole.resize(2 * layout.channels, 0.0);
        }
        self.policies.resize(layout.boards * cells, 0.0);
        self.worths.resize(layout.boards * cells, 0.0);
        self.values.resize(layout.boards, 0.0);
    }
}

impl Net {
    /// Reads a network from its file, to be computed by the fastest kernel of this machine.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(file: &[u8]) -> Result<Net, NetError> {
        Net::for_kernel(file, Kernel::best())
    }

    /// Reads a network from its file, to be computed by one kernel.
    ///
    /// # Errors
    /// If it is none.
    pub fn for_kernel(file: &[u8], kernel: Kernel) -> Result<Net, NetError> {
        let (architecture, mut layers) = Architecture::read(file)?;
        let Architecture { planes, channels, policy, value, .. } = architecture;
        let stem = layers.take(channels, 9 * planes);
        let mut blocks = Vec::with_capacity(architecture.blocks);
        for block in 0..architecture.blocks {
            let mut convolution = || {
                let Layer { weights, bias } = layers.take(channels, 9 * channels);
                Convolution::new(kernel, channels, &weights, &bias)
            };
            let (first, second) = (convolution(), convolution());
            let wide = architecture.is_wide(block).then(|| Dense::new(layers.take(channels, 2 * channels)));
            blocks.push(Block { first, second, wide });
        }
        let before = layers.take(policy, channels);
        let matrix = |_, from: usize, to: usize| before.weights[to * channels + from];
        Ok(Net {
            architecture,
            kernel,
            // In the file a filter's planes come before its places.
            stem: (0..9 * planes)
                .flat_map(|at| (0..channels).map(move |to| (to * planes + at % planes) * 9 + at / planes))
                .map(|at| stem.weights[at])
                .collect(),
            stem_bias: stem.bias,
            blocks,
            before: Matrices::new(kernel, [1, channels, policy], matrix),
            before_bias: before.bias,
            around: Dense::new(layers.take(policy, 2 * channels)),
            policy: layers.take(1, policy),
            hidden: Dense::new(layers.take(value, 2 * channels)),
            value: layers.take(1, value),
            worth: layers.take(1, channels),
        })
    }

    /// Returns its architecture.
    pub fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// Looks at positions on boards of `size` × `size`. Each is given by its planes, one after another, each of them
    /// `size + 2` rows of as many cells. What it sees is left in `look`, position by position.
    ///
    /// # Panics
    /// If these are not whole positions.
    pub fn look(&self, size: usize, planes: &[f32], look: &mut Look) {
        let Architecture { channels, policy, .. } = self.architecture;
        let position = self.architecture.planes * (size + 2) * (size + 2);
        assert!(size > 0 && planes.len().is_multiple_of(position), "these are whole positions");
        let layout = Layout { size, boards: planes.len() / position, channels };
        look.reserve(layout, policy);
        self.stem(layout, planes, look.tower.all_mut());
        for block in &self.blocks {
            self.convolve(&block.first, layout, &look.tower, &mut look.inner, false, &mut look.tiles);
            if let Some(wide) = &block.wide {
                for board in 0..layout.boards {
                    see_whole(layout, board, look.inner.all(), &mut look.whole, None);
                    look.row.resize(channels, 0.0);
                    wide.apply(&look.whole, &mut look.row);
                    add_to_cells(layout, board, &look.row, look.inner.all_mut());
                }
            }
            self.convolve(&block.second, layout, &look.inner, &mut look.tower, true, &mut look.tiles);
        }
        for board in 0..layout.boards {
            self.heads(layout, board, look);
        }
    }

    fn convolve(
        &self,
        convolution: &Convolution,
        layout: Layout,
        from: &Buffer,
        into: &mut Buffer,
        adds: bool,
        tiles: &mut Tiles,
    ) {
        let (from, into) = (from.all(), into.all_mut());
        self.kernel.run(Convolve { convolution, layout, from, into, adds, tiles });
    }

    /// Makes the channels of the planes.
    fn stem(&self, layout: Layout, planes: &[f32], tower: &mut [f32]) {
        let Layout { size, channels, .. } = layout;
        let (count, wide) = (self.architecture.planes, size + 2);
        for (board, planes) in planes.chunks_exact(count * wide * wide).enumerate() {
            for (row, column) in (0..size * size).map(|cell| (cell / size, cell % size)) {
                let at = layout.place(board, row, column);
                let sums = &mut tower[at..at + channels];
                sums.copy_from_slice(&self.stem_bias);
                for (at, weights) in self.stem.chunks_exact(channels).enumerate() {
                    let (place, plane) = (at / count, at % count);
                    let seen = planes[(plane * wide + row + place / 3) * wide + column + place % 3];
                    if seen != 0.0 {
                        add_rows(&[seen], weights, sums);
                    }
                }
            }
        }
    }

    /// Makes what the network says of a board.
    fn heads(&self, layout: Layout, board: usize, look: &mut Look) {
        let Architecture { channels, policy, value, .. } = self.architecture;
        let cells = layout.size * layout.size;
        see_whole(layout, board, look.tower.all(), &mut look.whole, Some(look.cells.all_mut()));
        let (from, into) = (look.cells.all(), look.mixed.all_mut());
        self.kernel.run(Multiply { matrices: &self.before, from, into });
        look.row.resize(policy, 0.0);
        self.around.apply(&look.whole, &mut look.row);
        for (sum, bias) in look.row.iter_mut().zip(&self.before_bias) {
            *sum += bias;
        }
        let policies = &mut look.policies[board * cells..(board + 1) * cells];
        for (logit, cell) in policies.iter_mut().zip(look.mixed.all_mut().chunks_exact_mut(policy)) {
            for (number, around) in cell.iter_mut().zip(&look.row) {
                *number = (*number + around).max(0.0);
            }
            *logit = dot(cell, &self.policy.weights) + self.policy.bias[0];
        }
        let worths = &mut look.worths[board * cells..(board + 1) * cells];
        for (logit, cell) in worths.iter_mut().zip(look.cells.all().chunks_exact(channels)) {
            *logit = dot(cell, &self.worth.weights) + self.worth.bias[0];
        }
        look.row.resize(value, 0.0);
        self.hidden.apply(&look.whole, &mut look.row);
        for number in &mut look.row {
            *number = number.max(0.0);
        }
        look.values[board] = dot(&look.row, &self.value.weights) + self.value.bias[0];
    }
}

/// Takes the mean and the maximum of each channel over a board, where what is below zero counts as zero; writes the channels of its
/// cells, one cell after another, to `cells`.
fn see_whole(layout: Layout, board: usize, from: &[f32], whole: &mut [f32], mut cells: Option<&mut [f32]>) {
    let Layout { size, channels, .. } = layout;
    whole.fill(0.0);
    let (mean, most) = whole.split_at_mut(channels);
    for cell in 0..size * size {
        let at = layout.place(board, cell / size, cell % size);
        for ((number, mean), most) in from[at..at + channels].iter().zip(&mut *mean).zip(&mut *most) {
            let number = number.max(0.0);
            *mean += number;
            *most = most.max(number);
        }
        if let Some(cells) = &mut cells {
            let into = &mut cells[cell * channels..(cell + 1) * channels];
            for (into, number) in into.iter_mut().zip(&from[at..at + channels]) {
                *into = number.max(0.0);
            }
        }
    }
    for mean in mean {
        *mean /= (size * size) as f32;
    }
}

/// Adds the same numbers to the channels of all cells of a board.
fn add_to_cells(layout: Layout, board: usize, row: &[f32], into: &mut [f32]) {
    for cell in 0..layout.size * layout.size {
        let at = layout.place(board, cell / layout.size, cell % layout.size);
        for (number, add) in into[at..at + layout.channels].iter_mut().zip(row) {
            *number += add;
        }
    }
}
