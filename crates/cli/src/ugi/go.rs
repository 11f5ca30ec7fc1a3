//! The command `go` of UGI: how long to think, and the thinking itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use damier_core::{Fault, Rng, Side};
use damier_search::{Limits, Value, estimate};
use damier_table::{Advice, Effort, Player, Session};

/// How many more moves a game is thought to take, where nobody says it.
const MOVES_TO_GO: u64 = 25;
/// What is left on the clock in any case, for the way of the move to whoever holds the clock.
const RESERVE: u64 = 50;
/// How long a move takes where the limit could not be read.
const BRIEF: u64 = 1000;

/// The words that `go` knows. All but `infinite` are followed by a number.
const WORDS: &[&str] = &[
    "infinite",
    "nodes",
    "depth",
    "movetime",
    "p1time",
    "wtime",
    "p2time",
    "btime",
    "p1inc",
    "winc",
    "p2inc",
    "binc",
    "movestogo",
];

/// What `go` asks for; times in milliseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// So many nodes.
    pub nodes: Option<u64>,
    /// So many plies deep.
    pub depth: Option<u32>,
    /// So long.
    pub movetime: Option<u64>,
    /// Until `stop`.
    pub infinite: bool,
    /// What is left on the clocks of First and Second.
    pub clock: [Option<u64>; 2],
    /// What a move adds to them.
    pub gain: [u64; 2],
    /// How many moves the clock must last for.
    pub moves: Option<u64>,
    /// Something could not be read: what is then without a limit is brief.
    pub garbled: bool,
}

impl Go {
    /// Reads the words after `go`, and passes over what it cannot read: the faults say what. Numbers that are too large are
    /// the largest there are.
    pub fn read(words: &[&str]) -> (Go, Vec<Fault>) {
        let (mut go, mut faults) = (Go::default(), Vec::new());
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
            } else if WORDS.contains(&word) {
                // Where the number is missing, the next word has a meaning of its own.
                let value = words.next_if(|next| !WORDS.contains(next)).unwrap_or_default();
                match number(value) {
                    Some(number) => go.set(word, number),
                    None => faults.push(Fault::new(
                        format!("go {word} : « {value} » n'est pas un nombre"),
                        format!("go {word}: \"{value}\" is not a number"),
                    )),
                }
            } else {
                faults.push(Fault::new(
                    format!("go : « {word} » est ignoré"),
                    format!("go: \"{word}\" is ignored"),
                ));
            }
        }
        go.garbled = !faults.is_empty();
        (go, faults)
    }

    /// Sets what a word of [`WORDS`] stands for.
    fn set(&mut self, word: &str, number: u64) {
        match word {
            "nodes" => self.nodes = Some(number.max(1)),
            "depth" => self.depth = Some(u32::try_from(number).unwrap_or(u32::MAX).max(1)),
            "movetime" => self.movetime = Some(number),
            "p1time" | "wtime" => self.clock[0] = Some(number),
            "p2time" | "btime" => self.clock[1] = Some(number),
            "p1inc" | "winc" => self.gain[0] = number,
            "p2inc" | "binc" => self.gain[1] = number,
            "movestogo" => self.moves = Some(number.max(1)),
            _ => {}
        }
    }

    /// Returns how long the side to move should think: the time asked for, or its share of the clock.
    pub fn time(&self, side: Side) -> Option<Duration> {
        let share = self.clock[side.index()].map(|left| {
            let wish = left / self.moves.unwrap_or(MOVES_TO_GO);
            let wish = wish.saturating_add(self.gain[side.index()] / 4 * 3);
            wish.min(left - RESERVE.min(left / 2))
        });
        let brief = (self.garbled && self.nodes.is_none() && self.depth.is_none()).then_some(BRIEF);
        let time = if self.infinite { None } else { self.movetime.or(share).or(brief) };
        time.map(|time| Duration::from_millis(time.max(1)))
    }

    /// Says whether nothing ends the search but `stop`.
    pub fn is_unbounded(&self, side: Side) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.time(side).is_none()
    }
}

/// Reads a whole number. Below zero it is zero: a clock may be there where the flag is not claimed.
fn number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Digits that are no number of ours are too many.
    Some(if text.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// A position to think about, and for how long.
pub struct UgiSearch {
    /// The position, with the line that led to it.
    pub session: Box<dyn Session>,
    /// When `go` came.
    pub begun: Instant,
    /// How long, from then on.
    pub time: Option<Duration>,
    /// How many nodes.
    pub nodes: u64,
    /// How many plies deep.
    pub depth: Option<u32>,
    /// How much to think, of what the other limits allow.
    pub effort: Effort,
    /// On how many threads.
    pub threads: usize,
    /// For whatever is drawn at random.
    pub rng: Rng,
    /// Set to end the search.
    pub stop: Arc<AtomicBool>,
}

impl UgiSearch {
    /// Thinks and returns the move; `tell` hears every line of progress.
    pub fn run(mut self, player: &mut dyn Player, tell: &dyn Fn(String)) -> String {
        let begun = self.begun;
        // Engines that do not deepen have no such limit of their own: their line's length is theirs.
        let deep = AtomicBool::new(false);
        let stop = || {
            let late = self.time.is_some_and(|time| begun.elapsed() >= time);
            late || self.stop.load(Ordering::Relaxed) || deep.load(Ordering::Relaxed)
        };
        let mut nodes = self.nodes;
        // A line that never gets so long must not keep it thinking for ever.
        if let Some(depth) = self.depth {
            nodes = nodes.min(8u64.saturating_pow(depth).saturating_mul(100_000));
        }
        let depth = self.depth.unwrap_or(u32::MAX);
        let limits = Limits { depth, threads: self.threads, stop: &stop, ..Limits::nodes(nodes) };
        let mut watch = |advice: &Advice| {
            if advice.depth >= depth {
                deep.store(true, Ordering::Relaxed);
            }
            tell(info(advice, 0, begun));
        };
        let choice = self.effort.choose(player, &*self.session, &limits, &mut self.rng, &mut watch);
        tell(info(&choice.advice, choice.at, begun));
        choice.text().to_string()
    }
}

/// Writes a line of progress about the move numbered `chosen`.
fn info(advice: &Advice, chosen: usize, begun: Instant) -> String {
    let best = &advice.moves[chosen];
    let score = match best.value {
        Value::Win(plies) => format!("win {plies}"),
        Value::Loss(plies) => format!("loss {plies}"),
        Value::Draw => "draw".to_string(),
        Value::Estimate(expected) => format!("cp {}", estimate(expected)),
    };
    let pv = advice.line(chosen).join(" ");
    let (nodes, depth, passed) = (advice.nodes, advice.depth, begun.elapsed());
    let speed = (nodes as f64 / passed.as_secs_f64().max(1e-6)) as u64;
    let time = passed.as_millis();
    format!("info depth {depth} nodes {nodes} nps {speed} time {time} score {score} pv {pv}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Go {
        let words: Vec<&str> = line.split(' ').collect();
        let (go, faults) = Go::read(&words);
        assert!(faults.is_empty() && !go.garbled, "{faults:?}");
        go
    }

    fn millis(go: &Go, side: Side) -> Option<u128> {
        go.time(side).map(|time| time.as_millis())
    }

    #[test]
    fn limits_are_read() {
        let go = read("nodes 100 depth 3 movetime 20");
        assert_eq!((go.nodes, go.depth, millis(&go, Side::First)), (Some(100), Some(3), Some(20)));
        assert!(read("infinite").is_unbounded(Side::First));
        assert_eq!(read("p1time 900 p2time 80 p1inc 7 p2inc 9"), read("wtime 900 btime 80 winc 7 binc 9"));
        for word in WORDS.iter().filter(|word| **word != "infinite") {
            assert_ne!(read(&format!("{word} 7")), Go::default(), "{word}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_passed_over() {
        for (line, nodes, time, count) in [
            ("ponder nodes 5", Some(5), None, 1),
            ("p1time nodes 3", Some(3), None, 1),
            ("nodes x depth 2", None, None, 1),
            ("movetime 1s p1time 1000", None, Some(40), 1),
            // What remains is no limit: the answer comes soon.
            ("nodes", None, Some(1000), 1),
            ("nodes x", None, Some(1000), 1),
            ("movetime 1.5", None, Some(1000), 1),
            ("nodes -", None, Some(1000), 1),
            ("mate 3", None, Some(1000), 2),
            ("p2time 1000 p1time -x", None, Some(1000), 1),
        ] {
            let words: Vec<&str> = line.split(' ').collect();
            let (go, faults) = Go::read(&words);
            assert_eq!((go.nodes, millis(&go, Side::First), faults.len()), (nodes, time, count), "{line}");
            assert!(!go.is_unbounded(Side::First), "{line}");
        }
        // Whoever says that he will stop it himself is believed.
        assert!(Go::read(&["infinite", "nodes", "x"]).0.is_unbounded(Side::First));
        assert!(read("nodes 5").time(Side::First).is_none());
    }

    #[test]
    fn numbers_that_are_too_large_are_the_largest() {
        for huge in ["99999999999999999999", "18446744073709551616", &"9".repeat(1000)] {
            let go = read(&format!("nodes {huge} depth {huge} p1time {huge} p1inc {huge} movestogo 1"));
            assert_eq!((go.nodes, go.depth), (Some(u64::MAX), Some(u32::MAX)));
            assert_eq!(go.time(Side::First), Some(Duration::from_millis(u64::MAX - RESERVE)));
            assert_eq!(millis(&read(&format!("p1time -{huge}")), Side::First), Some(1));
        }
        assert_eq!(read("nodes +5").nodes, Some(5));
    }

    #[test]
    fn a_clock_is_shared_between_the_moves_to_come() {
        let go = read("p1time 60000 p2time 25000 p1inc 1000 p2inc 0");
        assert_eq!(millis(&go, Side::First), Some(60_000 / 25 + 750));
        assert_eq!(millis(&go, Side::Second), Some(1000));
        assert_eq!(millis(&read("p1time 60000 movestogo 2"), Side::First), Some(30_000));
        // However little there is, some is left.
        assert_eq!(millis(&read("p1time 1000 p1inc 60000"), Side::First), Some(950));
        assert_eq!(millis(&read("p1time 1000 movestogo 1"), Side::First), Some(950));
        assert_eq!(millis(&read("p1time 10 p1inc 1000"), Side::First), Some(5));
        assert_eq!(millis(&read("p1time -5"), Side::First), Some(1));
        assert!(read("p1time 1000").is_unbounded(Side::Second));
        assert_eq!(millis(&read("movetime 70 p1time 1000"), Side::First), Some(70));
    }
}
