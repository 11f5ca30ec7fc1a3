//! A problem, what it asks for and what is claimed of it.

use damier_core::{Lang, Text};

/// What is proven of the moves other than the solution of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// None of them wins, however long it takes.
    Ever,
    /// None of them forces a win within as many plies as the solution.
    Within,
    /// None of them reaches the goal of its problem within as many plies as the solution.
    Goal,
}

impl Claim {
    /// Returns the claim in words.
    pub const fn text(self) -> Text {
        match self {
            Claim::Ever => Text::new("le seul coup qui gagne", "the only move that wins"),
            Claim::Within => Text::new(
                "le seul coup qui force le gain en aussi peu de coups",
                "the only move that forces a win in so few moves",
            ),
            Claim::Goal => Text::new(
                "le seul coup qui mène au but en aussi peu de coups",
                "the only move that reaches the goal in so few moves",
            ),
        }
    }

    /// Returns `only-win`, `only-win-within` or `only-goal-within`, as in the command line's JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Claim::Ever => "only-win",
            Claim::Within => "only-win-within",
            Claim::Goal => "only-goal-within",
        }
    }
}

/// What can be gained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Men that are captured.
    Men,
    /// Lentils.
    Lentils,
}

impl Unit {
    /// All units.
    pub const ALL: [Unit; 2] = [Unit::Men, Unit::Lentils];

    /// Returns the word in the file of problems: `men` or `lentils`.
    pub const fn code(self) -> &'static str {
        match self {
            Unit::Men => "men",
            Unit::Lentils => "lentils",
        }
    }

    /// Writes a number of them: "1 man", "2 men".
    pub fn count(self, count: u32, lang: Lang) -> String {
        let word = match (self, lang, count) {
            (Unit::Men, Lang::Fr, 1) => "pion",
            (Unit::Men, Lang::Fr, _) => "pions",
            (Unit::Men, Lang::En, 1) => "man",
            (Unit::Men, Lang::En, _) => "men",
            (Unit::Lentils, Lang::Fr, 1) => "lentille",
            (Unit::Lentils, Lang::Fr, _) => "lentilles",
            (Unit::Lentils, Lang::En, 1) => "lentil",
            (Unit::Lentils, Lang::En, _) => "lentils",
        };
        format!("{count} {word}")
    }
}

/// What a problem asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// To win by force in so many plies.
    Win,
    /// To gain by force at least so many more than the opponent, in so many plies, the opponent's last answer included.
    Gain(Unit, u32),
    /// To solve a solitaire in so many moves.
    Solve,
    /// To find the one move that wins, however long the win then takes.
    Find,
}

impl Target {
    /// Returns what the goal is called in the command line's JSON and, but for the units, in the file of problems: `win`,
    /// `gain`, `solve` or `find`.
    pub const fn code(self) -> &'static str {
        match self {
            Target::Win => "win",
            Target::Gain(..) => "gain",
            Target::Solve => "solve",
            Target::Find => "find",
        }
    }
}

/// A goal, and the number of plies in which it is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quest {
    /// What is to be reached.
    pub goal: Target,
    /// Against the best defence it takes exactly so many plies, the last one included.
    pub plies: u32,
}

impl Quest {
    /// Makes the quest to win in so many plies.
    pub const fn win(plies: u32) -> Quest {
        Quest { goal: Target::Win, plies }
    }

    /// Reads a quest as the file of problems has it: `7`, `7:solve`, `7:find`, `4:men=2`.
    pub(super) fn read(text: &str) -> Option<Quest> {
        let (plies, goal) = text.split_once(':').unwrap_or((text, Target::Win.code()));
        let gain = || {
            let (unit, least) = goal.split_once('=')?;
            let unit = Unit::ALL.into_iter().find(|known| known.code() == unit)?;
            Some(Target::Gain(unit, least.parse().ok().filter(|&least| least > 0)?))
        };
        let plain = [Target::Win, Target::Solve, Target::Find].into_iter().find(|known| known.code() == goal);
        Some(Quest { goal: plain.or_else(gain)?, plies: plies.parse().ok().filter(|&plies| plies > 0)? })
    }

    /// Writes a quest as [`Quest::read`] reads it.
    pub(super) fn text(self) -> String {
        match self.goal {
            Target::Win => self.plies.to_string(),
            Target::Gain(unit, least) => format!("{}:{}={least}", self.plies, unit.code()),
            Target::Solve | Target::Find => format!("{}:{}", self.plies, self.goal.code()),
        }
    }
}

/// A problem: the side to move reaches a goal by force, mostly wins, and only one first move does it.
///
/// ```
/// use damier_table::{Quest, read_problems};
///
/// // Grade, quest, solution, variant and position, as in the file that comes with a game.
/// let problems = read_problems("2 3 a2b2b3b4/d3-d4 - bbw./.bwn/.bww/..n. b\n")?;
/// let problem = &problems[0];
/// assert_eq!((problem.grade, problem.quest, problem.own_moves()), (2, Quest::win(3), 2));
///
/// let game = damier_games::entry("crosses")?.variant(&problem.variant)?;
/// let crosses = game.problems().expect("Crosses has problems");
/// assert_eq!(crosses.check(problem), Ok(()), "the solution wins, and nothing else does");
/// assert_eq!(crosses.line(problem)?[0], problem.solution);
/// # Ok::<(), damier_core::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The variant, as what follows the colon of a spec; empty for the default.
    pub variant: String,
    /// The text of the position.
    pub position: String,
    /// What is asked for, and in how many plies.
    pub quest: Quest,
    /// The text of the only first move.
    pub solution: String,
    /// How hard it is, 1 to 5.
    pub grade: u8,
}

impl Problem {
    /// Returns how many moves the solver makes: all those of a solitaire, and those of one side where the players alternate.
    pub fn own_moves(&self) -> u32 {
        match self.quest.goal {
            Target::Solve => self.quest.plies,
            _ => self.quest.plies.div_ceil(2),
        }
    }
}
