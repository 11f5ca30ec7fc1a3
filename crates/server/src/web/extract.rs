//! Extractors for the path, the query and the form of a request, with errors that a person can read.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use damier_core::{Fault, Text};
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::web::error::HttpError;

/// The variable parts of a path.
pub struct UrlPath<T>(pub T);

/// The query of an address.
pub struct Query<T>(pub T);

/// A form that was sent.
pub struct Form<T>(pub T);

/// Makes the error for a part of a request that cannot be read. The refusal's text, which is in English, may name the field after
/// its first colon; then the reader is told which.
fn unreadable(what: Text, refusal: &str) -> HttpError {
    let reason = refusal.split_once(": ").map_or("", |(_, reason)| reason);
    let name = reason.split([':', ' ']).next().unwrap_or_default();
    let field = reason.strip_prefix(name).is_some_and(|rest| rest.starts_with(':'));
    let missing = reason.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    HttpError::bad_request(match missing.or(field.then_some(name)) {
        Some(name) => Fault::new(format!("{} : « {name} ».", what.fr), format!("{}: \"{name}\".", what.en)),
        None => Fault::new(format!("{}.", what.fr), format!("{}.", what.en)),
    })
}

const ADDRESS: Text = Text::new("On ne comprend pas cette adresse", "This address makes no sense");
const FORM: Text = Text::new("On ne comprend pas ce formulaire", "This form makes no sense");

impl<T: DeserializeOwned + Send> FromRequestParts<App> for UrlPath<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<UrlPath<T>, HttpError> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, app).await;
        read.map(|read| UrlPath(read.0)).map_err(|error| unreadable(ADDRESS, &error.body_text()))
    }
}

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<Query<T>, HttpError> {
        let read = axum::extract::Query::<T>::try_from_uri(&parts.uri);
        read.map(|read| Query(read.0)).map_err(|error| unreadable(ADDRESS, &error.body_text()))
    }
}

impl<T: DeserializeOwned> FromRequest<App> for Form<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, app: &App) -> Result<Form<T>, HttpError> {
        let read = axum::Form::<T>::from_request(request, app).await;
        read.map(|read| Form(read.0)).map_err(|error| {
            if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
                return HttpError::too_large();
            }
            unreadable(FORM, &error.body_text())
        })
    }
}

/// Reads a switch: `tall`, `tall=yes`, `tall=no`.
pub fn switch(text: Option<&str>, otherwise: bool) -> bool {
    match text {
        None => otherwise,
        Some("no" | "false" | "0" | "off") => false,
        Some(_) => true,
    }
}

/// Reads a number within limits.
///
/// # Errors
/// Names the parameter, the text and the limits.
pub fn number_within(name: &str, text: &str, least: u32, most: u32) -> Result<u32, Fault> {
    text.parse().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        Fault::new(
            format!("« {name}={text} » : attendu un nombre de {least} à {most}."),
            format!("\"{name}={text}\": expected a number from {least} to {most}."),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_and_numbers_are_read() {
        assert!(switch(None, true) && !switch(None, false));
        assert!(switch(Some(""), false) && switch(Some("yes"), false) && !switch(Some("no"), true));
        assert_eq!(number_within("pixels", "300", 16, 2400), Ok(300));
        for wrong in ["", "15", "2401", "-1", "9999999999", "x"] {
            assert!(
                number_within("pixels", wrong, 16, 2400).unwrap_err().to_string().contains("16"),
                "{wrong}"
            );
        }
    }
}
