//! Live sync: every window with an open story receives all its changes, from any device.

use std::convert::Infallible;
use std::time::Duration;

use accounts::guests::{Owner, Player};
use axum::extract::State;
use axum::response::Response;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::stream;
use platform::slice::calls::{Caching, Calls, Class, OWN_STORY, Sent, Who, rule};
use platform::web::{AuthErrors, CommonErrors, Path, Problem, ServerSentEvent, event_stream};
use utoipa::OpenApi;
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::StoryId;
use crate::stories::subscribe::StoryChanged;
use crate::stories::watcher::Watcher;

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
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .beyond_spec("A client that shows a story follows its changes.")
        .trial("/stories/@story/events", Sent::Nothing, OWN_STORY)
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
    let watcher = Watcher::begin(app, &Owner::from(&player), id).await?;
    let events = stream::unfold(watcher, |mut watcher| async move {
        let changed = watcher.next().await?;
        Some((changed_event(&changed), watcher))
    });
    let sse = Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT).text("alive"));
    Ok(event_stream(sse))
}

fn changed_event(changed: &StoryChanged) -> Result<Event, Infallible> {
    let event = Event::default().event("changed");
    Ok(event.json_data(changed).unwrap_or_default())
}
