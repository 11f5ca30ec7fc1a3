//! Solitaires small enough to be numbered: how far every position is from the goal, and in how many ways.

use std::collections::BTreeMap;

use damier_core::{Flow, Indexed, Verdict};

use crate::{Job, StudyError};

/// A number for positions from which the goal cannot be reached.
const NEVER: u16 = u16::MAX;

/// The least number of moves to the goal from every position of a solitaire.
pub struct ShortestPaths {
    moves: Vec<u16>,
}

/// What can be reached in so many moves on shortest ways, by its number, and in how many ways.
pub type PathCounts = BTreeMap<u64, u128>;

/// Visits what one move leads to, with its number.
fn each_after<G: Indexed>(game: &G, position: &G::Position, visit: &mut impl FnMut(G::Move, u64)) {
    let _ = game.each_move(position, &mut |mv| {
        let mut after = position.clone();
        game.play(&mut after, mv);
        visit(mv, game.index(&after));
        Flow::Continue(())
    });
}

impl ShortestPaths {
    /// Finds them by going back from all solved positions at once.
    ///
    /// # Errors
    /// [`StudyError::Memory`] where the table and all moves, 4 bytes each, are too much; [`StudyError::Stopped`].
    ///
    /// # Panics
    /// If there are 2³² numbers or more, or distances of 65,535 moves.
    pub fn of<G: Indexed>(game: &G, job: &Job) -> Result<ShortestPaths, StudyError> {
        let size = u32::try_from(game.size()).expect("a number fits in 32 bits") as usize;
        job.needs(size as u64 * 10)?;
        // First how many moves lead to each position, then where they come from.
        let mut ends = vec![0u32; size + 1];
        let mut front = Vec::new();
        for index in 0..size as u64 {
            if index % 4096 == 0 {
                job.check()?;
                (job.progress)("moves", index as f64 / size as f64);
            }
            let Some(position) = game.unindex(index) else { continue };
            if game.outcome(&position).is_some_and(|outcome| outcome.verdict == Verdict::Solved) {
                front.push(index as u32);
            }
            each_after(game, &position, &mut |_, after| ends[after as usize + 1] += 1);
        }
        for place in 1..ends.len() {
            ends[place] += ends[place - 1];
        }
        let all = ends[size] as usize;
        job.needs(size as u64 * 10 + all as u64 * 4)?;
        let mut before = vec![0u32; all];
        let mut next = ends.clone();
        for index in 0..size as u64 {
            if index % 4096 == 0 {
                job.check()?;
            }
            let Some(position) = game.unindex(index) else { continue };
            each_after(game, &position, &mut |_, after| {
                before[next[after as usize] as usize] = index as u32;
                next[after as usize] += 1;
            });
        }
        let mut moves = vec![NEVER; size];
        for far in 0..NEVER {
            front.retain(|&at| moves[at as usize] == NEVER);
            if front.is_empty() {
                return Ok(ShortestPaths { moves });
            }
            let mut behind = Vec::new();
            for &at in &front {
                if moves[at as usize] == NEVER {
                    moves[at as usize] = far;
                    let range = ends[at as usize] as usize..ends[at as usize + 1] as usize;
                    behind.extend_from_slice(&before[range]);
                }
            }
            front = behind;
        }
        panic!("the goal is at most 65,534 moves away");
    }

    /// Returns the least number of moves from the position with this number; `None` where the goal is out of reach.
    pub fn from(&self, index: u64) -> Option<u32> {
        self.moves.get(index as usize).filter(|&&moves| moves != NEVER).map(|&moves| u32::from(moves))
    }

    /// Returns how far the positions farthest from the goal are, and their numbers.
    pub fn farthest(&self) -> (u32, Vec<u64>) {
        let far = self.moves.iter().copied().filter(|&moves| moves != NEVER).max().unwrap_or(0);
        let there = |(index, &moves): (usize, &u16)| (moves == far).then_some(index as u64);
        (u32::from(far), self.moves.iter().enumerate().filter_map(there).collect())
    }

    /// Follows all shortest ways from a position: what can be reached on them after 0, 1, 2… moves, up to the goal, each
    /// with the number of ways there. Moves that `keep` refuses are not made; where it refuses too many, the last layers
    /// are empty. No layers where the goal is out of reach.
    ///
    /// # Panics
    /// If there are 2¹²⁸ ways or more.
    pub fn layers<G: Indexed>(
        &self,
        game: &G,
        from: &G::Position,
        keep: impl Fn(&G::Position, G::Move) -> bool,
    ) -> Vec<PathCounts> {
        let start = game.index(from);
        let Some(far) = self.from(start) else { return Vec::new() };
        let mut layers = vec![PathCounts::from([(start, 1)])];
        for left in (0..far).rev() {
            let mut next = PathCounts::new();
            for (&index, &ways) in &layers[layers.len() - 1] {
                let Some(position) = game.unindex(index) else { continue };
                each_after(game, &position, &mut |mv, after| {
                    if self.from(after) == Some(left) && keep(&position, mv) {
                        let sum = next.entry(after).or_default();
                        *sum = u128::checked_add(*sum, ways).expect("fewer than 2^128 ways");
                    }
                });
            }
            layers.push(next);
        }
        layers
    }

    /// Returns a shortest path from a position, always by the first move that is on one; empty where the goal is out of reach.
    pub fn path<G: Indexed>(&self, game: &G, from: &G::Position) -> Vec<G::Move> {
        let mut position = from.clone();
        let mut path = Vec::new();
        let far = self.from(game.index(from)).unwrap_or(0);
        for left in (0..far).rev() {
            let mut found = None;
            each_after(game, &position, &mut |mv, after| {
                if found.is_none() && self.from(after) == Some(left) {
                    found = Some(mv);
                }
            });
            let mv = found.expect("some move comes nearer to the goal");
            game.play(&mut position, mv);
            path.push(mv);
        }
        path
    }
}

/// Counts the positions that play from a position can reach, itself included.
///
/// # Errors
/// [`StudyError::Stopped`]; [`StudyError::Memory`] where a byte for every number is too much.
pub fn count_reachable<G: Indexed>(game: &G, from: &G::Position, job: &Job) -> Result<u64, StudyError> {
    job.needs(game.size() * 9)?;
    let mut seen = vec![false; game.size() as usize];
    let mut found = vec![game.index(from)];
    seen[found[0] as usize] = true;
    let mut at = 0;
    while at < found.len() {
        if at % 4096 == 0 {
            job.check()?;
        }
        let position = if at == 0 { Some(from.clone()) } else { game.unindex(found[at]) };
        if let Some(position) = position {
            each_after(game, &position, &mut |_, after| {
                if !std::mem::replace(&mut seen[after as usize], true) {
                    found.push(after);
                }
            });
        }
        at += 1;
    }
    Ok(found.len() as u64)
}

#[cfg(test)]
mod tests;
