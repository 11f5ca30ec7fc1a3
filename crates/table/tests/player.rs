//! What a player adds to the engine it is made of, shown by a toy game and an engine that knows nothing.
//!
//! In the toy, players take one or two counters from a heap; whoever takes the last one wins.

#![allow(clippy::unwrap_used)]

use damier_core::{Fault, Flow, Game, Outcome, Reason, Rng, Seat, SeatInfo, Side, TWO_SEATS};
use damier_scene::{Scene, View};
use damier_search::{Limits, Mind, Path, Rated, Thought, Value};
use damier_table::{AgentSpec, AnyGame, Effort, EngineKind, Kit, Level, Spec};

static LAST: Reason = Reason::new("last", "Dernier pion", "Last counter");

struct Heap;

type Left = (u8, Side);

impl Game for Heap {
    type Position = Left;
    type Move = u8;

    fn seats(&self) -> &'static [SeatInfo] {
        &TWO_SEATS
    }

    fn start(&self, _rng: &mut Rng) -> Left {
        (7, Side::First)
    }

    fn to_move(&self, left: &Left) -> Seat {
        Seat(left.1 as u8)
    }

    fn each_move(&self, left: &Left, visit: &mut impl FnMut(u8) -> Flow) -> Flow {
        (1..=left.0.min(2)).try_for_each(visit)
    }

    fn play(&self, left: &mut Left, taken: u8) {
        *left = (left.0 - taken, left.1.other());
    }

    fn outcome(&self, left: &Left) -> Option<Outcome> {
        (left.0 == 0).then(|| Outcome::win(left.1.other(), &LAST))
    }

    fn key(&self, left: &Left) -> u64 {
        damier_core::board::zobrist::feature(77, usize::from(left.0) * 2 + left.1.index())
    }

    fn write_move(&self, _left: &Left, taken: u8, out: &mut String) {
        out.push_str(&taken.to_string());
    }

    fn write_position(&self, left: &Left, out: &mut String) {
        out.push_str(&left.0.to_string());
    }

    fn parse_position(&self, text: &str) -> Result<Left, Fault> {
        text.parse().map(|left| (left, Side::First)).map_err(|_| Fault::new("un nombre", "a number"))
    }
}

/// Thinks that all moves are alike.
struct Lazy;

impl Mind<Heap> for Lazy {
    fn think(
        &mut self,
        game: &Heap,
        path: &Path<Heap>,
        _limits: &Limits,
        _watch: &mut dyn FnMut(&Thought<u8>),
    ) -> Thought<u8> {
        let mut moves = Vec::new();
        game.moves_into(path.position(), &mut moves);
        let moves = moves.into_iter().rev().map(|mv| Rated { mv, value: Value::Estimate(0.5) }).collect();
        Thought { moves, pv: Vec::new(), nodes: 1, depth: 0 }
    }

    fn forget(&mut self) {}
}

fn heap() -> Box<dyn AnyGame> {
    let spec: Spec = "heap".parse().unwrap();
    Kit::new(&spec, Heap, |_, _, view: &View| Scene::new(view)).engine(|_| Box::new(Lazy)).boxed()
}

fn best(left: &str, limits: &Limits) -> (String, Value) {
    let game = heap();
    let session = game.resume(left).unwrap();
    let advice = game.player(EngineKind::Best).think(&*session, limits, &mut |_| {});
    (advice.moves[0].text.clone(), advice.moves[0].value)
}

#[test]
fn a_forced_win_is_proved_where_the_engine_sees_none() {
    // Multiples of three are lost: from 7 one takes 1, and the last counter goes at the fifth ply.
    assert_eq!(best("7", &Limits::nodes(10_000)), ("1".to_string(), Value::Win(5)));
    assert_eq!(best("2", &Limits::nodes(10_000)), ("2".to_string(), Value::Win(1)));
    // There is nothing to prove in a lost position, and no time to prove with a handful of nodes.
    assert_eq!(best("6", &Limits::nodes(10_000)).1, Value::Estimate(0.5));
    assert_eq!(best("7", &Limits::nodes(10)).1, Value::Estimate(0.5));
    // A level that errs looks no deeper than its engine.
    assert_eq!(best("7", &Limits { even: true, ..Limits::nodes(10_000) }).1, Value::Estimate(0.5));
}

#[test]
fn an_effort_is_bounded_by_the_limits_and_drawn_from_its_numbers() {
    let (game, unlimited) = (heap(), Limits::nodes(u64::MAX));
    let session = game.resume("2").unwrap();
    let choose = |effort: Effort, limits: &Limits, seed: u64| {
        let mut player = game.player(EngineKind::Best);
        effort.choose(&mut *player, &*session, limits, &mut Rng::new(seed), &mut |_| {})
    };
    let best = choose(Effort::nodes(100), &unlimited, 0);
    assert_eq!((best.at, best.text(), best.line()), (0, "2", best.advice.pv.as_slice()));
    // Who errs much, and need not see wins in one, plays the other move as well.
    let noisy = Effort { level: Level::new(100, 100.0), sees_wins: false };
    let other = (0..20).map(|seed| choose(noisy, &unlimited, seed)).find(|choice| choice.at == 1).unwrap();
    assert_eq!((other.text(), other.line()), ("1", ["1".to_string()].as_slice()));
    assert!((0..20).all(|seed| choose(Effort { sees_wins: true, ..noisy }, &unlimited, seed).text() == "2"));
    // A prover gets a sixteenth of the nodes: of 7 counters it proves the win with 10,000, and not where limits allow 10.
    let seven = game.resume("7").unwrap();
    let value = |limits: &Limits| {
        let mut player = game.player(EngineKind::Best);
        Effort::nodes(10_000)
            .choose(&mut *player, &*seven, limits, &mut Rng::new(0), &mut |_| {})
            .rated()
            .value
    };
    assert_eq!((value(&unlimited), value(&Limits::nodes(10))), (Value::Win(5), Value::Estimate(0.5)));
}

#[test]
fn agents_mean_engines_and_efforts() {
    let game = heap();
    let engine = |text: &str| text.parse::<AgentSpec>().unwrap().engine(&*game);
    assert_eq!(engine("random"), Ok(None));
    let level = engine("level:2").unwrap().unwrap();
    assert_eq!(
        (level.kind, level.effort),
        (EngineKind::Best, Effort { level: game.levels()[1], sees_wins: false })
    );
    assert!(engine("level:3").unwrap().unwrap().effort.sees_wins);
    let uct = engine("uct:50").unwrap().unwrap();
    assert_eq!((uct.kind, uct.effort, uct.time), (EngineKind::Uct, Effort::nodes(50), None));
    let timed = engine("time:2s").unwrap().unwrap();
    assert_eq!((timed.effort, timed.time.unwrap().as_secs()), (Effort::UNLIMITED, 2));
    assert!(engine("perfect").unwrap_err().to_string().contains("no exact table of \"heap\""));
}

#[test]
#[should_panic(expected = "the session is one of the engine's game")]
fn an_engine_thinks_about_no_other_game() {
    let other: Spec = "pile".parse().unwrap();
    let other = Kit::new(&other, Heap, |_, _, view: &View| Scene::new(view)).boxed();
    let session = other.open(&mut Rng::new(0));
    heap().player(EngineKind::Best).think(&*session, &Limits::nodes(10), &mut |_| {});
}
