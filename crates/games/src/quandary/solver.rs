//! Exact values of positions and of all their moves: two questions, whether White can force a win and whether Black can.

use damier_core::{Game, Side};
use damier_search::{Knowledge, Linear, Value};

use super::eval::Crossing;
use super::prover::{Answer, Prover};
use super::table::Table;
use super::{Goal, Move, Position, Quandary};

/// How many nodes the first try has; each later one has four times as many.
const FIRST_TRY: u64 = 1 << 15;

/// How a position ends with best play: who wins, in at most so many plies; `None` is a draw.
pub(super) type End = Option<(Side, u32)>;

/// Solves positions with the same goals.
pub(super) struct Solver<'a> {
    game: &'a Quandary,
    knowledge: &'a Linear<Crossing>,
    provers: [Prover<'a>; 2],
}

/// What a solver may spend.
pub(super) struct Means<'a> {
    /// Nodes, in all.
    pub(super) nodes: u64,
    /// Says whether to stop now.
    pub(super) stop: &'a dyn Fn() -> bool,
}

impl<'a> Solver<'a> {
    /// Makes a solver for the positions with the goals of this one. The tables are cleared.
    pub(super) fn new(
        game: &'a Quandary,
        knowledge: &'a Linear<Crossing>,
        position: &Position,
        tables: &'a mut [Table; 2],
    ) -> Solver<'a> {
        let [one, two] = tables;
        one.clear();
        two.clear();
        let provers = [
            Prover::new(game, knowledge, Side::First, position, one),
            Prover::new(game, knowledge, Side::Second, position, two),
        ];
        Solver { game, knowledge, provers }
    }

    /// Returns how many positions it has opened.
    pub(super) fn nodes(&self) -> u64 {
        self.provers.iter().map(Prover::nodes).sum()
    }

    /// Solves a position; `None` where the means end before.
    pub(super) fn solve(&mut self, position: &Position, means: &Means) -> Option<End> {
        self.settle(position, [None; 2], means)
    }

    /// Solves a position of which some answers are known, by side.
    fn settle(&mut self, position: &Position, known: [Option<Answer>; 2], means: &Means) -> Option<End> {
        let start = self.nodes();
        let mut answers = known;
        // The side that seems better off first: a win answers both questions.
        let better = match self.game.goal {
            Goal::Four => position.to_move,
            Goal::First if self.knowledge.evaluate(self.game, position) >= 0 => position.to_move,
            Goal::First => position.to_move.other(),
        };
        let mut share = FIRST_TRY;
        loop {
            for side in [better, better.other()] {
                let left = means.nodes.saturating_sub(self.nodes() - start);
                let answer = &mut answers[side.index()];
                if answer.is_none() {
                    *answer = self.provers[side.index()].ask(position, share.min(left), means.stop);
                }
                if let Some(Answer::Wins(plies)) = *answer {
                    return Some(Some((side, plies)));
                }
            }
            if answers == [Some(Answer::Fails); 2] {
                return Some(None);
            }
            if self.nodes() - start >= means.nodes || (means.stop)() {
                return None;
            }
            share = share.saturating_mul(4);
        }
    }

    /// Returns the legal moves of a position that ends like this, with what each is worth to the side that makes it; `None`
    /// where the means ended before that was known. The best are among those that are known.
    pub(super) fn rate(
        &mut self,
        position: &Position,
        end: End,
        means: &Means,
    ) -> Vec<(Move, Option<Value>)> {
        let side = position.to_move;
        let mut known = [None; 2];
        if end.is_none_or(|(winner, _)| winner != side) {
            known[side.index()] = Some(Answer::Fails);
        }
        let start = self.nodes();
        let mut moves = Vec::new();
        self.game.moves_into(position, &mut moves);
        let rate = |mv: Move| {
            let mut after = *position;
            self.game.play(&mut after, mv);
            let nodes = means.nodes.saturating_sub(self.nodes() - start);
            let found = self.settle(&after, known, &Means { nodes, stop: means.stop });
            let value = found.map(|end| match end {
                None => Value::Draw,
                Some((winner, plies)) if winner == side => Value::Win(plies + 1),
                Some((_, plies)) => Value::Loss(plies + 1),
            });
            (mv, value)
        };
        moves.into_iter().map(rate).collect()
    }
}

/// Returns what an end is worth to a side.
pub(super) fn value(end: End, side: Side) -> Value {
    match end {
        None => Value::Draw,
        Some((winner, plies)) if winner == side => Value::Win(plies),
        Some((_, plies)) => Value::Loss(plies),
    }
}
