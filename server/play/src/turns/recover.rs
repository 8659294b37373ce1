//! Setting right what a process left behind that was killed: replies that were being written are interrupted,
//! with as much of them as was written down, and what was set aside is given back. One tap continues or tries
//! again.

use kernel::Timestamp;
use platform::db::{Isolation, Tx};
use platform::news::Subject;
use platform::web::Problem;

use super::model::{TurnFault, TurnState};
use super::paying::{self, Due};
use super::store::{self, Ended, TurnRow};
use crate::AppState;
use crate::quotas::Whose;
use crate::stories::{self, MessageId, Story, StoryId};

/// Turns that are looked for at once.
const AT_ONCE: i64 = 100;
/// What the player is told.
pub(super) const SENTENCE: &str =
    "The server restarted while this was being written. You weren’t charged. You can continue or try again.";
/// The same for programs.
pub(super) const CODE: &str = "INTERRUPTED";

/// Sets right what was left behind before this process began; how many turns. To be called before it takes
/// requests. Where several processes share a database, others' turns are told from dead ones by their lease.
///
/// # Errors
/// What the database reports.
pub async fn recover(app: &AppState) -> Result<usize, Problem> {
    let is_shared = app.db.read().await?.is_postgres();
    end_abandoned(
        app,
        if is_shared {
            app.clock.now()
        } else {
            Timestamp(i64::MAX)
        },
    )
    .await
}

/// Sets right the turns whose process has not been heard of for a while; how many. A job; safe to run twice.
///
/// # Errors
/// What the database reports; the next run tries again.
pub async fn recover_lost(app: &AppState) -> Result<usize, Problem> {
    end_abandoned(app, app.clock.now()).await
}

async fn end_abandoned(app: &AppState, before: Timestamp) -> Result<usize, Problem> {
    let mut recovered = 0;
    loop {
        let mut conn = app.db.read().await?;
        let lost = store::list_lost(&mut conn, before, AT_ONCE).await?;
        drop(conn);
        let mut changed = 0;
        for row in &lost {
            changed += usize::from(interrupt(app, row, before).await?);
        }
        recovered += changed;
        if changed == 0 {
            return Ok(recovered);
        }
    }
}

/// Ends one turn that nobody runs any more; false where it has ended or is alive.
async fn interrupt(app: &AppState, row: &TurnRow, before: Timestamp) -> Result<bool, Problem> {
    let done = app
        .db
        .transact(Isolation::Money, |tx| {
            Box::pin(interrupt_in(tx, app, &row.id, before))
        })
        .await?;
    app.news.tell(&Subject::Turn(row.id.clone()));
    if let Some(Some(story)) = &done {
        app.live
            .changed(&story.id, story.version, story.head_id.as_ref(), Some(&row.id));
    }
    Ok(done.is_some())
}

/// Ends a turn within a transaction, if its lease ended before this moment. Its story as it is then, where
/// that is still there; none where the turn goes on or is over.
pub(super) async fn interrupt_in(
    tx: &mut Tx,
    app: &AppState,
    id: &str,
    before: Timestamp,
) -> Result<Option<Option<Story>>, Problem> {
    let now = app.clock.now();
    let Some(row) = store::find_turn(tx, id)
        .await?
        .filter(|row| row.ended_at.is_none() && row.lease_until < before.0)
    else {
        return Ok(None);
    };
    let owner = Whose {
        kind: &row.owner_kind,
        id: &row.owner_id,
    };
    let mut story = stories::lock_any_story(app, tx, &StoryId::trusted(row.story_id.clone())).await?;
    for reply in store::list_replies(tx, id).await? {
        if paying::settle(tx, owner, &reply, Due::Nothing, now)
            .await?
            .is_none()
        {
            continue;
        }
        if let (Some(story), Some(message)) = (&mut story, &reply.message_id) {
            stories::interrupt_message(tx, story, &MessageId::trusted(message.clone())).await?;
        }
    }
    let ended = Ended {
        state: TurnState::Interrupted.as_str(),
        last_event: row.last_event,
        text: row.text.as_deref(),
        fault: Some(&TurnFault::new(CODE, SENTENCE)),
        at: now,
    };
    store::end_turn(tx, id, &ended).await?;
    Ok(Some(story))
}
