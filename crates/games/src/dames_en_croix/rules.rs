//! The rules.

pub(super) use damier_core::WHITE_BLACK as SEATS;
use damier_core::board::{Bits, zobrist};
use damier_core::{
    Fault, Flow, Game, LetterGrid, LineRules, Outcome, Reason, Rng, Seat, SeatInfo, Side, Stamp, Text,
};

use super::board::{BOARD, DIRECTIONS, DamesPoints, GOAL, HOME, captors, jumpers, shift, steppers};
use super::{board, text};

pub(super) const HOLDS: [Text; 5] = [
    Text::new("libre", "free"),
    Text::new("blanc", "white"),
    Text::new("noir", "black"),
    Text::new("blanc, à souffler", "white, may be huffed"),
    Text::new("noir, à souffler", "black, may be huffed"),
];

/// What can stand on a point, and what its man may carry.
pub(super) static STAMPS: [Stamp; 3] = [
    Stamp::piece('w', HOLDS[1]),
    Stamp::piece('b', HOLDS[2]),
    Stamp::mark('!', Text::new("à souffler", "may be huffed")),
];

static OCCUPIED: Reason =
    Reason::new("occupied", "Les blancs occupent les neuf points", "White occupies the nine points");

static REDUCED: Reason =
    Reason::new("reduced", "Les blancs sont réduits à huit pions", "White is reduced to eight men");

static NO_MOVE: Reason =
    Reason::new("no-move", "Le joueur au trait ne peut pas jouer", "The player to move cannot move");

/// With so many men left, White has lost.
pub(super) const TOO_FEW: u32 = 8;

/// The men of each side at the start: no position has more.
pub(super) const MOST: [u32; 2] = [20, 9];

/// The rules of Les dames en croix.
#[derive(Debug)]
pub struct DamesEnCroix;

/// A position of Les dames en croix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// White's men and Black's.
    pub(super) men: [DamesPoints; 2],
    /// The men of the side that has just played which may be huffed now, where they stand now.
    pub(super) offenders: DamesPoints,
    pub(super) to_move: Side,
}

/// A move of Les dames en croix: perhaps a huff, then a step or a chain of jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The directions of the step or of the jumps, three bits each, the first one lowest. There are at most twenty
    /// jumps, one for each white man.
    pub(super) way: u64,
    /// The point of the man that is huffed, or [`NOBODY`].
    pub(super) huff: u8,
    pub(super) from: u8,
    /// The number of jumps; 0 for a step.
    pub(super) jumps: u8,
}

pub(super) const NOBODY: u8 = u8::MAX;

impl Move {
    pub(super) fn huffed(self) -> DamesPoints {
        if self.huff == NOBODY { 0 } else { 1 << self.huff }
    }

    /// Returns the directions in turn: one for a step, one for each jump.
    pub(super) fn directions(self) -> impl Iterator<Item = usize> {
        (0..self.jumps.max(1)).map(move |turn| (self.way >> (3 * turn)) as usize % DIRECTIONS)
    }

    fn then(self, direction: usize) -> Move {
        Move { way: self.way | (direction as u64) << (3 * self.jumps), jumps: self.jumps + 1, ..self }
    }
}

/// Visits the chains that begin or go on with a jump of the man on the point `at`, each followed by its longer ones.
fn chains<F: FnMut(Move) -> Flow>(
    side: Side,
    at: DamesPoints,
    enemies: DamesPoints,
    free: DamesPoints,
    so_far: Move,
    visit: &mut F,
) -> Flow {
    for direction in 0..DIRECTIONS {
        if jumpers(side, direction, at, enemies, free) == 0 {
            continue;
        }
        let over = shift(at, direction);
        let mv = so_far.then(direction);
        visit(mv)?;
        chains(side, shift(over, direction), enemies & !over, free | over, mv, visit)?;
    }
    Flow::Continue(())
}

/// Visits the moves after a huff, or without one.
fn moves<F: FnMut(Move) -> Flow>(
    side: Side,
    men: DamesPoints,
    enemies: DamesPoints,
    huff: u8,
    visit: &mut F,
) -> Flow {
    let free = BOARD & !men & !enemies;
    for from in captors(side, men, enemies).cells() {
        let none = Move { way: 0, huff, from: from as u8, jumps: 0 };
        // The man leaves its point: a chain may come back to it.
        chains(side, 1 << from, enemies, free | 1 << from, none, visit)?;
    }
    for direction in 0..DIRECTIONS {
        for from in steppers(side, direction, men, free).cells() {
            visit(Move { way: direction as u64, huff, from: from as u8, jumps: 0 })?;
        }
    }
    Flow::Continue(())
}

/// Says whether a side can move, without a huff.
#[inline]
fn can_move(side: Side, men: DamesPoints, enemies: DamesPoints) -> bool {
    let free = BOARD & !men & !enemies;
    (0..DIRECTIONS).any(|direction| steppers(side, direction, men, free) != 0)
        || captors(side, men, enemies) != 0
}

/// Returns the side that has won by the men on the board, with the reason.
#[inline]
fn won(position: &Position) -> Option<(Side, &'static Reason)> {
    let white = position.men[0];
    if white & GOAL == GOAL {
        return Some((Side::First, &OCCUPIED));
    }
    (white.count_ones() <= TOO_FEW).then_some((Side::Second, &REDUCED))
}

impl Position {
    pub(super) fn own(&self) -> DamesPoints {
        self.men[self.to_move.index()]
    }

    pub(super) fn enemies(&self) -> DamesPoints {
        self.men[self.to_move.other().index()]
    }

    /// Goes through the ways to huff, none first: each with the enemies that it leaves.
    #[inline]
    fn boards(&self) -> impl Iterator<Item = (u8, DamesPoints)> {
        let enemies = self.enemies();
        let huffs = self.offenders.cells().map(move |huff| (huff as u8, enemies & !(1 << huff)));
        std::iter::once((NOBODY, enemies)).chain(huffs)
    }
}

impl Game for DamesEnCroix {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        Position { men: [HOME, GOAL], offenders: 0, to_move: Side::First }
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.to_move as u8)
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        if won(position).is_some() {
            return Flow::Continue(());
        }
        let mut boards = position.boards();
        boards.try_for_each(|(huff, enemies)| moves(position.to_move, position.own(), enemies, huff, visit))
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let (side, mut own, mut enemies) = (position.to_move, position.own(), position.enemies());
        // Who could have captured is judged at the start of the turn, before the huff.
        let could = captors(side, own, enemies);
        enemies &= !mv.huffed();
        let from: DamesPoints = 1 << mv.from;
        let mut at = from;
        for direction in mv.directions() {
            at = shift(at, direction);
            if mv.jumps > 0 {
                enemies &= !at;
                at = shift(at, direction);
            }
        }
        own = own & !from | at;
        position.offenders = if mv.jumps > 0 {
            captors(side, own, enemies) & at
        } else if could & from != 0 {
            could & !from | at
        } else {
            could
        };
        position.men[side.index()] = own;
        position.men[side.other().index()] = enemies;
        position.to_move = side.other();
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if let Some((side, reason)) = won(position) {
            return Some(Outcome::win(side, reason));
        }
        (!self.has_move(position)).then(|| Outcome::win(position.to_move.other(), &NO_MOVE))
    }

    fn key(&self, position: &Position) -> u64 {
        let [white, black] = position.men;
        let key = zobrist::feature(position.offenders, position.to_move.index());
        zobrist::feature(white ^ zobrist::feature(black ^ key, 5), 5)
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        text::write_move(mv, out);
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        text::write_position(position, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        text::read_position(text)
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        Some(text::why_not(position, text))
    }

    #[inline]
    fn has_move(&self, position: &Position) -> bool {
        let can_move = |(_, enemies)| can_move(position.to_move, position.own(), enemies);
        won(position).is_none() && position.boards().any(can_move)
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        if symmetry == 0 {
            return *position;
        }
        Position {
            men: position.men.map(board::mirror),
            offenders: board::mirror(position.offenders),
            to_move: position.to_move,
        }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        if symmetry == 0 {
            return mv;
        }
        let point = |point: u8| board::mirror_point(point.into()) as u8;
        let turn = |way, (place, direction)| way | (board::mirrored(direction) as u64) << (3 * place);
        Move {
            way: mv.directions().enumerate().fold(0, turn),
            huff: if mv.huff == NOBODY { NOBODY } else { point(mv.huff) },
            from: point(mv.from),
            jumps: mv.jumps,
        }
    }

    fn line_rules(&self) -> LineRules {
        LineRules::with_quiet(100)
    }

    fn is_progress(&self, position: &Position, mv: Move) -> bool {
        let ahead = (1..=3).contains(&(mv.way as usize % DIRECTIONS));
        mv.jumps > 0 || (position.to_move == Side::First && ahead)
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(text::letter_grid())
    }
}
