//! What one does in a game: moves, takes back, ends it, plays again. Forms and scripts send the same.

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use damier_core::{Fault, Outcome, Seat};
use damier_store::{Store, Trouble};
use damier_table::{AGREED, RESIGNED};
use serde::Deserialize;

use crate::app::{App, now};
use crate::asked::{Form, Path};
use crate::doors::Inside;
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

/// Who does something, and in which game. Nobody else does anything there meanwhile.
pub struct Doer {
    app: App,
    id: String,
    reader: Reader,
    live: Live,
    inside: Inside,
}

/// Who asks to do something in a game.
pub struct Knock {
    app: App,
    id: String,
    reader: Reader,
    headers: HeaderMap,
}

impl FromRequestParts<App> for Knock {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Knock, Problem> {
        let Path(id) = Path::from_request_parts(parts, app).await?;
        let Ok(reader) = Reader::from_request_parts(parts, app).await;
        Ok(Knock { app: app.clone(), id, reader, headers: parts.headers.clone() })
    }
}

impl Knock {
    /// Waits until nobody does anything in the game. Whatever is sent was read before: who sends slowly keeps nobody out.
    async fn enter(self) -> Result<Doer, Problem> {
        let Knock { app, id, reader, headers } = self;
        let inside = app.doors.enter(&id).await;
        let live = Live::find(&app, &id, &reader, &headers).await?;
        Ok(Doer { app, id, reader, live, inside })
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

    fn gone_on(&self) -> Problem {
        self.bad(
            "La partie a continué ailleurs : rechargez la page.",
            "The game has gone on elsewhere: reload the page.",
        )
    }

    async fn end(self, outcome: &Outcome) -> Result<Response, Problem> {
        if self.live.session.outcome().is_none() {
            let done = self.app.store.end(&self.id, &write_end(outcome)).await;
            done.map_err(|trouble| self.ours(&trouble))?;
        }
        Ok(back(&self.id, &self.reader))
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
pub async fn play(knock: Knock, Form(sent): Form<Sent>) -> Result<Response, Problem> {
    let mut doer = knock.enter().await?;
    let (live, text) = (&mut doer.live, sent.text.trim());
    if live.plies() != sent.ply {
        // The same move again: it was sent twice.
        if live.kept.moves.get(sent.ply as usize).is_some_and(|played| played.text == text) {
            return Ok(back(&doer.id, &doer.reader));
        }
        return Err(doer.gone_on());
    }
    if !live.holds(live.session.to_move()) || live.session.outcome().is_some() {
        return Err(doer.bad("Ce n'est pas à vous de jouer.", "It is not your turn."));
    }
    live.session.play(text).map_err(|fault| Problem::bad(&doer.reader, &fault))?;
    match doer.app.store.append(&doer.id, sent.ply, text, now()).await {
        Ok(()) => Ok(back(&doer.id, &doer.reader)),
        Err(Trouble::Gap(_) | Trouble::Taken(_)) => Err(doer.gone_on()),
        Err(other) => Err(doer.ours(&other)),
    }
}

/// Lets the computer move, if it is its turn.
pub async fn engine(knock: Knock) -> Result<Response, Problem> {
    let Doer { app, id, reader, live, inside } = knock.enter().await?;
    // The door is open while it thinks.
    drop(inside);
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
pub async fn hurry(knock: Knock) -> Result<Response, Problem> {
    let doer = knock.enter().await?;
    if doer.live.kept.game.seats.iter().any(|seated| seated.agent == HUMAN) {
        doer.check_seated()?;
    }
    doer.app.thinking.hurry(&doer.id);
    Ok(back(&doer.id, &doer.reader))
}

/// Takes back to the reader's last decision: his own last move, and what was answered.
pub async fn undo(knock: Knock) -> Result<Response, Problem> {
    let mut doer = knock.enter().await?;
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
pub async fn redo(knock: Knock) -> Result<Response, Problem> {
    let mut doer = knock.enter().await?;
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
pub async fn resign(knock: Knock) -> Result<Response, Problem> {
    let doer = knock.enter().await?;
    doer.check_seated()?;
    let live = &doer.live;
    // In a game between people at one screen, the one whose turn it is resigns.
    let turn = live.session.to_move();
    let seat: Seat = if live.holds(turn) { turn } else { live.own()[0] };
    let side = live.session.seats()[seat.index()].side;
    doer.end(&Outcome::win(side.other(), &RESIGNED)).await
}

/// Ends the game as a draw: people at one screen agree; the computer agrees where it does not think itself better.
pub async fn draw(knock: Knock) -> Result<Response, Problem> {
    let doer = knock.enter().await?;
    doer.check_seated()?;
    let levels: Vec<usize> =
        doer.live.kept.game.seats.iter().filter_map(|seated| read_level(&seated.agent).ok()).collect();
    if let Some(&level) = levels.iter().max() {
        let [mover, own] = [doer.live.session.to_move(), doer.live.own()[0]]
            .map(|seat| doer.live.session.seats()[seat.index()].side);
        let (game, session) = (doer.live.game.clone(), doer.live.game.resume(&doer.live.session.position()));
        let session = session.map_err(|fault| doer.ours(&fault))?;
        let nodes = game.levels()[level - 1].nodes.max(2_000);
        let hope = doer.app.engines.work(move || engines::hope(&*game, &*session, nodes)).await;
        let hope = hope.map_err(|_| Problem::busy(&doer.reader))?;
        let computer = if mover == own { 1.0 - hope } else { hope };
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
pub async fn again(knock: Knock, Form(Again { step }): Form<Again>) -> Result<Response, Problem> {
    let doer = knock.enter().await?;
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
