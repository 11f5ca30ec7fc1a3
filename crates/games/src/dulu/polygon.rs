//! What a stone sees and by which polygons it captures, for pictures. What they catch is found by `captures`, and fast.

use damier_scene::HexGrid;

use super::rules::{CELLS, DuluCells};
use super::{Dulu, Position};

/// So many lines of stones are followed in search of one polygon: without this, a crowd of stones could take long.
const PATIENCE: u32 = 20_000;

/// A sight: its two stones, and the free cells between them.
struct Sight {
    ends: [usize; 2],
    between: DuluCells,
}

/// Returns the stones of a side that one of its stones sees.
pub(super) fn seen(game: &Dulu, stones: &[DuluCells; 2], side: usize, cell: usize) -> Vec<usize> {
    let sights = sights(game, &stones[side], &stones[1 - side]);
    let other = |sight: &Sight| match sight.ends {
        [one, other] if one == cell => Some(other),
        [other, one] if one == cell => Some(other),
        _ => None,
    };
    sights.iter().filter_map(other).collect()
}

/// Returns the polygons by which the new stone on a cell captures, each as its stones in turn: small ones that together hold
/// all that is captured.
pub(super) fn closed(game: &Dulu, before: &Position, cell: usize) -> Vec<Vec<usize>> {
    let side = before.side().index();
    let (mut own, mut enemy) = (before.stones[side], before.stones[1 - side]);
    own.insert(cell);
    let mut all = Vec::new();
    loop {
        let captured = game.geometry.captured(&own, &enemy, cell);
        if captured.is_empty() {
            return all;
        }
        let sights = sights(game, &own, &enemy);
        let mut left = captured;
        while !left.is_empty() {
            let mut search =
                Search { game, sights: &sights, wanted: left, best: None, patience: PATIENCE, start: cell };
            let most = own.count() as usize;
            // The smallest first.
            (3..=most).any(|length| search.find(length));
            let Some((caught, stones)) = search.best else { break };
            left = left.without(caught);
            all.push(stones);
        }
        enemy = enemy.without(captured);
    }
}

/// Returns the sights of a side.
fn sights(game: &Dulu, own: &DuluCells, enemy: &DuluCells) -> Vec<Sight> {
    let taken = *own | *enemy;
    let mut all = Vec::new();
    for cell in own.iter() {
        for beyond in &game.geometry.beyond {
            let Some(seen) = (beyond[cell] & taken).first().filter(|&seen| own.contains(seen)) else {
                continue;
            };
            let mut between = beyond[cell].without(beyond[seen]);
            between.remove(seen);
            all.push(Sight { ends: [cell, seen], between });
        }
    }
    all
}

/// A search for the polygon of a length that holds the most.
struct Search<'a> {
    game: &'a Dulu,
    sights: &'a [Sight],
    wanted: DuluCells,
    best: Option<(DuluCells, Vec<usize>)>,
    patience: u32,
    start: usize,
}

impl Search<'_> {
    /// Looks at the polygons of so many stones; says whether one of those found so far holds all that is wanted.
    fn find(&mut self, length: usize) -> bool {
        self.follow(&mut vec![self.start], &mut Vec::new(), length);
        self.best.as_ref().is_some_and(|(caught, _)| *caught == self.wanted)
    }

    fn follow(&mut self, path: &mut Vec<usize>, used: &mut Vec<usize>, length: usize) {
        self.patience = self.patience.saturating_sub(1);
        if self.patience == 0 {
            return;
        }
        let at = path[path.len() - 1];
        for (number, sight) in self.sights.iter().enumerate() {
            let next = match sight.ends {
                [one, other] if one == at => other,
                [other, one] if one == at => other,
                _ => continue,
            };
            // Sides meet in their common stones only.
            if used.contains(&number)
                || used.iter().any(|&side| self.sights[side].between.meets(&sight.between))
            {
                continue;
            }
            if path.len() == length {
                if next == self.start {
                    self.note(path);
                }
            } else if !path.contains(&next) {
                path.push(next);
                used.push(number);
                self.follow(path, used, length);
                path.pop();
                used.pop();
            }
        }
    }

    /// Keeps a polygon if it holds more than those before it.
    fn note(&mut self, path: &[usize]) {
        let caught = inside(self.game, path, &self.wanted);
        let most = self.best.as_ref().map_or(0, |(caught, _)| caught.count());
        if caught.count() > most {
            self.best = Some((caught, path.to_vec()));
        }
    }
}

/// Returns those of some cells that lie in a polygon. None of them lies on a side of it.
fn inside(game: &Dulu, corners: &[usize], cells: &DuluCells) -> DuluCells {
    let place = |cell: usize| {
        debug_assert!(cell < CELLS);
        let (q, r) = game.board.axial(cell);
        HexGrid::ACROSS.centre(q.into(), r.into())
    };
    let holds = |&cell: &usize| {
        let at = place(cell);
        let crossed = (0..corners.len()).filter(|&number| {
            let [a, b] = [corners[number], corners[(number + 1) % corners.len()]].map(place);
            (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)
        });
        crossed.count() % 2 == 1
    };
    cells.iter().filter(holds).collect()
}
