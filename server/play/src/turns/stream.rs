//! A turn as a stream of server-sent events: from its log if this process runs it, else from the database.

use accounts::guests::Owner;
use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::Stream;
use futures::stream::unfold;
use http::{HeaderValue, StatusCode, header};
use platform::news::{Subject, Subscription};
use platform::web::{Problem, event_stream};
use tokio::time::{Instant, timeout};

use super::channel::Watching;
use super::events::{EVENT_STREAM, End, Event, HEARTBEAT, Numbered, frame};
use super::model::Turn;
use super::read;
use crate::AppState;

/// How long to wait for the end of a turn that another process runs; that process may be gone.
const REMOTE_END_WAIT: Duration = Duration::from_secs(4);

/// The events of a turn after this number, then those to come, to the last.
///
/// # Errors
/// 404 if there is no such turn in a story of this caller.
pub(super) async fn events(app: &AppState, owner: &Owner, id: &str, after: u64) -> Result<Response, Problem> {
    // Checks first that the turn is the caller's.
    let stored = read::find(app, owner, id).await?;
    if let Some(channel) = app.turns.find(id) {
        return Ok(if channel.has_ended() && after >= channel.last_event() {
            no_more_events()
        } else {
            respond(local_events(app, channel.watch(after)))
        });
    }
    if stored.state.is_over() {
        if after >= stored.last_event && after > 0 {
            return Ok(no_more_events());
        }
        let events = final_events(app, owner, stored, after).await?;
        return Ok(respond(futures::stream::iter([Ok(frame(&events))])));
    }
    Ok(respond(remote_events(app.clone(), owner.clone(), stored, after)))
}

/// The last events of a turn that has ended: its state, and its end.
async fn final_events(
    app: &AppState,
    owner: &Owner,
    turn: Turn,
    after: u64,
) -> Result<Vec<Numbered>, Problem> {
    let balance = read::balance(app, owner).await?;
    let last = turn.last_event.max(after.saturating_add(2)).max(2);
    let price = turn.price;
    let snapshot = Numbered {
        seq: last - 1,
        event: Event::Snapshot(Box::new(turn.clone())),
    };
    Ok(vec![
        snapshot,
        Numbered {
            seq: last,
            event: Event::End(Box::new(End { turn, price, balance })),
        },
    ])
}

fn local_events(
    app: &AppState,
    watching: Watching,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
    let heartbeat = app.turns.timing().heartbeat;
    unfold(watching, move |mut watching| async move {
        match timeout(heartbeat, watching.next()).await {
            Err(_) => Some((Ok(Bytes::from_static(HEARTBEAT)), watching)),
            Ok(Some(events)) => Some((Ok(frame(&events)), watching)),
            Ok(None) => None,
        }
    })
}

/// A turn that another process runs: its state after every change, until it has ended.
fn remote_events(
    app: AppState,
    owner: Owner,
    first: Turn,
    after: u64,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
    let news = app.news.subscribe(Subject::Turn(first.id.clone()));
    unfold(
        Some((
            RemoteTurn {
                app,
                owner,
                news,
                known: first,
                after,
                notified_at: None,
            },
            true,
        )),
        |state| async move {
            let (mut remote, is_first) = state?;
            let (events, is_over) = remote.next(is_first).await.ok()?;
            let bytes = if events.is_empty() {
                Bytes::from_static(HEARTBEAT)
            } else {
                frame(&events)
            };
            Some((Ok(bytes), (!is_over).then_some((remote, false))))
        },
    )
}

struct RemoteTurn {
    app: AppState,
    owner: Owner,
    news: Subscription,
    known: Turn,
    after: u64,
    /// When its process was last notified that somebody follows.
    notified_at: Option<Instant>,
}

impl RemoteTurn {
    /// What is new (nothing, after a while), and whether that was the last of it.
    async fn next(&mut self, is_first: bool) -> Result<(Vec<Numbered>, bool), Problem> {
        if !is_first {
            let heartbeat = self.app.turns.timing().heartbeat;
            if self.notified_at.is_none_or(|at| at.elapsed() >= heartbeat) {
                self.notified_at = Some(Instant::now());
                self.app
                    .news
                    .publish(&self.app.db, &Subject::Order(self.known.id.clone()))
                    .await;
            }
            if timeout(heartbeat, self.news.changed()).await.is_err() {
                return Ok((Vec::new(), false));
            }
        }
        let turn = read::find(&self.app, &self.owner, &self.known.id).await?;
        if turn.state.is_over() {
            return Ok((
                final_events(&self.app, &self.owner, turn, self.after).await?,
                true,
            ));
        }
        let is_new =
            is_first || self.known.last_event != turn.last_event || self.known.written() != turn.written();
        self.known = turn.clone();
        if !is_new {
            return Ok((Vec::new(), false));
        }
        self.after = turn.last_event.max(self.after + 1);
        Ok((
            vec![Numbered {
                seq: self.after,
                event: Event::Snapshot(Box::new(turn)),
            }],
            false,
        ))
    }
}

fn respond(stream: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static) -> Response {
    event_stream(([(header::CONTENT_TYPE, EVENT_STREAM)], Body::from_stream(stream)))
}

/// Browsers stop reconnecting at this status.
fn no_more_events() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Waits until a turn has ended, up to a limit.
pub(super) async fn wait_for_end(app: &AppState, owner: &Owner, id: &str) {
    let Some(channel) = app.turns.find(id) else {
        return wait_for_remote_end(app, owner, id).await;
    };
    // The caller waits to read it, so it counts as a watcher.
    let watching = channel.watch(channel.last_event());
    let _ = timeout(app.turns.timing().wait, channel.ended()).await;
    drop(watching);
}

/// The same for a turn that another process runs.
async fn wait_for_remote_end(app: &AppState, owner: &Owner, id: &str) {
    let mut news = app.news.subscribe(Subject::Turn(id.to_owned()));
    let over = async {
        while read::find(app, owner, id)
            .await
            .is_ok_and(|turn| !turn.state.is_over())
        {
            news.changed().await;
        }
    };
    let _ = timeout(REMOTE_END_WAIT, over).await;
}
