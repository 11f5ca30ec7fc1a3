use std::collections::BTreeMap;

use damier_core::{Game, Rng, Side};
use damier_search::Knowledge;
use damier_search::proof::ProofNumbers;

use super::eval::FirstManWeights;
use super::eval_tests::{ending, game};
use super::packed::{Packed, PackedGame};
use super::proof_memory::ProofMemory;
use super::rules::{Objective, PASS};
use super::study::knowledge;
use super::{Position, Quandary};

/// Makes a packed form of the games with the goals of a position.
pub(super) fn packed_game(game: &Quandary, position: &Position, attacker: Side) -> PackedGame {
    PackedGame::new(game, FirstManWeights::new(knowledge(game).weights()), attacker, position)
}

#[test]
fn packed_positions_are_seen_as_by_the_rules() {
    let mut rng = Rng::new(31);
    let (mut won, mut stepped, mut arrived, mut hopeful) = (0, 0, 0, 0);
    for (goal, ranks) in [
        (Objective::Four, 0..=11),
        (Objective::First, 0..=11),
        (Objective::Four, 0..=1),
        (Objective::First, 1..=3),
    ] {
        let game = game(goal);
        let knowledge = knowledge(&game);
        for _ in 0..500 {
            let mut position = ending(&mut rng, ranks.clone());
            if rng.below(4) == 0 {
                // Now and then all four men are home.
                let files = |men: [u8; 4]| men.iter().fold(0u16, |set, man| set | 1 << (man % 12));
                let starts = [files(position.men[1]), files(position.men[0])];
                if starts.iter().all(|files| files.count_ones() == 4) {
                    position.starts = starts;
                }
            }
            let packed = Packed::new(&position);
            assert_eq!(Packed::from_key(packed.key()), packed);
            let packed_game = packed_game(&game, &position, position.to_move);
            assert_eq!(packed_game.winner(packed), game.winner(&position).map(Side::index), "{position:?}");
            won += u32::from(game.winner(&position).is_some());
            let counts = [Side::First, Side::Second].map(|side| {
                let expected = game.moves_of(&position, side);
                let steps = packed_game.steps(packed, side.index());
                let found: Vec<(u8, u8)> =
                    steps.list().iter().map(|step| (packed.men[usize::from(step.man)], step.to)).collect();
                let listed: Vec<(u8, u8)> = expected.list().iter().map(|mv| (mv.from, mv.to)).collect();
                assert_eq!(found, listed, "{position:?} {side:?}");
                if side == position.to_move {
                    for (&step, &mv) in steps.list().iter().zip(expected.list()) {
                        assert_ne!(mv, PASS);
                        let after = game.after(&position, mv);
                        assert_eq!(packed.play(step), Packed::new(&after), "{position:?} {mv:?}");
                        stepped += 1;
                    }
                }
                // The enemy men whose offer alone lets some man arrive.
                let arrives = |man: usize| {
                    let mut alone = position;
                    let offer = alone.men[side.other().index()][man];
                    alone.men[side.other().index()] = [offer; 4];
                    let far = |to: u8| to / 12 == if side == Side::First { 11 } else { 0 };
                    let free = |to: u8| !position.holds(to);
                    game.moves_of(&alone, side).list().iter().any(|mv| far(mv.to) && free(mv.to))
                };
                let expected = (0..4).filter(|&man| arrives(man)).count();
                assert_eq!(packed_game.arrivals(packed, side.index()), expected, "{position:?} {side:?}");
                arrived += expected;
                listed.len()
            });
            if goal == Objective::First {
                let score = packed_game.score(packed, packed.turn, counts);
                assert_eq!(score, knowledge.evaluate(&game, &position), "{position:?}");
            } else {
                let chances = game.chances(&position, position.to_move);
                assert_eq!(packed_game.chances(packed.of(packed.turn)), chances, "{position:?}");
                hopeful += u32::from(chances > 0);
            }
        }
    }
    assert!(
        won > 50 && stepped > 500 && arrived > 100 && hopeful > 50,
        "{won} {stepped} {arrived} {hopeful}"
    );
}

#[test]
fn a_table_grows_and_keeps_what_it_holds() {
    let mut rng = Rng::new(32);
    let mut table = ProofMemory::new(1 << 18);
    let mut kept = BTreeMap::new();
    for round in 0..100_000 {
        let key = 1 + u64::from(rng.below(u32::MAX)) * 0x1_0001;
        let effort = match round % 3 {
            0 => ProofNumbers::won(round),
            1 => ProofNumbers::LOST,
            _ => ProofNumbers::open(1 + round, 2 + round),
        };
        table.put(key, effort);
        assert_eq!(table.get(key), Some(effort));
        kept.insert(key, effort);
    }
    // Nothing is ever made up, and little is pushed out while there is room.
    let held = kept.iter().filter(|&(&key, effort)| match table.get(key) {
        Some(found) => found == *effort || panic!("{key} is another"),
        None => false,
    });
    let held = held.count();
    assert!(held * 10 > kept.len() * 8, "{held} of {}", kept.len());
    table.clear();
    assert!(kept.keys().all(|&key| table.get(key).is_none()));
}
