//! The rules.

pub(super) use damier_core::WHITE_BLACK as SEATS;
use damier_core::board::{Bits, Origin, Square, Symmetries, zobrist};
use damier_core::{
    Fault, Flow, Game, LetterGrid, LineRules, Outcome, Reason, Rng, Seat, SeatInfo, Side, Stamp, Text,
};

use super::text;

pub(super) const HOLDS: [Text; 3] =
    [Text::new("libre", "free"), Text::new("blanc", "white"), Text::new("noir", "black")];

/// What can stand on a cell.
pub(super) static STAMPS: [Stamp; 2] = [Stamp::piece('w', HOLDS[1]), Stamp::piece('b', HOLDS[2])];

static BLOCKED: Reason = Reason::new("blocked", "Plus aucun pas permis", "No step is allowed any more");

/// The board: files from the left, row 1 at the top.
pub(super) const BOARD: Square = Square::new(5, Origin::Top);

/// How many cells there are.
pub(super) const CELLS: usize = 25;

/// How many men each side has.
pub(super) const MEN: u32 = 6;

const ALL: u32 = (1 << CELLS) - 1;

const FILE_A: u32 = 0b00001_00001_00001_00001_00001;

const FILE_E: u32 = FILE_A << 4;

/// The sizes that count, as a set of numbers: 2 or 4 for White, 3 or 5 for Black.
pub(super) const SIZES: [u32; 2] = [1 << 2 | 1 << 4, 1 << 3 | 1 << 5];

/// The largest size that counts.
const LARGEST: u32 = 5;

/// The most moves a side can have: four for each man.
const MOST_MOVES: usize = 4 * MEN as usize;

/// The start, rows from the top.
pub(super) const START: &str = "..b../wbwbw/...../wbwbw/..b.. w";

/// The rules of Simultana.
#[derive(Debug)]
pub struct Simultana {
    symmetries: Symmetries,
}

/// A position of Simultana.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// White's men and Black's.
    pub(super) men: [u32; 2],
    pub(super) to_move: Side,
}

/// A move: a man's cell and the free cell beside it where he goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
}

/// Returns the cells that touch a set, and some of the set itself.
#[inline]
pub(super) const fn beside(set: u32) -> u32 {
    (set << 5 | set >> 5 | (set & !FILE_E) << 1 | (set & !FILE_A) >> 1) & ALL
}

/// Returns the connected set of free cells around `seed`, or more than [`LARGEST`] cells of it if it is larger.
#[inline]
fn hollow(free: u32, seed: u32) -> u32 {
    let mut set = seed;
    loop {
        let grown = set | beside(set) & free;
        if grown == set || grown.count_ones() > LARGEST {
            return grown;
        }
        set = grown;
    }
}

/// Says whether a man of `side` touches a set of free cells of a size that counts for him.
#[inline]
pub(super) fn touches_right_size(free: u32, man: u32, side: Side) -> bool {
    let sizes = SIZES[side.index()];
    let mut touching = beside(man) & free;
    while touching != 0 {
        let set = hollow(free, touching & touching.wrapping_neg());
        if sizes >> set.count_ones() & 1 == 1 {
            return true;
        }
        // What is left of a larger set is met again, and refused again.
        touching &= !set;
    }
    false
}

impl Position {
    #[inline]
    pub(super) fn free(&self) -> u32 {
        ALL & !(self.men[0] | self.men[1])
    }

    /// Says whether the mover may step from a cell to a free one beside it.
    #[inline]
    fn allows(&self, from: u32, to: u32) -> bool {
        touches_right_size(self.free() ^ from ^ to, to, self.to_move)
    }
}

impl Simultana {
    /// Makes the rules.
    pub fn new() -> Simultana {
        Simultana { symmetries: BOARD.symmetries() }
    }

    fn map_set(&self, symmetry: usize, set: u32) -> u32 {
        set.cells().fold(0, |image, cell| image | 1 << self.symmetries.map(symmetry, cell))
    }
}

impl Default for Simultana {
    fn default() -> Simultana {
        Simultana::new()
    }
}

impl Game for Simultana {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        self.parse_position(START).expect("the start is a position")
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.to_move as u8)
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let free = position.free();
        let mut men = position.men[position.to_move.index()];
        while men != 0 {
            let from = men & men.wrapping_neg();
            men ^= from;
            let mut targets = beside(from) & free;
            while targets != 0 {
                let to = targets & targets.wrapping_neg();
                targets ^= to;
                if position.allows(from, to) {
                    visit(Move { from: from.trailing_zeros() as u8, to: to.trailing_zeros() as u8 })?;
                }
            }
        }
        Flow::Continue(())
    }

    fn play(&self, position: &mut Position, mv: Move) {
        position.men[position.to_move.index()] ^= 1 << mv.from | 1 << mv.to;
        position.to_move = position.to_move.other();
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (!self.has_move(position)).then(|| Outcome::win(position.to_move.other(), &BLOCKED))
    }

    fn key(&self, position: &Position) -> u64 {
        let [white, black] = position.men;
        zobrist::feature(17, (white as usize) << 1 | position.to_move.index())
            ^ zobrist::feature(117, black as usize)
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        BOARD.write(mv.from as usize, out);
        out.push('-');
        BOARD.write(mv.to as usize, out);
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        text::write(position, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        text::read(text)
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        if mv.from as usize >= CELLS || mv.to as usize >= CELLS {
            return false;
        }
        let (from, to) = (1 << mv.from, 1 << mv.to);
        let own = position.men[position.to_move.index()] & from != 0;
        own && beside(from) & position.free() & to != 0 && position.allows(from, to)
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        Some(text::explain(position, text))
    }

    fn random_move(&self, position: &Position, rng: &mut Rng) -> Move {
        // Testing a step costs more than keeping it: the moves are listed once rather than counted, then found.
        let mut moves = [Move::default(); MOST_MOVES];
        let mut count = 0;
        let _ = self.each_move(position, &mut |mv| {
            moves[count] = mv;
            count += 1;
            Flow::Continue(())
        });
        moves[rng.below(count as u32) as usize]
    }

    fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        Position { men: position.men.map(|men| self.map_set(symmetry, men)), ..*position }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        let map = |cell: u8| self.symmetries.map(symmetry, cell as usize) as u8;
        Move { from: map(mv.from), to: map(mv.to) }
    }

    fn line_rules(&self) -> LineRules {
        LineRules::REPETITION
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(BOARD.letter_grid())
    }
}
