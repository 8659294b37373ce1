//! A turn as a stream of server-sent events: straight from its log where this process runs it, else from the database.

use std::convert::Infallible;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::Stream;
use futures::stream::unfold;
use http::{HeaderName, HeaderValue, StatusCode, header};
use tokio::time::timeout;

use super::events::{EVENT_STREAM, End, Event, HEARTBEAT, Numbered, frame};
use super::hub::{Watching, is_over};
use super::model::Turn;
use super::read;
use crate::stories::Owner;
use crate::web::{AppState, Problem};

/// Told to proxies that would otherwise collect an answer before they pass it on.
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Looks at a turn of another process that is waited for.
const LOOKS: u32 = 4;

/// The events of a turn after this number, then those to come, to the last.
///
/// # Errors
/// 404 where there is no such turn in a story of this caller.
pub(super) async fn events(app: &AppState, owner: &Owner, id: &str, after: u64) -> Result<Response, Problem> {
    // First whether it is the caller's at all.
    let stored = read::find(app, owner, id).await?;
    if let Some(channel) = app.turns.find(id) {
        return Ok(if channel.has_ended() && after >= channel.last_event() { nothing_more() } else { respond(live(app, channel.watch(after))) });
    }
    if is_over(stored.state) {
        if after >= stored.last_event && after > 0 {
            return Ok(nothing_more());
        }
        let events = farewell(app, owner, stored, after).await?;
        return Ok(respond(futures::stream::iter([Ok(frame(&events))])));
    }
    Ok(respond(distant(app.clone(), owner.clone(), stored, after)))
}

/// What is left to say of a turn that is over: how it stands, and that it ended.
async fn farewell(app: &AppState, owner: &Owner, turn: Turn, after: u64) -> Result<Vec<Numbered>, Problem> {
    let balance = read::balance(app, owner).await?;
    let last = turn.last_event.max(after.saturating_add(2)).max(2);
    let price = turn.price;
    let snapshot = Numbered { seq: last - 1, event: Event::Snapshot(Box::new(turn.clone())) };
    Ok(vec![snapshot, Numbered { seq: last, event: Event::End(Box::new(End { turn, price, balance })) }])
}

fn live(app: &AppState, watching: Watching) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
    let heartbeat = app.turns.timing().heartbeat;
    unfold(watching, move |mut watching| async move {
        match timeout(heartbeat, watching.next()).await {
            Err(_) => Some((Ok(Bytes::from_static(HEARTBEAT)), watching)),
            Ok(Some(events)) => Some((Ok(frame(&events)), watching)),
            Ok(None) => None,
        }
    })
}

/// A turn that another process runs: how it stands whenever that has changed, until it is over.
fn distant(app: AppState, owner: Owner, first: Turn, after: u64) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
    let state = (app, owner, Some(first), after, true);
    unfold(Some(state), |state| async move {
        let (app, owner, mut known, after, is_first) = state?;
        if !is_first {
            tokio::time::sleep(app.turns.timing().look).await;
        }
        let id = known.as_ref().map(|turn| turn.id.clone())?;
        let turn = if is_first { known.clone()? } else { read::find(&app, &owner, &id).await.ok()? };
        if is_over(turn.state) {
            let events = farewell(&app, &owner, turn, after).await.ok()?;
            return Some((Ok(frame(&events)), None));
        }
        let is_new = is_first || known.as_ref().is_none_or(|known| known.last_event != turn.last_event || known.written() != turn.written());
        known = Some(turn.clone());
        if !is_new {
            return Some((Ok(Bytes::from_static(HEARTBEAT)), Some((app, owner, known, after, false))));
        }
        let seq = turn.last_event.max(after + 1);
        let snapshot = Numbered { seq, event: Event::Snapshot(Box::new(turn)) };
        Some((Ok(frame(&[snapshot])), Some((app, owner, known, seq, false))))
    })
}

fn respond(stream: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static) -> Response {
    let mut response = Body::from_stream(stream).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(EVENT_STREAM));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(X_ACCEL_BUFFERING, HeaderValue::from_static("no"));
    response
}

/// By this status browsers stop asking.
fn nothing_more() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Waits until a turn has ended, but not for ever.
pub(super) async fn to_the_end(app: &AppState, owner: &Owner, id: &str) {
    let Some(channel) = app.turns.find(id) else {
        return elsewhere_to_the_end(app, owner, id).await;
    };
    // Who waits for it is there to read it.
    let watching = channel.watch(channel.last_event());
    let _ = timeout(app.turns.timing().wait, channel.ended()).await;
    drop(watching);
}

/// The same for a turn that another process runs, which looks for orders once a second.
async fn elsewhere_to_the_end(app: &AppState, owner: &Owner, id: &str) {
    for _ in 0..LOOKS {
        match read::find(app, owner, id).await {
            Ok(turn) if !is_over(turn.state) => tokio::time::sleep(app.turns.timing().look).await,
            _ => return,
        }
    }
}
