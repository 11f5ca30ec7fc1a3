//! What wins at the next move, and what can be done against it: exact, captures included.
//!
//! The defences are found without trying them. Let the attacker win with a stone on `c` if the defender passes. What else
//! may the defender's stone change about that?
//! - It stands on `c`, captures, or makes five: such moves are always offered as defences.
//! - Otherwise all former stones stay, so that `c` captures what it did or more, and makes the same five. A tenth
//!   capture cannot be stopped in this way. A five can be, under rule A, if the stone gives it an answer: it is the
//!   far end of a pair that the answer captures ([`GomokuGeometry::hooks`]: a pair of the five, or any pair where the
//!   answer may reach ten), or it is a bait: `c` captures it with a neighbour, on whose point the answer is then played.

use damier_core::board::BitSet;
use damier_core::{Game, Side};

use super::geometry::{GomokuGeometry, captures};
use super::rules::{Ending, GOAL};
use super::{Gomoku, Move, Position};

/// What the defender can do after an attacking move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Urgency<const W: usize> {
    /// Nothing has to be done: the attacker threatens no win at the next move.
    None,
    /// All moves but these lose at once, or to the attacker's next move. Some of these may be forbidden by rule B.
    Only(BitSet<W>),
}

impl<const W: usize> Position<W> {
    /// Says whether the game is won by a side.
    pub(super) fn is_won_by(&self, side: Side) -> bool {
        matches!(self.end, Some(Ending::Five(winner) | Ending::Kept(winner) | Ending::Ten(winner)) if winner == side)
    }

    /// Returns the position with another side to move. Its key is wrong, and no five waits for an answer.
    fn turned(&self, side: Side) -> Position<W> {
        Position { to_move: side, pending: false, ..*self }
    }
}

impl<const W: usize> Gomoku<W> {
    /// Counts the pairs that a stone of the side to move captures on a free point.
    fn pairs(&self, position: &Position<W>, cell: usize) -> u8 {
        let (own, foe) = self.windows(position, position.to_move, cell);
        captures(&own, &foe).count_ones() as u8
    }

    /// Returns the points where the side to move wins at once, or only some of them, if any.
    pub(super) fn wins(&self, position: &Position<W>, all: bool) -> BitSet<W> {
        let (side, other) = (position.to_move.index(), position.to_move.other().index());
        let [own, foe] = [side, other].map(|side| &position.stones[side]);
        let grabs = self.geometry.grabs(own, foe);
        let missing = (GOAL - position.captured[side]) / 2;
        let mut wins = if missing <= 1 { grabs.once } else { BitSet::EMPTY };
        if missing > 1 {
            for cell in grabs.twice {
                if self.pairs(position, cell) >= missing {
                    wins.insert(cell);
                }
            }
        }
        if !all && !wins.is_empty() {
            return wins;
        }
        let mut fives = self.geometry.fives(own, &self.free(position));
        if position.pending {
            // A five of one's own counts only if the same move breaks the other one.
            fives &= grabs.once;
        }
        if !self.answer {
            return wins | fives;
        }
        for cell in fives.without(wins) {
            if self.after(position, Move(cell as u16)).is_won_by(position.to_move) {
                wins.insert(cell);
                if !all {
                    break;
                }
            }
        }
        wins
    }

    /// Returns the points where the other side would win at once if it were its turn. No five waits for an answer.
    pub(super) fn dangers(&self, position: &Position<W>) -> BitSet<W> {
        self.wins(&position.turned(position.to_move.other()), true)
    }

    /// Says what the side to move has to do against the other side's win at the next move, or against a five that waits
    /// for an answer.
    pub(super) fn urgency(&self, position: &Position<W>) -> Urgency<W> {
        let [own, foe] =
            [position.to_move, position.to_move.other()].map(|side| &position.stones[side.index()]);
        if position.pending {
            return Urgency::Only(self.geometry.grabs(own, foe).once);
        }
        let dangers = self.dangers(position);
        if dangers.is_empty() {
            return Urgency::None;
        }
        let free = self.free(position);
        let always = self.geometry.grabs(own, foe).once | self.geometry.fives(own, &free);
        let passed = position.turned(position.to_move.other());
        let mut stops = BitSet::EMPTY;
        for (number, danger) in dangers.iter().enumerate() {
            let stop = self.stops(&passed, danger);
            stops = if number == 0 { stop } else { stops & stop };
        }
        Urgency::Only((stops | always) & free)
    }

    /// Returns the points where a stone of the other side, without capturing or making five, may stop the side to move
    /// from winning on `danger`.
    fn stops(&self, position: &Position<W>, danger: usize) -> BitSet<W> {
        let (side, other) = (position.to_move, position.to_move.other());
        let mut stops = BitSet::EMPTY;
        stops.insert(danger);
        let won = self.after(position, Move(danger as u16));
        if !self.answer || matches!(won.end, Some(Ending::Ten(_))) {
            return stops;
        }
        let [own, foe] = [side, other].map(|side| &won.stones[side.index()]);
        let grabs = self.geometry.grabs(foe, own);
        // One more pair at a point where there were others may reach ten.
        let near_ten = won.captured[other.index()] + 4 >= GOAL || !grabs.twice.is_empty();
        let of = if near_ten { *own } else { self.geometry.in_fives(own) };
        stops | self.geometry.hooks(own, &self.free(&won), &of) | self.baits(position, danger)
    }

    /// Returns the free points where a stone of the other side would be captured, with its neighbour, by a stone of the
    /// side to move on `cell`.
    fn baits(&self, position: &Position<W>, cell: usize) -> BitSet<W> {
        self.lacking(position, cell, |[first, second, third]| match [first, second, third] {
            [0, 2, 1] => Some(1),
            [2, 0, 1] => Some(2),
            _ => None,
        })
    }

    /// Returns the free points where a stone of the side to move would be the far end of a pair that another one on `cell`
    /// captures.
    fn anchors(&self, position: &Position<W>, cell: usize) -> BitSet<W> {
        self.lacking(position, cell, |next| (next == [2, 2, 0]).then_some(3))
    }

    /// Looks from a point in all eight directions at the next three points: 0 is free, 1 a stone of the side to move, 2 one
    /// of the other side, 3 off the board. Returns the points that `choose` names by their distance.
    fn lacking(
        &self,
        position: &Position<W>,
        cell: usize,
        choose: impl Fn([u8; 3]) -> Option<i32>,
    ) -> BitSet<W> {
        let (own, foe) = self.windows(position, position.to_move, cell);
        let mut found = BitSet::EMPTY;
        for axis in 0..4 {
            let off = !self.geometry.on[cell][axis];
            for sense in [1, -1] {
                let next = [1, 2, 3].map(|d| {
                    let has = |line: u16| (line >> (4 + sense * d) & 1) as u8;
                    has(own[axis]) + 2 * has(foe[axis]) + 3 * has(off)
                });
                if let Some(d) = choose(next) {
                    found.insert(self.geometry.at(cell, axis, sense * d));
                }
            }
        }
        found
    }

    /// Returns the points where the side to move may make a five, or threaten a win at the next move; of the other points
    /// none does. It has no win at once.
    pub(super) fn attacks(&self, position: &Position<W>) -> BitSet<W> {
        let (side, other) = (position.to_move.index(), position.to_move.other().index());
        let [own, foe] = [side, other].map(|side| &position.stones[side]);
        let geometry: &GomokuGeometry<W> = &self.geometry;
        let grabs = geometry.grabs(own, foe);
        if position.pending {
            return grabs.once;
        }
        let free = self.free(position);
        let mut attacks = geometry.fours(own, foe) | grabs.once;
        // A five that has an answer: to take the answer's point makes it a threat, or to let it capture more.
        for cell in geometry.fives(own, &free) {
            let made = self.after(position, Move(cell as u16));
            attacks |= geometry.grabs(&made.stones[other], &made.stones[side]).once & free;
            attacks |= self.anchors(position, cell);
        }
        let captured = position.captured[side];
        if captured + 2 >= GOAL || captured + 4 >= GOAL && !grabs.once.is_empty() || !grabs.twice.is_empty() {
            attacks |= geometry.hooks(foe, &free, foe);
        }
        attacks
    }
}
