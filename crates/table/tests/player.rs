//! What a player adds to the engine it is made of, shown by a toy game and an engine that knows nothing.
//!
//! In the toy, players take one or two counters from a heap; whoever takes the last one wins.

#![allow(clippy::unwrap_used)]

use damier_core::{Fault, Flow, Game, Outcome, Reason, Rng, Seat, SeatInfo, Side, TWO_SEATS};
use damier_scene::{Scene, View};
use damier_search::{Limits, Mind, Path, Rated, Thought, Value};
use damier_table::{Kit, Spec, Style};

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

fn best(left: &str, limits: &Limits) -> (String, Value) {
    let spec: Spec = "heap".parse().unwrap();
    let game = Kit::new(&spec, Heap, |_, _, view: &View| Scene::new(view)).mind(|_| Box::new(Lazy)).boxed();
    let session = game.resume(left).unwrap();
    let advice = game.player(Style::Best).think(&*session, limits, &mut |_| {});
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
