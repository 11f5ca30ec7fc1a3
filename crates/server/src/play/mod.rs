//! Games in play: their page, the actions in them, and the computer's turns.

pub mod actions;
pub mod agents;
pub mod gestures;
pub mod locks;
pub mod page;
pub mod panel;
pub mod pool;
pub mod stored;
pub mod thinking;
pub mod timing;
pub mod view;

use axum::Router;

use crate::app::App;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().merge(page::routes()).merge(actions::routes()).merge(thinking::routes())
}
