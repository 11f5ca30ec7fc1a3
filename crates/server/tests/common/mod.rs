//! A reader without a browser: sends requests to the app and keeps its cookies.

#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file is a crate of its own, and uses a part of this"
)]

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use damier_server::{App, router};
use damier_store::Sqlite;
use tower::ServiceExt;

/// A reader with cookies.
pub struct Reader {
    app: Router,
    pub cookies: Vec<String>,
    accept: &'static str,
    lang: &'static str,
}

/// An answer.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
    /// The text without its typography, as rooms and games write it.
    plain: Option<String>,
}

impl Answer {
    pub fn text(&self) -> &str {
        self.plain.as_deref().expect("UTF-8")
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(self.text()).unwrap_or_else(|_| panic!("JSON: {}", self.text()))
    }

    /// Returns the text as it is sent, with its typography.
    pub fn sent(&self) -> &str {
        std::str::from_utf8(&self.bytes).expect("UTF-8")
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn kind(&self) -> &str {
        self.header("content-type")
    }

    /// Returns where the answer leads.
    #[track_caller]
    pub fn location(&self) -> String {
        assert!(self.status.is_redirection(), "{}: {}", self.status, self.text());
        self.header("location").to_string()
    }

    /// Counts the pages of a PDF by their objects.
    pub fn pages(&self) -> usize {
        assert!(self.bytes.starts_with(b"%PDF-"));
        String::from_utf8_lossy(&self.bytes).matches("/MediaBox").count()
    }

    /// Checks the status and returns the answer.
    #[track_caller]
    pub fn expect(self, status: u16) -> Answer {
        let text = String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(600)]).to_string();
        assert_eq!(self.status, status, "{text}");
        self
    }
}

impl Reader {
    /// Opens an app of its own, in memory; reads English.
    pub async fn new() -> Reader {
        let store = Sqlite::in_memory().await.expect("a database in memory");
        Reader::of(router(App::new(store, damier_games::open)))
    }

    /// Reads an app that others read too.
    pub fn of(app: Router) -> Reader {
        Reader { app, cookies: Vec::new(), accept: "text/html", lang: "en" }
    }

    /// Returns another reader of the same app, without cookies.
    pub fn other(&self) -> Reader {
        Reader::of(self.app.clone())
    }

    pub fn french(mut self) -> Reader {
        self.lang = "fr";
        self
    }

    /// Reads as a script does.
    pub fn script(mut self) -> Reader {
        self.accept = "application/json";
        self
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, "").await
    }

    /// Sends a form.
    pub async fn post(&mut self, path: &str, form: &str) -> Answer {
        self.send("POST", path, form).await
    }

    pub async fn send(&mut self, method: &str, path: &str, body: &str) -> Answer {
        self.send_with(method, path, body, &[]).await
    }

    /// Sends a request with these headers in place of the usual ones.
    pub async fn send_with(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
        more: &[(&'static str, &str)],
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "damier.test")
            .header(header::ACCEPT, self.accept)
            .header(header::ACCEPT_LANGUAGE, self.lang)
            .header(header::COOKIE, self.cookies.join("; "))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        let headers = request.headers_mut().expect("a whole request");
        for (name, value) in more {
            headers.insert(*name, value.parse().expect("the value of a header"));
        }
        let request = request.body(Body::from(body.to_string())).expect("a request");
        let answer = self.app.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = answer.into_parts();
        for line in parts.headers.get_all(header::SET_COOKIE) {
            let pair = line.to_str().unwrap().split(';').next().unwrap().to_string();
            let name = pair.split('=').next().unwrap().to_string();
            self.cookies.retain(|kept| !kept.starts_with(&format!("{name}=")));
            self.cookies.push(pair);
        }
        let bytes = to_bytes(body, 1 << 26).await.expect("a body").to_vec();
        let plain = std::str::from_utf8(&bytes).ok().map(damier_core::typography::plain);
        Answer { status: parts.status, headers: parts.headers, bytes, plain }
    }

    /// Sends a record by the form, in one of its fields.
    pub async fn import(&mut self, field: &str, text: &str) -> Answer {
        let named = if field == "file" { "; filename=\"a.json\"" } else { "" };
        let body = format!(
            "--edge\r\nContent-Disposition: form-data; name=\"{field}\"{named}\r\n\r\n{text}\r\n--edge--\r\n"
        );
        let kind = [("content-type", "multipart/form-data; boundary=edge")];
        self.send_with("POST", "/import", &body, &kind).await
    }

    /// Begins a game and returns its address.
    pub async fn begin(&mut self, game: &str, form: &str) -> String {
        let answer = self.post(&format!("/games/{game}/play"), form).await.expect(303);
        answer.header("location").to_string()
    }

    /// Returns what the page of a game shows.
    pub async fn table(&mut self, game: &str) -> serde_json::Value {
        self.get(&format!("{game}/state")).await.expect(200).json()
    }
    /// Returns a page that is there.
    pub async fn page(&mut self, path: &str) -> String {
        self.get(path).await.expect(200).text().to_string()
    }

    /// Returns what a script gets that asks here.
    pub async fn data(&mut self, path: &str) -> serde_json::Value {
        self.get(path).await.expect(200).json()
    }

    /// Checks that these addresses are refused with these codes.
    pub async fn is_refused(&mut self, addresses: &[(&str, u16)]) {
        for (path, code) in addresses {
            let answer = self.get(path).await;
            assert_eq!(answer.status, *code, "{path}: {}", answer.text());
        }
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
