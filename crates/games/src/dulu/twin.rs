//! The naive twin of the captures: every polygon is walked, and every crossing and every inside found by plane geometry
//! in whole numbers.

use damier_core::Game;

use super::rules::CELLS;
use super::{Dulu, Position};

type Point = (i64, i64);

/// Returns twice the area of a triangle, positive if its corners turn one way. Axial coordinates are as good as
/// rectangular ones: the map between them keeps lines, insides and crossings.
fn turn(a: Point, b: Point, c: Point) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

fn on_side(point: Point, (a, b): (Point, Point)) -> bool {
    let between = |low: i64, high: i64, x: i64| (low.min(high)..=low.max(high)).contains(&x);
    turn(a, b, point) == 0 && between(a.0, b.0, point.0) && between(a.1, b.1, point.1)
}

/// Says whether two sides have a point in common.
fn meet(first: (Point, Point), second: (Point, Point)) -> bool {
    let apart =
        |(a, b): (Point, Point), (c, d): (Point, Point)| turn(a, b, c).signum() * turn(a, b, d).signum();
    let cross = apart(first, second) < 0 && apart(second, first) < 0;
    cross
        || on_side(second.0, first)
        || on_side(second.1, first)
        || on_side(first.0, second)
        || on_side(first.1, second)
}

/// Says whether a point is strictly inside a polygon: the ray to the right of it crosses the outline an odd number of
/// times.
fn inside(point: Point, polygon: &[Point]) -> bool {
    let sides = (0..polygon.len()).map(|i| (polygon[i], polygon[(i + 1) % polygon.len()]));
    let mut odd = false;
    for (a, b) in sides {
        if on_side(point, (a, b)) {
            return false;
        }
        if (a.1 > point.1) != (b.1 > point.1) {
            // The side meets the ray's line to the right of the point.
            let (low, high) = if a.1 < b.1 { (a, b) } else { (b, a) };
            odd ^= turn(low, high, point) > 0;
        }
    }
    odd
}

/// A board as a list of stones with their owners.
pub(super) struct Twin {
    stones: Vec<(Point, usize)>,
    reach: i64,
}

impl Twin {
    pub(super) fn new(stones: Vec<(Point, usize)>) -> Twin {
        Twin { stones, reach: 7 }
    }

    pub(super) fn of(game: &Dulu, position: &Position) -> Twin {
        let owner = |cell: usize| (0..2).find(|&side| position.stones[side].contains(cell));
        let point = |cell: usize| {
            let (q, r) = game.board.axial(cell);
            (i64::from(q), i64::from(r))
        };
        Twin::new((0..CELLS).filter_map(|cell| Some((point(cell), owner(cell)?))).collect())
    }

    fn at(&self, point: Point) -> Option<usize> {
        self.stones.iter().find(|&&(place, _)| place == point).map(|&(_, owner)| owner)
    }

    /// Returns the own stones that a stone sees: "in one line with only free cells between them".
    fn seen(&self, from: Point) -> Vec<Point> {
        let owner = self.at(from);
        let mut seen = Vec::new();
        for (dq, dr) in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)] {
            for step in 1..=2 * self.reach {
                let next = (from.0 + step * dq, from.1 + step * dr);
                if let Some(other) = self.at(next) {
                    if Some(other) == owner {
                        seen.push(next);
                    }
                    break;
                }
            }
        }
        seen
    }

    /// Walks every polygon without crossing through the first stone of `path`; `then` is told of each.
    fn polygons(&self, path: &mut Vec<Point>, then: &mut impl FnMut(&[Point])) {
        let (first, last) = (path[0], path[path.len() - 1]);
        for next in self.seen(last) {
            let side = (last, next);
            let sides: Vec<(Point, Point)> = path.windows(2).map(|pair| (pair[0], pair[1])).collect();
            // Sides may meet at common stones only: the side before ends where this one begins.
            let meets = |&(a, b): &(Point, Point)| {
                let common = [a, b].into_iter().find(|&end| end == side.0 || end == side.1);
                match common {
                    None => meet((a, b), side),
                    Some(stone) => {
                        let other = |(x, y): (Point, Point)| if x == stone { y } else { x };
                        on_side(other((a, b)), side) || on_side(other(side), (a, b))
                    }
                }
            };
            if sides.iter().any(meets) {
                continue;
            }
            if next == first && path.len() > 2 {
                then(path);
            } else if !path.contains(&next) {
                path.push(next);
                self.polygons(path, then);
                path.pop();
            }
        }
    }

    /// Removes what a stone that has just been set captures, until nothing is.
    pub(super) fn capture(&mut self, new: Point) {
        let own = self.at(new);
        loop {
            let mut gone: Vec<Point> = Vec::new();
            let enemies: Vec<Point> = self
                .stones
                .iter()
                .filter(|&&(_, owner)| Some(owner) != own)
                .map(|&(place, _)| place)
                .collect();
            self.polygons(&mut vec![new], &mut |polygon| {
                gone.extend(enemies.iter().copied().filter(|&enemy| inside(enemy, polygon)));
            });
            if gone.is_empty() {
                return;
            }
            self.stones.retain(|(place, _)| !gone.contains(place));
        }
    }

    /// Sets a stone of the side to move and captures; returns the rows of the board as text.
    pub(super) fn play(mut self, new: Point, owner: usize) -> String {
        self.stones.push((new, owner));
        self.capture(new);
        let mut rows = Vec::new();
        for r in -self.reach..=self.reach {
            let row = (-self.reach.min(self.reach + r)..=self.reach.min(self.reach - r))
                .map(|q| self.at((q, r)).map_or('.', |owner| ['b', 'r'][owner]));
            rows.push(row.collect::<String>());
        }
        rows.join("/")
    }
}

/// Returns the rows of a position's text.
pub(super) fn rows(game: &Dulu, position: &Position) -> String {
    let text = game.position_text(position);
    text.split(' ').next().unwrap().to_string()
}
