//! What can be said at once of one side's prospects: when it can no longer win, whatever both sides do.

use damier_core::Side;

use super::Quandary;
use super::packed::Packed;
use super::rules::{BOARD, CELLS, OFF, Objective, SIZE, home};

/// Of the sets of four goals, one bit each, those without a certain goal.
const WITHOUT: [u32; 4] = [0x5555, 0x3333, 0x0f0f, 0x00ff];

/// What one side, the attacker, can still reach, in games with certain goals.
pub(super) struct Reachability {
    goal: Objective,
    attacker: usize,
    /// The goals that a man of the attacker can reach from each cell, if he enters cells of certain colours only. Where
    /// the first man on the far rank wins, that rank is one goal.
    reach: Vec<[u8; 256]>,
    /// The colours that a man of each side may offer from a cell, now or later, if he enters cells of certain colours
    /// only.
    gains: [Vec<[u8; 256]>; 2],
    /// The colours of the cells before a man of each side.
    before: [[u8; CELLS]; 2],
    /// The goal of each file, as a bit.
    goals: [u8; SIZE],
}

impl Reachability {
    /// Makes the tables of a grid, for goals given as a set of files.
    pub(super) fn new(game: &Quandary, attacker: Side, files: u16) -> Reachability {
        let goal = |file: usize| match game.goal {
            Objective::First => 1,
            Objective::Four if files >> file & 1 == 1 => 1 << (files & ((1 << file) - 1)).count_ones(),
            Objective::Four => 0,
        };
        let goals: [u8; SIZE] = std::array::from_fn(goal);
        let far = |cell: usize| BOARD.rank(cell) == home(attacker.other());
        let goal = |cell: usize| if far(cell) { goals[BOARD.file(cell)] } else { 0 };
        let sides = [Side::First, Side::Second];
        let before = sides.map(|side| {
            std::array::from_fn(|cell| next(game, side, cell).fold(0, |found, to| found | game.colours[to]))
        });
        Reachability {
            goal: game.goal,
            attacker: attacker.index(),
            reach: gather(game, attacker, goal),
            gains: sides.map(|side| gather(game, side, |cell| game.offers[side.index()][cell])),
            before,
            goals,
        }
    }

    /// Returns the colours that White's men may ever offer, and Black's.
    ///
    /// A man enters only colours that the other side offers. So the colours that a side ever offers are among those that
    /// its men offer now and those they come to offer by way of colours that the other side ever offers; and what is
    /// found by adding to both sides' colours until nothing more is added holds them all, whatever is played.
    #[inline]
    fn colours(&self, position: Packed) -> [u8; 2] {
        let sum = |side: usize, colours: u8| {
            let gains = |&man: &u8| self.gains[side][usize::from(man)][usize::from(colours)];
            position.of(side).iter().map(gains).fold(0, |found, gains| found | gains)
        };
        let mut colours = [sum(0, 0), 0];
        let mut side = 1;
        loop {
            let more = sum(side, colours[side ^ 1]);
            if more == colours[side] {
                return colours;
            }
            colours[side] = more;
            side ^= 1;
        }
    }

    /// Says whether the attacker can certainly not win any more. Every move, whoever makes it, leaves that as it is.
    #[inline]
    pub(super) fn is_lost(&self, position: Packed) -> bool {
        let (own, other) = (self.attacker, self.attacker ^ 1);
        let colours = self.colours(position);
        let reach = |&man: &u8| self.reach[usize::from(man)][usize::from(colours[other])];
        if self.goal == Objective::First {
            return position.of(own).iter().map(reach).all(|goals| goals == 0);
        }
        // A goal is closed for ever by a man who stands there and cannot leave.
        let mut open = u8::MAX;
        for &man in position.of(other) {
            let cell = usize::from(man);
            let stays = self.before[other][cell] & colours[own] == 0;
            if stays && (if other == 0 { cell < SIZE } else { cell >= CELLS - SIZE }) {
                open &= !self.goals[BOARD.file(cell)];
            }
        }
        // The sets of goals that the first men can share, as bits of a number.
        let mut shared = 1u32;
        for goals in position.of(own).iter().map(reach) {
            let with = |goal: usize| {
                if goals & open & 1 << goal == 0 { 0 } else { (shared & WITHOUT[goal]) << (1 << goal) }
            };
            shared = with(0) | with(1) | with(2) | with(3);
        }
        shared >> 15 & 1 == 0
    }
}

/// Returns the cells before a man of a side.
fn next(game: &Quandary, side: Side, cell: usize) -> impl Iterator<Item = usize> {
    game.ahead[side.index()][cell].into_iter().filter(|&to| to != OFF).map(usize::from)
}

/// Gathers what is found on the way of a man of a side, on his cell and on those that he may enter later, by cell and by
/// the set of colours that he may enter.
fn gather(game: &Quandary, side: Side, here: impl Fn(usize) -> u8) -> Vec<[u8; 256]> {
    let mut found = vec![[0; 256]; CELLS];
    // From the far rank backwards.
    for at in 0..CELLS {
        let cell = if side == Side::First { CELLS - 1 - at } else { at };
        for colours in 0..=u8::MAX {
            let steps = next(game, side, cell).filter(|&to| game.colours[to] & colours != 0);
            let later = steps.fold(0, |sum, to| sum | found[to][usize::from(colours)]);
            found[cell][usize::from(colours)] = here(cell) | later;
        }
    }
    found
}
