//! The rules.

use damier_core::board::{Bits, Origin, Square, Symmetries, zobrist};
use damier_core::{
    Draft, Fault, Flow, Game, LetterGrid, Outcome, Reason, Rng, Seat, SeatInfo, Side, Stamp, TWO_SEATS, Text,
};

use super::index::Classes;

/// What a cell holds, and the same where one may play.
pub(super) const HOLDS: [[Text; 2]; 3] = [
    [Text::new("libre", "free"), Text::new("libre, réponse permise", "free, may be answered")],
    [
        Text::new("cercle blanc", "white circle"),
        Text::new("cercle blanc à noircir", "white circle, may be blackened"),
    ],
    [Text::new("cercle noir", "black circle"), Text::new("cercle noir", "black circle")],
];

/// What can stand on a cell, and the mark of the move to answer.
pub(super) static STAMPS: [Stamp; 3] = [
    Stamp::piece('w', HOLDS[1][0]),
    Stamp::piece('b', HOLDS[2][0]),
    Stamp::mark('!', Text::new("dernier coup adverse", "the opponent's last move")),
];

/// The seats of the game for four, in two teams.
static TEAM_SEATS: [SeatInfo; 4] = [
    SeatInfo::new(Side::First, "A1", "A1", "A1"),
    SeatInfo::new(Side::First, "A2", "A2", "A2"),
    SeatInfo::new(Side::Second, "B1", "B1", "B1"),
    SeatInfo::new(Side::Second, "B2", "B2", "B2"),
];

static ALIGNED: Reason = Reason::new("line", "Quatre cercles alignés", "Four circles in line");

static ENCLOSED: Reason =
    Reason::new("enclosed", "Plus aucune réponse : enfermement", "No answer left: enclosed");

/// The most cells a board has.
pub(super) const MOST: usize = 25;

/// How many circles of one colour make a line.
const IN_LINE: u32 = 4;

/// Stands for no cell: before the first move there is nothing to answer.
pub(super) const NONE: u8 = MOST as u8;

/// Which of the games it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DualiteRules {
    /// The side of the board, 4 or 5.
    pub size: usize,
    /// How many circles First draws at first, 2 or 1.
    pub circles: usize,
    /// Whether four players play in two teams.
    pub teams: bool,
}

impl DualiteRules {
    /// The game of the sheet.
    pub const PLAIN: DualiteRules = DualiteRules { size: 4, circles: 2, teams: false };
}

/// The rules of Dualité.
#[derive(Debug)]
pub struct Dualite {
    pub(super) rules: DualiteRules,
    pub(super) board: Square,
    /// The neighbours of each cell; none of [`NONE`].
    pub(super) near: [u32; MOST + 1],
    /// For each direction of a line, how far its next cell is, and the cells where a line may begin.
    pub(super) lines: [(u32, u32); 4],
    /// The first moves, in order of file then rank.
    pub(super) openings: Vec<Move>,
    pub(super) symmetries: Symmetries,
    pub(super) classes: Classes,
}

/// A position of Dualité.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) white: u32,
    pub(super) black: u32,
    /// The move to answer: a cell twice, or the two first circles, or [`NONE`] twice.
    pub(super) last: [u8; 2],
    pub(super) seat: u8,
    /// Whether there are four white or four black circles in line.
    pub(super) line: bool,
}

/// A move: a cell twice, or the two cells of the first move in order of file then rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(super) [u8; 2]);

impl Dualite {
    /// Makes the rules.
    ///
    /// # Panics
    /// If the board is smaller than 4 × 4 or larger than 5 × 5, or there are not one or two first circles.
    pub fn new(rules: DualiteRules) -> Dualite {
        assert!((4..=5).contains(&rules.size) && (1..=2).contains(&rules.circles));
        let board = Square::new(rules.size, Origin::Bottom);
        let set = |cells: &mut dyn Iterator<Item = usize>| cells.fold(0u32, |set, cell| set | 1 << cell);
        let mut near = [0; MOST + 1];
        for (cell, near) in near.iter_mut().enumerate().take(board.cells()) {
            let around = (0..9).map(|step| (step % 3 - 1, step / 3 - 1)).filter(|&step| step != (0, 0));
            *near = set(&mut around.filter_map(|step| board.step(cell, step)));
        }
        let lines = [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|(files, ranks)| {
            let reach = IN_LINE as i32 - 1;
            let fits = |&cell: &usize| board.step(cell, (files * reach, ranks * reach)).is_some();
            let step = ranks * rules.size as i32 + files;
            (step as u32, set(&mut (0..board.cells()).filter(fits)))
        });
        let symmetries = board.symmetries();
        let mut game = Dualite {
            rules,
            near,
            lines,
            openings: Vec::new(),
            classes: Classes::new(&symmetries, board.cells()),
            symmetries,
            board,
        };
        game.openings = game.list_openings();
        game
    }

    fn list_openings(&self) -> Vec<Move> {
        let size = self.rules.size;
        let order: Vec<u8> =
            (0..size * size).map(|turn| self.board.cell(turn / size, turn % size) as u8).collect();
        if self.rules.circles == 1 {
            return order.into_iter().map(|cell| Move([cell; 2])).collect();
        }
        let mut openings = Vec::new();
        for (place, &one) in order.iter().enumerate() {
            let apart = order[place + 1..].iter().filter(|&&other| self.near[one as usize] >> other & 1 == 0);
            openings.extend(apart.map(|&other| Move([one, other])));
        }
        openings
    }

    /// Returns the cells one may play on in answer to the last move; none at first.
    #[inline]
    pub(super) fn answers(&self, position: &Position) -> u32 {
        let [one, other] = position.last;
        // No cell is its own neighbour, nor are the two first circles: the last move itself is never among them.
        (self.near[one as usize] | self.near[other as usize]) & !position.black
    }

    #[inline]
    pub(super) fn is_first(position: &Position) -> bool {
        position.last[0] == NONE
    }

    /// Says whether a set of cells holds a whole line.
    #[inline]
    pub(super) fn has_line(&self, set: u32) -> bool {
        self.lines.iter().any(|&(step, starts)| {
            let pairs = set & set >> step;
            pairs & pairs >> (2 * step) & starts != 0
        })
    }

    /// Returns those of a set of cells that stand in a whole line.
    pub(super) fn in_line(&self, set: u32) -> u32 {
        let whole = self.lines.iter().flat_map(|&(step, starts)| {
            let pairs = set & set >> step;
            let begun = pairs & pairs >> (2 * step) & starts;
            (0..IN_LINE).map(move |place| begun << (place * step))
        });
        whole.fold(0, |line, cells| line | cells)
    }

    /// Returns the seat that plays once these circles are drawn, or `None` if no number of moves gives them.
    pub(super) fn seat_after(&self, white: u32, black: u32) -> Option<u8> {
        self.seat_after_counts(white.count_ones(), black.count_ones())
    }

    /// Does the same from how many circles of each colour there are.
    fn seat_after_counts(&self, white: u32, black: u32) -> Option<u8> {
        // Every move adds one to this sum, but the first, which adds as many as it draws circles.
        let drawn = (white + 2 * black) as usize;
        if drawn == 0 {
            return Some(0);
        }
        let moves = (drawn + 1).checked_sub(self.rules.circles).filter(|&moves| moves > 0)?;
        Some(if self.rules.teams { (moves + 1) % 4 } else { moves % 2 } as u8)
    }

    pub(super) fn with_circles(&self, white: u32, black: u32, last: [u8; 2], seat: u8) -> Position {
        let line = self.has_line(white) || self.has_line(black);
        Position { white, black, last, seat, line }
    }

    /// Returns the two cells in order of file then rank.
    pub(super) fn ordered(&self, [one, other]: [u8; 2]) -> [u8; 2] {
        let place = |cell: u8| (self.board.file(cell as usize), self.board.rank(cell as usize));
        if place(one) <= place(other) { [one, other] } else { [other, one] }
    }

    fn map_cells(&self, symmetry: usize, cells: [u8; 2]) -> [u8; 2] {
        if cells[0] == NONE {
            return cells;
        }
        self.ordered(cells.map(|cell| self.symmetries.map(symmetry, cell as usize) as u8))
    }

    pub(super) fn map_set(&self, symmetry: usize, set: u32) -> u32 {
        set.cells().fold(0, |image, cell| image | 1 << self.symmetries.map(symmetry, cell))
    }
}

impl Game for Dualite {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        if self.rules.teams { &TEAM_SEATS } else { &TWO_SEATS }
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        Position { white: 0, black: 0, last: [NONE; 2], seat: 0, line: false }
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.seat)
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        if position.line {
            return Flow::Continue(());
        }
        if Self::is_first(position) {
            return self.openings.iter().try_for_each(|&mv| visit(mv));
        }
        self.answers(position).cells().try_for_each(|cell| visit(Move([cell as u8; 2])))
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let [one, other] = mv.0;
        let first = Self::is_first(position);
        let cells = 1 << one | 1 << other;
        // An empty cell gets a white circle, a white one becomes black.
        let darker = position.white & cells;
        position.black |= darker;
        position.white ^= cells;
        position.line =
            if darker == 0 { self.has_line(position.white) } else { self.has_line(position.black) };
        if self.rules.teams {
            // The first of a team leaves the last move of the other team for the partner to answer.
            if first || position.seat % 2 == 1 {
                position.last = mv.0;
            }
            position.seat = if first { 2 } else { (position.seat + 1) % 4 };
        } else {
            position.last = mv.0;
            position.seat ^= 1;
        }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let seats = self.seats();
        if position.line {
            // Whoever sits before the seat to move made it, or that seat's partner did.
            let before = (position.seat as usize + seats.len() - 1) % seats.len();
            return Some(Outcome::win(seats[before].side, &ALIGNED));
        }
        let enclosed = !Self::is_first(position) && self.answers(position) == 0;
        enclosed.then(|| Outcome::win(self.side_to_move(position).other(), &ENCLOSED))
    }

    fn key(&self, position: &Position) -> u64 {
        // Each half has a number of its own for all it can hold.
        let half = |set: u32, cell: u8| (set as usize) << 5 | cell as usize;
        zobrist::feature(1, half(position.white, position.last[0]))
            ^ zobrist::feature(101, half(position.black, position.last[1]))
            ^ zobrist::feature(201, position.seat as usize)
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        self.write_cells(mv.0, out);
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        self.write_text(position, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        self.read_text(text)
    }

    fn count_moves(&self, position: &Position) -> u64 {
        match position {
            Position { line: true, .. } => 0,
            _ if Self::is_first(position) => self.openings.len() as u64,
            _ => u64::from(self.answers(position).count_ones()),
        }
    }

    fn has_move(&self, position: &Position) -> bool {
        self.count_moves(position) > 0
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        if position.line {
            return false;
        }
        if Self::is_first(position) {
            return self.openings.contains(&mv);
        }
        let [one, other] = mv.0;
        one == other && one < NONE && self.answers(position) >> one & 1 == 1
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        Some(self.explain(position, text))
    }

    fn random_move(&self, position: &Position, rng: &mut Rng) -> Move {
        if Self::is_first(position) {
            return self.openings[rng.below(self.openings.len() as u32) as usize];
        }
        let answers = self.answers(position);
        Move([answers.nth(rng.below(answers.count_ones())) as u8; 2])
    }

    fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        Position {
            white: self.map_set(symmetry, position.white),
            black: self.map_set(symmetry, position.black),
            last: self.map_cells(symmetry, position.last),
            ..*position
        }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        Move(self.map_cells(symmetry, mv.0))
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(self.board.letter_grid().with_marks('+'))
    }

    /// By the circles one knows who is to move.
    fn settle(&self, draft: &mut Draft) {
        let [white, black] =
            ['w', 'b'].map(|code| draft.pieces.values().filter(|&&held| held == code).count() as u32);
        draft.seat = Seat(self.seat_after_counts(white, black).unwrap_or(0));
    }
}
