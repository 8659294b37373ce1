//! Stores a planned turn: the turn, its replies, their payment, and the message of the first one.

use platform::db::Tx;
use platform::web::Problem;

use super::draft::TurnDraft;
use super::plan::{Plan, Speakers};
use crate::stories::{self, Author, MessageRow, MessageState};
use crate::turns::job::{AnsweredBy, Answers, Assignment, Job, StoryAtStart};
use crate::turns::model::{DraftedSpeaker, TurnKind, TurnState};
use crate::turns::opening::open_reply;
use crate::turns::paying;
use crate::turns::store::{self, ReplyRow};

/// Stores the turn; returns its job.
pub(super) async fn store_plan(tx: &mut Tx, mut turn: TurnDraft<'_>, plan: Plan) -> Result<Job, Problem> {
    let (drafts, by) = match plan.speakers {
        Speakers::Drafted(drafts) => (drafts, AnsweredBy::Drafted),
        Speakers::Directed(stand_in) => (vec![stand_in], AnsweredBy::Director),
    };
    check_cast(&turn, &drafts)?;
    turn.insert(tx, plan.said.as_ref()).await?;
    let mut rows = reply_rows(&turn.turn_id, drafts);
    let model = turn.context.model(turn.app).info().clone();
    let for_nothing = costs_nothing(tx, &turn).await?;
    paying::reserve(tx, turn.app, turn.owner, &model, for_nothing, &mut rows).await?;
    let assignment = Assignment {
        task: plan.task,
        note: turn.ask.note().map(str::to_owned),
        presence: turn.ask.presence.clone(),
    };
    let first = match rows.first_mut() {
        Some(row) if matches!(by, AnsweredBy::Drafted) && !turn.ask.kind().is_text() => {
            Some(open_first(tx, &mut turn, &assignment, plan.reused, row).await?)
        }
        _ => None,
    };
    for row in &rows {
        store::insert_reply(tx, row).await?;
    }
    Ok(job(turn, plan.said, assignment, Answers { rows, first, by }))
}

/// The job of a turn that was stored.
pub(super) fn job(
    turn: TurnDraft<'_>,
    said: Option<MessageRow>,
    assignment: Assignment,
    answers: Answers,
) -> Job {
    let story = turn.context.story;
    Job {
        turn_id: turn.turn_id,
        kind: turn.ask.kind(),
        seed: turn.seed,
        started_at: turn.now,
        request_id: None,
        story: StoryAtStart {
            id: story.id,
            owner: turn.owner.clone(),
            version: story.version,
            head_id: story.head_id,
        },
        said,
        assignment,
        answers,
    }
}

fn check_cast(turn: &TurnDraft<'_>, drafts: &[DraftedSpeaker]) -> Result<(), Problem> {
    let unknown = drafts
        .iter()
        .filter_map(|draft| draft.character_id.as_deref())
        .find(|id| turn.context.character(id).is_none());
    match unknown {
        Some(unknown) => Err(Problem::invalid(
            "/speakerId",
            format!("{unknown} is no character of this story."),
        )),
        None => Ok(()),
    }
}

fn reply_rows(turn_id: &str, drafts: Vec<DraftedSpeaker>) -> Vec<ReplyRow> {
    (0..)
        .zip(drafts)
        .map(|(position, draft)| ReplyRow::new(turn_id, position, draft))
        .collect()
}

/// Opens the first reply, in a reused message if there is one.
async fn open_first(
    tx: &mut Tx,
    turn: &mut TurnDraft<'_>,
    assignment: &Assignment,
    reused: Option<MessageRow>,
    row: &mut ReplyRow,
) -> Result<MessageRow, Problem> {
    let after = assignment.task.after();
    let opened = match reused {
        Some(failed) => {
            stories::reopen_message(tx, &mut turn.context.story, &failed.id, &turn.turn_id).await?
        }
        None => open_reply(tx, turn.app, &mut turn.context, assignment, after, row).await?,
    };
    row.message_id = Some(opened.id.to_string());
    Ok(opened)
}

/// Whether the turn is free and counts against no quota in any case: a text for the player to send, or a
/// retry after a failure that has produced nothing yet (issue 10.5).
async fn costs_nothing(tx: &mut Tx, turn: &TurnDraft<'_>) -> Result<bool, Problem> {
    match turn.ask.kind() {
        TurnKind::Impersonate => Ok(true),
        TurnKind::Regenerate | TurnKind::Retry => {
            let target = turn.target(tx).await?;
            let has_failed = match (target.author, &target.turn_id) {
                (Author::User, Some(turn)) => store::find_turn(tx, turn)
                    .await?
                    .is_some_and(|turn| TurnState::from_stored(&turn.state).is_failure()),
                (Author::User, None) => false,
                _ => matches!(target.state, MessageState::Failed | MessageState::Interrupted),
            };
            Ok(has_failed && !stories::has_successor(tx, &target.id).await?)
        }
        TurnKind::Say | TurnKind::Next | TurnKind::Continue | TurnKind::Rewrite => Ok(false),
    }
}
