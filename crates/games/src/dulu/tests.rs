use damier_core::{Game, Rng};

use super::twin::{Twin, rows};
use super::{Dulu, Move, PLIES, Position};

/// Plays a move by the rules and by the twin, and compares the boards.
fn compare(game: &Dulu, position: &mut Position, mv: Move) {
    let (q, r) = game.board.axial(mv.0 as usize);
    let expected = Twin::of(game, position).play((q.into(), r.into()), position.side().index());
    let before = rows(game, position);
    game.play(position, mv);
    assert_eq!(rows(game, position), expected, "{} in {before}", game.board.name(mv.0 as usize));
}

#[test]
fn random_games_agree_with_the_twin() {
    let mut rng = Rng::new(16);
    for ternun in [false, true] {
        let game = Dulu::new(ternun);
        for _ in 0..100 {
            let mut position = game.start(&mut rng);
            while position.plies < PLIES {
                let mv = game.random_move(&position, &mut rng);
                compare(&game, &mut position, mv);
            }
        }
    }
}
