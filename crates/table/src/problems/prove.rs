//! Proofs of problems, over all moves of both sides.

use damier_core::{Fault, Game, Rng};
use damier_search::{FOREVER, Mate, Value};
use thiserror::Error;

use super::{Claim, Problem, Problems, read_problems};
use crate::{Kit, Recipe};

/// A problem that is not what it claims to be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{spec}: {}: {} in {}: {flaw}", problem.position, problem.solution, problem.plies)]
pub struct FlawedProblem {
    /// The game and variant.
    pub spec: String,
    /// The problem.
    pub problem: Box<Problem>,
    /// What is wrong with it.
    #[source]
    pub flaw: Flaw,
}

/// What is wrong with a problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// Its position or its solution is none of the game's.
    #[error(transparent)]
    Text(#[from] Fault),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is won in fewer plies than it says.
    #[error("it is won in fewer plies")]
    Shorter,
    /// Its solution does not win.
    #[error("the solution does not win")]
    NoWin,
    /// Another move wins too.
    #[error("{0} wins too")]
    OtherWin(String),
    /// The proof takes more positions than the recipe allows.
    #[error("too much for the limit")]
    TooMuch,
}

impl<G: Game> Kit<G> {
    pub(super) fn recipe(&self) -> &Recipe<G> {
        self.recipe.as_ref().expect("only kits with a recipe are asked about problems")
    }

    pub(super) fn mate(&self, position: &G::Position) -> Mate<'_, G> {
        let recipe = self.recipe();
        Mate::new(&self.game, self.game.side_to_move(position), recipe.insight, recipe.nodes)
    }

    /// Says whether the side that just moved wins at all; `None` if the search has no nodes left.
    pub(super) fn wins_ever(
        &self,
        mate: &mut Mate<G>,
        before: &G::Position,
        after: &G::Position,
    ) -> Option<bool> {
        let Some(value) = self.known_value(after) else { return mate.within(after, FOREVER) };
        let turn = self.game.side_to_move(before) != self.game.side_to_move(after);
        Some(matches!(value.one_ply_earlier(turn), Value::Win(_)))
    }

    /// Looks for what is wrong with a problem.
    fn find_flaw(&self, problem: &Problem) -> Result<(), Flaw> {
        let game = &self.game;
        let position = game.parse_position(&problem.position)?;
        if game.outcome(&position).is_some() {
            return Err(Flaw::Over);
        }
        let solution = game.parse_move(&position, &problem.solution)?;
        let mut mate = self.mate(&position);
        if mate.within(&position, problem.plies - 1).ok_or(Flaw::TooMuch)? {
            return Err(Flaw::Shorter);
        }
        for mv in game.moves(&position) {
            let after = game.after(&position, mv);
            let won = if mv == solution || self.claim() == Claim::Within {
                mate.within(&after, problem.plies - 1)
            } else {
                self.wins_ever(&mut mate, &position, &after)
            };
            match (won.ok_or(Flaw::TooMuch)?, mv == solution) {
                (false, true) => return Err(Flaw::NoWin),
                (true, false) => return Err(Flaw::OtherWin(game.move_text(&position, mv))),
                _ => {}
            }
        }
        Ok(())
    }
}

impl<G: Game> Problems for Kit<G> {
    fn shipped(&self) -> Vec<Problem> {
        read_problems(self.recipe().file).expect("the file of problems is well-formed")
    }

    fn variants(&self) -> &'static [&'static str] {
        self.recipe().variants
    }

    fn plies(&self) -> &'static [u32] {
        self.recipe().plies
    }

    fn claim(&self) -> Claim {
        self.recipe().claim
    }

    fn make(&self, wanted: &[u32], rng: &mut Rng) -> Option<Problem> {
        self.make_problem(wanted, rng)
    }

    fn check(&self, problem: &Problem) -> Result<(), FlawedProblem> {
        let flawed =
            |flaw| FlawedProblem { spec: self.spec.to_string(), problem: Box::new(problem.clone()), flaw };
        self.find_flaw(problem).map_err(flawed)
    }

    fn grade(&self, problem: &Problem) -> Result<u8, Fault> {
        let position = self.game.parse_position(&problem.position)?;
        let solution = self.game.parse_move(&position, &problem.solution)?;
        Ok(self.grade_of(&position, problem.plies, solution))
    }

    fn line(&self, problem: &Problem) -> Result<Vec<String>, Fault> {
        let mut position = self.game.parse_position(&problem.position)?;
        let line = self.mate(&position).line(&position, problem.plies);
        let play = |mv| {
            let text = self.game.move_text(&position, mv);
            self.game.play(&mut position, mv);
            text
        };
        Ok(line.into_iter().map(play).collect())
    }

    fn least_image(&self, position: &str) -> Result<String, Fault> {
        let position = self.game.parse_position(position)?;
        let images = (0..self.game.symmetries()).map(|symmetry| self.game.transform(&position, symmetry));
        Ok(images.map(|image| self.game.position_text(&image)).min().expect("the identity is a symmetry"))
    }
}
