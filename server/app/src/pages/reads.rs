//! A page's data: reads of the API, in process, through the same handlers and checks as any other caller's.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;

use accounts::tags::BlockedContent;
use axum::Router;
use axum::body::Body;
use axum::response::Response;
use futures::future::join_all;
use http::header::CONTENT_TYPE;
use http::{Method, Request, StatusCode};
use kernel::Audience;
use platform::slice::calls::{Caching, Tag, VaryBy};
use platform::web::full_address;
use serde_json::Value;
use serde_json::value::RawValue;
use tower::ServiceExt;

use super::answer_cache::{AnswerCache, Key};
use super::answers::{ReadAnswer, ViewerSummary};
use super::tags::Tags;
use super::viewer::Member;

/// How long one read may take.
const READ_TIME: Duration = Duration::from_secs(2);
/// Longest answer of one read, in bytes; a list of a hundred scenarios has under 200 KB.
const MAX_READ_BYTES: usize = 4 << 20;

/// The read that identifies a signed-in person.
const ME: &str = "/users/me";

/// The API, called in process.
#[derive(Clone)]
pub struct Reads {
    api: Router,
    kept: AnswerCache,
}

/// For whom a page is read.
#[derive(Debug, Clone, Copy)]
pub enum Reader<'a> {
    /// A visitor with this audience.
    Visitor(Audience),
    /// A signed-in person, whose own settings decide what they see.
    Member(&'a Member),
}

/// One read of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The expanded address.
    pub uri: String,
    /// Whether the page fails without it.
    pub required: bool,
    /// How long its answer may be cached, in milliseconds, if its call allows that; 0: not at all.
    pub fresh_ms: i64,
}

/// With which authority a call is made.
#[derive(Debug, Clone)]
enum As<'a> {
    /// As this person, with all they may see.
    Member(&'a Member),
    /// Without authority, for an audience and without what a reader has blocked.
    Anybody(Audience, BlockedContent),
}

impl Reads {
    /// Reads from this router and caches the answers that may be cached.
    #[must_use]
    pub fn new(api: Router, kept: AnswerCache) -> Self {
        Self { api, kept }
    }

    /// What invalidates the cached answers, for others that cache copies of the same data.
    #[must_use]
    pub fn tags(&self) -> &Arc<Tags> {
        self.kept.tags()
    }

    /// All reads of a page, concurrently; the answers are in the order of the reads.
    pub async fn all(&self, reader: Reader<'_>, reads: &[Read]) -> Vec<ReadAnswer> {
        join_all(reads.iter().map(|read| self.one_of(reader, read))).await
    }

    /// The same, and beside them the page's viewer.
    pub async fn all_for(
        &self,
        reader: Reader<'_>,
        reads: &[Read],
    ) -> (Vec<ReadAnswer>, Option<ViewerSummary>) {
        tokio::join!(self.all(reader, reads), self.viewer(reader))
    }

    /// What a page shows of its viewer. `None` for visitors, and if it cannot be read: the client then asks
    /// itself.
    pub async fn viewer(&self, reader: Reader<'_>) -> Option<ViewerSummary> {
        let Reader::Member(member) = reader else {
            return None;
        };
        let answer = self.own(member, ME).await;
        if answer.status != 200 {
            tracing::warn!(status = answer.status, "a page was made without its viewer");
            return None;
        }
        serde_json::from_str(answer.body.get())
            .inspect_err(|error| tracing::error!(%error, "a person cannot be read"))
            .ok()
    }

    /// One read as a visitor with the default audience. Never fails: an error is a status.
    pub async fn one(&self, uri: &str) -> ReadAnswer {
        self.ask(As::Anybody(Audience::Everyone, BlockedContent::default()), uri)
            .await
    }

    /// One read as this person, never from the cache. Never fails: an error is a status.
    pub async fn own(&self, member: &Member, uri: &str) -> ReadAnswer {
        self.ask(As::Member(member), uri).await
    }

    async fn one_of(&self, reader: Reader<'_>, read: &Read) -> ReadAnswer {
        match (reader, varies(&read.uri).filter(|_| read.fresh_ms > 0)) {
            (Reader::Visitor(audience), None | Some(VaryBy::Caller)) => {
                self.ask(As::Anybody(audience, BlockedContent::default()), &read.uri)
                    .await
            }
            (Reader::Member(member), None | Some(VaryBy::Caller)) => self.own(member, &read.uri).await,
            // A public page is cached itself, so it is made of fresh answers: two ages would add up.
            (Reader::Visitor(audience), Some(_)) => {
                self.fresh(key(read, audience, BlockedContent::default()), read.fresh_ms)
                    .await
            }
            (Reader::Member(member), Some(varies)) => {
                let blocked = match varies {
                    VaryBy::BlockedContent => member.blocked.clone(),
                    VaryBy::Audience | VaryBy::Caller => BlockedContent::default(),
                };
                let key = key(read, member.audience(), blocked);
                if let Some(body) = self.kept.get(&key) {
                    return ReadAnswer::ok(key.uri, body);
                }
                let answer = self.fresh(key, read.fresh_ms).await;
                match answer.status {
                    // What the public may not see, this person still may.
                    401 | 403 | 404 | 410 => self.own(member, &read.uri).await,
                    _ => answer,
                }
            }
        }
    }

    /// Asks without authority, and caches a successful answer.
    async fn fresh(&self, key: Key, fresh_ms: i64) -> ReadAnswer {
        let generation = self.tags().now();
        let answer = self
            .ask(As::Anybody(key.audience, key.blocked.clone()), &key.uri)
            .await;
        if answer.status == 200 {
            self.kept.put(
                key,
                answer.body.clone(),
                fresh_ms,
                generation,
                tags(std::slice::from_ref(&answer)),
            );
        }
        answer
    }

    async fn ask(&self, who: As<'_>, uri: &str) -> ReadAnswer {
        let answer = tokio::time::timeout(READ_TIME, self.fetch(who, uri)).await;
        let (status, body) = answer.unwrap_or_else(|_| {
            // Without its query: searches are private.
            tracing::warn!(call = uri.split('?').next(), "a page's read took too long");
            (StatusCode::GATEWAY_TIMEOUT, None)
        });
        ReadAnswer {
            uri: uri.to_owned(),
            status: status.as_u16(),
            body: body.unwrap_or_else(null).into(),
        }
    }

    async fn fetch(&self, who: As<'_>, uri: &str) -> (StatusCode, Option<Box<RawValue>>) {
        let Ok(mut request) = Request::get(full_address(uri)).body(Body::empty()) else {
            return (StatusCode::BAD_REQUEST, None);
        };
        match who {
            As::Member(member) => {
                request.extensions_mut().insert(member.authority.clone());
            }
            As::Anybody(audience, blocked) => {
                request.extensions_mut().insert(audience);
                request.extensions_mut().insert(blocked);
            }
        }
        let response = match self.api.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        let status = response.status();
        match body(response).await {
            Some(body) => (status, Some(body)),
            // A success without a readable body counts as a failure for a page.
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

fn key(read: &Read, audience: Audience, blocked: BlockedContent) -> Key {
    Key {
        uri: read.uri.clone(),
        audience,
        blocked,
    }
}

/// What the answer to this read depends on; `None` if it is never cached.
fn varies(uri: &str) -> Option<VaryBy> {
    let address = full_address(uri);
    let path = address.split('?').next().unwrap_or_default();
    match operations::rules().find(&Method::GET, path)?.rule.caching {
        Caching::Never => None,
        Caching::Until(_, varies) => Some(varies),
    }
}

/// The tags of what a page shows, by the reads it was made from: their invalidation makes it invalid.
#[must_use]
pub fn tags(answers: &[ReadAnswer]) -> Vec<String> {
    let mut tags: Vec<String> = answers.iter().flat_map(tags_of).collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}

fn tags_of(answer: &ReadAnswer) -> Vec<String> {
    let address = full_address(&answer.uri);
    let path = address.split('?').next().unwrap_or_default();
    let Some(found) = operations::rules().find(&Method::GET, path) else {
        return Vec::new();
    };
    let Caching::Until(tags, _) = found.rule.caching else {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_tagged_with_what_it_shows() {
        let answer = |uri: &str, body: &str| ReadAnswer {
            uri: uri.to_owned(),
            status: 200,
            body: serde_json::from_str::<Box<RawValue>>(body).expect("JSON").into(),
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
