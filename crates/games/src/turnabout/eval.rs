//! What the engines know of Turnabout: how many tiles a line still needs, and where.

use damier_core::Game;
use damier_core::board::BitSet;
use damier_search::{Coverage, Features, MoveHints};

use super::lines::{FAR, ThreatMap};
use super::tile::Tile;
use super::{Move, Position, Turnabout};

/// The evaluation of Turnabout by the shortest lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnaboutFeatures;

/// Features are told apart up to this one.
const LONGEST: usize = 10;
const NAMES: [&str; 9] = ["certain", "even", "turn", "left", "tight", "check", "fork", "forks", "threats"];
const CERTAIN: usize = 0;
const EVEN: usize = 1;
const TURN: usize = 2;
const LEFT: usize = 3;
const TIGHT: usize = 4;
const CHECK: usize = 5;
const FORK: usize = 6;
const FORKS: usize = 7;
const THREATS: usize = 8;
const BEST: usize = NAMES.len();
const OTHER: usize = BEST + LONGEST;
const CELLS: usize = OTHER + LONGEST;
const COUNT: usize = CELLS + 4;

/// How many cells are offered to the search, on boards too large to search all.
const CELLS_OFFERED: usize = 14;

impl<const W: usize> Features<Turnabout<W>> for TurnaboutFeatures {
    fn count(&self, _game: &Turnabout<W>) -> usize {
        COUNT
    }

    fn name(&self, _game: &Turnabout<W>, weight: usize) -> String {
        match weight {
            ..BEST => NAMES[weight].to_string(),
            BEST..OTHER => format!("best-{}", weight - BEST + 1),
            OTHER..CELLS => format!("other-{}", weight - OTHER + 1),
            _ => format!("cells-{}", weight - CELLS + 1),
        }
    }

    fn measure(&self, game: &Turnabout<W>, position: &Position<W>, add: &mut impl FnMut(usize, i32)) {
        let map = ThreatMap::new(game, position);
        let left = i32::from(game.stock - position.laid);
        let attacking = position.laid.is_multiple_of(2);
        let least = i32::from(map.least[0].min(map.least[1]));
        let wins = map.wins.count() as i32;
        let forks = map.forks[1..].iter().map(BitSet::count).sum::<u32>() as i32;
        let sure = if attacking { wins > 0 || forks > 0 && left >= 3 } else { wins > 1 && left >= 2 };
        if sure {
            add(CERTAIN, 1);
            return;
        }
        if least > left || !attacking && left == 1 {
            add(CERTAIN, -1);
            return;
        }
        add(EVEN, 1);
        add(TURN, if attacking { 1 } else { -1 });
        add(LEFT, left);
        // The attacker lays every other tile.
        let own = (left + i32::from(attacking)) / 2;
        if own < least {
            add(TIGHT, least - own);
        }
        if wins > 0 {
            add(CHECK, 1);
        }
        if forks > 0 {
            add(FORK, 1);
            add(FORKS, forks.min(4) - 1);
        }
        add(THREATS, (map.threats.count() as i32).min(8));
        let [a, b] = map.least.map(|least| usize::from(least).clamp(1, LONGEST) - 1);
        add(BEST + a.min(b), 1);
        add(OTHER + a.max(b), 1);
        let mut counts = [0; 4];
        for cell in map.free {
            for needs in &map.needs {
                if let Some(count) = counts.get_mut(usize::from(needs[cell]) - 1) {
                    *count += 1;
                }
            }
        }
        for (length, count) in counts.into_iter().enumerate().skip(1).filter(|&(_, count)| count > 0) {
            add(CELLS + length, count.min(12));
        }
    }
}

impl<const W: usize> MoveHints<Turnabout<W>> for TurnaboutFeatures {
    fn moves(&self, game: &Turnabout<W>, position: &Position<W>, out: &mut Vec<Move>) -> Coverage {
        let map = ThreatMap::new(game, position);
        let attacking = position.laid.is_multiple_of(2);
        let left = game.stock - position.laid;
        let least = map.least[0].min(map.least[1]);
        let make = |cell: usize, tile: Tile| Move { cell: cell as u8, tile };
        if !attacking && left == 1 {
            // With the last tile the defender wins, wherever it joins no line.
            let harmless = |cell: usize| Tile::ALL.into_iter().find(|&tile| !map.lines.joins(cell, tile));
            let found = map.free.iter().find_map(|cell| harmless(cell).map(|tile| make(cell, tile)));
            out.extend(found);
            if out.is_empty() {
                game.moves_into(position, out);
            }
            return Coverage::Sound;
        }
        if let Some(cell) = map.wins.first() {
            // The attacker wins at once. The defender has to lay a tile there, one that does not join the line; where there
            // is none, or a second such cell, every move loses.
            let fit = |&tile: &Tile| map.lines.joins(cell, tile) == attacking;
            let tiles = Tile::ALL.into_iter().filter(fit).map(|tile| make(cell, tile));
            out.extend(tiles.take(if attacking || map.wins.count() > 1 { 1 } else { 3 }));
            if out.is_empty() {
                out.push(make(cell, Tile::Cross));
            }
            return Coverage::Sound;
        }
        if attacking && left >= 3 {
            for tile in Tile::ALL {
                if let Some(cell) = map.forks[tile.code() as usize].first() {
                    out.push(make(cell, tile));
                    return Coverage::Sound;
                }
            }
        }
        if least > left {
            // No line can be made any more, whoever lays the tiles where: all moves are alike.
            let cell = map.free.first().expect("half the cells stay free");
            out.push(make(cell, Tile::Slash));
            return Coverage::Sound;
        }
        let mut cells = [(0u16, 0u8); super::rules::MOST];
        let mut count = 0;
        for cell in map.free {
            let over = |axis: usize| u16::from(map.needs[axis][cell].min(FAR) - least.min(FAR));
            let (one, two) = (over(0), over(1));
            cells[count] = (4 * one.min(two) + one.max(two).min(4), cell as u8);
            count += 1;
        }
        let cells = &mut cells[..count];
        cells.sort_unstable();
        let all = game.board.width() <= 5;
        let offered = if all { count } else { CELLS_OFFERED.min(count) };
        for &(_, cell) in &cells[..offered] {
            out.extend(Tile::ALL.map(|tile| Move { cell, tile }));
        }
        if offered == count { Coverage::Sound } else { Coverage::Likely }
    }

    fn slot(&self, _game: &Turnabout<W>, mv: Move) -> Option<usize> {
        Some(usize::from(mv.cell) * 4 + usize::from(mv.tile.code()))
    }
}
