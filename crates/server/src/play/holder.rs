//! Who asks, as a holder of seats. A browser is known by one cookie, which it gets with its first game; the store knows a hash of it.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use damier_core::Fault;
use damier_store::Store;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::play::stored::random_id;
use crate::web::error::{HttpError, OrInternal};
use crate::web::reader::cookie;

/// The name of the cookie.
const PLAYER: &str = "player";
/// The number of characters in it: 130 random bits.
const LENGTH: usize = 26;

/// Whoever asks.
#[derive(Clone, Debug, Default)]
pub struct Holder {
    /// What his cookie holds.
    token: Option<String>,
}

/// Whoever asks, with a cookie to know him by.
pub struct KnownHolder {
    /// The name under which the store knows him.
    pub id: String,
    /// The cookie, which is to be sent along.
    pub cookie: Cookie<'static>,
}

impl Holder {
    /// Reads the cookie of a request.
    pub fn of(headers: &HeaderMap) -> Holder {
        let jar = CookieJar::from_headers(headers);
        let plain =
            |token: &&str| token.len() == LENGTH && token.bytes().all(|byte| byte.is_ascii_alphanumeric());
        Holder { token: jar.get(PLAYER).map(Cookie::value).filter(plain).map(str::to_string) }
    }

    /// Returns the name under which the store knows him; `None` if he never had a seat.
    pub fn id(&self) -> Option<String> {
        self.token.as_deref().map(hash)
    }

    /// Makes him known, if he is not.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub fn known(self) -> Result<KnownHolder, Fault> {
        let token = self.token.map_or_else(random_id::<LENGTH>, Ok)?;
        let mut cookie = cookie(PLAYER, token.clone());
        // Scripts do not need it.
        cookie.set_http_only(true);
        Ok(KnownHolder { id: hash(&token), cookie })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Holder {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Holder, Self::Rejection> {
        Ok(Holder::of(&parts.headers))
    }
}

/// Returns the name under which the store knows the holder of a token.
fn hash(token: &str) -> String {
    Sha256::digest(token).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// The names of the cookies that games had before, each its own.
const OLD: &str = "seats-";

/// Returns the seats that a browser holds by old cookies: the game's id and a token of it.
fn old_seats(headers: &HeaderMap) -> Vec<(String, String)> {
    let jar = CookieJar::from_headers(headers);
    let of_cookie = |cookie: &Cookie| {
        let id = cookie.name().strip_prefix(OLD)?.to_string();
        let tokens: Vec<String> = cookie.value().split('.').map(str::to_string).collect();
        Some(tokens.into_iter().map(move |token| (id.clone(), token)))
    };
    jar.iter().filter_map(of_cookie).flatten().collect()
}

/// Gives whoever still has cookies of the first version the seats that they stand for, and takes those cookies away.
///
/// # Errors
/// If the database or the system fails.
pub async fn adopt(State(app): State<App>, mut request: Request, next: Next) -> Result<Response, HttpError> {
    let old = old_seats(request.headers());
    if old.is_empty() {
        return Ok(next.run(request).await);
    }
    let KnownHolder { id, cookie } = Holder::of(request.headers()).known().or_internal()?;
    for (game, token) in &old {
        app.store.hand_over(game, &format!("token {token}"), &id).await?;
    }
    let header = |text: String| HeaderValue::from_str(&text).or_internal();
    request.headers_mut().append(COOKIE, header(format!("{PLAYER}={}", cookie.value()))?);
    let mut response = next.run(request).await;
    response.headers_mut().append(SET_COOKIE, header(cookie.to_string())?);
    for (game, _) in old {
        response.headers_mut().append(SET_COOKIE, header(format!("{OLD}{game}=; Path=/; Max-Age=0"))?);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holder(cookies: &str) -> Holder {
        let value = HeaderValue::from_str(cookies).unwrap();
        Holder::of(&HeaderMap::from_iter([(COOKIE, value)]))
    }

    #[test]
    fn a_browser_is_known_by_its_cookie_and_the_store_does_not_know_what_it_holds() {
        let first = Holder::default().known().unwrap();
        let token = first.cookie.value().to_string();
        let again = holder(&format!("lang=fr; {PLAYER}={token}"));
        assert_eq!(again.id().as_deref(), Some(first.id.as_str()));
        assert!(!first.id.contains(&token) && first.id.len() == 32);
        assert_ne!(Holder::default().known().unwrap().id, first.id);
        let sent = first.cookie.to_string();
        for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
            assert!(sent.contains(part), "{part}: {sent}");
        }
        for wrong in ["", "player=", "player=short", "player=../../../../../../../../x"] {
            assert_eq!(holder(wrong).id(), None, "{wrong}");
        }
    }

    #[test]
    fn old_cookies_are_read() {
        let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_static("seats-a=x.y; lang=fr"))]);
        let pair = |token: &str| ("a".to_string(), token.to_string());
        assert_eq!(old_seats(&headers), [pair("x"), pair("y")]);
    }
}
