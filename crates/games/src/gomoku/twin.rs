//! The naive twin: docs/rules.md over a grid of characters, with nothing clever, and with the history that the positions
//! leave out.

use std::collections::{BTreeMap, BTreeSet};

use damier_core::{Game, Rng, Verdict};

use super::{Gomoku, Move, Position};

/// How a random player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Temper {
    /// Captures, or makes five.
    Keen,
    /// Stays within two points of a stone.
    Close,
    /// Neither captures nor makes five: the board fills.
    Mild,
}

const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A game in progress: `.`, `b` and `r` by file and rank.
#[derive(Clone, Debug)]
struct Twin {
    size: i32,
    rule_a: bool,
    rule_b: bool,
    grid: Vec<Vec<char>>,
    captured: [u32; 2],
    turn: usize,
    /// Who made a five that did not win at once, one ply ago.
    liner: Option<usize>,
    /// `0`, `1` or a draw, and the key of the reason.
    end: Option<(Option<usize>, &'static str)>,
}

impl Twin {
    fn new(size: usize, rule_a: bool, rule_b: bool) -> Twin {
        let grid = vec![vec!['.'; size]; size];
        let (captured, turn, liner, end) = ([0; 2], 0, None, None);
        Twin { size: size as i32, rule_a, rule_b, grid, captured, turn, liner, end }
    }

    /// Reads rows from the top as drawn, without any blank; Blue is to move if `turn` is 0.
    fn of_rows(rows: &[&str], turn: usize, rule_a: bool, rule_b: bool) -> Twin {
        let mut twin = Twin::new(rows.len(), rule_a, rule_b);
        for (from_top, row) in rows.iter().enumerate() {
            for (file, stone) in row.chars().enumerate() {
                twin.grid[file][rows.len() - 1 - from_top] = stone;
            }
        }
        twin.turn = turn;
        twin
    }

    fn get(&self, (file, rank): (i32, i32)) -> Option<char> {
        let on = |number: i32| (0..self.size).contains(&number);
        (on(file) && on(rank)).then(|| self.grid[file as usize][rank as usize])
    }

    fn put(&mut self, (file, rank): (i32, i32), stone: char) {
        self.grid[file as usize][rank as usize] = stone;
    }

    fn points(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let size = self.size;
        (0..size).flat_map(move |file| (0..size).map(move |rank| (file, rank)))
    }

    fn name((file, rank): (i32, i32)) -> String {
        format!("{}{}", (b'a' + file as u8) as char, rank + 1)
    }

    /// "every pair of exactly two enemy stones in line caught between the new stone and another own stone"
    fn pairs(&self, at: (i32, i32), own: char, enemy: char) -> Vec<(i32, i32)> {
        let mut found = Vec::new();
        for dx in -1..=1 {
            for dy in -1..=1 {
                let step = |n: i32| (at.0 + n * dx, at.1 + n * dy);
                if (dx, dy) != (0, 0)
                    && self.get(step(1)) == Some(enemy)
                    && self.get(step(2)) == Some(enemy)
                    && self.get(step(3)) == Some(own)
                {
                    found.extend([step(1), step(2)]);
                }
            }
        }
        found
    }

    /// "five or more own stones in an unbroken line", anywhere.
    fn has_five(&self, own: char) -> bool {
        self.points().any(|at| {
            AXES.iter().any(|(dx, dy)| (0..5).all(|n| self.get((at.0 + n * dx, at.1 + n * dy)) == Some(own)))
        })
    }

    /// "the six points of some window of that line, after the move, are `. ? ? ? ? .` with both ends free, exactly three
    /// own stones (the new one among them) and one free point in the four between"
    fn free_threes(&self, at: (i32, i32), own: char) -> usize {
        let is_three = |&&(dx, dy): &&(i32, i32)| {
            (-5..=0).any(|start: i32| {
                let points: Vec<(i32, i32)> =
                    (start..start + 6).map(|n| (at.0 + n * dx, at.1 + n * dy)).collect();
                let window: String = points.iter().map(|&point| self.get(point).unwrap_or('#')).collect();
                let between = &window[1..5];
                window.starts_with('.')
                    && window.ends_with('.')
                    && points[1..5].contains(&at)
                    && between.matches(own).count() == 3
                    && between.matches('.').count() == 1
            })
        };
        AXES.iter().filter(is_three).count()
    }

    /// Says whether a stone of the player whose turn it is may be set on a free point; `after` is a copy to set it on.
    fn allows(&self, at: (i32, i32), after: &mut Twin) -> bool {
        let (own, enemy) = (['b', 'r'][self.turn], ['r', 'b'][self.turn]);
        after.put(at, own);
        let forbidden = self.rule_b
            && after.free_threes(at, own) >= 2
            && self.pairs(at, own, enemy).is_empty()
            // A five that was there before would not be made by this move.
            && (!after.has_five(own) || self.has_five(own));
        after.put(at, '.');
        !forbidden
    }

    fn moves(&self) -> BTreeSet<String> {
        if self.end.is_some() {
            return BTreeSet::new();
        }
        let mut after = self.clone();
        let free = self.points().filter(|&at| self.get(at) == Some('.'));
        free.filter(|&at| self.allows(at, &mut after)).map(Self::name).collect()
    }

    fn play(&mut self, name: &str) {
        let at = self.points().find(|&at| Self::name(at) == name).unwrap();
        let (side, other) = (self.turn, 1 - self.turn);
        let (own, enemy) = (['b', 'r'][side], ['r', 'b'][side]);
        self.drop(at, own, enemy);
        self.turn = other;
        let liner = self.liner.take();
        if self.captured[side] >= 10 {
            self.end = Some((Some(side), "ten-captured"));
        } else if liner == Some(other) && self.has_five(enemy) {
            self.end = Some((Some(other), "five-kept"));
        } else if self.has_five(own) {
            if self.rule_a && self.can_answer(own, enemy) {
                self.liner = Some(side);
            } else {
                self.end = Some((Some(side), "five"));
            }
        } else if self.points().all(|at| self.get(at) != Some('.')) {
            self.end = Some((None, "board-full"));
        }
    }

    /// Sets a stone and captures.
    fn drop(&mut self, at: (i32, i32), own: char, enemy: char) {
        let pairs = self.pairs(at, own, enemy);
        self.put(at, own);
        for &stone in &pairs {
            self.put(stone, '.');
        }
        self.captured[usize::from(own == 'r')] += pairs.len() as u32;
    }

    /// "the opponent's next move can capture a pair so that no five of the liner's is left on the board, or can reach
    /// ten captured stones"
    fn can_answer(&self, liner: char, opponent: char) -> bool {
        let free = self.points().filter(|&at| self.get(at) == Some('.'));
        free.into_iter().any(|at| {
            let mut after = self.clone();
            after.drop(at, opponent, liner);
            let seat = usize::from(opponent == 'r');
            let captured = after.captured[seat] > self.captured[seat];
            captured && (!after.has_five(liner) || after.captured[seat] >= 10)
        })
    }

    /// Writes the position as our own rules do.
    fn text(&self) -> String {
        let row = |rank: i32| {
            (0..self.size).map(|file| self.grid[file as usize][rank as usize]).collect::<String>()
        };
        let rows: Vec<String> = (0..self.size).rev().map(row).collect();
        format!("{} {} {}-{}", rows.join("/"), ["b", "r"][self.turn], self.captured[0], self.captured[1])
    }

    /// Draws a legal move after a temper; any legal one where the temper finds none.
    fn draw(&self, rng: &mut Rng, temper: Temper) -> String {
        let stones: Vec<(i32, i32)> = self.points().filter(|&at| self.get(at) != Some('.')).collect();
        let (own, enemy) = (['b', 'r'][self.turn], ['r', 'b'][self.turn]);
        let legal = self.moves();
        let legal: Vec<(i32, i32)> = self.points().filter(|&at| legal.contains(&Self::name(at))).collect();
        let is_keen = |at: (i32, i32)| {
            AXES.iter().any(|&axis| self.run(at, own, axis) >= 4) || !self.pairs(at, own, enemy).is_empty()
        };
        let touch = |at: (i32, i32)| {
            stones.iter().any(|stone| (stone.0 - at.0).abs().max((stone.1 - at.1).abs()) <= 2)
        };
        let suits = |&&at: &&(i32, i32)| match temper {
            Temper::Keen => is_keen(at),
            Temper::Close => touch(at),
            Temper::Mild => !is_keen(at),
        };
        let fit: Vec<(i32, i32)> = legal.iter().filter(suits).copied().collect();
        let from = if fit.is_empty() { &legal } else { &fit };
        Self::name(from[rng.below(from.len() as u32) as usize])
    }

    /// Counts the own stones in touch with a free point on an axis.
    fn run(&self, at: (i32, i32), own: char, (dx, dy): (i32, i32)) -> i32 {
        let one = |sense: i32| {
            (1..)
                .take_while(|n| self.get((at.0 + sense * n * dx, at.1 + sense * n * dy)) == Some(own))
                .count() as i32
        };
        one(1) + one(-1)
    }
}

/// Compares one position with the twin's: text, moves, outcome, what is pending, and our position built from its text.
fn compare<const W: usize>(game: &Gomoku<W>, position: &Position<W>, twin: &Twin) {
    let here = game.position_text(position);
    assert_eq!(here, twin.text());
    let mut names: Vec<String> = Vec::new();
    let moves = game.moves(position);
    for &mv in &moves {
        names.push(game.board.name(mv.0 as usize));
        assert!(game.is_legal(position, mv), "{here}");
    }
    names.sort();
    assert_eq!(names, twin.moves().into_iter().collect::<Vec<_>>(), "{here}");
    assert_eq!(game.count_moves(position), names.len() as u64, "{here}");
    let legal = (0..game.board.cells() as u16).filter(|&cell| game.is_legal(position, Move(cell))).count();
    assert_eq!(legal, names.len(), "{here}");
    let end = game.outcome(position).map(|end| {
        let winner = match end.verdict {
            Verdict::Win(side) => Some(side.index()),
            _ => None,
        };
        (winner, end.reason.key)
    });
    assert_eq!(end, twin.end, "{here}");
    assert_eq!(position.pending, twin.liner.is_some(), "{here}");
    assert_eq!(game.parse_position(&here).unwrap(), *position, "{here}");
}

#[test]
fn games_agree_with_the_naive_twin() {
    let mut rng = Rng::new(15);
    // What must have happened often enough for the comparison to mean something.
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for (rule_a, rule_b) in [(true, true), (true, false), (false, true), (false, false)] {
        for round in 0..120 {
            let size = [7, 8, 9, 11][round % 4];
            let game = Gomoku::<2>::new(size, rule_a, rule_b);
            let mut twin = Twin::new(size, rule_a, rule_b);
            let mut position = game.start(&mut rng);
            // Mild games fill the board; the others go from quiet ones to those that take every five and pair.
            let mild = round % 12 == 0;
            let keen = (round % 10) as u32;
            loop {
                compare(&game, &position, &twin);
                if twin.liner.is_some() {
                    *seen.entry("pending".to_string()).or_default() += 1;
                }
                let free = u64::from(game.free(&position).count());
                if twin.end.is_none() && game.count_moves(&position) < free {
                    *seen.entry("forbidden".to_string()).or_default() += 1;
                }
                if let Some((_, reason)) = twin.end {
                    *seen.entry(reason.to_string()).or_default() += 1;
                    break;
                }
                let temper = match rng.below(10) {
                    _ if mild => Temper::Mild,
                    drawn if drawn < keen => Temper::Keen,
                    _ => Temper::Close,
                };
                let name = twin.draw(&mut rng, temper);
                twin.play(&name);
                let mv = game.parse_move(&position, &name).unwrap();
                game.play(&mut position, mv);
            }
        }
    }
    for (what, least) in [
        ("five", 100),
        ("ten-captured", 40),
        ("five-kept", 20),
        ("board-full", 3),
        ("pending", 30),
        ("forbidden", 200),
    ] {
        assert!(seen.get(what).is_some_and(|&count| count >= least), "{what}: {seen:?}");
    }
}

#[test]
fn scattered_stones_agree_with_the_naive_twin() {
    // Positions that no game reaches test rule B and the captures harder than games do.
    let mut rng = Rng::new(3);
    let mut forbidden = 0;
    for round in 0..1500u32 {
        let size = 7 + (round % 5) as usize;
        let share = 2 + round % 7;
        let rows: Vec<String> = (0..size)
            .map(|_| {
                (0..size)
                    .map(|_| match rng.below(10) {
                        0 => 'r',
                        n if n <= share => 'b',
                        _ => '.',
                    })
                    .collect()
            })
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let turn = usize::from(round % 11 == 0);
        let game = Gomoku::<2>::new(size, round % 2 == 0, true);
        let twin = Twin::of_rows(&rows, turn, round % 2 == 0, true);
        let position = game.parse_position(&twin.text()).unwrap();
        // The twin knows of fives only as it sees them made.
        if twin.has_five('b') || twin.has_five('r') || position.end.is_some() {
            continue;
        }
        compare(&game, &position, &twin);
        // Why there is no pass: "of the lowest rank with a free point, the leftmost one … is never forbidden".
        let lowest = game.free(&position).first();
        assert!(lowest.is_some_and(|cell| game.is_legal(&position, Move(cell as u16))), "{}", twin.text());
        forbidden += u64::from(game.free(&position).count()) - game.count_moves(&position);
        for name in twin.moves().into_iter().step_by(7) {
            let (mut twin, mut position) = (twin.clone(), position);
            twin.play(&name);
            let mv = game.parse_move(&position, &name).unwrap();
            game.play(&mut position, mv);
            compare(&game, &position, &twin);
        }
    }
    assert!(forbidden > 300, "{forbidden}");
}

#[test]
fn large_boards_agree_with_the_naive_twin() {
    fn play<const W: usize>(size: usize, rng: &mut Rng) {
        let game = Gomoku::<W>::new(size, true, true);
        let mut twin = Twin::new(size, true, true);
        let mut position = game.start(rng);
        for ply in 0.. {
            if ply % 9 == 0 || twin.end.is_some() {
                compare(&game, &position, &twin);
            }
            if twin.end.is_some() {
                break;
            }
            let name = twin.draw(rng, if ply % 3 == 0 { Temper::Keen } else { Temper::Close });
            twin.play(&name);
            let mv = game.parse_move(&position, &name).unwrap();
            game.play(&mut position, mv);
        }
    }
    let mut rng = Rng::new(8);
    for _ in 0..4 {
        play::<6>(12, &mut rng);
        play::<6>(19, &mut rng);
        play::<11>(20, &mut rng);
        play::<11>(26, &mut rng);
    }
}
