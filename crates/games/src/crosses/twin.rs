//! The naive twin of the rules: cell by cell, over every position, for the tests to compare with.

use std::collections::HashMap;

/// A set of cells of the naive twin, which numbers them file by file.
pub(super) type Cells = [bool; 16];

/// The naive twin: an L is any four cells that look like one, and a position is the two L's, the neutrals and the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Twin {
    pub(super) ells: [Cells; 2],
    pub(super) neutrals: Cells,
    pub(super) mover: usize,
}

pub(super) fn cells(set: &Cells) -> impl Iterator<Item = usize> {
    (0..16).filter(|&cell| set[cell])
}

fn apart(one: &Cells, other: &Cells) -> bool {
    cells(one).all(|cell| !other[cell])
}

/// Says whether four cells make an L: three in a row, the fourth beside one end of them.
fn is_ell(set: &Cells) -> bool {
    cells(set).any(|foot| {
        let row: Vec<(usize, usize)> =
            cells(set).filter(|&cell| cell != foot).map(|cell| (cell / 4, cell % 4)).collect();
        let foot = (foot / 4, foot % 4);
        let upright = row.iter().all(|cell| cell.0 == row[0].0) && row[2].1 - row[0].1 == 2;
        let lying = row.iter().all(|cell| cell.1 == row[0].1) && row[2].0 - row[0].0 == 2;
        let beside = |end: (usize, usize)| {
            upright && foot.1 == end.1 && foot.0.abs_diff(end.0) == 1
                || lying && foot.0 == end.0 && foot.1.abs_diff(end.1) == 1
        };
        beside(row[0]) || beside(row[2])
    })
}

/// Returns every L among the sets of four cells.
pub(super) fn all_ells() -> Vec<Cells> {
    let sets = (0..1u32 << 16).filter(|set| set.count_ones() == 4);
    sets.map(|set| std::array::from_fn(|cell| set >> cell & 1 == 1)).filter(is_ell).collect()
}

pub(super) fn name(cell: usize) -> String {
    format!("{}{}", ["a", "b", "c", "d"][cell / 4], cell % 4 + 1)
}

impl Twin {
    /// Returns every position.
    pub(super) fn all() -> Vec<Twin> {
        let ells = all_ells();
        let mut all = Vec::new();
        for &first in &ells {
            for &second in ells.iter().filter(|second| apart(second, &first)) {
                let left: Vec<usize> = (0..16).filter(|&cell| !first[cell] && !second[cell]).collect();
                for (place, &high) in left.iter().enumerate() {
                    for &low in &left[..place] {
                        let mut neutrals = [false; 16];
                        (neutrals[low], neutrals[high]) = (true, true);
                        all.extend([0, 1].map(|mover| Twin { ells: [first, second], neutrals, mover }));
                    }
                }
            }
        }
        all
    }

    pub(super) fn text(&self) -> String {
        let holds = |cell: usize| {
            if self.ells[0][cell] {
                'w'
            } else if self.ells[1][cell] {
                'b'
            } else if self.neutrals[cell] {
                'n'
            } else {
                '.'
            }
        };
        let row = |rank: usize| (0..4).map(|file| holds(file * 4 + rank)).collect::<String>();
        format!("{}/{}/{}/{} {}", row(3), row(2), row(1), row(0), ["w", "b"][self.mover])
    }

    /// Visits the legal moves: the cells laid, the neutral's step, the position after them.
    pub(super) fn each_move(
        &self,
        ells: &[Cells],
        classic: bool,
        mut visit: impl FnMut(&Cells, Option<[usize; 2]>, Twin),
    ) {
        let (own, other) = (&self.ells[self.mover], &self.ells[1 - self.mover]);
        for laid in ells {
            let fits = apart(laid, other) && apart(laid, &self.neutrals) && laid != own;
            if !fits || !classic && apart(laid, own) {
                continue;
            }
            let mut after = Twin { mover: 1 - self.mover, ..*self };
            after.ells[self.mover] = *laid;
            visit(laid, None, after);
            for from in cells(&self.neutrals) {
                for to in (0..16).filter(|&to| !laid[to] && !other[to] && !self.neutrals[to]) {
                    let mut after = after;
                    (after.neutrals[from], after.neutrals[to]) = (false, true);
                    visit(laid, Some([from, to]), after);
                }
            }
        }
    }
}

/// What a position is worth to its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Lost,
    Drawn,
    Won,
}

/// The whole game of the naive twin: its positions, and for each the numbers of those that may follow.
pub(super) struct World {
    pub(super) positions: Vec<Twin>,
    pub(super) next: Vec<Vec<usize>>,
    pub(super) start: usize,
}

impl World {
    pub(super) fn new(classic: bool) -> World {
        let (ells, positions) = (all_ells(), Twin::all());
        let numbers: HashMap<Twin, usize> =
            positions.iter().copied().enumerate().map(|(number, position)| (position, number)).collect();
        let next = |position: &Twin| {
            let mut next = Vec::new();
            position.each_move(&ells, classic, |_, _, after| next.push(numbers[&after]));
            next
        };
        let next = positions.iter().map(next).collect();
        // docs/rules.md: "First's L on b4 c4 c3 c2, Second's on b3 b2 b1 c1, neutrals on a4 and d1."
        let start = "nww./.bw./.bw./.bbn w";
        let start = positions.iter().position(|position| position.text() == start).unwrap();
        World { next, positions, start }
    }

    /// Counts the leaves of the tree at each depth from 1 to `depth`, for the start.
    pub(super) fn perft(&self, depth: usize) -> Vec<u64> {
        let mut leaves = vec![1u64; self.positions.len()];
        (0..depth)
            .map(|_| {
                leaves = self.next.iter().map(|next| next.iter().map(|&after| leaves[after]).sum()).collect();
                leaves[self.start]
            })
            .collect()
    }

    /// Returns the value of each position for its mover: again and again, a position is won if some move leads to a
    /// lost one, lost if all moves lead to won ones. What is neither in the end is a draw.
    pub(super) fn values(&self) -> Vec<Value> {
        let mut values = vec![Value::Drawn; self.next.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (position, next) in self.next.iter().enumerate() {
                let value = if next.iter().any(|&after| values[after] == Value::Lost) {
                    Value::Won
                } else if next.iter().all(|&after| values[after] == Value::Won) {
                    Value::Lost
                } else {
                    Value::Drawn
                };
                changed |= value != values[position];
                values[position] = value;
            }
        }
        values
    }
}
