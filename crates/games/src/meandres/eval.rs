//! What the engines know of Les méandres: lines that come from a side and end at the hole, where a slide may mend them.

use damier_core::Side;
use damier_search::Features;

use super::{CELLS, Meandres, Move, NONE, Position, SIDE};

/// Lines from the sides to the hole, by how many counters they cross, and how far apart the hole is from the centre. The
/// board belongs to both players, so that all of it counts for the side to move.
#[derive(Clone, Debug)]
pub(super) struct Loose;

/// Lengths from this on count alike.
const LONGEST: usize = 8;

impl Features<Meandres> for Loose {
    const REDUCTIONS: bool = false;

    fn count(&self, _game: &Meandres) -> usize {
        2 + LONGEST
    }

    fn name(&self, _game: &Meandres, weight: usize) -> String {
        match weight {
            0 => "turn".to_string(),
            1 => "banned".to_string(),
            _ => format!("line-{}", weight - 1),
        }
    }

    fn measure(&self, _game: &Meandres, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let mover = if position.to_move == Side::First { 1 } else { -1 };
        add(0, mover);
        add(1, mover * i32::from(position.ban != NONE));
        let hole = usize::from(position.hole);
        for way in 0..4 {
            if let Some(length) = from_hole(position.slashes, hole, way) {
                add(1 + length.clamp(1, LONGEST), mover);
            }
        }
    }

    fn slot(&self, _game: &Meandres, mv: Move) -> Option<usize> {
        Some(usize::from(mv.0))
    }
}

/// Follows the line that leaves the hole to the north, east, south or west (0 to 3); returns how many counters it
/// crosses on its way to a side, or `None` where it comes back to the hole or the hole itself is at that side.
fn from_hole(slashes: u32, hole: usize, way: usize) -> Option<usize> {
    let (mut at, mut way, mut length) = (hole, way, 0);
    loop {
        let edge = match way {
            0 => at + SIDE >= CELLS,
            1 => at % SIDE == SIDE - 1,
            2 => at < SIDE,
            _ => at % SIDE == 0,
        };
        if edge {
            return (length > 0).then_some(length);
        }
        at = match way {
            0 => at + SIDE,
            1 => at + 1,
            2 => at - SIDE,
            _ => at - 1,
        };
        if at == hole {
            return None;
        }
        length += 1;
        // `/` sends what goes north to the east and what goes east to the north; `\` is its mirror image.
        let slash = slashes >> at & 1 == 1;
        way = match (way, slash) {
            (0, true) | (2, false) => 1,
            (0, false) | (2, true) => 3,
            (1, true) | (3, false) => 0,
            _ => 2,
        };
    }
}
