//! Somebody who calls the application.

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use serde_json::Value;

use super::Events;
use crate::testing::{Actor, TestApp};

/// A caller of one process.
pub(in crate::turns::tests) struct Caller<'a> {
    pub(in crate::turns::tests) app: &'a TestApp,
    headers: HeaderMap,
}

impl<'a> Caller<'a> {
    pub(in crate::turns::tests) fn person(app: &'a TestApp, person: &Actor<'_>) -> Self {
        Self::token(app, &person.token)
    }

    pub(in crate::turns::tests) fn token(app: &'a TestApp, token: &str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(
            header::AUTHORIZATION,
            format!("Bearer {token}").parse().expect("a header"),
        );
        Self { app, headers }
    }

    pub(in crate::turns::tests) async fn guest(app: &'a TestApp) -> Self {
        let device = "0123456789abcdef".repeat(2);
        let request = Request::post("/api/v1/guest/sessions")
            .header("device-hash", &device)
            .body(Body::empty())
            .expect("a request");
        let token = app.send(request).await.json["guestSessionId"]
            .as_str()
            .expect("a token")
            .to_owned();
        let mut headers = HeaderMap::new();
        headers.insert("guest-token", token.parse().expect("a header"));
        headers.insert("device-hash", device.parse().expect("a header"));
        Self { app, headers }
    }

    /// The same caller, at another process.
    pub(in crate::turns::tests) fn at(&self, app: &'a TestApp) -> Self {
        Self {
            app,
            headers: self.headers.clone(),
        }
    }

    pub(in crate::turns::tests) fn request(
        &self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Request<Body> {
        let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        match body {
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_string()))
                .expect("a request"),
            None => request.body(Body::empty()).expect("a request"),
        }
    }

    pub(in crate::turns::tests) async fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> (StatusCode, Value) {
        let answer = self.app.send(self.request(method, path, body)).await;
        (answer.status, answer.json)
    }

    pub(in crate::turns::tests) async fn get(&self, path: &str) -> Value {
        let (status, json) = self.send("GET", path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {json}");
        json
    }

    pub(in crate::turns::tests) async fn post(&self, path: &str, body: &Value) -> Value {
        let (status, json) = self.send("POST", path, Some(body)).await;
        assert!(status.is_success(), "{path}: {status} {json}");
        json
    }

    /// A turn, in its final state.
    pub(in crate::turns::tests) async fn turn(&self, body: &Value) -> Value {
        self.post("/message/create", body).await
    }

    /// A turn as a stream of events.
    pub(in crate::turns::tests) async fn stream(&self, body: &Value) -> Events {
        let mut request = self.request("POST", "/message/create", Some(body));
        request
            .headers_mut()
            .insert(header::ACCEPT, "text/event-stream".parse().expect("a header"));
        Events::of(self.app, request).await
    }

    /// The events of a turn after one of them.
    pub(in crate::turns::tests) async fn follow(&self, turn: &str, after: u64) -> Events {
        Events::of(
            self.app,
            self.request("GET", &format!("/turns/{turn}/events?after={after}"), None),
        )
        .await
    }
}
