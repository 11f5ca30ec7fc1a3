//! The board as lines see it: every free cell has four ports, and behind each port a line leads to an edge or to the port
//! of a free cell. Tiles that are laid only say which port leads where.

use damier_core::board::BitSet;

use super::rules::{MOST, OFF};
use super::tile::{Direction, Tile};
use super::{Position, Turnabout};

/// The number of the port of a cell; those of the edges come after all cells.
const EDGE: u16 = 4 * MOST as u16;

/// The distance of a cell that no line can reach.
pub(super) const FAR: u8 = 64;

/// Where all ports lead.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    ends: [[u16; 4]; MOST],
}

impl Lines {
    /// Follows all the lines of a position.
    pub(super) fn new<const W: usize>(game: &Turnabout<W>, position: &Position<W>) -> Lines {
        let mut lines = Lines { ends: [[0; 4]; MOST] };
        for cell in game.free(position) {
            for way in Direction::ALL {
                lines.ends[cell][way as usize] = follow(game, position, cell, way);
            }
        }
        lines
    }

    /// Returns the edge that a port leads to.
    #[inline]
    pub(super) fn edge(&self, cell: usize, way: Direction) -> Option<Direction> {
        let end = self.ends[cell][way as usize];
        (end >= EDGE).then(|| Direction::ALL[(end - EDGE) as usize])
    }

    /// Returns the edges that the ports of a cell lead to, a bit for each in the order of [`Direction::ALL`].
    #[inline]
    pub(super) fn edges(&self, cell: usize) -> u8 {
        self.ends[cell]
            .iter()
            .fold(0, |edges, &end| if end >= EDGE { edges | 1 << (end - EDGE) } else { edges })
    }

    /// Says whether a tile on a cell makes the line that wins: it joins two ports that lead to opposite edges.
    pub(super) fn joins(&self, cell: usize, tile: Tile) -> bool {
        tile.strands().into_iter().any(|(from, to)| {
            self.edge(cell, from).is_some_and(|edge| self.edge(cell, to) == Some(edge.opposite()))
        })
    }

    /// Returns the cell where a strand between two ports of a cell would make a line possible at one tile: one port leads to
    /// an edge, the other to a cell that sees the opposite edge by another port.
    #[inline]
    fn opens(&self, cell: usize, from: Direction, to: Direction) -> Option<u8> {
        let (a, b) = (self.ends[cell][from as usize], self.ends[cell][to as usize]);
        let (edge, port) = match (a >= EDGE, b >= EDGE) {
            (true, false) => (a - EDGE, b),
            (false, true) => (b - EDGE, a),
            _ => return None,
        };
        let next = port / 4;
        (usize::from(next) != cell && self.edges(usize::from(next)) >> (edge ^ 2) & 1 == 1)
            .then_some(next as u8)
    }

    /// Returns the cells where a tile on a cell would make a line possible at one more tile, in the order of its strands.
    #[inline]
    pub(super) fn threats(&self, cell: usize, tile: Tile) -> [Option<u8>; 2] {
        tile.strands().map(|(from, to)| self.opens(cell, from, to))
    }

    /// Writes how many tiles a line needs at least from an edge into each cell, that of the cell included.
    pub(super) fn distances<const W: usize>(&self, free: &BitSet<W>, edge: Direction, out: &mut [u8; MOST]) {
        out.fill(FAR);
        let mut queue = [0u8; MOST];
        let (mut head, mut tail) = (0, 0);
        for cell in free.iter() {
            if self.edges(cell) >> edge as u8 & 1 == 1 {
                out[cell] = 1;
                queue[tail] = cell as u8;
                tail += 1;
            }
        }
        while head < tail {
            let cell = queue[head] as usize;
            head += 1;
            for &end in self.ends[cell].iter().filter(|&&end| end < EDGE) {
                let next = usize::from(end / 4);
                if out[next] == FAR {
                    out[next] = out[cell] + 1;
                    queue[tail] = next as u8;
                    tail += 1;
                }
            }
        }
    }
}

/// Follows the line that leaves a free cell in a way to the port or the edge where it ends.
#[inline]
fn follow<const W: usize>(
    game: &Turnabout<W>,
    position: &Position<W>,
    start: usize,
    first: Direction,
) -> u16 {
    let (mut cell, mut way) = (start, first);
    loop {
        let next = game.beside[cell][way as usize];
        if next == OFF {
            return EDGE + way as u16;
        }
        cell = next as usize;
        match position.tile(cell) {
            // A line that began at a free cell never goes round in a ring.
            Some(tile) => way = tile.leads(way.opposite()),
            None => return 4 * u16::from(next) + way.opposite() as u16,
        }
    }
}

/// Says whether a set of edges has two opposite ones.
#[inline]
pub(super) const fn opposite(edges: u8) -> bool {
    edges & edges >> 2 & 3 != 0
}

/// How near the attacker is to a line.
pub(super) struct ThreatMap<const W: usize> {
    pub(super) lines: Lines,
    /// For north–south and east–west, how many tiles a line through each cell needs at least; [`FAR`] or more if none can
    /// be made.
    pub(super) needs: [[u8; MOST]; 2],
    /// The least of these.
    pub(super) least: [u8; 2],
    /// The cells where one tile makes a line.
    pub(super) wins: BitSet<W>,
    /// The tiles that make two such cells at once, by their codes.
    pub(super) forks: [BitSet<W>; 4],
    /// The cells where some tile makes one such cell.
    pub(super) threats: BitSet<W>,
    pub(super) free: BitSet<W>,
}

impl<const W: usize> ThreatMap<W> {
    /// Looks at a position.
    pub(super) fn new(game: &Turnabout<W>, position: &Position<W>) -> ThreatMap<W> {
        let lines = Lines::new(game, position);
        let free = game.free(position);
        let mut needs = [[FAR; MOST]; 2];
        let mut least = [FAR; 2];
        let mut other = [0; MOST];
        for (axis, edge) in [Direction::North, Direction::East].into_iter().enumerate() {
            lines.distances(&free, edge, &mut needs[axis]);
            lines.distances(&free, edge.opposite(), &mut other);
            for cell in free {
                needs[axis][cell] = (needs[axis][cell] + other[cell] - 1).min(FAR);
                least[axis] = least[axis].min(needs[axis][cell]);
            }
        }
        let wins = free.iter().filter(|&cell| opposite(lines.edges(cell))).collect();
        let mut forks = [BitSet::EMPTY; 4];
        let mut threats = BitSet::EMPTY;
        for cell in free {
            // Without an edge behind one of its ports, a cell makes no threat.
            if lines.edges(cell) == 0 {
                continue;
            }
            for tile in Tile::ALL {
                match lines.threats(cell, tile) {
                    [Some(one), Some(two)] if one != two => forks[tile.code() as usize].insert(cell),
                    [None, None] => continue,
                    _ => {}
                }
                threats.insert(cell);
            }
        }
        ThreatMap { lines, needs, least, wins, forks, threats, free }
    }
}
