//! What is known of Nim bicolore for heaps of any size: the cases in which a rule tells who wins.

use super::rules::Matches;
use super::twos::Twos;

/// The cases in which a rule is known, with the names that the study gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Case {
    /// Nothing but new matches: plain Nim.
    AllNew,
    /// Nothing but burnt matches: misère Nim.
    AllBurnt,
    /// Heaps of one and two matches.
    Twos,
    /// One heap of three or more, and single matches.
    OneLarge,
    /// Two heaps.
    TwoHeaps,
    /// Two heaps of two or more, and a single match.
    TwoAndOne,
}

impl Case {
    /// All cases.
    pub(super) const ALL: [Case; 6] =
        [Case::AllNew, Case::AllBurnt, Case::Twos, Case::OneLarge, Case::TwoHeaps, Case::TwoAndOne];

    /// Returns the case's name.
    pub(super) fn name(self) -> &'static str {
        ["all-new", "all-burnt", "ones-and-twos", "one-large", "two-heaps", "two-and-one"][self as usize]
    }
}

fn size([new, burnt]: Matches) -> u32 {
    u32::from(new) + u32::from(burnt)
}

/// What a heap counts for against another heap: its size, one less where all of it is burnt.
fn weight(heap: Matches) -> u32 {
    size(heap) - u32::from(heap[0] == 0)
}

/// Says whether the player to move loses, and by which rule, where one is known. Empty heaps do not count, but not all
/// heaps may be empty.
pub(super) fn lost(heaps: &[Matches]) -> Option<(Case, bool)> {
    let (mut sum, mut any, mut large, mut count) = (0, [false; 2], 0, 0);
    for &heap in heaps {
        sum ^= size(heap);
        any = [any[0] || heap[0] > 0, any[1] || heap[1] > 0];
        count += u32::from(size(heap) > 0);
        large += u32::from(size(heap) > 1);
    }
    if !any[1] {
        return Some((Case::AllNew, sum == 0));
    }
    if !any[0] {
        return Some((Case::AllBurnt, if large == 0 { count % 2 == 1 } else { sum == 0 }));
    }
    if let Some(twos) = Twos::of(heaps) {
        return Some((Case::Twos, twos.lost()));
    }
    match (count, large) {
        (_, 1) => Some((Case::OneLarge, false)),
        (2, 2) => {
            let [one, other] = largest(heaps);
            Some((Case::TwoHeaps, weight(one) == weight(other)))
        }
        (3, 2) => {
            let [one, other] = largest(heaps);
            let single = heaps.iter().find(|&&heap| size(heap) == 1).is_some_and(|heap| heap[0] == 1);
            Some((Case::TwoAndOne, beside_a_single(one, other, single)))
        }
        _ => None,
    }
}

/// Returns the two heaps of more than one match; there must be two.
fn largest(heaps: &[Matches]) -> [Matches; 2] {
    let mut found = [[0; 2]; 2];
    let large = heaps.iter().filter(|&&heap| size(heap) > 1);
    for (place, &heap) in found.iter_mut().zip(large) {
        *place = heap;
    }
    found
}

/// Says whether two heaps, one at least of three or more, are lost beside a single match, new or burnt: their weights
/// must be neighbours, and which of the two is to be larger depends on what is in them.
fn beside_a_single(one: Matches, other: Matches, single_new: bool) -> bool {
    if weight(one).abs_diff(weight(other)) != 1 {
        return false;
    }
    let (even, odd) = if weight(one).is_multiple_of(2) { (one, other) } else { (other, one) };
    let odd_larger = weight(odd) > weight(even);
    if single_new {
        // The odd heap is the larger one, unless the even heap is all new and the odd one is not.
        odd_larger != (even[1] == 0 && odd[1] > 0)
    } else {
        // The even heap is the larger one, unless the odd heap has at most one burnt match and the even one has any.
        odd_larger == (odd[1] <= 1 && even[1] > 0)
    }
}

/// Checks, for a single match beside two heaps of at most `most` of each kind, that the rules here do not contradict each
/// other, and returns how many positions were checked and how many fail. A position is checked against all its moves; a
/// table remembers, for each heap beside each other heap, whether something below it is lost.
pub(super) fn check_beside_a_single(single: Matches, most: u8) -> (u64, u64) {
    let across = usize::from(most) + 1;
    let kinds = across * across;
    let heap = |kind: usize| [(kind / across) as u8, (kind % across) as u8];
    let is_lost = |one, other| lost(&[single, heap(one), heap(other)]).is_some_and(|(_, lost)| lost);
    let mut below = vec![false; kinds * kinds];
    for one in 0..kinds {
        let row = &mut below[one * kinds..][..kinds];
        for other in 1..kinds {
            let less = [other.checked_sub(across), (other % across > 0).then(|| other - 1)];
            row[other] = less.into_iter().flatten().any(|less| row[less] || is_lost(one, less));
        }
    }
    let (mut checked, mut wrong) = (0, 0);
    for one in 0..kinds {
        for other in 0..=one {
            if one == 0 && other == 0 {
                continue;
            }
            let without = lost(&[heap(one), heap(other)]).is_some_and(|(_, lost)| lost);
            let wins = below[one * kinds + other] || below[other * kinds + one] || without;
            checked += 1;
            wrong += u64::from(is_lost(one, other) == wins);
        }
    }
    (checked, wrong)
}
