//! The rules.

pub(super) use damier_core::WHITE_BLACK as SEATS;
use damier_core::board::{Origin, Square, zobrist};
use damier_core::{
    Draft, Fault, Flow, Game, Outcome, Reason, Rng, Rollout, Seat, SeatInfo, Side, Stamp, Text, no_cell,
};

use super::{grid, text};

pub(super) const HOLDS: [Text; 3] =
    [Text::new("libre", "free"), Text::new("pion blanc", "white man"), Text::new("pion noir", "black man")];

/// What can stand on a cell.
pub(super) static STAMPS: [Stamp; 2] = [Stamp::piece('w', HOLDS[1]), Stamp::piece('b', HOLDS[2])];

static FOUR_HOME: Reason = Reason::new(
    "four-home",
    "Les quatre pions sont sur les cases de départ adverses",
    "All four men stand where the enemy started",
);

static FAR_RANK: Reason =
    Reason::new("far-rank", "Un pion est sur la dernière rangée", "A man stands on the far rank");

static BLOCKED: Reason =
    Reason::new("both-blocked", "Aucun des deux ne peut jouer", "Neither player can move");

/// The number of files, and of ranks.
pub(super) const SIZE: usize = 12;

pub(super) const CELLS: usize = SIZE * SIZE;

pub(super) const BOARD: Square = Square::new(SIZE, Origin::Bottom);

/// Stands for a cell beyond the edge.
pub(super) const OFF: u8 = u8::MAX;

/// How often a start where neither player can move is drawn anew.
pub(super) const DRAWS: usize = 1000;

/// One number for each man on each cell, White's first, then one for each start file of each side, then one for Black
/// to move.
static KEYS: [u64; KEY_TURN + 1] = zobrist::table(11);

const KEY_FILES: usize = 2 * CELLS;

const KEY_TURN: usize = KEY_FILES + 2 * SIZE;

/// What wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Objective {
    /// All four men on the cells where the enemy's started.
    Four,
    /// The first man on the far rank.
    First,
}

/// The rules of Quandary on one grid.
#[derive(Debug)]
pub struct Quandary {
    pub(super) goal: Objective,
    /// The start files of White and Black, where they are given; else they are drawn.
    pub(super) given: [Option<u16>; 2],
    /// The colour of each cell, as one bit of eight; no bit beyond the edge.
    pub(super) colours: [u8; 256],
    /// The colour that a man of each side offers to the enemy from each cell: that of the cell in front of him.
    pub(super) offers: [[u8; CELLS]; 2],
    /// The three cells before a man of each side, from the left; `OFF` beyond the edge.
    pub(super) ahead: [[[u8; 3]; CELLS]; 2],
}

/// A position of Quandary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells of White's men and of Black's, each four in rising order: men of one side are alike.
    pub(super) men: [[u8; 4]; 2],
    /// The files where White's men started and Black's, as sets: they are the goals of the other side.
    pub(super) starts: [u16; 2],
    pub(super) to_move: Side,
}

/// A move of Quandary: a man goes from a cell to another, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
}

pub(super) const PASS: Move = Move { from: OFF, to: OFF };

/// The moves of men of one side, at most three each.
pub(super) struct Moves {
    pub(super) list: [Move; 12],
    pub(super) count: usize,
}

impl Moves {
    pub(super) fn list(&self) -> &[Move] {
        &self.list[..self.count]
    }

    /// Draws a move, each as likely as the others; the only one without drawing.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Rng) -> Move {
        self.list[if self.count == 1 { 0 } else { rng.below(self.count as u32) as usize }]
    }
}

/// Returns the rank on which a side's men start; the enemy's men end there.
pub(super) const fn home(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => SIZE - 1,
    }
}

impl Position {
    pub(super) fn new(starts: [u16; 2]) -> Position {
        let men = [Side::First, Side::Second].map(|side| {
            let mut files = (0..SIZE).filter(|&file| starts[side.index()] >> file & 1 == 1);
            std::array::from_fn(|_| {
                let file = files.next().expect("each side starts on four files");
                BOARD.cell(file, home(side)) as u8
            })
        });
        Position { men, starts, to_move: Side::First }
    }

    /// Moves a man of a side; the turn stays.
    #[inline]
    fn advance(&mut self, side: Side, mv: Move) {
        let men = &mut self.men[side.index()];
        for man in men.iter_mut().filter(|man| **man == mv.from) {
            *man = mv.to;
        }
        men.sort_unstable();
    }

    /// Says whether a man of either side stands on a cell.
    #[inline]
    pub(super) fn holds(&self, cell: u8) -> bool {
        // All eight men at once: a byte that agrees with the cell becomes zero, and a borrow finds it.
        const ONES: u64 = u64::from_le_bytes([1; 8]);
        let [[a, b, c, d], [e, f, g, h]] = self.men;
        let differing = u64::from_le_bytes([a, b, c, d, e, f, g, h]) ^ (u64::from(cell) * ONES);
        differing.wrapping_sub(ONES) & !differing & (ONES << 7) != 0
    }

    /// Says whether this side has a man on the far rank.
    fn arrived(&self, side: Side) -> bool {
        match side {
            Side::First => usize::from(self.men[0][3]) >= CELLS - SIZE,
            Side::Second => usize::from(self.men[1][0]) < SIZE,
        }
    }

    /// Says whether this side's four men stand where the enemy's men started.
    fn all_home(&self, side: Side) -> bool {
        let men = self.men[side.index()];
        // The man farthest behind decides in nearly every position.
        let far = match side {
            Side::First => usize::from(men[0]) >= CELLS - SIZE,
            Side::Second => usize::from(men[3]) < SIZE,
        };
        far && men.iter().fold(0, |files, &man| files | 1 << BOARD.file(man.into()))
            == self.starts[side.other().index()]
    }
}

impl Quandary {
    /// Makes the rules for a grid, given as the colour (0 to 7) of each cell; start files that are `None` are drawn.
    pub(super) fn new(grid: grid::Grid, goal: Objective, given: [Option<u16>; 2]) -> Quandary {
        let mut colours = [0; 256];
        for (bit, &colour) in colours.iter_mut().zip(&grid) {
            *bit = 1 << colour;
        }
        let step = |cell, side, files| {
            let forward = if side == Side::First { 1 } else { -1 };
            BOARD.step(cell, (files, forward)).map_or(OFF, |cell| cell as u8)
        };
        let sides = [Side::First, Side::Second];
        let ahead =
            sides.map(|side| std::array::from_fn(|cell| [-1, 0, 1].map(|files| step(cell, side, files))));
        let offers = sides.map(|side| std::array::from_fn(|cell| colours[usize::from(step(cell, side, 0))]));
        Quandary { goal, given, colours, offers, ahead }
    }

    /// Returns the colours that the enemy's men offer to a side, as bits.
    #[inline]
    pub(super) fn allowed(&self, position: &Position, side: Side) -> u8 {
        let enemy = side.other().index();
        position.men[enemy].iter().fold(0, |bits, &man| bits | self.offers[enemy][usize::from(man)])
    }

    /// Lists the moves of a side's men, whoever's turn it is and whether or not the game is over.
    #[inline]
    pub(super) fn moves_of(&self, position: &Position, side: Side) -> Moves {
        let allowed = self.allowed(position, side);
        let mut moves = Moves { list: [PASS; 12], count: 0 };
        for &from in &position.men[side.index()] {
            for to in self.ahead[side.index()][usize::from(from)] {
                if self.colours[usize::from(to)] & allowed != 0 && !position.holds(to) {
                    moves.list[moves.count] = Move { from, to };
                    moves.count += 1;
                }
            }
        }
        moves
    }

    pub(super) fn wins(&self, position: &Position, side: Side) -> bool {
        match self.goal {
            Objective::Four => position.all_home(side),
            Objective::First => position.arrived(side),
        }
    }

    pub(super) fn winner(&self, position: &Position) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|&side| self.wins(position, side))
    }

    /// Lists what may be played: moves of men, else a pass if the other side can move, else nothing.
    pub(super) fn playable(&self, position: &Position) -> Moves {
        let mut moves = Moves { list: [PASS; 12], count: 0 };
        if self.winner(position).is_none() {
            moves = self.moves_of(position, position.to_move);
            if moves.count == 0 && self.moves_of(position, position.to_move.other()).count > 0 {
                moves.count = 1;
            }
        }
        moves
    }

    pub(super) fn won(&self, side: Side) -> Outcome {
        Outcome::win(side, if self.goal == Objective::Four { &FOUR_HOME } else { &FAR_RANK })
    }

    fn blocked(&self, position: &Position) -> bool {
        [Side::First, Side::Second].into_iter().all(|side| self.moves_of(position, side).count == 0)
    }
}

/// Draws four different files, every four as likely as the others.
pub(super) fn draw_files(rng: &mut Rng) -> u16 {
    let mut files: [u16; SIZE] = std::array::from_fn(|file| 1 << file);
    rng.shuffle(&mut files);
    files[..4].iter().sum()
}

impl Game for Quandary {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, rng: &mut Rng) -> Position {
        let mut draw = || Position::new(self.given.map(|files| files.unwrap_or_else(|| draw_files(rng))));
        let mut position = draw();
        // A start that is over before it begins is no game, unless somebody asked for it. Whether every draw is one, on
        // some grid with some files given, is not known: hence the limit.
        for _ in 0..DRAWS {
            if self.given.iter().all(Option::is_some) || !self.blocked(&position) {
                break;
            }
            position = draw();
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
        self.playable(position).list().iter().try_for_each(|&mv| visit(mv))
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        if mv != PASS {
            position.advance(position.to_move, mv);
        }
        position.to_move = position.to_move.other();
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match self.winner(position) {
            Some(side) => Some(self.won(side)),
            None => self.blocked(position).then(|| Outcome::draw(&BLOCKED)),
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let mut key = if position.to_move == Side::Second { KEYS[KEY_TURN] } else { 0 };
        for side in 0..2 {
            for &man in &position.men[side] {
                key ^= KEYS[side * CELLS + usize::from(man)];
            }
            for file in (0..SIZE).filter(|&file| position.starts[side] >> file & 1 == 1) {
                key ^= KEYS[KEY_FILES + side * SIZE + file];
            }
        }
        key
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        text::write_move(mv, out);
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        text::write_position(position, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        text::read_position(self, text)
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        Some(text::why_not(self, position, text))
    }

    fn count_moves(&self, position: &Position) -> u64 {
        self.playable(position).count as u64
    }

    fn random_move(&self, position: &Position, rng: &mut Rng) -> Move {
        self.playable(position).draw(rng)
    }

    fn rollout(&self, position: &mut Position, rng: &mut Rng) -> Rollout {
        // No line of play repeats itself, so that nothing need be tracked; and the moves of the other side are only
        // looked for where a pass is in question.
        let mut plies = 0;
        let mut passed = false;
        loop {
            if let Some(side) = self.winner(position) {
                return Rollout { outcome: self.won(side), plies };
            }
            let moves = self.moves_of(position, position.to_move);
            if moves.count > 0 {
                self.play(position, moves.draw(rng));
                passed = false;
            } else if passed || self.blocked(position) {
                return Rollout { outcome: Outcome::draw(&BLOCKED), plies };
            } else {
                self.play(position, PASS);
                passed = true;
            }
            plies += 1;
        }
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn read_draft(&self, text: &str) -> Result<Draft, Fault> {
        text::read_draft(text)
    }

    fn draft_text(&self, draft: &Draft) -> String {
        text::draft_text(draft)
    }

    fn place(&self, draft: &mut Draft, cell: &str, code: Option<char>) -> Result<(), Fault> {
        BOARD.read(cell).ok_or_else(|| no_cell(cell))?;
        draft.put(cell, code, self.stamps())
    }
}
