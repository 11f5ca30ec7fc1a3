//! Virtual connections: what one side can join, whatever the other does.
//!
//! The points are the side's two edges, its chains, and the free cells. A *full* link between two points is a set of
//! free cells, its carrier, inside which the side can join them although the other moves first; a *half* link needs the
//! first move. Links grow from neighbours by two rules (V. Anshelevich, "The game of Hex: an automatic theorem proving
//! approach to game programming", 2000): two full links that share no cell meet in a point and make a link, full if the
//! point is a chain and half if it is a free cell; half links whose carriers have no cell in common make a full link.
//! The rules do not find everything, but all that they find is true.

use std::collections::VecDeque;

use damier_core::Side;
use damier_core::board::BitSet;

use super::lattice::{Lattice, Stones};

/// The point of the source edge; the target edge is the next.
const SOURCE: u16 = 0;
const TARGET: u16 = 1;
const NONE: u32 = u32::MAX;
const NOWHERE: u16 = u16::MAX;
/// How many links of a kind are kept between two points.
const FULLS: u8 = 6;
const HALVES: u8 = 12;
/// How many half links are kept between the edges: they tell where the other side has to play.
const EDGE_HALVES: u8 = 60;
/// How many half links at most are joined to a full one.
const DEEP: usize = 4;

/// How hard to look for links.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkLimits {
    /// How many pairs of links may be tried.
    pub work: u32,
    /// The greatest carrier of a link between two free cells: without such a limit there are too many of them.
    pub local: u32,
    /// Whether to stop as soon as a half link joins the edges, because the side is to move.
    pub to_move: bool,
}

/// What was found between a side's edges.
#[derive(Clone, Debug)]
pub(super) struct EdgeLinks<const W: usize> {
    /// The carrier of a full link: the side wins even if the other is to move. Empty where its stones join the edges.
    pub full: Option<BitSet<W>>,
    /// The smallest half link: the cell to play, and the carrier with it.
    pub half: Option<(usize, BitSet<W>)>,
    /// The cells that all half links share: the other side loses unless it plays one of them.
    pub must: BitSet<W>,
}

#[derive(Clone, Debug)]
struct Link<const W: usize> {
    carrier: BitSet<W>,
    ends: [u16; 2],
    next: u32,
    alive: bool,
}

/// The links of one side in one position, and the room to find them in.
#[derive(Clone, Debug, Default)]
pub(super) struct Links<const W: usize> {
    /// The point of each cell.
    points: Vec<u16>,
    /// The free cell of each point, or `NOWHERE` of chains and edges.
    cells: Vec<u16>,
    links: Vec<Link<W>>,
    fulls: Vec<(u32, u8)>,
    halves: Vec<(u32, u8)>,
    /// The links that the first rule has seen, by their ends.
    at: Vec<Vec<u32>>,
    queue: VecDeque<u32>,
    free: BitSet<W>,
    found: Option<EdgeLinks<W>>,
    limits: Option<LinkLimits>,
    work: u32,
}

impl<const W: usize> Links<W> {
    /// Makes an empty room.
    pub fn new() -> Links<W> {
        Links::default()
    }

    /// Finds the links of `side`.
    pub fn explore(
        &mut self,
        lattice: &Lattice<W>,
        stones: &Stones<W>,
        side: Side,
        limits: LinkLimits,
    ) -> EdgeLinks<W> {
        self.limits = Some(limits);
        self.work = limits.work;
        self.free = lattice.free(stones);
        self.found = Some(EdgeLinks { full: None, half: None, must: self.free });
        if self.lay_points(lattice, stones, side) {
            self.start(lattice, stones, side);
            while let Some(link) = self.queue.pop_front() {
                if self.is_over() {
                    break;
                }
                self.meet(link);
            }
        } else {
            self.answer().full = Some(BitSet::EMPTY);
        }
        self.found.take().expect("set at the beginning")
    }

    /// Returns how many points there are: 0 and 1 are the edges.
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// Returns the free cell of a point, unless it is a chain or an edge.
    pub fn cell(&self, point: usize) -> Option<usize> {
        (self.cells[point] != NOWHERE).then_some(self.cells[point] as usize)
    }

    /// Visits the points to which full links go from a point, as far as the first rule has seen them; some twice.
    pub fn neighbours(&self, point: usize) -> impl Iterator<Item = usize> {
        self.at[point].iter().map(move |&id| {
            let [a, b] = self.links[id as usize].ends;
            usize::from(if a as usize == point { b } else { a })
        })
    }

    fn answer(&mut self) -> &mut EdgeLinks<W> {
        self.found.as_mut().expect("set at the beginning")
    }

    fn is_over(&self) -> bool {
        let found = self.found.as_ref().expect("set at the beginning");
        let stops = self.limits.is_some_and(|limits| limits.to_move) && found.half.is_some();
        self.work == 0 || found.full.is_some() || stops
    }

    /// Numbers the edges, the chains and the free cells. Says no if the edges are one chain.
    fn lay_points(&mut self, lattice: &Lattice<W>, stones: &Stones<W>, side: Side) -> bool {
        let own = stones[side.index()];
        let edges = lattice.edges[side.index()];
        self.points.clear();
        self.points.resize(lattice.near.len(), NOWHERE);
        self.cells.clear();
        self.cells.extend([NOWHERE; 2]);
        self.links.clear();
        self.queue.clear();
        let mut left = own;
        while let Some(start) = [edges[0] & left, edges[1] & left, left].iter().find_map(BitSet::first) {
            let mut chain = BitSet::<W>::EMPTY;
            chain.insert(start);
            let mut waiting = chain;
            while let Some(cell) = waiting.first() {
                waiting.remove(cell);
                let fresh = (lattice.near[cell] & own).without(chain);
                chain |= fresh;
                waiting |= fresh;
            }
            left = left.without(chain);
            let point = match (chain.meets(&edges[0]), chain.meets(&edges[1])) {
                (true, true) => return false,
                (true, false) => SOURCE,
                (false, true) => TARGET,
                (false, false) => {
                    self.cells.push(NOWHERE);
                    self.cells.len() as u16 - 1
                }
            };
            chain.iter().for_each(|cell| self.points[cell] = point);
        }
        for cell in lattice.free(stones) {
            self.points[cell] = self.cells.len() as u16;
            self.cells.push(cell as u16);
        }
        let count = self.cells.len();
        let pairs = count * (count - 1) / 2;
        self.fulls.clear();
        self.fulls.resize(pairs, (NONE, 0));
        self.halves.clear();
        self.halves.resize(pairs, (NONE, 0));
        self.at.iter_mut().for_each(Vec::clear);
        self.at.resize(self.at.len().max(count), Vec::new());
        true
    }

    /// Links the neighbours.
    fn start(&mut self, lattice: &Lattice<W>, stones: &Stones<W>, side: Side) {
        let edges = lattice.edges[side.index()];
        for cell in lattice.free(stones) {
            let point = self.points[cell];
            for (edge, end) in edges.iter().zip([SOURCE, TARGET]) {
                if edge.contains(cell) {
                    self.add_full(point, end, BitSet::EMPTY);
                }
            }
            for neighbour in lattice.near[cell] {
                let other = self.points[neighbour];
                // Two free cells meet twice.
                if other != NOWHERE && (self.cells[other as usize] == NOWHERE || neighbour > cell) {
                    self.add_full(point, other, BitSet::EMPTY);
                }
            }
        }
    }

    #[inline]
    fn pair(&self, a: u16, b: u16) -> usize {
        let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
        high * (high - 1) / 2 + low
    }

    #[inline]
    fn is_free(&self, point: u16) -> bool {
        self.cells[point as usize] != NOWHERE
    }

    #[inline]
    fn holds(&self, carrier: &BitSet<W>, point: u16) -> bool {
        let cell = self.cells[point as usize];
        cell != NOWHERE && carrier.contains(cell as usize)
    }

    /// The first rule: joins a full link with all that it meets at its ends.
    fn meet(&mut self, id: u32) {
        let Link { carrier, ends, alive, .. } = self.links[id as usize].clone();
        if !alive {
            return;
        }
        for (middle, far) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            self.at[middle as usize].push(id);
            if middle == SOURCE || middle == TARGET {
                // What meets in an edge is of no use between the edges.
                continue;
            }
            let met = std::mem::take(&mut self.at[middle as usize]);
            for &other in &met[..met.len() - 1] {
                let link = &self.links[other as usize];
                if !link.alive {
                    continue;
                }
                self.work = self.work.saturating_sub(1);
                let end = if link.ends[0] == middle { link.ends[1] } else { link.ends[0] };
                let second = link.carrier;
                let apart = end != far && !carrier.meets(&second);
                if !apart || self.holds(&carrier, end) || self.holds(&second, far) {
                    continue;
                }
                let mut joint = carrier | second;
                if self.is_free(middle) {
                    let cell = self.cells[middle as usize] as usize;
                    joint.insert(cell);
                    self.add_half(far, end, joint, cell);
                } else {
                    self.add_full(far, end, joint);
                }
                if self.is_over() {
                    break;
                }
            }
            self.at[middle as usize] = met;
        }
    }

    fn is_too_wide(&self, a: u16, b: u16, carrier: &BitSet<W>) -> bool {
        let local = self.limits.map_or(0, |limits| limits.local);
        self.is_free(a) && self.is_free(b) && carrier.count() > local
    }

    /// Says whether a chain of links has one inside the carrier.
    fn covers(&self, mut at: u32, carrier: &BitSet<W>) -> bool {
        while at != NONE {
            let link = &self.links[at as usize];
            if link.carrier.without(*carrier).is_empty() {
                return true;
            }
            at = link.next;
        }
        false
    }

    /// Takes the links that hold the whole carrier out of a chain.
    fn drop_wider(links: &mut [Link<W>], list: &mut (u32, u8), carrier: &BitSet<W>) {
        let (mut before, mut at) = (NONE, list.0);
        while at != NONE {
            let next = links[at as usize].next;
            if carrier.without(links[at as usize].carrier).is_empty() {
                links[at as usize].alive = false;
                list.1 -= 1;
                match before {
                    NONE => list.0 = next,
                    _ => links[before as usize].next = next,
                }
            } else {
                before = at;
            }
            at = next;
        }
    }

    fn add_full(&mut self, a: u16, b: u16, carrier: BitSet<W>) {
        let pair = self.pair(a, b);
        if self.is_too_wide(a, b, &carrier) || self.covers(self.fulls[pair].0, &carrier) {
            return;
        }
        Self::drop_wider(&mut self.links, &mut self.fulls[pair], &carrier);
        Self::drop_wider(&mut self.links, &mut self.halves[pair], &carrier);
        if self.fulls[pair].1 >= FULLS {
            return;
        }
        let id = self.links.len() as u32;
        self.links.push(Link { carrier, ends: [a, b], next: self.fulls[pair].0, alive: true });
        self.fulls[pair] = (id, self.fulls[pair].1 + 1);
        self.queue.push_back(id);
        if a.max(b) == TARGET {
            self.answer().full = Some(carrier);
        }
    }

    fn add_half(&mut self, a: u16, b: u16, carrier: BitSet<W>, key: usize) {
        let pair = self.pair(a, b);
        let between_edges = a.max(b) == TARGET;
        if self.is_too_wide(a, b, &carrier)
            || self.covers(self.fulls[pair].0, &carrier)
            || self.covers(self.halves[pair].0, &carrier)
        {
            return;
        }
        if between_edges {
            let free = self.free;
            let found = self.answer();
            if found.half.is_none_or(|(_, known)| carrier.count() < known.count()) {
                found.half = Some((key, carrier));
            }
            found.must &= carrier;
            if found.must.is_empty() {
                // No single answer meets all the threats. How few of them suffice is not asked.
                found.full = Some(free);
            }
        }
        Self::drop_wider(&mut self.links, &mut self.halves[pair], &carrier);
        if self.halves[pair].1 >= if between_edges { EDGE_HALVES } else { HALVES } {
            return;
        }
        let first = self.halves[pair].0;
        let id = self.links.len() as u32;
        self.links.push(Link { carrier, ends: [a, b], next: first, alive: true });
        self.halves[pair] = (id, self.halves[pair].1 + 1);
        self.unite(a, b, first, carrier);
    }

    /// The second rule: joins a new half link with those before it.
    fn unite(&mut self, a: u16, b: u16, first: u32, carrier: BitSet<W>) {
        // Nothing can come of it if all of them share a cell.
        let (mut common, mut at) = (carrier, first);
        while at != NONE {
            common &= self.links[at as usize].carrier;
            at = self.links[at as usize].next;
        }
        if !common.is_empty() {
            return;
        }
        let mut made = Vec::new();
        self.choose(first, carrier, carrier, 1, &mut made);
        for union in made {
            self.add_full(a, b, union);
        }
    }

    fn choose(
        &mut self,
        mut at: u32,
        union: BitSet<W>,
        common: BitSet<W>,
        depth: usize,
        made: &mut Vec<BitSet<W>>,
    ) {
        while at != NONE && made.len() < usize::from(FULLS) {
            let link = &self.links[at as usize];
            let (next, carrier) = (link.next, link.carrier);
            let rest = common & carrier;
            self.work = self.work.saturating_sub(1);
            if rest.is_empty() {
                made.push(union | carrier);
            } else if rest != common && depth + 1 < DEEP {
                self.choose(next, union | carrier, rest, depth + 1, made);
            }
            at = next;
        }
    }
}

#[cfg(test)]
impl<const W: usize> Links<W> {
    /// Visits every link that holds: its ends, its carrier, and whether it is full.
    pub fn each(&self, visit: &mut impl FnMut([usize; 2], BitSet<W>, bool)) {
        for (list, full) in [(&self.fulls, true), (&self.halves, false)] {
            for &(mut at, _) in list {
                while at != NONE {
                    let link = &self.links[at as usize];
                    visit(link.ends.map(usize::from), link.carrier, full);
                    at = link.next;
                }
            }
        }
    }

    /// Returns the point of a cell.
    pub fn point(&self, cell: usize) -> Option<usize> {
        (self.points[cell] != NOWHERE).then_some(self.points[cell] as usize)
    }
}
