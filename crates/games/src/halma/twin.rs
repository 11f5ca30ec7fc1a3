//! The naive twin of the tables by free cell: every man is tried in every direction.

use std::collections::BTreeMap;

/// A board as a map from file and rank to a man or nothing.
pub(super) struct Twin(BTreeMap<(i32, i32), Option<char>>);

impl Twin {
    pub(super) fn new(text: &str) -> Twin {
        let firsts = [(1, 5), (1, 4), (1, 3), (3, 2), (3, 1)];
        let mut cells = BTreeMap::new();
        for (row, (file, rank)) in text.split('/').zip(firsts) {
            for (place, man) in row.chars().enumerate() {
                cells.insert((file + place as i32, rank), (man != '.').then_some(man));
            }
        }
        Twin(cells)
    }

    fn text(&self) -> String {
        let row = |rank| {
            let cells = self.0.iter().filter(|((_, of), _)| *of == rank);
            cells.map(|(_, man)| man.unwrap_or('.')).collect::<String>()
        };
        [5, 4, 3, 2, 1].map(row).join("/")
    }

    /// Returns each legal move with the board after it.
    pub(super) fn moves(&self) -> BTreeMap<String, String> {
        let mut moves = BTreeMap::new();
        for (&(file, rank), &man) in &self.0 {
            let Some(man) = man else {
                continue;
            };
            for (letter, east, north) in [('N', 0, 1), ('S', 0, -1), ('E', 1, 0), ('O', -1, 0)] {
                let next = (file + east, rank + north);
                let beyond = (file + 2 * east, rank + 2 * north);
                let is_free = |cell| self.0.get(&cell) == Some(&None);
                let is_man = |cell| matches!(self.0.get(&cell), Some(Some(_)));
                let (kind, to) = if is_free(next) {
                    ('d', next)
                } else if is_man(next) && is_free(beyond) {
                    ('s', beyond)
                } else {
                    continue;
                };
                let mut after = Twin(self.0.clone());
                after.0.insert((file, rank), None);
                after.0.insert(to, Some(man));
                let before = moves.insert(format!("{kind}{letter}"), after.text());
                assert_eq!(before, None, "two moves of one name");
            }
        }
        moves
    }
}
