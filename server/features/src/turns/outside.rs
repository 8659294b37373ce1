//! Turns that are answered outside the story: whoever plays seems to be in need (`care`, reliability L-9). No model is asked and nobody in the
//! story speaks; the house gives one answer, which costs nothing and counts against nothing, and the story goes on gently from there.

use kernel::ids::MessageId;

use super::ask::CreateMessage;
use super::begin::{Job, Task, Turn};
use super::model::TurnKind;
use super::paying::Payment;
use super::rules::utf16_slice;
use super::scene;
use super::store::{self, ReplyRow};
use crate::care::{self, Crisis, Whom};
use crate::db::Tx;
use crate::stories::{self, Author, ControlMode, MessageRow, NewMessage, Origin, StoryCare, StorySettings};
use crate::web::Problem;

/// Why nobody of the story answers.
const WHY: &str = "You were answered outside the story.";
/// How far back the player's latest line is looked for, in messages.
const LOOK_BACK: u32 = 200;

/// Whether what is asked for says that the story is to go on as it was.
pub(super) fn goes_on(ask: &CreateMessage) -> bool {
    ask.go_on || (ask.kind() == TurnKind::Say && care::goes_on(ask.text()))
}

/// Whether this is the player's own line, whoever they speak as.
fn is_players(settings: &StorySettings, row: &MessageRow) -> bool {
    let as_they_speak = match settings.control_mode {
        ControlMode::Steer => row.author == Author::Narrator,
        ControlMode::Puppeteer => row.author == Author::Actor && row.author_id == settings.puppet_id,
        ControlMode::Default => false,
    };
    row.author == Author::User || row.origin == Origin::Said || (row.origin == Origin::Edited && as_they_speak)
}

/// Whether the player seems to be in need: by what they send, or by their latest line where the turn would answer to it. A line that was
/// answered from outside and after which they went on by their own word is answered for good.
pub(super) async fn crisis(tx: &mut Tx, turn: &Turn<'_>) -> Result<Option<Crisis>, Problem> {
    let (ask, settings) = (turn.ask, &turn.set.story.settings);
    let mut found: Vec<Crisis> = [Some(ask.text()), ask.note()].into_iter().flatten().filter_map(care::judge).collect();
    let end = match ask.kind() {
        TurnKind::Say => None,
        TurnKind::Next | TurnKind::Impersonate => turn.parent(tx).await?,
        TurnKind::Regenerate | TurnKind::Retry | TurnKind::Continue | TurnKind::Rewrite => {
            let target = turn.target(tx).await?;
            let passage = ask.selection.and_then(|passage| utf16_slice(&target.content, passage.start, passage.end)).unwrap_or(&target.content);
            if ask.kind() == TurnKind::Rewrite && is_players(settings, &target) {
                found.extend(care::judge(passage));
            }
            match &target.parent_id {
                _ if is_players(settings, &target) => Some(target),
                Some(parent) => Some(stories::load_message(tx, &turn.set.story, parent).await?),
                None => None,
            }
        }
    };
    if let Some(end) = end {
        let path = stories::path_to(tx, &turn.set.story, Some(&end.id), LOOK_BACK).await?;
        let lines: Vec<&MessageRow> = path.iter().rev().take_while(|row| !is_players(settings, row)).collect();
        let is_open = turn.set.story.care.gentle_since.is_some() && !goes_on(ask);
        let is_answered = lines.iter().any(|row| row.aside);
        let latest = path.iter().rev().nth(lines.len()).filter(|_| is_open || !is_answered);
        found.extend(latest.and_then(|row| care::judge(&row.content)));
    }
    // The writer before somebody else.
    Ok(found.into_iter().min_by_key(|crisis| crisis.whom == Whom::Somebody))
}

/// Stores what the player said, and the house's answer to it.
pub(super) async fn answer(tx: &mut Tx, mut turn: Turn<'_>, crisis: Crisis) -> Result<Job, Problem> {
    let (app, kind, now) = (turn.app, turn.ask.kind(), turn.app.clock.now());
    turn.set.story.care = StoryCare { gentle_since: Some(now), ..turn.set.story.care };
    let said = if kind == TurnKind::Say { Some(turn.speak(tx).await?) } else { None };
    let (after, origin) = place(tx, &turn, said.as_ref()).await?;
    let before = match &after {
        Some(after) => stories::path_to(tx, &turn.set.story, Some(after), LOOK_BACK).await?,
        None => Vec::new(),
    };
    // Of those beside it, too: whoever asks once more is told more.
    let beside = stories::children(tx, &turn.set.story, after.as_ref()).await?;
    let mut told: Vec<String> = before.iter().filter(|row| row.aside).map(|row| row.content.clone()).collect();
    for id in &beside {
        told.push(stories::load_message(tx, &turn.set.story, id).await?.content);
    }
    let text = care::answer(&crisis, |text| told.iter().any(|said| said == text));
    let new = NewMessage {
        presence: scene::presence(None, before.last().and_then(|row| row.presence.as_deref()), None),
        turn_id: Some(&turn.turn_id),
        aside: true,
        ..NewMessage::new(after.as_ref(), Author::Narrator, care::HOUSE, text, origin)
    };
    let reply = stories::append_message(app, tx, &mut turn.set.story, &new).await?;
    care::count(tx, crisis.kind, now).await?;
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

/// What the answer follows: what the player said, else what the reply would have followed, else where the reader is.
async fn place(tx: &mut Tx, turn: &Turn<'_>, said: Option<&MessageRow>) -> Result<(Option<MessageId>, Origin), Problem> {
    if let Some(said) = said {
        return Ok((Some(said.id.clone()), Origin::Reply));
    }
    match turn.ask.kind() {
        TurnKind::Regenerate | TurnKind::Retry | TurnKind::Continue => {
            let target = turn.target(tx).await?;
            let is_own = is_players(&turn.set.story.settings, &target);
            Ok((if is_own { Some(target.id) } else { target.parent_id }, Origin::Regenerated))
        }
        _ => Ok((turn.parent(tx).await?.map(|row| row.id), Origin::Reply)),
    }
}
