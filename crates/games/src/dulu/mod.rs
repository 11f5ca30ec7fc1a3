//! DuLu: catch enemy stones in polygons of sight.
//!
//! A position takes 56 bytes.

mod attack;
mod draw;
mod eval;
#[cfg(test)]
mod eval_tests;
mod puzzle;
mod sight;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

use damier_core::board::{BitSet, Hexagon, Symmetries, zobrist};
use damier_core::text::{fields, read_rows, read_seat, write_rows, write_seat};
use damier_core::{Fault, Flow, Game, Outcome, Reason, Rng, Seat, SeatInfo, Side, Text, Verdict};
use damier_scene::Mark;
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Options, Pages, Variant};

use sight::Lines;

/// The row of DuLu in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "dulu",
    name: Text::new("DuLu", "DuLu"),
    about: Text::new(
        "Enfermer les pierres adverses dans des polygones de regards.",
        "Catch the other stones in polygons of sight.",
    ),
    aim: Aim::Capture,
    ground: Ground::Hexagons,
    minutes: 40,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[Variant {
        name: "ternun",
        about: Text::new(
            "jamais plus de deux pierres de sa couleur qui se touchent",
            "never more than two own stones that touch",
        ),
    }],
    params: &[],
    solved: false,
    samples: &["ternun"],
    glance: ("", "e4 e7 j7 g7 e9 g2 e8 i10 a4 h6 l4 j5 h11"),
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let game = Dulu::new(options.has("ternun"));
    let eyes = eval::Eyes::new(&game);
    let kit = Kit::new(options.spec(), game, draw::draw).trace(trace).problems(puzzle::recipe());
    Ok(kit.linear(eyes, include_str!("weights.txt")).levels(include_str!("levels.txt")).boxed())
}

/// A move marks its own cell, and those of the stones that it captures.
fn trace(game: &Dulu, before: &Position, text: &str) -> Vec<(String, Mark)> {
    let Some(cell) = game.board.read(text) else { return Vec::new() };
    let mut after = *before;
    game.play(&mut after, Move(cell as u8));
    let enemy = before.side().other().index();
    let taken = before.stones[enemy].without(after.stones[enemy]);
    let taken = taken.iter().map(|cell| (game.board.name(cell), Mark::Trace));
    taken.chain([(text.to_string(), Mark::Last)]).collect()
}

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

const SIDE: usize = 8;
const CELLS: usize = 169;
/// How many stones each player sets.
const STONES: usize = 17;
/// How many plies a game has.
const PLIES: u8 = 2 * STONES as u8;

type Cells = BitSet<3>;

/// One number for each stone on each cell, Blue's first, and one for each number of plies played.
static KEYS: [u64; 2 * CELLS + PLIES as usize + 1] = zobrist::table(16);

/// The rules of DuLu.
#[derive(Debug)]
pub struct Dulu {
    ternun: bool,
    board: Hexagon,
    cells: Cells,
    /// The neighbours of each cell.
    near: [Cells; CELLS],
    /// The cells of each ring, from the centre.
    rings: [Cells; SIDE],
    lines: Lines,
    symmetries: Symmetries,
}

/// A position of DuLu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stones on the board, Blue's and Red's.
    stones: [Cells; 2],
    /// How many stones have been set in all, captured ones too: they tell whose turn it is.
    plies: u8,
}

/// A move of DuLu: the cell where the stone is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(u8);

impl Position {
    fn side(&self) -> Side {
        if self.plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Returns how many stones a side has yet to set.
    fn left(&self, side: Side) -> u8 {
        match side {
            Side::First => STONES as u8 - self.plies.div_ceil(2),
            Side::Second => STONES as u8 - self.plies / 2,
        }
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
            cells: Cells::below(CELLS),
            near: std::array::from_fn(near),
            rings: std::array::from_fn(ring),
            lines: Lines::new(&board),
            symmetries: board.symmetries(),
            board,
        }
    }

    /// Returns the cells where the side to move may set a stone. While stones are left there are always some: see
    /// [`Dulu::crowded`].
    fn playable(&self, position: &Position) -> Cells {
        if position.plies == PLIES {
            return Cells::EMPTY;
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
    fn crowded(&self, own: &Cells) -> Cells {
        let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
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

    fn final_count(&self, position: &Position) -> Outcome {
        let mut stones = position.stones;
        let mut reason = &MOST;
        for ring in self.rings.iter().rev() {
            if !(stones[0] | stones[1]).meets(ring) {
                continue;
            }
            stones = stones.map(|own| own.without(*ring));
            let score = stones.map(|own| own.count() as i32);
            if score[0] != score[1] {
                return Outcome::scored(score, reason);
            }
            reason = &INNER;
        }
        Outcome { verdict: Verdict::Win(Side::Second), score: Some([0, 0]), reason: &NOTHING }
    }
}

impl Game for Dulu {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        Position { stones: [Cells::EMPTY; 2], plies: 0 }
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
            let captured = self.lines.captured(&own, enemy, cell);
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
        let stone = |cell| match () {
            () if position.stones[0].contains(cell) => 'b',
            () if position.stones[1].contains(cell) => 'r',
            () => '.',
        };
        write_rows(&self.board.rows(), stone, out);
        write_seat(self.to_move(position), &SEATS, out);
        let [blue, red] = [Side::First, Side::Second].map(|side| position.left(side));
        out.push_str(&format!(" {blue}/{red}"));
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        let [rows, seat, left] = fields(text, "ROWS b|r BLUE/RED")?;
        let cells = read_rows(rows, &self.board.rows(), ".br")?;
        let stones = [1, 2].map(|stone| (0..CELLS).filter(|&cell| cells[cell] == stone).collect::<Cells>());
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
        let (fr, en) = match self.board.read(text) {
            None => (
                format!("« {text} » n'est pas une case de a1 à o8"),
                format!("\"{text}\" is no cell from a1 to o8"),
            ),
            Some(cell) if (position.stones[0] | position.stones[1]).contains(cell) => {
                (format!("{text} est déjà prise"), format!("{text} is taken"))
            }
            Some(_) => (
                format!("en {text}, trois de vos pierres ou plus se toucheraient (Dulu-Ternun)"),
                format!("on {text}, three or more of your stones would touch (Dulu-Ternun)"),
            ),
        };
        Some(Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}")))
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
        let image = |own: Cells| own.iter().map(|cell| self.symmetries.map(symmetry, cell)).collect();
        Position { stones: position.stones.map(image), ..*position }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        Move(self.symmetries.map(symmetry, mv.0 as usize) as u8)
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
