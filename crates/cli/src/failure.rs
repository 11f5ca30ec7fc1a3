//! What stops a command, and how it is told.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use damier_core::{Fault, Lang};

/// What stops a command.
#[derive(Debug)]
pub enum Failure {
    /// Bad usage or bad input: exit code 2.
    Input(Fault),
    /// Something that should have worked did not: exit code 1.
    Work(Fault),
    /// Bad input that the output itself tells of: exit code 2, and nothing more to say.
    Told,
    /// The help or the version was asked for: exit code 0.
    Help(String),
    /// Nobody reads the output any more, as in `damier moves hex | head`: exit code 0.
    Unread,
}

impl Failure {
    /// Makes the failure that stands for an error of ours.
    pub fn internal() -> Failure {
        Failure::Work(Fault::new(
            "erreur interne ; merci de la signaler avec la commande qui l'a causée",
            "internal error; please report it with the command that caused it",
        ))
    }

    /// Makes the failure of a picture that cannot be made, or of a file that cannot be written.
    pub fn writing(file: &Path, error: &dyn Display) -> Failure {
        let file = file.display();
        Failure::Work(Fault::new(
            format!("« {file} » ne peut pas être écrit : {error}"),
            format!("\"{file}\" cannot be written: {error}"),
        ))
    }

    /// Says what happened and returns the exit code.
    pub fn report(self, lang: Lang) -> ExitCode {
        let (fault, code) = match self {
            Failure::Input(fault) => (fault, 2),
            Failure::Work(fault) => (fault, 1),
            Failure::Told => return ExitCode::from(2),
            Failure::Unread => return ExitCode::SUCCESS,
            Failure::Help(text) => {
                // Whoever does not read the help to its end has read enough.
                let _ = std::io::stdout().write_all(text.as_bytes());
                return ExitCode::SUCCESS;
            }
        };
        // Nothing is left to do where standard error is closed.
        let _ = writeln!(std::io::stderr(), "damier: {}", one_line(fault.say(lang)));
        ExitCode::from(code)
    }
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
        Failure::Work(Fault::new(
            format!("la sortie standard ne peut pas être écrite : {error}"),
            format!("standard output cannot be written: {error}"),
        ))
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
        assert!(matches!(Failure::from(full), Failure::Work(_)));
    }
}
