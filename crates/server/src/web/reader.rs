//! The reader of an answer: language, theme, and whether it is a script.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use damier_core::Lang;

/// The name of the cookie that holds the language.
pub const LANG: &str = "lang";
/// The name of the cookie that holds the theme.
pub const THEME: &str = "theme";

/// The themes that a reader can choose; without a choice, the system decides between light and dark.
pub const THEMES: [&str; 4] = ["light", "dark", "contrast", "safe"];

/// How long a browser keeps a cookie: a year.
const KEPT: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Makes a cookie that is sent to all pages of this site, and only with requests from it.
pub fn cookie(name: impl Into<String>, value: impl Into<String>) -> Cookie<'static> {
    let kept = KEPT.try_into().expect("a year is a short time");
    Cookie::build((name.into(), value.into())).path("/").same_site(SameSite::Lax).max_age(kept).build()
}

/// The reader of an answer.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The language.
    pub lang: Lang,
    /// The theme that was chosen, one of [`THEMES`].
    pub theme: Option<&'static str>,
    /// The path with its query, without language and theme, for links that come back to the page.
    pub address: String,
    /// Whether the reader is a script, which gets JSON instead of pages.
    pub script: bool,
    /// What was wrong with the form that was just sent from the page.
    pub notice: Option<Notice>,
}

/// What a page says of the form that was just sent from it.
#[derive(Clone, Debug)]
pub struct Notice(pub String);

impl Reader {
    /// Returns the address, escaped as a value in a query.
    pub fn back(&self) -> String {
        serde_urlencoded::to_string([("", &self.address)])
            .map_or_else(|_| "/".to_string(), |pair| pair[1..].to_string())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Reader {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Reader, Infallible> {
        let query = parts.uri.query().unwrap_or_default();
        let cookies = CookieJar::from_headers(&parts.headers);
        let asked = |name: &str| {
            let find = |pair: &str| pair.strip_prefix(name)?.strip_prefix('=').map(str::to_string);
            let kept = || cookies.get(name).map(|cookie| cookie.value().to_string());
            query.split('&').find_map(find).or_else(kept)
        };
        let lang =
            asked(LANG).and_then(|code| Lang::from_code(&code)).unwrap_or_else(|| preferred(&parts.headers));
        let theme = asked(THEME).and_then(|name| THEMES.into_iter().find(|theme| *theme == name));
        let accepts =
            parts.headers.get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok()).unwrap_or_default();
        let script = accepts.starts_with("application/json");
        let path = parts.uri.path();
        // A language or theme in the address must not override what the reader chooses on the page.
        let is_choice = |pair: &&str| [LANG, THEME].iter().any(|name| pair.split('=').next() == Some(name));
        let rest: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty() && !is_choice(pair)).collect();
        let address = if rest.is_empty() { path.to_string() } else { format!("{path}?{}", rest.join("&")) };
        let notice = parts.extensions.get::<Notice>().cloned();
        Ok(Reader { lang, theme, address, script, notice })
    }
}

/// Returns the language that a browser prefers among ours, or French if it lists none of them.
fn preferred(headers: &HeaderMap) -> Lang {
    let list = headers.get(header::ACCEPT_LANGUAGE).and_then(|list| list.to_str().ok()).unwrap_or_default();
    let weighed = list.split(',').map(|item| {
        let (tag, weight) = item.split_once(";q=").unwrap_or((item, "1"));
        (tag.trim(), weight.trim().parse::<f64>().unwrap_or(0.0))
    });
    let known = weighed.filter_map(|(tag, weight)| Some((Lang::from_code(tag.get(..2)?)?, weight)));
    // Among equal weights the first one counts.
    known.fold((Lang::Fr, 0.0), |best, one| if one.1 > best.1 { one } else { best }).0
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_language_is_the_one_the_browser_prefers() {
        let prefers = |list: &str| {
            let value = HeaderValue::from_str(list).unwrap();
            preferred(&HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, value)]))
        };
        assert_eq!(prefers("en-GB,en;q=0.9,fr;q=0.8"), Lang::En);
        assert_eq!(prefers("de,fr;q=0.7,en;q=0.3"), Lang::Fr);
        assert_eq!(prefers("en;q=0.3, fr;q=0.7"), Lang::Fr);
        assert_eq!(prefers("de"), Lang::Fr);
        assert_eq!(prefers("e"), Lang::Fr);
        assert_eq!(preferred(&HeaderMap::new()), Lang::Fr);
    }
}
