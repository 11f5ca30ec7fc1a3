//! What goes wrong, as a page; for a script, as `{"error": …}`.

use axum::Json;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use damier_core::{Fault, Lang, Text};
use maud::html;

use crate::layout;
use crate::reader::Reader;

/// What goes wrong, with who reads of it.
#[derive(Debug)]
pub struct Problem {
    reader: Box<Reader>,
    code: StatusCode,
    what: Text,
    more: String,
}

const NOWHERE: Text = Text::new("Il n'y a rien ici", "There is nothing here");
const BAD: Text = Text::new("Demande incorrecte", "Wrong request");
const BUSY: Text = Text::new("Trop de monde", "Too many at once");
const OURS: Text = Text::new("C'est de notre faute", "This is our fault");

impl Problem {
    /// Nothing is at this address.
    pub fn nowhere(reader: &Reader, fault: &Fault) -> Problem {
        Problem::new(reader, StatusCode::NOT_FOUND, NOWHERE, fault.say(reader.lang))
    }

    /// The request cannot be done as it is.
    pub fn bad(reader: &Reader, fault: &Fault) -> Problem {
        Problem::new(reader, StatusCode::BAD_REQUEST, BAD, fault.say(reader.lang))
    }

    /// Too many wait for an engine.
    pub fn busy(reader: &Reader) -> Problem {
        let more = Text::new("Réessayez dans un instant.", "Try again in a moment.");
        Problem::new(reader, StatusCode::SERVICE_UNAVAILABLE, BUSY, more.get(reader.lang))
    }

    /// More was sent than is read.
    pub fn large(reader: &Reader) -> Problem {
        let more = Text::new("C'est trop long.", "This is too long.");
        Problem::new(reader, StatusCode::PAYLOAD_TOO_LARGE, BAD, more.get(reader.lang))
    }

    /// Something of ours failed.
    pub fn ours(reader: &Reader, error: &dyn std::fmt::Display) -> Problem {
        eprintln!("damier: {}: {error}", reader.path);
        Problem::new(reader, StatusCode::INTERNAL_SERVER_ERROR, OURS, "")
    }

    fn new(reader: &Reader, code: StatusCode, what: Text, more: &str) -> Problem {
        Problem { reader: Box::new(reader.clone()), code, what, more: more.to_string() }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let lang = self.reader.lang;
        if self.reader.script {
            let error = if self.more.is_empty() { self.what.get(lang) } else { &self.more };
            return (self.code, Json(serde_json::json!({ "error": error }))).into_response();
        }
        let back = match lang {
            Lang::Fr => "Retour à la collection",
            Lang::En => "Back to the collection",
        };
        let body = html! {
            h1 { (self.what.get(lang)) }
            @if !self.more.is_empty() { p { (self.more) } }
            p { a href="/" { (back) } }
        };
        (self.code, layout::page(&self.reader, self.what.get(lang), "prose", body)).into_response()
    }
}

/// Answers for addresses that are asked in a way they do not answer, a form's by a link for instance.
pub async fn another_way(method: Method, reader: Reader) -> Problem {
    let path = &reader.path;
    let more = Fault::new(
        format!("« {path} » ne répond pas à {method}."),
        format!("\"{path}\" does not answer {method}."),
    );
    Problem::new(&reader, StatusCode::METHOD_NOT_ALLOWED, BAD, more.say(reader.lang))
}

/// Answers for addresses that lead nowhere.
pub async fn nowhere(reader: Reader) -> Problem {
    let path = &reader.path;
    let fault = Fault::new(format!("Pas de page « {path} »."), format!("No page \"{path}\"."));
    Problem::nowhere(&reader, &fault)
}
