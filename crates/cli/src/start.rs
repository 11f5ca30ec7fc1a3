//! From arguments to a position; and the command `moves`, which lists what may be played there.

use std::io::Write;

use damier_core::{Fault, Rng};
use damier_table::{AnyGame, Session, Spec};
use serde::Serialize;

use crate::args::{Moves, Start};
use crate::failure::Failure;
use crate::output;

impl Start {
    /// Opens the game at the position, without the moves.
    pub fn open(&self, game: &dyn AnyGame) -> Result<Box<dyn Session>, Fault> {
        match &self.position {
            Some(position) => game.resume(position),
            None => Ok(game.open(&mut Rng::new(self.seed))),
        }
    }

    /// Returns the moves.
    pub fn words(&self) -> Vec<&str> {
        self.moves.as_deref().unwrap_or_default().split_ascii_whitespace().collect()
    }

    /// Opens the game at the position and plays the moves.
    pub fn session(&self, spec: &Spec) -> Result<Box<dyn Session>, Fault> {
        self.resume(&*damier_games::open(spec)?)
    }

    /// Opens a session of a game at the position and plays the moves.
    pub fn resume(&self, game: &dyn AnyGame) -> Result<Box<dyn Session>, Fault> {
        let mut session = self.open(game)?;
        for (place, text) in self.words().into_iter().enumerate() {
            play(&mut *session, place, text)?;
        }
        Ok(session)
    }
}

/// Plays a move; a fault names its number and text.
pub fn play(session: &mut dyn Session, place: usize, text: &str) -> Result<(), Fault> {
    let number = place + 1;
    session.play(text).map_err(|fault| {
        fault.within(&format!("coup {number} « {text} »"), &format!("move {number} \"{text}\""))
    })
}

#[derive(Serialize)]
struct Legal {
    moves: Vec<String>,
}

/// Lists the legal moves.
pub fn moves(args: &Moves, out: &mut dyn Write) -> Result<(), Failure> {
    let moves = args.start.session(&args.game)?.legal();
    if args.json {
        return output::json(out, &Legal { moves });
    }
    for text in moves {
        writeln!(out, "{text}")?;
    }
    Ok(())
}
