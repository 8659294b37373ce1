//! Trying a story's lorebooks on what its player might say.

use accounts::guests::Owner;
use platform::db::Conn;
use platform::web::Problem;

use super::assemble::judge_lore;
use super::model::{CastView, HistoryLine, LoreRecord, PersonaView, PromptInput, Speaker};
use super::rules::reply_tokens;
use super::scan_limit::run_within_scan_limit;
use super::story_books::books_of;
use super::version::join_version;
use crate::AppState;
use crate::stories::{self, Story, StoryId};

/// Messages that a trial of lorebooks scans; sticky entries from further back are not seen.
const TRIED_MESSAGES: u32 = 600;
/// The most bytes of a trial's text.
const MAX_TEXT_BYTES: usize = 16 << 10;
/// The id of the message that a trial's text stands for.
const TRIED_ID: &str = "tried";

/// What becomes of every entry of a story's lorebooks if the player says `text` and this character answers;
/// `None`: the first of the cast who is not muted. Nothing is stored or sent anywhere.
///
/// # Errors
/// 404 if this owner has no such story, 422 if the text is too long or nobody of this id plays.
pub(super) async fn try_lore(
    app: &AppState,
    owner: &Owner,
    id: &StoryId,
    text: String,
    speaker_id: Option<&str>,
) -> Result<Vec<LoreRecord>, Problem> {
    check_text(&text)?;
    let mut conn = app.db.read().await?;
    let mut story = stories::load_story(&mut conn, owner, id).await?;
    let mut input = input_of(&mut conn, app, &mut story, speaker_id).await?;
    drop(conn);
    if !text.trim().is_empty() {
        input.history.push(HistoryLine {
            id: TRIED_ID.to_owned(),
            name: input.persona.name.clone(),
            content: text,
            ..HistoryLine::default()
        });
    }
    let model = app
        .models
        .get(story.settings.chat_model.as_deref())
        .info()
        .clone();
    let is_closed = input.closed;
    let mut records = run_within_scan_limit(move |stop| judge_lore(&input, &model, stop))
        .await?
        .map_err(|error| Problem::invalid("/text", error.sentence()))?;
    // The text is not a message of the story.
    for record in &mut records {
        record.message_id.take_if(|id| id == TRIED_ID);
        if is_closed {
            record.redact();
        }
    }
    Ok(records)
}

fn check_text(text: &str) -> Result<(), Problem> {
    if text.len() <= MAX_TEXT_BYTES {
        return Ok(());
    }
    Err(Problem::invalid(
        "/text",
        format!("At most {MAX_TEXT_BYTES} bytes, please."),
    ))
}

/// The part of a prompt's input that lorebooks scan.
async fn input_of(
    conn: &mut Conn,
    app: &AppState,
    story: &mut Story,
    speaker_id: Option<&str>,
) -> Result<PromptInput, Problem> {
    let mut persona = PersonaView::from(stories::player_of(conn, story).await?);
    let mut characters = stories::list_characters(conn, story).await?;
    let texts = join_version(conn, story, &mut characters, &mut persona).await?;
    let story = &*story;
    let cast: Vec<CastView> = characters.iter().map(CastView::from).collect();
    let speaker = speaker_of(&cast, speaker_id)?;
    let path = stories::path_to(conn, story, None, TRIED_MESSAGES).await?;
    let opening = match &story.head_id {
        Some(head) => stories::opening_of(conn, head).await?,
        None => None,
    };
    let books = books_of(conn, story, persona.id.as_deref()).await?;
    Ok(PromptInput {
        story_id: story.id.to_string(),
        title: story.setup.name.clone(),
        scenario_text: story.setup.description.clone(),
        setting: story.setup.setting.clone(),
        speaker,
        cast,
        persona,
        closed: texts.is_some_and(|texts| texts.closed),
        history: path.iter().map(HistoryLine::from).collect(),
        books,
        npcs_enabled: true,
        opening,
        reply_tokens: reply_tokens(u32::from(story.settings.response_length)),
        now: app.clock.now(),
        ..PromptInput::default()
    })
}

/// The character of this id, else the first who is not muted, else the narrator.
fn speaker_of(cast: &[CastView], id: Option<&str>) -> Result<Speaker, Problem> {
    let speaker = match id {
        Some(id) => {
            let one = cast.iter().find(|one| one.id == id);
            Some(one.ok_or_else(|| Problem::invalid("/speakerId", "Nobody of this id plays here."))?)
        }
        None => cast.iter().find(|one| !one.muted),
    };
    Ok(speaker.map_or(Speaker::Narrator, |one| Speaker::Actor(Box::new(one.clone()))))
}
