//! Where problems are made and proved.

use damier_core::{Fault, Game, Rng, Verdict};
use damier_search::{FOREVER, Insight, Limits, Mate, Mind, MonteCarlo, Path, Value};

use crate::problem::{Claim, Problem, read_problems};
use crate::{Kit, Recipe};

/// What can be asked about a game's problems.
pub trait Problems: Send + Sync {
    /// Returns the problems that come with the game, of all its variants.
    fn shipped(&self) -> Vec<Problem>;

    /// Returns the variants that problems are made of.
    fn variants(&self) -> &'static [&'static str];

    /// Returns the numbers of plies that problems of this variant have.
    fn plies(&self) -> &'static [u32];

    /// Returns what is proven of all problems of this game.
    fn claim(&self) -> Claim;

    /// Plays a game and returns a problem from its end, one that is won in one of the numbers of plies wanted, if there is
    /// any. Its variant is left empty.
    fn make(&self, wanted: &[u32], rng: &mut Rng) -> Option<Problem>;

    /// Proves a problem of this variant: that its solution wins in as many plies as it says and not in fewer, and what the
    /// claim says of all other moves.
    ///
    /// # Errors
    /// Says what is not so.
    fn check(&self, problem: &Problem) -> Result<(), String>;

    /// Returns the grade of a problem, 1 to 5. One point, one more from three own moves on and another from five on, and
    /// one each if plain UCT does not find the solution in 300 or in 3,000 random games.
    ///
    /// # Errors
    /// If its position or its solution is none of this variant.
    fn grade(&self, problem: &Problem) -> Result<u8, Fault>;

    /// Returns the texts of a line from the problem's solution to the win against the best defence.
    ///
    /// # Errors
    /// If its position is none of this variant.
    fn line(&self, problem: &Problem) -> Result<Vec<String>, Fault>;

    /// Returns the least text among the images of a position under the symmetries of the game.
    ///
    /// # Errors
    /// If it is no position of this variant.
    fn image(&self, position: &str) -> Result<String, Fault>;
}

/// So few legal moves leave nothing to find.
const FEWEST: u64 = 3;

impl<G: Game> Kit<G> {
    fn recipe(&self) -> &Recipe<G> {
        self.recipe.as_ref().expect("only kits with a recipe are asked about problems")
    }

    fn text(&self, position: &G::Position) -> String {
        let mut text = String::new();
        self.game.write_position(position, &mut text);
        text
    }

    fn move_text(&self, position: &G::Position, mv: G::Move) -> String {
        let mut text = String::new();
        self.game.write_move(position, mv, &mut text);
        text
    }

    fn after(&self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut after = position.clone();
        self.game.play(&mut after, mv);
        after
    }

    fn moves(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves_into(position, &mut moves);
        moves
    }

    fn mate(&self, position: &G::Position) -> Mate<'_, G> {
        let recipe = self.recipe();
        Mate::new(&self.game, self.game.side_to_move(position), recipe.insight, recipe.nodes)
    }

    /// Says whether the side that just moved wins at all; `None` if the search has no nodes left.
    fn wins_ever(&self, mate: &mut Mate<G>, before: &G::Position, after: &G::Position) -> Option<bool> {
        let Some(oracle) = &self.oracle else { return mate.within(after, FOREVER) };
        let turn = self.game.side_to_move(before) != self.game.side_to_move(after);
        Some(match oracle(&self.game, after) {
            Value::Win(_) => !turn,
            Value::Loss(_) => turn,
            _ => false,
        })
    }

    /// Returns the one move that wins within so many plies, if it is the only one as the claim says. It is known that the
    /// position is won so.
    fn only_win(&self, mate: &mut Mate<G>, position: &G::Position, plies: u32) -> Option<G::Move> {
        let moves = self.moves(position);
        let mut wins = Vec::new();
        for &mv in &moves {
            if mate.within(&self.after(position, mv), plies - 1)? {
                wins.push(mv);
                if wins.len() > 1 {
                    return None;
                }
            }
        }
        let only = wins.first().copied()?;
        if self.recipe().claim == Claim::Ever {
            for &mv in moves.iter().filter(|&&mv| mv != only) {
                if self.wins_ever(mate, position, &self.after(position, mv))? {
                    return None;
                }
            }
        }
        Some(only)
    }

    /// Looks for a problem in a position.
    fn look(&self, position: &G::Position, wanted: &[u32]) -> Option<(u32, G::Move)> {
        if self.game.count_moves(position) < FEWEST {
            return None;
        }
        if let Some(oracle) = &self.oracle
            && !matches!(oracle(&self.game, position), Value::Win(plies) if wanted.contains(&plies))
        {
            return None;
        }
        let mut mate = self.mate(position);
        // The numbers of plies grow, so that quick wins are soon seen.
        let longest = wanted.iter().copied().max()?;
        let mut steps = self.recipe().plies.iter().copied().filter(|&plies| plies <= longest);
        let plies = loop {
            let plies = steps.next()?;
            if mate.within(position, plies)? {
                break plies;
            }
        };
        if !wanted.contains(&plies) || mate.within(position, plies - 1)? {
            return None;
        }
        self.only_win(&mut mate, position, plies).map(|mv| (plies, mv))
    }

    /// Plays a game; returns its positions, if it has a winner.
    fn play_out(&self, rng: &mut Rng) -> Option<Vec<G::Position>> {
        let recipe = self.recipe();
        let mut line = vec![self.game.start(rng)];
        while line.len() <= recipe.longest {
            let last = line.last().expect("a line has its start");
            if let Some(outcome) = self.game.outcome(last) {
                return matches!(outcome.verdict, Verdict::Win(_)).then_some(line);
            }
            let mv = (recipe.play)(&self.game, last, recipe.insight, rng);
            line.push(self.after(last, mv));
        }
        None
    }

    fn grade_of(&self, position: &G::Position, plies: u32, solution: G::Move) -> u8 {
        let own = plies.div_ceil(2);
        let mut grade = 1 + u8::from(own >= 3) + u8::from(own >= 5);
        for nodes in [300, 3000] {
            let path = Path::new(&self.game, position.clone());
            let thought = MonteCarlo::plain().think(&self.game, &path, &Limits::nodes(nodes), &mut |_| {});
            grade += u8::from(thought.best().is_none_or(|best| best.mv != solution));
        }
        grade
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
        let line = self.play_out(rng)?;
        let longest = wanted.iter().copied().max()? as usize;
        let found = line.iter().rev().skip(1).take(longest + 1).filter_map(|position| {
            let (plies, mv) = self.look(position, wanted)?;
            Some((position, plies, mv))
        });
        // The earliest position has the longest way to go.
        let (position, plies, mv) = found.max_by_key(|&(_, plies, _)| plies)?;
        let problem = Problem {
            variant: String::new(),
            position: self.text(position),
            plies,
            solution: self.move_text(position, mv),
            grade: self.grade_of(position, plies, mv),
        };
        // The check goes another way than the search, and may need more nodes.
        self.check(&problem).is_ok().then_some(problem)
    }

    fn check(&self, problem: &Problem) -> Result<(), String> {
        let say = |what: &str| {
            let Problem { position, solution, plies, .. } = problem;
            format!("{}: {position}: {solution} in {plies}: {what}", self.spec)
        };
        let position =
            self.game.parse_position(&problem.position).map_err(|fault| say(&fault.to_string()))?;
        if self.game.outcome(&position).is_some() {
            return Err(say("the game is over"));
        }
        let solution = self.game.parse_move(&position, &problem.solution);
        let solution = solution.map_err(|fault| say(&fault.to_string()))?;
        let mut mate = self.mate(&position);
        let known = |answer: Option<bool>| answer.ok_or_else(|| say("too much for the limit"));
        if known(mate.within(&position, problem.plies - 1))? {
            return Err(say("it is won in fewer plies"));
        }
        for mv in self.moves(&position) {
            let after = self.after(&position, mv);
            let won = if mv == solution || self.claim() == Claim::Within {
                known(mate.within(&after, problem.plies - 1))?
            } else {
                known(self.wins_ever(&mut mate, &position, &after))?
            };
            if won != (mv == solution) {
                let text = self.move_text(&position, mv);
                return Err(say(&format!("{text} {}", if won { "wins too" } else { "does not win" })));
            }
        }
        Ok(())
    }

    fn grade(&self, problem: &Problem) -> Result<u8, Fault> {
        let position = self.game.parse_position(&problem.position)?;
        let solution = self.game.parse_move(&position, &problem.solution)?;
        Ok(self.grade_of(&position, problem.plies, solution))
    }

    fn line(&self, problem: &Problem) -> Result<Vec<String>, Fault> {
        let mut position = self.game.parse_position(&problem.position)?;
        let line = self.mate(&position).line(&position, problem.plies);
        let tell = |mv| {
            let text = self.move_text(&position, mv);
            self.game.play(&mut position, mv);
            text
        };
        Ok(line.into_iter().map(tell).collect())
    }

    fn image(&self, position: &str) -> Result<String, Fault> {
        let position = self.game.parse_position(position)?;
        let images = (0..self.game.symmetries()).map(|symmetry| self.game.transform(&position, symmetry));
        Ok(images.map(|image| self.text(&image)).min().expect("the identity is a symmetry"))
    }
}

/// Plays as if at random, but wins at once where it can, and lets the opponent win at once only where it must.
pub fn play_with_care<G: Game>(
    game: &G,
    position: &G::Position,
    insight: Insight<G>,
    rng: &mut Rng,
) -> G::Move {
    let mut moves = Vec::new();
    game.moves_into(position, &mut moves);
    rng.shuffle(&mut moves);
    careful(game, position, insight, &moves)
}

/// Plays a winning move; or else the first move of the list after which the opponent cannot win at once; or else the
/// first.
///
/// # Panics
/// If the list is empty.
pub fn careful<G: Game>(game: &G, position: &G::Position, insight: Insight<G>, moves: &[G::Move]) -> G::Move {
    let after = |position: &G::Position, mv| {
        let mut after = position.clone();
        game.play(&mut after, mv);
        after
    };
    let mut hopes = Vec::new();
    let mut win_of = |position: &G::Position| {
        hopes.clear();
        (insight.wins)(game, position, &mut hopes);
        let won = Verdict::Win(game.side_to_move(position));
        let wins = |&mv: &G::Move| game.outcome(&after(position, mv)).is_some_and(|end| end.verdict == won);
        hopes.iter().copied().find(wins)
    };
    if let Some(win) = win_of(position) {
        return win;
    }
    let side = game.side_to_move(position);
    let is_safe = |&mv: &G::Move| {
        let next = after(position, mv);
        game.outcome(&next).is_none() && (game.side_to_move(&next) == side || win_of(&next).is_none())
    };
    moves.iter().copied().find(is_safe).unwrap_or(moves[0])
}

/// Plays as plain UCT does after a few random games, and one move in four as [`play_with_care`] does.
pub fn play_by_uct<G: Game>(game: &G, position: &G::Position, insight: Insight<G>, rng: &mut Rng) -> G::Move {
    let care = play_with_care(game, position, insight, rng);
    let limits = Limits { seed: rng.bits(), ..Limits::nodes(150) };
    if rng.below(4) == 0 {
        return care;
    }
    let path = Path::new(game, position.clone());
    let thought = MonteCarlo::plain().think(game, &path, &limits, &mut |_| {});
    let best = thought.best().map_or(care, |best| best.mv);
    careful(game, position, insight, &[best, care])
}
