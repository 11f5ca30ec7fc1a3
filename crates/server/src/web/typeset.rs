//! Typography, once, in what is sent to be read: pages, pictures, and the words in what scripts get.
//!
//! Rooms write their texts as one types them; this layer sets them, by [`typography`], for whoever reads. Files to keep, such as
//! records, are sent as they are. A page of 200 kB takes less than half a
//! millisecond.

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequestParts, Request};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damier_core::{Lang, typography};

use crate::web::error::with_causes;
use crate::web::reader::Reader;

/// Sets the answer to a request, if it is one to be read.
pub async fn typeset(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(Reader { lang, .. }) = Reader::from_request_parts(&mut parts, &()).await;
    let answer = next.run(Request::from_parts(parts, body)).await;
    let Some(set) = setter(&answer) else { return answer };
    let (mut parts, body) = answer.into_parts();
    let bytes = match to_bytes(body, usize::MAX).await {
        Ok(bytes) => bytes,
        Err(error) => {
            tracing::error!(error = with_causes(&error), "the answer broke off");
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
    };
    let Ok(text) = str::from_utf8(&bytes) else { return Response::from_parts(parts, Body::from(bytes)) };
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(set(text, lang)))
}

/// Returns what sets an answer; nothing for one that is not to be read, or to be kept.
fn setter(answer: &Response) -> Option<fn(&str, Lang) -> String> {
    if answer.headers().contains_key(header::CONTENT_DISPOSITION) {
        return None;
    }
    let kind = answer.headers().get(header::CONTENT_TYPE)?.to_str().ok()?;
    match kind.split(';').next()? {
        "text/html" => Some(typography::html),
        // Pictures in files of their own may be kept, too, but are read first. Those of the house have no words.
        "image/svg+xml" => Some(typography::html),
        "application/json" => Some(json),
        _ => None,
    }
}

/// Sets the strings of a JSON text: those with tags as parts of pages, the others as lines. Codes, such as moves and positions, have
/// nothing to set.
pub fn json(text: &str, lang: Lang) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 32);
    let mut rest = text;
    while let Some(start) = rest.find('"') {
        let end = start + length_of_string(&rest[start..]);
        out.push_str(&rest[..start]);
        push_string(&mut out, &rest[start..end], lang);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// Returns how long the string is with which a JSON text begins.
fn length_of_string(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// Appends a string of a JSON text, set.
fn push_string(out: &mut String, string: &str, lang: Lang) {
    let tags = string.contains('<');
    let set = || {
        let plain: String = serde_json::from_str(string).ok()?;
        let set = if tags {
            typography::html(&plain, lang)
        } else {
            typography::typeset(&plain, lang).into_owned()
        };
        serde_json::to_string(&set).ok().filter(|_| set != plain)
    };
    match string.contains([' ', '\'']).then(set).flatten() {
        Some(set) => out.push_str(&set),
        None => out.push_str(string),
    }
}

#[cfg(test)]
mod tests {
    use damier_core::typography::{NARROW, NO_BREAK, plain};

    use super::*;

    #[test]
    fn strings_of_json_are_set() {
        let text = r#"{"a b":["c'est 15 × 15 :","<p title=\"a !\">l'un : <b>\\</b></p>","\n \"x\" ?"],"b":3,"c":""}"#;
        let set = json(text, Lang::Fr);
        let shown = set.replace(NARROW, "~").replace(NO_BREAK, "_");
        let wanted = r#"{"a b":["c’est 15_×_15~:","<p title=\"a~!\">l’un~: <b>\\</b></p>","\n \"x\"~?"],"b":3,"c":""}"#;
        assert_eq!(shown, wanted);
        assert_eq!(plain(&set), text);
        assert_eq!(json(&set, Lang::Fr), set, "once is enough");
        // What is no JSON is not made worse.
        for odd in ["", "\"", "\"a :", "{\"a\\", "\"\\"] {
            assert_eq!(json(odd, Lang::Fr), odd);
        }
    }
}
