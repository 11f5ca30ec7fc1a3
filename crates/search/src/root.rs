//! The search at the root: iterative deepening, aspiration windows, and a value for every move.

use damier_core::Game;

use crate::node::{NodeResult, Worker};
use crate::{ESTIMATE, INFINITE, Knowledge, Rated, Score, Thought, Value, is_decided};

const FULL: (Score, Score) = (-INFINITE, INFINITE);
/// How far from the last score the next is expected.
const ASPIRATION: Score = 30;
/// By how many plies the rating of all moves stays behind the search for the best.
const RATING_LAG: u32 = 3;
/// By how much the best move is at least told from moves that were rated less deep.
const LEAD: f64 = 0.01;
/// The deepest iteration.
const DEEPEST: u32 = 250;

/// A move at the root.
#[derive(Clone, Copy)]
struct Choice<M> {
    mv: M,
    /// What it was worth when all moves were rated alike.
    rating: NodeResult,
    /// What it was proven to be worth, if that is a loss.
    proven: Option<NodeResult>,
}

/// One thread's search from the root.
pub(crate) struct Root<'a, 'b, G: Game, K> {
    worker: Worker<'a, 'b, G, K>,
    options: Vec<Choice<G::Move>>,
    /// The best move is the first option, with this value.
    best: NodeResult,
    line: Vec<G::Move>,
    depth: u32,
    rated: u64,
}

impl<'a, 'b, G: Game, K: Knowledge<G>> Root<'a, 'b, G, K> {
    pub(crate) fn new(worker: Worker<'a, 'b, G, K>) -> Root<'a, 'b, G, K> {
        let (game, position) = (worker.game, worker.path.position());
        let offered = || {
            let mut moves = Vec::new();
            if game.outcome(position).is_none() {
                worker.knowledge.moves(game, position, &mut moves);
            }
            moves
        };
        let moves = worker.budget.limits().chosen_moves(game, position).unwrap_or_else(offered);
        let unknown = NodeResult { score: 0, solid: false, lowest: usize::MAX };
        let options = moves.into_iter().map(|mv| Choice { mv, rating: unknown, proven: None }).collect();
        Root { worker, options, best: unknown, line: Vec::new(), depth: 0, rated: 0 }
    }

    /// Thinks until the budget is spent or everything is known.
    pub(crate) fn think(mut self, watch: &mut dyn FnMut(&Thought<G::Move>)) -> Thought<G::Move> {
        if self.options.is_empty() {
            return self.thought();
        }
        self.rate(1);
        self.adopt_rating();
        watch(&self.thought());
        let deepest = self.worker.budget.limits().depth.min(DEEPEST);
        let even = self.worker.budget.limits().even;
        for depth in 2..=deepest {
            if self.worker.over || self.is_settled() {
                break;
            }
            self.worker.reduce = K::REDUCTIONS && !is_decided(self.best.score);
            if even {
                if self.rate(depth) {
                    self.adopt_rating();
                }
            } else {
                self.deepen(depth);
                self.worker.flush();
                let spent = self.worker.budget.spent();
                if depth > RATING_LAG + 1 && self.rated * 4 <= spent && !self.worker.over {
                    self.rate(depth - RATING_LAG);
                }
            }
            if !self.worker.over {
                watch(&self.thought());
            }
        }
        self.rate_rest();
        self.thought()
    }

    /// Searches beside the thread that thinks, to fill the table.
    pub(crate) fn help(mut self, helper: usize) {
        let deepest = self.worker.budget.limits().depth.min(DEEPEST);
        for depth in 1 + (helper % 2) as u32..=deepest {
            if self.options.is_empty() || self.worker.over || self.is_settled() {
                break;
            }
            self.deepen(depth);
        }
        self.worker.flush();
    }

    /// Says whether more search can change nothing.
    fn is_settled(&self) -> bool {
        let NodeResult { score, solid, .. } = self.best;
        let known = match Value::of(score, solid) {
            Value::Win(plies) | Value::Loss(plies) => plies <= self.depth,
            Value::Draw => true,
            Value::Estimate(_) => solid,
        };
        known && self.depth > 0
    }

    /// Once the best move is known for certain, rates the others for as long again.
    fn rate_rest(&mut self) {
        self.worker.flush();
        let spent = self.worker.budget.spent().max(10_000);
        let mut depth = 2;
        let deepest = self.worker.budget.limits().depth.min(DEEPEST);
        while self.is_settled() && !self.worker.over && depth <= deepest {
            let all_solid = self.options.iter().all(|option| option.rating.solid);
            if all_solid || self.worker.budget.spent() > 2 * spent {
                break;
            }
            self.worker.reduce = false;
            self.rate(depth);
            depth += 1;
        }
    }

    /// Rates all moves alike. The first rating is always brought to its end, whatever the budget, so that every move has
    /// one; later ones count only when they are complete. Returns whether this one does.
    fn rate(&mut self, depth: u32) -> bool {
        self.worker.flush();
        let before = self.worker.budget.spent();
        self.worker.horizon = 2 * depth as usize + 8;
        let position = self.worker.path.position().clone();
        let mut ratings = Vec::with_capacity(self.options.len());
        for option in &self.options {
            if depth == 1 {
                self.worker.over = false;
            } else if self.worker.over {
                return false;
            }
            ratings.push(self.worker.follow(&position, option.mv, depth as i32 - 1, FULL, 1));
        }
        self.worker.flush();
        self.rated += self.worker.budget.spent() - before;
        if self.worker.over && depth > 1 {
            return false;
        }
        for (option, rating) in self.options.iter_mut().zip(ratings) {
            option.rating = rating;
        }
        true
    }

    /// Makes the best-rated move the best.
    fn adopt_rating(&mut self) {
        self.options.sort_by_key(|option| -option.rating.score);
        self.best = self.options[0].rating;
        self.best.solid &= self.options.iter().all(|option| option.rating.solid);
        self.best.solid |= is_decided(self.best.score);
        self.line = vec![self.options[0].mv];
        self.depth += 1;
    }

    /// Searches for the best move to this depth. What was found is kept, even where the budget ends within.
    fn deepen(&mut self, depth: u32) {
        self.worker.horizon = 2 * depth as usize + 8;
        let mut reach = ASPIRATION;
        let guess = self.best.score;
        let mut window = FULL;
        if depth >= 4 && !is_decided(guess) {
            window = (guess - reach, guess + reach);
        }
        loop {
            let Some(found) = self.pass(depth, window) else { return };
            reach *= 4;
            match found.score {
                score if score <= window.0 && window.0 > -INFINITE => window.0 = guess - reach,
                score if score >= window.1 && window.1 < INFINITE => window.1 = guess + reach,
                _ => {
                    self.best = found;
                    self.depth = depth;
                    return;
                }
            }
            if reach > 1000 {
                window = FULL;
            }
        }
    }

    /// Searches all moves once within a window, and moves the best to the front; `None` where the budget ended it.
    fn pass(&mut self, depth: u32, (alpha, beta): (Score, Score)) -> Option<NodeResult> {
        let position = self.worker.path.position().clone();
        let mut best = NodeResult { score: -INFINITE, solid: true, lowest: usize::MAX };
        let mut raised = alpha;
        let mut line = Vec::new();
        for at in 0..self.options.len() {
            let mv = self.options[at].mv;
            let below = depth as i32 - 1;
            let late = at >= 8 && depth >= 4 && self.worker.reduce;
            let mut found = if at == 0 {
                self.worker.follow(&position, mv, below, (raised, beta), 1)
            } else {
                self.worker.follow(&position, mv, below - i32::from(late), (raised, raised + 1), 1)
            };
            if at > 0 && found.score > raised && !self.worker.over {
                found = self.worker.follow(&position, mv, below, (raised, beta), 1);
            }
            if self.worker.over {
                return None;
            }
            let lost = found.score < -ESTIMATE;
            if lost && found.score < beta {
                self.options[at].proven = Some(found);
            }
            best.solid &= found.solid;
            if found.score > best.score {
                best.score = found.score;
                if found.score > raised {
                    raised = found.score;
                    self.options[..=at].rotate_right(1);
                    line.clear();
                    line.push(mv);
                    line.extend_from_slice(&self.worker.lines[1]);
                    // A new best move counts even if the budget ends before the others were searched, unless it loses.
                    if !lost {
                        self.best = NodeResult { solid: is_decided(found.score), ..found };
                        self.line.clone_from(&line);
                    }
                }
            }
            if found.score >= beta {
                best.solid = false;
                break;
            }
        }
        best.solid |= is_decided(best.score);
        if !line.is_empty() {
            self.line = line;
        }
        Some(best)
    }

    /// Says what is known now.
    fn thought(&self) -> Thought<G::Move> {
        let worth = |found: NodeResult| Value::of(found.score, found.solid);
        // The first move may have been proven lost without the others: then it no longer stands for the position.
        let refuted = self.options.first().is_some_and(|option| option.proven.is_some())
            && self.best.score >= -ESTIMATE;
        let mut moves: Vec<(f64, Rated<G::Move>)> = Vec::with_capacity(self.options.len());
        for (at, option) in self.options.iter().enumerate() {
            let rating = worth(option.rating);
            let mut value = option.proven.map_or(rating, worth);
            if at == 0 && !refuted && !matches!(rating, Value::Win(_)) {
                value = worth(self.best);
            } else if let (Value::Estimate(expected), best) = (value, worth(self.best).expectation()) {
                // A shallow rating does not make a move as good as the one that was found best.
                let most = if self.worker.budget.limits().even { best } else { (best - LEAD).max(0.0) };
                value = Value::Estimate(expected.min(most));
            }
            moves.push((rating.rank(), Rated { mv: option.mv, value }));
        }
        let by_rank = |a: &(f64, Rated<G::Move>), b: &(f64, Rated<G::Move>)| {
            (b.1.value.rank(), b.0).partial_cmp(&(a.1.value.rank(), a.0)).expect("no NaN")
        };
        if refuted {
            moves.sort_by(by_rank);
        } else if let Some((first, rest)) = moves.split_first_mut() {
            rest.sort_by(by_rank);
            // A win that only the rating saw is better than what the search for the best found.
            let won = rest.first().is_some_and(|other| {
                matches!(other.1.value, Value::Win(_)) && other.1.value.rank() > first.1.value.rank()
            });
            if won {
                let better =
                    rest.iter().take_while(|other| other.1.value.rank() > first.1.value.rank()).count();
                moves[..=better].rotate_left(1);
            }
        }
        let moves: Vec<Rated<G::Move>> = moves.into_iter().map(|(_, rated)| rated).collect();
        let mut pv = self.line.clone();
        if pv.first() != moves.first().map(|rated| &rated.mv) {
            pv = moves.first().map(|rated| rated.mv).into_iter().collect();
        }
        Thought { moves, pv, nodes: self.worker.budget.spent(), depth: self.depth }
    }
}
