//! What a stone on a point would make of the lines through it: how promising a move looks.

use std::sync::LazyLock;

use super::geometry::{CENTRE, Windows, captures};

/// What a stone makes of one line, at best, from nothing to a five.
pub(super) mod shape {
    /// One more stone makes five, on either of two points.
    pub(in super::super) const OPEN_FOUR: u8 = 8;
    /// Five.
    pub(in super::super) const FIVE: u8 = 9;
}

/// For the eight points about a point, own stones in the low byte and whatever stops them in the high one: the shape
/// that a stone on the point makes.
static SHAPES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut shapes = vec![0; 1 << 16];
    for blocked in 0..256usize {
        // More stones have greater numbers, so they come first.
        for own in (0..256usize).rev().filter(|own| own & blocked == 0) {
            let line = (own & 15) | 16 | (own >> 4 << 5);
            let is_five = (0..5).any(|start| line >> start & 31 == 31);
            let free = (0..8).filter(|bit| (own | blocked) >> bit & 1 == 0);
            let next: Vec<u8> = free.map(|bit| shapes[own | 1 << bit | blocked << 8]).collect();
            let best = next.iter().copied().max().unwrap_or(0);
            shapes[own | blocked << 8] = match best {
                _ if is_five => shape::FIVE,
                shape::FIVE if next.iter().filter(|&&shape| shape == best).count() >= 2 => shape::OPEN_FOUR,
                // A four leads to a five as an open four does; below, the open ones and the others alternate.
                shape::FIVE => shape::OPEN_FOUR - 1,
                _ => best.saturating_sub(2),
            };
        }
    }
    shapes
});

/// What the shapes are worth to the one who makes them, and to the one who prevents them.
const OWN: [i32; 10] = [0, 4, 20, 30, 170, 180, 1_100, 700, 20_000, 200_000];
const FOE: [i32; 10] = [0, 3, 14, 20, 120, 120, 700, 300, 9_000, 100_000];

/// Takes the point itself out of a line about it.
#[inline]
fn about(line: u16) -> usize {
    usize::from(line & 15 | line >> 5 << 4)
}

/// Returns what an own stone on the point would make of the line of an axis; `stopped` are enemies and the border.
#[cfg(test)]
pub(super) fn shape_of(own: u16, stopped: u16) -> u8 {
    SHAPES[about(own) | about(stopped) << 8]
}

/// A table at hand, to rate many points.
pub(super) struct MoveRater(&'static [u8]);

impl MoveRater {
    pub(super) fn new() -> MoveRater {
        MoveRater(&SHAPES)
    }

    /// Rates a stone on a free point, given the lines about it as if it stood there, and how many stones each side has
    /// captured.
    #[inline]
    pub(super) fn rate(&self, own: &Windows, foe: &Windows, on: &Windows, captured: [u8; 2]) -> i32 {
        let mut sum = 0;
        let mut theirs = *foe;
        let mut ours = *own;
        for axis in 0..4 {
            let off = !on[axis] & 0x1ff;
            let (mine, yours) = (own[axis] & !CENTRE, foe[axis]);
            ours[axis] = mine;
            theirs[axis] |= CENTRE;
            if mine | yours != 0 {
                let made = self.0[about(mine) | about(yours | off) << 8];
                let kept = self.0[about(yours) | about(mine | off) << 8];
                sum += OWN[usize::from(made)] + FOE[usize::from(kept)];
                let free = on[axis] & !(mine | yours) & !CENTRE;
                sum -= EXPOSED * i32::from(exposed(mine, yours, free));
                sum += HOOK * i32::from(hooks(yours, free));
            }
        }
        let taken = captures(own, foe).count_ones() as i32;
        let saved = captures(&theirs, &ours).count_ones() as i32;
        sum + taken * (500 + 150 * i32::from(captured[0])) + saved * (400 + 130 * i32::from(captured[1]))
    }
}

/// What it costs to make a pair that can be captured, and what it brings to threaten one.
const EXPOSED: i32 = 250;
const HOOK: i32 = 120;

/// Counts the pairs through the point that the enemy could capture.
#[inline]
fn exposed(own: u16, foe: u16, free: u16) -> u8 {
    let has = |line: u16, d: i32| (line >> (4 + d) & 1) as u8;
    let pair = |s: i32| has(own, s) & (has(foe, -s) & has(free, 2 * s) | has(free, -s) & has(foe, 2 * s));
    pair(1) + pair(-1)
}

/// Counts the pairs of the enemy beside the point that could be captured next.
#[inline]
fn hooks(foe: u16, free: u16) -> u8 {
    let side = |s: i32| (foe >> (4 + s) & foe >> (4 + 2 * s) & free >> (4 + 3 * s) & 1) as u8;
    side(1) + side(-1)
}
