//! The command `damier`: the collection in a terminal and from programs.
//!
//! Each command has its file: it reads its arguments, opens a game through the catalogue, and writes. What goes wrong
//! comes back as a [`Failure`], which is said here, in one line.

mod agent;
mod args;
mod bench;
mod engine_args;
mod failure;
mod games;
mod gtp;
mod gtp_clock;
mod gtp_line;
mod help;
mod levels;
mod line;
mod markdown;
mod matches;
mod output;
mod perft;
mod picture;
mod playouts;
mod progress;
mod puzzle;
mod replay;
mod rules;
mod screen;
mod serve;
mod sheet;
mod shelf;
mod show;
mod solve;
mod start;
mod think;
mod tune;
mod ugi;
mod ugi_client;
mod ugi_go;
mod ugi_pipe;

use std::io::{BufWriter, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::FromArgMatches;
use damier_core::Lang;

use args::{Args, Command};
use failure::Failure;
use screen::Screen;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let asked = args::asked_lang(&words);
    let terminal = std::io::stdout().is_terminal();
    let screen = Screen::new(asked, |name| std::env::var(name).ok(), terminal);
    guarded(screen.lang, || {
        let mut out = BufWriter::new(std::io::stdout().lock());
        let done = parse(words, screen.lang).and_then(|args| run(args, &screen, &mut out));
        // What was written before a failure is still to be read.
        match (done, out.flush()) {
            (Ok(()), Err(error)) => Err(error.into()),
            (done, _) => done,
        }
    })
}

fn parse(words: Vec<std::ffi::OsString>, lang: Lang) -> Result<Args, Failure> {
    let matches = help::command(lang).try_get_matches_from(words);
    let args = matches.and_then(|matches| Args::from_arg_matches(&matches));
    args.map_err(|error| help::failure(&error))
}

fn run(args: Args, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    match args.command {
        None => serve::run(serve::Serve::default(), screen, out),
        Some(Command::Serve(args)) => serve::run(args, screen, out),
        Some(Command::Games(args)) => games::run(&args, screen, out),
        Some(Command::Rules(args)) => rules::run(&args, screen, out),
        Some(Command::Moves(args)) => start::moves(&args, out),
        Some(Command::Show(args)) => show::run(&args, screen, out),
        Some(Command::Perft(args)) => perft::run(&args, screen, out),
        Some(Command::Replay(args)) => replay::run(&args, screen, out),
        Some(Command::Playouts(args)) => playouts::run(&args, screen, out),
        Some(Command::Think(args)) => think::run(&args, screen, out),
        Some(Command::Solve(args)) => solve::run(&args, screen, out),
        Some(Command::Puzzle(args)) => puzzle::run(&args, screen, out),
        Some(Command::Match(args)) => matches::run(&args, screen, out),
        Some(Command::Tune(args)) => tune::run(&args, out),
        Some(Command::Ugi(args)) => ugi::run(&args, screen, out),
        Some(Command::Gtp(args)) => gtp::run(&args, screen, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
    }
}

/// Does the work and says in one line what went wrong. An error of ours is said in the same way, without a trace.
fn guarded(lang: Lang, work: impl FnOnce() -> Result<(), Failure>) -> ExitCode {
    std::panic::set_hook(Box::new(|_| {}));
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failure)) => failure.report(lang),
        Err(_) => Failure::internal().report(lang),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_ours_is_an_exit_code_too() {
        let code = guarded(Lang::En, || panic!("on purpose"));
        // Later tests of this process say again what breaks them.
        let _ = std::panic::take_hook();
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(1)));
    }
}
