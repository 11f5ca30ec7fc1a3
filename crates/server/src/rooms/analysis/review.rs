//! A game looked through: what every position of it is worth, and which moves were mistakes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use damier_core::{Fault, Lang, Seat, Side, Verdict};
use damier_search::{Limits, Value};
use damier_table::{AnyGame, EngineKind, Player, Session};
use serde::Serialize;

use super::worth::{Worth, turned};
use crate::app::App;
use crate::play::pool::Pool;
use crate::play::view::go_back;
use crate::web::error::{HttpError, OrStatus};
use crate::web::events::{Disconnected, EventSender, Events};
use crate::web::extract::Query;
use crate::web::line_address::{LineAddress, OpenLine};
use crate::web::reader::Reader;

/// Longer games are not looked through.
const MOST_MOVES: usize = 600;
/// How much is thought about a position, and about one where a mistake is suspected.
const BUDGETS: [PositionBudget; 2] = [
    PositionBudget { nodes: 4_000, time: Duration::from_millis(800) },
    PositionBudget { nodes: 20_000, time: Duration::from_millis(4_000) },
];
/// By how much the expected result of whoever moves falls in a doubtful move, and in a bad one.
const DOUBTFUL: f64 = 0.15;
const BAD: f64 = 0.35;
/// No refutation is longer, in plies.
const LONGEST_LINE: usize = 12;

#[derive(Clone, Copy)]
struct PositionBudget {
    nodes: u64,
    time: Duration,
}

/// What a position of the game is worth, as the graph shows it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Point {
    /// After so many plies.
    ply: usize,
    /// To the first player.
    #[serde(flatten)]
    worth: Worth,
}

/// A move that was a mistake.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mistake {
    /// The ply that it made: 1 for the first move.
    ply: usize,
    /// `?` or `??`.
    mark: &'static str,
    /// Who made it.
    seat: &'static str,
    /// The move itself.
    played: String,
    /// The one that was better.
    better: String,
    /// What whoever had the choice had by the better one.
    had: Worth,
    /// What he has by the one that was played.
    has: Worth,
    /// How it is punished: the moves that follow it.
    line: Vec<String>,
}

/// Looks through a line of play. Events: `queue` while it waits for its turn, `point` for every position, `mistake` for
/// every mistake, and at last `done`, `busy` or `failed`.
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
    let (outlet, events) = EventSender::open();
    let (engines, lang) = (app.engines, reader.lang);
    let judge = Reviewer { player: game.player(EngineKind::Best), game, session, before: None, lang };
    // Who has left hears nothing: that is no error.
    tokio::spawn(async move {
        let _: Result<(), Disconnected> = tell(&engines, judge, moves, &outlet).await;
    });
    Ok(events)
}

/// Goes through the moves, each in its turn among all who wait for an engine.
async fn tell(
    engines: &Pool,
    judge: Reviewer,
    moves: Vec<String>,
    outlet: &EventSender,
) -> Result<(), Disconnected> {
    let (mut judge, mut mistakes) = (judge, 0);
    let mut next = None;
    let mut moves = moves.into_iter();
    loop {
        if engines.queue() > 0 {
            outlet.send("queue", &engines.queue()).await?;
        }
        let work = engines.run(move || {
            let found = judge.go_on(next.as_deref());
            (judge, found)
        });
        let done = tokio::select! {
            done = work => done,
            () = outlet.left() => return Err(Disconnected),
        };
        let found = match done {
            Ok((back, found)) => {
                judge = back;
                found
            }
            Err(error) => return outlet.refuse(&error).await,
        };
        outlet.send("point", &found.point).await?;
        if let Some(mistake) = found.mistake {
            mistakes += 1;
            outlet.send("mistake", &mistake).await?;
        }
        next = moves.next();
        if next.is_none() {
            return outlet.send("done", &mistakes).await;
        }
    }
}

/// Who looks through a game, and how far he is.
struct Reviewer {
    game: Arc<dyn AnyGame>,
    player: Box<dyn Player>,
    session: Box<dyn Session>,
    /// What he thinks of the position before the last move.
    before: Option<Assessment>,
    lang: Lang,
}

/// What he finds at a position.
struct Finding {
    point: Point,
    mistake: Option<Mistake>,
}

/// What somebody thinks of a position.
#[derive(Clone, Debug)]
struct Assessment {
    /// Whose turn it is.
    seat: Seat,
    side: Side,
    /// Whether he plays alone.
    alone: bool,
    /// To him.
    value: Value,
    /// What should follow, the best move first.
    line: Vec<String>,
}

impl Assessment {
    /// Returns the value to a side, so many plies earlier.
    fn to(&self, side: Side, plies: u32) -> Value {
        if side == self.side {
            // Turned twice, it is the same player's, and older.
            return turned(turned(self.value, plies), 0);
        }
        turned(self.value, plies)
    }
}

impl Reviewer {
    /// Plays the next move, if there is one, and judges it and the position.
    fn go_on(&mut self, next: Option<&str>) -> Finding {
        let mut mistake = None;
        if let Some(text) = next {
            self.session.play(text).expect("the line was played before");
        }
        let mut view = self.look(BUDGETS[0]);
        if let (Some(text), Some(before)) = (next, self.before.take())
            && mark(&before, &view, text).is_some()
        {
            // A second look, so that a hasty estimate does not blame anybody.
            self.session.undo();
            let before = self.look(BUDGETS[1]);
            self.session.play(text).expect("it was played before");
            view = self.look(BUDGETS[1]);
            mistake = mark(&before, &view, text).map(|mark| self.mistake(mark, &before, &view, text));
        }
        let worth = Worth::of(view.to(Side::First, 0), self.lang);
        self.before = Some(view);
        Finding { point: Point { ply: self.session.moves().len(), worth }, mistake }
    }

    fn mistake(&self, mark: &'static str, before: &Assessment, after: &Assessment, text: &str) -> Mistake {
        let better = before.line.first().cloned().unwrap_or_default();
        let seat = self.session.seats()[before.seat.index()].name.get(self.lang);
        let had = Worth::of(before.value, self.lang);
        let has = Worth::of(after.to(before.side, 1), self.lang);
        let mut line = best_line(&*self.game, &*self.session);
        if line.is_empty() {
            line = after.line.clone();
        }
        let (ply, played) = (self.session.moves().len(), text.to_string());
        Mistake { ply, mark, seat, played, better, had, has, line }
    }

    /// Says what the position is worth: by the rules, exactly where that is known, or else as the engine thinks.
    fn look(&mut self, effort: PositionBudget) -> Assessment {
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

/// Marks a move by what it costs whoever made it. The move that the judge would have played himself is none, unless what
/// it loses is proven.
fn mark(before: &Assessment, after: &Assessment, played: &str) -> Option<&'static str> {
    let (had, has) = (before.value, after.to(before.side, 1));
    let proven = had.exact().is_some() && has.exact().is_some();
    if !proven && before.line.first().is_some_and(|best| best == played) {
        return None;
    }
    // Who plays alone loses nothing but moves.
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

/// Follows the best moves by their exact values; nowhere where those are not known.
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

    fn view(side: Side, value: Value, best: &str) -> Assessment {
        let seat = Seat(u8::from(side == Side::Second));
        Assessment { seat, side, alone: false, value, line: vec![best.to_string()] }
    }

    #[test]
    fn moves_are_marked_by_what_they_cost() {
        let marked = |had: Value, has: Value| {
            // What the other has after the move.
            mark(&view(Side::First, had, "a1"), &view(Side::Second, turned(has, 0), "b2"), "c3")
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
        let lost = view(Side::Second, Value::Win(4), "b2");
        assert_eq!(mark(&view(Side::First, Value::Estimate(0.6), "a1"), &lost, "a1"), None);
        assert_eq!(mark(&view(Side::First, Value::Estimate(0.6), "a1"), &lost, "b1"), Some("??"));
    }

    #[test]
    fn who_plays_alone_loses_moves() {
        let alone = |value| Assessment { alone: true, ..view(Side::First, value, "a1") };
        assert_eq!(mark(&alone(Value::Win(9)), &alone(Value::Win(8)), "b2"), None);
        assert_eq!(mark(&alone(Value::Win(9)), &alone(Value::Win(9)), "b2"), Some("?"));
    }

    #[test]
    fn who_moves_twice_keeps_what_he_has() {
        let same = view(Side::First, Value::Win(3), "b2");
        assert_eq!(same.to(Side::First, 1), Value::Win(4));
        assert_eq!(same.to(Side::Second, 1), Value::Loss(4));
        assert_eq!(mark(&view(Side::First, Value::Win(4), "a1"), &same, "a1"), None);
    }
}
