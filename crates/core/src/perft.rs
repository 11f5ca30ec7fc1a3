//! Counting the tree of legal moves.

use crate::{Flow, Game};

/// Counts the leaves of the tree of legal turns at exactly `depth` plies. Positions that are over have no leaf deeper
/// than themselves. Rules about lines are not applied.
///
/// ```
/// use damier_core::perft::perft;
/// use damier_core::{Game, Rng, Sticks};
///
/// let game = Sticks { count: 4 };
/// let start = game.start(&mut Rng::new(0));
/// // 1, 2 or 3; then all but the answers to nothing left: 3 + 2 + 1.
/// assert_eq!([perft(&game, &start, 1), perft(&game, &start, 2)], [3, 6]);
/// ```
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_moves(position),
        _ => {
            let mut leaves = 0;
            let _ = game.each_move(position, &mut |mv| {
                let mut after = position.clone();
                game.play(&mut after, mv);
                leaves += perft(game, &after, depth - 1);
                Flow::Continue(())
            });
            leaves
        }
    }
}
