//! What the engines claim, against plain search.

use std::collections::HashMap;

use damier_core::board::BitSet;
use damier_core::{Game, Rng, Side};
use damier_search::{Amaf, Budget, Limits, Mind, Path, Playouts, Thought, Value};

use super::lattice::{Lattice, Stones};
use super::links::{LinkLimits, Links};
use super::mind::HexMind;
use super::playouts::HexPlayouts;
use super::rules::SWAP;
use super::solver::{HexSolver, SolverResult};
use super::{Hex, Move, Position};

pub(super) const SIDES: [Side; 2] = [Side::First, Side::Second];

/// Puts so many stones at random on an empty board, in turn.
pub(super) fn scatter<const W: usize>(lattice: &Lattice<W>, count: usize, rng: &mut Rng) -> Stones<W> {
    let mut stones = [BitSet::EMPTY; 2];
    for ply in 0..count {
        let free = lattice.free(&stones);
        let cell = free.nth(rng.below(free.count())).unwrap();
        stones[ply % 2].insert(cell);
    }
    stones
}

/// Who wins, by trying everything to the last cell, each position once.
pub(super) struct PlainSearch {
    lattice: Lattice<1>,
    seen: HashMap<u64, bool>,
}

impl PlainSearch {
    pub fn new(size: usize) -> PlainSearch {
        assert!(size <= 4, "a position fits in its key");
        PlainSearch { lattice: Lattice::new(size), seen: HashMap::new() }
    }

    /// Says whether the side to move wins.
    pub fn wins(&mut self, stones: &Stones<1>, side: Side) -> bool {
        let words = stones.map(|set| set.words()[0]);
        let key = words[0] | words[1] << 16 | (side as u64) << 32;
        if let Some(&known) = self.seen.get(&key) {
            return known;
        }
        let lost = self.lattice.has_joined(&stones[side.other().index()], side.other());
        let wins = !lost && self.lattice.free(stones).iter().any(|cell| self.is_winning(stones, side, cell));
        self.seen.insert(key, wins);
        wins
    }

    /// Says whether a move wins.
    pub fn is_winning(&mut self, stones: &Stones<1>, side: Side, cell: usize) -> bool {
        let mut after = *stones;
        after[side.index()].insert(cell);
        self.lattice.has_joined(&after[side.index()], side) || !self.wins(&after, side.other())
    }
}

/// Says whether `side` can join two sets of cells inside a carrier, `mover` to move.
fn can_join(
    lattice: &Lattice<1>,
    own: BitSet<1>,
    ends: &[BitSet<1>; 2],
    carrier: BitSet<1>,
    side_moves: bool,
) -> bool {
    let mut seen = ends[0] & own;
    let mut waiting = seen;
    while let Some(cell) = waiting.first() {
        waiting.remove(cell);
        let fresh = (lattice.near[cell] & own).without(seen);
        seen |= fresh;
        waiting |= fresh;
    }
    if seen.meets(&ends[1]) {
        return true;
    }
    let mut after = carrier;
    if side_moves {
        carrier.iter().any(|cell| {
            after.remove(cell);
            let mut grown = own;
            grown.insert(cell);
            let joined = can_join(lattice, grown, ends, after, false);
            after.insert(cell);
            joined
        })
    } else {
        !carrier.is_empty()
            && carrier.iter().all(|cell| {
                after.remove(cell);
                let joined = can_join(lattice, own, ends, after, true);
                after.insert(cell);
                joined
            })
    }
}

#[test]
fn links_hold_against_every_defence() {
    let mut rng = Rng::new(1);
    let lattice = Lattice::<1>::new(5);
    let mut links = Links::new();
    let mut checked = 0;
    for round in 0..60 {
        let stones = scatter(&lattice, round % 15, &mut rng);
        for side in SIDES {
            let limits = LinkLimits { work: 100_000, local: 4, to_move: false };
            if links.explore(&lattice, &stones, side, limits).full.is_some_and(|carrier| carrier.is_empty()) {
                continue;
            }
            // The cells of every point: an edge's are those along it, joined as if they were its stones.
            let cells_of = |point: usize| -> BitSet<1> {
                let along = |edge: usize| lattice.edges[side.index()][edge];
                let held = (0..25).filter(|&cell| links.point(cell) == Some(point)).collect::<BitSet<1>>();
                if point < 2 { held | along(point) } else { held }
            };
            links.each(&mut |points, carrier, full| {
                if carrier.count() > 8 || rng.below(4) != 0 {
                    return;
                }
                let ends = points.map(cells_of);
                let mut own = stones[side.index()];
                for (point, end) in points.iter().zip(&ends) {
                    if *point >= 2 {
                        own |= *end;
                    }
                }
                checked += 1;
                assert!(!carrier.meets(&(stones[0] | stones[1])), "{points:?} {carrier:?}");
                assert!(
                    can_join(&lattice, own, &ends, carrier, !full),
                    "{stones:?} {side:?} {points:?} {carrier:?} {full}"
                );
            });
        }
    }
    assert!(checked > 5_000, "{checked}");
}

#[test]
fn edge_links_are_true_wins() {
    let mut rng = Rng::new(2);
    let lattice = Lattice::<1>::new(4);
    let mut plain = PlainSearch::new(4);
    let mut links = Links::new();
    let mut found = [0; 3];
    for round in 0..300 {
        let stones = scatter(&lattice, 5 + round % 7, &mut rng);
        if SIDES.iter().any(|&side| lattice.has_joined(&stones[side.index()], side)) {
            continue;
        }
        for side in SIDES {
            let limits = LinkLimits { work: 100_000, local: 4, to_move: false };
            let result = links.explore(&lattice, &stones, side, limits);
            if result.full.is_some() {
                found[0] += 1;
                assert!(!plain.wins(&stones, side.other()), "{stones:?} {side:?}");
            }
            if let Some((cell, _)) = result.half {
                found[1] += 1;
                assert!(plain.is_winning(&stones, side, cell), "{stones:?} {side:?}");
            }
            for cell in lattice.free(&stones).without(result.must) {
                found[2] += 1;
                assert!(!plain.is_winning(&stones, side.other(), cell), "{stones:?} {side:?} {cell}");
            }
        }
    }
    assert!(found.iter().all(|&count| count > 50), "{found:?}");
}

#[test]
fn filling_in_changes_no_result() {
    let mut rng = Rng::new(3);
    let lattice = Lattice::<1>::new(4);
    let mut plain = PlainSearch::new(4);
    let mut filled = 0;
    for round in 0..400 {
        let stones = scatter(&lattice, 5 + round % 8, &mut rng);
        let mut after = stones;
        lattice.fill_in(&mut after, lattice.all);
        filled += u32::from(after != stones);
        for side in SIDES {
            // Who moves next does not matter once the board is full; before, both must agree.
            let mut winner = |stones: &Stones<1>| {
                let joined = SIDES.into_iter().find(|&side| lattice.has_joined(&stones[side.index()], side));
                joined.unwrap_or_else(|| if plain.wins(stones, side) { side } else { side.other() })
            };
            assert_eq!(winner(&stones), winner(&after), "{stones:?} {after:?} {side:?}");
        }
    }
    assert!(filled > 100, "{filled}");
}

#[test]
fn a_worthwhile_move_wins_if_any_does() {
    let mut rng = Rng::new(4);
    let lattice = Lattice::<1>::new(4);
    let mut plain = PlainSearch::new(4);
    let mut pruned = 0;
    for round in 0..400 {
        let mut stones = scatter(&lattice, 5 + round % 7, &mut rng);
        lattice.fill_in(&mut stones, lattice.all);
        if SIDES.iter().any(|&side| lattice.has_joined(&stones[side.index()], side)) {
            continue;
        }
        for side in SIDES {
            let kept = lattice.worthwhile(&stones, side);
            pruned += lattice.free(&stones).without(kept).count();
            let kept_wins = kept.iter().any(|cell| plain.is_winning(&stones, side, cell));
            assert_eq!(plain.wins(&stones, side), kept_wins, "{stones:?} {side:?} {kept:?}");
        }
    }
    assert!(pruned > 500, "{pruned}");
}

#[test]
fn the_solver_agrees_with_plain_search() {
    let mut rng = Rng::new(5);
    let lattice = Lattice::<1>::new(4);
    let mut plain = PlainSearch::new(4);
    let mut solver = HexSolver::<1>::new(4);
    for round in 0..300 {
        let stones = scatter(&lattice, 5 + round % 8, &mut rng);
        if SIDES.iter().any(|&side| lattice.has_joined(&stones[side.index()], side)) {
            continue;
        }
        for side in SIDES {
            let result = solver.solve(&stones, side, &Budget::new(&Limits::nodes(10_000)));
            match result {
                SolverResult::Win(cell) => {
                    assert!(lattice.free(&stones).contains(cell));
                    assert!(plain.is_winning(&stones, side, cell), "{stones:?} {side:?} {cell}");
                }
                SolverResult::Loss => assert!(!plain.wins(&stones, side), "{stones:?} {side:?}"),
                SolverResult::Open => panic!("{stones:?} {side:?}"),
            }
        }
    }
}

fn solve<const W: usize>(
    solver: &mut HexSolver<W>,
    stones: &Stones<W>,
    side: Side,
    nodes: u64,
) -> SolverResult {
    solver.solve(stones, side, &Budget::new(&Limits::nodes(nodes)))
}

fn opening<const W: usize>(cell: usize) -> Stones<W> {
    [[cell].into_iter().collect(), BitSet::EMPTY]
}

#[test]
fn openings_of_small_boards_are_solved_rightly() {
    for size in [3, 4] {
        let mut plain = PlainSearch::new(size);
        let mut solver = HexSolver::<1>::new(size);
        for cell in 0..size * size {
            let lost = solve(&mut solver, &opening(cell), Side::Second, 1_000) == SolverResult::Loss;
            assert_eq!(lost, plain.is_winning(&[BitSet::EMPTY; 2], Side::First, cell), "{size} {cell}");
        }
    }
}

#[test]
fn five_and_six_are_solved_in_a_moment() {
    // By stealing the strategy, First wins the empty board. On 5 x 5 the middle wins too: it stands in the third row from
    // either edge, with room for the edge template of that row on both sides.
    let mut solver = HexSolver::<1>::new(5);
    let wins: Vec<bool> = (0..25)
        .map(|cell| match solve(&mut solver, &opening(cell), Side::Second, 5_000) {
            SolverResult::Loss => true,
            SolverResult::Win(_) => false,
            SolverResult::Open => panic!("{cell}"),
        })
        .collect();
    assert!(wins[12]);
    assert!((0..25).all(|cell| wins[cell] == wins[24 - cell]), "the half turn changes nothing: {wins:?}");
    let mut solver = HexSolver::<1>::new(6);
    assert!(matches!(solve(&mut solver, &[BitSet::EMPTY; 2], Side::First, 5_000), SolverResult::Win(_)));
}

pub(super) fn position_of<const W: usize>(game: &Hex<W>, stones: &Stones<W>, side: Side) -> Position<W> {
    let mut position = game.empty();
    for owner in SIDES {
        stones[owner.index()].iter().for_each(|cell| game.put(&mut position, owner, cell));
    }
    if side == Side::Second {
        Hex::pass_turn(&mut position);
    }
    position
}

/// Lets a search think about random positions of 4 × 4 with few nodes, so that not everything is proven: checks that it answers
/// twice the same, rates every move, the best first, and proves nothing that plain search does not find. Returns how much it proved.
pub fn count_proofs(rounds: usize, think: impl Fn(&Hex<1>, &Position<1>, &Limits) -> Thought<Move>) -> u32 {
    let mut rng = Rng::new(6);
    let mut plain = PlainSearch::new(4);
    let lattice = Lattice::<1>::new(4);
    let game = Hex::<1>::new(4, false);
    let mut proofs = 0;
    for round in 0..rounds {
        let stones = scatter(&lattice, 4 + round % 7, &mut rng);
        if SIDES.iter().any(|&side| lattice.has_joined(&stones[side.index()], side)) {
            continue;
        }
        let side = SIDES[round % 2];
        let position = position_of(&game, &stones, side);
        let limits = Limits::nodes(1 + round as u64 % 4 * 15);
        let thought = think(&game, &position, &limits);
        assert_eq!(thought, think(&game, &position, &limits), "the same question has the same answer");
        let rated: BitSet<1> = thought.moves.iter().map(|rated| rated.mv.0 as usize).collect();
        assert_eq!(rated, lattice.free(&stones));
        assert_eq!(thought.moves.len() as u32, rated.count());
        assert!(thought.moves.windows(2).all(|pair| pair[0].value.rank() >= pair[1].value.rank()));
        for rated in &thought.moves {
            let wins = plain.is_winning(&stones, side, rated.mv.0 as usize);
            match rated.value {
                Value::Win(_) => assert!(wins, "{stones:?} {side:?} {rated:?}"),
                Value::Loss(_) => assert!(!wins, "{stones:?} {side:?} {rated:?}"),
                _ => continue,
            }
            proofs += 1;
        }
    }
    proofs
}

#[test]
fn the_engine_rates_every_move_and_errs_in_no_proof() {
    let proofs = count_proofs(150, |game, position, limits| {
        HexMind::<1>::new(4).think(game, &Path::new(game, *position), limits, &mut |_| {})
    });
    assert!(proofs > 300, "{proofs}");
}

#[test]
fn second_swaps_a_stone_that_wins_and_only_such_a_stone() {
    let mut plain = PlainSearch::new(4);
    let game = Hex::<1>::new(4, true);
    for cell in 0..16 {
        let path = Path::new(&game, position_of(&game, &opening(cell), Side::Second));
        let thought = HexMind::<1>::new(4).think(&game, &path, &Limits::nodes(2_000), &mut |_| {});
        assert_eq!(thought.moves.len(), 16);
        let best = thought.best().unwrap();
        assert!(matches!(best.value, Value::Win(_)), "the swap leaves Second the choice: {thought:?}");
        let wins = plain.is_winning(&[BitSet::EMPTY; 2], Side::First, cell);
        assert_eq!(best.mv == SWAP, wins, "{cell}");
    }
}

#[test]
fn bridges_hold_in_playouts() {
    // On 3 x 3, b2 is joined to both of First's edges by bridges.
    let game = Hex::<1>::new(3, false);
    let playouts = HexPlayouts::<1>::new(3);
    let mut rng = Rng::new(7);
    for round in 0..200 {
        let mut position = position_of(&game, &opening(4), SIDES[round % 2]);
        let mut amaf = Amaf::new(9);
        assert_eq!(playouts.playout(&game, &mut position, &mut rng, &mut amaf), 1.0);
        for cell in 0..9 {
            let count = SIDES.iter().filter(|&&side| amaf.has(side, cell)).count();
            assert_eq!(count, usize::from(cell != 4), "each free cell is filled once");
        }
    }
}

#[test]
fn moves_offered_keep_the_win() {
    let mut rng = Rng::new(8);
    let mut plain = PlainSearch::new(4);
    let lattice = Lattice::<1>::new(4);
    let game = Hex::<1>::new(4, false);
    let playouts = HexPlayouts::<1>::new(4);
    let mut settled = 0;
    for round in 0..200 {
        let stones = scatter(&lattice, 5 + round % 6, &mut rng);
        if SIDES.iter().any(|&side| lattice.has_joined(&stones[side.index()], side)) {
            continue;
        }
        let side = SIDES[round / 9 % 2];
        let position = position_of(&game, &stones, side);
        let mut offered = Vec::new();
        playouts.moves(&game, &position, &mut offered);
        let mut kept = false;
        for &(mv, weight) in &offered {
            assert!(weight > 0.0 && game.is_legal(&position, mv));
            let wins = plain.is_winning(&stones, side, mv.0 as usize);
            kept |= wins;
            let after = game.after(&position, mv);
            if let Some((winner, plies)) = playouts.settled(&game, &after) {
                settled += 1;
                assert_eq!(winner == side, wins, "{stones:?} {side:?} {mv:?}");
                assert!(plies > 0);
            }
        }
        assert_eq!(kept, plain.wins(&stones, side), "{stones:?} {side:?} {offered:?}");
    }
    assert!(settled > 40, "{settled}");
}

#[test]
fn every_size_and_variant_is_thought_about() {
    fn try_one<const W: usize>(size: usize, swap: bool) {
        let game = Hex::<W>::new(size, swap);
        let mut rng = Rng::new(9);
        let mut path = Path::new(&game, game.start(&mut rng));
        let mut mind = HexMind::<W>::new(size);
        for ply in 0..4 {
            let thought = mind.think(&game, &path, &Limits::nodes(30), &mut |_| {});
            assert_eq!(thought.moves.len() as u64, game.count_moves(path.position()), "{size} {swap} {ply}");
            path.play(&game, thought.moves[0].mv);
        }
    }
    for swap in [false, true] {
        try_one::<2>(3, swap);
        try_one::<2>(11, swap);
        try_one::<4>(16, swap);
        try_one::<11>(26, swap);
    }
}

/// Positions, each with the moves that win.
pub(super) fn won_positions(game: &Hex<2>) -> Vec<(Position<2>, Vec<usize>)> {
    let lines =
        include_str!("positions.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut words = line.splitn(3, ' ');
            let position = format!("{} {}", words.next().unwrap(), words.next().unwrap());
            let position = game.parse_position(&position).unwrap();
            let cell = |name| game.parse_move(&position, name).unwrap().0 as usize;
            (position, words.next().unwrap().split(' ').map(cell).collect())
        })
        .collect()
}

#[test]
fn the_listed_moves_win_and_no_others() {
    let game = Hex::<2>::new(11, false);
    let positions = won_positions(&game);
    assert!(positions.len() >= 20, "{}", positions.len());
    for (position, winning) in &positions[..2] {
        let mut solver = HexSolver::<2>::new(11);
        let lost = solver.lost(&position.stones, position.to_move);
        for cell in game.free(position).without(lost) {
            let mut after = position.stones;
            after[position.to_move.index()].insert(cell);
            let result = solve(&mut solver, &after, position.to_move.other(), 200);
            assert!(result != SolverResult::Open);
            assert_eq!(
                winning.contains(&cell),
                result == SolverResult::Loss,
                "{}",
                game.board.grid().name(cell)
            );
        }
    }
}

#[test]
fn the_engine_finds_a_move_that_wins() {
    let game = Hex::<2>::new(11, false);
    for (position, winning) in &won_positions(&game)[..4] {
        let path = Path::new(&game, *position);
        let thought = HexMind::<2>::new(11).think(&game, &path, &Limits::nodes(3_000), &mut |_| {});
        assert!(winning.contains(&(thought.moves[0].mv.0 as usize)), "{position:?}");
    }
}

#[test]
fn threads_keep_to_the_limits_and_rate_every_move() {
    // 6 x 6 has more to prove than the first round does; on 9 x 9 simulations come first.
    for (size, nodes) in [(6, 3_000), (6, 200_000), (9, 4_000)] {
        let game = Hex::<2>::new(size, false);
        let path = Path::new(&game, game.empty());
        let limits = Limits { threads: 3, ..Limits::nodes(nodes) };
        let thought = HexMind::<2>::new(size).think(&game, &path, &limits, &mut |_| {});
        assert_eq!(thought.moves.len(), size * size);
        // Each simulating thread may be in the middle of one when the last is counted.
        assert!(thought.nodes <= nodes + 3, "{size} {nodes}: {}", thought.nodes);
        if nodes == 200_000 {
            assert!(matches!(thought.best().unwrap().value, Value::Win(_)), "{:?}", thought.best());
        }
    }
}
