//! What goes wrong. Whoever answers a request says it without knowing who reads; [`render`] makes a page of it in the reader's
//! language or, for a script, `{"error": …}`.

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

use crate::play::pool::PoolError;
use crate::web::layout;
use crate::web::reader::Reader;

/// Why a request is not answered as it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HttpError {
    /// The reader has to know why, or can mend it.
    #[error("{status}: {fault}")]
    Refused {
        /// The status of the answer.
        status: StatusCode,
        /// What the reader is told.
        fault: Fault,
    },
    /// Something of ours failed: the reader is told that, the log has the cause.
    #[error("internal error")]
    Internal(#[source] Arc<dyn Error + Send + Sync>),
}

impl HttpError {
    /// The request cannot be done as it is.
    pub fn bad_request(fault: Fault) -> HttpError {
        HttpError::Refused { status: StatusCode::BAD_REQUEST, fault }
    }

    /// Nothing is at this address.
    pub fn not_found(fault: Fault) -> HttpError {
        HttpError::Refused { status: StatusCode::NOT_FOUND, fault }
    }

    /// More was sent than is read.
    pub fn too_large() -> HttpError {
        let fault = Fault::new("C'est trop long.", "This is too long.");
        HttpError::Refused { status: StatusCode::PAYLOAD_TOO_LARGE, fault }
    }

    /// Something of ours failed.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> HttpError {
        HttpError::Internal(Arc::from(cause.into()))
    }

    /// Whoever was to answer panicked with this.
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
            _ => Text::new("Demande incorrecte", "Wrong request"),
        }
    }

    /// Tells it to a reader.
    fn tell(&self, reader: &Reader) -> Response {
        let title = self.title().get(reader.lang);
        let more = match self {
            HttpError::Refused { fault, .. } => Some(fault.say(reader.lang)),
            HttpError::Internal(_) => None,
        };
        if reader.script {
            return (self.status(), Json(serde_json::json!({ "error": more.unwrap_or(title) })))
                .into_response();
        }
        let body = html! {
            h1 { (title) }
            @if let Some(more) = more { p { (more) } }
            p { a href="/" { (Text::new("Retour à la collection", "Back to the collection").get(reader.lang)) } }
        };
        (self.status(), layout::page(reader, title, "prose", body)).into_response()
    }
}

impl From<StoreError> for HttpError {
    fn from(error: StoreError) -> HttpError {
        HttpError::internal(error)
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

/// Says which status the answer to a fault has.
pub trait OrStatus<T> {
    /// The request cannot be done as it is.
    fn or_bad_request(self) -> Result<T, HttpError>;

    /// Nothing is at this address.
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

/// Says that an error is ours.
pub trait OrInternal<T> {
    /// Something of ours failed.
    fn or_internal(self) -> Result<T, HttpError>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> OrInternal<T> for Result<T, E> {
    fn or_internal(self) -> Result<T, HttpError> {
        self.map_err(HttpError::internal)
    }
}

impl IntoResponse for HttpError {
    /// Returns an answer that [`render`] fills.
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Tells the reader of an error, in his language, where the answer is one; logs it where it is ours.
pub async fn render(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(reader) = Reader::from_request_parts(&mut parts, &()).await;
    let mut response = next.run(Request::from_parts(parts, body)).await;
    let Some(error) = response.extensions_mut().remove::<HttpError>() else { return response };
    if let HttpError::Internal(cause) = &error {
        tracing::error!(error = chain(&**cause), "the request failed");
    }
    error.tell(&reader)
}

/// Writes an error with what caused it, and what caused that.
pub fn chain(error: &(dyn Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Returns what a panic said.
pub fn panic_message(payload: &(dyn Any + Send)) -> String {
    let said = payload.downcast_ref::<String>().map(String::as_str);
    said.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message").to_string()
}

/// Answers for addresses that are asked in a way they do not answer, a form's by a link for instance.
pub async fn method_not_allowed(method: Method, uri: Uri) -> HttpError {
    let path = uri.path();
    let fault = Fault::new(
        format!("« {path} » ne répond pas à {method}."),
        format!("\"{path}\" does not answer {method}."),
    );
    HttpError::Refused { status: StatusCode::METHOD_NOT_ALLOWED, fault }
}

/// Answers for addresses that lead nowhere.
pub async fn not_found(uri: Uri) -> HttpError {
    let path = uri.path();
    HttpError::not_found(Fault::new(format!("Pas de page « {path} »."), format!("No page \"{path}\".")))
}
