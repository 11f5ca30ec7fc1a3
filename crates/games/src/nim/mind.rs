//! The engine of Nim bicolore: a table where the matches are few, a search where they are not.

use damier_search::{AlphaBeta, Exact, Limits, Linear, Mind, Path, Thought};

use super::eval::Balance;
use super::{Move, Nim, Position};

/// Plays perfectly what can come of the heaps of the start, and searches anything larger.
pub(super) struct Counter {
    table: Exact,
    search: AlphaBeta<Linear<Balance>>,
}

impl Counter {
    /// Makes the engine.
    pub(super) fn new(search: AlphaBeta<Linear<Balance>>) -> Counter {
        Counter { table: Exact::new(), search }
    }

    /// Says whether a position can come of the start: a text may name larger heaps.
    fn is_numbered(game: &Nim, position: &Position) -> bool {
        let within = |(left, start): (&[u8; 2], &[u8; 2])| left[0] <= start[0] && left[1] <= start[1];
        position.heaps.iter().zip(&game.start).all(within)
    }
}

impl Mind<Nim> for Counter {
    fn think(
        &mut self,
        game: &Nim,
        path: &Path<Nim>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        if Counter::is_numbered(game, path.position()) {
            self.table.think(game, path, limits, watch)
        } else {
            self.search.think(game, path, limits, watch)
        }
    }

    fn forget(&mut self) {
        Mind::<Nim>::forget(&mut self.search);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn larger_heaps_than_the_start_are_searched() {
        let game = crate::nim::ENTRY.variant("tas=1n1b+2n").expect("a variant");
        let session = game.resume("9n9b+9n 1").expect("a position");
        let mut player = game.player(damier_table::Style::Best);
        let advice = player.think(&*session, &damier_search::Limits::nodes(500), &mut |_| {});
        assert_eq!(advice.moves.len() as u64, session.count());
    }
}
