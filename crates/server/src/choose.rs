//! Choosing the language or the theme: a cookie, and back to the page.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use damier_core::Lang;
use serde::Deserialize;

use crate::asked::Query;
use crate::reader::{LANG, THEME, THEMES};

/// What is chosen, and where the reader was.
#[derive(Debug, Deserialize)]
pub struct Choice {
    lang: Option<String>,
    theme: Option<String>,
    back: Option<String>,
}

/// Sets the cookies of a choice and leads back. What is not known is not set.
pub async fn choose(Query(choice): Query<Choice>) -> Response {
    let mut headers = HeaderMap::new();
    let mut keep = |name: &str, value: &str| {
        let line = format!("{name}={value}; Path=/; SameSite=Lax; Max-Age=31536000");
        if let Ok(line) = HeaderValue::from_str(&line) {
            headers.append(header::SET_COOKIE, line);
        }
    };
    if let Some(lang) = choice.lang.as_deref().and_then(Lang::from_code) {
        keep(LANG, lang.code());
    }
    match choice.theme.as_deref() {
        Some("") => keep(THEME, ""),
        Some(name) if THEMES.contains(&name) => keep(THEME, name),
        _ => {}
    }
    // Only to a page of ours: a path, and not one that a browser reads as another host. It leaves out control characters.
    let plain = |path: &String| !path.contains('\\') && !path.contains(char::is_control);
    let ours = |path: &String| path.starts_with('/') && !path.starts_with("//");
    let back = choice.back.filter(|path| plain(path) && ours(path));
    (headers, Redirect::to(back.as_deref().unwrap_or("/"))).into_response()
}
