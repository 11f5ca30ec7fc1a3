//! Choosing the language or the theme: a cookie, and back to the page.

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use axum_extra::extract::CookieJar;
use damier_core::Lang;
use serde::Deserialize;

use crate::app::App;
use crate::web::extract::Query;
use crate::web::reader::{LANG, THEME, THEMES, cookie};

/// Returns the routes of this room.
pub fn routes() -> Router<App> {
    Router::new().route("/choose", get(choose))
}

/// What is chosen, and where the reader was.
#[derive(Debug, Deserialize)]
pub struct Choice {
    lang: Option<String>,
    theme: Option<String>,
    back: Option<String>,
}

/// Sets the cookies of a choice and leads back. What is not known is not set.
pub async fn choose(Query(choice): Query<Choice>) -> (CookieJar, Redirect) {
    let mut jar = CookieJar::new();
    if let Some(lang) = choice.lang.as_deref().and_then(Lang::from_code) {
        jar = jar.add(cookie(LANG, lang.code()));
    }
    // No theme is a choice too: that of the system.
    if let Some(theme) = choice.theme.filter(|name| name.is_empty() || THEMES.contains(&name.as_str())) {
        jar = jar.add(cookie(THEME, theme));
    }
    // Only to a page of ours: a path, and not one that a browser reads as another host. It leaves out control characters.
    let plain = |path: &String| !path.contains('\\') && !path.contains(char::is_control);
    let ours = |path: &String| path.starts_with('/') && !path.starts_with("//");
    let back = choice.back.filter(|path| plain(path) && ours(path));
    (jar, Redirect::to(back.as_deref().unwrap_or("/")))
}
