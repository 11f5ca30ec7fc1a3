//! `ugi`: UGI, the UCI-like protocol for two-player games, on standard input and output.
//!
//! Three threads: one reads standard input, one thinks, and this one waits for both and is the only one that writes. So a
//! `stop` or an `isready` is answered at once, however hard the engine thinks.

pub mod client;
mod go;
mod pipe;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use clap::Args;
use damier_core::{Fault, Lang, Rng, Side, Verdict};
use damier_table::{AnyGame, Effort, EngineKind, Player, Session, Spec};

use crate::args::read;
use crate::failure::{Failure, one_line};
use crate::input::next_line;
use crate::logs::panics;
use crate::terminal::Screen;
use go::{Go, UgiSearch};

/// The arguments of `ugi`.
#[derive(Args, Debug)]
pub struct UgiArgs {
    pub game: Spec,
}

/// How long a search that was stopped may take to say its move before the program ends without it.
const PATIENCE: Duration = Duration::from_secs(1);

/// What the writing thread waits for.
enum Event {
    /// A line of input.
    Line(String),
    /// The end of input.
    End,
    /// Progress of the search.
    Info(String),
    /// The search is over: the engine comes back with its move, unless it broke.
    Done(Option<(Box<dyn Player>, String)>),
}

/// A search under way.
struct Running {
    stop: Arc<AtomicBool>,
    /// Its move is not said before `stop`.
    infinite: bool,
    /// The move that waits to be said.
    held: Option<String>,
    /// What is played if the engine breaks.
    fallback: String,
}

/// The state between two lines.
struct UgiEngine<'a> {
    game: Arc<dyn AnyGame>,
    session: Box<dyn Session>,
    /// Away while it thinks.
    player: Option<Box<dyn Player>>,
    running: Option<Running>,
    /// A new game began: the engine is to forget the last one before it thinks.
    fresh: bool,
    threads: usize,
    /// 0: the engine at its best.
    level: usize,
    seed: u64,
    /// How many searches this game has had.
    searches: u64,
    events: Sender<Event>,
    out: &'a mut dyn Write,
    lang: Lang,
}

/// Whether there is a next line to wait for.
#[derive(PartialEq)]
enum Next {
    Wait,
    Quit,
}

/// Speaks UGI until `quit` or the end of input.
pub fn run(args: &UgiArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    let game: Arc<dyn AnyGame> = Arc::from(crate::shelf::open(&args.game)?);
    let (events, inbox) = channel();
    let lines = events.clone();
    // Nobody waits for this thread: it may hang on a line that never comes when the program ends.
    std::thread::spawn(move || read_lines(&lines));
    UgiEngine::new(game, events, out, screen.lang).serve(&inbox)
}

/// Passes lines on until the input ends. Bytes that are not UTF-8 end up in a message that names them.
fn read_lines(events: &Sender<Event>) {
    let mut input = std::io::stdin().lock();
    while let Some(line) = next_line(&mut input) {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    // If nobody listens any more, the program is ending already.
    let _ = events.send(Event::End);
}

impl<'a> UgiEngine<'a> {
    fn new(
        game: Arc<dyn AnyGame>,
        events: Sender<Event>,
        out: &'a mut dyn Write,
        lang: Lang,
    ) -> UgiEngine<'a> {
        UgiEngine {
            session: game.open(&mut Rng::new(0)),
            player: Some(game.player(EngineKind::Best)),
            game,
            running: None,
            fresh: false,
            threads: 1,
            level: 0,
            seed: 0,
            searches: 0,
            events,
            out,
            lang,
        }
    }

    fn serve(&mut self, inbox: &Receiver<Event>) -> Result<(), Failure> {
        loop {
            let next = match inbox.recv() {
                Ok(Event::Line(line)) => self.execute(&line)?,
                Ok(event @ (Event::Info(_) | Event::Done(_))) => {
                    self.tell(event)?;
                    Next::Wait
                }
                Ok(Event::End) | Err(_) => Next::Quit,
            };
            self.out.flush()?;
            if next == Next::Quit {
                break;
            }
        }
        self.stop()?;
        // Whoever pipes commands in and leaves still gets the move of the search that this ended.
        let end = Instant::now() + PATIENCE;
        while self.running.is_some() {
            match inbox.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(event) => self.tell(event)?,
                Err(_) => break,
            }
        }
        self.out.flush()?;
        Ok(())
    }

    /// Obeys a line.
    fn execute(&mut self, line: &str) -> Result<Next, Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else {
            return Ok(Next::Wait);
        };
        match command {
            "ugi" => self.introduce()?,
            "isready" => writeln!(self.out, "readyok")?,
            "setoption" => {
                let set = self.set(rest);
                self.say_fault(set)?;
            }
            "uginewgame" => {
                self.fresh = true;
                self.searches = 0;
                let opened = self.open(&["startpos"]);
                self.say_fault(opened)?;
            }
            "position" => {
                let opened = self.open(rest);
                self.say_fault(opened)?;
            }
            "go" => self.go(rest)?,
            "stop" => self.stop()?,
            "query" => self.answer(rest)?,
            "quit" => return Ok(Next::Quit),
            _ => self.say_fault(Err(Fault::new(
                format!("commande inconnue : « {command} »"),
                format!("unknown command \"{command}\""),
            )))?,
        }
        Ok(Next::Wait)
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let (version, spec) = (env!("CARGO_PKG_VERSION"), self.game.spec());
        writeln!(self.out, "id name Damier {version} {spec}")?;
        writeln!(self.out, "id author the Damier project")?;
        writeln!(self.out, "option name Threads type spin default 1 min 1 max 256")?;
        writeln!(self.out, "option name Level type spin default 0 min 0 max 8")?;
        writeln!(self.out, "option name Seed type spin default 0 min 0 max {}", u64::MAX)?;
        writeln!(self.out, "ugiok")?;
        Ok(())
    }

    /// Says what was wrong with a line, which changed nothing.
    fn say_fault(&mut self, done: Result<(), Fault>) -> Result<(), Failure> {
        if let Err(fault) = done {
            writeln!(self.out, "info string {}", one_line(fault.say(self.lang)))?;
        }
        Ok(())
    }

    /// Sets an option: `name Threads value 4`. The case of its name does not matter.
    fn set(&mut self, words: &[&str]) -> Result<(), Fault> {
        let ["name", name, "value", value] = words else {
            return Err(Fault::new(
                "setoption : attendu « name NOM value VALEUR »",
                "setoption: expected \"name NAME value VALUE\"",
            ));
        };
        let set = match name.to_ascii_lowercase().as_str() {
            "threads" => read::number(value, 256).map(|threads| self.threads = threads as usize),
            "level" if *value == "0" => {
                self.level = 0;
                Ok(())
            }
            "level" => read::number(value, 8).map(|level| self.level = level as usize),
            "seed" => read::seed(value).map(|seed| self.seed = seed),
            _ => Err(Fault::new("attendu : Threads, Level ou Seed", "expected: Threads, Level or Seed")),
        };
        set.map_err(|fault| fault.within(&format!("option « {name} »"), &format!("option \"{name}\"")))
    }

    /// Opens a position: `startpos` or `fen TEXT`, then perhaps `moves …`.
    fn open(&mut self, words: &[&str]) -> Result<(), Fault> {
        let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let moves = words.get(at + 1..).unwrap_or_default();
        let position = match &words[..at] {
            ["startpos"] => None,
            ["fen", text @ ..] => Some(text.join(" ")),
            _ => {
                return Err(Fault::new(
                    "position : attendu « startpos » ou « fen TEXTE », puis « moves … »",
                    "position: expected \"startpos\" or \"fen TEXT\", then \"moves …\"",
                ));
            }
        };
        let rng = &mut Rng::new(self.seed);
        self.session = self.game.open_line(position.as_deref(), moves.iter().copied(), rng)?;
        Ok(())
    }

    /// Answers a query.
    fn answer(&mut self, words: &[&str]) -> Result<(), Failure> {
        let outcome = self.session.outcome();
        let side = self.session.seats()[self.session.to_move().index()].side;
        let response = match words {
            ["gameover"] => outcome.is_some().to_string(),
            ["p1turn"] => (side == Side::First).to_string(),
            ["result"] => match outcome.map(|outcome| outcome.verdict) {
                Some(Verdict::Win(Side::First) | Verdict::Solved) => "p1win".to_string(),
                Some(Verdict::Win(Side::Second)) => "p2win".to_string(),
                Some(Verdict::Draw) => "draw".to_string(),
                None => "none".to_string(),
            },
            _ => {
                return self.say_fault(Err(Fault::new(
                    "query : attendu gameover, p1turn ou result",
                    "query: expected gameover, p1turn or result",
                )));
            }
        };
        writeln!(self.out, "response {response}")?;
        Ok(())
    }

    /// Begins to think.
    fn go(&mut self, words: &[&str]) -> Result<(), Failure> {
        let begun = Instant::now();
        if self.running.is_some() {
            return self.say_fault(Err(Fault::new("je réfléchis encore", "still thinking")));
        }
        // Whatever is wrong with it, a `go` is answered: nobody is to wait for ever.
        let (go, faults) = Go::read(words);
        for fault in faults {
            self.say_fault(Err(fault))?;
        }
        let Some(fallback) = self.session.legal().into_iter().next() else {
            self.say_fault(Err(Fault::new("la partie est finie", "the game is over")))?;
            writeln!(self.out, "bestmove none")?;
            return Ok(());
        };
        let mut player = self.player.take().unwrap_or_else(|| self.game.player(EngineKind::Best));
        if std::mem::take(&mut self.fresh) {
            player.forget();
        }
        let effort = match self.level {
            0 => Effort::UNLIMITED,
            number => Effort::level(&*self.game, number),
        };
        let side = self.session.seats()[self.session.to_move().index()].side;
        let stop = Arc::new(AtomicBool::new(false));
        let infinite = go.infinite || (go.is_unbounded(side) && self.level == 0);
        let search = UgiSearch {
            session: self.copy()?,
            begun,
            time: go.time(side),
            nodes: go.nodes.unwrap_or(u64::MAX),
            depth: go.depth,
            effort,
            threads: self.threads,
            // The first search of a game answers as `think --seed` does.
            rng: Rng::new(self.seed.wrapping_add(self.searches << 32)),
            stop: Arc::clone(&stop),
        };
        self.searches += 1;
        self.running = Some(Running { stop, infinite, held: None, fallback });
        let events = self.events.clone();
        std::thread::spawn(move || {
            // If nobody listens any more, the program is ending already.
            let tell = |info| drop(events.send(Event::Info(info)));
            let done = catch_unwind(AssertUnwindSafe(|| {
                let best = search.run(&mut *player, &tell);
                (player, best)
            }));
            drop(events.send(Event::Done(done.ok())));
        });
        Ok(())
    }

    /// Opens the position once more, for the thread that thinks about it.
    fn copy(&self) -> Result<Box<dyn Session>, Fault> {
        let moves = self.session.moves().iter().map(String::as_str);
        self.game.open_line(Some(&self.session.start()), moves, &mut Rng::new(0))
    }

    /// Ends the search, or says the move that was held back.
    fn stop(&mut self) -> Result<(), Failure> {
        let Some(running) = &mut self.running else { return Ok(()) };
        running.stop.store(true, Ordering::Relaxed);
        running.infinite = false;
        if let Some(best) = running.held.take() {
            self.running = None;
            writeln!(self.out, "bestmove {best}")?;
        }
        Ok(())
    }

    /// Passes on what the search says.
    fn tell(&mut self, event: Event) -> Result<(), Failure> {
        match event {
            Event::Info(info) => writeln!(self.out, "{info}")?,
            Event::Done(done) => {
                let Some(mut running) = self.running.take() else { return Ok(()) };
                let best = match done {
                    Some((player, best)) => {
                        self.player = Some(player);
                        best
                    }
                    None => {
                        self.say_fault(Err(panics::fault().within("moteur", "engine")))?;
                        running.fallback.clone()
                    }
                };
                if running.infinite {
                    running.held = Some(best);
                    self.running = Some(running);
                } else {
                    writeln!(self.out, "bestmove {best}")?;
                }
            }
            Event::Line(_) | Event::End => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use damier_search::Limits;
    use damier_table::Advice;

    use super::*;

    struct Broken;

    impl Player for Broken {
        fn think(&mut self, _: &dyn Session, _: &Limits, _: &mut dyn FnMut(&Advice)) -> Advice {
            panic!("on purpose")
        }

        fn forget(&mut self) {}
    }

    #[test]
    fn an_engine_that_breaks_still_answers() {
        let spec = "hex:size=3".parse().expect("a spec");
        let game: Arc<dyn AnyGame> = Arc::from(damier_games::open(&spec).expect("a game"));
        let (events, inbox) = channel();
        let mut out = Vec::new();
        let mut engine = UgiEngine::new(game, events, &mut out, Lang::En);
        engine.player = Some(Box::new(Broken));
        for _ in 0..2 {
            assert!(engine.execute("go nodes 5").is_ok());
            while engine.running.is_some() {
                assert!(engine.tell(inbox.recv().expect("an event")).is_ok());
            }
        }
        let said = String::from_utf8(out).expect("UTF-8");
        let lines: Vec<&str> = said.lines().collect();
        assert!(lines[0].starts_with("info string engine: internal error; "), "{}", lines[0]);
        assert_eq!(lines[1], "bestmove a1");
        // The next search is made by an engine that is whole.
        assert!(
            lines[2].starts_with("info depth")
                && lines.last().is_some_and(|last| last.starts_with("bestmove"))
        );
    }
}
