//! The naive twin of the rules: an array walked cell by cell.

/// A board as rows of characters, `.`, `b` and `w`, walked cell by cell.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Twin {
    pub rows: Vec<Vec<char>>,
}

const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Returns the other colour.
pub(super) fn enemy(colour: char) -> char {
    if colour == 'b' { 'w' } else { 'b' }
}

impl Twin {
    /// Reads the rows of a position's text.
    pub(super) fn new(text: &str) -> Twin {
        let rows = text.split(' ').next().unwrap();
        Twin { rows: rows.split('/').map(|row| row.chars().collect()).collect() }
    }

    pub(super) fn at(&self, row: i32, file: i32) -> Option<char> {
        self.rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(file).ok()?).copied()
    }

    /// Lists the cells that a disc of `colour` on this cell turns.
    pub(super) fn turned(&self, row: i32, file: i32, colour: char) -> Vec<(i32, i32)> {
        let mut turned = Vec::new();
        if self.at(row, file) != Some('.') {
            return turned;
        }
        for (down, right) in DIRECTIONS {
            let mut line = Vec::new();
            let (mut r, mut f) = (row + down, file + right);
            while self.at(r, f) == Some(enemy(colour)) {
                line.push((r, f));
                (r, f) = (r + down, f + right);
            }
            if self.at(r, f) == Some(colour) {
                turned.extend(line);
            }
        }
        turned
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let size = self.rows.len() as i32;
        (0..size).flat_map(move |row| (0..size).map(move |file| (row, file)))
    }

    /// Lists the texts of the moves of `colour`, in reading order.
    pub(super) fn moves(&self, colour: char) -> Vec<String> {
        let can = |colour| {
            let sets = self.cells().filter(move |&(row, file)| !self.turned(row, file, colour).is_empty());
            sets.map(|(row, file)| format!("{}{}", char::from(b'a' + file as u8), row + 1))
                .collect::<Vec<_>>()
        };
        let own = can(colour);
        if own.is_empty() && !can(enemy(colour)).is_empty() { vec!["pass".to_string()] } else { own }
    }

    /// Sets a disc of `colour`, or passes.
    pub(super) fn play(&mut self, text: &str, colour: char) {
        if text == "pass" {
            return;
        }
        let file = i32::from(text.as_bytes()[0] - b'a');
        let row: i32 = text[1..].parse::<i32>().unwrap() - 1;
        let mut changed = self.turned(row, file, colour);
        changed.push((row, file));
        for (r, f) in changed {
            self.rows[r as usize][f as usize] = colour;
        }
    }
}
