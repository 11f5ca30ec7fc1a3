//! The command `damier`: the collection in a terminal and from programs.
//!
//! Each command has its file in `commands`: it reads its arguments, opens a game through the catalogue, and writes. What goes wrong
//! comes back as a [`Failure`], which is said here, in one line.

mod agent;
mod args;
mod commands;
mod failure;
mod gtp;
mod input;
mod logs;
mod output;
mod picture;
mod shelf;
mod terminal;
mod ugi;

use std::io::{BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::FromArgMatches;
use damier_core::Lang;

use args::DamierArgs;
use failure::Failure;
use logs::{Audience, panics};
use terminal::Screen;

fn main() -> ExitCode {
    panics::keep_details(Audience::User, panics::file());
    let screen = Screen::current();
    guarded(screen.lang, || {
        let mut out = BufWriter::new(std::io::stdout().lock());
        // What was written before a failure is still to be read.
        match (run(&screen, &mut out), out.flush()) {
            (Ok(()), Err(error)) => Err(error.into()),
            (done, _) => done,
        }
    })
}

/// Does what the command line says.
fn run(screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let args = parse(screen.lang)?;
    let audience = args.audience();
    panics::keep_details(audience, panics::file());
    logs::begin(&args.logs, audience)?;
    commands::run(args, screen, out)
}

fn parse(lang: Lang) -> Result<DamierArgs, Failure> {
    let matches = args::help::command(lang).try_get_matches();
    let args = matches.and_then(|matches| DamierArgs::from_arg_matches(&matches));
    args.map_err(|error| args::help::failure(&error))
}

/// Does the work and says in one line what went wrong. An error of ours is said in the same way.
fn guarded(lang: Lang, work: impl FnOnce() -> Result<(), Failure>) -> ExitCode {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failure)) => failure.report(lang),
        Err(_) => Failure::Work(panics::fault()).report(lang),
    }
}
