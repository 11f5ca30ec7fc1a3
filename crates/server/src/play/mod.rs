//! Games in play: their page, the actions in them, and the computer's turns.

pub mod actions;
pub mod agents;
pub mod ending;
pub mod flags;
pub mod gestures;
pub mod help;
pub mod hint;
pub mod holder;
pub mod invitation;
pub mod lamp;
pub mod locks;
pub mod moves;
pub mod news;
pub mod offers;
pub mod page;
pub mod panel;
pub mod pool;
pub mod seats;
pub mod series;
pub mod stored;
pub mod talk;
pub mod thinking;
pub mod timing;
pub mod turning;
pub mod view;
pub mod why;

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new()
        .merge(page::routes())
        .merge(actions::routes())
        .merge(thinking::routes())
        .route("/play/{id}/turning", get(turning::turning_point))
        .route("/play/{id}/why", get(why::why_not))
        .route("/play/{id}/hint", post(hint::hint))
        .route("/play/{id}/seat", post(invitation::take))
        .route("/play/{id}/computer", post(invitation::seat_computer))
        .route("/play/{id}/cancel", post(invitation::cancel))
        .merge(offers::routes())
        .merge(talk::routes())
        .merge(news::routes())
}
