//! The solver of Quandary: can one side, the attacker, force a win from here?
//!
//! No line of play repeats a position, so that depth-first proof-number search needs no care for cycles. The table holds
//! whole positions, not hashes: what it says is certain.

use damier_core::Side;
use damier_search::Linear;

use super::eval::{Crossing, Values};
use super::outlook::Outlook;
use super::sight::{Packed, Sight, Step, Steps};
use super::table::{Effort, NEVER, Table};
use super::{Goal, Position, Quandary};

/// The greatest first guess.
const MOST: u32 = 10_000;
/// How often a search asks whether to stop, in positions.
const OFTEN: u64 = 1 << 10;

/// An answer of a prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The attacker wins in at most so many plies.
    Wins(u32),
    /// The attacker cannot force a win.
    Fails,
}

/// Answers whether one side can force a win, in positions with the same goals.
pub(super) struct Prover<'a> {
    goal: Goal,
    /// 0 for White, 1 for Black.
    attacker: usize,
    outlook: Outlook,
    sight: Sight,
    table: &'a mut Table,
    nodes: u64,
    /// How much of the lesser efforts is added to the greatest, in eighths.
    weight: u32,
    /// How much more than the next one a child may take before the search turns to that, in tenths of the next one's
    /// effort: where the defender moves, and where the attacker does.
    slack: [u32; 2],
}

/// When a search has to end.
struct Leash<'a> {
    nodes: u64,
    stop: &'a dyn Fn() -> bool,
    over: bool,
}

#[derive(Clone, Copy)]
struct Child {
    key: u64,
    effort: Effort,
}

impl<'a> Prover<'a> {
    /// Makes a prover for the positions with the goals of this one. The table may hold what a prover for the same
    /// attacker and goals left there, or nothing.
    pub(super) fn new(
        game: &'a Quandary,
        knowledge: &'a Linear<Crossing>,
        attacker: Side,
        position: &Position,
        table: &'a mut Table,
    ) -> Prover<'a> {
        let outlook = Outlook::new(game, attacker, position.starts[attacker.other().index()]);
        let sight = Sight::new(game, Values::new(knowledge.weights()), attacker, position);
        // Where four men have to come home, many ways lead to the same positions, whose effort would be counted many
        // times over in a plain sum. Both weights were found by trial.
        let weight = if game.goal == Goal::Four { 4 } else { 10 };
        // Found by trial.
        let slack = if game.goal == Goal::Four { [2, 30] } else { [5, 5] };
        Prover { goal: game.goal, attacker: attacker.index(), outlook, sight, table, nodes: 0, weight, slack }
    }

    /// Returns how many positions it has opened.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Asks whether the attacker wins a position, over or not; `None` where so many nodes, or a stop, end the search. To
    /// ask again is to go on.
    pub(super) fn ask(&mut self, position: &Position, nodes: u64, stop: &dyn Fn() -> bool) -> Option<Answer> {
        let position = Packed::new(position);
        let key = position.key();
        let mut found = self.table.get(key).unwrap_or_else(|| self.guess(position));
        if !found.is_decided() {
            let mut leash = Leash { nodes: self.nodes.saturating_add(nodes), stop, over: false };
            found = self.open(position, [NEVER; 2], &mut leash);
            self.table.put(key, found);
        }
        match found {
            Effort { proof: 0, plies, .. } => Some(Answer::Wins(plies)),
            Effort { disproof: 0, .. } => Some(Answer::Fails),
            _ => None,
        }
    }

    /// Guesses the effort of a position that was not searched, or decides it.
    fn guess(&self, position: Packed) -> Effort {
        let won = |side: usize, plies| if side == self.attacker { Effort::won(plies) } else { Effort::LOST };
        if let Some(side) = self.sight.winner(position) {
            return won(side, 0);
        }
        if self.outlook.is_lost(position) {
            return Effort::LOST;
        }
        let (mover, waiter) = (position.turn, position.turn ^ 1);
        if self.goal == Goal::First {
            if self.sight.arrivals(position, mover) > 0 {
                return won(mover, 1);
            }
            // A turn takes back the offer of one man at most, and the cells of the far rank stay free.
            if self.sight.arrivals(position, waiter) > 1 {
                return won(waiter, 2);
            }
        }
        let moves = [0, 1].map(|side| self.sight.steps(position, side));
        let passes = moves[mover].count == 0;
        if passes && moves[waiter].count == 0 {
            return Effort::LOST;
        }
        let attacks = (mover == self.attacker) != passes;
        match self.goal {
            Goal::First => self.guess_first(position, moves.map(|moves| moves.count), attacks),
            Goal::Four => self.guess_four(position, &moves, attacks),
        }
    }

    /// Guesses where the first man on the far rank wins, from what the engines think of the position.
    fn guess_first(&self, position: Packed, moves: [usize; 2], attacks: bool) -> Effort {
        let score = self.sight.score(position, self.attacker, moves).clamp(-600, 600);
        // Of 256 each where chances are even; 44 points double one and halve the other.
        let [mut proof, mut disproof] = [-score, score].map(|score| power(128 + score * 9 / 25));
        let choices = moves[if attacks { self.attacker } else { self.attacker ^ 1 }] as u32;
        *(if attacks { &mut disproof } else { &mut proof }) *= choices;
        Effort { proof: proof.clamp(1, MOST), disproof: disproof.clamp(1, MOST), plies: 0 }
    }

    /// Guesses where all four men have to come home, from the attacker's moves that keep his chances.
    fn guess_four(&self, position: Packed, moves: &[Steps; 2], attacks: bool) -> Effort {
        let keeps = |step: &&Step| {
            let mut after = position;
            after.men[usize::from(step.man)] = step.to;
            !self.outlook.is_lost(after)
        };
        let good = moves[self.attacker].list().iter().filter(keeps).count();
        if attacks && good == 0 {
            return Effort::LOST;
        }
        let other = moves[self.attacker ^ 1].count as u32;
        // The more moves of the attacker keep his chances, and the better these are, the harder a disproof.
        let chances = self.sight.chances(position.of(self.attacker)).max(1);
        let halves = (u128::from(chances) * u128::from(chances)).ilog2() as i32 - 40;
        let disproof = CHOICES[good] * power(halves * 8 / 5 + 32) / 4;
        Effort { proof: 3 + 3 * other, disproof: disproof.clamp(1, MOST), plies: 0 }
    }

    /// Searches below a position that is not decided, until its proof or disproof takes more effort than the limits.
    fn open(&mut self, mut position: Packed, limits: [u32; 2], leash: &mut Leash) -> Effort {
        self.nodes += 1;
        leash.over |= self.nodes >= leash.nodes || self.nodes.is_multiple_of(OFTEN) && (leash.stop)();
        let mut moves = self.sight.steps(position, position.turn);
        let mut plies = 1;
        if moves.count == 0 {
            position.turn ^= 1;
            moves = self.sight.steps(position, position.turn);
            plies = 2;
        }
        let attacks = position.turn == self.attacker;
        let mut children = [Child { key: 0, effort: Effort::LOST }; 12];
        let children = &mut children[..moves.count];
        // The table is large and memory slow: all the children are sent for before the first is looked at.
        let mut near = 0;
        for (child, &step) in children.iter_mut().zip(moves.list()) {
            child.key = position.play(step).key();
            near |= self.table.touch(child.key);
        }
        std::hint::black_box(near);
        for child in children.iter_mut() {
            child.effort =
                self.table.get(child.key).unwrap_or_else(|| self.guess(Packed::from_key(child.key)));
        }
        loop {
            let now = sum_up(children, attacks, plies, self.weight);
            let beyond = now.proof >= limits[0] || now.disproof >= limits[1];
            if now.is_decided() || beyond || leash.over {
                return now;
            }
            let (at, second) = easiest(children, attacks);
            let child = children[at];
            // A child may go on until it takes so much more than the next one.
            let more = second / 10 * self.slack[usize::from(attacks)]
                + second % 10 * self.slack[usize::from(attacks)] / 10;
            let slack = second.saturating_add(more).saturating_add(1);
            let Effort { proof, disproof, .. } = child.effort;
            let limits = if attacks {
                [
                    limits[0].min(slack),
                    (limits[1] - (now.disproof - disproof.min(now.disproof))).max(disproof + 1),
                ]
            } else {
                [(limits[0] - (now.proof - proof.min(now.proof))).max(proof + 1), limits[1].min(slack)]
            };
            let limits = limits.map(|limit| limit.min(NEVER));
            let found = self.open(Packed::from_key(child.key), limits, leash);
            self.table.put(child.key, found);
            children[at].effort = found;
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

/// Returns the effort of a position, `plies` before its children: on the one hand the least of them, on the other hand the
/// greatest and a part of the others.
fn sum_up(children: &[Child], attacks: bool, plies: u32, weight: u32) -> Effort {
    let (mut least, mut sum, mut most) = (NEVER, 0, 0);
    let (mut quickest, mut slowest) = (u32::MAX, 0);
    for Child { effort, .. } in children {
        let (one, other) =
            if attacks { (effort.proof, effort.disproof) } else { (effort.disproof, effort.proof) };
        least = least.min(one);
        sum = NEVER.min(sum + other);
        most = most.max(other);
        if effort.proof == 0 {
            quickest = quickest.min(effort.plies + plies);
            slowest = slowest.max(effort.plies + plies);
        }
    }
    // Never as much as what cannot be: that is for decided positions.
    let sum = (most + (sum - most) / 8 * weight + (sum - most) % 8 * weight / 8).min(NEVER - 1);
    match (attacks, least, sum) {
        (true, 0, _) => Effort::won(quickest),
        (false, _, 0) => Effort::won(slowest),
        (true, _, 0) | (false, 0, _) => Effort::LOST,
        (true, _, _) => Effort { proof: least, disproof: sum, plies: 0 },
        (false, _, _) => Effort { proof: sum, disproof: least, plies: 0 },
    }
}

/// Returns the child that takes the side to move the least effort, and the effort of the next one.
fn easiest(children: &[Child], attacks: bool) -> (usize, u32) {
    let (mut at, mut first, mut second) = (0, u32::MAX, NEVER);
    for (number, Child { effort, .. }) in children.iter().enumerate() {
        let effort = if attacks { effort.proof } else { effort.disproof };
        if effort < first {
            second = first.min(NEVER);
            (at, first) = (number, effort);
        } else if effort < second {
            second = effort;
        }
    }
    (at, second)
}
