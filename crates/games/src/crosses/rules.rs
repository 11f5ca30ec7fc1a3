//! The rules.

use damier_core::WHITE_BLACK as SEATS;
use damier_core::board::{Bits, zobrist};
use damier_core::text::{fields, read_rows, read_seat, write_rows, write_seat};
use damier_core::{
    Fault, Flow, Game, LetterGrid, LineRules, Outcome, Reason, Rng, Seat, SeatInfo, Side, Stamp, Text,
};

use super::index::CrossesNumbering;
use super::place::{ALL, APART, BOARD, COUNT, PLACES, WITHOUT, find, in_order, names};

/// What a cell holds: nothing, White's L, Black's, a neutral.
pub(super) const HOLDS: [Text; 4] = [
    Text::new("libre", "free"),
    Text::new("crosse blanche", "white L"),
    Text::new("crosse noire", "black L"),
    Text::new("pion", "neutral man"),
];

/// What can stand on a cell.
pub(super) static STAMPS: [Stamp; 3] =
    [Stamp::piece('w', HOLDS[1]), Stamp::piece('b', HOLDS[2]), Stamp::piece('n', HOLDS[3])];

/// The names of the two L's, in the order of the seats.
const ELLS: [Text; 2] =
    [Text::new("la crosse blanche", "the white L"), Text::new("la crosse noire", "the black L")];

static BLOCKED: Reason = Reason::new("blocked", "La crosse est bloquée", "The L has nowhere to go");

/// Turns that lay the L on one place: no neutral moved, or either of two to any of the six cells left free.
const TURNS: u32 = 1 + 2 * 6;

/// The rules of Les crosses.
#[derive(Debug)]
pub struct Crosses {
    /// Whether the L may leave all of its cells.
    leave: bool,
    /// Where each symmetry takes each place.
    pub(super) images: [[u8; COUNT]; 8],
    /// Where each symmetry takes each cell.
    pub(super) cells: [[u8; 16]; 8],
    pub(super) numbering: CrossesNumbering,
}

/// A position of Les crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The places of First's L and of Second's.
    pub(super) places: [u8; 2],
    /// The cells of the neutrals, the lower first: they are alike.
    pub(super) neutrals: [u8; 2],
    pub(super) to_move: Side,
}

/// A move: where the L is laid, then which neutral goes where, if one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(super) place: u8,
    neutral: Option<(u8, u8)>,
}

impl Position {
    /// Returns the places of the mover's L and of the other one.
    #[inline]
    fn own_and_other(&self) -> (usize, usize) {
        let mover = self.to_move.index();
        (self.places[mover] as usize, self.places[1 - mover] as usize)
    }

    /// Returns the cells that the neutrals hold.
    fn held(&self) -> u16 {
        self.neutrals.iter().fold(0, |held, &cell| held | 1 << cell)
    }

    /// Returns the cells left free once the mover's L lies on `place`.
    #[inline]
    fn free(&self, place: usize) -> u16 {
        let (_, other) = self.own_and_other();
        !(PLACES[place].cells | PLACES[other].cells | self.held())
    }
}

impl Crosses {
    /// Makes the rules of the sheet, or with `leave` those where the new place need only differ from the old one.
    pub fn new(leave: bool) -> Crosses {
        let symmetries = BOARD.symmetries();
        let mut cells = [[0; 16]; 8];
        let mut images = [[0; COUNT]; 8];
        for symmetry in 0..8 {
            for (cell, image) in cells[symmetry].iter_mut().enumerate() {
                *image = symmetries.map(symmetry, cell) as u8;
            }
            for (place, image) in images[symmetry].iter_mut().enumerate() {
                let moved = in_order(PLACES[place].cells)
                    .fold(0, |moved, cell| moved | 1 << symmetries.map(symmetry, cell));
                *image = find(moved).expect("a turned or flipped L is an L");
            }
        }
        Crosses { leave, numbering: CrossesNumbering::new(&images), images, cells }
    }

    /// Returns the set of places where the mover may lay the L.
    #[inline]
    fn open(&self, position: &Position) -> u64 {
        let (own, other) = position.own_and_other();
        let [low, high] = position.neutrals.map(usize::from);
        let touching = if self.leave { ALL } else { ALL & !APART[own] };
        APART[other] & WITHOUT[low] & WITHOUT[high] & touching & !(1 << own)
    }

    /// Returns the image of a position under a symmetry of the board.
    pub(super) fn image(&self, position: &Position, symmetry: usize) -> Position {
        let place = |place: u8| self.images[symmetry][place as usize];
        let [one, other] = position.neutrals.map(|cell| self.cells[symmetry][cell as usize]);
        Position {
            places: position.places.map(place),
            neutrals: [one.min(other), one.max(other)],
            to_move: position.to_move,
        }
    }

    /// Explains why the L may not be laid on these cells, if it may not.
    fn why_not_there(&self, position: &Position, text: &str) -> Option<Fault> {
        let fault = |fr: String, en: String| {
            Some(Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}")).by_rule(1))
        };
        let cells = read_cells(text);
        let Some(place) = cells.and_then(find).map(usize::from) else {
            if let Some(part) = cells.filter(|part| (1..4).contains(&part.count_ones())) {
                return fault_of_part(position, part, self.open(position));
            }
            return fault(
                format!("« {text} » ne nomme pas les quatre cases d'une crosse, comme « a1a2a3b1 »"),
                format!("\"{text}\" does not name the four cells of an L, as \"a1a2a3b1\" does"),
            );
        };
        let laid = PLACES[place].cells;
        let (own, other) = position.own_and_other();
        let named = names(laid);
        if named != text {
            return fault(
                format!("« {text} » s'écrit {named}, colonne après colonne"),
                format!("\"{text}\" is written {named}, file after file"),
            );
        }
        if place == own {
            return fault(
                format!("la crosse est déjà sur {named}, elle doit changer de place"),
                format!("the L already lies on {named} and must change its place"),
            );
        }
        let other = laid & PLACES[other].cells;
        if other != 0 {
            let name = ELLS[position.to_move.other().index()];
            let cell = names(other & other.wrapping_neg());
            return fault(format!("{} couvre {cell}", name.fr), format!("{} covers {cell}", name.en));
        }
        let held = laid & position.held();
        if held != 0 {
            let cell = names(held & held.wrapping_neg());
            return fault(format!("un pion occupe {cell}"), format!("a neutral man stands on {cell}"));
        }
        if !self.leave && laid & PLACES[own].cells == 0 {
            return fault(
                format!("sur {named}, la crosse ne couvre plus aucune des cases qu'elle couvrait"),
                format!("on {named} the L covers none of the cells it covered before"),
            );
        }
        None
    }
}

/// Reads the names of different cells, one after another, as a set.
fn read_cells(text: &str) -> Option<u16> {
    let mut cells = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let cell = BOARD.read(rest.get(..2)?)?;
        if cells >> cell & 1 == 1 {
            return None;
        }
        cells |= 1 << cell;
        rest = &rest[2..];
    }
    Some(cells)
}

impl Game for Crosses {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        self.parse_position("nww./.bw./.bw./.bbn w").expect("the start is a position")
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.to_move as u8)
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        for at in self.open(position).cells() {
            let place = at as u8;
            visit(Move { place, neutral: None })?;
            let free = position.free(at);
            for from in position.neutrals {
                for to in free.cells() {
                    visit(Move { place, neutral: Some((from, to as u8)) })?;
                }
            }
        }
        Flow::Continue(())
    }

    fn play(&self, position: &mut Position, mv: Move) {
        position.places[position.to_move.index()] = mv.place;
        if let Some((from, to)) = mv.neutral {
            let [low, high] = position.neutrals;
            let stays = if from == low { high } else { low };
            position.neutrals = [stays.min(to), stays.max(to)];
        }
        position.to_move = position.to_move.other();
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (self.open(position) == 0).then(|| Outcome::win(position.to_move.other(), &BLOCKED))
    }

    fn key(&self, position: &Position) -> u64 {
        let [first, second] = position.places.map(usize::from);
        let [low, high] = position.neutrals.map(usize::from);
        // Every position has a number of its own here, and mixing keeps them apart: keys never collide.
        let packed = ((first * COUNT + second) * 16 + low) * 16 + high;
        zobrist::feature(4, packed * 2 + position.to_move.index())
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        in_order(PLACES[mv.place as usize].cells).for_each(|cell| BOARD.write(cell, out));
        if let Some((from, to)) = mv.neutral {
            out.push('/');
            BOARD.write(from as usize, out);
            out.push('-');
            BOARD.write(to as usize, out);
        }
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        let [first, second] = position.places.map(|place| PLACES[place as usize].cells);
        let holds = |place: usize| match 1 << BOARD.reading(place) {
            cell if first & cell != 0 => 'w',
            cell if second & cell != 0 => 'b',
            cell if position.held() & cell != 0 => 'n',
            _ => '.',
        };
        write_rows(&BOARD.rows(), holds, out);
        write_seat(self.to_move(position), &SEATS, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        let [rows, seat] = fields(text, "ROWS w|b")?;
        // The cells of each character: free, White's L, Black's L, neutrals.
        let mut sets = [0u16; 4];
        for (place, &holds) in read_rows(rows, &BOARD.rows(), ".wbn")?.iter().enumerate() {
            sets[holds as usize] |= 1 << BOARD.reading(place);
        }
        let [_, first, second, held] = sets;
        let mut places = [0; 2];
        for (side, cells) in [first, second].into_iter().enumerate() {
            places[side] = find(cells).ok_or_else(|| no_ell(side, cells))?;
        }
        if held.count_ones() != 2 {
            let count = held.count_ones();
            return Err(Fault::new(
                format!("position : {count} pion(s) « n » au lieu de 2"),
                format!("position: {count} neutral(s) \"n\" instead of 2"),
            ));
        }
        let neutrals = [held.trailing_zeros() as u8, 15 - held.leading_zeros() as u8];
        let to_move = SEATS[read_seat(seat, &SEATS)?.index()].side;
        Ok(Position { places, neutrals, to_move })
    }

    fn count_moves(&self, position: &Position) -> u64 {
        u64::from(self.open(position).count_ones() * TURNS)
    }

    fn has_move(&self, position: &Position) -> bool {
        self.open(position) != 0
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        (mv.place as usize) < COUNT
            && self.open(position) >> mv.place & 1 == 1
            && mv.neutral.is_none_or(|(from, to)| {
                let free = position.free(mv.place as usize);
                position.neutrals.contains(&from) && to < 16 && free >> to & 1 == 1
            })
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        let (laid, neutral) = text.split_once('/').map_or((text, None), |(laid, rest)| (laid, Some(rest)));
        if let Some(fault) = self.why_not_there(position, laid) {
            return Some(fault);
        }
        let neutral = neutral?;
        let fault = |fr: &str, en: &str| {
            Some(Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}")).by_rule(2))
        };
        let ends = neutral.split_once('-').and_then(|(from, to)| Some((BOARD.read(from)?, BOARD.read(to)?)));
        let Some((from, to)) = ends else {
            return fault(
                &format!("« /{neutral} » n'est pas un pas de pion, comme « /a4-d3 »"),
                &format!("\"/{neutral}\" is not a step of a neutral man, as \"/a4-d3\" is"),
            );
        };
        let (from_name, to_name) = (BOARD.name(from), BOARD.name(to));
        if !position.neutrals.contains(&(from as u8)) {
            return fault(&format!("aucun pion en {from_name}"), &format!("no neutral man on {from_name}"));
        }
        fault(
            &format!("{to_name} n'est pas libre une fois la crosse posée"),
            &format!("{to_name} is not free once the L is laid"),
        )
    }

    fn random_move(&self, position: &Position, rng: &mut Rng) -> Move {
        let open = self.open(position);
        let drawn = rng.below(open.count_ones() * TURNS);
        let place = open.nth(drawn / TURNS) as u8;
        let neutral = (drawn % TURNS).checked_sub(1).map(|turn| {
            let free = u64::from(position.free(place as usize));
            (position.neutrals[turn as usize / 6], free.nth(turn % 6) as u8)
        });
        Move { place, neutral }
    }

    fn symmetries(&self) -> usize {
        self.images.len()
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        self.image(position, symmetry)
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        let cell = |cell: u8| self.cells[symmetry][cell as usize];
        Move {
            place: self.images[symmetry][mv.place as usize],
            neutral: mv.neutral.map(|(from, to)| (cell(from), cell(to))),
        }
    }

    fn line_rules(&self) -> LineRules {
        LineRules::REPETITION
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn letter_grid(&self) -> Option<LetterGrid> {
        Some(BOARD.letter_grid())
    }
}

/// Says why fewer than four cells are no beginning of a turn: one is not free for the L, or no place in the set `open` covers
/// them all.
fn fault_of_part(position: &Position, part: u16, open: u64) -> Option<Fault> {
    let fault = |fr: String, en: String| {
        Some(Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}")).by_rule(1))
    };
    let (_, other) = position.own_and_other();
    let (covered, held) = (part & PLACES[other].cells, part & position.held());
    if covered != 0 {
        let name = ELLS[position.to_move.other().index()];
        let cell = names(covered & covered.wrapping_neg());
        return fault(format!("{} couvre {cell}", name.fr), format!("{} covers {cell}", name.en));
    }
    if held != 0 {
        let cell = names(held & held.wrapping_neg());
        return fault(format!("un pion occupe {cell}"), format!("a neutral man stands on {cell}"));
    }
    let named: Vec<String> = in_order(part).map(|cell| BOARD.name(cell)).collect();
    let possible =
        PLACES.iter().enumerate().any(|(place, laid)| open >> place & 1 == 1 && laid.cells & part == part);
    if possible {
        let named = named.concat();
        return fault(
            format!("« {named} » ne nomme pas les quatre cases d'une crosse, comme « a1a2a3b1 »"),
            format!("\"{named}\" does not name the four cells of an L, as \"a1a2a3b1\" does"),
        );
    }
    let (fr, en) = (named.join(" et "), named.join(" and "));
    fault(
        format!("aucune place permise de votre crosse ne couvre {fr}"),
        format!("no place allowed for your L covers {en}"),
    )
}

/// Says what is wrong with cells that should make the L of a side and do not.
fn no_ell(side: usize, cells: u16) -> Fault {
    let (name, code) = (ELLS[side], SEATS[side].code);
    let count = cells.count_ones();
    if count != 4 {
        return Fault::new(
            format!("position : {} « {code} » a {count} case(s) au lieu de 4", name.fr),
            format!("position: {} \"{code}\" has {count} cell(s) instead of 4", name.en),
        );
    }
    let cells = names(cells);
    Fault::new(
        format!("position : {} « {code} » sur {cells} n'a pas la forme d'un L", name.fr),
        format!("position: {} \"{code}\" on {cells} does not have the shape of an L", name.en),
    )
}
