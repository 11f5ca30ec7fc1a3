//! The app, asked over HTTP without a network.

#![allow(dead_code, reason = "each test program uses some of it")]

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, header};
use damier_server::{App, router};
use damier_store::Sqlite;
use tower::ServiceExt;

/// The app over a database in memory.
pub struct House(Router);

/// What the app answers.
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl House {
    pub async fn new() -> House {
        let store = Sqlite::in_memory().await.expect("room for a database");
        House(router(App::new(store, damier_games::open)))
    }

    async fn send(&self, request: Request<Body>) -> Reply {
        let answer = self.0.clone().oneshot(request).await.expect("the router cannot fail");
        let (parts, body) = answer.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("a whole body").to_vec();
        Reply { status: parts.status, headers: parts.headers, body }
    }

    /// Asks for an address, whatever comes, in English.
    pub async fn ask(&self, path: &str) -> Reply {
        self.ask_as(path, "damier.test").await
    }

    async fn ask_as(&self, path: &str, host: &str) -> Reply {
        let request = Request::get(path).header(header::HOST, host).header(header::ACCEPT_LANGUAGE, "en");
        self.send(request.body(Body::empty()).expect("a request")).await
    }

    /// Asks for an address that must be there.
    pub async fn get(&self, path: &str) -> Reply {
        self.get_as(path, "damier.test").await
    }

    /// Asks for an address at a host.
    pub async fn get_as(&self, path: &str, host: &str) -> Reply {
        let reply = self.ask_as(path, host).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}: {}", reply.text());
        reply
    }

    pub async fn post(&self, path: &str, kind: &str, body: &str) -> Reply {
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, kind)
            .header(header::ACCEPT_LANGUAGE, "en")
            .body(Body::from(body.to_string()));
        self.send(request.expect("a request")).await
    }

    /// Sends a record by the form, in one of its fields.
    pub async fn import(&self, field: &str, text: &str) -> Reply {
        let named = if field == "file" { "; filename=\"a.json\"" } else { "" };
        let body = format!(
            "--edge\r\nContent-Disposition: form-data; name=\"{field}\"{named}\r\n\r\n{text}\r\n--edge--\r\n"
        );
        self.post("/import", "multipart/form-data; boundary=edge", &body).await
    }
}

impl Reply {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn head(&self, name: HeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("plain"))
    }

    pub fn kind(&self) -> &str {
        self.head(header::CONTENT_TYPE)
    }

    /// Where the answer leads.
    pub fn location(&self) -> String {
        assert!(self.status.is_redirection(), "{}: {}", self.status, self.text());
        self.head(header::LOCATION).to_string()
    }

    /// Counts the pages of a PDF by their objects.
    pub fn pages(&self) -> usize {
        assert!(self.body.starts_with(b"%PDF-"));
        self.text().matches("/MediaBox").count()
    }
}

/// Writes a text as a value in a query.
pub fn escape(text: &str) -> String {
    let sign = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => (byte as char).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(sign).collect()
}
