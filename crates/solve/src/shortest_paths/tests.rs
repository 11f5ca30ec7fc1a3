use damier_core::{Fault, Game, Outcome, Reason, Rng, Seat, SeatInfo, Side};

use super::*;

/// A walk over a rectangle, a cell at a time in four directions, from one corner to the opposite one; the cells of a pit
/// can be entered and never left.
struct Walk {
    across: u64,
    up: u64,
    pit: Option<u64>,
}

static SEATS: [SeatInfo; 1] = [SeatInfo::new(Side::First, "1", "Joueur", "Player")];
static THERE: Reason = Reason::new("there", "Arrivé", "There");

impl Game for Walk {
    type Position = u64;
    type Move = u8;

    fn seats(&self) -> &'static [SeatInfo] {
        &SEATS
    }

    fn start(&self, _rng: &mut Rng) -> u64 {
        0
    }

    fn to_move(&self, _position: &u64) -> Seat {
        Seat(0)
    }

    fn each_move(&self, &at: &u64, visit: &mut impl FnMut(u8) -> Flow) -> Flow {
        let (x, y) = (at % self.across, at / self.across);
        let open = at + 1 < self.size() && self.pit != Some(at);
        let can = [x + 1 < self.across, x > 0, y + 1 < self.up, y > 0];
        for mv in 0..4 {
            if open && can[mv as usize] {
                visit(mv)?;
            }
        }
        // In the pit there is something to do, for ever.
        if self.pit == Some(at) { visit(4) } else { Flow::Continue(()) }
    }

    fn play(&self, at: &mut u64, mv: u8) {
        match mv {
            0 => *at += 1,
            1 => *at -= 1,
            2 => *at += self.across,
            3 => *at -= self.across,
            _ => {}
        }
    }

    fn outcome(&self, &at: &u64) -> Option<Outcome> {
        let solved = Outcome { verdict: Verdict::Solved, score: None, reason: &THERE };
        (at + 1 == self.size()).then_some(solved)
    }

    fn key(&self, &at: &u64) -> u64 {
        at
    }

    fn write_move(&self, _at: &u64, mv: u8, out: &mut String) {
        out.push_str(["E", "W", "N", "S", "wait"][mv as usize]);
    }

    fn write_position(&self, at: &u64, out: &mut String) {
        out.push_str(&at.to_string());
    }

    fn parse_position(&self, text: &str) -> Result<u64, Fault> {
        text.parse().map_err(|_| Fault::new("un nombre", "a number"))
    }
}

impl Indexed for Walk {
    fn size(&self) -> u64 {
        self.across * self.up
    }

    fn index(&self, &at: &u64) -> u64 {
        at
    }

    fn unindex(&self, index: u64) -> Option<u64> {
        (index < self.size()).then_some(index)
    }
}

fn job() -> Job<'static> {
    Job { memory: 1 << 20, ..Job::new() }
}

/// Counts the lines of so many moves that end at the goal and not before, by playing them all.
fn plain(game: &Walk, at: u64, left: u32) -> u128 {
    if game.outcome(&at).is_some() {
        return u128::from(left == 0);
    }
    let mut count = 0;
    if left > 0 {
        each_after(game, &at, &mut |_, after| count += plain(game, after, left - 1));
    }
    count
}

#[test]
fn ways_over_a_rectangle_are_binomials() {
    let game = Walk { across: 5, up: 4, pit: None };
    let shortest = ShortestPaths::of(&game, &job()).unwrap();
    // 4 + 3 cells to go, 3 of the 7 moves to the north: 7·6·5/6 ways.
    assert_eq!(shortest.from(0), Some(7));
    let layers = shortest.layers(&game, &0, |_, _| true);
    assert_eq!(layers.len(), 8);
    assert_eq!(layers[7], PathCounts::from([(19, 35)]));
    // After 2 moves: 2 east, one of each, 2 north.
    assert_eq!(layers[2], PathCounts::from([(2, 1), (6, 2), (10, 1)]));
    // Only along the lower side first: nothing north before the last file.
    let first_east = shortest.layers(&game, &0, |at, mv| mv != 2 || at % 5 == 4);
    assert_eq!(first_east[7], PathCounts::from([(19, 1)]));
    assert_eq!(shortest.farthest(), (7, vec![0]));
    assert_eq!(shortest.path(&game, &0), [0, 0, 0, 0, 2, 2, 2]);
    assert_eq!(count_reachable(&game, &0, &job()).unwrap(), 20);
}

#[test]
fn counts_agree_with_playing_everything() {
    for pit in [None, Some(1), Some(5), Some(6), Some(10)] {
        let game = Walk { across: 4, up: 4, pit };
        let shortest = ShortestPaths::of(&game, &job()).unwrap();
        for at in 0..game.size() {
            let found = (0..8).map(|moves| (moves, plain(&game, at, moves))).find(|(_, ways)| *ways > 0);
            let layers = shortest.layers(&game, &at, |_, _| true);
            let ways = layers.last().and_then(|last| last.get(&15).copied());
            assert_eq!(shortest.from(at), found.map(|(moves, _)| moves), "{at} with {pit:?}");
            assert_eq!(ways, found.map(|(_, ways)| ways), "{at} with {pit:?}");
        }
    }
}

#[test]
fn what_is_out_of_reach_is_said_so() {
    let game = Walk { across: 3, up: 3, pit: Some(4) };
    let shortest = ShortestPaths::of(&game, &job()).unwrap();
    assert_eq!(shortest.from(4), None);
    assert!(shortest.layers(&game, &4, |_, _| true).is_empty());
    assert!(shortest.path(&game, &4).is_empty());
    assert_eq!(count_reachable(&game, &4, &job()).unwrap(), 1);
}

#[test]
fn too_little_memory_and_a_stop_end_it() {
    let game = Walk { across: 50, up: 50, pit: None };
    let little = Job { memory: 1000, ..job() };
    assert!(matches!(ShortestPaths::of(&game, &little), Err(StudyError::Memory { .. })));
    let stopped = Job { stop: &|| true, ..job() };
    assert!(matches!(ShortestPaths::of(&game, &stopped), Err(StudyError::Stopped)));
    assert!(matches!(count_reachable(&game, &0, &stopped), Err(StudyError::Stopped)));
}
