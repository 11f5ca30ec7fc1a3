//! The exact value of every move, where a table, an engine that knows all, a solver, or a short search gives it.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use damier_core::Lang;
use damier_search::Limits;
use damier_table::{AnyGame, RatedText, Session, Style};
use serde::Serialize;

use super::worth::{Row, Worth};
use crate::app::App;
use crate::asked::Query;
use crate::engines::Refusal;
use crate::error::Problem;
use crate::line::{Line, Opened};
use crate::reader::Reader;

/// What a game's solver may spend on a position. Endgames are solved so; what comes earlier is given up soon.
const NODES: u64 = 100_000;
/// What the engine may spend on finding that every move is won, drawn or lost.
const THOUGHT: u64 = 5_000;
const TIME: Duration = Duration::from_millis(150);
/// Positions with more moves than this are not solved move by move.
const MOST_MOVES: u64 = 40;

/// The moves of a position with their exact values.
#[derive(Debug, Serialize)]
pub struct Values {
    /// Best first; nothing where they are not known.
    pub moves: Option<Vec<Row>>,
}

/// Answers with the exact values of the last position of a line.
pub async fn values(
    State(app): State<App>,
    reader: Reader,
    Query(line): Query<Line>,
) -> Result<Json<Values>, Problem> {
    let opened = line.open(&app).map_err(|fault| Problem::bad(&reader, &fault))?;
    Ok(Json(Values { moves: known(&app, opened, &reader).await? }))
}

/// Returns the exact values of a session's position, best first; `None` where they are not known.
pub async fn known(app: &App, opened: Opened, reader: &Reader) -> Result<Option<Vec<Row>>, Problem> {
    if opened.session.outcome().is_some() {
        return Ok(None);
    }
    let lang = reader.lang;
    let work = move || {
        let Opened { game, mut session } = opened;
        let exact = exact(&*session, lang).or_else(|| solved(&mut *session, lang));
        exact.or_else(|| searched(&*game, &*session, lang))
    };
    app.engines.work(work).await.map_err(|refusal| match refusal {
        Refusal::Busy => Problem::busy(reader),
        Refusal::Failed => Problem::ours(reader, &"the values failed"),
    })
}

/// Reads the values off a table, or asks an engine that knows them all.
fn exact(session: &dyn Session, lang: Lang) -> Option<Vec<Row>> {
    let rated = session.values()?;
    // An estimate among them would pass for proven.
    let all = rated.iter().all(|rated| rated.value.exact().is_some());
    all.then(|| rated.iter().map(|rated| Row::rated(session, rated, lang)).collect())
}

/// Solves what every move leads to by the game's own solver, if that is soon done.
fn solved(session: &mut dyn Session, lang: Lang) -> Option<Vec<Row>> {
    if session.count() > MOST_MOVES {
        return None;
    }
    let limits = Limits::nodes(NODES);
    session.solve(&limits)?;
    let mover = session.seats()[session.to_move().index()].side;
    let mut rows = Vec::new();
    for text in session.legal() {
        session.play(&text).ok()?;
        let points = match session.outcome() {
            Some(outcome) => outcome.score.map(|scores| {
                let [own, other] = [mover, mover.other()].map(|side| scores[side.index()]);
                own - other
            }),
            None => session.solve(&limits).map(|solved| {
                let same = session.seats()[session.to_move().index()].side == mover;
                if same { solved.score } else { -solved.score }
            }),
        };
        session.undo();
        rows.push((points?, text));
    }
    rows.sort_by_key(|(points, _)| -points);
    Some(rows.iter().map(|(points, text)| Row::new(session, text, Worth::by_points(*points, lang))).collect())
}

/// Lets the engine think for a moment: near the end it may find the result of every move. Its distances are bounds, so that
/// they are not told.
fn searched(game: &dyn AnyGame, session: &dyn Session, lang: Lang) -> Option<Vec<Row>> {
    let begun = Instant::now();
    let stop = || begun.elapsed() >= TIME;
    let limits = Limits { stop: &stop, even: true, ..Limits::nodes(THOUGHT) };
    let advice = game.player(Style::Best).think(session, &limits, &mut |_| {});
    let all = advice.moves.iter().all(|rated| rated.value.exact().is_some());
    let row = |rated: &RatedText| Row::new(session, &rated.text, Worth::result(rated.value, lang));
    all.then(|| advice.moves.iter().map(row).collect())
}
