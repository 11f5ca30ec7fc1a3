//! Analysis: any position, with what the engine and the tables say of it.
//!
//! The address holds the game, the position it begins with, a line of moves and how far along it one looks. Nothing is
//! kept; variations are the page's own.

mod begin;
mod page;
pub mod review;
mod setup;
pub mod think;
pub mod values;
pub mod worth;

use axum::Router;
use axum::routing::get;

use crate::app::App;

/// Returns the routes of this room.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/analysis", get(page::page).post(begin::record))
        .route("/play/{id}/analysis", get(begin::stored))
        .route("/analysis/values", get(values::values))
        .route("/analysis/think", get(think::think))
        .route("/analysis/review", get(review::review))
        .route("/analysis/setup", get(setup::setup))
}
