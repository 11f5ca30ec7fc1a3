//! Threats and wins by force against plain search over all legal moves.

use damier_core::board::BitSet;
use damier_core::{Game, Rng, Side};

use super::plain_search::{PlainSearch, all_wins, presses, scatter, wins_now, won};
use super::rules::GOAL;
use super::threats::Urgency;
use super::vcf::Vcf;
use super::{Gomoku, Move};

type Small = Gomoku<2>;

/// All four sets of rules on a small board.
fn games(size: usize) -> [Small; 4] {
    [(true, true), (true, false), (false, true), (false, false)]
        .map(|(answer, no_double)| Gomoku::new(size, answer, no_double))
}

#[test]
fn wins_defences_and_attacks_agree_with_trying_all_moves() {
    let mut rng = Rng::new(41);
    let (mut wins, mut urgent, mut pending, mut attacking) = (0, 0, 0, 0);
    for round in 0..4000 {
        let size = 7 + round % 3;
        let game = &games(size)[round / 3 % 4];
        let stones = 12 + rng.below(24);
        let mut position = scatter(game, &mut rng, stones);
        // Every other one after a move, so that fives wait for answers.
        if round % 2 == 0 {
            let legal = game.moves(&position);
            let fives =
                game.geometry.fives(&position.stones[position.to_move.index()], &game.free(&position));
            let mv =
                fives.first().map_or(legal[rng.below(legal.len() as u32) as usize], |cell| Move(cell as u16));
            position = game.after(&position, mv);
            if position.end.is_some() {
                continue;
            }
        }
        let text = game.position_text(&position);
        let naive: BitSet<2> = all_wins(game, &position).iter().map(|mv| mv.0 as usize).collect();
        assert_eq!(game.wins(&position, true), naive, "{text}");
        assert_eq!(game.wins(&position, false).is_empty(), naive.is_empty(), "{text}");
        wins += u32::from(!naive.is_empty());
        match game.urgency(&position) {
            Urgency::None => assert!(!presses(game, &position), "{text}"),
            Urgency::Only(stops) => {
                assert!(presses(game, &position), "{text}");
                urgent += 1;
                pending += u32::from(position.pending);
                for mv in game.moves(&position) {
                    let after = game.after(&position, mv);
                    let loses = won(game, &after, position.to_move.other())
                        || after.end.is_none() && wins_now(game, &after);
                    assert!(
                        loses || stops.contains(mv.0 as usize),
                        "{text} {}",
                        game.board.name(mv.0 as usize)
                    );
                }
            }
        }
        if naive.is_empty() {
            let attacks = game.attacks(&position);
            for mv in game.moves(&position) {
                let made = game.after(&position, mv);
                if made.end.is_none() && presses(game, &made) {
                    attacking += 1;
                    assert!(attacks.contains(mv.0 as usize), "{text} {}", game.board.name(mv.0 as usize));
                }
            }
        }
    }
    assert!(
        wins > 700 && urgent > 400 && pending > 30 && attacking > 2000,
        "{wins} {urgent} {pending} {attacking}"
    );
}

#[test]
fn wins_by_force_agree_with_plain_search() {
    let mut rng = Rng::new(43);
    let mut vcf = Vcf::new();
    let mut found = [0; 10];
    for round in 0..900 {
        let size = 7 + round % 2;
        let game = &games(size)[round / 2 % 4];
        let stones = 10 + rng.below(16);
        let position = scatter(game, &mut rng, stones);
        let deepest = if round % 4 == 0 { 7 } else { 5 };
        let naive = PlainSearch::default().forced(game, &position, deepest);
        vcf.forget();
        let search = vcf.solve(game, &position, deepest, u64::MAX, &|| false);
        let text = game.position_text(&position);
        assert_eq!(search.forced.as_ref().map(|forced| forced.plies), naive, "{text}");
        if let Some(forced) = search.forced {
            found[forced.plies as usize] += 1;
            // The line leads to a win.
            let mut end = position;
            for &mv in &forced.line {
                assert!(game.is_legal(&end, mv), "{text}");
                end = game.after(&end, mv);
            }
            assert!(won(game, &end, position.to_move), "{text}");
            assert_eq!(forced.line.len() as u32, forced.plies, "{text}");
        }
    }
    assert!(found[3] > 60 && found[5] > 8 && found[7] > 0, "{found:?}");
}

#[test]
fn a_position_close_to_ten_needs_no_panic() {
    // All counts that a position may have, on a crowded board.
    let game = Small::new(7, true, true);
    let mut rng = Rng::new(5);
    for captured in (0..GOAL).step_by(2) {
        let mut position = scatter(&game, &mut rng, 30);
        Gomoku::set_captured(&mut position, Side::First, captured);
        game.settle(&mut position);
        Vcf::new().solve(&game, &position, 31, 20_000, &|| false);
    }
}
