//! How the problems are made.

use damier_core::{Game, Rng};
use damier_search::{Insight, MoveHints};
use damier_table::{Claim, Recipe, safest};

use super::lines::Lines;
use super::tile::Tile;
use super::{Move, Position, Turnabout, TurnaboutFeatures};

/// Lines that cannot be stopped, and stops that hold until the tiles are used up.
pub(super) fn recipe<const W: usize>(size: usize) -> Recipe<Turnabout<W>> {
    let plies: &[u32] = if size < 6 { &[3, 5, 7] } else { &[3, 5] };
    Recipe {
        play,
        insight: Insight { wins, stops, ..Insight::NONE },
        ..Recipe::new(include_str!("problems.txt"), &["size=5", "size=6", ""], Claim::Within, plies)
    }
}

/// Plays with care where it matters: one of the first moves that the engine would look at, or now and then any.
fn play<const W: usize>(
    game: &Turnabout<W>,
    position: &Position<W>,
    insight: Insight<Turnabout<W>>,
    rng: &mut Rng,
) -> Move {
    let mut moves = Vec::new();
    TurnaboutFeatures.moves(game, position, &mut moves);
    let most = if rng.below(4) == 0 { moves.len() } else { moves.len().min(12) };
    let first = rng.below(most as u32) as usize;
    moves[..=first].rotate_right(1);
    safest(game, position, insight, &moves)
}

/// Appends the moves on the cells where a tile makes a line.
fn lines<const W: usize>(game: &Turnabout<W>, position: &Position<W>, out: &mut Vec<Move>) {
    let lines = Lines::new(game, position);
    for cell in game.free(position) {
        // Any two ways out of a cell are joined by one of the tiles.
        let edges = lines.edges(cell);
        if edges & edges >> 2 & 3 != 0 {
            out.extend(Tile::ALL.map(|tile| Move { cell: cell as u8, tile }));
        }
    }
}

/// The attacker wins by a line; the defender wins at once by the last tile.
fn wins<const W: usize>(game: &Turnabout<W>, position: &Position<W>, out: &mut Vec<Move>) {
    if position.laid.is_multiple_of(2) {
        lines(game, position, out);
    } else if position.laid + 1 == game.stock {
        game.moves_into(position, out);
    }
}

/// Where a tile would make a line, the defender has to lay one there itself, unless it is the last.
fn stops<const W: usize>(game: &Turnabout<W>, position: &Position<W>, out: &mut Vec<Move>) -> bool {
    if position.laid.is_multiple_of(2) || position.laid + 1 == game.stock {
        return false;
    }
    lines(game, position, out);
    !out.is_empty()
}

#[cfg(test)]
mod tests {
    use damier_core::{Rng, Side};
    use damier_search::Mate;

    use super::*;

    #[test]
    fn the_insight_changes_no_proof() {
        let mut rng = Rng::new(8);
        let mut wins_seen = [0; 2];
        for round in 0..60 {
            let game = Turnabout::<1>::new(3 + round % 3);
            let mut position = game.start(&mut rng);
            while game.outcome(&position).is_none() {
                for attacker in [Side::First, Side::Second] {
                    for plies in 1..=3 {
                        let proof =
                            |insight| Mate::new(&game, attacker, insight, u64::MAX).within(&position, plies);
                        let plain = proof(Insight::NONE);
                        let text = game.position_text(&position);
                        assert_eq!(
                            proof(Insight { wins, stops, ..Insight::NONE }),
                            plain,
                            "{text} {attacker:?} {plies}"
                        );
                        wins_seen[attacker.index()] += u32::from(plain == Some(true));
                    }
                }
                let mv = game.random_move(&position, &mut rng);
                game.play(&mut position, mv);
            }
        }
        // Wins of both sides have come up; on such boards they are mostly the defender's.
        assert!(wins_seen.iter().all(|&seen| seen >= 10), "{wins_seen:?}");
    }
}
