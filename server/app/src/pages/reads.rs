//! A page's data: reads of our own API, in process, through the same handlers and checks as any other
//! caller's.

use std::cell::OnceCell;
use std::time::Duration;

use accounts::identity::Authority;
use axum::Router;
use axum::body::Body;
use axum::response::Response;
use futures::future::join_all;
use http::header::CONTENT_TYPE;
use http::{Method, Request, StatusCode};
use kernel::Audience;
use platform::slice::calls::{Keeps, Tag};
use serde_json::Value;
use serde_json::value::RawValue;
use tower::ServiceExt;

use super::input::ReadAnswer;
use super::omit::without;
use super::viewer::ViewerSummary;

/// How long one read may take.
const READ_TIME: Duration = Duration::from_secs(2);
/// Longest answer of one read, in bytes; a list of a hundred scenarios has under 200 KB.
const MAX_READ_BYTES: usize = 4 << 20;

/// Our own API.
#[derive(Clone)]
pub struct Reads {
    api: Router,
}

/// For whom a page is read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reader<'a> {
    /// Whoever is signed in. Their own settings decide what they see.
    pub authority: Option<&'a Authority>,
    /// What a visitor wants to see.
    pub audience: Audience,
}

/// One read of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The expanded address.
    pub uri: String,
    /// Whether the page is nothing without it.
    pub required: bool,
    /// Fields that the page does not show.
    pub omit: Vec<String>,
}

impl Reads {
    /// Reads from this router.
    #[must_use]
    pub fn new(api: Router) -> Self {
        Self { api }
    }

    /// All reads of a page, at the same time, in their order.
    pub async fn all(&self, reader: Reader<'_>, reads: &[Read]) -> Vec<ReadAnswer> {
        let answers = reads.iter().map(async |read| {
            let answer = self.one_as(reader, &read.uri).await;
            ReadAnswer {
                body: without(answer.body, &read.omit),
                ..answer
            }
        });
        join_all(answers).await
    }

    /// The same, and beside them who looks at the page.
    pub async fn all_for(
        &self,
        reader: Reader<'_>,
        reads: &[Read],
    ) -> (Vec<ReadAnswer>, Option<ViewerSummary>) {
        tokio::join!(
            self.all(reader, reads),
            ViewerSummary::read(self, reader.authority)
        )
    }

    /// One read. Never fails: what goes wrong is a status.
    pub async fn one(&self, uri: &str) -> ReadAnswer {
        self.one_as(Reader::default(), uri).await
    }

    /// One read as this reader. Never fails: what goes wrong is a status.
    pub async fn one_as(&self, reader: Reader<'_>, uri: &str) -> ReadAnswer {
        let answer = tokio::time::timeout(READ_TIME, self.fetch(reader, uri)).await;
        let (status, body) = answer.unwrap_or_else(|_| {
            // Without its query: what people search for is theirs.
            tracing::warn!(call = uri.split('?').next(), "a page's read took too long");
            (StatusCode::GATEWAY_TIMEOUT, None)
        });
        ReadAnswer {
            uri: uri.to_owned(),
            status: status.as_u16(),
            body: body.unwrap_or_else(null),
        }
    }

    async fn fetch(&self, reader: Reader<'_>, uri: &str) -> (StatusCode, Option<Box<RawValue>>) {
        let Ok(mut request) = Request::get(full(uri)).body(Body::empty()) else {
            return (StatusCode::BAD_REQUEST, None);
        };
        request.extensions_mut().insert(reader.audience);
        if let Some(authority) = reader.authority {
            request.extensions_mut().insert(authority.clone());
        }
        let response = match self.api.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        let status = response.status();
        match body(response).await {
            Some(body) => (status, Some(body)),
            // Success without a readable body is no success for a page.
            None if status.is_success() => (StatusCode::BAD_GATEWAY, None),
            None => (status, None),
        }
    }
}

async fn body(response: Response) -> Option<Box<RawValue>> {
    let kind = response
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    if !kind.contains("json") {
        return None;
    }
    let bytes = axum::body::to_bytes(response.into_body(), MAX_READ_BYTES)
        .await
        .ok()?;
    // Checks that it is JSON, and one value: it will stand inside a page.
    serde_json::from_slice(&bytes).ok()
}

fn null() -> Box<RawValue> {
    RawValue::NULL.to_owned()
}

/// What a page shows, by the reads it was made from: the tags whose invalidation makes it unusable.
#[must_use]
pub fn tags(answers: &[ReadAnswer]) -> Vec<String> {
    let mut tags: Vec<String> = answers.iter().flat_map(tags_of).collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}

fn tags_of(answer: &ReadAnswer) -> Vec<String> {
    let address = full(&answer.uri);
    let path = address.split('?').next().unwrap_or_default();
    let Some(found) = operations::rules().find(&Method::GET, path) else {
        return Vec::new();
    };
    let Keeps::Until(tags) = found.rule.keeps else {
        return Vec::new();
    };
    let body = OnceCell::new();
    let body = || body.get_or_init(|| serde_json::from_str(answer.body.get()).unwrap_or(Value::Null));
    let name = |tag: &Tag| match tag {
        Tag::List => Some("list".to_owned()),
        Tag::Path(kind, placeholder) => found.param(placeholder).map(|id| format!("{kind}:{id}")),
        Tag::Body(kind, pointer) => {
            let id = body().pointer(pointer)?.as_str()?;
            Some(format!("{kind}:{id}"))
        }
    };
    tags.iter().filter_map(name).collect()
}

/// A read's address below the API's base, in full.
pub(super) fn full(uri: &str) -> String {
    if uri.starts_with("/api/") {
        uri.to_owned()
    } else {
        format!("{}{uri}", platform::web::API_BASE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_tagged_with_what_it_shows() {
        let answer = |uri: &str, body: &str| ReadAnswer {
            uri: uri.to_owned(),
            status: 200,
            body: serde_json::from_str(body).expect("JSON"),
        };
        let answers = [
            answer(
                "/scenarios/scenario/s1",
                r#"{"authorship":{"author":"u1","authorname":"x"}}"#,
            ),
            answer("/scenarios/similar/s1?limit=12", "{}"),
            answer("/scenarios/search?q=a", "{}"),
            answer("/scenarios/scenario/gone", "null"),
        ];
        assert_eq!(
            tags(&answers),
            ["list", "scenario:gone", "scenario:s1", "user:u1"]
        );
    }
}
