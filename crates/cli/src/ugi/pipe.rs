//! Another program at the end of three pipes. Whatever it does, it neither keeps us waiting nor fills the memory.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How many lines wait, either way, until they are read.
const QUEUE: usize = 16;
/// How many bytes of a line are kept, and how many of what is said to standard error.
const LINE: u64 = 1 << 20;
const ERROR_LINE: u64 = 1 << 12;
/// How long a program may take to leave by itself.
const TIME_TO_QUIT: Duration = Duration::from_millis(200);
/// How long to wait for the last words of a program that is gone.
const TIME_FOR_LAST_WORDS: Duration = Duration::from_secs(2);

/// Why a program cannot be talked to.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PipeError {
    /// It ended, or it closed its input or output.
    #[error("the program ended, or closed its input or output")]
    Closed,
    /// The time is over.
    #[error("the program did not answer in time")]
    TimedOut,
    /// Its input is full.
    #[error("the program does not read its input")]
    NotReading,
}

/// A program that runs.
pub struct Pipes {
    child: Child,
    /// Nothing once it was told to leave.
    input: Option<SyncSender<String>>,
    lines: Receiver<String>,
    /// The last line that it wrote to standard error, and who reads there.
    last_error_line: Arc<Mutex<String>>,
    listener: JoinHandle<()>,
}

impl Pipes {
    /// Starts a program: its name, then its arguments.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn open(words: &[String]) -> std::io::Result<Pipes> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let mut stdin = child.stdin.take().expect("it is piped");
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut stderr = BufReader::new(child.stderr.take().expect("it is piped"));
        // Nobody waits for these threads: each may hang on its pipe as long as the program, or one that it started, lives.
        let (input, told) = sync_channel::<String>(QUEUE);
        std::thread::spawn(move || {
            for line in told {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (said, lines) = sync_channel(QUEUE);
        std::thread::spawn(move || {
            while let Some(line) = read_line(&mut stdout, LINE) {
                if said.send(line).is_err() {
                    return;
                }
            }
        });
        let last_error_line = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&last_error_line);
        let listener = std::thread::spawn(move || {
            while let Some(line) = read_line(&mut stderr, ERROR_LINE) {
                if !line.is_empty() {
                    *kept.lock().expect("no thread panics") = line;
                }
            }
        });
        Ok(Pipes { child, input: Some(input), lines, last_error_line, listener })
    }

    /// Sends a line, without waiting until it is read.
    ///
    /// # Errors
    /// If the program is gone or does not read.
    pub fn say(&self, line: &str) -> Result<(), PipeError> {
        let Some(input) = &self.input else { return Err(PipeError::Closed) };
        input.try_send(format!("{line}\n")).map_err(|error| match error {
            TrySendError::Full(_) => PipeError::NotReading,
            TrySendError::Disconnected(_) => PipeError::Closed,
        })
    }

    /// Waits for the next line, until `end` at the latest.
    ///
    /// # Errors
    /// If the program is gone or the time is over, however many lines are still to be read.
    pub fn hear(&self, end: Instant) -> Result<String, PipeError> {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(PipeError::TimedOut);
        }
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => PipeError::TimedOut,
            RecvTimeoutError::Disconnected => PipeError::Closed,
        })
    }

    /// Returns the last line that the program wrote to standard error, or nothing.
    pub fn last_error_line(&self) -> String {
        self.last_error_line.lock().expect("no thread panics").clone()
    }

    /// Waits a moment for the end of a program that is gone and for its last words; returns how it ended, if it did.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        let end = Instant::now() + TIME_FOR_LAST_WORDS;
        loop {
            let status = self.child.try_wait().ok().flatten();
            if (status.is_some() && self.listener.is_finished()) || Instant::now() >= end {
                return status;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        // A program that is gone already cannot be told to leave.
        let _ = self.say("quit");
        self.input = None;
        let end = Instant::now() + TIME_TO_QUIT;
        while Instant::now() < end {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a line and keeps so many bytes of it; `None` at the end. Bytes that are not UTF-8 are replaced.
fn read_line(input: &mut impl BufRead, longest: u64) -> Option<String> {
    let mut line = Vec::new();
    // Input that cannot be read is at its end.
    input.by_ref().take(longest).read_until(b'\n', &mut line).ok().filter(|&read| read > 0)?;
    if line.len() as u64 == longest && !line.ends_with(b"\n") {
        input.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&line).trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut() {
        let text = format!("ab\r\n{}\n\n123456789\n1234567890\ncd", "x".repeat(100));
        let mut input = text.as_bytes();
        let lines: Vec<String> = std::iter::from_fn(|| read_line(&mut input, 10)).collect();
        assert_eq!(lines, ["ab", "xxxxxxxxxx", "", "123456789", "1234567890", "cd"]);
    }

    #[cfg(unix)]
    fn open(words: &[&str]) -> Pipes {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        Pipes::open(&words).expect("it runs")
    }

    #[cfg(unix)]
    #[test]
    fn a_flood_does_not_put_the_deadline_off() {
        // Lines without end, and a line without end.
        for words in [["yes", "y"], ["cat", "/dev/zero"]] {
            let pipes = open(&words);
            let begun = Instant::now();
            let end = begun + Duration::from_millis(100);
            let error = loop {
                if let Err(error) = pipes.hear(end) {
                    break error;
                }
            };
            assert_eq!(error, PipeError::TimedOut, "{words:?}");
            assert!(begun.elapsed() < Duration::from_secs(10), "{words:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn who_does_not_read_does_not_keep_us_waiting() {
        let pipes = open(&["sleep", "60"]);
        // More than a pipe holds: the first line is never written to its end, and the others wait behind it.
        let long = "x".repeat(1 << 20);
        let error = (0..QUEUE + 2).find_map(|_| pipes.say(&long).err());
        assert_eq!(error, Some(PipeError::NotReading));
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_is_gone_leaves_its_last_words() {
        let mut pipes = open(&["sh", "-c", "echo one; echo two >&2; echo three >&2; exit 3"]);
        let end = Instant::now() + Duration::from_secs(60);
        assert_eq!(pipes.hear(end), Ok("one".to_string()));
        assert_eq!(pipes.hear(end), Err(PipeError::Closed));
        assert_eq!(pipes.exit_status().and_then(|status| status.code()), Some(3));
        assert_eq!(pipes.last_error_line(), "three");
    }
}
