//! The texts of moves and positions, and why a text is no move.

use damier_core::board::Bits;
use damier_core::text::{fields, letter, read_rows, read_seat, write_rows, write_seat};
use damier_core::{Fault, Game, LetterGrid, Seat, Side};

use super::board::{
    BOARD, DIRECTIONS, DamesPoints, jumpers, name, place, read, reading, shift, steppers, write,
};
use super::rules::{MOST, NOBODY, SEATS};
use super::{DamesEnCroix, Move, Position};

/// How many points each rank has, from the top.
const ROWS: [usize; 7] = [3, 3, 7, 7, 7, 3, 3];

/// Appends a move: `a4-a5`, `e5xc3xa5`, `!c4/a4-a5`.
pub(super) fn write_move(mv: Move, out: &mut String) {
    if mv.huff != NOBODY {
        out.push('!');
        write(mv.huff.into(), out);
        out.push('/');
    }
    write(mv.from.into(), out);
    let mut at: DamesPoints = 1 << mv.from;
    for direction in mv.directions() {
        at = shift(at, direction);
        if mv.jumps > 0 {
            at = shift(at, direction);
        }
        out.push(if mv.jumps > 0 { 'x' } else { '-' });
        write(at.trailing_zeros() as usize, out);
    }
}

/// Appends a position: its ranks from the top, the seat to move, and the men that may be huffed, or `-`.
pub(super) fn write_position(position: &Position, out: &mut String) {
    let mut points = reading();
    let man = |_| {
        let point = points.next().expect("the rows have 33 points");
        letter(position.men.map(|men| men >> point & 1 == 1), ['w', 'b'])
    };
    write_rows(&ROWS, man, out);
    write_seat(Seat(position.to_move as u8), &SEATS, out);
    let mut mark = ' ';
    for point in position.offenders.cells() {
        out.push(mark);
        write(point, out);
        mark = '.';
    }
    if position.offenders == 0 {
        out.push_str(" -");
    }
}

/// Reads a position.
pub(super) fn read_position(text: &str) -> Result<Position, Fault> {
    let [rows, seat, offenders] = fields(text, "ROWS w|b -|c4.d5")?;
    let mut men: [DamesPoints; 2] = [0; 2];
    for (point, man) in reading().zip(read_rows(rows, &ROWS, ".wb")?) {
        if man > 0 {
            men[usize::from(man) - 1] |= 1 << point;
        }
    }
    for (side, most) in MOST.into_iter().enumerate() {
        let found = men[side].count_ones();
        if found > most {
            return Err(Fault::new(
                format!("position : {found} pions {} ; {most} au plus", ["blancs", "noirs"][side]),
                format!("position: {found} {} men; at most {most}", ["white", "black"][side]),
            ));
        }
    }
    let to_move = SEATS[read_seat(seat, &SEATS)?.index()].side;
    let offenders = read_offenders(offenders, men[to_move.other().index()])?;
    Ok(Position { men, offenders, to_move })
}

fn read_offenders(text: &str, enemies: DamesPoints) -> Result<DamesPoints, Fault> {
    if text == "-" {
        return Ok(0);
    }
    text.split('.').try_fold(0, |points, word| match read(word) {
        Some(point) if enemies >> point & 1 == 1 => Ok(points | 1 << point),
        Some(_) => Err(Fault::new(
            format!("position, pions à souffler : {word} ne porte pas de pion de celui qui vient de jouer"),
            format!("position, men to huff: {word} holds no man of the side that has just played"),
        )),
        None => Err(Fault::new(
            format!("position, pions à souffler : « {word} » ; attendu : - ou des points comme c4.d5"),
            format!("position, men to huff: \"{word}\"; expected - or points as in c4.d5"),
        )),
    })
}

/// Says why a text is no legal move.
pub(super) fn why_not(position: &Position, text: &str) -> Fault {
    explain(position, text).within("coup impossible", "impossible move")
}

fn explain(position: &Position, text: &str) -> Fault {
    let mut enemies = position.enemies();
    let mut rest = text;
    if let Some((word, after)) = text.strip_prefix('!').and_then(|word| word.split_once('/')) {
        match read(word) {
            Some(point) if position.offenders >> point & 1 == 1 => enemies &= !(1 << point),
            Some(_) => {
                return Fault::new(
                    format!("rien à souffler en {word}"),
                    format!("there is nothing to huff on {word}"),
                )
                .by_rule(9);
            }
            None => return no_point(word),
        }
        rest = after;
    }
    let jumps = rest.contains('x');
    let mut words = rest.split(if jumps { 'x' } else { '-' });
    let first = words.next().unwrap_or_default();
    let Some(from) = read(first) else {
        return no_point(first);
    };
    if position.own() >> from & 1 == 0 {
        return Fault::new(
            format!("{first} ne porte pas un de vos pions"),
            format!("{first} holds no man of yours"),
        )
        .by_rule(1);
    }
    if rest == first && !DamesEnCroix.moves(position).iter().any(|mv| usize::from(mv.from) == from) {
        return Fault::new(
            format!("le pion de {first} ne peut ni avancer ni prendre"),
            format!("the man on {first} can neither step nor capture"),
        )
        .by_rule(2);
    }
    let (side, mut at) = (position.to_move, 1 << from);
    let mut free = BOARD & !(position.own() & !at) & !enemies;
    let mut count = 0;
    for word in words {
        let Some(to) = read(word) else {
            return no_point(word);
        };
        count += 1;
        if free >> to & 1 == 0 {
            return Fault::new(format!("{word} est occupé"), format!("{word} is taken")).by_rule(2);
        }
        if !jumps {
            let reached = |&way: &usize| steppers(side, way, at, free) != 0 && shift(at, way) == 1 << to;
            if count == 1 && (0..DIRECTIONS).any(|way| reached(&way)) {
                continue;
            }
            return no_step(side, from, to);
        }
        let reached = |&way: &usize| {
            jumpers(side, way, at, enemies, free) != 0 && shift(shift(at, way), way) == 1 << to
        };
        let Some(way) = (0..DIRECTIONS).find(reached) else {
            return no_jump(side, &name(at.trailing_zeros() as usize), word);
        };
        let over = shift(at, way);
        enemies &= !over;
        free |= over;
        at = 1 << to;
    }
    Fault::new(
        format!("« {text} » ; on écrit a4-a5, e5xc3xa5 ou !c4/a4-a5"),
        format!("\"{text}\"; moves are written a4-a5, e5xc3xa5 or !c4/a4-a5"),
    )
}

fn no_point(word: &str) -> Fault {
    Fault::new(
        format!("« {word} » n'est pas un point du tablier"),
        format!("\"{word}\" is not a point of the board"),
    )
}

fn no_step(side: Side, from: usize, to: usize) -> Fault {
    let (from_name, to_name) = (name(from), name(to));
    if side == Side::First && place(to).1 < place(from).1 {
        return Fault::new("les blancs ne reculent pas", "White does not go back").by_rule(3);
    }
    Fault::new(
        format!("aucune ligne ne mène en un pas de {from_name} à {to_name}"),
        format!("no line leads in one step from {from_name} to {to_name}"),
    )
    .by_rule(2)
}

fn no_jump(side: Side, from: &str, to: &str) -> Fault {
    if side == Side::First {
        return Fault::new(
            format!(
                "pas de prise de {from} à {to} ; les blancs prennent en avant, ou de côté vers la ligne centrale"
            ),
            format!(
                "no capture from {from} to {to}; White captures forwards, or sideways towards the central line"
            ),
        )
        .by_rule(7);
    }
    Fault::new(format!("pas de prise de {from} à {to}"), format!("no capture from {from} to {to}")).by_rule(5)
}

/// Returns the points as they stand in the text of a position.
pub(super) fn letter_grid() -> LetterGrid {
    let names: Vec<String> = reading().map(name).collect();
    LetterGrid::new(&ROWS, |place| names[place].clone()).with_marks('.')
}
