//! Matches: several games in succession between the same two players, who exchange seats after each.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use damier_core::{Fault, Lang, Outcome, Side, Text};

/// When a match is over.
///
/// ```
/// use damier_table::MatchRule;
///
/// let rule: MatchRule = "points:25".parse()?;
/// assert_eq!(rule, MatchRule::Points(25));
/// assert_eq!(rule.to_string(), "points:25");
/// assert!("best:4".parse::<MatchRule>().is_err(), "best of an odd number");
/// # Ok::<(), damier_core::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchRule {
    /// After so many games, an even number, since the two roles differ; the scores are added.
    Games(u32),
    /// When a player has so many points in all; the scores are added.
    Points(i32),
    /// When a player can no longer be caught up in so many games, an odd number; wins are counted.
    Best(u32),
}

impl MatchRule {
    /// The forms that are read, for messages.
    pub const FORMS: &str = "games:2, points:25, best:3";

    /// No match has more games than this, so that one in which nobody scores ends too.
    pub const MOST_GAMES: u32 = 99;

    /// Says the rule: "best of 3 games".
    pub fn say(self, lang: Lang) -> String {
        match (self, lang) {
            (MatchRule::Games(games), Lang::Fr) => {
                format!("{games} parties, les rôles échangés, les points ajoutés")
            }
            (MatchRule::Games(games), Lang::En) => {
                format!("{games} games, roles exchanged, points added")
            }
            (MatchRule::Points(points), Lang::Fr) => format!("le premier à {points} points"),
            (MatchRule::Points(points), Lang::En) => format!("first to {points} points"),
            (MatchRule::Best(games), Lang::Fr) => {
                format!("au meilleur des {games} parties")
            }
            (MatchRule::Best(games), Lang::En) => format!("best of {games} games"),
        }
    }
}

impl Display for MatchRule {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            MatchRule::Games(games) => write!(out, "games:{games}"),
            MatchRule::Points(points) => write!(out, "points:{points}"),
            MatchRule::Best(games) => write!(out, "best:{games}"),
        }
    }
}

impl FromStr for MatchRule {
    type Err = Fault;

    fn from_str(text: &str) -> Result<MatchRule, Fault> {
        let number = |number: &str, high: u32| number.parse().ok().filter(|found| (1..=high).contains(found));
        let rule = match text.split_once(':') {
            Some(("games", games)) => number(games, MatchRule::MOST_GAMES)
                .filter(|games| games.is_multiple_of(2))
                .map(MatchRule::Games),
            Some(("points", points)) => number(points, 1000).map(|points| MatchRule::Points(points as i32)),
            Some(("best", games)) => number(games, MatchRule::MOST_GAMES)
                .filter(|games| !games.is_multiple_of(2))
                .map(MatchRule::Best),
            _ => None,
        };
        rule.ok_or_else(|| {
            let forms = MatchRule::FORMS;
            Fault::new(
                format!("« {text} » n'est pas un match ; attendu : {forms} (games pair, best impair)"),
                format!("\"{text}\" is not a match; expected one of: {forms} (games even, best odd)"),
            )
        })
    }
}

/// The match that a game's sheet advises, and what its games are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SheetMatch {
    /// When it is over.
    pub rule: MatchRule,
    /// What the scores of the games are points of.
    pub counts: Counts,
    /// Why it is played so, in a few words.
    pub about: Text,
}

/// What is added up where a match adds points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Games: 1 for a win, ½ for a draw.
    Wins,
    /// The scores of the games. A game that is given up, or lost on time, has none: it is worth so many points to the winner,
    /// and none to the other.
    Scores {
        /// The most that the game can give.
        given_up: i32,
    },
}

/// What the two players of a match have, in halves of a point. The first one has the first seat in the first game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchScore(pub [i32; 2]);

impl MatchScore {
    /// Returns the player who has more, 0 or 1; `None` if they have as much.
    pub fn leader(self) -> Option<usize> {
        let [first, second] = self.0;
        (first != second).then_some(usize::from(second > first))
    }

    /// Writes what a player has: "2½".
    pub fn of(self, player: usize) -> String {
        let halves = self.0[player];
        let (sign, whole) = (if halves < 0 { "−" } else { "" }, halves.unsigned_abs() / 2);
        match (halves % 2 == 0, whole) {
            (true, _) => format!("{sign}{whole}"),
            (false, 0) => format!("{sign}½"),
            (false, _) => format!("{sign}{whole}½"),
        }
    }
}

/// How a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchState {
    /// There is another game to play.
    Running,
    /// This player has won.
    Won(usize),
    /// It is over, and nobody has won.
    Drawn,
}

/// A match: its rule, and the games that are over.
///
/// ```
/// use damier_core::Side;
/// use damier_table::{Counts, Match, MatchRule, MatchState};
///
/// let mut series = Match::new(MatchRule::Best(3), Counts::Wins);
/// series.add([2, 0]);
/// // Seats are exchanged: whoever sat first now sits second, and wins again.
/// assert_eq!(series.side_of(0), Side::Second);
/// series.add([0, 2]);
/// assert_eq!(series.state(), MatchState::Won(0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    rule: MatchRule,
    counts: Counts,
    score: MatchScore,
    games: u32,
}

impl Match {
    /// Begins a match. Where wins decide, scores do not count.
    pub fn new(rule: MatchRule, counts: Counts) -> Match {
        let counts = if matches!(rule, MatchRule::Best(_)) { Counts::Wins } else { counts };
        Match { rule, counts, score: MatchScore::default(), games: 0 }
    }

    /// Returns what a finished game is worth to the sides, in halves of a point.
    pub fn worth(&self, outcome: &Outcome) -> [i32; 2] {
        let wins = [Side::First, Side::Second].map(|side| (2.0 * outcome.verdict.value_for(side)) as i32);
        match (self.counts, outcome.score) {
            (Counts::Wins, _) => wins,
            (Counts::Scores { .. }, Some(score)) => score.map(|points| 2 * points),
            // A draw without a score was agreed on: both get nothing.
            (Counts::Scores { given_up }, None) => {
                wins.map(|halves| if halves == 2 { 2 * given_up } else { 0 })
            }
        }
    }

    /// Adds a game that is worth so much to its sides.
    pub fn add(&mut self, worth: [i32; 2]) {
        for player in 0..2 {
            self.score.0[player] += worth[self.side_of(player).index()];
        }
        self.games += 1;
    }

    /// Returns the rule.
    pub fn rule(&self) -> MatchRule {
        self.rule
    }

    /// Returns the number of games that are over.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Returns what the players have.
    pub fn score(&self) -> MatchScore {
        self.score
    }

    /// Returns the side of a player in the game that is played now, or would be.
    pub fn side_of(&self, player: usize) -> Side {
        Match::side_in(self.games, player)
    }

    /// Returns the side of a player in a game, both counted from 0.
    pub fn side_in(game: u32, player: usize) -> Side {
        if (game as usize + player).is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Says how the match stands.
    pub fn state(&self) -> MatchState {
        let [first, second] = self.score.0;
        let over = match self.rule {
            MatchRule::Games(games) => self.games >= games,
            // If both get there in one game, the higher total wins, and equal ones play on.
            MatchRule::Points(points) => first.max(second) >= 2 * points && first != second,
            MatchRule::Best(games) => {
                self.games >= games || (first - second).unsigned_abs() > 2 * (games - self.games)
            }
        };
        match self.score.leader() {
            _ if !over && self.games < MatchRule::MOST_GAMES => MatchState::Running,
            Some(leader) => MatchState::Won(leader),
            None => MatchState::Drawn,
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_core::Reason;

    use super::*;

    static END: Reason = Reason::new("end", "Fin", "End");

    /// Plays outcomes one after the other, as they came for First and Second.
    fn played(mut series: Match, outcomes: &[Outcome]) -> Match {
        for outcome in outcomes {
            assert_eq!(series.state(), MatchState::Running);
            series.add(series.worth(outcome));
        }
        series
    }

    fn scored(first: i32, second: i32) -> Outcome {
        Outcome::scored([first, second], &END)
    }

    fn won(side: Side) -> Outcome {
        Outcome::win(side, &END)
    }

    const LENTILS: Counts = Counts::Scores { given_up: 16 };

    #[test]
    fn lentils_of_both_games_are_added_with_the_roles_exchanged() {
        // docs/rules.md, section 3: "roles are exchanged after each game and the lentils of both games are added".
        // The first player takes 12 as White, then 5 as Black: 17 of the 32, though each colour won once.
        let series = played(Match::new(MatchRule::Games(2), LENTILS), &[scored(12, 4), scored(11, 5)]);
        assert_eq!(series.score(), MatchScore([2 * (12 + 5), 2 * (4 + 11)]));
        assert_eq!(series.state(), MatchState::Won(0));
        // White wins both games alike, and nobody the match.
        let series = played(Match::new(MatchRule::Games(2), LENTILS), &[scored(14, 2), scored(14, 2)]);
        assert_eq!((series.score(), series.state()), (MatchScore([32, 32]), MatchState::Drawn));
    }

    #[test]
    fn the_long_version_ends_at_25() {
        // The sheet of La néo-pettie: "version longue : il s'agit alors d'être le premier à totaliser 25".
        let rule = Match::new(MatchRule::Points(25), Counts::Scores { given_up: 20 });
        // 13, then a blocked game in which he loses 5 as Second, then 17 as First: 13 - 5 + 17 = 25.
        let series = played(rule.clone(), &[scored(13, 0), scored(6, -5), scored(17, 0)]);
        assert_eq!(series.score(), MatchScore([50, 12]));
        assert_eq!(series.state(), MatchState::Won(0));
        let series = played(rule.clone(), &[scored(13, 0), scored(0, 11)]);
        assert_eq!((series.score().of(0), series.state()), ("24".to_string(), MatchState::Running));
        // A game given up is worth the most that the first case of the sheet can give: all twenty men.
        let series = played(rule, &[won(Side::Second), won(Side::First)]);
        assert_eq!((series.score(), series.state()), (MatchScore([0, 80]), MatchState::Won(1)));
    }

    #[test]
    fn a_draw_that_was_agreed_on_scores_nothing() {
        let series = Match::new(MatchRule::Games(2), LENTILS);
        assert_eq!(series.worth(&Outcome::draw(&END)), [0, 0]);
        let wins = Match::new(MatchRule::Games(2), Counts::Wins);
        assert_eq!(wins.worth(&Outcome::draw(&END)), [1, 1]);
    }

    #[test]
    fn the_best_of_three_ends_when_nobody_can_catch_up() {
        let rule = Match::new(MatchRule::Best(3), LENTILS);
        // The first player wins as First, then as Second. Scores do not count.
        let series = played(rule.clone(), &[scored(9, 7), scored(0, 16)]);
        assert_eq!((series.score(), series.state()), (MatchScore([4, 0]), MatchState::Won(0)));
        let series = played(rule.clone(), &[won(Side::First), won(Side::First)]);
        assert_eq!((series.score(), series.state()), (MatchScore([2, 2]), MatchState::Running));
        // One and a half against a half: a single game cannot turn that round, only even it.
        let series = played(rule.clone(), &[won(Side::First), Outcome::draw(&END)]);
        assert_eq!((series.score().of(0), series.score().of(1)), ("1½".to_string(), "½".to_string()));
        assert_eq!(series.state(), MatchState::Running);
        let series = played(rule, &[won(Side::First), Outcome::draw(&END), won(Side::Second)]);
        assert_eq!((series.score(), series.state()), (MatchScore([3, 3]), MatchState::Drawn));
    }

    #[test]
    fn a_match_in_which_nobody_scores_ends() {
        let mut series = Match::new(MatchRule::Points(25), Counts::Scores { given_up: 20 });
        for _ in 0..MatchRule::MOST_GAMES {
            assert_eq!(series.state(), MatchState::Running);
            series.add([-10, -10]);
        }
        assert_eq!(series.state(), MatchState::Drawn);
    }

    #[test]
    fn rules_come_back_and_others_are_refused() {
        for text in ["games:2", "points:25", "best:3", "best:1", "games:98", "best:99"] {
            assert_eq!(text.parse::<MatchRule>().map(|rule| rule.to_string()).as_deref(), Ok(text));
        }
        for wrong in [
            "",
            "best",
            "best:2",
            "games:3",
            "games:0",
            "points:0",
            "points:-3",
            "best:101",
            "best:x",
            "to:3",
        ] {
            assert!(wrong.parse::<MatchRule>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn halves_are_written_as_such() {
        let score = MatchScore([5, -3]);
        assert_eq!([score.of(0), score.of(1)], ["2½", "−1½"]);
        assert_eq!(MatchScore([1, -1]).of(0), "½");
        assert_eq!(MatchScore([1, -1]).of(1), "−½");
    }
}
