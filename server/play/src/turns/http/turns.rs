//! The calls about turns.

use accounts::guests::{Owner, Player};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use kernel::ids::is_well_formed;
use platform::idempotency::{Idempotent, REPLAYED};
use platform::slice::calls::{Caching, Calls, Class, OWN_STORY, Sent, Who, rule};
use platform::web::{
    BodyErrors, CallerErrors, ClientInfo, CommonErrors, Json, Path, Problem, Query, ServerSentEvent,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::AppState;
use crate::prompt::PromptRecord;
use crate::turns::ask::CreateMessage;
use crate::turns::begin::{self, Caller, StartedTurn};
use crate::turns::errors::turn_not_found;
use crate::turns::events::EVENT_STREAM;
use crate::turns::model::Turn;
use crate::turns::{read, stop, store, stream};

/// The header with the number of the last event that a browser has received.
const LAST_EVENT_ID: &str = "last-event-id";
/// The header with the player's time zone (spec section 7): a name of the IANA database.
const TIMEZONE: &str = "x-timezone";

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(create_message),
            rule(Who::Player, Class::Turns, Caching::Never),
        )
        .trial(
            "/message/create",
            Sent::Json(r#"{"chatID":"@story","message":"Hello."}"#),
            OWN_STORY,
        )
        .call(
            routes!(read_turn),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .beyond_spec("A turn belongs to the server and has its own address.")
        .trial("/turns/none", Sent::Nothing, [401, 404, 404, 404, 404, 404])
        .call(
            routes!(follow_turn),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .beyond_spec("A turn belongs to the server; clients follow it by its own address.")
        .trial(
            "/turns/none/events",
            Sent::Nothing,
            [401, 404, 404, 404, 404, 404],
        )
        .call(
            routes!(stop_turn),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .beyond_spec("A turn belongs to the server; clients stop it by its own address.")
        .trial("/turns/none/stop", Sent::Nothing, [401, 404, 404, 404, 404, 404])
        .call(
            routes!(read_prompts),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .beyond_spec("Players can read the prompt that a reply was made from.")
        .trial(
            "/turns/none/prompt",
            Sent::Nothing,
            [401, 404, 404, 404, 404, 404],
        )
}

fn turn_id(id: &str) -> Result<&str, Problem> {
    if is_well_formed(id) {
        Ok(id)
    } else {
        Err(turn_not_found())
    }
}

/// Continues a story with a turn. The turn is stored, paid for and run, whether or not the caller stays.
///
/// With `Accept: text/event-stream` the answer is the stream of the turn's events, as in
/// `/turns/{turnId}/events`; otherwise the turn, when it has ended (or after 150 seconds, in its state by
/// then). The same `Idempotency-Key`, or the same `clientMessageId` in the same story, is the same turn.
#[utoipa::path(
    post,
    path = "/message/create",
    tag = "turns",
    request_body = CreateMessage,
    responses(
        (
            status = 200,
            description = "The turn; as events where the caller takes those.",
            content((Turn = "application/json"), (ServerSentEvent = "text/event-stream")),
        ),
        (
            status = 402,
            body = Problem,
            content_type = "application/problem+json",
            description = "Not enough shekels. Nothing was stored or sent.",
        ),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "What it follows is still being written or the end of what the demo plays, the story is closed, or the same request is running.",
        ),
        (
            status = 429,
            body = Problem,
            content_type = "application/problem+json",
            description = "Too many turns in a minute, at once, today, or in all.",
        ),
        BodyErrors,
        CallerErrors,
        CommonErrors,
    ),
)]
async fn create_message(
    State(app): State<AppState>,
    player: Player,
    source: ClientInfo,
    headers: HeaderMap,
    once: Idempotent<CreateMessage>,
) -> Result<Response, Problem> {
    let owner = Owner::from(&player);
    let caller = caller_of(&headers, &source);
    // A task of its own: if the caller leaves, the stored turn runs all the same.
    let beginning = tokio::spawn(begin::begin(app.clone(), owner.clone(), once, caller));
    let (id, replayed) = match beginning.await.map_err(Problem::internal)?? {
        StartedTurn::Turn { id, replayed } => (id, replayed),
        StartedTurn::Refused(reply) => return Ok(reply.into_response()),
    };
    let mut response = if takes_events(&headers) {
        stream::events(&app, &owner, &id, 0).await?
    } else {
        finished_turn(&app, &owner, &id).await?
    };
    if replayed {
        response
            .headers_mut()
            .insert(REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

fn caller_of(headers: &HeaderMap, source: &ClientInfo) -> Caller {
    let timezone = headers.get(TIMEZONE).and_then(|name| name.to_str().ok());
    Caller {
        timezone: timezone.map(str::to_owned),
        request_id: source.request_id().map(str::to_owned),
    }
}

async fn finished_turn(app: &AppState, owner: &Owner, id: &str) -> Result<Response, Problem> {
    stream::wait_for_end(app, owner, id).await;
    let mut response = Json(read::find(app, owner, id).await?).into_response();
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn takes_events(headers: &HeaderMap) -> bool {
    let accepted = headers
        .get_all(header::ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| {
        kind.split(';')
            .next()
            .is_some_and(|kind| kind.trim().eq_ignore_ascii_case(EVENT_STREAM))
    })
}

/// The state of a turn.
#[utoipa::path(
    get,
    path = "/turns/{turnId}",
    tag = "turns",
    params(("turnId" = String, Path)),
    responses(
        (status = 200, body = Turn),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn read_turn(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<String>,
) -> Result<Json<Turn>, Problem> {
    read::find(&app, &Owner::from(&player), turn_id(&id)?)
        .await
        .map(Json)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct After {
    /// The number of the last event that the caller has received; `Last-Event-ID` has the same meaning.
    after: Option<u64>,
}

/// The events of a turn: those after the given one, then those to come.
///
/// `turn` {turn} · `message` {message} · `delta` {messageId, offset, text} · `reasoning` {messageId, text} ·
/// `notice` {kind, text, link} · `done` {message} · `error` {code, message, retryAfter, shorten} · `snapshot`
/// {turn} if earlier events are no longer kept · `end` {turn, price, balance}. Offsets are in UTF-16 units. A
/// comment every 15 seconds keeps the stream alive. 204 if no events are left.
#[utoipa::path(
    get,
    path = "/turns/{turnId}/events",
    tag = "turns",
    params(
        ("turnId" = String, Path),
        After,
        (
            "Last-Event-ID" = Option<u64>,
            Header,
            description = "The number of the last event that the caller has.",
        ),
    ),
    responses(
        (status = 200, body = ServerSentEvent, content_type = "text/event-stream"),
        (status = 204, description = "The turn is over, and the caller has all of it."),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn follow_turn(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<String>,
    Query(After { after }): Query<After>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let after = last_event_of(&headers)?.or(after).unwrap_or(0);
    stream::events(&app, &Owner::from(&player), turn_id(&id)?, after).await
}

fn last_event_of(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
    let Some(last) = headers.get(LAST_EVENT_ID) else {
        return Ok(None);
    };
    let last = last.to_str().ok().and_then(|last| last.trim().parse().ok());
    last.map(Some)
        .ok_or_else(|| Problem::bad_request("Last-Event-ID is the number of an event."))
}

/// Stops a turn. The text so far stays and is charged in part; a turn that has ended stays as it is.
#[utoipa::path(
    post,
    path = "/turns/{turnId}/stop",
    tag = "turns",
    params(("turnId" = String, Path)),
    responses(
        (status = 200, body = Turn),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn stop_turn(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<String>,
) -> Result<Json<Turn>, Problem> {
    stop::stop(&app, &Owner::from(&player), turn_id(&id)?)
        .await
        .map(Json)
}

/// The prompts of a turn.
#[derive(Debug, Serialize, ToSchema)]
struct Prompts {
    /// One for each requested reply, in order.
    replies: Vec<PromptRecord>,
}

/// The prompts of a turn: every part, its source, what was left out and why. Kept for 30 days.
#[utoipa::path(
    get,
    path = "/turns/{turnId}/prompt",
    tag = "turns",
    params(("turnId" = String, Path)),
    responses(
        (status = 200, body = Prompts),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn read_prompts(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<String>,
) -> Result<Json<Prompts>, Problem> {
    let id = turn_id(&id)?;
    read::find(&app, &Owner::from(&player), id).await?;
    let mut conn = app.db.read().await?;
    let records = store::list_prompts(&mut conn, id).await?;
    let replies = records
        .into_iter()
        .map(|record| serde_json::from_value(record).map_err(Problem::internal))
        .collect::<Result<_, _>>()?;
    Ok(Json(Prompts { replies }))
}
