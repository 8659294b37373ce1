//! Beginning, listing, changing, throwing away and taking back stories; their slices and maps.

use accounts::guests::Player;
use accounts::identity::SignedIn;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use catalogue::cards::CardId;
use catalogue::scenarios::ScenarioId;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit, cut_page};
use platform::db::{Isolation, Tx};
use platform::idempotency::{Idempotent, Reply};
use platform::slice::calls::{Calls, Class, Keeps, OWN_STORY, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, Query, present, read_cursor};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::actions::{self, StoryEdit};
use crate::stories::create::{self, NewStory};
use crate::stories::model::{Begun, DeletedMessages, GuestStory, Slice, StoryView, Tree};
use crate::stories::rows::{Owner, Story};
use crate::stories::rules::{MAX_TRASH, search_words};
use crate::stories::slices::{Anchor, SliceQuery, slice_down, slice_up};
use crate::stories::store::{self, Listing, Place, Sort};
use crate::stories::{FolderId, StoryId, errors, tree, view};

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(create_story),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried("/stories/", Sent::Json(r#"{"scenarioId":"@open"}"#), people(201))
        .tried(
            "/stories/",
            Sent::Json(r#"{"scenarioId":"@private"}"#),
            [401, 401, 201, 404, 404, 201],
        )
        .call(
            routes!(list_stories),
            rule(Who::Player, Class::Reads, Keeps::Never),
        )
        .tried("/stories/", Sent::Nothing, [401, 200, 200, 200, 200, 200])
        .call(
            routes!(create_guest_story),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried(
            "/stories",
            Sent::Json(r#"{"scenarioId":"@open"}"#),
            [401, 201, 201, 201, 201, 201],
        )
        .tried(
            "/stories",
            Sent::Json(r#"{"cardId":"@card"}"#),
            [401, 201, 201, 201, 201, 201],
        )
        .call(routes!(view_story), rule(Who::Player, Class::Reads, Keeps::Never))
        .tried("/stories/@story", Sent::Nothing, OWN_STORY)
        .call(
            routes!(update_story),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried("/stories/@story", Sent::Json(r#"{"pinned":true}"#), OWN_STORY)
        .call(
            routes!(delete_story),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried("/stories/@story", Sent::Nothing, [401, 404, 204, 404, 404, 404])
        .tried(
            "/stories/@story?permanent=true",
            Sent::Nothing,
            [401, 404, 204, 404, 404, 404],
        )
        .call(
            routes!(restore_story),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried("/stories/@story/restore", Sent::Nothing, OWN_STORY)
        .call(
            routes!(read_slice_up),
            rule(Who::Player, Class::Reads, Keeps::Never),
        )
        .tried("/stories/@story/slice/up/head", Sent::Nothing, OWN_STORY)
        .call(
            routes!(read_slice_down),
            rule(Who::Player, Class::Reads, Keeps::Never),
        )
        .tried("/stories/@story/slice/down/root", Sent::Nothing, OWN_STORY)
        .call(
            routes!(view_story_tree),
            rule(Who::Player, Class::Reads, Keeps::Never),
        )
        .tried("/stories/@story/tree", Sent::Nothing, OWN_STORY)
        .call(
            routes!(list_deleted_messages),
            rule(Who::Player, Class::Reads, Keeps::Never),
        )
        .tried("/stories/@story/trash", Sent::Nothing, OWN_STORY)
}

/// A story to be begun.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewStory)]
pub struct NewStoryBody {
    /// From this scenario …
    scenario_id: Option<ScenarioId>,
    /// … or from this card of the older model.
    card_id: Option<CardId>,
    /// Which opening, from 0.
    #[serde(default)]
    opening: u32,
    /// Whether it is forgotten a day after it was last used.
    #[serde(default)]
    ephemeral: bool,
    /// Whether a guest who has a story of this wants another one; else that one is named by a 409.
    #[serde(default)]
    start_anew: bool,
    /// A theme of its own.
    #[serde(rename = "themeID")]
    theme_id: Option<String>,
    /// The persona its player is.
    persona_id: Option<String>,
}

impl NewStoryBody {
    /// What is to be begun.
    pub fn read(self) -> Result<NewStory, Problem> {
        Ok(NewStory {
            scenario_id: self.scenario_id,
            card_id: self.card_id,
            opening: usize::try_from(self.opening).unwrap_or(usize::MAX),
            ephemeral: self.ephemeral,
            anew: self.start_anew,
            theme_id: actions::read_theme(self.theme_id)?,
            persona_id: self.persona_id,
        })
    }
}

/// Begins a story from a scenario.
#[utoipa::path(
    post,
    path = "/stories/",
    tag = "stories",
    request_body = NewStoryBody,
    params(("idempotency-key" = Option<String>, Header, description = "The same key begins one story.")),
    responses(
        (status = 201, body = StoryView),
        (
            status = 410,
            body = Problem,
            content_type = "application/problem+json",
            description = "The scenario was removed.",
        ),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_story(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    once: Idempotent<NewStoryBody>,
) -> Result<Response, Problem> {
    create(&app, Player::Person(person), once).await
}

/// Begins a story as a guest, or as a person: then it is the same as with the slash at the end.
#[utoipa::path(
    post,
    path = "/stories",
    tag = "stories",
    request_body = NewStoryBody,
    params(
        ("guest-token" = Option<String>, Header),
        ("device-hash" = Option<String>, Header),
        ("idempotency-key" = Option<String>, Header, description = "The same key begins one story."),
    ),
    responses(
        (status = 201, body = Begun),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "The guest has a story of this scenario and did not say `startAnew`; `storyId` names it.",
        ),
        (status = 410, body = Problem, content_type = "application/problem+json"),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_guest_story(
    State(app): State<AppState>,
    player: Player,
    once: Idempotent<NewStoryBody>,
) -> Result<Response, Problem> {
    create(&app, player, once).await
}

async fn create(app: &AppState, player: Player, once: Idempotent<NewStoryBody>) -> Result<Response, Problem> {
    let new = once.body.read()?;
    let (player, new, owner) = (&player, &new, Owner::from(&player));
    let principal = format!("{}:{}", owner.kind(), owner.id());
    once.key
        .run(app, &principal, Isolation::Ordinary, |tx| {
            Box::pin(begin(app, tx, player, new))
        })
        .await
}

async fn begin(app: &AppState, tx: &mut Tx, player: &Player, new: &NewStory) -> Result<Reply, Problem> {
    let story = create::begin(app, tx, player, new).await?;
    let begun = match player {
        Player::Guest(_) => Begun::Guest(GuestStory { story_id: story.id }),
        Player::Person(_) => Begun::Story(Box::new(view::story(tx, story).await?)),
    };
    Reply::json(StatusCode::CREATED, &begun)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct ListParams {
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// The order; pinned stories stand first in the default order only.
    #[serde(default)]
    #[param(inline)]
    sort: Sort,
    /// Only stories in this folder; `root`: only those in none.
    directory_id: Option<String>,
    /// Only stories of this scenario.
    #[serde(rename = "scenarioID")]
    scenario_id: Option<String>,
    /// Words that the title, a character or one message of it hold.
    q: Option<String>,
    /// Those in the trash instead.
    #[serde(default)]
    trash: bool,
}

/// The caller's stories.
#[utoipa::path(
    get,
    path = "/stories/",
    tag = "stories",
    params(ListParams),
    responses((status = 200, body = Page<StoryView>), AuthErrors, CommonErrors),
)]
async fn list_stories(
    State(app): State<AppState>,
    player: Player,
    Query(params): Query<ListParams>,
) -> Result<Json<Page<StoryView>>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let place = match params
        .directory_id
        .as_deref()
        .map(str::trim)
        .filter(|id| !id.is_empty())
    {
        None => Place::Anywhere,
        Some("root") => Place::Loose,
        Some(id) => Place::Folder(
            id.parse::<FolderId>()
                .map_err(|_| Problem::bad_request("directoryId is not the id of a folder."))?,
        ),
    };
    let scenario = match params
        .scenario_id
        .as_deref()
        .map(str::trim)
        .filter(|id| !id.is_empty())
    {
        None => None,
        Some(id) => Some(
            id.parse::<ScenarioId>()
                .map_err(|_| Problem::bad_request("scenarioID is not the id of a scenario."))?,
        ),
    };
    let words = search_words(params.q.as_deref().unwrap_or_default());
    let listing = Listing {
        owner: Owner::from(&player),
        sort: params.sort,
        place,
        scenario,
        words,
        in_trash: params.trash,
    };
    let name = format!("stories:{listing:?}");
    let after = read_cursor(&app, &name, params.cursor.as_deref())?;
    let mut conn = app.db.read().await?;
    let (rows, next) = cut_page(store::list(&mut conn, &listing, after, limit + 1).await?, limit);
    let next_cursor = next.map(|position| app.cursor_key.seal(&name, &position));
    Ok(Json(Page {
        results: view::stories(&mut conn, rows, &listing.words).await?,
        next_cursor,
    }))
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
    let story = store::find(&mut conn, &id)
        .await?
        .filter(|story| story.owner == Owner::from(&player))
        .ok_or_else(actions::no_story)?;
    Ok(Json(view::story(&mut conn, story).await?))
}

/// What changes of a story; what is absent stays.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StoryUpdate {
    /// A theme of its own, or null.
    #[serde(rename = "themeID", default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    theme_id: Option<Option<String>>,
    /// Another name, at most 120 characters.
    #[schema(max_length = 120)]
    title: Option<String>,
    /// Another folder, or null.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    directory_id: Option<Option<FolderId>>,
    /// Whether it stands before the others.
    pinned: Option<bool>,
    /// The version that the caller knows; where it is given, it must be the present one.
    version: Option<i64>,
}

/// Changes the theme, name, folder or pin of a story.
#[utoipa::path(
    put,
    path = "/stories/{id}",
    tag = "stories",
    params(("id" = StoryId, Path)),
    request_body = StoryUpdate,
    responses(
        (status = 200, body = StoryView),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "It changed since that version; `current` is how it is.",
        ),
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
    let edit = StoryEdit {
        title: update.title,
        theme_id: update.theme_id,
        directory_id: update.directory_id,
        pinned: update.pinned,
    };
    let (app, owner, id, edit, version) = (&app, &Owner::from(&player), &id, &edit, update.version);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let mut story = actions::lock_story(app, tx, owner, id).await?;
            if version.is_some_and(|version| version != story.version - 1) {
                let current = view::story(
                    tx,
                    Story {
                        version: story.version - 1,
                        ..story
                    },
                )
                .await?;
                return Err(story_changed().with_extension(
                    "current",
                    serde_json::to_value(current).map_err(Problem::internal)?,
                ));
            }
            actions::edit_story(app, tx, &mut story, edit).await?;
            Ok(view::story(tx, story).await?)
        })
    });
    let story = use_case.await?;
    app.live.changed(id, story.version, story.head_id.as_ref(), None);
    Ok(Json(story))
}

pub(super) fn story_changed() -> Problem {
    Problem::new(
        errors::STORY_CHANGED,
        "This story has changed in the meantime, perhaps in another window.",
    )
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DeleteParams {
    /// Whether it goes for good at once, rather than into the trash for 30 days.
    #[serde(default)]
    permanent: bool,
}

/// Throws a story away: into the trash, or for good.
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
        Box::pin(async move {
            let taken = actions::lock_any_story(app, tx, id)
                .await?
                .filter(|story| story.owner == *owner);
            let mut story = taken.ok_or_else(actions::no_story)?;
            match (params.permanent, story.deleted_at) {
                (true, _) => drop(store::delete(tx, id.as_str(), app.clock.now()).await?),
                (false, None) => actions::throw_away(app, tx, &mut story).await?,
                (false, Some(_)) => {}
            }
            Ok::<_, Problem>(story.version)
        })
    });
    let version = use_case.await?;
    app.live.changed(id, version, None, None);
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a story out of the trash. Doing it twice changes nothing.
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
        Box::pin(async move {
            let story = actions::take_back(app, tx, owner, id).await?;
            Ok::<_, Problem>(view::story(tx, story).await?)
        })
    });
    let story = use_case.await?;
    app.live.changed(id, story.version, story.head_id.as_ref(), None);
    Ok(Json(story))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct SliceParams {
    /// How many, 1 to 200; 50 by default.
    limit: Option<i64>,
    /// `nextCursorDepth` of the slice before.
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

/// The path that ends at a message (`head`: where the reader is), the earliest first.
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
    let story = actions::load_story(&mut conn, &Owner::from(&player), &id).await?;
    Ok(Json(slice_up(&mut conn, &story, &anchor, params.into()).await?))
}

/// What follows a message (`root`: the beginning) on the path that is shown, the earliest first.
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
    let story = actions::load_story(&mut conn, &Owner::from(&player), &id).await?;
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
    let story = actions::load_story(&mut conn, &Owner::from(&player), &id).await?;
    Ok(Json(view::map(&mut conn, &story).await?))
}

/// The messages of a story that can be restored: the first of each part that was deleted at once.
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
    let story = actions::load_story(&mut conn, &Owner::from(&player), &id).await?;
    let rows = tree::list_deleted(&mut conn, &story.id, MAX_TRASH).await?;
    Ok(Json(DeletedMessages {
        results: view::messages(&mut conn, &story, rows).await?,
    }))
}
