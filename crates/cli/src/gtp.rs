//! `gtp`: the Go Text Protocol, version 2, as Hex programs and viewers speak it.
//!
//! They call the player who begins and joins top and bottom Black; on our sheet he is White. So their `black` is our First and
//! their `white` our Second. Cells are named alike: a letter for the file, a number for the row, from the top.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use damier_core::{Fault, Rng, Side, Verdict};
use damier_scene::{View, terminal};
use damier_table::{Player, Session, Spec, Style};

use crate::agent::Effort;
use crate::engine_args::Gtp;
use crate::failure::Failure;
use crate::gtp_clock::Clock;
use crate::gtp_line::Line;
use crate::screen::Screen;

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
struct Table {
    swap: bool,
    line: Line,
    player: Box<dyn Player>,
    /// The level asked for: on another board it means another effort.
    level: Option<usize>,
    effort: Option<Effort>,
    threads: usize,
    seed: u64,
    rng: Rng,
    clock: Clock,
}

/// Speaks GTP until `quit` or the end of input.
pub fn run(args: &Gtp, screen: &Screen, out: &mut dyn Write) -> Result<(), Failure> {
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
        (Some(level), ..) => Some(Effort::level(&*game, level)),
        (_, Some(time), _) => Some(Effort::Time(time)),
        (.., nodes) => nodes.map(Effort::Nodes),
    };
    let mut table = Table {
        swap: args.game.variant().split(',').any(|word| word == "swap"),
        player: game.player(Style::Best),
        line: Line::new(game),
        level: args.level,
        effort,
        threads: args.threads as usize,
        seed: args.seed,
        rng: Rng::new(args.seed),
        clock: Clock::default(),
    };
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        // Input that cannot be read is at its end.
        if !input.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
            return Ok(());
        }
        let line = clean(&String::from_utf8_lossy(&line));
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let number = words.first().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())).copied();
        words.drain(..usize::from(number.is_some()));
        let answer = match (words.split_first(), number) {
            (Some((command, rest)), _) => table.obey(command, rest, screen),
            // Whoever numbers a line waits for its answer.
            (None, Some(_)) => syntax(),
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
            return Ok(());
        }
    }
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

fn syntax() -> Answer {
    Err("syntax error".to_string())
}

/// Answers a command that has nothing to say, once its words were read.
fn done(read: Option<()>) -> Answer {
    read.map_or_else(syntax, |()| Ok(String::new()))
}

impl Table {
    fn obey(&mut self, command: &str, words: &[&str], screen: &Screen) -> Answer {
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
                Ok(self.think(colour(side)?)?.map_or_else(|| RESIGN.to_string(), theirs))
            }
            ("undo", _) => self.line.undo().then(String::new).ok_or_else(|| "cannot undo".to_string()),
            // Hex has no komi, but controllers of Go set one for every game.
            ("komi", [number]) if number.parse::<f64>().is_ok_and(f64::is_finite) => Ok(String::new()),
            ("showboard", _) => {
                let scene = self.line.session().scene(&View::new(screen.lang));
                let options = terminal::Options { unicode: false, colour: false, captions: false };
                Ok(format!("\n{}", terminal::write(&scene, &options).trim_end_matches('\n')))
            }
            ("all_legal_moves", _) => {
                Ok(self.line.session().legal().into_iter().map(theirs).collect::<Vec<_>>().join(" "))
            }
            ("final_score", _) => match self.line.session().outcome().map(|outcome| outcome.verdict) {
                Some(Verdict::Win(Side::First)) => Ok("B+".to_string()),
                Some(Verdict::Win(Side::Second)) => Ok("W+".to_string()),
                _ => Err("cannot score".to_string()),
            },
            ("time_settings", [main, overtime, stones]) => done(self.clock.set(main, overtime, stones)),
            ("time_left", [side, time, stones]) => done(self.clock.tell(colour(side)?, time, stones)),
            _ if COMMANDS.contains(&command) => syntax(),
            _ => Err("unknown command".to_string()),
        }
    }

    /// Begins a game on a board of another size.
    fn resize(&mut self, size: &str) -> Answer {
        let Ok(size) = size.parse::<u32>() else { return syntax() };
        let variant = if self.swap { format!("swap,size={size}") } else { format!("size={size}") };
        let opened = Spec::with_variant("hex", &variant).and_then(|spec| damier_games::open(&spec));
        self.line = Line::new(opened.map_err(|_| "unacceptable size".to_string())?);
        self.player = self.line.game().player(Style::Best);
        if let Some(level) = self.level {
            self.effort = Some(Effort::level(self.line.game(), level));
        }
        self.clear();
        Ok(String::new())
    }

    fn clear(&mut self) {
        self.line.clear();
        self.player.forget();
        self.rng = Rng::new(self.seed);
        self.clock.restart();
    }

    fn play(&mut self, side: Side, text: &str) -> Answer {
        let text = text.to_ascii_lowercase();
        let text = match text.as_str() {
            RESIGN => {
                // One may give up at any time.
                self.line.resign(side);
                return Ok(String::new());
            }
            "swap-sides" => {
                return Err("no swap-sides here: swap-pieces takes the stone over, mirrored".into());
            }
            "swap-pieces" => "swap",
            text => text,
        };
        self.line.play(side, text).map_err(|_| "illegal move".to_string())?;
        Ok(String::new())
    }

    /// Chooses a move and plays it.
    fn generate(&mut self, side: Side) -> Answer {
        let begun = Instant::now();
        let Some(text) = self.think(side)? else { return Ok(RESIGN.to_string()) };
        self.clock.spend(side, begun.elapsed());
        self.line.play(side, &text).map_err(|_| "illegal move".to_string())?;
        Ok(theirs(text))
    }

    /// Chooses a move for this side, whoever is to move; none once the game is over.
    fn think(&mut self, side: Side) -> Result<Option<String>, String> {
        if self.line.is_over() {
            return Ok(None);
        }
        let turned = self.line.turned(side).map_err(|fault| fault.to_string())?;
        let session: &dyn Session = match &turned {
            Some(turned) => &**turned,
            None => self.line.session(),
        };
        // What the command line says holds, unless the clock has less.
        let (begun, share) = (Instant::now(), self.clock.share(side));
        let effort = self.effort.unwrap_or(Effort::Time(share.unwrap_or(TIME)));
        let late = || share.is_some_and(|share| begun.elapsed() >= share);
        let (mut advice, chosen) =
            effort.think(&mut *self.player, session, self.threads, &mut self.rng, &late, &mut |_| {});
        Ok(Some(advice.moves.swap_remove(chosen).text))
    }
}

/// Returns a move as Hex programs write it.
fn theirs(text: String) -> String {
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
