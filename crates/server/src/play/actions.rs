//! The actions in a game: moving, taking back, ending it, playing again. Forms and scripts send the same requests; a script
//! gets the new state of the game as the answer.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use axum::{Json, Router};
use axum_extra::extract::CookieJar;
use damier_core::Fault;
use damier_store::{Agent, End, Seated, Store, StoreError};
use serde::Deserialize;

use crate::app::{App, now};
use crate::play::locks::GameLock;
use crate::play::page::{GameState, PlayQuery};
use crate::play::stored::{self, StoredGame, Tokens, seats_cookie};
use crate::play::{agents, pool, thinking};
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Form, Query, UrlPath};
use crate::web::reader::Reader;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/play/{id}/move", post(play))
        .route("/play/{id}/engine", post(engine))
        .route("/play/{id}/hurry", post(hurry))
        .route("/play/{id}/undo", post(undo))
        .route("/play/{id}/redo", post(redo))
        .route("/play/{id}/resign", post(resign))
        .route("/play/{id}/draw", post(draw))
        .route("/play/{id}/again", post(rematch))
}

/// A request for an action in a game: who asks, and which view of the game he has.
pub struct ActionRequest {
    app: App,
    id: String,
    tokens: Tokens,
    reader: Reader,
    query: PlayQuery,
}

impl FromRequestParts<App> for ActionRequest {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<ActionRequest, HttpError> {
        let UrlPath(id) = UrlPath::<String>::from_request_parts(parts, app).await?;
        let Query(query) = Query::from_request_parts(parts, app).await?;
        let Ok(reader) = Reader::from_request_parts(parts, app).await;
        let tokens = Tokens::of(&parts.headers, &id);
        Ok(ActionRequest { app: app.clone(), id, tokens, reader, query })
    }
}

impl ActionRequest {
    /// Waits until no other action is going on in the game, locks it and loads it. The body of the request was read before, so
    /// that a slow sender does not hold the lock.
    async fn lock(&self) -> Result<(StoredGame, GameLock), HttpError> {
        let lock = self.app.locks.lock(&self.id).await;
        Ok((self.find().await?, lock))
    }

    async fn find(&self) -> Result<StoredGame, HttpError> {
        StoredGame::find(&self.app, &self.id, self.tokens.clone()).await
    }

    /// Answers with a redirect to the game's page or, for a script, with the current state of the game.
    async fn answer(self) -> Result<Response, HttpError> {
        if !self.reader.script {
            return Ok(Redirect::to(&format!("/play/{}", self.id)).into_response());
        }
        let stored = self.find().await?;
        let ActionRequest { app, reader, query, .. } = self;
        let state = app.rules(move |app| Ok(GameState::of(app, stored, &query, &reader))).await?;
        Ok(Json(state).into_response())
    }

    /// Ends a game off the board, unless it is over, and answers.
    async fn end(self, stored: StoredGame, how: End) -> Result<Response, HttpError> {
        if stored.session.outcome().is_none() {
            self.app.store.end(&self.id, how).await?;
        }
        self.answer().await
    }
}

fn refused(fr: &'static str, en: &'static str) -> HttpError {
    HttpError::bad_request(Fault::new(fr, en))
}

fn game_changed() -> HttpError {
    refused(
        "La partie a continué ailleurs : rechargez la page.",
        "The game has gone on elsewhere: reload the page.",
    )
}

fn check_seated(stored: &StoredGame) -> Result<(), HttpError> {
    if stored.own_seats().is_empty() {
        return Err(refused("Vous ne jouez pas dans cette partie.", "You do not play in this game."));
    }
    Ok(())
}

/// A move sent by a form or a script.
#[derive(Debug, Deserialize)]
pub struct MoveForm {
    /// The number of the ply, from 0.
    ply: u32,
    /// Its text.
    text: String,
}

/// Plays a move for the reader.
pub async fn play(
    request: ActionRequest,
    Form(MoveForm { ply, text }): Form<MoveForm>,
) -> Result<Response, HttpError> {
    let (mut stored, _lock) = request.lock().await?;
    let text = text.trim().to_string();
    if stored.saved.moves.len() != ply as usize {
        // The same move was sent twice, which is harmless.
        if stored.saved.moves.get(ply as usize).is_some_and(|played| played.text == text) {
            return request.answer().await;
        }
        return Err(game_changed());
    }
    if !stored.holds(stored.session.to_move()) || stored.session.outcome().is_some() {
        return Err(refused("Ce n'est pas à vous de jouer.", "It is not your turn."));
    }
    let text = request.app.rules(move |_| stored.session.play(&text).or_bad_request().map(|()| text)).await?;
    match request.app.store.append(&request.id, ply, &text, now()).await {
        Ok(()) => request.answer().await,
        Err(StoreError::Gap(_) | StoreError::Taken(_)) => Err(game_changed()),
        Err(other) => Err(other.into()),
    }
}

/// Has the computer move, if it is its turn, and waits for the move.
pub async fn engine(request: ActionRequest) -> Result<Response, HttpError> {
    // The lock is released at once, so that others can act while the computer thinks.
    let (stored, _) = request.lock().await?;
    if let Some(agent) = stored.engine() {
        let level = agents::level(agent).ok_or_else(|| HttpError::internal(format!("no level: {agent}")))?;
        thinking::wait_for_end(request.app.thinking.begin(&request.app, stored, level)).await?;
    }
    request.answer().await
}

/// Has the computer move at once, with what it has found so far. In a game between computers anybody may ask for this.
pub async fn hurry(request: ActionRequest) -> Result<Response, HttpError> {
    let (stored, _lock) = request.lock().await?;
    if stored.saved.game.seats.iter().any(|seated| seated.agent == Agent::Human) {
        check_seated(&stored)?;
    }
    request.app.thinking.hurry(&request.id);
    request.answer().await
}

/// Takes back the reader's last move and everything after it.
pub async fn undo(request: ActionRequest) -> Result<Response, HttpError> {
    let (mut stored, _lock) = request.lock().await?;
    check_seated(&stored)?;
    if stored.saved.game.clock.is_some() {
        return Err(refused(
            "On ne reprend pas ses coups à la pendule.",
            "With a clock no move is taken back.",
        ));
    }
    let plies = request.app.rules(move |_| {
        while stored.session.undo().is_some_and(|_| !stored.holds(stored.session.to_move())) {}
        Ok(stored.session.moves().len() as u32)
    });
    request.app.store.take_back(&request.id, plies.await?).await?;
    request.answer().await
}

/// Replays moves that were taken back, until it is the reader's turn.
pub async fn redo(request: ActionRequest) -> Result<Response, HttpError> {
    let (mut stored, _lock) = request.lock().await?;
    check_seated(&stored)?;
    let first = stored.saved.moves.len() as u32;
    let again = request.app.rules(move |_| {
        let mut again = Vec::new();
        for text in std::mem::take(&mut stored.saved.undone) {
            stored.session.play(&text).or_bad_request()?;
            again.push(text);
            if stored.holds(stored.session.to_move()) {
                break;
            }
        }
        Ok(again)
    });
    for (text, ply) in again.await?.iter().zip(first..) {
        request.app.store.append(&request.id, ply, text, now()).await?;
    }
    request.answer().await
}

/// Resigns for the reader.
pub async fn resign(request: ActionRequest) -> Result<Response, HttpError> {
    let (stored, _lock) = request.lock().await?;
    check_seated(&stored)?;
    // If the reader holds several seats, the one whose turn it is resigns.
    let turn = stored.session.to_move();
    let seat = if stored.holds(turn) { turn } else { stored.own_seats()[0] };
    let side = stored.session.seats()[seat.index()].side;
    request.end(stored, End::Resignation(side.other())).await
}

/// Ends the game as a draw. People at one screen agree; the computer agrees unless it thinks that it stands better.
pub async fn draw(request: ActionRequest) -> Result<Response, HttpError> {
    let (stored, _lock) = request.lock().await?;
    check_seated(&stored)?;
    let levels = stored.saved.game.seats.iter().filter_map(|seated| agents::level(&seated.agent));
    if let Some(level) = levels.max() {
        let [mover, own] = [stored.session.to_move(), stored.own_seats()[0]]
            .map(|seat| stored.session.seats()[seat.index()].side);
        let (game, position) = (Arc::clone(&stored.game), stored.session.position());
        let opinion = request.app.engines.run(move || {
            let session = game.resume(&position)?;
            Ok::<f64, Fault>(pool::expected_result(
                &*game,
                &*session,
                game.levels()[level - 1].nodes.max(2_000),
            ))
        });
        let expected = opinion.await?.or_internal()?;
        let computer = if mover == own { 1.0 - expected } else { expected };
        if computer > 0.55 {
            return Err(refused(
                "L'ordinateur refuse : il se croit mieux.",
                "The computer declines: it thinks it stands better.",
            ));
        }
    }
    request.end(stored, End::Agreement).await
}

/// How a game is to be played again.
#[derive(Debug, Deserialize)]
pub struct RematchForm {
    /// Whether the computer's level rises (positive) or falls (negative) by one.
    #[serde(default)]
    step: i64,
}

/// Begins the same game again, with sides exchanged, perhaps at another level.
pub async fn rematch(
    request: ActionRequest,
    Form(RematchForm { step }): Form<RematchForm>,
) -> Result<(CookieJar, Redirect), HttpError> {
    let stored = request.find().await?;
    let next_agent = |seated: &Seated| match agents::level(&seated.agent) {
        Some(level) => agents::engine((level as i64 + step.signum()).clamp(1, 8) as usize),
        None => seated.agent.clone(),
    };
    let mut agents: Vec<Agent> = stored.saved.game.seats.iter().map(next_agent).collect();
    agents.rotate_right(1);
    let new = request.app.rules(move |_| {
        let old = &stored.saved.game;
        stored::new_game(&*stored.game, Some(&old.start), &agents, old.clock).or_internal()
    });
    let new = new.await?;
    request.app.store.begin(&new).await?;
    Ok((CookieJar::new().add(seats_cookie(&new)), Redirect::to(&format!("/play/{}", new.id))))
}
