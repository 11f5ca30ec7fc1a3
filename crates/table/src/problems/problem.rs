//! A problem and what is claimed of it.

use damier_core::Text;

/// What is proven of the moves other than the solution of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// None of them wins, however long it takes.
    Ever,
    /// None of them forces a win within as many plies as the solution.
    Within,
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
        }
    }

    /// Returns `only-win` or `only-win-within`, as in the command line's JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Claim::Ever => "only-win",
            Claim::Within => "only-win-within",
        }
    }
}

/// A problem: the side to move wins by force, and only one first move does it.
///
/// ```
/// use damier_table::read_problems;
///
/// // Grade, plies, solution, variant and position, as in the file that comes with a game.
/// let problems = read_problems("2 3 a2b2b3b4/d3-d4 - bbw./.bwn/.bww/..n. b\n")?;
/// let problem = &problems[0];
/// assert_eq!((problem.grade, problem.plies, problem.own_moves()), (2, 3, 2));
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
    /// Against the best defence the game is won in exactly so many plies, the last one included.
    pub plies: u32,
    /// The text of the only first move.
    pub solution: String,
    /// How hard it is, 1 to 5.
    pub grade: u8,
}

impl Problem {
    /// Returns how many moves the winner makes where the players alternate.
    pub fn own_moves(&self) -> u32 {
        self.plies.div_ceil(2)
    }
}
