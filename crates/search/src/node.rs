//! The recursive search below the root.

use damier_core::{Game, Side};

use crate::transposition::{Bound, SOLID, TranspositionEntry, TranspositionTable};
use crate::{
    Budget, Coverage, ESTIMATE, INFINITE, Knowledge, MAX_PLY, Path, Score, WIN, is_decided, score_of,
};

/// What a search found about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeResult {
    /// The score for the side to move: exact within the window, a bound outside it.
    pub(crate) score: Score,
    /// Proven: no estimate has a part in it.
    pub(crate) solid: bool,
    /// The lowest ply of the path that the score depends on, by repetition: only at or above it does the score hold for
    /// every path.
    pub(crate) lowest: usize,
}

impl NodeResult {
    pub(crate) fn solid(score: Score) -> NodeResult {
        NodeResult { score, solid: true, lowest: usize::MAX }
    }

    fn guess(score: Score) -> NodeResult {
        NodeResult { score, solid: is_decided(score), lowest: usize::MAX }
    }

    fn turned(self, turn: bool) -> NodeResult {
        if turn { NodeResult { score: -self.score, ..self } } else { self }
    }
}

/// A move waiting for its turn, with its number in the order of generation.
#[derive(Clone, Copy)]
struct Waiting<M> {
    mv: M,
    order: i32,
    number: u16,
}

/// How far the history table reaches; numbers beyond share their place.
const HISTORY: usize = 4096;
/// Plies of loud moves that are looked at below the leaves.
const LOUD_PLIES: u32 = 16;

/// One thread's search.
pub(crate) struct Worker<'a, 'b, G: Game, K> {
    pub(crate) game: &'a G,
    pub(crate) knowledge: &'a K,
    pub(crate) path: Path<G>,
    table: &'a TranspositionTable,
    pub(crate) budget: &'a Budget<'b>,
    waiting: Vec<Waiting<G::Move>>,
    raw: Vec<G::Move>,
    killers: Vec<[Option<G::Move>; 2]>,
    history: [Vec<i32>; 2],
    /// The best line from each ply on.
    pub(crate) lines: Vec<Vec<G::Move>>,
    /// Nodes not yet told to the budget, and how many to gather before telling.
    nodes: u64,
    batch: u64,
    pub(crate) over: bool,
    /// Says whether late moves may be searched less deep.
    pub(crate) reduce: bool,
    /// No line of forced moves gets longer than this.
    pub(crate) horizon: usize,
}

impl<'a, 'b, G: Game, K: Knowledge<G>> Worker<'a, 'b, G, K> {
    pub(crate) fn new(
        game: &'a G,
        knowledge: &'a K,
        path: &Path<G>,
        table: &'a TranspositionTable,
        budget: &'a Budget<'b>,
    ) -> Worker<'a, 'b, G, K> {
        Worker {
            game,
            knowledge,
            path: path.clone(),
            table,
            budget,
            waiting: Vec::with_capacity(1024),
            raw: Vec::with_capacity(256),
            killers: vec![[None; 2]; MAX_PLY + 1],
            history: [vec![0; HISTORY], vec![0; HISTORY]],
            lines: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            batch: (budget.limits().nodes / 128).clamp(1, 128),
            over: false,
            reduce: K::REDUCTIONS,
            horizon: MAX_PLY,
        }
    }

    /// Counts a node; ends the search where the budget is spent.
    #[inline]
    fn visit(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.batch {
            self.flush();
        }
    }

    /// Tells the budget of the nodes gathered.
    pub(crate) fn flush(&mut self) {
        self.over |= self.budget.spend(self.nodes);
        self.nodes = 0;
    }

    /// Plays a move and searches what follows, `ply` plies after the root; returns what it is worth to the side that
    /// plays it.
    pub(crate) fn follow(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        depth: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> NodeResult {
        let side = self.game.side_to_move(position);
        let mut child = position.clone();
        self.game.play(&mut child, mv);
        let turn = self.game.side_to_move(&child) != side;
        let window = if turn { (-beta, -alpha) } else { (alpha, beta) };
        if !self.path.has_rules() {
            return self.search(&child, depth, window, ply).turned(turn);
        }
        let progress = self.path.has_quiet() && self.game.is_progress(position, mv);
        let halt = self.path.push(self.game.key(&child), progress);
        let found = match halt {
            // A position that is over is over, whatever the line says.
            Some(halt) if self.game.outcome(&child).is_none() => {
                self.lines[ply].clear();
                self.visit();
                let (score, solid) = halt.score(self.game, &child, ply);
                NodeResult { score, solid, lowest: ply.saturating_sub(halt.back) }
            }
            _ => self.search(&child, depth, window, ply),
        };
        self.path.pop();
        found.turned(turn)
    }

    /// Searches a position `ply` plies after the root, fail-soft.
    fn search(
        &mut self,
        position: &G::Position,
        depth: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> NodeResult {
        self.lines[ply].clear();
        if depth <= 0 {
            return self.leaf(position, (alpha, beta), ply, LOUD_PLIES);
        }
        self.visit();
        if self.over {
            return NodeResult::guess(0);
        }
        let side = self.game.side_to_move(position);
        if let Some(outcome) = self.game.outcome(position) {
            return NodeResult::solid(score_of(&outcome, side, ply));
        }
        if ply >= MAX_PLY - 1 {
            return NodeResult::guess(self.knowledge.evaluate(self.game, position));
        }
        // No line from here ends sooner than in one ply.
        let (alpha, beta) = (alpha.max(ply as Score - WIN), beta.min(WIN - ply as Score - 1));
        if alpha >= beta {
            return NodeResult::solid(alpha);
        }
        let wide = beta - alpha > 1;
        let key = self.game.key(position);
        let known = self.table.get(key, ply);
        if let Some(found) = known.and_then(|entry| self.known(entry, depth, (alpha, beta), wide)) {
            return found;
        }
        let mut hash = known.and_then(|entry| entry.best);
        let mut depth = depth;
        if hash.is_none() && self.reduce && depth >= 5 {
            depth -= 1;
        }

        let base = self.waiting.len();
        let coverage = self.generate(position, hash, ply, side);
        let count = self.waiting.len() - base;
        // A forced move costs no depth, where depth is not to be exact.
        let below = if count == 1 && K::REDUCTIONS && ply < self.horizon { depth } else { depth - 1 };
        let mut best = NodeResult { score: -INFINITE, solid: true, lowest: usize::MAX };
        let mut best_number = None;
        let mut raised = alpha;
        for at in 0..count {
            let next = self.pick(base + at);
            let late = at >= 3 && depth >= 3 && self.reduce && next.order < KILLER && !is_decided(raised);
            let cut = if late { reduction(depth, at) } else { 0 };
            let narrow = (raised, raised + 1);
            let mut found = if at == 0 {
                self.follow(position, next.mv, below, (raised, beta), ply + 1)
            } else {
                self.follow(position, next.mv, below - cut, narrow, ply + 1)
            };
            if cut > 0 && found.score > raised && !self.over {
                found = self.follow(position, next.mv, below, narrow, ply + 1);
            }
            if at > 0 && found.score > raised && found.score < beta && !self.over {
                found = self.follow(position, next.mv, below, (raised, beta), ply + 1);
            }
            if self.over {
                self.waiting.truncate(base);
                return NodeResult::guess(0);
            }
            if found.score >= beta {
                // What the other moves are worth no longer matters.
                best = found;
                best_number = Some(next.number);
                self.reward(next.mv, side, depth, ply);
                self.extend_line(next.mv, ply);
                break;
            }
            best.solid &= found.solid;
            best.lowest = best.lowest.min(found.lowest);
            if found.score > best.score {
                best.score = found.score;
                if found.score > raised {
                    raised = found.score;
                    best_number = Some(next.number);
                    self.extend_line(next.mv, ply);
                }
            }
        }
        self.waiting.truncate(base);
        if coverage == Coverage::Likely && best.score < -ESTIMATE {
            // Not proven, but the longer the better: else the winner, to whom all wins are worth the same, never ends it.
            best.score = (best.score + WIN).min(ESTIMATE / 2) - ESTIMATE;
            best.solid = false;
        }
        if coverage == Coverage::Likely && best.score < beta {
            best.solid = is_decided(best.score);
        }
        best.solid |= is_decided(best.score);
        let bound = match best.score {
            score if score >= beta => Bound::Lower,
            score if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if best.lowest >= ply {
            hash = best_number.or(hash);
            let stored = if best.solid { SOLID } else { depth.clamp(0, 250) as u8 };
            self.table.put(
                key,
                TranspositionEntry { score: best.score, depth: stored, bound, best: hash },
                ply,
            );
        }
        best
    }

    /// Reads a score off the table, if it answers the question.
    #[inline]
    fn known(
        &self,
        entry: TranspositionEntry,
        depth: i32,
        (alpha, beta): (Score, Score),
        wide: bool,
    ) -> Option<NodeResult> {
        let proven = entry.depth == SOLID;
        if !proven && (wide || i32::from(entry.depth) < depth) {
            return None;
        }
        // Near the quiet limit the same position may be worth something else.
        let far = if proven && is_decided(entry.score) { WIN - entry.score.abs() } else { depth };
        if self.path.quiet_left().is_some_and(|left| i64::from(left) <= i64::from(far) + 2) {
            return None;
        }
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= beta,
            Bound::Upper => entry.score <= alpha,
        };
        answers.then_some(NodeResult { score: entry.score, solid: proven, lowest: usize::MAX })
    }

    /// Puts the moves of a position on the stack, with the order in which they should be tried.
    fn generate(&mut self, position: &G::Position, hash: Option<u16>, ply: usize, side: Side) -> Coverage {
        let mut raw = std::mem::take(&mut self.raw);
        raw.clear();
        let coverage = self.knowledge.moves(self.game, position, &mut raw);
        let killers = self.killers[ply];
        for (number, &mv) in raw.iter().enumerate() {
            let number = number.min(usize::from(u16::MAX - 1)) as u16;
            let order = if hash == Some(number) {
                i32::MAX
            } else {
                let loud = K::QUIESCENCE && self.knowledge.is_loud(self.game, position, mv);
                let hint = self.knowledge.hint(self.game, position, mv);
                let past = self.knowledge.slot(self.game, mv);
                let past = past.map_or(0, |slot| self.history[side.index()][slot % HISTORY]);
                let killer = killers.contains(&Some(mv));
                hint + past + if loud { LOUD } else { 0 } + if killer { KILLER } else { 0 }
            };
            self.waiting.push(Waiting { mv, order, number });
        }
        self.raw = raw;
        coverage
    }

    /// Brings the best of the waiting moves to the front and returns it.
    #[inline]
    fn pick(&mut self, front: usize) -> Waiting<G::Move> {
        let mut best = front;
        for at in front + 1..self.waiting.len() {
            let (here, there) = (&self.waiting[at], &self.waiting[best]);
            if (here.order, there.number) > (there.order, here.number) {
                best = at;
            }
        }
        self.waiting.swap(front, best);
        self.waiting[front]
    }

    /// Takes note that a move refuted its position.
    fn reward(&mut self, mv: G::Move, side: Side, depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(slot) = self.knowledge.slot(self.game, mv) {
            let past = &mut self.history[side.index()][slot % HISTORY];
            let gain = (depth * depth * 16).min(4000);
            *past += gain - *past * gain / 100_000;
        }
    }

    fn extend_line(&mut self, mv: G::Move, ply: usize) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&after[0]);
    }

    /// Estimates a position, after the loud moves if the game has such.
    fn leaf(
        &mut self,
        position: &G::Position,
        (alpha, beta): (Score, Score),
        ply: usize,
        plies: u32,
    ) -> NodeResult {
        self.visit();
        let side = self.game.side_to_move(position);
        if let Some(outcome) = self.game.outcome(position) {
            return NodeResult::solid(score_of(&outcome, side, ply));
        }
        let mut best = self.knowledge.evaluate(self.game, position).clamp(-ESTIMATE, ESTIMATE);
        // The first rating of the moves at the root comes here even where the budget is spent already.
        if self.over || !K::QUIESCENCE || plies == 0 || best >= beta || ply >= MAX_PLY - 1 {
            return NodeResult::guess(best);
        }
        let base = self.waiting.len();
        let mut raw = std::mem::take(&mut self.raw);
        raw.clear();
        self.knowledge.moves(self.game, position, &mut raw);
        for (number, &mv) in raw.iter().enumerate() {
            if self.knowledge.is_loud(self.game, position, mv) {
                let order = self.knowledge.hint(self.game, position, mv);
                self.waiting.push(Waiting { mv, order, number: number.min(65_534) as u16 });
            }
        }
        self.raw = raw;
        let count = self.waiting.len() - base;
        let mut raised = alpha.max(best);
        for at in 0..count {
            let next = self.pick(base + at);
            let mut child = position.clone();
            self.game.play(&mut child, next.mv);
            let turn = self.game.side_to_move(&child) != side;
            let window = if turn { (-beta, -raised) } else { (raised, beta) };
            let found = self.leaf(&child, window, ply + 1, plies - 1).turned(turn);
            if self.over {
                break;
            }
            best = best.max(found.score);
            raised = raised.max(best);
            if best >= beta {
                break;
            }
        }
        self.waiting.truncate(base);
        NodeResult::guess(best)
    }
}

/// What a loud move and a killer have before the others in the order of trial.
const LOUD: i32 = 4_000_000;
const KILLER: i32 = 2_000_000;

/// Returns by how much the move tried after `at` others is searched less deep.
fn reduction(depth: i32, at: usize) -> i32 {
    let by = f64::from(depth).ln() * (at as f64).ln() / 2.2;
    (by as i32).clamp(0, depth - 2)
}
