//! Ways on from a request that failed: the page of the form that was refused, and links for the page of an error.

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Request, Uri, header};
use damier_core::{Lang, Text};
use damier_table::Entry;
use maud::{Markup, html};

use crate::web::reader::Notice;

/// The headers by which a reader is known.
const OF_READER: [header::HeaderName; 5] =
    [header::HOST, header::COOKIE, header::ACCEPT, header::ACCEPT_LANGUAGE, header::REFERER];

/// What was asked for, as far as ways on depend on it.
pub struct Asked {
    method: Method,
    uri: Uri,
    headers: HeaderMap,
}

/// A link: where it leads, and its words.
type Way = (String, String);

impl Asked {
    /// Notes what is asked for.
    pub fn of(parts: &Parts) -> Asked {
        let mut headers = HeaderMap::new();
        for name in OF_READER {
            headers.extend(parts.headers.get(&name).map(|value| (name, value.clone())));
        }
        Asked { method: parts.method.clone(), uri: parts.uri.clone(), headers }
    }

    /// Returns the request for the page of the form that was sent, which is to say what was wrong with it; nothing where no
    /// form was sent. A game's page has its actions' forms; any other page has the address of its form.
    pub fn page_of_form(&self, notice: &str) -> Option<Request<Body>> {
        if self.method != Method::POST {
            return None;
        }
        let path = self.uri.path();
        let page = match path.strip_prefix("/play/").and_then(|rest| rest.split_once('/')) {
            Some((id, _)) => format!("/play/{id}"),
            None => path.to_string(),
        };
        let mut request = Request::get(page).body(Body::empty()).ok()?;
        *request.headers_mut() = self.headers.clone();
        request.extensions_mut().insert(Notice(notice.to_string()));
        Some(request)
    }

    /// Draws the ways on: the game in play if there is one, the game's pages, where the reader came from, the collection.
    pub fn ways(&self, lang: Lang, found: bool) -> Markup {
        let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang).to_string();
        let mut ways: Vec<Way> = Vec::new();
        let path = self.uri.path();
        if let Some(id) = path.strip_prefix("/play/").and_then(|rest| rest.split(['/', '?']).next())
            && found
        {
            ways.push((format!("/play/{id}"), say("Revenir à la partie", "Back to the game")));
        }
        if let Some(entry) = self.entry() {
            ways.push((format!("/games/{}", entry.id), entry.name.get(lang).to_string()));
        }
        if path.starts_with("/problems/") {
            ways.push(("/problems".to_string(), say("Les problèmes", "The problems")));
        }
        if path.starts_with("/learn/") {
            ways.push(("/learn".to_string(), say("Les leçons", "The lessons")));
        }
        if let Some(back) = self.referer() {
            ways.push((back, say("Revenir d'où vous venez", "Back to where you were")));
        }
        ways.push(("/".to_string(), say("La collection", "The collection")));
        html! { ul.onward { @for (address, words) in &ways { li { a href=(address) { (words) } } } } }
    }

    /// Returns the game that the address names: in its path, or as the game of a line.
    fn entry(&self) -> Option<&'static Entry> {
        let mut parts = self.uri.path().split('/').skip(1);
        let in_path = match parts.next() {
            Some("games" | "learn" | "problems") => parts.next(),
            _ => None,
        };
        let in_query = || {
            self.uri.query()?.split('&').find_map(|pair| pair.strip_prefix("game=")?.split([':', '%']).next())
        };
        damier_games::entry(in_path.or_else(in_query)?).ok()
    }

    /// Returns the path of the page that led here, if it is one of this site, and another one.
    fn referer(&self) -> Option<String> {
        let text = |name| self.headers.get(name).and_then(|value| value.to_str().ok());
        let address: Uri = text(header::REFERER)?.parse().ok()?;
        let same =
            address.authority().is_some_and(|authority| Some(authority.as_str()) == text(header::HOST));
        let path = address.path_and_query()?.as_str();
        let other = self.uri.path_and_query().is_none_or(|own| own.as_str() != path);
        (same && other && path.starts_with('/') && !path.starts_with("//")).then(|| path.to_string())
    }
}
