//! Hex: join your two edges.
//!
//! A position takes 64 bytes up to 11 × 11, 112 up to 16 × 16, 280 up to 26 × 26.

mod current;
mod draw;
#[cfg(test)]
mod engine_tests;
mod lattice;
mod links;
mod mind;
mod openings;
mod playouts;
mod puzzle;
mod solver;
mod study;
#[cfg(test)]
mod study_tests;
#[cfg(test)]
mod tests;

use damier_core::WHITE_BLACK as SEATS;
use damier_core::board::{BitSet, Rhombus, Symmetries, zobrist};
use damier_core::text::{fields, read_rows, read_seat, write_rows, write_seat};
use damier_core::{Fault, Flow, Game, Outcome, Reason, Rng, Rollout, Seat, SeatInfo, Side, Text};
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Options, Pages, Param, Spec, Variant};

/// The row of Hex in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "hex",
    name: Text::new("Hex", "Hex"),
    about: Text::new("Relier ses deux bords. Jamais de partie nulle.", "Join your two edges. Never a draw."),
    aim: Aim::Connection,
    ground: Ground::Hexagons,
    minutes: 30,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[Variant {
        name: "swap",
        about: Text::new(
            "Second peut prendre à son compte le premier coup",
            "Second may take the first move over",
        ),
    }],
    params: &[Param {
        key: "size",
        about: Text::new("côté du losange, de 3 à 26 (16)", "side of the rhombus, 3 to 26 (16)"),
    }],
    solved: false,
    samples: &["size=3", "size=4", "size=11", "size=26", "swap,size=5", "swap"],
    glance: ("size=7", "d4 c4 d3 e3 c5 d5 b6 e2"),
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let size = options.number("size", 3..=26, 16)?;
    let swap = options.has("swap");
    let spec = options.spec();
    // Small boards get small positions: the number of words is part of the type.
    Ok(match size {
        ..=11 => kit(spec, Hex::<2>::new(size, swap)),
        12..=16 => kit(spec, Hex::<4>::new(size, swap)),
        _ => kit(spec, Hex::<11>::new(size, swap)),
    })
}

fn kit<const W: usize>(spec: &Spec, game: Hex<W>) -> Box<dyn AnyGame> {
    Kit::new(spec, game, draw::draw)
        .mind(|game| Box::new(mind::Strategist::new(game.size)))
        .levels(include_str!("levels.txt"))
        .study(study::study)
        .problems(puzzle::recipe())
        .boxed()
}

static CONNECTION: Reason =
    Reason::new("connection", "Les deux bords sont reliés", "The two edges are joined");

/// One number for each stone on each cell, White's first, and one for Black to move.
static KEYS: [u64; 2 * 676 + 1] = zobrist::table(6);

/// The rules of Hex on boards that fit in `W` words.
#[derive(Debug)]
pub struct Hex<const W: usize> {
    board: Rhombus,
    size: usize,
    swap: bool,
    cells: BitSet<W>,
    /// The neighbours of each cell.
    near: Vec<BitSet<W>>,
    /// The top row (White's start) and the left file (Black's).
    sources: [BitSet<W>; 2],
    /// The bottom row and the right file.
    targets: [BitSet<W>; 2],
    symmetries: Symmetries,
}

/// A position of Hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    stones: [BitSet<W>; 2],
    /// The stones of either colour that a chain of their own joins to their own source edge.
    reach: BitSet<W>,
    key: u64,
    to_move: Side,
    winner: Option<Side>,
}

/// A move of Hex: a cell, or the swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(u16);

const SWAP: Move = Move(u16::MAX);

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

    fn empty(&self) -> Position<W> {
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
    fn put(&self, position: &mut Position<W>, side: Side, cell: usize) {
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

    fn pass_turn(position: &mut Position<W>) {
        position.to_move = position.to_move.other();
        position.key ^= KEYS[2 * 676];
    }

    fn free(&self, position: &Position<W>) -> BitSet<W> {
        self.cells.without(position.stones[0] | position.stones[1])
    }

    /// Says whether no swap can come any more: from here on the game is Hex without it.
    fn is_plain(&self, position: &Position<W>) -> bool {
        let stones = (position.stones[0] | position.stones[1]).count();
        !self.swap || !(self.may_swap(position) || stones == 0 && position.to_move == Side::First)
    }

    /// Says whether Second may take the first move over: one stone, White's, and Black to move.
    fn may_swap(&self, position: &Position<W>) -> bool {
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
        let stone = |cell| match () {
            () if position.stones[0].contains(cell) => 'w',
            () if position.stones[1].contains(cell) => 'b',
            () => '.',
        };
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
            ),
            None if text == "swap" => Fault::new(
                "coup impossible : « swap » ne se joue qu'au premier coup de Noir, dans la variante « swap »",
                "impossible move: \"swap\" is Black's first move only, in the variant \"swap\"",
            ),
            None => Fault::new(
                format!("coup impossible : « {text} » n'est pas une case de a1 à {last}"),
                format!("impossible move: \"{text}\" is no cell from a1 to {last}"),
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
}
