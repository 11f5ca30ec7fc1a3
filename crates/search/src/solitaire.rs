//! Solitaires: the distance to the goal from every position that can be reached.

use std::collections::HashMap;

use damier_core::{Game, Verdict};

use crate::{Budget, Limits, Mind, Path, Rated, Thought, Value};

/// What is known of a position of a solitaire.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Distance {
    /// The goal is so many moves away.
    Moves(u32),
    /// The goal cannot be reached.
    Never,
}

/// An engine for one player: it visits all positions that can be reached, then counts back from the goal. Where the
/// budget does not reach so far, it says nothing certain.
#[derive(Default)]
pub struct Solitaire {
    distances: HashMap<u64, Distance>,
}

impl Solitaire {
    /// Makes an engine that knows nothing yet.
    pub fn new() -> Solitaire {
        Solitaire::default()
    }

    /// Explores everything that can be reached from a position; gives up, knowing nothing, where the budget ends.
    fn explore<G: Game>(&mut self, game: &G, start: &G::Position, budget: &Budget) {
        let mut numbers: HashMap<u64, usize> = HashMap::from([(game.key(start), 0)]);
        let mut positions = vec![start.clone()];
        let mut keys = vec![game.key(start)];
        let mut before: Vec<Vec<u32>> = vec![Vec::new()];
        let mut at = 0;
        while at < positions.len() {
            let position = positions[at].clone();
            let _ = game.each_move(&position, &mut |mv| {
                let mut after = position.clone();
                game.play(&mut after, mv);
                let key = game.key(&after);
                let number = *numbers.entry(key).or_insert_with(|| {
                    positions.push(after);
                    keys.push(key);
                    before.push(Vec::new());
                    positions.len() - 1
                });
                before[number].push(at as u32);
                damier_core::Flow::Continue(())
            });
            at += 1;
            if budget.spend(1) {
                return;
            }
        }
        let mut distances = vec![Distance::Never; positions.len()];
        let solved = |position: &G::Position| {
            game.outcome(position).is_some_and(|outcome| outcome.verdict == Verdict::Solved)
        };
        let mut front: Vec<usize> = (0..positions.len()).filter(|&at| solved(&positions[at])).collect();
        for moves in 0.. {
            if front.is_empty() {
                break;
            }
            front.retain(|&at| distances[at] == Distance::Never);
            for &at in &front {
                distances[at] = Distance::Moves(moves);
            }
            front = front.iter().flat_map(|&at| before[at].iter().map(|&to| to as usize)).collect();
        }
        self.distances.extend(keys.into_iter().zip(distances));
    }
}

impl<G: Game> Mind<G> for Solitaire {
    fn think(
        &mut self,
        game: &G,
        path: &Path<G>,
        limits: &Limits,
        _watch: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let budget = Budget::new(limits);
        let position = path.position();
        if path.outcome(game).is_none() && !self.distances.contains_key(&game.key(position)) {
            self.explore(game, position, &budget);
        }
        let rate = |position: &G::Position| {
            let mut moves = Vec::new();
            game.moves_into(position, &mut moves);
            let value = |mv| {
                let mut after = position.clone();
                game.play(&mut after, mv);
                match self.distances.get(&game.key(&after)) {
                    Some(Distance::Moves(moves)) => Value::Win(moves + 1),
                    Some(Distance::Never) => Value::Loss(0),
                    None => Value::Estimate(0.5),
                }
            };
            moves.into_iter().map(|mv| Rated { mv, value: value(mv) }).collect()
        };
        let mut thought = Thought { moves: rate(position), pv: Vec::new(), nodes: budget.spent(), depth: 0 };
        limits.restrict(game, position, &mut thought);
        thought.sort();
        let solves = |value| matches!(value, Value::Win(_));
        let best = |at: &G::Position| {
            let mut onward = Thought { moves: rate(at), pv: Vec::new(), nodes: 0, depth: 0 };
            onward.sort();
            onward.best().filter(|best| solves(best.value))
        };
        thought.expect_line(game, position, solves, best);
        thought
    }

    fn forget(&mut self) {
        self.distances.clear();
    }
}
