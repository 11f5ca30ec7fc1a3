//! The rules.

pub(super) use damier_core::WHITE_BLACK as SEATS;
use damier_core::board::{Bits, Hexagon, Symmetries, zobrist};
use damier_core::{
    Fault, Flow, Game, LetterGrid, LineRules, Outcome, Reason, Rng, Seat, SeatInfo, Side, Stamp, Text,
};

use super::board::{AROUND, AgonCells, BITS, BOARD, CENTRE, RIM, RINGS, STEPS, between_two, bit};
use super::text;

/// Guards, then queens, White's first.
pub(super) const HOLDS: [[Text; 2]; 2] = [
    [Text::new("garde blanc", "white guard"), Text::new("garde noir", "black guard")],
    [Text::new("dame blanche", "white queen"), Text::new("dame noire", "black queen")],
];

/// What can stand on a cell.
pub(super) static STAMPS: [Stamp; 4] = [
    Stamp::piece('w', HOLDS[0][0]),
    Stamp::piece('b', HOLDS[0][1]),
    Stamp::piece('W', HOLDS[1][0]),
    Stamp::piece('B', HOLDS[1][1]),
];

static THRONE: Reason = Reason::new(
    "throne",
    "La dame est au centre, entourée de ses six gardes",
    "The queen is in the centre with her six guards around her",
);

static EMPTY_RING: Reason = Reason::new(
    "empty-ring",
    "Six gardes d'une couleur entourent la case centrale vide",
    "Six guards of one colour ring the empty centre",
);

/// The quiet limit: so many plies without a move to an inner ring or a relocation.
const QUIET_PLIES: u32 = 200;

/// The most moves a position can have: six caught guards, each to any of the 30 cells of the rim.
const MOST_MOVES: usize = 180;

/// One number for each piece on each cell (White's guards, White's queen, Black's guards, Black's queen), and one for
/// Black to move.
static KEYS: [u64; 4 * BITS + 1] = zobrist::table(2);

/// The rules of Agon.
#[derive(Debug)]
pub struct Agon {
    classique: bool,
    pub(super) board: Hexagon,
    /// The bit of each cell, by its number on the board, and back.
    pub(super) bits: [u8; 91],
    numbers: [u8; BITS],
    symmetries: Symmetries,
}

/// A position of Agon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of each colour, the queen included.
    pub(super) pieces: [AgonCells; 2],
    pub(super) key: u64,
    pub(super) queens: [u8; 2],
    pub(super) to_move: Side,
}

/// A move of Agon: a step or a relocation from one cell to another, or the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
}

pub(super) const PASS: Move = Move { from: u8::MAX, to: u8::MAX };

impl Position {
    pub(super) const fn empty() -> Position {
        Position { pieces: [0; 2], key: 0, queens: [0; 2], to_move: Side::First }
    }

    /// Returns the guards of a side.
    pub(super) fn guards(&self, side: Side) -> AgonCells {
        self.pieces[side.index()] & !(1 << self.queens[side.index()])
    }

    /// Says what stands on a cell: whose piece, and whether it is the queen.
    pub(super) fn piece(&self, cell: u8) -> Option<(Side, bool)> {
        let side = [Side::First, Side::Second]
            .into_iter()
            .find(|side| self.pieces[side.index()] >> cell & 1 == 1)?;
        Some((side, self.queens[side.index()] == cell))
    }

    pub(super) fn put(&mut self, side: Side, queen: bool, cell: u8) {
        self.pieces[side.index()] |= 1 << cell;
        self.key ^= KEYS[(2 * side.index() + usize::from(queen)) * BITS + cell as usize];
        if queen {
            self.queens[side.index()] = cell;
        }
    }

    pub(super) fn pass_turn(&mut self) {
        self.to_move = self.to_move.other();
        self.key ^= KEYS[4 * BITS];
    }

    /// Returns the own pieces of the side to move that stand between two enemy pieces.
    pub(super) fn caught(&self) -> AgonCells {
        let side = self.to_move.index();
        self.pieces[side] & between_two(self.pieces[1 - side])
    }

    pub(super) fn turn(&self) -> Turn {
        let side = self.to_move.index();
        let (own, enemy) = (self.pieces[side], self.pieces[1 - side]);
        // Only enemy pieces catch, and they stand still while one moves: what holds before the move holds after it.
        let deadly = between_two(enemy);
        let (caught, queen) = (own & deadly, self.queens[side]);
        let movers = match caught {
            0 => own,
            _ if caught >> queen & 1 == 1 => 1 << queen,
            _ => caught,
        };
        Turn { movers, lawful: BOARD & !(own | enemy | deadly), queen, relocation: caught != 0 }
    }
}

/// What the side to move may do.
pub(super) struct Turn {
    /// The pieces that may move.
    pub(super) movers: AgonCells,
    /// The free cells where no piece of this side would be caught.
    lawful: AgonCells,
    pub(super) queen: u8,
    /// Whether the movers are relocated rather than stepped.
    pub(super) relocation: bool,
}

impl Turn {
    /// Returns where one of the movers may go.
    pub(super) fn targets(&self, from: u8) -> AgonCells {
        match (self.relocation, from == self.queen) {
            (true, true) => self.lawful,
            (true, false) => self.lawful & RIM,
            (false, true) => self.lawful & STEPS[from as usize].cells,
            (false, false) => self.lawful & STEPS[from as usize].cells & !(1 << CENTRE),
        }
    }

    /// Writes the moves into `list` and returns how many there are.
    #[inline]
    fn list(&self, list: &mut [Move; MOST_MOVES]) -> usize {
        let mut count = 0;
        if self.relocation {
            for from in self.movers.cells().map(|cell| cell as u8) {
                for to in self.targets(from).cells() {
                    list[count] = Move { from, to: to as u8 };
                    count += 1;
                }
            }
        } else {
            let halves = [self.lawful as u64, (self.lawful >> 64) as u64];
            let guards = [halves[0] & !(1 << CENTRE), halves[1]];
            for from in self.movers.cells().map(|cell| cell as u8) {
                let open = if from == self.queen { &halves } else { &guards };
                let steps = &STEPS[from as usize];
                // Every step is written down, but counts only if it is lawful: no branch to be guessed wrong.
                for &to in &steps.to[..steps.count as usize] {
                    list[count] = Move { from, to };
                    count += (open[usize::from(to >> 6)] >> (to & 63) & 1) as usize;
                }
            }
        }
        if count == 0 {
            list[0] = PASS;
            count = 1;
        }
        count
    }
}

impl Agon {
    /// Makes the rules, with the sheet's draw or the classical loss for ringing the empty centre.
    pub fn new(classique: bool) -> Agon {
        let board = Hexagon::new(6);
        let bits = std::array::from_fn(|cell| bit(board.axial(cell)));
        let mut numbers = [0; BITS];
        for (cell, &bit) in bits.iter().enumerate() {
            numbers[bit as usize] = cell as u8;
        }
        Agon { classique, bits, numbers, symmetries: board.symmetries(), board }
    }

    /// Reads the name of a cell.
    pub(super) fn read(&self, name: &str) -> Option<u8> {
        self.board.read(name).map(|cell| self.bits[cell])
    }

    /// Returns the name of a cell.
    pub(super) fn name(&self, bit: u8) -> String {
        self.board.name(self.numbers[bit as usize] as usize)
    }

    /// Returns where a symmetry takes a cell.
    fn image(&self, symmetry: usize, bit: u8) -> u8 {
        self.bits[self.symmetries.map(symmetry, self.numbers[bit as usize] as usize)]
    }
}

impl Game for Agon {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        let mut position = Position::empty();
        let places = [
            (Side::First, ["a1", "a5", "e1", "e10", "i8", "j1", "k4"]),
            (Side::Second, ["k6", "a3", "b7", "c1", "g1", "g10", "k2"]),
        ];
        for (side, names) in places {
            for (place, name) in names.into_iter().enumerate() {
                let cell = self.read(name).expect("the start names cells of the board");
                position.put(side, place == 0, cell);
            }
        }
        position
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.to_move as u8)
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        if self.outcome(position).is_some() {
            return Flow::Continue(());
        }
        let turn = position.turn();
        let mut none = true;
        for from in turn.movers.cells().map(|cell| cell as u8) {
            for to in turn.targets(from).cells() {
                none = false;
                visit(Move { from, to: to as u8 })?;
            }
        }
        if none { visit(PASS) } else { Flow::Continue(()) }
    }

    fn play(&self, position: &mut Position, mv: Move) {
        if mv != PASS {
            let side = position.to_move;
            let queen = position.queens[side.index()] == mv.from;
            position.pieces[side.index()] ^= 1 << mv.from;
            position.key ^= KEYS[(2 * side.index() + usize::from(queen)) * BITS + mv.from as usize];
            position.put(side, queen, mv.to);
        }
        position.pass_turn();
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let ringing = |side: &Side| position.guards(*side) & AROUND == AROUND;
        let side = [Side::First, Side::Second].into_iter().find(ringing)?;
        match position.piece(CENTRE) {
            Some((owner, _)) if owner == side => Some(Outcome::win(side, &THRONE)),
            // The enemy queen is caught and will have to leave.
            Some(_) => None,
            None if self.classique => Some(Outcome::win(side.other(), &EMPTY_RING)),
            None => Some(Outcome::draw(&EMPTY_RING)),
        }
    }

    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        if mv == PASS {
            out.push_str("pass");
        } else {
            self.board.write(self.numbers[mv.from as usize] as usize, out);
            out.push('-');
            self.board.write(self.numbers[mv.to as usize] as usize, out);
        }
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        text::write_position(self, position, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        text::parse_position(self, text)
    }

    fn count_moves(&self, position: &Position) -> u64 {
        if self.outcome(position).is_some() {
            return 0;
        }
        position.turn().list(&mut [PASS; MOST_MOVES]) as u64
    }

    fn has_move(&self, position: &Position) -> bool {
        self.outcome(position).is_none()
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        if self.outcome(position).is_some() {
            return false;
        }
        let turn = position.turn();
        if mv == PASS {
            return turn.movers.cells().all(|from| turn.targets(from as u8) == 0);
        }
        let on_board = |cell: u8| (cell as usize) < BITS;
        on_board(mv.from)
            && on_board(mv.to)
            && turn.movers >> mv.from & 1 == 1
            && turn.targets(mv.from) >> mv.to & 1 == 1
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        text::why_not(self, position, text)
    }

    fn random_move(&self, position: &Position, rng: &mut Rng) -> Move {
        assert!(self.outcome(position).is_none(), "a finished game has no moves");
        let mut moves = [PASS; MOST_MOVES];
        let count = position.turn().list(&mut moves);
        moves[rng.below(count as u32) as usize]
    }

    fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut image = Position::empty();
        for side in [Side::First, Side::Second] {
            for cell in position.pieces[side.index()].cells().map(|cell| cell as u8) {
                let queen = position.queens[side.index()] == cell;
                image.put(side, queen, self.image(symmetry, cell));
            }
        }
        if position.to_move == Side::Second {
            image.pass_turn();
        }
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        if mv == PASS {
            return mv;
        }
        Move { from: self.image(symmetry, mv.from), to: self.image(symmetry, mv.to) }
    }

    fn line_rules(&self) -> LineRules {
        LineRules::with_quiet(QUIET_PLIES)
    }

    fn is_progress(&self, position: &Position, mv: Move) -> bool {
        mv != PASS && (RINGS[mv.to as usize] < RINGS[mv.from as usize] || position.caught() != 0)
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(self.board.letter_grid())
    }
}
