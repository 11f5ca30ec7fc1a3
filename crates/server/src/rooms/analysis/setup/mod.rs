//! A position set up by clicks: the game says what a click puts, and what is wrong as long as it is no position.

use axum::Json;
use axum::extract::State;
use damier_core::{Fault, Rng, Seat};
use damier_scene::View;
use damier_scene::svg::{self, Paint, SvgOptions};
use damier_table::{AnyGame, Setup, Spec};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::web::error::{HttpError, OrStatus};
use crate::web::extract::Query;
use crate::web::line_address;
use crate::web::reader::Reader;

pub(super) mod panel;
#[cfg(test)]
mod tests;

/// What is to be changed, and in which position.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SetupQuery {
    /// The game's spec.
    game: String,
    /// The text of a position, or a draft; the start by default.
    position: String,
    /// Whether the picture should be higher than wide.
    tall: bool,
    /// A cell that is clicked.
    cell: String,
    /// The code of the stamp with which it is clicked; without one the cell is erased.
    stamp: Option<char>,
    /// The code of the seat that is to move.
    turn: Option<String>,
    /// Whether everything is taken off the board.
    clear: bool,
}

/// A position or a draft, drawn.
#[derive(Debug, Serialize)]
pub struct SetupView {
    /// Its text.
    position: String,
    /// The picture, its cells buttons.
    svg: String,
    /// Whose turn it is or how it ended; of a draft, what is wrong.
    state: String,
    /// Whether it is a position.
    legal: bool,
    /// The code of the seat that is to move.
    turn: &'static str,
}

/// Changes what is set up, or nothing: then it is only drawn.
pub async fn setup(
    State(app): State<App>,
    reader: Reader,
    Query(query): Query<SetupQuery>,
) -> Result<Json<SetupView>, HttpError> {
    let view = View { tall: query.tall, ..View::new(reader.lang) };
    let work = move |app: &App| {
        line_address::limit(query.game.len() + query.position.len(), 0)?;
        let game = app.games.open(&query.game.parse::<Spec>()?)?;
        let setup = change(&*game, &query)?;
        Ok(look(&*game, &*setup, &view))
    };
    app.rules(move |app| work(app).or_bad_request().map(Json)).await
}

/// Begins with a position, and changes what is to be changed.
fn change(game: &dyn AnyGame, query: &SetupQuery) -> Result<Box<dyn Setup>, Fault> {
    let mut setup = match query.position.trim() {
        "" => game.set_up(&game.open(&mut Rng::new(0)).position())?,
        text => game.set_up(text)?,
    };
    if query.clear {
        setup.clear();
    }
    match query.stamp {
        _ if query.cell.is_empty() => {}
        Some(code) => setup.toggle(&query.cell, code)?,
        None => setup.erase(&query.cell)?,
    }
    if let Some(code) = &query.turn {
        let seat = game.seats().iter().position(|seat| seat.code == code);
        let seat = seat.ok_or_else(|| {
            Fault::new(
                format!("Personne ne s'appelle « {code} » ici."),
                format!("Nobody is called \"{code}\" here."),
            )
        })?;
        setup.set_turn(Seat(seat as u8));
    }
    Ok(setup)
}

fn look(game: &dyn AnyGame, setup: &dyn Setup, view: &View) -> SetupView {
    let scene = setup.scene(view);
    SetupView {
        position: setup.text(),
        svg: svg::write(&scene, &SvgOptions { interactive: true, ..SvgOptions::new(Paint::Page) }),
        state: scene.captions.first().cloned().unwrap_or_default(),
        legal: setup.fault().is_none(),
        turn: game.seats()[setup.draft().seat.index()].code,
    }
}
