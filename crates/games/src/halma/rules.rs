//! The rules.

use damier_core::board::zobrist;
use damier_core::text::{fields, read_rows, write_rows};
use damier_core::{
    Fault, Flow, Game, LetterGrid, Outcome, Reason, Rng, Rollout, Seat, SeatInfo, Side, Stamp, Text, Verdict,
};

use super::index;

pub(super) const HOLDS: [Text; 3] =
    [Text::new("libre", "free"), Text::new("noir", "black"), Text::new("blanc", "white")];

/// What can stand on a cell.
pub(super) static STAMPS: [Stamp; 2] = [Stamp::piece('b', HOLDS[1]), Stamp::piece('w', HOLDS[2])];

static SEATS: [SeatInfo; 1] = [SeatInfo::new(Side::First, "1", "Joueur", "Player")];

static EXCHANGED: Reason =
    Reason::new("exchanged", "Tous les pions ont changé de place", "All men have changed places");

pub(super) const CELLS: usize = 17;

/// The cells in reading order.
pub(super) const NAMES: [&str; CELLS] =
    ["a5", "b5", "c5", "a4", "b4", "c4", "a3", "b3", "c3", "d3", "e3", "c2", "d2", "e2", "c1", "d1", "e1"];

/// The lengths of the rows, from the top.
const ROWS: [usize; 5] = [3, 3, 5, 3, 3];

pub(super) const CENTRE: u8 = 8;

/// The cells before the centre, where the black men start, and those after it, where they go.
pub(super) const UPPER: u32 = 0xff;

pub(super) const LOWER: u32 = 0xff << 9;

/// The texts of the moves: steps, then jumps, each to the north, south, east, west (ouest).
pub(super) const TEXTS: [&str; 8] = ["dN", "dS", "dE", "dO", "sN", "sS", "sE", "sO"];

/// Where the directions lead: files to the right, ranks upwards.
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

/// Returns the file and rank of a cell about the centre.
pub(super) fn point(cell: usize) -> (i32, i32) {
    let name = NAMES[cell].as_bytes();
    (i32::from(name[0]) - i32::from(b'c'), i32::from(name[1]) - i32::from(b'3'))
}

pub(super) fn cell_at(wanted: (i32, i32)) -> Option<u8> {
    (0..CELLS).find(|&cell| point(cell) == wanted).map(|cell| cell as u8)
}

/// The rules of the mini-Halma. There is always one free cell, so that the moves depend on it alone.
#[derive(Debug)]
pub struct Halma {
    /// The cell that a man leaves, by the free cell and the move, where there is such a move.
    pub(super) from: [[Option<u8>; 8]; CELLS],
    /// The moves into each cell, and the cells that they leave: the first so many of each row.
    pub(super) moves: [[(Move, u8); 8]; CELLS],
    pub(super) counts: [u8; CELLS],
    /// Eight equally likely draws for each free cell, for random walks: each cell that a man may leave, equally often;
    /// the free cell itself fills up the eight and stands for a draw that is thrown back.
    pub(super) draws: [u8; 256],
    /// Where each cell goes in the mirror.
    mirror: [u8; CELLS],
    pub(super) numbering: index::HalmaNumbering,
}

/// A position of the mini-Halma.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells of the black men. White men stand on all others but the free one.
    pub(super) black: u32,
    /// The free cell.
    pub(super) hole: u8,
}

/// A move of the mini-Halma: whether the man steps or jumps, and its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(super) u8);

pub(super) const START: Position = Position { black: UPPER, hole: CENTRE };

pub(super) const GOAL: Position = Position { black: LOWER, hole: CENTRE };

impl Position {
    /// Moves the man of a cell to the free one.
    #[inline]
    pub(super) fn shift(&mut self, from: u8) {
        let man = self.black >> from & 1;
        self.black = self.black & !(1 << from) | man << self.hole;
        self.hole = from;
    }
}

impl Default for Halma {
    fn default() -> Halma {
        Halma::new()
    }
}

impl Halma {
    /// Makes the rules.
    pub fn new() -> Halma {
        let mut from = [[None; 8]; CELLS];
        let mut moves = [[(Move(0), 0); 8]; CELLS];
        let mut counts = [0; CELLS];
        for hole in 0..CELLS {
            let (file, rank) = point(hole);
            for mv in 0..8 {
                let (east, north) = DIRECTIONS[mv % 4];
                // A jump that lands on the board passes over the board: its rows and columns have no gaps.
                let length = 1 + mv as i32 / 4;
                from[hole][mv] = cell_at((file - length * east, rank - length * north));
                if let Some(cell) = from[hole][mv] {
                    moves[hole][counts[hole] as usize] = (Move(mv as u8), cell);
                    counts[hole] += 1;
                }
            }
        }
        let mut draws = [0; 256];
        for (hole, eight) in draws.chunks_mut(8).take(CELLS).enumerate() {
            eight.fill(hole as u8);
            let count = counts[hole] as usize;
            for (place, draw) in eight.iter_mut().enumerate().take(8 / count * count) {
                *draw = moves[hole][place % count].1;
            }
        }
        let image = |cell| {
            let (file, rank) = point(cell);
            cell_at((-rank, -file)).expect("the board is symmetric about the diagonal a5–e1")
        };
        Halma {
            from,
            moves,
            counts,
            draws,
            mirror: std::array::from_fn(image),
            numbering: index::HalmaNumbering::new(),
        }
    }

    /// Returns the legal moves, each with the cell of its man.
    fn moves_and_men(&self, position: &Position) -> &[(Move, u8)] {
        if *position == GOAL {
            return &[];
        }
        let hole = position.hole as usize;
        &self.moves[hole][..self.counts[hole] as usize]
    }
}

impl Game for Halma {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        START
    }

    fn to_move(&self, _position: &Position) -> Seat {
        Seat(0)
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        self.moves_and_men(position).iter().try_for_each(|&(mv, _)| visit(mv))
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let from = self.from[position.hole as usize][mv.0 as usize];
        position.shift(from.expect("a legal move has its man"));
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let solved = Outcome { verdict: Verdict::Solved, score: None, reason: &EXCHANGED };
        (*position == GOAL).then_some(solved)
    }

    fn key(&self, position: &Position) -> u64 {
        zobrist::feature(8, position.black as usize | (position.hole as usize) << CELLS)
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        out.push_str(TEXTS[mv.0 as usize]);
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        let man = |cell| {
            if cell == position.hole as usize {
                '.'
            } else if position.black >> cell & 1 == 1 {
                'b'
            } else {
                'w'
            }
        };
        write_rows(&ROWS, man, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        let [rows] = fields(text, "ROWS")?;
        let cells = read_rows(rows, &ROWS, ".bw")?;
        let mut counts = [0; 3];
        let mut position = Position { black: 0, hole: 0 };
        for (cell, &man) in cells.iter().enumerate() {
            counts[man as usize] += 1;
            match man {
                0 => position.hole = cell as u8,
                1 => position.black |= 1 << cell,
                _ => {}
            }
        }
        if counts != [1, 8, 8] {
            let [free, black, white] = counts;
            return Err(Fault::new(
                format!(
                    "position : {free} case(s) libre(s), {black} noir(s), {white} blanc(s) ; il faut 1, 8 et 8"
                ),
                format!("position: {free} free cell(s), {black} black, {white} white; expected 1, 8 and 8"),
            ));
        }
        Ok(position)
    }

    fn count_moves(&self, position: &Position) -> u64 {
        self.moves_and_men(position).len() as u64
    }

    fn has_move(&self, position: &Position) -> bool {
        *position != GOAL
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        *position != GOAL && self.from[position.hole as usize][mv.0 as usize].is_some()
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        let (hole, all) = (NAMES[position.hole as usize], TEXTS.join(" "));
        let (fr, en, rule) = if NAMES.contains(&text) && text == hole {
            (
                format!("{hole} est la case libre ; c'est là qu'un pion arrive"),
                format!("{hole} is the free cell; a man comes there"),
                Some(1),
            )
        } else if NAMES.contains(&text) {
            (
                format!("le pion de {text} n'arrive en {hole} ni d'un pas ni d'un saut, en ligne droite"),
                format!(
                    "the man on {text} comes to {hole} neither by a step nor by a jump, in a straight line"
                ),
                Some(4),
            )
        } else if TEXTS.contains(&text) {
            (
                format!("aucun pion ne peut arriver en {hole} par {text}"),
                format!("no man can come to {hole} by {text}"),
                Some(4),
            )
        } else {
            (format!("« {text} » ; les coups sont {all}"), format!("\"{text}\"; the moves are {all}"), None)
        };
        let fault = Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}"));
        Some(rule.map_or(fault.clone(), |rule| fault.by_rule(rule)))
    }

    fn random_move(&self, position: &Position, rng: &mut Rng) -> Move {
        let moves = self.moves_and_men(position);
        moves[rng.below(moves.len() as u32) as usize].0
    }

    fn rollout(&self, position: &mut Position, rng: &mut Rng) -> Rollout {
        // A random walk takes some hundred thousand moves: one random number serves 21 of them, and a draw that is
        // thrown back is a shift from the free cell to itself, which changes nothing and needs no branch.
        let mut walk = *position;
        let mut plies = 0;
        while walk != GOAL {
            let mut bits = rng.bits();
            for _ in 0..21 {
                let from = self.draws[usize::from(walk.hole << 3 | (bits & 7) as u8)];
                bits >>= 3;
                plies += u32::from(from != walk.hole);
                walk.shift(from);
                if walk == GOAL {
                    break;
                }
            }
        }
        *position = walk;
        Rollout { outcome: self.outcome(position).expect("the walk ends at the goal"), plies }
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        if symmetry == 0 {
            return *position;
        }
        let black = (0..CELLS).filter(|&cell| position.black >> cell & 1 == 1);
        Position {
            black: black.fold(0, |set, cell| set | 1 << self.mirror[cell]),
            hole: self.mirror[position.hole as usize],
        }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        // North and west change places, south and east too: the order of the directions is turned round.
        if symmetry == 0 { mv } else { Move(mv.0 & 4 | (3 - (mv.0 & 3))) }
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(LetterGrid::new(&ROWS, |cell| NAMES[cell].to_string()))
    }
}
