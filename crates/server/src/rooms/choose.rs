//! Choosing the language or the theme: sets a cookie and returns to the page.

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use axum_extra::extract::CookieJar;
use damier_core::Lang;
use serde::Deserialize;

use crate::app::App;
use crate::web::extract::Query;
use crate::web::reader::{LANG, THEME, THEMES, cookie};

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/choose", get(choose))
}

/// The chosen language or theme, and the page to return to.
#[derive(Debug, Deserialize)]
pub struct DisplayChoice {
    lang: Option<String>,
    theme: Option<String>,
    back: Option<String>,
}

/// Sets the cookies of a choice and redirects back. Unknown values are ignored.
pub async fn choose(Query(choice): Query<DisplayChoice>) -> (CookieJar, Redirect) {
    let mut jar = CookieJar::new();
    if let Some(lang) = choice.lang.as_deref().and_then(Lang::from_code) {
        jar = jar.add(cookie(LANG, lang.code()));
    }
    // An empty theme is a choice too: the system decides.
    if let Some(theme) = choice.theme.filter(|name| name.is_empty() || THEMES.contains(&name.as_str())) {
        jar = jar.add(cookie(THEME, theme));
    }
    // Redirects only to a path of this site. Browsers ignore control characters and read some paths as another host.
    let plain = |path: &String| !path.contains('\\') && !path.contains(char::is_control);
    let ours = |path: &String| path.starts_with('/') && !path.starts_with("//");
    let back = choice.back.filter(|path| plain(path) && ours(path));
    (jar, Redirect::to(back.as_deref().unwrap_or("/")))
}
