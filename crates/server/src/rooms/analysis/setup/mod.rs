//! Setting up a position by clicks. The game says what can be put on a cell and, as long as the draft is not a legal
//! position, what is wrong with it.

use axum::Json;
use axum::extract::State;
use damier_core::{Fault, Rng, Seat};
use damier_scene::View;
use damier_scene::svg::{self, Paint, SvgOptions};
use damier_table::{AnyGame, Setup, Spec};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::play::view::title;
use crate::web::error::{HttpError, OrStatus};
use crate::web::extract::Query;
use crate::web::line_address;
use crate::web::reader::Reader;

pub(super) mod panel;
#[cfg(test)]
mod tests;

/// A change to a position or a draft.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SetupQuery {
    /// The game's spec.
    game: String,
    /// The text of a position or a draft; empty for the start of the game.
    position: String,
    /// Whether the picture should be taller than wide.
    tall: bool,
    /// The cell that was clicked, if any.
    cell: String,
    /// The code of the stamp to put on the cell; without one the cell is erased.
    stamp: Option<char>,
    /// The cell from which what stands there is moved to the other one.
    from: String,
    /// The code of the seat that is to move.
    turn: Option<String>,
    /// Whether to remove everything from the board.
    clear: bool,
}

/// A position or a draft, drawn.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetupView {
    /// Its text.
    position: String,
    /// The picture, in which cells are buttons.
    svg: String,
    /// Whose turn it is or how the game ended; if this is not a legal position, what is wrong.
    state: String,
    /// Whether it is a legal position.
    legal: bool,
    /// The code of the seat that is to move.
    turn: &'static str,
}

/// Applies a change, if there is one, and answers with the result.
pub async fn setup(
    State(app): State<App>,
    reader: Reader,
    Query(query): Query<SetupQuery>,
) -> Result<Json<SetupView>, HttpError> {
    let view = View { tall: query.tall, ..View::new(reader.lang) };
    let work = move |app: &App| {
        line_address::check_length(query.game.len() + query.position.len(), 0)?;
        let game = app.games.open(&query.game.parse::<Spec>()?)?;
        let setup = change(&*game, &query)?;
        Ok(look(&*game, &*setup, &view))
    };
    app.rules(move |app| work(app).or_bad_request().map(Json)).await
}

/// Reads the position of a query and applies its change.
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
        _ if query.from == query.cell => {}
        _ if !query.from.is_empty() => shift(&mut *setup, &query.from, &query.cell)?,
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

/// Moves what stands on a cell to another one, in place of what stands there.
fn shift(setup: &mut dyn Setup, from: &str, to: &str) -> Result<(), Fault> {
    let Some(code) = setup.draft().pieces.get(from).copied() else {
        return Err(Fault::new(format!("Il n'y a rien sur {from}."), format!("There is nothing on {from}.")));
    };
    let marked = setup.draft().marks.contains(from);
    setup.erase(from)?;
    setup.erase(to)?;
    setup.toggle(to, code)?;
    match setup.stamps().iter().find(|stamp| stamp.mark) {
        Some(mark) if marked => setup.toggle(to, mark.code),
        _ => Ok(()),
    }
}

/// Describes a draft for the script.
fn look(game: &dyn AnyGame, setup: &dyn Setup, view: &View) -> SetupView {
    let mut scene = setup.scene(view);
    scene.title = title(game.spec(), view.lang);
    SetupView {
        position: setup.text(),
        svg: svg::write(&scene, &SvgOptions { interactive: true, ..SvgOptions::new(Paint::Page) }),
        state: scene.captions.first().cloned().unwrap_or_default(),
        legal: setup.fault().is_none(),
        turn: game.seats()[setup.draft().seat.index()].code,
    }
}
