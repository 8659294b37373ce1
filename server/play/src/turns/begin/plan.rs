//! Plans what a turn writes and who speaks in it, for each kind of turn.

use platform::db::Tx;
use platform::media::without_images;
use platform::web::Problem;

use super::draft::TurnDraft;
use crate::stories::{self, Author, MessageId, MessageRow, MessageState, Origin, Strategy};
use crate::turns::ask::NARRATOR;
use crate::turns::context;
use crate::turns::job::Task;
use crate::turns::model::{DraftedSpeaker, TurnKind};
use crate::turns::rules::utf16_slice;

/// Why the speaker is not known yet if a director chooses.
const DIRECTOR_WHY: &str = "The director chooses.";
/// The same in a scene of the demo.
const SCRIPTED_WHY: &str = "The scene says who answers.";
/// How many of the latest messages determine the next speaker.
const DRAFTING_LINES: u32 = 200;

/// What the turn will write.
pub(super) struct Plan {
    pub(super) task: Task,
    pub(super) said: Option<MessageRow>,
    pub(super) speakers: Speakers,
    /// A reply that failed before its first word, whose message is reused.
    pub(super) reused: Option<MessageRow>,
}

/// The speakers.
pub(super) enum Speakers {
    /// These, one after another.
    Drafted(Vec<DraftedSpeaker>),
    /// One, whom a director will choose. Until then this one is a placeholder.
    Directed(DraftedSpeaker),
}

impl Plan {
    fn new(task: Task, speakers: Speakers) -> Self {
        Self {
            task,
            said: None,
            speakers,
            reused: None,
        }
    }
}

/// Plans the requested turn. This stores the player's text, because it may determine who speaks.
pub(super) async fn plan(tx: &mut Tx, turn: &mut TurnDraft<'_>) -> Result<Plan, Problem> {
    match turn.ask.kind() {
        TurnKind::Say => say(tx, turn).await,
        TurnKind::Next => {
            let after = turn.parent(tx).await?;
            next(tx, turn, after).await
        }
        TurnKind::Regenerate => regenerate(tx, turn).await,
        TurnKind::Retry => retry(tx, turn).await,
        TurnKind::Continue => go_on(tx, turn).await,
        TurnKind::Impersonate => impersonate(tx, turn).await,
        TurnKind::Rewrite => rewrite(tx, turn).await,
    }
}

async fn say(tx: &mut Tx, turn: &mut TurnDraft<'_>) -> Result<Plan, Problem> {
    let parent = turn.parent(tx).await?;
    let said = turn.store_said(tx, parent).await?;
    let speakers = choose_speakers(tx, turn, Some(&said.id), true).await?;
    Ok(Plan {
        said: Some(said.clone()),
        ..Plan::new(replies_after(Some(said.id)), speakers)
    })
}

async fn next(tx: &mut Tx, turn: &TurnDraft<'_>, after: Option<MessageRow>) -> Result<Plan, Problem> {
    let after = after.map(|row| row.id);
    let speakers = choose_speakers(tx, turn, after.as_ref(), false).await?;
    Ok(Plan::new(replies_after(after), speakers))
}

async fn regenerate(tx: &mut Tx, turn: &TurnDraft<'_>) -> Result<Plan, Problem> {
    let target = turn.target(tx).await?;
    if target.author == Author::User {
        return Err(Problem::invalid("/messageId", "Only a reply can be regenerated."));
    }
    Ok(reply_beside(turn, &target, None))
}

async fn retry(tx: &mut Tx, turn: &TurnDraft<'_>) -> Result<Plan, Problem> {
    let target = turn.target(tx).await?;
    if target.author == Author::User {
        return next(tx, turn, Some(target)).await;
    }
    if target.state == MessageState::Complete {
        return Err(Problem::invalid("/messageId", "This reply is already complete."));
    }
    let reused = target.content.trim().is_empty().then(|| target.clone());
    Ok(reply_beside(turn, &target, reused))
}

async fn go_on(tx: &mut Tx, turn: &TurnDraft<'_>) -> Result<Plan, Problem> {
    let target = turn.target(tx).await?;
    let speaker = speaker_of(&target, "It goes on.");
    let task = Task::Continue {
        so_far: target.content,
        after: target.parent_id,
    };
    Ok(Plan::new(task, Speakers::Drafted(vec![speaker])))
}

async fn impersonate(tx: &mut Tx, turn: &TurnDraft<'_>) -> Result<Plan, Problem> {
    let after = turn.parent(tx).await?.map(|row| row.id);
    let task = Task::Impersonate {
        draft: turn.ask.text().to_owned(),
        after,
    };
    let speaker = narrator("A text for you to send.");
    Ok(Plan::new(task, Speakers::Drafted(vec![speaker])))
}

async fn rewrite(tx: &mut Tx, turn: &TurnDraft<'_>) -> Result<Plan, Problem> {
    let target = turn.target(tx).await?;
    let selection = match turn.ask.selection {
        Some(passage) => utf16_slice(&target.content, passage.start, passage.end)
            .filter(|passage| !passage.trim().is_empty())
            .ok_or_else(|| Problem::invalid("/selection", "This text isn’t part of the message."))?,
        None => &target.content,
    };
    let task = Task::Rewrite {
        id: target.id.clone(),
        by: stories::by(&turn.context.cast, &target),
        selection: without_images(selection).into_owned(),
        message: without_images(&target.content).into_owned(),
        after: target.parent_id.clone(),
    };
    let speaker = speaker_of(&target, "Another wording.");
    Ok(Plan::new(task, Speakers::Drafted(vec![speaker])))
}

/// Another version of this reply, by the requested speaker, by default the same one.
fn reply_beside(turn: &TurnDraft<'_>, target: &MessageRow, reused: Option<MessageRow>) -> Plan {
    let speaker = requested_speaker(turn).unwrap_or_else(|| speaker_of(target, "The same once more."));
    let origin = if reused.is_some() {
        target.origin
    } else {
        Origin::Regenerated
    };
    // Only the same speaker reuses a message.
    let reused = reused.filter(|row| row.author_id == speaker.character_id);
    let task = Task::Replies {
        after: target.parent_id.clone(),
        origin,
    };
    Plan {
        reused,
        ..Plan::new(task, Speakers::Drafted(vec![speaker]))
    }
}

fn replies_after(after: Option<MessageId>) -> Task {
    Task::Replies {
        after,
        origin: Origin::Reply,
    }
}

/// The speakers after this message. `player_spoke`: the player has just spoken.
async fn choose_speakers(
    tx: &mut Tx,
    turn: &TurnDraft<'_>,
    after: Option<&MessageId>,
    player_spoke: bool,
) -> Result<Speakers, Problem> {
    if let Some(requested) = requested_speaker(turn) {
        return Ok(Speakers::Drafted(vec![requested]));
    }
    let settings = &turn.context.story.settings;
    if player_spoke && !settings.auto_reply {
        return Ok(Speakers::Drafted(Vec::new()));
    }
    let path = match after {
        Some(after) => stories::path_to(tx, &turn.context.story, Some(after), DRAFTING_LINES).await?,
        None => Vec::new(),
    };
    if is_scripted(tx, turn, path.last()).await? {
        return Ok(Speakers::Directed(narrator(SCRIPTED_WHY)));
    }
    let presence = path.last().and_then(|row| row.presence.as_deref());
    if settings.strategy == Strategy::Director && turn.context.able_to_speak(presence).len() > 1 {
        return Ok(Speakers::Directed(narrator(DIRECTOR_WHY)));
    }
    Ok(Speakers::Drafted(context::next_speakers(
        &turn.context,
        &path,
        player_spoke,
        settings.strategy,
        turn.seed,
    )))
}

/// Whether the demo has a scene for this story, which then determines the speakers: one at a time.
async fn is_scripted(tx: &mut Tx, turn: &TurnDraft<'_>, last: Option<&MessageRow>) -> Result<bool, Problem> {
    let story = &turn.context.story;
    let model = turn.context.model(turn.app);
    let Some(last) = last.filter(|_| model.info().is_demo && story.settings.strategy != Strategy::Manual)
    else {
        return Ok(false);
    };
    let Some(root) = stories::ancestor_at(tx, &last.id, 0).await? else {
        return Ok(false);
    };
    let root = stories::load_message(tx, story, &root).await?;
    Ok(model.has_scene(&story.setup.name, &root.content))
}

/// The speaker whom the player requested.
fn requested_speaker(turn: &TurnDraft<'_>) -> Option<DraftedSpeaker> {
    let speaker = turn.ask.speaker_id.as_deref()?;
    Some(DraftedSpeaker {
        character_id: (speaker != NARRATOR).then(|| speaker.to_owned()),
        why: "You asked for them.".to_owned(),
    })
}

fn narrator(why: &str) -> DraftedSpeaker {
    DraftedSpeaker {
        character_id: None,
        why: why.to_owned(),
    }
}

/// The speaker of this message.
fn speaker_of(message: &MessageRow, why: &str) -> DraftedSpeaker {
    DraftedSpeaker {
        character_id: message
            .author_id
            .clone()
            .filter(|_| message.author == Author::Actor),
        why: why.to_owned(),
    }
}
