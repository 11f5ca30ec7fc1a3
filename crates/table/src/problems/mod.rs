//! Problems: positions in which one move reaches a goal, and one alone; how they are made, proved and kept.

mod collect;
mod file;
mod make;
mod play;
mod problem;
mod prove;
mod recipe;

use damier_core::{Fault, Rng};

pub use collect::make_problems;
pub use file::{read_problems, write_problems};
pub use play::{play_by_uct, play_carefully, safest, thriftiest};
pub use problem::{Claim, Problem, Quest, Target, Unit};
pub use prove::{Flaw, FlawedProblem};
pub use recipe::{ChooseMove, Compose, Recipe, Source};

use crate::Entry;

/// What can be asked about a game's problems.
pub trait Problems: Send + Sync {
    /// Returns the problems that come with the game, of all its variants.
    fn shipped(&self) -> Vec<Problem>;

    /// Returns the variants that problems are made of.
    fn variants(&self) -> &'static [&'static str];

    /// Returns the quests that problems of this variant set.
    fn quests(&self) -> &[Quest];

    /// Returns what is proven of all problems of this game.
    fn claim(&self) -> Claim;

    /// Plays a game, or composes positions, and returns a problem from there that sets one of the quests wanted, if there is any.
    /// Its variant is left empty.
    fn make(&self, wanted: &[Quest], rng: &mut Rng) -> Option<Problem>;

    /// Proves a problem of this variant: that its solution reaches the goal in as many plies as it says and not in fewer, and
    /// what the claim says of all other moves.
    ///
    /// # Errors
    /// Says what is not so.
    fn check(&self, problem: &Problem) -> Result<(), FlawedProblem>;

    /// Returns the grade of a problem, 1 to 5.
    ///
    /// One point, one more from three own moves on and another from five on, and one each if plain UCT does not find the
    /// solution in 300 or in 3,000 random games. Where men are gained, the last two are for one try and for three: other first
    /// moves that one answer alone refutes. A solitaire has a point, and one more each from 7, 9, 11 and 13 moves on.
    ///
    /// # Errors
    /// If its position or its solution is none of this variant.
    fn grade(&self, problem: &Problem) -> Result<u8, Fault>;

    /// Returns the texts of a line from the problem's solution to its goal against the best defence.
    ///
    /// # Errors
    /// If its position is none of this variant.
    fn line(&self, problem: &Problem) -> Result<Vec<String>, Fault> {
        self.line_from(problem, &problem.position, problem.quest.plies)
    }

    /// Returns the texts of a line from a later position to the problem's goal against the best defence, in exactly so many
    /// plies; the line is empty if the problem's side is to move there and does not get so far.
    ///
    /// # Errors
    /// If one of the positions is none of this variant.
    fn line_from(&self, problem: &Problem, position: &str, plies: u32) -> Result<Vec<String>, Fault>;

    /// Says whether a later position has reached the problem's goal, or cannot any more since the game is over; `None` while
    /// it is open.
    ///
    /// # Errors
    /// If one of the positions is none of this variant.
    fn reached(&self, problem: &Problem, position: &str) -> Result<Option<bool>, Fault>;

    /// Returns the least text among the images of a position under the symmetries of the game: the same for all images.
    ///
    /// # Errors
    /// If it is no position of this variant.
    fn least_image(&self, position: &str) -> Result<String, Fault>;
}

/// Says that a game has no problems.
pub fn no_problems(entry: &Entry) -> Fault {
    let name = entry.name;
    Fault::new(
        format!("« {} » : pas de problèmes pour ce jeu", name.fr),
        format!("\"{}\": no problems for this game", name.en),
    )
}
