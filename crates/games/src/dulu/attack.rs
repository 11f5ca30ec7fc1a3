//! What either side threatens to capture with its next stone.

use damier_core::Side;

use super::captures::Walls;
use super::rules::{CELLS, DuluCells, STONES};
use super::{Dulu, Position};

/// What one side can capture with one stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    /// The cells where a stone captures, whether or not the rules of Dulu-Ternun allow it there.
    pub(super) cells: DuluCells,
    /// The enemy stones that a stone on some cell captures.
    pub(super) stones: DuluCells,
    /// How many one stone captures at most, before those that their absence uncovers.
    pub(super) most: u32,
    /// How many a stone on each cell captures, in the same way.
    pub(super) gains: [u8; CELLS],
    /// The free cells between two own stones that see each other.
    pub(super) sights: DuluCells,
    /// The cells from which some own stone is seen along each of the three lines.
    pub(super) seen: [DuluCells; 3],
    /// The cells from which own stones that hang together are seen along two lines: where polygons grow.
    pub(super) likely: DuluCells,
    /// How many pairs of own stones see each other.
    pub(super) pairs: u32,
}

impl Dulu {
    /// Finds what `side` can capture with one stone.
    ///
    /// A stone on a cell is part of a polygon only if it sees, along two of the three lines through the cell, stones
    /// that hang together by sights; or if it lies on a sight, which then was a side of the same polygon before: and
    /// that captures only where the polygons without it already enclose something.
    pub(super) fn attack(&self, position: &Position, side: Side) -> Attack {
        let (own, enemy) = (position.stones[side.index()], position.stones[side.other().index()]);
        let taken = own | enemy;
        let mut attack = Attack {
            cells: DuluCells::EMPTY,
            stones: DuluCells::EMPTY,
            most: 0,
            gains: [0; CELLS],
            sights: DuluCells::EMPTY,
            seen: [DuluCells::EMPTY; 3],
            likely: DuluCells::EMPTY,
            pairs: 0,
        };
        // Stones that hang together have one leader, one of them.
        let mut cells = [0u8; STONES];
        let mut leader: [u8; STONES] = std::array::from_fn(|number| number as u8);
        let mut rays = [[DuluCells::EMPTY; 3]; STONES];
        let mut numbers = [0u8; CELLS];
        let mut walls = Walls::default();
        let mut count = 0;
        for cell in own.iter() {
            cells[count] = cell as u8;
            numbers[cell] = count as u8;
            count += 1;
        }
        for number in 0..count {
            let cell = cells[number] as usize;
            for (direction, rays) in rays[number].iter_mut().enumerate() {
                let (beyond, before) = (&self.geometry.beyond[direction], &self.geometry.before[direction]);
                let mut ray = beyond[cell];
                if let Some(seen) = (beyond[cell] & taken).first() {
                    ray ^= beyond[seen];
                    ray.remove(seen);
                    if own.contains(seen) {
                        attack.sights |= ray;
                        attack.pairs += 1;
                        self.geometry.wall(&mut walls, direction, cell, seen);
                        let (a, b) = (leader[number], leader[numbers[seen] as usize]);
                        for other in &mut leader[..count] {
                            if *other == a {
                                *other = b;
                            }
                        }
                    }
                }
                *rays |= ray;
                let mut ray = before[cell];
                if let Some(seen) = (before[cell] & taken).last() {
                    ray ^= before[seen];
                    ray.remove(seen);
                }
                *rays |= ray;
            }
        }
        let mut likely = DuluCells::EMPTY;
        for first in 0..count {
            let mut lines = [DuluCells::EMPTY; 3];
            for number in (0..count).filter(|&number| leader[number] as usize == first) {
                for (line, ray) in lines.iter_mut().zip(&rays[number]) {
                    *line |= *ray;
                }
            }
            likely |= lines[0] & lines[1] | lines[2] & (lines[0] | lines[1]);
            for (seen, line) in attack.seen.iter_mut().zip(&lines) {
                *seen |= *line;
            }
        }
        attack.likely = likely;
        if count < 2 || enemy.is_empty() || position.left(side) == 0 {
            return attack;
        }
        if !self.geometry.enclosed(&walls, &enemy).is_empty() {
            likely |= attack.sights;
        }
        for cell in likely.iter() {
            // Mostly the sights of all stones enclose nothing, and that is found out sooner than what a polygon does.
            let mut walls = walls;
            self.geometry.wall_from(&mut walls, &own, &taken, cell);
            if self.geometry.enclosed(&walls, &enemy).is_empty() {
                continue;
            }
            let mut with = own;
            with.insert(cell);
            let captured = self.geometry.captured(&with, &enemy, cell);
            if !captured.is_empty() {
                attack.cells.insert(cell);
                attack.stones |= captured;
                attack.gains[cell] = captured.count() as u8;
                attack.most = attack.most.max(captured.count());
            }
        }
        attack
    }
}
