//! Perfect play in games small enough for a table of all positions in memory.

use std::sync::{Arc, OnceLock};

use damier_core::{Flow, Indexed, Verdict};

use crate::{Limits, Mind, Path, Rated, Thought, Value};

/// What every position of a small indexed game is worth to the side to move, and in how many plies.
///
/// ```
/// use damier_core::{Side, Sticks};
/// use damier_search::{Solution, Value};
///
/// let game = Sticks { count: 21 };
/// let solution = Solution::of(&game);
/// // Who leaves a multiple of four wins.
/// assert_eq!(solution.value(&game, &(20, Side::Second)), Value::Loss(10));
/// assert_eq!(solution.value(&game, &(3, Side::First)), Value::Win(1));
/// ```
pub struct Solution {
    /// 0 for a draw (or no position), `plies + 1` for a win, `-(plies + 1)` for a loss.
    worth: Vec<i16>,
}

impl Solution {
    /// Solves a game.
    pub fn of<G: Indexed>(game: &G) -> Solution {
        Solution::within(game, &|| false).expect("nobody stops it")
    }

    /// Solves a game: what is decided in `n` plies follows from what is decided in fewer; what never is, is drawn. `None`
    /// where it is stopped.
    pub fn within<G: Indexed>(game: &G, stop: &dyn Fn() -> bool) -> Option<Solution> {
        let size = game.size() as usize;
        let mut solution = Solution { worth: vec![0; size] };
        let mut open: Vec<(u64, G::Position)> = Vec::new();
        for index in 0..size as u64 {
            let Some(position) = game.unindex(index) else { continue };
            match game.outcome(&position).map(|outcome| outcome.verdict) {
                Some(Verdict::Draw) => {}
                Some(Verdict::Win(winner)) if winner != game.side_to_move(&position) => {
                    solution.worth[index as usize] = -1;
                }
                Some(_) => solution.worth[index as usize] = 1,
                None => open.push((index, position)),
            }
        }
        if solution.in_order(game, &open, stop)? {
            return Some(solution);
        }
        for plies in 1..i16::MAX - 1 {
            if stop() {
                return None;
            }
            let decided: Vec<(u64, i16)> = open
                .iter()
                .filter_map(|(index, position)| {
                    let worth = solution.conclude(game, position, plies)?;
                    Some((*index, worth))
                })
                .collect();
            for &(index, worth) in &decided {
                solution.worth[index as usize] = worth;
            }
            open.retain(|(index, _)| solution.worth[*index as usize] == 0);
            // A position is decided one ply after one of its successors: when none is new, none will be.
            if decided.is_empty() {
                break;
            }
        }
        Some(solution)
    }

    /// Solves a game whose moves lead to lower numbers, or to the end, in one pass; says whether it is one. `None` where it
    /// is stopped.
    fn in_order<G: Indexed>(
        &mut self,
        game: &G,
        open: &[(u64, G::Position)],
        stop: &dyn Fn() -> bool,
    ) -> Option<bool> {
        for (count, (index, position)) in open.iter().enumerate() {
            if count.is_multiple_of(1024) && stop() {
                return None;
            }
            let side = game.side_to_move(position);
            let (mut soonest_win, mut latest_loss, mut drawn) = (i16::MAX, 0, false);
            let flow = game.each_move(position, &mut |mv| {
                let mut after = position.clone();
                game.play(&mut after, mv);
                let number = game.index(&after);
                let worth = self.worth[number as usize];
                if number >= *index && (worth == 0 || game.outcome(&after).is_none()) {
                    return Flow::Break(());
                }
                match if game.side_to_move(&after) == side { worth } else { -worth } {
                    0 => drawn = true,
                    worth if worth > 0 => soonest_win = soonest_win.min(worth),
                    worth => latest_loss = latest_loss.min(worth),
                }
                Flow::Continue(())
            });
            if flow.is_break() {
                open.iter().for_each(|(index, _)| self.worth[*index as usize] = 0);
                return Some(false);
            }
            self.worth[*index as usize] = match (soonest_win, drawn) {
                (i16::MAX, true) => 0,
                (i16::MAX, false) => latest_loss - 1,
                (worth, _) => worth + 1,
            };
        }
        Some(true)
    }

    /// Returns the worth of a position that is decided in exactly so many plies.
    fn conclude<G: Indexed>(&self, game: &G, position: &G::Position, plies: i16) -> Option<i16> {
        let side = game.side_to_move(position);
        let mut lost = true;
        let mut won = false;
        let _ = game.each_move(position, &mut |mv| {
            let mut after = position.clone();
            game.play(&mut after, mv);
            let worth = self.worth[game.index(&after) as usize];
            let worth = if game.side_to_move(&after) == side { worth } else { -worth };
            won |= worth == plies;
            lost &= worth < 0;
            Flow::Continue(())
        });
        if won { Some(plies + 1) } else { lost.then_some(-(plies + 1)) }
    }

    /// Returns what a position is worth to the side to move.
    pub fn value<G: Indexed>(&self, game: &G, position: &G::Position) -> Value {
        match self.worth[game.index(position) as usize] {
            0 => Value::Draw,
            worth if worth > 0 => Value::Win(worth as u32 - 1),
            worth => Value::Loss(-i32::from(worth) as u32 - 1),
        }
    }
}

/// An engine that plays perfectly by a table, which it makes when it is first asked. Clones share the table.
///
/// ```
/// use damier_core::{Game, Rng, Sticks};
/// use damier_search::{Exact, Limits, Mind, Path};
///
/// let game = Sticks { count: 21 };
/// let path = Path::new(&game, game.start(&mut Rng::new(0)));
/// let thought = Exact::new().think(&game, &path, &Limits::nodes(1), &mut |_| {});
/// assert_eq!(thought.best().map(|best| best.mv), Some(1), "it leaves 20");
/// ```
#[derive(Clone, Default)]
pub struct Exact {
    solution: Arc<OnceLock<Solution>>,
}

impl Exact {
    /// Makes an engine without its table.
    pub fn new() -> Exact {
        Exact::default()
    }

    /// Returns what a position is worth to the side to move.
    pub fn value<G: Indexed>(&self, game: &G, position: &G::Position) -> Value {
        self.solution.get_or_init(|| Solution::of(game)).value(game, position)
    }

    /// Makes the table, unless it is there; `false` where it is stopped before that.
    pub fn prepare<G: Indexed>(&self, game: &G, stop: &dyn Fn() -> bool) -> bool {
        if self.solution.get().is_none() {
            let Some(solution) = Solution::within(game, stop) else { return false };
            // Another thread may have been faster: its table is the same.
            let _ = self.solution.set(solution);
        }
        true
    }

    fn rate<G: Indexed>(&self, game: &G, position: &G::Position) -> Thought<G::Move> {
        let side = game.side_to_move(position);
        let value = |mv| {
            let after = game.after(position, mv);
            self.value(game, &after).one_ply_earlier(game.side_to_move(&after) != side)
        };
        let moves: Vec<_> =
            game.moves(position).into_iter().map(|mv| Rated { mv, value: value(mv) }).collect();
        let nodes = moves.len() as u64;
        let mut thought = Thought { moves, pv: Vec::new(), nodes, depth: 0 };
        thought.sort();
        thought
    }
}

impl<G: Indexed> Mind<G> for Exact {
    fn think(
        &mut self,
        game: &G,
        path: &Path<G>,
        limits: &Limits,
        _watch: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let mut thought = self.rate(game, path.position());
        limits.restrict(game, path.position(), &mut thought);
        path.correct(game, &mut thought);
        // A drawn line has no end worth telling.
        let decided = |value| matches!(value, Value::Win(_) | Value::Loss(_));
        thought.expect_line(game, path.position(), decided, |at| self.rate(game, at).best());
        thought
    }

    fn forget(&mut self) {}
}
