//! The calls of memory. Whoever does not own the story finds nothing.

use accounts::guests::Player;
use axum::extract::State;
use axum::http::StatusCode;
use platform::db::Isolation;
use platform::slice::calls::{Calls, Class, Keeps, OWN_STORY, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, present};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::actions::{self, FactEdit};
use super::model::Summary;
use super::view::{FactView, SummaryView};
use super::{FactId, keeper, store};
use crate::AppState;
use crate::stories::{self, MessageId, Owner, Story, StoryId};

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(view_memory),
            rule(Who::Player, Class::Reads, Keeps::Never),
        )
        .tried("/stories/@story/memory", Sent::Nothing, OWN_STORY)
        .call(routes!(add_fact), rule(Who::Player, Class::Writes, Keeps::Never))
        .tried(
            "/stories/@story/facts",
            Sent::Json(r#"{"text":"Ada fears water."}"#),
            [401, 404, 201, 404, 404, 404],
        )
        .call(routes!(edit_fact), rule(Who::Player, Class::Writes, Keeps::Never))
        .tried("/facts/@fact", Sent::Json(r#"{"pinned":false}"#), OWN_STORY)
        .call(
            routes!(delete_fact),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried("/facts/@fact", Sent::Nothing, [401, 404, 204, 404, 404, 404])
        .call(
            routes!(edit_summary),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried(
            "/stories/@story/summary",
            Sent::Json(r#"{"text":"Once.","version":0}"#),
            OWN_STORY,
        )
        .call(
            routes!(refresh_summary),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried(
            "/stories/@story/summary/refresh",
            Sent::Nothing,
            [401, 404, 409, 404, 404, 404],
        )
}

/// What a story remembers where its reader is.
#[derive(Debug, Serialize, ToSchema)]
struct Memory {
    /// The facts, in the order in which they were written down; also those that hold on other branches only.
    facts: Vec<FactView>,
    /// What happened before; null while all of it fits the prompt.
    #[schema(required = true)]
    summary: Option<SummaryView>,
}

/// Most messages of a summary that are listed.
const MAX_LISTED: u32 = 200;

async fn view(app: &AppState, story: &Story) -> Result<Memory, Problem> {
    let mut conn = app.db.read().await?;
    let (facts, summary) = actions::at_head(&mut conn, story).await?;
    let summary = match summary {
        Some(summary) => {
            let count = u32::try_from(summary.last_depth - summary.first_depth + 1)
                .unwrap_or(MAX_LISTED)
                .min(MAX_LISTED);
            let path = stories::path_to(&mut conn, story, Some(&summary.last_message_id), count).await?;
            Some(SummaryView::from(Summary {
                message_ids: super::rules::told(&summary, &path),
                ..summary
            }))
        }
        None => None,
    };
    Ok(Memory {
        facts: facts
            .into_iter()
            .map(|(fact, holds)| FactView::of(fact, holds))
            .collect(),
        summary,
    })
}

fn tell(app: &AppState, story: &Story) {
    app.live
        .changed(&story.id, story.version, story.head_id.as_ref(), None);
}

/// What a story remembers where its reader is.
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
    drop(conn);
    Ok(Json(view(&app, &story).await?))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewFact {
    /// What is to be remembered, at most 500 characters.
    text: String,
    /// The message it was learned from; absent: it holds everywhere.
    message_id: Option<MessageId>,
    /// Whether it is never dropped from a prompt; true by default.
    pinned: Option<bool>,
}

/// Writes a fact down. A story remembers at most 100.
#[utoipa::path(
    post,
    path = "/stories/{id}/facts",
    tag = "memory",
    params(("id" = StoryId, Path)),
    request_body = NewFact,
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
    Json(body): Json<NewFact>,
) -> Result<(StatusCode, Json<FactView>), Problem> {
    let owner = Owner::from(&player);
    let (app, owner, id, body) = (&app, &owner, &id, &body);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let story = stories::lock_story(app, tx, owner, id).await?;
            let fact = actions::add_fact(
                app,
                tx,
                &story,
                &body.text,
                body.message_id.as_ref(),
                body.pinned.unwrap_or(true),
            )
            .await?;
            Ok::<_, Problem>((story, fact))
        })
    });
    let (story, fact) = use_case.await?;
    tell(app, &story);
    Ok((StatusCode::CREATED, Json(FactView::of(fact, true))))
}

/// What changes of a fact; what is absent stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FactChange {
    /// At most 500 characters.
    text: Option<String>,
    /// Whether it is never dropped from a prompt.
    pinned: Option<bool>,
    /// The message it was learned from; null: it holds everywhere.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    message_id: Option<Option<MessageId>>,
    /// The version that was seen; absent: whatever it is.
    version: Option<i64>,
}

fn no_fact() -> Problem {
    Problem::not_found("fact")
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
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "It changed since; `current` is how it is.",
        ),
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
    let owner = Owner::from(&player);
    let edit = FactEdit {
        text: body.text,
        pinned: body.pinned,
        message: body.message_id,
        version: body.version,
    };
    let (app, owner, id, edit) = (&app, &owner, &id, &edit);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let (story_id, _) = store::find_fact(tx, id).await?.ok_or_else(no_fact)?;
            stories::load_story(tx, owner, &story_id)
                .await
                .map_err(|_| no_fact())?;
            let story = stories::lock_story(app, tx, owner, &story_id).await?;
            let (_, fact) = store::find_fact(tx, id).await?.ok_or_else(no_fact)?;
            let fact = actions::edit_fact(tx, &story, &fact, edit, app.clock.now()).await?;
            Ok::<_, Problem>((story, fact))
        })
    });
    let (story, fact) = use_case.await?;
    tell(app, &story);
    Ok(Json(FactView::of(fact, true)))
}

/// Forgets a fact.
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
    let owner = Owner::from(&player);
    let (app, owner, id) = (&app, &owner, &id);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let (story_id, _) = store::find_fact(tx, id).await?.ok_or_else(no_fact)?;
            stories::load_story(tx, owner, &story_id)
                .await
                .map_err(|_| no_fact())?;
            let story = stories::lock_story(app, tx, owner, &story_id).await?;
            store::delete_fact(tx, id).await?;
            Ok::<_, Problem>(story)
        })
    });
    tell(app, &use_case.await?);
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize, ToSchema)]
struct SummaryChange {
    /// What is to be told instead, at most 8,000 characters; empty: nothing.
    text: String,
    /// The version that was seen; 0 where there was none.
    version: i64,
}

/// Puts the player's words in the place of the summary. What is written later begins from them.
#[utoipa::path(
    put,
    path = "/stories/{id}/summary",
    tag = "memory",
    params(("id" = StoryId, Path)),
    request_body = SummaryChange,
    responses(
        (status = 200, body = SummaryView),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "It changed since; `current` is how it is.",
        ),
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
    let owner = Owner::from(&player);
    let (app, owner, id, body) = (&app, &owner, &id, &body);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let story = stories::lock_story(app, tx, owner, id).await?;
            let summary = actions::edit_summary(app, tx, &story, &body.text, body.version).await?;
            Ok::<_, Problem>((story, summary))
        })
    });
    let (story, summary) = use_case.await?;
    tell(app, &story);
    Ok(Json(SummaryView::from(summary)))
}

/// Writes the summary now, up to a few messages before where the reader is. What the player changed stays. It
/// costs nothing.
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
    keeper::refresh(&app, &owner, &id).await?;
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, &owner, &id).await?;
    drop(conn);
    tell(&app, &story);
    Ok(Json(view(&app, &story).await?))
}
