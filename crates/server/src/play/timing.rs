//! The clocks of a game, derived from the times of its moves.

use damier_core::Seat;
use damier_store::Clock;

/// The data from which the clocks of a game are derived.
#[derive(Clone, Debug)]
pub struct Timing {
    /// The time for each seat.
    pub clock: Clock,
    /// When the moves were played, in milliseconds since 1970.
    pub times: Vec<i64>,
    /// The seats that played them.
    pub movers: Vec<Seat>,
    /// The seat whose turn it is; `None` once the game is over.
    pub turn: Option<Seat>,
    /// The number of seats.
    pub seats: usize,
}

impl Timing {
    /// Returns the milliseconds that each seat has left at the time `now`. The first move starts the clocks and costs no time;
    /// after it, the clock of the seat whose turn it is runs.
    pub fn left(&self, now: i64) -> Vec<i64> {
        let Timing { clock, times, movers, turn, seats } = self;
        let mut left = vec![i64::from(clock.whole) * 1000; *seats];
        for ply in 1..times.len() {
            left[movers[ply].index()] += i64::from(clock.bonus) * 1000 - (times[ply] - times[ply - 1]);
        }
        if let (Some(seat), Some(last)) = (turn, times.last()) {
            left[seat.index()] -= now - last;
        }
        left
    }

    /// Returns when the clock that runs runs out, in milliseconds since 1970; `None` if none runs.
    pub fn deadline(&self) -> Option<i64> {
        let last = *self.times.last()?;
        Some(last + self.left(last)[self.turn?.index()])
    }

    /// Returns the seat whose time is up at the time `now`, if any.
    pub fn out_of_time(&self, now: i64) -> Option<Seat> {
        self.turn.filter(|seat| self.left(now)[seat.index()] <= 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_from_the_first_move_and_bonuses_count() {
        let at = |times: &[i64], turn: Option<u8>| Timing {
            clock: Clock { whole: 60, bonus: 2 },
            times: times.to_vec(),
            movers: [Seat(0), Seat(1), Seat(0)][..times.len()].to_vec(),
            turn: turn.map(Seat),
            seats: 2,
        };
        assert_eq!(at(&[], Some(0)).left(99_000), [60_000, 60_000]);
        assert_eq!(at(&[5_000], Some(1)).left(6_500), [60_000, 58_500]);
        // Second took 10 s and got 2; First took 1 s and got 2.
        let third = at(&[5_000, 15_000, 16_000], Some(1));
        assert_eq!(third.left(16_000), [61_000, 52_000]);
        assert_eq!((third.left(69_000), third.out_of_time(69_000)), (vec![61_000, -1_000], Some(Seat(1))));
        assert_eq!((third.out_of_time(67_999), third.out_of_time(68_000)), (None, Some(Seat(1))));
        assert_eq!((third.deadline(), at(&[], Some(0)).deadline()), (Some(68_000), None));
        let over = at(&[5_000, 15_000, 16_000], None);
        assert_eq!((over.left(69_000), over.out_of_time(99_000)), (vec![61_000, 52_000], None));
        assert_eq!(over.deadline(), None);
    }
}
