//! Positions and faulty moves of Agon in words.

use damier_core::board::Bits;
use damier_core::text::{fields, read_rows, read_seat, write_rows, write_seat};
use damier_core::{Fault, Game, Seat, Side};

use super::board::{CENTRE, RIM, RINGS, STEPS};
use super::rules::SEATS;
use super::{Agon, Position};

/// The most guards a side has.
const GUARDS: u32 = 6;

pub(super) fn write_position(game: &Agon, position: &Position, out: &mut String) {
    let sign = |cell: usize| match position.piece(game.bits[cell]) {
        None => '.',
        Some((Side::First, false)) => 'w',
        Some((Side::First, true)) => 'W',
        Some((Side::Second, false)) => 'b',
        Some((Side::Second, true)) => 'B',
    };
    write_rows(&game.board.rows(), sign, out);
    write_seat(game.to_move(position), &SEATS, out);
}

pub(super) fn parse_position(game: &Agon, text: &str) -> Result<Position, Fault> {
    let [rows, seat] = fields(text, "ROWS w|b")?;
    let signs = read_rows(rows, &game.board.rows(), ".wbWB")?;
    let mut position = Position::empty();
    let mut queens = [0; 2];
    for (cell, &sign) in signs.iter().enumerate() {
        let (side, queen) = match sign {
            0 => continue,
            1 => (Side::First, false),
            2 => (Side::Second, false),
            3 => (Side::First, true),
            _ => (Side::Second, true),
        };
        if game.bits[cell] == CENTRE && !queen {
            return Err(Fault::new(
                "position : un garde sur f6 ; seules les dames entrent au centre",
                "position: a guard on f6; only queens enter the centre",
            ));
        }
        queens[side.index()] += usize::from(queen);
        position.put(side, queen, game.bits[cell]);
    }
    for side in [Side::First, Side::Second] {
        let (name, found) = (SEATS[side.index()].name, queens[side.index()]);
        if found != 1 {
            return Err(Fault::new(
                format!("position, {} : {found} dame(s) au lieu d'une", name.fr),
                format!("position, {}: {found} queen(s) instead of one", name.en),
            ));
        }
        let found = position.guards(side).count_ones();
        if found > GUARDS {
            return Err(Fault::new(
                format!("position, {} : {found} gardes ; il y en a six au plus", name.fr),
                format!("position, {}: {found} guards; there are six at most", name.en),
            ));
        }
    }
    if read_seat(seat, &SEATS)? == Seat(1) {
        position.pass_turn();
    }
    Ok(position)
}

fn fault(fr: String, en: String) -> Option<Fault> {
    Some(Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}")))
}

/// Explains what a rule of the game's page forbids.
fn forbidden(rule: u8, fr: String, en: String) -> Option<Fault> {
    fault(fr, en).map(|fault| fault.by_rule(rule))
}

/// Returns the names of some cells, separated by commas.
pub(super) fn names(game: &Agon, cells: u128) -> String {
    cells.cells().map(|cell| game.name(cell as u8)).collect::<Vec<_>>().join(", ")
}

pub(super) fn why_not(game: &Agon, position: &Position, text: &str) -> Option<Fault> {
    if text == "pass" {
        let (fr, en) =
            ("on ne passe que si aucun coup n'est possible", "one passes only without any other move");
        return fault(fr.to_string(), en.to_string());
    }
    let half = || {
        fault(
            format!("« {text} » ; un coup s'écrit comme a5-b5"),
            format!("\"{text}\"; a move is written like a5-b5"),
        )
    };
    let cell = |name: &str| {
        game.read(name).ok_or_else(|| {
            fault(format!("« {name} » n'est pas une case"), format!("\"{name}\" is not a cell of the board"))
        })
    };
    // A single cell is half a move: whether it can begin one is known already.
    let (from_name, to) = match text.split_once('-') {
        None if game.read(text).is_none() => return half(),
        None => (text, None),
        Some((from_name, to_name)) => (from_name, Some((to_name, cell(to_name)))),
    };
    let (from, to) = match (cell(from_name), to) {
        (Ok(from), Some((to_name, Ok(to)))) => (from, Some((to_name, to))),
        (Ok(from), None) => (from, None),
        (Err(fault), _) | (_, Some((_, Err(fault)))) => return fault,
    };
    let Some((_, queen)) = position.piece(from).filter(|&(side, _)| side == position.to_move) else {
        return forbidden(
            1,
            format!("aucune de vos pièces n'est sur {from_name}"),
            format!("none of your pieces stands on {from_name}"),
        );
    };
    let turn = position.turn();
    if turn.movers >> from & 1 == 0 {
        let due = names(game, turn.movers);
        return forbidden(
            5,
            format!("il faut d'abord replacer une pièce prise en sandwich : {due}"),
            format!("a sandwiched piece has to be relocated first: {due}"),
        );
    }
    match to {
        Some((to_name, to)) => why_not_there(position, (from, to), queen, to_name),
        None if turn.targets(from) == 0 => forbidden(
            2,
            format!("la pièce de {from_name} n'a aucune case où aller"),
            format!("the piece on {from_name} has no cell to go to"),
        ),
        None => half(),
    }
}

/// Says why a piece that may move does not move to `to`.
fn why_not_there(position: &Position, (from, to): (u8, u8), queen: bool, name: &str) -> Option<Fault> {
    let turn = position.turn();
    if position.piece(to).is_some() {
        return forbidden(2, format!("{name} est déjà prise"), format!("{name} is taken"));
    }
    if !queen && to == CENTRE {
        return forbidden(
            3,
            "seules les dames entrent au centre".to_string(),
            "only queens enter the centre".to_string(),
        );
    }
    if turn.relocation && !queen && RIM >> to & 1 == 0 {
        return forbidden(
            5,
            format!("un garde se replace sur le bord, et {name} n'en est pas"),
            format!("a guard is relocated to the rim, and {name} is not on it"),
        );
    }
    if !turn.relocation && RINGS[to as usize] > RINGS[from as usize] {
        return forbidden(
            2,
            format!("{name} est plus loin du centre, et l'on ne recule pas"),
            format!("{name} is further from the centre, and pieces do not go back"),
        );
    }
    if !turn.relocation && STEPS[from as usize].cells >> to & 1 == 0 {
        return forbidden(2, format!("{name} n'est pas voisine"), format!("{name} is not a neighbour"));
    }
    forbidden(
        7,
        format!("la pièce serait prise en sandwich sur {name}"),
        format!("the piece would be sandwiched on {name}"),
    )
}
