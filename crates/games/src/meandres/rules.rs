//! The rules.

use damier_core::board::{Origin, Square, zobrist};
use damier_core::text::{fields, read_rows, read_seat, write_rows, write_seat};
use damier_core::{
    Draft, Fault, Flow, Game, LetterGrid, LineRules, Outcome, Reason, Rng, Seat, SeatInfo, Side, Stamp,
    TWO_SEATS, Text,
};

use super::index::MeandresNumbering;
use super::lines::joined;

/// What a cell holds: the hole, a counter `/`, a counter `\`.
pub(super) const HOLDS: [Text; 3] = [
    Text::new("trou", "hole"),
    Text::new("jeton nord-ouest et sud-est", "counter joining north-west and south-east"),
    Text::new("jeton nord-est et sud-ouest", "counter joining north-east and south-west"),
];

/// What can lie on a cell, and the mark of the counter that may not slide.
pub(super) static STAMPS: [Stamp; 3] = [
    Stamp::piece('z', HOLDS[1]),
    Stamp::piece('s', HOLDS[2]),
    Stamp::mark('!', Text::new("interdit", "not allowed")),
];

static LINE: Reason = Reason::new("line", "Une ligne joint deux côtés", "A line joins two sides");

/// The board. Its cells are numbered from a1, file after file, rank after rank.
pub(super) const BOARD: Square = Square::new(SIDE, Origin::Bottom);

pub(super) const SIDE: usize = 5;

pub(super) const CELLS: usize = SIDE * SIDE;

/// Every cell.
pub(super) const ALL: u32 = (1 << CELLS) - 1;

/// How many counters lie each way: they slide and never turn, so that it is the same all through the game.
pub(super) const EACH: u32 = 12;

/// The characters of a hole, of `/` and of `\` in the text of a position, where `/` ends a row: the middle stroke of
/// each letter lies as its counter does.
const LETTERS: &str = ".zs";

/// The eight cells in the row and the column of each cell, in order.
pub(super) const AROUND: [[u8; 8]; CELLS] = around();

const fn around() -> [[u8; 8]; CELLS] {
    let mut table = [[0; 8]; CELLS];
    let mut hole = 0;
    while hole < CELLS {
        let (mut cell, mut count) = (0, 0);
        while cell < CELLS {
            if cell != hole && in_line(cell, hole) {
                table[hole][count] = cell as u8;
                count += 1;
            }
            cell += 1;
        }
        hole += 1;
    }
    table
}

const fn in_line(cell: usize, hole: usize) -> bool {
    cell / SIDE == hole / SIDE || cell % SIDE == hole % SIDE
}

/// The rules of Les méandres.
#[derive(Debug)]
pub struct Meandres {
    /// Whether the last slide may be undone.
    pub(super) free: bool,
    /// Where each symmetry takes each cell.
    pub(super) images: [[u8; CELLS]; 8],
    /// Whether each symmetry exchanges `/` and `\`.
    turns: [bool; 8],
    pub(super) numbering: MeandresNumbering,
}

/// A position of Les méandres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells of the counters that lie as `/`. All others but the hole lie as `\`.
    pub(super) slashes: u32,
    pub(super) hole: u8,
    /// The cell that would undo the last slide, or [`NONE`].
    pub(super) ban: u8,
    pub(super) to_move: Side,
    /// Whether there is a winning line: the side that is not to move has made it.
    pub(super) over: bool,
}

/// No banned cell.
pub(super) const NONE: u8 = CELLS as u8;

/// A move of Les méandres: the cell that becomes the hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(super) u8);

impl Position {
    /// Slides the counters from `cell`, which becomes the hole, up to the present hole.
    #[inline]
    pub(super) fn slide(&mut self, cell: u8) {
        let hole = self.hole;
        let step = if cell / SIDE as u8 == hole / SIDE as u8 { 1 } else { SIDE as u8 };
        let mut at = hole;
        while at != cell {
            let next = if cell > hole { at + step } else { at - step };
            // The cell `at` is no slash: it is the hole, or its counter has just slid away.
            self.slashes |= (self.slashes >> next & 1) << at;
            self.slashes &= !(1 << next);
            at = next;
        }
        self.hole = cell;
    }
}

impl Meandres {
    /// Makes the rules; with `free` the opponent's last slide may be undone.
    pub fn new(free: bool) -> Meandres {
        let symmetries = BOARD.symmetries();
        let image = |symmetry: usize, cell: usize| symmetries.map(symmetry, cell) as u8;
        let images = std::array::from_fn(|symmetry| std::array::from_fn(|cell| image(symmetry, cell)));
        // A slash points along the diagonal from a1 to e5, and stays a slash where that diagonal stays in its place.
        let turns = std::array::from_fn(|symmetry| ![0, CELLS as u8 - 1].contains(&image(symmetry, 0)));
        Meandres { free, numbering: MeandresNumbering::new(&images), images, turns }
    }

    fn may_go(&self, position: &Position, cell: u8) -> bool {
        let (cell, hole) = (cell as usize, position.hole as usize);
        cell < CELLS && cell != hole && in_line(cell, hole) && cell != position.ban as usize
    }

    /// Returns the image of a position under a symmetry of the square.
    pub(super) fn image(&self, position: &Position, symmetry: usize) -> Position {
        let images = &self.images[symmetry];
        let hole = images[position.hole as usize];
        let mut slashes = 0;
        for (cell, &image) in images.iter().enumerate() {
            slashes |= (position.slashes >> cell & 1) << image;
        }
        if self.turns[symmetry] {
            slashes ^= ALL ^ 1 << hole;
        }
        let ban = images.get(position.ban as usize).copied().unwrap_or(NONE);
        Position { slashes, hole, ban, ..*position }
    }

    fn read_ban(&self, text: &str, hole: u8) -> Result<u8, Fault> {
        if text == "-" {
            return Ok(NONE);
        }
        let wrong = |fr: &str, en: &str| {
            Err(Fault::new(
                format!("position, case interdite « {text} » : {fr}"),
                format!("position, banned cell \"{text}\": {en}"),
            ))
        };
        if self.free {
            return wrong(
                "dans la variante « libre », écrivez « - »",
                "in the variant \"libre\", write \"-\"",
            );
        }
        match BOARD.read(text) {
            None => wrong("ni « - » ni une case de a1 à e5", "neither \"-\" nor a cell from a1 to e5"),
            Some(cell) if AROUND[hole as usize].contains(&(cell as u8)) => Ok(cell as u8),
            Some(_) => wrong(
                "elle n'est pas sur la rangée ou la colonne du trou",
                "it is not in the row or column of the hole",
            ),
        }
    }
}

impl Game for Meandres {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &TWO_SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        self.parse_position("zszsz/szszs/zs.sz/szszs/zszsz 1 -").expect("the start is a position")
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.to_move as u8)
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        if position.over {
            return Flow::Continue(());
        }
        let open = AROUND[position.hole as usize].into_iter().filter(|&cell| cell != position.ban);
        open.map(Move).try_for_each(visit)
    }

    fn play(&self, position: &mut Position, mv: Move) {
        position.ban = if self.free { NONE } else { position.hole };
        position.slide(mv.0);
        position.to_move = position.to_move.other();
        position.over = joined(position.slashes, position.hole);
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.over.then(|| Outcome::win(position.to_move.other(), &LINE))
    }

    fn key(&self, position: &Position) -> u64 {
        let rest = (position.hole as usize * 32 + position.ban as usize) * 2 + position.to_move.index();
        zobrist::feature(7, position.slashes as usize) ^ zobrist::feature(107, rest)
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        BOARD.write(mv.0 as usize, out);
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        let counter = |place| match BOARD.reading(place) {
            cell if cell == position.hole as usize => '.',
            cell if position.slashes >> cell & 1 == 1 => 'z',
            _ => 's',
        };
        write_rows(&BOARD.rows(), counter, out);
        write_seat(self.to_move(position), &TWO_SEATS, out);
        out.push(' ');
        if position.ban == NONE {
            out.push('-');
        } else {
            BOARD.write(position.ban as usize, out);
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        let [rows, seat, ban] = fields(text, "ROWS 1|2 -|CELL")?;
        // The cells of each character: the hole, `/`, `\`.
        let mut sets = [0u32; 3];
        for (place, &letter) in read_rows(rows, &BOARD.rows(), LETTERS)?.iter().enumerate() {
            sets[letter as usize] |= 1 << BOARD.reading(place);
        }
        let counts = sets.map(u32::count_ones);
        if counts != [1, EACH, EACH] {
            let [holes, slashes, others] = counts;
            return Err(Fault::new(
                format!("position : {holes} trou(s), {slashes} « z », {others} « s » ; il faut 1, 12 et 12"),
                format!("position: {holes} hole(s), {slashes} \"z\", {others} \"s\"; expected 1, 12 and 12"),
            ));
        }
        let hole = sets[0].trailing_zeros() as u8;
        Ok(Position {
            slashes: sets[1],
            hole,
            to_move: TWO_SEATS[read_seat(seat, &TWO_SEATS)?.index()].side,
            ban: self.read_ban(ban, hole)?,
            over: joined(sets[1], hole),
        })
    }

    fn count_moves(&self, position: &Position) -> u64 {
        match position {
            Position { over: true, .. } => 0,
            Position { ban: NONE, .. } => 8,
            _ => 7,
        }
    }

    fn has_move(&self, position: &Position) -> bool {
        !position.over
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        !position.over && self.may_go(position, mv.0)
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        let hole = BOARD.name(position.hole as usize);
        let (fr, en, rule) = match BOARD.read(text).map(|cell| cell as u8) {
            None => {
                return Some(Fault::new(
                    format!("coup impossible : « {text} » n'est pas une case de a1 à e5"),
                    format!("impossible move: \"{text}\" is not a cell from a1 to e5"),
                ));
            }
            Some(cell) if cell == position.hole => {
                (format!("{text} est déjà le trou"), format!("{text} is the hole already"), 2)
            }
            Some(cell) if cell == position.ban => (
                format!("{text} déferait le coup de l'adversaire"),
                format!("{text} would undo the opponent's last slide"),
                3,
            ),
            Some(_) => (
                format!("{text} n'est ni sur la rangée ni sur la colonne du trou, {hole}"),
                format!("{text} is neither in the row nor in the column of the hole, {hole}"),
                2,
            ),
        };
        Some(Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}")).by_rule(rule))
    }

    fn random_move(&self, position: &Position, rng: &mut Rng) -> Move {
        let cells = &AROUND[position.hole as usize];
        if position.ban == NONE {
            return Move(cells[rng.below(8) as usize]);
        }
        // The last cell stands in for the banned one.
        let drawn = cells[rng.below(7) as usize];
        Move(if drawn == position.ban { cells[7] } else { drawn })
    }

    fn symmetries(&self) -> usize {
        self.images.len()
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        self.image(position, symmetry)
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        Move(self.images[symmetry][mv.0 as usize])
    }

    fn line_rules(&self) -> LineRules {
        LineRules::REPETITION
    }

    fn stamps(&self) -> &'static [Stamp] {
        // Where every slide may be undone, no counter is marked.
        if self.free { &STAMPS[..2] } else { &STAMPS }
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(BOARD.letter_grid().with_marks('+'))
    }

    /// Only a counter in line with the hole could undo the last slide.
    fn settle(&self, draft: &mut Draft) {
        let holes: Vec<usize> =
            (0..CELLS).filter(|&cell| !draft.pieces.contains_key(&BOARD.name(cell))).collect();
        if let [hole] = holes[..] {
            draft.marks.retain(|name| BOARD.read(name).is_some_and(|cell| in_line(cell, hole)));
        }
    }
}
