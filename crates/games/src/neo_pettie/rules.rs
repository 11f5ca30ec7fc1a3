//! The rules.

pub(super) use damier_core::WHITE_BLACK as SEATS;
use damier_core::board::{Bits, Symmetries, zobrist};
use damier_core::{
    Fault, Flow, Game, LetterGrid, LineRules, Outcome, QUIET, REPETITION, Reason, Rng, Rollout, Seat,
    SeatInfo, Side, Stamp, Stop, Text,
};

use super::board::{BLACK, BOARD, DIRECTIONS, NeoPettieCells, WHITE, bit, cell, shift, shift_back};
use super::{board, text};

pub(super) const HOLDS: [Text; 3] =
    [Text::new("libre", "free"), Text::new("blanc", "white"), Text::new("noir", "black")];

/// What can stand on a cell.
pub(super) static STAMPS: [Stamp; 2] = [Stamp::piece('w', HOLDS[1]), Stamp::piece('b', HOLDS[2])];

static WIPED_OUT: Reason =
    Reason::new("wiped-out", "Une couleur a disparu du damier", "One colour has gone from the board");

static BLOCKED: Reason =
    Reason::new("blocked", "Le joueur au trait est bloqué", "The player to move is blocked");

/// What the blocker pays with fewer men or as many, and what he pays with more.
const PENALTIES: [i32; 2] = [5, 10];

/// The men of each side at the start: no position has more.
pub(super) const MOST: u32 = 20;

/// So many plies without a capture end the game.
const QUIET_LIMIT: usize = 100;

/// The rules of La néo-pettie.
#[derive(Debug)]
pub struct NeoPettie {
    symmetries: Symmetries,
}

/// A position of La néo-pettie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// White's men and Black's.
    pub(super) men: [NeoPettieCells; 2],
    pub(super) to_move: Side,
}

/// A move of La néo-pettie: a step, by the two cells in the numbering of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
}

/// Returns the men that the man who has just come to `at` captures.
///
/// An enemy next to him goes if a man of his own stands behind it in the same line, or if nothing does because the
/// board ends there: such an enemy stands on the edge, and the line is at right angles to that edge.
#[inline]
pub(super) fn captured(at: NeoPettieCells, own: NeoPettieCells, enemies: NeoPettieCells) -> NeoPettieCells {
    let holds = own | !BOARD;
    (0..DIRECTIONS)
        .fold(0, |taken, direction| taken | (shift(at, direction) & enemies & shift_back(holds, direction)))
}

impl NeoPettie {
    /// Makes the rules.
    pub fn new() -> NeoPettie {
        NeoPettie { symmetries: board::SQUARE.symmetries() }
    }

    /// Returns the scores without penalty: the side with more men scores the difference.
    fn difference(position: &Position) -> [i32; 2] {
        let [white, black] = position.men.map(|men| men.count_ones() as i32);
        [(white - black).max(0), (black - white).max(0)]
    }

    /// Returns the scores when the side that has just moved has blocked the game.
    pub(super) fn blocked(position: &Position) -> [i32; 2] {
        let blocker = position.to_move.other().index();
        let mut score = Self::difference(position);
        score[blocker] -= PENALTIES[usize::from(score[blocker] > 0)];
        score
    }
}

impl Default for NeoPettie {
    fn default() -> NeoPettie {
        NeoPettie::new()
    }
}

impl Position {
    /// Returns the men of the side to move that can step in a direction; none once a colour is gone.
    #[inline]
    fn steppers(&self, direction: usize) -> NeoPettieCells {
        let own = self.men[self.to_move.index()];
        let free = BOARD & !(self.men[0] | self.men[1]);
        if self.men[self.to_move.other().index()] == 0 { 0 } else { own & shift_back(free, direction) }
    }
}

impl Game for NeoPettie {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        Position { men: [WHITE, BLACK], to_move: Side::First }
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.to_move as u8)
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        for direction in 0..DIRECTIONS {
            for from in position.steppers(direction).cells() {
                visit(step(from, direction))?;
            }
        }
        Flow::Continue(())
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let (own, enemies) = (position.to_move.index(), position.to_move.other().index());
        position.men[own] ^= 1 << mv.from | 1 << mv.to;
        position.men[enemies] &= !captured(1 << mv.to, position.men[own], position.men[enemies]);
        position.to_move = position.to_move.other();
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.men.contains(&0) {
            // The difference from nothing is what the winner has left.
            return Some(Outcome::scored(Self::difference(position), &WIPED_OUT));
        }
        (!self.has_move(position)).then(|| Outcome::scored(Self::blocked(position), &BLOCKED))
    }

    fn key(&self, position: &Position) -> u64 {
        let words = position.men.into_iter().flat_map(|men| [men as u64, (men >> 64) as u64]);
        words.fold(position.to_move as u64, |key, word| zobrist::feature(key ^ word, 9))
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        text::write_move(mv, out);
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        text::write_position(position, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        text::read_position(text)
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        Some(text::why_not(position, text))
    }

    fn count_moves(&self, position: &Position) -> u64 {
        (0..DIRECTIONS).map(|direction| u64::from(position.steppers(direction).count_ones())).sum()
    }

    fn has_move(&self, position: &Position) -> bool {
        (0..DIRECTIONS).any(|direction| position.steppers(direction) != 0)
    }

    fn random_move(&self, position: &Position, rng: &mut Rng) -> Move {
        let sets: [NeoPettieCells; DIRECTIONS] =
            std::array::from_fn(|direction| position.steppers(direction));
        let mut drawn = rng.below(sets.iter().map(|set| set.count_ones()).sum());
        for (direction, set) in sets.into_iter().enumerate() {
            let here = set.count_ones();
            if drawn < here {
                return step(set.nth(drawn), direction);
            }
            drawn -= here;
        }
        unreachable!("the number drawn is below the sum over the directions")
    }

    fn rollout(&self, position: &mut Position, rng: &mut Rng) -> Rollout {
        if let Some(outcome) = self.outcome(position) {
            return Rollout { outcome, plies: 0 };
        }
        // No position comes back after a capture: only the keys since the last one matter, and there are few.
        let mut keys = [0; QUIET_LIMIT + 1];
        keys[0] = self.key(position);
        let (mut quiet, mut plies) = (0, 0);
        loop {
            let enemies = position.men[position.to_move.other().index()];
            let mv = self.random_move(position, rng);
            self.play(position, mv);
            plies += 1;
            quiet = if position.men[position.to_move.index()] == enemies { quiet + 1 } else { 0 };
            let key = self.key(position);
            let before = keys[..quiet].iter().filter(|&&seen| seen == key).count();
            keys[quiet] = key;
            let stop = if before >= 2 {
                Some(Stop::Repetition)
            } else if quiet == QUIET_LIMIT {
                Some(Stop::Quiet)
            } else {
                None
            };
            let by_line = || stop.map(|stop| self.adjudicate(position, stop));
            if let Some(outcome) = self.outcome(position).or_else(by_line) {
                return Rollout { outcome, plies };
            }
        }
    }

    fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let image = |from: usize| bit(self.symmetries.map(symmetry, cell(from)));
        let men = position.men.map(|men| men.cells().fold(0, |set, from| set | 1 << image(from)));
        Position { men, ..*position }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        let image = |from: u8| bit(self.symmetries.map(symmetry, cell(from.into()))) as u8;
        Move { from: image(mv.from), to: image(mv.to) }
    }

    fn line_rules(&self) -> LineRules {
        LineRules::with_quiet(QUIET_LIMIT as u32)
    }

    fn is_progress(&self, position: &Position, mv: Move) -> bool {
        let own = position.men[position.to_move.index()] ^ (1 << mv.from | 1 << mv.to);
        captured(1 << mv.to, own, position.men[position.to_move.other().index()]) != 0
    }

    fn adjudicate(&self, position: &Position, stop: Stop) -> Outcome {
        match stop {
            Stop::Repetition => Outcome::scored(Self::blocked(position), &REPETITION),
            Stop::Quiet => Outcome::scored(Self::difference(position), &QUIET),
        }
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(board::SQUARE.letter_grid())
    }
}

/// Makes the step of the man on a cell in a direction.
#[inline]
fn step(from: usize, direction: usize) -> Move {
    Move { from: from as u8, to: shift(1 << from, direction).trailing_zeros() as u8 }
}
