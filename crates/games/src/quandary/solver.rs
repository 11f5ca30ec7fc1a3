//! Exact values of positions and of all their moves: two questions, whether White can force a win and whether Black can.

use damier_core::{Game, Side};
use damier_search::{Budget, Knowledge, Limits, Linear, Value};

use super::eval::QuandaryFeatures;
use super::proof_memory::ProofMemory;
use super::prover::{Answer, QuandaryProver};
use super::rules::Objective;
use super::{Move, Position, Quandary};

/// How many nodes the first try has; each later one has four times as many.
const FIRST_TRY: u64 = 1 << 15;
/// How often a search asks whether to stop, in positions.
const OFTEN: u64 = 1 << 10;

/// How a position ends with best play: who wins, in at most so many plies; `None` is a draw.
pub(super) type ProvenEnd = Option<(Side, u32)>;

/// Solves positions with the same goals.
pub(super) struct Solver<'a> {
    game: &'a Quandary,
    knowledge: &'a Linear<QuandaryFeatures>,
    provers: [QuandaryProver<'a>; 2],
}

impl<'a> Solver<'a> {
    /// Makes a solver for the positions with the goals of this one. The tables are cleared.
    pub(super) fn new(
        game: &'a Quandary,
        knowledge: &'a Linear<QuandaryFeatures>,
        position: &Position,
        tables: &'a mut [ProofMemory; 2],
    ) -> Solver<'a> {
        let [one, two] = tables;
        one.clear();
        two.clear();
        let provers = [
            QuandaryProver::new(game, knowledge, Side::First, position, one),
            QuandaryProver::new(game, knowledge, Side::Second, position, two),
        ];
        Solver { game, knowledge, provers }
    }

    /// Returns how many positions it has opened.
    pub(super) fn nodes(&self) -> u64 {
        self.provers.iter().map(QuandaryProver::nodes).sum()
    }

    /// Solves a position; `None` where the limits end it before.
    pub(super) fn solve(&mut self, position: &Position, limits: &Limits) -> Option<ProvenEnd> {
        self.settle(position, [None; 2], limits)
    }

    /// Solves a position of which some answers are known, by side.
    fn settle(
        &mut self,
        position: &Position,
        known: [Option<Answer>; 2],
        limits: &Limits,
    ) -> Option<ProvenEnd> {
        let start = self.nodes();
        let mut answers = known;
        // The side that seems better off first: a win answers both questions.
        let better = match self.game.goal {
            Objective::Four => position.to_move,
            Objective::First if self.knowledge.evaluate(self.game, position) >= 0 => position.to_move,
            Objective::First => position.to_move.other(),
        };
        let mut share = FIRST_TRY;
        loop {
            for side in [better, better.other()] {
                let left = limits.nodes.saturating_sub(self.nodes() - start);
                let answer = &mut answers[side.index()];
                if answer.is_none() {
                    let limits = Limits { nodes: share.min(left), ..*limits };
                    let budget = Budget::new(&limits).asking_every(OFTEN);
                    *answer = self.provers[side.index()].ask(position, &budget);
                }
                if let Some(Answer::Wins(plies)) = *answer {
                    return Some(Some((side, plies)));
                }
            }
            if answers == [Some(Answer::Fails); 2] {
                return Some(None);
            }
            if self.nodes() - start >= limits.nodes || (limits.stop)() {
                return None;
            }
            share = share.saturating_mul(4);
        }
    }

    /// Returns the legal moves of a position that ends like this, with what each is worth to the side that makes it; `None`
    /// where the limits ended it before that was known. The best are among those that are known.
    pub(super) fn rate(
        &mut self,
        position: &Position,
        end: ProvenEnd,
        limits: &Limits,
    ) -> Vec<(Move, Option<Value>)> {
        let side = position.to_move;
        let mut known = [None; 2];
        if end.is_none_or(|(winner, _)| winner != side) {
            known[side.index()] = Some(Answer::Fails);
        }
        let start = self.nodes();
        let moves = self.game.moves(position);
        let rate = |mv: Move| {
            let after = self.game.after(position, mv);
            let nodes = limits.nodes.saturating_sub(self.nodes() - start);
            let found = self.settle(&after, known, &Limits { nodes, ..*limits });
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
pub(super) fn value(end: ProvenEnd, side: Side) -> Value {
    match end {
        None => Value::Draw,
        Some((winner, plies)) if winner == side => Value::Win(plies),
        Some((_, plies)) => Value::Loss(plies),
    }
}
