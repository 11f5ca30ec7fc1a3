//! What a position of the usual board is worth, by the shapes on it: the discs that the side to move will be ahead.

use std::sync::LazyLock;

use super::bits::mobility;
use super::codec::{Unpack, pack};
use super::patterns::{ENTRIES, KINDS, STARTS, features, free};
use super::probe::Estimate;

/// So many units make a disc.
pub(super) const DISC: i32 = 32;
/// So many units of the file of weights make a disc.
const FILED: f32 = 8.0;

/// Shapes are learned at these numbers of free cells; between them they change evenly.
pub(super) const ANCHORS: usize = 5;
const FIRST_ANCHOR: u32 = 6;
const ANCHOR_STEP: u32 = 12;
/// Tables are made for so many free cells each.
const STAGE_STEP: u32 = 4;
const STAGES: usize = 16;

/// Returns the anchor below a number of free cells and the share of the next one, 0 to 1.
pub(super) fn between(free: u32) -> (usize, f32) {
    let above = free.saturating_sub(FIRST_ANCHOR);
    let at = (above / ANCHOR_STEP) as usize;
    if at + 1 >= ANCHORS {
        (ANCHORS - 2, 1.0)
    } else {
        (at, (above % ANCHOR_STEP) as f32 / ANCHOR_STEP as f32)
    }
}

/// The tables, ready for use.
pub(super) struct Evaluation {
    stages: Vec<i16>,
}

/// The evaluation that comes with the game.
pub(super) static LEARNED: LazyLock<Evaluation> =
    LazyLock::new(|| Evaluation::read(include_bytes!("weights.bin")));

impl Evaluation {
    /// Reads a file of weights.
    pub(super) fn read(bytes: &[u8]) -> Evaluation {
        let mut unpack = Unpack::new(bytes, KINDS.len());
        let mut stages = vec![0; STAGES * ENTRIES];
        let shares: Vec<(usize, i32)> = (0..STAGES as u32)
            .map(|stage| {
                let (at, share) = between(stage * STAGE_STEP + STAGE_STEP / 2);
                (at, (share * 256.0) as i32)
            })
            .collect();
        for (kind, shape) in KINDS.iter().enumerate() {
            for number in 0..shape.len() {
                let mirrored = shape.mirrored(number);
                if mirrored < number {
                    continue;
                }
                let row: [i8; ANCHORS] = unpack.row(kind);
                for (stage, &(at, share)) in shares.iter().enumerate() {
                    let [low, high] = [i32::from(row[at]), i32::from(row[at + 1])];
                    let weight = (low * (256 - share) + high * share) * DISC / (256 * FILED as i32);
                    for number in [number, mirrored] {
                        stages[stage * ENTRIES + STARTS[kind] + number] = weight as i16;
                    }
                }
            }
        }
        Evaluation { stages }
    }

    /// Estimates how many units the side to move will be ahead at the end.
    #[inline]
    pub(super) fn discs(&self, own: u64, other: u64) -> i32 {
        self.ahead(own, other, mobility::<u64, 8>(own, other))
    }
}

impl Estimate<8> for Evaluation {
    #[inline]
    fn board(&self) -> u64 {
        u64::MAX
    }

    #[inline]
    fn ahead(&self, own: u64, other: u64, moves: u64) -> i32 {
        let mobilities = [moves, mobility::<u64, 8>(other, own)].map(u64::count_ones);
        let stage = (free(own, other) / STAGE_STEP) as usize;
        let table = &self.stages[stage.min(STAGES - 1) * ENTRIES..][..ENTRIES];
        let sum =
            features(own, other, mobilities).iter().map(|&at| i32::from(table[at as usize])).sum::<i32>();
        sum.clamp(-64 * DISC, 64 * DISC)
    }

    /// Free cells count for the winner.
    #[inline]
    fn finished(&self, own: u64, other: u64) -> i32 {
        let difference = own.count_ones() as i32 - other.count_ones() as i32;
        (difference + difference.signum() * free(own, other) as i32) * DISC
    }
}

/// Packs learned weights, [`ANCHORS`] for each entry, in discs. Mirrored shapes must have equal weights.
pub(super) fn file(weights: &[[f32; ANCHORS]]) -> Vec<u8> {
    let mut rows = Vec::new();
    for (kind, shape) in KINDS.iter().enumerate() {
        for number in (0..shape.len()).filter(|&number| number <= shape.mirrored(number)) {
            let row = weights[STARTS[kind] + number]
                .map(|weight| (weight * FILED).round().clamp(-127.0, 127.0) as i8);
            rows.push((kind, row.to_vec()));
        }
    }
    pack(&rows, KINDS.len())
}
