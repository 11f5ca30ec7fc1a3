//! Positions packed for the solver, and what can be read off one at a glance.

use damier_core::Side;

use super::eval::{CHANCES, FirstManWeights};
use super::rules::{BOARD, CELLS, Objective, SIZE, home};
use super::{Position, Quandary};

/// The cells of White's men, then of Black's, each four in rising order, and who is to move: 0 is White, 1 Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    pub(super) men: [u8; 8],
    pub(super) turn: usize,
}

impl Packed {
    pub(super) fn new(position: &Position) -> Packed {
        let [[a, b, c, d], [e, f, g, h]] = position.men;
        Packed { men: [a, b, c, d, e, f, g, h], turn: position.to_move.index() }
    }

    /// Returns the number of a position among those with the same goals; never 0. Where Black is to move, White's first
    /// two men stand in falling order.
    #[inline]
    pub(super) fn key(self) -> u64 {
        let mut men = self.men;
        if self.turn == 1 {
            men.swap(0, 1);
        }
        u64::from_le_bytes(men)
    }

    /// Returns the position of a number that [`Packed::key`] gave.
    #[inline]
    pub(super) fn from_key(key: u64) -> Packed {
        let mut men = key.to_le_bytes();
        let turn = usize::from(men[0] > men[1]);
        if turn == 1 {
            men.swap(0, 1);
        }
        Packed { men, turn }
    }

    /// Returns the men of a side.
    #[inline]
    pub(super) fn of(&self, side: usize) -> &[u8] {
        &self.men[4 * side..4 * side + 4]
    }

    /// Makes a move of the side to move.
    #[inline]
    pub(super) fn play(mut self, step: PackedMove) -> Packed {
        let men = &mut self.men;
        let mut at = usize::from(step.man);
        men[at] = step.to;
        // A man goes forward, and so up the order if he is White, down if he is Black.
        if self.turn == 0 {
            while at < 3 && men[at] > men[at + 1] {
                men.swap(at, at + 1);
                at += 1;
            }
        } else {
            while at > 4 && men[at] < men[at - 1] {
                men.swap(at, at - 1);
                at -= 1;
            }
        }
        self.turn ^= 1;
        self
    }

    /// As [`Position::holds`].
    #[inline]
    fn holds(self, cell: u8) -> bool {
        const ONES: u64 = u64::from_le_bytes([1; 8]);
        let differing = u64::from_le_bytes(self.men) ^ (u64::from(cell) * ONES);
        differing.wrapping_sub(ONES) & !differing & (ONES << 7) != 0
    }
}

/// A move: the number of a man, 0 to 7, and the cell he enters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PackedMove {
    pub(super) man: u8,
    pub(super) to: u8,
}

/// The moves of one side, at most three for each man.
#[derive(Clone, Copy)]
pub(super) struct PackedMoves {
    list: [PackedMove; 12],
    pub(super) count: usize,
}

impl PackedMoves {
    #[inline]
    pub(super) fn list(&self) -> &[PackedMove] {
        &self.list[..self.count]
    }
}

/// What a cell means to a man of one side.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The colours of the three cells before him, a byte each, from the left.
    ahead: u32,
    /// The same three colours together, in the byte of the ranks he has left if these are one to three.
    near: u32,
    /// What he is worth there, where the first man on the far rank wins.
    value: i32,
    /// The colour that he offers.
    offer: u8,
    /// The ranks he has left.
    left: u8,
}

/// The rules of packed positions, as tables by cell, for one attacker and certain goals.
pub(super) struct PackedGame {
    goal: Objective,
    /// The files that White's men have to reach, and Black's.
    files: [u16; 2],
    places: [[Place; 256]; 2],
    values: FirstManWeights,
    /// The chances of a man of the attacker to end on each of his goals.
    chances: [[u64; 4]; 256],
}

impl PackedGame {
    /// Makes the tables for the games with the goals of a position.
    pub(super) fn new(
        game: &Quandary,
        values: FirstManWeights,
        attacker: Side,
        position: &Position,
    ) -> PackedGame {
        let mut places = [[Place::default(); 256]; 2];
        for side in [Side::First, Side::Second] {
            for (cell, place) in places[side.index()][..CELLS].iter_mut().enumerate() {
                let left = BOARD.rank(cell).abs_diff(home(side.other()));
                let [a, b, c] = game.ahead[side.index()][cell].map(|to| game.colours[usize::from(to)]);
                let near = if (1..=3).contains(&left) { u32::from(a | b | c) << (8 * (left - 1)) } else { 0 };
                *place = Place {
                    ahead: u32::from_le_bytes([a, b, c, 0]),
                    near,
                    value: values.man[left],
                    offer: game.offers[side.index()][cell],
                    left: left as u8,
                };
            }
        }
        let files = [position.starts[1], position.starts[0]];
        let mut chances = [[0; 4]; 256];
        for (cell, chances) in chances[..CELLS].iter_mut().enumerate() {
            let left = BOARD.rank(cell).abs_diff(home(attacker.other()));
            let goals = (0..SIZE).filter(|&file| files[attacker.index()] >> file & 1 == 1);
            for (chance, file) in chances.iter_mut().zip(goals) {
                *chance = CHANCES[left][BOARD.file(cell).abs_diff(file)];
            }
        }
        PackedGame { goal: game.goal, files, places, values, chances }
    }

    fn place(&self, side: usize, cell: u8) -> &Place {
        &self.places[side][usize::from(cell)]
    }

    /// Returns the cell on the left before a man of a side; one too many or too few beside the edge, where it has no
    /// colour.
    #[inline]
    fn left_of(side: usize, cell: u8) -> u8 {
        cell.wrapping_add(if side == 0 { 11 } else { 243 })
    }

    /// Lists the moves of a side, whoever's turn it is and whether or not the game is over.
    #[inline]
    pub(super) fn steps(&self, position: Packed, side: usize) -> PackedMoves {
        let other = side ^ 1;
        let allowed = position.of(other).iter().fold(0, |found, &man| found | self.place(other, man).offer);
        let allowed = u32::from(allowed) * 0x01_01_01;
        let mut steps = PackedMoves { list: [PackedMove::default(); 12], count: 0 };
        for (man, &cell) in (4 * side as u8..).zip(position.of(side)) {
            let open = self.place(side, cell).ahead & allowed;
            if open == 0 {
                continue;
            }
            let first = PackedGame::left_of(side, cell);
            for file in 0..3 {
                let to = first.wrapping_add(file);
                if open >> (8 * file) & 0xff != 0 && !position.holds(to) {
                    steps.list[steps.count] = PackedMove { man, to };
                    steps.count += 1;
                }
            }
        }
        steps
    }

    /// Returns the side that has won.
    #[inline]
    pub(super) fn winner(&self, position: Packed) -> Option<usize> {
        const FAR: [u8; 2] = [(CELLS - SIZE) as u8, SIZE as u8];
        let men = position.men;
        let [white, black] = match self.goal {
            Objective::First => [men[3] >= FAR[0], men[4] < FAR[1]],
            // The man farthest behind decides in nearly every position.
            Objective::Four => [men[0] >= FAR[0], men[7] < FAR[1]],
        };
        let home = |side: usize| {
            let files = |set, &man: &u8| set | 1u16 << (man % SIZE as u8);
            self.goal == Objective::First || position.of(side).iter().fold(0, files) == self.files[side]
        };
        match (white, black) {
            (true, _) if home(0) => Some(0),
            (_, true) if home(1) => Some(1),
            _ => None,
        }
    }

    /// Returns how many enemy men offer a colour by which a man of this side arrives in one move.
    #[inline]
    pub(super) fn arrivals(&self, position: Packed, side: usize) -> usize {
        let mut wanted = 0;
        for &cell in position.of(side) {
            let place = self.place(side, cell);
            if place.left == 1 {
                for (file, colour) in (0..3).zip(place.ahead.to_le_bytes()) {
                    if !position.holds(PackedGame::left_of(side, cell).wrapping_add(file)) {
                        wanted |= colour;
                    }
                }
            }
        }
        if wanted == 0 {
            return 0;
        }
        let other = side ^ 1;
        position.of(other).iter().filter(|&&man| self.place(other, man).offer & wanted != 0).count()
    }

    /// Returns what the engines think of a position where the first man on the far rank wins, for a side, given how many
    /// moves each side has.
    #[inline]
    pub(super) fn score(&self, position: Packed, side: usize, moves: [usize; 2]) -> i32 {
        let [own, other] = [side, side ^ 1].map(|side| {
            let (mut sum, mut left, mut near) = (0, SIZE as u8 - 1, 0u32);
            for &man in position.of(side) {
                let place = self.place(side, man);
                sum += place.value;
                left = left.min(place.left);
                near |= place.near;
            }
            sum += self.values.foremost[usize::from(left)];
            for (weight, colours) in self.values.colours.iter().zip(near.to_le_bytes()) {
                sum += weight * colours.count_ones() as i32;
            }
            sum + self.values.moves(moves[side], position.turn == side)
        });
        own - other
    }

    /// As [`Quandary::chances`], for the attacker's men.
    #[inline]
    pub(super) fn chances(&self, men: &[u8]) -> u64 {
        // Two goals for the first two men, and the two that are left for the others.
        const PAIRS: [[usize; 4]; 6] =
            [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2], [1, 2, 0, 3], [1, 3, 0, 2], [2, 3, 0, 1]];
        let [a, b, c, d] = [0, 1, 2, 3].map(|man| self.chances[usize::from(men[man])]);
        PAIRS.iter().map(|&[i, j, k, l]| (a[i] * b[j] + a[j] * b[i]) * (c[k] * d[l] + c[l] * d[k])).sum()
    }
}
