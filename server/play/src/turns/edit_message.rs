//! Edits a message. The new text is judged first (docs/adr/0020), like a sent one; `stories` stores it.

use accounts::guests::Owner;
use accounts::safety::{self, Crisis};
use platform::db::{Isolation, Tx};
use platform::web::Problem;

use super::errors;
use super::guard::{self, Judgement};
use crate::AppState;
use crate::stories::{self, MessageAnswer, MessageEdit, MessageId, MessageRow, Story};

/// The result of an edit.
enum Edited {
    Done(Box<MessageAnswer>),
    /// Content that is never played; the attempt is counted.
    Refused(Box<Problem>, Box<Story>),
    /// The story changed while the text was judged.
    Stale,
}

/// The findings about the new text, from before the transaction.
#[derive(Clone, Copy)]
struct Findings<'a> {
    /// Whether it is romantic with a minor.
    judgement: Option<&'a Judgement>,
    /// Whether it is a cry for help.
    crisis: Option<&'a Crisis>,
}

/// Changes a message, or moves to another branch, and notifies watchers. `version`: the version of the
/// message that the caller knows; if given, it must be the current one.
///
/// # Errors
/// 404; 409 if it changed since that version; 422.
pub(super) async fn edit_message(
    app: &AppState,
    owner: &Owner,
    id: &MessageId,
    version: Option<i64>,
    edit: &MessageEdit,
) -> Result<MessageAnswer, Problem> {
    if let Some(text) = &edit.content {
        stories::read_content("/content", text)?;
    }
    // Read before the transaction, because others wait for that.
    let crisis = match &edit.content {
        Some(text) => safety::read(&app.vectors, vec![text.clone()]).await.of(text),
        None => None,
    };
    for _ in 0..guard::TRIES {
        let judgement = match &edit.content {
            Some(text) => Some(guard::judge_edit(app, owner, id, text).await?),
            None => None,
        };
        let findings = Findings {
            judgement: judgement.as_ref(),
            crisis: crisis.as_ref(),
        };
        let use_case = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(edit_in(tx, app, owner, id, version, edit, findings))
        });
        match use_case.await? {
            Edited::Done(answer) => {
                app.live.message_changed(&answer);
                return Ok(*answer);
            }
            Edited::Refused(problem, story) => {
                app.live.story_changed(&story);
                return Err(*problem);
            }
            Edited::Stale => {}
        }
    }
    Err(guard::stale())
}

async fn edit_in(
    tx: &mut Tx,
    app: &AppState,
    owner: &Owner,
    id: &MessageId,
    version: Option<i64>,
    edit: &MessageEdit,
    findings: Findings<'_>,
) -> Result<Edited, Problem> {
    let (mut story, row) = stories::lock_message(app, tx, owner, id).await?;
    if version.is_some_and(|version| version != row.version) {
        return Err(message_changed(tx, &story, row).await?);
    }
    if let (Some(text), Some(judgement)) = (&edit.content, findings.judgement) {
        if story.safety.closed_at.is_some() {
            return Err(stories::closed());
        }
        if !judgement.is_of(&story) {
            return Ok(Edited::Stale);
        }
        if let Some(problem) = guard::edit_refusal(tx, app, &mut story, text, judgement).await? {
            return Ok(Edited::Refused(Box::new(problem), Box::new(story)));
        }
    }
    let row = stories::edit_message(app, tx, &mut story, id, edit).await?;
    if let Some(crisis) = findings.crisis {
        stories::enable_gentle_mode(app, tx, &mut story, crisis).await?;
    }
    let notices = findings
        .crisis
        .iter()
        .map(|crisis| safety::crisis_notice(crisis.language))
        .collect();
    let message = stories::message_views(tx, &story, vec![row])
        .await?
        .pop()
        .ok_or_else(|| Problem::not_found("message"))?;
    Ok(Edited::Done(Box::new(MessageAnswer {
        message,
        head_id: story.head_id,
        version: story.version,
        notices,
    })))
}

/// The refusal of a change from an outdated version.
async fn message_changed(tx: &mut Tx, story: &Story, row: MessageRow) -> Result<Problem, Problem> {
    let current = stories::message_views(tx, story, vec![row]).await?.pop();
    let refusal = Problem::new(
        errors::MESSAGE_CHANGED,
        "This message has changed in the meantime, perhaps in another window.",
    );
    Ok(refusal.with_current(&current))
}
