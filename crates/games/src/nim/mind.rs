//! The engine of Nim bicolore: tables where the matches are few, the rules where they tell, a search where neither does.

use damier_core::Game;
use damier_search::{AlphaBeta, Exact, Limits, Linear, Mind, Path, Rated, Thought, Value};

use super::eval::NimFeatures;
use super::index::MOST_POSITIONS;
use super::rules::{Matches, ways};
use super::sieve::{self, Sieve};
use super::{Move, Nim, Position, cases};

/// What can come of some heaps is sieved where it is not more than this.
const MOST_SIEVED: u64 = 10_000_000;

/// The game's table is made where it has not more moves than this.
const MOST_MOVES: u64 = 20_000_000;

/// Plays perfectly what the tables or the rules know, and searches the rest.
pub(super) struct NimMind {
    table: Exact,
    sieve: Option<Sieve>,
    search: AlphaBeta<Linear<NimFeatures>>,
}

/// Lists the heaps that are not empty.
fn left(position: &Position) -> Vec<Matches> {
    position.heaps.iter().copied().filter(|&heap| heap != [0; 2]).collect()
}

/// Says whether a position has its number in the game's table, which is to be small: a text may name larger heaps than
/// those of the start.
pub(super) fn is_numbered(game: &Nim, position: &Position) -> bool {
    let within = |(left, start): (&Matches, &Matches)| left[0] <= start[0] && left[1] <= start[1];
    let moves: u64 = game.start.iter().map(|&heap| u64::from(ways(heap))).sum();
    game.leavings().is_some_and(|leavings| leavings <= MOST_POSITIONS && leavings * moves <= MOST_MOVES)
        && position.heaps.iter().zip(&game.start).all(within)
}

/// Makes a sieve for a position, unless it would be too large.
fn sieve_for(position: &Position, stop: &dyn Fn() -> bool) -> Option<Sieve> {
    let heaps = left(position);
    sieve::count(&heaps).filter(|&count| count <= MOST_SIEVED)?;
    Sieve::new(&heaps, stop)
}

/// Rates a move where a rule or the sieve knows what it leaves. How long the game lasts is not known then: as long as
/// there are matches at most.
fn rate(game: &Nim, position: &Position, mv: Move, sieve: Option<&Sieve>) -> Option<Value> {
    let after = game.after(position, mv);
    if let Some(winner) = after.winner {
        return Some(if winner == position.to_move { Value::Win(1) } else { Value::Loss(1) });
    }
    let heaps = left(&after);
    let known = sieve.and_then(|sieve| sieve.lost(&heaps));
    let lost = known.or_else(|| cases::lost(&heaps).map(|(_, lost)| lost))?;
    let plies = 1 + heaps.iter().map(|heap| u32::from(heap[0]) + u32::from(heap[1])).sum::<u32>();
    Some(if lost { Value::Win(plies) } else { Value::Loss(plies) })
}

/// Rates all moves, each as far as it is known.
fn rate_all(game: &Nim, position: &Position, sieve: Option<&Sieve>) -> Vec<(Move, Option<Value>)> {
    let moves = game.moves(position);
    moves.into_iter().map(|mv| (mv, rate(game, position, mv, sieve))).collect()
}

/// Makes a thought of moves that are all known.
fn conclude(rated: &[(Move, Option<Value>)]) -> Option<Thought<Move>> {
    let known = |&(mv, value): &(Move, Option<Value>)| Some(Rated { mv, value: value? });
    let moves: Vec<Rated<Move>> = rated.iter().map(known).collect::<Option<_>>()?;
    let nodes = moves.len() as u64;
    let mut thought = Thought { moves, pv: Vec::new(), nodes, depth: 1 };
    thought.sort();
    thought.pv.extend(thought.best().map(|best| best.mv));
    Some(thought)
}

impl NimMind {
    /// Makes the engine.
    pub(super) fn new(search: AlphaBeta<Linear<NimFeatures>>) -> NimMind {
        NimMind { table: Exact::new(), sieve: None, search }
    }

    /// Returns what is known of a position without search: with the exact number of plies where the game's table has it,
    /// otherwise with a bound of it.
    pub(super) fn known(game: &Nim, path: &Path<Nim>) -> Option<Thought<Move>> {
        let position = path.position();
        if is_numbered(game, position) {
            return Some(Exact::new().think(game, path, &Limits::nodes(1), &mut |_| {}));
        }
        conclude(&rate_all(game, position, None))
            .or_else(|| conclude(&rate_all(game, position, Some(&sieve_for(position, &|| false)?))))
    }
}

impl Mind<Nim> for NimMind {
    fn think(
        &mut self,
        game: &Nim,
        path: &Path<Nim>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let position = path.position();
        if is_numbered(game, position) && self.table.prepare(game, limits.stop) {
            return self.table.think(game, path, limits, watch);
        }
        let mut rated = rate_all(game, position, self.sieve.as_ref());
        if conclude(&rated).is_none()
            && let Some(sieve) = sieve_for(position, limits.stop)
        {
            rated = rate_all(game, position, Some(&sieve));
            self.sieve = Some(sieve);
        }
        if let Some(mut thought) = conclude(&rated) {
            limits.restrict(game, position, &mut thought);
            return thought;
        }
        let mut thought = self.search.think(game, path, limits, watch);
        for one in &mut thought.moves {
            let known = rated.iter().find(|(mv, _)| *mv == one.mv).and_then(|&(_, value)| value);
            // A search that has proved something knows how long it takes.
            if let (Value::Estimate(_), Some(value)) = (one.value, known) {
                one.value = value;
            }
        }
        let expected = thought.best().map(|best| best.mv);
        thought.sort();
        let best = thought.best().map(|best| best.mv);
        if best != expected {
            thought.pv = best.into_iter().collect();
        }
        thought
    }

    fn forget(&mut self) {
        Mind::<Nim>::forget(&mut self.search);
    }
}
