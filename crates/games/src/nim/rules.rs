//! The rules.

use damier_core::board::zobrist;
use damier_core::{
    Draft, Fault, Flow, Game, Outcome, Reason, Rng, Rollout, Seat, SeatInfo, Side, Stamp, TWO_SEATS, Text,
    no_cell,
};

use super::text;

/// What can lie in a place, which tells whether it is new or burnt.
pub(super) static STAMPS: [Stamp; 1] = [Stamp::piece('i', Text::new("allumette", "match"))];

static LAST_NEW: Reason =
    Reason::new("last-new", "Les dernières allumettes étaient neuves", "The last matches were all new");

static LAST_BURNT: Reason = Reason::new(
    "last-burnt",
    "Il y avait une brûlée parmi les dernières allumettes",
    "There was a burnt one among the last matches",
);

/// The most heaps there can be.
pub(super) const MOST_HEAPS: usize = 16;

/// The most matches of one kind in a heap.
pub(super) const MOST: u8 = 99;

/// With at most so many moves at the start, matches are taken up one by one.
const BY_MATCH: u32 = 400;

/// One number for each count of each kind in each heap, one for Second to move, and one for each winner.
static KEYS: [u64; KEY_TURN + 3] = zobrist::table(10);

const KEY_TURN: usize = MOST_HEAPS * 2 * (MOST as usize + 1);

/// Matches: the new, then the burnt.
pub(super) type Matches = [u8; 2];

/// The rules of Nim bicolore, with the heaps of the start.
#[derive(Debug)]
pub struct Nim {
    /// The heaps of the start; those that the variant does not have are empty.
    pub(super) start: [Matches; MOST_HEAPS],
    /// How many heaps the variant has.
    pub(super) count: usize,
}

/// A position of Nim bicolore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) heaps: [Matches; MOST_HEAPS],
    pub(super) to_move: Side,
    /// Known if and only if all heaps are empty: the empty heaps do not tell what was taken last.
    pub(super) winner: Option<Side>,
}

/// A move of Nim bicolore: so many new and burnt matches of one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The heap, from 0.
    pub(super) heap: u8,
    pub(super) taken: Matches,
}

/// Counts the ways to take from a heap: any number of each kind, but not nothing.
#[inline]
pub(super) fn ways([new, burnt]: Matches) -> u32 {
    (u32::from(new) + 1) * (u32::from(burnt) + 1) - 1
}

/// Returns the way of this number, below [`ways`]: the new matches count first.
#[inline]
fn way([new, _]: Matches, number: u32) -> Matches {
    let base = u32::from(new) + 1;
    [((number + 1) % base) as u8, ((number + 1) / base) as u8]
}

impl Nim {
    /// Makes the rules for these heaps.
    ///
    /// # Panics
    /// If there are none or more than 16, or if one is empty or holds more than 99 matches of a kind.
    pub fn new(heaps: &[[u8; 2]]) -> Nim {
        assert!((1..=MOST_HEAPS).contains(&heaps.len()), "from 1 to 16 heaps");
        assert!(heaps.iter().all(|&heap| heap != [0; 2] && heap.iter().all(|&count| count <= MOST)));
        let mut start = [[0; 2]; MOST_HEAPS];
        start[..heaps.len()].copy_from_slice(heaps);
        Nim { start, count: heaps.len() }
    }

    /// Says whether matches are taken up one by one: where the heaps are large, there would be too much to click.
    pub(super) fn by_match(&self) -> bool {
        self.start.iter().map(|&heap| ways(heap)).sum::<u32>() <= BY_MATCH
    }

    pub(super) fn heaps<'a>(&self, position: &'a Position) -> &'a [Matches] {
        &position.heaps[..self.count]
    }
}

impl Game for Nim {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> &'static [SeatInfo] {
        &TWO_SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        Position { heaps: self.start, to_move: Side::First, winner: None }
    }

    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.to_move as u8)
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        for (heap, &matches) in self.heaps(position).iter().enumerate() {
            for number in 0..ways(matches) {
                visit(Move { heap: heap as u8, taken: way(matches, number) })?;
            }
        }
        Flow::Continue(())
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let heap = &mut position.heaps[mv.heap as usize];
        heap[0] -= mv.taken[0];
        heap[1] -= mv.taken[1];
        let mover = position.to_move;
        position.to_move = mover.other();
        if position.heaps == [[0; 2]; MOST_HEAPS] {
            position.winner = Some(if mv.taken[1] == 0 { mover } else { mover.other() });
        }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        // The turn has passed: who is to move did not take the last matches.
        position.winner.map(|winner| {
            Outcome::win(winner, if winner == position.to_move { &LAST_BURNT } else { &LAST_NEW })
        })
    }

    fn key(&self, position: &Position) -> u64 {
        let mut key = position.winner.map_or(0, |winner| KEYS[KEY_TURN + 1 + winner.index()]);
        if position.to_move == Side::Second {
            key ^= KEYS[KEY_TURN];
        }
        let counts = self.heaps(position).as_flattened().iter().enumerate();
        counts.fold(key, |key, (place, &count)| {
            key ^ KEYS[place * (usize::from(MOST) + 1) + usize::from(count)]
        })
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        text::write_move(mv, out);
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        text::write_position(self, position, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, Fault> {
        text::read_position(self, text)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, Fault> {
        // A heap can have ten thousand moves: the text is read, not looked for among them.
        let read = text::read_move(text).filter(|&mv| self.is_legal(position, mv));
        read.ok_or_else(|| text::why_not(self, position, text))
    }

    fn why_not(&self, position: &Position, text: &str) -> Option<Fault> {
        Some(text::why_not(self, position, text))
    }

    fn count_moves(&self, position: &Position) -> u64 {
        self.heaps(position).iter().map(|&heap| u64::from(ways(heap))).sum()
    }

    fn has_move(&self, position: &Position) -> bool {
        position.winner.is_none()
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        let Some(heap) = self.heaps(position).get(mv.heap as usize) else {
            return false;
        };
        mv.taken != [0; 2] && mv.taken[0] <= heap[0] && mv.taken[1] <= heap[1]
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut Rng) -> Move {
        let heaps = self.heaps(position);
        let mut number = rng.below(heaps.iter().map(|&heap| ways(heap)).sum());
        for (heap, &matches) in heaps.iter().enumerate() {
            let here = ways(matches);
            if number < here {
                return Move { heap: heap as u8, taken: way(matches, number) };
            }
            number -= here;
        }
        unreachable!("the number drawn is below the sum over the heaps")
    }

    fn rollout(&self, position: &mut Position, rng: &mut Rng) -> Rollout {
        // No line of play repeats itself, so that nothing need be tracked.
        let mut plies = 0;
        loop {
            if let Some(outcome) = self.outcome(position) {
                return Rollout { outcome, plies };
            }
            let mv = self.random_move(position, rng);
            self.play(position, mv);
            plies += 1;
        }
    }

    fn stamps(&self) -> &'static [Stamp] {
        &STAMPS
    }

    fn read_draft(&self, text: &str) -> Result<Draft, Fault> {
        text::read_draft(self, text)
    }

    fn draft_text(&self, draft: &Draft) -> String {
        text::draft_text(self, draft)
    }

    /// A match is taken off with those behind it, a free place filled with those before it.
    fn place(&self, draft: &mut Draft, cell: &str, code: Option<char>) -> Result<(), Fault> {
        let (heap, kind, place) =
            text::read_place(cell).filter(|&(heap, ..)| heap < self.count).ok_or_else(|| no_cell(cell))?;
        for other in 1..=MOST {
            let name = text::place_name(heap as u8, kind, other);
            match code {
                Some(_) if other <= place => draft.put(&name, code, self.stamps())?,
                None if other >= place => draft.put(&name, None, self.stamps())?,
                _ => {}
            }
        }
        if !draft.pieces.is_empty() {
            draft.rest.clear();
        }
        Ok(())
    }
}
