//! The page of a game in play, and its state as JSON for the script.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::play::ending::Ending;
use crate::play::help;
use crate::play::lamp::LampView;
use crate::play::moves::{MoveList, MoveRows};
use crate::play::news::GameNews;
use crate::play::panel::{self, Parts, SidePanel};
use crate::play::stored::StoredGame;
use crate::play::view::{PositionView, ViewOptions, go_back};
use crate::web::error::{HttpError, OrInternal};
use crate::web::extract::Query;
use crate::web::layout::{self, Preview};
use crate::web::line_address::LineAddress;
use crate::web::reader::Reader;
use crate::web::site::Site;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/play/{id}", get(page)).route("/play/{id}/state", get(state))
}

/// Which position of the game is shown, and how.
#[derive(Clone, Debug, Deserialize)]
pub struct PlayQuery {
    /// The number of plies played; all of them by default.
    ply: Option<usize>,
    /// Whether the picture should be taller than wide.
    #[serde(default)]
    tall: bool,
    /// Whether the board should be turned half round.
    #[serde(default)]
    turned: bool,
    /// Whether the lamp is on.
    #[serde(default)]
    lamp: bool,
    /// The line whose moves the page has listed already, as [`MoveRows`] names it.
    known: Option<String>,
}

impl PlayQuery {
    /// Returns what links keep of the query: how the board lies.
    fn kept(&self) -> &'static str {
        if self.turned { "&turned=true" } else { "" }
    }
}

/// A game, shown after a number of plies.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameView {
    /// The position that is shown.
    #[serde(flatten)]
    pub view: PositionView,
    /// The number of plies played up to the position that is shown.
    pub ply: usize,
    /// The number of plies played in the whole game.
    pub plies: usize,
    /// The numbers of plies to show next, a step back and a step forwards.
    pub steps: [usize; 2],
    /// Whether the reader may move in the position that is shown.
    pub yours: bool,
    /// Whether the computer is to move.
    pub engine: bool,
    /// Whether the game is over, whatever position is shown.
    pub ended: bool,
    /// The milliseconds that each seat has left, if there is a clock.
    pub clocks: Option<Vec<i64>>,
    /// Whether the game waits for somebody who takes a free seat.
    pub waiting: bool,
    /// What stands for the state of all but the moves, as in [`GameNews`].
    pub changes: u32,
    /// The id of the game that followed by agreement.
    pub next: Option<String>,
    /// How the game ended, if it is over.
    #[serde(skip)]
    pub ending: Option<Ending>,
}

/// The state of a game for its script, which gets it on request and after each action.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameState {
    #[serde(flatten)]
    game: GameView,
    /// The rows of the list of moves that the page lacks.
    rows: MoveRows,
    /// The texts of the moves in those rows.
    moves: Vec<String>,
    /// The parts of the panel beside the board.
    parts: Parts,
    /// What the lamp shows, if it is on.
    lamp: Option<LampView>,
}

impl GameView {
    /// Describes the game after the number of plies in the query. The session is left at that position.
    fn of(stored: &mut StoredGame, list: &MoveList, query: &PlayQuery, reader: &Reader) -> GameView {
        let plies = stored.saved.moves.len();
        let ply = query.ply.unwrap_or(plies).min(plies);
        let (ended, engine) = (stored.session.outcome().is_some(), stored.engine().is_some());
        let ending = Ending::of(stored, reader.lang);
        let waiting = stored.is_waiting();
        let yours = ply == plies && !ended && !waiting && stored.holds(stored.session.to_move());
        let (changes, next) = (GameNews::of(stored).changes, stored.saved.next.clone());
        go_back(&mut *stored.session, ply);
        let options = ViewOptions { lang: reader.lang, tall: query.tall, turned: query.turned, moves: yours };
        GameView {
            view: PositionView::of(&*stored.session, options),
            ply,
            plies,
            steps: [list.walk(ply, false), list.walk(ply, true)],
            yours,
            engine,
            ended,
            clocks: stored.left.clone(),
            waiting,
            changes,
            next,
            ending,
        }
    }
}

impl GameState {
    /// Describes a game for a script.
    pub fn of(
        app: &App,
        mut stored: StoredGame,
        query: &PlayQuery,
        reader: &Reader,
        site: &Site,
    ) -> GameState {
        let list = MoveList::of(&stored, reader.lang);
        let game = GameView::of(&mut stored, &list, query, reader);
        let rows = list.rows_after(query.known.as_deref());
        let moves = list.texts_from(rows.from);
        let mut parts = Parts::of(&stored, &game, reader, &site.for_others(app), query.kept());
        // Only scripts start the computer by themselves; the page without scripts has a button for it.
        if game.engine && game.ply == game.plies {
            parts.status = panel::thinking(&game, app.engines.queue(), reader.lang);
        }
        let lamp = if query.lamp { LampView::of(&stored, reader.lang) } else { None };
        GameState { game, rows, moves, parts, lamp }
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
    app.rules(move |app| {
        let entry = damier_games::entry(&stored.session.spec().id).or_internal()?;
        let list = MoveList::of(&stored, reader.lang);
        let trays = panel::has_trays(&stored);
        let game = GameView::of(&mut stored, &list, &query, &reader);
        let new = &stored.saved.game;
        let side = SidePanel { entry, stored: &stored, game: &game, list: &list, reader: &reader, site: site.for_others(app), trays, turned: query.turned };
        let main = html! {
            div.table data-game=(new.id) data-spec=(new.spec) data-start=(new.start) data-others[stored.others_play()]
                data-watched[stored.is_watched()] data-seated[!stored.own_seats().is_empty()] {
                div.board { (PreEscaped(&game.view.svg)) }
                (side.draw(query.kept()))
                (help::drawer(entry, reader.lang))
            }
            (layout::script("play.js"))
        };
        let moves: Vec<&str> = stored.saved.moves[..game.ply].iter().map(|played| played.text.as_str()).collect();
        let line = LineAddress { game: new.spec.clone(), position: new.start.clone(), moves: moves.join(" ") };
        let preview = Preview { about: &game.view.state, line: &line, site: &site };
        Ok(layout::page_with(&reader, entry.name.get(reader.lang), "playing", &preview, main))
    })
    .await
}

/// Answers with the state of a game, as JSON.
pub async fn state(
    State(app): State<App>,
    Query(query): Query<PlayQuery>,
    stored: StoredGame,
    reader: Reader,
    site: Site,
) -> Result<Json<GameState>, HttpError> {
    app.rules(move |app| Ok(Json(GameState::of(app, stored, &query, &reader, &site)))).await
}
