//! The solver of Turnabout: does the attacker win from here? Depth-first proof-number search over the moves that
//! [`TurnaboutFeatures`] offers, up to the symmetries of the board.

use damier_core::{Game, Side, Verdict};
use damier_search::proof::{NEVER, ProofNumbers, Survey, Thresholds};
use damier_search::{Budget, Coverage, MoveHints};

use super::{Move, Position, Turnabout, TurnaboutFeatures};

/// How many slots a bucket has.
const WAYS: usize = 4;
/// How often a search should ask whether to stop, in positions.
pub(super) const OFTEN: u64 = 1 << 8;
/// How much of the lesser numbers is added to the greatest, in eighths: many ways lead to the same positions.
const WEIGHT: u32 = 4;

/// A position, whole, with its proof numbers. The empty board stands for an empty slot: only the root is empty.
#[derive(Clone, Copy)]
struct Slot {
    key: u128,
    numbers: ProofNumbers,
}

/// Solves positions of boards of up to 64 cells on which all moves are offered.
pub(super) struct TurnaboutProver<'a> {
    game: &'a Turnabout<1>,
    slots: Vec<Slot>,
    nodes: u64,
}

struct Child {
    position: Position<1>,
    key: u128,
    numbers: ProofNumbers,
}

impl<'a> TurnaboutProver<'a> {
    /// The bytes of a slot.
    pub(super) const SLOT: u64 = size_of::<Slot>() as u64;

    /// Makes a solver that remembers so many positions, a power of two and at least four.
    pub(super) fn new(game: &'a Turnabout<1>, slots: usize) -> TurnaboutProver<'a> {
        let slots = slots.next_power_of_two().max(WAYS);
        TurnaboutProver { game, slots: vec![Slot { key: 0, numbers: ProofNumbers::FRESH }; slots], nodes: 0 }
    }

    /// Returns how many positions it has opened.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Says whether the attacker wins; `None` where the budget ends the search.
    pub(super) fn attacker_wins(&mut self, position: &Position<1>, budget: &Budget) -> Option<bool> {
        let found = match self.game.outcome(position) {
            Some(_) => self.look_up(position).numbers,
            None => self.open(position, Thresholds::NONE, budget),
        };
        found.is_decided().then_some(found.proof == 0)
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
        let decided = |numbers| Child { position: *position, key: 0, numbers };
        if let Some(outcome) = self.game.outcome(position) {
            return decided(if outcome.verdict == Verdict::Win(Side::First) {
                ProofNumbers::won(0)
            } else {
                ProofNumbers::LOST
            });
        }
        let key = self.key(position);
        let first = self.bucket(key);
        let slot = self.slots[first..first + WAYS].iter().find(|slot| slot.key == key);
        Child { position: *position, key, numbers: slot.map_or(ProofNumbers::FRESH, |slot| slot.numbers) }
    }

    fn put(&mut self, key: u128, numbers: ProofNumbers) {
        let first = self.bucket(key);
        let bucket = &mut self.slots[first..first + WAYS];
        let at = bucket.iter().position(|slot| slot.key == key).unwrap_or_else(|| {
            let worth = |slot: &Slot| match slot {
                Slot { key: 0, .. } => 0,
                Slot { numbers, .. } if numbers.is_decided() => 2 * NEVER,
                Slot { numbers, .. } => 1 + numbers.proof / 2 + numbers.disproof / 2,
            };
            (0..WAYS).min_by_key(|&at| worth(&bucket[at])).expect("a bucket has slots")
        });
        bucket[at] = Slot { key, numbers };
    }

    /// Searches below a position that is not over, until its numbers reach the limits.
    fn open(&mut self, position: &Position<1>, limits: Thresholds, budget: &Budget) -> ProofNumbers {
        self.nodes += 1;
        budget.spend(1);
        let attacks = self.game.side_to_move(position) == Side::First;
        let mut children = Vec::new();
        let mut moves: Vec<Move> = Vec::new();
        let coverage = TurnaboutFeatures.moves(self.game, position, &mut moves);
        debug_assert_eq!(coverage, Coverage::Sound, "the board is small enough");
        for mv in moves {
            let mut after = *position;
            self.game.play(&mut after, mv);
            let child = self.look_up(&after);
            let refuted = if attacks { child.numbers.proof == 0 } else { child.numbers.disproof == 0 };
            if refuted {
                return child.numbers;
            }
            // Images of each other count once.
            if child.key == 0 || !children.iter().any(|other: &Child| other.key == child.key) {
                children.push(child);
            }
        }
        loop {
            let survey = Survey::of(children.iter().map(|child| child.numbers), attacks);
            let now = survey.numbers(0, WEIGHT);
            if now.is_decided() || limits.are_reached(now) || budget.is_over() {
                return now;
            }
            let at = survey.best;
            let Child { position, key, numbers } = children[at];
            let limits = limits.of_child(now, numbers, attacks, survey.slack(1, 2));
            let found = self.open(&position, limits, budget);
            self.put(key, found);
            children[at].numbers = found;
        }
    }
}
