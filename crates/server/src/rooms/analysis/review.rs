//! The review of a game: the value of every position, and the moves that were mistakes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use damier_core::{Fault, Lang, Seat, Side, Verdict};
use damier_search::{Limits, Value};
use damier_table::{AnyGame, EngineKind, Player, Session};
use serde::Serialize;

use super::worth::{Worth, for_other_side};
use crate::app::App;
use crate::play::pool::Pool;
use crate::play::view::go_back;
use crate::web::error::{HttpError, OrStatus};
use crate::web::events::{Disconnected, EventSender, Events};
use crate::web::extract::Query;
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;

/// The longest game that is reviewed, in moves.
const MOST_MOVES: usize = 600;
/// The budgets for a position, and for one where a mistake is suspected.
const BUDGETS: [PositionBudget; 2] = [
    PositionBudget { nodes: 4_000, time: Duration::from_millis(800) },
    PositionBudget { nodes: 20_000, time: Duration::from_millis(4_000) },
];
/// The loss of expected result from which a move is doubtful.
const DOUBTFUL: f64 = 0.15;
/// The loss of expected result from which a move is bad.
const BAD: f64 = 0.35;
/// The longest refutation, in plies.
const LONGEST_LINE: usize = 12;

#[derive(Clone, Copy)]
struct PositionBudget {
    nodes: u64,
    time: Duration,
}

/// The value of a position of the game, for the graph.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GraphPoint {
    /// The number of plies played.
    ply: usize,
    /// The value for the first player.
    #[serde(flatten)]
    worth: Worth,
}

/// A move that was a mistake.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mistake {
    /// Its number in the game, from 1.
    ply: usize,
    /// `?` for a doubtful move, `??` for a bad one.
    mark: &'static str,
    /// The name of the seat that made it.
    seat: &'static str,
    /// The text of the move.
    played: String,
    /// The text of a better move.
    better: String,
    /// The value of the better move for the player.
    had: Worth,
    /// The value of the move played for the player.
    has: Worth,
    /// The moves that refute it, beginning with the answer to it.
    line: Vec<String>,
    /// The name of the seat that answers.
    answerer: &'static str,
}

/// Reviews a line of play. Events: `queue` while it waits for a thread, `point` for every position, `mistake` for every
/// mistake, and finally `done`, `busy` or `failed`.
pub async fn review(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<LineAddress>,
) -> Result<Events, HttpError> {
    let OpenLine { game, mut session } = app.rules(move |app| line.open(app).or_bad_request()).await?;
    let moves = session.moves().to_vec();
    if moves.len() > MOST_MOVES {
        return Err(HttpError::bad_request(Fault::new(
            format!("Trop long à revoir : {MOST_MOVES} coups au plus."),
            format!("Too long to look through: at most {MOST_MOVES} moves."),
        )));
    }
    go_back(&mut *session, 0);
    let (sender, events) = EventSender::open(reader.lang);
    let (engines, lang) = (app.engines, reader.lang);
    let reviewer = Reviewer { player: game.player(EngineKind::Best), game, session, before: None, lang };
    // If the reader has left, that is no error.
    tokio::spawn(async move {
        let _: Result<(), Disconnected> = send_review(&engines, reviewer, moves, &sender).await;
    });
    Ok(events)
}

/// Judges the moves one by one and sends the results. Each move waits anew for a thread, so that others get their turn.
async fn send_review(
    engines: &Pool,
    reviewer: Reviewer,
    moves: Vec<String>,
    sender: &EventSender,
) -> Result<(), Disconnected> {
    let (mut reviewer, mut mistakes) = (reviewer, 0);
    let mut next = None;
    let mut moves = moves.into_iter();
    loop {
        if engines.queue() > 0 {
            sender.send("queue", &engines.queue()).await?;
        }
        let work = engines.run(move || {
            let found = reviewer.judge_next(next.as_deref());
            (reviewer, found)
        });
        let done = tokio::select! {
            done = work => done,
            () = sender.disconnected() => return Err(Disconnected),
        };
        let found = match done {
            Ok((back, found)) => {
                reviewer = back;
                found
            }
            Err(error) => return sender.report_error(&error).await,
        };
        sender.send("point", &found.point).await?;
        if let Some(mistake) = found.mistake {
            mistakes += 1;
            sender.send("mistake", &mistake).await?;
        }
        next = moves.next();
        if next.is_none() {
            return sender.send("done", &mistakes).await;
        }
    }
}

/// A review in progress.
struct Reviewer {
    game: Arc<dyn AnyGame>,
    player: Box<dyn Player>,
    session: Box<dyn Session>,
    /// The assessment of the position before the last move.
    before: Option<Assessment>,
    lang: Lang,
}

/// The result for one position.
struct Finding {
    point: GraphPoint,
    mistake: Option<Mistake>,
}

/// The assessment of a position.
#[derive(Clone, Debug)]
struct Assessment {
    /// The seat whose turn it is.
    seat: Seat,
    side: Side,
    /// Whether the game has only one seat.
    alone: bool,
    /// The value for the player to move.
    value: Value,
    /// The expected line, beginning with the best move.
    line: Vec<String>,
}

impl Assessment {
    /// Returns the value for a side, this many plies earlier.
    fn value_for(&self, side: Side, plies: u32) -> Value {
        if side == self.side {
            // Two conversions give the value for the same player, this many plies earlier.
            return for_other_side(for_other_side(self.value, plies), 0);
        }
        for_other_side(self.value, plies)
    }
}

impl Reviewer {
    /// Plays the next move, if there is one, and judges it and the position.
    fn judge_next(&mut self, next: Option<&str>) -> Finding {
        let mut mistake = None;
        if let Some(text) = next {
            self.session.play(text).expect("the line was played before");
        }
        let mut assessment = self.assess(BUDGETS[0]);
        if let (Some(text), Some(before)) = (next, self.before.take())
            && mark(&before, &assessment, text).is_some()
        {
            // The suspected mistake is checked with a larger budget.
            self.session.undo();
            let before = self.assess(BUDGETS[1]);
            self.session.play(text).expect("it was played before");
            assessment = self.assess(BUDGETS[1]);
            mistake =
                mark(&before, &assessment, text).map(|mark| self.mistake(mark, &before, &assessment, text));
        }
        let worth = Worth::of(assessment.value_for(Side::First, 0), self.lang);
        self.before = Some(assessment);
        Finding { point: GraphPoint { ply: self.session.moves().len(), worth }, mistake }
    }

    fn mistake(&self, mark: &'static str, before: &Assessment, after: &Assessment, text: &str) -> Mistake {
        let better = before.line.first().cloned().unwrap_or_default();
        let seat = self.session.seats()[before.seat.index()].name.get(self.lang);
        let had = Worth::of(before.value, self.lang);
        let has = Worth::of(after.value_for(before.side, 1), self.lang);
        let mut line = best_line(&*self.game, &*self.session);
        if line.is_empty() {
            line = after.line.clone();
        }
        let (ply, played) = (self.session.moves().len(), text.to_string());
        let answerer = self.session.seats()[self.session.to_move().index()].name.get(self.lang);
        Mistake { answerer, ply, mark, seat, played, better, had, has, line }
    }

    /// Says what the position is worth: by the rules, exactly where that is known, or else as the engine thinks.
    fn assess(&mut self, effort: PositionBudget) -> Assessment {
        let session = &*self.session;
        let seat = session.to_move();
        let (side, alone) = (session.seats()[seat.index()].side, session.seats().len() == 1);
        if let Some(outcome) = session.outcome() {
            let value = match outcome.verdict {
                Verdict::Win(winner) if winner != side => Value::Loss(0),
                Verdict::Win(_) | Verdict::Solved => Value::Win(0),
                Verdict::Draw => Value::Draw,
            };
            return Assessment { seat, side, alone, value, line: Vec::new() };
        }
        if let Some(best) = session.values().and_then(|values| values.into_iter().next()) {
            return Assessment { seat, side, alone, value: best.value, line: vec![best.text] };
        }
        let begun = Instant::now();
        let stop = || begun.elapsed() >= effort.time;
        let limits = Limits { stop: &stop, ..Limits::nodes(effort.nodes) };
        let advice = self.player.think(session, &limits, &mut |_| {});
        let value = advice.moves.first().map_or(Value::Estimate(0.5), |best| best.value);
        let mut line = advice.pv;
        line.truncate(LONGEST_LINE);
        Assessment { seat, side, alone, value, line }
    }
}

/// Marks a move by what it costs its player. The move that the engine prefers is not marked, unless its loss is proven.
fn mark(before: &Assessment, after: &Assessment, played: &str) -> Option<&'static str> {
    let (had, has) = (before.value, after.value_for(before.side, 1));
    let proven = had.exact().is_some() && has.exact().is_some();
    if !proven && before.line.first().is_some_and(|best| best == played) {
        return None;
    }
    // In a solitaire a mistake costs only moves.
    if before.alone {
        let (had, has) = (had.plies()?, has.plies()?);
        return (has > had).then_some("?");
    }
    let lost = had.expectation() - has.expectation();
    match lost {
        _ if lost > BAD => Some("??"),
        _ if lost > DOUBTFUL => Some("?"),
        _ => None,
    }
}

/// Returns the line of best moves by exact values; empty if those are not known.
fn best_line(game: &dyn AnyGame, session: &dyn Session) -> Vec<String> {
    let Ok(mut session) = game.resume(&session.position()) else { return Vec::new() };
    let mut line = Vec::new();
    while line.len() < LONGEST_LINE
        && let Some(best) = session.values().and_then(|values| values.into_iter().next())
        && session.play(&best.text).is_ok()
    {
        line.push(best.text);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assessment(side: Side, value: Value, best: &str) -> Assessment {
        let seat = Seat(u8::from(side == Side::Second));
        Assessment { seat, side, alone: false, value, line: vec![best.to_string()] }
    }

    #[test]
    fn moves_are_marked_by_what_they_cost() {
        let marked = |had: Value, has: Value| {
            // `has` is the mover's value; the assessment after the move holds the other side's.
            mark(
                &assessment(Side::First, had, "a1"),
                &assessment(Side::Second, for_other_side(has, 0), "b2"),
                "c3",
            )
        };
        assert_eq!(marked(Value::Estimate(0.6), Value::Estimate(0.5)), None);
        assert_eq!(marked(Value::Estimate(0.6), Value::Estimate(0.44)), Some("?"));
        assert_eq!(marked(Value::Estimate(0.6), Value::Estimate(0.24)), Some("??"));
        assert_eq!(marked(Value::Win(5), Value::Draw), Some("??"));
        assert_eq!(marked(Value::Draw, Value::Loss(4)), Some("??"));
        assert_eq!(marked(Value::Win(5), Value::Win(9)), None, "it still wins");
        assert_eq!(marked(Value::Loss(8), Value::Loss(2)), None, "it was lost");
    }

    #[test]
    fn the_judges_own_move_is_no_mistake_unless_it_is_proven() {
        let lost = assessment(Side::Second, Value::Win(4), "b2");
        assert_eq!(mark(&assessment(Side::First, Value::Estimate(0.6), "a1"), &lost, "a1"), None);
        assert_eq!(mark(&assessment(Side::First, Value::Estimate(0.6), "a1"), &lost, "b1"), Some("??"));
    }

    #[test]
    fn who_plays_alone_loses_moves() {
        let alone = |value| Assessment { alone: true, ..assessment(Side::First, value, "a1") };
        assert_eq!(mark(&alone(Value::Win(9)), &alone(Value::Win(8)), "b2"), None);
        assert_eq!(mark(&alone(Value::Win(9)), &alone(Value::Win(9)), "b2"), Some("?"));
    }

    #[test]
    fn who_moves_twice_keeps_what_he_has() {
        let same = assessment(Side::First, Value::Win(3), "b2");
        assert_eq!(same.value_for(Side::First, 1), Value::Win(4));
        assert_eq!(same.value_for(Side::Second, 1), Value::Loss(4));
        assert_eq!(mark(&assessment(Side::First, Value::Win(4), "a1"), &same, "a1"), None);
    }
}
