//! The commands: each reads its arguments, does its work and writes.

pub mod bench;
pub mod games;
mod levels;
pub mod matches;
pub mod moves;
pub mod perft;
pub mod playouts;
pub mod print;
pub mod problem;
pub mod replay;
pub mod rules;
pub mod series;
pub mod serve;
pub mod show;
pub mod solve;
pub mod think;
pub mod tune;

use std::io::Write;

use crate::args::{Command, DamierArgs};
use crate::failure::Failure;
use crate::terminal::Screen;
use crate::{gtp, ugi};

/// Runs the command that the arguments name: the web app where they name none.
pub fn run(args: DamierArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    #[cfg(debug_assertions)]
    break_on_purpose();
    match args.command {
        None => serve::run(serve::ServeArgs::default(), screen, out),
        Some(Command::Serve(args)) => serve::run(args, screen, out),
        Some(Command::Games(args)) => games::run(&args, screen, out),
        Some(Command::Rules(args)) => rules::run(&args, screen, out),
        Some(Command::Moves(args)) => moves::run(&args, out),
        Some(Command::Show(args)) => show::run(&args, screen, out),
        Some(Command::Print(args)) => print::run(&args, screen, out),
        Some(Command::Perft(args)) => perft::run(&args, screen, out),
        Some(Command::Replay(args)) => replay::run(&args, screen, out),
        Some(Command::Playouts(args)) => playouts::run(&args, screen, out),
        Some(Command::Think(args)) => think::run(&args, screen, out),
        Some(Command::Solve(args)) => solve::run(&args, screen, out),
        Some(Command::Problem(args)) => problem::run(&args, screen, out),
        Some(Command::Match(args)) => matches::run(&args, screen, out),
        Some(Command::Tune(args)) => tune::run(&args, out),
        Some(Command::Ugi(args)) => ugi::run(&args, screen, out),
        Some(Command::Gtp(args)) => gtp::run(&args, screen, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
    }
}

/// Panics where the variable `DAMIER_BREAK` is set: the tests look at what that leaves behind. Released programs do not
/// have this.
#[cfg(debug_assertions)]
fn break_on_purpose() {
    assert!(std::env::var_os("DAMIER_BREAK").is_none(), "on purpose");
}
