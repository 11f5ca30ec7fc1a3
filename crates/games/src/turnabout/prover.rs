//! The solver of Turnabout: does the attacker win from here? Depth-first proof-number search over the moves that
//! [`Lengths`] offers, up to the symmetries of the board.

use damier_core::{Game, Side, Verdict};
use damier_search::{Coverage, Features};

use super::{Lengths, Move, Position, Turnabout};

/// More than any effort.
const NEVER: u32 = 1 << 30;
/// How many slots a bucket has.
const WAYS: usize = 4;
/// How often a search asks whether to stop, in positions.
const OFTEN: u64 = 1 << 8;

/// The effort that it takes to prove that the attacker wins, and that the defender does; one is 0 where it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Effort {
    attack: u32,
    defence: u32,
}

impl Effort {
    const FRESH: Effort = Effort { attack: 1, defence: 1 };
    const WON: Effort = Effort { attack: 0, defence: NEVER };
    const LOST: Effort = Effort { attack: NEVER, defence: 0 };

    fn is_decided(self) -> bool {
        self.attack == 0 || self.defence == 0
    }
}

/// A position, whole, with its effort. The empty board stands for an empty slot: only the root is empty.
#[derive(Clone, Copy)]
struct Slot {
    key: u128,
    effort: Effort,
}

/// Solves positions of boards of up to 64 cells on which all moves are offered.
pub(super) struct Prover<'a> {
    game: &'a Turnabout<1>,
    slots: Vec<Slot>,
    nodes: u64,
}

struct Child {
    position: Position<1>,
    key: u128,
    effort: Effort,
}

/// When a search has to end.
struct Leash<'a> {
    nodes: u64,
    stop: &'a dyn Fn() -> bool,
    over: bool,
}

impl<'a> Prover<'a> {
    /// The bytes of a slot.
    pub(super) const SLOT: u64 = size_of::<Slot>() as u64;

    /// Makes a solver that remembers so many positions, a power of two and at least four.
    pub(super) fn new(game: &'a Turnabout<1>, slots: usize) -> Prover<'a> {
        let slots = slots.next_power_of_two().max(WAYS);
        Prover { game, slots: vec![Slot { key: 0, effort: Effort::FRESH }; slots], nodes: 0 }
    }

    /// Returns how many positions it has opened.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Says whether the attacker wins; `None` where so many nodes, or a stop, end the search.
    pub(super) fn attacker_wins(
        &mut self,
        position: &Position<1>,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<bool> {
        let mut leash = Leash { nodes: self.nodes.saturating_add(nodes), stop, over: false };
        let found = match self.game.outcome(position) {
            Some(_) => self.look_up(position).effort,
            None => self.open(position, [NEVER; 2], &mut leash),
        };
        found.is_decided().then_some(found.attack == 0)
    }

    /// Returns the number of a position, the same for all its images.
    fn key(&self, position: &Position<1>) -> u128 {
        let number = |position: &Position<1>| {
            let [low, high] = position.bits.map(|bits| u128::from(bits.words()[0]));
            low | high << 64
        };
        let images = 0..self.game.symmetries();
        images.map(|symmetry| number(&self.game.transform(position, symmetry))).min().unwrap_or(0)
    }

    fn bucket(&self, key: u128) -> usize {
        let fold = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (key >> 64) as u64;
        let spread = (fold ^ fold >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (spread >> 20) as usize & (self.slots.len() - 1) & !(WAYS - 1)
    }

    fn look_up(&self, position: &Position<1>) -> Child {
        let decided = |effort| Child { position: *position, key: 0, effort };
        if let Some(outcome) = self.game.outcome(position) {
            return decided(if outcome.verdict == Verdict::Win(Side::First) {
                Effort::WON
            } else {
                Effort::LOST
            });
        }
        let key = self.key(position);
        let first = self.bucket(key);
        let slot = self.slots[first..first + WAYS].iter().find(|slot| slot.key == key);
        Child { position: *position, key, effort: slot.map_or(Effort::FRESH, |slot| slot.effort) }
    }

    fn put(&mut self, key: u128, effort: Effort) {
        let first = self.bucket(key);
        let bucket = &mut self.slots[first..first + WAYS];
        let at = bucket.iter().position(|slot| slot.key == key).unwrap_or_else(|| {
            let worth = |slot: &Slot| match slot {
                Slot { key: 0, .. } => 0,
                Slot { effort, .. } if effort.is_decided() => 2 * NEVER,
                Slot { effort, .. } => 1 + effort.attack / 2 + effort.defence / 2,
            };
            (0..WAYS).min_by_key(|&at| worth(&bucket[at])).expect("a bucket has slots")
        });
        bucket[at] = Slot { key, effort };
    }

    /// Searches below a position that is not over, until its efforts reach the limits.
    fn open(&mut self, position: &Position<1>, limits: [u32; 2], leash: &mut Leash) -> Effort {
        self.nodes += 1;
        leash.over |= self.nodes >= leash.nodes || self.nodes.is_multiple_of(OFTEN) && (leash.stop)();
        let attacks = self.game.side_to_move(position) == Side::First;
        let mut children = Vec::new();
        let mut moves: Vec<Move> = Vec::new();
        let coverage = Lengths.moves(self.game, position, &mut moves);
        debug_assert_eq!(coverage, Coverage::Sound, "the board is small enough");
        for mv in moves {
            let mut after = *position;
            self.game.play(&mut after, mv);
            let child = self.look_up(&after);
            let refuted = if attacks { child.effort.attack == 0 } else { child.effort.defence == 0 };
            if refuted {
                return child.effort;
            }
            // Images of each other count once.
            if child.key == 0 || !children.iter().any(|other: &Child| other.key == child.key) {
                children.push(child);
            }
        }
        loop {
            let now = sum_up(&children, attacks);
            let beyond = now.attack >= limits[0] || now.defence >= limits[1];
            if now.is_decided() || beyond || leash.over {
                return now;
            }
            let (at, second) = easiest(&children, attacks);
            let Child { position, key, effort } = children[at];
            let slack = second.saturating_add(second / 2).saturating_add(1);
            let limits = if attacks {
                [limits[0].min(slack), (limits[1] - (now.defence - effort.defence)).max(effort.defence + 1)]
            } else {
                [(limits[0] - (now.attack - effort.attack)).max(effort.attack + 1), limits[1].min(slack)]
            };
            let found = self.open(&position, limits.map(|limit| limit.min(NEVER)), leash);
            self.put(key, found);
            children[at].effort = found;
        }
    }
}

/// Returns the effort of a position: on the one hand the least of its children, on the other the greatest and half of the
/// others, since many ways lead to the same positions.
fn sum_up(children: &[Child], attacks: bool) -> Effort {
    let (mut least, mut sum, mut most) = (NEVER, 0u32, 0);
    for Child { effort, .. } in children {
        let (one, other) =
            if attacks { (effort.attack, effort.defence) } else { (effort.defence, effort.attack) };
        least = least.min(one);
        sum = sum.saturating_add(other);
        most = most.max(other);
    }
    let sum = (most + (sum - most) / 2).min(NEVER - 1);
    match (attacks, least, sum) {
        (true, 0, _) | (false, _, 0) => Effort::WON,
        (true, _, 0) | (false, 0, _) => Effort::LOST,
        (true, _, _) => Effort { attack: least, defence: sum },
        (false, _, _) => Effort { attack: sum, defence: least },
    }
}

/// Returns the child that takes the side to move the least effort, and the effort of the next one.
fn easiest(children: &[Child], attacks: bool) -> (usize, u32) {
    let (mut at, mut first, mut second) = (0, u32::MAX, NEVER);
    for (number, Child { effort, .. }) in children.iter().enumerate() {
        let effort = if attacks { effort.attack } else { effort.defence };
        if effort < first {
            second = first.min(NEVER);
            (at, first) = (number, effort);
        } else if effort < second {
            second = effort;
        }
    }
    (at, second)
}
