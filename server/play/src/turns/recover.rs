//! Recovers the turns of a killed process: replies that were being written are interrupted with the text
//! stored last, and their holds are released. The player can continue or retry with one tap.

use kernel::Timestamp;
use platform::db::{Isolation, Tx};
use platform::news::Subject;
use platform::web::Problem;

use super::model::{TurnFault, TurnState};
use super::paying::{self, Due};
use super::store::{self, TurnEnd, TurnRow};
use crate::AppState;
use crate::quotas::UsageOwner;
use crate::stories::{self, MessageId, Story, StoryId};

/// Turns that are read at once.
const BATCH: i64 = 100;
/// The sentence for the player.
pub(super) const SENTENCE: &str =
    "The server restarted while this was being written. You weren’t charged. You can continue or try again.";
/// The code for programs.
pub(super) const CODE: &str = "INTERRUPTED";

/// Ends the turns left behind before this process began; returns how many. Must be called before it takes
/// requests. If several processes share a database, the lease separates other processes' live turns from dead
/// ones.
///
/// # Errors
/// Database errors.
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

/// Ends the turns whose lease has expired; returns how many. A job; safe to run twice.
///
/// # Errors
/// Database errors; the next run tries again.
pub async fn recover_lost(app: &AppState) -> Result<usize, Problem> {
    end_abandoned(app, app.clock.now()).await
}

async fn end_abandoned(app: &AppState, before: Timestamp) -> Result<usize, Problem> {
    let mut recovered = 0;
    loop {
        let mut conn = app.db.read().await?;
        let lost = store::list_lost(&mut conn, before, BATCH).await?;
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

/// Ends one turn that no process runs any more; returns false if it has ended or is alive.
async fn interrupt(app: &AppState, row: &TurnRow, before: Timestamp) -> Result<bool, Problem> {
    let done = app
        .db
        .transact(Isolation::Money, |tx| {
            Box::pin(interrupt_in(tx, app, &row.id, before))
        })
        .await?;
    app.news.notify(&Subject::Turn(row.id.clone()));
    if let Some(Some(story)) = &done {
        app.live.turn_changed(story, &row.id);
    }
    Ok(done.is_some())
}

/// Ends a turn within a transaction, if its lease expired before this moment. Returns its story after that,
/// if it still exists; `None` if the turn continues or has ended.
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
    let owner = UsageOwner {
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
    let ended = TurnEnd {
        state: TurnState::Interrupted.as_str(),
        last_event: row.last_event,
        text: row.text.as_deref(),
        fault: Some(&TurnFault::new(CODE, SENTENCE)),
        at: now,
    };
    store::end_turn(tx, id, &ended).await?;
    Ok(Some(story))
}
