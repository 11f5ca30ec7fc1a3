//! One problem, from the end of a game.

use damier_core::{Game, Rng, Verdict};
use damier_search::{Limits, Mate, Mind, MonteCarlo, Path, Value};

use super::{Claim, Problem, Problems};
use crate::Kit;

/// So few legal moves leave nothing to find.
const FEWEST: u64 = 3;

impl<G: Game> Kit<G> {
    /// Returns the one move that wins within so many plies, if it is the only one as the claim says. It is known that the
    /// position is won so.
    fn only_win(&self, mate: &mut Mate<G>, position: &G::Position, plies: u32) -> Option<G::Move> {
        let moves = self.game.moves(position);
        let mut wins = Vec::new();
        for &mv in &moves {
            if mate.within(&self.game.after(position, mv), plies - 1)? {
                wins.push(mv);
                if wins.len() > 1 {
                    return None;
                }
            }
        }
        let only = wins.first().copied()?;
        if self.recipe().claim == Claim::Ever {
            for &mv in moves.iter().filter(|&&mv| mv != only) {
                if self.wins_ever(mate, position, &self.game.after(position, mv))? {
                    return None;
                }
            }
        }
        Some(only)
    }

    /// Looks for a problem in a position: returns in how many plies it is won, and by which move.
    fn problem_in(&self, position: &G::Position, wanted: &[u32]) -> Option<(u32, G::Move)> {
        if self.game.count_moves(position) < FEWEST {
            return None;
        }
        if let Some(value) = self.known_value(position)
            && !matches!(value, Value::Win(plies) if wanted.contains(&plies))
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

    /// Makes a problem, as [`Problems::make`] does.
    pub(super) fn make_problem(&self, wanted: &[u32], rng: &mut Rng) -> Option<Problem> {
        let line = self.decided_game(rng)?;
        let longest = wanted.iter().copied().max()? as usize;
        let found = line.iter().rev().skip(1).take(longest + 1).filter_map(|position| {
            let (plies, mv) = self.problem_in(position, wanted)?;
            Some((position, plies, mv))
        });
        // The earliest position has the longest way to go.
        let (position, plies, mv) = found.max_by_key(|&(_, plies, _)| plies)?;
        let problem = Problem {
            variant: String::new(),
            position: self.game.position_text(position),
            plies,
            solution: self.game.move_text(position, mv),
            grade: self.grade_of(position, plies, mv),
        };
        // The check goes another way than the search, and may need more nodes.
        self.check(&problem).is_ok().then_some(problem)
    }

    /// Plays a game; returns its positions, if it has a winner.
    fn decided_game(&self, rng: &mut Rng) -> Option<Vec<G::Position>> {
        let recipe = self.recipe();
        let mut line = vec![self.game.start(rng)];
        while line.len() <= recipe.longest {
            let last = line.last().expect("a line has its start");
            if let Some(outcome) = self.game.outcome(last) {
                return matches!(outcome.verdict, Verdict::Win(_)).then_some(line);
            }
            let mv = (recipe.play)(&self.game, last, recipe.insight, rng);
            line.push(self.game.after(last, mv));
        }
        None
    }

    /// Grades a problem, as [`Problems::grade`] says.
    pub(super) fn grade_of(&self, position: &G::Position, plies: u32, solution: G::Move) -> u8 {
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
