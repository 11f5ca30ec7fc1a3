//! The naive twin of the rules.

use std::collections::{BTreeMap, BTreeSet};

use super::grid;
use super::rules::Objective;

/// The colour letters of the cells, by file and rank from 1.
pub(super) type Letters = BTreeMap<(i32, i32), char>;

/// Returns the letters of a grid.
pub(super) fn letters(grid: &grid::Grid) -> Letters {
    let cell = |place: usize| (place as i32 % 12 + 1, place as i32 / 12 + 1);
    grid.iter()
        .enumerate()
        .map(|(place, &colour)| (cell(place), "BGJMNORV".as_bytes()[colour as usize] as char))
        .collect()
}

fn name((file, rank): (i32, i32)) -> String {
    format!("{}{rank}", (b'a' + file as u8 - 1) as char)
}

fn cell(name: &str) -> (i32, i32) {
    (i32::from(name.as_bytes()[0] - b'a') + 1, name[1..].parse().unwrap())
}

/// Men as sets of cells and rules word by word: the naive twin of the tables and bits.
pub(super) struct Twin {
    letters: Letters,
    men: [BTreeSet<(i32, i32)>; 2],
    starts: [BTreeSet<(i32, i32)>; 2],
    turn: usize,
    goal: Objective,
}

impl Twin {
    pub(super) fn new(letters: Letters, start: &str, goal: Objective) -> Twin {
        let mut words = start.split(' ');
        let men = [(); 2].map(|()| words.next().unwrap().split('.').map(cell).collect::<BTreeSet<_>>());
        Twin { letters, starts: men.clone(), men, turn: 0, goal }
    }

    fn men_moves(&self, side: usize) -> BTreeSet<String> {
        let forward = |side: usize| if side == 0 { 1 } else { -1 };
        let mut colours = BTreeSet::<char>::new();
        for &(file, rank) in &self.men[1 - side] {
            colours.extend(self.letters.get(&(file, rank + forward(1 - side))));
        }
        let mut moves = BTreeSet::new();
        for &(file, rank) in &self.men[side] {
            for to in [-1, 0, 1].map(|step| (file + step, rank + forward(side))) {
                let free = !self.men[0].contains(&to) && !self.men[1].contains(&to);
                if free && self.letters.get(&to).is_some_and(|colour| colours.contains(colour)) {
                    moves.insert(format!("{}-{}", name((file, rank)), name(to)));
                }
            }
        }
        moves
    }

    pub(super) fn result(&self) -> Option<&'static str> {
        for (side, far, code) in [(0, 12, "first"), (1, 1, "second")] {
            let won = match self.goal {
                Objective::Four => self.men[side] == self.starts[1 - side],
                Objective::First => self.men[side].iter().any(|man| man.1 == far),
            };
            if won {
                return Some(code);
            }
        }
        (self.men_moves(0).is_empty() && self.men_moves(1).is_empty()).then_some("draw")
    }

    pub(super) fn moves(&self) -> BTreeSet<String> {
        let moves = self.men_moves(self.turn);
        match self.result() {
            Some(_) => BTreeSet::new(),
            None if moves.is_empty() => BTreeSet::from(["pass".to_string()]),
            None => moves,
        }
    }

    pub(super) fn play(&mut self, text: &str) {
        if let Some((from, to)) = text.split_once('-') {
            self.men[self.turn].remove(&cell(from));
            self.men[self.turn].insert(cell(to));
        }
        self.turn = 1 - self.turn;
    }
}
