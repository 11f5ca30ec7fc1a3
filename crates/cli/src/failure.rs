//! What stops a command, and how it is told.

use std::error::Error;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use damier_core::typography::typeset;
use damier_core::{Fault, Lang};

use crate::logs;

/// What stops a command.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Bad usage or bad input: exit code 2.
    #[error(transparent)]
    Input(Fault),
    /// Something that should have worked did not: exit code 1.
    #[error(transparent)]
    Work(Fault),
    /// The same, and what caused it, which the log tells.
    #[error("{0}")]
    Caused(Fault, #[source] Box<dyn Error + Send + Sync>),
    /// Bad input that the output itself tells of: exit code 2, and nothing more to say.
    #[error("some of the input is wrong, as the output says")]
    Told,
    /// The help or the version was asked for: exit code 0.
    #[error("the help was asked for")]
    Help(String),
    /// Nobody reads the output any more, as in `damier moves hex | head`: exit code 0.
    #[error("nobody reads the output any more")]
    Unread,
}

impl Failure {
    /// Makes the failure of work that an error stopped.
    pub fn caused(fault: Fault, error: impl Into<Box<dyn Error + Send + Sync>>) -> Failure {
        Failure::Caused(fault, error.into())
    }

    /// Makes the failure of a picture that cannot be made, or of a file that cannot be written.
    pub fn writing(file: &Path, error: impl Error + Send + Sync + 'static) -> Failure {
        let file = file.display();
        let fault = Fault::new(
            format!("« {file} » ne peut pas être écrit : {error}"),
            format!("\"{file}\" cannot be written: {error}"),
        );
        Failure::caused(fault, error)
    }

    /// Puts `fr` and `en` before what is told, as [`Fault::within`] does.
    pub fn within(self, fr: &str, en: &str) -> Failure {
        match self {
            Failure::Input(fault) => Failure::Input(fault.within(fr, en)),
            Failure::Work(fault) => Failure::Work(fault.within(fr, en)),
            Failure::Caused(fault, error) => Failure::Caused(fault.within(fr, en), error),
            Failure::Told | Failure::Help(_) | Failure::Unread => self,
        }
    }

    /// Says what happened, in one line, and returns the exit code. What caused it is logged.
    pub fn report(&self, lang: Lang) -> ExitCode {
        let (fault, code) = match self {
            Failure::Input(fault) => (fault, 2),
            Failure::Work(fault) | Failure::Caused(fault, _) => (fault, 1),
            Failure::Told => return ExitCode::from(2),
            Failure::Unread => return ExitCode::SUCCESS,
            Failure::Help(text) => {
                // Whoever does not read the help to its end has read enough.
                let _ = std::io::stdout().write_all(typeset(text, lang).as_bytes());
                return ExitCode::SUCCESS;
            }
        };
        if let Failure::Caused(_, error) = self {
            tracing::debug!(cause = logs::chain(&**error), "{fault}");
        }
        tell(fault, lang);
        ExitCode::from(code)
    }
}

/// Writes a line for people to standard error.
pub fn tell(fault: &Fault, lang: Lang) {
    // Nothing is left to do where standard error is closed.
    let _ = writeln!(std::io::stderr(), "damier: {}", typeset(&one_line(fault.say(lang)), lang));
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Input(fault)
    }
}

/// Errors of standard output.
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        if error.kind() == ErrorKind::BrokenPipe {
            return Failure::Unread;
        }
        let fault = Fault::new(
            format!("la sortie standard ne peut pas être écrite : {error}"),
            format!("standard output cannot be written: {error}"),
        );
        Failure::caused(fault, error)
    }
}

/// Errors of writing JSON, which are errors of standard output.
impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        std::io::Error::from(error).into()
    }
}

/// Keeps a message on one line, and what it quotes from driving the terminal.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_keep_to_one_line() {
        assert_eq!(one_line("a\nb\u{1b}[31mc"), "a b [31mc");
    }

    #[test]
    fn a_closed_pipe_is_no_failure() {
        let closed = std::io::Error::from(ErrorKind::BrokenPipe);
        assert!(matches!(Failure::from(closed), Failure::Unread));
        let full = std::io::Error::from(ErrorKind::StorageFull);
        assert!(matches!(Failure::from(full), Failure::Caused(..)));
    }
}
