//! An application under test: a database, a clock, a router, and what it answers.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use kernel::TestClock;
use serde_json::Value;
use tower::ServiceExt;

use super::TestDb;
use crate::AppState;
use crate::db::query_on;
use crate::web::full_address;

/// Largest answer a test reads, in bytes.
const MAX_BODY_BYTES: usize = 16 << 20;

/// What the `TestApp` of every floor is over.
pub struct Site {
    /// What stands below everything.
    pub state: AppState,
    /// Its clock, at [`super::TEST_NOW`] until moved.
    pub clock: TestClock,
    pub(super) db: Arc<TestDb>,
    router: Router,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body; null where it is not JSON.
    pub json: Value,
}

impl Site {
    /// One of these parts; calls are answered by this router.
    #[must_use]
    pub fn over(db: Arc<TestDb>, clock: TestClock, state: AppState, router: Router) -> Self {
        Self {
            state,
            clock,
            db,
            router,
        }
    }

    /// A new one that answers no calls, or none where this engine cannot be had.
    #[cfg(test)]
    pub(crate) async fn create(engine: super::Engine) -> Option<Self> {
        let db = TestDb::create(engine).await?;
        let clock = TestClock::at(super::TEST_NOW);
        let state = super::state(&db, &clock);
        Some(Self::over(Arc::new(db), clock, state, Router::new()))
    }

    /// The database and the clock, for another application over them.
    #[must_use]
    pub fn parts(&self) -> (Arc<TestDb>, TestClock) {
        (self.db.clone(), self.clock.clone())
    }

    /// What this query counts with this id as its `$1`.
    ///
    /// # Panics
    /// When it cannot be asked.
    pub async fn count(&self, text: &'static str, id: &str) -> i64 {
        let mut conn = self.state.db.read().await.expect("a connection");
        query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(text)
            .bind(id)
            .fetch_one(x)
            .await)
        .expect("a count")
    }

    /// The folder of the SQLite file.
    #[must_use]
    pub fn folder(&self) -> Option<&std::path::Path> {
        self.db.folder.as_ref().map(tempfile::TempDir::path)
    }

    /// Answers a GET of a path with its query, below the API's base where it does not begin with `/api/`.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(
            Request::get(full_address(path))
                .body(Body::empty())
                .expect("a valid request"),
        )
        .await
    }

    /// Answers a POST of a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = Request::post(full_address(path)).header(header::CONTENT_TYPE, "application/json");
        self.send(
            request
                .body(Body::from(body.to_string()))
                .expect("a valid request"),
        )
        .await
    }

    /// Begins to answer any request; its body comes as it is read.
    pub async fn open(&self, request: Request<Body>) -> axum::response::Response {
        let Ok(response) = self.router.clone().oneshot(request).await;
        response
    }

    /// Answers any request.
    ///
    /// # Panics
    /// If the answer's body is too large for this API.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let Ok(response) = self.router.clone().oneshot(request).await;
        let (parts, body) = response.into_parts();
        // A stream of events has no end to wait for.
        if parts
            .headers
            .get(header::CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
        {
            return Answer {
                status: parts.status,
                headers: parts.headers,
                json: Value::Null,
            };
        }
        let bytes = axum::body::to_bytes(body, MAX_BODY_BYTES)
            .await
            .expect("a body of sane size");
        Answer {
            status: parts.status,
            headers: parts.headers,
            json: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        }
    }
}

impl Answer {
    /// The body of a success.
    ///
    /// # Panics
    /// If it was not.
    pub fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.json);
        self.json
    }

    /// Checks that this is a problem document with this status and code.
    ///
    /// # Panics
    /// When it is not.
    pub fn assert_problem(&self, status: u16, code: &str) {
        assert_eq!(self.status.as_u16(), status, "{}", self.json);
        assert_eq!(
            self.headers
                .get(header::CONTENT_TYPE)
                .map(|value| value.as_bytes()),
            Some(&b"application/problem+json; charset=utf-8"[..])
        );
        assert_eq!(self.json["status"], status);
        assert_eq!(self.json["code"], code);
        assert_eq!(self.json["message"], self.json["detail"]);
        assert_eq!(self.json["authErrorType"], Value::Null);
    }

    /// Checks that this refuses the caller's authority with this `authErrorType`.
    ///
    /// # Panics
    /// When it does not.
    pub fn assert_unauthenticated(&self, fault: &str) {
        assert_eq!(self.status, StatusCode::UNAUTHORIZED, "{}", self.json);
        assert_eq!(
            self.headers
                .get(header::WWW_AUTHENTICATE)
                .map(|value| value.as_bytes()),
            Some(&b"Bearer"[..])
        );
        assert_eq!(self.json["authErrorType"], fault, "{}", self.json);
    }

    /// The given field of each of the `results`.
    ///
    /// # Panics
    /// If the answer is not a list.
    #[must_use]
    pub fn each(&self, field: &str) -> Vec<String> {
        let rows = self.json["results"]
            .as_array()
            .unwrap_or_else(|| panic!("no list: {}", self.json));
        rows.iter()
            .map(|row| row[field].as_str().unwrap_or_default().to_owned())
            .collect()
    }
}
