//! Problems, in which the reader finds the only move that wins.

mod board;
mod date;
pub mod day;
pub mod hint;
pub mod judge;
mod list;
pub mod page;
mod words;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use damier_core::Fault;
use damier_table::{AnyGame, Claim, Entry, Problem, Problems, Spec, no_problems};

use crate::app::App;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/problems", get(list::games))
        .route("/problems/random", get(list::random_game))
        .route("/problems/day", get(day::today))
        .route("/problems/day/{date}", get(day::of_date))
        .route("/problems/{game}", get(list::problems))
        .route("/problems/{game}/random", get(list::random))
        .route("/problems/{game}/{number}", get(page::page))
        .route("/problems/{game}/{number}/board/{mark}", get(board::board))
        .route("/problems/{game}/{number}/try", get(page::attempt))
        .route("/problems/{game}/{number}/hint", get(page::hint))
        .route("/problems/{game}/{number}/solution", get(page::solution))
}

/// The hardest grade.
const HARDEST: u8 = 5;

/// The problems of a game.
struct ProblemSet {
    entry: &'static Entry,
    claim: Claim,
    problems: Vec<Problem>,
}

impl ProblemSet {
    /// Returns the problems of the game with this id.
    ///
    /// # Errors
    /// If there is no such game, or it has no problems.
    fn of(app: &App, id: &str) -> Result<ProblemSet, Fault> {
        let entry = damier_games::entry(id)?;
        let game = app.games.open(&Spec::with_variant(entry.id, "")?)?;
        let prover = game.problems().ok_or_else(|| no_problems(entry))?;
        Ok(ProblemSet { entry, claim: prover.claim(), problems: prover.shipped() })
    }

    /// Returns the problem with this number, from 1, with its game.
    ///
    /// # Errors
    /// If there is none.
    fn find(&self, app: &App, number: &str) -> Result<NumberedProblem, Fault> {
        let place = number.parse::<usize>().ok().filter(|number| (1..=self.problems.len()).contains(number));
        let number = place.ok_or_else(|| {
            let most = self.problems.len();
            Fault::new(
                format!("« {number} » : les problèmes vont de 1 à {most}."),
                format!("\"{number}\": the problems go from 1 to {most}."),
            )
        })?;
        let problem = self.problems[number - 1].clone();
        let game = app.games.open(&Spec::with_variant(self.entry.id, &problem.variant)?)?;
        Ok(NumberedProblem { entry: self.entry, claim: self.claim, number, problem, game })
    }

    /// Returns the numbers of the problems of a grade, or of all.
    fn numbers(&self, grade: Option<u8>) -> Vec<usize> {
        let fits = |problem: &Problem| grade.is_none_or(|grade| problem.grade == grade);
        (1..).zip(&self.problems).filter(|(_, problem)| fits(problem)).map(|(number, _)| number).collect()
    }
}

/// A problem with its number and its game.
#[derive(Clone)]
struct NumberedProblem {
    entry: &'static Entry,
    claim: Claim,
    /// Its number among the game's problems, from 1.
    number: usize,
    problem: Problem,
    /// The game, in the problem's variant.
    game: Arc<dyn AnyGame>,
}

impl NumberedProblem {
    fn prover(&self) -> Result<&dyn Problems, Fault> {
        self.game.problems().ok_or_else(|| no_problems(self.entry))
    }

    /// Sets up the problem and plays these moves.
    fn attempt(&self, moves: &[&str]) -> Result<judge::Attempt<'_>, Fault> {
        judge::Attempt::new(&*self.game, self.prover()?, &self.problem, moves)
    }

    fn address(&self) -> String {
        format!("/problems/{}/{}", self.entry.id, self.number)
    }
}
