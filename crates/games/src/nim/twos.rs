//! Heaps of one and two matches, however many there are: a rule that tells every lost position.

use super::rules::Matches;

/// Heaps of one and two matches, counted by their kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Twos {
    /// Single matches: the new, then the burnt.
    pub(super) singles: [i32; 2],
    /// Heaps of two, by how many of the two are burnt: none, one, both.
    pub(super) twos: [i32; 3],
}

impl Twos {
    /// Counts heaps; `None` where one of them is larger.
    pub(super) fn of(heaps: &[Matches]) -> Option<Twos> {
        let mut counts = Twos::default();
        for &[new, burnt] in heaps {
            match u32::from(new) + u32::from(burnt) {
                0 => {}
                1 => counts.singles[usize::from(burnt)] += 1,
                2 => counts.twos[usize::from(burnt)] += 1,
                _ => return None,
            }
        }
        Some(counts)
    }

    fn is_empty(self) -> bool {
        self == Twos::default()
    }

    /// Says whether the player to move loses; there must be matches.
    ///
    /// All turns on two differences: the *balance*, the new single matches less the burnt ones, and the *lean*, the
    /// burnt twos less the new ones.
    pub(super) fn lost(self) -> bool {
        let [new, mixed, burnt] = self.twos;
        let balance = self.singles[0] - self.singles[1];
        let lean = burnt - new;
        if new + mixed + burnt == 0 {
            return if balance > 0 { balance % 2 == 0 } else { balance % 2 != 0 };
        }
        if self.singles == [0; 2] {
            // With nothing but twos, and few of them, taking the last matches at once may be in reach.
            match self.twos {
                [1, 0, 0] | [2, 0, 1] | [2, 1, 0] => return false,
                [1, 1, 0] | [2, 0, 0] | [2, 1, 1] | [2, 2, 0] => return true,
                _ => {}
            }
        }
        let two_new = (new, burnt) == (2, 0);
        if (new + mixed + burnt) % 2 == 1 {
            return match mixed {
                1 if two_new => balance == 0,
                _ if is_calm(true, mixed, lean) => false,
                _ => balance == (lean + 1).div_euclid(2).clamp(-2, 2),
            };
        }
        let (low, high) = match mixed {
            0 | 2 if two_new => (-2, 2),
            _ if is_calm(false, mixed, lean) => (0, 2),
            _ => (
                (lean - 2 - mixed % 2).div_euclid(2).clamp(-4, 0),
                (lean + 4 + mixed % 2).div_euclid(2).clamp(0, 4),
            ),
        };
        balance <= low && (low - balance) % 2 == 0 || balance >= high && (balance - high) % 2 == 0
    }

    /// Visits what one move can leave, with whether it takes a burnt match.
    fn each_move(self, visit: &mut impl FnMut(Twos, bool)) {
        for kind in 0..2 {
            if self.singles[kind] > 0 {
                let mut left = self;
                left.singles[kind] -= 1;
                visit(left, kind == 1);
            }
        }
        for burnt in 0..3 {
            if self.twos[burnt] == 0 {
                continue;
            }
            let mut left = self;
            left.twos[burnt] -= 1;
            visit(left, burnt > 0);
            for kind in 0..2 {
                // What is left of a two is one of its matches.
                if [2 - burnt, burnt][kind] > 0 {
                    let mut with_single = left;
                    with_single.singles[kind] += 1;
                    visit(with_single, kind == 0 && burnt > 0 || burnt == 2);
                }
            }
        }
    }

    /// Says whether the rule is right here if it is right everywhere below: a lost position has no move to a lost one,
    /// and any other has one, or takes the last matches all new.
    pub(super) fn is_consistent(self) -> bool {
        let mut wins = false;
        self.each_move(&mut |left, takes_burnt| {
            wins |= if left.is_empty() { !takes_burnt } else { left.lost() };
        });
        self.lost() != wins
    }
}

/// Says whether an odd or even number of twos, so many of them mixed, is played as in plain Nim at a lean: an odd number
/// is never lost then, an even one at every even balance.
fn is_calm(odd: bool, mixed: i32, lean: i32) -> bool {
    let (least, most) = match (odd, mixed) {
        (true, 0) | (false, 0 | 1) => return false,
        (true, 1) => (-4, 2),
        (true, 2) => (-1, 3),
        (true, _) => (-mixed - 1, mixed + 1),
        (false, 2) => (0, 2),
        (false, 3) => (-1, 3),
        (false, _) => (-mixed, mixed),
    };
    (least..=most).contains(&lean)
}

/// How many single matches of each kind, new twos, mixed twos and burnt twos the proof goes up to.
pub(super) const PROOF: [i32; 5] = [10, 10, 32, 22, 32];

/// Checks [`Twos::is_consistent`] for so many mixed twos, and returns how many positions were checked and how many fail.
///
/// With every number of mixed twos up to that in [`PROOF`] this is a proof for any heaps of one and two. The rule looks
/// at the balance cut off at ±5 and its parity; at the lean, the lean less the mixed twos and the lean plus the mixed
/// twos, each cut off at ±7, and their parity; at the mixed twos cut off at 4; and at small numbers of singles and twos.
/// A move changes each of these by 2 at most. So two more of what is cut off, on both sides of a difference where that is
/// to stay, change neither what the rule says of a position nor what it says of those one move away; and whatever is not
/// within the bounds comes by such steps from something within.
pub(super) fn check(mixed: i32) -> (u64, u64) {
    let (mut checked, mut wrong) = (0, 0);
    for new in 0..=PROOF[2] {
        for burnt in 0..=PROOF[4] {
            for p in 0..=PROOF[0] {
                for q in 0..=PROOF[1] {
                    let position = Twos { singles: [p, q], twos: [new, mixed, burnt] };
                    if !position.is_empty() {
                        checked += 1;
                        wrong += u64::from(!position.is_consistent());
                    }
                }
            }
        }
    }
    (checked, wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_position_contradicts_the_rule() {
        for mixed in 0..=8 {
            let (checked, wrong) = check(mixed);
            assert!(checked > 100_000);
            assert_eq!(wrong, 0, "{mixed} mixed twos");
        }
    }

    #[test]
    fn the_smallest_positions_are_as_found_by_hand() {
        // A lone new match is won, a lone burnt one lost.
        let new = Twos { singles: [1, 0], twos: [0; 3] };
        let burnt = Twos { singles: [0, 1], twos: [0; 3] };
        assert!(!new.lost() && burnt.lost());
        // Of a new and a burnt match, the player to move takes the new one and leaves the burnt one.
        assert!(!Twos { singles: [1, 1], twos: [0; 3] }.lost());
        // From 2b+1n every move leaves a new match, two burnt, a new and a burnt, all won.
        assert!(Twos { singles: [1, 0], twos: [0, 0, 1] }.lost());
        let moves = |position: Twos| {
            let mut count = 0;
            position.each_move(&mut |_, _| count += 1);
            count
        };
        // (1+1)(1+1)-1 ways into a mixed two, 2 into the others, 1 into a single.
        assert_eq!(moves(Twos { singles: [3, 2], twos: [1, 1, 1] }), 1 + 1 + 2 + 3 + 2);
    }
}
