//! `gtp`: the Go Text Protocol, version 2, as Hex programs and viewers speak it.
//!
//! They call the player who begins and joins top and bottom Black; on our sheet he is White. So their `black` is our First and
//! their `white` our Second. Cells are named alike: a letter for the file, a number for the row, from the top.

mod clock;
mod game;

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use damier_core::{Fault, Rng, Side, Verdict};
use damier_scene::{View, terminal};
use damier_table::{EngineKind, Player, Session, Spec};

use crate::agent::TimedEffort;
use crate::args::read;
use crate::failure::Failure;
use crate::input::next_line;
use crate::terminal::Screen;
use clock::GtpClock;
use game::GtpGame;

/// The arguments of `gtp`.
#[derive(Args, Debug)]
pub struct GtpArgs {
    pub game: Spec,
    #[arg(long, value_name = "1..8", value_parser = read::level, allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["time", "nodes"])]
    pub level: Option<usize>,
    #[arg(long, value_name = "TIME", value_parser = read::time, allow_negative_numbers = true)]
    #[arg(conflicts_with = "nodes")]
    pub time: Option<Duration>,
    #[arg(long, value_name = "N", value_parser = read::nodes, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    #[arg(long, value_name = "N", value_parser = read::threads, allow_negative_numbers = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    pub threads: u32,
    #[arg(long, value_name = "N", value_parser = read::seed, allow_negative_numbers = true)]
    #[arg(default_value = "0", hide_default_value = true)]
    pub seed: u64,
}

/// What is understood, in the order of `list_commands`.
const COMMANDS: &[&str] = &[
    "all_legal_moves",
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "hexgui-analyze_commands",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// How long a move takes where nobody says it.
const TIME: Duration = Duration::from_secs(2);
/// The answer of `genmove` once the game is over.
const RESIGN: &str = "resign";

/// The answer to a command: a text, or why there is none.
type Answer = Result<String, String>;

/// The state between two commands.
struct GtpEngine {
    swap: bool,
    game: GtpGame,
    player: Box<dyn Player>,
    /// The level asked for: on another board it means another effort.
    level: Option<usize>,
    effort: Option<TimedEffort>,
    threads: usize,
    seed: u64,
    rng: Rng,
    clock: GtpClock,
}

/// Speaks GTP until `quit` or the end of input.
pub fn run(args: &GtpArgs, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
    if args.game.id != "hex" {
        // A game that does not exist is told as such.
        damier_games::entry(&args.game.id)?;
        let game = &args.game.id;
        return Err(Failure::Input(Fault::new(
            format!("« {game} » : seul Hex se joue par GTP ; pour les autres jeux : damier ugi"),
            format!("\"{game}\": only Hex is played by GTP; for the other games: damier ugi"),
        )));
    }
    let game = damier_games::open(&args.game)?;
    let effort = match (args.level, args.time, args.nodes) {
        (Some(level), ..) => Some(TimedEffort::level(&*game, level)),
        (_, Some(time), _) => Some(TimedEffort::time(time)),
        (.., nodes) => nodes.map(TimedEffort::nodes),
    };
    let mut engine = GtpEngine {
        swap: args.game.variant().split(',').any(|word| word == "swap"),
        player: game.player(EngineKind::Best),
        game: GtpGame::new(game),
        level: args.level,
        effort,
        threads: args.threads as usize,
        seed: args.seed,
        rng: Rng::new(args.seed),
        clock: GtpClock::default(),
    };
    let mut input = std::io::stdin().lock();
    while let Some(line) = next_line(&mut input) {
        let line = clean(&line);
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let number = words.first().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())).copied();
        words.drain(..usize::from(number.is_some()));
        let answer = match (words.split_first(), number) {
            (Some((command, rest)), _) => engine.execute(command, rest, screen),
            // Whoever numbers a line waits for its answer.
            (None, Some(_)) => syntax_error(),
            (None, None) => continue,
        };
        let (sign, text) = match answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let number = number.unwrap_or_default();
        // The blank stands even before no text: there are readers that cut it off unseen.
        write!(out, "{sign}{number} {text}\n\n")?;
        out.flush()?;
        if words.first() == Some(&"quit") {
            break;
        }
    }
    Ok(())
}

/// Takes comments and control characters off a line.
fn clean(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
    line.chars().filter(|c| !c.is_control()).collect()
}

/// Reads a colour; the player who begins is `black`.
fn colour(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" | "red" => Ok(Side::First),
        "w" | "white" | "blue" => Ok(Side::Second),
        _ => Err(format!("no colour: {text}")),
    }
}

fn syntax_error() -> Answer {
    Err("syntax error".to_string())
}

/// Answers a command that has nothing to say, once its words were read.
fn acknowledge(read: Option<()>) -> Answer {
    read.map_or_else(syntax_error, |()| Ok(String::new()))
}

impl GtpEngine {
    fn execute(&mut self, command: &str, words: &[&str], screen: &Screen) -> Answer {
        match (command, words) {
            ("protocol_version", _) => Ok("2".to_string()),
            ("name", _) => Ok("Damier".to_string()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_string()),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("quit" | "hexgui-analyze_commands", _) => Ok(String::new()),
            ("boardsize", [size]) => self.resize(size),
            ("boardsize", [width, height]) if width == height => self.resize(width),
            ("boardsize", [_, _]) => Err("unacceptable size".to_string()),
            ("clear_board", _) => {
                self.clear();
                Ok(String::new())
            }
            ("play", [side, text]) => self.play(colour(side)?, text),
            ("genmove", [side]) => self.generate(colour(side)?),
            ("reg_genmove", [side]) => {
                Ok(self.think(colour(side)?)?.map_or_else(|| RESIGN.to_string(), hex_notation))
            }
            ("undo", _) => self.game.undo().then(String::new).ok_or_else(|| "cannot undo".to_string()),
            // Hex has no komi, but controllers of Go set one for every game.
            ("komi", [number]) if number.parse::<f64>().is_ok_and(f64::is_finite) => Ok(String::new()),
            ("showboard", _) => {
                let scene = self.game.session().scene(&View::new(screen.lang));
                let options = terminal::TerminalOptions { unicode: false, colour: false, captions: false };
                Ok(format!("\n{}", terminal::write(&scene, &options).trim_end_matches('\n')))
            }
            ("all_legal_moves", _) => {
                Ok(self.game.session().legal().into_iter().map(hex_notation).collect::<Vec<_>>().join(" "))
            }
            ("final_score", _) => match self.game.session().outcome().map(|outcome| outcome.verdict) {
                Some(Verdict::Win(Side::First)) => Ok("B+".to_string()),
                Some(Verdict::Win(Side::Second)) => Ok("W+".to_string()),
                _ => Err("cannot score".to_string()),
            },
            ("time_settings", [main, overtime, stones]) => {
                acknowledge(self.clock.set(main, overtime, stones))
            }
            ("time_left", [side, time, stones]) => acknowledge(self.clock.tell(colour(side)?, time, stones)),
            _ if COMMANDS.contains(&command) => syntax_error(),
            _ => Err("unknown command".to_string()),
        }
    }

    /// Begins a game on a board of another size.
    fn resize(&mut self, size: &str) -> Answer {
        let Ok(size) = size.parse::<u32>() else { return syntax_error() };
        let variant = if self.swap { format!("swap,size={size}") } else { format!("size={size}") };
        let opened = Spec::with_variant("hex", &variant).and_then(|spec| damier_games::open(&spec));
        self.game = GtpGame::new(opened.map_err(|_| "unacceptable size".to_string())?);
        self.player = self.game.game().player(EngineKind::Best);
        if let Some(level) = self.level {
            self.effort = Some(TimedEffort::level(self.game.game(), level));
        }
        self.clear();
        Ok(String::new())
    }

    fn clear(&mut self) {
        self.game.clear();
        self.player.forget();
        self.rng = Rng::new(self.seed);
        self.clock.restart();
    }

    fn play(&mut self, side: Side, text: &str) -> Answer {
        let text = text.to_ascii_lowercase();
        let text = match text.as_str() {
            RESIGN => {
                // One may give up at any time.
                self.game.resign(side);
                return Ok(String::new());
            }
            "swap-sides" => {
                return Err("no swap-sides here: swap-pieces takes the stone over, mirrored".into());
            }
            "swap-pieces" => "swap",
            text => text,
        };
        self.game.play(side, text).map_err(illegal)?;
        Ok(String::new())
    }

    /// Chooses a move and plays it.
    fn generate(&mut self, side: Side) -> Answer {
        let begun = Instant::now();
        let Some(text) = self.think(side)? else { return Ok(RESIGN.to_string()) };
        self.clock.spend(side, begun.elapsed());
        self.game.play(side, &text).map_err(illegal)?;
        Ok(hex_notation(text))
    }

    /// Chooses a move for this side, whoever is to move; none once the game is over.
    fn think(&mut self, side: Side) -> Result<Option<String>, String> {
        if self.game.is_over() {
            return Ok(None);
        }
        let turned = self.game.turned(side).map_err(|fault| fault.to_string())?;
        let session: &dyn Session = match &turned {
            Some(turned) => &**turned,
            None => self.game.session(),
        };
        // What the command line says holds, unless the clock has less.
        let (begun, share) = (Instant::now(), self.clock.share(side));
        let effort = self.effort.unwrap_or(TimedEffort::time(share.unwrap_or(TIME)));
        let late = || share.is_some_and(|share| begun.elapsed() >= share);
        let choice = effort.choose(&mut *self.player, session, self.threads, &mut self.rng, &late);
        Ok(Some(choice.text().to_string()))
    }
}

/// Says of a move that it is illegal; why, is for the log: programs know the two words alone.
fn illegal(fault: Fault) -> String {
    tracing::debug!(%fault, "illegal move");
    "illegal move".to_string()
}

/// Returns a move as Hex programs write it.
fn hex_notation(text: String) -> String {
    if text == "swap" { "swap-pieces".to_string() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cleaned_as_the_protocol_wants() {
        assert_eq!(clean("5\tplay b a1 # a comment\r\n"), "5 play b a1 ");
        assert_eq!(clean("# nothing"), "");
    }

    #[test]
    fn the_player_who_begins_is_black() {
        assert_eq!(colour("Black"), Ok(Side::First));
        assert_eq!(colour("w"), Ok(Side::Second));
        assert!(colour("green").is_err());
    }
}
