//! The command `go` of UGI: how long to think, and the thinking itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use damier_core::{Fault, Rng, Side};
use damier_search::{Limits, Value, estimate};
use damier_table::{Advice, Level, Player, Session, choose};

/// How many more moves a game is thought to take, where nobody says it.
const MOVES_TO_GO: u64 = 25;
/// What is left on the clock in any case, for the way of the move to whoever holds the clock.
const RESERVE: u64 = 50;

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
}

impl Go {
    /// Reads the words after `go`; returns those it does not know as well.
    ///
    /// # Errors
    /// Says which number is missing or wrong.
    pub fn read<'a>(words: &[&'a str]) -> Result<(Go, Vec<&'a str>), Fault> {
        let (mut go, mut unknown) = (Go::default(), Vec::new());
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().unwrap_or_default();
                // A clock may be below zero where the flag is not claimed.
                let read = value.parse::<i64>().map(|number| number.max(0).unsigned_abs());
                read.map_err(|_| {
                    Fault::new(
                        format!("go {word} : « {value} » n'est pas un nombre"),
                        format!("go {word}: \"{value}\" is no number"),
                    )
                })
            };
            match word {
                "nodes" => go.nodes = Some(number()?.max(1)),
                "depth" => go.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX).max(1)),
                "movetime" => go.movetime = Some(number()?),
                "infinite" => go.infinite = true,
                "p1time" | "wtime" => go.clock[0] = Some(number()?),
                "p2time" | "btime" => go.clock[1] = Some(number()?),
                "p1inc" | "winc" => go.gain[0] = number()?,
                "p2inc" | "binc" => go.gain[1] = number()?,
                "movestogo" => go.moves = Some(number()?.max(1)),
                _ => unknown.push(word),
            }
        }
        Ok((go, unknown))
    }

    /// Returns how long the side to move should think: the time asked for, or its share of the clock.
    pub fn time(&self, side: Side) -> Option<Duration> {
        let share = self.clock[side.index()].map(|left| {
            let wish = left / self.moves.unwrap_or(MOVES_TO_GO) + self.gain[side.index()] / 4 * 3;
            wish.min(left - RESERVE.min(left / 2))
        });
        let time = if self.infinite { None } else { self.movetime.or(share) };
        time.map(|time| Duration::from_millis(time.max(1)))
    }

    /// Says whether nothing ends the search but `stop`.
    pub fn is_unbounded(&self, side: Side) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.time(side).is_none()
    }
}

/// A position to think about, and for how long.
pub struct Job {
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
    /// The level to play at, and whether it sees wins in one; nothing: as well as can be.
    pub level: Option<(Level, bool)>,
    /// On how many threads.
    pub threads: usize,
    /// For whatever is drawn at random.
    pub rng: Rng,
    /// Set to end the search.
    pub stop: Arc<AtomicBool>,
}

impl Job {
    /// Thinks and returns the move; `tell` hears every line of progress.
    pub fn run(mut self, player: &mut dyn Player, tell: &dyn Fn(String)) -> String {
        let (begun, seed) = (self.begun, self.rng.bits());
        // Engines that do not deepen have no such limit of their own: their line's length is theirs.
        let deep = AtomicBool::new(false);
        let stop = || {
            let late = self.time.is_some_and(|time| begun.elapsed() >= time);
            late || self.stop.load(Ordering::Relaxed) || deep.load(Ordering::Relaxed)
        };
        let mut nodes = self.nodes;
        let mut even = false;
        if let Some((level, _)) = self.level {
            nodes = nodes.min(level.nodes);
            even = level.is_even();
        }
        // A line that never gets so long must not keep it thinking for ever.
        if let Some(depth) = self.depth {
            nodes = nodes.min(8u64.saturating_pow(depth).saturating_mul(100_000));
        }
        let depth = self.depth.unwrap_or(u32::MAX);
        let limits = Limits { nodes, depth, even, threads: self.threads, seed, stop: &stop };
        let advice = player.think(&*self.session, &limits, &mut |advice| {
            if advice.depth >= depth {
                deep.store(true, Ordering::Relaxed);
            }
            tell(info(advice, 0, begun));
        });
        let chosen = match self.level {
            Some((level, sees_wins)) => choose(&advice, level.noise, sees_wins, &mut self.rng),
            None => 0,
        };
        tell(info(&advice, chosen, begun));
        advice.moves[chosen].text.clone()
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
    // A level that errs does not play the line that it thinks best.
    let pv = if chosen == 0 { advice.pv.join(" ") } else { best.text.clone() };
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
        let (go, unknown) = Go::read(&words).expect("well-formed");
        assert!(unknown.is_empty(), "{unknown:?}");
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
        let (go, unknown) = Go::read(&["ponder", "nodes", "5"]).expect("what is unknown is passed over");
        assert_eq!((go.nodes, unknown), (Some(5), vec!["ponder"]));
        for wrong in [&["nodes"][..], &["nodes", "x"], &["movetime", "1s"], &["p1time", "nodes", "3"]] {
            assert!(Go::read(wrong).is_err(), "{wrong:?}");
        }
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
