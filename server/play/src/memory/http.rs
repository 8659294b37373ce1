//! The calls of memory. They answer 404 to everybody but the owner of the story.

use accounts::guests::{Owner, Player};
use axum::extract::State;
use axum::http::StatusCode;
use platform::db::Isolation;
use platform::slice::calls::{Caching, Calls, Class, OWN_STORY, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, present};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::errors::VersionErrors;
use super::facts::{self, FactEdit, NewFact};
use super::view::{FactView, Memory, SummaryView, memory_of};
use super::{FactId, summaries, summarize};
use crate::AppState;
use crate::stories::{self, MessageId, StoryId};

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(view_memory),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .beyond_spec("Players read what a story remembers.")
        .trial("/stories/@story/memory", Sent::Nothing, OWN_STORY)
        .call(
            routes!(add_fact),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .beyond_spec("Players add to what a story remembers.")
        .trial(
            "/stories/@story/facts",
            Sent::Json(r#"{"text":"Ada fears water."}"#),
            [401, 404, 201, 404, 404, 404],
        )
        .call(
            routes!(edit_fact),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .beyond_spec("Players change what a story remembers.")
        .trial("/facts/@fact", Sent::Json(r#"{"pinned":false}"#), OWN_STORY)
        .call(
            routes!(delete_fact),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .beyond_spec("Players delete what a story remembers.")
        .trial("/facts/@fact", Sent::Nothing, [401, 404, 204, 404, 404, 404])
        .call(
            routes!(edit_summary),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .beyond_spec("Players write the summary of a story themselves.")
        .trial(
            "/stories/@story/summary",
            Sent::Json(r#"{"text":"Once.","version":0}"#),
            OWN_STORY,
        )
        .call(
            routes!(refresh_summary),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .beyond_spec("Players have the summary of a story written again.")
        .trial(
            "/stories/@story/summary/refresh",
            Sent::Nothing,
            [401, 404, 409, 404, 404, 404],
        )
}

/// The memory of a story at its reader's position.
#[utoipa::path(
    get,
    path = "/stories/{id}/memory",
    tag = "memory",
    params(("id" = StoryId, Path)),
    responses((status = 200, body = Memory), AuthErrors, CommonErrors),
)]
async fn view_memory(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
) -> Result<Json<Memory>, Problem> {
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, &Owner::from(&player), &id).await?;
    memory_of(&mut conn, &story).await.map(Json)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewFact)]
struct NewFactBody {
    /// The fact, at most 500 characters.
    text: String,
    /// The message it comes from; absent: it applies everywhere.
    message_id: Option<MessageId>,
    /// Whether prompts never drop it; true by default.
    pinned: Option<bool>,
}

/// Adds a fact. A story has at most 100.
#[utoipa::path(
    post,
    path = "/stories/{id}/facts",
    tag = "memory",
    params(("id" = StoryId, Path)),
    request_body = NewFactBody,
    responses(
        (status = 201, body = FactView),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "There are 100.",
        ),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn add_fact(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
    Json(body): Json<NewFactBody>,
) -> Result<(StatusCode, Json<FactView>), Problem> {
    let new = NewFact {
        text: body.text,
        message: body.message_id,
        pinned: body.pinned.unwrap_or(true),
    };
    let (app, owner, id, new) = (&app, &Owner::from(&player), &id, &new);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(facts::add_fact(app, tx, owner, id, new))
    });
    let (story, fact) = use_case.await?;
    app.live.story_changed(&story);
    Ok((StatusCode::CREATED, Json(FactView::of(fact, true))))
}

/// The changes of a fact; absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FactChange {
    /// The new text, at most 500 characters.
    text: Option<String>,
    /// Whether prompts never drop it.
    pinned: Option<bool>,
    /// The message it comes from; null: it applies everywhere.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    message_id: Option<Option<MessageId>>,
    /// The version that the caller knows; absent: no check.
    version: Option<i64>,
}

/// Changes a fact.
#[utoipa::path(
    patch,
    path = "/facts/{id}",
    tag = "memory",
    params(("id" = FactId, Path)),
    request_body = FactChange,
    responses(
        (status = 200, body = FactView),
        VersionErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn edit_fact(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<FactId>,
    Json(body): Json<FactChange>,
) -> Result<Json<FactView>, Problem> {
    let edit = FactEdit {
        text: body.text,
        pinned: body.pinned,
        message: body.message_id,
        version: body.version,
    };
    let (app, owner, id, edit) = (&app, &Owner::from(&player), &id, &edit);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(facts::edit_fact(app, tx, owner, id, edit))
    });
    let (story, fact) = use_case.await?;
    app.live.story_changed(&story);
    Ok(Json(FactView::of(fact, true)))
}

/// Deletes a fact.
#[utoipa::path(
    delete,
    path = "/facts/{id}",
    tag = "memory",
    params(("id" = FactId, Path)),
    responses((status = 204), AuthErrors, CommonErrors),
)]
async fn delete_fact(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<FactId>,
) -> Result<StatusCode, Problem> {
    let (app, owner, id) = (&app, &Owner::from(&player), &id);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(facts::delete_fact(app, tx, owner, id))
    });
    app.live.story_changed(&use_case.await?);
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize, ToSchema)]
struct SummaryChange {
    /// The new summary, at most 8,000 characters; empty: none.
    text: String,
    /// The version that the caller knows; 0 if there was none.
    version: i64,
}

/// Replaces the summary with the player's text. Later summaries continue it.
#[utoipa::path(
    put,
    path = "/stories/{id}/summary",
    tag = "memory",
    params(("id" = StoryId, Path)),
    request_body = SummaryChange,
    responses(
        (status = 200, body = SummaryView),
        VersionErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn edit_summary(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
    Json(body): Json<SummaryChange>,
) -> Result<Json<SummaryView>, Problem> {
    let (app, owner, id, body) = (&app, &Owner::from(&player), &id, &body);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(summaries::edit_summary(
            app,
            tx,
            owner,
            id,
            &body.text,
            body.version,
        ))
    });
    let (story, summary) = use_case.await?;
    app.live.story_changed(&story);
    Ok(Json(SummaryView::from(summary)))
}

/// Writes the summary now, up to a few messages before the reader's position. The player's own changes stay.
/// Free.
#[utoipa::path(
    post,
    path = "/stories/{id}/summary/refresh",
    tag = "memory",
    params(("id" = StoryId, Path)),
    responses(
        (status = 200, body = Memory),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "Nothing to summarise yet, or it is being written.",
        ),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        (status = 502, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn refresh_summary(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
) -> Result<Json<Memory>, Problem> {
    let owner = Owner::from(&player);
    summarize::refresh(&app, &owner, &id).await?;
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, &owner, &id).await?;
    app.live.story_changed(&story);
    memory_of(&mut conn, &story).await.map(Json)
}
