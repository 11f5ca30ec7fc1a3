//! What the engines know of Twixt: how far each side is from its goal, and where that is decided.

use damier_core::{Flow, Side};
use damier_search::{Coverage, Features, MoveHints};

use super::distances::{FAR, LinkGraph, PEG};
use super::{Move, Position, Twixt};

/// The holes of the largest board.
const HOLES: usize = 24 * 24;
/// How many holes are offered to the search.
const HOLES_OFFERED: usize = 24;
/// How many pegs, and for each how many holes, once pegs are moved.
const PEGS_MOVED: usize = 4;
const HOLES_REACHED: usize = 10;

/// The evaluation of Twixt by the distances between the goal lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwixtFeatures;

const NAMES: [&str; 7] = ["turn", "urgent", "distance", "relative", "near", "width", "blocked"];
const TURN: usize = 0;
const URGENT: usize = 1;
const DISTANCE: usize = 2;
const RELATIVE: usize = 3;
const NEAR: usize = 4;
const WIDTH: usize = 5;
const BLOCKED: usize = 6;

/// More holes than this count no more.
const WIDEST: i32 = 16;
/// A lead longer than this counts only by its share, so that a side that is nearly there goes on instead of hindering the
/// other ever more.
const LONGEST: i32 = 16;

/// What one side's paths are worth.
struct PathMeasures {
    /// The distance between the goal lines, from both ends together.
    distance: i32,
    /// How many free holes lie on a shortest path or nearly.
    width: i32,
    blocked: bool,
}

fn measure_paths<const W: usize>(game: &Twixt<W>, graph: &LinkGraph<W>) -> PathMeasures {
    let reaches = [0, 1].map(|goal| graph.distances(game, goal, false));
    let blocked = reaches.iter().any(|distances| distances.distance == FAR);
    let distance = (reaches[0].distance + reaches[1].distance) as i32;
    let shortest = reaches[0].distance.min(reaches[1].distance);
    let width = if blocked {
        0
    } else if shortest <= PEG {
        // Hardly anything is left to join: that there are few holes for it is no fault.
        WIDEST
    } else {
        let between = reaches[0].between(&reaches[1], shortest - PEG + 1, &graph.free);
        between.count().min(WIDEST as u32) as i32
    };
    PathMeasures { distance, width, blocked }
}

impl<const W: usize> Features<Twixt<W>> for TwixtFeatures {
    fn count(&self, _game: &Twixt<W>) -> usize {
        NAMES.len()
    }

    fn name(&self, _game: &Twixt<W>, weight: usize) -> String {
        NAMES[weight].to_string()
    }

    fn measure(&self, game: &Twixt<W>, position: &Position<W>, add: &mut impl FnMut(usize, i32)) {
        let [white, black] = LinkGraph::both(game, position).map(|graph| measure_paths(game, &graph));
        let turn = if position.to_move == Side::First { 1 } else { -1 };
        add(TURN, turn);
        if white.blocked || black.blocked {
            add(BLOCKED, i32::from(black.blocked) - i32::from(white.blocked));
        } else {
            // A lead counts more the nearer the end is. The move does where both are near it: to a side that is far, it is
            // worth little.
            let ahead = black.distance - white.distance;
            add(DISTANCE, ahead.clamp(-LONGEST, LONGEST));
            add(RELATIVE, 100 * ahead / (black.distance + white.distance + 1));
            // What makes the last links worth more than anything that hinders the other.
            let near = |distance: i32| 60 / (distance + 1);
            add(NEAR, near(white.distance) - near(black.distance));
            add(URGENT, turn * 80 / (white.distance + black.distance + 4));
        }
        add(WIDTH, white.width - black.width);
    }
}

impl<const W: usize> MoveHints<Twixt<W>> for TwixtFeatures {
    fn moves(&self, game: &Twixt<W>, position: &Position<W>, out: &mut Vec<Move>) -> Coverage {
        if position.linking {
            return links(game, position, out);
        }
        if game.may_swap(position) {
            out.push(Move::Swap);
        }
        let side = position.to_move;
        let ranks = HoleRanks::new(game, position);
        let shifting = game.used_up(position, side);
        let mut holes = [(0u32, 0u16); HOLES];
        let mut count = 0;
        for hole in game.free(position, side) {
            holes[count] = (ranks.rank(game, hole), hole as u16);
            count += 1;
        }
        let offered = if shifting { HOLES_REACHED } else { HOLES_OFFERED };
        let best = lowest(&mut holes[..count], offered);
        if !shifting {
            out.extend(best.iter().map(|&(_, hole)| Move::Peg(hole)));
            return if best.len() == count { Coverage::Sound } else { Coverage::Likely };
        }
        // The pegs that serve least go first: those farthest from the shortest path.
        let mut pegs = [(0u32, 0u16); 64];
        let mut standing = 0;
        for peg in position.pegs[side.index()].iter().take(pegs.len()) {
            pegs[standing] = (u32::MAX - ranks.slack(side, peg), peg as u16);
            standing += 1;
        }
        for &(_, from) in lowest(&mut pegs[..standing], PEGS_MOVED) {
            out.extend(best.iter().map(|&(_, to)| Move::Shift(from, to)));
        }
        Coverage::Likely
    }
}

/// Sorts the `most` lowest to the front and returns them.
fn lowest(items: &mut [(u32, u16)], most: usize) -> &[(u32, u16)] {
    let most = most.min(items.len());
    if most < items.len() {
        items.select_nth_unstable(most);
    }
    let best = &mut items[..most];
    best.sort_unstable();
    best
}

/// Offers links while a turn goes by steps: all that can be made are, those that bar each other as alternatives.
fn links<const W: usize>(game: &Twixt<W>, position: &Position<W>, out: &mut Vec<Move>) -> Coverage {
    let before = out.len();
    let mut first = None;
    let _ = game.each_link(position, &mut |mv| {
        let Move::Link(link) = mv else { return Flow::Continue(()) };
        let alternative =
            first.is_none_or(|first| !game.rules.pencil && game.link_tables.crossings(first).contains(&link));
        first = first.or(Some(link));
        if alternative {
            out.push(mv);
        }
        Flow::Continue(())
    });
    if out.len() == before {
        out.push(Move::Done);
        return Coverage::Sound;
    }
    Coverage::Likely
}

/// How much each hole matters to either side.
struct HoleRanks {
    sums: [[u8; HOLES]; 2],
    least: [u8; 2],
}

impl HoleRanks {
    fn new<const W: usize>(game: &Twixt<W>, position: &Position<W>) -> HoleRanks {
        let mut ranks = HoleRanks { sums: [[0; HOLES]; 2], least: [2 * FAR as u8; 2] };
        let mut other = [0; HOLES];
        for (side, graph) in LinkGraph::both(game, position).iter().enumerate() {
            let reaches = [0, 1].map(|goal| graph.distances(game, goal, true));
            reaches[0].write(&mut ranks.sums[side]);
            reaches[1].write(&mut other);
            for (sum, other) in ranks.sums[side].iter_mut().zip(&other) {
                *sum += other;
            }
            for hole in graph.free {
                ranks.least[side] = ranks.least[side].min(ranks.sums[side][hole]);
            }
        }
        ranks
    }

    /// Returns by how much a path of a side through a hole is longer than the shortest.
    fn slack(&self, side: Side, hole: usize) -> u32 {
        u32::from(self.sums[side.index()][hole].saturating_sub(self.least[side.index()]))
    }

    /// Returns a number that is low for holes that matter.
    fn rank<const W: usize>(&self, game: &Twixt<W>, hole: usize) -> u32 {
        let size = game.board.width();
        let off = |line: usize| (2 * line + 1).abs_diff(size) as u32;
        let centre = (off(game.board.file(hole)) + off(game.board.rank(hole))) * 8 / size as u32;
        // A hole on the shortest path of one side matters, even where the other may not play.
        let [one, two] = [Side::First, Side::Second].map(|side| self.slack(side, hole).min(8));
        32 * one.min(two) + 4 * one.max(two) + centre / 2
    }
}
