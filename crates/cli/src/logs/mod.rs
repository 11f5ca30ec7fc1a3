//! The log: what happens inside, for whoever looks after the program.
//!
//! The command line and the server, and what the server is built on, tell of themselves through `tracing`; here it is
//! decided what of that is written to standard error, and how.

pub mod panics;

use std::error::Error;
use std::sync::OnceLock;

use clap::Args;
use damier_core::{Fault, Lang};
use tracing_subscriber::EnvFilter;

use crate::failure::tell;
use crate::terminal::takes_colour;

/// The variable that says what is logged where `--log` does not.
const VARIABLE: &str = "DAMIER_LOG";

/// Who reads standard error, once the log has begun.
static AUDIENCE: OnceLock<Audience> = OnceLock::new();

/// What is logged, and how.
#[derive(Args, Debug, Default)]
pub struct LogArgs {
    #[arg(long, global = true, value_name = "FILTER", value_parser = read_filter)]
    pub log: Option<String>,
    #[arg(long, global = true)]
    pub log_json: bool,
}

/// Who reads standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The user of a command, who reads one line about what went wrong. The log has warnings; the details of panics go to a
    /// file.
    User,
    /// The host of the web app. The log has what a host wants to know, the details of panics included.
    Host,
}

impl Audience {
    /// Returns the filter where nobody asks for one.
    fn filter(self) -> String {
        match self {
            Audience::User => format!("warn,{}=off", panics::TARGET),
            Audience::Host => "info".to_string(),
        }
    }
}

/// Begins to log to standard error: what `--log` asks for, or else `DAMIER_LOG`, or else what the audience wants.
///
/// # Errors
/// If the variable cannot be read.
///
/// # Panics
/// If the log has begun before.
pub fn begin(args: &LogArgs, audience: Audience) -> Result<(), Fault> {
    let variable = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    let asked = match (&args.log, variable) {
        (Some(filter), _) => Some(filter.clone()),
        (None, Some(value)) => {
            Some(read_filter(&value.to_string_lossy()).map_err(|fault| fault.within(VARIABLE, VARIABLE))?)
        }
        (None, None) => None,
    };
    let filter = EnvFilter::new(asked.unwrap_or_else(|| audience.filter()));
    let stderr = std::io::stderr;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(stderr)
        .with_ansi(takes_colour(&stderr()))
        // Nothing is left to do where standard error is closed.
        .log_internal_errors(false);
    if args.log_json {
        log.json().flatten_event(true).init();
    } else {
        log.init();
    }
    AUDIENCE.set(audience).expect("the log begins once");
    Ok(())
}

/// Warns whoever reads standard error: the user of a command by a line in his language, a host in the log.
pub fn warn(fault: &Fault, lang: Lang) {
    match AUDIENCE.get() {
        Some(Audience::Host) => tracing::warn!("{fault}"),
        Some(Audience::User) | None => tell(fault, lang),
    }
}

/// Returns what an error says and what caused it, outermost first.
pub fn chain(error: &(dyn Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

fn read_filter(text: &str) -> Result<String, Fault> {
    match EnvFilter::try_new(text) {
        Ok(_) => Ok(text.to_string()),
        Err(error) => Err(Fault::new(
            format!("« {text} » n'est pas un filtre comme debug ou damier_server=debug,info ({error})"),
            format!("\"{text}\" is not a filter such as debug or damier_server=debug,info ({error})"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("outer")]
    struct Outer(#[source] std::io::Error);

    #[test]
    fn causes_are_told_from_the_outside_in() {
        assert_eq!(chain(&Outer(std::io::Error::other("inner"))), "outer: inner");
    }

    #[test]
    fn filters_are_read() {
        for filter in ["debug", "off", "damier_server=debug,info", "damier_search[think]=trace"] {
            assert_eq!(read_filter(filter), Ok(filter.to_string()));
        }
        for wrong in ["damier=loud", "damier=debug=info", "[", "a[{"] {
            assert!(read_filter(wrong).is_err(), "{wrong}");
        }
        for audience in [Audience::User, Audience::Host] {
            assert!(read_filter(&audience.filter()).is_ok());
        }
    }
}
