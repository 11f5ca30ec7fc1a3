//! The naive twin: the rules once more, on a table of letters, cell by cell.

use std::collections::BTreeMap;

/// A position read from its text: `rows[0]` is rank 10.
#[derive(Clone)]
pub(super) struct Twin {
    rows: Vec<Vec<char>>,
    mover: char,
}

const FILES: [char; 10] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'k'];

fn other(mover: char) -> char {
    if mover == 'w' { 'b' } else { 'w' }
}

fn name(row: i32, column: i32) -> String {
    format!("{}{}", FILES[column as usize], 10 - row)
}

impl Twin {
    pub(super) fn read(text: &str) -> Twin {
        let (rows, seat) = text.split_once(' ').unwrap();
        Twin {
            rows: rows.split('/').map(|row| row.chars().collect()).collect(),
            mover: seat.chars().next().unwrap(),
        }
    }

    pub(super) fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), self.mover)
    }

    /// What stands on a cell, or `#` for the edge.
    fn at(&self, row: i32, column: i32) -> char {
        let inside = (0..10).contains(&row) && (0..10).contains(&column);
        if inside { self.rows[row as usize][column as usize] } else { '#' }
    }

    fn count(&self, colour: char) -> i32 {
        self.rows.iter().flatten().filter(|&&man| man == colour).count() as i32
    }

    /// Returns each legal move with the position after it.
    pub(super) fn moves(&self) -> BTreeMap<String, Twin> {
        let mut moves = BTreeMap::new();
        if self.count('w') == 0 || self.count('b') == 0 {
            return moves;
        }
        for row in 0..10 {
            for column in 0..10 {
                for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                    let to = (row + down, column + right);
                    if self.at(row, column) != self.mover || self.at(to.0, to.1) != '.' {
                        continue;
                    }
                    let word = format!("{}-{}", name(row, column), name(to.0, to.1));
                    moves.insert(word, self.after((row, column), to));
                }
            }
        }
        moves
    }

    fn after(&self, from: (i32, i32), to: (i32, i32)) -> Twin {
        let mut next = self.clone();
        next.rows[from.0 as usize][from.1 as usize] = '.';
        next.rows[to.0 as usize][to.1 as usize] = self.mover;
        // "Only the moved man captures": every cell is asked whether it is caught between him and something.
        let settled = next.clone();
        for row in 0..10 {
            for column in 0..10 {
                for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                    let by_mover = (row - down, column - right) == to;
                    let behind = settled.at(row + down, column + right);
                    let caught = behind == self.mover || behind == '#';
                    if settled.at(row, column) == other(self.mover) && by_mover && caught {
                        next.rows[row as usize][column as usize] = '.';
                    }
                }
            }
        }
        next.mover = other(self.mover);
        next
    }

    /// Returns the scores and the reason if the position ends the game.
    pub(super) fn result(&self) -> Option<([i32; 2], &'static str)> {
        let (white, black) = (self.count('w'), self.count('b'));
        if white == 0 || black == 0 {
            return Some(([white, black], "wiped-out"));
        }
        self.moves().is_empty().then(|| (self.blocked(), "blocked"))
    }

    /// "The side with more men scores the difference, the other 0; then the blocker loses 5 points if he has fewer men
    /// or as many, 10 if he has more"
    pub(super) fn blocked(&self) -> [i32; 2] {
        let (white, black) = (self.count('w'), self.count('b'));
        let mut score = if white > black { [white - black, 0] } else { [0, black - white] };
        let (blocker, more) = if self.mover == 'b' { (0, white > black) } else { (1, black > white) };
        score[blocker] -= if more { 10 } else { 5 };
        score
    }
}
