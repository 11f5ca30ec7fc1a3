//! What a game teaches the engines.

use damier_core::{Game, Rng, Side, Verdict};

use crate::{ESTIMATE, Score};

/// Which of the legal moves a game offers to the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// All of them, or all but such as are certainly no better than one that is offered: what follows from them is
    /// proven.
    Sound,
    /// The likely ones: a loss after each of them proves nothing.
    Likely,
}

/// What a game says about its moves to alpha-beta search: which to search, in which order, and how deep.
pub trait MoveHints<G: Game>: Send + Sync + 'static {
    /// Says whether [`MoveHints::is_loud`] is ever true, so that leaves are searched until they are quiet.
    const QUIESCENCE: bool = false;
    /// Says whether depth may be bent: late quiet moves searched less deep at first, forced moves for free.
    const REDUCTIONS: bool = true;

    /// Appends the moves to search, at least one, always in the same order for the same position.
    fn moves(&self, game: &G, position: &G::Position, out: &mut Vec<G::Move>) -> Coverage {
        game.moves_into(position, out);
        Coverage::Sound
    }

    /// Guesses how good a move is, for the order in which moves are tried: high first, within ±1,000,000.
    fn hint(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// Returns a number for the moves that are the same in other positions (its cell, its cells), for statistics on
    /// which moves refuted others; `None` where there is no such sameness. Best below 4096.
    fn slot(&self, _game: &G, _mv: G::Move) -> Option<usize> {
        None
    }

    /// Says whether a move changes so much that the position before it cannot be estimated: a capture, mostly.
    fn is_loud(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> bool {
        false
    }
}

/// What a game teaches alpha-beta search: its moves, and what a position is worth.
pub trait Knowledge<G: Game>: MoveHints<G> {
    /// Estimates a position that is not over, in hundredths of a logit for the side to move.
    fn evaluate(&self, game: &G, position: &G::Position) -> Score;
}

/// Which cells each side came to hold in a playout, for all-moves-as-first statistics.
#[derive(Clone, Debug)]
pub struct Amaf {
    words: [Vec<u64>; 2],
}

impl Amaf {
    /// Makes one for so many cells.
    pub fn new(cells: usize) -> Amaf {
        let words = vec![0; cells.div_ceil(64)];
        Amaf { words: [words.clone(), words] }
    }

    /// Forgets everything.
    #[inline]
    pub fn clear(&mut self) {
        for words in &mut self.words {
            words.fill(0);
        }
    }

    /// Takes note that `side` played the move with this number.
    #[inline]
    pub fn note(&mut self, side: Side, number: usize) {
        self.words[side.index()][number / 64] |= 1 << (number % 64);
    }

    /// Takes note of a whole word of 64 numbers at once.
    #[inline]
    pub fn note_word(&mut self, side: Side, word: usize, bits: u64) {
        self.words[side.index()][word] |= bits;
    }

    /// Says whether `side` played the move with this number.
    #[inline]
    pub fn has(&self, side: Side, number: usize) -> bool {
        self.words[side.index()][number / 64] >> (number % 64) & 1 == 1
    }
}

/// What a game teaches Monte-Carlo tree search. `Uniform` teaches nothing.
pub trait Playouts<G: Game>: Send + Sync + 'static {
    /// Says how many different numbers [`Playouts::number`] gives: 0 where all-moves-as-first means nothing.
    fn numbers(&self, _game: &G) -> usize {
        0
    }

    /// Returns the number of a move for all-moves-as-first, below [`Playouts::numbers`].
    fn number(&self, _game: &G, _mv: G::Move) -> Option<usize> {
        None
    }

    /// Plays a position that is not over to an end, or estimates it: returns what First may expect, 0 to 1. Notes in
    /// `amaf` the numbers of the moves that either side made, where the game has them.
    fn playout(&self, game: &G, position: &mut G::Position, rng: &mut Rng, _amaf: &mut Amaf) -> f32 {
        expected(game.rollout(position, rng).outcome.verdict)
    }

    /// Appends the moves to consider, at least one, with the weight that each has before it was tried: 1 for an average
    /// move, 0 for a hopeless one, more for a good one; in a fixed order.
    fn moves(&self, game: &G, position: &G::Position, out: &mut Vec<(G::Move, f32)>) -> Coverage {
        let _ = game.each_move(position, &mut |mv| {
            out.push((mv, 1.0));
            damier_core::Flow::Continue(())
        });
        Coverage::Sound
    }

    /// Says who has certainly won a position that is not over, and in at most how many plies, where the game can tell
    /// without search.
    fn settled(&self, _game: &G, _position: &G::Position) -> Option<(Side, u32)> {
        None
    }
}

/// Returns what First may expect of a finished game: 1, ½ or 0.
#[inline]
pub fn expected(verdict: Verdict) -> f32 {
    verdict.value_for(Side::First) as f32
}

/// Uniform playouts and no knowledge.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Playouts<G> for Uniform {}

/// An evaluation as a weighted sum, so that its weights can be learned from games (`damier tune`).
pub trait Features<G: Game>: MoveHints<G> {
    /// Returns how many weights there are.
    fn count(&self, game: &G) -> usize;

    /// Returns the name of a weight, one word, for the file of weights.
    fn name(&self, game: &G, weight: usize) -> String;

    /// Measures a position: calls `add(weight, amount)` for each weight that counts. The sum of the weights times the
    /// amounts is the estimate **for First**, in hundredths of a logit; a weight may be named more than once.
    fn measure(&self, game: &G, position: &G::Position, add: &mut impl FnMut(usize, i32));
}

/// Features with their weights: an evaluation.
#[derive(Clone, Debug)]
pub struct Linear<F> {
    features: F,
    weights: Vec<i32>,
}

impl<F> Linear<F> {
    /// Joins features and weights. Weights that are missing count 0.
    pub fn new<G: Game>(game: &G, features: F, mut weights: Vec<i32>) -> Linear<F>
    where
        F: Features<G>,
    {
        weights.resize(features.count(game), 0);
        Linear { features, weights }
    }

    /// Returns the features.
    pub fn features(&self) -> &F {
        &self.features
    }

    /// Returns the weights.
    pub fn weights(&self) -> &[i32] {
        &self.weights
    }
}

impl<G: Game, F: Features<G>> Knowledge<G> for Linear<F> {
    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        let mut sum = 0;
        self.features.measure(game, position, &mut |weight, amount| sum += self.weights[weight] * amount);
        let sum = sum.clamp(-ESTIMATE, ESTIMATE);
        if game.side_to_move(position) == Side::First { sum } else { -sum }
    }
}

impl<G: Game, F: MoveHints<G>> MoveHints<G> for Linear<F> {
    const QUIESCENCE: bool = F::QUIESCENCE;
    const REDUCTIONS: bool = F::REDUCTIONS;

    fn moves(&self, game: &G, position: &G::Position, out: &mut Vec<G::Move>) -> Coverage {
        self.features.moves(game, position, out)
    }

    fn hint(&self, game: &G, position: &G::Position, mv: G::Move) -> i32 {
        self.features.hint(game, position, mv)
    }

    fn slot(&self, game: &G, mv: G::Move) -> Option<usize> {
        self.features.slot(game, mv)
    }

    fn is_loud(&self, game: &G, position: &G::Position, mv: G::Move) -> bool {
        self.features.is_loud(game, position, mv)
    }
}
