//! How the problems are made.

use damier_core::{Game, Rng};
use damier_search::Insight;
use damier_table::{Claim, Recipe, safest};

use super::threats::Urgency;
use super::{Gomoku, Move, Position};

/// Wins of two moves to four: the longer, the smaller the board, since every other move is refuted on all of it.
pub(super) fn recipe<const W: usize>(size: usize) -> Recipe<Gomoku<W>> {
    let plies: &[u32] = match size {
        ..=9 => &[5, 7],
        10..=13 => &[3, 5],
        _ => &[3],
    };
    Recipe {
        play,
        insight: Insight { wins, stops, ..Insight::NONE },
        ..Recipe::new(include_str!("problems.txt"), &["", "size=13", "size=9"], Claim::Within, plies)
    }
}

fn wins<const W: usize>(game: &Gomoku<W>, position: &Position<W>, out: &mut Vec<Move>) {
    out.extend(game.wins(position, false).iter().map(|cell| Move(cell as u16)));
}

fn stops<const W: usize>(game: &Gomoku<W>, position: &Position<W>, out: &mut Vec<Move>) -> bool {
    let Urgency::Only(cells) = game.urgency(position) else { return false };
    let legal = game.legal(position) & cells;
    out.extend(legal.iter().map(|cell| Move(cell as u16)));
    true
}

/// Plays with care, next to other stones: of some such points, the one with the most stones in line.
fn play<const W: usize>(
    game: &Gomoku<W>,
    position: &Position<W>,
    insight: Insight<Gomoku<W>>,
    rng: &mut Rng,
) -> Move {
    let mut moves = game.moves(position);
    rng.shuffle(&mut moves);
    let crowd = |mv: &Move| {
        let (own, foe) = game.windows(position, position.to_move, mv.0 as usize);
        // Two points to each side; the point itself counts among the own ones.
        let near = |line: &u16| (line & 0x7c).count_ones();
        let owns = own.iter().map(near).max().unwrap_or(0);
        let foes = foe.iter().map(near).max().unwrap_or(0);
        (owns - 1).max(foes) * 10 + owns + foes
    };
    let close = moves.len().min(8 + rng.below(24) as usize);
    moves[..close].sort_by_key(|mv| std::cmp::Reverse(crowd(mv)));
    safest(game, position, insight, &moves)
}

#[cfg(test)]
mod tests {
    use damier_core::Side;
    use damier_search::Mate;

    use super::super::plain_search::scatter;
    use super::*;

    #[test]
    fn knowing_the_threats_proves_the_same_as_trying_all_moves() {
        let mut rng = Rng::new(17);
        let mut won = [0; 4];
        for round in 0..120 {
            let game = Gomoku::<2>::new(7, round % 2 == 0, round % 3 == 0);
            let stones = 24 + rng.below(12);
            let position = scatter(&game, &mut rng, stones);
            for attacker in [Side::First, Side::Second] {
                for plies in 1..4 {
                    let proof =
                        |insight| Mate::new(&game, attacker, insight, u64::MAX).within(&position, plies);
                    let plain = proof(Insight::NONE);
                    assert_eq!(
                        proof(Insight { wins, stops, ..Insight::NONE }),
                        plain,
                        "{}, {plies}",
                        game.position_text(&position)
                    );
                    won[plies as usize] += u32::from(plain == Some(true));
                }
            }
        }
        assert!(won[2] > 10 && won[3] > won[1] + 10, "{won:?}: the positions tell something");
    }
}
