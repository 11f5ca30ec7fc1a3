//! Errors of requests. A handler returns an [`HttpError`] without knowing the reader; [`render`] turns it into a page in the
//! reader's language or, for a script, into `{"error": …}`.

use std::any::Any;
use std::error::Error;
use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Request};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damier_core::{Fault, Text};
use damier_store::StoreError;
use maud::html;
use serde::Serialize;

use crate::play::pool::PoolError;
use crate::web::layout;
use crate::web::reader::Reader;
use crate::web::ways::Asked;

/// Why a request failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HttpError {
    /// The request was wrong, or cannot be served now. The reader is told why.
    #[error("{status}: {fault}")]
    Refused {
        /// The status of the answer.
        status: StatusCode,
        /// The reason.
        fault: Fault,
    },
    /// The server failed. The reader is told only that; the cause is logged.
    #[error("internal error")]
    Internal(#[source] Arc<dyn Error + Send + Sync>),
}

/// What a script is told when a request fails.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorReport {
    /// What went wrong, in the reader's language.
    error: String,
}

impl HttpError {
    /// Makes an error for a request that is wrong.
    pub fn bad_request(fault: Fault) -> HttpError {
        HttpError::Refused { status: StatusCode::BAD_REQUEST, fault }
    }

    /// Makes an error for an address at which there is nothing.
    pub fn not_found(fault: Fault) -> HttpError {
        HttpError::Refused { status: StatusCode::NOT_FOUND, fault }
    }

    /// Makes an error for a request that is too large.
    pub fn too_large() -> HttpError {
        let fault = Fault::new("C'est trop long.", "This is too long.");
        HttpError::Refused { status: StatusCode::PAYLOAD_TOO_LARGE, fault }
    }

    /// Makes an error for a request that cannot be served now, since there are too many.
    pub fn busy(fault: Fault) -> HttpError {
        HttpError::Refused { status: StatusCode::SERVICE_UNAVAILABLE, fault }
    }

    /// Makes an error for a failure of the server.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> HttpError {
        HttpError::Internal(Arc::from(cause.into()))
    }

    /// Makes an error for a panic with this payload.
    pub fn panicked(payload: Box<dyn Any + Send>) -> HttpError {
        HttpError::from(PoolError::Panicked(panic_message(&*payload)))
    }

    fn status(&self) -> StatusCode {
        match self {
            HttpError::Refused { status, .. } => *status,
            HttpError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn title(&self) -> Text {
        match self.status() {
            StatusCode::NOT_FOUND => Text::new("Il n'y a rien ici", "There is nothing here"),
            StatusCode::SERVICE_UNAVAILABLE => Text::new("Trop de monde", "Too many at once"),
            StatusCode::INTERNAL_SERVER_ERROR => Text::new("C'est de notre faute", "This is our fault"),
            _ => Text::new("Cela n'a pas marché", "That did not work"),
        }
    }

    /// Writes the answer for a reader: what was wrong, and the ways on.
    fn response_for(&self, reader: &Reader, asked: &Asked) -> Response {
        let title = self.title().get(reader.lang);
        let more = match self {
            HttpError::Refused { fault, .. } => Some(fault.say(reader.lang)),
            HttpError::Internal(_) => None,
        };
        if reader.script {
            let report = ErrorReport { error: more.unwrap_or(title).to_string() };
            return (self.status(), Json(report)).into_response();
        }
        let body = html! {
            h1 { (title) }
            @if let Some(more) = more { p { (more) } }
            (asked.ways(reader.lang, self.status() != StatusCode::NOT_FOUND))
        };
        (self.status(), layout::page(reader, title, "prose", body)).into_response()
    }
}

impl From<StoreError> for HttpError {
    fn from(error: StoreError) -> HttpError {
        match error {
            StoreError::Busy | StoreError::Closed => HttpError::busy(Fault::new(
                "La base ne suit pas : réessayez dans un instant.",
                "The database is overloaded: try again in a moment.",
            )),
            other => HttpError::internal(other),
        }
    }
}

impl From<PoolError> for HttpError {
    fn from(error: PoolError) -> HttpError {
        match error {
            PoolError::Full => HttpError::Refused {
                status: StatusCode::SERVICE_UNAVAILABLE,
                fault: Fault::new("Réessayez dans un instant.", "Try again in a moment."),
            },
            PoolError::Panicked(_) => HttpError::internal(error),
        }
    }
}

/// Turns a fault into an error with a status.
pub trait OrStatus<T> {
    /// Turns a fault into one for a request that is wrong.
    fn or_bad_request(self) -> Result<T, HttpError>;

    /// Turns a fault into one for an address at which there is nothing.
    fn or_not_found(self) -> Result<T, HttpError>;
}

impl<T> OrStatus<T> for Result<T, Fault> {
    fn or_bad_request(self) -> Result<T, HttpError> {
        self.map_err(HttpError::bad_request)
    }

    fn or_not_found(self) -> Result<T, HttpError> {
        self.map_err(HttpError::not_found)
    }
}

/// Turns an error into a failure of the server.
pub trait OrInternal<T> {
    /// Turns an error into a failure of the server.
    fn or_internal(self) -> Result<T, HttpError>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> OrInternal<T> for Result<T, E> {
    fn or_internal(self) -> Result<T, HttpError> {
        self.map_err(HttpError::internal)
    }
}

impl IntoResponse for HttpError {
    /// Returns an empty answer that carries the error to [`render`].
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Writes errors as answers in the reader's language, and logs failures of the server. Whoever sent a form that is refused sees
/// its page again, with the reason and the status of the refusal: a move that is impossible does not lose the game from view.
pub async fn render(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(reader) = Reader::from_request_parts(&mut parts, &()).await;
    let asked = Asked::of(&parts);
    let again = next.clone();
    let mut response = next.run(Request::from_parts(parts, body)).await;
    let Some(error) = response.extensions_mut().remove::<HttpError>() else { return response };
    if let HttpError::Internal(cause) = &error {
        tracing::error!(error = with_causes(&**cause), "the request failed");
    }
    if let HttpError::Refused { status, fault } = &error
        && let Some(page) = asked.page_of_form(fault.say(reader.lang)).filter(|_| !reader.script)
    {
        let mut shown = again.run(page).await;
        if shown.status().is_success() {
            *shown.status_mut() = *status;
            return shown;
        }
    }
    error.response_for(&reader, &asked)
}

/// Returns the message of an error followed by those of all its causes.
pub fn with_causes(error: &(dyn Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Returns the message of a panic.
pub fn panic_message(payload: &(dyn Any + Send)) -> String {
    let said = payload.downcast_ref::<String>().map(String::as_str);
    said.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message").to_string()
}

/// Answers a request whose method the address does not accept, such as following a link to the address of a form.
pub async fn method_not_allowed(method: Method, uri: Uri) -> HttpError {
    let path = uri.path();
    let fault = Fault::new(
        format!("« {path} » ne s'ouvre pas ainsi ({method}) : prenez le bouton de sa page."),
        format!("\"{path}\" does not open in this way ({method}): use the button on its page."),
    );
    HttpError::Refused { status: StatusCode::METHOD_NOT_ALLOWED, fault }
}

/// Answers a request for an address that does not exist.
pub async fn not_found(uri: Uri) -> HttpError {
    let path = uri.path();
    HttpError::not_found(Fault::new(format!("Pas de page « {path} »."), format!("No page \"{path}\".")))
}
