//! The solver of Quandary: can one side, the attacker, force a win from here?
//!
//! No line of play repeats a position, so that depth-first proof-number search needs no care for cycles. The table holds
//! whole positions, not hashes: what it says is certain.

use damier_core::Side;
use damier_search::proof::{ProofNumbers, Survey, Thresholds};
use damier_search::{Budget, Linear};

use super::eval::{FirstManWeights, QuandaryFeatures};
use super::packed::{Packed, PackedGame, PackedMove, PackedMoves};
use super::proof_memory::ProofMemory;
use super::reachability::Reachability;
use super::rules::Objective;
use super::{Position, Quandary};

/// The greatest first guess.
const MOST: u32 = 10_000;

/// An answer of a prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The attacker wins in at most so many plies.
    Wins(u32),
    /// The attacker cannot force a win.
    Fails,
}

/// Answers whether one side can force a win, in positions with the same goals.
pub(super) struct QuandaryProver<'a> {
    goal: Objective,
    /// 0 for White, 1 for Black.
    attacker: usize,
    reachability: Reachability,
    packed_game: PackedGame,
    table: &'a mut ProofMemory,
    nodes: u64,
    /// How much of the lesser numbers is added to the greatest, in eighths.
    weight: u32,
    /// How much more than the next one a child may take before the search turns to that, in tenths of the next one's
    /// number: where the defender moves, and where the attacker does.
    slack: [u32; 2],
}

#[derive(Clone, Copy)]
struct Child {
    key: u64,
    numbers: ProofNumbers,
}

impl<'a> QuandaryProver<'a> {
    /// Makes a prover for the positions with the goals of this one. The table may hold what a prover for the same
    /// attacker and goals left there, or nothing.
    pub(super) fn new(
        game: &'a Quandary,
        knowledge: &'a Linear<QuandaryFeatures>,
        attacker: Side,
        position: &Position,
        table: &'a mut ProofMemory,
    ) -> QuandaryProver<'a> {
        let reachability = Reachability::new(game, attacker, position.starts[attacker.other().index()]);
        let packed_game =
            PackedGame::new(game, FirstManWeights::new(knowledge.weights()), attacker, position);
        // Where four men have to come home, many ways lead to the same positions, whose numbers would be counted many
        // times over in a plain sum. Both weights were found by trial.
        let weight = if game.goal == Objective::Four { 4 } else { 10 };
        // Found by trial.
        let slack = if game.goal == Objective::Four { [2, 30] } else { [5, 5] };
        QuandaryProver {
            goal: game.goal,
            attacker: attacker.index(),
            reachability,
            packed_game,
            table,
            nodes: 0,
            weight,
            slack,
        }
    }

    /// Returns how many positions it has opened.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Asks whether the attacker wins a position, over or not; `None` where the budget ends before. To ask again is to go
    /// on.
    pub(super) fn ask(&mut self, position: &Position, budget: &Budget) -> Option<Answer> {
        let position = Packed::new(position);
        let key = position.key();
        let mut found = self.table.get(key).unwrap_or_else(|| self.guess(position));
        if !found.is_decided() {
            found = self.open(position, Thresholds::NONE, budget);
            self.table.put(key, found);
        }
        match found {
            ProofNumbers { proof: 0, plies, .. } => Some(Answer::Wins(plies)),
            ProofNumbers { disproof: 0, .. } => Some(Answer::Fails),
            _ => None,
        }
    }

    /// Guesses the numbers of a position that was not searched, or decides it.
    fn guess(&self, position: Packed) -> ProofNumbers {
        let won = |side: usize, plies| {
            if side == self.attacker { ProofNumbers::won(plies) } else { ProofNumbers::LOST }
        };
        if let Some(side) = self.packed_game.winner(position) {
            return won(side, 0);
        }
        if self.reachability.is_lost(position) {
            return ProofNumbers::LOST;
        }
        let (mover, waiter) = (position.turn, position.turn ^ 1);
        if self.goal == Objective::First {
            if self.packed_game.arrivals(position, mover) > 0 {
                return won(mover, 1);
            }
            // A turn takes back the offer of one man at most, and the cells of the far rank stay free.
            if self.packed_game.arrivals(position, waiter) > 1 {
                return won(waiter, 2);
            }
        }
        let moves = [0, 1].map(|side| self.packed_game.steps(position, side));
        let passes = moves[mover].count == 0;
        if passes && moves[waiter].count == 0 {
            return ProofNumbers::LOST;
        }
        let attacks = (mover == self.attacker) != passes;
        match self.goal {
            Objective::First => self.guess_first(position, moves.map(|moves| moves.count), attacks),
            Objective::Four => self.guess_four(position, &moves, attacks),
        }
    }

    /// Guesses where the first man on the far rank wins, from what the engines think of the position.
    fn guess_first(&self, position: Packed, moves: [usize; 2], attacks: bool) -> ProofNumbers {
        let score = self.packed_game.score(position, self.attacker, moves).clamp(-600, 600);
        // Of 256 each where chances are even; 44 points double one and halve the other.
        let [mut proof, mut disproof] = [-score, score].map(|score| power(128 + score * 9 / 25));
        let choices = moves[if attacks { self.attacker } else { self.attacker ^ 1 }] as u32;
        *(if attacks { &mut disproof } else { &mut proof }) *= choices;
        ProofNumbers::open(proof.clamp(1, MOST), disproof.clamp(1, MOST))
    }

    /// Guesses where all four men have to come home, from the attacker's moves that keep his chances.
    fn guess_four(&self, position: Packed, moves: &[PackedMoves; 2], attacks: bool) -> ProofNumbers {
        let keeps = |step: &&PackedMove| {
            let mut after = position;
            after.men[usize::from(step.man)] = step.to;
            !self.reachability.is_lost(after)
        };
        let good = moves[self.attacker].list().iter().filter(keeps).count();
        if attacks && good == 0 {
            return ProofNumbers::LOST;
        }
        let other = moves[self.attacker ^ 1].count as u32;
        // The more moves of the attacker keep his chances, and the better these are, the harder a disproof.
        let chances = self.packed_game.chances(position.of(self.attacker)).max(1);
        let halves = (u128::from(chances) * u128::from(chances)).ilog2() as i32 - 40;
        let disproof = CHOICES[good] * power(halves * 8 / 5 + 32) / 4;
        ProofNumbers::open(3 + 3 * other, disproof.clamp(1, MOST))
    }

    /// Searches below a position that is not decided, until its proof or disproof takes more than the limits.
    fn open(&mut self, mut position: Packed, limits: Thresholds, budget: &Budget) -> ProofNumbers {
        self.nodes += 1;
        budget.spend(1);
        let mut moves = self.packed_game.steps(position, position.turn);
        let mut plies = 1;
        if moves.count == 0 {
            position.turn ^= 1;
            moves = self.packed_game.steps(position, position.turn);
            plies = 2;
        }
        let attacks = position.turn == self.attacker;
        let mut children = [Child { key: 0, numbers: ProofNumbers::LOST }; 12];
        let children = &mut children[..moves.count];
        // The table is large and memory slow: all the children are sent for before the first is looked at.
        let mut near = 0;
        for (child, &step) in children.iter_mut().zip(moves.list()) {
            child.key = position.play(step).key();
            near |= self.table.touch(child.key);
        }
        std::hint::black_box(near);
        for child in children.iter_mut() {
            child.numbers =
                self.table.get(child.key).unwrap_or_else(|| self.guess(Packed::from_key(child.key)));
        }
        loop {
            let survey = Survey::of(children.iter().map(|child| child.numbers), attacks);
            let now = survey.numbers(plies, self.weight);
            if now.is_decided() || limits.are_reached(now) || budget.is_over() {
                return now;
            }
            let at = survey.best;
            let child = children[at];
            // A child may go on until it takes so much more than the next one.
            let slack = survey.slack(self.slack[usize::from(attacks)], 10);
            let limits = limits.of_child(now, child.numbers, attacks, slack);
            let found = self.open(Packed::from_key(child.key), limits, budget);
            self.table.put(child.key, found);
            children[at].numbers = found;
        }
    }
}

/// Thrice the power 5/2 of one more than a number of moves, rounded.
const CHOICES: [u32; 13] = [3, 17, 47, 96, 168, 265, 389, 543, 729, 949, 1204, 1497, 1828];

/// Returns 2 to the power of so many sixteenths, rounded down; 0 below 0.
fn power(sixteenths: i32) -> u32 {
    // 2^16 times 2 to the power of 0 to 15 sixteenths, rounded.
    const PARTS: [u64; 16] = [
        65_536, 68_438, 71_468, 74_632, 77_936, 81_386, 84_990, 88_752, 92_682, 96_785, 101_070, 105_545,
        110_218, 115_098, 120_194, 125_515,
    ];
    if sixteenths < 0 {
        return 0;
    }
    let whole = (sixteenths / 16).min(15);
    ((PARTS[sixteenths as usize % 16] << whole) >> 16) as u32
}
