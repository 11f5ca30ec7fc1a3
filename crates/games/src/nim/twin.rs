//! The naive twin of the counts: the heaps as single matches.

use std::collections::BTreeSet;

/// A position.
pub(super) struct Twin {
    /// The heap of each match, and whether it is burnt.
    pub(super) matches: Vec<(usize, bool)>,
    turn: usize,
    pub(super) winner: Option<usize>,
}

impl Twin {
    pub(super) fn new(heaps: &[[u8; 2]]) -> Twin {
        let mut matches = Vec::new();
        for (heap, &[new, burnt]) in heaps.iter().enumerate() {
            matches.extend((0..new).map(|_| (heap, false)));
            matches.extend((0..burnt).map(|_| (heap, true)));
        }
        Twin { matches, turn: 0, winner: None }
    }

    /// Collects the moves by going through every subset of every heap.
    pub(super) fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for heap in 0..16 {
            let here: Vec<bool> =
                self.matches.iter().filter(|(of, _)| *of == heap).map(|(_, burnt)| *burnt).collect();
            for subset in 1u32..1 << here.len() {
                let taken = |burnt: bool| {
                    (0..here.len()).filter(|&i| subset >> i & 1 == 1 && here[i] == burnt).count()
                };
                let part = |count: usize, letter: &str| match count {
                    0 => String::new(),
                    _ => format!("{count}{letter}"),
                };
                moves.insert(format!("{}:{}{}", heap + 1, part(taken(false), "n"), part(taken(true), "b")));
            }
        }
        moves
    }

    pub(super) fn play(&mut self, text: &str) {
        let (heap, taken) = text.split_once(':').unwrap();
        let heap = heap.parse::<usize>().unwrap() - 1;
        let mut digits = String::new();
        let mut any_burnt = false;
        for character in taken.chars() {
            if character.is_ascii_digit() {
                digits.push(character);
                continue;
            }
            for _ in 0..digits.parse::<u32>().unwrap() {
                let found = self.matches.iter().position(|&one| one == (heap, character == 'b')).unwrap();
                self.matches.remove(found);
                any_burnt |= character == 'b';
            }
            digits.clear();
        }
        if self.matches.is_empty() {
            self.winner = Some(if any_burnt { 1 - self.turn } else { self.turn });
        }
        self.turn = 1 - self.turn;
    }
}
