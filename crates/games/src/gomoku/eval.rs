//! What a position is worth, and which moves are worth a look.

use std::cell::RefCell;

use damier_core::Side;
use damier_core::board::BitSet;
use damier_search::{Coverage, Features, MoveHints};

use super::geometry::StoneLines;
use super::rules::GOAL;
use super::shapes::MoveRater;
use super::threats::Urgency;
use super::{Gomoku, Move, Position};

/// Rows, pairs and captures of both sides, weighed apart for the side to move and the other one.
#[derive(Clone, Copy, Debug, Default)]
pub struct GomokuFeatures;

/// What is counted for each side.
const COUNTED: [&str; 12] = [
    // Windows of five points with so many stones of one side and none of the other.
    "one",
    "two",
    "three",
    // Two or three stones within four points between free ends.
    "open-two",
    "open-three",
    // Points where a pair can be captured, and where a capture can be prepared.
    "grabs",
    "hooks",
    // So many captured stones.
    "captured-2",
    "captured-4",
    "captured-6",
    "captured-8",
    // Windows of five points with four stones that do not make five at the next move.
    "four",
];

/// What is counted for the side to move alone: its turn; that it can make five or take a tenth stone; that the other side
/// could, on one point or on more, if it were its turn; else that it has an open three to make four of, or that only the
/// other side has one.
const ONCE: [&str; 6] = ["turn", "wins", "must-stop-one", "must-stop-two", "opens", "faces-open"];

/// How many moves are offered where none is forced.
const OFFERED: usize = 16;

/// What one side has on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SideCounts {
    pub(super) rows: [u32; 4],
    pub(super) open: [u32; 2],
    pub(super) grabs: u32,
    pub(super) hooks: u32,
    /// Points that make five.
    pub(super) fives: u32,
}

impl<const W: usize> Gomoku<W> {
    /// Counts what each side has.
    pub(super) fn tally(&self, stones: &[BitSet<W>; 2]) -> [SideCounts; 2] {
        let mut tally = [SideCounts::default(); 2];
        let free = self.geometry.all.without(stones[0] | stones[1]);
        for axis in 0..4 {
            let frees = self.geometry.ahead::<5>(&free, axis);
            let before = self.geometry.last(&free, axis);
            let ends = before & frees[4];
            for (side, tally) in tally.iter_mut().enumerate() {
                let own = self.geometry.ahead::<5>(&stones[side], axis);
                let [a, b, c, d, e] = own;
                let empty = frees[4];
                // Four points in line, none of them the enemy's, by how many are own.
                let held = |at: usize| own[at] | frees[at];
                let all = held(0) & held(1) & held(2) & held(3);
                let (ab, cd) = (a & b, c & d);
                let (aob, cod) = (a ^ b, c ^ d);
                let four = ab & cd;
                let three = (ab & cod | aob & cd) & all;
                let one = (aob ^ cod).without(ab | cd) & all;
                let none = all.without(a | b | c | d);
                let two = all.without(four | three | one | none);
                // With a fifth.
                let rows = [
                    one & empty | none & e,
                    two & empty | one & e,
                    three & empty | two & e,
                    four & empty | three & e,
                ];
                for (count, row) in tally.rows.iter_mut().zip(rows) {
                    *count += row.count();
                }
                tally.open[0] += (two & ends).count();
                tally.open[1] += (three & ends).count();
            }
        }
        for side in 0..2 {
            let [own, foe] = [&stones[side], &stones[1 - side]];
            tally[side].grabs = self.geometry.grabs(own, foe).once.count();
            tally[side].hooks = self.geometry.hooks(foe, &free, foe).count();
            if tally[side].rows[3] > 0 {
                tally[side].fives = self.geometry.fives(own, &free).count();
            }
        }
        tally
    }

    /// Returns the free points within two steps of a stone in line.
    fn near(&self, position: &Position<W>) -> BitSet<W> {
        let stones = position.stones[0] | position.stones[1];
        let mut near = BitSet::EMPTY;
        for axis in 0..4 {
            let (next, last) = (self.geometry.next(&stones, axis), self.geometry.last(&stones, axis));
            near |= next | last | self.geometry.next(&next, axis) | self.geometry.last(&last, axis);
        }
        near & self.free(position)
    }

    /// Returns a number for a position of these very rules.
    fn tag(&self, position: &Position<W>) -> u64 {
        let rules = self.board.width() * 4 + usize::from(self.answer) * 2 + usize::from(self.no_double);
        position.key ^ (rules as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Rates a stone of the side to move on a free point.
    pub(super) fn rate(&self, position: &Position<W>, cell: usize) -> i32 {
        let (own, foe) = self.windows(position, position.to_move, cell);
        MoveRater::new().rate(&own, &foe, &self.geometry.on[cell], self.captured(position))
    }

    /// Returns how many stones the side to move and the other one have captured.
    fn captured(&self, position: &Position<W>) -> [u8; 2] {
        [position.to_move, position.to_move.other()].map(|side| position.captured[side.index()])
    }

    /// Rates the points of a set and keeps the best, at most so many, best first.
    fn rank(&self, position: &Position<W>, cells: BitSet<W>, most: usize, out: &mut Vec<(i32, u16)>) {
        let lines = StoneLines::new(&self.geometry, &position.stones);
        let judge = MoveRater::new();
        let captured = self.captured(position);
        out.clear();
        for cell in cells {
            let (own, foe) = lines.windows(&self.geometry, cell, position.to_move.index());
            if self.no_double && self.geometry.forbids(cell, &own, &foe) {
                continue;
            }
            out.push((judge.rate(&own, &foe, &self.geometry.on[cell], captured), cell as u16));
        }
        if out.len() > most {
            out.select_nth_unstable_by_key(most, |&(rate, cell)| (-rate, cell));
            out.truncate(most);
        }
        out.sort_unstable_by_key(|&(rate, cell)| (-rate, cell));
    }

    /// Fills `out` with the moves to search and their rates, best first.
    fn offer(&self, position: &Position<W>, out: &mut Vec<(i32, u16)>) -> Coverage {
        let wins = self.wins(position, false);
        if let Some(cell) = wins.first() {
            out.clear();
            out.push((self.rate(position, cell), cell as u16));
            return Coverage::Sound;
        }
        if let Urgency::Only(stops) = self.urgency(position) {
            self.rank(position, stops, usize::MAX, out);
            if out.is_empty() {
                // Nothing helps: one move loses as well as another.
                let cell = self.legal(position).first().expect("some point is always allowed");
                out.push((0, cell as u16));
            }
            return Coverage::Sound;
        }
        self.rank(position, self.near(position), OFFERED, out);
        if out.is_empty() {
            let middle = self.board.cells() / 2;
            let legal = self.legal(position);
            let cell = if legal.contains(middle) { Some(middle) } else { legal.first() };
            out.push((0, cell.expect("some point is always allowed") as u16));
        }
        Coverage::Likely
    }
}

/// The moves offered on this thread: alpha-beta asks for the rate of each of them right after.
struct Offer {
    moves: Vec<(i32, u16)>,
    /// For each point, the last position in which it was offered and its rate there.
    rates: Vec<(u64, i32)>,
}

thread_local! {
    static LAST: RefCell<Offer> = const { RefCell::new(Offer { moves: Vec::new(), rates: Vec::new() }) };
}

impl<const W: usize> Features<Gomoku<W>> for GomokuFeatures {
    fn count(&self, _game: &Gomoku<W>) -> usize {
        2 * COUNTED.len() + ONCE.len()
    }

    fn name(&self, _game: &Gomoku<W>, weight: usize) -> String {
        match weight.checked_sub(2 * COUNTED.len()) {
            Some(once) => ONCE[once].to_string(),
            None => {
                let who = ["mover", "other"][weight / COUNTED.len()];
                format!("{who}-{}", COUNTED[weight % COUNTED.len()])
            }
        }
    }

    fn measure(&self, game: &Gomoku<W>, position: &Position<W>, add: &mut impl FnMut(usize, i32)) {
        let side = position.to_move;
        let sign = if side == Side::First { 1 } else { -1 };
        let tally = game.tally(&position.stones);
        // How many points win at the next move, roughly: answers to fives are not looked for.
        let wins = |side: Side| {
            let tally = &tally[side.index()];
            tally.fives + if position.captured[side.index()] + 2 >= GOAL { tally.grabs } else { 0 }
        };
        let once = 2 * COUNTED.len();
        add(once, sign);
        if wins(side) > 0 && !position.pending {
            add(once + 1, sign);
        } else {
            let threes = [side, side.other()].map(|side| tally[side.index()].open[1] > 0);
            match (wins(side.other()), threes) {
                (0, [true, _]) => add(once + 4, sign),
                (0, [false, true]) => add(once + 5, sign),
                (0, _) => {}
                (1, _) => add(once + 2, sign),
                _ => add(once + 3, sign),
            }
        }
        for (who, side) in [side, side.other()].into_iter().enumerate() {
            let first = who * COUNTED.len();
            let sign = if side == Side::First { 1 } else { -1 };
            let SideCounts { rows, open, grabs, hooks, .. } = tally[side.index()];
            let counts = [rows[0], rows[1], rows[2], open[0], open[1], grabs, hooks];
            for (weight, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
                add(first + weight, sign * count as i32);
            }
            let pairs = usize::from(position.captured[side.index()] / 2).min(4);
            if pairs > 0 {
                add(first + 6 + pairs, sign);
            }
            if rows[3] > 0 {
                add(first + 11, sign * rows[3] as i32);
            }
        }
    }
}

impl<const W: usize> MoveHints<Gomoku<W>> for GomokuFeatures {
    fn moves(&self, game: &Gomoku<W>, position: &Position<W>, out: &mut Vec<Move>) -> Coverage {
        LAST.with_borrow_mut(|last| {
            let coverage = game.offer(position, &mut last.moves);
            let tag = game.tag(position);
            last.rates.resize(676, (0, 0));
            for &(rate, cell) in &last.moves {
                last.rates[usize::from(cell)] = (tag, rate);
                out.push(Move(cell));
            }
            coverage
        })
    }

    fn hint(&self, game: &Gomoku<W>, position: &Position<W>, mv: Move) -> i32 {
        let tag = game.tag(position);
        let known = LAST.with_borrow(|last| last.rates.get(usize::from(mv.0)).copied());
        match known {
            Some((offered, rate)) if offered == tag => rate,
            _ => game.rate(position, usize::from(mv.0)),
        }
    }

    fn slot(&self, _game: &Gomoku<W>, mv: Move) -> Option<usize> {
        Some(usize::from(mv.0))
    }
}
