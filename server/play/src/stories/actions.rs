//! What is done with stories and messages: load, decide, save. Whoever calls begins the transaction, and
//! tells `AppState::live` when it is durable.

use accounts::safety::{self, Crisis};
use accounts::{guests, users};
use catalogue::cards::{self, CardId};
use catalogue::scenarios::{self, ScenarioId};
use kernel::{ErrorCode, Timestamp};
use platform::db::{Conn, Tx};
use platform::web::{AuthError, Problem};

use super::create::{check_room, story_exists};
use super::rows::{Character, FinishedMessage, MessageRow, NewMessage, Owner, Story, StorySafety};
use super::rules::{
    EPHEMERAL_MS, MAX_ALTERNATIVES, MAX_DEPTH, MAX_MESSAGE_BYTES, PREVIEW_CHARS, TRASH_MS, beginning,
    check_title, clean_text,
};
use super::settings::SettingsChange;
use super::text::{Author, MessageState, Origin};
use super::{FolderId, MessageId, StoryId, errors, store, tree, view};
use crate::AppState;

/// The story, if it is this player's and not in the trash.
///
/// # Errors
/// 404 otherwise.
pub async fn load_story(conn: &mut Conn, owner: &Owner, id: &StoryId) -> Result<Story, Problem> {
    live(store::find(conn, id).await?, owner)
}

/// The same, locked for this transaction: changes of one story are made one after another. Its version
/// is one higher from here on, so this belongs in transactions that change something.
///
/// # Errors
/// 404 where it is not this player's, or in the trash.
pub async fn lock_story(app: &AppState, tx: &mut Tx, owner: &Owner, id: &StoryId) -> Result<Story, Problem> {
    live(store::lock(tx, id, app.clock.now()).await?, owner)
}

/// The same for the server itself, whoever the story belongs to, in the trash or not.
///
/// # Errors
/// Database errors.
pub async fn lock_any_story(app: &AppState, tx: &mut Tx, id: &StoryId) -> sqlx::Result<Option<Story>> {
    store::lock(tx, id, app.clock.now()).await
}

fn live(story: Option<Story>, owner: &Owner) -> Result<Story, Problem> {
    story
        .filter(|story| story.owner == *owner && story.deleted_at.is_none())
        .ok_or_else(no_story)
}

pub(super) fn no_story() -> Problem {
    Problem::not_found("story")
}

fn no_message() -> Problem {
    Problem::not_found("message")
}

/// A live message of this story.
///
/// # Errors
/// 404 where there is none.
pub async fn load_message(conn: &mut Conn, story: &Story, id: &MessageId) -> Result<MessageRow, Problem> {
    let row = tree::find(conn, id).await?;
    row.filter(|row| row.story_id == story.id && row.deleted_at.is_none())
        .ok_or_else(no_message)
}

/// The story of a message and the message, deleted or not.
pub(super) async fn find_message(
    conn: &mut Conn,
    owner: &Owner,
    id: &MessageId,
) -> Result<(Story, MessageRow), Problem> {
    let row = tree::find(conn, id).await?.ok_or_else(no_message)?;
    match store::find(conn, &row.story_id).await? {
        Some(story) if story.owner == *owner && story.deleted_at.is_none() => Ok((story, row)),
        _ => Err(no_message()),
    }
}

/// A live message of one of this player's stories, with its story.
///
/// # Errors
/// 404 where there is none.
pub async fn load_own_message(
    conn: &mut Conn,
    owner: &Owner,
    id: &MessageId,
) -> Result<(Story, MessageRow), Problem> {
    let (story, message) = find_message(conn, owner, id).await?;
    if message.deleted_at.is_none() {
        Ok((story, message))
    } else {
        Err(no_message())
    }
}

/// The message that its sender called so.
///
/// # Errors
/// Database errors.
pub async fn find_by_client_id(
    conn: &mut Conn,
    story: &Story,
    client_id: &str,
) -> sqlx::Result<Option<MessageRow>> {
    tree::find_by_client_id(conn, &story.id, client_id).await
}

/// Who plays in a story, in order.
///
/// # Errors
/// Database errors.
pub async fn list_characters(conn: &mut Conn, story: &Story) -> sqlx::Result<Vec<Character>> {
    store::list_characters(conn, &story.id).await
}

/// The latest `limit` messages of the path that ends at `end`, or at the head, the earliest first.
///
/// # Errors
/// Database errors.
pub async fn path_to(
    conn: &mut Conn,
    story: &Story,
    end: Option<&MessageId>,
    limit: u32,
) -> sqlx::Result<Vec<MessageRow>> {
    match end.or(story.head_id.as_ref()) {
        Some(end) => tree::walk_up(conn, end, limit).await,
        None => Ok(Vec::new()),
    }
}

/// Whether the path that ends at `end` goes through this message.
///
/// # Errors
/// Database errors.
pub async fn is_on_path(conn: &mut Conn, message: &MessageRow, end: &MessageId) -> sqlx::Result<bool> {
    Ok(tree::ancestor_at(conn, end, message.depth).await?.as_ref() == Some(&message.id))
}

/// The message at this depth of the path that ends at `end`; none where the path is shorter.
///
/// # Errors
/// Database errors.
pub async fn ancestor_at(conn: &mut Conn, end: &MessageId, depth: i64) -> sqlx::Result<Option<MessageId>> {
    tree::ancestor_at(conn, end, depth).await
}

/// Which opening the path that ends at `end` began with, counted from 0; none where it began with something
/// else, as with one that was edited into another branch.
///
/// # Errors
/// Database errors.
pub async fn opening_of(conn: &mut Conn, end: &MessageId) -> sqlx::Result<Option<u32>> {
    let Some(first) = tree::ancestor_at(conn, end, 0).await? else {
        return Ok(None);
    };
    Ok(tree::find_opening(conn, &first)
        .await?
        .and_then(|place| u32::try_from(place).ok()))
}

/// The end of the shown path that goes through this message.
///
/// # Errors
/// Database errors.
pub async fn active_leaf(conn: &mut Conn, message: &MessageId) -> sqlx::Result<MessageId> {
    tree::find_leaf(conn, message).await
}

/// The live messages that follow this one directly (or begin the story), in order.
///
/// # Errors
/// Database errors.
pub async fn children(
    conn: &mut Conn,
    story: &Story,
    parent: Option<&MessageId>,
) -> sqlx::Result<Vec<MessageId>> {
    tree::list_children(conn, &story.id, parent).await
}

/// Whether anything follows this message or was made beside it later, deleted or not.
///
/// # Errors
/// Database errors.
pub async fn has_successor(conn: &mut Conn, id: &MessageId) -> sqlx::Result<bool> {
    Ok(tree::count_successors(conn, id).await? > 0)
}

/// Messages that are being written, or were when their process ended, each with its story.
///
/// # Errors
/// Database errors.
pub async fn list_writing(conn: &mut Conn, limit: u32) -> sqlx::Result<Vec<(StoryId, MessageId)>> {
    tree::list_writing(conn, limit).await
}

/// That a story takes no more messages.
#[must_use]
pub fn closed() -> Problem {
    let sentence = "This story takes no more messages, because romance with somebody under 18 was asked for again and again. You can still read and export it.";
    Problem::new(errors::STORY_CLOSED, sentence)
}

/// Notes that a story was opened, which is no change of it.
///
/// # Errors
/// Database errors.
pub async fn touch(app: &AppState, tx: &mut Tx, story: &Story) -> sqlx::Result<()> {
    let now = app.clock.now();
    store::touch(tx, &story.id, now, now.plus_millis(EPHEMERAL_MS)).await
}

/// Writes a message into a story that was taken.
///
/// # Errors
/// 404 where what it follows is not there any more; 409 where too many follow the same one.
pub async fn append_message(
    app: &AppState,
    tx: &mut Tx,
    story: &mut Story,
    new: &NewMessage<'_>,
) -> Result<MessageRow, Problem> {
    let now = app.clock.now();
    let id = MessageId::trusted(app.random.id(now));
    let place = match new.parent {
        Some(parent) => tree::place_after(tx, &story.id, parent)
            .await?
            .ok_or_else(no_message)?,
        None => tree::place_at_root(tx, &story.id, &id).await?,
    };
    if place.position >= MAX_ALTERNATIVES || place.depth >= MAX_DEPTH {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            format!("A message can have up to {MAX_ALTERNATIVES} replies."),
        ));
    }
    let at = new.created_at.unwrap_or(now);
    tree::insert(tx, &story.id, &id, &place, new, at).await?;
    story.message_count += 1;
    story.said_count += i64::from(new.author == Author::User);
    story.last_message_at = story.last_message_at.max(at);
    if story.ephemeral {
        story.purge_at = Some(now.plus_millis(EPHEMERAL_MS));
    }
    match (new.parent, new.moves_head) {
        (Some(parent), true) if story.head_id.as_ref() == Some(parent) => {
            tree::show_child(tx, parent, Some(&id)).await?;
            story.head_id = Some(id.clone());
        }
        (_, true) => move_head(tx, story, &id).await?,
        (Some(parent), false) => tree::show_if_none(tx, parent, &id).await?,
        (None, false) if story.root_id.is_none() => story.root_id = Some(id.clone()),
        (None, false) => {}
    }
    if new.moves_head && !new.content.is_empty() {
        story.preview = beginning(new.content, PREVIEW_CHARS);
    }
    store::save(tx, story).await?;
    tree::find(tx, &id)
        .await?
        .ok_or_else(|| Problem::internal("a message is gone that was just written"))
}

/// Takes the reader of a story that was taken to this message.
///
/// # Errors
/// Database errors.
pub async fn set_head(tx: &mut Tx, story: &mut Story, to: &MessageId) -> sqlx::Result<()> {
    move_head(tx, story, to).await?;
    refresh_preview(tx, story).await?;
    store::save(tx, story).await
}

async fn move_head(tx: &mut Tx, story: &mut Story, to: &MessageId) -> sqlx::Result<()> {
    let shared = match &story.head_id {
        Some(head) => tree::shared_depth(tx, head, to).await?,
        None => -1,
    };
    tree::show_line(tx, to, shared).await?;
    if shared < 0 {
        story.root_id = tree::ancestor_at(tx, to, 0).await?;
    }
    story.head_id = Some(to.clone());
    Ok(())
}

async fn refresh_preview(tx: &mut Tx, story: &mut Story) -> sqlx::Result<()> {
    story.preview = match &story.head_id {
        Some(head) => tree::find(tx, head)
            .await?
            .map(|row| beginning(&row.content, PREVIEW_CHARS))
            .unwrap_or_default(),
        None => String::new(),
    };
    Ok(())
}

/// Stores the safety state of a locked story.
///
/// # Errors
/// Database errors.
pub async fn set_safety(tx: &mut Tx, story: &mut Story, safety: StorySafety) -> sqlx::Result<()> {
    story.safety = safety;
    store::save(tx, story).await
}

/// Has a story that was taken go on gently from here, because its player wrote a cry for help into one of its
/// messages, and counts the notice.
///
/// # Errors
/// Database errors.
pub async fn make_gentle(
    app: &AppState,
    tx: &mut Tx,
    story: &mut Story,
    crisis: &Crisis,
) -> sqlx::Result<()> {
    let now = app.clock.now();
    safety::count(tx, crisis.kind, now).await?;
    set_safety(
        tx,
        story,
        StorySafety {
            gentle_since: Some(now),
            ..story.safety
        },
    )
    .await
}

/// Keeps what has been written so far of a message. No change of the story; false where the message is
/// written no more, or was deleted.
///
/// # Errors
/// Database errors.
pub async fn checkpoint(tx: &mut Tx, message: &MessageId, content: &str) -> sqlx::Result<bool> {
    tree::checkpoint(tx, message, content).await
}

/// Ends the writing of a message, also of one that was deleted meanwhile; none where it had ended, or is
/// gone.
///
/// # Errors
/// Database errors.
pub async fn finish_message(
    tx: &mut Tx,
    story: &mut Story,
    message: &MessageId,
    end: &FinishedMessage<'_>,
) -> sqlx::Result<Option<MessageRow>> {
    let row = tree::find(tx, message)
        .await?
        .filter(|row| row.state == MessageState::Writing && row.story_id == story.id);
    let Some(mut row) = row else { return Ok(None) };
    // As the model wrote it, so that what is stored is what was shown while it was written; only NUL cannot
    // be stored.
    row.content = end.content.replace('\0', "");
    row.state = end.state;
    row.model = end.model.map(str::to_owned).or(row.model);
    row.prompt_tokens = end.prompt_tokens;
    row.reply_tokens = end.reply_tokens;
    row.price = end.price;
    row.ending = end.ending;
    tree::save(tx, &mut row).await?;
    if story.head_id.as_ref() == Some(message) {
        story.preview = beginning(&row.content, PREVIEW_CHARS);
        store::save(tx, story).await?;
    }
    Ok(Some(row))
}

/// Ends the writing of a message as it was last kept, because whoever wrote it is no more; none where it had
/// ended.
///
/// # Errors
/// Database errors.
pub async fn interrupt_message(
    tx: &mut Tx,
    story: &mut Story,
    message: &MessageId,
) -> sqlx::Result<Option<MessageRow>> {
    let Some(row) = tree::find(tx, message).await? else {
        return Ok(None);
    };
    let state = MessageState::Interrupted;
    let end = FinishedMessage {
        content: &row.content,
        state,
        model: None,
        prompt_tokens: row.prompt_tokens,
        reply_tokens: row.reply_tokens,
        price: row.price,
        ending: false,
    };
    finish_message(tx, story, message, &end).await
}

/// Lets a message that failed or broke off be written once more, from its beginning, in another turn.
///
/// # Errors
/// 404 where it is not there any more; 409 where it is being written, or complete.
pub async fn reopen_message(
    tx: &mut Tx,
    story: &mut Story,
    message: &MessageId,
    turn_id: &str,
) -> Result<MessageRow, Problem> {
    let row = load_message(tx, story, message).await?;
    if !matches!(
        row.state,
        MessageState::Failed | MessageState::Interrupted | MessageState::Stopped
    ) {
        return Err(Problem::new(ErrorCode::CONFLICT, "This message didn’t fail."));
    }
    if !row.content.is_empty() {
        tree::insert_revision(tx, &row, story.updated_at).await?;
    }
    tree::reopen(tx, message, turn_id).await?;
    load_message(tx, story, message).await
}

/// What changes of a message; what is none stays.
#[derive(Debug, Clone, Default)]
pub struct MessageEdit {
    /// Another text.
    pub content: Option<String>,
    /// As a new message beside it.
    pub as_branch: bool,
    /// Who witnessed it; none: all.
    pub presence: Option<Option<Vec<String>>>,
    /// Whether it is left out of prompts.
    pub hidden: Option<bool>,
    /// Where the reader goes afterwards: to the end of the shown path through it.
    pub go_to: Option<MessageId>,
}

/// A message with its story, taken for this transaction; deleted or not.
///
/// # Errors
/// 404 where it is not of a story of this player's.
pub async fn lock_message(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &MessageId,
) -> Result<(Story, MessageRow), Problem> {
    let (story, _) = find_message(tx, owner, id).await?;
    let story = lock_story(app, tx, owner, &story.id).await?;
    let (_, row) = find_message(tx, owner, id).await?;
    Ok((story, row))
}

/// Changes a message of a story that was taken; how it, or the new one beside it, is then. Whoever calls has
/// judged the text (docs/adr/0020).
///
/// # Errors
/// 404 where it is not there any more; 409 where it is still being written; 413 and 422 where it cannot be
/// so.
pub async fn edit_message(
    app: &AppState,
    tx: &mut Tx,
    story: &mut Story,
    id: &MessageId,
    edit: &MessageEdit,
) -> Result<MessageRow, Problem> {
    let mut row = load_message(tx, story, id).await?;
    if let Some(Some(ids)) = &edit.presence {
        check_presence(tx, story, ids).await?;
    }
    if let Some(text) = &edit.content {
        if row.state == MessageState::Writing {
            return Err(Problem::new(
                ErrorCode::CONFLICT,
                "This message is still being written.",
            ));
        }
        let text = read_content("/content", text)?;
        if edit.as_branch {
            let beside = NewMessage {
                author_id: row.author_id.as_deref(),
                presence: row.presence.clone(),
                ..NewMessage::new(
                    row.parent_id.as_ref(),
                    row.author,
                    &row.name,
                    &text,
                    Origin::Edited,
                )
            };
            row = append_message(app, tx, story, &beside).await?;
        } else if text != row.content {
            let now = app.clock.now();
            tree::insert_revision(tx, &row, now).await?;
            row.content = text;
            row.edited_at = Some(now);
            // What was broken off is whole in the player's eyes once they have put it right.
            row.state = MessageState::Complete;
        }
    }
    if let Some(presence) = &edit.presence {
        row.presence.clone_from(presence);
    }
    row.hidden = edit.hidden.unwrap_or(row.hidden);
    tree::save(tx, &mut row).await?;
    if let Some(to) = &edit.go_to {
        let to = load_message(tx, story, to)
            .await
            .map_err(|problem| match problem.code() {
                ErrorCode::NOT_FOUND => Problem::invalid("/newNodeId", "This message isn’t in this story."),
                _ => problem,
            })?;
        let leaf = tree::find_leaf(tx, &to.id).await?;
        set_head(tx, story, &leaf).await?;
    } else if story.head_id.as_ref() == Some(&row.id) {
        refresh_preview(tx, story).await?;
        store::save(tx, story).await?;
    }
    Ok(row)
}

/// The text of a message as it is kept.
///
/// # Errors
/// 413 where it is too large, 422 where it is empty.
pub fn read_content(pointer: &str, text: &str) -> Result<String, Problem> {
    if text.len() > MAX_MESSAGE_BYTES {
        return Err(Problem::new(
            ErrorCode::PAYLOAD_TOO_LARGE,
            format!("A message can have up to {} KB.", MAX_MESSAGE_BYTES / 1024),
        ));
    }
    let text = clean_text(text);
    if text.trim().is_empty() {
        return Err(Problem::invalid(pointer, "Write something first."));
    }
    Ok(text)
}

/// Whether these are characters of the story, each once.
///
/// # Errors
/// 422 where they are not.
pub async fn check_presence(conn: &mut Conn, story: &Story, ids: &[String]) -> Result<(), Problem> {
    let cast = store::list_characters(conn, &story.id).await?;
    let is_known = |id: &String| cast.iter().any(|one| one.id == *id);
    let mut once = ids.to_vec();
    once.sort();
    once.dedup();
    if once.len() < ids.len() || !ids.iter().all(is_known) {
        return Err(Problem::invalid(
            "/presence",
            "Name characters of this story, each once.",
        ));
    }
    Ok(())
}

/// Deletes a message and everything below it, for thirty days. Who was there is taken to the message before;
/// at the beginning of a story, to another beginning. How many went.
pub(super) async fn delete(
    app: &AppState,
    tx: &mut Tx,
    story: &mut Story,
    id: &MessageId,
) -> Result<i64, Problem> {
    let row = load_message(tx, story, id).await?;
    let had_head = match &story.head_id {
        Some(head) => is_on_path(tx, &row, head).await?,
        None => false,
    };
    let gone = tree::delete_below(tx, id, app.clock.now(), story.version).await?;
    story.message_count -= gone;
    match &row.parent_id {
        Some(parent) => {
            let above = tree::find(tx, parent).await?;
            if above.is_some_and(|above| above.active_child_id.as_ref() == Some(id)) {
                let neighbour = tree::find_neighbour(tx, id).await?;
                tree::show_child(tx, parent, neighbour.as_ref()).await?;
            }
            if had_head {
                story.head_id = Some(parent.clone());
            }
        }
        None if had_head || story.root_id.as_ref() == Some(id) => {
            story.head_id = None;
            story.root_id = None;
            if let Some(other) = tree::list_children(tx, &story.id, None).await?.first() {
                let leaf = tree::find_leaf(tx, other).await?;
                move_head(tx, story, &leaf).await?;
            }
        }
        None => {}
    }
    refresh_preview(tx, story).await?;
    store::save(tx, story).await?;
    Ok(gone)
}

/// Undoes the deletion that began with this message. Who is still where the deletion had taken them is taken
/// back to it.
pub(super) async fn restore(tx: &mut Tx, story: &mut Story, row: &MessageRow) -> Result<MessageRow, Problem> {
    let Some(deletion) = row.deleted_in else {
        return Ok(row.clone());
    };
    if let Some(parent) = &row.parent_id {
        let above = tree::find(tx, parent).await?;
        if above.is_none_or(|above| above.deleted_at.is_some()) {
            return Err(Problem::new(
                ErrorCode::CONFLICT,
                "The message before this one is deleted, too. Restore that first.",
            ));
        }
        tree::show_if_none(tx, parent, &row.id).await?;
    }
    story.message_count += tree::restore_deletion(tx, &story.id, deletion).await?;
    if story.head_id == row.parent_id {
        let leaf = tree::find_leaf(tx, &row.id).await?;
        move_head(tx, story, &leaf).await?;
    }
    refresh_preview(tx, story).await?;
    store::save(tx, story).await?;
    load_message(tx, story, &row.id).await
}

/// What changes of a story's place and name; what is none stays.
#[derive(Debug, Clone, Default)]
pub(super) struct StoryEdit {
    pub(super) title: Option<String>,
    pub(super) theme_id: Option<Option<String>>,
    pub(super) directory_id: Option<Option<FolderId>>,
    pub(super) pinned: Option<bool>,
}

/// Changes the name, theme, folder or pin of a story that was taken.
pub(super) async fn edit_story(
    app: &AppState,
    tx: &mut Tx,
    story: &mut Story,
    edit: &StoryEdit,
) -> Result<(), Problem> {
    if let Some(title) = &edit.title {
        story.title = check_title(title).map_err(|why| Problem::invalid("/title", why))?;
    }
    if let Some(theme) = &edit.theme_id {
        story.theme_id = read_theme(theme.clone())?;
    }
    if let Some(folder) = &edit.directory_id {
        let is_own = match (folder, story.owner.person()) {
            (None, _) => true,
            (Some(folder), Some(user)) => (app.owns_folder)(tx, folder, user).await?,
            (Some(_), None) => false,
        };
        if !is_own {
            return Err(Problem::invalid("/directoryId", "You don’t have this folder."));
        }
        story.directory_id.clone_from(folder);
    }
    story.pinned = edit.pinned.unwrap_or(story.pinned);
    Ok(store::save(tx, story).await?)
}

/// A theme's id, if there is such a theme.
pub(super) fn read_theme(id: Option<String>) -> Result<Option<String>, Problem> {
    match id {
        Some(id) if !users::rules::is_theme(&id) => {
            Err(Problem::invalid("/themeID", "This theme doesn’t exist."))
        }
        id => Ok(id),
    }
}

/// Puts a story that was taken into the trash, for thirty days.
pub(super) async fn throw_away(app: &AppState, tx: &mut Tx, story: &mut Story) -> sqlx::Result<()> {
    let now = app.clock.now();
    story.deleted_at = Some(now);
    story.purge_at = Some(now.plus_millis(TRASH_MS));
    store::save(tx, story).await
}

/// Takes a story out of the trash.
pub(super) async fn take_back(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &StoryId,
) -> Result<Story, Problem> {
    if let Owner::Guest(guest) = owner
        && !guests::hold(tx, guest).await?
    {
        return Err(Problem::unauthenticated(AuthError::InvalidToken));
    }
    let story = store::lock(tx, id, app.clock.now())
        .await?
        .filter(|story| story.owner == *owner);
    let mut story = story.ok_or_else(no_story)?;
    if story.deleted_at.is_none() {
        return Ok(story);
    }
    let source = story
        .scenario_id
        .as_ref()
        .map(ScenarioId::as_str)
        .or(story.card_id.as_ref().map(CardId::as_str));
    if let (Owner::Guest(guest), Some(source)) = (owner, source)
        && !story.anew
        && let Some((other, false)) = store::find_of_guest(tx, guest.as_str(), source).await?
    {
        return Err(story_exists(&other));
    }
    check_room(tx, owner).await?;
    let now: Timestamp = app.clock.now();
    story.deleted_at = None;
    story.purge_at = story.ephemeral.then(|| now.plus_millis(EPHEMERAL_MS));
    store::save(tx, &story).await?;
    Ok(story)
}

/// What changes of a character in one story.
#[derive(Debug, Clone)]
pub struct CharacterChange {
    /// Which character.
    pub id: String,
    /// Whether they keep silent.
    pub muted: Option<bool>,
    /// How readily they speak, 0 to 1.
    pub talkativeness: Option<f64>,
}

/// Changes how a story that was taken is played.
///
/// # Errors
/// 422 where it cannot be played so.
pub async fn edit_settings(
    app: &AppState,
    tx: &mut Tx,
    story: &mut Story,
    change: SettingsChange,
    theme_id: Option<Option<String>>,
    characters: &[CharacterChange],
) -> Result<(), Problem> {
    let cast = store::list_characters(tx, &story.id).await?;
    let profile = view::profile_of(tx, &story.owner).await?;
    let ids: Vec<&str> = cast.iter().map(|one| one.id.as_str()).collect();
    let has_persona = |id: &str| {
        profile
            .as_ref()
            .is_some_and(|profile| profile.personas.contains_key(id))
    };
    story.settings = change
        .apply(&story.settings, &ids, has_persona, |name| app.models.has(name))
        .map_err(|(pointer, why)| Problem::invalid(pointer, why))?;
    if let Some(theme) = theme_id {
        story.theme_id = read_theme(theme)?;
    }
    for (place, change) in characters.iter().enumerate() {
        let at = |field: &str| format!("/characters/{place}/{field}");
        let one = cast
            .iter()
            .find(|one| one.id == change.id)
            .ok_or_else(|| Problem::invalid(at("id"), "This character isn’t in this story."))?;
        if change
            .talkativeness
            .is_some_and(|share| !(0.0..=1.0).contains(&share))
        {
            return Err(Problem::invalid(at("talkativeness"), "Between 0 and 1."));
        }
        let muted = change.muted.unwrap_or(one.muted);
        let talkativeness = change.talkativeness.unwrap_or(one.talkativeness);
        store::set_character(
            tx,
            &story.id,
            &Character {
                muted,
                talkativeness,
                ..one.clone()
            },
        )
        .await?;
    }
    Ok(store::save(tx, story).await?)
}

/// Names the player's default persona, and has them play it in this story.
///
/// # Errors
/// 401 where a guest has become somebody meanwhile; 422 where there are as many personas as can be.
pub async fn name_player(app: &AppState, tx: &mut Tx, story: &mut Story, name: &str) -> Result<(), Problem> {
    match &story.owner {
        Owner::Person(id) => {
            if !users::name_player(tx, id, name, true).await? {
                return Err(Problem::invalid(
                    "/name",
                    "You can’t have more personas. Rename one in your profile.",
                ));
            }
        }
        Owner::Guest(id) => {
            if !guests::hold(tx, id).await? {
                return Err(Problem::unauthenticated(AuthError::InvalidToken));
            }
            guests::name_player(tx, id, Some(name)).await?;
        }
    }
    let change = SettingsChange {
        selected_persona: Some(Some(users::DEFAULT_PERSONA.to_owned())),
        ..SettingsChange::default()
    };
    edit_settings(app, tx, story, change, None, &[]).await
}

/// Counts messages that were written in a story, on what it was begun from.
///
/// # Errors
/// Database errors.
pub async fn count_said(tx: &mut Tx, story: &Story, messages: i64, now: Timestamp) -> sqlx::Result<()> {
    if let Some(id) = &story.scenario_id {
        scenarios::count_messages(tx, id, messages, now).await?;
    }
    if let Some(id) = &story.card_id {
        cards::count_messages(tx, id, messages).await?;
    }
    Ok(())
}
