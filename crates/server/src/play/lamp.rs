//! The lamp: whether a game is still won, drawn or lost for the reader, where that is known exactly.

use std::time::{Duration, Instant};

use damier_core::{Lang, Side, Text};
use damier_search::{Limits, Value};
use damier_table::{ExactPosition, Reach, Session, exact_position, words};
use serde::Serialize;

use crate::play::stored::StoredGame;
use crate::rooms::analysis::worth::for_other_side;

/// The nodes that a game's solver may search: the answer to a move waits for it.
const SOLVER_NODES: u64 = 20_000;
/// The nodes that the engine may search to prove a result.
const ENGINE_NODES: u64 = 1_500;
/// The time for both.
const TIME: Duration = Duration::from_millis(80);

/// What the lamp shows.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LampView {
    /// `win`, `draw` or `loss` if it is proven; nothing where it is unknown.
    #[cfg_attr(test, ts(type = "\"win\" | \"draw\" | \"loss\" | null"))]
    pub exact: Option<&'static str>,
    /// The same in words.
    pub words: String,
}

impl LampView {
    /// Looks at the position in which a session stands; `None` if the game is over there, or is not one for a lamp: a solitaire,
    /// or one between people who do not sit together.
    pub fn of(stored: &StoredGame, lang: Lang) -> Option<LampView> {
        let session = &*stored.session;
        if session.outcome().is_some() || !stored.may_be_helped() || session.seats().len() < 2 {
            return None;
        }
        let turn = session.seats()[session.to_move().index()].side;
        // At one screen the lamp is for whoever is to move.
        let side = stored.own_side().unwrap_or(turn);
        let value = proved(stored).map(|value| if side == turn { value } else { for_other_side(value, 0) });
        let own = stored.own_side().is_some();
        Some(LampView { exact: value.and_then(Value::exact), words: say(session, value, side, own, lang) })
    }
}

/// Returns what the position is worth to the player to move, if that is proved.
fn proved(stored: &StoredGame) -> Option<Value> {
    let begun = Instant::now();
    let stop = || begun.elapsed() >= TIME;
    let reach = Reach {
        solver: Some(Limits { stop: &stop, ..Limits::nodes(SOLVER_NODES) }),
        engine: Limits { stop: &stop, ..Limits::nodes(ENGINE_NODES) },
    };
    let value = match exact_position(&*stored.game, &*stored.session, &reach) {
        ExactPosition::Values(moves) => moves.first()?.value,
        ExactPosition::Score(solved) => match solved.score {
            0 => Value::Draw,
            1.. => Value::Win(0),
            _ => Value::Loss(0),
        },
        ExactPosition::Advice(advice) => advice.moves.first()?.value,
    };
    value.exact().map(|_| value)
}

fn say(session: &dyn Session, value: Option<Value>, side: Side, own: bool, lang: Lang) -> String {
    let name = words::side(session.seats(), side, lang);
    let text = match value {
        Some(Value::Win(_)) if own => Text::new("Gagné pour vous", "Won for you"),
        Some(Value::Loss(_)) if own => Text::new("Perdu pour vous", "Lost for you"),
        Some(Value::Win(_)) => return Text::new("Gagné pour ", "Won for ").get(lang).to_string() + &name,
        Some(Value::Loss(_)) => return Text::new("Perdu pour ", "Lost for ").get(lang).to_string() + &name,
        Some(Value::Draw) => Text::new("Nul", "A draw"),
        Some(Value::Estimate(_)) | None => Text::new("Inconnu", "Unknown"),
    };
    text.get(lang).to_string()
}
