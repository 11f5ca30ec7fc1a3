//! How far each side is from joining its goal lines, computed for all holes at once with shifted bits.
//!
//! A hole that can be linked to a chain costs nothing; beyond a free hole, the peg to be set there costs [`PEG`]. Where two
//! free holes would do, both of them a link away from the chain, the opponent can stop up only one of them, and the gap
//! costs 1: these are the usual set-ups (4 and 0, 3 and 3, 3 and 1, 2 and 0, 1 and 1).

use damier_core::Side;
use damier_core::board::BitSet;

use super::links::WAYS;
use super::{Position, Twixt};

/// The greatest distance that is told apart from none at all.
pub(super) const FAR: usize = 64;
/// What a peg to be set costs, where a gap with two ways costs 1.
pub(super) const PEG: usize = 3;

/// Moves every cell of a set up by `by`, from 1 to 63; what leaves the set is lost.
#[inline]
fn raise<const W: usize>(set: &BitSet<W>, by: usize) -> BitSet<W> {
    let words = set.words();
    let mut raised = [0; W];
    let mut carried = 0;
    for at in 0..W {
        raised[at] = words[at] << by | carried;
        carried = words[at] >> (64 - by);
    }
    BitSet::from_words(raised)
}

/// Moves every cell of a set down by `by`, from 1 to 63.
#[inline]
fn lower<const W: usize>(set: &BitSet<W>, by: usize) -> BitSet<W> {
    let words = set.words();
    let mut lowered = [0; W];
    let mut carried = 0;
    for at in (0..W).rev() {
        lowered[at] = words[at] >> by | carried;
        carried = words[at] << (64 - by);
    }
    BitSet::from_words(lowered)
}

/// The links that a side has or could still make, and the holes they join.
pub(super) struct LinkGraph<const W: usize> {
    pub(super) side: Side,
    /// How far the lower end of a link of each way lies from its upper end.
    steps: [usize; 4],
    /// The upper ends of the links, by way.
    open: [BitSet<W>; 4],
    pegs: BitSet<W>,
    pub(super) free: BitSet<W>,
}

/// For each distance, the holes that are at most so far from a goal line: were there a peg of the side in them, that many
/// units would join it to the line.
pub(super) struct DistanceLayers<const W: usize> {
    layers: [BitSet<W>; FAR],
    /// How many of the layers are there; the last has all holes that can be joined at all, unless the other line was
    /// reached before.
    count: usize,
    /// How far the two goal lines are from each other, at most [`FAR`].
    pub(super) distance: usize,
}

/// Returns the links that existing links bar, by way: for White, then for Black.
fn barred<const W: usize>(game: &Twixt<W>, position: &Position<W>) -> [[BitSet<W>; 4]; 2] {
    let mut barred = [[BitSet::EMPTY; 4]; 2];
    for way in 0..4 {
        for from in position.links[way as usize] {
            let owner = usize::from(position.pegs[1].contains(from));
            let link = super::Link { from: from as u16, way };
            for crossing in game.link_tables.crossings(link) {
                barred[1 - owner][crossing.way as usize].insert(crossing.from as usize);
                if !game.rules.pencil {
                    barred[owner][crossing.way as usize].insert(crossing.from as usize);
                }
            }
        }
    }
    barred
}

impl<const W: usize> LinkGraph<W> {
    /// Looks at a position for both sides.
    pub(super) fn both(game: &Twixt<W>, position: &Position<W>) -> [LinkGraph<W>; 2] {
        let barred = barred(game, position);
        let width = game.board.width();
        let steps = WAYS.map(|(files, rows)| (rows * width as i32 + files) as usize);
        [Side::First, Side::Second].map(|side| {
            let pegs = position.pegs[side.index()];
            let free = game.free(position, side);
            let usable = pegs | free;
            let open = std::array::from_fn(|way| {
                let mut open = (usable & game.starts[way] & lower(&usable, steps[way]))
                    .without(barred[side.index()][way]);
                if !game.rules.manual {
                    // Between two pegs that stand, no link is made any more.
                    open = open.without((pegs & lower(&pegs, steps[way])).without(position.links[way]));
                }
                open
            });
            LinkGraph { side, steps, open, pegs, free }
        })
    }

    /// Returns the holes that could be linked to a hole of the set, and those that could to at least two.
    #[inline]
    fn beside(&self, set: &BitSet<W>) -> [BitSet<W>; 2] {
        let (mut once, mut twice) = (BitSet::EMPTY, BitSet::EMPTY);
        for (open, &step) in self.open.iter().zip(&self.steps) {
            for next in [raise(&(*set & *open), step), lower(set, step) & *open] {
                twice |= once & next;
                once |= next;
            }
        }
        [once, twice]
    }

    /// Adds all that chains of pegs join to a layer: `fresh` are the holes that came in last.
    #[inline]
    fn follow(&self, layer: &mut Within<W>, fresh: BitSet<W>) {
        let mut fresh = fresh & self.pegs;
        while !fresh.is_empty() {
            let next = self.beside(&fresh)[0];
            layer.firm |= next;
            fresh = next.without(layer.all) & self.pegs;
            layer.all |= next;
        }
    }

    /// Measures the distances from a goal line, 0 or 1, of the side. All holes get theirs if `whole`, else the search ends
    /// at the other line.
    pub(super) fn distances(&self, game: &Twixt<W>, goal: usize, whole: bool) -> DistanceLayers<W> {
        let goals = &game.goals[self.side.index()];
        let target = goals[1 - goal];
        let mut distances = DistanceLayers { layers: [BitSet::EMPTY; FAR], count: 1, distance: FAR };
        let start = goals[goal] & (self.pegs | self.free);
        let mut layer = Within { all: start, firm: start };
        self.follow(&mut layer, start);
        distances.layers[0] = layer.all;
        // What a peg in a free hole of the last layers could be linked to.
        let mut planned = [BitSet::EMPTY; PEG];
        let mut quiet = 0;
        let mut firm = BitSet::EMPTY;
        for number in 1..FAR {
            let before = layer;
            if before.all.meets(&target) && distances.distance == FAR {
                distances.distance = self.arrival(&distances, &(target & firm), &target, number - 1);
                if distances.distance < FAR && !whole {
                    break;
                }
            }
            planned[(number - 1) % PEG] = self.beside(&(before.all & self.free))[0];
            let single = planned[number % PEG];
            let double = self.beside(&(before.firm & self.free))[1];
            firm = before.firm;
            layer.firm |= single;
            layer.all |= single | double;
            let fresh = layer.all.without(before.all);
            self.follow(&mut layer, fresh);
            distances.layers[number] = layer.all;
            distances.count = number + 1;
            quiet = if layer == before { quiet + 1 } else { 0 };
            if quiet > PEG {
                break;
            }
        }
        distances
    }

    /// Returns the number of the last layer if the line `target` is so far: with a peg there, two holes to choose from in
    /// the layer before (`firm`), or one free hole a peg's price before; else [`FAR`].
    fn arrival(
        &self,
        distances: &DistanceLayers<W>,
        firm: &BitSet<W>,
        target: &BitSet<W>,
        number: usize,
    ) -> usize {
        let found = (distances.layers[number] & *target).meets(&self.pegs)
            || (*firm & self.free).count() >= 2
            || (number >= PEG && (distances.layers[number - PEG] & *target).meets(&self.free));
        if found { number } else { FAR }
    }
}

/// The holes within a distance.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Within<const W: usize> {
    all: BitSet<W>,
    /// Those of them that one link joins to a chain, standing or planned, or that lie on the goal line.
    firm: BitSet<W>,
}

impl<const W: usize> DistanceLayers<W> {
    /// Writes the distance of every hole, [`FAR`] where there is none.
    pub(super) fn write(&self, distances: &mut [u8]) {
        distances.fill(FAR as u8);
        let mut known = BitSet::EMPTY;
        for (distance, layer) in self.layers[..self.count].iter().enumerate() {
            for hole in layer.without(known) {
                distances[hole] = distance as u8;
            }
            known = *layer;
        }
    }

    /// Returns the holes of `among` at most `total` from the two lines together.
    pub(super) fn between(&self, other: &DistanceLayers<W>, total: usize, among: &BitSet<W>) -> BitSet<W> {
        let mut found = BitSet::EMPTY;
        for near in 0..=total.min(self.count - 1) {
            found |= self.layers[near] & other.layers[(total - near).min(other.count - 1)];
        }
        found & *among
    }
}
