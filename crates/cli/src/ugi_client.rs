//! The agent `ugi:COMMAND`: another program that speaks UGI, started for a game and ended after it.

use std::fmt::{self, Display};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use damier_core::{Fault, Rng};
use damier_table::{AnyGame, Session};

use crate::agent::Agent;
use crate::engine_args::{read_nodes, read_time};
use crate::failure::Failure;

/// How much longer than it was given a program may take to answer.
const GRACE: Duration = Duration::from_secs(10);
/// How long a program may take to leave by itself.
const LEAVE: Duration = Duration::from_millis(200);
/// How many starts are drawn to see whether a game has but one.
const DRAWS: u64 = 16;

/// How long the program is told to think.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pace {
    Time(Duration),
    Nodes(u64),
}

/// A program and how long it is told to think about a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Its name and arguments.
    words: Vec<String>,
    pace: Pace,
}

impl Program {
    /// Reads `COMMAND`, with `options` as they stand between `ugi` and the colon: `` or `@nodes=10000` or `@time=500ms`.
    ///
    /// # Errors
    /// Says what is wrong with them.
    pub fn read(options: &str, command: &str) -> Result<Program, Fault> {
        let pace = match options.strip_prefix('@').map(|option| option.split_once('=')) {
            None if options.is_empty() => Pace::Time(Duration::from_secs(1)),
            Some(Some(("time", time))) => Pace::Time(read_time(time)?),
            Some(Some(("nodes", nodes))) => Pace::Nodes(read_nodes(nodes)?),
            _ => {
                return Err(Fault::new(
                    format!("ugi{options} ; attendu : ugi, ugi@time=500ms ou ugi@nodes=N"),
                    format!("ugi{options}; expected: ugi, ugi@time=500ms or ugi@nodes=N"),
                ));
            }
        };
        let words = split(command)?;
        if words.is_empty() {
            return Err(Fault::new("ugi : il manque la commande", "ugi: the command is missing"));
        }
        Ok(Program { words, pace })
    }

    /// Starts the program and waits until it is ready for a game.
    ///
    /// # Errors
    /// If it cannot be started or does not answer.
    pub fn start(&self, game: &dyn AnyGame) -> Result<Box<dyn Agent>, Failure> {
        let name = self.to_string();
        let mut command = Command::new(&self.words[0]);
        // What programs say beside the protocol is for their makers.
        command.args(&self.words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| {
            failure(&name, &format!("ne démarre pas : {error}"), &format!("cannot be started: {error}"))
        })?;
        let (sender, lines) = channel();
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        std::thread::spawn(move || {
            let mut line = Vec::new();
            while output.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                let text = String::from_utf8_lossy(&line).trim().to_string();
                line.clear();
                if sender.send(text).is_err() {
                    return;
                }
            }
        });
        // A start that is always the same needs no text.
        let starts: Vec<String> = (0..DRAWS).map(|seed| game.open(&mut Rng::new(seed)).start()).collect();
        let fixed = starts.iter().all(|start| *start == starts[0]).then(|| starts[0].clone());
        let input = child.stdin.take();
        let mut client = Client { name, child, input, lines, pace: self.pace, fixed };
        client.say("ugi")?;
        client.wait_for("ugiok", GRACE)?;
        client.say("uginewgame")?;
        client.say("isready")?;
        client.wait_for("readyok", GRACE)?;
        Ok(Box::new(client))
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.words.join(" "))
    }
}

/// Splits a command at blanks; single or double quotes keep a part in one piece.
fn split(command: &str) -> Result<Vec<String>, Fault> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                // Quotes around nothing are an empty word.
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(Fault::new(
            format!("ugi : guillemet {open} sans fin : {command}"),
            format!("ugi: quote {open} without an end: {command}"),
        ));
    }
    words.extend(word);
    Ok(words)
}

fn failure(name: &str, fr: &str, en: &str) -> Failure {
    Failure::Work(Fault::new(format!("le programme « {name} » {fr}"), format!("the program \"{name}\" {en}")))
}

/// A program that runs.
struct Client {
    name: String,
    child: Child,
    /// Nothing once it was told to leave.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    pace: Pace,
    /// The start of the game, where there is but one.
    fixed: Option<String>,
}

impl Client {
    fn say(&mut self, line: &str) -> Result<(), Failure> {
        let done = self.input.as_mut().map(|input| writeln!(input, "{line}").and_then(|()| input.flush()));
        match done {
            Some(Ok(())) => Ok(()),
            _ => Err(self.died()),
        }
    }

    fn died(&self) -> Failure {
        failure(&self.name, "s'est arrêté pendant la partie", "ended during the game")
    }

    /// Waits for a line that begins with this word, and returns the rest of it.
    fn wait_for(&mut self, word: &str, time: Duration) -> Result<String, Failure> {
        let end = Instant::now() + time;
        loop {
            let line = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()));
            match line {
                Ok(line) => {
                    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
                    if first == word {
                        return Ok(rest.trim().to_string());
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = time.as_secs_f64();
                    return Err(failure(
                        &self.name,
                        &format!("n'a pas répondu « {word} » en {seconds:.0} s"),
                        &format!("did not answer \"{word}\" within {seconds:.0} s"),
                    ));
                }
            }
        }
    }
}

impl Agent for Client {
    fn choose(&mut self, session: &dyn Session) -> Result<String, Failure> {
        let start = session.start();
        let mut line = match &self.fixed {
            Some(fixed) if *fixed == start => "position startpos".to_string(),
            _ => format!("position fen {start}"),
        };
        if !session.moves().is_empty() {
            line += " moves ";
            line += &session.moves().join(" ");
        }
        self.say(&line)?;
        let time = match self.pace {
            Pace::Time(time) => {
                self.say(&format!("go movetime {}", time.as_millis().max(1)))?;
                time
            }
            Pace::Nodes(nodes) => {
                self.say(&format!("go nodes {nodes}"))?;
                // The slowest engine on the slowest machine does more than a hundred a second.
                Duration::from_secs((nodes / 100).min(3600))
            }
        };
        let said = self.wait_for("bestmove", time + GRACE)?;
        let text = said.split_whitespace().next().unwrap_or_default().to_string();
        if session.legal().contains(&text) {
            return Ok(text);
        }
        let number = session.moves().len() + 1;
        Err(failure(
            &self.name,
            &format!("joue au coup {number} « {text} », qui est impossible"),
            &format!("plays \"{text}\" as move {number}, which is impossible"),
        ))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A program that is gone already cannot be told to leave.
        let _ = self.say("quit");
        self.input = None;
        let end = Instant::now() + LEAVE;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_blanks_outside_quotes() {
        let words = |command: &str| split(command).expect("quotes are closed");
        assert_eq!(words("engine  --size 5 "), ["engine", "--size", "5"]);
        assert_eq!(words("'my engine' \"a b\"c ''"), ["my engine", "a bc", ""]);
        assert_eq!(words("a \"it's\""), ["a", "it's"]);
        assert!(words("").is_empty());
        assert!(split("a 'b").is_err() && split("\"").is_err());
    }

    #[test]
    fn programs_are_read_with_their_pace() {
        let program = |options: &str| Program::read(options, "engine x").map(|program| program.pace);
        assert_eq!(program(""), Ok(Pace::Time(Duration::from_secs(1))));
        assert_eq!(program("@time=500ms"), Ok(Pace::Time(Duration::from_millis(500))));
        assert_eq!(program("@nodes=10000"), Ok(Pace::Nodes(10_000)));
        for wrong in ["@", "@nodes", "@nodes=0", "@time=5", "@level=3", "x"] {
            assert!(program(wrong).is_err(), "{wrong}");
        }
        assert!(Program::read("", "  ").is_err());
    }
}
