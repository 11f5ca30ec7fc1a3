//! Positions that are set up by hand, and need not be legal yet.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::{read_rows, read_seat, write_rows, write_seat};
use crate::{Fault, Seat, SeatInfo, Text};

/// What can be put on a cell while a position is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Its character: where a position's text is a grid of letters, the letter of a piece.
    pub code: char,
    /// Its name, as in "garde blanc", "white guard".
    pub name: Text,
    /// Whether it is a mark on a piece, such as "may be huffed", rather than a piece.
    pub mark: bool,
}

impl Stamp {
    /// Makes the stamp of a piece.
    pub const fn piece(code: char, name: Text) -> Stamp {
        Stamp { code, name, mark: false }
    }

    /// Makes the stamp of a mark.
    pub const fn mark(code: char, name: Text) -> Stamp {
        Stamp { code, name, mark: true }
    }
}

/// A position that is being set up: what stands where, who is to move, and the rest of its text. It may break any rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The codes of the pieces by the names of their cells.
    pub pieces: BTreeMap<String, char>,
    /// The names of the cells whose piece carries the mark.
    pub marks: BTreeSet<String>,
    /// The seat whose turn it is.
    pub seat: Seat,
    /// What the position's text says besides: stones left, links, start files.
    pub rest: String,
}

impl Draft {
    /// Puts a stamp on a cell, or takes off what is there. Another piece brings no mark along.
    ///
    /// # Errors
    /// If none of `stamps` has this code, or if a mark is put on a free cell.
    pub fn put(&mut self, cell: &str, code: Option<char>, stamps: &[Stamp]) -> Result<(), Fault> {
        let Some(code) = code else {
            self.pieces.remove(cell);
            self.marks.remove(cell);
            return Ok(());
        };
        let stamp = stamps.iter().find(|stamp| stamp.code == code).ok_or_else(|| {
            let codes: Vec<String> = stamps.iter().map(|stamp| stamp.code.to_string()).collect();
            let codes = codes.join(", ");
            Fault::new(
                format!("« {code} » ne se pose pas ; attendu : {codes}"),
                format!("\"{code}\" cannot be put on a cell; expected one of: {codes}"),
            )
        })?;
        if !stamp.mark {
            if self.pieces.insert(cell.to_string(), code) != Some(code) {
                self.marks.remove(cell);
            }
        } else if self.pieces.contains_key(cell) {
            self.marks.insert(cell.to_string());
        } else {
            let name = stamp.name;
            return Err(Fault::new(
                format!("{cell} est libre ; « {} » ne se met que sur une pièce", name.fr),
                format!("{cell} is free; \"{}\" can only be put on a piece", name.en),
            ));
        }
        Ok(())
    }
}

/// Says that there is no cell of this name.
pub fn no_cell(name: &str) -> Fault {
    Fault::new(format!("Il n'y a pas de case « {name} »."), format!("There is no cell \"{name}\"."))
}

/// How a position's text begins in most games: rows of letters from the top, a letter a cell, then the code of the seat to
/// move where there are several seats, then perhaps the cells of the marked pieces, or `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterGrid {
    lengths: Vec<usize>,
    names: Vec<String>,
    marks: Option<char>,
}

impl LetterGrid {
    /// Makes a grid from the lengths of its rows and the name of the cell at each place in reading order.
    pub fn new(lengths: &[usize], name: impl FnMut(usize) -> String) -> LetterGrid {
        let names = (0..lengths.iter().sum()).map(name).collect();
        LetterGrid { lengths: lengths.to_vec(), names, marks: None }
    }

    /// Says that the cells of the marked pieces follow the seat, with this character between them.
    pub fn with_marks(self, between: char) -> LetterGrid {
        LetterGrid { marks: Some(between), ..self }
    }

    /// Says whether a cell has this name.
    pub fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// Reads a draft, whether or not it is a position. Its letters are those of `stamps`, a dot for a free cell.
    ///
    /// # Errors
    /// If the rows, the seat or the marks are no draft of this board.
    pub fn read(&self, text: &str, stamps: &[Stamp], seats: &[SeatInfo]) -> Result<Draft, Fault> {
        let mut words = text.split_ascii_whitespace();
        let mut next = || words.next().unwrap_or_default();
        let pieces = stamps.iter().filter(|stamp| !stamp.mark).map(|stamp| stamp.code);
        let letters: Vec<char> = std::iter::once('.').chain(pieces).collect();
        let cells = read_rows(next(), &self.lengths, &letters.iter().collect::<String>())?;
        let held = self.names.iter().zip(cells).filter(|&(_, letter)| letter > 0);
        let pieces = held.map(|(name, letter)| (name.clone(), letters[usize::from(letter)])).collect();
        let seat = if seats.len() > 1 { read_seat(next(), seats)? } else { Seat(0) };
        let marks = match self.marks {
            Some(between) => self.read_marks(next(), between)?,
            None => BTreeSet::new(),
        };
        Ok(Draft { pieces, marks, seat, rest: words.collect::<Vec<_>>().join(" ") })
    }

    fn read_marks(&self, text: &str, between: char) -> Result<BTreeSet<String>, Fault> {
        if text == "-" {
            return Ok(BTreeSet::new());
        }
        let mark = |name: &str| if self.has(name) { Ok(name.to_string()) } else { Err(no_cell(name)) };
        text.split(between).map(mark).collect()
    }

    /// Writes a draft as [`LetterGrid::read`] reads it.
    pub fn write(&self, draft: &Draft, seats: &[SeatInfo]) -> String {
        let mut text = String::new();
        let letter = |place: usize| draft.pieces.get(&self.names[place]).copied().unwrap_or('.');
        write_rows(&self.lengths, letter, &mut text);
        if seats.len() > 1 {
            write_seat(draft.seat, seats, &mut text);
        }
        if let Some(between) = self.marks {
            let marks: Vec<&str> = draft.marks.iter().map(String::as_str).collect();
            text.push(' ');
            text.push_str(&if marks.is_empty() { "-".to_string() } else { marks.join(&between.to_string()) });
        }
        if !draft.rest.is_empty() {
            text.push(' ');
            text.push_str(&draft.rest);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WHITE_BLACK;
    use crate::board::{Origin, Square};

    const STAMPS: [Stamp; 3] = [
        Stamp::piece('w', Text::new("blanc", "white")),
        Stamp::piece('b', Text::new("noir", "black")),
        Stamp::mark('!', Text::new("à prendre", "to be taken")),
    ];

    fn grid() -> LetterGrid {
        Square::new(2, Origin::Bottom).letter_grid().with_marks('+')
    }

    #[test]
    fn a_draft_is_read_and_written_cell_by_cell() {
        let mut draft = grid().read("wb/2 b a2+b2 3 7", &STAMPS, &WHITE_BLACK).unwrap();
        // Rank 2 is the upper one.
        assert_eq!(draft.pieces, BTreeMap::from([("a2".to_string(), 'w'), ("b2".to_string(), 'b')]));
        assert_eq!((draft.seat, draft.rest.as_str()), (Seat(1), "3 7"));
        assert_eq!(grid().write(&draft, &WHITE_BLACK), "wb/.. b a2+b2 3 7");
        draft.put("a2", None, &STAMPS).unwrap();
        draft.put("b1", Some('w'), &STAMPS).unwrap();
        assert_eq!(grid().write(&draft, &WHITE_BLACK), ".b/.w b b2 3 7");
        draft.put("b2", Some('w'), &STAMPS).unwrap();
        draft.put("b1", Some('!'), &STAMPS).unwrap();
        draft.put("b1", Some('w'), &STAMPS).unwrap();
        assert_eq!(grid().write(&draft, &WHITE_BLACK), ".w/.w b b1 3 7");
    }

    #[test]
    fn what_cannot_be_put_is_named() {
        let mut draft = grid().read("../.. w -", &STAMPS, &WHITE_BLACK).unwrap();
        let mut fault = |code| draft.put("a1", Some(code), &STAMPS).unwrap_err().to_string();
        assert_eq!(fault('x'), "\"x\" cannot be put on a cell; expected one of: w, b, !");
        assert_eq!(fault('!'), "a1 is free; \"to be taken\" can only be put on a piece");
        assert_eq!(grid().write(&draft, &WHITE_BLACK), "../.. w -");
    }

    #[test]
    fn what_is_no_draft_is_refused() {
        let fault = |text| grid().read(text, &STAMPS, &WHITE_BLACK).unwrap_err().to_string();
        assert_eq!(fault("../.! w -"), "position, row 2, character 2: \"!\" is none of \".wb\"");
        assert_eq!(fault("../.."), "position, seat to move: \"\"; expected one of: w, b");
        assert_eq!(fault("../.. w a3"), "There is no cell \"a3\".");
        assert_eq!(fault("../.. w"), "There is no cell \"\".");
    }
}
