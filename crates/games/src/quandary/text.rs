//! The texts of files, moves and positions.

use std::collections::{BTreeMap, BTreeSet};

use damier_core::text::{fields, read_seat, write_seat};
use damier_core::{Draft, Fault, Lang, Seat, Side, Text, no_cell};

use super::grid::COLOURS;
use super::rules::{BOARD, OFF, PASS, SEATS, SIZE, home};
use super::{Move, Position, Quandary};

/// Reads four different files, in any order: `a.d.h.k`.
fn read_files(text: &str) -> Option<u16> {
    let mut files = 0u16;
    let mut count = 0;
    for word in text.split('.') {
        let &[letter @ b'a'..=b'l'] = word.as_bytes() else {
            return None;
        };
        files |= 1 << (letter - b'a');
        count += 1;
    }
    (count == 4 && files.count_ones() == 4).then_some(files)
}

/// Appends files in rising order.
fn write_files(files: u16, out: &mut String) {
    let mut first = true;
    for file in (0..SIZE).filter(|&file| files >> file & 1 == 1) {
        if !first {
            out.push('.');
        }
        first = false;
        out.push(BOARD.file_letter(file));
    }
}

/// Reads the parameter `blanc` or `noir`.
pub(super) fn read_files_param(key: &str, text: &str) -> Result<u16, Fault> {
    read_files(text).ok_or_else(|| {
        Fault::new(
            format!("« {key}={text} » : quatre colonnes différentes de a à l sont attendues, comme a.d.h.k"),
            format!("\"{key}={text}\": four different files from a to l are expected, as in a.d.h.k"),
        )
    })
}

/// Says where a colour starts: "White on a d h k".
pub(super) fn say_files(whose: Text, files: &str, lang: Lang) -> String {
    format!("{} {}", whose.get(lang), files.replace('.', " "))
}

/// Reads the parameter `plateau`: a whole number of 64 bits, written in one way only.
pub(super) fn read_seed(text: &str) -> Result<u64, Fault> {
    let number = text.parse::<u64>().ok().filter(|number| number.to_string() == text);
    number.ok_or_else(|| {
        let most = u64::MAX;
        Fault::new(
            format!("« plateau={text} » : un nombre entier de 0 à {most} est attendu"),
            format!("\"plateau={text}\": a whole number from 0 to {most} is expected"),
        )
    })
}

/// Appends a move: `a1-b2`, or `pass`.
pub(super) fn write_move(mv: Move, out: &mut String) {
    if mv == PASS {
        return out.push_str("pass");
    }
    BOARD.write(mv.from.into(), out);
    out.push('-');
    BOARD.write(mv.to.into(), out);
}

/// Names the colours of a set, with their letters.
pub(super) fn name_colours(bits: u8, lang: Lang) -> String {
    let named = COLOURS.iter().enumerate().filter(|(number, _)| bits >> number & 1 == 1);
    named
        .map(|(_, colour)| format!("{} ({})", colour.name.get(lang), colour.letter))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Joins words by commas and a last "or".
pub(super) fn either(words: &[&str], lang: Lang) -> String {
    let or = match lang {
        Lang::Fr => " ou ",
        Lang::En => " or ",
    };
    match words {
        [] => String::new(),
        [one] => (*one).to_string(),
        [first @ .., last] => first.join(", ") + or + last,
    }
}

/// Says why a text is no legal move.
pub(super) fn why_not(game: &Quandary, position: &Position, text: &str) -> Fault {
    let refuse = |fr: String, en: String| {
        Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}"))
    };
    let half = || {
        refuse(
            format!("« {text} » ; attendu deux cases de a1 à l12, comme d1-c2"),
            format!("\"{text}\"; expected two cells from a1 to l12, as in d1-c2"),
        )
    };
    let moves = game.moves_of(position, position.to_move);
    if moves.count == 0 {
        return refuse(
            format!("« {text} » ; aucun pion ne peut avancer, il faut passer : « pass »"),
            format!("\"{text}\"; no man can advance, one must pass: \"pass\""),
        )
        .by_rule(5);
    }
    if text == "pass" {
        return refuse(
            "on ne passe que si aucun pion ne peut avancer".to_string(),
            "one passes only if no man can advance".to_string(),
        )
        .by_rule(5);
    }
    // A single cell is half a move: whether it can begin one is known already.
    let cells = match text.split_once('-') {
        Some((from, to)) => BOARD.read(from).zip(BOARD.read(to)).map(|(from, to)| (from, Some(to))),
        None => BOARD.read(text).map(|from| (from, None)),
    };
    let Some((from, to)) = cells else {
        return half();
    };
    let side = position.to_move;
    let from_name = BOARD.name(from);
    if !position.men[side.index()].contains(&(from as u8)) {
        return refuse(
            format!("{text} ; aucun de vos pions n'est en {from_name}"),
            format!("{text}; none of your men stands on {from_name}"),
        )
        .by_rule(2);
    }
    let Some(to) = to else {
        if moves.list[..moves.count].iter().any(|mv| usize::from(mv.from) == from) {
            return half();
        }
        let offered = |lang| offers(game, position, side, lang);
        let (fr, en) = (offered(Lang::Fr), offered(Lang::En));
        return refuse(
            format!(
                "devant {from_name}, aucune case libre n'est d'une couleur que l'adversaire permet : {fr}"
            ),
            format!("in front of {from_name} no free cell has a colour that the opponent allows: {en}"),
        )
        .by_rule(4);
    };
    let to_name = BOARD.name(to);
    if !game.ahead[side.index()][from].contains(&(to as u8)) {
        return refuse(
            format!("{text} ; un pion avance d'une rangée, tout droit ou en diagonale"),
            format!("{text}; a man advances one rank, straight or diagonally"),
        )
        .by_rule(2);
    }
    if position.holds(to as u8) {
        return refuse(format!("{text} ; {to_name} est occupée"), format!("{text}; {to_name} is taken"))
            .by_rule(3);
    }
    let colour = game.colours[to];
    let say = |lang| (name_colours(colour, lang), offers(game, position, side, lang));
    let ((fr, offers_fr), (en, offers_en)) = (say(Lang::Fr), say(Lang::En));
    refuse(
        format!("{text} ; {to_name} est {fr}, et l'adversaire permet : {offers_fr}"),
        format!("{text}; {to_name} is {en}, and the opponent allows: {offers_en}"),
    )
    .by_rule(4)
}

/// Names the colours that the enemy's men allow to a side, each with the cells of the men who look at it.
fn offers(game: &Quandary, position: &Position, side: Side, lang: Lang) -> String {
    let enemy = side.other().index();
    let all = COLOURS.iter().enumerate().filter_map(|(hue, colour)| {
        let men = position.men[enemy].iter().map(|&man| usize::from(man));
        let by: Vec<String> =
            men.filter(|&man| game.offers[enemy][man] == 1 << hue).map(|man| BOARD.name(man)).collect();
        let by_whom = match lang {
            Lang::Fr => "par",
            Lang::En => "by",
        };
        (!by.is_empty()).then(|| format!("{} ({by_whom} {})", colour.name.get(lang), by.join(", ")))
    });
    all.collect::<Vec<_>>().join(", ")
}

/// Appends a position: White's men, Black's men, the seat to move, White's start files, Black's.
pub(super) fn write_position(position: &Position, out: &mut String) {
    for (side, men) in position.men.iter().enumerate() {
        for (place, &man) in men.iter().enumerate() {
            if (side, place) != (0, 0) {
                out.push(if place == 0 { ' ' } else { '.' });
            }
            BOARD.write(man.into(), out);
        }
    }
    write_seat(Seat(position.to_move as u8), &SEATS, out);
    for files in position.starts {
        out.push(' ');
        write_files(files, out);
    }
}

/// Reads a draft: any number of men of each side, in different cells, or `-` for none.
pub(super) fn read_draft(text: &str) -> Result<Draft, Fault> {
    let [white, black, seat, white_files, black_files] = fields(text, FIELDS)?;
    let mut pieces = BTreeMap::new();
    for (men, code) in [(white, 'w'), (black, 'b')] {
        for name in men.split('.').filter(|_| men != "-") {
            let cell = BOARD.read(name).ok_or_else(|| no_cell(name))?;
            if pieces.insert(BOARD.name(cell), code).is_some() {
                return Err(two_men(name));
            }
        }
    }
    let seat = read_seat(seat, &SEATS)?;
    Ok(Draft { pieces, marks: BTreeSet::new(), seat, rest: format!("{white_files} {black_files}") })
}

/// Writes a draft as [`read_draft`] reads it, the men of each side in the order of positions.
pub(super) fn draft_text(draft: &Draft) -> String {
    let men = ['w', 'b'].map(|code| {
        let own = draft.pieces.iter().filter(|&(_, &held)| held == code);
        let mut cells: Vec<usize> = own.filter_map(|(name, _)| BOARD.read(name)).collect();
        cells.sort_unstable();
        let names: Vec<String> = cells.into_iter().map(|cell| BOARD.name(cell)).collect();
        if names.is_empty() { "-".to_string() } else { names.join(".") }
    });
    let mut text = men.join(" ");
    write_seat(draft.seat, &SEATS, &mut text);
    format!("{text} {}", draft.rest)
}

/// Returns the start files that a draft names; none where it does not name four.
pub(super) fn draft_starts(draft: &Draft) -> [u16; 2] {
    let mut words = draft.rest.split(' ');
    [(); 2].map(|()| words.next().and_then(read_files).unwrap_or(0))
}

fn two_men(name: &str) -> Fault {
    Fault::new(format!("position : deux pions en {name}"), format!("position: two men on {name}"))
}

/// The fields of a position.
const FIELDS: &str = "WHITE BLACK w|b FILES FILES";

/// Reads a position of this game. Any eight different cells will do, whether or not play leads there, unless both sides
/// have won.
pub(super) fn read_position(game: &Quandary, text: &str) -> Result<Position, Fault> {
    let [white, black, seat, white_files, black_files] = fields(text, FIELDS)?;
    let men = [read_men(white, Side::First)?, read_men(black, Side::Second)?];
    if let Some(&both) = men[0].iter().find(|man| men[1].contains(man)) {
        return Err(two_men(&BOARD.name(both.into())));
    }
    let starts = [read_start(white_files, Side::First)?, read_start(black_files, Side::Second)?];
    let to_move = SEATS[read_seat(seat, &SEATS)?.index()].side;
    let position = Position { men, starts, to_move };
    if [Side::First, Side::Second].into_iter().all(|side| game.wins(&position, side)) {
        return Err(Fault::new(
            "position : les deux joueurs auraient gagné",
            "position: both players would have won",
        ));
    }
    Ok(position)
}

fn read_men(text: &str, side: Side) -> Result<[u8; 4], Fault> {
    let mut men = [OFF; 4];
    let mut words = text.split('.');
    for man in &mut men {
        let cell = words.next().and_then(|word| BOARD.read(word));
        *man = cell.map_or(OFF, |cell| cell as u8);
    }
    men.sort_unstable();
    let twice = men.windows(2).any(|pair| pair[0] == pair[1]);
    if words.next().is_some() || men.contains(&OFF) || twice {
        let (name, rank) = (SEATS[side.index()].name, home(side) + 1);
        return Err(Fault::new(
            format!(
                "position, pions de {} « {text} » : quatre cases différentes sont attendues, comme \
                 a{rank}.d{rank}.h{rank}.k{rank}",
                name.fr
            ),
            format!(
                "position, men of {} \"{text}\": four different cells are expected, as in \
                 a{rank}.d{rank}.h{rank}.k{rank}",
                name.en
            ),
        ));
    }
    Ok(men)
}

fn read_start(text: &str, side: Side) -> Result<u16, Fault> {
    read_files(text).ok_or_else(|| {
        let name = SEATS[side.index()].name;
        Fault::new(
            format!(
                "position, départ de {} « {text} » : quatre colonnes différentes sont attendues, comme a.d.h.k",
                name.fr
            ),
            format!(
                "position, start of {} \"{text}\": four different files are expected, as in a.d.h.k",
                name.en
            ),
        )
    })
}
