//! The texts of Dualité: positions, cells, and why a move is impossible.

use damier_core::text::{fields, read_rows, read_seat, write_rows, write_seat};
use damier_core::{Fault, Game, Seat};

use super::rules::NONE;
use super::{Dualite, Position};

impl Dualite {
    /// Appends a cell, or the two first cells joined by `+`.
    pub(super) fn write_cells(&self, [one, other]: [u8; 2], out: &mut String) {
        self.board.write(one as usize, out);
        if other != one {
            out.push('+');
            self.board.write(other as usize, out);
        }
    }

    /// Appends the rows, the seat to move and the move to answer.
    pub(super) fn write_text(&self, position: &Position, out: &mut String) {
        let circle = |place: usize| match 1 << self.board.reading(place) {
            cell if position.white & cell != 0 => 'w',
            cell if position.black & cell != 0 => 'b',
            _ => '.',
        };
        write_rows(&self.board.rows(), circle, out);
        write_seat(Seat(position.seat), self.seats(), out);
        out.push(' ');
        if Self::is_first(position) {
            out.push('-');
        } else {
            self.write_cells(position.last, out);
        }
    }

    /// Reads what [`Dualite::write_text`] writes.
    pub(super) fn read_text(&self, text: &str) -> Result<Position, Fault> {
        let [rows, seat, last] = fields(text, "ROWS SEAT LAST")?;
        let mut sets = [0u32; 3];
        for (place, &circle) in read_rows(rows, &self.board.rows(), ".wb")?.iter().enumerate() {
            sets[circle as usize] |= 1 << self.board.reading(place);
        }
        let [_, white, black] = sets;
        let seat = read_seat(seat, self.seats())?.0;
        let Some(turn) = self.seat_after(white, black) else {
            return Err(Fault::new(
                "position : un seul cercle, alors que le premier coup en trace deux",
                "position: one circle only, but the first move draws two",
            ));
        };
        if seat != turn {
            let code = self.seats()[turn as usize].code;
            return Err(Fault::new(
                format!("position, trait : d'après le nombre de cercles, c'est à {code}"),
                format!("position, seat to move: by the number of circles it is {code}"),
            ));
        }
        let last = self.read_last(last, white, black)?;
        Ok(self.with_circles(white, black, last, seat))
    }

    /// Reads the move to answer, given the circles on the board.
    fn read_last(&self, text: &str, white: u32, black: u32) -> Result<[u8; 2], Fault> {
        let circles = white | black;
        let fault = |fr: String, en: String| {
            Err(Fault::new(
                format!("position, dernier coup « {text} » : {fr}"),
                format!("position, last move \"{text}\": {en}"),
            ))
        };
        if text == "-" {
            if circles == 0 {
                return Ok([NONE; 2]);
            }
            return fault(
                "il y a déjà des cercles, dites lequel est le dernier".to_string(),
                "there are circles already; say which one is the last".to_string(),
            );
        }
        let Some(cells) = self.read_cells(text) else {
            return fault("ni « - », ni une case".to_string(), "neither \"-\" nor a cell".to_string());
        };
        if let Some(&bare) = cells.iter().find(|&&cell| circles >> cell & 1 == 0) {
            let name = self.board.name(bare as usize);
            return fault(format!("pas de cercle en {name}"), format!("no circle on {name}"));
        }
        // With two cells it is the first move, and only what the first answers have added may stand beside it.
        let added = if self.rules.teams { 1 } else { 0 };
        let opening = self.openings.iter().any(|mv| mv.0 == cells);
        if cells[0] != cells[1] && (!opening || black != 0 || white.count_ones() > 2 + added) {
            return fault(
                "ce n'est pas le premier coup de cette partie".to_string(),
                "this is not the first move of this game".to_string(),
            );
        }
        Ok(cells)
    }

    /// Reads a cell, or two joined by `+`, in the order written.
    fn read_cells(&self, text: &str) -> Option<[u8; 2]> {
        let read = |name: &str| self.board.read(name).map(|cell| cell as u8);
        match text.split_once('+') {
            Some((one, other)) => Some([read(one)?, read(other)?]).filter(|[one, other]| one != other),
            None => read(text).map(|cell| [cell; 2]),
        }
    }

    /// Explains why `text` is no move here.
    pub(super) fn explain(&self, position: &Position, text: &str) -> Fault {
        let fault = |fr: String, en: String| {
            Fault::new(format!("coup impossible : {fr}"), format!("impossible move: {en}"))
        };
        let first = Self::is_first(position);
        let Some(cells) = self.read_cells(text) else {
            let corner = self.board.name(self.board.cells() - 1);
            return fault(
                format!("« {text} » ne nomme pas de case de a1 à {corner}"),
                format!("\"{text}\" names no cell from a1 to {corner}"),
            );
        };
        let [one, other] = cells.map(|cell| self.board.name(cell as usize));
        if first && self.rules.circles == 2 {
            let ordered = self.ordered(cells);
            return match cells {
                _ if one == other => fault(
                    "le premier coup trace deux cercles, comme « a1+c3 »".to_string(),
                    "the first move draws two circles, as \"a1+c3\" does".to_string(),
                )
                .by_rule(1),
                _ if self.near[cells[0] as usize] >> cells[1] & 1 == 1 => fault(
                    format!("{one} et {other} sont voisines"),
                    format!("{one} and {other} are neighbours"),
                )
                .by_rule(1),
                _ => {
                    let mut named = String::new();
                    self.write_cells(ordered, &mut named);
                    fault(format!("« {text} » s'écrit {named}"), format!("\"{text}\" is written {named}"))
                }
            };
        }
        if one != other {
            return fault(
                format!("« {text} » : on joue ici sur une seule case"),
                format!("\"{text}\": here one plays on one cell"),
            )
            .by_rule(2);
        }
        if position.black >> cells[0] & 1 == 1 {
            return fault(format!("{one} est déjà noircie"), format!("{one} is black already")).by_rule(4);
        }
        let mut last = String::new();
        self.write_cells(position.last, &mut last);
        if position.last.contains(&cells[0]) {
            return fault(
                format!("on ne rejoue pas sur le dernier coup adverse, {last}"),
                format!("one does not replay the opponent's last move, {last}"),
            )
            .by_rule(4);
        }
        fault(
            format!("{one} n'est pas voisine du dernier coup adverse, {last}"),
            format!("{one} is not a neighbour of the opponent's last move, {last}"),
        )
        .by_rule(2)
    }
}
