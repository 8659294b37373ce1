//! Live sync: every window with an open story receives all its changes, from any device.

use std::convert::Infallible;
use std::time::Duration;

use accounts::guests::{Owner, Player};
use axum::extract::State;
use axum::http::header;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::stream;
use kernel::ErrorCode;
use platform::news::{Ear, Subject};
use platform::slice::calls::{Calls, Class, Keeps, OWN_STORY, Sent, Who, rule};
use platform::web::{AuthErrors, CommonErrors, Path, Problem, ServerSentEvent};
use utoipa::OpenApi;
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::access::load_story;
use crate::stories::subscribe::{StoryChanged, StoryWatch};
use crate::stories::{MessageId, StoryId, store};

/// Time between two heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The schemas of the events, for the API document.
#[derive(OpenApi)]
#[openapi(components(schemas(StoryChanged)))]
struct EventSchemas;

pub(super) fn calls() -> Calls<AppState> {
    Calls::with_schemas(EventSchemas::openapi())
        .call(
            routes!(watch_story),
            rule(Who::Player, Class::Reads, Keeps::Never),
        )
        .tried("/stories/@story/events", Sent::Nothing, OWN_STORY)
}

/// The changes of a story as server-sent events: `changed` {StoryChanged} now and with every change, a
/// comment every 15 seconds. Clients read the changed data with the other calls.
#[utoipa::path(
    get,
    path = "/stories/{id}/events",
    tag = "stories",
    params(("id" = StoryId, Path)),
    responses(
        (status = 200, body = ServerSentEvent, content_type = "text/event-stream"),
        (
            status = 429,
            body = Problem,
            content_type = "application/problem+json",
            description = "Too many windows.",
        ),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn watch_story(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
) -> Result<Response, Problem> {
    // Watches before it reads the version, so that no change in between is lost.
    let mut conn = app.db.read().await?;
    let owner = Owner::from(&player);
    load_story(&mut conn, &owner, &id).await?;
    let watch = app.live.watch(&id).ok_or_else(too_many_watchers)?;
    let news = app.news.ear(Subject::Story(id.to_string()));
    let story = load_story(&mut conn, &owner, &id).await?;
    drop(conn);
    let first = StoryChanged {
        version: story.version,
        head_id: story.head_id,
        turn_id: None,
    };
    let watcher = Watcher {
        app,
        id,
        watch,
        news,
        known: -1,
        waiting: Some(first),
    };
    let events = stream::unfold(watcher, |mut watcher| async move {
        let changed = watcher.next().await?;
        let event = Event::default()
            .event("changed")
            .json_data(&changed)
            .unwrap_or_default();
        Some((Ok::<_, Infallible>(event), watcher))
    });
    let sse = Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT).text("alive"));
    Ok((
        [
            (header::CACHE_CONTROL, "no-store"),
            (header::HeaderName::from_static("x-accel-buffering"), "no"),
        ],
        sse,
    )
        .into_response())
}

fn too_many_watchers() -> Problem {
    Problem::new(
        ErrorCode::RATE_LIMITED,
        "This story is open in too many windows. Close one.",
    )
    .with_retry_after(30)
}

struct Watcher {
    app: AppState,
    id: StoryId,
    watch: StoryWatch,
    /// Receives changes made by other processes.
    news: Ear,
    known: i64,
    waiting: Option<StoryChanged>,
}

impl Watcher {
    /// The next change; `None` when there is nothing left to watch.
    async fn next(&mut self) -> Option<StoryChanged> {
        if let Some(first) = self.waiting.take() {
            self.known = first.version;
            return Some(first);
        }
        loop {
            tokio::select! {
                changed = self.watch.next() => {
                    let changed = changed?;
                    self.known = self.known.max(changed.version);
                    return Some(changed);
                }
                () = self.news.heard() => {
                    // If the database fails, the stream ends, and the client reconnects.
                    let seen = self.read_version().await.ok()?;
                    let (version, head) = seen?;
                    if version > self.known {
                        self.known = version;
                        return Some(StoryChanged { version, head_id: head.map(MessageId::trusted), turn_id: None });
                    }
                }
            }
        }
    }

    async fn read_version(&self) -> sqlx::Result<Option<(i64, Option<String>)>> {
        let mut conn = self.app.db.read().await?;
        store::read_version(&mut conn, &self.id).await
    }
}
