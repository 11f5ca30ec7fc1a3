//! Proof-number search: can the side to move win from here?

use damier_core::{Game, Side};

use crate::{Budget, Limits, Path, Thought, Value, score_of};

/// What a search for a proof found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof<M> {
    /// The side to move wins, beginning with this move, in at most so many plies.
    Win(M, u32),
    /// It cannot force a win.
    NoWin,
    /// The budget ended before it was known.
    Open,
}

/// How hard a position is to prove and to disprove, for the attacker. A proven one has `disproof` [`NEVER`], and the
/// other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// In how many plies a proven win ends at most.
    plies: u32,
}

const NEVER: u32 = u32::MAX / 4;
const FRESH: Numbers = Numbers { proof: 1, disproof: 1, plies: 0 };
const LOST: Numbers = Numbers { proof: NEVER, disproof: 0, plies: 0 };

/// A prover with its table: depth-first proof-number search.
pub struct Prover {
    slots: Vec<(u64, Numbers)>,
}

const WAYS: usize = 4;

impl Prover {
    /// Makes a prover that remembers about so many positions, 24 bytes each.
    pub fn new(entries: usize) -> Prover {
        Prover { slots: vec![(0, FRESH); entries.next_power_of_two().max(WAYS)] }
    }

    /// Searches for a proof that the side to move at the end of the path wins. A draw is no win. A line that comes back
    /// to a position counts as not won; where that had a part, the answer is never [`Proof::NoWin`]. Returns the nodes
    /// spent as well.
    pub fn prove<G: Game>(&mut self, game: &G, path: &Path<G>, limits: &Limits) -> (Proof<G::Move>, u64) {
        self.slots.fill((0, FRESH));
        let budget = Budget::new(limits);
        let attacker = game.side_to_move(path.position());
        if path.outcome(game).is_some() {
            return (Proof::NoWin, 0);
        }
        let mut hunt = Hunt {
            game,
            path: path.clone(),
            attacker,
            table: self,
            budget: &budget,
            cyclic: false,
            spare: Vec::new(),
        };
        let position = path.position().clone();
        let found = hunt.expand(&position, (NEVER, NEVER), 0);
        let cyclic = hunt.cyclic;
        let proof = if found.proof == 0 {
            let winning = hunt.winning(&position, found.plies);
            winning.map_or(Proof::Open, |mv| Proof::Win(mv, found.plies))
        } else if found.disproof == 0 && !cyclic {
            Proof::NoWin
        } else {
            Proof::Open
        };
        (proof, budget.spent())
    }

    fn get(&self, key: u64) -> Numbers {
        let first = key as usize & (self.slots.len() - 1) & !(WAYS - 1);
        let bucket = &self.slots[first..first + WAYS];
        bucket.iter().find(|slot| slot.0 == key).map_or(FRESH, |slot| slot.1)
    }

    fn put(&mut self, key: u64, numbers: Numbers) {
        let first = key as usize & (self.slots.len() - 1) & !(WAYS - 1);
        let bucket = &mut self.slots[first..first + WAYS];
        let decided = |slot: &(u64, Numbers)| slot.1.proof == 0 || slot.1.disproof == 0;
        let at = bucket.iter().position(|slot| slot.0 == key).unwrap_or_else(|| {
            let worth = |slot: &(u64, Numbers)| {
                (slot.0 != 0, decided(slot), slot.1.proof.saturating_add(slot.1.disproof))
            };
            let least = (0..WAYS).min_by_key(|&at| worth(&bucket[at]));
            least.expect("a bucket has slots")
        });
        bucket[at] = (key, numbers);
    }
}

/// A child on trial: its move, its position, what is known of it, and the key under which it is remembered, if it is.
struct Child<G: Game> {
    mv: G::Move,
    position: G::Position,
    numbers: Numbers,
    key: Option<u64>,
    progress: bool,
}

struct Hunt<'a, 'b, G: Game> {
    game: &'a G,
    path: Path<G>,
    attacker: Side,
    table: &'a mut Prover,
    budget: &'a Budget<'b>,
    cyclic: bool,
    spare: Vec<Vec<Child<G>>>,
}

impl<G: Game> Hunt<'_, '_, G> {
    /// Makes the children of a position, with what is known of them.
    fn children(&mut self, position: &G::Position, ply: usize) -> Vec<Child<G>> {
        let mut children = self.spare.pop().unwrap_or_default();
        let quiet = self.path.has_quiet();
        let _ = self.game.each_move(position, &mut |mv| {
            let progress = quiet && self.game.is_progress(position, mv);
            let mut after = position.clone();
            self.game.play(&mut after, mv);
            let key = self.game.key(&after);
            let outcome = self.game.outcome(&after);
            let (mut halted, mut left) = (false, None);
            if outcome.is_none() && self.path.has_rules() {
                halted = self.path.push(key, progress).is_some();
                left = self.path.quiet_left();
                self.path.pop();
                self.cyclic |= halted;
            }
            let (numbers, key) = match outcome {
                Some(outcome) if score_of(&outcome, self.attacker, ply) > 0 => {
                    (Numbers { proof: 0, disproof: NEVER, plies: 0 }, None)
                }
                Some(_) => (LOST, None),
                None if halted => (LOST, None),
                None => {
                    let known = self.table.get(key);
                    // Near the quiet limit a win that was proven by a shorter way may come too late.
                    let late = known.proof == 0 && left.is_some_and(|left| left <= known.plies);
                    (if late { FRESH } else { known }, Some(key))
                }
            };
            children.push(Child { mv, position: after, numbers, key, progress });
            damier_core::Flow::Continue(())
        });
        self.budget.spend(children.len() as u64);
        children
    }

    /// Works on a position until its numbers reach a limit.
    fn expand(&mut self, position: &G::Position, limit: (u32, u32), ply: usize) -> Numbers {
        let attacks = self.game.side_to_move(position) == self.attacker;
        let mut children = self.children(position, ply);
        let numbers = loop {
            let now = sum_up(&children, attacks);
            let reached = now.proof >= limit.0 || now.disproof >= limit.1;
            if reached || now.proof == 0 || now.disproof == 0 || self.budget.is_over() || ply > 2000 {
                break now;
            }
            let (at, second) = most_promising(&children, attacks);
            let child = &children[at];
            // The child may go on until it is a quarter worse than the next best.
            let slack = second.saturating_add(second / 4).saturating_add(1);
            let child_limit = if attacks {
                let rest = now.disproof - child.numbers.disproof.min(now.disproof);
                (limit.0.min(slack), limit.1.saturating_sub(rest).max(child.numbers.disproof + 1))
            } else {
                let rest = now.proof - child.numbers.proof.min(now.proof);
                (limit.0.saturating_sub(rest).max(child.numbers.proof + 1), limit.1.min(slack))
            };
            let key = child.key.expect("a child that is over is never the most promising");
            self.path.push(key, child.progress);
            let position = child.position.clone();
            let found = self.expand(&position, child_limit, ply + 1);
            self.path.pop();
            self.table.put(key, found);
            children[at].numbers = found;
        };
        children.clear();
        self.spare.push(children);
        numbers
    }

    /// Finds the move that keeps a proven win of so many plies.
    fn winning(&mut self, position: &G::Position, plies: u32) -> Option<G::Move> {
        let children = self.children(position, 0);
        let proven = children.iter().filter(|child| child.numbers.proof == 0);
        proven
            .min_by_key(|child| child.numbers.plies)
            .filter(|child| child.numbers.plies < plies.max(1))
            .map(|child| child.mv)
    }
}

/// Adds the children's numbers up.
fn sum_up<G: Game>(children: &[Child<G>], attacks: bool) -> Numbers {
    let (mut least, mut sum) = (NEVER, 0u32);
    let (mut quickest, mut slowest) = (u32::MAX, 0);
    for child in children {
        let Numbers { proof, disproof, plies } = child.numbers;
        let (one, other) = if attacks { (proof, disproof) } else { (disproof, proof) };
        least = least.min(one);
        sum = (sum + other).min(NEVER);
        if proof == 0 {
            quickest = quickest.min(plies + 1);
            slowest = slowest.max(plies + 1);
        }
    }
    if attacks {
        let plies = if least == 0 { quickest } else { 0 };
        Numbers { proof: least, disproof: if least == 0 { NEVER } else { sum }, plies }
    } else {
        let plies = if sum == 0 { slowest } else { 0 };
        Numbers {
            proof: if least == 0 { NEVER } else { sum },
            disproof: if sum == 0 { NEVER } else { least },
            plies,
        }
    }
}

/// Returns the child that is easiest to decide for the side to move, and the number of the second easiest.
fn most_promising<G: Game>(children: &[Child<G>], attacks: bool) -> (usize, u32) {
    let (mut best, mut first, mut second) = (0, u32::MAX, NEVER);
    for (at, child) in children.iter().enumerate() {
        let number = if attacks { child.numbers.proof } else { child.numbers.disproof };
        if number < first {
            second = first.min(NEVER);
            (best, first) = (at, number);
        } else if number < second {
            second = number;
        }
    }
    (best, second)
}

/// Puts a proven win at the head of a thought.
pub fn put_first<M: Copy + PartialEq>(thought: &mut Thought<M>, mv: M, plies: u32) {
    let Some(at) = thought.moves.iter().position(|rated| rated.mv == mv) else { return };
    thought.moves[at].value = Value::Win(plies);
    thought.moves[..=at].rotate_right(1);
    if thought.pv.first() != Some(&mv) {
        thought.pv = vec![mv];
    }
}
