//! One problem, from a game or from positions that are composed.

use damier_core::{Game, Rng, Verdict};
use damier_search::{Limits, Mate, Mind, MonteCarlo, Path, Value};

use super::{Claim, Problem, Problems, Quest, Source, Target};
use crate::Kit;

/// So few legal moves leave nothing to find.
const FEWEST: u64 = 3;

impl<G: Game> Kit<G> {
    /// Returns the one move that reaches the goal within so many plies, if it is the only one as the claim says. It is known
    /// that the goal is reached so.
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

    /// Looks for a problem in a position: returns a quest wanted and the move that it asks for.
    fn problem_in(&self, position: &G::Position, wanted: &[Quest]) -> Option<(Quest, G::Move)> {
        if self.game.count_moves(position) < FEWEST {
            return None;
        }
        if let Some(value) = self.known_value(position)
            && !matches!(value, Value::Win(plies) if wanted.contains(&Quest::win(plies)))
        {
            return None;
        }
        let mut goals: Vec<Target> = wanted.iter().map(|quest| quest.goal).collect();
        goals.dedup();
        goals.into_iter().find_map(|goal| self.problem_of(position, goal, wanted))
    }

    /// Looks for a problem with this goal.
    fn problem_of(&self, position: &G::Position, goal: Target, wanted: &[Quest]) -> Option<(Quest, G::Move)> {
        let mut mate = self.mate(position, goal)?;
        let of_goal = |quests: &[Quest]| -> Vec<u32> {
            quests.iter().filter(|quest| quest.goal == goal).map(|quest| quest.plies).collect()
        };
        let wanted = of_goal(wanted);
        // The numbers of plies grow, so that quick wins are soon seen.
        let longest = wanted.iter().copied().max()?;
        let mut steps = of_goal(&self.recipe().quests).into_iter().filter(|&plies| plies <= longest);
        let plies = loop {
            let plies = steps.next()?;
            if mate.within(position, plies)? {
                break plies;
            }
        };
        if !wanted.contains(&plies) || mate.within(position, plies - 1)? {
            return None;
        }
        let mv = self.only_win(&mut mate, position, plies)?;
        self.is_quiet(position, goal, mv).then_some((Quest { goal, plies }, mv))
    }

    /// Says whether a first move leaves the gain to those that follow: to take what hangs is no problem.
    fn is_quiet(&self, position: &G::Position, goal: Target, mv: G::Move) -> bool {
        let (Target::Gain(_, least), Some(lead)) = (goal, self.recipe().lead) else { return true };
        let side = self.game.side_to_move(position);
        let ahead = |position: &G::Position| lead(&self.game, position, side);
        let most = self.recipe().at_once.min(least - 1) as i32;
        ahead(&self.game.after(position, mv)) - ahead(position) <= most
    }

    /// Makes a problem, as [`Problems::make`] does.
    pub(super) fn make_problem(&self, wanted: &[Quest], rng: &mut Rng) -> Option<Problem> {
        let problem = |position: G::Position| {
            let (quest, mv) = self.problem_in(&position, wanted)?;
            Some((position, quest, mv))
        };
        let found = match self.recipe().source {
            Source::Ends => {
                let (line, won) = self.game_played(rng);
                let longest = wanted.iter().map(|quest| quest.plies).max()? as usize;
                let last = line.into_iter().rev().skip(1).take(longest + 1).filter(|_| won);
                // The earliest position has the longest way to go.
                last.filter_map(problem).max_by_key(|(_, quest, _)| quest.plies)
            }
            Source::Ways(count) => {
                let mut line = self.game_played(rng).0;
                rng.shuffle(&mut line);
                line.into_iter().take(count).find_map(problem)
            }
            Source::Composed(compose, count) => (0..count).find_map(|_| problem(compose(&self.game, rng))),
        };
        let (position, quest, mv) = found?;
        let problem = Problem {
            variant: String::new(),
            position: self.game.position_text(&position),
            quest,
            solution: self.game.move_text(&position, mv),
            grade: self.grade_of(&position, quest, mv),
        };
        // The check goes another way than the search, and may need more nodes.
        self.check(&problem).is_ok().then_some(problem)
    }

    /// Plays a game; returns its positions, and whether it has a winner.
    fn game_played(&self, rng: &mut Rng) -> (Vec<G::Position>, bool) {
        let recipe = self.recipe();
        let mut line = vec![self.game.start(rng)];
        while line.len() <= recipe.longest {
            let last = line.last().expect("a line has its start");
            if let Some(outcome) = self.game.outcome(last) {
                return (line, matches!(outcome.verdict, Verdict::Win(_)));
            }
            let mv = (recipe.play)(&self.game, last, recipe.insight, rng);
            line.push(self.game.after(last, mv));
        }
        (line, false)
    }

    /// Grades a problem, as [`Problems::grade`] says.
    pub(super) fn grade_of(&self, position: &G::Position, quest: Quest, solution: G::Move) -> u8 {
        let own = quest.plies.div_ceil(2);
        let longer = 1 + u8::from(own >= 3) + u8::from(own >= 5);
        match quest.goal {
            Target::Solve => {
                1 + [7, 9, 11, 13].map(|plies| u8::from(quest.plies >= plies)).iter().sum::<u8>()
            }
            Target::Gain(..) => {
                let tries = self.tries(position, quest, solution);
                longer + u8::from(tries >= 1) + u8::from(tries >= 3)
            }
            Target::Win | Target::Find => {
                let missed = |nodes| {
                    let path = Path::new(&self.game, position.clone());
                    let thought =
                        MonteCarlo::plain().think(&self.game, &path, &Limits::nodes(nodes), &mut |_| {});
                    u8::from(thought.best().is_none_or(|best| best.mv != solution))
                };
                longer + missed(300) + missed(3000)
            }
        }
    }

    /// Counts the first moves other than the solution that one answer alone refutes.
    fn tries(&self, position: &G::Position, quest: Quest, solution: G::Move) -> usize {
        let Some(mut mate) = self.mate(position, quest.goal) else { return 0 };
        let side = self.game.side_to_move(position);
        let mut is_try = |mv: G::Move| {
            let after = self.game.after(position, mv);
            if self.game.side_to_move(&after) == side {
                return false;
            }
            let holds = |&answer: &G::Move| {
                mate.within(&self.game.after(&after, answer), quest.plies - 2) != Some(true)
            };
            // The search need not go on after the second.
            self.game.moves(&after).iter().copied().filter(holds).take(2).count() == 1
        };
        let others = self.game.moves(position).into_iter().filter(|&mv| mv != solution);
        others.filter(|&mv| is_try(mv)).count()
    }
}
