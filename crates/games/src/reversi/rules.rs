//! The rules.

use damier_core::board::{Origin, Square, Symmetries, zobrist};
use damier_core::text::{fields, read_rows, read_seat, write_rows, write_seat};
use damier_core::{
    Fault, Flow, Game, LetterGrid, Outcome, Reason, Rng, Rollout, Seat, SeatInfo, Side, Stamp, Text,
};

use super::Word;
use super::bits::{flips, mobility};

pub(super) const HOLDS: [Text; 3] =
    [Text::new("libre", "free"), Text::new("noir", "black"), Text::new("blanc", "white")];

/// What can stand on a cell.
pub(super) static STAMPS: [Stamp; 2] = [Stamp::piece('b', HOLDS[1]), Stamp::piece('w', HOLDS[2])];

static SEATS: [SeatInfo; 2] =
    [SeatInfo::new(Side::First, "b", "Noir", "Black"), SeatInfo::new(Side::Second, "w", "Blanc", "White")];

static TEAMS: [SeatInfo; 4] = [
    SeatInfo::new(Side::First, "b1", "Noir 1", "Black 1"),
    SeatInfo::new(Side::Second, "w1", "Blanc 1", "White 1"),
    SeatInfo::new(Side::First, "b2", "Noir 2", "Black 2"),
    SeatInfo::new(Side::Second, "w2", "Blanc 2", "White 2"),
];

static DISCS: Reason = Reason::new(
    "discs",
    "Personne ne peut plus jouer : on compte les pions",
    "Nobody can move any more: the discs are counted",
);

/// How the four first discs lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Each colour on a diagonal.
    Diagonal,
    /// Black on the upper row, White on the lower.
    Parallel,
}

/// The rules of reversi on a board of `SIZE` × `SIZE` whose cells fit in a `W`.
#[derive(Debug)]
pub struct Reversi<W: Word, const SIZE: u32> {
    pub(super) board: Square,
    pub(super) start: Position<W>,
    /// Two seats or four.
    seats: &'static [SeatInfo],
    symmetries: Symmetries,
}

/// A position of reversi, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<W> {
    /// The discs of the side to move.
    pub(super) own: W,
    /// The discs of the other side.
    pub(super) other: W,
    /// The number of the seat to move: even for Black, odd for White.
    pub(super) seat: u8,
}

/// A move of reversi: a cell, or the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(super) u8);

pub(super) const PASS: Move = Move(u8::MAX);

impl<W: Word> Position<W> {
    /// Makes a position from the discs of Black and White.
    fn new([black, white]: [W; 2], seat: Seat) -> Position<W> {
        let (own, other) = if seat.0 & 1 == 0 { (black, white) } else { (white, black) };
        Position { own, other, seat: seat.0 }
    }

    /// Returns the discs of Black and White.
    pub(super) fn discs(&self) -> [W; 2] {
        match self.side() {
            Side::First => [self.own, self.other],
            Side::Second => [self.other, self.own],
        }
    }

    /// Returns the side to move: Black's seats have even numbers.
    pub(super) fn side(&self) -> Side {
        if self.seat & 1 == 0 { Side::First } else { Side::Second }
    }

    /// Returns how many discs Black and White have.
    pub(super) fn score(&self) -> [i32; 2] {
        self.discs().map(|discs| discs.count() as i32)
    }
}

impl<W: Word, const SIZE: u32> Reversi<W, SIZE> {
    /// Makes the rules for one of the two starts, with two seats or two teams of two.
    pub fn new(start: Start, teams: bool) -> Reversi<W, SIZE> {
        // The cells must fit in the word, and lines be short enough for the walks in `bits`.
        const {
            assert!(SIZE.is_multiple_of(2) && SIZE >= 4 && SIZE <= 10);
            assert!((SIZE * SIZE) as usize <= 8 * size_of::<W>());
        }
        let board = Square::new(SIZE as usize, Origin::Top);
        let symmetries = board.symmetries();
        let (low, high) = (SIZE / 2 - 1, SIZE / 2);
        let pair = |a: (u32, u32), b: (u32, u32)| W::ONE << (a.1 * SIZE + a.0) | W::ONE << (b.1 * SIZE + b.0);
        let discs = match start {
            Start::Diagonal => [pair((high, low), (low, high)), pair((low, low), (high, high))],
            Start::Parallel => [pair((low, low), (high, low)), pair((low, high), (high, high))],
        };
        let seats: &[SeatInfo] = if teams { &TEAMS } else { &SEATS };
        Reversi { board, start: Position::new(discs, Seat(0)), seats, symmetries }
    }

    /// Returns where the side to move may set a disc.
    fn free(position: &Position<W>) -> W {
        mobility::<W, SIZE>(position.own, position.other)
    }

    /// Says whether the side that is not to move could set a disc, were it its turn.
    fn other_moves(position: &Position<W>) -> bool {
        mobility::<W, SIZE>(position.other, position.own) != W::NONE
    }

    /// Sets a disc for the side to move, and turns what it catches.
    #[inline]
    fn set(&self, position: &mut Position<W>, cell: u32) {
        let turned = flips::<W, SIZE>(cell, position.own, position.other);
        let own = position.own | turned | W::ONE << cell;
        *position = Position { own: position.other & !turned, other: own, seat: self.next(position.seat) };
    }

    #[inline]
    fn pass(&self, position: &mut Position<W>) {
        let Position { own, other, seat } = *position;
        *position = Position { own: other, other: own, seat: self.next(seat) };
    }

    #[inline]
    fn next(&self, seat: u8) -> u8 {
        // There are two seats or four.
        (seat + 1) & (self.seats.len() as u8 - 1)
    }

    /// Reads the form in which problems of Othello are passed on: the cells from a1, row by row, as `X`, `O` and `-`,
    /// and the side to move.
    fn parse_problem(&self, cells: &str, side: &str) -> Result<Position<W>, Fault> {
        let count = cells.chars().count();
        if count != self.board.cells() {
            let (size, wanted) = (SIZE, self.board.cells());
            return Err(Fault::new(
                format!(
                    "position : {count} cases au lieu de {wanted} ; attendu : {size} rangées séparées par « / », \
                     ou {wanted} caractères parmi « X O - »"
                ),
                format!(
                    "position: {count} cells instead of {wanted}; expected: {size} rows separated by \"/\", or \
                     {wanted} characters among \"X O -\""
                ),
            ));
        }
        let mut discs = [W::NONE; 2];
        for (cell, character) in cells.chars().enumerate() {
            match character {
                'X' => discs[0] |= W::ONE << cell as u32,
                'O' => discs[1] |= W::ONE << cell as u32,
                '-' | '.' => {}
                _ => {
                    let (place, name) = (cell + 1, self.board.name(cell));
                    return Err(Fault::new(
                        format!(
                            "position, caractère {place} ({name}) : « {character} » au lieu de « X O - »"
                        ),
                        format!("position, character {place} ({name}): \"{character}\" is none of \"X O -\""),
                    ));
                }
            }
        }
        let seat = match side {
            "X" | "Black" => Seat(0),
            "O" | "White" => Seat(1),
            _ => {
                return Err(Fault::new(
                    format!("position, trait : « {side} » ; attendu : X, O, Black, White"),
                    format!("position, seat to move: \"{side}\"; expected one of: X, O, Black, White"),
                ));
            }
        };
        Ok(Position::new(discs, seat))
    }
}

impl<W: Word, const SIZE: u32> Game for Reversi<W, SIZE> {
    type Position = Position<W>;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        self.seats
    }

    fn start(&self, _rng: &mut Rng) -> Position<W> {
        self.start
    }

    fn to_move(&self, position: &Position<W>) -> Seat {
        Seat(position.seat)
    }

    fn side_to_move(&self, position: &Position<W>) -> Side {
        position.side()
    }

    #[inline]
    fn each_move(&self, position: &Position<W>, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let free = Self::free(position);
        if free == W::NONE {
            return if Self::other_moves(position) { visit(PASS) } else { Flow::Continue(()) };
        }
        for cell in free.cells() {
            visit(Move(cell as u8))?;
        }
        Flow::Continue(())
    }

    #[inline]
    fn play(&self, position: &mut Position<W>, mv: Move) {
        if mv == PASS {
            self.pass(position);
        } else {
            self.set(position, u32::from(mv.0));
        }
    }

    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        let over = !self.has_move(position);
        over.then(|| Outcome::scored(position.score(), &DISCS))
    }

    fn key(&self, position: &Position<W>) -> u64 {
        // Computed when asked for: cheaper than to follow every disc that turns.
        let [black, white] = position.discs();
        zobrist::feature(12, position.seat as usize) ^ black.hash(1200) ^ white.hash(1201)
    }

    fn write_move(&self, _position: &Position<W>, mv: Move, out: &mut String) {
        if mv == PASS {
            out.push_str("pass");
        } else {
            self.board.write(mv.0 as usize, out);
        }
    }

    fn write_position(&self, position: &Position<W>, out: &mut String) {
        let [black, white] = position.discs();
        let disc = |cell| {
            if black.has(cell) {
                'b'
            } else if white.has(cell) {
                'w'
            } else {
                '.'
            }
        };
        write_rows(&self.board.rows(), disc, out);
        write_seat(self.to_move(position), self.seats, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, Fault> {
        let shape = if self.seats.len() == 4 { "ROWS b1|w1|b2|w2" } else { "ROWS b|w" };
        let [rows, seat] = fields(text, shape)?;
        if !rows.contains('/') {
            return self.parse_problem(rows, seat);
        }
        let mut discs = [W::NONE; 2];
        for (cell, disc) in read_rows(rows, &self.board.rows(), ".bw")?.into_iter().enumerate() {
            if disc > 0 {
                discs[disc as usize - 1] |= W::ONE << cell as u32;
            }
        }
        Ok(Position::new(discs, read_seat(seat, self.seats)?))
    }

    #[inline]
    fn count_moves(&self, position: &Position<W>) -> u64 {
        // Written out rather than called: counting trees spends most of its time here.
        match mobility::<W, SIZE>(position.own, position.other).count() {
            0 => u64::from(Self::other_moves(position)),
            count => u64::from(count),
        }
    }

    #[inline]
    fn has_move(&self, position: &Position<W>) -> bool {
        Self::free(position) != W::NONE || Self::other_moves(position)
    }

    #[inline]
    fn is_legal(&self, position: &Position<W>, mv: Move) -> bool {
        let free = Self::free(position);
        if mv == PASS {
            free == W::NONE && Self::other_moves(position)
        } else {
            u32::from(mv.0) < SIZE * SIZE && free.has(mv.0 as usize)
        }
    }

    fn why_not(&self, position: &Position<W>, text: &str) -> Option<Fault> {
        let last = self.board.name(self.board.cells() - 1);
        Some(match self.board.read(text) {
            Some(cell) if (position.own | position.other).has(cell) => Fault::new(
                format!("coup impossible : {text} est déjà prise"),
                format!("impossible move: {text} is taken"),
            )
            .by_rule(2),
            Some(_) if Self::free(position) == W::NONE => Fault::new(
                format!("coup impossible : {text} ne retourne rien, il faut passer (« pass »)"),
                format!("impossible move: {text} turns nothing, one has to \"pass\""),
            )
            .by_rule(5),
            Some(_) => Fault::new(
                format!("coup impossible : {text} ne retourne aucun pion"),
                format!("impossible move: {text} turns no disc"),
            )
            .by_rule(2),
            None if text == "pass" => Fault::new(
                "coup impossible : on ne passe que si l'on ne peut retourner aucun pion",
                "impossible move: one passes only when no disc can be turned",
            )
            .by_rule(5),
            None => Fault::new(
                format!("coup impossible : « {text} » n'est pas une case de a1 à {last}"),
                format!("impossible move: \"{text}\" is not a cell from a1 to {last}"),
            ),
        })
    }

    #[inline]
    fn random_move(&self, position: &Position<W>, rng: &mut Rng) -> Move {
        let free = Self::free(position);
        match free.count() {
            0 => {
                assert!(Self::other_moves(position), "a finished game has no move to draw");
                PASS
            }
            count => Move(free.select(rng.below(count)) as u8),
        }
    }

    fn rollout(&self, position: &mut Position<W>, rng: &mut Rng) -> Rollout {
        let mut plies = 0;
        loop {
            let free = Self::free(position);
            if free != W::NONE {
                let cell = free.select(rng.below(free.count()));
                self.set(position, cell as u32);
            } else if Self::other_moves(position) {
                self.pass(position);
            } else {
                return Rollout { outcome: Outcome::scored(position.score(), &DISCS), plies };
            }
            plies += 1;
        }
    }

    fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    fn transform(&self, position: &Position<W>, symmetry: usize) -> Position<W> {
        let moved = |cell| W::ONE << self.symmetries.map(symmetry, cell) as u32;
        let image = |discs: W| discs.cells().fold(W::NONE, |image, cell| image | moved(cell));
        Position { own: image(position.own), other: image(position.other), seat: position.seat }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        if mv == PASS { mv } else { Move(self.symmetries.map(symmetry, mv.0 as usize) as u8) }
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(self.board.letter_grid())
    }
}
