//! Rules about the line of play rather than the position: repetition and quiet limits.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::rng::mix;
use crate::{Game, Outcome};

/// Which rules about lines a game has. The default has none.
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

/// Watches one line of play for the rules of [`LineRules`], by position keys.
#[derive(Clone, Debug)]
pub struct Tracker {
    rules: LineRules,
    /// How often each key has come up.
    times: HashMap<u64, u32, BuildHasherDefault<Mixer>>,
    quiet: u32,
}

/// Hashes a position's key. Lines of hundreds of plies look up one at every ply, so it must be cheap.
#[derive(Clone, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| mix(hash ^ u64::from(byte)));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = mix(key);
    }
}

impl Tracker {
    /// Starts to watch a line at `start`, which counts as its first occurrence.
    pub fn new<G: Game>(game: &G, start: &G::Position) -> Tracker {
        let rules = game.line_rules();
        let mut times = HashMap::default();
        if rules.repetition {
            times.insert(game.key(start), 1);
        }
        Tracker { rules, times, quiet: 0 }
    }

    /// Takes note of a move, and says whether the line has to stop after it.
    ///
    /// `progress` is [`Game::is_progress`] of the move, `after` the position it led to. Where both rules fall on one
    /// ply, repetition counts.
    pub fn played<G: Game>(&mut self, game: &G, progress: bool, after: &G::Position) -> Option<Stop> {
        self.quiet = if progress { 0 } else { self.quiet + 1 };
        if self.rules.repetition {
            let times = self.times.entry(game.key(after)).or_insert(0);
            *times += 1;
            if *times >= 3 {
                return Some(Stop::Repetition);
            }
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
