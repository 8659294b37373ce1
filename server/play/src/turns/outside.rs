//! Turns that are answered outside the story: whoever plays seems to be in need (`care`, reliability L-9). No
//! model is asked and nobody in the story speaks; the house gives one answer, which costs nothing and counts
//! against nothing, and the story goes on gently from there.

use accounts::safety::{self, Crisis, Readings, Whom};
use platform::db::{Conn, Tx};
use platform::web::Problem;

use super::ask::CreateMessage;
use super::begin::{Job, Task, Turn};
use super::model::TurnKind;
use super::paying::Payment;
use super::rules::utf16_slice;
use super::scene;
use super::store::{self, ReplyRow};
use crate::AppState;
use crate::stories::{
    self, Author, ControlMode, MessageId, MessageRow, NewMessage, Origin, Owner, Story, StorySafety,
    StorySettings,
};

/// Why nobody of the story answers.
const WHY: &str = "You were answered outside the story.";
/// How far back the player's latest line is looked for, in messages.
const LOOK_BACK: u32 = 200;

/// Whether what is asked for says that the story is to go on as it was.
pub(super) fn goes_on(ask: &CreateMessage) -> bool {
    ask.go_on || (ask.kind() == TurnKind::Say && safety::goes_on(ask.text()))
}

/// Whether somebody was answered here and has not gone on by their own word.
fn is_open(story: &Story, ask: &CreateMessage) -> bool {
    story.safety.gentle_since.is_some() && !goes_on(ask)
}

/// Whether the house may have to answer this, as far as can be told without the story: a cry for help, or
/// what would answer to a line that may be one.
pub(super) fn may_be_answered(ask: &CreateMessage, readings: &Readings) -> bool {
    ask.kind() != TurnKind::Say || words(ask).any(|text| readings.of_closely(text).is_some())
}

fn words(ask: &CreateMessage) -> impl Iterator<Item = &str> {
    [Some(ask.text()), ask.note()].into_iter().flatten()
}

/// What the words of a request express.
pub(super) fn in_words(ask: &CreateMessage, readings: &Readings) -> impl Iterator<Item = Crisis> {
    words(ask).filter_map(|text| readings.of(text))
}

/// Reads a request, and what it would answer to, before its transaction. What changes in the story until then
/// is read by phrases alone.
pub(super) async fn read(app: &AppState, owner: &Owner, ask: &CreateMessage) -> Readings {
    let mut texts: Vec<String> = words(ask)
        .filter(|text| !text.trim().is_empty())
        .map(str::to_owned)
        .collect();
    if ask.kind() != TurnKind::Say {
        // Whatever keeps it from being read is said by the transaction.
        texts.extend(read_answered(app, owner, ask).await.unwrap_or_default());
    }
    safety::read(&app.vectors, texts).await
}

async fn read_answered(app: &AppState, owner: &Owner, ask: &CreateMessage) -> Result<Vec<String>, Problem> {
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, owner, ask.story_id()?).await?;
    answered(&mut conn, &story, ask).await
}

/// The message of this id, else the one where the reader is. It may be written just now, and a name for
/// nothing keeps nobody from help: what else speaks against a request is said where nobody is in need.
async fn found(
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

/// Whether this is the player's own line, whoever they speak as.
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

/// Whether the player seems to be in need: by what they send, or by their latest line where the turn would
/// answer to it.
pub(super) async fn crisis(tx: &mut Tx, turn: &Turn<'_>) -> Result<Option<Crisis>, Problem> {
    let (ask, readings) = (turn.ask, turn.readings);
    // They are listened to more closely then.
    let is_open = is_open(&turn.set.story, ask);
    let said = words(ask).filter_map(|text| {
        if is_open {
            readings.of_closely(text)
        } else {
            readings.of(text)
        }
    });
    let mut met: Vec<Crisis> = said.collect();
    met.extend(
        answered(tx, &turn.set.story, ask)
            .await?
            .iter()
            .filter_map(|text| readings.of(text)),
    );
    // The writer before somebody else.
    Ok(met.into_iter().min_by_key(|crisis| crisis.whom == Whom::Somebody))
}

/// The player's texts that a turn would answer to, besides its own words. A line that was answered from
/// outside and after which they went on by their own word is answered for good.
async fn answered(conn: &mut Conn, story: &Story, ask: &CreateMessage) -> Result<Vec<String>, Problem> {
    let settings = &story.settings;
    let mut texts = Vec::new();
    let end = match ask.kind() {
        TurnKind::Say => None,
        TurnKind::Next | TurnKind::Impersonate => found(conn, story, ask.parent_id.as_ref()).await?,
        TurnKind::Regenerate | TurnKind::Retry | TurnKind::Continue | TurnKind::Rewrite => {
            match found(conn, story, ask.message_id.as_ref()).await? {
                Some(target) if is_players(settings, &target) => {
                    if ask.kind() == TurnKind::Rewrite {
                        let passage = ask
                            .selection
                            .and_then(|passage| utf16_slice(&target.content, passage.start, passage.end));
                        texts.push(passage.unwrap_or(&target.content).to_owned());
                    }
                    Some(target)
                }
                Some(MessageRow {
                    parent_id: Some(parent),
                    ..
                }) => Some(stories::load_message(conn, story, &parent).await?),
                _ => None,
            }
        }
    };
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

/// Stores what the player said, and the house's answer to it. Whoever speaks in the story is told to stop;
/// nobody waits for them.
pub(super) async fn answer(tx: &mut Tx, mut turn: Turn<'_>, crisis: Crisis) -> Result<Job, Problem> {
    let (app, kind, now) = (turn.app, turn.ask.kind(), turn.app.clock.now());
    let is_first = turn.set.story.safety.gentle_since.is_none();
    turn.set.story.safety = StorySafety {
        gentle_since: Some(now),
        ..turn.set.story.safety
    };
    store::stop_story(tx, turn.set.story.id.as_str()).await?;
    let said = match kind {
        TurnKind::Say => {
            let parent = found(tx, &turn.set.story, turn.ask.parent_id.as_ref()).await?;
            Some(turn.speak(tx, parent).await?)
        }
        _ => None,
    };
    let (after, origin) = place(tx, &turn, said.as_ref()).await?;
    let before = match &after {
        Some(after) => stories::path_to(tx, &turn.set.story, Some(after), LOOK_BACK).await?,
        None => Vec::new(),
    };
    // Of those beside it, too: whoever asks once more is told more.
    let beside = stories::children(tx, &turn.set.story, after.as_ref()).await?;
    // What was said before they went on by their own word is another time: nobody is "still" outside the
    // story then.
    let mut told: Vec<String> = before
        .iter()
        .filter(|row| row.aside && !is_first)
        .map(|row| row.content.clone())
        .collect();
    for id in &beside {
        told.push(stories::load_message(tx, &turn.set.story, id).await?.content);
    }
    let text = safety::answer(&crisis, |text| told.iter().any(|said| said == text));
    let new = NewMessage {
        presence: scene::presence(None, before.last().and_then(|row| row.presence.as_deref()), None),
        turn_id: Some(&turn.turn_id),
        aside: true,
        ..NewMessage::new(after.as_ref(), Author::Narrator, safety::HOUSE, text, origin)
    };
    let reply = stories::append_message(app, tx, &mut turn.set.story, &new).await?;
    safety::count(tx, crisis.kind, now).await?;
    turn.note_down(tx, said.as_ref()).await?;
    let row = ReplyRow {
        turn_id: turn.turn_id.clone(),
        position: 0,
        message_id: Some(reply.id.to_string()),
        speaker_id: None,
        why: WHY.to_owned(),
        payment: Payment::None.as_str().to_owned(),
        hold_id: None,
        price: 0,
        captured: None,
        day: None,
    };
    store::insert_reply(tx, &row).await?;
    Ok(Job {
        turn_id: turn.turn_id,
        story_id: turn.set.story.id.clone(),
        owner: turn.owner.clone(),
        kind,
        task: Task::Replies { after, origin },
        note: None,
        presence: None,
        rows: vec![row],
        said,
        first: Some(reply),
        directed: false,
        crisis: Some(crisis),
        seed: turn.seed,
        started_at: now,
        version: turn.set.story.version,
        head_id: turn.set.story.head_id,
        request_id: None,
    })
}

/// What the answer follows: what the player said, else what the reply would have followed, else where the
/// reader is.
async fn place(
    tx: &mut Tx,
    turn: &Turn<'_>,
    said: Option<&MessageRow>,
) -> Result<(Option<MessageId>, Origin), Problem> {
    if let Some(said) = said {
        return Ok((Some(said.id.clone()), Origin::Reply));
    }
    match turn.ask.kind() {
        TurnKind::Regenerate | TurnKind::Retry | TurnKind::Continue => {
            let target = found(tx, &turn.set.story, turn.ask.message_id.as_ref()).await?;
            let is_own = |row: &MessageRow| is_players(&turn.set.story.settings, row);
            Ok((
                target.and_then(|row| if is_own(&row) { Some(row.id) } else { row.parent_id }),
                Origin::Regenerated,
            ))
        }
        _ => Ok((
            found(tx, &turn.set.story, turn.ask.parent_id.as_ref())
                .await?
                .map(|row| row.id),
            Origin::Reply,
        )),
    }
}
