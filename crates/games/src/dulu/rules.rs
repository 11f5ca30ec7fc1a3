//! The rules.

use damier_core::board::{BitSet, Hexagon, Symmetries, zobrist};
use damier_core::text::{fields, letter, read_rows, read_seat, write_rows, write_seat};
use damier_core::{
    Draft, Fault, Flow, Game, LetterGrid, Outcome, Reason, Rng, Seat, SeatInfo, Side, Stamp, Text, Verdict,
};

use super::captures::DuluGeometry;

pub(super) const HOLDS: [Text; 3] =
    [Text::new("libre", "free"), Text::new("bleu", "blue"), Text::new("rouge", "red")];

/// What can stand on a cell.
pub(super) static STAMPS: [Stamp; 2] = [Stamp::piece('b', HOLDS[1]), Stamp::piece('r', HOLDS[2])];

static SEATS: [SeatInfo; 2] =
    [SeatInfo::new(Side::First, "b", "Bleu", "Blue"), SeatInfo::new(Side::Second, "r", "Rouge", "Red")];

static MOST: Reason = Reason::new(
    "most-stones",
    "Le plus de pierres, la couronne extérieure retirée",
    "Most stones once the outer crown is removed",
);

static INNER: Reason = Reason::new(
    "inner-crown",
    "Égalité, tranchée par une couronne plus proche du centre",
    "A tie, broken by a crown nearer to the centre",
);

static NOTHING: Reason = Reason::new(
    "nothing-left",
    "Égalité jusqu'à la dernière pierre : Rouge gagne",
    "Equal down to the last stone: Red wins",
);

pub(super) const SIDE: usize = 8;

pub(super) const CELLS: usize = 169;

/// How many stones each player sets.
pub(super) const STONES: usize = 17;

/// How many plies a game has.
pub(super) const PLIES: u8 = 2 * STONES as u8;

pub(super) type DuluCells = BitSet<3>;

/// One number for each stone on each cell, Blue's first, and one for each number of plies played.
static KEYS: [u64; 2 * CELLS + PLIES as usize + 1] = zobrist::table(16);

/// The rules of DuLu.
#[derive(Debug)]
pub struct Dulu {
    ternun: bool,
    pub(super) board: Hexagon,
    pub(super) cells: DuluCells,
    /// The neighbours of each cell.
    pub(super) near: [DuluCells; CELLS],
    /// The cells of each ring, from the centre.
    pub(super) rings: [DuluCells; SIDE],
    pub(super) geometry: DuluGeometry,
    symmetries: Symmetries,
}

/// A position of DuLu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stones on the board, Blue's and Red's.
    pub(super) stones: [DuluCells; 2],
    /// How many stones have been set in all, captured ones too: they tell whose turn it is.
    pub(super) plies: u8,
}

/// A move of DuLu: the cell where the stone is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(super) u8);

impl Position {
    pub(super) fn side(&self) -> Side {
        if self.plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Returns how many stones a side has yet to set.
    pub(super) fn left(&self, side: Side) -> u8 {
        match side {
            Side::First => STONES as u8 - self.plies.div_ceil(2),
            Side::Second => STONES as u8 - self.plies / 2,
        }
    }

    /// Returns how many stones Blue and Red have yet to set, as in `12/13`.
    fn left_text(&self) -> String {
        let [blue, red] = [Side::First, Side::Second].map(|side| self.left(side));
        format!("{blue}/{red}")
    }
}

impl Dulu {
    /// Makes the rules, with or without the rule of Dulu-Ternun.
    pub fn new(ternun: bool) -> Dulu {
        let board = Hexagon::new(SIDE);
        let near = |cell| (0..6).filter_map(|direction| board.step(cell, direction)).collect();
        let ring = |ring| (0..CELLS).filter(|&cell| board.ring(cell) == ring).collect();
        Dulu {
            ternun,
            cells: DuluCells::below(CELLS),
            near: std::array::from_fn(near),
            rings: std::array::from_fn(ring),
            geometry: DuluGeometry::new(&board),
            symmetries: board.symmetries(),
            board,
        }
    }

    /// Returns the cells where the side to move may set a stone. While stones are left there are always some: see
    /// [`Dulu::crowded`].
    pub(super) fn playable(&self, position: &Position) -> DuluCells {
        if position.plies == PLIES {
            return DuluCells::EMPTY;
        }
        let free = self.cells.without(position.stones[0] | position.stones[1]);
        if self.ternun { free.without(self.crowded(&position.stones[position.side().index()])) } else { free }
    }

    /// Returns the cells, among them perhaps taken ones, where one more own stone would be the third or more of a
    /// group.
    ///
    /// Two stones that touch have eight neighbours; a stone alone has six, each of which is crowded only by grace of
    /// another stone. So every stone crowds four free cells at most, 16 stones 64; with 33 stones on the board at
    /// least 72 of the 169 cells are left, and nobody ever has to pass.
    pub(super) fn crowded(&self, own: &DuluCells) -> DuluCells {
        let (mut once, mut twice) = (DuluCells::EMPTY, DuluCells::EMPTY);
        for stone in own.iter() {
            let near = self.near[stone];
            twice |= once & near;
            once |= near;
            if near.meets(own) {
                twice |= near;
            }
        }
        twice
    }

    /// Returns the stones of both sides that are not on the outer crown.
    pub(super) fn inside(&self, position: &Position) -> [DuluCells; 2] {
        position.stones.map(|own| own.without(self.rings[SIDE - 1]))
    }

    /// Returns the stones that decide a game which ends here, and how many crowns with stones are removed for that.
    pub(super) fn counted(&self, position: &Position) -> ([DuluCells; 2], u32) {
        let (mut stones, mut removed) = (position.stones, 0);
        for ring in self.rings.iter().rev() {
            if !(stones[0] | stones[1]).meets(ring) {
                continue;
            }
            stones = stones.map(|own| own.without(*ring));
            removed += 1;
            if stones[0].count() != stones[1].count() {
                break;
            }
        }
        (stones, removed)
    }

    fn final_count(&self, position: &Position) -> Outcome {
        let (stones, removed) = self.counted(position);
        let score = stones.map(|own| own.count() as i32);
        if score[0] == score[1] {
            return Outcome { verdict: Verdict::Win(Side::Second), score: Some([0, 0]), reason: &NOTHING };
        }
        Outcome::scored(score, if removed == 1 { &MOST } else { &INNER })
    }
}

impl Game for Dulu {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        Position { stones: [DuluCells::EMPTY; 2], plies: 0 }
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.side() as u8)
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        self.playable(position).iter().try_for_each(|cell| visit(Move(cell as u8)))
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let (side, cell) = (position.side(), mv.0 as usize);
        position.stones[side.index()].insert(cell);
        position.plies += 1;
        let own = position.stones[side.index()];
        let enemy = &mut position.stones[side.other().index()];
        // Captured stones open sights, which may form another DuLu of the new stone.
        loop {
            let captured = self.geometry.captured(&own, enemy, cell);
            if captured.is_empty() {
                break;
            }
            *enemy = enemy.without(captured);
        }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.plies == PLIES).then(|| self.final_count(position))
    }

    fn key(&self, position: &Position) -> u64 {
        let stones =
            [0, 1].map(|side| position.stones[side].iter().map(move |cell| KEYS[side * CELLS + cell]));
        stones.into_iter().flatten().fold(KEYS[2 * CELLS + position.plies as usize], |key, stone| key ^ stone)
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        self.board.write(mv.0 as usize, out);
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        let stone = |cell| letter(position.stones.map(|stones| stones.contains(cell)), ['b', 'r']);
        write_rows(&self.board.rows(), stone, out);
        write_seat(self.to_move(position), &SEATS, out);
        out.push(' ');
        out.push_str(&position.left_text());
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        let [rows, seat, left] = fields(text, "ROWS b|r BLUE/RED")?;
        let cells = read_rows(rows, &self.board.rows(), ".br")?;
        let stones =
            [1, 2].map(|stone| (0..CELLS).filter(|&cell| cells[cell] == stone).collect::<DuluCells>());
        let seat = read_seat(seat, &SEATS)?;
        let left = read_left(left)?;
        let plies = PLIES - left[0] - left[1];
        if left[0] + seat.0 != left[1] {
            let [blue, red] = left;
            return Err(Fault::new(
                format!(
                    "position, pierres à poser : {blue}/{red} ; Rouge en a autant que Bleu quand c'est à Bleu, une de plus sinon"
                ),
                format!(
                    "position, stones left: {blue}/{red}; Red has as many as Blue when it is Blue's turn, one more otherwise"
                ),
            ));
        }
        for (side, info) in SEATS.iter().enumerate() {
            let (set, found) = (STONES as u32 - u32::from(left[side]), stones[side].count());
            if found > set {
                return Err(Fault::new(
                    format!(
                        "position : {found} pierres ({}) sur le plateau, mais {set} posées",
                        info.name.fr
                    ),
                    format!("position: {found} stones ({}) on the board, but {set} were set", info.name.en),
                ));
            }
        }
        Ok(Position { stones, plies })
    }

    fn count_moves(&self, position: &Position) -> u64 {
        u64::from(self.playable(position).count())
    }

    fn has_move(&self, position: &Position) -> bool {
        position.plies < PLIES
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        (mv.0 as usize) < CELLS && self.playable(position).contains(mv.0 as usize)
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        let (fr, en, rule) = match self.board.read(text) {
            None => {
                return Some(Fault::new(
                    format!("coup impossible : « {text} » n'est pas une case de a1 à o8"),
                    format!("impossible move: \"{text}\" is not a cell from a1 to o8"),
                ));
            }
            Some(cell) if (position.stones[0] | position.stones[1]).contains(cell) => {
                (format!("{text} est déjà prise"), format!("{text} is taken"), 2)
            }
            Some(_) => (
                format!("en {text}, trois de vos pierres ou plus se toucheraient (Dulu-Ternun)"),
                format!("on {text}, three or more of your stones would touch (Dulu-Ternun)"),
                10,
            ),
        };
        Some(Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}")).by_rule(rule))
    }

    fn random_move(&self, position: &Position, rng: &mut Rng) -> Move {
        let playable = self.playable(position);
        let cell = playable.nth(rng.below(playable.count())).expect("the number is below the count");
        Move(cell as u8)
    }

    fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let image = |own: DuluCells| own.iter().map(|cell| self.symmetries.map(symmetry, cell)).collect();
        Position { stones: position.stones.map(image), ..*position }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        Move(self.symmetries.map(symmetry, mv.0 as usize) as u8)
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(self.board.letter_grid())
    }

    /// Of an empty board, no stone has been set before. Otherwise the stones left stay as they are while they fit.
    fn settle(&self, draft: &mut Draft) {
        let [blue, red] = ['b', 'r'].map(|code| draft.pieces.values().filter(|&&held| held == code).count());
        // Blue sets the first stone: when it is his turn, both have set as many.
        let needed = if draft.seat == Seat(0) { 2 * blue.max(red) } else { (2 * blue).max(2 * red + 2) - 1 };
        let set = |[blue, red]: [u8; 2]| {
            let plies = usize::from(PLIES - blue - red);
            (blue + draft.seat.0 == red && plies >= needed).then_some(plies)
        };
        let kept = read_left(&draft.rest).ok().and_then(set).filter(|_| !draft.pieces.is_empty());
        let plies = kept.unwrap_or(needed).min(usize::from(PLIES - draft.seat.0)) as u8;
        draft.rest = Position { stones: [DuluCells::EMPTY; 2], plies }.left_text();
    }
}

/// Reads the stones that each side has yet to set, as in `17/17`.
fn read_left(text: &str) -> Result<[u8; 2], Fault> {
    let number = |word: &str| {
        let plain = word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse::<u8>().ok().filter(|&number| plain && usize::from(number) <= STONES)
    };
    let read = text.split_once('/').and_then(|(blue, red)| Some([number(blue)?, number(red)?]));
    read.ok_or_else(|| {
        Fault::new(
            format!("position, pierres à poser : « {text} » ; attendu : deux nombres de 0 à 17, comme 12/13"),
            format!("position, stones left: \"{text}\"; expected two numbers from 0 to 17, as in 12/13"),
        )
    })
}
