//! `gtp`: the Go Text Protocol, version 2, as Hex programs and viewers speak it.
//!
//! They call the player who begins and joins top and bottom Black; on our sheet he is White. So their `black` is our First and
//! their `white` our Second. Cells are named alike: a letter for the file, a number for the row, from the top.

use std::io::{BufRead, Write};
use std::time::Duration;

use damier_core::{Fault, Outcome, Rng, Side, Verdict};
use damier_scene::{View, terminal};
use damier_table::{AnyGame, Player, RESIGNED, Session, Spec, Style};

use crate::agent::Effort;
use crate::engine_args::Gtp;
use crate::failure::Failure;
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
/// How many more moves a game is thought to take.
const MOVES_TO_GO: f64 = 20.0;

/// The answer to a command: a text, or why there is none.
type Answer = Result<String, String>;

/// The state between two commands.
struct Table {
    swap: bool,
    game: Box<dyn AnyGame>,
    session: Box<dyn Session>,
    player: Box<dyn Player>,
    /// The level asked for: on another board it means another effort.
    level: Option<usize>,
    effort: Option<Effort>,
    threads: usize,
    seed: u64,
    rng: Rng,
    /// What is left for a move on the clocks of First and Second, by the last `time_left`.
    share: [Option<Duration>; 2],
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
        session: game.open(&mut Rng::new(0)),
        player: game.player(Style::Best),
        game,
        level: args.level,
        effort,
        threads: args.threads as usize,
        seed: args.seed,
        rng: Rng::new(args.seed),
        share: [None; 2],
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
        let Some((&command, rest)) = words.split_first() else { continue };
        let (sign, text) = match table.obey(command, rest, screen) {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let number = number.unwrap_or_default();
        // The blank stands even before no text: there are readers that cut it off unseen.
        write!(out, "{sign}{number} {text}\n\n")?;
        out.flush()?;
        if command == "quit" {
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

fn syntax<T>() -> Result<T, String> {
    Err("syntax error".to_string())
}

impl Table {
    fn obey(&mut self, command: &str, words: &[&str], screen: &Screen) -> Answer {
        match (command, words) {
            ("protocol_version", _) => Ok("2".to_string()),
            ("name", _) => Ok("Damier".to_string()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_string()),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("quit" | "hexgui-analyze_commands" | "time_settings", _) => Ok(String::new()),
            ("boardsize", [size]) => self.resize(size),
            ("boardsize", [width, height]) if width == height => self.resize(width),
            ("boardsize", [_, _]) => Err("unacceptable size".to_string()),
            ("clear_board", _) => {
                self.clear();
                Ok(String::new())
            }
            ("play", [side, text]) => self.play(colour(side)?, text),
            ("genmove", [side]) => {
                let text = self.think(colour(side)?)?;
                self.session.play(&text).map_err(|_| "illegal move".to_string())?;
                Ok(theirs(text))
            }
            ("reg_genmove", [side]) => self.think(colour(side)?).map(theirs),
            ("undo", _) => {
                let before = (self.session.moves().len(), self.session.outcome().is_some());
                self.session.undo();
                let after = (self.session.moves().len(), self.session.outcome().is_some());
                if before == after { Err("cannot undo".to_string()) } else { Ok(String::new()) }
            }
            ("showboard", _) => {
                let scene = self.session.scene(&View::new(screen.lang));
                let options = terminal::Options { unicode: false, colour: false, captions: false };
                Ok(format!("\n{}", terminal::write(&scene, &options).trim_end_matches('\n')))
            }
            ("all_legal_moves", _) => {
                Ok(self.session.legal().into_iter().map(theirs).collect::<Vec<_>>().join(" "))
            }
            ("final_score", _) => match self.session.outcome().map(|outcome| outcome.verdict) {
                Some(Verdict::Win(Side::First)) => Ok("B+".to_string()),
                Some(Verdict::Win(Side::Second)) => Ok("W+".to_string()),
                _ => Err("cannot score".to_string()),
            },
            ("time_left", [side, seconds, stones]) => self.set_clock(colour(side)?, seconds, stones),
            _ if COMMANDS.contains(&command) => syntax(),
            _ => Err("unknown command".to_string()),
        }
    }

    /// Begins a game on a board of another size.
    fn resize(&mut self, size: &str) -> Answer {
        let Ok(size) = size.parse::<u32>() else { return syntax() };
        let variant = if self.swap { format!("swap,size={size}") } else { format!("size={size}") };
        let opened = Spec::with_variant("hex", &variant).and_then(|spec| damier_games::open(&spec));
        self.game = opened.map_err(|_| "unacceptable size".to_string())?;
        self.player = self.game.player(Style::Best);
        if let Some(level) = self.level {
            self.effort = Some(Effort::level(&*self.game, level));
        }
        self.clear();
        Ok(String::new())
    }

    fn clear(&mut self) {
        self.session = self.game.open(&mut Rng::new(0));
        self.player.forget();
        self.rng = Rng::new(self.seed);
        self.share = [None; 2];
    }

    /// Checks that the game goes on and that it is this side's turn.
    fn check_turn(&self, side: Side) -> Result<(), String> {
        let turn = self.session.seats()[self.session.to_move().index()].side;
        match () {
            () if self.session.outcome().is_some() => Err("the game is over".to_string()),
            () if turn != side => Err("not your turn".to_string()),
            () => Ok(()),
        }
    }

    fn play(&mut self, side: Side, text: &str) -> Answer {
        let text = text.to_ascii_lowercase();
        if text == "resign" {
            // One may give up at any time.
            if self.session.outcome().is_some() {
                return Err("the game is over".to_string());
            }
            self.session.end(Outcome::win(side.other(), &RESIGNED));
            return Ok(String::new());
        }
        self.check_turn(side)?;
        let text = if text == "swap-pieces" { "swap" } else { text.as_str() };
        self.session.play(text).map_err(|_| "illegal move".to_string())?;
        Ok(String::new())
    }

    /// Chooses a move.
    fn think(&mut self, side: Side) -> Answer {
        self.check_turn(side)?;
        // What the command line says holds, unless the clock has less.
        let effort = match (self.effort, self.share[side.index()]) {
            (Some(Effort::Time(time)), Some(share)) => Effort::Time(time.min(share)),
            (Some(effort), _) => effort,
            (None, share) => Effort::Time(share.unwrap_or(TIME)),
        };
        let (mut advice, chosen) = effort.think(
            &mut *self.player,
            &*self.session,
            self.threads,
            &mut self.rng,
            &|| false,
            &mut |_| {},
        );
        Ok(advice.moves.swap_remove(chosen).text)
    }

    /// Takes note of a clock: so many seconds left, for so many stones; 0 stones: for the whole game.
    fn set_clock(&mut self, side: Side, seconds: &str, stones: &str) -> Answer {
        let (Ok(seconds), Ok(stones)) = (seconds.parse::<f64>(), stones.parse::<u32>()) else {
            return syntax();
        };
        if !(0.0..=1e6).contains(&seconds) {
            return syntax();
        }
        let moves = if stones > 0 { f64::from(stones) } else { MOVES_TO_GO };
        let share = Duration::from_secs_f64(seconds * 0.95 / moves);
        self.share[side.index()] = Some(share.max(Duration::from_millis(1)));
        Ok(String::new())
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
