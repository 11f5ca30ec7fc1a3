//! Reading positions and explaining faulty moves.

use damier_core::text::{fields, read_rows, read_seat};
use damier_core::{Fault, Game, Seat, Side};

use super::rules::{MEN, SEATS, TREASURE};
use super::{Chercheurs, Position};

pub(super) fn parse_position(game: &Chercheurs, text: &str) -> Result<Position, Fault> {
    let [rows, seat] = fields(text, "ROWS w|b")?;
    let signs = read_rows(rows, &game.board.rows(), ".wb")?;
    let mut position = Position { men: [0; 2], to_move: Side::First };
    for (place, &sign) in signs.iter().enumerate() {
        if sign > 0 {
            position.men[usize::from(sign) - 1] |= 1 << game.board.reading(place);
        }
    }
    if position.men[1] >> TREASURE & 1 == 1 {
        return Err(Fault::new(
            "position : un noir sur d4 ; seuls les blancs entrent dans le trésor",
            "position: a black man on d4; only White enters the treasure",
        ));
    }
    for (men, seat) in position.men.iter().zip(&SEATS) {
        let (found, name) = (men.count_ones(), seat.name);
        if found > MEN {
            return Err(Fault::new(
                format!("position, {} : {found} pions ; il y en a {MEN} au plus", name.fr),
                format!("position, {}: {found} men; there are {MEN} at most", name.en),
            ));
        }
    }
    if read_seat(seat, &SEATS)? == Seat(1) {
        position.to_move = Side::Second;
    }
    Ok(position)
}

fn fault(fr: impl std::fmt::Display, en: impl std::fmt::Display) -> Fault {
    Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}"))
}

pub(super) fn why_not(game: &Chercheurs, position: &Position, text: &str) -> Option<Fault> {
    if text == "pass" {
        let (fr, en) =
            ("on ne passe que si aucun coup n'est possible", "one passes only without any other move");
        return Some(fault(fr, en));
    }
    let half = || {
        fault(
            format!("« {text} » ; un coup s'écrit comme a1-b2 ou b2xd4"),
            format!("\"{text}\"; a move is written like a1-b2 or b2xd4"),
        )
    };
    let Some((from_name, to_name)) = text.split_once(['-', 'x']) else {
        // A single point is half a move: whether it can begin one is known already.
        let from = game.board.read(text);
        return Some(from.and_then(|from| why_not_from(game, position, from, text)).unwrap_or_else(half));
    };
    for name in [from_name, to_name] {
        if game.board.read(name).is_none() {
            return Some(fault(
                format!("« {name} » n'est pas un point de a1 à g7"),
                format!("\"{name}\" is not a point from a1 to g7"),
            ));
        }
    }
    let (from, to) = (game.board.read(from_name)?, game.board.read(to_name)?);
    let side = position.to_move.index();
    let taken = position.men[0] | position.men[1];
    if let Some(fault) = why_not_from(game, position, from, from_name) {
        return Some(fault);
    }
    Some(if taken >> to & 1 == 1 {
        fault(format!("{to_name} est occupé"), format!("{to_name} is taken")).by_rule(2)
    } else if side == 1 && to == TREASURE as usize {
        fault("les noirs n'entrent pas dans le trésor", "Black may not enter the treasure").by_rule(5)
    } else if text.contains('x') {
        let enemy = position.men[1 - side];
        let jumps = &game.jumps[from][..game.counts[from] as usize];
        match jumps.iter().find(|&&(_, reached)| reached as usize == to) {
            Some(&(over, _)) if over & enemy == 0 => fault(
                format!("aucun pion ennemi entre {from_name} et {to_name}"),
                format!("no enemy man between {from_name} and {to_name}"),
            )
            .by_rule(3),
            _ => fault(
                format!("aucun trait ne mène tout droit, en deux pas, de {from_name} à {to_name}"),
                format!("no line leads straight in two steps from {from_name} to {to_name}"),
            )
            .by_rule(3),
        }
    } else {
        fault(
            format!("aucun trait ne joint {from_name} et {to_name}"),
            format!("no line joins {from_name} and {to_name}"),
        )
        .by_rule(2)
    })
}

/// Says why no move begins on a point, if none does.
fn why_not_from(game: &Chercheurs, position: &Position, from: usize, name: &str) -> Option<Fault> {
    if position.men[position.to_move.index()] >> from & 1 == 0 {
        return Some(
            fault(
                format!("aucun de vos pions n'est sur {name}"),
                format!("none of your men stands on {name}"),
            )
            .by_rule(1),
        );
    }
    let begins = game.moves(position).iter().any(|mv| usize::from(mv.from) == from);
    (!begins).then(|| {
        fault(
            format!("le pion de {name} n'a ni point libre à côté, ni pion à sauter"),
            format!("the man on {name} has neither a free point beside it nor a man to jump"),
        )
        .by_rule(2)
    })
}
