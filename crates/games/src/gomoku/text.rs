//! Texts of positions, and why a move is impossible.
//!
//! `ROWS SEAT CAPTURED`: the rows from the top (`.` free, `b` Blue, `r` Red), the side to move, and how many stones Blue
//! and Red have captured, as in `2-0`. Without the last field nothing is captured yet.

use damier_core::text::{fields, letter, read_rows, read_seat, write_rows, write_seat};
use damier_core::{Fault, Game, Seat, Side};

use super::rules::{GOAL, MOST, SEATS};
use super::{Gomoku, Position};

/// Appends the text of a position.
pub(super) fn write<const W: usize>(game: &Gomoku<W>, position: &Position<W>, out: &mut String) {
    let stone = |place| {
        let cell = game.board.reading(place);
        letter(position.stones.map(|stones| stones.contains(cell)), ['b', 'r'])
    };
    write_rows(&game.board.rows(), stone, out);
    write_seat(game.to_move(position), &SEATS, out);
    let [blue, red] = position.captured;
    *out += &format!(" {blue}-{red}");
}

/// Reads the text of a position.
///
/// # Errors
/// Names the field, row or character that is wrong, and positions that no rule can judge.
pub(super) fn read<const W: usize>(game: &Gomoku<W>, text: &str) -> Result<Position<W>, Fault> {
    let shape = "ROWS b|r [CAPTURED-CAPTURED]";
    let [rows, seat, captured] = match text.split_ascii_whitespace().count() {
        2 => fields::<2>(text, shape).map(|[rows, seat]| [rows, seat, "0-0"]),
        _ => fields::<3>(text, shape),
    }?;
    let cells = read_rows(rows, &game.board.rows(), ".br")?;
    let mut position = game.empty();
    for (place, &stone) in cells.iter().enumerate() {
        let side = match stone {
            0 => continue,
            1 => Side::First,
            _ => Side::Second,
        };
        Gomoku::add(&mut position, side, game.board.reading(place));
    }
    if read_seat(seat, &SEATS)? == Seat(1) {
        Gomoku::pass_turn(&mut position);
    }
    let counts = read_captured(captured)?;
    Gomoku::set_captured(&mut position, Side::First, counts[0]);
    Gomoku::set_captured(&mut position, Side::Second, counts[1]);
    if counts.iter().all(|&count| count >= GOAL) {
        return Err(Fault::new(
            format!("position, prises : « {captured} » ; un seul joueur peut en avoir dix ou plus"),
            format!("position, captured stones: \"{captured}\"; only one player can have ten or more"),
        ));
    }
    if !game.answer && position.stones.iter().all(|own| game.geometry.has_five(own)) {
        return Err(Fault::new(
            "position : les deux joueurs ont cinq pierres alignées, mais le premier cinq a fini la partie",
            "position: both players have five in a row, but the first five ended the game",
        ));
    }
    game.settle(&mut position);
    Ok(position)
}

/// Reads `BLUE-RED`: two even numbers up to [`MOST`].
fn read_captured(text: &str) -> Result<[u8; 2], Fault> {
    let number = |digits: &str| {
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<u8>().ok().filter(|count| plain && count.is_multiple_of(2) && *count <= MOST)
    };
    let counts = text.split_once('-').and_then(|(blue, red)| Some([number(blue)?, number(red)?]));
    counts.ok_or_else(|| {
        Fault::new(
            format!("position, prises : « {text} » ; attendu : deux nombres pairs de 0 à {MOST}, comme 2-0"),
            format!(
                "position, captured stones: \"{text}\"; expected: two even numbers from 0 to {MOST}, as in 2-0"
            ),
        )
    })
}

/// Explains why a text is no legal move.
pub(super) fn why_not<const W: usize>(game: &Gomoku<W>, position: &Position<W>, text: &str) -> Fault {
    let last = game.board.name(game.board.cells() - 1);
    match game.board.read(text) {
        Some(cell) if !game.free(position).contains(cell) => Fault::new(
            format!("coup impossible : {text} est déjà pris"),
            format!("impossible move: {text} is taken"),
        )
        .by_rule(1),
        Some(cell) if position.end.is_none() && game.is_forbidden(position, cell) => Fault::new(
            format!("coup impossible : {text} ferait un double-trois"),
            format!("impossible move: {text} would make a double three"),
        )
        .by_rule(5),
        Some(_) => Fault::new(
            format!("coup impossible : {text}, la partie est finie"),
            format!("impossible move: {text}, the game is over"),
        ),
        None if text == "pass" => Fault::new(
            "coup impossible : on ne passe pas, il y a toujours un point permis",
            "impossible move: there is no passing, some point is always allowed",
        ),
        None => Fault::new(
            format!("coup impossible : « {text} » n'est pas un point de a1 à {last}"),
            format!("impossible move: \"{text}\" is not a point from a1 to {last}"),
        ),
    }
}
