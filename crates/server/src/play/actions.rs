//! The actions in a game: moving, taking back, ending it, playing again. Forms and scripts send the same requests; a script
//! gets the new state of the game as the answer.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use axum::{Json, Router};
use axum_extra::extract::CookieJar;
use damier_core::{Fault, Lang, Seat};
use damier_store::{Action, Agent, End, Guard, NewGame, OfferKind, Round, Seated, Store, StoreError, Update};
use damier_table::Session;
use serde::Deserialize;

use crate::app::App;
use crate::play::holder::{Holder, KnownHolder};
use crate::play::locks::GameLock;
use crate::play::page::{GameState, PlayQuery};
use crate::play::stored::{self, StoredGame};
use crate::play::{agents, offers, pool, thinking};
use crate::web::error::{HttpError, OrInternal, OrStatus};
use crate::web::extract::{Form, Query, UrlPath};
use crate::web::reader::Reader;
use crate::web::site::Site;

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
        .route("/play/{id}/next", post(next_round))
}

/// A request for an action in a game: who asks, and which view of the game he has.
pub struct ActionRequest {
    /// The state that all requests share.
    pub app: App,
    /// The id of the game.
    pub id: String,
    /// Who asks.
    pub holder: Holder,
    reader: Reader,
    query: PlayQuery,
    site: Site,
}

impl FromRequestParts<App> for ActionRequest {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<ActionRequest, HttpError> {
        let UrlPath(id) = UrlPath::<String>::from_request_parts(parts, app).await?;
        let Query(query) = Query::from_request_parts(parts, app).await?;
        let Ok(reader) = Reader::from_request_parts(parts, app).await;
        let Ok(site) = Site::from_request_parts(parts, app).await;
        let holder = Holder::of(&parts.headers);
        Ok(ActionRequest { app: app.clone(), id, holder, reader, query, site })
    }
}

impl ActionRequest {
    /// Waits until no other action is going on in the game, locks it and loads it. The body of the request was read before, so
    /// that a slow sender does not hold the lock.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    pub async fn lock(&self) -> Result<(StoredGame, GameLock), HttpError> {
        let lock = self.app.locks.lock(&self.id).await;
        Ok((self.find().await?, lock))
    }

    /// Loads the game.
    ///
    /// # Errors
    /// If there is no such game, or the database fails.
    pub async fn find(&self) -> Result<StoredGame, HttpError> {
        StoredGame::find(&self.app, &self.id, self.holder.id()).await
    }

    /// Answers with a redirect to the game's page or, for a script, with the current state of the game.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn answer(self) -> Result<Response, HttpError> {
        if !self.reader.script {
            return Ok(Redirect::to(&format!("/play/{}", self.id)).into_response());
        }
        let stored = self.find().await?;
        let ActionRequest { app, reader, query, site, .. } = self;
        let state = app.rules(move |app| Ok(GameState::of(app, stored, &query, &reader, &site))).await?;
        Ok(Json(state).into_response())
    }

    /// Returns the language of the answer.
    pub fn lang(&self) -> Lang {
        self.reader.lang
    }

    /// Ends a game off the board, unless it is over, and answers.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn end(self, stored: StoredGame, how: End) -> Result<Response, HttpError> {
        if stored.session.outcome().is_none() {
            // What was agreed on is for this position; who resigns, does so whatever has happened meanwhile.
            let plies = stored.saved.moves.len() as u32;
            let guard = if how == End::Agreement { Guard::Ply(plies) } else { Guard::None };
            let (game, at) = (self.id.clone(), self.app.store.now());
            match self.app.store.update(Update { game, guard, action: Action::End(how), at }).await {
                // Somebody else was quicker, on another node.
                Ok(_) | Err(StoreError::Over(_)) => {}
                Err(StoreError::Stale { .. }) => return Err(game_changed()),
                Err(other) => return Err(other.into()),
            }
        }
        self.answer().await
    }
}

/// Refuses an action for a reason.
pub fn refused(fr: &'static str, en: &'static str) -> HttpError {
    HttpError::bad_request(Fault::new(fr, en))
}

fn game_changed() -> HttpError {
    refused(
        "La partie a continué ailleurs : rechargez la page.",
        "The game has gone on elsewhere: reload the page.",
    )
}

fn not_seated() -> HttpError {
    refused("Vous ne jouez pas dans cette partie.", "You do not play in this game.")
}

/// Checks that the reader has a seat.
///
/// # Errors
/// If he has none.
pub fn check_seated(stored: &StoredGame) -> Result<(), HttpError> {
    if stored.own_seats().is_empty() { Err(not_seated()) } else { Ok(()) }
}

/// Checks that the reader has a seat, or that no person has one.
fn check_open(stored: &StoredGame) -> Result<(), HttpError> {
    if stored.is_open_to_reader() { Ok(()) } else { Err(not_seated()) }
}

/// A move sent by a form or a script.
#[derive(Debug, Deserialize)]
pub struct MoveForm {
    /// The number of the ply, from 0.
    ply: u32,
    /// Its text.
    text: String,
}

/// Returns what is left to a player whose turn goes on after his own move, if it is a single move that no cell stands for: the
/// end of the turn, which needs nobody's hand.
fn end_of_turn(session: &dyn Session, mover: Seat) -> Option<String> {
    if session.to_move() != mover || session.seats().len() == 1 || session.count() != 1 {
        return None;
    }
    let end = session.legal().pop()?;
    session.gesture(&end).stages.iter().flatten().all(|pick| pick.starts_with('=')).then_some(end)
}

/// Plays a move for the reader, and ends the turn if nothing else is left to do in it.
pub async fn play(
    request: ActionRequest,
    Form(MoveForm { ply, text }): Form<MoveForm>,
) -> Result<Response, HttpError> {
    let (mut stored, _lock) = request.lock().await?;
    if stored.is_waiting() {
        return Err(refused("On attend encore un joueur.", "A player is still missing."));
    }
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
    let at = request.app.store.now();
    let played = request.app.rules(move |_| {
        let mover = stored.session.to_move();
        stored.session.play(&text).or_bad_request()?;
        let end = end_of_turn(&*stored.session, mover);
        let mut actions = vec![(text, stored.deadline_after(mover, at))];
        if let Some(text) = end {
            stored.session.play(&text).or_bad_request()?;
            actions.push((text, stored.deadline_after(mover, at)));
        }
        Ok(actions)
    });
    for ((text, deadline), ply) in played.await?.into_iter().zip(ply..) {
        let action = Action::Move { ply, text, deadline };
        let update = Update { game: request.id.clone(), guard: Guard::None, action, at };
        match request.app.store.update(update).await {
            Ok(_) => {}
            Err(StoreError::Gap(_) | StoreError::Taken(_) | StoreError::Over(_)) => {
                return Err(game_changed());
            }
            Err(other) => return Err(other.into()),
        }
    }
    request.answer().await
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
    check_open(&stored)?;
    request.app.thinking.hurry(&request.id);
    request.answer().await
}

/// Returns how many plies are left when the last move of a holder and everything after it is taken back.
fn plies_before_own_move(stored: &mut StoredGame, holds: impl Fn(Seat) -> bool) -> Result<u32, HttpError> {
    while stored.session.undo().is_some() {
        let turn = stored.session.to_move();
        if !holds(turn) {
            continue;
        }
        // The mere end of a turn is no decision: what is taken back is the move before it, if that was of the same turn.
        if end_of_turn(&*stored.session, turn).is_some()
            && let Some(before) = stored.session.undo()
            && stored.session.to_move() != turn
        {
            stored.session.play(&before).or_internal()?;
        }
        break;
    }
    Ok(stored.session.moves().len() as u32)
}

/// Takes back the last move of the player of a seat and everything after it.
///
/// # Errors
/// If the database fails.
pub async fn take_back(request: &ActionRequest, mut stored: StoredGame, seat: Seat) -> Result<(), HttpError> {
    let guard = Guard::Ply(stored.saved.moves.len() as u32);
    let plies = request.app.rules(move |_| {
        let seats = stored.saved.game.seats.clone();
        let holder = seats[seat.index()].holder.clone();
        plies_before_own_move(&mut stored, |seat| {
            let seated = &seats[seat.index()];
            seated.agent == Agent::Human && seated.holder == holder
        })
    });
    let (game, action, at) = (request.id.clone(), Action::TakeBack(plies.await?), request.app.store.now());
    match request.app.store.update(Update { game, guard, action, at }).await {
        Ok(_) => Ok(()),
        Err(StoreError::Stale { .. }) => Err(game_changed()),
        Err(other) => Err(other.into()),
    }
}

/// Takes back the reader's last move and everything after it, or asks the others whether he may.
pub async fn undo(request: ActionRequest) -> Result<Response, HttpError> {
    let (stored, _lock) = request.lock().await?;
    check_seated(&stored)?;
    if stored.is_settled() {
        return Err(refused(
            "Cette partie compte déjà dans le match.",
            "This game counts in the match already.",
        ));
    }
    if stored.saved.game.clock.is_some() {
        return Err(refused(
            "On ne reprend pas ses coups à la pendule.",
            "With a clock no move is taken back.",
        ));
    }
    if stored.others_play() {
        return offers::make(request, stored, OfferKind::Takeback).await;
    }
    let seat = stored.own_seats()[0];
    take_back(&request, stored, seat).await?;
    request.answer().await
}

/// Replays moves that were taken back, until it is the reader's turn.
pub async fn redo(request: ActionRequest) -> Result<Response, HttpError> {
    let (mut stored, _lock) = request.lock().await?;
    check_seated(&stored)?;
    if stored.others_play() {
        return Err(refused(
            "Ce que l'on a repris à plusieurs se rejoue.",
            "What was taken back among several is played anew.",
        ));
    }
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
        request.app.store.append(&request.id, ply, text, request.app.store.now()).await?;
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

/// Ends the game as a draw. People at one screen agree, those who sit apart are asked; the computer agrees unless it thinks that
/// it stands better.
pub async fn draw(request: ActionRequest) -> Result<Response, HttpError> {
    let (stored, _lock) = request.lock().await?;
    check_seated(&stored)?;
    if stored.others_play() {
        return offers::make(request, stored, OfferKind::Draw).await;
    }
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

/// Begins the same game again, with sides exchanged, perhaps at another level. After a match, another match begins. Whoever sits
/// apart is asked first.
pub async fn rematch(
    request: ActionRequest,
    Form(RematchForm { step }): Form<RematchForm>,
) -> Result<Response, HttpError> {
    let (stored, _lock) = request.lock().await?;
    if stored.others_play() && !stored.own_seats().is_empty() {
        if let Some(next) = &stored.saved.next {
            return Ok(Redirect::to(&format!("/play/{next}")).into_response());
        }
        return offers::make(request, stored, OfferKind::Rematch).await;
    }
    Ok(begin_again(request, stored, step).await?.into_response())
}

/// Begins the same game again, with levels changed by a step.
///
/// # Errors
/// If the database or the system fails.
pub async fn begin_again(
    request: ActionRequest,
    mut stored: StoredGame,
    step: i64,
) -> Result<(CookieJar, Redirect), HttpError> {
    for seated in &mut stored.saved.game.seats {
        if let Some(level) = agents::level(&seated.agent) {
            seated.agent = agents::engine((level as i64 + step.signum()).clamp(1, 8) as usize);
        }
    }
    let round = match &stored.saved.game.round {
        Some(old) => {
            let series = stored::random_id::<8>().or_internal()?;
            Some(Round { series, rule: old.rule.clone(), number: 0 })
        }
        None => None,
    };
    again(request, stored, round).await
}

/// Begins the next game of a match, with seats exchanged, or goes there if it has begun.
pub async fn next_round(request: ActionRequest) -> Result<(CookieJar, Redirect), HttpError> {
    let (stored, _lock) = request.lock().await?;
    check_open(&stored)?;
    let no_match = || refused("Cette partie n'est pas d'un match.", "This game does not belong to a match.");
    let series = stored.series.as_ref().ok_or_else(no_match)?;
    if let Some(next) = &series.next {
        return Ok((CookieJar::new(), Redirect::to(&format!("/play/{next}"))));
    }
    let Some(worth) = series.worth else {
        return Err(refused("Cette partie n'est pas finie.", "This game is not over."));
    };
    if !series.goes_on() {
        return Err(refused("Le match est fini.", "The match is over."));
    }
    request.app.store.settle(&request.id, worth).await?;
    let round = stored.saved.game.round.clone();
    let round = round.map(|round| Round { number: round.number + 1, ..round });
    again(request, stored, round).await
}

/// Begins a game like another, with seats exchanged. Whoever had no seat in the other gets those of all people; whoever had one
/// is led there from the other game.
async fn again(
    request: ActionRequest,
    stored: StoredGame,
    round: Option<Round>,
) -> Result<(CookieJar, Redirect), HttpError> {
    let KnownHolder { id: holder, cookie } = request.holder.clone().known().or_internal()?;
    let is_guest = stored.own_seats().is_empty();
    let follows = stored.others_play() && !is_guest;
    let new = request.app.rules(move |_| {
        let old = &stored.saved.game;
        let mut seats = old.seats.clone();
        for seated in seats.iter_mut().filter(|seated| is_guest && seated.agent == Agent::Human) {
            *seated = Seated { holder: Some(holder.clone()), name: String::new(), ..seated.clone() };
        }
        seats.rotate_right(1);
        let new = stored::new_game(&*stored.game, Some(&old.start), seats, old.clock).or_internal()?;
        Ok((NewGame { round, ..new }, holder))
    });
    let (new, holder) = new.await?;
    request.app.store.begin(&new).await?;
    request.app.store.shelve(&holder, &new.id, new.created).await?;
    let mut next = new.id.clone();
    if follows {
        // On another node another game may have followed just now: that one is played.
        next = request.app.store.follow(&request.id, &new.id).await?;
    }
    Ok((CookieJar::new().add(cookie), Redirect::to(&format!("/play/{next}"))))
}
