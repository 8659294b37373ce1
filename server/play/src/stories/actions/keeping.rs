//! Takes stories out of folders, and counts the people who keep stories of a scenario in their folders: what the
//! scenario shows as `favorites`.

use std::collections::BTreeSet;

use catalogue::scenarios::{self, ScenarioId};
use kernel::ids::UserId;
use platform::db::Tx;

use crate::AppState;
use crate::stories::{FolderId, store};

/// Scenarios that more or fewer people keep stories of since a transaction.
#[derive(Debug, Default)]
#[must_use = "copies show the number from before until they are ended"]
pub struct RecountedScenarios(BTreeSet<ScenarioId>);

impl RecountedScenarios {
    /// Ends the copies that show these scenarios, once the transaction is durable.
    pub fn invalidate(&self, app: &AppState) {
        for id in &self.0 {
            app.changes.scenario(id.as_str());
        }
    }
}

/// Counts the keepers of these scenarios, after stories of them came into folders or left them. Each is counted
/// from its stories, so that an error of the past does not last; it is locked first, so that two people who
/// change its count at the same time are both counted. The locks are taken in one order.
///
/// # Errors
/// Database errors.
pub(in crate::stories) async fn recount_keepers(
    tx: &mut Tx,
    scenarios: impl IntoIterator<Item = ScenarioId>,
) -> sqlx::Result<RecountedScenarios> {
    let scenarios: BTreeSet<ScenarioId> = scenarios.into_iter().collect();
    let mut changed = BTreeSet::new();
    for id in scenarios {
        scenarios::lock_counts(tx, &id).await?;
        let people = store::count_keepers(tx, &id).await?;
        if scenarios::set_favorites(tx, &id, people).await? {
            changed.insert(id);
        }
    }
    Ok(RecountedScenarios(changed))
}

/// Counts the keepers of a story's scenario if a change of the story changed what it is kept of
/// ([`Story::kept_of`](crate::stories::Story::kept_of)).
///
/// # Errors
/// Database errors.
pub(super) async fn recount_if_changed(
    tx: &mut Tx,
    before: Option<ScenarioId>,
    after: Option<&ScenarioId>,
) -> sqlx::Result<RecountedScenarios> {
    if before.as_ref() == after {
        return Ok(RecountedScenarios::default());
    }
    recount_keepers(tx, before.into_iter().chain(after.cloned())).await
}

/// Moves all stories out of a folder, also those in the trash; `into`: another folder, or none.
///
/// # Errors
/// Database errors.
pub async fn empty_folder(
    tx: &mut Tx,
    folder: &FolderId,
    into: Option<&FolderId>,
) -> sqlx::Result<RecountedScenarios> {
    let moved = store::empty_folder(tx, folder, into).await?;
    match into {
        Some(_) => Ok(RecountedScenarios::default()),
        None => recount_keepers(tx, moved).await,
    }
}

/// Moves all stories of a person out of their folders.
///
/// # Errors
/// Database errors.
pub async fn empty_folders_of(tx: &mut Tx, user: &UserId) -> sqlx::Result<RecountedScenarios> {
    let moved = store::empty_folders_of(tx, user).await?;
    recount_keepers(tx, moved).await
}
