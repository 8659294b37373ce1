//! The calls that create a story, open its chat, and change its settings.

use accounts::guests::{Owner, Player};
use accounts::users;
use axum::extract::State;
use axum::http::StatusCode;
use platform::db::Isolation;
use platform::idempotency::{Idempotent, Reply};
use platform::slice::calls::{Caching, Calls, Class, OWN_STORY, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Problem, present, read_flattened};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::{
    self, CharacterChange, NewStoryBody, NewStoryErrors, SettingsChange, StoryId, VersionErrors,
};
use crate::turns::chat_actions::{self, ChatEdit};
use crate::turns::chat_session::{ChatSession, session_of};

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(create_chat),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .trial(
            "/chat/create",
            Sent::Json(r#"{"scenarioId":"@open"}"#),
            [401, 201, 201, 201, 201, 201],
        )
        .call(
            routes!(fetch_chat),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .trial("/chat/fetch", Sent::Json(r#"{"chatID":"@story"}"#), OWN_STORY)
        .call(
            routes!(edit_chat_settings),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .trial(
            "/chat/edit-settings",
            Sent::Json(r#"{"chatID":"@story","responseLength":7}"#),
            OWN_STORY,
        )
        .call(
            routes!(name_player),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .beyond_spec("Players, guests included, choose what they are called.")
        .trial(
            "/chat/name-player",
            Sent::Json(r#"{"chatID":"@story","name":"Mara"}"#),
            OWN_STORY,
        )
}

/// Creates a story and opens its chat.
#[utoipa::path(
    post,
    path = "/chat/create",
    tag = "chat",
    request_body = NewStoryBody,
    params(("idempotency-key" = Option<String>, Header, description = "The same key begins one story.")),
    responses(
        (status = 201, body = ChatSession),
        NewStoryErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_chat(
    State(app): State<AppState>,
    player: Player,
    once: Idempotent<NewStoryBody>,
) -> Result<Reply, Problem> {
    let new = once.body.read()?;
    let (app, player, new, owner) = (&app, &player, &new, Owner::from(&player));
    let principal = owner.principal();
    let use_case = once.key.run(app, &principal, Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let story = stories::begin(app, tx, player, new).await?;
            Reply::json(StatusCode::CREATED, &session_of(app, tx, story).await?)
        })
    });
    use_case.await
}

/// The chat to open.
#[derive(Debug, Clone, Deserialize, ToSchema)]
struct ChatRequest {
    /// The story.
    #[serde(rename = "chatID")]
    chat_id: StoryId,
}

/// Opens the chat of a story.
#[utoipa::path(
    post,
    path = "/chat/fetch",
    tag = "chat",
    request_body = ChatRequest,
    responses((status = 200, body = ChatSession), AuthErrors, BodyErrors, CommonErrors),
)]
async fn fetch_chat(
    State(app): State<AppState>,
    player: Player,
    Json(request): Json<ChatRequest>,
) -> Result<Json<ChatSession>, Problem> {
    let (app, owner, id) = (&app, &Owner::from(&player), &request.chat_id);
    app.db
        .transact(Isolation::Ordinary, |tx| {
            Box::pin(chat_actions::open(app, tx, owner, id))
        })
        .await?;
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, owner, id).await?;
    session_of(app, &mut conn, story).await.map(Json)
}

/// The name of the player.
#[derive(Debug, Clone, Deserialize, ToSchema)]
struct PlayerName {
    /// The story in which they choose it.
    #[serde(rename = "chatID")]
    chat_id: StoryId,
    /// The name, in any script, at most 50 characters (grapheme clusters).
    name: String,
}

/// Sets the name of the player, a guest or a person: in this story, and in all that begin from now on. It is
/// the name of their persona `default`.
#[utoipa::path(
    post,
    path = "/chat/name-player",
    tag = "chat",
    request_body = PlayerName,
    responses((status = 200, body = ChatSession), AuthErrors, BodyErrors, CommonErrors),
)]
async fn name_player(
    State(app): State<AppState>,
    player: Player,
    Json(request): Json<PlayerName>,
) -> Result<Json<ChatSession>, Problem> {
    let name =
        users::rules::check_persona_name(&request.name).map_err(|why| Problem::invalid("/name", why))?;
    let (app, owner, id, name) = (&app, &Owner::from(&player), &request.chat_id, &name);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(chat_actions::name_player(app, tx, owner, id, name))
    });
    let session = use_case.await?;
    notify(app, &session);
    Ok(Json(session))
}

/// Notifies those who have the story open that it changed.
fn notify(app: &AppState, session: &ChatSession) {
    let session = &session.session;
    let head = session.story.head_id.as_ref();
    app.live.changed(&session.chat_id, session.version, head);
}

/// The changes of a story's settings; absent fields stay as they are.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EditSettings {
    /// The story.
    #[serde(rename = "chatID")]
    chat_id: StoryId,
    /// The version that the caller knows; if given, it must be the current one.
    version: Option<i64>,
    /// A theme of its own, or null.
    #[serde(rename = "themeID", default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    theme_id: Option<Option<String>>,
    /// Changes of characters: who never speaks, and who speaks how often.
    #[serde(default)]
    characters: Vec<CharacterEdit>,
    /// Changes of the settings.
    #[serde(flatten)]
    settings: SettingsChange,
}

/// The changes of a character; absent fields stay as they are.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CharacterEdit {
    /// The character's id.
    id: String,
    /// Whether they never speak.
    muted: Option<bool>,
    /// How often they speak, 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    talkativeness: Option<f64>,
}

impl From<CharacterEdit> for CharacterChange {
    fn from(edit: CharacterEdit) -> Self {
        Self {
            id: edit.id,
            muted: edit.muted,
            talkativeness: edit.talkativeness,
        }
    }
}

/// Changes the settings of a story.
#[utoipa::path(
    post,
    path = "/chat/edit-settings",
    tag = "chat",
    request_body = EditSettings,
    responses(
        (status = 200, body = ChatSession),
        VersionErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn edit_chat_settings(
    State(app): State<AppState>,
    player: Player,
    Json(body): Json<Value>,
) -> Result<Json<ChatSession>, Problem> {
    let body = read_flattened::<EditSettings, SettingsChange>(&body)?;
    let edit = &ChatEdit {
        version: body.version,
        theme_id: body.theme_id,
        characters: body.characters.into_iter().map(CharacterChange::from).collect(),
        settings: body.settings,
    };
    let (app, owner, id) = (&app, &Owner::from(&player), &body.chat_id);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(chat_actions::edit_settings(app, tx, owner, id, edit))
    });
    let session = use_case.await?;
    notify(app, &session);
    Ok(Json(session))
}
