//! Networks against a plain twin: direct convolutions in double precision, written as `lab/hex/net.py` says them.

#![allow(clippy::unwrap_used)]

use damier_core::Rng;
use damier_net::{Kernel, Look, Net, NetError};

const PLANES: usize = 3;
const CHANNELS: usize = 32;
const BLOCKS: usize = 3;
const WIDE_EVERY: usize = 2;
const POLICY: usize = 16;
const VALUE: usize = 48;

/// A layer of random weights, as it is in a file and as numbers.
struct Layer {
    weights: Vec<f64>,
    bias: Vec<f64>,
}

/// Draws networks, keeping what goes into their files.
struct Draw {
    rng: Rng,
    file: Vec<u8>,
}

impl Draw {
    /// Draws numbers of half precision: a sign, ten bits of fraction, and a power of two so that the sums stay about 1.
    fn numbers(&mut self, many: usize, inputs: usize) -> Vec<f64> {
        let power = -(f64::from(u32::try_from(inputs).unwrap()).sqrt().log2().ceil() as i32);
        (0..many)
            .map(|_| {
                let bits = self.rng.below(2048);
                let half = (bits >> 10 << 15) | (((15 + power) as u32) << 10) | (bits & 1023);
                self.file.extend((half as u16).to_le_bytes());
                let size = (1.0 + f64::from(bits & 1023) / 1024.0) * 2f64.powi(power);
                if bits >> 10 == 1 { -size } else { size }
            })
            .collect()
    }

    fn layer(&mut self, to: usize, from: usize) -> Layer {
        Layer { weights: self.numbers(to * from, from), bias: self.numbers(to, from) }
    }
}

struct Twin {
    stem: Layer,
    blocks: Vec<(Layer, Layer, Option<Layer>)>,
    before: Layer,
    around: Layer,
    policy: Layer,
    hidden: Layer,
    value: Layer,
    worth: Layer,
}

/// By channel, the cells of a board.
type Board = Vec<Vec<f64>>;

fn draw(seed: u64) -> (Twin, Vec<u8>) {
    let mut file = b"damier-n".to_vec();
    for number in [PLANES, CHANNELS, BLOCKS, WIDE_EVERY, POLICY, VALUE] {
        file.extend((number as u16).to_le_bytes());
    }
    let mut draw = Draw { rng: Rng::new(seed), file };
    let stem = draw.layer(CHANNELS, 9 * PLANES);
    let blocks = (0..BLOCKS)
        .map(|block| {
            let (first, second) = (draw.layer(CHANNELS, 9 * CHANNELS), draw.layer(CHANNELS, 9 * CHANNELS));
            let wide = (block % WIDE_EVERY == WIDE_EVERY - 1).then(|| draw.layer(CHANNELS, 2 * CHANNELS));
            (first, second, wide)
        })
        .collect();
    let twin = Twin {
        stem,
        blocks,
        before: draw.layer(POLICY, CHANNELS),
        around: draw.layer(POLICY, 2 * CHANNELS),
        policy: draw.layer(1, POLICY),
        hidden: draw.layer(VALUE, 2 * CHANNELS),
        value: draw.layer(1, VALUE),
        worth: draw.layer(1, CHANNELS),
    };
    (twin, draw.file)
}

fn relu(board: &Board) -> Board {
    board.iter().map(|cells| cells.iter().map(|cell| cell.max(0.0)).collect()).collect()
}

fn linear(layer: &Layer, from: &[f64]) -> Vec<f64> {
    let rows = layer.weights.chunks(from.len());
    rows.zip(&layer.bias)
        .map(|(row, bias)| bias + row.iter().zip(from).map(|(a, b)| a * b).sum::<f64>())
        .collect()
}

fn pooled(board: &Board) -> Vec<f64> {
    let mean = board.iter().map(|cells| cells.iter().sum::<f64>() / cells.len() as f64);
    mean.chain(board.iter().map(|cells| cells.iter().copied().fold(f64::MIN, f64::max))).collect()
}

/// Convolves boards of `wide` × `wide`; with `padded`, zeros lie around them.
fn convolve(layer: &Layer, from: &Board, wide: usize, padded: bool) -> Board {
    let size = if padded { wide } else { wide - 2 };
    let shift = i32::from(padded);
    let cell = |cells: &[f64], row: i32, column: i32| {
        let inside = (0..wide as i32).contains(&row) && (0..wide as i32).contains(&column);
        if inside { cells[row as usize * wide + column as usize] } else { 0.0 }
    };
    let at = |filters: &[f64], row: usize, column: usize| {
        let mut sum = 0.0;
        for (cells, filter) in from.iter().zip(filters.chunks(9)) {
            for place in 0..9 {
                let (y, x) = (row as i32 + place / 3 - shift, column as i32 + place % 3 - shift);
                sum += filter[place as usize] * cell(cells, y, x);
            }
        }
        sum
    };
    let filters = layer.weights.chunks(9 * from.len()).zip(&layer.bias);
    filters
        .map(|(filters, bias)| {
            (0..size * size).map(|cell| bias + at(filters, cell / size, cell % size)).collect()
        })
        .collect()
}

fn add(board: &mut Board, other: &Board) {
    for (cells, others) in board.iter_mut().zip(other) {
        for (cell, other) in cells.iter_mut().zip(others) {
            *cell += other;
        }
    }
}

impl Twin {
    /// Returns the logits of policy, worth and value.
    fn look(&self, size: usize, planes: &[f32]) -> (Vec<f64>, Vec<f64>, f64) {
        let seen: Board = planes
            .chunks((size + 2) * (size + 2))
            .map(|plane| plane.iter().map(|&x| f64::from(x)).collect())
            .collect();
        let mut x = convolve(&self.stem, &seen, size + 2, false);
        for (first, second, wide) in &self.blocks {
            let mut y = convolve(first, &relu(&x), size, true);
            if let Some(wide) = wide {
                let whole = linear(wide, &pooled(&relu(&y)));
                add(&mut y, &whole.iter().map(|&add| vec![add; size * size]).collect());
            }
            add(&mut x, &convolve(second, &relu(&y), size, true));
        }
        let x = relu(&x);
        let whole = pooled(&x);
        let around = linear(&self.around, &whole);
        let cells = (0..size * size).map(|cell| x.iter().map(|cells| cells[cell]).collect::<Vec<f64>>());
        let (mut policy, mut worth) = (Vec::new(), Vec::new());
        for cell in cells {
            let mixed = linear(&self.before, &cell);
            let mixed: Vec<f64> = mixed.iter().zip(&around).map(|(a, b)| (a + b).max(0.0)).collect();
            policy.extend(linear(&self.policy, &mixed));
            worth.extend(linear(&self.worth, &cell));
        }
        let hidden: Vec<f64> = linear(&self.hidden, &whole).iter().map(|x| x.max(0.0)).collect();
        (policy, worth, linear(&self.value, &hidden)[0])
    }
}

fn boards(size: usize, many: usize, rng: &mut Rng) -> Vec<f32> {
    let room = many * PLANES * (size + 2) * (size + 2);
    (0..room).map(|_| [0.0, 0.0, 1.0, -0.5][rng.below(4) as usize]).collect()
}

#[test]
fn every_kernel_sees_what_the_twin_sees_and_all_see_the_same_bits() {
    let mut rng = Rng::new(1);
    for seed in 0..2 {
        let (twin, file) = draw(seed);
        let nets: Vec<Net> =
            Kernel::all().into_iter().map(|kernel| Net::for_kernel(&file, kernel).unwrap()).collect();
        let mut looks: Vec<Look> = nets.iter().map(|_| Look::default()).collect();
        // Sizes that fill their tiles and sizes that do not, back and forth, so that room is used again.
        for (size, many) in [(5, 1), (8, 2), (3, 4), (13, 1), (1, 1), (5, 3)] {
            let planes = boards(size, many, &mut rng);
            for (net, look) in nets.iter().zip(&mut looks) {
                net.look(size, &planes, look);
            }
            let bits = |look: &Look| -> Vec<u32> {
                look.policies.iter().chain(&look.worths).chain(&look.values).map(|x| x.to_bits()).collect()
            };
            for look in &looks[1..] {
                assert_eq!(bits(look), bits(&looks[0]), "{size} {many}");
            }
            let cells = size * size;
            for board in 0..many {
                let room = planes.len() / many;
                let (policy, worth, value) = twin.look(size, &planes[board * room..(board + 1) * room]);
                let near = |found: f32, wanted: f64| {
                    let error = (f64::from(found) - wanted).abs() / (1.0 + wanted.abs());
                    assert!(error < 1e-4, "{size} {board}: {found} {wanted}");
                };
                for cell in 0..cells {
                    near(looks[0].policies[board * cells + cell], policy[cell]);
                    near(looks[0].worths[board * cells + cell], worth[cell]);
                }
                near(looks[0].values[board], value);
            }
        }
    }
}

#[test]
fn a_batch_is_seen_as_its_positions_are_seen_alone() {
    let (_, file) = draw(7);
    let net = Net::read(&file).unwrap();
    let planes = boards(6, 5, &mut Rng::new(2));
    let (mut together, mut alone) = (Look::default(), Look::default());
    net.look(6, &planes, &mut together);
    for (board, planes) in planes.chunks(planes.len() / 5).enumerate() {
        net.look(6, planes, &mut alone);
        assert_eq!(alone.policies, together.policies[board * 36..(board + 1) * 36]);
        assert_eq!(alone.values[0], together.values[board]);
    }
}

#[test]
fn a_file_that_was_cut_is_refused() {
    let (_, file) = draw(3);
    assert_eq!(Net::read(&file).unwrap().architecture().channels, CHANNELS);
    let cut = Net::read(&file[..file.len() - 2]);
    assert!(matches!(cut, Err(NetError::Length { .. })), "{cut:?}");
}
