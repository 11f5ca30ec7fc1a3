//! Nim bicolore: take matches, new or burnt, from one heap at a time, and make sure that the last are new.
//!
//! A position takes 34 bytes.

mod draw;
mod eval;
mod index;
mod mind;
mod rule;
mod sieve;
mod study;
mod text;
mod twos;

#[cfg(test)]
mod solve_tests;
#[cfg(test)]
mod tests;

use damier_core::board::zobrist;
use damier_core::{Fault, Flow, Game, Outcome, Reason, Rng, Rollout, Seat, SeatInfo, Side, TWO_SEATS, Text};
use damier_scene::Mark;
use damier_search::{AlphaBeta, Linear, Mind};
use damier_table::{Aim, AnyGame, Entry, Ground, Kit, Options, Pages, Param, read_weights};

/// The row of Nim bicolore in the catalogue.
pub static ENTRY: Entry = Entry {
    id: "nim",
    name: Text::new("Nim bicolore", "Two-coloured Nim"),
    about: Text::new(
        "Prendre les dernières allumettes, pourvu qu'aucune ne soit brûlée.",
        "Take the last matches, provided that none of them is burnt.",
    ),
    aim: Aim::Numbers,
    ground: Ground::Other,
    minutes: 5,
    pages: Pages { fr: include_str!("README.fr.md"), en: include_str!("README.en.md") },
    variants: &[],
    params: &[Param {
        key: "tas",
        about: Text::new(
            "les tas, n pour neuves et b pour brûlées, 16 tas et 99 de chaque au plus (3n1b+2n2b+1n3b)",
            "the heaps, n for new and b for burnt, at most 16 heaps and 99 of each (3n1b+2n2b+1n3b)",
        ),
    }],
    solved: true,
    samples: &[
        "tas=1n1b+2n",
        "tas=4b+3n2b+1n",
        "tas=1n",
        "tas=1b",
        "tas=12n3b+25b",
        "tas=99n99b",
        "tas=1n+2n+3n+1b+2b+3b+1n1b+2n2b+1n2b+2n1b+1n+1b+2n+2b+3n+3b",
    ],
    glance: ("", "2:1n1b 3:1b"),
    lesson: include_str!("lesson.txt"),
    build,
};

fn build(options: &Options) -> Result<Box<dyn AnyGame>, Fault> {
    let game = match options.text("tas") {
        Some(heaps) => Nim::new(&text::read_heaps(heaps)?),
        None => Nim::new(&[[3, 1], [2, 2], [1, 3]]),
    };
    let kit = Kit::new(options.spec(), game, draw::draw).steps(|_, _, word| text::steps(word)).trace(trace);
    let kit = kit.levels(include_str!("levels.txt")).study(study::study);
    let kit = kit.linear(eval::Balance, include_str!("weights.txt"));
    // What the tables and the rules do not know is searched.
    let mind = |game: &Nim| -> Box<dyn Mind<Nim>> {
        let weights = read_weights(include_str!("weights.txt")).expect("the file of weights is well-formed");
        Box::new(mind::Counter::new(AlphaBeta::new(Linear::new(game, eval::Balance, weights))))
    };
    Ok(kit.mind(mind).boxed())
}

/// A move marks the places that it emptied: in each kind, the last ones that held a match.
fn trace(_game: &Nim, before: &Position, word: &str) -> Vec<(String, Mark)> {
    let Some(mv) = text::read_move(word) else {
        return Vec::new();
    };
    let held = before.heaps[mv.heap as usize];
    let emptied = |kind: usize| {
        let places = held[kind] - mv.taken[kind] + 1..=held[kind];
        places.map(move |place| (text::place_name(mv.heap, kind, place), Mark::Last))
    };
    emptied(0).chain(emptied(1)).collect()
}

static LAST_NEW: Reason =
    Reason::new("last-new", "Les dernières allumettes étaient neuves", "The last matches were all new");

static LAST_BURNT: Reason = Reason::new(
    "last-burnt",
    "Il y avait une brûlée parmi les dernières allumettes",
    "There was a burnt one among the last matches",
);

/// The most heaps there can be.
const MOST_HEAPS: usize = 16;
/// The most matches of one kind in a heap.
const MOST: u8 = 99;

/// One number for each count of each kind in each heap, one for Second to move, and one for each winner.
static KEYS: [u64; KEY_TURN + 3] = zobrist::table(10);
const KEY_TURN: usize = MOST_HEAPS * 2 * (MOST as usize + 1);

/// Matches: the new, then the burnt.
type Matches = [u8; 2];

/// The rules of Nim bicolore, with the heaps of the start.
#[derive(Debug)]
pub struct Nim {
    /// The heaps of the start; those that the variant does not have are empty.
    start: [Matches; MOST_HEAPS],
    /// How many heaps the variant has.
    count: usize,
}

/// A position of Nim bicolore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    heaps: [Matches; MOST_HEAPS],
    to_move: Side,
    /// Known if and only if all heaps are empty: the empty heaps do not tell what was taken last.
    winner: Option<Side>,
}

/// A move of Nim bicolore: so many new and burnt matches of one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The heap, from 0.
    heap: u8,
    taken: Matches,
}

/// Counts the ways to take from a heap: any number of each kind, but not nothing.
#[inline]
fn ways([new, burnt]: Matches) -> u32 {
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

    fn heaps<'a>(&self, position: &'a Position) -> &'a [Matches] {
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

    /// A match is taken off with those behind it, a free place filled with those before it.
    fn toggled(&self, position: &Position, cell: &str) -> Option<Position> {
        let Move { heap, taken } = text::read_move(cell)?;
        let kind = usize::from(taken[0] == 0);
        let held = self.heaps(position).get(usize::from(heap))?[kind];
        let mut changed = *position;
        changed.heaps[usize::from(heap)][kind] =
            if taken[kind] <= held { taken[kind] - 1 } else { taken[kind] };
        // Who has won is told by the last match taken; a table set up empty would not say.
        let empty = self.heaps(&changed).iter().all(|&heap| heap == [0; 2]);
        changed.winner = None;
        (!empty).then_some(changed)
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
}
