//! The trait that rules implement.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::line_rules::play_tracked;
use crate::{
    Draft, Fault, LetterGrid, LineRules, Outcome, QUIET, REPETITION, Rng, Seat, SeatInfo, Side, Stamp, Stop,
    Tracker, no_cell,
};

/// Whether a visit of moves goes on.
pub type Flow = ControlFlow<()>;

/// A random game played to its end.
///
/// ```
/// use damier_core::{Game, Rng, Sticks};
///
/// let game = Sticks { count: 1 };
/// let mut rng = Rng::new(0);
/// let rollout = game.rollout(&mut game.start(&mut rng), &mut rng);
/// assert_eq!(rollout.plies, 1);
/// ```
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
///
/// ```
/// use damier_core::{Game, Rng, Sticks};
///
/// let game = Sticks { count: 21 };
/// let mut rng = Rng::new(7);
/// let mut position = game.start(&mut rng);
/// // Texts are the protocol: what is written is read back.
/// let mv = game.parse_move(&position, "3")?;
/// assert_eq!(game.move_text(&position, mv), "3");
/// game.play(&mut position, mv);
/// assert_eq!(game.parse_position(&game.position_text(&position))?, position);
/// // Random games, counts and more come with the ten methods that rules implement.
/// let rollout = game.rollout(&mut position, &mut rng);
/// assert!((6..=18).contains(&rollout.plies), "18 sticks, three at a time at most");
/// # Ok::<(), damier_core::Fault>(())
/// ```
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

    /// Returns the position after a legal move, and leaves this one as it is.
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut after = position.clone();
        self.play(&mut after, mv);
        after
    }

    /// Returns the legal moves in their fixed order. Where that is done often, [`Game::moves_into`] reuses a vector.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves_into(position, &mut moves);
        moves
    }

    /// Returns the text of a move.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(position, mv, &mut text);
        text
    }

    /// Returns the text of a position.
    fn position_text(&self, position: &Self::Position) -> String {
        let mut text = String::new();
        self.write_position(position, &mut text);
        text
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

    /// Returns what can be put on cells when a position is set up by hand: the pieces, in the order of a palette, then at
    /// most one mark. A game without stamps cannot be set up.
    fn stamps(&self) -> &'static [Stamp] {
        &[]
    }

    /// Returns the grid of letters that the text of a position begins with, `None` where it begins otherwise: then
    /// [`Game::read_draft`], [`Game::draft_text`] and [`Game::place`] are the game's own.
    fn letter_grid(&self) -> Option<LetterGrid> {
        None
    }

    /// Reads the text of a position, or of a draft of one that the rules do not allow yet.
    ///
    /// # Errors
    /// Says what is wrong with a text that is not even a draft.
    fn read_draft(&self, text: &str) -> Result<Draft, Fault> {
        let grid = self.letter_grid().ok_or_else(|| {
            Fault::new("les positions de ce jeu ne se posent pas", "positions of this game cannot be set up")
        })?;
        let read = |text: &str| grid.read(text, self.stamps(), self.seats());
        match self.parse_position(text) {
            // There may be several ways to write a position, but a draft has one.
            Ok(position) => read(&self.position_text(&position)),
            Err(fault) => read(text).map_err(|_| fault),
        }
    }

    /// Returns the text of a draft: of one that is a position, that of the position.
    fn draft_text(&self, draft: &Draft) -> String {
        self.letter_grid().map_or_else(String::new, |grid| grid.write(draft, self.seats()))
    }

    /// Puts a stamp on a cell of a draft, by its code, or takes off what the cell holds; [`Game::settle`] then sees to what
    /// follows from it. The draft need not be legal afterwards: [`Game::parse_position`] says what is wrong.
    ///
    /// # Errors
    /// If there is no such cell or stamp, or a mark is put on a free cell. The draft is then as it was.
    fn place(&self, draft: &mut Draft, cell: &str, code: Option<char>) -> Result<(), Fault> {
        if !self.letter_grid().is_some_and(|grid| grid.has(cell)) {
            return Err(no_cell(cell));
        }
        draft.put(cell, code, self.stamps())?;
        self.settle(draft);
        Ok(())
    }

    /// Brings into line with the cells and the seat of a draft what follows from them: whose turn it is where the pieces
    /// tell that, how many were set. Nothing by default.
    fn settle(&self, _draft: &mut Draft) {}
}
