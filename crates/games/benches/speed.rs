//! Random games and perft of every game, one thread. `cargo bench -p damier-games`, or with a game's id behind `--`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use damier_core::Rng;

fn rollouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    let specs = damier_games::ALL.iter().map(|entry| entry.id.to_string()).chain(["hex:size=11".to_string()]);
    for spec in specs {
        let game = damier_games::open(&spec.parse().expect("a spec")).expect("a game of the catalogue");
        let session = game.open(&mut Rng::new(0));
        let mut rng = Rng::new(1);
        group.throughput(Throughput::Elements(1));
        group.bench_function(&spec, |bencher| bencher.iter(|| session.rollouts(1, &mut rng)));
    }
    group.finish();
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for entry in damier_games::ALL {
        let game = entry.variant("").expect("the default variant");
        let session = game.open(&mut Rng::new(0));
        // The deepest count of at most a million leaves.
        let depth = (1..).take_while(|&depth| session.perft(depth) <= 1_000_000).last().unwrap_or(1);
        group.throughput(Throughput::Elements(session.perft(depth)));
        group
            .bench_function(format!("{} {depth}", entry.id), |bencher| bencher.iter(|| session.perft(depth)));
    }
    group.finish();
}

criterion_group!(benches, rollouts, perft);
criterion_main!(benches);
