//! The rules.

pub(super) use damier_core::WHITE_BLACK as SEATS;
use damier_core::board::{Bits, Graph, Origin, Square, Symmetries, zobrist};
use damier_core::text::{letter, write_rows, write_seat};
use damier_core::{
    Fault, Flow, Game, LetterGrid, LineRules, Outcome, QUIET, REPETITION, Reason, Rng, Seat, SeatInfo, Side,
    Stamp, Stop, Text,
};

use super::text;

pub(super) const HOLDS: [Text; 3] =
    [Text::new("libre", "free"), Text::new("blanc", "white"), Text::new("noir", "black")];

/// What can stand on a cell.
pub(super) static STAMPS: [Stamp; 2] = [Stamp::piece('w', HOLDS[1]), Stamp::piece('b', HOLDS[2])];

static TREASURE_TAKEN: Reason =
    Reason::new("treasure", "Un chercheur est entré dans le trésor", "A seeker has entered the treasure");

static SEEKERS_TAKEN: Reason =
    Reason::new("seekers-taken", "Le dernier chercheur est pris", "The last seeker is captured");

/// A set of points: bit `7 * rank + file`, both from 0.
pub(super) type ChercheursPoints = u64;

/// The side of the board in points, and their number.
pub(super) const SIDE: usize = 7;

pub(super) const POINTS: usize = SIDE * SIDE;

/// The treasure, d4.
pub(super) const TREASURE: u8 = 24;

/// How many men a side has at the start.
pub(super) const MEN: u32 = 8;

/// How many lentils lie on the treasure at the start.
pub(super) const LENTILS: i32 = 16;

/// The quiet limit: so many plies without a capture.
const QUIET_PLIES: u32 = 100;

/// The most moves a position can have: eight men in eight directions each, by step or by jump.
const MOST_MOVES: usize = 64;

/// The rules of Les chercheurs de trésor.
#[derive(Debug)]
pub struct Chercheurs {
    pub(super) board: Square,
    pub(super) lines: Graph,
    /// The points joined to each point.
    pub(super) near: [ChercheursPoints; POINTS],
    /// The jumps from each point as sets of the point jumped and the point reached; the first `counts` are meant.
    pub(super) jumps: [[(ChercheursPoints, u8); 8]; POINTS],
    pub(super) counts: [u8; POINTS],
    symmetries: Symmetries,
}

/// A position of Les chercheurs de trésor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) men: [ChercheursPoints; 2],
    pub(super) to_move: Side,
}

/// A move of Les chercheurs de trésor: a step, a jump, or the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) jump: bool,
}

pub(super) const PASS: Move = Move { from: u8::MAX, to: u8::MAX, jump: false };

impl Position {
    /// Returns the lentils that each side has won.
    ///
    /// Each capture earned one, so that they are as many as the enemy's missing men; whoever ends the game by taking the
    /// treasure has the rest too.
    pub(super) fn lentils(&self) -> [i32; 2] {
        let missing = |side: usize| (MEN - self.men[side].count_ones()) as i32;
        let won = [missing(1), missing(0)];
        if self.treasure_entered() {
            [LENTILS - won[1], won[1]]
        } else if self.men[0] == 0 {
            [won[0], LENTILS - won[0]]
        } else {
            won
        }
    }

    pub(super) fn treasure_entered(&self) -> bool {
        self.men[0] >> TREASURE & 1 == 1
    }

    /// Returns the points that the side to move may come to: the free ones, for Black without the treasure.
    pub(super) fn open(&self) -> ChercheursPoints {
        let free = !(self.men[0] | self.men[1]) & ((1 << POINTS) - 1);
        if self.to_move == Side::Second { free & !(1 << TREASURE) } else { free }
    }
}

impl Default for Chercheurs {
    fn default() -> Chercheurs {
        Chercheurs::new()
    }
}

impl Chercheurs {
    /// Makes the rules.
    pub fn new() -> Chercheurs {
        let board = Square::new(SIDE, Origin::Bottom);
        let place = |point: usize| (board.file(point) as i32, board.rank(point) as i32);
        let points: Vec<_> = (0..POINTS).map(|point| (board.name(point), place(point))).collect();
        let even = |(x, y): (i32, i32)| (x + y) % 2 == 0;
        let straight = |a: (i32, i32), b: (i32, i32)| a.0 == b.0 || a.1 == b.1;
        let lines = Graph::new(&points, |a, b| straight(a, b) || (even(a) && even(b)));
        let mut near = [0; POINTS];
        let mut jumps = [[(0, 0); 8]; POINTS];
        let mut counts = [0; POINTS];
        for point in 0..POINTS {
            for direction in 0..8 {
                let Some(next) = lines.step(point, direction) else {
                    continue;
                };
                near[point] |= 1 << next;
                // A line that reaches the treasure ends there.
                let reached = lines.step(next, direction).filter(|_| next != TREASURE as usize);
                if let Some(reached) = reached {
                    jumps[point][counts[point] as usize] = (1 << next, reached as u8);
                    counts[point] += 1;
                }
            }
        }
        Chercheurs { symmetries: board.symmetries(), board, lines, near, jumps, counts }
    }

    /// Writes the moves of the side to move into `list` and returns how many there are.
    ///
    /// One side at least can always step: the points other than the treasure hang together, so that some man stands next
    /// to a free one. Two passes in a row therefore never happen, and no position has to remember a pass.
    fn list(&self, position: &Position, list: &mut [Move; MOST_MOVES]) -> usize {
        let side = position.to_move.index();
        let (open, enemy) = (position.open(), position.men[1 - side]);
        let mut count = 0;
        for cell in position.men[side].cells() {
            let (from, near) = (cell as u8, self.near[cell]);
            for to in (near & open).cells() {
                list[count] = Move { from, to: to as u8, jump: false };
                count += 1;
            }
            if near & enemy == 0 {
                continue;
            }
            for &(over, to) in &self.jumps[cell][..self.counts[cell] as usize] {
                if over & enemy != 0 && open >> to & 1 == 1 {
                    list[count] = Move { from, to, jump: true };
                    count += 1;
                }
            }
        }
        if count == 0 {
            list[0] = PASS;
            count = 1;
        }
        count
    }

    /// Returns the image of a set of points under a symmetry.
    fn image(&self, points: ChercheursPoints, symmetry: usize) -> ChercheursPoints {
        points.cells().fold(0, |set, point| set | 1 << self.symmetries.map(symmetry, point))
    }
}

impl Game for Chercheurs {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        let seekers = ["a1", "d1", "g1", "a4", "g4", "a7", "d7", "g7"];
        let seekers = seekers.iter().filter_map(|name| self.board.read(name));
        Position {
            men: [seekers.fold(0, |men, point| men | 1 << point), self.near[TREASURE as usize]],
            to_move: Side::First,
        }
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.to_move as u8)
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        if !self.has_move(position) {
            return Flow::Continue(());
        }
        let mut moves = [PASS; MOST_MOVES];
        let count = self.list(position, &mut moves);
        moves[..count].iter().try_for_each(|&mv| visit(mv))
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let side = position.to_move.index();
        if mv != PASS {
            position.men[side] ^= 1 << mv.from | 1 << mv.to;
            if mv.jump {
                // The numbers of points in a line are evenly spaced.
                position.men[1 - side] ^= 1 << ((mv.from + mv.to) / 2);
            }
        }
        position.to_move = position.to_move.other();
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let reason = if position.treasure_entered() {
            &TREASURE_TAKEN
        } else if position.men[0] == 0 {
            &SEEKERS_TAKEN
        } else {
            return None;
        };
        Some(Outcome::scored(position.lentils(), reason))
    }

    fn key(&self, position: &Position) -> u64 {
        // In halves, so that a machine with 32-bit numbers finds the same key.
        let half = |salt: u64, points: ChercheursPoints| {
            zobrist::feature(salt, (points & 0x1ff_ffff) as usize)
                ^ zobrist::feature(salt + 1, (points >> 25) as usize)
        };
        let black = if position.to_move == Side::Second { zobrist::feature(34, 0) } else { 0 };
        half(30, position.men[0]) ^ half(32, position.men[1]) ^ black
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        if mv == PASS {
            out.push_str("pass");
            return;
        }
        self.board.write(mv.from as usize, out);
        out.push(if mv.jump { 'x' } else { '-' });
        self.board.write(mv.to as usize, out);
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        let man = |place: usize| {
            let point = self.board.reading(place);
            letter(position.men.map(|men| men >> point & 1 == 1), ['w', 'b'])
        };
        write_rows(&self.board.rows(), man, out);
        write_seat(self.to_move(position), &SEATS, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        text::parse_position(self, text)
    }

    fn count_moves(&self, position: &Position) -> u64 {
        if self.has_move(position) { self.list(position, &mut [PASS; MOST_MOVES]) as u64 } else { 0 }
    }

    fn has_move(&self, position: &Position) -> bool {
        !position.treasure_entered() && position.men[0] != 0
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        text::why_not(self, position, text)
    }

    fn random_move(&self, position: &Position, rng: &mut Rng) -> Move {
        assert!(self.has_move(position), "a finished game has no moves");
        let mut moves = [PASS; MOST_MOVES];
        let count = self.list(position, &mut moves);
        moves[rng.below(count as u32) as usize]
    }

    fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        Position { men: position.men.map(|men| self.image(men, symmetry)), to_move: position.to_move }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        if mv == PASS {
            return mv;
        }
        let image = |point: u8| self.symmetries.map(symmetry, point as usize) as u8;
        Move { from: image(mv.from), to: image(mv.to), jump: mv.jump }
    }

    fn line_rules(&self) -> LineRules {
        LineRules::with_quiet(QUIET_PLIES)
    }

    fn is_progress(&self, _position: &Position, mv: Move) -> bool {
        mv.jump
    }

    fn adjudicate(&self, position: &Position, stop: Stop) -> Outcome {
        let reason = match stop {
            Stop::Repetition => &REPETITION,
            Stop::Quiet => &QUIET,
        };
        Outcome::scored(position.lentils(), reason)
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(self.board.letter_grid())
    }
}
