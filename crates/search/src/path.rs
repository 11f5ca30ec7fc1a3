//! A line of play as engines see it: where it stands, and what came before for the rules about lines.

use damier_core::{Flow, Game, LineRules, Outcome, Stop};

use crate::{ESTIMATE, Score, Thought, Value, is_decided, score_of};

/// A line of play up to a position, to which a search adds its own moves and from which it takes them back.
///
/// ```
/// use damier_core::{Game, Rng, Sticks};
/// use damier_search::Path;
///
/// let game = Sticks { count: 3 };
/// let mut path = Path::new(&game, game.start(&mut Rng::new(0)));
/// assert!(path.play(&game, 1).is_none());
/// let outcome = path.play(&game, 2).expect("the last stick is taken");
/// assert_eq!(outcome.verdict.code(), "second");
/// ```
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
    /// Whether the game is over: at the second occurrence within a search it is not.
    pub over: bool,
}

impl Halt {
    /// Returns what a line that halts at a position is worth to the side to move there, `ply` plies after the root, and
    /// whether that is certain. A win by a second occurrence is not: by the third, something else may have happened.
    pub(crate) fn score<G: Game>(&self, game: &G, position: &G::Position, ply: usize) -> (Score, bool) {
        let score = score_of(&game.adjudicate(position, self.stop), game.side_to_move(position), ply);
        if self.over || !is_decided(score) {
            (score, true)
        } else {
            (score.signum() * (ESTIMATE - ply as Score), false)
        }
    }
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
    /// the third occurrence, the quiet limit, or the second occurrence within the search, which is worth about what the
    /// third is, since whoever can repeat once can repeat again.
    #[inline]
    pub fn push(&mut self, key: u64, progress: bool) -> Option<Halt> {
        let halt = if self.rules.repetition { self.repeats(key) } else { None };
        let quiet = self.quiet_after(progress);
        self.keys.push(key);
        self.quiet.push(quiet);
        halt.or_else(|| {
            let over = self.rules.quiet.is_some_and(|limit| quiet >= limit);
            over.then_some(Halt { stop: Stop::Quiet, back: usize::MAX, over: true })
        })
    }

    fn repeats(&self, key: u64) -> Option<Halt> {
        let mut before = 0;
        for (at, _) in self.keys.iter().enumerate().rev().filter(|(_, seen)| **seen == key) {
            before += 1;
            // The root of the search counts as searched: to come back to it is to repeat within the search.
            if at + 1 >= self.root || before >= 2 {
                let back = self.keys.len() - at;
                return Some(Halt { stop: Stop::Repetition, back, over: before >= 2 });
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

    /// Corrects moves that were rated by their positions alone for what has happened on this line.
    ///
    /// Whoever wins as fast as he can meets no position twice, so that only a position which has occurred twice already can
    /// spoil his win. Where there is one, what ends within two plies is exact; other wins and losses become estimates.
    pub fn correct(&self, game: &G, thought: &mut Thought<G::Move>) {
        let twice = |key: &u64| self.count(*key) >= 2;
        if !self.rules.repetition || !self.keys.iter().any(twice) {
            return;
        }
        let side = game.side_to_move(&self.position);
        for rated in &mut thought.moves {
            let mut after = self.clone();
            if let Some(outcome) = after.play(game, rated.mv) {
                rated.value = Value::of(score_of(&outcome, side, 1), true);
                continue;
            }
            // The worst that a reply can do at once.
            let mut worst = None;
            if game.side_to_move(&after.position) != side {
                let _ = game.each_move(&after.position, &mut |reply| {
                    let outcome = after.clone().play(game, reply);
                    let score = outcome.map(|outcome| score_of(&outcome, side, 2));
                    worst = [worst, score].into_iter().flatten().min();
                    Flow::Continue(())
                });
            }
            let far = |plies: u32| f64::from(plies.min(500)) * 1e-4;
            rated.value = match (rated.value, worst) {
                (_, Some(score)) if score < 0 => Value::of(score, true),
                (Value::Win(_), Some(0)) => Value::Draw,
                (Value::Win(plies), _) => Value::Estimate(0.99 - far(plies)),
                (Value::Loss(plies), _) => Value::Estimate(0.01 + far(plies)),
                (value, _) => value,
            };
        }
        thought.sort();
    }
}
