//! From a position and moves to a session.

use damier_core::{Fault, Outcome, Rng};

use super::Session;
use crate::AnyGame;

impl<'g> dyn AnyGame + 'g {
    /// Starts a session from a position's text, or from the start position where there is none, and plays moves. Only
    /// games that draw their start read `rng`.
    ///
    /// # Errors
    /// Says what is wrong with the position, or names the move that is impossible by its number and text.
    pub fn open_line<'m>(
        &self,
        position: Option<&str>,
        moves: impl IntoIterator<Item = &'m str>,
        rng: &mut Rng,
    ) -> Result<Box<dyn Session>, Fault> {
        let mut session = match position {
            Some(position) => self.resume(position)?,
            None => self.open(rng),
        };
        session.play_all(moves)?;
        Ok(session)
    }
}

impl<'s> dyn Session + 's {
    /// Plays moves one after the other, up to the first that is impossible.
    ///
    /// # Errors
    /// Names that move by its number in the line and its text.
    pub fn play_all<'m>(&mut self, moves: impl IntoIterator<Item = &'m str>) -> Result<(), Fault> {
        for text in moves {
            let number = self.moves().len() + 1;
            self.play(text).map_err(|fault| {
                fault.within(&format!("coup {number} « {text} »"), &format!("move {number} \"{text}\""))
            })?;
        }
        Ok(())
    }

    /// Makes sure that the game goes on, for those who have a use for nothing else.
    ///
    /// # Errors
    /// If the game is over: says why it ended.
    pub fn ensure_unfinished(&self) -> Result<(), Fault> {
        self.outcome().map_or(Ok(()), |outcome| Err(game_over(&outcome)))
    }
}

/// Says that a game is over, and why.
pub(crate) fn game_over(outcome: &Outcome) -> Fault {
    let reason = outcome.reason.text;
    Fault::new(format!("la partie est finie ({})", reason.fr), format!("the game is over ({})", reason.en))
}
