use damier_core::{Game, Rng, Side};
use damier_search::{AlphaBeta, Limits, Linear, Mind, MoveHints, Path, Value};
use damier_testkit::play::random_position;

use super::distances::{FAR, LinkGraph, PEG};
use super::{Move, Position, Twixt, TwixtFeatures, TwixtRules};

fn variants() -> impl Iterator<Item = TwixtRules> {
    (0..8).map(|number| TwixtRules {
        pencil: number & 1 != 0,
        manual: number & 2 != 0,
        swap: number & 4 != 0,
    })
}

/// The distances told a second time, hole by hole: for each layer, which holes are in and which of them are firm.
fn naive<const W: usize>(
    game: &Twixt<W>,
    position: &Position<W>,
    side: Side,
    goal: usize,
) -> (Vec<u8>, usize) {
    let holes = game.board.cells();
    let (own, other) = (&position.pegs[side.index()], &position.pegs[side.other().index()]);
    let usable = |hole: usize| game.own[side.index()].contains(hole) && !other.contains(hole);
    let beside = |hole: usize| -> Vec<usize> {
        let spokes = game.link_tables.spokes(hole).iter().filter(|spoke| {
            let end = spoke.end as usize;
            let stands = own.contains(hole) && own.contains(end);
            usable(hole)
                && usable(end)
                && !game.is_barred(position, side, spoke.link)
                && (!stands || position.has(spoke.link) || game.rules.manual)
        });
        spokes.map(|spoke| spoke.end as usize).collect()
    };
    let lines = &game.goals[side.index()];
    let mut layers: Vec<Vec<bool>> = Vec::new();
    let mut firms: Vec<Vec<bool>> = Vec::new();
    for number in 0..FAR {
        let earlier = |back: usize| number.checked_sub(back).map(|at| (&layers[at], &firms[at]));
        let mut all = vec![false; holes];
        let mut firm = vec![false; holes];
        for hole in (0..holes).filter(|&hole| usable(hole)) {
            let near = beside(hole);
            let free_near = near.iter().filter(|&&next| !own.contains(next));
            let planned = earlier(PEG).is_some_and(|(all, _)| free_near.clone().any(|&next| all[next]));
            let double = earlier(1)
                .is_some_and(|(_, firm)| free_near.clone().filter(|&&next| firm[next]).count() >= 2);
            firm[hole] =
                lines[goal].contains(hole) || planned || earlier(1).is_some_and(|(_, firm)| firm[hole]);
            all[hole] = firm[hole] || double || earlier(1).is_some_and(|(all, _)| all[hole]);
        }
        // Chains, until nothing changes.
        loop {
            let mut changed = false;
            for hole in (0..holes).filter(|&hole| usable(hole)) {
                if !firm[hole] && beside(hole).into_iter().any(|next| own.contains(next) && all[next]) {
                    (firm[hole], all[hole], changed) = (true, true, true);
                }
            }
            if !changed {
                break;
            }
        }
        layers.push(all);
        firms.push(firm);
    }
    let target: Vec<usize> = lines[1 - goal].iter().filter(|&hole| usable(hole)).collect();
    let free = |hole: &&usize| !own.contains(**hole);
    let arrives = |&number: &usize| {
        target.iter().any(|&hole| own.contains(hole) && layers[number][hole])
            || number >= 1 && target.iter().filter(free).filter(|&&hole| firms[number - 1][hole]).count() >= 2
            || number >= PEG && target.iter().filter(free).any(|&hole| layers[number - PEG][hole])
    };
    let first = |hole: usize| layers.iter().position(|layer| layer[hole]).unwrap_or(FAR) as u8;
    ((0..holes).map(first).collect(), (0..FAR - 1).find(arrives).unwrap_or(FAR))
}

fn compare<const W: usize>(size: usize, rules: TwixtRules, positions: u32, rng: &mut Rng) {
    let game = Twixt::<W>::new(size, rules);
    for _ in 0..positions {
        let plies = rng.below(2 * u32::from(game.stock) + 10);
        let position = random_position(&game, plies, rng);
        for graph in LinkGraph::both(&game, &position) {
            for goal in [0, 1] {
                let mut distances = vec![0; game.board.cells()];
                let whole = graph.distances(&game, goal, true);
                whole.write(&mut distances);
                let expected = naive(&game, &position, graph.side, goal);
                assert_eq!((distances, whole.distance), expected);
                assert_eq!(graph.distances(&game, goal, false).distance, whole.distance);
            }
        }
    }
}

#[test]
fn distances_agree_with_the_naive_ones() {
    let mut rng = Rng::new(1);
    for rules in variants() {
        compare::<1>(6, rules, 6, &mut rng);
        compare::<1>(8, rules, 2, &mut rng);
        compare::<2>(9, rules, 2, &mut rng);
        compare::<4>(12, rules, 1, &mut rng);
    }
    compare::<9>(24, TwixtRules::default(), 1, &mut rng);
}

#[test]
fn a_double_link_is_a_gap_of_one() {
    // The page: "The gaps that give a double link, counted in files and rows: 4 and 0, 3 and 3, 3 and 1, 2 and 0, 1 and 1."
    let game = Twixt::<4>::new(12, TwixtRules::default());
    let start = game.parse_move(&game.start(&mut Rng::new(0)), "f2").unwrap();
    for (name, joined) in [
        ("f6", true),
        ("i5", true),
        ("g5", true),
        ("f4", true),
        ("g3", true),
        ("g4", true),
        ("g6", false),
        ("f5", false),
    ] {
        let mut position = game.after(&game.start(&mut Rng::new(0)), start);
        let away = game.parse_move(&position, "b11").unwrap();
        game.play(&mut position, away);
        let hole = game.board.read(name).unwrap();
        let mut distances = vec![0; game.board.cells()];
        LinkGraph::both(&game, &position)[0].distances(&game, 0, true).write(&mut distances);
        // From the line to f2 there are two ways, a gap of one.
        assert_eq!(distances[game.board.read("f2").unwrap()], 1);
        assert_eq!(distances[hole] <= 2, joined, "{name}: {}", distances[hole]);
    }
}

fn weights() -> Vec<i32> {
    damier_table::read_weights(include_str!("weights.txt")).unwrap()
}

fn check_moves<const W: usize>(size: usize, rules: TwixtRules, games: u32, rng: &mut Rng) {
    let game = Twixt::<W>::new(size, rules);
    let linear = Linear::new(&game, TwixtFeatures, weights());
    for _ in 0..games {
        let mut position = game.start(rng);
        for _ in 0..3 * u32::from(game.stock) {
            if game.outcome(&position).is_some() {
                break;
            }
            let mut moves = Vec::new();
            let _ = MoveHints::moves(&TwixtFeatures, &game, &position, &mut moves);
            assert!(!moves.is_empty());
            for (at, mv) in moves.iter().enumerate() {
                assert!(game.is_legal(&position, *mv) && !moves[..at].contains(mv));
            }
            assert_eq!(game.may_swap(&position), moves.contains(&Move::Swap));
            let estimate =
                |position: &Position<W>| damier_search::Knowledge::evaluate(&linear, &game, position);
            for symmetry in 1..game.symmetries() {
                assert_eq!(estimate(&game.transform(&position, symmetry)), estimate(&position));
            }
            let mv = game.random_move(&position, rng);
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn offered_moves_are_legal_and_estimates_have_the_symmetries() {
    let mut rng = Rng::new(5);
    for rules in variants() {
        check_moves::<1>(6, rules, 3, &mut rng);
        check_moves::<4>(12, rules, 1, &mut rng);
    }
    check_moves::<9>(24, TwixtRules { manual: true, ..TwixtRules::default() }, 1, &mut rng);
}

/// Says whether the side to move wins in at most so many plies, whatever the other does.
fn wins<const W: usize>(game: &Twixt<W>, position: &Position<W>, plies: u32) -> bool {
    let moves = game.moves(position);
    plies > 0
        && moves.into_iter().any(|mv| {
            let next = game.after(position, mv);
            next.winner == Some(position.to_move) || plies > 2 && loses(game, &next, plies - 1)
        })
}

fn loses<const W: usize>(game: &Twixt<W>, position: &Position<W>, plies: u32) -> bool {
    let moves = game.moves(position);
    position.winner.is_none()
        && moves.into_iter().all(|mv| {
            let next = game.after(position, mv);
            next.winner.is_none() && wins(game, &next, plies - 1)
        })
}

#[test]
fn proven_wins_are_wins() {
    let game = Twixt::<1>::new(6, TwixtRules::default());
    let mut rng = Rng::new(11);
    let (mut found, mut missed) = (0, 0);
    for _ in 0..60 {
        let plies = 6 + rng.below(9);
        let position = random_position(&game, plies, &mut rng);
        if game.outcome(&position).is_some() {
            continue;
        }
        let mut mind = AlphaBeta::new(Linear::new(&game, TwixtFeatures, weights()));
        let path = Path::new(&game, position);
        let best = mind.think(&game, &path, &Limits::nodes(2000), &mut |_| {}).best().unwrap();
        let at_once = wins(&game, &position, 1);
        match best.value {
            Value::Win(plies @ 1..=3) => {
                assert!(wins(&game, &position, plies));
                found += 1;
            }
            Value::Win(_) => assert!(!at_once),
            _ => missed += u32::from(at_once),
        }
    }
    assert!(found > 10, "{found}");
    assert_eq!(missed, 0, "wins at once that were not seen");
}
