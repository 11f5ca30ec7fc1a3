//! What the network says of moves that the search did not look at: fair openings, the rest of a won position, the best defence of a
//! lost one.

use damier_core::Game;
use damier_search::{Limits, Rated, Thought, Value};

use super::guide::HexGuide;
use super::rules::SWAP;
use super::{Hex, Move, Position};

/// How many defences of a lost position are looked at, the likeliest.
const DEFENCES: u64 = 8;
/// By how much the best move is told from the others at least.
const LEAD: f64 = 0.01;
/// What a search says of a move that it tried less often is not worth much.
const TRIED: u32 = 4;

impl<const W: usize> HexGuide<W> {
    /// Rates the openings where the other side may swap: it will take the stone over if that is the better side.
    pub fn open_fairly(&self, game: &Hex<W>, limits: &Limits) -> Thought<Move> {
        let position = game.empty();
        let mut nodes = 1;
        // What First may expect with each opening.
        let mut worth: Vec<f32> =
            self.opinion(game, &position).cells.iter().map(|&(_, _, worth)| worth).collect();
        let last = worth.len() - 1;
        let mut order: Vec<usize> = (0..=last / 2).collect();
        for &cell in &order {
            // The half turn of a game is as good a game.
            let mean = (worth[cell] + worth[last - cell]) / 2.0;
            (worth[cell], worth[last - cell]) = (mean, mean);
        }
        order.sort_by(|&a, &b| (worth[a] - 0.5).abs().total_cmp(&(worth[b] - 0.5).abs()));
        for cell in order {
            if nodes >= limits.nodes || (limits.stop)() {
                break;
            }
            nodes += 1;
            let mean = 1.0 - self.opinion(game, &game.after(&position, Move(cell as u16))).value;
            (worth[cell], worth[last - cell]) = (mean, mean);
        }
        let rate = |(cell, &worth): (usize, &f32)| Rated {
            mv: Move(cell as u16),
            value: Value::Estimate(f64::from(worth.min(1.0 - worth))),
        };
        let moves = worth.iter().enumerate().map(rate).collect();
        let mut thought = Thought { moves, pv: Vec::new(), nodes, depth: 1 };
        thought.sort();
        thought.pv = thought.best().into_iter().map(|rated| rated.mv).collect();
        thought
    }

    /// Rates all moves at a look, one with as much care as another.
    pub fn at_first_sight(&self, game: &Hex<W>, position: &Position<W>) -> Thought<Move> {
        let opinion = self.opinion(game, position);
        let rate = |mv: Move, expected: f32| Rated { mv, value: Value::Estimate(f64::from(expected)) };
        let mut moves: Vec<Rated<Move>> = opinion
            .cells
            .iter()
            .map(|&(cell, share, _)| rate(Move(cell as u16), opinion.after(share)))
            .collect();
        if game.may_swap(position) {
            // Whoever takes the stone over is as well off as its owner was.
            moves.push(rate(SWAP, 1.0 - opinion.value));
        }
        let mut thought = Thought { moves, pv: Vec::new(), nodes: 1, depth: 1 };
        thought.sort();
        thought.pv = thought.best().into_iter().map(|rated| rated.mv).collect();
        thought
    }

    /// Rates the moves that the search hardly tried, and orders those of a lost position.
    pub fn rate_rest(
        &self,
        game: &Hex<W>,
        position: &Position<W>,
        limits: &Limits,
        visits: impl Fn(Move) -> u32,
        thought: &mut Thought<Move>,
    ) {
        let Some(best) = thought.best() else { return };
        if matches!(best.value, Value::Loss(_)) {
            self.defend(game, position, limits, thought);
            return;
        }
        let opinion = self.opinion(game, position);
        for Rated { mv, value } in &mut thought.moves {
            let found = opinion.cells.iter().find(|(cell, _, _)| mv.0 as usize == *cell);
            if let Value::Estimate(expected) = value
                && let Some((_, share, _)) = found.filter(|_| visits(*mv) < TRIED)
            {
                *expected = f64::from(opinion.after(*share));
            }
        }
        tell_apart(thought);
    }

    /// Puts first, where every move loses, the one after which the network hopes most. It knows nothing of the proof, and who has
    /// to find the win may not know it either.
    fn defend(&self, game: &Hex<W>, position: &Position<W>, limits: &Limits, thought: &mut Thought<Move>) {
        let opinion = self.opinion(game, position);
        let share = |mv: Move| {
            let found = opinion.cells.iter().find(|(cell, _, _)| mv.0 as usize == *cell);
            found.map_or(0.0, |(_, share, _)| *share)
        };
        // No bound says more than that the game is lost.
        let longest = thought.moves.iter().filter_map(|rated| rated.value.plies()).max().unwrap_or(0);
        let mut rest: Vec<(Move, f32)> =
            thought.moves.iter().map(|rated| (rated.mv, share(rated.mv))).collect();
        rest.sort_by(|a, b| b.1.total_cmp(&a.1));
        let looked_at = rest.len().min(DEFENCES.min(limits.nodes) as usize);
        let mut hopes: Vec<(Move, f32)> = rest.drain(..looked_at).map(|(mv, _)| (mv, 0.0)).collect();
        for (mv, hope) in &mut hopes {
            if (limits.stop)() {
                break;
            }
            let after = game.after(position, *mv);
            let wins_at_once = *mv != SWAP
                && game
                    .free(&after)
                    .iter()
                    .any(|cell| game.outcome(&game.after(&after, Move(cell as u16))).is_some());
            // Whoever loses at once has no hope at all.
            *hope = if wins_at_once { -1.0 } else { 1.0 - self.opinion(game, &after).value };
            thought.nodes += 1;
        }
        hopes.sort_by(|a, b| b.1.total_cmp(&a.1));
        let order = hopes.into_iter().chain(rest);
        thought.moves = order.map(|(mv, _)| Rated { mv, value: Value::Loss(longest) }).collect();
        thought.pv = thought.best().into_iter().map(|rated| rated.mv).collect();
    }
}

/// Tells the best move, which is first, from the others: these are worth somewhat less, unless that is proven otherwise.
pub(super) fn tell_apart(thought: &mut Thought<Move>) {
    let Some((best, rest)) = thought.moves.split_first_mut() else { return };
    let most = (best.value.expectation() - LEAD).max(0.0);
    for rated in &mut *rest {
        if let Value::Estimate(expected) = &mut rated.value {
            *expected = expected.min(most);
        }
    }
    rest.sort_by(|a, b| b.value.rank().total_cmp(&a.value.rank()));
}
