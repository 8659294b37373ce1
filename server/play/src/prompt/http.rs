//! The calls that show how a story's lorebooks work. They are here and not in `lorebooks`, because they need
//! stories.

use accounts::guests::{Owner, Player};
use accounts::identity::SignedIn;
use axum::extract::State;
use catalogue::lorebooks::{self, AttachedBook, Attachment, AttachmentKind, Lorebook, StoryScope};
use platform::db::Conn;
use platform::slice::calls::{Calls, Class, Keeps, OWN_STORY, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::assemble::judge_lore;
use super::lane::run_on_prompt_lane;
use super::model::{CastView, HistoryLine, LoreRecord, PersonaView, PromptInput, Speaker};
use super::rules::reply_tokens;
use crate::AppState;
use crate::stories::{self, MessageRow, Origin, Story, StoryId};

/// Messages that a trial of lorebooks scans; sticky entries from further back are not seen.
const TRIED_MESSAGES: u32 = 600;
/// The most bytes of a trial's text.
const MAX_TEXT_BYTES: usize = 16 << 10;
/// The id of the message that a trial's text stands for.
const TRIED_ID: &str = "tried";

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(list_story_lorebooks),
            rule(Who::Player, Class::Reads, Keeps::Never),
        )
        .tried("/stories/@story/lorebooks", Sent::Nothing, OWN_STORY)
        .call(
            routes!(try_lorebooks),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried(
            "/stories/@story/lorebooks/test",
            Sent::Json(r#"{"text":"Hello."}"#),
            OWN_STORY,
        )
        .call(
            routes!(attach_lorebook),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried(
            "/lorebooks/none/attachments",
            Sent::Json(r#"{"attachments":[]}"#),
            people(404),
        )
}

/// The lorebooks that apply to a story.
#[derive(Debug, Serialize, ToSchema)]
struct StoryLorebooks {
    /// In the order of scanning.
    books: Vec<StoryLorebook>,
}

/// A lorebook that applies to a story.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StoryLorebook {
    /// Its id.
    id: String,
    /// Its name.
    name: String,
    /// What it is attached to.
    kind: AttachmentKind,
    /// The id of the target.
    target_id: String,
    /// Why it applies.
    why: String,
    /// How many entries it has.
    entry_count: usize,
    /// Whether it is the caller's own. Other people's books show only entries that become active.
    own: bool,
}

/// The input of a trial of a story's lorebooks.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LoreTrial {
    /// A line that the player might write.
    #[schema(max_length = 16384)]
    text: String,
    /// Who might answer; absent: the first of the cast who is not muted.
    speaker_id: Option<String>,
}

/// The result of a trial.
#[derive(Debug, Serialize, ToSchema)]
struct LoreTrialAnswer {
    /// Every entry, active or not, with the reason.
    fired: Vec<LoreRecord>,
}

/// The attachments of a book.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Attachments {
    /// All attachments; those left out are removed.
    #[schema(max_items = 50)]
    attachments: Vec<Attachment>,
}

/// The lorebooks that apply to a story, and why.
#[utoipa::path(
    get,
    path = "/stories/{id}/lorebooks",
    tag = "lorebooks",
    params(("id" = StoryId, Path)),
    responses((status = 200, body = StoryLorebooks), AuthErrors, CommonErrors),
)]
async fn list_story_lorebooks(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
) -> Result<Json<StoryLorebooks>, Problem> {
    let mut conn = app.db.read().await?;
    let owner = Owner::from(&player);
    let story = stories::load_story(&mut conn, &owner, &id).await?;
    let cast = stories::list_characters(&mut conn, &story).await?;
    let books = books_of(&mut conn, &story).await?;
    let to_row = |book: AttachedBook| {
        let actor = cast
            .iter()
            .find(|one| one.id == book.target_id)
            .map_or("an actor", |one| one.name.as_str());
        StoryLorebook {
            why: match book.kind {
                AttachmentKind::Story => "attached to this story".to_owned(),
                AttachmentKind::Persona => "attached to whom you play".to_owned(),
                AttachmentKind::Actor => format!("attached to {actor}: it applies when they speak"),
                AttachmentKind::Scenario => "attached to the scenario by its author".to_owned(),
            },
            own: owner
                .person()
                .is_some_and(|person| person.as_str() == book.owner_id),
            entry_count: book.book.entries.len(),
            id: book.id,
            name: book.book.name,
            kind: book.kind,
            target_id: book.target_id,
        }
    };
    Ok(Json(StoryLorebooks {
        books: books.into_iter().map(to_row).collect(),
    }))
}

/// Scans a story's lorebooks as if the player sent this text now. Nothing is stored or sent anywhere.
#[utoipa::path(
    post,
    path = "/stories/{id}/lorebooks/test",
    tag = "lorebooks",
    params(("id" = StoryId, Path)),
    request_body = LoreTrial,
    responses((status = 200, body = LoreTrialAnswer), AuthErrors, BodyErrors, CommonErrors),
)]
async fn try_lorebooks(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
    Json(trial): Json<LoreTrial>,
) -> Result<Json<LoreTrialAnswer>, Problem> {
    if trial.text.len() > MAX_TEXT_BYTES {
        return Err(Problem::invalid(
            "/text",
            format!("At most {MAX_TEXT_BYTES} bytes, please."),
        ));
    }
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, &Owner::from(&player), &id).await?;
    let mut input = scene_of(&mut conn, &app, &story, &trial).await?;
    drop(conn);
    if !trial.text.trim().is_empty() {
        let name = input.persona.name.clone();
        input.history.push(HistoryLine {
            id: TRIED_ID.to_owned(),
            name,
            content: trial.text,
            ..HistoryLine::default()
        });
    }
    let model = app
        .models
        .get(story.settings.chat_model.as_deref())
        .info()
        .clone();
    let mut fired = run_on_prompt_lane(move |stop| judge_lore(&input, &model, stop))
        .await?
        .map_err(|error| Problem::invalid("/text", error.sentence()))?;
    // The text is not a message of the story.
    for one in fired
        .iter_mut()
        .filter(|one| one.message_id.as_deref() == Some(TRIED_ID))
    {
        one.message_id = None;
    }
    Ok(Json(LoreTrialAnswer { fired }))
}

async fn books_of(conn: &mut Conn, story: &Story) -> Result<Vec<AttachedBook>, Problem> {
    let player = stories::player_of(conn, story).await?;
    let scope = StoryScope {
        story_id: story.id.as_str(),
        scenario_id: story.scenario_id.as_ref().map(|id| id.as_str()),
        owner: story.owner.person(),
        persona_id: player.persona_id.as_deref(),
    };
    lorebooks::for_story(conn, scope).await
}

/// The part of the story that lorebooks scan.
async fn scene_of(
    conn: &mut Conn,
    app: &AppState,
    story: &Story,
    trial: &LoreTrial,
) -> Result<PromptInput, Problem> {
    let player = stories::player_of(conn, story).await?;
    let characters = stories::list_characters(conn, story).await?;
    let cast: Vec<CastView> = characters
        .into_iter()
        .map(|one| CastView {
            id: one.id,
            name: one.name,
            role: one.role,
            description: one.description,
            persona: one.persona,
            muted: one.muted,
            talkativeness: one.talkativeness,
            ..CastView::default()
        })
        .collect();
    let speaker = match &trial.speaker_id {
        Some(id) => Some(
            cast.iter()
                .find(|one| one.id == *id)
                .ok_or_else(|| Problem::invalid("/speakerId", "Nobody of this id plays here."))?,
        ),
        None => cast.iter().find(|one| !one.muted),
    };
    let speaker = speaker.map_or(Speaker::Narrator, |one| Speaker::Actor(Box::new(one.clone())));
    let path = stories::path_to(conn, story, None, TRIED_MESSAGES).await?;
    let opening = match &story.head_id {
        Some(head) => stories::opening_of(conn, head).await?,
        None => None,
    };
    Ok(PromptInput {
        story_id: story.id.to_string(),
        title: story.setup.name.clone(),
        scenario_text: story.setup.description.clone(),
        setting: story.setup.setting.clone(),
        speaker,
        cast,
        persona: PersonaView {
            id: player.persona_id,
            name: player.name,
            description: player.description,
        },
        history: path.into_iter().map(to_line).collect(),
        books: books_of(conn, story).await?,
        npcs_enabled: true,
        opening,
        reply_tokens: reply_tokens(u32::from(story.settings.response_length)),
        now: app.clock.now(),
        ..PromptInput::default()
    })
}

fn to_line(row: MessageRow) -> HistoryLine {
    HistoryLine {
        id: row.id.to_string(),
        author: row.author,
        author_id: row.author_id,
        name: row.name,
        content: row.content,
        is_players: row.origin == Origin::Said,
        presence: row.presence,
        hidden: row.hidden,
        at: Some(row.created_at),
    }
}

/// Sets what a lorebook of the caller is attached to: scenarios and actors they wrote, and personas and
/// stories of their own.
#[utoipa::path(
    put,
    path = "/lorebooks/{id}/attachments",
    tag = "lorebooks",
    params(("id" = String, Path)),
    request_body = Attachments,
    responses((status = 200, body = Lorebook), AuthErrors, BodyErrors, CommonErrors),
)]
async fn attach_lorebook(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<String>,
    Json(Attachments { attachments }): Json<Attachments>,
) -> Result<Json<Lorebook>, Problem> {
    let mut conn = app.db.read().await?;
    let owner = Owner::Person(person.user_id.clone());
    for place in lorebooks::find_new_attachments(&mut conn, &person.user_id, &id, &attachments).await? {
        if place.kind == AttachmentKind::Story {
            stories::load_story(&mut conn, &owner, &StoryId::trusted(place.id)).await?;
        }
    }
    drop(conn);
    lorebooks::attach(&app, &person.user_id, &id, &attachments)
        .await
        .map(Json)
}
