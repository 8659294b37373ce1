//! The calls that read, change, delete and restore one story.

use accounts::guests::{Owner, Player};
use axum::extract::State;
use axum::http::StatusCode;
use platform::db::Isolation;
use platform::slice::calls::{Caching, Calls, Class, OWN_STORY, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, Query, present};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::access::load_any_own_story;
use crate::stories::actions::{self, StoryEdit};
use crate::stories::errors::VersionErrors;
use crate::stories::model::StoryView;
use crate::stories::{FolderId, StoryId, view};

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(view_story),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .trial("/stories/@story", Sent::Nothing, OWN_STORY)
        .call(
            routes!(update_story),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .trial("/stories/@story", Sent::Json(r#"{"pinned":true}"#), OWN_STORY)
        .call(
            routes!(delete_story),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .trial("/stories/@story", Sent::Nothing, [401, 404, 204, 404, 404, 404])
        .trial(
            "/stories/@story?permanent=true",
            Sent::Nothing,
            [401, 404, 204, 404, 404, 404],
        )
        .call(
            routes!(restore_story),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .beyond_spec("A deleted story can be restored for thirty days.")
        .trial("/stories/@story/restore", Sent::Nothing, OWN_STORY)
}

/// One story, also in the trash.
#[utoipa::path(
    get,
    path = "/stories/{id}",
    tag = "stories",
    params(("id" = StoryId, Path)),
    responses((status = 200, body = StoryView), AuthErrors, CommonErrors),
)]
async fn view_story(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
) -> Result<Json<StoryView>, Problem> {
    let mut conn = app.db.read().await?;
    let story = load_any_own_story(&mut conn, &Owner::from(&player), &id).await?;
    Ok(Json(view::story(&mut conn, story).await?))
}

/// The changes of a story; absent fields stay as they are.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StoryUpdate {
    /// A theme of its own, or null.
    #[serde(rename = "themeID", default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    theme_id: Option<Option<String>>,
    /// A new title, at most 120 characters.
    #[schema(max_length = 120)]
    title: Option<String>,
    /// Another folder, or null.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    directory_id: Option<Option<FolderId>>,
    /// Whether it is pinned above the others.
    pinned: Option<bool>,
    /// The version that the caller knows; if given, it must be the current one.
    version: Option<i64>,
}

impl From<StoryUpdate> for StoryEdit {
    fn from(update: StoryUpdate) -> Self {
        Self {
            title: update.title,
            theme_id: update.theme_id,
            directory_id: update.directory_id,
            pinned: update.pinned,
            version: update.version,
        }
    }
}

/// Changes the theme, title, folder or pin of a story.
#[utoipa::path(
    put,
    path = "/stories/{id}",
    tag = "stories",
    params(("id" = StoryId, Path)),
    request_body = StoryUpdate,
    responses(
        (status = 200, body = StoryView),
        VersionErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn update_story(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
    Json(update): Json<StoryUpdate>,
) -> Result<Json<StoryView>, Problem> {
    let (app, owner, id, edit) = (&app, &Owner::from(&player), &id, &update.into());
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::update_story(app, tx, owner, id, edit))
    });
    let (story, recounted) = use_case.await?;
    app.live.changed(id, story.version, story.head_id.as_ref());
    recounted.invalidate(app);
    Ok(Json(story))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DeleteParams {
    /// Whether to delete it permanently, rather than into the trash for 30 days.
    #[serde(default)]
    permanent: bool,
}

/// Deletes a story, into the trash or permanently.
#[utoipa::path(
    delete,
    path = "/stories/{id}",
    tag = "stories",
    params(("id" = StoryId, Path), DeleteParams),
    responses((status = 204), AuthErrors, CommonErrors),
)]
async fn delete_story(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
    Query(params): Query<DeleteParams>,
) -> Result<StatusCode, Problem> {
    let (app, owner, id) = (&app, &Owner::from(&player), &id);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::delete_story(app, tx, owner, id, params.permanent))
    });
    let (version, recounted) = use_case.await?;
    app.live.changed(id, version, None);
    recounted.invalidate(app);
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a story from the trash. Repeating the call changes nothing.
#[utoipa::path(
    post,
    path = "/stories/{id}/restore",
    tag = "stories",
    params(("id" = StoryId, Path)),
    responses(
        (status = 200, body = StoryView),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "The guest has another story of this scenario by now.",
        ),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn restore_story(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
) -> Result<Json<StoryView>, Problem> {
    let (app, owner, id) = (&app, &Owner::from(&player), &id);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::restore_story(app, tx, owner, id))
    });
    let (story, recounted) = use_case.await?;
    app.live.changed(id, story.version, story.head_id.as_ref());
    recounted.invalidate(app);
    Ok(Json(story))
}
