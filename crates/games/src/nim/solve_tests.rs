//! The rules and the tables against plain search.

use std::collections::HashMap;

use damier_core::Rng;
use damier_search::{Limits, Value};
use damier_solve::Job;
use damier_table::EngineKind;

use super::rules::Matches;
use super::sieve::{self, Sieve};
use super::{ENTRY, Nim, cases, study};

/// Says whether the player to move loses, by the words of the rules and nothing else: the naive twin of everything here.
fn plain(heaps: &[Matches], known: &mut HashMap<Vec<Matches>, bool>) -> bool {
    let mut sorted: Vec<Matches> = heaps.iter().copied().filter(|&heap| heap != [0, 0]).collect();
    sorted.sort_unstable();
    if let Some(&lost) = known.get(&sorted) {
        return lost;
    }
    let mut lost = true;
    for place in 0..sorted.len() {
        let [new, burnt] = sorted[place];
        for n in 0..=new {
            for b in 0..=burnt {
                if (n, b) == (new, burnt) {
                    continue;
                }
                let mut left = sorted.clone();
                left[place] = [n, b];
                let cleared = left.iter().all(|&heap| heap == [0, 0]);
                let wins = if cleared { b == burnt } else { plain(&left, known) };
                lost &= !wins;
            }
        }
    }
    known.insert(sorted, lost);
    lost
}

#[test]
fn the_sieve_agrees_with_plain_search() {
    let mut known = HashMap::new();
    for (heaps, count) in [
        // Multisets: of 4 kinds two at a time, 4·5/2; of 16 kinds three at a time, 16·17·18/6; and so on.
        (vec![[1, 1]; 2], 10),
        (vec![[3, 3]; 3], 816),
        (vec![[2, 1]; 5], 252),
        // The kinds within 4n, 2n1b or 3b: 00 10 20 30 40 01 11 21 02 03, ten of them, three at a time.
        (vec![[4, 0], [2, 1], [0, 3]], 220),
    ] {
        let sieve = Sieve::new(&heaps, &|| false).unwrap();
        assert_eq!(sieve.size(), count);
        assert_eq!(sieve::count(&heaps), Some(count));
        let mut visited = 1;
        sieve.each(&mut |heaps, lost| {
            visited += 1;
            assert_eq!(lost, plain(heaps, &mut known), "{heaps:?}");
            let mut turned = heaps.to_vec();
            turned.rotate_left(1);
            assert_eq!(sieve.lost(&turned), Some(lost), "{heaps:?} in another order");
        });
        assert_eq!(visited, count);
        assert_eq!(sieve.lost(&[[5, 5]]), None);
        assert_eq!(sieve.lost(&vec![[1, 0]; heaps.len() + 1]), None);
    }
}

#[test]
fn the_rules_agree_with_plain_search() {
    // Every case occurs here, with large heaps where it has them.
    let mut known = HashMap::new();
    let mut rng = Rng::new(5);
    let mut seen = [0u32; 6];
    let mut compare = |heaps: &[Matches]| {
        if heaps.iter().all(|&heap| heap == [0, 0]) {
            return;
        }
        if let Some((case, lost)) = cases::lost(heaps) {
            seen[case as usize] += 1;
            assert_eq!(lost, plain(heaps, &mut known), "{heaps:?} {}", case.name());
        }
    };
    let mut draw = |most: u32| rng.below(most + 1) as u8;
    for _ in 0..300 {
        compare(&[[draw(7), draw(7)], [draw(7), draw(7)]]);
        compare(&[[draw(5), draw(5)], [draw(5), draw(5)], [1, 0]]);
        compare(&[[draw(5), draw(5)], [draw(5), draw(5)], [0, 1]]);
        compare(&[[draw(3), draw(3)], [1, 0], [1, 0], [0, 1], [draw(1), 0], [0, draw(1)]]);
        compare(&[[draw(5), 0], [draw(5), 0], [draw(5), 0]]);
        compare(&[[0, draw(5)], [0, draw(5)], [0, draw(5)]]);
        compare(&[[draw(2), 0], [draw(1), 1], [0, draw(2)], [1, draw(1)], [draw(1), draw(1)], [draw(2), 0]]);
    }
    assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
}

#[test]
fn two_heaps_beside_a_single_match_do_not_contradict_the_rule() {
    for single in [[1, 0], [0, 1]] {
        let (checked, wrong) = cases::check_beside_a_single(single, 20);
        // 21² kinds, two at a time, but for two empty ones.
        assert_eq!((checked, wrong), (441 * 442 / 2 - 1, 0));
        if damier_testkit::deep() {
            assert_eq!(cases::check_beside_a_single(single, super::rules::MOST).1, 0);
        }
    }
}

#[test]
fn a_new_and_a_burnt_match_more_can_change_the_winner() {
    // What holds throughout the table of five heaps does not hold for ever.
    let heaps = [[2, 0], [2, 2], [0, 4], [1, 0], [1, 0], [0, 1]];
    let mut known = HashMap::new();
    assert!(!plain(&heaps[..4], &mut known));
    assert!(plain(&heaps, &mut known));
}

#[test]
fn the_study_finds_no_disagreement() {
    let job = Job { memory: 1 << 30, ..Job::new() };
    let found = study::answer(&Nim::new(&[[3, 1], [2, 2], [1, 3]]), &job, 12).unwrap();
    // 49 kinds of heap, the empty one among them, five at a time: 49·50·51·52·53/120, but for five empty ones.
    assert_eq!(found.positions, 2_869_684);
    for rule in found.counts["rules"].as_array().unwrap() {
        assert!(rule["compared"].as_u64().unwrap() > 0 && rule["disagree"] == 0, "{rule}");
    }
    for proof in ["ones_and_twos", "two_and_one"] {
        assert_eq!(found.counts[proof]["contradictions"], 0);
    }
    let rows = found.counts["by_heaps"].as_array().unwrap();
    // By hand: of single heaps only the burnt match is lost. Of two heaps, those of equal weight are: the weights 0 to 12
    // have, in this order, 1 2 3 4 5 6 6 6 5 4 3 2 1 kinds (the burnt heap of w + 1 is of weight w, up to 6 burnt), and
    // of so many kinds k(k+1)/2 twos; but two burnt matches are won.
    assert_eq!(rows[0]["lost"], 1);
    let kinds = [1, 2, 3, 4, 5, 6, 6, 6, 5, 4, 3, 2, 1];
    assert_eq!(kinds.iter().sum::<u64>(), 48);
    assert_eq!(rows[1]["lost"], kinds.iter().map(|k| k * (k + 1) / 2).sum::<u64>() - 1);
    let memory = Job { memory: 1 << 20, ..job };
    assert!(study::study(&Nim::new(&[[1, 0]]), &memory).is_err());
}

#[test]
fn the_engine_plays_the_rules_on_heaps_of_any_size() {
    let think = |variant: &str, position: &str| {
        let game = ENTRY.variant(variant).unwrap();
        let session = game.resume(position).unwrap();
        let advice = game.player(EngineKind::Best).think(&*session, &Limits::nodes(50), &mut |_| {});
        assert_eq!(advice.moves.len() as u64, session.count());
        let best = &advice.moves[0];
        (best.text.clone(), best.value)
    };
    // Weights 99 and 140: 41 are to be taken, and a new match must stay, or 42 where only burnt ones are left.
    let (_, value) = think("tas=99n99b+99n99b", "99n+70n70b 1");
    assert!(matches!(value, Value::Win(_)), "{value:?}");
    let (_, value) = think("tas=99n99b+99n99b", "99n+50n49b 1");
    assert!(matches!(value, Value::Loss(_)), "{value:?}");
    let (_, value) = think("tas=99n99b+99n99b", "90n+91b 1");
    assert!(matches!(value, Value::Loss(_)), "{value:?}");
    // Three large heaps: emptying one leaves two of equal weight.
    let (text, value) = think("tas=99n99b+99n99b+99n99b", "90n+91b+77n77b 1");
    assert!(matches!(value, Value::Win(_)), "{value:?}");
    assert_eq!(text, "3:77n77b");
    // A heap of many among single matches is always won.
    let (_, value) = think("tas=99n99b+1n+1b+1n+1b+1n", "99n99b+1n+1b+1n+1b+1n 1");
    assert!(matches!(value, Value::Win(_)), "{value:?}");
}

#[test]
fn the_engine_is_exact_within_its_sieve() {
    // Too many in order for the game's own table, few enough in any order.
    let game = ENTRY.variant("tas=3n3b+3n3b+3n3b+3n3b+2n2b").unwrap();
    let mut player = game.player(EngineKind::Best);
    let mut session = game.open(&mut Rng::new(0));
    let mut known = HashMap::new();
    let mut rng = Rng::new(3);
    while session.outcome().is_none() {
        let advice = player.think(&*session, &Limits::nodes(50), &mut |_| {});
        let position = session.position();
        let heaps = Nim::new(&[[3, 3], [3, 3], [3, 3], [3, 3], [2, 2]]);
        let read = super::text::read_position(&heaps, &position).unwrap();
        if cases::lost(&read.heaps).is_none()
            && read.heaps.iter().flatten().map(|&c| u32::from(c)).sum::<u32>() < 16
        {
            let lost = plain(&read.heaps, &mut known);
            assert_eq!(matches!(advice.moves[0].value, Value::Loss(_)), lost, "{position}");
        }
        assert!(advice.moves.iter().all(|rated| rated.value.exact().is_some()), "{position}");
        let legal = session.legal();
        session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
    }
}
