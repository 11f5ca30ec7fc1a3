//! The page of a game that is played, and the game as its script asks for it.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::play::panel::{self, Parts};
use crate::play::stored::StoredGame;
use crate::play::view::{Following, PositionView, ViewOptions, go_back};
use crate::web::error::{HttpError, OrInternal};
use crate::web::extract::Query;
use crate::web::layout::{self, Preview};
use crate::web::line_address::LineAddress;
use crate::web::reader::Reader;
use crate::web::site::Site;

/// Returns the routes.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/play/{id}", get(page))
        .route("/play/{id}/state", get(state))
        .route("/play/{id}/complete", get(complete))
}

/// Where in the game the reader looks.
#[derive(Clone, Debug, Deserialize)]
pub struct PlayQuery {
    /// After so many plies; the last by default.
    ply: Option<usize>,
    /// Whether the picture should be higher than wide.
    #[serde(default)]
    tall: bool,
}

/// A game after so many plies.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameView {
    /// What is on the board, and what may be done there.
    #[serde(flatten)]
    pub view: PositionView,
    /// The ply that is shown.
    pub ply: usize,
    /// How many plies were played.
    pub plies: usize,
    /// The texts of all moves.
    pub moves: Vec<String>,
    /// Whether the reader may move now.
    pub yours: bool,
    /// Whether the computer is to move.
    pub engine: bool,
    /// Whether the game, not only its shown part, is over.
    pub ended: bool,
    /// The milliseconds that each seat has left.
    pub clocks: Option<Vec<i64>>,
}

/// A game as its script asks for it, and gets it after all that it does.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameState {
    #[serde(flatten)]
    game: GameView,
    /// What stands beside the board.
    parts: Parts,
}

impl GameView {
    /// Looks at a game after so many plies. Its session is left there.
    fn of(stored: &mut StoredGame, query: &PlayQuery, reader: &Reader) -> GameView {
        let plies = stored.saved.moves.len();
        let ply = query.ply.unwrap_or(plies).min(plies);
        let (ended, engine) = (stored.session.outcome().is_some(), stored.engine().is_some());
        let yours = ply == plies && !ended && stored.holds(stored.session.to_move());
        go_back(&mut *stored.session, ply);
        let options = ViewOptions { lang: reader.lang, tall: query.tall, moves: yours };
        GameView {
            view: PositionView::of(&*stored.session, options),
            ply,
            plies,
            moves: stored.saved.moves.iter().map(|played| played.text.clone()).collect(),
            yours,
            engine,
            ended,
            clocks: stored.left.clone(),
        }
    }
}

impl GameState {
    /// Returns what a script is told of a game.
    pub fn of(app: &App, mut stored: StoredGame, query: &PlayQuery, reader: &Reader) -> GameState {
        let game = GameView::of(&mut stored, query, reader);
        let mut parts = Parts::of(&stored, &game, reader);
        // Who has no scripts has to let the computer think first.
        if game.engine && game.ply == game.plies {
            parts.status = panel::thinking(&game, app.engines.queue(), reader.lang);
        }
        GameState { game, parts }
    }
}

/// Shows the page of a game.
pub async fn page(
    State(app): State<App>,
    Query(query): Query<PlayQuery>,
    mut stored: StoredGame,
    reader: Reader,
    site: Site,
) -> Result<Markup, HttpError> {
    app.rules(move |_| {
        let entry = damier_games::entry(&stored.session.spec().id).or_internal()?;
        let game = GameView::of(&mut stored, &query, &reader);
        let new = &stored.saved.game;
        let main = html! {
            div.table data-game=(new.id) data-spec=(new.spec) data-start=(new.start) {
                div.board { (PreEscaped(&game.view.svg)) }
                (panel::side(entry, &stored, &game, &reader))
            }
            (layout::script("play.js"))
        };
        let moves = game.moves[..game.ply].join(" ");
        let line = LineAddress { game: new.spec.clone(), position: new.start.clone(), moves };
        let preview = Preview { about: &game.view.state, line: &line, site: &site };
        Ok(layout::page_with(&reader, entry.name.get(reader.lang), "play", &preview, main))
    })
    .await
}

/// Answers with what the page needs, as JSON.
pub async fn state(
    State(app): State<App>,
    Query(query): Query<PlayQuery>,
    stored: StoredGame,
    reader: Reader,
) -> Result<Json<GameState>, HttpError> {
    app.rules(move |app| Ok(Json(GameState::of(app, stored, &query, &reader)))).await
}

/// What is typed or clicked so far.
#[derive(Debug, Deserialize)]
pub struct TypedQuery {
    /// The beginning of a move.
    #[serde(default)]
    typed: String,
}

/// Says what may follow the beginning of a move.
pub async fn complete(
    State(app): State<App>,
    Query(TypedQuery { typed }): Query<TypedQuery>,
    stored: StoredGame,
    reader: Reader,
) -> Result<Json<Following>, HttpError> {
    app.rules(move |_| Ok(Json(Following::of(&*stored.session, &typed, reader.lang)))).await
}
