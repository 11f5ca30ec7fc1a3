//! The links that a board has room for, and which of them cross.

use damier_core::board::Square;

/// The four ways a link goes from its upper end: files to the right, rows down.
pub(super) const WAYS: [(i32, i32); 4] = [(1, 2), (2, 1), (-1, 2), (-2, 1)];

/// A link, by its upper end and its way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub(super) from: u16,
    pub(super) way: u8,
}

/// A link as seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spoke {
    /// The other end.
    pub(super) end: u16,
    pub(super) link: Link,
}

/// The tables of a board.
#[derive(Debug)]
pub(super) struct LinkTables {
    holes: usize,
    /// The links of each hole, at most eight.
    spokes: Vec<Vec<Spoke>>,
    /// The links that cross each link, at most nine: those of the first way, then those of the second, and so on.
    crossings: Vec<Vec<Link>>,
}

impl LinkTables {
    /// Makes the tables.
    pub(super) fn new(board: &Square) -> LinkTables {
        let holes = board.cells();
        let mut spokes = vec![Vec::new(); holes];
        for from in 0..holes {
            for (way, &step) in (0..).zip(&WAYS) {
                if let Some(end) = board.step(from, step) {
                    let link = Link { from: from as u16, way };
                    spokes[from].push(Spoke { end: end as u16, link });
                    spokes[end].push(Spoke { end: from as u16, link });
                }
            }
        }
        let pattern = WAYS.map(crossers);
        let crossings = (0..4 * holes)
            .map(|index| {
                let on_board = |&((files, rows), way): &((i32, i32), u8)| {
                    let from = board.step(index % holes, (files, rows))?;
                    board.step(from, WAYS[way as usize])?;
                    Some(Link { from: from as u16, way })
                };
                pattern[index / holes].iter().filter_map(on_board).collect()
            })
            .collect();
        LinkTables { holes, spokes, crossings }
    }

    /// Returns the links that a hole has room for.
    #[inline]
    pub(super) fn spokes(&self, hole: usize) -> &[Spoke] {
        &self.spokes[hole]
    }

    /// Returns the links that cross a link.
    #[inline]
    pub(super) fn crossings(&self, link: Link) -> &[Link] {
        &self.crossings[link.way as usize * self.holes + link.from as usize]
    }

    /// Returns the link between two holes, if they are a knight's move apart.
    pub(super) fn between(&self, a: usize, b: usize) -> Option<Link> {
        self.spokes[a].iter().find(|spoke| spoke.end as usize == b).map(|spoke| spoke.link)
    }
}

/// Returns the links that cross the link from the origin to `end`: where they start, and their way.
fn crossers(end: (i32, i32)) -> Vec<((i32, i32), u8)> {
    let mut found = Vec::new();
    for rows in -2..=2 {
        for files in -4..=4 {
            for (way, step) in (0..).zip(WAYS) {
                let start = (files, rows);
                if cross((0, 0), end, start, (files + step.0, rows + step.1)) {
                    found.push((start, way));
                }
            }
        }
    }
    found
}

/// Says whether two links cross: each has its ends on both sides of the other. No hole lies inside a link, so that two
/// links which only touch share an end, and do not cross.
fn cross(a: (i32, i32), b: (i32, i32), c: (i32, i32), d: (i32, i32)) -> bool {
    let turn = |from: (i32, i32), to: (i32, i32), point: (i32, i32)| {
        ((to.0 - from.0) * (point.1 - from.1) - (to.1 - from.1) * (point.0 - from.0)).signum()
    };
    turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}
