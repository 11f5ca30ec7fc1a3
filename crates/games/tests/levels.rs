//! What levels and engines once got wrong, position by position.

#![allow(clippy::unwrap_used)]

use damier_core::Rng;
use damier_search::{Limits, Value};
use damier_table::{Effort, EngineKind, SEES_WINS};
use damier_testkit::play::after;

/// Few moves are offered to the search here: the one that saves the game, beside more than a hundred others.
#[test]
fn levels_that_err_do_not_overlook_the_only_move_among_many() {
    let entry = damier_games::entry("turnabout").unwrap();
    let game = entry.variant("").unwrap();
    let session = after(entry, "", "a1+ c5\\ b1+ e7+ e1+ b6\\ c1+ h2/ d1+ g5+ f1+ g2+ g1+");
    let unlimited = Limits::nodes(u64::MAX);
    for (level, seed) in (SEES_WINS..=7).flat_map(|level| (0..4).map(move |seed| (level, seed))) {
        let (effort, mut player) = (Effort::level(&*game, level), game.player(EngineKind::Best));
        let choice = effort.choose(&mut *player, &*session, &unlimited, &mut Rng::new(seed), &mut |_| {});
        assert_eq!(choice.advice.moves[0].text, "h1\\", "level {level}");
        // With so many others, those that err most may still play one of them.
        assert!(choice.text() == "h1\\" || level < 5, "level {level}: {}", choice.text());
    }
}

/// That the first move loses does not make the position lost, however short the thought.
#[test]
fn a_position_is_not_lost_before_every_move_is() {
    let entry = damier_games::entry("chercheurs").unwrap();
    let game = entry.variant("").unwrap();
    let moves = "a7-a6 e3-f4 d7-e7 c3-d2 d1-c1 f4-f5 g1-f1 e4-f4 g7-f6 f4-e3 f6-e6 d2-e2 a4-b4 c5-b5 e7-d6 e3-e4 \
                 f1-e1 d3-c3 e6-f6 b5-c5 g4-g5 c3xa5 e1-f2 c4-b4 d6-e7 e2-e1 e7-d7 c5-d6 f2-e3 b4-b5 e3-d2 e4-f4 \
                 f6-e6 e1xc3 a6-a7";
    let session = after(entry, "", moves);
    for nodes in (100..2000).step_by(50) {
        let advice = game.player(EngineKind::Best).think(&*session, &Limits::nodes(nodes), &mut |_| {});
        let open = advice.moves.iter().any(|rated| !matches!(rated.value, Value::Loss(_)));
        assert!(open && !matches!(advice.moves[0].value, Value::Loss(_)), "{nodes} nodes");
    }
}
