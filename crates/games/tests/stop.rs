//! Engines that are told to stop do so at once.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use damier_core::Rng;
use damier_search::Limits;
use damier_table::EngineKind;

/// Lets the engine think without end after so many random moves, tells it to stop, and returns how long that took.
fn wait_for(spec: &str, moves: usize) -> Duration {
    let game = damier_games::open(&spec.parse().unwrap()).unwrap();
    let mut rng = Rng::new(5);
    let mut session = game.open(&mut rng);
    for _ in 0..moves {
        let legal = session.legal();
        session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
    }
    let is_over = AtomicBool::new(false);
    let stop = || is_over.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let stopping = scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            is_over.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let mut player = game.player(EngineKind::Best);
        let limits = Limits { stop: &stop, ..Limits::nodes(u64::MAX) };
        let advice = player.think(&*session, &limits, &mut |_| {});
        let ended = Instant::now();
        assert!(!advice.moves.is_empty(), "{spec}");
        ended.saturating_duration_since(stopping.join().unwrap())
    })
}

#[test]
fn hex_hears_it_on_boards_of_all_sizes() {
    for (spec, moves) in [("hex:size=11", 20), ("hex:size=16", 30), ("hex:size=26", 40)] {
        // The machine may be busy with something else, though not every time.
        let waits: Vec<Duration> = (0..10).map(|_| wait_for(spec, moves)).collect();
        let least = waits.iter().min().unwrap();
        assert!(*least < Duration::from_millis(50), "{spec}: {waits:?}");
    }
}
