//! Reads the key and the fingerprint of a request.

use axum::extract::{FromRequest, FromRequestParts, MatchedPath, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::errors;
use super::rules::{HEADER, MAX_KEY_CHARS, fingerprint, is_key};
use crate::web::{Json, Problem, read_body};

/// The `Idempotency-Key` of a request without a body; [`Idempotent`] is for requests with one. An invalid key
/// is refused with 400.
#[derive(Debug, Clone)]
pub struct Idempotency {
    pub(super) keyed: Option<Keyed>,
}

#[derive(Debug, Clone)]
pub(super) struct Keyed {
    pub(super) key: String,
    pub(super) method: String,
    pub(super) route: String,
    pub(super) fingerprint: String,
    path: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Idempotency {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let mut values = parts.headers.get_all(HEADER).iter();
        let Some(value) = values.next() else {
            return Ok(Self { keyed: None });
        };
        let key = value
            .to_str()
            .ok()
            .filter(|key| values.next().is_none() && is_key(key.as_bytes()));
        let invalid = || {
            Problem::new(
                errors::IDEMPOTENCY_KEY_INVALID,
                format!("An Idempotency-Key is 1 to {MAX_KEY_CHARS} printable ASCII characters, sent once."),
            )
        };
        let key = key.ok_or_else(invalid)?.to_owned();
        let path = parts
            .uri
            .path_and_query()
            .map_or_else(|| parts.uri.path().to_owned(), ToString::to_string);
        let route = parts
            .extensions
            .get::<MatchedPath>()
            .map_or_else(|| parts.uri.path().to_owned(), |route| route.as_str().to_owned());
        Ok(Self {
            keyed: Some(Keyed {
                key,
                method: parts.method.to_string(),
                route,
                fingerprint: fingerprint(&path, None),
                path,
            }),
        })
    }
}

impl Idempotency {
    /// The same for a request whose body is no JSON: `digest` is a hash of all that it says, so that the key of
    /// another request is recognised.
    #[must_use]
    pub fn of_content(mut self, digest: String) -> Self {
        if let Some(keyed) = &mut self.keyed {
            keyed.fingerprint = fingerprint(&keyed.path, Some(&serde_json::Value::String(digest)));
        }
        self
    }
}

/// A JSON body together with the request's `Idempotency-Key`, if it has one.
#[derive(Debug, Clone)]
pub struct Idempotent<T> {
    /// The body.
    pub body: T,
    /// Runs the effect.
    pub key: Idempotency,
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Idempotent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let mut key = Idempotency::from_request_parts(&mut parts, state).await?;
        let Json(value) =
            Json::<serde_json::Value>::from_request(Request::from_parts(parts, body), state).await?;
        if let Some(keyed) = &mut key.keyed {
            keyed.fingerprint = fingerprint(&keyed.path, Some(&value));
        }
        Ok(Self {
            body: read_body(&value)?,
            key,
        })
    }
}
