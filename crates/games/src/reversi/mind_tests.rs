use damier_core::{Game, Rng};
use damier_search::{Limits, Linear, Mind, Path, Thought, Value};

use super::eval::{DISC, LEARNED};
use super::features::ReversiFeatures;
use super::mind::{LearnedShapes, ReversiMind};
use super::naive::{drawn, score};
use super::{ENTRY, Move, Position, Reversi, Start, Word};

/// Returns the line of one position with so many free cells, drawn by random play.
fn path<W: Word, const SIZE: u32>(
    game: &Reversi<W, SIZE>,
    free: u32,
    rng: &mut Rng,
) -> Path<Reversi<W, SIZE>> {
    loop {
        if let Some(position) = drawn(game, free, rng) {
            return Path::new(game, position);
        }
    }
}

fn sorted(thought: &Thought<Move>) -> bool {
    thought.moves[1..].windows(2).all(|pair| pair[0].value.rank() >= pair[1].value.rank())
}

/// Thinks about ends of games and checks every value that is called proven.
fn proven_values_are_true<const SIZE: u32>(
    mind: &mut dyn Mind<Reversi<u64, SIZE>>,
    nodes: u64,
    count: usize,
) {
    let game = Reversi::<u64, SIZE>::new(Start::Diagonal, false);
    let mut rng = Rng::new(7);
    let (mut proven, mut best_proven) = (0, 0);
    for _ in 0..count {
        let free = 1 + rng.below(8);
        let path = path(&game, free, &mut rng);
        let thought = mind.think(&game, &path, &Limits::nodes(nodes), &mut |_| {});
        assert_eq!(thought.moves.len() as u64, game.count_moves(path.position()));
        if thought.moves.is_empty() {
            continue;
        }
        assert!(sorted(&thought), "{thought:?}");
        assert_eq!(thought.pv.first(), Some(&thought.moves[0].mv));
        let mut best = -1;
        for rated in &thought.moves {
            let after = game.after(path.position(), rated.mv);
            let wanted = -score(&game, &after, false, [-1, 1]).signum();
            best = best.max(wanted);
            match rated.value {
                Value::Win(_) => assert_eq!(wanted, 1),
                Value::Draw => assert_eq!(wanted, 0),
                Value::Loss(_) => assert_eq!(wanted, -1),
                Value::Estimate(_) => continue,
            }
            proven += 1;
        }
        let first = thought.moves[0].value;
        if first.exact().is_some() {
            best_proven += 1;
            let found = match first {
                Value::Win(_) => 1,
                Value::Loss(_) => -1,
                _ => 0,
            };
            assert_eq!(found, best, "the best move is the first");
        }
    }
    assert!(best_proven * 10 > count * 8, "{best_proven} of {count}");
    assert!(proven > best_proven);
}

#[test]
fn what_is_called_proven_is_true() {
    proven_values_are_true::<8>(&mut ReversiMind::new(LearnedShapes), 20_000, 60);
    let game = Reversi::<u64, 6>::new(Start::Diagonal, false);
    proven_values_are_true::<6>(
        &mut ReversiMind::new(Linear::new(&game, ReversiFeatures, vec![10; 21])),
        20_000,
        40,
    );
    let game = Reversi::<u64, 4>::new(Start::Diagonal, false);
    proven_values_are_true::<4>(
        &mut ReversiMind::new(Linear::new(&game, ReversiFeatures, vec![10; 21])),
        3_000,
        40,
    );
}

#[test]
fn nodes_are_kept_to_and_answers_come_again() {
    let game = Reversi::<u64, 8>::new(Start::Diagonal, false);
    let mut rng = Rng::new(8);
    for free in [40, 20, 16, 12, 10, 8, 6, 3] {
        let path = path(&game, free, &mut rng);
        for nodes in [1, 50, 2_000, 30_000] {
            let mut mind = ReversiMind::new(LearnedShapes);
            let mut ask = || mind.think(&game, &path, &Limits::nodes(nodes), &mut |_| {});
            let first = ask();
            assert!(first.nodes <= nodes + nodes / 8 + 400, "{} of {nodes} with {free} free", first.nodes);
            Mind::<Reversi<u64, 8>>::forget(&mut mind);
            let again = mind.think(&game, &path, &Limits::nodes(nodes), &mut |_| {});
            assert_eq!(first, again, "{free} free, {nodes} nodes");
        }
    }
}

#[test]
fn stops_are_obeyed() {
    let game = Reversi::<u64, 8>::new(Start::Diagonal, false);
    let path = path(&game, 22, &mut Rng::new(9));
    let asked = std::sync::atomic::AtomicU64::new(0);
    let stop = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 500;
    let limits = Limits { stop: &stop, ..Limits::nodes(u64::MAX) };
    let thought = ReversiMind::new(LearnedShapes).think(&game, &path, &limits, &mut |_| {});
    assert_eq!(thought.moves.len() as u64, game.count_moves(path.position()));
    // A clock is asked every few thousand nodes.
    assert!(thought.nodes < 600 * 4200, "{}", thought.nodes);
}

#[test]
fn every_variant_thinks() {
    for sample in ENTRY.samples {
        let game = ENTRY.variant(sample).unwrap();
        let mut session = game.open(&mut Rng::new(1));
        let mut player = game.player(damier_table::EngineKind::Best);
        while session.outcome().is_none() {
            let advice = player.think(&*session, &Limits::nodes(60), &mut |_| {});
            assert_eq!(advice.moves.len(), session.legal().len(), "{sample}");
            session.play(&advice.moves[0].text).unwrap();
        }
    }
}

#[test]
fn the_evaluation_knows_symmetry_and_corners() {
    let game = Reversi::<u64, 8>::new(Start::Diagonal, false);
    let mut rng = Rng::new(4);
    for _ in 0..100 {
        let free = 4 + rng.below(50);
        let path = path(&game, free, &mut rng);
        let worth = |position: &Position<u64>| LEARNED.discs(position.own, position.other);
        let here = worth(path.position());
        assert!((0..game.symmetries()).all(|image| worth(&game.transform(path.position(), image)) == here));
        assert!(here.abs() <= 64 * DISC);
    }
    // Any position the rules can read has a worth, even an empty board or a full one.
    for (own, other) in [(0, 0), (u64::MAX, 0), (0, u64::MAX), (1 << 20, 0)] {
        LEARNED.discs(own, other);
    }
}

#[test]
fn learning_depends_on_the_seed_alone() {
    use super::learn::{Generation, first, generation};
    let plan = Generation { games: 6, depth: 1, seed: 3, threads: 1 };
    let mut said = 0;
    let one = generation(&first(), plan, &mut |_| said += 1);
    let two = generation(&first(), Generation { threads: 2, ..plan }, &mut |_| ());
    assert_eq!(one, two);
    assert!(said > 0);
    assert_ne!(one, generation(&first(), Generation { seed: 4, ..plan }, &mut |_| ()));
}
