//! The chat of a story: everything that is needed to play it, in one answer.

use accounts::guests::Player;
use accounts::safety::{self, Notice};
use accounts::users;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use kernel::Timestamp;
use platform::db::{Conn, Isolation};
use platform::idempotency::{Idempotent, Reply};
use platform::llm::ModelInfo;
use platform::slice::calls::{Calls, Class, Keeps, OWN_STORY, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Problem, present, read_flattened};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::model::Turn;
use super::paying::{ChatPrice, price_of};
use crate::AppState;
use crate::stories::{self, CharacterChange, NewStoryBody, Owner, SettingsChange, Story, StoryId};

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(create_chat),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried(
            "/chat/create",
            Sent::Json(r#"{"scenarioId":"@open"}"#),
            [401, 201, 201, 201, 201, 201],
        )
        .call(
            routes!(fetch_chat),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried("/chat/fetch", Sent::Json(r#"{"chatID":"@story"}"#), OWN_STORY)
        .call(
            routes!(edit_chat_settings),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried(
            "/chat/edit-settings",
            Sent::Json(r#"{"chatID":"@story","responseLength":7}"#),
            OWN_STORY,
        )
        .call(
            routes!(name_player),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried(
            "/chat/name-player",
            Sent::Json(r#"{"chatID":"@story","name":"Mara"}"#),
            OWN_STORY,
        )
}

/// A story as it is played (spec section 3, "Chat session").
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChatSession {
    /// The story, its cast, its settings, its latest messages.
    #[serde(flatten)]
    session: stories::Session,
    /// The models that may be chosen.
    models: Vec<ModelInfo>,
    /// What the next reply costs, and what there is to pay for it.
    price: ChatPrice,
    /// The turn that runs in it.
    #[schema(required = true)]
    running_turn: Option<Turn>,
    /// What the player is told about whom they talk to.
    notices: ChatNotices,
}

/// What the player is told about whom they talk to (reliability L-10).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChatNotices {
    /// That it is a program.
    ai: String,
    /// When the story began.
    #[schema(value_type = String, format = DateTime)]
    started_on: Timestamp,
    /// Where people are who listen, as long as the story goes on gently; null: it goes on as it was.
    #[schema(required = true)]
    crisis: Option<Notice>,
    /// How whoever runs the site connects a model, in three lines, for the end of what the demo plays; null
    /// where one is connected.
    #[schema(required = true)]
    connect: Option<Vec<String>>,
}

async fn session_of(app: &AppState, conn: &mut Conn, story: Story) -> Result<ChatSession, Problem> {
    let (ai, started_on) = (safety::ai_notice().text, story.created_at);
    let connect = super::begin::demo_ending::connect(app, &story).map(|lines| lines.to_vec());
    let price = price_of(app, conn, &story).await?;
    let running_turn = super::read::running(app, conn, &story).await?;
    let session = stories::session(conn, story).await?;
    let answer = || {
        session
            .messages
            .results
            .iter()
            .rev()
            .find(|message| message.aside)
            .map_or("", |message| message.content.as_str())
    };
    let crisis = session.story.gentle.then(|| safety::notice_beside(answer()));
    Ok(ChatSession {
        session,
        models: app.models.list().to_vec(),
        price,
        running_turn,
        notices: ChatNotices {
            ai,
            started_on,
            crisis,
            connect,
        },
    })
}

/// Begins a story and opens its chat.
#[utoipa::path(
    post,
    path = "/chat/create",
    tag = "chat",
    request_body = NewStoryBody,
    params(("idempotency-key" = Option<String>, Header, description = "The same key begins one story.")),
    responses(
        (status = 201, body = ChatSession),
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
async fn create_chat(
    State(app): State<AppState>,
    player: Player,
    once: Idempotent<NewStoryBody>,
) -> Result<Response, Problem> {
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

/// Which chat.
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
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let story = stories::load_story(tx, owner, id).await?;
            Ok::<_, Problem>(stories::touch(app, tx, &story).await?)
        })
    });
    use_case.await?;
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, owner, id).await?;
    Ok(Json(session_of(app, &mut conn, story).await?))
}

/// What the player wants to be called.
#[derive(Debug, Clone, Deserialize, ToSchema)]
struct PlayerName {
    /// The story in which they say so.
    #[serde(rename = "chatID")]
    chat_id: StoryId,
    /// The name, in any script, at most 50 characters as people count them.
    name: String,
}

/// Says what the player, a guest or a person, wants to be called: in this story, and in all that begin from
/// now on. It is the name of their persona `default`.
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
        Box::pin(async move {
            let mut story = stories::lock_story(app, tx, owner, id).await?;
            stories::name_player(app, tx, &mut story, name).await?;
            session_of(app, tx, story).await
        })
    });
    let session = use_case.await?;
    app.live.changed(
        &session.session.chat_id,
        session.session.version,
        session.session.story.head_id.as_ref(),
        None,
    );
    Ok(Json(session))
}

/// What changes of how a story is played; what is absent stays.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EditSettings {
    /// The story.
    #[serde(rename = "chatID")]
    chat_id: StoryId,
    /// The version that the caller knows; where it is given, it must be the present one.
    version: Option<i64>,
    /// A theme of its own, or null.
    #[serde(rename = "themeID", default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    theme_id: Option<Option<String>>,
    /// Who keeps silent, and who speaks how readily.
    #[serde(default)]
    characters: Vec<CharacterEdit>,
    /// How it is played.
    #[serde(flatten)]
    settings: SettingsChange,
}

/// What changes of a character; what is absent stays.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CharacterEdit {
    /// Which character.
    id: String,
    /// Whether they keep silent.
    muted: Option<bool>,
    /// How readily they speak, 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    talkativeness: Option<f64>,
}

/// Changes how a story is played.
#[utoipa::path(
    post,
    path = "/chat/edit-settings",
    tag = "chat",
    request_body = EditSettings,
    responses(
        (status = 200, body = ChatSession),
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
async fn edit_chat_settings(
    State(app): State<AppState>,
    player: Player,
    Json(body): Json<Value>,
) -> Result<Json<ChatSession>, Problem> {
    let EditSettings {
        chat_id,
        version,
        theme_id,
        characters,
        settings,
    } = read_flattened::<EditSettings, SettingsChange>(&body)?;
    let characters: Vec<CharacterChange> = characters
        .into_iter()
        .map(|one| CharacterChange {
            id: one.id,
            muted: one.muted,
            talkativeness: one.talkativeness,
        })
        .collect();
    let (app, owner, id, theme_id, characters, settings) = (
        &app,
        &Owner::from(&player),
        &chat_id,
        &theme_id,
        &characters,
        &settings,
    );
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let mut story = stories::lock_story(app, tx, owner, id).await?;
            if version.is_some_and(|version| version != story.version - 1) {
                let before = stories::load_story(tx, owner, id).await?;
                let mut current = session_of(
                    app,
                    tx,
                    Story {
                        version: before.version - 1,
                        ..before
                    },
                )
                .await?;
                current.session.messages.version = current.session.version;
                let refusal = Problem::new(
                    stories::STORY_CHANGED,
                    "This story has changed in the meantime, perhaps in another window.",
                );
                return Err(refusal.with_extension(
                    "current",
                    serde_json::to_value(current).map_err(Problem::internal)?,
                ));
            }
            stories::edit_settings(
                app,
                tx,
                &mut story,
                settings.clone(),
                theme_id.clone(),
                characters,
            )
            .await?;
            session_of(app, tx, story).await
        })
    });
    let session = use_case.await?;
    app.live.changed(
        &session.session.chat_id,
        session.session.version,
        session.session.story.head_id.as_ref(),
        None,
    );
    Ok(Json(session))
}
