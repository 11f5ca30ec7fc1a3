//! Reading and writing the one-line texts of positions.
//!
//! Most games write a board as its rows from the top, separated by `/`, then a blank and the code of the seat to move:
//! `.wb./..../..../.... b`. A digit run stands for so many free cells when read, as in `1wb1/4/4/4 b`.

use crate::{Fault, Seat, SeatInfo};

/// Splits a position's text into its fields at blanks, and checks their number.
///
/// # Errors
/// If there are fewer or more than `N` fields; `shape` (as in `ROWS SEAT`) says what was expected.
///
/// ```
/// use damier_core::text::fields;
///
/// assert_eq!(fields("2/2 w", "ROWS SEAT")?, ["2/2", "w"]);
/// assert!(fields::<2>("2/2", "ROWS SEAT").is_err());
/// # Ok::<(), damier_core::Fault>(())
/// ```
pub fn fields<'a, const N: usize>(text: &'a str, shape: &str) -> Result<[&'a str; N], Fault> {
    let found: Vec<&str> = text.split_ascii_whitespace().collect();
    let count = found.len();
    found.try_into().map_err(|_| {
        Fault::new(
            format!("position : {count} champ(s) au lieu de {N} ; attendu : {shape}"),
            format!("position: {count} field(s) instead of {N}; expected: {shape}"),
        )
    })
}

/// Reads the rows of a board: `lengths` gives the cells of each row from the top, `alphabet` the allowed characters,
/// free first. Returns for each cell, in reading order, the place of its character in the alphabet.
///
/// # Errors
/// Names the row and the character that is wrong.
///
/// ```
/// use damier_core::text::read_rows;
///
/// assert_eq!(read_rows("w.b/3", &[3, 3], ".wb")?, [1, 0, 2, 0, 0, 0]);
/// let fault = read_rows("w.x/3", &[3, 3], ".wb").expect_err("x is no piece");
/// assert!(fault.to_string().contains('x'), "{fault}");
/// # Ok::<(), damier_core::Fault>(())
/// ```
pub fn read_rows(text: &str, lengths: &[usize], alphabet: &str) -> Result<Vec<u8>, Fault> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != lengths.len() {
        let (found, wanted) = (rows.len(), lengths.len());
        return Err(Fault::new(
            format!("position : {found} rangée(s) séparées par « / » au lieu de {wanted}"),
            format!("position: {found} row(s) separated by \"/\" instead of {wanted}"),
        ));
    }
    let mut cells = Vec::with_capacity(lengths.iter().sum());
    for (number, (row, &length)) in rows.iter().zip(lengths).enumerate() {
        let before = cells.len();
        read_row(row, number + 1, length, alphabet, &mut cells)?;
        let found = cells.len() - before;
        if found != length {
            return Err(Fault::new(
                format!("position, rangée {} « {row} » : {found} cases au lieu de {length}", number + 1),
                format!("position, row {} \"{row}\": {found} cells instead of {length}", number + 1),
            ));
        }
    }
    Ok(cells)
}

fn read_row(
    row: &str,
    number: usize,
    length: usize,
    alphabet: &str,
    cells: &mut Vec<u8>,
) -> Result<(), Fault> {
    let mut run = 0;
    let too_long = || {
        Fault::new(
            format!("position, rangée {number} « {row} » : plus de {length} cases"),
            format!("position, row {number} \"{row}\": more than {length} cells"),
        )
    };
    for (place, character) in row.chars().enumerate() {
        if let Some(digit) = character.to_digit(10) {
            run = run * 10 + digit as usize;
            if run > length {
                return Err(too_long());
            }
            continue;
        }
        cells.extend(std::iter::repeat_n(0, run));
        run = 0;
        let Some(index) = alphabet.chars().position(|known| known == character) else {
            let place = place + 1;
            return Err(Fault::new(
                format!(
                    "position, rangée {number}, caractère {place} : « {character} » au lieu de « {alphabet} »"
                ),
                format!(
                    "position, row {number}, character {place}: \"{character}\" is none of \"{alphabet}\""
                ),
            ));
        };
        cells.push(index as u8);
    }
    cells.extend(std::iter::repeat_n(0, run));
    Ok(())
}

/// Returns the letter for a cell in the rows of a position: the first of `letters` where First holds it, the second where
/// Second does, and `.` where it is free.
///
/// ```
/// use damier_core::text::letter;
///
/// assert_eq!(letter([false, true], ['w', 'b']), 'b');
/// assert_eq!(letter([false, false], ['w', 'b']), '.');
/// ```
pub fn letter(held: [bool; 2], letters: [char; 2]) -> char {
    match held {
        [true, _] => letters[0],
        [_, true] => letters[1],
        _ => '.',
    }
}

/// Writes the rows of a board; `character` gives the character of each cell, in reading order.
pub fn write_rows(lengths: &[usize], mut character: impl FnMut(usize) -> char, out: &mut String) {
    let mut cell = 0;
    for (number, &length) in lengths.iter().enumerate() {
        if number > 0 {
            out.push('/');
        }
        for _ in 0..length {
            out.push(character(cell));
            cell += 1;
        }
    }
}

/// Reads the code of the seat to move.
///
/// # Errors
/// Names the codes that would be right.
pub fn read_seat(text: &str, seats: &[SeatInfo]) -> Result<Seat, Fault> {
    if let Some(index) = seats.iter().position(|seat| seat.code == text) {
        return Ok(Seat(index as u8));
    }
    let codes: Vec<&str> = seats.iter().map(|seat| seat.code).collect();
    let codes = codes.join(", ");
    Err(Fault::new(
        format!("position, trait : « {text} » ; attendu : {codes}"),
        format!("position, seat to move: \"{text}\"; expected one of: {codes}"),
    ))
}

/// Appends a blank and the code of the seat to move.
pub fn write_seat(seat: Seat, seats: &[SeatInfo], out: &mut String) {
    out.push(' ');
    out.push_str(seats[seat.index()].code);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TWO_SEATS;

    #[test]
    fn rows_are_read_with_and_without_digits() {
        let plain = read_rows("..w/.b./...", &[3, 3, 3], ".wb").unwrap();
        assert_eq!(plain, [0, 0, 1, 0, 2, 0, 0, 0, 0]);
        assert_eq!(read_rows("2w/1b1/3", &[3, 3, 3], ".wb").unwrap(), plain);
        let mut written = String::new();
        write_rows(&[3, 3, 3], |cell| ['.', 'w', 'b'][plain[cell] as usize], &mut written);
        assert_eq!(written, "..w/.b./...");
    }

    #[test]
    fn faults_name_the_bad_part() {
        let say = |text| read_rows(text, &[3, 3], ".wb").unwrap_err().to_string();
        assert_eq!(say("..."), "position: 1 row(s) separated by \"/\" instead of 2");
        assert_eq!(say(".../.x."), "position, row 2, character 2: \"x\" is none of \".wb\"");
        assert_eq!(say(".../.w"), "position, row 2 \".w\": 2 cells instead of 3");
        assert_eq!(
            say("99999999999999999999999/..."),
            "position, row 1 \"99999999999999999999999\": more than 3 cells"
        );
        assert_eq!(
            read_seat("x", &TWO_SEATS).unwrap_err().to_string(),
            "position, seat to move: \"x\"; expected one of: 1, 2"
        );
        assert_eq!(
            fields::<2>("a", "ROWS SEAT").unwrap_err().to_string(),
            "position: 1 field(s) instead of 2; expected: ROWS SEAT"
        );
    }
}
