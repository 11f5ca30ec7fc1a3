//! The file of a network: its architecture, and its weights in half precision.

use thiserror::Error;

/// With what a file begins.
const MAGIC: &[u8; 8] = b"damier-n";

/// Why a file is no network.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum NetError {
    /// It does not begin as networks do.
    #[error("not a network: it begins otherwise")]
    Magic,
    /// Its architecture is none that can be computed.
    #[error("not a network: {0} is not a number of {1} that can be computed")]
    Architecture(usize, &'static str),
    /// It is too short or too long.
    #[error("not a network: {found} bytes instead of {expected}")]
    Length {
        /// What its architecture asks for.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// A weight is infinite, or none.
    #[error("not a network: weight {0} is not finite")]
    Weight(usize),
}

/// The architecture of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// What it sees of each cell.
    pub planes: usize,
    /// Numbers a cell in the tower: a multiple of 16, at most 256.
    pub channels: usize,
    /// Residual blocks of two convolutions.
    pub blocks: usize,
    /// Each block of so many ends with one that sees the whole board, by its mean and its maximum.
    pub wide_every: usize,
    /// Numbers a cell from which the policy is made, a multiple of 16.
    pub policy: usize,
    /// Numbers from which the value is made, a multiple of 16.
    pub value: usize,
}

/// A layer as it is in the file: `weights[to][from]…`, then one bias for each `to`.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub weights: Vec<f32>,
    pub bias: Vec<f32>,
}

/// The layers of a file, taken in their order.
pub(crate) struct Layers<'a> {
    halves: &'a [[u8; 2]],
}

impl Layers<'_> {
    /// Takes the next layer, with so many outputs, each of so many inputs.
    pub fn take(&mut self, to: usize, from: usize) -> Layer {
        let mut next = |many: usize| {
            let (taken, left) = self.halves.split_at(many);
            self.halves = left;
            taken.iter().map(|&half| widen(u16::from_le_bytes(half))).collect()
        };
        Layer { weights: next(to * from), bias: next(to) }
    }
}

impl Architecture {
    /// How many bytes come before the weights.
    const HEADER: usize = MAGIC.len() + 12;

    /// Says whether a block sees the whole board.
    pub fn is_wide(&self, block: usize) -> bool {
        self.wide_every > 0 && block % self.wide_every == self.wide_every - 1
    }

    /// Reads the architecture from the beginning of a file, and checks that the rest fits.
    pub(crate) fn read(file: &[u8]) -> Result<(Architecture, Layers<'_>), NetError> {
        let header = file.get(..Architecture::HEADER).filter(|header| header.starts_with(MAGIC));
        let numbers = &header.ok_or(NetError::Magic)?[MAGIC.len()..];
        let [planes, channels, blocks, wide_every, policy, value] =
            std::array::from_fn(|at| usize::from(u16::from_le_bytes([numbers[2 * at], numbers[2 * at + 1]])));
        let architecture = Architecture { planes, channels, blocks, wide_every, policy, value };
        let fits = |number: usize, most: usize| number > 0 && number.is_multiple_of(16) && number <= most;
        for (number, name, is_good) in [
            (planes, "planes", (1..=64).contains(&planes)),
            (channels, "channels", fits(channels, 256)),
            (blocks, "blocks", blocks <= 64),
            (policy, "numbers for the policy", fits(policy, 256)),
            (value, "numbers for the value", fits(value, 256)),
        ] {
            if !is_good {
                return Err(NetError::Architecture(number, name));
            }
        }
        let weights = &file[Architecture::HEADER..];
        let expected = 2 * architecture.count();
        if weights.len() != expected {
            let found = file.len();
            return Err(NetError::Length { expected: Architecture::HEADER + expected, found });
        }
        let (halves, _) = weights.as_chunks::<2>();
        // An exponent of ones: infinity, or no number.
        if let Some(at) = halves.iter().position(|&half| u16::from_le_bytes(half) & 0x7C00 == 0x7C00) {
            return Err(NetError::Weight(at));
        }
        Ok((architecture, Layers { halves }))
    }

    /// Returns how many weights there are.
    fn count(&self) -> usize {
        let Architecture { planes, channels, blocks, policy, value, .. } = *self;
        let layer = |to: usize, from: usize| to * (from + 1);
        let wide = (0..blocks).filter(|&block| self.is_wide(block)).count();
        layer(channels, 9 * planes)
            + blocks * 2 * layer(channels, 9 * channels)
            + wide * layer(channels, 2 * channels)
            + layer(policy, channels)
            + layer(policy, 2 * channels)
            + layer(1, policy)
            + layer(value, 2 * channels)
            + layer(1, value)
            + layer(1, channels)
    }
}

/// Returns a finite number of half precision as one of single precision, exactly.
fn widen(half: u16) -> f32 {
    let sign = u32::from(half >> 15) << 31;
    let (exponent, fraction) = (u32::from(half >> 10 & 31), u32::from(half & 1023));
    if exponent == 0 {
        // Multiples of 2⁻²⁴.
        let size = fraction as f32 / 16_777_216.0;
        return f32::from_bits(size.to_bits() | sign);
    }
    f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_widened_exactly() {
        // IEEE 754: sign, five bits of exponent (15 is 2⁰), ten of fraction.
        for (half, number) in [
            (0x0000, 0.0),
            (0x8000, -0.0),
            (0x3C00, 1.0),
            (0xC000, -2.0),
            (0x3555, 1365.0 / 4096.0),
            (0x7BFF, 65504.0),
            (0x0400, 2f32.powi(-14)),
            (0x0001, 2f32.powi(-24)),
            (0x83FF, -1023.0 / 16_777_216.0),
        ] {
            assert_eq!(widen(half).to_bits(), f32::to_bits(number), "{half:#06x}");
        }
    }

    #[test]
    fn what_is_no_network_is_refused() {
        let header = |numbers: [u16; 6]| {
            let mut file = MAGIC.to_vec();
            file.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            file
        };
        let refused = |file: &[u8]| {
            Architecture::read(file).map(|(architecture, _)| architecture).expect_err("it is no network")
        };
        assert_eq!(refused(b""), NetError::Magic);
        assert_eq!(refused(b"PK\x03\x04 and something that is long enough"), NetError::Magic);
        assert_eq!(refused(&header([2, 65, 6, 3, 32, 64])), NetError::Architecture(65, "channels"));
        assert_eq!(refused(&header([0, 64, 6, 3, 32, 64])), NetError::Architecture(0, "planes"));
        // 16·(9·1 + 1) + 16·(16 + 1) + 16·(32 + 1) + 17 + 16·(32 + 1) + 17 + 17 weights, of two bytes each, and 20.
        let mut file = header([1, 16, 0, 3, 16, 16]);
        assert_eq!(refused(&file), NetError::Length { expected: 3098, found: 20 });
        file.resize(3098, 0);
        assert!(Architecture::read(&file).is_ok());
        file[21] = 0x7C;
        assert_eq!(refused(&file), NetError::Weight(0));
    }
}
