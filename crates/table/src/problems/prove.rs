//! Proofs of problems, over all moves of both sides.

use damier_core::{Fault, Game, Rng};
use damier_search::{FOREVER, Mate, Value};
use thiserror::Error;

use super::{Claim, Problem, Problems, Quest, Target, read_problems};
use crate::{Kit, Recipe};

/// A problem that is not what it claims to be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{spec}: {}: {} in {}: {flaw}", problem.position, problem.solution, problem.quest.text())]
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
    /// Its goal is reached in fewer plies than it says.
    #[error("its goal is reached in fewer plies")]
    Shorter,
    /// Its solution does not reach the goal.
    #[error("the solution does not reach the goal")]
    NoWin,
    /// Another move reaches the goal too.
    #[error("{0} reaches the goal too")]
    OtherWin(String),
    /// Its goal is none that the game's problems have.
    #[error("the game has no such goal")]
    NoGoal,
    /// The proof takes more positions than the recipe allows.
    #[error("too much for the limit")]
    TooMuch,
}

impl Flaw {
    /// Makes the fault of a problem that cannot even be read.
    fn fault(self) -> Fault {
        match self {
            Flaw::Text(fault) => fault,
            other => Fault::new(format!("problème : {other}"), format!("problem: {other}")),
        }
    }
}

impl<G: Game> Kit<G> {
    pub(super) fn recipe(&self) -> &Recipe<G> {
        self.recipe.as_ref().expect("only kits with a recipe are asked about problems")
    }

    /// Makes the search that proves what the side to move reaches from here; `None` if the game knows no such goal.
    pub(super) fn mate(&self, position: &G::Position, goal: Target) -> Option<Mate<'_, G>> {
        let (game, recipe) = (&self.game, self.recipe());
        let side = game.side_to_move(position);
        let Target::Gain(_, gain) = goal else {
            return Some(Mate::new(game, side, recipe.insight, recipe.nodes));
        };
        let lead = recipe.lead?;
        Some(Mate::gain(game, side, lead, lead(game, position, side) + gain as i32, recipe.nodes))
    }

    /// Reads the position of a problem, and makes the search that proves it.
    fn reader(&self, problem: &Problem) -> Result<(G::Position, Mate<'_, G>), Flaw> {
        let position = self.game.parse_position(&problem.position)?;
        let mate = self.mate(&position, problem.quest.goal).ok_or(Flaw::NoGoal)?;
        Ok((position, mate))
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
        let (position, mut mate) = self.reader(problem)?;
        if game.outcome(&position).is_some() {
            return Err(Flaw::Over);
        }
        let solution = game.parse_move(&position, &problem.solution)?;
        let plies = problem.quest.plies;
        if mate.within(&position, plies - 1).ok_or(Flaw::TooMuch)? {
            return Err(Flaw::Shorter);
        }
        for mv in game.moves(&position) {
            let after = game.after(&position, mv);
            let won = if mv == solution || self.claim() != Claim::Ever {
                mate.within(&after, plies - 1)
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

    fn quests(&self) -> &[Quest] {
        &self.recipe().quests
    }

    fn claim(&self) -> Claim {
        self.recipe().claim
    }

    fn make(&self, wanted: &[Quest], rng: &mut Rng) -> Option<Problem> {
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
        Ok(self.grade_of(&position, problem.quest, solution))
    }

    fn line_from(&self, problem: &Problem, position: &str, plies: u32) -> Result<Vec<String>, Fault> {
        let (_, mut mate) = self.reader(problem).map_err(Flaw::fault)?;
        let mut position = self.game.parse_position(position)?;
        let line = mate.line(&position, plies);
        let play = |mv| {
            let text = self.game.move_text(&position, mv);
            self.game.play(&mut position, mv);
            text
        };
        Ok(line.into_iter().map(play).collect())
    }

    fn reached(&self, problem: &Problem, position: &str) -> Result<Option<bool>, Fault> {
        let (_, mate) = self.reader(problem).map_err(Flaw::fault)?;
        Ok(mate.reached(&self.game.parse_position(position)?))
    }

    fn least_image(&self, position: &str) -> Result<String, Fault> {
        let position = self.game.parse_position(position)?;
        let images = (0..self.game.symmetries()).map(|symmetry| self.game.transform(&position, symmetry));
        Ok(images.map(|image| self.game.position_text(&image)).min().expect("the identity is a symmetry"))
    }
}
