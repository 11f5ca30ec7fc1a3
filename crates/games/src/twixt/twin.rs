//! The rules told a second time, as plainly as can be: lists of pegs and links, crossings by fractions.

use super::TwixtRules;

/// A file and a row, both from 1.
pub(super) type Hole = (i32, i32);

/// The naive twin of the game.
#[derive(Clone)]
pub(super) struct Twin {
    size: i32,
    rules: TwixtRules,
    pegs: Vec<(Hole, char)>,
    links: Vec<(Hole, Hole)>,
    turn: char,
    linking: bool,
    pub(super) winner: Option<char>,
}

/// Says whether two segments meet inside both: solves a + t (b - a) = c + u (d - c) with t and u as fractions.
pub(super) fn meet(a: Hole, b: Hole, c: Hole, d: Hole) -> bool {
    let ((x1, y1), (x2, y2)) = ((b.0 - a.0, b.1 - a.1), (d.0 - c.0, d.1 - c.1));
    let below = x1 * y2 - y1 * x2;
    if below == 0 {
        // Parallel links that overlap are one and the same: no hole lies inside a link.
        return false;
    }
    let (t, u) = ((c.0 - a.0) * y2 - (c.1 - a.1) * x2, (c.0 - a.0) * y1 - (c.1 - a.1) * x1);
    // 0 < above / below < 1, without dividing.
    let inside = |above: i32| above * below.signum() > 0 && above * below.signum() < below.abs();
    inside(t) && inside(u)
}

pub(super) fn name(hole: Hole) -> String {
    format!("{}{}", (b'a' + hole.0 as u8 - 1) as char, hole.1)
}

fn read(text: &str) -> Hole {
    ((text.as_bytes()[0] - b'a') as i32 + 1, text[1..].parse().unwrap())
}

impl Twin {
    pub(super) fn new(size: usize, rules: TwixtRules) -> Twin {
        let (pegs, links) = (Vec::new(), Vec::new());
        Twin { size: size as i32, rules, pegs, links, turn: 'w', linking: false, winner: None }
    }

    fn at(&self, hole: Hole) -> char {
        self.pegs.iter().find(|peg| peg.0 == hole).map_or('.', |peg| peg.1)
    }

    fn other(&self) -> char {
        if self.turn == 'w' { 'b' } else { 'w' }
    }

    /// docs/rules.md: 50 pegs each; "smaller boards: size²/10 rounded down, at least 10, at most 50".
    fn stock(&self) -> usize {
        ((self.size * self.size) as usize / 10).clamp(10, 50)
    }

    fn holes(&self) -> Vec<Hole> {
        let size = self.size;
        let edge = |line: i32| line == 1 || line == size;
        let forbidden = |(file, row): Hole| if self.turn == 'w' { edge(file) } else { edge(row) };
        (1..=size)
            .flat_map(|row| (1..=size).map(move |file| (file, row)))
            .filter(|&hole| !forbidden(hole) && self.at(hole) == '.')
            .collect()
    }

    fn is_linked(&self, a: Hole, b: Hole) -> bool {
        self.links.contains(&(a, b)) || self.links.contains(&(b, a))
    }

    fn may_link(&self, a: Hole, b: Hole) -> bool {
        let (files, rows) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
        let own = self.at(a) == self.turn && self.at(b) == self.turn;
        let barred = |&(c, d): &(Hole, Hole)| {
            let counts = !self.rules.pencil || self.at(c) != self.turn;
            counts && meet(a, b, c, d)
        };
        files * rows == 2 && own && !self.is_linked(a, b) && !self.links.iter().any(barred)
    }

    pub(super) fn moves(&self) -> Vec<String> {
        if self.winner.is_some() {
            return Vec::new();
        }
        let own: Vec<Hole> = self.pegs.iter().filter(|peg| peg.1 == self.turn).map(|peg| peg.0).collect();
        if self.linking {
            let pairs = own.iter().flat_map(|&a| own.iter().map(move |&b| (a, b)));
            let links = pairs.filter(|&(a, b)| a < b && self.may_link(a, b));
            return links
                .map(|(a, b)| format!("{}={}", name(a), name(b)))
                .chain(["fin".to_string()])
                .collect();
        }
        let free = self.holes();
        let mut moves: Vec<String> = Vec::new();
        if own.len() < self.stock() {
            moves.extend(free.iter().map(|&hole| name(hole)));
        } else {
            for &from in &own {
                moves.extend(free.iter().map(|&to| format!("{}-{}", name(from), name(to))));
            }
        }
        if self.rules.swap && self.turn == 'b' && self.pegs.len() == 1 && self.pegs[0].1 == 'w' {
            moves.push("swap".to_string());
        }
        moves
    }

    pub(super) fn play(&mut self, text: &str) {
        if text == "swap" {
            let ((file, row), _) = self.pegs[0];
            self.pegs = vec![((row, file), 'b')];
            self.turn = 'w';
        } else if text == "fin" {
            self.linking = false;
            self.turn = self.other();
        } else if let Some((a, b)) = text.split_once('=') {
            self.links.push((read(a), read(b)));
            self.look();
        } else {
            let to = text.rsplit('-').next().unwrap();
            if let Some((from, _)) = text.split_once('-') {
                let from = read(from);
                self.links.retain(|&(a, b)| a != from && b != from);
                self.pegs.retain(|peg| peg.0 != from);
            }
            self.set(read(to));
        }
    }

    fn set(&mut self, hole: Hole) {
        self.pegs.push((hole, self.turn));
        if self.rules.manual {
            self.linking = true;
            return;
        }
        let pegs = self.pegs.clone();
        for (other, _) in pegs {
            if self.may_link(hole, other) {
                self.links.push((hole, other));
            }
        }
        self.look();
        self.turn = self.other();
    }

    /// Looks for a chain of the side to move from line to line, by growing it from the first line.
    fn look(&mut self) {
        let along = |hole: Hole| if self.turn == 'w' { hole.1 } else { hole.0 };
        let own = self.pegs.iter().filter(|peg| peg.1 == self.turn);
        let mut chain: Vec<Hole> = own.map(|peg| peg.0).filter(|&hole| along(hole) == 1).collect();
        let mut next = 0;
        while next < chain.len() {
            for (a, b) in self.links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
                if a == chain[next] && !chain.contains(&b) {
                    chain.push(b);
                }
            }
            next += 1;
        }
        if chain.iter().any(|&hole| along(hole) == self.size) {
            self.winner = Some(self.turn);
        }
    }

    /// Writes the position as the page says.
    pub(super) fn text(&self) -> String {
        let row = |row: i32| (1..=self.size).map(|file| self.at((file, row))).collect::<String>();
        let rows = (1..=self.size).map(row).collect::<Vec<_>>().join("/");
        let links: Vec<String> =
            self.links.iter().map(|&(a, b)| format!("{}={}", name(a.min(b)), name(a.max(b)))).collect();
        let links = if links.is_empty() { "-".to_string() } else { links.join(",") };
        let step = match (self.rules.manual, self.linking) {
            (false, _) => "",
            (true, false) => " fiche",
            (true, true) => " liens",
        };
        format!("{rows} {} {links}{step}", self.turn)
    }

    /// Counts the leaves at a depth, without the rules about lines.
    pub(super) fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let below = |text: &String| {
            let mut next = self.clone();
            next.play(text);
            next.perft(depth - 1)
        };
        moves.iter().map(below).sum()
    }
}
