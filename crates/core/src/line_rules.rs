//! Rules about the line of play rather than the position: repetition and quiet limits.

use crate::{Game, Outcome};

/// Which rules about lines a game has. The default has none.
///
/// ```
/// use damier_core::LineRules;
///
/// let rules = LineRules::with_quiet(100);
/// assert_eq!((rules.repetition, rules.quiet), (true, Some(100)));
/// assert_eq!(LineRules::default(), LineRules::NONE);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineRules {
    /// The third occurrence of a position ends the game.
    pub repetition: bool,
    /// So many plies in a row without [`Game::is_progress`] end the game.
    pub quiet: Option<u32>,
}

impl LineRules {
    /// Neither repetition nor a quiet limit.
    pub const NONE: LineRules = LineRules { repetition: false, quiet: None };
    /// The third occurrence ends the game.
    pub const REPETITION: LineRules = LineRules { repetition: true, quiet: None };

    /// Repetition, and a limit of `plies` without progress.
    pub const fn with_quiet(plies: u32) -> LineRules {
        LineRules { repetition: true, quiet: Some(plies) }
    }
}

/// A rule about lines that has ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The position occurred for the third time.
    Repetition,
    /// The quiet limit was reached.
    Quiet,
}

/// The keys of a line of play, in order.
#[derive(Clone, Debug)]
struct Keys {
    keys: Vec<u64>,
    /// One bit for each value of the low bits of a key, set if some key of the line has it: a new position is mostly
    /// known as new without a walk along the line, which took up to half the time of random games.
    seen: [u64; 32],
}

impl Keys {
    fn new() -> Keys {
        Keys { keys: Vec::new(), seen: [0; 32] }
    }

    /// Adds a key and returns how many times it was there before.
    fn add(&mut self, key: u64) -> usize {
        let (word, bit) = ((key >> 6) as usize % self.seen.len(), 1 << (key % 64));
        let before = if self.seen[word] & bit == 0 {
            0
        } else {
            self.keys.iter().filter(|&&seen| seen == key).count()
        };
        self.seen[word] |= bit;
        self.keys.push(key);
        before
    }
}

/// Watches one line of play for the rules of [`LineRules`], by position keys.
///
/// ```
/// use damier_core::{Game, Rng, Sticks, Tracker};
///
/// // Sticks never come back: a line of them has nothing to watch.
/// let game = Sticks { count: 5 };
/// let mut position = game.start(&mut Rng::new(0));
/// let mut tracker = Tracker::new(&game, &position);
/// game.play(&mut position, 1);
/// assert_eq!(tracker.played(&game, true, &position), None);
/// ```
#[derive(Clone, Debug)]
pub struct Tracker {
    rules: LineRules,
    keys: Keys,
    quiet: u32,
}

impl Tracker {
    /// Starts to watch a line at `start`, which counts as its first occurrence.
    pub fn new<G: Game>(game: &G, start: &G::Position) -> Tracker {
        let rules = game.line_rules();
        let mut keys = Keys::new();
        if rules.repetition {
            keys.keys.reserve(64);
            keys.add(game.key(start));
        }
        Tracker { rules, keys, quiet: 0 }
    }

    /// Takes note of a move, and says whether the line has to stop after it.
    ///
    /// `progress` is [`Game::is_progress`] of the move, `after` the position it led to. Where both rules fall on one
    /// ply, repetition counts.
    pub fn played<G: Game>(&mut self, game: &G, progress: bool, after: &G::Position) -> Option<Stop> {
        self.quiet = if progress { 0 } else { self.quiet + 1 };
        if self.rules.repetition && self.keys.add(game.key(after)) >= 2 {
            return Some(Stop::Repetition);
        }
        self.rules.quiet.is_some_and(|limit| self.quiet >= limit).then_some(Stop::Quiet)
    }
}

/// Plays one move under the position's rules and the line's, and returns the outcome if the game is over.
pub(crate) fn play_tracked<G: Game>(
    game: &G,
    tracker: &mut Tracker,
    position: &mut G::Position,
    mv: G::Move,
) -> Option<Outcome> {
    let progress = tracker.rules.quiet.is_some() && game.is_progress(position, mv);
    game.play(position, mv);
    let stop = tracker.played(game, progress, position);
    game.outcome(position).or_else(|| stop.map(|stop| game.adjudicate(position, stop)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::{Fault, Flow, Rng, Seat, SeatInfo, TWO_SEATS};

    #[test]
    fn keys_are_counted_exactly() {
        // Keys that share their low bits, and so their bit of the filter, must still be told apart.
        let mut rng = Rng::new(3);
        for shift in [0, 7, 40] {
            let (mut keys, mut counts) = (Keys::new(), HashMap::new());
            for _ in 0..2000 {
                let key = u64::from(rng.below(700)) << shift;
                let count = counts.entry(key).or_insert(0);
                assert_eq!(keys.add(key), *count);
                *count += 1;
            }
        }
    }

    /// A clock of `hours`: every move puts it on by one. To leave the hour 0 is progress, where there is any.
    struct Clock {
        hours: u32,
        quiet: u32,
        progress: bool,
    }

    impl Game for Clock {
        type Position = u32;
        type Move = ();

        fn seats(&self) -> &'static [SeatInfo] {
            &TWO_SEATS
        }
        fn start(&self, _rng: &mut Rng) -> u32 {
            0
        }
        fn to_move(&self, _position: &u32) -> Seat {
            Seat(0)
        }
        fn each_move(&self, _position: &u32, visit: &mut impl FnMut(()) -> Flow) -> Flow {
            visit(())
        }
        fn play(&self, position: &mut u32, (): ()) {
            *position = (*position + 1) % self.hours;
        }
        fn outcome(&self, _position: &u32) -> Option<Outcome> {
            None
        }
        fn key(&self, position: &u32) -> u64 {
            u64::from(*position)
        }
        fn write_move(&self, _position: &u32, (): (), out: &mut String) {
            out.push('+');
        }
        fn write_position(&self, position: &u32, out: &mut String) {
            out.push_str(&position.to_string());
        }
        fn parse_position(&self, text: &str) -> Result<u32, Fault> {
            text.parse().map_err(|_| Fault::new("heure", "hour"))
        }
        fn line_rules(&self) -> LineRules {
            LineRules::with_quiet(self.quiet)
        }
        fn is_progress(&self, position: &u32, (): ()) -> bool {
            self.progress && *position == 0
        }
    }

    #[test]
    fn the_third_occurrence_and_the_quiet_limit_stop_a_line() {
        let end = |hours, quiet, progress| {
            let rollout = Clock { hours, quiet, progress }.rollout(&mut 0, &mut Rng::new(0));
            (rollout.plies, rollout.outcome.reason.key)
        };
        // The start is its first occurrence: twice round the clock is its third.
        assert_eq!(end(5, 100, false), (10, "repetition"));
        assert_eq!(end(300, 1000, false), (600, "repetition"));
        assert_eq!(end(50, 4, false), (4, "quiet-limit"));
        // The first ply is progress, and four more are not.
        assert_eq!(end(50, 4, true), (5, "quiet-limit"));
        // Where both rules fall on one ply, repetition counts.
        assert_eq!(end(5, 10, false), (10, "repetition"));
    }
}
