//! Abilities of a game, in whatever order they are given, and the table that everybody shares, shown by a toy game.
//!
//! In the toy, players take one, two or three counters from a heap; whoever takes the last one wins.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use damier_core::{Fault, Flow, Game, Indexed, Outcome, Reason, Rng, Seat, SeatInfo, Side, TWO_SEATS};
use damier_scene::{Scene, View};
use damier_search::{Features, Limits, Mind, MoveHints, Path, Rated, Thought, Value};
use damier_table::{AnyGame, Claim, EngineKind, Kit, Quest, Recipe, Spec, TuningPlan};

static LAST: Reason = Reason::new("last", "Dernier pion", "Last counter");

/// The most counters.
const MOST: u8 = 20;

#[derive(Default)]
struct Heap {
    /// How often the game was solved: whoever does so asks for every number, 0 among them.
    solved: Arc<AtomicUsize>,
}

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
        (1..=left.0.min(3)).try_for_each(visit)
    }

    fn play(&self, left: &mut Left, taken: u8) {
        *left = (left.0 - taken, left.1.other());
    }

    fn outcome(&self, left: &Left) -> Option<Outcome> {
        (left.0 == 0).then(|| Outcome::win(left.1.other(), &LAST))
    }

    fn key(&self, left: &Left) -> u64 {
        damier_core::board::zobrist::feature(77, self.index(left) as usize)
    }

    fn write_move(&self, _left: &Left, taken: u8, out: &mut String) {
        out.push_str(&taken.to_string());
    }

    fn write_position(&self, left: &Left, out: &mut String) {
        out.push_str(&left.0.to_string());
    }

    fn parse_position(&self, text: &str) -> Result<Left, Fault> {
        let left = text.parse().ok().filter(|&left| left <= MOST);
        left.map(|left| (left, Side::First)).ok_or_else(|| Fault::new("un nombre", "a number"))
    }
}

impl Indexed for Heap {
    const SYMMETRIC: bool = false;

    fn size(&self) -> u64 {
        2 * (u64::from(MOST) + 1)
    }

    fn index(&self, left: &Left) -> u64 {
        u64::from(left.0) * 2 + left.1.index() as u64
    }

    fn unindex(&self, number: u64) -> Option<Left> {
        if number == 0 {
            self.solved.fetch_add(1, Ordering::Relaxed);
        }
        Some(((number / 2) as u8, if number.is_multiple_of(2) { Side::First } else { Side::Second }))
    }
}

/// Thinks that a move is worth this much, whichever it is.
struct Fixed(f64);

impl Mind<Heap> for Fixed {
    fn think(
        &mut self,
        game: &Heap,
        path: &Path<Heap>,
        _limits: &Limits,
        _watch: &mut dyn FnMut(&Thought<u8>),
    ) -> Thought<u8> {
        let rated = |mv| Rated { mv, value: Value::Estimate(self.0) };
        let moves = game.moves(path.position()).into_iter().map(rated).collect();
        Thought { moves, pv: Vec::new(), nodes: 1, depth: 0 }
    }

    fn forget(&mut self) {}
}

/// Adds a tenth to what another engine thinks of every move.
struct Hopeful(Box<dyn Mind<Heap>>);

impl Mind<Heap> for Hopeful {
    fn think(
        &mut self,
        game: &Heap,
        path: &Path<Heap>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought<u8>),
    ) -> Thought<u8> {
        let mut thought = self.0.think(game, path, limits, watch);
        for rated in &mut thought.moves {
            rated.value = Value::Estimate(rated.value.expectation() + 0.1);
        }
        thought
    }

    fn forget(&mut self) {}
}

/// One feature: what is left beyond a multiple of four.
#[derive(Clone)]
struct Rest;

impl Features<Heap> for Rest {
    fn count(&self, _game: &Heap) -> usize {
        1
    }

    fn name(&self, _game: &Heap, _weight: usize) -> String {
        "rest".to_string()
    }

    fn measure(&self, _game: &Heap, left: &Left, add: &mut impl FnMut(usize, i32)) {
        add(0, i32::from(left.0 % 4));
    }
}

impl MoveHints<Heap> for Rest {}

const WEIGHTS: &str = "rest 10\n";

fn kit() -> Kit<Heap> {
    let spec: Spec = "heap".parse().unwrap();
    Kit::new(&spec, Heap::default(), |_, _, view: &View| Scene::new(view))
}

fn fixed(_game: &Heap) -> Box<dyn Mind<Heap>> {
    Box::new(Fixed(0.4))
}

fn hopeful(inner: Box<dyn Mind<Heap>>) -> Box<dyn Mind<Heap>> {
    Box::new(Hopeful(inner))
}

#[test]
fn abilities_do_not_depend_on_their_order() {
    let games = [
        kit().engine(fixed).tuner(Rest, WEIGHTS).wrap_engine(hopeful).indexed(),
        kit().wrap_engine(hopeful).engine(fixed).indexed().tuner(Rest, WEIGHTS),
        kit().tuner(Rest, WEIGHTS).indexed().wrap_engine(hopeful).engine(fixed),
        kit().indexed().wrap_engine(hopeful).tuner(Rest, WEIGHTS).engine(fixed),
    ];
    let plan = TuningPlan { rounds: 1, games: 2, nodes: 10, opening: 1, ..TuningPlan::default() };
    for game in games.map(Kit::boxed) {
        let session = game.resume("6").unwrap();
        // With so few nodes nothing is proved beside the engine.
        let advice = game.player(EngineKind::Best).think(&*session, &Limits::nodes(5), &mut |_| {});
        assert_eq!(advice.moves[0].value, Value::Estimate(0.5), "the engine, and the one around it");
        let learned = game.tune(&plan, &mut |_| {}).expect("there is a tuner");
        assert!(String::from_utf8(learned).unwrap().starts_with("rest "));
        assert_eq!(game.table_size(), Some(42));
    }
}

#[test]
fn a_linear_engine_has_its_tuner() {
    let game = kit().linear(Rest, WEIGHTS).boxed();
    let plan = TuningPlan { rounds: 1, games: 2, nodes: 10, opening: 1, ..TuningPlan::default() };
    assert!(game.tune(&plan, &mut |_| {}).is_some());
    assert!(kit().boxed().tune(&plan, &mut |_| {}).is_none());
}

#[test]
#[should_panic(expected = "engine is given twice")]
fn two_engines_are_one_too_many() {
    let _ = kit().linear(Rest, WEIGHTS).engine(fixed);
}

#[test]
#[should_panic(expected = "engine is given twice")]
fn so_are_they_in_the_other_order() {
    let _ = kit().engine(fixed).linear(Rest, WEIGHTS);
}

#[test]
#[should_panic(expected = "knows exactly is given twice")]
fn a_game_is_known_in_one_way() {
    let _ = kit().exact().knows_all();
}

#[test]
#[should_panic(expected = "an exact game plays by its table")]
fn an_exact_game_has_no_other_engine() {
    kit().engine(fixed).exact().boxed();
}

#[test]
#[should_panic(expected = "no engine that knows all")]
fn plain_search_does_not_know_all() {
    kit().knows_all().boxed();
}

#[test]
fn one_table_serves_players_sessions_and_problems() {
    let solved = Arc::new(AtomicUsize::new(0));
    let spec: Spec = "heap".parse().unwrap();
    let heap = Heap { solved: Arc::clone(&solved) };
    let recipe = Recipe::new("", &[""], Claim::Ever, &[3]);
    let kit = Kit::new(&spec, heap, |_, _, view: &View| Scene::new(view)).exact().problems(recipe);
    let game: Box<dyn AnyGame> = kit.boxed();
    assert!(game.is_exact());
    assert_eq!(solved.load(Ordering::Relaxed), 0, "nobody has asked");
    let session = || game.resume("7").unwrap();
    let think = || game.player(EngineKind::Best).think(&*session(), &Limits::nodes(1), &mut |_| {});
    let (one, other) = std::thread::scope(|scope| {
        let other = scope.spawn(think);
        (think(), other.join().unwrap())
    });
    // Multiples of four are lost: from 7 one takes 3, and the last counter goes at the third ply.
    assert_eq!((one.moves[0].text.as_str(), one.moves[0].value), ("3", Value::Win(3)));
    assert_eq!(one, other);
    assert_eq!(session().values().unwrap(), one.moves);
    let problems = game.problems().unwrap();
    let made =
        (0..20).find_map(|seed| problems.make(&[Quest::win(3)], &mut Rng::new(seed))).expect("a problem");
    assert_eq!(problems.check(&made), Ok(()));
    assert_eq!(solved.load(Ordering::Relaxed), 1);
}
