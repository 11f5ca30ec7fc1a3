//! The rules.

use damier_core::WHITE_BLACK as SEATS;
use damier_core::board::{BitSet, Rhombus, Symmetries, zobrist};
use damier_core::text::{fields, letter, read_rows, read_seat, write_rows, write_seat};
use damier_core::{
    Fault, Flow, Game, LetterGrid, Outcome, Reason, Rng, Rollout, Seat, SeatInfo, Side, Stamp, Text,
};

pub(super) const HOLDS: [Text; 3] =
    [Text::new("libre", "free"), Text::new("blanc", "white"), Text::new("noir", "black")];

/// What can stand on a cell.
pub(super) static STAMPS: [Stamp; 2] = [Stamp::piece('w', HOLDS[1]), Stamp::piece('b', HOLDS[2])];

static CONNECTION: Reason =
    Reason::new("connection", "Les deux bords sont reliés", "The two edges are joined");

/// One number for each stone on each cell, White's first, and one for Black to move.
static KEYS: [u64; 2 * 676 + 1] = zobrist::table(6);

/// The rules of Hex on boards that fit in `W` words.
#[derive(Debug)]
pub struct Hex<const W: usize> {
    pub(super) board: Rhombus,
    pub(super) size: usize,
    pub(super) swap: bool,
    pub(super) cells: BitSet<W>,
    /// The neighbours of each cell.
    pub(super) near: Vec<BitSet<W>>,
    /// The top row (White's start) and the left file (Black's).
    sources: [BitSet<W>; 2],
    /// The bottom row and the right file.
    targets: [BitSet<W>; 2],
    symmetries: Symmetries,
}

/// A position of Hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    pub(super) stones: [BitSet<W>; 2],
    /// The stones of either colour that a chain of their own joins to their own source edge.
    reach: BitSet<W>,
    pub(super) key: u64,
    pub(super) to_move: Side,
    pub(super) winner: Option<Side>,
}

/// A move of Hex: a cell, or the swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(super) u16);

pub(super) const SWAP: Move = Move(u16::MAX);

impl<const W: usize> Hex<W> {
    /// Makes the rules for a board of `size` × `size`, with or without the swap.
    ///
    /// # Panics
    /// If the board does not fit in `W` words.
    pub fn new(size: usize, swap: bool) -> Hex<W> {
        assert!(size * size <= BitSet::<W>::CAPACITY);
        let board = Rhombus::new(size);
        let grid = board.grid();
        let all = 0..grid.cells();
        let line = |belongs: &dyn Fn(usize) -> bool| {
            all.clone().filter(|&cell| belongs(cell)).collect::<BitSet<W>>()
        };
        Hex {
            size,
            swap,
            cells: BitSet::below(grid.cells()),
            near: all.clone().map(|cell| board.neighbours(cell).collect()).collect(),
            sources: [line(&|cell| grid.rank(cell) == 0), line(&|cell| grid.file(cell) == 0)],
            targets: [line(&|cell| grid.rank(cell) == size - 1), line(&|cell| grid.file(cell) == size - 1)],
            symmetries: board.symmetries(),
            board,
        }
    }

    pub(super) fn empty(&self) -> Position<W> {
        Position {
            stones: [BitSet::EMPTY; 2],
            reach: BitSet::EMPTY,
            key: 0,
            to_move: Side::First,
            winner: None,
        }
    }

    /// Puts a stone on a free cell.
    #[inline]
    pub(super) fn put(&self, position: &mut Position<W>, side: Side, cell: usize) {
        let own = &mut position.stones[side.index()];
        own.insert(cell);
        let own = *own;
        position.key ^= KEYS[side.index() * 676 + cell];
        if self.sources[side.index()].contains(cell) || (self.near[cell] & own).meets(&position.reach) {
            self.spread(position, side, cell);
        }
    }

    /// Joins a stone, and all that now hangs on it, to its source edge. Every stone is joined at most once in a game.
    #[inline]
    fn spread(&self, position: &mut Position<W>, side: Side, cell: usize) {
        let own = position.stones[side.index()];
        position.reach.insert(cell);
        let mut at = cell;
        let mut waiting = BitSet::<W>::EMPTY;
        loop {
            if self.targets[side.index()].contains(at) {
                position.winner = Some(side);
            }
            let fresh = (self.near[at] & own).without(position.reach);
            position.reach |= fresh;
            waiting |= fresh;
            match waiting.first() {
                Some(next) => {
                    waiting.remove(next);
                    at = next;
                }
                None => break,
            }
        }
    }

    pub(super) fn pass_turn(position: &mut Position<W>) {
        position.to_move = position.to_move.other();
        position.key ^= KEYS[2 * 676];
    }

    pub(super) fn free(&self, position: &Position<W>) -> BitSet<W> {
        self.cells.without(position.stones[0] | position.stones[1])
    }

    /// Says whether no swap can come any more: from here on the game is Hex without it.
    pub(super) fn is_plain(&self, position: &Position<W>) -> bool {
        let stones = (position.stones[0] | position.stones[1]).count();
        !self.swap || !(self.may_swap(position) || stones == 0 && position.to_move == Side::First)
    }

    /// Says whether Second may take the first move over: one stone, White's, and Black to move.
    pub(super) fn may_swap(&self, position: &Position<W>) -> bool {
        self.swap
            && position.to_move == Side::Second
            && position.stones[1].is_empty()
            && position.stones[0].count() == 1
    }
}

impl<const W: usize> Game for Hex<W> {
    type Position = Position<W>;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position<W> {
        self.empty()
    }

    fn to_move(&self, position: &Position<W>) -> Seat {
        Seat(position.to_move as u8)
    }

    fn side_to_move(&self, position: &Position<W>) -> Side {
        position.to_move
    }

    fn each_move(&self, position: &Position<W>, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        if position.winner.is_some() {
            return Flow::Continue(());
        }
        if self.may_swap(position) {
            visit(SWAP)?;
        }
        self.free(position).iter().try_for_each(|cell| visit(Move(cell as u16)))
    }

    fn play(&self, position: &mut Position<W>, mv: Move) {
        if mv == SWAP {
            let cell = position.stones[0].first().expect("the swap takes the first stone over");
            let grid = self.board.grid();
            *position = self.empty();
            self.put(position, Side::Second, grid.cell(grid.rank(cell), grid.file(cell)));
        } else {
            self.put(position, position.to_move, mv.0 as usize);
            Self::pass_turn(position);
        }
    }

    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        position.winner.map(|side| Outcome::win(side, &CONNECTION))
    }

    fn key(&self, position: &Position<W>) -> u64 {
        position.key
    }

    fn write_move(&self, _position: &Position<W>, mv: Move, out: &mut String) {
        if mv == SWAP {
            out.push_str("swap");
        } else {
            self.board.grid().write(mv.0 as usize, out);
        }
    }

    fn write_position(&self, position: &Position<W>, out: &mut String) {
        let stone = |cell| letter(position.stones.map(|stones| stones.contains(cell)), ['w', 'b']);
        write_rows(&self.board.grid().rows(), stone, out);
        write_seat(self.to_move(position), &SEATS, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, Fault> {
        let [rows, seat] = fields(text, "ROWS w|b")?;
        let cells = read_rows(rows, &self.board.grid().rows(), ".wb")?;
        let mut position = self.empty();
        for (cell, &stone) in cells.iter().enumerate() {
            match stone {
                1 => self.put(&mut position, Side::First, cell),
                2 => self.put(&mut position, Side::Second, cell),
                _ => {}
            }
        }
        if read_seat(seat, &SEATS)? == Seat(1) {
            Self::pass_turn(&mut position);
        }
        Ok(position)
    }

    fn count_moves(&self, position: &Position<W>) -> u64 {
        if position.winner.is_some() {
            return 0;
        }
        u64::from(self.free(position).count()) + u64::from(self.may_swap(position))
    }

    fn has_move(&self, position: &Position<W>) -> bool {
        position.winner.is_none()
    }

    fn is_legal(&self, position: &Position<W>, mv: Move) -> bool {
        position.winner.is_none()
            && if mv == SWAP {
                self.may_swap(position)
            } else {
                (mv.0 as usize) < self.size * self.size && self.free(position).contains(mv.0 as usize)
            }
    }

    fn why_not(&self, _position: &Position<W>, text: &str) -> Option<Fault> {
        let grid = self.board.grid();
        let last = grid.name(grid.cells() - 1);
        Some(match grid.read(text) {
            Some(_) => Fault::new(
                format!("coup impossible : {text} est déjà prise"),
                format!("impossible move: {text} is taken"),
            )
            .by_rule(2),
            None if text == "swap" => Fault::new(
                "coup impossible : « swap » ne se joue qu'au premier coup de Noir, dans la variante « swap »",
                "impossible move: \"swap\" is Black's first move only, in the variant \"swap\"",
            ),
            None => Fault::new(
                format!("coup impossible : « {text} » n'est pas une case de a1 à {last}"),
                format!("impossible move: \"{text}\" is not a cell from a1 to {last}"),
            ),
        })
    }

    fn random_move(&self, position: &Position<W>, rng: &mut Rng) -> Move {
        let free = self.free(position);
        let drawn = rng.below(free.count() + u32::from(self.may_swap(position)));
        free.nth(drawn).map_or(SWAP, |cell| Move(cell as u16))
    }

    fn rollout(&self, position: &mut Position<W>, rng: &mut Rng) -> Rollout {
        let mut plies = 0;
        // The first two plies may hold a swap; after them a game is a random order of the free cells.
        while self.swap && position.winner.is_none() && (position.stones[0] | position.stones[1]).count() < 2
        {
            let mv = self.random_move(position, rng);
            self.play(position, mv);
            plies += 1;
        }
        let mut order = [0u16; 676];
        let mut left = 0;
        for cell in self.free(position) {
            order[left] = cell as u16;
            left += 1;
        }
        while position.winner.is_none() {
            let drawn = rng.below(left as u32) as usize;
            left -= 1;
            let cell = order[drawn];
            order[drawn] = order[left];
            self.put(position, position.to_move, cell as usize);
            Self::pass_turn(position);
            plies += 1;
        }
        let outcome = self.outcome(position).expect("a full board of Hex has a winner");
        Rollout { outcome, plies }
    }

    fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    fn transform(&self, position: &Position<W>, symmetry: usize) -> Position<W> {
        let mut image = self.empty();
        for side in [Side::First, Side::Second] {
            for cell in position.stones[side.index()] {
                self.put(&mut image, side, self.symmetries.map(symmetry, cell));
            }
        }
        if position.to_move == Side::Second {
            Self::pass_turn(&mut image);
        }
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        if mv == SWAP { mv } else { Move(self.symmetries.map(symmetry, mv.0 as usize) as u16) }
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(self.board.grid().letter_grid())
    }
}
