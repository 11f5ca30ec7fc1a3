//! The rules.

use damier_core::board::{Origin, Square, Symmetries, zobrist};
use damier_core::text::{fields, letter, read_rows, read_seat, write_rows, write_seat};
use damier_core::{
    Draft, Fault, Flow, Game, LetterGrid, Outcome, Reason, Rng, Seat, SeatInfo, Side, Stamp, Text,
};

/// What a cell holds: nothing, a cross, a nought.
pub(super) const HOLDS: [Text; 3] =
    [Text::new("libre", "free"), Text::new("croix", "cross"), Text::new("rond", "nought")];

/// What can be put on a cell when a position is set up by hand, by the letters of positions.
pub(super) static STAMPS: [Stamp; 2] = [Stamp::piece('x', HOLDS[1]), Stamp::piece('o', HOLDS[2])];

/// The board; cell 0 is a1.
pub(super) static BOARD: Square = Square::new(3, Origin::Bottom);

static SEATS: [SeatInfo; 2] = [
    SeatInfo::new(Side::First, "x", "Croix", "Cross"), //
    SeatInfo::new(Side::Second, "o", "Rond", "Nought"),
];

static THREE: Reason = Reason::new("three-in-a-row", "Trois signes alignés", "Three marks in a row");

static FULL: Reason = Reason::new("full", "Le plateau est plein", "The board is full");

/// A set of cells: bit 0 is cell 0.
type Cells = u16;

const ALL: Cells = 0b111_111_111;

/// The three ranks, the three files, the two diagonals.
const ROWS: [Cells; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The rules of Tic-tac-toe.
#[derive(Debug)]
pub struct TicTacToe {
    symmetries: Symmetries,
}

/// A position of Tic-tac-toe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells with First's marks and Second's. Whose turn it is follows from their numbers.
    pub(super) marks: [Cells; 2],
}

/// A move of Tic-tac-toe: the cell that gets a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(u8);

impl Position {
    fn to_move(self) -> Side {
        let [first, second] = self.marks.map(Cells::count_ones);
        if first == second { Side::First } else { Side::Second }
    }

    fn free(self) -> Cells {
        ALL & !(self.marks[0] | self.marks[1])
    }
}

fn has_row(marks: Cells) -> bool {
    ROWS.iter().any(|row| marks & row == *row)
}

impl TicTacToe {
    /// Makes the rules.
    pub fn new() -> TicTacToe {
        TicTacToe { symmetries: BOARD.symmetries() }
    }
}

impl Default for TicTacToe {
    fn default() -> TicTacToe {
        TicTacToe::new()
    }
}

impl Game for TicTacToe {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        Position { marks: [0, 0] }
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.to_move() as u8)
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        if self.outcome(position).is_none() {
            for cell in (0..9).filter(|cell| position.free() >> cell & 1 == 1) {
                visit(Move(cell))?;
            }
        }
        Flow::Continue(())
    }

    fn play(&self, position: &mut Position, mv: Move) {
        position.marks[position.to_move().index()] |= 1 << mv.0;
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let mover = position.to_move().other();
        if has_row(position.marks[mover.index()]) {
            return Some(Outcome::win(mover, &THREE));
        }
        (position.free() == 0).then(|| Outcome::draw(&FULL))
    }

    fn key(&self, position: &Position) -> u64 {
        // Every position has a number of its own here. The salt is free: keys of two games never meet.
        zobrist::feature(1, usize::from(position.marks[0]) << 9 | usize::from(position.marks[1]))
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        BOARD.write(mv.0.into(), out);
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        let mark = |place: usize| {
            let cell = BOARD.reading(place);
            letter(position.marks.map(|marks| marks >> cell & 1 == 1), ['x', 'o'])
        };
        write_rows(&BOARD.rows(), mark, out);
        write_seat(self.to_move(position), &SEATS, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        let [rows, seat] = fields(text, "ROWS x|o")?;
        // The cells of each character: free, First's, Second's.
        let mut sets = [0; 3];
        for (place, &holds) in read_rows(rows, &BOARD.rows(), ".xo")?.iter().enumerate() {
            sets[usize::from(holds)] |= 1 << BOARD.reading(place);
        }
        let [_, first, second] = sets;
        let position = Position { marks: [first, second] };
        let seat = read_seat(seat, &SEATS)?;
        let (first, second) = (first.count_ones(), second.count_ones());
        if first != second + u32::from(seat.0) {
            let [fr, en] = match seat.0 {
                0 => ["à x de jouer, il y en a autant de chaque", "with x to move there are as many of each"],
                _ => ["à o de jouer, il y a un « x » de plus", "with o to move there is one \"x\" more"],
            };
            return Err(Fault::new(
                format!("position : {first} « x » et {second} « o » ; {fr}"),
                format!("position: {first} \"x\" and {second} \"o\"; {en}"),
            ));
        }
        if has_row(position.marks[seat.index()]) {
            let code = SEATS[seat.index()].code;
            return Err(Fault::new(
                format!("position : {code} a déjà trois signes alignés, la partie était finie"),
                format!("position: {code} has three in a row already, the game was over"),
            ));
        }
        Ok(position)
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        // What names no cell is explained by the words for any impossible move.
        let cell = BOARD.read(text)?;
        (position.free() >> cell & 1 == 0).then(|| {
            Fault::new(
                format!("coup impossible : {text} est déjà prise"),
                format!("impossible move: {text} is taken"),
            )
            .by_rule(2)
        })
    }

    fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let image = |marks: Cells| {
            let cells = (0..9).filter(|cell| marks >> cell & 1 == 1);
            cells.fold(0, |image, cell| image | 1 << self.symmetries.map(symmetry, cell))
        };
        Position { marks: position.marks.map(image) }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        Move(self.symmetries.map(symmetry, mv.0.into()) as u8)
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(BOARD.letter_grid())
    }

    /// By the number of marks one knows whose turn it is.
    fn settle(&self, draft: &mut Draft) {
        draft.seat = Seat((draft.pieces.len() % 2) as u8);
    }
}
