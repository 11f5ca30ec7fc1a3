//! The trait that rules implement.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::line::play_tracked;
use crate::{Fault, LineRules, Outcome, QUIET, REPETITION, Rng, Seat, SeatInfo, Side, Stop, Tracker};

/// Whether a visit of moves goes on.
pub type Flow = ControlFlow<()>;

/// A random game played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// How it ended.
    pub outcome: Outcome,
    /// How many plies were played.
    pub plies: u32,
}

/// The rules of a game: a value that holds the variant, the size and the tables, and answers about positions.
///
/// # Contract
/// - A position has no legal moves if and only if it has an outcome. A forced pass is a move.
/// - One move is one whole turn, unless the game says that it goes by steps; players need not alternate.
/// - The legal moves of a position have different texts, each one word of ASCII without a blank, and each parses back.
/// - A position's text is one line of ASCII that parses back to an equal position.
/// - Equal positions have equal keys, however they were reached.
/// - Symmetries commute with play: `transform(play(p, m)) == play(transform(p), transform_move(m))`.
/// - A text that is wrong gives a [`Fault`], never a panic.
/// - A position stands on its own: what depends on the line of play (repetition, quiet limits) is in [`LineRules`].
pub trait Game: Send + Sync + Sized + 'static {
    /// A position: small, and copied rather than undone.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A legal turn, meaningful in the position it was generated for.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Returns the seats in order of their numbers: one for a solitaire, two, or four for teams.
    fn seats(&self) -> &'static [SeatInfo];

    /// Returns the start position. Only games that draw their start read `rng`.
    fn start(&self, rng: &mut Rng) -> Self::Position;

    /// Returns the seat whose turn it is. Of a finished game, some seat.
    fn to_move(&self, position: &Self::Position) -> Seat;

    /// Visits the legal moves in a fixed order until `visit` breaks; returns what the last visit returned. Does not
    /// allocate.
    fn each_move(&self, position: &Self::Position, visit: &mut impl FnMut(Self::Move) -> Flow) -> Flow;

    /// Plays a legal move. An illegal one leaves some position or panics: check first with [`Game::is_legal`] or
    /// [`Game::parse_move`].
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// Returns how the game ended, or `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Returns a 64-bit hash of the position, the same on every machine.
    fn key(&self, position: &Self::Position) -> u64;

    /// Appends the text of a move.
    fn write_move(&self, position: &Self::Position, mv: Self::Move, out: &mut String);

    /// Appends the text of a position.
    fn write_position(&self, position: &Self::Position, out: &mut String);

    /// Reads the text of a position.
    ///
    /// # Errors
    /// Says which part of the text is wrong and what would be right.
    fn parse_position(&self, text: &str) -> Result<Self::Position, Fault>;

    /// Returns the side whose turn it is.
    fn side_to_move(&self, position: &Self::Position) -> Side {
        self.seats()[self.to_move(position).index()].side
    }

    /// Appends the legal moves to `out`.
    fn moves_into(&self, position: &Self::Position, out: &mut Vec<Self::Move>) {
        let _ = self.each_move(position, &mut |mv| {
            out.push(mv);
            Flow::Continue(())
        });
    }

    /// Counts the legal moves.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = 0;
        let _ = self.each_move(position, &mut |_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// Says whether there is a legal move, that is, whether the game goes on.
    fn has_move(&self, position: &Self::Position) -> bool {
        self.each_move(position, &mut |_| Flow::Break(())).is_break()
    }

    /// Says whether a move is legal here.
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let found = |legal| if legal == mv { Flow::Break(()) } else { Flow::Continue(()) };
        self.each_move(position, &mut { found }).is_break()
    }

    /// Reads the text of a legal move.
    ///
    /// # Errors
    /// Says that the move is impossible, and why where [`Game::why_not`] knows.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Fault> {
        let mut found = None;
        let mut written = String::new();
        let _ = self.each_move(position, &mut |mv| {
            written.clear();
            self.write_move(position, mv, &mut written);
            if written == text {
                found = Some(mv);
                return Flow::Break(());
            }
            Flow::Continue(())
        });
        found.ok_or_else(|| {
            self.why_not(position, text).unwrap_or_else(|| {
                Fault::new(format!("coup impossible : « {text} »"), format!("impossible move: \"{text}\""))
            })
        })
    }

    /// Explains why `text` is no legal move here, where the game can say more than that: the cell is taken, say.
    fn why_not(&self, _position: &Self::Position, _text: &str) -> Option<Fault> {
        None
    }

    /// Draws a legal move, each as likely as the others.
    ///
    /// # Panics
    /// If the game is over.
    fn random_move(&self, position: &Self::Position, rng: &mut Rng) -> Self::Move {
        let count = u32::try_from(self.count_moves(position)).expect("fewer than 2^32 moves");
        let mut left = rng.below(count);
        let mut drawn = None;
        let _ = self.each_move(position, &mut |mv| {
            drawn = Some(mv);
            left = left.wrapping_sub(1);
            if left == u32::MAX { Flow::Break(()) } else { Flow::Continue(()) }
        });
        drawn.expect("count_moves counted at least one move")
    }

    /// Plays random moves to the end of the game, each legal move as likely as the others, under the rules of the
    /// position and of the line. Of a finished game, returns its outcome and 0 plies. A game whose random play need not
    /// end in any reasonable time may cut it short, with an outcome whose reason says so.
    fn rollout(&self, position: &mut Self::Position, rng: &mut Rng) -> Rollout {
        if let Some(outcome) = self.outcome(position) {
            return Rollout { outcome, plies: 0 };
        }
        let mut tracker = Tracker::new(self, position);
        let mut plies = 0;
        loop {
            let mv = self.random_move(position, rng);
            plies += 1;
            if let Some(outcome) = play_tracked(self, &mut tracker, position, mv) {
                return Rollout { outcome, plies };
            }
        }
    }

    /// Returns the position in which a cell, by its name, is filled or emptied, for setting up by hand; `None` unless the
    /// game says otherwise. Where a position's text is a grid of letters, or names the cells of the pieces, nothing need be
    /// said: the text is changed.
    fn toggled(&self, _position: &Self::Position, _cell: &str) -> Option<Self::Position> {
        None
    }

    /// Returns how many symmetries the rules have, the identity (number 0) included.
    fn symmetries(&self) -> usize {
        1
    }

    /// Returns the image of a position under a symmetry.
    fn transform(&self, position: &Self::Position, _symmetry: usize) -> Self::Position {
        position.clone()
    }

    /// Returns the image of a move under a symmetry.
    fn transform_move(&self, mv: Self::Move, _symmetry: usize) -> Self::Move {
        mv
    }

    /// Returns the rules about lines of play.
    fn line_rules(&self) -> LineRules {
        LineRules::NONE
    }

    /// Says whether a move is what the quiet limit waits for (a capture, say).
    fn is_progress(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        true
    }

    /// Returns the outcome when a rule about lines ends the game in `position`: a draw, unless the game says otherwise.
    fn adjudicate(&self, _position: &Self::Position, stop: Stop) -> Outcome {
        Outcome::draw(match stop {
            Stop::Repetition => &REPETITION,
            Stop::Quiet => &QUIET,
        })
    }
}
