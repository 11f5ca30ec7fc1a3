//! All positions of a few heaps, whatever the order of the heaps, by a sieve: who loses, bit by bit.

use super::rules::Matches;

/// Says of every multiset of so many heaps, each within one of some heaps, whether the player to move loses it.
pub(super) struct Sieve {
    /// The kinds of heap, the empty one first, smaller ones before larger ones.
    kinds: Vec<Matches>,
    /// The number of each kind, by its new and burnt matches.
    numbers: Vec<Vec<Option<u16>>>,
    /// For each kind those that have it within them, and more.
    above: Vec<Vec<u16>>,
    /// How many heaps there are; some may be empty.
    heaps: usize,
    /// `choose[k][n]`: the multisets of `k + 1` kinds out of the first `n`.
    choose: Vec<Vec<u64>>,
    /// A bit for each multiset that is lost.
    lost: Vec<u64>,
}

/// Lists the kinds of heap that can come of some heaps, smaller ones first.
fn kinds_of(heaps: &[Matches]) -> Vec<Matches> {
    let most = |kind: usize| heaps.iter().map(|heap| heap[kind]).max().unwrap_or(0);
    let mut kinds: Vec<Matches> = (0..=most(0))
        .flat_map(|new| (0..=most(1)).map(move |burnt| [new, burnt]))
        .filter(|kind| *kind == [0; 2] || heaps.iter().any(|heap| is_within(*kind, *heap)))
        .collect();
    kinds.sort_by_key(|&[new, burnt]| (u32::from(new) + u32::from(burnt), burnt));
    kinds
}

fn is_within(small: Matches, large: Matches) -> bool {
    small[0] <= large[0] && small[1] <= large[1]
}

/// Counts the positions of a sieve over what can come of some heaps; `None` where there are more than can be counted.
pub(super) fn count(heaps: &[Matches]) -> Option<u64> {
    let kinds = kinds_of(heaps).len() as u64;
    // A product of factors (kinds + i) / (i + 1) stays whole at every step.
    (0..heaps.len() as u64).try_fold(1u64, |count, i| Some(count.checked_mul(kinds + i)? / (i + 1)))
}

impl Sieve {
    /// Sieves all that can come of these heaps. [`count`] says how many bits that takes.
    ///
    /// A multiset is written with its largest kinds first; in the order of these words a move leads backwards. So
    /// whoever comes to a position that no lost position has struck out has found the next lost one, and strikes out
    /// all from which it can be reached. The empty board strikes out what can be cleared without a burnt match.
    /// Returns `None` where `stop` says so.
    pub(super) fn new(from: &[Matches], stop: &dyn Fn() -> bool) -> Option<Sieve> {
        let kinds = kinds_of(from);
        let heaps = from.len();
        let mut numbers = vec![vec![None; 256]; 256];
        for (number, &[new, burnt]) in kinds.iter().enumerate() {
            numbers[usize::from(new)][usize::from(burnt)] = Some(number as u16);
        }
        let above = |&kind: &Matches| {
            let larger =
                kinds.iter().enumerate().filter(|&(_, &other)| other != kind && is_within(kind, other));
            larger.map(|(number, _)| number as u16).collect()
        };
        let above = kinds.iter().map(above).collect();
        let mut choose: Vec<Vec<u64>> = vec![(0..=kinds.len() as u64).collect()];
        for k in 1..heaps {
            let fewer = &choose[k - 1];
            let mut sums = vec![0; kinds.len() + 1];
            for n in 1..=kinds.len() {
                sums[n] = sums[n - 1] + fewer[n];
            }
            choose.push(sums);
        }
        let all = choose.last().map_or(1, |last| last[kinds.len()]);
        let mut sieve =
            Sieve { kinds, numbers, above, heaps, choose, lost: vec![0; (all as usize).div_ceil(64)] };
        sieve.strike_out(all, stop).then_some(sieve)
    }

    fn strike_out(&mut self, all: u64, stop: &dyn Fn() -> bool) -> bool {
        // Struck out is marked first; what is left in the end is lost.
        let mut struck = vec![0u64; self.lost.len()];
        let mut word = vec![0u16; self.heaps];
        for number in 0..all {
            let (at, bit) = ((number / 64) as usize, 1 << (number % 64));
            if struck[at] & bit == 0 {
                if number > 0 {
                    self.lost[at] |= bit;
                }
                self.each_before(&word, &mut |before, added_to| {
                    if number > 0 || self.kinds[added_to as usize][1] == 0 {
                        let before = self.rank(before);
                        struck[(before / 64) as usize] |= 1 << (before % 64);
                    }
                });
            }
            self.next(&mut word);
            if number % 4096 == 0 && stop() {
                return false;
            }
        }
        true
    }

    /// Visits the words from which a move leads to this one, with the kind of heap that the move draws on.
    fn each_before(&self, word: &[u16], visit: &mut impl FnMut(&[u16], u16)) {
        let mut before = word.to_vec();
        for place in 0..word.len() {
            if place > 0 && word[place] == word[place - 1] {
                continue;
            }
            for &kind in &self.above[word[place] as usize] {
                before.copy_from_slice(word);
                let mut to = place;
                while to > 0 && before[to - 1] < kind {
                    before[to] = before[to - 1];
                    to -= 1;
                }
                before[to] = kind;
                visit(&before, kind);
            }
        }
    }

    /// Goes on to the word after this one; after the last, to anything.
    fn next(&self, word: &mut [u16]) {
        for place in (0..word.len()).rev() {
            if place == 0 || word[place] < word[place - 1] {
                word[place] += 1;
                return;
            }
            word[place] = 0;
        }
    }

    fn rank(&self, word: &[u16]) -> u64 {
        let places = word.iter().enumerate();
        places.map(|(place, &kind)| self.choose[self.heaps - 1 - place][kind as usize]).sum()
    }

    /// Says whether the player to move loses; `None` where the heaps are none of the sieve's, or all empty.
    pub(super) fn lost(&self, heaps: &[Matches]) -> Option<bool> {
        let mut word = vec![0; self.heaps];
        let mut count = 0;
        for &[new, burnt] in heaps.iter().filter(|&&heap| heap != [0; 2]) {
            *word.get_mut(count)? = self.numbers[usize::from(new)][usize::from(burnt)]?;
            count += 1;
        }
        word.sort_unstable_by(|a, b| b.cmp(a));
        let number = self.rank(&word);
        (count > 0).then(|| self.lost[(number / 64) as usize] >> (number % 64) & 1 == 1)
    }

    /// Visits every position but the empty one: its heaps, empty ones last, and whether it is lost.
    pub(super) fn each(&self, visit: &mut impl FnMut(&[Matches], bool)) {
        let mut word = vec![0u16; self.heaps];
        let mut heaps = vec![[0; 2]; self.heaps];
        for number in 1..self.size() {
            self.next(&mut word);
            for (heap, &kind) in heaps.iter_mut().zip(&word) {
                *heap = self.kinds[kind as usize];
            }
            visit(&heaps, self.lost[(number / 64) as usize] >> (number % 64) & 1 == 1);
        }
    }

    /// Counts the positions, the empty one included.
    pub(super) fn size(&self) -> u64 {
        self.choose.last().map_or(1, |last| last[self.kinds.len()])
    }
}
