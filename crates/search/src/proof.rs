//! Proof-number search: can the side to move win from here?

use damier_core::{Flow, Game, Side};

use crate::{Budget, Limits, Path, Thought, Value, score_of};

mod numbers;

pub use numbers::{NEVER, PLAIN_SUM, ProofNumbers, Survey, Thresholds};

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

/// A prover with its table: depth-first proof-number search.
///
/// ```
/// use damier_core::{Game, Rng, Sticks};
/// use damier_search::proof::{Proof, Prover};
/// use damier_search::{Limits, Path};
///
/// let game = Sticks { count: 5 };
/// let path = Path::new(&game, game.start(&mut Rng::new(0)));
/// let (proof, _nodes) = Prover::new(1000).prove(&game, &path, &Limits::nodes(1000));
/// assert_eq!(proof, Proof::Win(1, 3), "one stick leaves four: whatever is taken, the rest is taken");
/// ```
pub struct Prover {
    slots: Vec<(u64, ProofNumbers)>,
}

const WAYS: usize = 4;

impl Prover {
    /// Makes a prover that remembers about so many positions, 24 bytes each.
    pub fn new(entries: usize) -> Prover {
        Prover { slots: vec![(0, ProofNumbers::FRESH); entries.next_power_of_two().max(WAYS)] }
    }

    /// Searches for a proof that the side to move at the end of the path wins, by one of the moves that [`Limits::only`]
    /// names if it names some. A draw is no win. A line that comes back
    /// to a position counts as not won; where that had a part, the answer is never [`Proof::NoWin`]. Returns the nodes
    /// spent as well.
    pub fn prove<G: Game>(&mut self, game: &G, path: &Path<G>, limits: &Limits) -> (Proof<G::Move>, u64) {
        self.slots.fill((0, ProofNumbers::FRESH));
        let budget = Budget::new(limits);
        let attacker = game.side_to_move(path.position());
        if path.outcome(game).is_some() {
            return (Proof::NoWin, 0);
        }
        let mut search = Search {
            game,
            path: path.clone(),
            attacker,
            chosen: limits.chosen_moves(game, path.position()),
            table: self,
            budget: &budget,
            cyclic: false,
            spare: Vec::new(),
        };
        let position = path.position().clone();
        let found = search.expand(&position, Thresholds::NONE, 0);
        let cyclic = search.cyclic;
        let proof = if found.proof == 0 {
            let winning = search.winning(&position, found.plies);
            winning.map_or(Proof::Open, |mv| Proof::Win(mv, found.plies))
        } else if found.disproof == 0 && !cyclic {
            Proof::NoWin
        } else {
            Proof::Open
        };
        (proof, budget.spent())
    }

    fn get(&self, key: u64) -> ProofNumbers {
        let first = key as usize & (self.slots.len() - 1) & !(WAYS - 1);
        let bucket = &self.slots[first..first + WAYS];
        bucket.iter().find(|slot| slot.0 == key).map_or(ProofNumbers::FRESH, |slot| slot.1)
    }

    fn put(&mut self, key: u64, numbers: ProofNumbers) {
        let first = key as usize & (self.slots.len() - 1) & !(WAYS - 1);
        let bucket = &mut self.slots[first..first + WAYS];
        let at = bucket.iter().position(|slot| slot.0 == key).unwrap_or_else(|| {
            let worth = |slot: &(u64, ProofNumbers)| {
                (slot.0 != 0, slot.1.is_decided(), slot.1.proof.saturating_add(slot.1.disproof))
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
    numbers: ProofNumbers,
    key: Option<u64>,
    progress: bool,
}

struct Search<'a, 'b, G: Game> {
    game: &'a G,
    path: Path<G>,
    attacker: Side,
    /// The moves that alone are considered at the root, if not all are.
    chosen: Option<Vec<G::Move>>,
    table: &'a mut Prover,
    budget: &'a Budget<'b>,
    cyclic: bool,
    spare: Vec<Vec<Child<G>>>,
}

impl<G: Game> Search<'_, '_, G> {
    /// Makes the children of a position, with what is known of them.
    fn children(&mut self, position: &G::Position, ply: usize) -> Vec<Child<G>> {
        let mut children = self.spare.pop().unwrap_or_default();
        let quiet = self.path.has_quiet();
        let chosen = self.chosen.as_deref().filter(|_| ply == 0);
        let _ = self.game.each_move(position, &mut |mv| {
            if chosen.is_some_and(|chosen| !chosen.contains(&mv)) {
                return Flow::Continue(());
            }
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
                Some(outcome) if score_of(&outcome, self.attacker, ply) > 0 => (ProofNumbers::won(0), None),
                Some(_) => (ProofNumbers::LOST, None),
                None if halted => (ProofNumbers::LOST, None),
                None => {
                    let known = self.table.get(key);
                    // Near the quiet limit a win that was proven by a shorter way may come too late.
                    let late = known.proof == 0 && left.is_some_and(|left| left <= known.plies);
                    (if late { ProofNumbers::FRESH } else { known }, Some(key))
                }
            };
            children.push(Child { mv, position: after, numbers, key, progress });
            Flow::Continue(())
        });
        self.budget.spend(children.len() as u64);
        children
    }

    /// Works on a position until its numbers reach their limits.
    fn expand(&mut self, position: &G::Position, limits: Thresholds, ply: usize) -> ProofNumbers {
        let attacks = self.game.side_to_move(position) == self.attacker;
        let mut children = self.children(position, ply);
        let numbers = loop {
            let survey = Survey::of(children.iter().map(|child| child.numbers), attacks);
            let now = survey.numbers(1, PLAIN_SUM);
            if limits.are_reached(now) || now.is_decided() || self.budget.is_over() || ply > 2000 {
                break now;
            }
            let at = survey.best;
            let child = &children[at];
            // The child may go on until it is a quarter worse than the next best.
            let limits = limits.of_child(now, child.numbers, attacks, survey.slack(1, 4));
            let key = child.key.expect("a child that is over is never the most promising");
            self.path.push(key, child.progress);
            let position = child.position.clone();
            let found = self.expand(&position, limits, ply + 1);
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

/// Puts a proven win at the head of a thought.
pub fn put_first<M: Copy + PartialEq>(thought: &mut Thought<M>, mv: M, plies: u32) {
    let Some(at) = thought.moves.iter().position(|rated| rated.mv == mv) else { return };
    thought.moves[at].value = Value::Win(plies);
    thought.moves[..=at].rotate_right(1);
    if thought.pv.first() != Some(&mv) {
        thought.pv = vec![mv];
    }
}
