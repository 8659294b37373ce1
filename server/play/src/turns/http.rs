//! The calls about turns.

use accounts::guests::Player;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use kernel::ids::is_well_formed;
use platform::db::Isolation;
use platform::idempotency::{Idempotent, REPLAYED};
use platform::llm::ModelInfo;
use platform::news::Subject;
use platform::slice::calls::{Calls, Class, Keeps, OWN_STORY, Sent, Tag, Varies, Who, all, rule};
use platform::web::{
    BodyErrors, CallerErrors, ClientInfo, CommonErrors, Json, Path, Problem, Query, ServerSentEvent,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::ask::CreateMessage;
use super::begin::{self, Begun, Caller};
use super::channel::Halt;
use super::events::EVENT_STREAM;
use super::model::Turn;
use super::paying::{self, ChatPrice};
use super::{read, store, stream};
use crate::AppState;
use crate::prompt::PromptRecord;
use crate::stories::{self, Owner};

/// By which a browser says what it had last.
const LAST_EVENT_ID: &str = "last-event-id";
/// By which it says what time it is where the player is (spec section 7): a name of the IANA database.
const TIMEZONE: &str = "x-timezone";

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(create_message),
            rule(Who::Player, Class::Turns, Keeps::Never),
        )
        .tried(
            "/message/create",
            Sent::Json(r#"{"chatID":"@story","message":"Hello."}"#),
            OWN_STORY,
        )
        .call(routes!(read_turn), rule(Who::Player, Class::Reads, Keeps::Never))
        .tried("/turns/none", Sent::Nothing, [401, 404, 404, 404, 404, 404])
        .call(
            routes!(follow_turn),
            rule(Who::Player, Class::Reads, Keeps::Never),
        )
        .tried(
            "/turns/none/events",
            Sent::Nothing,
            [401, 404, 404, 404, 404, 404],
        )
        .call(routes!(stop_turn), rule(Who::Player, Class::Writes, Keeps::Never))
        .tried("/turns/none/stop", Sent::Nothing, [401, 404, 404, 404, 404, 404])
        .call(
            routes!(read_prompts),
            rule(Who::Player, Class::Reads, Keeps::Never),
        )
        .tried(
            "/turns/none/prompt",
            Sent::Nothing,
            [401, 404, 404, 404, 404, 404],
        )
        .call(routes!(read_price), rule(Who::Player, Class::Reads, Keeps::Never))
        .tried("/chat/price?chatID=@story", Sent::Nothing, OWN_STORY)
        .call(
            routes!(list_models),
            rule(
                Who::Anybody,
                Class::Reads,
                Keeps::Until(&[Tag::List], Varies::ByAudience),
            ),
        )
        .tried("/models", Sent::Nothing, all(200))
        .and(super::chat::calls())
        .and(super::edits::calls())
        .and(super::standing::calls())
}

fn no_turn() -> Problem {
    Problem::not_found("turn")
}

fn turn_id(id: &str) -> Result<&str, Problem> {
    if is_well_formed(id) {
        Ok(id)
    } else {
        Err(no_turn())
    }
}

/// Has a story go on. What is asked for is stored, paid for and run, whether or not the caller stays.
///
/// With `Accept: text/event-stream` the answer is the turn's events, as of `/turns/{turnId}/events`; else the
/// turn, when it has ended (or after 150 seconds, as far as it is then). The same `Idempotency-Key`, or the
/// same `clientMessageId` in the same story, is the same turn.
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
    // A task of its own: should the caller leave in the middle, what was stored is run all the same.
    let timezone = headers
        .get(TIMEZONE)
        .and_then(|name| name.to_str().ok())
        .map(str::to_owned);
    let caller = Caller {
        timezone,
        request_id: source.request_id().map(str::to_owned),
    };
    let beginning = tokio::spawn(begin::begin(app.clone(), owner.clone(), once, caller));
    let (id, replayed) = match beginning.await.map_err(Problem::internal)?? {
        Begun::Turn { id, replayed } => (id, replayed),
        Begun::Refused(response) => return Ok(response),
    };
    let mut response = if takes_events(&headers) {
        stream::events(&app, &owner, &id, 0).await?
    } else {
        stream::to_the_end(&app, &owner, &id).await;
        let mut response = Json(read::find(&app, &owner, &id).await?).into_response();
        response.headers_mut().insert(
            header::CACHE_CONTROL,
            header::HeaderValue::from_static("no-store"),
        );
        response
    };
    if replayed {
        response
            .headers_mut()
            .insert(REPLAYED, header::HeaderValue::from_static("true"));
    }
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

/// How a turn stands.
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
    /// The number of the last event that the caller has; `Last-Event-ID` says the same.
    after: Option<u64>,
}

/// The events of a turn: those after the given one, then those to come.
///
/// `turn` {turn} · `message` {message} · `delta` {messageId, offset, text} · `reasoning` {messageId, text} ·
/// `notice` {kind, text, link} · `done` {message} · `error` {code, message, retryAfter, shorten} · `snapshot`
/// {turn} for what is not kept any more · `end` {turn, price, balance}. Offsets are in UTF-16 units. A
/// comment every 15 seconds says that the stream is alive. 204 where nothing is left to come.
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
    let last = headers
        .get(LAST_EVENT_ID)
        .map(|last| last.to_str().ok().and_then(|last| last.trim().parse().ok()));
    let last: Option<u64> = last
        .map(|last| last.ok_or_else(|| Problem::bad_request("Last-Event-ID is the number of an event.")))
        .transpose()?;
    stream::events(
        &app,
        &Owner::from(&player),
        turn_id(&id)?,
        last.or(after).unwrap_or(0),
    )
    .await
}

/// Stops a turn. What was written stays and is paid for in part; a turn that is over stays as it is.
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
    let owner = Owner::from(&player);
    let id = turn_id(&id)?;
    // First whether it is the caller's at all.
    read::find(&app, &owner, id).await?;
    if let Some(channel) = app.turns.find(id) {
        channel.halt(Halt::Stop);
    } else {
        // PostgreSQL tells the other processes by itself.
        app.db
            .transact(Isolation::Ordinary, |tx| {
                Box::pin(async move { store::ask_stop(tx, id).await })
            })
            .await?;
        app.news.tell(&Subject::Order(id.to_owned()));
    }
    stream::to_the_end(&app, &owner, id).await;
    read::find(&app, &owner, id).await.map(Json)
}

/// What models were shown in a turn.
#[derive(Debug, Serialize, ToSchema)]
struct Prompts {
    /// For each reply that was asked for, in order.
    replies: Vec<PromptRecord>,
}

/// What models were shown in a turn: every part, where it comes from, what was left out and why. Kept for 30
/// days.
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

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct PriceOf {
    /// The story.
    #[serde(rename = "chatID")]
    chat_id: String,
}

/// What the next reply in a story costs, and what there is to pay for it.
#[utoipa::path(
    get,
    path = "/chat/price",
    tag = "turns",
    params(PriceOf),
    responses(
        (status = 200, body = ChatPrice),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn read_price(
    State(app): State<AppState>,
    player: Player,
    Query(of): Query<PriceOf>,
) -> Result<Json<ChatPrice>, Problem> {
    let story = of.chat_id.parse().map_err(|_| Problem::not_found("story"))?;
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, &Owner::from(&player), &story).await?;
    paying::price_of(&app, &mut conn, &story).await.map(Json)
}

/// The models of this installation.
#[derive(Debug, Serialize, ToSchema)]
struct ModelList {
    /// All of them.
    models: Vec<ModelInfo>,
    /// The one that answers where none was chosen.
    default: String,
}

/// The models that can be chosen.
#[utoipa::path(get, path = "/models", tag = "turns", responses((status = 200, body = ModelList), CommonErrors))]
async fn list_models(State(app): State<AppState>) -> Json<ModelList> {
    Json(ModelList {
        models: app.models.list().to_vec(),
        default: app.models.get(None).info().name.clone(),
    })
}
