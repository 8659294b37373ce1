//! A stream of events that a test reads.

use axum::body::{Body, BodyDataStream};
use axum::http::{Request, StatusCode, header};
use futures::StreamExt;
use serde_json::Value;

use super::PATIENCE;
use crate::testing::TestApp;

/// A stream of events.
pub(in crate::turns::tests) struct Events {
    body: BodyDataStream,
    rest: Vec<u8>,
    pub(in crate::turns::tests) seen: Vec<(u64, String, Value)>,
    pub(in crate::turns::tests) bytes: Vec<u8>,
    pub(in crate::turns::tests) heartbeats: usize,
}

impl Events {
    pub(in crate::turns::tests) async fn of(app: &TestApp, request: Request<Body>) -> Self {
        let response = app.open(request).await;
        let (parts, body) = response.into_parts();
        if parts.status != StatusCode::OK {
            let body = axum::body::to_bytes(body, 1 << 20).await.expect("a body");
            panic!("{}: {}", parts.status, String::from_utf8_lossy(&body));
        }
        assert_eq!(parts.headers[header::CONTENT_TYPE], "text/event-stream");
        assert_eq!(parts.headers[header::CACHE_CONTROL], "no-store");
        assert_eq!(parts.headers["x-accel-buffering"], "no");
        Self {
            body: body.into_data_stream(),
            rest: Vec::new(),
            seen: Vec::new(),
            bytes: Vec::new(),
            heartbeats: 0,
        }
    }

    /// The next event; `None` at the end. Frames are parsed as the standard requires.
    pub(in crate::turns::tests) async fn next(&mut self) -> Option<(u64, String, Value)> {
        loop {
            if let Some(at) = self.rest.windows(2).position(|pair| pair == b"\n\n") {
                let frame: Vec<u8> = self.rest.drain(..at + 2).collect();
                let frame = String::from_utf8(frame).expect("UTF-8");
                let (mut id, mut name, mut data) = (None, None, None);
                for line in frame.trim_end_matches('\n').split('\n') {
                    match line.split_once(": ") {
                        Some(("id", value)) => id = value.parse().ok(),
                        Some(("event", value)) => name = Some(value.to_owned()),
                        Some(("data", value)) => assert!(
                            data.replace(value.to_owned()).is_none(),
                            "one line of data: {frame}"
                        ),
                        _ => assert!(line.starts_with(':'), "{frame:?}"),
                    }
                }
                let Some((id, name)) = id.zip(name) else {
                    self.heartbeats += 1;
                    continue;
                };
                let event = (
                    id,
                    name,
                    serde_json::from_str(&data.expect("data")).expect("JSON"),
                );
                self.seen.push(event.clone());
                return Some(event);
            }
            let chunk = tokio::time::timeout(PATIENCE, self.body.next())
                .await
                .expect("a stream that goes on")?
                .expect("no fault");
            self.bytes.extend_from_slice(&chunk);
            self.rest.extend_from_slice(&chunk);
        }
    }

    /// Reads up to a heartbeat, which is no event; the rest stays unread.
    pub(in crate::turns::tests) async fn until_heartbeat(&mut self) {
        let is_alive =
            |bytes: &[u8]| bytes.starts_with(b": \n\n") || bytes.windows(5).any(|five| five == b"\n: \n\n");
        while !is_alive(&self.rest) {
            let chunk = tokio::time::timeout(PATIENCE, self.body.next())
                .await
                .expect("a stream that goes on")
                .expect("more")
                .expect("no fault");
            self.bytes.extend_from_slice(&chunk);
            self.rest.extend_from_slice(&chunk);
        }
    }

    /// Reads up to an event with this name.
    pub(in crate::turns::tests) async fn until(&mut self, wanted: &str) -> Value {
        while let Some((_, name, data)) = self.next().await {
            if name == wanted {
                return data;
            }
        }
        panic!("no {wanted}: {:?}", self.names());
    }

    /// Reads to the end.
    pub(in crate::turns::tests) async fn all(mut self) -> Self {
        while self.next().await.is_some() {}
        self
    }

    pub(in crate::turns::tests) fn names(&self) -> Vec<&str> {
        self.seen.iter().map(|(_, name, _)| name.as_str()).collect()
    }

    pub(in crate::turns::tests) fn of_name(&self, wanted: &str) -> Vec<&Value> {
        self.seen
            .iter()
            .filter(|(_, name, _)| name == wanted)
            .map(|(.., data)| data)
            .collect()
    }

    /// The text that a client puts together.
    pub(in crate::turns::tests) fn text(&self) -> String {
        self.of_name("delta")
            .iter()
            .map(|delta| delta["text"].as_str().expect("text"))
            .collect()
    }

    pub(in crate::turns::tests) fn end(&self) -> &Value {
        self.of_name("end").last().expect("an end")
    }

    pub(in crate::turns::tests) fn turn_id(&self) -> String {
        self.of_name("turn")[0]["turn"]["id"]
            .as_str()
            .expect("an id")
            .to_owned()
    }
}
