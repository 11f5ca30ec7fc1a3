//! Runs the real binary.

#![allow(dead_code, reason = "each test file is a crate of its own, and uses a part of this")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What a run gave.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// Reads what a run gave.
    pub fn new(output: Output) -> Run {
        // As texts are written, without their typography.
        let text = |bytes| damier_core::typography::plain(&String::from_utf8(bytes).expect("UTF-8"));
        Run {
            code: output.status.code().expect("no signal"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// Checks for success without a word on standard error, and returns the output.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""));
        self.out
    }

    /// Checks for success and reads the output as one JSON value a line.
    #[track_caller]
    pub fn json(self) -> Vec<serde_json::Value> {
        self.ok().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// Checks for an exit code with nothing on standard output and one line on standard error that holds `part`.
    #[track_caller]
    pub fn refused(self, code: i32, part: &str) {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        assert!(self.err.starts_with("damier: ") && self.err.ends_with('\n'), "{}", self.err);
        assert!(self.err.contains(part), "{:?} holds no {part:?}", self.err);
        for word in ["panick", "RUST_BACKTRACE", "error:"] {
            assert!(!self.err.contains(word), "{}", self.err);
        }
    }
}

/// Returns the command, in English and Unicode, whatever the locale of the tests.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(args).env("LC_ALL", "en_GB.UTF-8");
    // What it keeps, it keeps beside the tests' builds, not with what the user of this machine has.
    command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "DAMIER_LOG"] {
        command.env_remove(name);
    }
    command
}

/// Runs the command with these arguments.
pub fn damier(args: &[&str]) -> Run {
    Run::new(command(args).output().expect("the binary runs"))
}

/// Runs the command with the words of a line.
pub fn line(line: &str) -> Run {
    damier(&line.split(' ').collect::<Vec<_>>())
}

/// Runs the command and writes to its standard input.
pub fn feed(args: &[&str], input: &[u8]) -> Run {
    let mut command = command(args);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    // On a thread: the output may fill its pipe before all input is read.
    let feeder = std::thread::spawn(move || stdin.write_all(&input));
    let run = Run::new(child.wait_with_output().expect("it ends"));
    feeder.join().expect("no panic").expect("all is read");
    run
}
