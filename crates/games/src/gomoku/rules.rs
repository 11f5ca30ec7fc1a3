//! The rules.
//!
//! There is no pass in a position, and none is ever played. Rule B forbids a point only if free points lie on both sides
//! of it on two axes; of the lowest rank with a free point, the leftmost one has no free point before it on any axis,
//! so it is never forbidden.

use damier_core::board::{BitSet, Origin, Square, Symmetries, zobrist};
use damier_core::{
    Draft, Fault, Flow, Game, LetterGrid, Outcome, Reason, Rng, Rollout, Seat, SeatInfo, Side, Stamp, Text,
};

use super::geometry::{GomokuGeometry, StoneLines, Windows, captures, makes_five};
use super::text;

pub(super) const HOLDS: [Text; 3] =
    [Text::new("libre", "free"), Text::new("bleu", "blue"), Text::new("rouge", "red")];

/// What can stand on a cell.
pub(super) static STAMPS: [Stamp; 2] = [Stamp::piece('b', HOLDS[1]), Stamp::piece('r', HOLDS[2])];

pub(super) static SEATS: [SeatInfo; 2] =
    [SeatInfo::new(Side::First, "b", "Bleu", "Blue"), SeatInfo::new(Side::Second, "r", "Rouge", "Red")];

static FIVE: Reason = Reason::new("five", "Cinq pierres alignées", "Five in a row");

static KEPT: Reason =
    Reason::new("five-kept", "L'alignement de cinq n'a pas été cassé", "The five in a row was not broken");

static TEN: Reason = Reason::new("ten-captured", "Dix pierres prises", "Ten stones captured");

static FULL: Reason = Reason::new("board-full", "Plateau plein", "The board is full");

/// So many captured stones win.
pub(super) const GOAL: u8 = 10;

/// The most stones one can have captured: eight, then a pair in each of the eight directions.
pub(super) const MOST: u8 = 24;

/// One number for each stone on each point, Blue's first; one for each number of captured pairs, Blue's first; one for
/// Red to move.
static KEYS: [u64; 2 * 676 + 2 * 13 + 1] = zobrist::table(15);

/// After so many forbidden points in a row the legal ones are counted rather than drawn at random.
const PATIENCE: u32 = 20;

/// The rules of Gomoku on boards that fit in `W` words.
#[derive(Debug)]
pub struct Gomoku<const W: usize> {
    pub(super) board: Square,
    pub(super) geometry: GomokuGeometry<W>,
    /// Rule A: a five can be broken by the next move.
    pub(super) answer: bool,
    /// Rule B: a double three is forbidden.
    pub(super) no_double: bool,
    symmetries: Symmetries,
}

/// A position of Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    pub(super) stones: [BitSet<W>; 2],
    pub(super) key: u64,
    /// How many stones each side has captured.
    pub(super) captured: [u8; 2],
    pub(super) to_move: Side,
    /// Whether the other side has a five that the side to move can still answer. It follows from the stones.
    pub(super) pending: bool,
    pub(super) end: Option<Ending>,
}

/// How a game ended; it follows from the rest of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ending {
    Five(Side),
    Kept(Side),
    Ten(Side),
    Full,
}

/// A move of Gomoku: the point where the stone is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(super) u16);

impl<const W: usize> Gomoku<W> {
    /// Makes the rules for a board of `size` × `size` points; `answer` adds rule A (a five can be broken), `no_double`
    /// rule B (no double three).
    ///
    /// # Panics
    /// If the board does not fit in `W` words.
    pub fn new(size: usize, answer: bool, no_double: bool) -> Gomoku<W> {
        assert!(size * size <= BitSet::<W>::CAPACITY);
        let board = Square::new(size, Origin::Bottom);
        Gomoku {
            geometry: GomokuGeometry::new(&board),
            answer,
            no_double,
            symmetries: board.symmetries(),
            board,
        }
    }

    pub(super) fn empty(&self) -> Position<W> {
        Position {
            stones: [BitSet::EMPTY; 2],
            key: 0,
            captured: [0; 2],
            to_move: Side::First,
            pending: false,
            end: None,
        }
    }

    pub(super) fn free(&self, position: &Position<W>) -> BitSet<W> {
        self.geometry.all.without(position.stones[0] | position.stones[1])
    }

    /// Returns the points where the side to move may set a stone, while the game goes on.
    pub(super) fn legal(&self, position: &Position<W>) -> BitSet<W> {
        let (own, foe) = (position.to_move.index(), position.to_move.other().index());
        let free = self.free(position);
        if !self.no_double {
            return free;
        }
        free.without(self.geometry.forbidden(&position.stones[own], &position.stones[foe]))
    }

    /// Draws a legal point by counting them.
    fn draw_legal(&self, position: &Position<W>, rng: &mut Rng) -> usize {
        let legal = self.legal(position);
        legal.nth(rng.below(legal.count())).expect("below the count")
    }

    pub(super) fn windows(&self, position: &Position<W>, side: Side, cell: usize) -> (Windows, Windows) {
        let [own, foe] = [side, side.other()].map(|side| &position.stones[side.index()]);
        self.geometry.windows(cell, own, foe)
    }

    /// Says whether rule B forbids a free point to the side to move.
    pub(super) fn is_forbidden(&self, position: &Position<W>, cell: usize) -> bool {
        self.no_double && {
            let (own, foe) = self.windows(position, position.to_move, cell);
            self.geometry.forbids(cell, &own, &foe)
        }
    }

    /// Adds a stone on a free point.
    #[inline]
    pub(super) fn add(position: &mut Position<W>, side: Side, cell: usize) {
        position.stones[side.index()].insert(cell);
        position.key ^= KEYS[side.index() * 676 + cell];
    }

    /// Takes a stone away.
    #[inline]
    pub(super) fn take(position: &mut Position<W>, side: Side, cell: usize) {
        position.stones[side.index()].remove(cell);
        position.key ^= KEYS[side.index() * 676 + cell];
    }

    /// Sets how many stones a side has captured; the number is even and at most [`MOST`].
    #[inline]
    pub(super) fn set_captured(position: &mut Position<W>, side: Side, count: u8) {
        let key = |count: u8| KEYS[2 * 676 + side.index() * 13 + count as usize / 2];
        // No number for no capture, so that the key of the start is 0.
        let was = position.captured[side.index()];
        position.key ^= if was > 0 { key(was) } else { 0 };
        position.key ^= if count > 0 { key(count) } else { 0 };
        position.captured[side.index()] = count;
    }

    #[inline]
    pub(super) fn pass_turn(position: &mut Position<W>) {
        position.to_move = position.to_move.other();
        position.key ^= KEYS[2 * 676 + 2 * 13];
    }

    /// Sets a stone of the side to move on a point whose windows are known, captures, and settles whether the game is
    /// over. Returns the captured pairs.
    #[inline]
    fn set(&self, position: &mut Position<W>, cell: usize, own: &Windows, foe: &Windows) -> u8 {
        let side = position.to_move;
        let other = side.other();
        Self::add(position, side, cell);
        let pairs = captures(own, foe);
        if pairs != 0 {
            self.geometry.each_captured(cell, pairs, |cell| Self::take(position, other, cell));
            let count = position.captured[side.index()] + 2 * pairs.count_ones() as u8;
            Self::set_captured(position, side, count);
        }
        Self::pass_turn(position);
        let answered = position.pending;
        position.pending = false;
        if position.captured[side.index()] >= GOAL {
            position.end = Some(Ending::Ten(side));
        } else if answered && self.geometry.has_five(&position.stones[other.index()]) {
            position.end = Some(Ending::Kept(other));
        } else if makes_five(own) {
            self.claim_five(position, side);
        } else if self.free(position).is_empty() {
            position.end = Some(Ending::Full);
        }
        pairs
    }

    /// Lets the five that `side` just made win, or wait for the answer of the side to move.
    fn claim_five(&self, position: &mut Position<W>, side: Side) {
        position.pending = self.answer && self.can_answer(position);
        if !position.pending {
            position.end = Some(Ending::Five(side));
        }
    }

    /// Says whether the side to move can capture so that the other side has no five left, or reach ten. Such a move
    /// captures, so rule B allows it.
    pub(super) fn can_answer(&self, position: &Position<W>) -> bool {
        let side = position.to_move;
        let [own, foe] = [side, side.other()].map(|side| &position.stones[side.index()]);
        self.geometry.capturing(own, foe).iter().any(|cell| {
            let (own, foes) = self.geometry.windows(cell, own, foe);
            let pairs = captures(&own, &foes);
            let mut left = *foe;
            self.geometry.each_captured(cell, pairs, |cell| left.remove(cell));
            position.captured[side.index()] + 2 * pairs.count_ones() as u8 >= GOAL
                || !self.geometry.has_five(&left)
        })
    }

    /// Finds `pending` and `end` from the rest of the position. At most one side has ten stones, and one a five where
    /// fives win at once.
    pub(super) fn settle(&self, position: &mut Position<W>) {
        position.pending = false;
        position.end = None;
        let (side, other) = (position.to_move, position.to_move.other());
        let has_five = |side: Side| self.geometry.has_five(&position.stones[side.index()]);
        if let Some(winner) = [side, other].into_iter().find(|side| position.captured[side.index()] >= GOAL) {
            position.end = Some(Ending::Ten(winner));
        } else if has_five(side) {
            // It was there before the other side's last move.
            position.end = Some(if self.answer { Ending::Kept(side) } else { Ending::Five(side) });
        } else if has_five(other) {
            self.claim_five(position, other);
        } else if self.free(position).is_empty() {
            position.end = Some(Ending::Full);
        }
    }
}

impl<const W: usize> Game for Gomoku<W> {
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
        if position.end.is_some() {
            return Flow::Continue(());
        }
        self.legal(position).iter().try_for_each(|cell| visit(Move(cell as u16)))
    }

    fn play(&self, position: &mut Position<W>, mv: Move) {
        let cell = mv.0 as usize;
        let (own, foe) = self.windows(position, position.to_move, cell);
        self.set(position, cell, &own, &foe);
    }

    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        position.end.map(|end| match end {
            Ending::Five(side) => Outcome::win(side, &FIVE),
            Ending::Kept(side) => Outcome::win(side, &KEPT),
            Ending::Ten(side) => Outcome::win(side, &TEN),
            Ending::Full => Outcome::draw(&FULL),
        })
    }

    fn key(&self, position: &Position<W>) -> u64 {
        position.key
    }

    fn write_move(&self, _position: &Position<W>, mv: Move, out: &mut String) {
        self.board.write(mv.0 as usize, out);
    }

    fn write_position(&self, position: &Position<W>, out: &mut String) {
        text::write(self, position, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, Fault> {
        text::read(self, text)
    }

    fn count_moves(&self, position: &Position<W>) -> u64 {
        if position.end.is_some() { 0 } else { u64::from(self.legal(position).count()) }
    }

    fn has_move(&self, position: &Position<W>) -> bool {
        position.end.is_none()
    }

    fn is_legal(&self, position: &Position<W>, mv: Move) -> bool {
        let cell = mv.0 as usize;
        position.end.is_none()
            && cell < self.board.cells()
            && self.free(position).contains(cell)
            && !self.is_forbidden(position, cell)
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Move, Fault> {
        let mv = self.board.read(text).map(|cell| Move(cell as u16));
        mv.filter(|&mv| self.is_legal(position, mv)).ok_or_else(|| text::why_not(self, position, text))
    }

    fn why_not(&self, position: &Position<W>, text: &str) -> Option<Fault> {
        Some(text::why_not(self, position, text))
    }

    fn random_move(&self, position: &Position<W>, rng: &mut Rng) -> Move {
        let free = self.free(position);
        let count = free.count();
        // Drawing anew when a point is forbidden leaves the others equally likely.
        for _ in 0..PATIENCE {
            let cell = free.nth(rng.below(count)).expect("below the count");
            if !self.is_forbidden(position, cell) {
                return Move(cell as u16);
            }
        }
        Move(self.draw_legal(position, rng) as u16)
    }

    fn rollout(&self, position: &mut Position<W>, rng: &mut Rng) -> Rollout {
        let mut lines = StoneLines::new(&self.geometry, &position.stones);
        let mut free = [0u16; 676];
        let mut left = 0;
        for cell in self.free(position) {
            free[left] = cell as u16;
            left += 1;
        }
        let mut plies = 0;
        loop {
            if let Some(outcome) = self.outcome(position) {
                return Rollout { outcome, plies };
            }
            let (side, other) = (position.to_move.index(), position.to_move.other().index());
            let mut tries = 0;
            let (drawn, own, foe) = loop {
                let mut drawn = rng.below(left as u32) as usize;
                if tries == PATIENCE {
                    let cell = self.draw_legal(position, rng) as u16;
                    drawn = free[..left].iter().position(|&free| free == cell).expect("a free point");
                }
                let cell = free[drawn] as usize;
                let (own, foe) = lines.windows(&self.geometry, cell, side);
                if !self.no_double || !self.geometry.forbids(cell, &own, &foe) {
                    break (drawn, own, foe);
                }
                tries += 1;
            };
            let cell = free[drawn] as usize;
            left -= 1;
            free[drawn] = free[left];
            lines.flip(&self.geometry, side, cell);
            let pairs = self.set(position, cell, &own, &foe);
            self.geometry.each_captured(cell, pairs, |cell| {
                lines.flip(&self.geometry, other, cell);
                free[left] = cell as u16;
                left += 1;
            });
            plies += 1;
        }
    }

    fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    fn transform(&self, position: &Position<W>, symmetry: usize) -> Position<W> {
        let mut image = Position { stones: [BitSet::EMPTY; 2], ..*position };
        for side in [Side::First, Side::Second] {
            for cell in position.stones[side.index()] {
                image.key ^= KEYS[side.index() * 676 + cell];
                Self::add(&mut image, side, self.symmetries.map(symmetry, cell));
            }
        }
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        Move(self.symmetries.map(symmetry, mv.0 as usize) as u16)
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(self.board.letter_grid())
    }

    /// On an empty board nothing has been captured.
    fn settle(&self, draft: &mut Draft) {
        if draft.pieces.is_empty() {
            draft.rest = "0-0".to_string();
        }
    }
}
