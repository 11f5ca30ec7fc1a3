//! The engines on a game whose whole theory is known: take one, two or three; whoever takes the last wins.

use std::sync::atomic::{AtomicU32, Ordering};

use damier_core::{
    Fault, Flow, Game, Indexed, LineRules, Outcome, Reason, Rng, Seat, SeatInfo, Side, TWO_SEATS,
};
use damier_search::proof::{Proof, Prover};
use damier_search::{
    AlphaBeta, Coverage, Exact, FOREVER, Insight, Knowledge, Limits, Mate, Mind, MonteCarlo, MoveHints, Path,
    Rated, Score, Settings, Uniform, Value, plain,
};

static LAST: Reason = Reason::new("last", "Le dernier est pris", "The last is taken");

/// A heap of `0..=most`, of which at most three are taken.
struct Heap {
    most: u32,
}

/// What is left, and whose turn it is.
type Left = (u32, Side);

impl Game for Heap {
    type Position = Left;
    type Move = u32;

    fn seats(&self) -> &'static [SeatInfo] {
        &TWO_SEATS
    }
    fn start(&self, _rng: &mut Rng) -> Left {
        (self.most, Side::First)
    }
    fn to_move(&self, position: &Left) -> Seat {
        Seat(position.1 as u8)
    }
    fn each_move(&self, position: &Left, visit: &mut impl FnMut(u32) -> Flow) -> Flow {
        (1..=position.0.min(3)).try_for_each(visit)
    }
    fn play(&self, position: &mut Left, taken: u32) {
        *position = (position.0 - taken, position.1.other());
    }
    fn outcome(&self, position: &Left) -> Option<Outcome> {
        (position.0 == 0).then(|| Outcome::win(position.1.other(), &LAST))
    }
    fn key(&self, position: &Left) -> u64 {
        u64::from(position.0 * 2 + position.1 as u32 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn write_move(&self, _position: &Left, taken: u32, out: &mut String) {
        out.push_str(&taken.to_string());
    }
    fn write_position(&self, position: &Left, out: &mut String) {
        out.push_str(&position.0.to_string());
    }
    fn parse_position(&self, text: &str) -> Result<Left, Fault> {
        text.parse().map(|left| (left, Side::First)).map_err(|_| Fault::new("nombre", "number"))
    }
}

impl Indexed for Heap {
    fn size(&self) -> u64 {
        u64::from(2 * (self.most + 1))
    }
    fn index(&self, position: &Left) -> u64 {
        u64::from(2 * position.0 + position.1 as u32)
    }
    fn unindex(&self, index: u64) -> Option<Left> {
        let side = if index.is_multiple_of(2) { Side::First } else { Side::Second };
        Some((index as u32 / 2, side))
    }
}

/// Knows nothing.
struct Blind;

impl Knowledge<Heap> for Blind {
    fn evaluate(&self, _game: &Heap, _position: &Left) -> Score {
        0
    }
}

impl MoveHints<Heap> for Blind {}

/// The theory: multiples of four are lost, since every turn can be filled up to four; the loser of `4k` holds out for `2k`
/// plies and the winner of `4k + r` needs `2k + 1`.
fn theory(left: u32) -> Value {
    if left.is_multiple_of(4) { Value::Loss(left / 2) } else { Value::Win(left / 4 * 2 + 1) }
}

fn ask(mind: &mut dyn Mind<Heap>, left: u32, limits: &Limits) -> damier_search::Thought<u32> {
    let game = Heap { most: left };
    mind.think(&game, &Path::new(&game, (left, Side::First)), limits, &mut |_| {})
}

#[test]
fn every_engine_finds_the_theory() {
    for left in 1..=24 {
        let game = Heap { most: left };
        let limits = Limits::nodes(200_000);
        let minds: [(&str, Box<dyn Mind<Heap>>); 3] = [
            ("alpha-beta", Box::new(AlphaBeta::new(Blind))),
            ("Monte-Carlo", Box::new(MonteCarlo::new(Uniform, Settings { expand_at: 1, ..Settings::PLAIN }))),
            ("exact", Box::new(Exact::new())),
        ];
        for (name, mut mind) in minds {
            let thought = ask(&mut *mind, left, &limits);
            let best = thought.best().expect("there is a move");
            assert_eq!(best.value, theory(left), "{name}, {left}");
            assert_eq!(thought.moves.len() as u32, left.min(3));
            if !left.is_multiple_of(4) {
                assert_eq!(best.mv, left % 4, "{name}, {left}");
            }
            assert_eq!(thought.pv.first(), Some(&best.mv));
        }
        let path = Path::new(&game, (left, Side::First));
        let proof = Prover::new(1024).prove(&game, &path, &limits).0;
        match theory(left) {
            Value::Win(plies) => assert_eq!(proof, Proof::Win(left % 4, plies)),
            _ => assert_eq!(proof, Proof::NoWin),
        }
        if left <= 12 {
            let score = plain::minimax(&game, &Blind, &path, left);
            assert_eq!(Value::of(score, false), theory(left));
        }
    }
}

#[test]
fn wins_are_proven_within_exactly_as_many_plies_as_they_take() {
    for left in 1..=24 {
        let game = Heap { most: left };
        let position = (left, Side::First);
        let mut mate = Mate::new(&game, Side::First, Insight::NONE, u64::MAX);
        for plies in (0..=15).chain([FOREVER]) {
            let won = matches!(theory(left), Value::Win(quickest) if quickest <= plies);
            assert_eq!(mate.within(&position, plies), Some(won), "{left} within {plies}");
        }
        if let Value::Win(plies) = theory(left) {
            let line = mate.line(&position, plies);
            assert_eq!((line.len() as u32, line.iter().sum::<u32>()), (plies, left), "{line:?}");
            assert_eq!(line[0], left % 4);
        }
        let mut short = Mate::new(&game, Side::First, Insight::NONE, 3);
        assert!(
            left < 12 || short.within(&position, FOREVER).is_none(),
            "three positions prove nothing here"
        );
    }
}

#[test]
fn every_move_gets_its_own_value() {
    for even in [false, true] {
        let limits = Limits { even, ..Limits::nodes(500_000) };
        for left in 5..=16 {
            for rated in ask(&mut AlphaBeta::new(Blind), left, &limits).moves {
                let expected = theory(left - rated.mv).one_ply_earlier(true);
                assert_eq!(rated.value, expected, "{left} less {}", rated.mv);
            }
        }
    }
}

fn texts(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|mv| (*mv).to_string()).collect()
}

#[test]
fn only_the_moves_that_are_named_are_considered() {
    type Make = fn() -> Box<dyn Mind<Heap>>;
    let minds: [(&str, Make); 3] = [
        ("alpha-beta", || Box::new(AlphaBeta::new(Blind))),
        ("Monte-Carlo", || Box::new(MonteCarlo::new(Uniform, Settings { expand_at: 1, ..Settings::PLAIN }))),
        ("exact", || Box::new(Exact::new())),
    ];
    for (name, make) in minds {
        for left in 3..=14 {
            for only in [&["3"][..], &["2", "1"], &["1", "3"], &["2", "2", "9", "x"], &["1", "2", "3"]] {
                for threads in [1, 2] {
                    let only = texts(only);
                    let limits = Limits { only: Some(&only), threads, ..Limits::nodes(200_000) };
                    let thought = ask(&mut *make(), left, &limits);
                    let mut named: Vec<u32> = only.iter().filter_map(|text| text.parse().ok()).collect();
                    named.retain(|mv| (1..=3).contains(mv));
                    named.sort_unstable();
                    named.dedup();
                    let mut rated: Vec<u32> = thought.moves.iter().map(|rated| rated.mv).collect();
                    rated.sort_unstable();
                    assert_eq!(rated, named, "{name}, {left}, {only:?}");
                    let values = named.iter().map(|mv| theory(left - mv).one_ply_earlier(true));
                    let most = values.map(Value::rank).fold(f64::MIN, f64::max);
                    let best = thought.best().expect("a legal move is named");
                    assert_eq!(best.value.rank(), most, "{name}, {left}, {only:?}: {best:?}");
                    assert_eq!(best.value, theory(left - best.mv).one_ply_earlier(true));
                    assert_eq!(thought.pv.first(), Some(&best.mv), "{name}, {left}, {only:?}");
                }
            }
        }
        // Where no legal move is named, there is nothing to consider.
        for only in [&[][..], &["4"]] {
            let thought = ask(&mut *make(), 9, &Limits { only: Some(&texts(only)), ..Limits::nodes(100) });
            assert!(thought.moves.is_empty() && thought.pv.is_empty(), "{name}: {thought:?}");
        }
    }
}

#[test]
fn a_proof_begins_with_a_move_that_is_named() {
    for left in 5..=16 {
        let game = Heap { most: left };
        let path = Path::new(&game, (left, Side::First));
        for mv in 1..=3 {
            let only = [mv.to_string()];
            let limits = Limits { only: Some(&only), ..Limits::nodes(100_000) };
            let proof = Prover::new(1024).prove(&game, &path, &limits).0;
            match theory(left - mv).one_ply_earlier(true) {
                Value::Win(plies) => assert_eq!(proof, Proof::Win(mv, plies), "{left} less {mv}"),
                _ => assert_eq!(proof, Proof::NoWin, "{left} less {mv}"),
            }
        }
    }
}

#[test]
fn a_tree_serves_the_same_moves_again_and_no_others() {
    let (game, [two, any]) = (Heap { most: 23 }, [texts(&["2"]), texts(&["1", "2", "3"])]);
    let path = Path::new(&game, (23, Side::First));
    let mut mind = MonteCarlo::plain();
    let mut ask = |only: Option<&[String]>, nodes| {
        mind.think(&game, &path, &Limits { only, ..Limits::nodes(nodes) }, &mut |_| {})
    };
    assert_eq!(ask(Some(&two), 5_000).moves.len(), 1);
    assert!(ask(Some(&two), 1).depth > 2, "one simulation cannot look so far: the tree was there");
    let anew = ask(None, 1);
    assert_eq!((anew.moves.len(), anew.depth.min(2)), (3, anew.depth), "planted anew");
    assert_eq!(ask(None, 300_000).best().map(|best| best.mv), Some(3));
    assert_eq!(ask(Some(&any), 1).moves.len(), 3);
    assert_eq!(ask(Some(&two), 1).moves.len(), 1);
}

#[test]
fn a_finished_game_has_nothing_to_think_about() {
    let limits = Limits::nodes(100);
    assert_eq!(ask(&mut AlphaBeta::new(Blind), 0, &limits).best(), None);
    assert_eq!(ask(&mut MonteCarlo::plain(), 0, &limits).best(), None);
}

#[test]
fn thinking_stops_when_it_is_told_to() {
    let calls = AtomicU32::new(0);
    let stop = || calls.fetch_add(1, Ordering::Relaxed) >= 5;
    let limits = Limits { stop: &stop, ..Limits::nodes(u64::MAX) };
    let minds: [Box<dyn Mind<Heap>>; 2] = [Box::new(AlphaBeta::new(Blind)), Box::new(MonteCarlo::plain())];
    for mut mind in minds {
        calls.store(0, Ordering::Relaxed);
        let thought = ask(&mut *mind, 4001, &limits);
        assert!(thought.nodes < 2000, "{}", thought.nodes);
        assert_eq!(thought.moves.len(), 3, "all moves are rated even so");
    }
}

#[test]
fn nodes_are_kept_to_and_decide_the_answer() {
    type Make = fn() -> Box<dyn Mind<Heap>>;
    let minds: [Make; 2] = [|| Box::new(AlphaBeta::new(Blind)), || Box::new(MonteCarlo::plain())];
    for make in minds {
        for nodes in [1, 10, 1000, 20_000] {
            let first = ask(&mut *make(), 301, &Limits::nodes(nodes));
            // The first look at every move is always taken.
            assert!(first.nodes <= nodes + nodes / 100 + 4, "{} of {nodes}", first.nodes);
            assert_eq!(first, ask(&mut *make(), 301, &Limits::nodes(nodes)));
        }
    }
}

#[test]
fn threads_share_the_work() {
    let limits = Limits { threads: 3, ..Limits::nodes(300_000) };
    for left in [21, 22, 23] {
        let best = ask(&mut AlphaBeta::new(Blind), left, &limits).best().expect("there is a move");
        assert_eq!((best.mv, best.value), (left % 4, theory(left)));
        let best = ask(&mut MonteCarlo::plain(), left, &limits).best().expect("there is a move");
        assert_eq!(best.mv, left % 4);
    }
}

#[test]
fn threads_that_meet_at_the_end_of_a_game_agree() {
    // Small trees: every simulation ends in one of a few positions, where the threads come at the same time.
    for round in 0..400 {
        let limits = Limits { threads: 4, seed: round, ..Limits::nodes(200) };
        let left = 4 + round as u32 % 4;
        let best = ask(&mut MonteCarlo::plain(), left, &limits).best().expect("there is a move");
        let wrong = if left == 4 { "win" } else { "loss" };
        assert!(best.value.exact() != Some(wrong), "{left}: {best:?}");
    }
}

#[test]
fn the_tree_is_used_again() {
    let game = Heap { most: 60 };
    let mut path = Path::new(&game, (60, Side::First));
    let mut mind = MonteCarlo::plain();
    mind.think(&game, &path, &Limits::nodes(20_000), &mut |_| {});
    path.play(&game, 1);
    path.play(&game, 1);
    let again = mind.think(&game, &path, &Limits::nodes(1), &mut |_| {});
    assert!(again.depth > 2, "one simulation cannot look so far: the tree was there");
    mind.forget();
    let anew = mind.think(&game, &path, &Limits::nodes(1), &mut |_| {});
    assert!(anew.depth <= 1);
}

#[test]
fn a_tree_that_may_not_grow_still_answers() {
    let settings = Settings { most_nodes: 10, ..Settings::PLAIN };
    let thought = ask(&mut MonteCarlo::new(Uniform, settings), 30, &Limits::nodes(5000));
    assert_eq!((thought.moves.len(), thought.nodes), (3, 5000));
}

/// Knows only that one may take one: a loss after that proves nothing.
struct Narrow;

impl Knowledge<Heap> for Narrow {
    fn evaluate(&self, _game: &Heap, _position: &Left) -> Score {
        0
    }
}

impl MoveHints<Heap> for Narrow {
    fn moves(&self, _game: &Heap, _position: &Left, out: &mut Vec<u32>) -> Coverage {
        out.push(1);
        Coverage::Likely
    }
}

#[test]
fn likely_moves_prove_wins_but_no_losses() {
    // Of 2 the only move offered loses at once to the other's taking the last; that is no proof, and it is wrong.
    let thought = ask(&mut AlphaBeta::new(Narrow), 2, &Limits::nodes(1000));
    assert_eq!(thought.moves.len(), 2, "all legal moves are named");
    assert!(thought.moves.iter().all(|rated| matches!(rated.value, Value::Estimate(_))));
    assert_eq!(
        ask(&mut AlphaBeta::new(Narrow), 1, &Limits::nodes(1000)).best().map(|best| best.value),
        Some(Value::Win(1))
    );
    // A move that is named is searched whether it was offered or not, and what is found of it is proven.
    let thought =
        ask(&mut AlphaBeta::new(Narrow), 3, &Limits { only: Some(&texts(&["3"])), ..Limits::nodes(1000) });
    assert_eq!(thought.moves, [Rated { mv: 3, value: Value::Win(1) }]);
}

/// A token on a ring of `0..cells`, moved on or back by one; whoever brings it to cell 0 wins. Repetition is a draw.
struct Ring {
    cells: u32,
}

impl Game for Ring {
    type Position = Left;
    type Move = bool;

    fn seats(&self) -> &'static [SeatInfo] {
        &TWO_SEATS
    }
    fn start(&self, _rng: &mut Rng) -> Left {
        (self.cells / 2, Side::First)
    }
    fn to_move(&self, position: &Left) -> Seat {
        Seat(position.1 as u8)
    }
    fn each_move(&self, position: &Left, visit: &mut impl FnMut(bool) -> Flow) -> Flow {
        if position.0 == 0 { Flow::Continue(()) } else { [false, true].into_iter().try_for_each(visit) }
    }
    fn play(&self, position: &mut Left, on: bool) {
        let step = if on { 1 } else { self.cells - 1 };
        *position = ((position.0 + step) % self.cells, position.1.other());
    }
    fn outcome(&self, position: &Left) -> Option<Outcome> {
        (position.0 == 0).then(|| Outcome::win(position.1.other(), &LAST))
    }
    fn key(&self, position: &Left) -> u64 {
        u64::from(position.0 * 2 + position.1 as u32 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn write_move(&self, _position: &Left, on: bool, out: &mut String) {
        out.push(if on { '+' } else { '-' });
    }
    fn write_position(&self, position: &Left, out: &mut String) {
        out.push_str(&position.0.to_string());
    }
    fn parse_position(&self, text: &str) -> Result<Left, Fault> {
        text.parse().map(|at| (at, Side::First)).map_err(|_| Fault::new("nombre", "number"))
    }
    fn line_rules(&self) -> LineRules {
        LineRules::REPETITION
    }
}

struct Level;

impl Knowledge<Ring> for Level {
    fn evaluate(&self, _game: &Ring, _position: &Left) -> Score {
        0
    }
}

impl MoveHints<Ring> for Level {}

#[test]
fn repetition_on_the_path_is_a_draw_and_proves_one() {
    // Beside cell 0 one wins; everywhere else each player steps away from it, and the game goes in circles.
    let game = Ring { cells: 9 };
    for at in 1..9 {
        let path = Path::new(&game, (at, Side::First));
        let thought = AlphaBeta::new(Level).think(&game, &path, &Limits::nodes(100_000), &mut |_| {});
        let expected = if at == 1 || at == 8 { Value::Win(1) } else { Value::Draw };
        assert_eq!(thought.best().map(|best| best.value), Some(expected), "{at}");
        let (proof, _) = Prover::new(1024).prove(&game, &path, &Limits::nodes(10_000));
        match expected {
            Value::Win(_) => assert!(matches!(proof, Proof::Win(_, 1))),
            _ => assert_eq!(proof, Proof::Open, "a circle is no disproof"),
        }
    }
}

#[test]
fn the_third_occurrence_in_the_game_counts() {
    let game = Ring { cells: 9 };
    let mut path = Path::new(&game, (4, Side::First));
    let rounds = [true, false];
    let ends: Vec<bool> = (0..4).map(|ply| path.play(&game, rounds[ply % 2]).is_some()).collect();
    // The start comes back, with the same side to move, after two plies and after four.
    assert_eq!(ends, [false, false, false, true]);
}
