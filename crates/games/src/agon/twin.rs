//! The naive twin: reads a position's text and knows only what docs/rules.md says of rows and of the cells they touch.

use std::collections::BTreeMap;

/// The lengths of the rows, from the top.
pub(super) const ROWS: [usize; 11] = [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6];

/// A row and a place in it, both from 0.
pub(super) type Cell = (usize, usize);

const CENTRE: Cell = (5, 5);

/// A position read from its text.
pub(super) struct Twin {
    board: BTreeMap<Cell, char>,
    side: char,
}

/// The neighbours in turn around the cell, so that the one three further lies opposite.
fn neighbours((row, place): Cell) -> [Option<Cell>; 6] {
    let (row, place) = (row as i32, place as i32);
    let above = if row <= 5 { place - 1 } else { place };
    let below = if row < 5 { place } else { place - 1 };
    [
        (row - 1, above),
        (row - 1, above + 1),
        (row, place + 1),
        (row + 1, below + 1),
        (row + 1, below),
        (row, place - 1),
    ]
    .map(|(row, place)| {
        let cell = (usize::try_from(row).ok()?, usize::try_from(place).ok()?);
        (cell.0 < 11 && cell.1 < ROWS[cell.0]).then_some(cell)
    })
}

/// The ring, as the number of steps to the centre.
pub(super) fn ring(cell: Cell) -> usize {
    let (mut reached, mut steps) = (vec![CENTRE], 0);
    while !reached.contains(&cell) {
        reached =
            reached.iter().flat_map(|&near| neighbours(near)).flatten().chain(reached.clone()).collect();
        reached.sort_unstable();
        reached.dedup();
        steps += 1;
    }
    steps
}

pub(super) fn all_cells() -> Vec<Cell> {
    (0..11).flat_map(|row| (0..ROWS[row]).map(move |place| (row, place))).collect()
}

pub(super) fn name((row, place): Cell) -> String {
    format!("{}{}", (b'a' + row as u8) as char, place + 1)
}

impl Twin {
    pub(super) fn read(text: &str) -> Twin {
        let (rows, side) = text.split_once(' ').unwrap();
        let rows = rows.split('/').enumerate();
        let cells = rows.flat_map(|(row, signs)| {
            signs.chars().enumerate().map(move |(place, sign)| ((row, place), sign))
        });
        Twin { board: cells.filter(|&(_, sign)| sign != '.').collect(), side: side.chars().next().unwrap() }
    }

    fn caught(&self, cell: Cell, by: char) -> bool {
        let holds = |cell: Option<Cell>| {
            cell.and_then(|cell| self.board.get(&cell)).is_some_and(|sign| sign.to_ascii_lowercase() == by)
        };
        let around = neighbours(cell);
        (0..3).any(|axis| holds(around[axis]) && holds(around[axis + 3]))
    }

    pub(super) fn result(&self, classique: bool) -> Option<&'static str> {
        for (side, wins, loses) in [('w', "first", "second"), ('b', "second", "first")] {
            let ringed = neighbours(CENTRE).iter().all(|cell| self.board.get(&cell.unwrap()) == Some(&side));
            match self.board.get(&CENTRE) {
                Some(&queen) if ringed && queen == side.to_ascii_uppercase() => return Some(wins),
                None if ringed => return Some(if classique { loses } else { "draw" }),
                _ => {}
            }
        }
        None
    }

    /// Tries every piece on every free cell, on a new board.
    pub(super) fn moves(&self, rings: &BTreeMap<Cell, usize>) -> Vec<String> {
        let enemy = if self.side == 'w' { 'b' } else { 'w' };
        let queen = self.side.to_ascii_uppercase();
        let own = |&(_, sign): &(&Cell, &char)| sign.to_ascii_lowercase() == self.side;
        let caught: Vec<Cell> = self
            .board
            .iter()
            .filter(own)
            .map(|(&cell, _)| cell)
            .filter(|&cell| self.caught(cell, enemy))
            .collect();
        let queen_caught = caught.iter().any(|cell| self.board[cell] == queen);
        let mut moves = Vec::new();
        for (&from, &sign) in self.board.iter().filter(own) {
            for (&to, &to_ring) in rings {
                let waits =
                    !caught.is_empty() && (!caught.contains(&from) || (queen_caught && sign != queen));
                let allowed = if self.board.contains_key(&to) || waits {
                    false
                } else if !caught.is_empty() {
                    sign == queen || to_ring == 5
                } else {
                    neighbours(from).contains(&Some(to))
                        && to_ring <= rings[&from]
                        && (sign == queen || to != CENTRE)
                };
                if !allowed {
                    continue;
                }
                let mut after = Twin { board: self.board.clone(), side: enemy };
                after.board.remove(&from);
                after.board.insert(to, sign);
                if !after.caught(to, enemy) {
                    moves.push(format!("{}-{}", name(from), name(to)));
                }
            }
        }
        if moves.is_empty() {
            moves.push("pass".to_string());
        }
        moves.sort_unstable();
        moves
    }
}
