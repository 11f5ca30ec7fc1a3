//! What the engines know of DuLu.
//!
//! Two things decide a game: stones captured, and stones on the ring that is removed before the count. So stones count by
//! their rings, and those that the next stone of either side captures count apart: see [`Attack`](super::attack::Attack).

use damier_core::Side;
use damier_search::{Coverage, Features, MoveHints};

use super::rules::{CELLS, DuluCells, PLIES, SIDE};
use super::{Dulu, Move, Position};

/// The steps of the taper from the first ply to the last.
const STEPS: i32 = 4;

/// The first weight of each group; tapered ones have an early half and a late one.
const RINGS: usize = 0;
const DOOMED: usize = RINGS + 2 * SIDE;
const GRAB: usize = DOOMED + 2;
const GRAB_MORE: usize = GRAB + 2;
const HANG: usize = GRAB_MORE + 2;
const HANG_MORE: usize = HANG + 2;
const GRAB_CELLS: usize = HANG_MORE + 2;
const HANG_CELLS: usize = GRAB_CELLS + 1;
const GAPS: usize = HANG_CELLS + 1;
const PAIRS: usize = GAPS + 3;
const LIKELY: usize = PAIRS + 1;
const TEMPO: usize = LIKELY + 1;
const COUNT: usize = TEMPO + 1;

/// How many moves are searched in each position, but for the last plies.
const WIDTH: usize = 32;
/// In so many last plies all moves are searched.
const LAST: u8 = 2;
/// More capturing cells than these make no difference.
const MANY: i32 = 6;

/// Stones by their rings, stones that the next stone captures, and stones with enemies all around.
#[derive(Clone, Debug)]
pub struct DuluFeatures {
    /// The cells in each of the six sextants around each cell.
    sextants: Vec<[DuluCells; 6]>,
}

impl DuluFeatures {
    /// Looks at the board.
    pub fn new(game: &Dulu) -> DuluFeatures {
        let sextant = |from: usize, to: usize| {
            let ((q, r), (to_q, to_r)) = (game.board.axial(from), game.board.axial(to));
            let (dq, dr) = (to_q - q, to_r - r);
            let ds = -dq - dr;
            // Each sextant takes in one of the two rays that bound it, always the one on the same hand.
            if dq > 0 && dr >= 0 {
                0
            } else if dq <= 0 && ds < 0 {
                1
            } else if dr > 0 && ds >= 0 {
                2
            } else if dq < 0 && dr <= 0 {
                3
            } else if dq >= 0 && ds > 0 {
                4
            } else {
                5
            }
        };
        let around = |from| {
            let mut around = [DuluCells::EMPTY; 6];
            for to in (0..CELLS).filter(|&to| to != from) {
                around[sextant(from, to)].insert(to);
            }
            around
        };
        DuluFeatures { sextants: (0..CELLS).map(around).collect() }
    }

    /// Counts the sextants around a cell that have none of `stones`: a stone with no such gap may soon be caught.
    fn gaps(&self, cell: usize, stones: &DuluCells) -> usize {
        self.sextants[cell].iter().filter(|sextant| !sextant.meets(stones)).count()
    }

    /// Appends the likely moves, best first, `width` of them and the best on each of the two outer rings.
    pub(super) fn choose(
        &self,
        game: &Dulu,
        position: &Position,
        width: usize,
        out: &mut Vec<Move>,
    ) -> Coverage {
        let mut list = [(0i32, 0u8); CELLS];
        let mut count = 0;
        self.rank(game, position, &mut |cell, rank| {
            list[count] = (-rank, cell as u8);
            count += 1;
        });
        let list = &mut list[..count];
        list.sort_unstable();
        let (likely, rest) = list.split_at(width.min(count));
        out.extend(likely.iter().map(|&(_, cell)| Move(cell)));
        // A stone there costs itself, but can save all those on the ring that would be removed.
        for ring in [SIDE - 1, SIDE - 2] {
            let on = |&&(_, cell): &&(i32, u8)| game.board.ring(cell.into()) == ring;
            if !likely.iter().any(|move_| on(&move_)) {
                out.extend(rest.iter().find(on).map(|&(_, cell)| Move(cell)));
            }
        }
        if rest.is_empty() { Coverage::Sound } else { Coverage::Likely }
    }

    /// Guesses how good each legal move is.
    fn rank(&self, game: &Dulu, position: &Position, visit: &mut impl FnMut(usize, i32)) {
        let side = position.side();
        let [own, enemy] = [side, side.other()].map(|side| game.attack(position, side));
        let theirs = position.stones[side.other().index()];
        let taken = position.stones[0] | position.stones[1];
        for cell in game.playable(position).iter() {
            let mut rank = 1000 * i32::from(own.gains[cell]) + 500 * i32::from(enemy.gains[cell]);
            if enemy.most > 0 && enemy.sights.contains(cell) {
                rank += 300;
            }
            rank += 60 * i32::from(own.likely.contains(cell)) + 30 * i32::from(enemy.likely.contains(cell));
            rank += 10 * own.seen.iter().filter(|seen| seen.contains(cell)).count() as i32;
            rank -= match self.gaps(cell, &theirs) {
                0 => 80,
                1 => 20,
                _ => 0,
            };
            rank -= [0, 0, 0, 0, 0, 5, 30, 150][game.board.ring(cell)];
            rank -= 5 * (game.near[cell] & taken).count() as i32;
            visit(cell, rank);
        }
    }
}

/// Adds the early half of a weight and the late one.
fn taper(add: &mut impl FnMut(usize, i32), weight: usize, step: i32, amount: i32) {
    if amount != 0 {
        add(weight, amount * (STEPS - step));
        add(weight + 1, amount * step);
    }
}

impl Features<Dulu> for DuluFeatures {
    fn count(&self, _game: &Dulu) -> usize {
        COUNT
    }

    fn name(&self, _game: &Dulu, weight: usize) -> String {
        let half = |name: &str| format!("{name}-{}", ["early", "late"][weight % 2]);
        match weight {
            _ if weight < DOOMED => half(&format!("ring-{}", (weight - RINGS) / 2)),
            _ if weight < GRAB => half("doomed"),
            _ if weight < GRAB_MORE => half("grab"),
            _ if weight < HANG => half("grab-more"),
            _ if weight < HANG_MORE => half("hang"),
            _ if weight < GRAB_CELLS => half("hang-more"),
            GRAB_CELLS => "grab-cells".to_string(),
            HANG_CELLS => "hang-cells".to_string(),
            _ if weight < PAIRS => format!("gaps-{}", weight - GAPS),
            PAIRS => "pairs".to_string(),
            LIKELY => "likely".to_string(),
            _ => "tempo".to_string(),
        }
    }

    fn measure(&self, game: &Dulu, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let step = i32::from(position.plies) * STEPS / i32::from(PLIES);
        let [blue, red] = position.stones;
        let mut outer = 0;
        for (ring, cells) in game.rings.iter().enumerate() {
            let counts = [blue & *cells, red & *cells].map(|own| own.count() as i32);
            if counts != [0, 0] {
                outer = counts[0] - counts[1];
                taper(add, RINGS + 2 * ring, step, outer);
            }
        }
        taper(add, DOOMED, step, outer);
        let side = position.side();
        let sign = if side == Side::First { 1 } else { -1 };
        let [own, enemy] = [side, side.other()].map(|side| game.attack(position, side));
        // What the side to move captures now, and what the other would capture if nothing were done about it.
        taper(add, GRAB, step, sign * i32::from(own.most > 0));
        taper(add, GRAB_MORE, step, sign * (own.most as i32 - 1).max(0));
        taper(add, HANG, step, -sign * i32::from(enemy.most > 0));
        taper(add, HANG_MORE, step, -sign * (enemy.stones.count() as i32 - 1).max(0));
        add(GRAB_CELLS, sign * (own.cells.count() as i32).min(MANY));
        add(HANG_CELLS, -sign * (enemy.cells.count() as i32).min(MANY));
        for (side, stones) in position.stones.iter().enumerate() {
            for cell in stones.iter() {
                let gaps = self.gaps(cell, &position.stones[1 - side]);
                if GAPS + gaps < PAIRS {
                    add(GAPS + gaps, if side == 0 { 1 } else { -1 });
                }
            }
        }
        add(PAIRS, sign * (own.pairs as i32 - enemy.pairs as i32));
        add(LIKELY, sign * (own.likely.count() as i32 - enemy.likely.count() as i32) / 2);
        add(TEMPO, sign);
    }
}

impl MoveHints<Dulu> for DuluFeatures {
    fn moves(&self, game: &Dulu, position: &Position, out: &mut Vec<Move>) -> Coverage {
        let width = if position.plies + LAST >= PLIES { CELLS } else { WIDTH };
        self.choose(game, position, width, out)
    }
}
