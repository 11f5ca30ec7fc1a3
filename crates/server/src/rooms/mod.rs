//! The rooms: the parts of the web app besides games in play, each with its own routes.

pub mod analysis;
mod answers;
pub mod api;
pub mod begin;
mod cards;
mod choose;
mod collection;
pub mod learn;
mod lobby;
mod print;
pub mod problems;
mod rules;
pub mod share;
pub mod shelf;

use axum::Router;

use crate::app::App;

/// Returns the routes of all rooms.
pub fn routes() -> Router<App> {
    Router::new()
        .merge(analysis::routes())
        .merge(answers::routes())
        .merge(api::routes())
        .merge(begin::routes())
        .merge(choose::routes())
        .merge(collection::routes())
        .merge(learn::routes())
        .merge(lobby::routes())
        .merge(print::routes())
        .merge(problems::routes())
        .merge(rules::routes())
        .merge(share::routes())
        .merge(shelf::routes())
}
