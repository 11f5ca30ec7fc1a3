use damier_core::{Game, Rng};
use damier_search::{Budget, Limits};

use super::super::super::bits::Word;
use super::super::super::{Reversi, Start};
use super::super::stable::stable;
use super::{EndgameRules, EndgameSolver};

#[test]
fn stable_discs_are_never_turned() {
    let game = Reversi::<u64, 8>::new(Start::Diagonal, false);
    let mut rng = Rng::new(3);
    let mut found = 0;
    for _ in 0..300 {
        let mut watched = [0u64; 2];
        let mut position = game.start(&mut rng);
        while game.outcome(&position).is_none() {
            let mv = game.random_move(&position, &mut rng);
            game.play(&mut position, mv);
            let discs = position.discs();
            assert_eq!(watched[0] & !discs[0] | watched[1] & !discs[1], 0, "{watched:x?} {discs:x?}");
            watched[0] |= stable(discs[0], discs[1]);
            watched[1] |= stable(discs[1], discs[0]);
        }
        found += (watched[0] | watched[1]).count_ones();
    }
    assert!(found > 300 * 20, "{found}");
    // A full board is stable wholly; a corner is, and what leans on it along the edge.
    assert_eq!(stable(u64::MAX, 0), u64::MAX);
    assert_eq!(stable(0b111, 0b1000), 0b111);
    assert_eq!(stable(0b110, 0), 0);
}

#[test]
fn the_federations_problems_are_solved() {
    for line in include_str!("../../ffo.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let deep = words.get(4) == Some(&"deep");
        let game = Reversi::<u64, 8>::new(Start::Diagonal, false);
        let position = game.parse_position(&format!("{} {}", words[1], words[2])).unwrap();
        let free = 64 - (position.own | position.other).count();
        let number = words[0].parse::<usize>().unwrap() - 40;
        assert_eq!(free, [20, 22, 22, 23, 23][number], "problem {}", words[0]);
        if deep && !damier_testkit::deep() {
            continue;
        }
        let budget = Budget::new(&Limits::nodes(u64::MAX));
        let found = EndgameSolver::new(1 << 27)
            .exact(position.own, position.other, [-64, 64], EndgameRules::USUAL, &budget)
            .expect("there is no limit");
        assert_eq!(found.score, words[3].parse::<i32>().unwrap(), "problem {}", words[0]);
        // What a program without an evaluation took.
        let most = [21, 93, 78, 127, 152][number] * 1_000_000;
        assert!(budget.spent() < most, "problem {}: {} nodes", words[0], budget.spent());
    }
}
