//! The analysis of any position by the engine and the tables.
//!
//! The address holds the game, the position it begins with, a line of moves and the ply that is shown. Nothing is stored;
//! variations exist only in the page.

mod begin;
mod page;
mod paste;
pub mod review;
pub mod setup;
pub mod think;
pub mod values;
pub mod worth;

use axum::Router;
use axum::routing::get;

use crate::app::App;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/analysis", get(page::page).post(begin::pasted))
        .route("/play/{id}/analysis", get(begin::stored))
        .route("/analysis/values", get(values::values))
        .route("/analysis/think", get(think::think))
        .route("/analysis/review", get(review::review))
        .route("/analysis/setup", get(setup::setup))
}
