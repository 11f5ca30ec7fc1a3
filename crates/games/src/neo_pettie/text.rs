//! The texts of moves and positions, and why a text is no move.

use damier_core::text::{fields, letter, read_rows, read_seat, write_rows, write_seat};
use damier_core::{Fault, Seat};

use super::board::{BOARD, DIRECTIONS, NeoPettieCells, SQUARE, bit, cell, shift};
use super::rules::{MOST, SEATS};
use super::{Move, Position};

/// Appends a move: `a2-a3`.
pub(super) fn write_move(mv: Move, out: &mut String) {
    SQUARE.write(cell(mv.from.into()), out);
    out.push('-');
    SQUARE.write(cell(mv.to.into()), out);
}

/// Appends a position: its ranks from the top, then the seat to move.
pub(super) fn write_position(position: &Position, out: &mut String) {
    let man = |place| {
        let at = bit(SQUARE.reading(place));
        letter(position.men.map(|men| men >> at & 1 == 1), ['w', 'b'])
    };
    write_rows(&SQUARE.rows(), man, out);
    write_seat(Seat(position.to_move as u8), &SEATS, out);
}

/// Reads a position.
pub(super) fn read_position(text: &str) -> Result<Position, Fault> {
    let [rows, seat] = fields(text, "ROWS w|b")?;
    let mut men: [NeoPettieCells; 2] = [0; 2];
    for (place, man) in read_rows(rows, &SQUARE.rows(), ".wb")?.into_iter().enumerate() {
        if man > 0 {
            men[usize::from(man) - 1] |= 1 << bit(SQUARE.reading(place));
        }
    }
    for (side, set) in men.into_iter().enumerate() {
        let found = set.count_ones();
        if found > MOST {
            return Err(Fault::new(
                format!("position : {found} pions {} ; {MOST} au plus", ["blancs", "noirs"][side]),
                format!("position: {found} {} men; at most {MOST}", ["white", "black"][side]),
            ));
        }
    }
    if men == [0; 2] {
        return Err(Fault::new("position : aucun pion sur le damier", "position: no man on the board"));
    }
    Ok(Position { men, to_move: SEATS[read_seat(seat, &SEATS)?.index()].side })
}

/// Says why a text is no legal move.
pub(super) fn why_not(position: &Position, text: &str) -> Fault {
    explain(position, text).within("coup impossible", "impossible move")
}

fn explain(position: &Position, text: &str) -> Fault {
    let half = || {
        Fault::new(
            format!("« {text} » ; on écrit les deux cases, comme a2-a3"),
            format!("\"{text}\"; moves are written with two cells, as in a2-a3"),
        )
    };
    // A single cell is half a move: whether it can begin one is known already.
    let (from_name, to_name) = match text.split_once('-') {
        Some((from, to)) => (from, Some(to)),
        None if SQUARE.read(text).is_some() => (text, None),
        None => return half(),
    };
    let no_cell = |name: &str| {
        Fault::new(
            format!(
                "« {name} » n'est pas une case ; les colonnes sont a b c d e f g h i k, les rangées 1 à 10"
            ),
            format!("\"{name}\" is not a cell; the files are a b c d e f g h i k, the ranks 1 to 10"),
        )
    };
    let Some(from) = SQUARE.read(from_name).map(bit) else {
        return no_cell(from_name);
    };
    if let Some(Err(fault)) = to_name.map(|name| SQUARE.read(name).ok_or_else(|| no_cell(name))) {
        return fault;
    }
    if position.men[position.to_move.index()] >> from & 1 == 0 {
        return Fault::new(
            format!("{from_name} ne porte pas un de vos pions"),
            format!("{from_name} holds no man of yours"),
        )
        .by_rule(1);
    }
    let free = BOARD & !(position.men[0] | position.men[1]);
    let reached = (0..DIRECTIONS).fold(0, |reached, direction| reached | shift(1 << from, direction));
    let Some((to_name, to)) = to_name.and_then(|name| Some((name, SQUARE.read(name).map(bit)?))) else {
        return match reached & free {
            0 => Fault::new(
                format!("le pion de {from_name} n'a aucune case libre à côté de lui"),
                format!("the man on {from_name} has no free cell beside it"),
            )
            .by_rule(1),
            _ => half(),
        };
    };
    if free >> to & 1 == 0 {
        return Fault::new(format!("{to_name} est déjà prise"), format!("{to_name} is taken")).by_rule(1);
    }
    if reached >> to & 1 == 1 {
        return Fault::new("la partie est finie", "the game is over");
    }
    Fault::new(
        format!("{to_name} est trop loin de {from_name} ; on avance d'une case, en ligne ou en colonne"),
        format!("{to_name} is too far from {from_name}; a man steps one cell along its row or column"),
    )
    .by_rule(1)
}
