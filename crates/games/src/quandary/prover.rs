//! The solver of Quandary: can one side, the attacker, force a win from here?
//!
//! No line of play repeats a position, so that depth-first proof-number search needs no care for cycles. The table holds
//! whole positions, not hashes: what it says is certain.

use damier_core::Side;
use damier_search::{Knowledge, Linear};

use super::eval::Crossing;
use super::outlook::{Outlook, arrivals};
use super::{CELLS, Goal, Move, Position, Quandary};

/// More than any effort.
const NEVER: u32 = 1 << 30;
/// The greatest first guess.
const MOST: u32 = 10_000;
/// How many slots a bucket has.
const WAYS: usize = 4;
/// How often a search asks whether to stop, in positions.
const OFTEN: u64 = 1 << 10;

/// The effort that a proof and a disproof take; one of them is 0 where the question is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Effort {
    proof: u32,
    disproof: u32,
    /// In how many plies a proven win ends at most.
    plies: u32,
}

impl Effort {
    const LOST: Effort = Effort { proof: NEVER, disproof: 0, plies: 0 };

    const fn won(plies: u32) -> Effort {
        Effort { proof: 0, disproof: NEVER, plies }
    }

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A position of the table with its effort; where a win is proven, `disproof` holds the plies. 0 is no position.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    proof: u32,
    disproof: u32,
}

/// What a prover remembers.
pub(super) struct Table {
    slots: Vec<Slot>,
}

impl Table {
    /// The bytes of a slot.
    pub(super) const SLOT: u64 = size_of::<Slot>() as u64;

    /// Makes a table of so many slots, a power of two and at least four.
    pub(super) fn new(slots: usize) -> Table {
        Table { slots: vec![Slot::default(); slots.next_power_of_two().max(WAYS)] }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(Slot::default());
    }

    fn bucket(&self, key: u64) -> usize {
        // The upper bits of the product depend on all bits of the key.
        let spread = (key ^ key >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (spread >> 20) as usize & (self.slots.len() - 1) & !(WAYS - 1)
    }

    #[inline]
    fn get(&self, key: u64) -> Option<Effort> {
        let first = self.bucket(key);
        let slot = self.slots[first..first + WAYS].iter().find(|slot| slot.key == key)?;
        Some(match slot.proof {
            0 => Effort::won(slot.disproof),
            proof => Effort { proof, disproof: slot.disproof, plies: 0 },
        })
    }

    fn put(&mut self, key: u64, effort: Effort) {
        let first = self.bucket(key);
        let bucket = &mut self.slots[first..first + WAYS];
        let at = bucket.iter().position(|slot| slot.key == key).unwrap_or_else(|| {
            // An empty slot, else the least effort that is open, else anything.
            let worth = |slot: &Slot| match slot {
                Slot { key: 0, .. } => 0,
                Slot { proof: 0, .. } | Slot { disproof: 0, .. } => 2 * NEVER,
                _ => 1 + slot.proof / 2 + slot.disproof / 2,
            };
            (0..WAYS).min_by_key(|&at| worth(&bucket[at])).expect("a bucket has slots")
        });
        let disproof = if effort.proof == 0 { effort.plies } else { effort.disproof };
        bucket[at] = Slot { key, proof: effort.proof, disproof };
    }
}

/// Returns the number of a position among those with the same goals; never 0.
fn key(position: &Position) -> u64 {
    let men = position.men.as_flattened();
    let cells = men.iter().fold(0, |key, &man| key * CELLS as u64 + u64::from(man));
    2 * cells + u64::from(position.to_move == Side::Second)
}

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
    game: &'a Quandary,
    knowledge: &'a Linear<Crossing>,
    attacker: Side,
    outlook: Outlook,
    table: &'a mut Table,
    nodes: u64,
    /// How much of the lesser efforts is added to the greatest, in eighths.
    weight: u32,
}

/// When a search has to end.
struct Leash<'a> {
    nodes: u64,
    stop: &'a dyn Fn() -> bool,
    over: bool,
}

#[derive(Clone, Copy)]
struct Child {
    position: Position,
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
        // Many ways lead to the same positions, whose effort would be counted many times over in a plain sum.
        let weight = if game.goal == Goal::Four { 4 } else { 5 };
        Prover { game, knowledge, attacker, outlook, table, nodes: 0, weight }
    }

    /// Returns how many positions it has opened.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Asks whether the attacker wins a position, over or not; `None` where so many nodes, or a stop, end the search. To
    /// ask again is to go on.
    pub(super) fn ask(&mut self, position: &Position, nodes: u64, stop: &dyn Fn() -> bool) -> Option<Answer> {
        let key = key(position);
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
    fn guess(&self, position: &Position) -> Effort {
        let game = self.game;
        let won = |side: Side, plies| if side == self.attacker { Effort::won(plies) } else { Effort::LOST };
        if let Some(side) = game.winner(position) {
            return won(side, 0);
        }
        if self.outlook.is_lost(game, position) {
            return Effort::LOST;
        }
        let (mover, waiter) = (position.to_move, position.to_move.other());
        if game.goal == Goal::First {
            if arrivals(game, position, mover) > 0 {
                return won(mover, 1);
            }
            // A turn takes back the offer of one man at most, and the cells of the far rank stay free.
            if arrivals(game, position, waiter) > 1 {
                return won(waiter, 2);
            }
        }
        let moves = [mover, waiter].map(|side| game.moves(position, side));
        let passes = moves[0].count == 0;
        if passes && moves[1].count == 0 {
            return Effort::LOST;
        }
        let attacks = (mover == self.attacker) != passes;
        if game.goal == Goal::First {
            let score = self.knowledge.evaluate(game, position).clamp(-600, 600);
            let score = if mover == self.attacker { score } else { -score };
            // Of 64 each where chances are even; seven logits and a bit double one and halve the other seven times.
            let [mut proof, mut disproof] = [-score, score].map(|score| power(96 + score * 14 / 25));
            let choices = moves[usize::from(passes)].count as u32;
            *(if attacks { &mut disproof } else { &mut proof }) *= choices;
            return Effort { proof: proof.clamp(1, MOST), disproof: disproof.clamp(1, MOST), plies: 0 };
        }
        let own = &moves[usize::from(mover != self.attacker)];
        let keeps = |mv: &&Move| {
            let mut after = *position;
            after.advance(self.attacker, **mv);
            !self.outlook.is_lost(game, &after)
        };
        let good = own.list().iter().filter(keeps).count();
        if attacks && good == 0 {
            return Effort::LOST;
        }
        let other = moves[usize::from(mover == self.attacker)].count as u32;
        // The more moves of the attacker keep his chances, and the better these are, the harder a disproof.
        let chances = game.chances(position, self.attacker).max(1);
        let halves = (u128::from(chances) * u128::from(chances)).ilog2() as i32 - 40;
        let disproof = CHOICES[good] * power(halves * 8 / 5 + 32) / 4;
        Effort { proof: 3 + 3 * other, disproof: disproof.clamp(1, MOST), plies: 0 }
    }

    /// Searches below a position that is not decided, until its proof or disproof takes more effort than the limits.
    fn open(&mut self, position: &Position, limits: [u32; 2], leash: &mut Leash) -> Effort {
        self.nodes += 1;
        leash.over |= self.nodes >= leash.nodes || self.nodes.is_multiple_of(OFTEN) && (leash.stop)();
        let mut position = *position;
        let mut moves = self.game.moves(&position, position.to_move);
        let mut plies = 1;
        if moves.count == 0 {
            position.to_move = position.to_move.other();
            moves = self.game.moves(&position, position.to_move);
            plies = 2;
        }
        let attacks = position.to_move == self.attacker;
        let none = Child { position, key: 0, effort: Effort::LOST };
        let mut children = [none; 12];
        for (child, &mv) in children.iter_mut().zip(moves.list()) {
            child.position.advance(position.to_move, mv);
            child.position.to_move = position.to_move.other();
            child.key = key(&child.position);
            child.effort = self.table.get(child.key).unwrap_or_else(|| self.guess(&child.position));
        }
        let children = &mut children[..moves.count];
        loop {
            let now = sum_up(children, attacks, plies, self.weight);
            let beyond = now.proof >= limits[0] || now.disproof >= limits[1];
            if now.is_decided() || beyond || leash.over {
                return now;
            }
            let (at, second) = easiest(children, attacks);
            let child = children[at];
            // A child may go on until it takes half as much again as the next one.
            let slack = second.saturating_add(second / 2).saturating_add(1);
            let Effort { proof, disproof, .. } = child.effort;
            let limits = if attacks {
                [
                    limits[0].min(slack),
                    (limits[1] - (now.disproof - disproof.min(now.disproof))).max(disproof + 1),
                ]
            } else {
                [(limits[0] - (now.proof - proof.min(now.proof))).max(proof + 1), limits[1].min(slack)]
            };
            let found = self.open(&child.position, limits.map(|limit| limit.min(NEVER)), leash);
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
