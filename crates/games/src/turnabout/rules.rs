//! The rules.

use damier_core::board::{BitSet, Origin, Square, Symmetries, zobrist};
use damier_core::text::{fields, read_rows, read_seat, write_rows, write_seat};
use damier_core::{
    Draft, Fault, Flow, Game, LetterGrid, Outcome, Reason, Rng, Rollout, Seat, SeatInfo, Side, Stamp,
};

use super::tile::{Direction, Tile};

/// What can lie on a cell, in the order of [`Tile::ALL`].
static STAMPS: [Stamp; 3] = [stamp_of(Tile::Cross), stamp_of(Tile::Slash), stamp_of(Tile::Backslash)];

const fn stamp_of(tile: Tile) -> Stamp {
    Stamp::piece(tile.letter(), tile.name())
}

static SEATS: [SeatInfo; 2] = [
    SeatInfo::new(Side::First, "a", "Attaquant", "Attacker"),
    SeatInfo::new(Side::Second, "d", "Défenseur", "Defender"),
];

static CONNECTION: Reason =
    Reason::new("connection", "Une ligne joint deux bords opposés", "A line joins two opposite edges");

static STOCK: Reason = Reason::new("stock", "Le stock de pièces est épuisé", "The tiles are used up");

/// The most cells that a board has.
pub(super) const MOST: usize = 100;

/// The rules of Turnabout on boards that fit in `W` words.
#[derive(Debug)]
pub struct Turnabout<const W: usize> {
    pub(super) board: Square,
    cells: BitSet<W>,
    /// How many tiles there are in all.
    pub(super) stock: u8,
    /// The cell beside each cell, in the order of [`Direction::ALL`]; off the board, [`OFF`].
    pub(super) beside: Vec<[u8; 4]>,
    symmetries: Symmetries,
}

/// No cell.
pub(super) const OFF: u8 = u8::MAX;

/// A position of Turnabout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    /// The low and the high bits of the tiles' codes, 0 on free cells.
    pub(super) bits: [BitSet<W>; 2],
    pub(super) laid: u8,
    pub(super) joined: bool,
}

/// A move of Turnabout: a cell and the tile that is laid on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(super) cell: u8,
    pub(super) tile: Tile,
}

impl<const W: usize> Position<W> {
    pub(super) const EMPTY: Position<W> = Position { bits: [BitSet::EMPTY; 2], laid: 0, joined: false };

    /// Returns the tile on a cell.
    #[inline]
    pub(super) fn tile(&self, cell: usize) -> Option<Tile> {
        let bit = |bits: &BitSet<W>| u8::from(bits.contains(cell));
        Tile::from_code(bit(&self.bits[0]) | bit(&self.bits[1]) << 1)
    }
}

impl<const W: usize> Turnabout<W> {
    /// Makes the rules for a board of `size` × `size`.
    ///
    /// # Panics
    /// If the board does not fit in `W` words, or is larger than 10 × 10.
    pub fn new(size: usize) -> Turnabout<W> {
        let cells = size * size;
        assert!(cells <= BitSet::<W>::CAPACITY && cells <= MOST);
        let board = Square::new(size, Origin::Bottom);
        let beside = |cell, way: Direction| board.step(cell, way.step()).map_or(OFF, |other| other as u8);
        Turnabout {
            cells: BitSet::below(cells),
            stock: (cells / 2) as u8,
            beside: (0..cells).map(|cell| Direction::ALL.map(|way| beside(cell, way))).collect(),
            symmetries: board.symmetries(),
            board,
        }
    }

    /// Lays a tile on a free cell. Only a line through the new tile can be new, so that only its two strands are
    /// followed.
    #[inline]
    pub(super) fn lay(&self, position: &mut Position<W>, cell: usize, tile: Tile) {
        for (bit, bits) in position.bits.iter_mut().enumerate() {
            if tile.code() >> bit & 1 == 1 {
                bits.insert(cell);
            }
        }
        position.laid += 1;
        position.joined |= tile.strands().into_iter().any(|(from, to)| {
            self.reach(position, cell, from)
                .is_some_and(|edge| self.reach(position, cell, to) == Some(edge.opposite()))
        });
    }

    /// Follows the line that leaves a cell in a way; returns the edge of the board that it reaches, or `None` if it
    /// ends at a free cell or comes back to where it began.
    #[inline]
    fn reach(&self, position: &Position<W>, start: usize, first: Direction) -> Option<Direction> {
        let (mut cell, mut way) = (start, first);
        loop {
            let next = self.beside[cell][way as usize];
            if next == OFF {
                return Some(way);
            }
            cell = next as usize;
            way = position.tile(cell)?.leads(way.opposite());
            if cell == start && way == first {
                return None;
            }
        }
    }

    pub(super) fn free(&self, position: &Position<W>) -> BitSet<W> {
        self.cells.without(position.bits[0] | position.bits[1])
    }

    pub(super) fn over(&self, position: &Position<W>) -> bool {
        position.joined || position.laid == self.stock
    }

    /// Returns the legal move of this number, in the order of [`Game::each_move`].
    pub(super) fn nth(&self, position: &Position<W>, number: u32) -> Option<Move> {
        let cell = self.free(position).nth(number / 3)? as u8;
        Some(Move { cell, tile: Tile::ALL[number as usize % 3] })
    }
}

impl<const W: usize> Game for Turnabout<W> {
    type Position = Position<W>;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position<W> {
        Position::EMPTY
    }

    fn to_move(&self, position: &Position<W>) -> Seat {
        Seat(position.laid % 2)
    }

    fn each_move(&self, position: &Position<W>, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        if self.over(position) {
            return Flow::Continue(());
        }
        for cell in self.free(position) {
            for tile in Tile::ALL {
                visit(Move { cell: cell as u8, tile })?;
            }
        }
        Flow::Continue(())
    }

    fn play(&self, position: &mut Position<W>, mv: Move) {
        self.lay(position, mv.cell as usize, mv.tile);
    }

    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        if position.joined {
            return Some(Outcome::win(Side::First, &CONNECTION));
        }
        (position.laid == self.stock).then(|| Outcome::win(Side::Second, &STOCK))
    }

    fn key(&self, position: &Position<W>) -> u64 {
        // Half a word at a time, since an index has 32 bits on some machines. The bits tell all the rest.
        let words = position.bits.iter().flat_map(BitSet::words);
        let halves = words.flat_map(|&word| [word as u32, (word >> 32) as u32]);
        halves.fold(13, |key, half| zobrist::feature(key, half as usize))
    }

    fn write_move(&self, _position: &Position<W>, mv: Move, out: &mut String) {
        self.board.write(mv.cell as usize, out);
        out.push(mv.tile.sign());
    }

    fn write_position(&self, position: &Position<W>, out: &mut String) {
        let letter = |place| position.tile(self.board.reading(place)).map_or('.', Tile::letter);
        write_rows(&self.board.rows(), letter, out);
        write_seat(self.to_move(position), &SEATS, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, Fault> {
        let [rows, seat] = fields(text, "ROWS a|d")?;
        let letters: String = std::iter::once('.').chain(Tile::ALL.map(Tile::letter)).collect();
        let found = read_rows(rows, &self.board.rows(), &letters)?;
        let count = found.iter().filter(|&&letter| letter > 0).count();
        if count > self.stock as usize {
            let stock = self.stock;
            return Err(Fault::new(
                format!("position : {count} pièces posées ; il n'y en a que {stock}"),
                format!("position: {count} tiles are laid; there are only {stock}"),
            ));
        }
        let mut position = Position::EMPTY;
        for (place, &letter) in found.iter().enumerate().filter(|&(_, &letter)| letter > 0) {
            self.lay(&mut position, self.board.reading(place), Tile::ALL[letter as usize - 1]);
        }
        let turn = self.to_move(&position);
        if read_seat(seat, &SEATS)? != turn {
            let code = SEATS[turn.index()].code;
            return Err(Fault::new(
                format!("position, trait « {seat} » : {count} pièces sont posées, c'est à « {code} »"),
                format!(
                    "position, seat to move \"{seat}\": {count} tiles are laid, it is the turn of \"{code}\""
                ),
            ));
        }
        Ok(position)
    }

    fn count_moves(&self, position: &Position<W>) -> u64 {
        if self.over(position) { 0 } else { 3 * u64::from(self.free(position).count()) }
    }

    fn has_move(&self, position: &Position<W>) -> bool {
        !self.over(position)
    }

    fn is_legal(&self, position: &Position<W>, mv: Move) -> bool {
        let cell = mv.cell as usize;
        !self.over(position) && cell < self.board.cells() && self.free(position).contains(cell)
    }

    fn why_not(&self, position: &Position<W>, text: &str) -> Option<Fault> {
        let last = self.board.name(self.board.cells() - 1);
        let cell = text.trim_end_matches(['+', '/', '\\']);
        let (fr, en) = match self.board.read(cell) {
            None => (
                format!("« {cell} » n'est pas une case de a1 à {last}"),
                format!("\"{cell}\" is not a cell from a1 to {last}"),
            ),
            Some(at) if !self.free(position).contains(at) => {
                return Some(
                    Fault::new(
                        format!("coup impossible : {cell} est déjà prise"),
                        format!("impossible move: {cell} is taken"),
                    )
                    .by_rule(2),
                );
            }
            Some(_) => (
                format!("« {text} » ne dit pas quelle face : {cell}+, {cell}/ ou {cell}\\"),
                format!("\"{text}\" does not say which face: {cell}+, {cell}/ or {cell}\\"),
            ),
        };
        Some(Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}")))
    }

    fn random_move(&self, position: &Position<W>, rng: &mut Rng) -> Move {
        let drawn = rng.below(3 * self.free(position).count());
        self.nth(position, drawn).expect("the number is below that of the moves")
    }

    fn rollout(&self, position: &mut Position<W>, rng: &mut Rng) -> Rollout {
        let mut order = [0u8; MOST];
        let mut left = 0;
        for cell in self.free(position) {
            order[left] = cell as u8;
            left += 1;
        }
        let mut plies = 0;
        loop {
            if let Some(outcome) = self.outcome(position) {
                return Rollout { outcome, plies };
            }
            let drawn = rng.below(3 * left as u32) as usize;
            left -= 1;
            let cell = order[drawn / 3];
            order[drawn / 3] = order[left];
            self.lay(position, cell as usize, Tile::ALL[drawn % 3]);
            plies += 1;
        }
    }

    fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    fn transform(&self, position: &Position<W>, symmetry: usize) -> Position<W> {
        let mut image = Position::EMPTY;
        for cell in position.bits[0] | position.bits[1] {
            let tile = position.tile(cell).expect("a cell with a bit has a tile");
            let mv = self.transform_move(Move { cell: cell as u8, tile }, symmetry);
            self.lay(&mut image, mv.cell as usize, mv.tile);
        }
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        // A slash points along the diagonal from a1, and stays a slash where that diagonal stays in its place.
        let first = self.symmetries.map(symmetry, 0);
        let stays = first == 0 || first == self.board.cells() - 1;
        let cell = self.symmetries.map(symmetry, mv.cell as usize) as u8;
        Move { cell, tile: if stays { mv.tile } else { mv.tile.turned() } }
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(self.board.letter_grid())
    }

    /// By the number of tiles one knows who is to move.
    fn settle(&self, draft: &mut Draft) {
        draft.seat = Seat((draft.pieces.len() % 2) as u8);
    }
}
