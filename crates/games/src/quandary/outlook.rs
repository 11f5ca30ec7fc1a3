//! What can be said at once of one side's prospects: when it can no longer win, whatever both sides do, and when a man
//! arrives next, whatever the other side does.

use damier_core::Side;

use super::{BOARD, CELLS, Goal, OFF, Position, Quandary, SIZE, home};

/// Of the sets of four goals, one bit each, those without a certain goal.
const WITHOUT: [u32; 4] = [0x5555, 0x3333, 0x0f0f, 0x00ff];

/// The prospects of one side, the attacker, in games with certain goals.
pub(super) struct Outlook {
    attacker: Side,
    /// The goals that a man of the attacker can reach from each cell, if he enters cells of certain colours only. Where
    /// the first man on the far rank wins, that rank is one goal.
    reach: Vec<[u8; 256]>,
    /// The colours that a man of each side may offer from a cell, now or later.
    future: [[u8; CELLS]; 2],
    /// The colours of the cells before a man of each side.
    before: [[u8; CELLS]; 2],
    /// The goal of each file, as a bit.
    goals: [u8; SIZE],
}

impl Outlook {
    /// Looks at a grid, for goals given as a set of files.
    pub(super) fn new(game: &Quandary, attacker: Side, files: u16) -> Outlook {
        let goal = |file: usize| match game.goal {
            Goal::First => 1,
            Goal::Four if files >> file & 1 == 1 => 1 << (files & ((1 << file) - 1)).count_ones(),
            Goal::Four => 0,
        };
        let goals: [u8; SIZE] = std::array::from_fn(goal);
        // From the far rank backwards.
        let cells =
            |side: Side| (0..CELLS).map(move |at| if side == Side::First { CELLS - 1 - at } else { at });
        let next = |side: Side, cell: usize| {
            game.ahead[side.index()][cell].into_iter().filter(|&to| to != OFF).map(usize::from)
        };
        let mut reach = vec![[0; 256]; CELLS];
        for cell in cells(attacker) {
            let far = BOARD.rank(cell) == home(attacker.other());
            for colours in 0..=u8::MAX {
                let steps = next(attacker, cell).filter(|&to| game.colours[to] & colours != 0);
                let through = steps.fold(0, |found, to| found | reach[to][usize::from(colours)]);
                reach[cell][usize::from(colours)] = if far { goals[BOARD.file(cell)] } else { through };
            }
        }
        let mut future = [[0; CELLS]; 2];
        let mut before = [[0; CELLS]; 2];
        for side in [Side::First, Side::Second] {
            let own = side.index();
            for cell in cells(side) {
                let later = next(side, cell).fold(0, |found, to| found | future[own][to]);
                future[own][cell] = game.offers[own][cell] | later;
                before[own][cell] = next(side, cell).fold(0, |found, to| found | game.colours[to]);
            }
        }
        Outlook { attacker, reach, future, before, goals }
    }

    /// Says whether the attacker can certainly not win any more. Every move, whoever makes it, leaves that as it is.
    pub(super) fn is_lost(&self, game: &Quandary, position: &Position) -> bool {
        let (own, other) = (self.attacker.index(), self.attacker.other().index());
        let sum = |side: usize| {
            position.men[side].iter().fold(0, |found, &man| found | self.future[side][usize::from(man)])
        };
        // Only colours that the other side may still offer can be entered.
        let colours = usize::from(sum(other));
        let reached = position.men[own].map(|man| self.reach[usize::from(man)][colours]);
        if game.goal == Goal::First {
            return reached == [0; 4];
        }
        // A goal is closed for ever by a man who stands there and cannot leave.
        let colours = sum(own);
        let last = home(self.attacker.other());
        let stays = |cell: usize| BOARD.rank(cell) == last && self.before[other][cell] & colours == 0;
        let closed = position.men[other].iter().map(|&man| usize::from(man)).filter(|&cell| stays(cell));
        let open = closed.fold(u8::MAX, |open, cell| open & !self.goals[BOARD.file(cell)]);
        // The sets of goals that the first men can share, as bits of a number.
        let mut shared = 1u32;
        for goals in reached {
            let with = |goal: usize| {
                if goals & open & 1 << goal == 0 { 0 } else { (shared & WITHOUT[goal]) << (1 << goal) }
            };
            shared = with(0) | with(1) | with(2) | with(3);
        }
        shared >> 15 & 1 == 0
    }
}

/// Returns how many enemy men offer a colour by which a man of this side arrives in one move.
pub(super) fn arrivals(game: &Quandary, position: &Position, side: Side) -> usize {
    let (own, other) = (side.index(), side.other().index());
    let mut wanted = 0;
    for &man in &position.men[own] {
        if BOARD.rank(man.into()).abs_diff(home(side.other())) == 1 {
            for to in game.ahead[own][usize::from(man)] {
                if to != OFF && !position.holds(to) {
                    wanted |= game.colours[usize::from(to)];
                }
            }
        }
    }
    if wanted == 0 {
        return 0;
    }
    position.men[other].iter().filter(|&&man| game.offers[other][usize::from(man)] & wanted != 0).count()
}
