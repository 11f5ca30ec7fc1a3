//! What one does in a game: moves, takes back, ends it, plays again. Forms and scripts send the same.

use axum::Router;
use axum::extract::{Form, Path};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use damier_core::{Fault, Outcome, Seat};
use damier_store::{Store, Trouble};
use damier_table::{AGREED, RESIGNED};
use serde::Deserialize;

use crate::app::{App, now};
use crate::engines::{self, read_level};
use crate::error::Problem;
use crate::live::{self, HUMAN, Live, write_end};
use crate::reader::Reader;
use crate::thinking::{self, Stage};

/// Returns the routes.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/play/{id}/move", post(play))
        .route("/play/{id}/engine", post(engine))
        .route("/play/{id}/hurry", post(hurry))
        .route("/play/{id}/undo", post(undo))
        .route("/play/{id}/redo", post(redo))
        .route("/play/{id}/resign", post(resign))
        .route("/play/{id}/draw", post(draw))
        .route("/play/{id}/again", post(again))
}

/// Who does something, and in which game.
pub struct Doer {
    app: App,
    id: String,
    reader: Reader,
    live: Live,
}

impl axum::extract::FromRequestParts<App> for Doer {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut axum::http::request::Parts, app: &App) -> Result<Doer, Response> {
        let Path(id) =
            Path::<String>::from_request_parts(parts, app).await.map_err(IntoResponse::into_response)?;
        let Ok(reader) = Reader::from_request_parts(parts, app).await;
        let found = Live::find(app, &id, &reader, &parts.headers).await;
        let live = found.map_err(IntoResponse::into_response)?;
        Ok(Doer { app: app.clone(), id, reader, live })
    }
}

impl Doer {
    fn ours(&self, error: &dyn std::fmt::Display) -> Problem {
        Problem::ours(&self.reader, error)
    }

    fn bad(&self, fr: &'static str, en: &'static str) -> Problem {
        Problem::bad(&self.reader, &Fault::new(fr, en))
    }

    fn check_seated(&self) -> Result<(), Problem> {
        if self.live.own().is_empty() {
            return Err(self.bad("Vous ne jouez pas dans cette partie.", "You do not play in this game."));
        }
        Ok(())
    }

    async fn append(self, ply: u32, text: &str) -> Result<Response, Problem> {
        let Doer { app, id, reader, .. } = self;
        app.store.append(&id, ply, text, now()).await.map_err(|trouble| match trouble {
            Trouble::Gap(_) | Trouble::Taken(_) => Problem::bad(
                &reader,
                &Fault::new(
                    "La partie a continué ailleurs : rechargez la page.",
                    "The game has gone on elsewhere: reload the page.",
                ),
            ),
            other => Problem::ours(&reader, &other),
        })?;
        Ok(back(&id, &reader))
    }

    async fn end(self, outcome: &Outcome) -> Result<Response, Problem> {
        let Doer { app, id, reader, live } = self;
        let over = live.session.outcome().is_some();
        drop(live);
        if !over {
            let done = app.store.end(&id, &write_end(outcome)).await;
            done.map_err(|trouble| Problem::ours(&reader, &trouble))?;
        }
        Ok(back(&id, &reader))
    }
}

/// Leads back to a game's page; a script knows where it is.
fn back(id: &str, reader: &Reader) -> Response {
    if reader.script {
        return StatusCode::NO_CONTENT.into_response();
    }
    Redirect::to(&format!("/play/{id}")).into_response()
}

/// A move that is sent.
#[derive(Debug, Deserialize)]
pub struct Sent {
    /// The number of the ply, from 0 on.
    ply: u32,
    /// Its text.
    text: String,
}

/// Plays a move for the reader.
pub async fn play(mut doer: Doer, Form(sent): Form<Sent>) -> Result<Response, Problem> {
    let live = &mut doer.live;
    if live.plies() == sent.ply {
        if !live.holds(live.session.to_move()) || live.session.outcome().is_some() {
            return Err(doer.bad("Ce n'est pas à vous de jouer.", "It is not your turn."));
        }
        live.session.play(sent.text.trim()).map_err(|fault| Problem::bad(&doer.reader, &fault))?;
    }
    doer.append(sent.ply, sent.text.trim()).await
}

/// Lets the computer move, if it is its turn.
pub async fn engine(doer: Doer) -> Result<Response, Problem> {
    let Doer { app, id, reader, live } = doer;
    let Some(agent) = live.engine() else { return Ok(back(&id, &reader)) };
    let level = read_level(agent).map_err(|fault| Problem::ours(&reader, &fault))?;
    let stage = app.thinking.begin(&app, &id, live, level);
    match thinking::end(stage).await {
        Stage::Busy => Err(Problem::busy(&reader)),
        Stage::Failed(why) => Err(Problem::ours(&reader, &why)),
        _ => Ok(back(&id, &reader)),
    }
}

/// Has the computer move at once, with what it has found so far. In a game between computers everybody may.
pub async fn hurry(doer: Doer) -> Result<Response, Problem> {
    if doer.live.kept.game.seats.iter().any(|seated| seated.agent == HUMAN) {
        doer.check_seated()?;
    }
    doer.app.thinking.hurry(&doer.id);
    Ok(back(&doer.id, &doer.reader))
}

/// Takes back to the reader's last decision: his own last move, and what was answered.
pub async fn undo(mut doer: Doer) -> Result<Response, Problem> {
    doer.check_seated()?;
    if doer.live.kept.game.clock.is_some() {
        return Err(
            doer.bad("On ne reprend pas ses coups à la pendule.", "With a clock no move is taken back.")
        );
    }
    let live = &mut doer.live;
    while live.session.undo().is_some_and(|_| !live.holds(live.session.to_move())) {}
    let plies = live.session.moves().len() as u32;
    let done = doer.app.store.take_back(&doer.id, plies).await;
    done.map_err(|trouble| Problem::ours(&doer.reader, &trouble))?;
    Ok(back(&doer.id, &doer.reader))
}

/// Plays again what was taken back, up to the reader's next decision.
pub async fn redo(mut doer: Doer) -> Result<Response, Problem> {
    doer.check_seated()?;
    let first = doer.live.plies();
    let mut again = Vec::new();
    for text in std::mem::take(&mut doer.live.kept.undone) {
        doer.live.session.play(&text).map_err(|fault| doer.ours(&fault))?;
        again.push(text);
        if doer.live.holds(doer.live.session.to_move()) {
            break;
        }
    }
    let Doer { app, id, reader, .. } = doer;
    for (text, ply) in again.iter().zip(first..) {
        let done = app.store.append(&id, ply, text, now()).await;
        done.map_err(|trouble| Problem::ours(&reader, &trouble))?;
    }
    Ok(back(&id, &reader))
}

/// Ends the game for the reader: he resigns.
pub async fn resign(doer: Doer) -> Result<Response, Problem> {
    doer.check_seated()?;
    let live = &doer.live;
    // In a game between people at one screen, the one whose turn it is resigns.
    let turn = live.session.to_move();
    let seat: Seat = if live.holds(turn) { turn } else { live.own()[0] };
    let side = live.session.seats()[seat.index()].side;
    doer.end(&Outcome::win(side.other(), &RESIGNED)).await
}

/// Ends the game as a draw: people at one screen agree; the computer agrees where it does not think itself better.
pub async fn draw(doer: Doer) -> Result<Response, Problem> {
    doer.check_seated()?;
    let levels: Vec<usize> =
        doer.live.kept.game.seats.iter().filter_map(|seated| read_level(&seated.agent).ok()).collect();
    if let Some(&level) = levels.iter().max() {
        let mover = doer.live.session.to_move();
        let own = doer.live.holds(mover);
        let (game, session) = (doer.live.game.clone(), doer.live.game.resume(&doer.live.session.position()));
        let session = session.map_err(|fault| doer.ours(&fault))?;
        let nodes = game.levels()[level - 1].nodes.max(2_000);
        let hope = doer.app.engines.work(move || engines::hope(&*game, &*session, nodes)).await;
        let hope = hope.map_err(|_| Problem::busy(&doer.reader))?;
        let computer = if own { 1.0 - hope } else { hope };
        if computer > 0.55 {
            return Err(doer.bad(
                "L'ordinateur refuse : il se croit mieux.",
                "The computer declines: it thinks it stands better.",
            ));
        }
    }
    doer.end(&Outcome::draw(&AGREED)).await
}

/// How a game is played again.
#[derive(Debug, Deserialize)]
pub struct Again {
    /// So many levels higher, or lower.
    #[serde(default)]
    step: i64,
}

/// Begins the same game anew, with sides exchanged, perhaps at another level.
pub async fn again(doer: Doer, Form(Again { step }): Form<Again>) -> Result<Response, Problem> {
    let kept = &doer.live.kept.game;
    let mut agents: Vec<String> = kept.seats.iter().map(|seated| seated.agent.clone()).collect();
    for agent in agents.iter_mut().filter(|agent| *agent != HUMAN) {
        if let Ok(level) = read_level(agent) {
            *agent = format!("level:{}", (level as i64 + step.signum()).clamp(1, 8));
        }
    }
    let seats = agents.len();
    agents.rotate_right(1.min(seats - 1));
    let new = live::begin(&*doer.live.game, Some(&kept.start), &agents, kept.clock);
    let new = new.map_err(|fault| doer.ours(&fault))?;
    let done = doer.app.store.begin(&new).await;
    done.map_err(|trouble| Problem::ours(&doer.reader, &trouble))?;
    let cookie = live::seats_cookie(&new);
    Ok(([(header::SET_COOKIE, cookie)], Redirect::to(&format!("/play/{}", new.id))).into_response())
}
