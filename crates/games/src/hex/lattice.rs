//! The board as the engines see it, and the cells that no longer matter.
//!
//! The edges count as stones of their owner, so that the six neighbours of any cell form a ring. All that is said here
//! about cells is read off that ring:
//!
//! - a cell is *dead* when its colour cannot matter, however the free cells of its ring are filled: around it each
//!   colour then forms at most one arc, which holds together without the cell;
//! - two neighbouring free cells are *captured* by a side that can answer each with the other so that the intruder is
//!   dead: both may be given to that side;
//! - a move is *vulnerable* when the other side has an answer that makes it dead, and *dominated* when another move of
//!   the same side makes the cell dead or captures it.

use std::sync::LazyLock;

use damier_core::Side;
use damier_core::board::{BitSet, Rhombus};

/// The stones of First and of Second.
pub(super) type Stones<const W: usize> = [BitSet<W>; 2];

/// In a ring: beyond the top or the bottom, First's.
const BEYOND_FIRST: u16 = u16::MAX;
/// In a ring: beyond the left or the right, Second's.
const BEYOND_SECOND: u16 = u16::MAX - 1;

/// The rings, by First's places (bits 0 to 5) and Second's (bits 6 to 11), in the middle of which a cell is dead.
static DEAD: LazyLock<[bool; 4096]> = LazyLock::new(|| {
    std::array::from_fn(|ring| {
        let (first, second) = (ring & 63, ring >> 6);
        // However the free places are filled, the colour may change at most twice around the ring.
        first & second == 0
            && (0..64usize).all(|full| {
                let fits = full & first == first && full & second == 0;
                let turned = (full << 1 | full >> 5) & 63;
                !fits || (full ^ turned).count_ones() <= 2
            })
    })
});

/// Says whether a cell is dead in the middle of a ring.
#[inline]
pub(super) fn is_dead(ring: Ring) -> bool {
    DEAD[ring.0[0] as usize | (ring.0[1] as usize) << 6]
}

/// Which of the six places around a cell belong to First and which to Second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ring(pub [u8; 2]);

impl Ring {
    /// Returns the ring with one more place filled.
    #[inline]
    fn with(mut self, side: Side, place: usize) -> Ring {
        self.0[side.index()] |= 1 << place;
        self
    }

    /// Says whether a place is free.
    #[inline]
    fn is_free(self, place: usize) -> bool {
        (self.0[0] | self.0[1]) >> place & 1 == 0
    }
}

/// The geometry of a board of Hex.
#[derive(Clone, Debug)]
pub(super) struct Lattice<const W: usize> {
    pub size: usize,
    pub all: BitSet<W>,
    /// The six neighbours in turn; beyond the board, whose edge it is.
    rings: Vec<[u16; 6]>,
    /// The places of each ring that lie beyond an edge.
    beyond: Vec<Ring>,
    pub near: Vec<BitSet<W>>,
    /// For each side, the cells along its source and its target.
    pub edges: [[BitSet<W>; 2]; 2],
}

impl<const W: usize> Lattice<W> {
    /// Makes the board of `size` × `size`.
    pub fn new(size: usize) -> Lattice<W> {
        let board = Rhombus::new(size);
        let grid = board.grid();
        let ring = |cell: usize| {
            Rhombus::DIRECTIONS.map(|step| match grid.step(cell, step) {
                Some(neighbour) => neighbour as u16,
                None if (0..size as i32).contains(&(grid.rank(cell) as i32 + step.1)) => BEYOND_SECOND,
                // Beyond a corner either colour would do: its two neighbours in the ring have both.
                None => BEYOND_FIRST,
            })
        };
        let rings: Vec<[u16; 6]> = (0..grid.cells()).map(ring).collect();
        let places =
            |ring: &[u16; 6], edge| (0..6).filter(|&i| ring[i] == edge).fold(0, |set, i| set | 1 << i);
        let line =
            |belongs: &dyn Fn(usize) -> bool| (0..grid.cells()).filter(|&cell| belongs(cell)).collect();
        let last = size - 1;
        Lattice {
            size,
            all: BitSet::below(grid.cells()),
            beyond: rings.iter().map(|r| Ring([places(r, BEYOND_FIRST), places(r, BEYOND_SECOND)])).collect(),
            near: (0..grid.cells()).map(|cell| board.neighbours(cell).collect()).collect(),
            rings,
            edges: [
                [line(&|cell| grid.rank(cell) == 0), line(&|cell| grid.rank(cell) == last)],
                [line(&|cell| grid.file(cell) == 0), line(&|cell| grid.file(cell) == last)],
            ],
        }
    }

    /// Returns the free cells.
    #[inline]
    pub fn free(&self, stones: &Stones<W>) -> BitSet<W> {
        self.all.without(stones[0] | stones[1])
    }

    /// Returns the cell at a place of a cell's ring, if it is on the board.
    #[inline]
    pub fn neighbour(&self, cell: usize, place: usize) -> Option<usize> {
        let neighbour = self.rings[cell][place];
        (neighbour < BEYOND_SECOND).then_some(neighbour as usize)
    }

    /// Returns who holds what around a cell.
    #[inline]
    pub fn ring(&self, stones: &Stones<W>, cell: usize) -> Ring {
        let mut ring = self.beyond[cell];
        for (place, &neighbour) in self.rings[cell].iter().enumerate() {
            if neighbour < BEYOND_SECOND {
                ring.0[0] |= u8::from(stones[0].contains(neighbour as usize)) << place;
                ring.0[1] |= u8::from(stones[1].contains(neighbour as usize)) << place;
            }
        }
        ring
    }

    /// Returns the cell on the other side of the short diagonal: the half turn about the centre.
    #[inline]
    pub fn turned(&self, cell: usize) -> usize {
        self.size * self.size - 1 - cell
    }

    /// Returns the cell with file and row exchanged: the mirror that also exchanges the players.
    #[inline]
    pub fn mirrored(&self, cell: usize) -> usize {
        cell % self.size * self.size + cell / self.size
    }

    /// Says whether a side's stones join its edges.
    pub fn has_joined(&self, stones: &BitSet<W>, side: Side) -> bool {
        let [source, target] = self.edges[side.index()];
        let mut seen = source & *stones;
        let mut waiting = seen;
        while let Some(cell) = waiting.first() {
            if target.contains(cell) {
                return true;
            }
            waiting.remove(cell);
            let fresh = (self.near[cell] & *stones).without(seen);
            seen |= fresh;
            waiting |= fresh;
        }
        false
    }

    /// Gives dead and captured cells to a side, until there are none left. Only cells in `doubtful` and what follows
    /// from them are looked at: the neighbours of the stones that are new since the last time.
    pub fn fill_in(&self, stones: &mut Stones<W>, mut doubtful: BitSet<W>) {
        let mut free = self.free(stones);
        doubtful &= free;
        while let Some(cell) = doubtful.first() {
            doubtful.remove(cell);
            let ring = self.ring(stones, cell);
            let mut gained = BitSet::EMPTY;
            if is_dead(ring) {
                // Either colour would do.
                stones[0].insert(cell);
                gained.insert(cell);
            } else if let Some((side, partner)) = self.captured_with(stones, cell, ring) {
                stones[side.index()].insert(cell);
                stones[side.index()].insert(partner);
                gained.insert(cell);
                gained.insert(partner);
            }
            free = free.without(gained);
            for new in gained {
                doubtful |= self.near[new];
            }
            doubtful &= free;
        }
    }

    /// Returns the side that captures a cell together with a neighbour, and that neighbour.
    fn captured_with(&self, stones: &Stones<W>, cell: usize, ring: Ring) -> Option<(Side, usize)> {
        (0..6).filter(|&place| ring.is_free(place)).find_map(|place| {
            let partner = self.neighbour(cell, place)?;
            let back = (place + 3) % 6;
            [Side::First, Side::Second].into_iter().find_map(|side| {
                let captured =
                    is_dead(ring.with(side, place)) && is_dead(self.ring(stones, partner).with(side, back));
                captured.then_some((side, partner))
            })
        })
    }

    /// Returns the moves of `side` that need to be searched: if any move wins, one of these does. Expects a board that
    /// is filled in.
    ///
    /// A vulnerable move that wins shows that the side also wins with the killer's stone added, hence with another move,
    /// or even without one; following that to its end, some move that is kept wins. So all vulnerable moves may go, as
    /// long as one move is left. Of the others, a dominated one may go if the one that dominates it stays.
    pub fn worthwhile(&self, stones: &Stones<W>, side: Side) -> BitSet<W> {
        let free = self.free(stones);
        let mut kept: BitSet<W> =
            free.iter().filter(|&cell| !self.is_vulnerable(stones, side, cell)).collect();
        if kept.is_empty() {
            return free.first().into_iter().collect();
        }
        let mut anchors = BitSet::<W>::EMPTY;
        for cell in kept {
            if anchors.contains(cell) {
                continue;
            }
            let mut others = kept;
            others.remove(cell);
            if let Some(better) = self.dominator(stones, side, cell, others) {
                kept.remove(cell);
                anchors.insert(better);
            }
        }
        kept
    }

    /// Says whether the other side can make a stone of `side` on a cell dead at once.
    pub fn is_vulnerable(&self, stones: &Stones<W>, side: Side, cell: usize) -> bool {
        let ring = self.ring(stones, cell);
        (0..6).any(|place| ring.is_free(place) && is_dead(ring.with(side.other(), place)))
    }

    /// Returns one of `others` with which `side` makes a cell dead or captures it.
    fn dominator(&self, stones: &Stones<W>, side: Side, cell: usize, others: BitSet<W>) -> Option<usize> {
        let ring = self.ring(stones, cell);
        for place in (0..6).filter(|&place| ring.is_free(place)) {
            let Some(neighbour) = self.neighbour(cell, place) else { continue };
            if others.contains(neighbour) && is_dead(ring.with(side, place)) {
                return Some(neighbour);
            }
        }
        // With `better`, `cell` and `partner` are captured; `better` is next to one of them, else they are already.
        for place in (0..6).filter(|&place| ring.is_free(place)) {
            let Some(partner) = self.neighbour(cell, place) else { continue };
            let around = (self.near[cell] | self.near[partner]) & others;
            for better in around.iter().filter(|&better| better != partner) {
                let mut after = *stones;
                after[side.index()].insert(better);
                let one = self.ring(&after, cell).with(side, place);
                let two = self.ring(&after, partner).with(side, (place + 3) % 6);
                if is_dead(one) && is_dead(two) {
                    return Some(better);
                }
            }
        }
        None
    }
}
