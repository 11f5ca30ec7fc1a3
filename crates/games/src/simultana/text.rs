//! The texts of Simultana: positions, and why a step is impossible.

use damier_core::text::{fields, letter, read_rows, read_seat, write_rows, write_seat};
use damier_core::{Fault, Seat};

use super::Position;
use super::rules::{BOARD, CELLS, MEN, SEATS, beside};

/// Appends the rows and the side to move.
pub(super) fn write(position: &Position, out: &mut String) {
    let man = |cell: usize| letter(position.men.map(|men| men >> cell & 1 == 1), ['w', 'b']);
    write_rows(&BOARD.rows(), man, out);
    write_seat(Seat(position.to_move as u8), &SEATS, out);
}

/// Reads what [`write`] writes.
pub(super) fn read(text: &str) -> Result<Position, Fault> {
    let [rows, seat] = fields(text, "ROWS w|b")?;
    let mut sets = [0u32; 3];
    for (cell, &man) in read_rows(rows, &BOARD.rows(), ".wb")?.iter().enumerate() {
        sets[man as usize] |= 1 << cell;
    }
    let [_, white, black] = sets;
    for (men, seat) in [white, black].into_iter().zip(&SEATS) {
        if men.count_ones() != MEN {
            let (count, code) = (men.count_ones(), seat.code);
            return Err(Fault::new(
                format!("position : {count} pion(s) « {code} » au lieu de {MEN}"),
                format!("position: {count} \"{code}\" men instead of {MEN}"),
            ));
        }
    }
    let to_move = SEATS[read_seat(seat, &SEATS)?.index()].side;
    Ok(Position { men: [white, black], to_move })
}

/// Returns the sizes of the sets of free cells that touch `to` once a man has stepped there, in order of their first
/// cells. Slow, but exact for large sets too.
pub(super) fn sizes(position: &Position, from: usize, to: usize) -> Vec<u32> {
    let free = (position.free() | 1 << from) & !(1 << to);
    let mut seen = 0u32;
    let mut sizes = Vec::new();
    for cell in (0..CELLS).filter(|cell| beside(1 << to) & free & 1 << cell != 0) {
        if seen >> cell & 1 == 1 {
            continue;
        }
        let mut set = 1 << cell;
        while set | beside(set) & free != set {
            set |= beside(set) & free;
        }
        seen |= set;
        sizes.push(set.count_ones());
    }
    sizes
}

/// Explains why `text` is no move here.
pub(super) fn explain(position: &Position, text: &str) -> Fault {
    let fault = |fr: String, en: String| {
        Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}"))
    };
    let half = || {
        fault(
            format!("« {text} » n'est pas un pas, comme « a2-a3 »"),
            format!("\"{text}\" is not a step, as \"a2-a3\" is"),
        )
    };
    // A single cell is half a step: whether it can begin one is known already.
    let ends = match text.split_once('-') {
        Some((from, to)) => BOARD.read(from).zip(BOARD.read(to)).map(|(from, to)| (from, Some(to))),
        None => BOARD.read(text).map(|from| (from, None)),
    };
    let Some((from, to)) = ends else {
        return half();
    };
    let from_name = BOARD.name(from);
    let mover = position.to_move.index();
    if position.men[mover] >> from & 1 == 0 {
        let name = SEATS[mover].name;
        return fault(
            format!("pas de pion de {} en {from_name}", name.fr),
            format!("no man of {}'s on {from_name}", name.en),
        )
        .by_rule(2);
    }
    let wanted = [("2 ou 4", "2 or 4"), ("3 ou 5", "3 or 5")][mover];
    let Some(to) = to else {
        let beside = beside(1 << from) & position.free();
        if beside == 0 {
            return fault(
                format!("le pion de {from_name} n'a aucune case libre à côté de lui"),
                format!("the man on {from_name} has no free cell beside it"),
            )
            .by_rule(2);
        }
        let right = |size: &u32| [[2, 4], [3, 5]][mover].contains(size);
        let steps = (0..CELLS).filter(|to| beside >> to & 1 == 1);
        if steps.map(|to| sizes(position, from, to)).any(|sizes| sizes.iter().any(right)) {
            return half();
        }
        return fault(
            format!("aucun pas du pion de {from_name} ne touche un vide de taille {}", wanted.0),
            format!("no step of the man on {from_name} touches a hollow of size {}", wanted.1),
        )
        .by_rule(3);
    };
    let to_name = BOARD.name(to);
    if position.free() >> to & 1 == 0 {
        return fault(format!("{to_name} est occupée"), format!("{to_name} is taken")).by_rule(2);
    }
    if beside(1 << from) >> to & 1 == 0 {
        return fault(
            format!("{to_name} ne touche pas {from_name} par un côté"),
            format!("{to_name} does not share a side with {from_name}"),
        )
        .by_rule(2);
    }
    let sizes = sizes(position, from, to).iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    fault(
        format!("en {to_name}, le pion touche des vides de taille {sizes} ; il faut {}", wanted.0),
        format!("on {to_name} the man touches hollows of size {sizes}; {} is wanted", wanted.1),
    )
    .by_rule(3)
}
