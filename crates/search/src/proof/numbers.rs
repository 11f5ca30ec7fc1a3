//! The arithmetic of proof numbers, which all proof-number searches share.

/// More than any number: that of what is impossible.
pub const NEVER: u32 = 1 << 30;

/// The weight of [`Survey::numbers`] with which the numbers of all children are simply added.
pub const PLAIN_SUM: u32 = 8;

/// How much work it takes, by what is known today, to prove that one side wins a position, and to disprove it. What is
/// done takes 0, and the opposite of it [`NEVER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// The work that a proof takes.
    pub proof: u32,
    /// The work that a disproof takes.
    pub disproof: u32,
    /// In how many plies a proven win ends at most, in searches that count them.
    pub plies: u32,
}

impl ProofNumbers {
    /// Nothing is known.
    pub const FRESH: ProofNumbers = ProofNumbers::open(1, 1);
    /// It is disproven.
    pub const LOST: ProofNumbers = ProofNumbers::open(NEVER, 0);

    /// Makes the numbers of a position that is not proven.
    pub const fn open(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof, plies: 0 }
    }

    /// Makes the numbers of a win that is proven, in at most so many plies.
    pub const fn won(plies: u32) -> ProofNumbers {
        ProofNumbers { proof: 0, disproof: NEVER, plies }
    }

    /// Says whether it is proven or disproven.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Returns the numbers of the opposite: for searches that count for the side to move, in the eyes of the other side.
    #[inline]
    pub const fn opposite(self) -> ProofNumbers {
        ProofNumbers { proof: self.disproof, disproof: self.proof, plies: self.plies }
    }
}

/// How far a search below a position may go: until one of its numbers is no less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// The bound of the proof number.
    pub proof: u32,
    /// The bound of the disproof number.
    pub disproof: u32,
}

impl Thresholds {
    /// Until it is decided.
    pub const NONE: Thresholds = Thresholds { proof: NEVER, disproof: NEVER };

    /// Says whether the numbers of a position have reached its bounds.
    #[inline]
    pub const fn are_reached(self, now: ProofNumbers) -> bool {
        now.proof >= self.proof || now.disproof >= self.disproof
    }

    /// Returns the bounds of a child, where the position has the numbers `now`. The child is left when it takes as much as
    /// `slack`, or when its part makes the position reach its own bounds. `attacks` as in [`Survey::new`].
    #[inline]
    pub fn of_child(self, now: ProofNumbers, child: ProofNumbers, attacks: bool, slack: u32) -> Thresholds {
        if !attacks {
            return self.opposite().of_child(now.opposite(), child.opposite(), true, slack).opposite();
        }
        // What adds up is not the child's alone.
        let others = now.disproof - child.disproof.min(now.disproof);
        let disproof = self.disproof.saturating_sub(others).max(child.disproof + 1);
        Thresholds { proof: self.proof.min(slack).min(NEVER), disproof: disproof.min(NEVER) }
    }

    /// Returns the bounds of the opposite, as [`ProofNumbers::opposite`].
    #[inline]
    pub const fn opposite(self) -> Thresholds {
        Thresholds { proof: self.disproof, disproof: self.proof }
    }
}

/// What the children of a position say of it: they are added one by one.
///
/// The side to move needs one child: its number is the least of theirs. The other side has to answer all of them: its
/// numbers add up.
///
/// ```
/// use damier_search::proof::{PLAIN_SUM, ProofNumbers, Survey};
///
/// let children = [ProofNumbers::open(5, 2), ProofNumbers::open(3, 4)];
/// let survey = Survey::of(children, true);
/// assert_eq!(survey.numbers(1, PLAIN_SUM), ProofNumbers::open(3, 2 + 4));
/// // The second child is the one to search next, until it takes clearly more than the first.
/// assert_eq!((survey.best, survey.slack(1, 4)), (1, 5 + 5 / 4 + 1));
///
/// let survey = Survey::of([ProofNumbers::won(2), children[0]], true);
/// assert_eq!(survey.numbers(1, PLAIN_SUM), ProofNumbers::won(3));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Survey {
    attacks: bool,
    /// The child that is easiest to decide for the side to move.
    pub best: usize,
    /// Its number.
    pub least: u32,
    /// The number of the next easiest.
    pub second: u32,
    sum: u32,
    /// The greatest of the other side's numbers.
    pub most: u32,
    quickest: u32,
    slowest: u32,
}

impl Survey {
    /// Begins a survey without children. `attacks` says whether the side to move is the one whose win is to be proven.
    #[inline]
    pub const fn new(attacks: bool) -> Survey {
        let (least, second) = (u32::MAX, NEVER);
        Survey { attacks, best: 0, least, second, sum: 0, most: 0, quickest: u32::MAX, slowest: 0 }
    }

    /// Surveys the children, which are called by their places.
    #[inline]
    pub fn of(children: impl IntoIterator<Item = ProofNumbers>, attacks: bool) -> Survey {
        let mut survey = Survey::new(attacks);
        for (place, child) in children.into_iter().enumerate() {
            survey.add(place, child);
        }
        survey
    }

    /// Adds a child by its name.
    #[inline]
    pub fn add(&mut self, name: usize, child: ProofNumbers) {
        let ProofNumbers { proof, disproof, plies } = child;
        let (own, other) = if self.attacks { (proof, disproof) } else { (disproof, proof) };
        if own < self.least {
            self.second = self.least.min(NEVER);
            (self.best, self.least) = (name, own);
        } else if own < self.second {
            self.second = own;
        }
        self.sum = NEVER.min(self.sum + other);
        self.most = self.most.max(other);
        if proof == 0 {
            self.quickest = self.quickest.min(plies);
            self.slowest = self.slowest.max(plies);
        }
    }

    /// Returns the numbers of the position, `plies` before its children. What adds up is the greatest number and, of the
    /// others, `weight` eighths: less than [`PLAIN_SUM`] where many ways lead to the same positions, which a sum counts
    /// many times over.
    #[inline]
    pub fn numbers(&self, plies: u32, weight: u32) -> ProofNumbers {
        let others = self.sum - self.most;
        // Never as much as what cannot be: that is for what is decided.
        let sum = (self.most + others / 8 * weight + others % 8 * weight / 8).min(NEVER - 1);
        match (self.attacks, self.least, sum) {
            (true, 0, _) => ProofNumbers::won(self.quickest + plies),
            // Without children the side to move has lost.
            (false, _, 0) => ProofNumbers::won(self.slowest + plies),
            (true, _, 0) | (false, 0, _) => ProofNumbers::LOST,
            (true, least, _) => ProofNumbers::open(least, sum),
            (false, least, _) => ProofNumbers::open(sum, least),
        }
    }

    /// Returns how much the best child may take before the search turns to the next one: what that takes, and so much of
    /// it more, lest the search jump to and fro.
    #[inline]
    pub const fn slack(&self, part: u32, of: u32) -> u32 {
        let more = self.second / of * part + self.second % of * part / of;
        self.second.saturating_add(more).saturating_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers::open(proof, disproof)
    }

    #[test]
    fn one_child_is_enough_for_the_side_to_move_and_all_for_the_other() {
        let numbers = |children: &[ProofNumbers], attacks| {
            Survey::of(children.iter().copied(), attacks).numbers(1, PLAIN_SUM)
        };
        let (won, lost) = (ProofNumbers::won(4), ProofNumbers::LOST);
        assert_eq!(numbers(&[open(3, 1), open(2, 7)], true), open(2, 8));
        assert_eq!(numbers(&[open(3, 1), open(2, 7)], false), open(5, 1));
        assert_eq!(numbers(&[open(3, 1), won], true), ProofNumbers::won(5));
        assert_eq!(numbers(&[open(3, 1), won], false), open(3, 1), "what is proven asks for nothing more");
        assert_eq!(numbers(&[open(3, 1), lost], true), open(3, 1));
        assert_eq!(numbers(&[open(3, 1), lost], false), lost);
        assert_eq!(numbers(&[lost, lost], true), lost);
        assert_eq!(numbers(&[ProofNumbers::won(2), won], false), ProofNumbers::won(5), "the slowest answer");
        assert_eq!(numbers(&[ProofNumbers::won(2), won], true), ProofNumbers::won(3), "the quickest move");
        // Without moves, the side to move has lost.
        assert_eq!((numbers(&[], true), numbers(&[], false)), (lost, ProofNumbers::won(1)));
    }

    #[test]
    fn what_is_not_decided_never_looks_so() {
        let many = [open(NEVER - 1, NEVER - 1); 5];
        for weight in [4, PLAIN_SUM, 10] {
            for attacks in [false, true] {
                let numbers = Survey::of(many, attacks).numbers(1, weight);
                assert_eq!(numbers, open(NEVER - 1, NEVER - 1));
            }
        }
    }

    #[test]
    fn the_greatest_counts_wholly_and_the_others_by_their_weight() {
        let survey = Survey::of([open(9, 20), open(9, 11), open(9, 6)], true);
        let disproof = |weight| survey.numbers(1, weight).disproof;
        assert_eq!([0, 4, PLAIN_SUM, 10].map(disproof), [20, 20 + 8, 37, 20 + 21]);
        assert_eq!((survey.best, survey.least, survey.second, survey.most), (0, 9, 9, 20));
    }

    #[test]
    fn a_child_is_searched_until_it_matters() {
        // Of the disproof 30 of the whole, 20 are the other children's: the child may take 20 of 40.
        let (now, child) = (open(4, 30), open(4, 10));
        let limits = Thresholds { proof: 100, disproof: 40 };
        let of = limits.of_child(now, child, true, 6);
        assert_eq!(of, Thresholds { proof: 6, disproof: 20 });
        let turned = Thresholds { proof: 40, disproof: 100 };
        let of = turned.of_child(now.opposite(), child.opposite(), false, 6);
        assert_eq!(of, Thresholds { proof: 20, disproof: 6 });
        assert!(
            !limits.are_reached(now) && limits.are_reached(open(100, 1)) && limits.are_reached(open(1, 40))
        );
        // The child may always go on by one step, and for ever where nothing bounds it.
        assert_eq!(limits.of_child(open(4, 39), open(4, 39), true, 200).disproof, 40);
        assert_eq!(Thresholds::NONE.of_child(now, child, true, u32::MAX).proof, NEVER);
        assert_eq!(Survey::of([open(1, 1)], true).slack(1, 4), NEVER + NEVER / 4 + 1, "no other child");
    }
}
