//! The naive twin: the rules once more, on a map from points to letters, by words instead of bits.

use std::collections::{BTreeMap, BTreeSet};

/// File and rank, both from 1.
type Place = (i32, i32);

/// A position read from its text.
#[derive(Clone)]
pub(super) struct Twin {
    /// Every point of the board: `w`, `b` or `.`.
    men: BTreeMap<Place, char>,
    mover: char,
    offenders: BTreeSet<Place>,
}

fn name((file, rank): Place) -> String {
    format!("{}{rank}", [' ', 'a', 'b', 'c', 'd', 'e', 'f', 'g'][file as usize])
}

fn place(name: &str) -> Place {
    let mut letters = name.chars();
    let file = "abcdefg".find(letters.next().unwrap()).unwrap() as i32 + 1;
    (file, letters.next().unwrap().to_digit(10).unwrap() as i32)
}

fn files(rank: i32) -> std::ops::RangeInclusive<i32> {
    if (3..=5).contains(&rank) { 1..=7 } else { 3..=5 }
}

fn other(mover: char) -> char {
    if mover == 'w' { 'b' } else { 'w' }
}

/// "orthogonal between neighbours; diagonal between neighbours that are points with file+rank even"
fn is_line((file, rank): Place, (right, up): (i32, i32)) -> bool {
    right == 0 || up == 0 || (file + rank) % 2 == 0
}

impl Twin {
    pub(super) fn read(text: &str) -> Twin {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut men = BTreeMap::new();
        for (row, rank) in fields[0].split('/').zip((1..=7).rev()) {
            assert_eq!(row.len(), files(rank).count());
            men.extend(files(rank).zip(row.chars()).map(|(file, man)| ((file, rank), man)));
        }
        let offenders = fields[2].split('.').filter(|&word| word != "-").map(place).collect();
        Twin { men, mover: fields[1].chars().next().unwrap(), offenders }
    }

    pub(super) fn text(&self) -> String {
        let row = |rank: i32| files(rank).map(|file| self.men[&(file, rank)]).collect::<String>();
        let rows: Vec<String> = (1..=7).rev().map(row).collect();
        let mut points: Vec<Place> = self.offenders.iter().copied().collect();
        points.sort_by_key(|&(file, rank)| (rank, file));
        let points: Vec<String> = points.into_iter().map(name).collect();
        let points = if points.is_empty() { "-".to_string() } else { points.join(".") };
        format!("{} {} {points}", rows.join("/"), self.mover)
    }

    fn at(&self, place: Place) -> char {
        self.men.get(&place).copied().unwrap_or('#')
    }

    /// "White steps to a free neighbour straight ahead (rank+1), diagonally ahead, or sideways; Black in every
    /// direction the lines allow."
    fn steps(&self, from: Place) -> Vec<Place> {
        let mut found = Vec::new();
        for up in -1..=1 {
            for right in -1..=1 {
                let to = (from.0 + right, from.1 + up);
                let backwards = self.mover == 'w' && up < 0;
                if (right, up) != (0, 0) && !backwards && is_line(from, (right, up)) && self.at(to) == '.' {
                    found.push(to);
                }
            }
        }
        found
    }

    /// Returns what a man of the mover on `from` can jump over, and where it lands.
    fn jumps(&self, from: Place) -> Vec<(Place, Place)> {
        let mut found = Vec::new();
        for up in -1..=1 {
            for right in -1..=1 {
                let over = (from.0 + right, from.1 + up);
                let to = (over.0 + right, over.1 + up);
                if (right, up) == (0, 0) || !is_line(from, (right, up)) {
                    continue;
                }
                if self.mover == 'w' {
                    // "sideways only towards the central file d, and sideways never over a black man standing on
                    // file d"
                    let towards = (to.0 - 4).abs() < (from.0 - 4).abs();
                    if up < 0 || (up == 0 && (!towards || over.0 == 4)) {
                        continue;
                    }
                }
                if self.at(over) == other(self.mover) && self.at(to) == '.' {
                    found.push((over, to));
                }
            }
        }
        found
    }

    fn captors(&self) -> BTreeSet<Place> {
        let own = self.men.iter().filter(|&(_, &man)| man == self.mover).map(|(&at, _)| at);
        own.filter(|&at| !self.jumps(at).is_empty()).collect()
    }

    fn chains(&self, at: Place, word: &str, done: &mut Vec<(String, Twin)>) {
        for (over, to) in self.jumps(at) {
            let mut next = self.clone();
            next.men.insert(at, '.');
            next.men.insert(over, '.');
            next.men.insert(to, self.mover);
            let word = format!("{word}x{}", name(to));
            let mut stopped = next.clone();
            stopped.offenders = BTreeSet::new();
            if !next.jumps(to).is_empty() {
                stopped.offenders.insert(to);
            }
            stopped.mover = other(self.mover);
            done.push((word.clone(), stopped));
            next.chains(to, &word, done);
        }
    }

    fn plain(&self, could: &BTreeSet<Place>, before: &str, done: &mut Vec<(String, Twin)>) {
        let own: Vec<Place> =
            self.men.iter().filter(|&(_, &man)| man == self.mover).map(|(&at, _)| at).collect();
        for from in own {
            for to in self.steps(from) {
                let mut next = self.clone();
                next.men.insert(from, '.');
                next.men.insert(to, self.mover);
                next.offenders = could.iter().map(|&at| if at == from { to } else { at }).collect();
                next.mover = other(self.mover);
                done.push((format!("{before}{}-{}", name(from), name(to)), next));
            }
            self.chains(from, &format!("{before}{}", name(from)), done);
        }
    }

    /// Returns `first` or `second` if the game is over, with the reason.
    pub(super) fn result(&self) -> Option<(&'static str, &'static str)> {
        let goal = |&(file, rank): &Place| (3..=5).contains(&file) && (5..=7).contains(&rank);
        if self.men.iter().filter(|(at, _)| goal(at)).all(|(_, &man)| man == 'w') {
            return Some(("first", "occupied"));
        }
        if self.men.values().filter(|&&man| man == 'w').count() <= 8 {
            return Some(("second", "reduced"));
        }
        let loser_is_white = self.mover == 'w';
        self.turns().is_empty().then_some((if loser_is_white { "second" } else { "first" }, "no-move"))
    }

    fn turns(&self) -> Vec<(String, Twin)> {
        let could = self.captors();
        let mut done = Vec::new();
        self.plain(&could, "", &mut done);
        for &huffed in &self.offenders {
            let mut after = self.clone();
            after.men.insert(huffed, '.');
            after.plain(&could, &format!("!{}/", name(huffed)), &mut done);
        }
        done
    }

    /// Returns each legal move with the position after it.
    pub(super) fn moves(&self) -> BTreeMap<String, Twin> {
        if self.result().is_some() {
            return BTreeMap::new();
        }
        let turns = self.turns();
        let count = turns.len();
        let moves: BTreeMap<String, Twin> = turns.into_iter().collect();
        assert_eq!(moves.len(), count, "two moves are written alike");
        moves
    }
}
