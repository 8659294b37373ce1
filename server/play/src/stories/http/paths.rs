//! The calls that read a story's paths, its map, and its deleted messages.

use accounts::guests::{Owner, Player};
use axum::extract::State;
use platform::slice::calls::{Caching, Calls, Class, OWN_STORY, Sent, Who, rule};
use platform::web::{AuthErrors, CommonErrors, Json, Path, Problem, Query};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::access::load_story;
use crate::stories::model::{DeletedMessages, Slice, Tree};
use crate::stories::rules::MAX_TRASH;
use crate::stories::slices::{Anchor, SliceQuery, slice_down, slice_up};
use crate::stories::{StoryId, tree, view};

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(read_slice_up),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .trial("/stories/@story/slice/up/head", Sent::Nothing, OWN_STORY)
        .call(
            routes!(read_slice_down),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .trial("/stories/@story/slice/down/root", Sent::Nothing, OWN_STORY)
        .call(
            routes!(view_story_tree),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .beyond_spec("The play page shows the branches of a story.")
        .trial("/stories/@story/tree", Sent::Nothing, OWN_STORY)
        .call(
            routes!(list_deleted_messages),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .beyond_spec("A deleted part of a story can be found for thirty days.")
        .trial("/stories/@story/trash", Sent::Nothing, OWN_STORY)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct SliceParams {
    /// How many, 1 to 200; 50 by default.
    limit: Option<i64>,
    /// `nextCursorDepth` of the previous slice.
    cursor_depth: Option<i64>,
    /// Which branch, from 0: beside the message (up), or after it (down).
    branch_index: Option<i64>,
}

impl From<SliceParams> for SliceQuery {
    fn from(params: SliceParams) -> Self {
        Self {
            limit: params.limit,
            cursor_depth: params.cursor_depth,
            branch_index: params.branch_index,
        }
    }
}

/// The path that ends at a message (`head`: at the reader's position), the earliest first.
#[utoipa::path(
    get,
    path = "/stories/{id}/slice/up/{messageId}",
    tag = "stories",
    params(("id" = StoryId, Path), ("messageId" = String, Path), SliceParams),
    responses((status = 200, body = Slice), AuthErrors, CommonErrors),
)]
async fn read_slice_up(
    State(app): State<AppState>,
    player: Player,
    Path((id, anchor)): Path<(StoryId, Anchor)>,
    Query(params): Query<SliceParams>,
) -> Result<Json<Slice>, Problem> {
    let mut conn = app.db.read().await?;
    let story = load_story(&mut conn, &Owner::from(&player), &id).await?;
    Ok(Json(slice_up(&mut conn, &story, &anchor, params.into()).await?))
}

/// The messages after a message (`root`: from the beginning) on the shown path, the earliest first.
#[utoipa::path(
    get,
    path = "/stories/{id}/slice/down/{messageId}",
    tag = "stories",
    params(("id" = StoryId, Path), ("messageId" = String, Path), SliceParams),
    responses((status = 200, body = Slice), AuthErrors, CommonErrors),
)]
async fn read_slice_down(
    State(app): State<AppState>,
    player: Player,
    Path((id, anchor)): Path<(StoryId, Anchor)>,
    Query(params): Query<SliceParams>,
) -> Result<Json<Slice>, Problem> {
    let mut conn = app.db.read().await?;
    let story = load_story(&mut conn, &Owner::from(&player), &id).await?;
    Ok(Json(slice_down(&mut conn, &story, &anchor, params.into()).await?))
}

/// The map of a story: all its messages in short, or the latest 5,000.
#[utoipa::path(
    get,
    path = "/stories/{id}/tree",
    tag = "stories",
    params(("id" = StoryId, Path)),
    responses((status = 200, body = Tree), AuthErrors, CommonErrors),
)]
async fn view_story_tree(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
) -> Result<Json<Tree>, Problem> {
    let mut conn = app.db.read().await?;
    let story = load_story(&mut conn, &Owner::from(&player), &id).await?;
    Ok(Json(view::map(&mut conn, &story).await?))
}

/// The messages of a story that can be restored: the first message of each deletion.
#[utoipa::path(
    get,
    path = "/stories/{id}/trash",
    tag = "stories",
    params(("id" = StoryId, Path)),
    responses((status = 200, body = DeletedMessages), AuthErrors, CommonErrors),
)]
async fn list_deleted_messages(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
) -> Result<Json<DeletedMessages>, Problem> {
    let mut conn = app.db.read().await?;
    let story = load_story(&mut conn, &Owner::from(&player), &id).await?;
    let rows = tree::list_deleted(&mut conn, &story.id, MAX_TRASH).await?;
    Ok(Json(DeletedMessages {
        results: view::messages(&mut conn, &story, rows).await?,
    }))
}
