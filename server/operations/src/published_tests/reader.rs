//! Somebody who calls the API and keeps every byte that they receive.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request, header};
use futures::StreamExt;
use platform::web::full_address;
use serde_json::Value;

use crate::testing::{Actor, TestApp};

/// A stream of events that is silent for this long has said what there is to say.
const SILENCE: Duration = Duration::from_millis(250);
/// The pieces of a stream that are read: its heartbeats never end.
const MAX_PIECES: usize = 50;
/// What one says in their browser to be shown everything.
const CONFIRMED: &str = "showNSFW=true; adultConfirmed=true";

/// Somebody who calls.
pub(super) struct Reader<'a> {
    pub(super) name: &'static str,
    app: &'a TestApp,
    headers: HeaderMap,
}

impl<'a> Reader<'a> {
    fn with(app: &'a TestApp, name: &'static str, headers: &[(&'static str, &str)]) -> Self {
        let mut all = HeaderMap::new();
        for (name, value) in headers {
            all.insert(*name, value.parse().expect("a header"));
        }
        Self {
            name,
            app,
            headers: all,
        }
    }

    /// Nobody in particular, who is shown everything.
    pub(super) fn anonymous(app: &'a TestApp) -> Self {
        Self::with(app, "anonymous", &[("cookie", CONFIRMED)])
    }

    /// A guest who is shown everything.
    pub(super) async fn guest(app: &'a TestApp) -> Self {
        let device = "0123456789abcdef".repeat(2);
        let begin = Request::post(full_address("/guest/sessions")).header("device-hash", &device);
        let answer = app.send(begin.body(Body::empty()).expect("a request")).await;
        let token = super::text_of(&answer.json["guestSessionId"]);
        let headers = [
            ("cookie", CONFIRMED),
            ("guest-token", &token),
            ("device-hash", &device),
        ];
        Self::with(app, "guest", &headers)
    }

    /// This person, of this application.
    pub(super) fn person(app: &'a TestApp, name: &'static str, person: &Actor<'_>) -> Self {
        Self::with(
            app,
            name,
            &[("authorization", &format!("Bearer {}", person.token))],
        )
    }

    /// Every byte of an answer, its head first; of a stream of events, those that come soon.
    pub(super) async fn bytes(&self, method: &str, path: &str, body: Option<&Value>) -> Vec<u8> {
        self.send(
            method,
            path,
            "application/json",
            body.map(|body| body.to_string().into_bytes()),
        )
        .await
    }

    /// The same of a form with one file.
    pub(super) async fn upload(&self, path: &str, field: &str, file: &[u8]) -> Vec<u8> {
        let head =
            format!("--edge\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"a\"\r\n\r\n");
        let body = [head.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
        let kind = "multipart/form-data; boundary=edge";
        self.send("POST", path, kind, Some(body)).await
    }

    /// The JSON of an answer; null if it is none.
    pub(super) async fn json(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let bytes = self.bytes(method, path, body).await;
        let begin = bytes.windows(2).position(|pair| pair == b"\n\n");
        begin.map_or(Value::Null, |at| {
            serde_json::from_slice(&bytes[at + 2..]).unwrap_or_default()
        })
    }

    async fn send(&self, method: &str, path: &str, kind: &str, body: Option<Vec<u8>>) -> Vec<u8> {
        let mut request = Request::builder().method(method).uri(full_address(path));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = match body {
            Some(body) => request.header(header::CONTENT_TYPE, kind).body(Body::from(body)),
            None => request.body(Body::empty()),
        };
        let response = self.app.open(request.expect("a request")).await;
        let (parts, body) = response.into_parts();
        let mut received = format!("{}\n", parts.status).into_bytes();
        for (name, value) in &parts.headers {
            received.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\n"].concat());
        }
        received.push(b'\n');
        let is_stream = parts
            .headers
            .get(header::CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
        let mut pieces = body.into_data_stream();
        for count in 0.. {
            let next = if is_stream {
                tokio::time::timeout(SILENCE, pieces.next()).await.ok().flatten()
            } else {
                pieces.next().await
            };
            match next {
                Some(piece) if !is_stream || count < MAX_PIECES => {
                    received.extend_from_slice(&piece.expect("no fault"));
                }
                _ => break,
            }
        }
        received
    }
}
