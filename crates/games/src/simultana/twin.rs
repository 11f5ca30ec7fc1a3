//! The naive twin of the rules: a grid of characters, and sets of free cells gathered one by one.

use std::collections::BTreeSet;

/// A cell as file and row, from 0.
type Cell = (i32, i32);

const STEPS: [Cell; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// A position: rows from the top, and the mover, `w` or `b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Twin {
    rows: Vec<Vec<char>>,
    mover: char,
}

fn name(cell: Cell) -> String {
    format!("{}{}", ["a", "b", "c", "d", "e"][cell.0 as usize], cell.1 + 1)
}

fn beside(cell: Cell) -> impl Iterator<Item = Cell> {
    STEPS.into_iter().map(move |step| (cell.0 + step.0, cell.1 + step.1))
}

impl Twin {
    /// Reads a position as the rules write it.
    pub(super) fn new(text: &str) -> Twin {
        let (rows, mover) = text.split_once(' ').unwrap();
        let rows = rows.split('/').map(|row| row.chars().collect()).collect();
        Twin { rows, mover: mover.chars().next().unwrap() }
    }

    pub(super) fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), self.mover)
    }

    fn at(&self, cell: Cell) -> Option<char> {
        let row = self.rows.get(usize::try_from(cell.1).ok()?)?;
        row.get(usize::try_from(cell.0).ok()?).copied()
    }

    /// Returns the connected set of free cells that holds this one.
    fn gather(&self, cell: Cell, set: &mut BTreeSet<Cell>) {
        if self.at(cell) == Some('.') && set.insert(cell) {
            beside(cell).for_each(|next| self.gather(next, set));
        }
    }

    /// Returns the sets of free cells that touch a cell, by the names of their cells.
    pub(super) fn sets(&self, cell: Cell) -> BTreeSet<Vec<String>> {
        let touching = beside(cell).filter(|&next| self.at(next) == Some('.'));
        let gathered = touching.map(|next| {
            let mut set = BTreeSet::new();
            self.gather(next, &mut set);
            set.into_iter().map(name).collect()
        });
        gathered.collect()
    }

    /// Returns the steps to free cells: their text, where they go, the position after them. Sizes are not asked.
    pub(super) fn steps(&self) -> Vec<(String, Cell, Twin)> {
        let mut steps = Vec::new();
        for from in (0..5).flat_map(|row| (0..5).map(move |file| (file, row))) {
            if self.at(from) != Some(self.mover) {
                continue;
            }
            for to in beside(from).filter(|&to| self.at(to) == Some('.')) {
                let mut after = self.clone();
                after.rows[from.1 as usize][from.0 as usize] = '.';
                after.rows[to.1 as usize][to.0 as usize] = self.mover;
                after.mover = if self.mover == 'w' { 'b' } else { 'w' };
                steps.push((format!("{}-{}", name(from), name(to)), to, after));
            }
        }
        steps
    }

    /// Returns the legal moves and where they lead.
    pub(super) fn moves(&self) -> Vec<(String, Twin)> {
        let sizes: [usize; 2] = if self.mover == 'w' { [2, 4] } else { [3, 5] };
        let fits = |(text, to, after): (String, Cell, Twin)| {
            after.sets(to).iter().any(|set| sizes.contains(&set.len())).then_some((text, after))
        };
        self.steps().into_iter().filter_map(fits).collect()
    }

    /// Counts the leaves at a depth.
    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().iter().map(|(_, after)| after.perft(depth - 1)).sum()
    }
}
