//! Matches: games in succession, seats exchanged, scores added.

use damier_core::{Outcome, Side};

/// When a match ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// After so many games.
    Games(u32),
    /// When a player's total reaches so many points.
    Points(i32),
}

/// A match between two players, A and B. A sits first in the first game, B in the second, and so on.
///
/// A game with a score adds each side's score; a game without adds 1, ½ or 0. Totals are kept in halves, so that they
/// are whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    format: Format,
    games: u32,
    halves: [i32; 2],
}

impl Match {
    /// Starts a match.
    pub fn new(format: Format) -> Match {
        Match { format, games: 0, halves: [0, 0] }
    }

    /// Returns how many games are over.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Returns the side that player A has in the next game.
    pub fn side_of_a(&self) -> Side {
        if self.games.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Takes note of the outcome of the next game. Does nothing once the match is over.
    pub fn record(&mut self, outcome: &Outcome) {
        if self.is_over() {
            return;
        }
        let points = |side: Side| match outcome.score {
            Some(score) => 2 * score[side.index()],
            None => (2.0 * outcome.verdict.value_for(side)) as i32,
        };
        let a = self.side_of_a();
        self.halves[0] += points(a);
        self.halves[1] += points(a.other());
        self.games += 1;
    }

    /// Returns the totals of A and B.
    pub fn totals(&self) -> [f64; 2] {
        self.halves.map(|halves| f64::from(halves) / 2.0)
    }

    /// Says whether the match is over.
    pub fn is_over(&self) -> bool {
        match self.format {
            Format::Games(games) => self.games >= games,
            Format::Points(points) => self.halves.iter().any(|&halves| halves >= 2 * points),
        }
    }

    /// Returns who won a match that is over: 0 for A, 1 for B, `None` for a tie or while it goes on.
    pub fn winner(&self) -> Option<usize> {
        let [a, b] = self.halves;
        (self.is_over() && a != b).then_some(usize::from(b > a))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RESIGNED;

    #[test]
    fn seats_are_exchanged_and_scores_added() {
        // RULES.md, Matches: "games in succession, seats exchanged each game, the scores added …, until a number of
        // games or a total is reached"
        let mut to_25 = Match::new(Format::Points(25));
        assert_eq!(to_25.side_of_a(), Side::First);
        to_25.record(&Outcome::scored([12, 0], &RESIGNED));
        assert_eq!(to_25.side_of_a(), Side::Second);
        to_25.record(&Outcome::scored([-5, 3], &RESIGNED));
        assert_eq!(to_25.totals(), [15.0, -5.0]);
        assert!(!to_25.is_over() && to_25.winner().is_none());
        to_25.record(&Outcome::scored([10, 0], &RESIGNED));
        assert!(to_25.is_over());
        assert_eq!(to_25.winner(), Some(0));
        to_25.record(&Outcome::scored([0, 90], &RESIGNED));
        assert_eq!(to_25.games(), 3, "nothing is added after the end");
    }

    #[test]
    fn games_without_a_score_give_one_a_half_or_nothing() {
        let mut two = Match::new(Format::Games(2));
        two.record(&Outcome::win(Side::Second, &RESIGNED));
        two.record(&Outcome::draw(&RESIGNED));
        assert_eq!(two.totals(), [0.5, 1.5]);
        assert_eq!(two.winner(), Some(1));
        let mut tied = Match::new(Format::Games(2));
        tied.record(&Outcome::win(Side::First, &RESIGNED));
        tied.record(&Outcome::win(Side::First, &RESIGNED));
        assert!(tied.is_over() && tied.winner().is_none());
    }
}
