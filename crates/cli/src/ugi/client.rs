//! The agent `ugi:COMMAND`: another program that speaks UGI, started for a game and ended after it.

use std::fmt::{self, Display};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use damier_core::{Fault, Rng};
use damier_table::{AnyGame, Session, read_nodes, read_time};

use crate::agent::SeatedAgent;
use crate::failure::{Failure, one_line};
use crate::ugi::pipe::{PipeError, Pipes};

/// How much longer than it was given a program may take to answer.
const GRACE: Duration = Duration::from_secs(10);
/// How many starts are drawn to see whether a game has but one.
const DRAWS: u64 = 16;
/// How many characters of what a program says, or is called, a message quotes.
const QUOTED: usize = 120;

/// How long the program is told to think.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pace {
    Time(Duration),
    Nodes(u64),
}

/// A program and how long it is told to think about a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The command as it was written, quotes and all.
    command: String,
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
        Ok(Program { command: command.trim().to_string(), words, pace })
    }

    /// Starts the program and waits until it is ready for a game.
    ///
    /// # Errors
    /// If it cannot be started or does not answer.
    pub fn start(&self, game: &dyn AnyGame) -> Result<Box<dyn SeatedAgent>, Failure> {
        let name = self.to_string();
        let pipes = Pipes::open(&self.words).map_err(|error| {
            let (fr, en) = (format!("ne démarre pas : {error}"), format!("cannot be started: {error}"));
            Failure::caused(fault(&name, &fr, &en), error)
        })?;
        // A start that is always the same needs no text.
        let starts: Vec<String> = (0..DRAWS).map(|seed| game.open(&mut Rng::new(seed)).start()).collect();
        let fixed = starts.iter().all(|start| *start == starts[0]).then(|| starts[0].clone());
        let mut client = Client { name, pipes, pace: self.pace, fixed, number: 0, remark: String::new() };
        client.ask("ugi", "ugiok", GRACE)?;
        client.ask("uginewgame\nisready", "readyok", GRACE)?;
        Ok(Box::new(client))
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)
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

/// Says what is wrong with a program.
fn fault(name: &str, fr: &str, en: &str) -> Fault {
    let name = quoted(name);
    Fault::new(format!("le programme « {name} » {fr}"), format!("the program \"{name}\" {en}"))
}

/// Returns what a message quotes of a text: one line, and not too long.
fn quoted(text: &str) -> String {
    let line = one_line(text);
    match line.char_indices().nth(QUOTED) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// Says in French and in English that and how a program ended.
fn how_it_ended(status: ExitStatus) -> [String; 2] {
    let [fr, en] = match (signal(status), status.code()) {
        (Some(signal), _) => [format!("signal {signal}"), format!("signal {signal}")],
        (None, Some(code)) => [format!("code de sortie {code}"), format!("exit code {code}")],
        (None, None) => [status.to_string(), status.to_string()],
    };
    [format!("s'est arrêté ({fr})"), format!("ended ({en})")]
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// A program that runs.
struct Client {
    name: String,
    pipes: Pipes,
    pace: Pace,
    /// The start of the game, where there is but one.
    fixed: Option<String>,
    /// The number of the move that it is asked for; 0 before the game.
    number: usize,
    /// Its last `info string` since then.
    remark: String,
}

impl Client {
    /// Sends a line, or several, and waits for one that begins with `word`; returns the rest of it.
    fn ask(&mut self, line: &str, word: &str, time: Duration) -> Result<String, Failure> {
        let end = Instant::now() + time;
        let heard = self.pipes.say(line).and_then(|()| self.hear(word, end));
        heard.map_err(|error| self.blame(error, word, time))
    }

    fn hear(&mut self, word: &str, end: Instant) -> Result<String, PipeError> {
        loop {
            let line = self.pipes.hear(end)?;
            let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let rest = rest.trim();
            if first == word {
                return Ok(rest.to_string());
            }
            if let ("info", Some(remark)) = (first, rest.strip_prefix("string ")) {
                self.remark = quoted(remark);
            }
        }
    }

    /// Says what went wrong while `word` was awaited: where in the game, how, and what the program said last.
    fn blame(&mut self, error: PipeError, word: &str, time: Duration) -> Failure {
        let [mut fr, mut en] = match error {
            PipeError::TimedOut => {
                let seconds = time.as_secs_f64();
                [
                    format!("n'a pas répondu « {word} » en {seconds:.0} s"),
                    format!("did not answer \"{word}\" within {seconds:.0} s"),
                ]
            }
            PipeError::NotReading => {
                ["ne lit pas ce qu'on lui dit", "does not read what it is told"].map(String::from)
            }
            PipeError::Closed => {
                let [fr, en] = match self.pipes.exit_status() {
                    Some(status) => how_it_ended(status),
                    None => {
                        ["a fermé son entrée ou sa sortie", "closed its input or output"].map(String::from)
                    }
                };
                [format!("{fr} avant de répondre « {word} »"), format!("{en} before it answered \"{word}\"")]
            }
        };
        if self.number > 0 {
            fr += &format!(" au coup {}", self.number);
            en += &format!(" at move {}", self.number);
        }
        let said = quoted(&self.pipes.last_error_line());
        if !said.is_empty() {
            fr += &format!(" ; il a écrit « {said} » sur la sortie d'erreur");
            en += &format!("; it wrote \"{said}\" to standard error");
        }
        Failure::caused(fault(&self.name, &fr, &en), error)
    }
}

impl SeatedAgent for Client {
    fn choose(&mut self, session: &dyn Session) -> Result<String, Failure> {
        self.number = session.moves().len() + 1;
        self.remark.clear();
        let start = session.start();
        let mut position = match &self.fixed {
            Some(fixed) if *fixed == start => "position startpos".to_string(),
            _ => format!("position fen {start}"),
        };
        if !session.moves().is_empty() {
            position += " moves ";
            position += &session.moves().join(" ");
        }
        // What it says before `readyok` still belongs to the last move.
        self.ask(&format!("{position}\nisready"), "readyok", GRACE)?;
        let (go, time) = match self.pace {
            Pace::Time(time) => (format!("go movetime {}", time.as_millis().max(1)), time),
            // The slowest engine on the slowest machine does more than a hundred a second.
            Pace::Nodes(nodes) => (format!("go nodes {nodes}"), Duration::from_secs((nodes / 100).min(3600))),
        };
        let said = self.ask(&go, "bestmove", time + GRACE)?;
        let text = said.split_whitespace().next().unwrap_or_default().to_string();
        if session.legal().contains(&text) {
            return Ok(text);
        }
        let (number, text) = (self.number, quoted(&text));
        let mut fr = format!("joue au coup {number} « {text} », qui est impossible");
        let mut en = format!("plays \"{text}\" as move {number}, which is impossible");
        if !self.remark.is_empty() {
            fr += &format!(" ; il a dit « {} »", self.remark);
            en += &format!("; it said \"{}\"", self.remark);
        }
        Err(Failure::Work(fault(&self.name, &fr, &en)))
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
    fn quotes_are_short_and_of_one_line() {
        assert_eq!(quoted("a\nb\u{1b}[0m"), "a b [0m");
        assert_eq!(quoted(&"é".repeat(QUOTED)), "é".repeat(QUOTED));
        assert_eq!(quoted(&"é".repeat(QUOTED + 1)), format!("{}…", "é".repeat(QUOTED)));
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
        let shown = Program::read("", " 'my engine' x ").map(|program| program.to_string());
        assert_eq!(shown, Ok("'my engine' x".to_string()), "quotes are shown");
    }
}
