//! A game played over `gtp`: stones of any colour in any order, taken back command by command.
//!
//! In GTP a colour may move twice in a row, and viewers go on setting stones after the end of a game. A session knows
//! neither: where they come, one is opened anew from the text of the position.

use damier_core::{Fault, Outcome, Rng, Side};
use damier_table::{AnyGame, RESIGNED, Session};

/// How a command is taken back.
enum Undo {
    /// By the session, which takes its last move or its end back itself.
    BySession,
    /// By putting this session back, whose place another one took.
    Restore(Box<dyn Session>),
    /// Not at all: somebody gave up a game that was over.
    Nothing,
}

/// A game of Hex, and what was done in it.
pub struct GtpGame {
    game: Box<dyn AnyGame>,
    session: Box<dyn Session>,
    history: Vec<Undo>,
}

impl GtpGame {
    /// Begins a game.
    pub fn new(game: Box<dyn AnyGame>) -> GtpGame {
        GtpGame { session: game.open(&mut Rng::new(0)), game, history: Vec::new() }
    }

    /// Begins the game anew.
    pub fn clear(&mut self) {
        self.session = self.game.open(&mut Rng::new(0));
        self.history.clear();
    }

    /// Returns the game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Returns the session that stands for the position.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Says whether the game is over.
    pub fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    /// Opens the position with this side to move; `None` where it is to move already.
    ///
    /// # Errors
    /// None that is known: the text of a position is one with the other side to move, too.
    pub fn turned(&self, side: Side) -> Result<Option<Box<dyn Session>>, Fault> {
        if self.session.seats()[self.session.to_move().index()].side == side {
            return Ok(None);
        }
        self.game.resume(&self.text(side)).map(Some)
    }

    /// Plays a move of this side, whoever is to move. Once the game is over, a stone is set all the same.
    ///
    /// # Errors
    /// If the move is impossible; nothing has changed then.
    pub fn play(&mut self, side: Side, text: &str) -> Result<(), Fault> {
        let next = if self.is_over() {
            Some(self.with_stone(side, text)?)
        } else if let Some(mut turned) = self.turned(side)? {
            turned.play(text)?;
            Some(turned)
        } else {
            self.session.play(text)?;
            None
        };
        self.history.push(match next {
            Some(next) => Undo::Restore(std::mem::replace(&mut self.session, next)),
            None => Undo::BySession,
        });
        Ok(())
    }

    /// Lets a side give the game up. Of a game that is over this changes nothing, but is taken back as a move is.
    pub fn resign(&mut self, side: Side) {
        self.history.push(if self.is_over() { Undo::Nothing } else { Undo::BySession });
        self.session.end(Outcome::win(side.other(), &RESIGNED));
    }

    /// Takes back what was done last; says whether there was anything.
    pub fn undo(&mut self) -> bool {
        match self.history.pop() {
            Some(Undo::BySession) => {
                self.session.undo();
            }
            Some(Undo::Restore(before)) => self.session = before,
            Some(Undo::Nothing) => {}
            None => return false,
        }
        true
    }

    /// Returns the text of the position with this side to move.
    fn text(&self, side: Side) -> String {
        let position = self.session.position();
        let rows = position.split(' ').next().unwrap_or_default();
        format!("{rows} {}", self.letter(side))
    }

    /// Returns the letter of a side in texts, which stands for its stones and for its turn.
    fn letter(&self, side: Side) -> &'static str {
        self.session.seats()[side.index()].code
    }

    /// Opens the position with one more stone. The game is over, and stays so.
    fn with_stone(&self, side: Side, text: &str) -> Result<Box<dyn Session>, Fault> {
        let impossible = || Fault::new("coup impossible", "impossible move");
        // The moves of an empty board are its cells, in the order of the text.
        let cells = self.game.open(&mut Rng::new(0)).legal();
        let cell = cells.iter().position(|name| name == text).ok_or_else(impossible)?;
        let mut position = self.text(side.other());
        let letter = position.match_indices(|c: char| c != '/').nth(cell);
        let free = letter.filter(|(_, letter)| *letter == ".").map(|(at, _)| at);
        let at = free.ok_or_else(impossible)?;
        position.replace_range(at..=at, self.letter(side));
        let mut session = self.game.resume(&position)?;
        if let Some(outcome) = self.session.outcome() {
            // What was given up stays given up.
            session.end(outcome);
        }
        Ok(session)
    }
}

#[cfg(test)]
mod tests {
    use damier_core::Verdict;

    use super::*;

    fn game(variant: &str) -> GtpGame {
        let spec = format!("hex:{variant}").parse().expect("a spec");
        GtpGame::new(damier_games::open(&spec).expect("a game"))
    }

    #[test]
    fn stones_come_in_any_order_and_go_one_by_one() {
        let mut game = game("size=3");
        let mut texts = vec![game.session().position()];
        for (side, cell) in
            [(Side::Second, "a1"), (Side::Second, "b2"), (Side::First, "c1"), (Side::First, "c2")]
        {
            assert!(game.play(side, cell).is_ok(), "{cell}");
            texts.push(game.session().position());
        }
        assert_eq!(texts[2..], ["b../.b./... w", "b.w/.b./... b", "b.w/.bw/... b"]);
        // What fails leaves no trace.
        assert!(game.play(Side::First, "a1").is_err() && game.play(Side::Second, "d1").is_err());
        while let Some(text) = texts.pop() {
            assert_eq!(game.session().position(), text);
            assert_eq!(game.undo(), !texts.is_empty());
        }
    }

    #[test]
    fn stones_follow_the_end() {
        let mut game = game("size=3");
        for cell in ["b1", "b2", "b3"] {
            assert!(game.play(Side::First, cell).is_ok(), "{cell}");
        }
        assert!(game.is_over() && game.play(Side::Second, "c2").is_ok() && game.is_over());
        assert_eq!(game.session().position(), ".w./.wb/.w. w");
        for wrong in ["c2", "b1", "d4", "swap", ""] {
            assert!(game.play(Side::First, wrong).is_err(), "{wrong}");
        }
        assert!(game.undo() && game.is_over() && game.undo() && !game.is_over());
        game.resign(Side::First);
        assert!(game.play(Side::First, "c1").is_ok());
        game.resign(Side::Second);
        let verdict = game.session().outcome().map(|outcome| outcome.verdict);
        assert_eq!(verdict, Some(Verdict::Win(Side::Second)));
        assert!(game.undo() && game.undo() && game.is_over() && game.undo() && !game.is_over());
        game.clear();
        assert!(!game.undo());
    }

    #[test]
    fn only_black_may_swap_and_only_the_first_stone() {
        let mut game = game("swap,size=3");
        assert!(game.play(Side::First, "b1").is_ok());
        assert!(game.play(Side::First, "swap").is_err());
        assert!(game.play(Side::Second, "swap").is_ok());
        assert_eq!(game.session().position(), ".../b../... w");
        assert!(game.play(Side::Second, "swap").is_err());
        assert!(game.undo() && game.session().position() == ".w./.../... b");
    }
}
