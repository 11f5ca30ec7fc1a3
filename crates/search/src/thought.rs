//! What an engine is and what it answers.

use damier_core::Game;

use crate::{Limits, Path, Value};

/// A move with what it is worth to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated<M> {
    /// The move.
    pub mv: M,
    /// What it is worth.
    pub value: Value,
}

/// What an engine thinks of a position.
///
/// ```
/// use damier_search::{Rated, Thought, Value};
///
/// let moves = vec![Rated { mv: 'a', value: Value::Draw }, Rated { mv: 'b', value: Value::Win(3) }];
/// let mut thought = Thought { moves, pv: vec!['b'], nodes: 2, depth: 3 };
/// thought.sort();
/// assert_eq!(thought.best().map(|best| best.mv), Some('b'));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// Every legal move that was to be considered, best first.
    pub moves: Vec<Rated<M>>,
    /// The line it expects, beginning with the best move.
    pub pv: Vec<M>,
    /// Nodes spent: positions searched, or simulations.
    pub nodes: u64,
    /// How deep it looked, in plies.
    pub depth: u32,
}

impl<M: Copy> Thought<M> {
    /// Returns the best move with its value, unless the game is over.
    pub fn best(&self) -> Option<Rated<M>> {
        self.moves.first().copied()
    }

    /// Sorts the moves, best first; equals stay in their order.
    pub fn sort(&mut self) {
        self.moves.sort_by(|a, b| b.value.rank().total_cmp(&a.value.rank()));
    }

    /// Expects the line that begins with the best move, for an engine that knows the best move of every position:
    /// `best` returns it. The line goes on after a move while its worth is one that `goes_on` accepts.
    pub fn expect_line<G: Game<Move = M>>(
        &mut self,
        game: &G,
        from: &G::Position,
        goes_on: impl Fn(Value) -> bool,
        best: impl Fn(&G::Position) -> Option<Rated<M>>,
    ) {
        let mut at = from.clone();
        let mut next = self.best();
        while let Some(Rated { mv, value }) = next {
            self.pv.push(mv);
            game.play(&mut at, mv);
            next = if goes_on(value) && game.outcome(&at).is_none() { best(&at) } else { None };
        }
        self.depth = self.pv.len() as u32;
    }
}

/// An engine for one game, with what it remembers from move to move.
pub trait Mind<G: Game>: Send {
    /// Thinks about the position at the end of a line of play; `watch` hears of every progress. All legal moves are
    /// rated, or those that [`Limits::only`] names, and the first is the one to play. Of a finished game, there are none.
    fn think(
        &mut self,
        game: &G,
        path: &Path<G>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move>;

    /// Forgets what it learned about former positions, so that the next answer depends on the question alone.
    fn forget(&mut self);
}
