//! A line of play as engines see it: where it stands, and what came before for the rules about lines.

use damier_core::{Game, LineRules, Outcome, Stop};

/// A line of play up to a position, to which a search adds its own moves and from which it takes them back.
#[derive(Debug)]
pub struct Path<G: Game> {
    position: G::Position,
    rules: LineRules,
    keys: Vec<u64>,
    /// Plies in a row without progress, after every move.
    quiet: Vec<u32>,
    /// How many keys belong to the game; those after it are the search's.
    root: usize,
}

impl<G: Game> Clone for Path<G> {
    fn clone(&self) -> Path<G> {
        Path {
            position: self.position.clone(),
            rules: self.rules,
            keys: self.keys.clone(),
            quiet: self.quiet.clone(),
            root: self.root,
        }
    }
}

/// What the rules about lines say after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halt {
    /// The rule that ends the line.
    pub stop: Stop,
    /// How many plies before the last move's position the value depends on: the distance back to the position that is
    /// repeated, or `usize::MAX` where it depends on the whole line.
    pub back: usize,
}

impl<G: Game> Path<G> {
    /// Starts a line.
    pub fn new(game: &G, start: G::Position) -> Path<G> {
        let keys = vec![game.key(&start)];
        Path { position: start, rules: game.line_rules(), keys, quiet: vec![0], root: 1 }
    }

    /// Returns the position of the game: searched moves do not change it.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Returns the outcome of the game at this position by the position's own rules.
    pub fn outcome(&self, game: &G) -> Option<Outcome> {
        game.outcome(&self.position)
    }

    /// Plays a legal move of the game. Returns the outcome, if the game is over.
    pub fn play(&mut self, game: &G, mv: G::Move) -> Option<Outcome> {
        debug_assert_eq!(self.root, self.keys.len(), "the search has taken its moves back");
        let progress = game.is_progress(&self.position, mv);
        game.play(&mut self.position, mv);
        let before = self.count(game.key(&self.position));
        let quiet = self.quiet_after(progress);
        self.keys.push(game.key(&self.position));
        self.quiet.push(quiet);
        self.root = self.keys.len();
        game.outcome(&self.position).or_else(|| {
            let stop = if self.rules.repetition && before >= 2 {
                Some(Stop::Repetition)
            } else {
                self.rules.quiet.is_some_and(|limit| quiet >= limit).then_some(Stop::Quiet)
            };
            stop.map(|stop| game.adjudicate(&self.position, stop))
        })
    }

    fn count(&self, key: u64) -> usize {
        if self.rules.repetition { self.keys.iter().filter(|&&seen| seen == key).count() } else { 0 }
    }

    fn quiet_after(&self, progress: bool) -> u32 {
        if progress { 0 } else { self.quiet.last().map_or(0, |quiet| quiet + 1) }
    }

    /// Says whether the game has rules about lines: if not, a search need not tell the path of its moves.
    #[inline]
    pub fn has_rules(&self) -> bool {
        self.rules.repetition || self.rules.quiet.is_some()
    }

    /// Says whether there is a quiet limit, so that searched moves must be told apart by progress.
    #[inline]
    pub fn has_quiet(&self) -> bool {
        self.rules.quiet.is_some()
    }

    /// Returns how many more plies without progress the quiet limit allows.
    #[inline]
    pub fn quiet_left(&self) -> Option<u32> {
        let quiet = self.quiet.last().copied().unwrap_or(0);
        self.rules.quiet.map(|limit| limit.saturating_sub(quiet))
    }

    /// Adds a searched move that led to `key`; take it back with [`Path::pop`]. Says whether a rule ends the line there:
    /// the third occurrence, the quiet limit, or the second occurrence within the search, which is worth what the third
    /// is, since whoever can repeat once can repeat again.
    #[inline]
    pub fn push(&mut self, key: u64, progress: bool) -> Option<Halt> {
        let halt = if self.rules.repetition { self.repeats(key) } else { None };
        let quiet = self.quiet_after(progress);
        self.keys.push(key);
        self.quiet.push(quiet);
        halt.or_else(|| {
            let over = self.rules.quiet.is_some_and(|limit| quiet >= limit);
            over.then_some(Halt { stop: Stop::Quiet, back: usize::MAX })
        })
    }

    fn repeats(&self, key: u64) -> Option<Halt> {
        let mut before = 0;
        for (at, _) in self.keys.iter().enumerate().rev().filter(|(_, seen)| **seen == key) {
            before += 1;
            // The root of the search counts as searched: to come back to it is to repeat within the search.
            if at + 1 >= self.root || before >= 2 {
                return Some(Halt { stop: Stop::Repetition, back: self.keys.len() - at });
            }
        }
        None
    }

    /// Takes back the last searched move.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.keys.len() > self.root, "only searched moves are taken back");
        self.keys.pop();
        self.quiet.pop();
    }
}
