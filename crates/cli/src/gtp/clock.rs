//! The clocks of `gtp`: what they leave for a move.

use std::time::Duration;

use damier_core::Side;

/// How many more moves a game is thought to take.
const MOVES_TO_GO: f64 = 20.0;
/// The part of its time that a move takes: the rest is for its way to whoever holds the clock.
const PART: f64 = 0.95;
/// The least a move takes, in seconds.
const LEAST: f64 = 0.001;
/// The most a clock shows, in seconds: eleven days.
const MOST: f64 = 1e6;

/// What is left on a clock, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Left {
    /// For the game.
    Game(f64),
    /// For the next stone.
    Stone(f64),
}

/// The clocks of First and Second.
#[derive(Debug, Default)]
pub struct GtpClock {
    /// The main time of a game, by `time_settings`; nothing: no limit.
    main: Option<f64>,
    /// What a stone has once the main time is over.
    overtime: f64,
    left: [Option<Left>; 2],
}

impl GtpClock {
    /// Takes note of `time_settings`: the main time, the overtime, and for how many stones that is. Neither time, or an
    /// overtime for no stones, is no limit. Returns `None` if these are no numbers.
    pub fn set(&mut self, main: &str, overtime: &str, stones: &str) -> Option<()> {
        let (main, overtime, stones) = (seconds(main)?, seconds(overtime)?, stones.parse::<u32>().ok()?);
        let endless = (stones == 0 && overtime > 0.0) || main + overtime <= 0.0;
        self.main = (!endless).then_some(main);
        self.overtime = if stones > 0 { overtime / f64::from(stones) } else { 0.0 };
        self.restart();
        Some(())
    }

    /// Takes note of `time_left`: so much time for so many stones; 0 stones: for the game. Returns `None` if these are no
    /// numbers.
    pub fn tell(&mut self, side: Side, time: &str, stones: &str) -> Option<()> {
        let (time, stones) = (seconds(time)?, stones.parse::<u32>().ok()?);
        let left = if stones > 0 { Left::Stone(time / f64::from(stones)) } else { Left::Game(time) };
        self.left[side.index()] = Some(left);
        Some(())
    }

    /// Puts the clocks back, for a new game.
    pub fn restart(&mut self) {
        self.left = [self.main.map(Left::Game); 2];
    }

    /// Takes the time of a move off a clock, until `time_left` says it better.
    pub fn spend(&mut self, side: Side, time: Duration) {
        if let Some(Left::Game(left)) = &mut self.left[side.index()] {
            *left = (*left - time.as_secs_f64()).max(0.0);
        }
    }

    /// Returns how long a move may take; `None`: as long as one likes.
    pub fn share(&self, side: Side) -> Option<Duration> {
        let share = match self.left[side.index()]? {
            // Whoever uses the main time up still has the overtime.
            Left::Game(time) => (time / MOVES_TO_GO).max(self.overtime),
            Left::Stone(time) => time,
        };
        Some(Duration::from_secs_f64((share * PART).max(LEAST)))
    }
}

/// Reads a time in seconds, from 0 on.
fn seconds(text: &str) -> Option<f64> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0)?;
    Some(seconds.min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(main: &str, overtime: &str, stones: &str) -> GtpClock {
        let mut clock = GtpClock::default();
        assert!(clock.set(main, overtime, stones).is_some(), "{main} {overtime} {stones}");
        clock
    }

    fn millis(clock: &GtpClock, side: Side) -> Option<u128> {
        clock.share(side).map(|share| share.as_millis())
    }

    #[test]
    fn settings_are_shared_between_the_moves() {
        // A twentieth of the main time, or the overtime of a stone, less a twentieth of that.
        assert_eq!(millis(&set("60", "0", "0"), Side::First), Some(2850));
        assert_eq!(millis(&set("0", "30", "5"), Side::Second), Some(5700));
        assert_eq!(millis(&set("60", "30", "5"), Side::First), Some(5700));
        assert_eq!(millis(&set("600", "30", "30"), Side::First), Some(28_500));
        // An overtime for no stones is no limit (GTP 2, section 4.2); neither is no time at all (ours: nobody could move).
        for [main, overtime, stones] in [["0", "0", "0"], ["0", "1", "0"], ["60", "1", "0"], ["0", "0", "5"]]
        {
            assert_eq!(set(main, overtime, stones).share(Side::First), None, "{main} {overtime} {stones}");
        }
        assert_eq!(millis(&set("1e300", "0", "0"), Side::First), Some(47_500_000));
        for [main, overtime, stones] in
            [["x", "0", "0"], ["-1", "0", "0"], ["nan", "0", "0"], ["1", "inf", "1"], ["1", "1", "1.5"]]
        {
            let mut clock = GtpClock::default();
            assert_eq!(clock.set(main, overtime, stones), None, "{main} {overtime} {stones}");
        }
    }

    #[test]
    fn clocks_run_until_they_are_told_otherwise() {
        let mut clock = set("60", "0", "0");
        clock.spend(Side::First, Duration::from_secs(20));
        assert_eq!([Side::First, Side::Second].map(|side| millis(&clock, side)), [Some(1900), Some(2850)]);
        clock.spend(Side::First, Duration::from_secs(90));
        assert_eq!(millis(&clock, Side::First), Some(1));
        assert!(
            clock.tell(Side::First, "10", "5").is_some() && clock.tell(Side::Second, "10", "0").is_some()
        );
        assert_eq!([Side::First, Side::Second].map(|side| millis(&clock, side)), [Some(1900), Some(475)]);
        assert!(clock.tell(Side::First, "-1", "0").is_none() && clock.tell(Side::First, "1", "").is_none());
        clock.restart();
        assert_eq!(millis(&clock, Side::First), Some(2850));
        // Nobody said anything: nothing is known.
        let mut clock = GtpClock::default();
        clock.spend(Side::First, Duration::from_secs(5));
        assert_eq!(clock.share(Side::First), None);
    }
}
