//! The naive twin of the rules: a grid of counts and the whole history, for the tests to compare with.

/// A cell as file and rank, from 0.
type Cell = (i32, i32);

/// A game under way. It remembers every move and who made it, and looks back for what it needs.
#[derive(Clone, Debug)]
pub(super) struct Twin {
    pub(super) size: i32,
    pub(super) circles: usize,
    pub(super) teams: bool,
    pub(super) history: Vec<(usize, Vec<Cell>)>,
}

fn name(cell: Cell) -> String {
    format!("{}{}", ["a", "b", "c", "d", "e"][cell.0 as usize], cell.1 + 1)
}

fn neighbours(one: Cell, other: Cell) -> bool {
    one != other && (one.0 - other.0).abs() <= 1 && (one.1 - other.1).abs() <= 1
}

impl Twin {
    pub(super) fn new(variant: &str) -> Twin {
        Twin {
            size: if variant.starts_with("grand") { 5 } else { 4 },
            circles: if variant.ends_with("seul") { 1 } else { 2 },
            teams: variant == "equipes",
            history: Vec::new(),
        }
    }

    fn cells(&self) -> Vec<Cell> {
        (0..self.size).flat_map(|file| (0..self.size).map(move |rank| (file, rank))).collect()
    }

    /// Returns how often a cell was played on: 0 is empty, 1 white, 2 black.
    fn played(&self, cell: Cell) -> usize {
        self.history.iter().filter(|(_, cells)| cells.contains(&cell)).count()
    }

    /// Returns the seat to move. Teams: "A1 draws the two circles, then B1, B2, A1, A2, B1 …"
    pub(super) fn seat(&self) -> usize {
        match (self.history.len(), self.teams) {
            (turn, false) => turn % 2,
            (0, true) => 0,
            (turn, true) => [2, 3, 0, 1][(turn - 1) % 4],
        }
    }

    fn team(&self, seat: usize) -> usize {
        if self.teams { seat / 2 } else { seat }
    }

    fn last_of_the_others(&self) -> Vec<Cell> {
        let own = self.team(self.seat());
        let others = self.history.iter().rev().find(|(seat, _)| self.team(*seat) != own);
        others.map_or(Vec::new(), |(_, cells)| cells.clone())
    }

    /// Returns the moves as their cells, whether or not a line is made.
    fn steps(&self) -> Vec<Vec<Cell>> {
        let cells = self.cells();
        if self.history.is_empty() {
            if self.circles == 1 {
                return cells.into_iter().map(|cell| vec![cell]).collect();
            }
            let pairs = cells.iter().flat_map(|&one| cells.iter().map(move |&other| (one, other)));
            let apart = pairs.filter(|&(one, other)| one < other && !neighbours(one, other));
            return apart.map(|(one, other)| vec![one, other]).collect();
        }
        let last = self.last_of_the_others();
        let may = |&cell: &Cell| {
            self.played(cell) < 2
                && !last.contains(&cell)
                && last.iter().any(|&other| neighbours(cell, other))
        };
        cells.into_iter().filter(may).map(|cell| vec![cell]).collect()
    }

    fn has_line(&self) -> bool {
        let same = |cell: Cell, step: Cell, count: usize| {
            (0..4).all(|far| self.played((cell.0 + far * step.0, cell.1 + far * step.1)) == count)
        };
        let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
        self.cells()
            .into_iter()
            .any(|cell| steps.iter().any(|&step| same(cell, step, 1) || same(cell, step, 2)))
    }

    /// Returns the team that won, 0 or 1, and why.
    pub(super) fn end(&self) -> Option<(usize, &'static str)> {
        if self.has_line() {
            return self.history.last().map(|&(seat, _)| (self.team(seat), "line"));
        }
        self.steps().is_empty().then(|| (1 - self.team(self.seat()), "enclosed"))
    }

    /// Returns the legal moves with their texts, in order of file then rank.
    pub(super) fn moves(&self) -> Vec<(String, Twin)> {
        if self.end().is_some() {
            return Vec::new();
        }
        let play = |cells: Vec<Cell>| {
            let text = cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join("+");
            let mut after = self.clone();
            after.history.push((self.seat(), cells));
            (text, after)
        };
        self.steps().into_iter().map(play).collect()
    }

    /// Returns the position as the rules write it.
    pub(super) fn text(&self) -> String {
        let row = |rank: i32| {
            (0..self.size).map(|file| ['.', 'w', 'b'][self.played((file, rank))]).collect::<String>()
        };
        let rows = (0..self.size).rev().map(row).collect::<Vec<_>>().join("/");
        let seats = if self.teams { ["A1", "A2", "B1", "B2"] } else { ["1", "2", "", ""] };
        let last = self.last_of_the_others().into_iter().map(name).collect::<Vec<_>>().join("+");
        let last = if last.is_empty() { "-" } else { &last };
        format!("{rows} {} {last}", seats[self.seat()])
    }

    /// Counts the leaves at a depth.
    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().iter().map(|(_, after)| after.perft(depth - 1)).sum()
    }
}
