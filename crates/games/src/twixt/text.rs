//! The texts of moves and positions.

use damier_core::text::{fields, letter, read_rows, read_seat, write_rows, write_seat};
use damier_core::{Draft, Fault, Game, Seat, Side};

use super::rules::SEATS;
use super::{Link, Move, Position, Twixt};

/// What the last field of a position says where links are placed by hand: a peg is to be set, or it is and links follow.
const STEPS: [&str; 2] = ["fiche", "liens"];

/// Appends a move: `k12`, `k12-m14`, `k12=l14`, `fin`, `swap`.
pub(super) fn write_move<const W: usize>(game: &Twixt<W>, mv: Move, out: &mut String) {
    match mv {
        Move::Peg(hole) => game.board.write(hole as usize, out),
        Move::Shift(from, to) => {
            game.board.write(from as usize, out);
            out.push('-');
            game.board.write(to as usize, out);
        }
        Move::Link(link) => write_link(game, link, out),
        Move::Done => out.push_str("fin"),
        Move::Swap => out.push_str("swap"),
    }
}

/// Appends a link, the end on the lower file first: the two ends are never on one file.
fn write_link<const W: usize>(game: &Twixt<W>, link: Link, out: &mut String) {
    let mut ends = game.link_ends(link);
    ends.sort_by_key(|&hole| game.board.file(hole));
    game.board.write(ends[0], out);
    out.push('=');
    game.board.write(ends[1], out);
}

/// Reads a move of some position, whether or not it is legal here.
pub(super) fn read_move<const W: usize>(game: &Twixt<W>, text: &str) -> Option<Move> {
    let read = |name: &str| game.board.read(name);
    if let Some((from, to)) = text.split_once('-') {
        return Some(Move::Shift(read(from)? as u16, read(to)? as u16));
    }
    if let Some((a, b)) = text.split_once('=') {
        let (a, b) = (read(a)?, read(b)?);
        let in_order = game.board.file(a) < game.board.file(b);
        return game.link_tables.between(a, b).filter(|_| in_order).map(Move::Link);
    }
    match text {
        "fin" => Some(Move::Done),
        "swap" => Some(Move::Swap),
        _ => Some(Move::Peg(read(text)? as u16)),
    }
}

fn impossible(fr: String, en: String) -> Fault {
    Fault::new(fr, en).within("coup impossible", "impossible move")
}

/// Says why a text is no legal move.
pub(super) fn why_not<const W: usize>(game: &Twixt<W>, position: &Position<W>, text: &str) -> Fault {
    let (last, side) = (game.board.name(game.board.cells() - 1), position.to_move);
    let form = || {
        impossible(
            format!("« {text} » ; attendu un trou de a1 à {last}, un déplacement (c3-d5), un lien (c3=d5)"),
            format!("\"{text}\"; expected a hole from a1 to {last}, a shift (c3-d5), a link (c3=d5)"),
        )
    };
    if text == "swap" {
        return impossible(
            "« swap » ne se joue qu'au premier tour de Noir, dans la variante « swap »".to_string(),
            "\"swap\" is Black's first turn only, in the variant \"swap\"".to_string(),
        );
    }
    if text == "fin" {
        return impossible(
            "« fin » suit le plot, dans la variante « manuel »".to_string(),
            "\"fin\" follows the peg, in the variant \"manuel\"".to_string(),
        );
    }
    if let Some((a, b)) = text.split_once('=') {
        let (Some(a), Some(b)) = (game.board.read(a), game.board.read(b)) else {
            return form();
        };
        return why_no_link(game, position, a, b);
    }
    let (from, to) = text.split_once('-').map_or((None, text), |(from, to)| (Some(from), to));
    let (Some(to), Some(from)) =
        (game.board.read(to), from.map_or(Some(None), |from| game.board.read(from).map(Some)))
    else {
        return form();
    };
    if position.linking {
        return impossible(
            "le plot de ce tour est posé : un lien, ou « fin »".to_string(),
            "the peg of this turn is set: a link, or \"fin\"".to_string(),
        )
        .by_rule(3);
    }
    let left = game.stock - position.count[side.index()];
    match from {
        Some(_) if left > 0 => impossible(
            format!("il reste {left} plot(s) en réserve : posez-en un"),
            format!("{left} peg(s) are left in stock: set one"),
        )
        .by_rule(5),
        None if left == 0 => impossible(
            "la réserve est épuisée : déplacez un plot, comme c3-d5".to_string(),
            "the stock is used up: move a peg, as in c3-d5".to_string(),
        )
        .by_rule(5),
        Some(from) if !position.pegs[side.index()].contains(from) => {
            let name = game.board.name(from);
            impossible(
                format!("{name} ne porte pas un de vos plots"),
                format!("{name} holds no peg of yours"),
            )
            .by_rule(5)
        }
        _ => why_no_hole(game, to, side),
    }
}

/// Says why a side may not use a hole; that it is taken, if nothing forbids it.
fn why_no_hole<const W: usize>(game: &Twixt<W>, hole: usize, side: Side) -> Fault {
    let name = game.board.name(hole);
    if !game.own[0].contains(hole) && !game.own[1].contains(hole) {
        return impossible(
            format!("{name} est un coin, sans trou"),
            format!("{name} is a corner, without a hole"),
        )
        .by_rule(2);
    }
    if !game.own[side.index()].contains(hole) {
        return impossible(
            format!("{name} est derrière une ligne de but adverse"),
            format!("{name} is behind a goal line of the opponent's"),
        )
        .by_rule(2);
    }
    impossible(format!("{name} est déjà prise"), format!("{name} is taken")).by_rule(2)
}

fn why_no_link<const W: usize>(game: &Twixt<W>, position: &Position<W>, a: usize, b: usize) -> Fault {
    let side = position.to_move;
    if !game.rules.manual {
        return impossible(
            "les liens se posent d'eux-mêmes, sauf dans la variante « manuel »".to_string(),
            "links place themselves, except in the variant \"manuel\"".to_string(),
        );
    }
    if !position.linking {
        return impossible(
            "le plot d'abord, les liens ensuite".to_string(),
            "the peg first, then the links".to_string(),
        );
    }
    let [first, second] = [a, b].map(|hole| game.board.name(hole));
    let Some(link) = game.link_tables.between(a, b) else {
        return impossible(
            format!("{first} et {second} ne sont pas à un saut de cavalier"),
            format!("{first} and {second} are not a knight's move apart"),
        )
        .by_rule(3);
    };
    if game.board.file(a) > game.board.file(b) {
        return impossible(
            format!("un lien s'écrit dans l'ordre des colonnes : {second}={first}"),
            format!("a link is written in the order of files: {second}={first}"),
        );
    }
    if let Some(hole) = [a, b].into_iter().find(|&hole| !position.pegs[side.index()].contains(hole)) {
        let name = game.board.name(hole);
        return impossible(
            format!("{name} ne porte pas un de vos plots"),
            format!("{name} holds no peg of yours"),
        );
    }
    if position.has(link) {
        return impossible(
            format!("{first} et {second} sont déjà liées"),
            format!("{first} and {second} are linked already"),
        );
    }
    impossible(
        format!("un autre lien passe entre {first} et {second}"),
        format!("another link runs between {first} and {second}"),
    )
    .by_rule(3)
}

/// Appends a position: rows, seat, links (`-` for none), and the step where links are placed by hand.
pub(super) fn write_position<const W: usize>(game: &Twixt<W>, position: &Position<W>, out: &mut String) {
    let peg = |hole| letter(position.pegs.map(|pegs| pegs.contains(hole)), ['w', 'b']);
    write_rows(&game.board.rows(), peg, out);
    write_seat(game.to_move(position), &SEATS, out);
    out.push(' ');
    write_links(game, position, out);
    if game.rules.manual {
        out.push(' ');
        out.push_str(STEPS[usize::from(position.linking)]);
    }
}

/// Appends the links, `-` for none.
fn write_links<const W: usize>(game: &Twixt<W>, position: &Position<W>, out: &mut String) {
    let before = out.len();
    for way in 0..4 {
        for from in position.links[way as usize] {
            if out.len() > before {
                out.push(',');
            }
            write_link(game, Link { from: from as u16, way }, out);
        }
    }
    if out.len() == before {
        out.push('-');
    }
}

/// Returns the links of a draft that join two pegs of one colour, with the code of that colour.
pub(super) fn draft_links<const W: usize>(game: &Twixt<W>, draft: &Draft) -> Vec<(Link, char)> {
    let read = |word: &str| {
        let (a, b) = word.split_once('=')?;
        let code = draft.pieces.get(a).filter(|&code| draft.pieces.get(b) == Some(code))?;
        Some((game.link_tables.between(game.board.read(a)?, game.board.read(b)?)?, *code))
    };
    draft.rest.split([' ', ',']).filter_map(read).collect()
}

/// Takes the links out of a draft that have lost an end, and adds those that the peg in a hole can make.
pub(super) fn settle_links<const W: usize>(game: &Twixt<W>, draft: &mut Draft, hole: usize) {
    // The pegs are not counted: there may be more than anybody has.
    let mut position = Position::EMPTY;
    for (name, code) in &draft.pieces {
        let side = if *code == 'w' { Side::First } else { Side::Second };
        if let Some(hole) = game.board.read(name) {
            position.pegs[side.index()].insert(hole);
        }
    }
    for (link, _) in draft_links(game, draft) {
        position.tie(link);
    }
    if let Some(side) =
        [Side::First, Side::Second].into_iter().find(|side| position.pegs[side.index()].contains(hole))
    {
        game.tie_all(&mut position, side, hole);
    }
    let step = draft.rest.split_once(' ').map(|(_, step)| step.to_string());
    draft.rest.clear();
    write_links(game, &position, &mut draft.rest);
    if game.rules.manual {
        draft.rest.push(' ');
        draft.rest.push_str(step.as_deref().unwrap_or(STEPS[0]));
    }
}

/// Reads a position, as [`write_position`] writes it; the ends of a link may stand in any order.
pub(super) fn parse_position<const W: usize>(game: &Twixt<W>, text: &str) -> Result<Position<W>, Fault> {
    let (rows, seat, links, step) = if game.rules.manual {
        let [rows, seat, links, step] = fields(text, "ROWS w|b LINKS fiche|liens")?;
        (rows, seat, links, step)
    } else {
        let [rows, seat, links] = fields(text, "ROWS w|b LINKS")?;
        (rows, seat, links, STEPS[0])
    };
    let mut position = Position::EMPTY;
    for (hole, &peg) in read_rows(rows, &game.board.rows(), ".wb")?.iter().enumerate() {
        if peg > 0 {
            read_peg(game, &mut position, [Side::First, Side::Second][peg as usize - 1], hole)?;
        }
    }
    for link in links.split(',').filter(|_| links != "-") {
        read_link(game, &mut position, link)?;
    }
    if read_seat(seat, &SEATS)? == Seat(1) {
        position.pass_turn();
    }
    match STEPS.iter().position(|&known| known == step) {
        Some(0) => {}
        Some(_) => position.toggle_linking(),
        None => {
            return Err(Fault::new(
                format!("position, étape : « {step} » ; attendu : fiche, liens"),
                format!("position, step: \"{step}\"; expected one of: fiche, liens"),
            ));
        }
    }
    // Links of the two sides do not cross: at most one side can have joined its lines.
    position.winner = [Side::First, Side::Second].into_iter().find(|&side| {
        let [source, _] = game.goals[side.index()];
        (source & position.pegs[side.index()]).iter().any(|hole| game.joins(&position, side, hole))
    });
    Ok(position)
}

fn read_peg<const W: usize>(
    game: &Twixt<W>,
    position: &mut Position<W>,
    side: Side,
    hole: usize,
) -> Result<(), Fault> {
    if !game.own[side.index()].contains(hole) {
        let (seat, name) = (SEATS[side.index()].name, game.board.name(hole));
        return Err(Fault::new(
            format!("position, {name} : {} n'y a pas droit", seat.fr),
            format!("position, {name}: {} may not use it", seat.en),
        ));
    }
    if game.used_up(position, side) {
        let (seat, stock) = (SEATS[side.index()].name, game.stock);
        return Err(Fault::new(
            format!("position : {} n'a que {stock} plots", seat.fr),
            format!("position: {} has only {stock} pegs", seat.en),
        ));
    }
    position.set(side, hole);
    Ok(())
}

fn read_link<const W: usize>(game: &Twixt<W>, position: &mut Position<W>, text: &str) -> Result<(), Fault> {
    let wrong = |fr: &str, en: &str| {
        Err(Fault::new(
            format!("position, lien « {text} » : {fr}"),
            format!("position, link \"{text}\": {en}"),
        ))
    };
    let ends = text.split_once('=').and_then(|(a, b)| Some((game.board.read(a)?, game.board.read(b)?)));
    let Some((a, b)) = ends else {
        return wrong(
            "attendu deux trous, comme c3=d5, ou « - »",
            "expected two holes, as in c3=d5, or \"-\"",
        );
    };
    let Some(link) = game.link_tables.between(a, b) else {
        return wrong(
            "les trous ne sont pas à un saut de cavalier",
            "the holes are not a knight's move apart",
        );
    };
    let holds = |side: Side| [a, b].iter().all(|&hole| position.pegs[side.index()].contains(hole));
    let Some(side) = [Side::First, Side::Second].into_iter().find(|&side| holds(side)) else {
        return wrong("il faut deux plots d'une couleur", "two pegs of one colour are needed");
    };
    if position.has(link) {
        return wrong("donné deux fois", "given twice");
    }
    if game.is_barred(position, side, link) {
        return wrong("il croise un autre lien", "it crosses another link");
    }
    position.tie(link);
    Ok(())
}
