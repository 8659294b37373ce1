//! Turns that the site answers outside the story, because the player seems to be in need (`safety`,
//! reliability L-9). No model is asked, and nobody in the story speaks. The one answer is free and counts
//! against no limit, and the story is in gentle mode from there.

use accounts::guests::Owner;
use accounts::safety::{self, Crisis, Readings, Whom};
use platform::db::{Conn, Tx};
use platform::web::Problem;

use super::draft::TurnDraft;
use super::record;
use crate::AppState;
use crate::stories::{
    self, Author, ControlMode, MessageId, MessageRow, NewMessage, Origin, Story, StorySafety, StorySettings,
};
use crate::turns::ask::CreateMessage;
use crate::turns::job::{AnsweredBy, Answers, Assignment, Job, Task};
use crate::turns::model::{DraftedSpeaker, TurnKind};
use crate::turns::paying::Payment;
use crate::turns::rules::{utf16_slice, witnesses};
use crate::turns::store::{self, ReplyRow};

/// Why nobody in the story answers.
const WHY: &str = "You were answered outside the story.";
/// How far back the player's latest line is searched, in messages.
const LOOK_BACK: u32 = 200;

/// Whether the player asks to end the gentle mode of a story.
pub(super) fn ends_gentleness(ask: &CreateMessage) -> bool {
    ask.go_on || (ask.kind() == TurnKind::Say && safety::asks_to_resume(ask.text()))
}

/// Whether the player was answered here and has not ended the gentle mode since.
fn is_open(story: &Story, ask: &CreateMessage) -> bool {
    story.safety.gentle_since.is_some() && !ends_gentleness(ask)
}

/// Whether the site may have to answer this, as far as is known without the story: a cry for help, or a turn
/// that would answer a line that may be one.
pub(super) fn may_be_answered(ask: &CreateMessage, readings: &Readings) -> bool {
    ask.kind() != TurnKind::Say || words(ask).any(|text| readings.of_closely(text).is_some())
}

fn words(ask: &CreateMessage) -> impl Iterator<Item = &str> {
    [Some(ask.text()), ask.note()].into_iter().flatten()
}

/// Whether the text of a request is a cry for help.
pub(super) fn is_in_words(ask: &CreateMessage, readings: &Readings) -> bool {
    words(ask).any(|text| readings.of(text).is_some())
}

/// Reads a request, and the texts it would answer, before its transaction. What changes in the story until
/// then is only searched for phrases.
pub(super) async fn read(app: &AppState, owner: &Owner, ask: &CreateMessage) -> Readings {
    let mut texts: Vec<String> = words(ask)
        .filter(|text| !text.trim().is_empty())
        .map(str::to_owned)
        .collect();
    if ask.kind() != TurnKind::Say {
        // If this fails, the transaction fails in the same way and reports it.
        texts.extend(read_answered(app, owner, ask).await.unwrap_or_default());
    }
    safety::read(&app.vectors, texts).await
}

async fn read_answered(app: &AppState, owner: &Owner, ask: &CreateMessage) -> Result<Vec<String>, Problem> {
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, owner, ask.story_id()?).await?;
    answered(&mut conn, &story, ask).await
}

/// The message with this id, by default the head of the story. It may still be being written, and an unknown
/// id must not keep anybody from help: other faults of a request are reported if nobody is in need.
async fn message_or_head(
    conn: &mut Conn,
    story: &Story,
    id: Option<&MessageId>,
) -> Result<Option<MessageRow>, Problem> {
    for id in [id, story.head_id.as_ref()].into_iter().flatten() {
        match stories::load_message(conn, story, id).await {
            Err(problem) if problem.status() == http::StatusCode::NOT_FOUND => {}
            row => return row.map(Some),
        }
    }
    Ok(None)
}

/// Whether the player wrote this message, in whatever role they speak.
fn is_players(settings: &StorySettings, row: &MessageRow) -> bool {
    let as_they_speak = match settings.control_mode {
        ControlMode::Steer => row.author == Author::Narrator,
        ControlMode::Puppeteer => row.author == Author::Actor && row.author_id == settings.puppet_id,
        ControlMode::Default => false,
    };
    row.author == Author::User
        || row.origin == Origin::Said
        || (row.origin == Origin::Edited && as_they_speak)
}

/// Whether the player seems to be in need: by the text they send, or by their latest line if the turn would
/// answer it.
pub(super) async fn detect(tx: &mut Tx, turn: &TurnDraft<'_>) -> Result<Option<Crisis>, Problem> {
    let (ask, readings, story) = (turn.ask, turn.readings, &turn.context.story);
    // The check is stricter then.
    let is_open = is_open(story, ask);
    let said = words(ask).filter_map(|text| {
        if is_open {
            readings.of_closely(text)
        } else {
            readings.of(text)
        }
    });
    let mut found: Vec<Crisis> = said.collect();
    let answered = answered(tx, story, ask).await?;
    found.extend(answered.iter().filter_map(|text| readings.of(text)));
    // The player comes before other people.
    Ok(found
        .into_iter()
        .min_by_key(|crisis| crisis.whom == Whom::Somebody))
}

/// The player's texts that a turn would answer, besides its own text. A line that was answered outside the
/// story is not answered again once the player has ended the gentle mode.
async fn answered(conn: &mut Conn, story: &Story, ask: &CreateMessage) -> Result<Vec<String>, Problem> {
    let settings = &story.settings;
    let (end, rewritten) = end_of_answered(conn, story, ask).await?;
    let mut texts: Vec<String> = rewritten.into_iter().collect();
    if let Some(end) = end {
        let path = stories::path_to(conn, story, Some(&end.id), LOOK_BACK).await?;
        let lines: Vec<&MessageRow> = path
            .iter()
            .rev()
            .take_while(|row| !is_players(settings, row))
            .collect();
        let is_answered = lines.iter().any(|row| row.aside);
        let latest = path
            .iter()
            .rev()
            .nth(lines.len())
            .filter(|_| is_open(story, ask) || !is_answered);
        texts.extend(latest.map(|row| row.content.clone()));
    }
    Ok(texts)
}

/// The last message of the path that a turn would answer, and the passage of it that it would rewrite.
async fn end_of_answered(
    conn: &mut Conn,
    story: &Story,
    ask: &CreateMessage,
) -> Result<(Option<MessageRow>, Option<String>), Problem> {
    match ask.kind() {
        TurnKind::Say => return Ok((None, None)),
        TurnKind::Next | TurnKind::Impersonate => {
            return Ok((message_or_head(conn, story, ask.parent_id.as_ref()).await?, None));
        }
        TurnKind::Regenerate | TurnKind::Retry | TurnKind::Continue | TurnKind::Rewrite => {}
    }
    match message_or_head(conn, story, ask.message_id.as_ref()).await? {
        Some(target) if is_players(&story.settings, &target) => {
            let rewritten = (ask.kind() == TurnKind::Rewrite).then(|| {
                let passage = ask
                    .selection
                    .and_then(|passage| utf16_slice(&target.content, passage.start, passage.end));
                passage.unwrap_or(&target.content).to_owned()
            });
            Ok((Some(target), rewritten))
        }
        Some(MessageRow {
            parent_id: Some(parent),
            ..
        }) => Ok((Some(stories::load_message(conn, story, &parent).await?), None)),
        _ => Ok((None, None)),
    }
}

/// Stores the player's text, and the site's answer to it. Stops replies that are being written in the story,
/// without waiting for them.
pub(super) async fn answer(tx: &mut Tx, mut turn: TurnDraft<'_>, crisis: Crisis) -> Result<Job, Problem> {
    let is_first = turn.context.story.safety.gentle_since.is_none();
    turn.context.story.safety = StorySafety {
        gentle_since: Some(turn.now),
        ..turn.context.story.safety
    };
    store::stop_story(tx, turn.context.story.id.as_str()).await?;
    let said = match turn.ask.kind() {
        TurnKind::Say => {
            let parent = message_or_head(tx, &turn.context.story, turn.ask.parent_id.as_ref()).await?;
            Some(turn.store_said(tx, parent).await?)
        }
        _ => None,
    };
    let (after, origin) = place_of_answer(tx, &turn, said.as_ref()).await?;
    let before = match &after {
        Some(after) => stories::path_to(tx, &turn.context.story, Some(after), LOOK_BACK).await?,
        None => Vec::new(),
    };
    let given = given_answers(tx, &turn.context.story, after.as_ref(), &before, is_first).await?;
    let text = safety::answer(&crisis, |text| given.iter().any(|given| given == text));
    let new = NewMessage {
        presence: witnesses(None, before.last().and_then(|row| row.presence.as_deref()), None),
        turn_id: Some(&turn.turn_id),
        aside: true,
        ..NewMessage::new(
            after.as_ref(),
            Author::Narrator,
            safety::ANSWER_AUTHOR,
            text,
            origin,
        )
    };
    let reply = stories::append_message(turn.app, tx, &mut turn.context.story, &new).await?;
    safety::count(tx, crisis.kind, turn.now).await?;
    turn.insert(tx, said.as_ref()).await?;
    let row = reply_row(&turn.turn_id, &reply);
    store::insert_reply(tx, &row).await?;
    let assignment = Assignment {
        task: Task::Replies { after, origin },
        note: None,
        presence: None,
    };
    let answers = Answers {
        rows: vec![row],
        first: Some(reply),
        by: AnsweredBy::Site(crisis),
    };
    Ok(record::job(turn, said, assignment, answers))
}

fn reply_row(turn_id: &str, reply: &MessageRow) -> ReplyRow {
    let nobody = DraftedSpeaker {
        character_id: None,
        why: WHY.to_owned(),
    };
    ReplyRow {
        message_id: Some(reply.id.to_string()),
        payment: Payment::None.as_str().to_owned(),
        ..ReplyRow::new(turn_id, 0, nobody)
    }
}

/// The site's answers that the player has had here, including those beside the new one: a player who asks
/// again gets another answer. Answers from before the end of gentle mode do not count, because nobody is
/// "still" outside the story then.
async fn given_answers(
    tx: &mut Tx,
    story: &Story,
    after: Option<&MessageId>,
    before: &[MessageRow],
    is_first: bool,
) -> Result<Vec<String>, Problem> {
    let beside = stories::children(tx, story, after).await?;
    let mut given: Vec<String> = before
        .iter()
        .filter(|row| row.aside && !is_first)
        .map(|row| row.content.clone())
        .collect();
    for id in &beside {
        given.push(stories::load_message(tx, story, id).await?.content);
    }
    Ok(given)
}

/// The message that the answer follows, and its origin: the player's text, else what the reply would have
/// followed, else the head.
async fn place_of_answer(
    tx: &mut Tx,
    turn: &TurnDraft<'_>,
    said: Option<&MessageRow>,
) -> Result<(Option<MessageId>, Origin), Problem> {
    let story = &turn.context.story;
    if let Some(said) = said {
        return Ok((Some(said.id.clone()), Origin::Reply));
    }
    match turn.ask.kind() {
        TurnKind::Regenerate | TurnKind::Retry | TurnKind::Continue => {
            let target = message_or_head(tx, story, turn.ask.message_id.as_ref()).await?;
            let is_own = |row: &MessageRow| is_players(&story.settings, row);
            let after = target.and_then(|row| if is_own(&row) { Some(row.id) } else { row.parent_id });
            Ok((after, Origin::Regenerated))
        }
        _ => {
            let parent = message_or_head(tx, story, turn.ask.parent_id.as_ref()).await?;
            Ok((parent.map(|row| row.id), Origin::Reply))
        }
    }
}
