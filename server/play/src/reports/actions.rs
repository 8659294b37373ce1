//! Filing a report.

use platform::db::Tx;

use super::model::{NewReport, Receipt};
use super::rules::same_hash;
use super::store;
use crate::AppState;

/// Keeps a report, in the transaction of whoever calls. Where it has a sender and was filed before, as with a
/// second click, the receipt is the first one's.
///
/// # Errors
/// Database errors.
pub async fn file(app: &AppState, tx: &mut Tx, new: &NewReport<'_>) -> sqlx::Result<Receipt> {
    Ok(file_once(app, tx, new).await?.receipt)
}

/// A report that is kept.
pub(super) struct Filed {
    pub(super) receipt: Receipt,
    /// False where it was kept before.
    pub(super) is_new: bool,
}

pub(super) async fn file_once(app: &AppState, tx: &mut Tx, new: &NewReport<'_>) -> sqlx::Result<Filed> {
    let id = app.random.id(new.now);
    let whose = |sender| new.reporter.id().unwrap_or(sender);
    let same = new.sender.map(|sender| {
        same_hash(
            whose(sender),
            new.kind,
            new.target_id,
            new.reason,
            new.note,
            new.copy,
        )
    });
    let is_new = store::insert(tx, &id, same.as_deref(), new).await?;
    let receipt = match same.as_deref().filter(|_| !is_new) {
        // Whoever was quicker has committed, else the insertion would still wait.
        Some(same) => store::find_same(tx, same).await?,
        None => Receipt { id, at: new.now },
    };
    Ok(Filed { receipt, is_new })
}
